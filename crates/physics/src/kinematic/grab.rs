//! Grabs: pointers that hold a particle; and the drive, a rope's end that keys move.

use std::collections::VecDeque;

use glam::Vec2;

use crate::kinematic::Grip;
use crate::particles::ParticleId;

/// Maximum number of points in a path between two steps; the points of a faster pointer are thinned out.
pub(crate) const MAX_PATH_POINTS: usize = 256;

/// A pointer that holds a particle.
#[derive(Clone, Debug, PartialEq)]
pub struct Grab {
    /// The pointer: 0 is the mouse, others are fingers.
    pub id: u32,
    /// The grabbed particle.
    pub particle: ParticleId,
    /// Whether the particle is a pin: free while it is held, and pinned again where it is released.
    pub pins: bool,
    /// Positions of the pointer in this step, m; the last is its present position. Never empty.
    pub(crate) path: VecDeque<Vec2>,
    pub(crate) grip: Grip,
}

impl Grab {
    pub(crate) fn new(id: u32, particle: ParticleId, at: Vec2) -> Self {
        Self { id, particle, pins: false, path: VecDeque::from([at]), grip: Grip::default() }
    }

    /// The present position of the pointer, m.
    #[must_use]
    pub fn pointer(&self) -> Vec2 {
        self.path.back().copied().unwrap_or_default()
    }

    pub(crate) fn follow(&mut self, to: Vec2) {
        if self.path.len() >= MAX_PATH_POINTS {
            self.path.pop_back();
        }
        self.path.push_back(to);
    }

    /// Drops the path up to the present position of the pointer.
    pub(crate) fn end_step(&mut self) {
        self.path.drain(..self.path.len().saturating_sub(1));
    }

    /// The position of the pointer at a time in the step, as a share of it (0 to 1), m: it runs evenly along its path.
    pub(crate) fn pointer_at(&self, time: f32) -> Vec2 {
        let legs = || self.path.iter().zip(self.path.iter().skip(1)).map(|(from, to)| (*from, *to - *from));
        let mut left = time * legs().map(|(_, way)| way.length()).sum::<f32>();
        for (from, way) in legs() {
            let length = way.length();
            if length > left {
                return from + way * (left / length);
            }
            left -= length;
        }
        self.pointer()
    }
}

/// A rope's end that keys move at a given velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// The driven particle.
    pub particle: ParticleId,
    /// Velocity, m/s.
    pub velocity: Vec2,
}
