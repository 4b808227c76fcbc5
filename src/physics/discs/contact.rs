//! Discs against discs: apart, friction, no bounce.
//!
//! A contact takes from two discs the motion that would bring them into each other, and no more than what it has pushed
//! itself: impulses are summed up over a substep and never pull. Of what was overlapping before (something was put there, or
//! has been pressed together) a share is taken back in a substep, by moving things without giving them speed. So nothing
//! pops, whatever is put into one place.
//!
//! Discs are parted from the lowest to the highest, each from all that it lies on, there and back. What lies on the
//! ground, or on something that does, bears what comes to it from above as if it could not be moved: one pass then holds
//! a pile of any height, where passes that move both need the square of its height (E. Guendelman, R. Bridson and
//! R. Fedkiw, "Nonconvex rigid bodies with stacking", 2003, call it shock propagation; M. Macklin et al., "Unified particle
//! physics for real-time applications", 2014, scale masses for it). The price: what lies below feels of the load only what
//! lies right on it. It is never done where it would add energy of motion: where what is below moves more than what comes,
//! or up. What has come into the gap of a link that lies on the ground is lifted out of it likewise ([`super::thread`]).

use glam::Vec2;

use super::{
    Discs, Rest,
    pairs::Pair,
    sleep::{AGAIN, TIGHT, threshold},
    thread::{Meeting, Threads},
    touch::{Touch, apart, meeting},
};
use crate::physics::{
    collider::Colliders,
    contact::{self, Surface},
    particles::Particles,
};

/// This share of an overlap that was there before is taken back in a substep, but no faster than this, m/s.
const ESCAPE: f32 = 0.2;
const ESCAPE_SPEED: f32 = 0.5;

/// What overlaps by more than this share of both radii does not sleep.
pub(super) const DEEP: f32 = 0.05;

/// A disc lies on another where the way up is at least this share of the way to it.
const STEEPEST: f32 = 0.2;

/// A wall holds what is pushed at it within 60 degrees.
const STRAIGHT: f32 = 0.5;

/// A ball that is so many times as heavy as what it falls on pushes that aside, unless it comes slower than this, m/s.
const HEAVIER: f32 = 4.0;
const SLOW: f32 = 0.1;

/// What is no farther from another than this share of both radii is as good as on it: the links have just drawn it off, or
/// what else it touches is about to push it there. With nothing of it, what lies in a pile has lost its hold in every other
/// substep: of 1 000 discs flung from side to side, several came to lie within each other, and they never slept.
pub(super) const CLOSE: f32 = 0.15;

/// What is no farther from the ground than this share of its radius lies on it.
const NEAR: f32 = 0.01;

impl Discs {
    /// Parts what overlaps.
    pub(super) fn part(&mut self, particles: &mut Particles, colliders: &Colliders, surface: Surface) {
        let fall = (surface.fall.x * surface.fall.x + surface.fall.y * surface.fall.y).sqrt();
        let up = if fall > 0.0 { -surface.fall / fall } else { Vec2::ZERO };
        self.threads.look(particles);
        self.stand(particles, colliders, surface);
        self.bear(particles, colliders, up);
        let Self { pairs, touches, borne, walls, pressed, largest, close, threads, .. } = self;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut fastest = 0.0f32;
        for by in &*displacement {
            fastest = fastest.max(by.x * by.x + by.y * by.y);
        }
        let fast = 4.0 * fastest.sqrt();
        let mut bodies = Bodies {
            fast,
            largest: 2.0 * *largest,
            close: *close,
            threads,
            position,
            displacement,
            inv_mass,
            borne,
            walls,
            up,
            fall,
            surface,
        };
        touches.clear();
        for group in pairs.chunk_by(|one, other| one.b == other.b) {
            let first = touches.len();
            for pair in group {
                touches.extend(bodies.touch(*pair));
            }
            bodies.settle(&mut touches[first..]);
        }
        pressed.clear();
        for touch in touches.iter().filter(|touch| touch.is_deep) {
            pressed.extend([touch.a, touch.b]);
        }
        // What gives way passes on downwards what it was pushed by.
        for touch in touches.iter_mut().rev().filter(|touch| touch.shares[0] > 0.0) {
            bodies.push(touch);
        }
    }

    /// Puts what has come into the ground and into walls back first, for others lie on it.
    fn stand(&self, particles: &mut Particles, colliders: &Colliders, surface: Surface) {
        for &(number, index) in &self.beside {
            if let Some(plane) = colliders.planes().nth(number as usize) {
                contact::resolve_disc(particles, (index as usize, self.radius[index as usize]), plane, surface);
            }
        }
    }

