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
    fn outline(&self) -> Outline<'_> {
        self.grid.outline(4)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        Ok(self.grid.build(world, LinkKind::Cloth, self.shear))
    }
}
