//! The particles: hot arrays that the solver streams through, and beside them what organises them.

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Names a particle for as long as its scene lives. Particles are only ever added, so the id is also the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ParticleId(pub u32);

impl ParticleId {
    /// The place in the arrays of [`Particles`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Least mass of a particle, kg.
pub const MIN_MASS: f32 = 1e-6;
/// Greatest mass of a particle, kg.
pub const MAX_MASS: f32 = 1e6;

/// All particles of a world, as arrays of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Particles {
    /// Where they are, m.
    pub position: Vec<Vec2>,
    /// How far the last substep moved them, m. `position - displacement` is Verlet's previous position. It is carried
    /// rather than taken as the difference of two rounded positions, which 8 m from the origin loses 1.4 % of gravity
    /// at 16 substeps and all of it at 200.
    pub displacement: Vec<Vec2>,
    /// 1 / mass, 1/kg; 0 for one that is pinned or held, which nothing but a command moves.
    pub inv_mass: Vec<f32>,
    /// Mass, kg: what `inv_mass` comes back to when a pin is taken out.
    pub mass: Vec<f32>,
    /// Pinned in place by a scene or a command.
    pub pinned: Vec<bool>,
}

impl Particles {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// Whether `id` names one of them.
    #[must_use]
    pub fn contains(&self, id: ParticleId) -> bool {
        id.index() < self.len()
    }

    /// Adds one that moves by `displacement` (m) a substep.
    pub(crate) fn push(&mut self, position: Vec2, displacement: Vec2, mass: f32, pinned: bool) -> ParticleId {
        let id = ParticleId(u32::try_from(self.len()).unwrap_or(u32::MAX));
        self.position.push(position);
        self.displacement.push(if pinned { Vec2::ZERO } else { displacement });
        self.inv_mass.push(if pinned { 0.0 } else { 1.0 / mass });
        self.mass.push(mass);
        self.pinned.push(pinned);
        id
    }
}
