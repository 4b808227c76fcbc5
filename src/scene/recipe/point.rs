//! The recipe `Point`.

use super::*;

/// One particle: an anchor, or the mass at the end of a rope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Position, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Mass, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Whether it is pinned there.
    #[serde(default)]
    pub pinned: bool,
}

impl BuildRecipe for Point {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(1, 0)).named(&self.name, 1_u32)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        Ok(vec![world.add_particle(self.at, self.mass, self.pinned)])
    }
}
