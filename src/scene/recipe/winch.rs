//! The recipe `Winch`.

use super::*;
use crate::physics::{Control, LinkDrive, Stroke};

/// A link of rope that is wound in and let out: a winch. Wound in, it lifts what hangs from its other end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Winch {
    /// The drum.
    pub a: End,
    /// What it pulls.
    pub b: End,
    /// Shortest length, m.
    #[serde(default = "shortest", deserialize_with = "validate::driven_length")]
    pub min: f32,
    /// Longest length, m; twice its length as it is built if left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "validate::driven_length")]
    pub max: Option<f32>,
    /// Speed, m/s.
    #[serde(default = "half", deserialize_with = "validate::stroke_speed")]
    pub speed: f32,
    /// Greatest force, N.
    #[serde(default = "strong", deserialize_with = "validate::drive_force")]
    pub force: f32,
    /// Whether the drum is pinned.
    #[serde(default)]
    pub pinned: bool,
    /// The keys that let it out (`forward`) and wind it in (`back`). Without keys it goes to and fro.
    #[serde(default)]
    pub keys: Control,
}

const fn shortest() -> f32 {
    0.1
}

pub(super) const fn half() -> f32 {
    0.5
}

pub(super) const fn strong() -> f32 {
    500.0
}

impl BuildRecipe for Winch {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(2, 1)).between(&self.a, &self.b)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { min, max, speed, force, pinned, keys: control, .. } = *self;
        let [drum, _] = driven(world, names, (&self.a, &self.b, LinkKind::Rope), |length| {
            let stroke = Stroke::Linear { min, max: max.unwrap_or(2.0 * length), speed };
            LinkDrive { stroke, force, stiffness: None, damping: 0.0, control }
        })?;
        if pinned {
            world.set_pinned(drum, true);
        }
        Ok(Vec::new())
    }
}