    /// Finds what cannot be pressed down, for it lies on the ground or is fixed, and what stands at walls.
    fn bear(&mut self, particles: &Particles, colliders: &Colliders, up: Vec2) {
        let Self { borne, walls, radius, beside, .. } = self;
        borne.clear();
        borne.extend(particles.inv_mass.iter().map(|inv_mass| *inv_mass == 0.0));
        walls.resize(borne.len(), Vec2::ZERO);
        beside.iter().for_each(|&(_, index)| walls[index as usize] = Vec2::ZERO);
        for &(number, index) in &*beside {
            let (Some(plane), index) = (colliders.planes().nth(number as usize), index as usize) else { continue };
            if plane.offset + radius[index] - plane.normal.dot(particles.position[index]) > -NEAR * radius[index] {
                if plane.normal.dot(up) > STEEPEST {
                    borne[index] = true;
                } else {
                    walls[index] += plane.normal;
                }
            }
        }
    }

    /// Looks which discs something has come to, or has left, that were asleep: they are woken at the end of the step.
    pub(super) fn see_borders(&mut self, particles: &Particles, rest: &Rest) {
        let Self { borders, found_at, woken, radius, common, pressed, .. } = self;
        pressed.sort_unstable();
        borders.retain(|&Pair { a, b, reach }| {
            let (a, b) = (a as usize, b as usize);
            // What has been pressed into something cannot come out while that is asleep. What merely touches it mostly sleeps
            // on, and presses on it no more.
            let squared = (particles.position[b] - particles.position[a]).length_squared();
            let near = if rest.steps[a].is_multiple_of(AGAIN) { reach } else { (1.0 - TIGHT) * reach };
            if squared < near * near && pressed.binary_search(&(a as u32)).is_ok() {
                woken.push(b as u32);
                return false;
            }
            if !rest.has_moved(a, particles.position[a], radius[a].min(*common)) {
                return true;
            }
            let near = reach + threshold(radius[b]);
            let touched = |a: Vec2, b: Vec2| (b - a).length_squared() < near * near;
            let is_touched = touched(particles.position[a], particles.position[b]) || touched(found_at[a], found_at[b]);
            if is_touched {
                woken.push(b as u32);
            }
            !is_touched
        });
    }
}

/// What contacts read and change, as slices of equal length.
struct Bodies<'a> {
    position: &'a mut [Vec2],
    displacement: &'a mut [Vec2],
    inv_mass: &'a [f32],
    /// What bears whatever comes from above.
    borne: &'a mut [bool],
    /// Away from the walls that something stands at.
    walls: &'a [Vec2],
    /// Unit vector against gravity, or zero.
    up: Vec2,
    /// What gravity adds in a substep, m.
    fall: f32,
    surface: Surface,
    /// Discs that touch at no more than this, m, may have gone through each other.
    fast: f32,
    /// Those that touch at more than this, m, are balls.
    largest: f32,
    /// [`CLOSE`], or nothing.
    close: f32,
    /// Links, where they have to do with contacts.
    threads: &'a Threads,
}

