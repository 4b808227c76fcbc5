//! Overlaps of bodies that are first seen, before a step.

use crate::collision::{IgnoredPairs, Outlines};
use crate::particles::{ParticleId, Particles};
use crate::plane_contact;
use crate::world::{ComponentMarks, Derived, Scratch, State, World};

/// Lets bodies that were put somewhere since the last step ignore what they overlap, and finds which have separated.
/// Solid bodies are known only once their links are, so their particles wait for the step.
pub(crate) fn ignore_overlaps_of_bodies(state: &mut State, particles: &Particles, derived: &mut Derived) {
    let State { ignored, unseen, balls, settings, .. } = state;
    let Derived { passing, body_contacts, solid_bodies, components, particle_contacts, .. } = derived;
    let outlines = Outlines {
        position: &particles.position,
        balls,
        discs: &body_contacts.discs,
        solid: &solid_bodies.body,
        components,
        contacts: particle_contacts,
        thickness: settings.rope_contact.unwrap_or(0.0),
    };
    if !unseen.is_empty() {
        let mut put: Vec<u32> = unseen.drain(..).map(|particle| particle.0).collect();
        put.sort_unstable();
        put.dedup();
        ignored.append(&mut outlines.first_seen(&put));
    }
    passing.update(ignored, outlines);
}

/// Finds the particles that planes let out slowly: all of the components of which some are inside.
pub(crate) fn find_what_is_in_planes(
    State { colliders, settings, .. }: &State,
    particles: &Particles,
    Derived { body_contacts, components, particle_contacts, .. }: &Derived,
    Scratch { let_out_slowly, marks: ComponentMarks { in_planes: marks, .. }, .. }: &mut Scratch,
) {
    let_out_slowly.clear();
    marks.clear();
    if settings.is_published() {
        return;
    }
    let (radii, covered) = (&particle_contacts.radius, &body_contacts.discs.covered);
    plane_contact::find_inside(particles, radii, colliders, covered, |particle| {
        if marks.is_empty() {
            components.refill(marks, false);
        }
        marks[components.number(particle as u32)] = true;
    });
    if !marks.is_empty() {
        let_out_slowly.extend(components.numbers().iter().map(|&component| marks[component as usize]));
    }
}

impl World {
    /// Lets particles, and the links at them, ignore the shapes and bodies that they overlap now, and no others.
    pub(crate) fn see_anew(&mut self, particles: &[ParticleId]) {
        if particles.is_empty() {
            return;
        }
        let mut is_moved = vec![false; self.bodies.particles.len()];
        particles.iter().for_each(|particle| is_moved[particle.index()] = true);
        let IgnoredPairs(ignored) = &mut self.state.ignored;
        ignored.retain(|pair| {
            !is_moved[pair.particle as usize] && !pair.body().is_some_and(|body| is_moved[body as usize])
        });
        self.state.unseen.extend(particles);
        if self.state.unseen.len() > self.bodies.particles.len() {
            self.state.unseen.sort_unstable();
            self.state.unseen.dedup();
        }
        let numbers: Vec<_> = (0..self.state.colliders.shapes().len()).collect();
        self.ignore_overlaps(&numbers, |[a, b]| is_moved[a.index()] || is_moved[b.index()]);
    }
}
