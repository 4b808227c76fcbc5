//! Preparation of a step: derived data, and the length of substeps.

use std::borrow::Cow;

use glam::Vec2;

use crate::attachment::{ComponentGraph, GeodesicSearch};
use crate::collision::particle_contact::SleepState;
use crate::particles::{Components, ConstraintGraph, Particles};
use crate::settings::{Method, Settings, SweepOrder};
use crate::simd::Link;
use crate::solver::compliance;
use crate::world::tension_tearing::watch_tensions;
use crate::world::{Bodies, Derived, FractureScratch, Scratch, Stale, State, World};

/// Closes the gaps that cuts left, in O(n), once there are more gaps than links.
pub(crate) fn compact(Bodies { links, colouring, faces, .. }: &mut Bodies, stale: &mut Stale) {
    faces.compact();
    if links.is_sparse() {
        colouring.compact(links);
        stale.mark_slots();
    }
}

impl World {
    /// The components: those of the last step where links are the same, and found anew where they have changed since.
    pub(crate) fn current_components(&self) -> Cow<'_, Components> {
        if !self.derived.stale.components {
            return Cow::Borrowed(&self.derived.components);
        }
        let mut components = Components::default();
        components.rebuild(self.bodies.particles.len(), &self.bodies.links);
        Cow::Owned(components)
    }
}

impl Derived {
    /// Refreshes data indexed by the slots of links and faces, which additions and compaction change.
    pub fn refresh_graph(&mut self, Bodies { particles, links, faces, .. }: &mut Bodies) {
        faces.refresh(particles.len());
        if std::mem::take(&mut self.stale.graph) {
            self.shape_contacts.broad_phase.is_stale = true;
            self.particle_contacts.is_stale = true;
            self.adjacency.rebuild(particles.len(), links);
            self.cut_query.rebuild(particles.len(), links);
        }
    }

    /// Finds the pieces, if links or fixed particles have changed.
    pub fn refresh_pieces(&mut self, Bodies { particles, links, .. }: &Bodies, sleep: &SleepState) {
        if std::mem::take(&mut self.stale.pieces) {
            let is_fixed = |index: usize| particles.inv_mass[index] == 0.0 && !sleep.is_asleep(index);
            self.pieces.rebuild(particles.len(), links, is_fixed);
        }
    }

    /// Finds the components, solid bodies and what sweeps take from them, and brings the links by colour up to date.
    pub fn refresh_components(&mut self, state: &State, bodies: &mut Bodies, scratch: &mut Scratch) {
        let in_sequence = state.settings.method == Method::Springs || state.settings.order != SweepOrder::Colour;
        let Self { adjacency, components, solid_bodies, body_contacts, stale, .. } = self;
        let Bodies { particles, links, colouring, .. } = bodies;
        let have_changed = std::mem::take(&mut stale.components);
        if have_changed {
            components.rebuild(particles.len(), links);
            solid_bodies.rebuild(links, components);
            // The links whose tension is read are known by component.
            stale.materials = true;
            let graph = ConstraintGraph { adjacency, links, particles };
            body_contacts.rebuild(graph, &solid_bodies.body, &state.balls, components);
            // Memory, so that no later step allocates.
            scratch.impacts.reserve(particles.len(), solid_bodies.particles.len());
            scratch.rows.reserve(components.count());
            scratch.hits.reserve(particles.len());
            colouring.refresh_spin(components, solid_bodies);
        }
        colouring.refresh(links, in_sequence);
        if have_changed {
            colouring.refresh_symmetric(components, solid_bodies);
        }
        scratch.corrections.resize(particles.len(), Vec2::ZERO);
        scratch.spin.resize(particles.len(), Vec2::ZERO);
    }

    /// Finds the bends of wires.
    pub fn refresh_bending(&mut self, state: &State, bodies: &Bodies) {
        if std::mem::take(&mut self.stale.bending) {
            self.bending.rebuild(bodies.graph(&self.adjacency), &state.materials, &state.bends);
        }
    }

    /// Finds the friction of particles, and the links whose tension is read.
    pub fn refresh_materials(&mut self, state: &State, bodies: &Bodies, fracture: &mut FractureScratch) {
        if std::mem::take(&mut self.stale.materials) {
            let balls = state.balls.iter().map(|ball| (ball.particle, ball.surface.friction));
            self.friction.rebuild(bodies.particles.len(), &bodies.links, &state.materials, balls);
            watch_tensions(state, bodies, &self.components, fracture);
        }
    }

    /// Finds the long-range attachments.
    pub fn refresh_attachments(&mut self, bodies: &Bodies, search: &mut GeodesicSearch) {
        if std::mem::take(&mut self.stale.attachments) {
            let graph = ComponentGraph { graph: bodies.graph(&self.adjacency), components: &self.components };
            self.attachments.rebuild(graph, search);
        }
    }
}

/// Prepares the links for sweeps in substeps of this length, s.
pub(crate) fn load_links(settings: &Settings, bodies: &mut Bodies, derived: &Derived, substep: f32) {
    let Derived { direct_solver, components, .. } = derived;
    let (by_colour, sweeps) = (settings.order == SweepOrder::Colour, settings.sweeps);
    let inv_mass = &bodies.particles.inv_mass;
    bodies.colouring.load_links(inv_mass, |Link { a, b, rule }, symmetric| {
        if direct_solver.tie_between(components, [a, b]).is_some() {
            return 0.0;
        }
        let goes_back = by_colour && symmetric.contains(components.number(a));
        let weight = inv_mass[a as usize] + inv_mass[b as usize];
        compliance::stiffness(rule.compliance / (substep * substep), weight, sweeps * if goes_back { 2 } else { 1 })
    });
}

/// Scales displacements to substeps of `substep` seconds at equal velocity.
///
/// The velocity at the end of a substep is `(d + g h²/2) / h`, so `d' = d h'/h + g h' (h - h')/2`. Before the first
/// step (h = 0, all at rest), `d' = -g h'²/2`.
pub(crate) fn rescale_displacements(state: &mut State, particles: &mut Particles, substep: f32) {
    let old = state.clock.substep;
    if old == substep {
        return;
    }
    let ratio = if old > 0.0 { substep / old } else { 0.0 };
    let offset = state.settings.gravity * (0.5 * substep * (old - substep));
    let Particles { displacement, inv_mass, .. } = particles;
    let held = state.grabs.iter_mut().map(|grab| (grab.particle, &mut grab.grip));
    let released = state.releases.iter_mut().map(|release| (release.particle, &mut release.grip));
    held.chain(released).for_each(|(particle, grip)| grip.rescale(displacement[particle.index()], ratio, offset));
    for (displacement, _) in displacement.iter_mut().zip(&*inv_mass).filter(|(_, inv_mass)| **inv_mass != 0.0) {
        *displacement = *displacement * ratio + offset;
    }
    state.clock.substep = substep;
}
