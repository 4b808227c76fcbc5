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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Colliders;
    use crate::particles::LinkKind;
    use crate::settings::Settings;
    use crate::world::World;

    #[test]
    fn moved_pins_carry_their_ropes_and_then_rest() {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        let pins = [0.0, 1.0, 2.0].map(|x| world.add_particle(Vec2::new(x, 0.0), 1.0, true));
        let free = world.add_particle(Vec2::new(0.0, -1.0), 1.0, false);
        world.add_link(pins[0], free, None, 1.0, LinkKind::Rope);
        world.grab(0, pins[1], Vec2::new(1.0, 0.0));
        world.set_pin_velocity(Vec2::new(0.0, 6.0));
        (0..10).for_each(|_| world.step());
        world.set_pin_velocity(Vec2::ZERO);
        world.set_pin_velocity(Vec2::NAN);
        (0..10).for_each(|_| world.step());
        let at = pins.map(|pin| world.bodies.particles.position[pin.index()]);
        assert!((at[0] - Vec2::Y).length() < 1e-4 && (at[2] - Vec2::new(2.0, 1.0)).length() < 1e-4, "{at:?}");
        assert!(at[1].distance(Vec2::new(1.0, 0.0)) < 1e-4, "the grab holds this one: {}", at[1]);
        let others = [pins[0], pins[2]].map(|pin| world.bodies.particles.displacement[pin.index()]);
        assert_eq!(others, [Vec2::ZERO; 2]);
        let length = world.bodies.particles.position[free.index()].distance(at[0]);
        assert!((length - 1.0).abs() < 1e-3, "{length}");
    }

    #[test]
    fn pointer_runs_evenly_along_its_whole_path() {
        let mut grab = Grab::new(0, ParticleId(0), Vec2::ZERO);
        assert_eq!(grab.pointer_at(0.5), Vec2::ZERO);
        grab.follow(Vec2::new(1.0, 0.0));
        grab.follow(Vec2::new(1.0, 1.0));
        let at = [0.0, 0.25, 0.75, 1.0].map(|time| grab.pointer_at(time));
        assert_eq!(at, [Vec2::ZERO, Vec2::new(0.5, 0.0), Vec2::new(1.0, 0.5), Vec2::ONE]);
        grab.end_step();
        assert_eq!(grab.pointer_at(0.0), Vec2::ONE);
    }
}
