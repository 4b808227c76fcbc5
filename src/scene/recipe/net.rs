//! The recipe `Net`.

use super::*;

/// A net of square meshes whose links only pull.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Net(pub Grid);

impl BuildRecipe for Net {
    fn named(&self) -> Named<'_> {
        Named::new(&self.0.name, self.0.size().particles)
    }

    fn size(&self) -> Size {
        self.0.size()
    }

    fn build(&self, world: &mut World, _names: &Names<Vec<ParticleId>>) -> Result<Vec<ParticleId>, BuildError> {
        Ok(self.0.build(world, LinkKind::Net, 0.0))
    }
}
