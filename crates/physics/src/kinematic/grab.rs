//! Holding a particle: the mouse, a finger, or the keys that move a held end.
//!
//! A held particle is kinematic (`inv_mass` 0) and is led along the pointer's path at a bounded speed. It yields: it
//! never goes further from what it is tied to than the rope is long, so that a rope pulled out of reach is taut and
//! calm rather than stretched, and has nothing to shoot off with when it is let go. It slows down where ropes in a pile hold back
//! what it draws out. Only where links tear it does neither.

use std::collections::VecDeque;

use glam::Vec2;

use crate::{
    attachment::span::{Span, within},
    math::bounds::WORLD_EDGE,
    particles::storage::{ParticleId, Particles},
};

/// Share of a rope's length that a hand may pull it to. A rope drawn entirely straight would need an infinite tension
/// to hold its own weight, and has no room for what still swings in it: after a violent pull, 0.999 left twice the
/// stretch that 0.995 did. So little slack lets it sag by a 23rd of its length, as a real one does.
const TAUT: f32 = 0.995;

/// Most places that a path remembers between two steps; a faster pointer's are thinned out.
pub(crate) const MAX_PATH_POINTS: usize = 256;

/// Rounds of putting a point back within reach of all ties at once.
const REACH_ROUNDS: usize = 8;

/// One pointer that holds a particle.
#[derive(Clone, Debug, PartialEq)]
pub struct Grab {
    /// Which pointer: 0 the mouse, others a finger each.
    pub id: u32,
    /// What it holds.
    pub particle: ParticleId,
    /// Where the pointer went in this step, m; the last is where it is now. Never empty.
    pub(crate) path: VecDeque<Vec2>,
}

impl Grab {
    pub(crate) fn new(id: u32, particle: ParticleId, at: Vec2) -> Self {
        Self { id, particle, path: VecDeque::from([at]) }
    }

    /// Where the pointer is, m.
    #[must_use]
    pub fn pointer(&self) -> Vec2 {
        self.path.back().copied().unwrap_or_default()
    }

    /// Where it goes next, m: the first place of the pointer's in this step that it has not come to.
    pub(crate) fn next(&self) -> Vec2 {
        self.path.front().copied().unwrap_or_default()
    }

    pub(crate) fn follow(&mut self, to: Vec2) {
        if self.path.len() >= MAX_PATH_POINTS {
            self.path.pop_back();
        }
        self.path.push_back(to);
    }

    /// Forgets the way to where the pointer is now. A hand that is too slow for its pointer goes straight to it in the
    /// next step, rather than after it for as long as it takes.
    pub(crate) fn end_step(&mut self) {
        self.path.drain(..self.path.len().saturating_sub(1));
    }

    /// The speed, m/s, at which the whole path is walked in one step of `step` seconds, or `limit` where that is less.
    pub(crate) fn pace(&self, from: Vec2, step: f32, limit: f32) -> f32 {
        let mut at = from;
        let mut length = 0.0;
        for &next in &self.path {
            length += (next - at).length();
            at = next;
        }
        (length / step).min(limit)
    }

    /// Walks `distance` (m) along the path from `from`, within reach of `ties`. Returns where it comes to.
    pub(crate) fn walk(&mut self, from: Vec2, mut distance: f32, ties: &GrabLimits, particles: &Particles) -> Vec2 {
        let mut at = from;
        while let Some(&next) = self.path.front() {
            let target = ties.within_reach(next, particles);
            let way = target - at;
            let length = way.length();
            if length > distance {
                return at + way * (distance / length);
            }
            at = target;
            distance -= length;
            if self.path.len() == 1 {
                break;
            }
            self.path.pop_front();
        }
        at
    }
}

/// What a held particle is tied to, and how far from each it may go, m. Derived from the links.
#[derive(Clone, Debug, Default)]
pub(crate) struct GrabLimits {
    limits: Vec<(ParticleId, f32)>,
    gates: Vec<Span>,
    /// Where it lies on a shape, as long as this step lasts.
    pub wraps: Vec<(ParticleId, f32)>,
}

impl GrabLimits {
    /// Ties it anew. `lengths` of the ways to what it is tied to, m, and the `gates` between that; `give` of the constraints, 0 to 1: what does not
    /// hold hard may be pulled out by so much.
    pub fn set(&mut self, (lengths, gates): (&[(ParticleId, f32)], &[Span]), give: f32) {
        let stretch = TAUT / (1.0 - give).max(1e-3);
        self.limits.clear();
        self.limits.extend(lengths.iter().map(|&(tie, length)| (tie, length * stretch)));
        self.gates.clear();
        self.gates.extend(gates.iter().map(|&Span { between, length }| Span {
            between: between.map(|(tie, length)| (tie, length * stretch)),
            length: length * stretch,
        }));
    }

