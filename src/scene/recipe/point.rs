//! The recipe `Point`.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{Definition, Size, default_mass};
use crate::{
    physics::{ParticleId, World},
    scene::{error::BuildError, names::Names, validate},
};

/// One particle: an anchor, or the mass at the end of a rope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Name for [`End::Of`](super::End::Of).
    #[serde(default)]
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

impl Definition for Point {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn named_particles(&self) -> u64 {
        1
    }

    fn size(&self) -> Size {
        Size::of(1, 0)
    }

    fn build(&self, world: &mut World, _names: &Names<Vec<ParticleId>>) -> Result<Vec<ParticleId>, BuildError> {
        Ok(vec![world.add_particle(self.at, self.mass, self.pinned)])
    }
}
