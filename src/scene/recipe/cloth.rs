//! The recipe `Cloth`.

use super::*;

/// A cloth: a fine net with a face in each mesh, and braces along both diagonals if `shear` is above 0. Braces make a
/// board of it: even at a stiffness of 0.05, many substeps keep it from folding within its plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cloth {
    /// Its grid.
    pub grid: Grid,
    /// Stiffness of the braces, 0 to 1; none are made at 0.
    #[serde(default, deserialize_with = "validate::share")]
    pub shear: f32,
}

impl BuildRecipe for Cloth {
    fn named(&self) -> Named<'_> {
        Named::new(&self.grid.name, self.grid.size().particles)
    }

    fn size(&self) -> Size {
        let Size { particles, .. } = self.grid.size();
        Size::of(particles, particles.saturating_mul(if self.shear > 0.0 { 4 } else { 2 }))
    }

    fn build(&self, world: &mut World, _names: &Names<Vec<ParticleId>>) -> Result<Vec<ParticleId>, BuildError> {
        Ok(self.grid.build(world, LinkKind::Cloth, self.shear))
    }
}