    /// `wanted`, or the point near it that is within reach of all ties: alternating projections onto their discs
    /// (von Neumann), which come to a common point where there is one.
    pub fn within_reach(&self, wanted: Vec2, particles: &Particles) -> Vec2 {
        let position = |particle: ParticleId| particles.position[particle.index()].as_dvec2();
        let mut point = wanted.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE)).as_dvec2();
        for _ in 0..REACH_ROUNDS {
            let before = point;
            // Gates first: they are nearer than what is behind them, and with them most pointers are within reach of that.
            for gate in &self.gates {
                point = within(point, gate.nearest(point, position), f64::from(gate.length));
            }
            for &(tie, limit) in self.limits.iter().chain(&self.wraps) {
                point = within(point, position(tie), f64::from(limit));
            }
            if point == before {
                break;
            }
        }
        point.as_vec2()
    }
}

/// A held end that keys move at a set velocity, as in `nehe-40`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// What is moved.
    pub particle: ParticleId,
    /// m/s.
    pub velocity: Vec2,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colliders, LinkKind, Settings, World};

    fn pin_at_origin() -> (Particles, GrabLimits) {
        let mut particles = Particles::default();
        particles.push(Vec2::ZERO, Vec2::ZERO, 1.0, true);
        let mut ties = GrabLimits::default();
        ties.set((&[(ParticleId(0), 2.0)], &[]), 0.0);
        (particles, ties)
    }

    #[test]
    fn the_hand_yields_at_the_end_of_the_rope() {
        let (particles, ties) = pin_at_origin();
        assert_eq!(ties.within_reach(Vec2::new(1.0, 0.0), &particles), Vec2::new(1.0, 0.0));
        let far = ties.within_reach(Vec2::new(0.0, 50.0), &particles);
        assert!((far - Vec2::new(0.0, 2.0 * TAUT)).length() < 1e-5, "{far}");
    }

    #[test]
    fn what_hangs_from_a_taut_edge_is_not_drawn_off_it() {
        let (mut particles, mut ties) = pin_at_origin();
        particles.push(Vec2::new(4.0, 0.0), Vec2::ZERO, 1.0, true);
        let pins = [0, 1].map(|pin| (ParticleId(pin), 6.0));
        let gate = Span { between: [0, 1].map(|pin| (ParticleId(pin), 2.0)), length: 4.0 };
        ties.set((&pins, &[gate]), 0.0);
        let lowest = ties.within_reach(Vec2::new(2.0, -50.0), &particles);
        assert!((lowest - Vec2::new(2.0, -4.0 * TAUT)).length() < 1e-5, "{lowest}");
        assert_eq!(ties.within_reach(Vec2::new(1.0, -3.0), &particles), Vec2::new(1.0, -3.0));
        // An edge that sags by a triangle of 3, 4 and 5 m.
        particles.position[1] = Vec2::new(8.0, 0.0);
        let pins = pins.map(|(pin, _)| (pin, 7.0));
        let gate = Span { between: [0, 1].map(|pin| (ParticleId(pin), 5.0 / TAUT)), length: 2.0 / TAUT };
        ties.set((&pins, &[gate]), 0.0);
        let lowest = ties.within_reach(Vec2::new(4.0, -50.0), &particles);
        assert!((lowest - Vec2::new(4.0, -5.0)).length() < 1e-4, "{lowest}");
    }

    #[test]
    fn moved_pins_take_along_what_hangs_and_then_rest() {
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
        assert_eq!(at[1], Vec2::new(1.0, 0.0), "the hand has this one");
        assert!(pins.iter().all(|pin| world.bodies.particles.displacement[pin.index()] == Vec2::ZERO));
        let length = world.bodies.particles.position[free.index()].distance(at[0]);
        assert!((length - 1.0).abs() < 1e-3, "{length}");
    }

    #[test]
    fn the_hand_follows_the_path_and_not_the_short_cut() {
        let (particles, ties) = pin_at_origin();
        let mut hand = Grab::new(0, ParticleId(0), Vec2::ZERO);
        hand.follow(Vec2::new(1.0, 0.0));
        hand.follow(Vec2::new(1.0, 1.0));
        assert_eq!(hand.pace(Vec2::ZERO, 0.5, 100.0), 4.0);
        assert_eq!(hand.walk(Vec2::ZERO, 1.5, &ties, &particles), Vec2::new(1.0, 0.5));
        assert_eq!(hand.walk(Vec2::new(1.0, 0.5), 9.0, &ties, &particles), Vec2::new(1.0, 1.0));
        assert_eq!(hand.pointer(), Vec2::new(1.0, 1.0));
    }
}
