//! The goal of a scene: what holds once somebody has built what its hint says.

use serde::{Deserialize, Serialize};

use super::validate;
use crate::physics::{Aabb, ParticleId, World};

/// A thing that should stay in a place, held by another thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Name of the thing.
    pub thing: String,
    /// Name of what links must join it to; nothing if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linked_to: Option<String>,
    /// Rectangle in which all of its particles must be, m.
    #[serde(deserialize_with = "validate::room")]
    pub within: Aabb,
}

/// A goal with its particles, at the start of its scene.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalParticles {
    pub(super) thing: Vec<ParticleId>,
    pub(super) linked_to: Vec<ParticleId>,
    pub(super) within: Aabb,
}

impl GoalParticles {
    /// Its particles, which have the same ids as long as no earlier ones are removed.
    pub fn ids(&self) -> impl Iterator<Item = ParticleId> + '_ {
        self.thing.iter().chain(&self.linked_to).copied()
    }

    /// Whether the thing is in its place and linked, at this moment.
    #[must_use]
    pub fn holds(&self, world: &World) -> bool {
        let Self { thing, linked_to, within } = self;
        let position = &world.particles().position;
        let is_inside = |id: &ParticleId| {
            position.get(id.index()).is_some_and(|at| at.cmpge(within.min).all() && at.cmple(within.max).all())
        };
        if !thing.iter().all(is_inside) {
            return false;
        }
        let numbers = world.component_numbers();
        let component = |id: &ParticleId| numbers.get(id.index());
        linked_to.first().is_none_or(|other| thing.iter().all(|id| component(id) == component(other)))
    }
}
