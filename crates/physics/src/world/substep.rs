//! The parts of a substep: shapes, integration, links, contacts.

use crate::collision::{ContactSubstep, RowBodies, find_wheels_on_planes};
use glam::Vec2;

use crate::containers::Refill;
use crate::fracture::strain;
use crate::particles::Particles;
use crate::plane_contact::{self, Surface, Surfaces};
use crate::settings::Settings;
use crate::simd::{DisplacementLimits, Link, MotionConstants, MovingParticles, ParticleView};
use crate::solver::direct::FALLBACK_SWEEPS;
use crate::solver::{Sweeps, gauss_seidel, mass_spring, verlet};
use crate::world::{Bodies, Derived, Scratch, State, World};

impl World {
    /// Records positions, from which contacts with shapes sweep to the end of the substep.
    pub(crate) fn record_positions(&mut self) {
        if !self.state.colliders.shapes().is_empty() {
            self.derived.shape_contacts.start.clone_from(&self.bodies.particles.position);
        }
    }

    /// Moves the shapes by one substep.
    pub(crate) fn move_shapes(&mut self) {
        let State { colliders, settings, clock, .. } = &mut self.state;
        self.derived.shape_contacts.advance_shapes(colliders, clock.substep, settings.hand_speed);
    }

    /// Integrates, projects links and resolves contacts: Jakobsen's method.
    pub(crate) fn advance_by_projection(&mut self, number: u32, substeps: u32) {
        let (motion, surface) = self.substep_constants();
        for ids in &self.scratch.tiles.rest {
            let mut hands = self.state.hands(&mut self.scratch.hands, substeps);
            let mut moving = MovingParticles::of(&mut self.bodies.particles, &mut self.scratch.corrections, ids);
            hands.record(&moving, ids);
            let limited = verlet::integrate(moving.reborrow(), motion, self.execution.lanes);
            hands.pull(&mut moving, ids, number);
            self.state.counters.clamped_speeds += limited;
        }
        // Contacts with shapes, wheels and other particles take the spin of their particles back.
        let keeps_spin = !self.state.colliders.shapes().is_empty() || self.has_inner_contact();
        if keeps_spin {
            self.scratch.spin.clone_from(&self.bodies.particles.displacement);
        }
        let has_overlong_strands = self.solve_links();
        if keeps_spin {
            let spins = self.scratch.spin.iter_mut().zip(&self.bodies.particles.displacement);
            spins.for_each(|(spin, displacement)| *spin = *displacement - *spin);
        }
        self.apply_corrections();
        if has_overlong_strands {
            self.derived.direct_solver.shorten_failed(&mut self.bodies.particles.position);
        }
        self.resolve_contacts(surface);
    }

    /// Sums the corrections by attachments and links. Returns whether the direct solve left links too long.
    fn solve_links(&mut self) -> bool {
        let Settings { sweeps, order, give, .. } = self.state.settings;
        let lanes = self.execution.lanes;
        let within = self.scratch.tiles.rest_beside_tiles();
        let sweeps = Sweeps { within, count: sweeps, order, share: 1.0 - give, lanes };
        let (solves_directly, uses_attachments) = (self.solves_directly(), self.uses_attachments());
        let has_spin = self.has_spin();
        let Bodies { particles, links, colouring, .. } = &mut self.bodies;
        let Derived { direct_solver, bending, attachments, components, .. } = &mut self.derived;
        let inv_substep_squared = 1.0 / (self.state.clock.substep * self.state.clock.substep);
        let work = &mut self.execution.work;
        let (corrections, random) = (&mut self.scratch.corrections, &mut self.state.random);
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut view = ParticleView { first: 0, position, corrections, displacement, inv_mass, has_spin };
        if uses_attachments {
            let recoil = strain::MAX_RECOIL_SPEED * self.state.clock.substep;
            let is_direct = |particle: u32| direct_solver.is_direct(components.number(particle));
            work.projections += attachments.enforce(&mut view, recoil, is_direct);
        }
        work.direct_rows += bending.solve(&mut view, inv_substep_squared);
        if solves_directly {
            work.direct_rows += direct_solver.solve(&mut view);
        }
        work.projections += gauss_seidel::sweep(&mut view, colouring, random, sweeps);
        let failed_links = if solves_directly { direct_solver.failed_links() } else { 0 };
        let extra_sweeps = if failed_links > 0 { FALLBACK_SWEEPS - 1 } else { 0 };
        for _ in 0..extra_sweeps {
            if failed_links == links.len() {
                work.projections += gauss_seidel::sweep(&mut view, colouring, random, sweeps);
            } else {
                let has_failed = |link: &Link| direct_solver.has_failed(components.number(link.a));
                work.projections += gauss_seidel::sweep_some(&mut view, colouring, sweeps, has_failed);
            }
        }
        failed_links > 0
    }

