//! The recipe `Spring`.

use super::*;
use crate::physics::{Control, LinkDrive, Stroke};

/// A spring that pulls and pushes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// One end.
    pub a: End,
    /// The other end.
    pub b: End,
    /// Length at rest, m; its length as it is built if left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "validate::driven_length")]
    pub length: Option<f32>,
    /// Stiffness, N/m.
    #[serde(default = "stiff", deserialize_with = "validate::spring_stiffness")]
    pub stiffness: f32,
    /// Damping, N s/m.
    #[serde(default, deserialize_with = "validate::damping")]
    pub damping: f32,
    /// Greatest force, N: stretched or pressed further, it gives way.
    #[serde(default = "never_gives", deserialize_with = "validate::drive_force")]
    pub force: f32,
}

const fn stiff() -> f32 {
    200.0
}

const fn never_gives() -> f32 {
    1e6
}

impl BuildRecipe for Spring {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(2, 1)).between(&self.a, &self.b)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { length, stiffness, damping, force, .. } = *self;
        let (a, b) = (names.endpoint(&self.a)?, names.endpoint(&self.b)?);
        let (a, b) = (a.particle(world, DEFAULT_MASS), b.particle(world, DEFAULT_MASS));
        world.add_link(a, b, length, 1.0, LinkKind::Rope);
        let stiffness = Some(stiffness);
        let drive = LinkDrive { stroke: Stroke::Still, force, stiffness, damping, control: Control::default() };
        world.set_link_drive(a, b, Some(drive));
        Ok(Vec::new())
    }
}
