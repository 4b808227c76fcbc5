//! Grabs: a pointer, or the keys that drive a rope's end, hold a particle.
//!
//! A grabbed particle is kinematic (`inv_mass` 0) and follows the pointer's path at a bounded speed. It yields: it
//! moves no further from its rope's fixed ends than the rope is long, so that a rope pulled out of reach is taut
//! instead of stretched and does not recoil on release. A grab slows down where a pile holds back the rope that it
//! pulls out. It yields to no link that a hand can tear.

use std::collections::VecDeque;

use glam::{DVec2, Vec2};

use crate::attachment::{PathEnd, Span, within};
use crate::containers::Refill;
use crate::math::WORLD_EDGE;
use crate::particles::{ParticleId, Particles};

/// Fraction of a rope's length to which a grab may pull it. An entirely straight rope would need infinite tension to
/// carry its own weight, and leaves no room for residual oscillation.
pub(crate) const MAX_EXTENSION: f32 = 0.995;

/// Fraction of a rope's length at which a grab that pulls it on may stay: a rope at rest is stretched a little by its
/// weight.
const MAX_KEPT_EXTENSION: f32 = 1.001;

/// Maximum number of points in a path between two steps; the points of a faster pointer are thinned out.
pub(crate) const MAX_PATH_POINTS: usize = 256;

/// Maximum number of rounds of alternating projections.
const MAX_PROJECTION_ROUNDS: usize = 8;

/// A pointer that holds a particle.
#[derive(Clone, Debug, PartialEq)]
pub struct Grab {
    /// The pointer: 0 is the mouse, others are fingers.
    pub id: u32,
    /// The grabbed particle.
    pub particle: ParticleId,
    /// Positions of the pointer in this step, m; the last is its present position. Never empty.
    pub(crate) path: VecDeque<Vec2>,
}

impl Grab {
    pub(crate) fn new(id: u32, particle: ParticleId, at: Vec2) -> Self {
        Self { id, particle, path: VecDeque::from([at]) }
    }

    /// The present position of the pointer, m.
    #[must_use]
    pub fn pointer(&self) -> Vec2 {
        self.path.back().copied().unwrap_or_default()
    }

    /// The first point of the path that the particle has not reached, m.
    pub(crate) fn next(&self) -> Vec2 {
        self.path.front().copied().unwrap_or_default()
    }

    pub(crate) fn follow(&mut self, to: Vec2) {
        if self.path.len() >= MAX_PATH_POINTS {
            self.path.pop_back();
        }
        self.path.push_back(to);
    }

    /// Drops the path up to the present position of the pointer. A grab slower than its pointer moves straight towards
    /// the pointer in the next step, instead of lagging behind.
    pub(crate) fn end_step(&mut self) {
        self.path.drain(..self.path.len().saturating_sub(1));
    }

    /// The speed, m/s, that covers the whole path in one step (s), at most `limit`.
    pub(crate) fn speed(&self, from: Vec2, step: f32, limit: f32) -> f32 {
        let mut at = from;
        let length: f32 = self.path.iter().map(|next| std::mem::replace(&mut at, *next).distance(*next)).sum();
        (length / step).min(limit)
    }

    /// Advances along the path from a point by a distance (m), inside the limits. Returns the point reached.
    pub(crate) fn advance(&mut self, from: Vec2, mut left: f32, limits: &GrabLimits, particles: &Particles) -> Vec2 {
        let mut at = from;
        while let Some(&next) = self.path.front() {
            let target = limits.project(from, next, particles);
            let offset = target - at;
            let length = offset.length();
            if length > left {
                return at + offset * (left / length);
            }
            at = target;
            left -= length;
            if self.path.len() == 1 {
                break;
            }
            self.path.pop_front();
        }
        at
    }
}

/// A particle that a hand holds, from the first step in which it does to the first after its release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hold {
    pub particle: ParticleId,
    /// Greatest strain of a rigid link of its component when the hand took it.
    pub strain: f32,
}

/// A disc that a grabbed particle may not leave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReachLimit {
    /// The particle at the centre.
    pub anchor: ParticleId,
    /// Radius, m.
    pub radius: f32,
}

/// A disc about a point of an obstacle that a grabbed particle may not leave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BendLimit {
    /// Centre, m.
    pub at: Vec2,
    /// Radius, m.
    pub radius: f32,
}

/// Limits of a grabbed particle: its distances from its rope's fixed ends and spans. Derived from the links.
#[derive(Clone, Debug, Default)]
pub(crate) struct GrabLimits {
    anchors: Vec<ReachLimit>,
    spans: Vec<Span>,
    /// Limits at points where the rope lies on a shape. Valid for one step.
    pub wraps: Vec<ReachLimit>,
    /// Limits at the last bends of ropes that are taut around obstacles. Valid for one step.
    pub bends: Vec<BendLimit>,
    /// Limits by ropes between pins that the grab presses: spans between the pins, moved by the offset of the contact.
    /// Valid for one step.
    pub pressed: Vec<Span<Vec2>>,
}

