//! Discs against discs: apart, friction, no bounce.
//!
//! First every pair that overlaps is put beside each other, by inverse masses, and what that moves is motion, as what
//! links move is: a pile at rest then has none. Of what was overlapping before (something was put there, or a pile has been
//! pressed together) no more than a little is taken back in a substep, and afterwards what pairs have gained in speed from
//! each other by that is taken from them again. So nothing pops, and no pair comes out faster than it went in.

use glam::Vec2;

use super::{Discs, Rest, pairs::Pair, sleep::threshold};
use crate::physics::{contact::Surface, particles::Particles};

/// Overlaps deeper than this share of both radii come from something that was put there, and are taken back without speed:
/// this share of them in a substep. What piles press each other by when they land at some m/s is less.
const DEEP: f32 = 0.4;
const ESCAPE: f32 = 0.05;

/// What was done to a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    a: u32,
    b: u32,
    /// Unit vector from the first to the second.
    normal: Vec2,
    /// How fast they went apart before, m a substep.
    apart: f32,
    /// How far friction can hold one back from going past the other, m.
    held: f32,
}

impl Discs {
    /// Parts what overlaps: through the list there and back in every substep. One way alone, all leaned to one side, and a pile
    /// walked at 0.03 m/s; by turns, it came to rest in two ways by turns, and shivered at 0.1 m/s.
    pub(super) fn part(&mut self, particles: &mut Particles, surface: Surface) {
        let Self { pairs, touches, .. } = self;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut bodies = Bodies { position, displacement, inv_mass };
        touches.clear();
        let mut part = |pair: &Pair| touches.extend(bodies.part(*pair, surface));
        pairs.iter().rev().for_each(&mut part);
        pairs.iter().for_each(&mut part);
        touches.iter().for_each(|touch| bodies.calm(*touch));
    }

    /// Looks which discs something has come to, or has left, that were asleep: they are woken at the end of the step.
    pub(super) fn see_borders(&mut self, particles: &Particles, rest: &Rest) {
        let Self { borders, found_at, woken, radius, common, .. } = self;
        borders.retain(|&Pair { a, b, reach }| {
            let (a, b) = (a as usize, b as usize);
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
}

impl Bodies<'_> {
    /// Puts two discs that overlap beside each other.
    #[inline]
    fn part(&mut self, Pair { a, b, reach }: Pair, surface: Surface) -> Option<Touch> {
        let (first, second) = (a as usize, b as usize);
        if self.inv_mass[first] + self.inv_mass[second] == 0.0 {
            // Both were pinned, or fell asleep, since they were found: neither is moved.
            return None;
        }
        let way = self.position[second] - self.position[first];
        let squared = way.x * way.x + way.y * way.y;
        let relative = self.displacement[second] - self.displacement[first];
        let (way, distance) = if squared < reach * reach {
            (way, squared.sqrt())
        } else {
            // What has gone farther than a radius may have gone past the other, or through it.
            let gone = relative.x * relative.x + relative.y * relative.y;
            if gone * 4.0 < reach * reach {
                return None;
            }
            let share = passing(way, relative, gone, reach)?;
            let meeting = way - relative * share;
            // So far along the normal there that the two are on the sides on which they were.
            let size = (meeting.x * meeting.x + meeting.y * meeting.y).sqrt();
            if size <= 1e-6 {
                return None;
            }
            let normal = meeting / size;
            (meeting, normal.dot(way))
        };
        let length = (way.x * way.x + way.y * way.y).sqrt();
        // Of two in one place, each goes to a side of its own.
        let normal = if length > 1e-6 { way / length } else { Vec2::X };
        let outward = relative.dot(normal);
        let approach = if outward < 0.0 { -outward } else { 0.0 };
        let depth = reach - distance;
        // Out of deep inside it comes by and by, and that is no motion.
        let (correction, lift) = if depth < DEEP * reach || depth < approach {
            (depth, 0.0)
        } else {
            (approach, ESCAPE * (depth - approach))
        };
        let (of_first, of_second) = (self.inv_mass[first], self.inv_mass[second]);
        let total = of_first + of_second;
        let (change, lift) = (normal * (correction / total), normal * (lift / total));
        self.position[first] -= (change + lift) * of_first;
        self.displacement[first] -= change * of_first;
        self.position[second] += (change + lift) * of_second;
        self.displacement[second] += change * of_second;
        Some(Touch {
            a,
            b,
            normal,
            apart: if outward > 0.0 { outward } else { 0.0 },
            // Beside each other after they passed, rounding may leave a gap: below nothing, it would make nothing of 0 by 0.
            held: surface.friction * if correction > 0.0 { correction } else { 0.0 },
        })
    }

    /// Takes from two discs what they have gained in speed from each other, and slows them where they slide along each other.
    /// Coulomb's law, as to what the whole substep has come to: asked contact by contact, while things are still being pushed
    /// to and fro, friction is a ratchet, and whole piles walked at 0.03 m/s.
    #[inline]
    fn calm(&mut self, Touch { a, b, normal, apart, held }: Touch) {
        let (a, b) = (a as usize, b as usize);
        let relative = self.displacement[b] - self.displacement[a];
        let outward = relative.dot(normal);
        let sideways = relative - normal * outward;
        let along = (sideways.x * sideways.x + sideways.y * sideways.y).sqrt();
        let slip = if along <= held { sideways } else { sideways * (held / along) };
        let gained = if outward > apart { outward - apart } else { 0.0 };
        let (of_a, of_b) = (self.inv_mass[a], self.inv_mass[b]);
        let total = of_a + of_b;
        let (slip, change) = (slip / total, (normal * gained + slip) / total);
        self.position[a] += slip * of_a;
        self.displacement[a] += change * of_a;
        self.position[b] -= slip * of_b;
        self.displacement[b] -= change * of_b;
    }
}

/// Which share of what they have `gone` (squared) relative to each other has to be taken back until two discs touch that have
/// passed each other; `None` where they have not come near.
#[inline]
fn passing(way: Vec2, relative: Vec2, gone: f32, reach: f32) -> Option<f32> {
    let start = way - relative;
    let along = start.dot(relative);
    let apart = start.dot(start) - reach * reach;
    let root = along * along - gone * apart;
    // They were overlapping, go apart, or go past each other.
    if apart <= 0.0 || along >= 0.0 || root <= 0.0 {
        return None;
    }
    let time = (-along - root.sqrt()) / gone;
    (time <= 1.0).then_some(1.0 - time)
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
        let mut discs = Discs { pairs: vec![Pair { a: 0, b: 1, reach: 0.2 }], ..Discs::default() };
        discs.part(&mut particles, SURFACE);
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
        // There and back: twice a share of what is left.
        let left = 0.1 * (1.0 - ESCAPE) * (1.0 - ESCAPE);
        assert!((after.position[1].x - after.position[0].x - (0.2 - left)).abs() < 1e-6);
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

    #[test]
    fn two_that_are_fixed_stay_where_they_are() {
        let mut particles = Particles::default();
        for x in [0.0, 0.05] {
            particles.push(Vec2::new(x, 0.0), Vec2::ZERO, 1.0, true);
        }
        let before = particles.position.clone();
        let pairs = vec![Pair { a: 0, b: 1, reach: 0.2 }];
        Discs { pairs, ..Discs::default() }.part(&mut particles, SURFACE);
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
