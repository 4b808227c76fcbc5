//! The particles, as one array for each quantity.

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Identifies a particle: its index. Where particles are removed, those after them move down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ParticleId(pub u32);

impl ParticleId {
    /// The index into the arrays of [`Particles`].
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
    /// Position, m.
    pub position: Vec<Vec2>,
    /// Displacement over the last substep, m. Verlet's previous position is `position - displacement`.
    ///
    /// Stored because the difference of two rounded positions loses gravity: 1.4 % at 16 substeps 8 m from the
    /// origin, all of it at 200.
    pub displacement: Vec<Vec2>,
    /// Inverse mass, 1/kg; 0 for pinned and lifted particles, which only commands move.
    pub inv_mass: Vec<f32>,
    /// Mass, kg. `inv_mass` returns to its inverse when a pin is removed.
    pub mass: Vec<f32>,
    /// Whether a scene or a command pinned the particle.
    pub pinned: Vec<bool>,
}

impl Particles {
    /// Number of particles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there are no particles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// Whether `id` names an existing particle.
    #[must_use]
    pub fn contains(&self, id: ParticleId) -> bool {
        id.index() < self.len()
    }

    /// Adds a particle that moves by `displacement` (m) per substep.
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
