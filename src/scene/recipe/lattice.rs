//! The recipe `Lattice`.

use super::*;

/// A net of bars that keep their lengths both ways, as the nets of the published systems do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lattice(pub Grid);

impl BuildRecipe for Lattice {
    fn outline(&self) -> Outline<'_> {
        self.0.outline(2)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        Ok(self.0.build(world, LinkKind::Lattice, 0.0))
    }
}
