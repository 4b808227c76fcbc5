//! Solution of all contacts between particles: from the ground up, by shock propagation.
//!
//! A contact removes the relative motion that would bring two discs into each other. Impulses accumulate over a substep
//! and never pull. Overlaps from before recover by a share per substep, which moves discs without giving them speed.
//!
//! Discs are solved from the lowest to the highest, each against all that it lies on, forwards and backwards. A disc on
//! the ground, or on a supported disc, supports others as if it were fixed: one pass then holds a pile of any height,
//! where passes that move both discs need the square of its height. (E. Guendelman, R. Bridson and R. Fedkiw 2003,
//! "Nonconvex rigid bodies with stacking", call this shock propagation; M. Macklin et al. 2014, "Unified particle
//! physics for real-time applications", scale masses.) In return, a disc feels only the load of the discs right on it.
//! Support is never assumed where it would add energy: where the lower disc moves faster than the upper one, or up.

use glam::Vec2;

use crate::collision::particle_contact::{BroadPhase, DiscSolver, MIN_SUPPORT_SLOPE, ParticleContacts, PlanePair};
use crate::containers::Refill;
use crate::geometry::Colliders;
use crate::particles::{Components, Particles};
use crate::plane_contact::{self, Surfaces};
use crate::simd;

/// Distance from a half-plane, in radii, up to which a disc lies on it.
const PLANE_CONTACT_SHARE: f32 = 0.01;

impl ParticleContacts {
    /// Finds the stretched links of the components that contacts may move, before [`ParticleContacts::solve`].
    pub(crate) fn find_stretched_links(&mut self, particles: &Particles, components: &Components) {
        let Self { broad_phase, link_contacts, met, .. } = self;
        components.refill(met, false);
        for pair in &broad_phase.pairs {
            [pair.a, pair.b].into_iter().for_each(|disc| met[components.number(disc)] = true);
        }
        link_contacts.find_stretched(particles, |particle| met[components.number(particle)]);
    }

    /// Solves all contacts of a substep. Returns their number in all passes. `start_offset`: see
    /// [`crate::collision::Impacts::start_offset`].
    pub(crate) fn solve(
        &mut self,
        (particles, start_offset): (&mut Particles, &[Vec2]),
        colliders: &Colliders,
        surfaces: Surfaces,
    ) -> u64 {
        let Surfaces { common: surface, own: friction, .. } = surfaces;
        let fall = (surface.fall.x * surface.fall.x + surface.fall.y * surface.fall.y).sqrt();
        let up = if fall > 0.0 { -surface.fall / fall } else { Vec2::ZERO };
        self.resolve_planes(particles, colliders, surfaces);
        self.find_supported(particles, colliders, up);
        let Self { broad_phase, common_radius, contacts, supported, link_contacts, .. } = self;
        let BroadPhase { pairs, .. } = broad_phase;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let swept_reach = 4.0 * simd::max_length_squared(displacement).sqrt();
        let mut solver = DiscSolver {
            position,
            displacement,
            start_offset,
            inv_mass,
            supported,
            up,
            fall,
            surface,
            friction,
            swept_reach,
            ball_reach: 2.0 * *common_radius,
            link_contacts,
        };
        contacts.clear();
        for group in pairs.chunk_by(|one, other| one.b == other.b) {
            let first = contacts.len();
            for pair in group {
                contacts.extend(solver.detect(*pair));
            }
            solver.solve_disc(&mut contacts[first..]);
        }
        // Forwards and backwards.
        let mut rows = 2 * contacts.len() as u64;
        // From the top down, discs that yield pass the impulses on.
        for contact in contacts.iter_mut().rev().filter(|contact| contact.shares[0] > 0.0) {
            solver.solve(contact);
            rows += 1;
        }
        rows
    }

    /// Resolves the contacts with ground and walls first, because other discs lie on these.
    fn resolve_planes(&self, particles: &mut Particles, colliders: &Colliders, surfaces: Surfaces) {
        for &PlanePair { plane, particle } in &self.broad_phase.plane_pairs {
            if let Some(plane) = colliders.planes().nth(plane as usize) {
                let (index, radius) = (particle as usize, self.radius[particle as usize]);
                let surface = self.surface_of(particle, surfaces.of(index));
                if !plane_contact::is_put_inside(particles, index, radius, plane) && !surfaces.is_covered(index) {
                    plane_contact::resolve_disc(particles, index, radius, plane, surface);
                }
            }
        }
    }

