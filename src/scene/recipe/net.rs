//! The recipe `Net`.

use super::*;

/// A net of square meshes whose links only pull.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Net(pub Grid);

impl BuildRecipe for Net {
    fn outline(&self) -> Outline<'_> {
        self.0.outline(2)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        Ok(self.0.build(world, LinkKind::Net, 0.0))
    }
}
