//! The recipe `Cloth`.

use serde::{Deserialize, Serialize};

use super::{Definition, Grid, Size};
use crate::{
    physics::{LinkKind, ParticleId, World},
    scene::{error::BuildError, names::Names, validate},
};

/// A cloth: a fine net with a face in each mesh, and braces along both diagonals if `shear` is above 0. Braces make a board
/// of it: even at a stiffness of 0.05, many substeps keep it from folding within its plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cloth {
    /// Its grid.
    pub grid: Grid,
    /// Stiffness of the braces, 0 to 1; none are made at 0.
    #[serde(default, deserialize_with = "validate::share")]
    pub shear: f32,
}

impl Definition for Cloth {
    fn name(&self) -> Option<&str> {
        self.grid.name.as_deref()
    }

    fn named_particles(&self) -> u64 {
        self.grid.size().particles
    }

    fn size(&self) -> Size {
        let Size { particles, .. } = self.grid.size();
        Size::of(particles, particles.saturating_mul(4))
    }

    fn build(&self, world: &mut World, _names: &Names<Vec<ParticleId>>) -> Result<Vec<ParticleId>, BuildError> {
        Ok(self.grid.build(world, LinkKind::Cloth, self.shear))
    }
}