    /// Adds the corrections to positions and displacements, within the speed limits of the step.
    fn apply_corrections(&mut self) {
        let Scratch { corrections, speed_limits, tiles, .. } = &mut self.scratch;
        for ids in &tiles.rest {
            let speeds = speed_limits.get(ids.clone()).unwrap_or_default();
            let limits = DisplacementLimits { speeds, substep: self.state.clock.substep };
            verlet::apply_corrections(MovingParticles::of(&mut self.bodies.particles, corrections, ids), limits);
        }
    }

    /// Applies forces and resolves contacts: the spring method.
    pub(crate) fn advance_by_springs(&mut self) {
        let (substep, (_, surface)) = (self.state.clock.substep, self.substep_constants());
        self.scratch.spin.refill(self.bodies.particles.len(), Vec2::ZERO);
        let (forces, links) = (&mut self.scratch.forces, self.bodies.colouring.in_sequence());
        let limited = mass_spring::advance(&mut self.bodies.particles, links, forces, &self.state.settings, substep);
        self.state.counters.clamped_speeds += limited;
        self.execution.work.projections += self.bodies.links.len() as u64;
        self.resolve_contacts(surface);
    }

    /// Constants of integration and of contacts in this substep.
    pub(crate) fn substep_constants(&self) -> (MotionConstants, Surface) {
        let Settings { gravity, drag, restitution, friction, max_speed, .. } = self.state.settings;
        let substep = self.state.clock.substep;
        let motion = MotionConstants::new(gravity, drag, max_speed, substep);
        let fall = motion.gravity_displacement;
        (motion, Surface { restitution, friction, fall, substep, lets_out_slowly: false })
    }

    /// Resolves contacts. Planes come last, so that no other contact pushes a particle through the ground or a wall.
    fn resolve_contacts(&mut self, surface: Surface) {
        self.find_particle_pairs(surface);
        if self.solve_impacts(surface) {
            self.derived.shape_contacts.are_contacts_found = false;
            self.derived.body_contacts.broad_phase.reset_counted();
            self.find_particle_pairs(surface);
        }
        self.solve_particle_contacts(surface);
        self.resolve_rows(surface);
        self.resolve_points_on_shapes(surface);
        self.resolve_plane_contacts(surface);
    }

    /// Finds the contacts of wheels, corners and links, and resolves their rows.
    fn resolve_rows(&mut self, surface: Surface) {
        let Derived { shape_contacts, particle_contacts, body_contacts, components, friction, .. } = &mut self.derived;
        let Bodies { particles, links, .. } = &mut self.bodies;
        let Scratch { rows, spin, impacts, is_reversed, .. } = &mut self.scratch;
        let State { ignored, balls, colliders, .. } = &mut self.state;
        rows.contacts.clear();
        let surfaces = Surfaces { own: friction.view(), ..surface.into() };
        body_contacts.find(particles, (spin, &impacts.start_offset), surfaces, &mut rows.contacts);
        let discs = &body_contacts.discs;
        let surfaces = Surfaces { covered: &discs.covered, ..surfaces };
        if !colliders.shapes().is_empty() {
            let substep = ContactSubstep { links, balls, discs, surfaces };
            let candidates = shape_contacts.find((particles, spin), ignored, substep, &mut rows.contacts);
            self.execution.work.contact_rows += candidates;
        }
        find_wheels_on_planes(particles, discs, (colliders, &particle_contacts.radius), surfaces, &mut rows.contacts);
        let mut bodies = RowBodies { particles, discs, components };
        self.execution.work.contact_rows += rows.resolve(&mut bodies, surface, *is_reversed);
    }

    fn resolve_plane_contacts(&mut self, surface: Surface) {
        let (particles, colliders) = (&mut self.bodies.particles, &self.state.colliders);
        let radius = &self.derived.particle_contacts.radius;
        let covered = &self.derived.body_contacts.discs.covered;
        let slow = &self.scratch.slow;
        let surfaces = Surfaces { own: self.derived.friction.view(), covered, slow, ..surface.into() };
        if radius.is_empty() {
            for ids in &self.scratch.tiles.rest {
                let surfaces = surfaces.starting_at(ids.start);
                let MovingParticles { position, displacement, inv_mass, .. } =
                    MovingParticles::of(particles, &mut self.scratch.corrections, ids);
                plane_contact::resolve(position, displacement, inv_mass, colliders, surfaces);
            }
        } else {
            plane_contact::resolve_discs(particles, radius, colliders, surfaces);
        }
    }

    /// Resolves the contacts of particles with shapes.
    fn resolve_points_on_shapes(&mut self, surface: Surface) {
        if self.state.colliders.shapes().is_empty() {
            return;
        }
        let Derived { shape_contacts, body_contacts, friction, .. } = &mut self.derived;
        let discs = &body_contacts.discs;
        let surfaces = Surfaces { own: friction.view(), covered: &discs.covered, ..surface.into() };
        let particles = (&mut self.bodies.particles, &mut self.scratch.spin[..]);
        let rows = (&self.scratch.rows.rows[..], discs);
        shape_contacts.resolve_points(particles, &mut self.state.ignored, surfaces, rows);
        self.resolve_balls_and_shapes(surface);
        self.limit_motors();
    }
}