impl GrabLimits {
    /// Sets the limits: the anchors at their distances along the rope, and the spans between anchors. Links with a
    /// `give` (0 to 1) may stretch accordingly.
    pub fn set(&mut self, anchors: &[PathEnd], spans: &[Span], give: f32) {
        let stretch = MAX_EXTENSION / (1.0 - give).max(1e-3);
        self.anchors.clear();
        let reach = |end: &PathEnd| ReachLimit { anchor: end.particle, radius: end.distance * stretch };
        self.anchors.extend(anchors.iter().map(reach));
        self.spans.refill_with(spans.iter().map(|&Span { between, length }| Span {
            between: between.map(|(anchor, length)| (anchor, length * stretch)),
            length: length * stretch,
        }));
    }

    /// The point in all limits that is nearest to `wanted` (m), for a grab at `from` (m). A rope between pins may be more
    /// extended than its limits there already, and to yield by half a percent of its length would lift it by many times
    /// that: then the grab yields sideways, but not against the pull. The rope keeps its extension instead. One that hangs
    /// from a single pin is lifted by half a percent only, and the grab yields.
    pub fn project(&self, from: Vec2, wanted: Vec2, particles: &Particles) -> Vec2 {
        let wanted = wanted.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE));
        let (from, wanted) = (from.as_dvec2(), wanted.as_dvec2());
        let yielding = self.nearest(wanted, 1.0, particles);
        let is_with_the_pull = |to: DVec2| (to - from).dot(wanted - from) >= 0.0;
        if self.anchors.len() < 2 || is_with_the_pull(yielding) && self.are_kept_at(yielding, 1.0, particles) {
            return yielding.as_vec2();
        }
        let scale = self.smallest_scale(from, particles);
        let to = self.stop_before(from, self.nearest(wanted, scale, particles), scale, particles);
        let is_kept = self.are_kept_at(from, scale, particles) && self.within_limits_of_step(from, particles) == from;
        if is_with_the_pull(to) || !is_kept { to.as_vec2() } else { from.as_vec2() }
    }

    /// The point nearest to `wanted` (m) in the limits of anchors and spans times `scale`, and in those of this step: by
    /// alternating projections onto their discs (von Neumann), which converge to a common point of all discs if there is
    /// one.
    fn nearest(&self, wanted: DVec2, scale: f64, particles: &Particles) -> DVec2 {
        let position = |particle: ParticleId| particles.position[particle.index()].as_dvec2();
        let mut point = wanted;
        for _ in 0..MAX_PROJECTION_ROUNDS {
            let before = point;
            // Spans first: they are tighter than the limits of their anchors, so most points then satisfy those too.
            for span in &self.spans {
                point = within(point, span.nearest_at(scale, point, position), scale * f64::from(span.length));
            }
            for &ReachLimit { anchor, radius } in &self.anchors {
                point = within(point, position(anchor), scale * f64::from(radius));
            }
            point = self.within_limits_of_step(point, particles);
            if point == before {
                break;
            }
        }
        point
    }

    /// Projects a point (m) onto the discs of the limits of this step, one after the other.
    fn within_limits_of_step(&self, mut point: DVec2, particles: &Particles) -> DVec2 {
        for span in &self.pressed {
            point = within(point, span.nearest(point, |at: Vec2| at.as_dvec2()), f64::from(span.length));
        }
        for &ReachLimit { anchor, radius } in &self.wraps {
            point = within(point, particles.position[anchor.index()].as_dvec2(), f64::from(radius));
        }
        for &BendLimit { at, radius } in &self.bends {
            point = within(point, at.as_dvec2(), f64::from(radius));
        }
        point
    }

    /// Whether a point (m) is in the limits of all anchors and spans times `scale`, but for rounding.
    fn are_kept_at(&self, point: DVec2, scale: f64, particles: &Particles) -> bool {
        let position = |particle: ParticleId| particles.position[particle.index()].as_dvec2();
        let is_within = |centre: DVec2, limit: f32| point.distance(centre) <= scale * f64::from(limit) + 1e-9;
        self.anchors.iter().all(|limit| is_within(position(limit.anchor), limit.radius))
            && self.spans.iter().all(|span| is_within(span.nearest_at(scale, point, position), span.length))
    }

    /// The smallest scale of the limits, up to [`MAX_KEPT_EXTENSION`], that keeps a point (m).
    fn smallest_scale(&self, point: DVec2, particles: &Particles) -> f64 {
        let max = f64::from(MAX_KEPT_EXTENSION / MAX_EXTENSION);
        // The error of this search, 6e-9 of the limits, is less than that of a rounded position.
        first_with(1.0, max, 20, |scale| self.are_kept_at(point, scale, particles))
    }

    /// The last point from `to` back to `from` (m) that the limits times `scale` keep; `to` where they do not keep `from`.
    /// Alternating projections hardly converge where the discs of two pins only just overlap.
    fn stop_before(&self, from: DVec2, to: DVec2, scale: f64, particles: &Particles) -> DVec2 {
        let is_kept = |back: f64| self.are_kept_at(to.lerp(from, back), scale, particles);
        if is_kept(0.0) || !is_kept(1.0) { to } else { to.lerp(from, first_with(0.0, 1.0, 12, is_kept)) }
    }
}

