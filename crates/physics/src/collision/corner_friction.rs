//! Friction of links at corners and posts.
//!
//! A rope over a post touches it with its links, and neighbouring links share a particle. So the contacts of each
//! connected component are solved one after the other, forwards and backwards (Gauss-Seidel), until their impulses hardly
//! change.

use glam::Vec2;

use crate::collision::{Push, SweptParticles};

/// Maximum number of rounds in a substep.
const MAX_ROUNDS: usize = 8;

/// Fraction of the largest impulse by which impulses may still change when the rounds end. See [`ABSOLUTE_TOLERANCE`].
const RELATIVE_TOLERANCE: f32 = 1e-4;

/// Change of impulses beyond that share at which the rounds end, m: the rounding of positions.
const ABSOLUTE_TOLERANCE: f32 = 2.5e-7;

/// A contact of a link with the disc about a corner. Impulses are in units of displacement, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CornerContact {
    /// The connected component of the link.
    pub component: u32,
    /// Number of the contact in the order of detection.
    pub number: u32,
    pub ends: [usize; 2],
    /// Number and centre of the shape, if it moves by a motor.
    pub motor: Option<(u32, Vec2)>,
    /// Effective mass of the contact point, kg.
    pub mass: f32,
    /// Barycentric coordinates of the contact point on the link.
    pub shares: [f32; 2],
    /// Motion of each end per motion of the contact point.
    pub levers: [f32; 2],
    pub normal: Vec2,
    /// Motion of the surface at the contact in the substep, m.
    pub surface_motion: Vec2,
    /// Least coordinate of the contact point along the normal, m.
    pub floor: f32,
    /// Wanted displacement along the normal relative to the surface, m.
    pub rebound: f32,
    /// Coefficient of Coulomb friction.
    pub friction: f32,
    /// Accumulated normal impulse: correction of the displacement.
    pub normal_impulse: f32,
    /// Accumulated correction of the position along the normal.
    pub lift: f32,
    /// Accumulated friction impulse, counter-clockwise around the shape.
    pub friction_impulse: f32,
}

/// The contacts of links at corners in a substep. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerContacts {
    pub list: Vec<CornerContact>,
}

impl CornerContacts {
    /// Solves all contacts, those of each connected component by themselves, and moves their links. Returns their number in
    /// all rounds.
    pub fn solve(&mut self, particles: &mut SweptParticles) -> u64 {
        let list = &mut self.list;
        list.sort_unstable_by_key(|contact| (contact.component, contact.number));
        let by_component = list.chunk_by_mut(|one, other| one.component == other.component);
        let solved: usize = by_component.map(|contacts| solve_in_rounds(contacts, particles)).sum();
        for contact in &*list {
            let Some((shape, centre)) = contact.motor else { continue };
            let (normal, friction) = (contact.normal_impulse, contact.friction_impulse);
            let impulse = (contact.normal * normal + contact.normal.perp() * friction) * contact.mass;
            let (at, particle) = (contact.point(particles) - centre, contact.ends[0] as u32);
            particles.pushes.push(Push { shape, particle, at, mass: contact.mass, impulse });
        }
        solved as u64
    }
}

/// Solves contacts one after the other in rounds, until their impulses hardly change. Returns their number in all rounds.
fn solve_in_rounds(contacts: &mut [CornerContact], particles: &mut SweptParticles) -> usize {
    let mut solved = 0;
    for round in 0..MAX_ROUNDS {
        solved += contacts.len();
        let (mut largest, mut change) = (0.0, 0.0);
        let mut solve = |contact: &mut CornerContact| {
            change = contact.solve(particles).max(change);
            largest = contact.normal_impulse.max(largest);
        };
        if round % 2 == 0 {
            contacts.iter_mut().rev().for_each(&mut solve);
        } else {
            contacts.iter_mut().for_each(&mut solve);
        }
        if change <= RELATIVE_TOLERANCE * largest + ABSOLUTE_TOLERANCE {
            break;
        }
    }
    solved
}

impl CornerContact {
    /// The contact point, m.
    fn point(&self, particles: &SweptParticles) -> Vec2 {
        let [a, b] = self.ends;
        particles.position[a] * self.shares[0] + particles.position[b] * self.shares[1]
    }

    /// Displacement of the contact point relative to the surface, m.
    fn relative_displacement(&self, particles: &SweptParticles) -> Vec2 {
        let [a, b] = self.ends;
        particles.displacement[a] * self.shares[0] + particles.displacement[b] * self.shares[1] - self.surface_motion
    }

    /// Solves the contact by itself. Returns the largest change of an impulse, m.
    fn solve(&mut self, particles: &mut SweptParticles) -> f32 {
        let (point, relative) = (self.point(particles), self.relative_displacement(particles));
        let not_negative = |sum: f32, by: f32| if sum + by > 0.0 { sum + by } else { 0.0 };
        let normal = not_negative(self.normal_impulse, self.rebound - relative.dot(self.normal));
        let lift = not_negative(self.lift, self.floor - point.dot(self.normal));
        let max_friction = self.friction * normal;
        // Not `clamp`, which panics where an infinite impulse makes the bound a NaN.
        let wanted = self.friction_impulse - relative.dot(self.normal.perp());
        let friction = if wanted > max_friction {
            max_friction
        } else if wanted < -max_friction {
            -max_friction
        } else {
            wanted
        };
        let changes = [normal - self.normal_impulse, lift - self.lift, friction - self.friction_impulse];
        self.apply(particles, normal, lift, friction);
        changes.into_iter().fold(0.0, |largest, change| change.abs().max(largest))
    }

    /// Sets the accumulated impulses, and moves the link by their changes.
    fn apply(&mut self, particles: &mut SweptParticles, normal: f32, lift: f32, friction: f32) {
        let tangential = self.normal.perp() * (friction - self.friction_impulse);
        let position = self.normal * (lift - self.lift) + tangential;
        let displacement = self.normal * (normal - self.normal_impulse) + tangential;
        if !(position.is_finite() && displacement.is_finite()) {
            return;
        }
        (self.normal_impulse, self.lift, self.friction_impulse) = (normal, lift, friction);
        for (end, lever) in self.ends.into_iter().zip(self.levers) {
            particles.position[end] += position * lever;
            particles.displacement[end] += displacement * lever;
        }
    }
}
