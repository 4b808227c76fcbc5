//! Discs against discs: apart, friction, no bounce.
//!
//! A contact takes from two discs the motion that would bring them into each other, and no more than what it has pushed
//! itself: impulses are summed up over a substep and never pull. Of what was overlapping before (something was put there, or
//! has been pressed together) a share is taken back in a substep, by moving things without giving them speed. So whatever is
//! put into one place comes apart, lone discs at once and linked ones slowly, and nothing flies off.
//!
//! Discs are parted from the lowest to the highest, each from all that it lies on, there and back. What lies on the
//! ground, or on something that does, bears what comes to it from above as if it could not be moved: one pass then holds
//! a pile of any height, where passes that move both need the square of its height (E. Guendelman, R. Bridson and
//! R. Fedkiw, "Nonconvex rigid bodies with stacking", 2003, call it shock propagation; M. Macklin et al., "Unified particle
//! physics for real-time applications", 2014, scale masses for it). The price: what lies below feels of the load only what
//! lies right on it. It is never done where it would add energy of motion: where what is below moves more than what comes,
//! or up. What has come into the gap of a link that lies on the ground is lifted out of it likewise ([`crate::collision::particle_contact::link_contacts`]).

use glam::Vec2;

use crate::{
    collision::particle_contact::{
        ParticleContacts, SleepState,
        broad_phase::Pair,
        contact_solver::{Bodies, STEEPEST},
        islands::{AGAIN, PATIENCE, TIGHT, threshold},
    },
    geometry::colliders::Colliders,
    particles::storage::Particles,
    plane_contact::{self, ContactParameters},
    simd,
};

/// What is no farther from the ground than this share of its radius lies on it.
const NEAR: f32 = 0.01;

impl ParticleContacts {
    /// Parts what overlaps.
    pub(crate) fn part(&mut self, particles: &mut Particles, colliders: &Colliders, surface: ContactParameters) {
        let fall = (surface.fall.x * surface.fall.x + surface.fall.y * surface.fall.y).sqrt();
        let up = if fall > 0.0 { -surface.fall / fall } else { Vec2::ZERO };
        self.link_contacts.look(particles);
        self.stand(particles, colliders, surface);
        self.bear(particles, colliders, up);
        let Self { pairs, contacts, borne, walls, pressed, largest, close, link_contacts, gathered, .. } = self;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let fast = 4.0 * simd::max_length_squared(displacement).sqrt();
        let mut bodies = Bodies {
            fast,
            largest: 2.0 * *largest,
            close: *close,
            link_contacts,
            gathered,
            position,
            displacement,
            inv_mass,
            borne,
            walls,
            up,
            fall,
            surface,
        };
        contacts.clear();
        for group in pairs.chunk_by(|one, other| one.b == other.b) {
            let first = contacts.len();
            for pair in group {
                contacts.extend(bodies.touch(*pair));
            }
            bodies.settle(&mut contacts[first..]);
        }
        pressed.clear();
        for touch in contacts.iter().filter(|touch| touch.is_deep) {
            pressed.extend([touch.a, touch.b]);
        }
        // What gives way passes on downwards what it was pushed by.
        for touch in contacts.iter_mut().rev().filter(|touch| touch.shares[0] > 0.0) {
            bodies.push(touch);
        }
    }