/// The first number between two at which a condition holds that holds from there on, by bisection.
fn first_with(mut low: f64, mut high: f64, rounds: usize, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..rounds {
        let middle = 0.5 * (low + high);
        if holds(middle) { high = middle } else { low = middle }
    }
    high
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
    use crate::{Colliders, LinkKind, Settings, World};

    fn pin_at_origin() -> (Particles, GrabLimits) {
        let mut particles = Particles::default();
        particles.push(Vec2::ZERO, Vec2::ZERO, 1.0, true);
        let mut limits = GrabLimits::default();
        limits.set(&[PathEnd { particle: ParticleId(0), distance: 2.0 }], &[], 0.0);
        (particles, limits)
    }

    #[test]
    fn grab_yields_at_the_end_of_its_rope() {
        let (particles, limits) = pin_at_origin();
        assert_eq!(limits.project(Vec2::ZERO, Vec2::new(1.0, 0.0), &particles), Vec2::new(1.0, 0.0));
        let far = limits.project(Vec2::ZERO, Vec2::new(0.0, 50.0), &particles);
        assert!((far - Vec2::new(0.0, 2.0 * MAX_EXTENSION)).length() < 1e-5, "{far}");
    }

    #[test]
    fn grab_does_not_pull_off_a_taut_edge() {
        let (mut particles, mut limits) = pin_at_origin();
        particles.push(Vec2::new(4.0, 0.0), Vec2::ZERO, 1.0, true);
        let pins = [0, 1].map(|pin| PathEnd { particle: ParticleId(pin), distance: 6.0 });
        let span = Span { between: [0, 1].map(|pin| (ParticleId(pin), 2.0)), length: 4.0 };
        limits.set(&pins, &[span], 0.0);
        let lowest = limits.project(Vec2::ZERO, Vec2::new(2.0, -50.0), &particles);
        assert!((lowest - Vec2::new(2.0, -4.0 * MAX_EXTENSION)).length() < 1e-5, "{lowest}");
        assert_eq!(limits.project(Vec2::ZERO, Vec2::new(1.0, -3.0), &particles), Vec2::new(1.0, -3.0));
        // An edge that sags by a triangle of 3, 4 and 5 m.
        particles.position[1] = Vec2::new(8.0, 0.0);
        let pins = pins.map(|pin| PathEnd { distance: 7.0, ..pin });
        let span =
            Span { between: [0, 1].map(|pin| (ParticleId(pin), 5.0 / MAX_EXTENSION)), length: 2.0 / MAX_EXTENSION };
        limits.set(&pins, &[span], 0.0);
        let lowest = limits.project(Vec2::new(4.0, -3.0), Vec2::new(4.0, -50.0), &particles);
        assert!((lowest - Vec2::new(4.0, -5.0)).length() < 1e-4, "{lowest}");
    }

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
        assert_eq!(at[1], Vec2::new(1.0, 0.0), "the grab holds this one");
        assert!(pins.iter().all(|pin| world.bodies.particles.displacement[pin.index()] == Vec2::ZERO));
        let length = world.bodies.particles.position[free.index()].distance(at[0]);
        assert!((length - 1.0).abs() < 1e-3, "{length}");
    }

    #[test]
    fn grab_follows_the_whole_path_of_its_pointer() {
        let (particles, limits) = pin_at_origin();
        let mut grab = Grab::new(0, ParticleId(0), Vec2::ZERO);
        grab.follow(Vec2::new(1.0, 0.0));
        grab.follow(Vec2::new(1.0, 1.0));
        assert_eq!(grab.speed(Vec2::ZERO, 0.5, 100.0), 4.0);
        assert_eq!(grab.advance(Vec2::ZERO, 1.5, &limits, &particles), Vec2::new(1.0, 0.5));
        assert_eq!(grab.advance(Vec2::new(1.0, 0.5), 9.0, &limits, &particles), Vec2::new(1.0, 1.0));
        assert_eq!(grab.pointer(), Vec2::new(1.0, 1.0));
    }
}
