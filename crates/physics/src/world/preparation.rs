//! Preparation of a step: derived data, solver, number and length of substeps.

use std::borrow::Cow;

use glam::Vec2;

use crate::attachment::ComponentGraph;
use crate::particles::{Components, ConstraintGraph, Particles};
use crate::settings::{Method, Settings, SweepOrder};
use crate::simd::Link;
use crate::solver::compliance;
use crate::world::{Bodies, Derived, World};

impl World {
    /// Prepares a step. Returns its number of substeps; their length is in `state.clock`.
    pub(crate) fn prepare_step(&mut self) -> u32 {
        self.compact();
        self.refresh_graph();
        self.refresh_components();
        self.refresh_discs();
        self.ignore_overlaps_of_bodies();
        self.begin_body_contacts();
        self.begin_particle_contacts();
        if std::mem::take(&mut self.state.solver.is_stale) {
            self.choose_solver();
        }
        self.refresh_direct_solver();
        self.refresh_bending();
        self.refresh_materials();
        self.refresh_attachments();
        self.set_speed_limits();
        self.begin_direct_solve();
        let substeps = self.substeps();
        let substep = self.state.settings.step / substeps as f32;
        self.load_links(substep);
        self.derived.direct_solver.begin_step(substeps, substep, self.state.settings.gravity);
        self.rescale_displacements(substep);
        self.begin_tensions(substeps);
        self.begin_hands();
        self.watch_impacts(substeps);
        substeps
    }

    /// Closes the gaps that cuts left, in O(n), once there are more gaps than links.
    pub(crate) fn compact(&mut self) {
        self.bodies.faces.compact();
        if self.bodies.links.is_sparse() {
            self.bodies.colouring.compact(&mut self.bodies.links);
            self.derived.stale.mark_slots();
        }
    }

    /// Refreshes data indexed by the slots of links and faces, which additions and compaction change.
    pub(crate) fn refresh_graph(&mut self) {
        self.bodies.faces.refresh(self.bodies.particles.len());
        if std::mem::take(&mut self.derived.stale.graph) {
            self.derived.shape_contacts.broad_phase.is_stale = true;
            self.derived.particle_contacts.is_stale = true;
            self.derived.adjacency.rebuild(self.bodies.particles.len(), &self.bodies.links);
            self.derived.cut_query.rebuild(self.bodies.particles.len(), &self.bodies.links);
        }
    }

    /// Finds the pieces, if links or fixed particles have changed.
    pub(crate) fn refresh_pieces(&mut self) {
        if std::mem::take(&mut self.derived.stale.pieces) {
            let (Bodies { particles, links, .. }, sleep) = (&self.bodies, &self.state.sleep);
            let is_fixed = |index: usize| particles.inv_mass[index] == 0.0 && !sleep.is_asleep(index);
            self.derived.pieces.rebuild(particles.len(), links, is_fixed);
        }
    }