    /// Puts what has come into the ground and into walls back first, for others lie on it.
    fn stand(&self, particles: &mut Particles, colliders: &Colliders, surface: ContactParameters) {
        for &(number, index) in &self.beside {
            if let Some(plane) = colliders.planes().nth(number as usize) {
                plane_contact::resolve_disc(particles, (index as usize, self.radius[index as usize]), plane, surface);
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
    pub(crate) fn see_borders(&mut self, particles: &Particles, rest: &SleepState) {
        let Self { borders, found_at, woken, radius, common, pressed, .. } = self;
        pressed.sort_unstable();
        borders.retain(|&Pair { a, b, reach }| {
            let (a, b) = (a as usize, b as usize);
            // What has been pressed into something cannot come out while that is asleep. What merely touches it mostly sleeps
            // on, and presses on it no more. And what has waited long enough wakes nothing: two of them woke each other by
            // turns for ever.
            let waits = rest.steps[a] < PATIENCE;
            let near = if rest.steps[a].is_multiple_of(AGAIN) { reach } else { (1.0 - TIGHT) * reach };
            let squared = (particles.position[b] - particles.position[a]).length_squared();
            if waits && squared < near * near && pressed.binary_search(&(a as u32)).is_ok() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::particle_contact::contact_solver::LONE;

    const SURFACE: ContactParameters =
        ContactParameters { restitution: 0.5, friction: 0.5, fall: Vec2::ZERO, substep: 0.001 };

    /// Two discs of 0.1 m, 1 and 3 kg, at these places with these motions.
    fn parted(at: [Vec2; 2], by: [Vec2; 2]) -> Particles {
        let mut particles = Particles::default();
        for (number, mass) in [1.0, 3.0].into_iter().enumerate() {
            particles.push(at[number], by[number], mass, false);
        }
        let mut discs = ParticleContacts {
            pairs: vec![Pair { a: 0, b: 1, reach: 0.2 }],
            largest: 0.1,
            ..ParticleContacts::default()
        };
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
    fn what_overlaps_at_rest_comes_out_without_speed() {
        let after = parted([Vec2::ZERO, Vec2::new(0.1, 0.0)], [Vec2::ZERO; 2]);
        let way = after.position[1].x - after.position[0].x;
        assert!((way - (0.1 + LONE.way(0.1, SURFACE.substep))).abs() < 1e-6, "{way}");
        assert!(after.displacement.iter().all(|by| by.length() < 1e-7), "{:?}", after.displacement);
    }

    #[test]
    fn what_is_between_a_deep_overlap_and_a_less_deep_one_comes_to_their_middle() {
        // Both deeper than a limit lets out in a substep: with the same way for both it stayed where it was.
        let mut particles = Particles::default();
        for (x, is_fixed) in [(0.0, true), (0.3, true), (0.12, false)] {
            particles.push(Vec2::new(x, 0.0), Vec2::ZERO, 1.0, is_fixed);
        }
        let pairs = (0..2).map(|a| Pair { a, b: 2, reach: 0.4 }).collect();
        let mut discs = ParticleContacts { pairs, largest: 0.2, ..ParticleContacts::default() };
        (0..400).for_each(|_| discs.part(&mut particles, &Colliders::default(), SURFACE));
        assert!((particles.position[2].x - 0.15).abs() < 0.002, "{}", particles.position[2]);
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
        let mut random = crate::math::random::SplitMix64 { state: 8_047 };
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
    fn tower(motion: &[f32]) -> (Particles, ParticleContacts) {
        let mut particles = Particles::default();
        for (number, &up) in motion.iter().enumerate() {
            particles.push(Vec2::new(0.0, 0.1 + 0.2 * number as f32 + up), Vec2::new(0.0, up), 1.0, false);
        }
        let pairs = (1..motion.len() as u32).map(|b| Pair { a: b - 1, b, reach: 0.2 }).collect();
        (
            particles,
            ParticleContacts {
                pairs,
                radius: vec![0.1; motion.len()],
                largest: 0.1,
                beside: vec![(0, 0)],
                ..ParticleContacts::default()
            },
        )
    }

    #[test]
    fn a_tower_stands_after_one_pass() {
        let (mut particles, mut discs) = tower(&[FALL.y; 30]);
        discs.part(&mut particles, &Colliders::new(Some(0.0), None), ContactParameters { fall: FALL, ..SURFACE });
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
        discs.part(&mut particles, &Colliders::new(Some(0.0), None), ContactParameters { fall: FALL, ..SURFACE });
        assert!(energy(&particles) < 0.6 * before, "{} of {before}", energy(&particles));
    }

    #[test]
    fn what_is_fixed_above_is_not_lifted_by_what_lies_below() {
        let (mut particles, mut discs) = tower(&[0.0, 0.0]);
        particles.position[1].y -= 0.02;
        particles.inv_mass[1] = 0.0;
        let before = particles.position[1];
        discs.part(&mut particles, &Colliders::new(Some(0.0), None), ContactParameters { fall: FALL, ..SURFACE });
        assert_eq!(particles.position[1], before);
    }

    #[test]
    fn what_stands_at_a_wall_is_not_pushed_into_it() {
        let (mut particles, mut discs) = tower(&[0.0, 0.0]);
        let room = crate::Aabb { min: Vec2::new(-0.1, 0.0), max: Vec2::new(9.0, 9.0) };
        (particles.position[0], particles.position[1]) = (Vec2::new(0.0, 3.0), Vec2::new(0.199, 3.0));
        particles.displacement[1] = Vec2::new(-0.001, 0.0);
        let colliders = Colliders::new(None, Some(room));
        discs.beside = (0..).zip(colliders.planes()).map(|(number, _)| (number, 0)).collect();
        discs.part(&mut particles, &colliders, ContactParameters { fall: FALL, ..SURFACE });
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
        ParticleContacts { pairs, ..ParticleContacts::default() }.part(&mut particles, &Colliders::default(), SURFACE);
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