    /// Finds the discs that are fixed or lie on the ground.
    fn find_supported(&mut self, particles: &Particles, colliders: &Colliders, up: Vec2) {
        let Self { supported, radius, broad_phase: BroadPhase { plane_pairs, .. }, .. } = self;
        supported.refill_with(particles.inv_mass.iter().map(|inv_mass| *inv_mass == 0.0));
        for &PlanePair { plane, particle } in &*plane_pairs {
            let (Some(plane), index) = (colliders.planes().nth(plane as usize), particle as usize) else { continue };
            let depth = plane.offset + radius[index] - plane.normal.dot(particles.position[index]);
            supported[index] |=
                depth > -PLANE_CONTACT_SHARE * radius[index] && plane.normal.dot(up) > MIN_SUPPORT_SLOPE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::particle_contact::Pair;
    use crate::particles::OwnFriction;
    use crate::plane_contact::Surface;

    const SURFACE: Surface =
        Surface { restitution: 0.5, friction: 0.5, fall: Vec2::ZERO, substep: 0.001, lets_out_slowly: false };

    /// Two discs of 0.1 m, of 1 and 3 kg, after their contact, from these positions and displacements.
    fn parted(at: [Vec2; 2], by: [Vec2; 2]) -> Particles {
        parted_on(at, by, SURFACE.into())
    }

    fn parted_on(at: [Vec2; 2], by: [Vec2; 2], surfaces: Surfaces) -> Particles {
        let mut particles = Particles::default();
        for (number, mass) in [1.0, 3.0].into_iter().enumerate() {
            particles.push(at[number], by[number], mass, false);
        }
        let mut discs = ParticleContacts::of_pairs(vec![Pair { a: 0, b: 1, reach: 0.2 }], Vec::new(), 0.1);
        discs.solve((&mut particles, &[]), &Colliders::default(), surfaces);
        particles
    }

    #[test]
    fn passing_at_any_speed_keeps_values_finite() {
        let mut random = crate::math::random::SplitMix64 { state: 8_047 };
        let mut number = |most: f32| (random.next() % 2_001) as f32 * 0.001 * most - most;
        for _ in 0..2_000 {
            let gone = number(40.0);
            let at = Vec2::new(number(0.3), 0.0);
            let after = parted([at, Vec2::ZERO], [Vec2::new(gone, 0.0), Vec2::ZERO]);
            assert!(after.position.iter().chain(&after.displacement).all(|at| at.is_finite()), "{at} {gone}");
        }
    }

    #[test]
    fn fixed_discs_are_not_moved() {
        for fixed in [&[1][..], &[0, 1]] {
            let mut particles = Particles::default();
            for index in 0..2 {
                particles.push(Vec2::new(0.0, 0.1 + 0.18 * index as f32), Vec2::ZERO, 1.0, fixed.contains(&index));
            }
            let before = particles.position.clone();
            let mut discs = ParticleContacts::of_pairs(vec![Pair { a: 0, b: 1, reach: 0.2 }], vec![0.1; 2], 0.1);
            discs.broad_phase.plane_pairs.push(PlanePair { plane: 0, particle: 0 });
            let surface = Surface { fall: Vec2::new(0.0, -1e-5), ..SURFACE };
            discs.solve((&mut particles, &[]), &Colliders::new(Some(0.0), None), surface.into());
            assert!(fixed.iter().all(|&index| particles.position[index] == before[index]), "{:?}", particles.position);
        }
    }

    #[test]
    fn friction_between_discs_stays_inside_its_cone() {
        let by = [Vec2::new(0.004, 0.01), Vec2::ZERO];
        let after = parted([Vec2::ZERO, Vec2::new(0.196, 0.0)], by);
        let sideways = |after: &Particles| after.displacement[0].y - after.displacement[1].y;
        assert!((sideways(&after) - (0.01 - 0.5 * 0.004)).abs() < 1e-4, "{}", sideways(&after));
        // Two of rubber: the geometric mean of their coefficients.
        let surfaces = Surfaces { own: OwnFriction(&[Some(0.9), Some(0.9)]), ..SURFACE.into() };
        let after = parted_on([Vec2::ZERO, Vec2::new(0.196, 0.0)], by, surfaces);
        assert!((sideways(&after) - (0.01 - 0.9 * 0.004)).abs() < 1e-4, "{}", sideways(&after));
    }
}
