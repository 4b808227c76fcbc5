//! The recipe `Box`.

use super::*;

/// A braced box: four beams and two diagonals. Particles: lower left, lower right, upper right, upper left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Box")]
pub struct BracedBox {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Lower left corner, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Width, m.
    #[serde(deserialize_with = "validate::length")]
    pub width: f32,
    /// Height, m.
    #[serde(deserialize_with = "validate::length")]
    pub height: f32,
    /// Mass of each corner, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

impl BuildRecipe for BracedBox {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(4, 6)).named(&self.name, 4_u32).made_of(&self.material)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let size = Vec2::new(self.width, self.height);
        let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
        let ids = corners.map(|corner| world.add_particle(self.at + corner * size, self.mass, false));
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)] {
            link(world, ids[a], ids[b], LinkKind::Beam);
        }
        Ok(ids.to_vec())
    }
}
