//! The recipe `Net`.

use serde::{Deserialize, Serialize};

use super::{Definition, Grid, Size};
use crate::{
    physics::{LinkKind, ParticleId, World},
    scene::{error::BuildError, names::Names},
};

/// A net of square meshes whose links only pull.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Net(pub Grid);

impl Definition for Net {
    fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    fn named_particles(&self) -> u64 {
        self.0.size().particles
    }

    fn size(&self) -> Size {
        self.0.size()
    }

    fn build(&self, world: &mut World, _names: &Names<Vec<ParticleId>>) -> Result<Vec<ParticleId>, BuildError> {
        Ok(self.0.build(world, LinkKind::Net, 0.0))
    }
}
