//! The recipe `Lattice`.

use super::*;

/// A net of bars that keep their lengths both ways, as the nets of the published systems do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lattice(pub Grid);

impl BuildRecipe for Lattice {
    fn named(&self) -> Named<'_> {
        Named::new(&self.0.name, self.0.size().particles)
    }

    fn size(&self) -> Size {
        self.0.size()
    }

    fn build(&self, world: &mut World, _names: &Names<Vec<ParticleId>>) -> Result<Vec<ParticleId>, BuildError> {
        Ok(self.0.build(world, LinkKind::Lattice, 0.0))
    }
}