    /// The components: those of the last step where links are the same, and found anew where they have changed since.
    pub(crate) fn current_components(&self) -> Cow<'_, Components> {
        if !self.derived.stale.components {
            return Cow::Borrowed(&self.derived.components);
        }
        let mut components = Components::default();
        components.rebuild(self.bodies.particles.len(), &self.bodies.links);
        Cow::Owned(components)
    }

    /// Finds the components, solid bodies and what sweeps take from them, and brings the links by colour up to date.
    pub(crate) fn refresh_components(&mut self) {
        let Settings { method, order, .. } = self.state.settings;
        let in_sequence = method == Method::Springs || order != SweepOrder::Colour;
        let Derived { adjacency, components, solid_bodies, body_contacts, stale, .. } = &mut self.derived;
        let Bodies { particles, links, colouring, .. } = &mut self.bodies;
        let have_changed = std::mem::take(&mut stale.components);
        if have_changed {
            components.rebuild(particles.len(), links);
            solid_bodies.rebuild(links, components);
            // The links whose tension is read are known by component.
            stale.materials = true;
            let graph = ConstraintGraph { adjacency, links, particles };
            body_contacts.rebuild(graph, &solid_bodies.body, &self.state.balls, components);
            // Memory, so that no later step allocates.
            self.scratch.impacts.reserve(particles.len(), solid_bodies.particles.len());
            self.scratch.rows.reserve(components.count());
            colouring.refresh_spin(components, solid_bodies);
        }
        colouring.refresh(links, in_sequence);
        if have_changed {
            colouring.refresh_symmetric(components, solid_bodies);
        }
        self.scratch.corrections.resize(particles.len(), Vec2::ZERO);
        self.scratch.spin.resize(particles.len(), Vec2::ZERO);
    }

    /// Prepares the links for sweeps in substeps of this length, s.
    fn load_links(&mut self, substep: f32) {
        let Derived { direct_solver, components, .. } = &self.derived;
        let (Bodies { particles, colouring, .. }, sweeps) = (&mut self.bodies, self.state.settings.sweeps);
        let by_colour = self.state.settings.order == SweepOrder::Colour;
        let inv_mass = &particles.inv_mass;
        colouring.load_links(inv_mass, |Link { a, b, rule }, symmetric| {
            if direct_solver.tie_between(components, [a, b]).is_some() {
                return 0.0;
            }
            let goes_back = by_colour && symmetric.contains(components.number(a));
            let weight = inv_mass[a as usize] + inv_mass[b as usize];
            compliance::stiffness(rule.compliance / (substep * substep), weight, sweeps * if goes_back { 2 } else { 1 })
        });
    }

    fn refresh_direct_solver(&mut self) {
        if self.derived.stale.direct_solver && self.may_solve_directly() {
            self.rebuild_strands();
        }
    }

    fn refresh_bending(&mut self) {
        let Derived { adjacency, bending, stale, .. } = &mut self.derived;
        if std::mem::take(&mut stale.bending) {
            bending.rebuild(self.bodies.graph(adjacency), &self.state.materials, &self.state.bends);
        }
    }

    fn refresh_materials(&mut self) {
        let Derived { friction, stale, .. } = &mut self.derived;
        if std::mem::take(&mut stale.materials) {
            let balls = self.state.balls.iter().map(|ball| (ball.particle, ball.surface.friction));
            friction.rebuild(self.bodies.particles.len(), &self.bodies.links, &self.state.materials, balls);
            self.watch_tensions();
        }
    }

    fn refresh_attachments(&mut self) {
        let Derived { adjacency, components, attachments, stale, .. } = &mut self.derived;
        if std::mem::take(&mut stale.attachments) {
            let search = &mut self.scratch.geodesic_search;
            let graph = ComponentGraph { graph: self.bodies.graph(adjacency), components };
            attachments.rebuild(graph, search);
        }
    }

    /// Scales displacements to substeps of `substep` seconds at equal velocity.
    ///
    /// The velocity at the end of a substep is `(d + g h²/2) / h`, so `d' = d h'/h + g h' (h - h')/2`. Before the first
    /// step (h = 0, all at rest), `d' = -g h'²/2`.
    fn rescale_displacements(&mut self, substep: f32) {
        let old = self.state.clock.substep;
        if old == substep {
            return;
        }
        let ratio = if old > 0.0 { substep / old } else { 0.0 };
        let offset = self.state.settings.gravity * (0.5 * substep * (old - substep));
        let Particles { displacement, inv_mass, .. } = &mut self.bodies.particles;
        let held = self.state.grabs.iter_mut().map(|grab| (grab.particle, &mut grab.grip));
        let released = self.state.releases.iter_mut().map(|release| (release.particle, &mut release.grip));
        held.chain(released).for_each(|(particle, grip)| grip.rescale(displacement[particle.index()], ratio, offset));
        for (displacement, _) in displacement.iter_mut().zip(&*inv_mass).filter(|(_, inv_mass)| **inv_mass != 0.0) {
            *displacement = *displacement * ratio + offset;
        }
        self.state.clock.substep = substep;
    }
}