impl Bodies<'_> {
    /// How two discs touch, if they do. Always inlined: what it finds is to be written once, where it is kept.
    #[inline(always)]
    fn touch(&self, Pair { a, b, reach }: Pair) -> Option<Touch> {
        let (lower, upper) = (a as usize, b as usize);
        let total = self.inv_mass[lower] + self.inv_mass[upper];
        if total == 0.0 {
            // Both were pinned, or fell asleep, since they were found: neither is moved.
            return None;
        }
        let way = self.position[upper] - self.position[lower];
        let squared = way.x * way.x + way.y * way.y;
        let is_hard = reach > self.largest;
        let near = if is_hard { reach } else { (1.0 + self.close) * reach };
        if squared >= near * near && reach > self.fast {
            return None;
        }
        let relative = self.displacement[upper] - self.displacement[lower];
        let near_threads = !is_hard && self.threads.concern(lower, upper, squared, reach);
        let how = if near_threads { self.threads.meeting(self.position, lower, upper, reach) } else { Meeting::Discs };
        let met = match how {
            Meeting::Crossed => return None,
            Meeting::Gap { normal, distance } => Some((normal, distance)),
            Meeting::Discs if squared >= reach * reach => meeting(way, relative, reach),
            Meeting::Discs => None,
        };
        let (normal, distance) = match met {
            Some(met) => met,
            None if squared < near * near => {
                let distance = squared.sqrt();
                (if distance > 1e-6 { way * (1.0 / distance) } else { apart(a, b) }, distance)
            }
            None => return None,
        };
        let outward = relative.dot(normal);
        let before = distance - outward - reach;
        // What is in the gap of a link comes up from there, however low it is, where that link lies on the ground: of others it
        // is not known yet whether they are borne. When those lifted it out too, weights that something held down were lifted
        // for ever.
        let is_under = normal.dot(self.up) <= -STEEPEST;
        let shares = if is_under && self.bears((upper, lower), -normal, outward, is_hard) {
            [1.0, 0.0]
        } else if self.bears((lower, upper), normal, outward, is_hard) || self.stands(lower, upper, -normal) {
            [0.0, 1.0]
        } else if self.stands(upper, lower, normal) {
            [1.0, 0.0]
        } else if !is_hard && self.is_slow(outward) && self.weighs_down(lower, upper, normal) {
            [0.5, 0.5]
        } else {
            [self.inv_mass[lower] / total, self.inv_mass[upper] / total]
        };
        let (gap, depth) = if before > 0.0 { (before, 0.0) } else { (0.0, -before) };
        Some(Touch {
            a,
            b,
            normal,
            gap,
            depth,
            is_deep: depth > DEEP * reach,
            is_hard,
            relative,
            shares,
            pushed: 0.0,
            dragged: 0.0,
        })
    }

    /// Whether the lower disc is not moved by the upper one, which comes to it at `outward` (m a substep); `is_hard` where one
    /// is a ball.
    #[inline]
    fn bears(&self, (lower, upper): (usize, usize), normal: Vec2, outward: f32, is_hard: bool) -> bool {
        if !self.borne[lower] || normal.dot(self.up) < STEEPEST || self.inv_mass[upper] == 0.0 {
            return false;
        }
        let (below, above) = (self.displacement[lower].dot(normal), self.displacement[upper].dot(normal));
        let is_light = !is_hard || self.inv_mass[lower] <= HEAVIER * self.inv_mass[upper];
        below <= 2.0 * self.fall && below.abs() <= above.abs() + self.fall && (is_light || self.is_slow(outward))
    }

    /// Whether two discs that go apart by `outward` (m a substep) hardly come to each other.
    #[inline]
    fn is_slow(&self, outward: f32) -> bool {
        -outward <= SLOW * self.surface.substep + 2.0 * self.fall
    }

    /// Whether the upper disc is taken to be no heavier than the lower one, which it weighs down on: with its true mass it
    /// would go on into what is light below until all of that lay on the ground. Takes motion away and never adds any, for
    /// the lower one moves no faster than it, before and after.
    #[inline]
    fn weighs_down(&self, lower: usize, upper: usize, normal: Vec2) -> bool {
        let (below, above) = (self.displacement[lower].dot(normal), self.displacement[upper].dot(normal));
        normal.dot(self.up) >= STEEPEST
            && self.inv_mass[upper] > 0.0
            && self.inv_mass[upper] < self.inv_mass[lower]
            && below.abs() <= above.abs() + self.fall
    }

    /// Whether a disc stands at a wall that keeps it from being pushed along `way` by another.
    #[inline]
    fn stands(&self, one: usize, other: usize, way: Vec2) -> bool {
        self.walls[one].dot(way) < -STRAIGHT
            && self.inv_mass[other] > 0.0
            && self.displacement[one].dot(way).abs() <= self.displacement[other].dot(way).abs() + self.fall
    }

    /// Parts a disc from all that it lies on.
    #[inline]
    fn settle(&mut self, touches: &mut [Touch]) {
        if touches.iter().all(|touch| touch.shares[0] == 0.0) {
            self.rest(touches);
        } else {
            touches.iter_mut().for_each(|touch| self.push(touch));
            touches.iter_mut().rev().for_each(|touch| self.push(touch));
        }
        for touch in touches {
            self.borne[touch.b as usize] |= self.borne[touch.a as usize] && touch.normal.dot(self.up) >= STEEPEST;
            if touch.depth > 0.0 {
                self.take_back(touch);
            }
        }
    }

    /// Puts a disc beside all that it lies on, where none of that moves: as [`Bodies::push`] would, and writes once.
    #[inline]
    fn rest(&mut self, touches: &mut [Touch]) {
        let Some(&Touch { b, .. }) = touches.first() else { return };
        let (b, friction) = (b as usize, self.surface.friction);
        let mut moved = Vec2::ZERO;
        let mut push = |touch: &mut Touch| {
            moved += touch.push(touch.relative + moved);
            moved += touch.drag(touch.relative + moved, friction);
        };
        touches.iter_mut().for_each(&mut push);
        // The last one is as it is to be.
        touches.iter_mut().rev().skip(1).for_each(&mut push);
        self.position[b] += moved;
        self.displacement[b] += moved;
    }

    /// Takes from two discs what brings them into each other, and slows them where they slide along each other by
    /// Coulomb's law.
    #[inline]
    fn push(&mut self, touch: &mut Touch) {
        let (a, b) = (touch.a as usize, touch.b as usize);
        let relative = self.displacement[b] - self.displacement[a];
        if touch.is_idle(relative) {
            return;
        }
        let push = touch.push(relative);
        let change = push + touch.drag(relative + push, self.surface.friction);
        let (of_a, of_b) = (change * touch.shares[0], change * touch.shares[1]);
        self.position[a] -= of_a;
        self.displacement[a] -= of_a;
        self.position[b] += of_b;
        self.displacement[b] += of_b;
    }

    /// Takes back a share of an overlap that was there before. That is no motion.
    #[inline]
    fn take_back(&mut self, touch: &Touch) {
        let most = ESCAPE_SPEED * self.surface.substep;
        let way = if touch.is_hard { touch.depth } else { ESCAPE * touch.depth };
        let way = touch.normal * if way < most || touch.is_hard { way } else { most };
        self.position[touch.a as usize] -= way * touch.shares[0];
        self.position[touch.b as usize] += way * touch.shares[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SURFACE: Surface = Surface { restitution: 0.5, friction: 0.5, fall: Vec2::ZERO, substep: 0.001 };

    /// Two discs of 0.1 m, 1 and 3 kg, at these places with these motions.
    fn parted(at: [Vec2; 2], by: [Vec2; 2]) -> Particles {
        let mut particles = Particles::default();
        for (number, mass) in [1.0, 3.0].into_iter().enumerate() {
            particles.push(at[number], by[number], mass, false);
        }
        let mut discs = Discs { pairs: vec![Pair { a: 0, b: 1, reach: 0.2 }], largest: 0.1, ..Discs::default() };
        discs.part(&mut particles, &Colliders::default(), SURFACE);
        particles
    }

    #[test]
    fn two_that_meet_go_on_together() {
        let after = parted([Vec2::ZERO, Vec2::new(0.196, 0.0)], [Vec2::new(0.004, 0.0), Vec2::ZERO]);
        let expected = [Vec2::new(-0.003, 0.0), Vec2::new(0.197, 0.0)];
        for (at, expected) in after.position.iter().zip(expected) {
            assert!((*at - expected).length() < 1e-6, "{at} {expected}");
        }
        assert!((after.displacement[0] - after.displacement[1]).length() < 1e-6, "{:?}", after.displacement);
        assert!((after.displacement[0].x - 0.001).abs() < 1e-6, "momentum is kept");
    }

    #[test]
    fn what_overlaps_at_rest_comes_out_slowly_and_without_speed() {
        let after = parted([Vec2::ZERO, Vec2::new(0.1, 0.0)], [Vec2::ZERO; 2]);
        let way = after.position[1].x - after.position[0].x;
        assert!((way - (0.1 + ESCAPE_SPEED * SURFACE.substep)).abs() < 1e-6, "{way}");
        assert!(after.displacement.iter().all(|by| by.length() < 1e-7), "{:?}", after.displacement);
    }

    #[test]
    fn what_has_jumped_over_the_other_is_put_back_to_its_side() {
        let after = parted([Vec2::new(0.3, 0.0), Vec2::ZERO], [Vec2::new(0.6, 0.0), Vec2::ZERO]);
        let way = after.position[1] - after.position[0];
        assert!((way - Vec2::new(0.2, 0.0)).length() < 1e-5, "{way}");
        // The motion that is left is that up to where they met.
        assert!((after.displacement[0].x - 0.225).abs() < 1e-6, "{:?}", after.displacement);
        assert!((after.displacement[1].x - 0.125).abs() < 1e-6, "{:?}", after.displacement);
    }

    #[test]
    fn whatever_passes_at_whatever_speed_ends_somewhere() {
        let mut random = crate::physics::random::SplitMix64 { state: 8_047 };
        let mut number = |most: f32| (random.next() % 2_001) as f32 * 0.001 * most - most;
        for _ in 0..100_000 {
            let gone = number(40.0);
            let at = Vec2::new(number(0.3), 0.0);
            let after = parted([at, Vec2::ZERO], [Vec2::new(gone, 0.0), Vec2::ZERO]);
            assert!(after.position.iter().chain(&after.displacement).all(|at| at.is_finite()), "{at} {gone}");
        }
    }

    const FALL: Vec2 = Vec2::new(0.0, -1e-5);

    /// A tower of discs of 0.1 m on the ground, the lowest first, each with this motion upwards; what the pairs are.
    fn tower(motion: &[f32]) -> (Particles, Discs) {
        let mut particles = Particles::default();
        for (number, &up) in motion.iter().enumerate() {
            particles.push(Vec2::new(0.0, 0.1 + 0.2 * number as f32 + up), Vec2::new(0.0, up), 1.0, false);
        }
        let pairs = (1..motion.len() as u32).map(|b| Pair { a: b - 1, b, reach: 0.2 }).collect();
        (
            particles,
            Discs { pairs, radius: vec![0.1; motion.len()], largest: 0.1, beside: vec![(0, 0)], ..Discs::default() },
        )
    }

    #[test]
    fn a_tower_stands_after_one_pass() {
        let (mut particles, mut discs) = tower(&[FALL.y; 30]);
        discs.part(&mut particles, &Colliders::new(Some(0.0), None), Surface { fall: FALL, ..SURFACE });
        for (number, (at, by)) in particles.position.iter().zip(&particles.displacement).enumerate() {
            // As exactly as so high a place can be told.
            assert!((at.y - 0.1 - 0.2 * number as f32).abs() < 5e-6 && by.length() < 4e-6, "{number}: {at} {by}");
        }
    }

    #[test]
    fn what_comes_up_from_the_ground_does_not_throw_what_lies_on_it() {
        let (mut particles, mut discs) = tower(&[0.002, -0.002]);
        particles.position[1].y = particles.position[0].y + 0.199;
        let energy = |particles: &Particles| particles.displacement.iter().map(|by| by.length_squared()).sum::<f32>();
        let before = energy(&particles);
        discs.part(&mut particles, &Colliders::new(Some(0.0), None), Surface { fall: FALL, ..SURFACE });
        assert!(energy(&particles) < 0.6 * before, "{} of {before}", energy(&particles));
    }

    #[test]
    fn what_is_fixed_above_is_not_lifted_by_what_lies_below() {
        let (mut particles, mut discs) = tower(&[0.0, 0.0]);
        particles.position[1].y -= 0.02;
        particles.inv_mass[1] = 0.0;
        let before = particles.position[1];
        discs.part(&mut particles, &Colliders::new(Some(0.0), None), Surface { fall: FALL, ..SURFACE });
        assert_eq!(particles.position[1], before);
    }

    #[test]
    fn what_stands_at_a_wall_is_not_pushed_into_it() {
        let (mut particles, mut discs) = tower(&[0.0, 0.0]);
        let room = crate::physics::Room { min: Vec2::new(-0.1, 0.0), max: Vec2::new(9.0, 9.0) };
        (particles.position[0], particles.position[1]) = (Vec2::new(0.0, 3.0), Vec2::new(0.199, 3.0));
        particles.displacement[1] = Vec2::new(-0.001, 0.0);
        let colliders = Colliders::new(None, Some(room));
        discs.beside = (0..).zip(colliders.planes()).map(|(number, _)| (number, 0)).collect();
        discs.part(&mut particles, &colliders, Surface { fall: FALL, ..SURFACE });
        assert!(particles.position[0].x >= 0.0, "{}", particles.position[0]);
        assert!((particles.position[1].x - 0.2).abs() < 1e-5, "{}", particles.position[1]);
    }

    #[test]
    fn two_that_are_fixed_stay_where_they_are() {
        let mut particles = Particles::default();
        for x in [0.0, 0.05] {
            particles.push(Vec2::new(x, 0.0), Vec2::ZERO, 1.0, true);
        }
        let before = particles.position.clone();
        let pairs = vec![Pair { a: 0, b: 1, reach: 0.2 }];
        Discs { pairs, ..Discs::default() }.part(&mut particles, &Colliders::default(), SURFACE);
        assert_eq!(particles.position, before, "and not nowhere");
    }

    #[test]
    fn sideways_they_are_slowed_by_no_more_than_they_are_pressed() {
        let by = [Vec2::new(0.004, 0.01), Vec2::ZERO];
        let after = parted([Vec2::ZERO, Vec2::new(0.196, 0.0)], by);
        let sideways = after.displacement[0].y - after.displacement[1].y;
        assert!((sideways - (0.01 - 0.5 * 0.004)).abs() < 1e-4, "{sideways}");
    }
}
