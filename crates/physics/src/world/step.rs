//! A step of the world, as a list of phases.
//!
//! A step, in this order:
//!
//! 1. Break links that the last step left too long: `tearing.rs`.
//! 2. Record positions, from which shape contacts sweep: `substep.rs`.
//! 3. Prepare: refresh derived data, let bodies ignore what they overlap when they are first seen, wake particles ahead of
//!    fast ones, choose the solver and the number of substeps, find the force of each hand: `preparation.rs`,
//!    `overlaps.rs`, `waking.rs`, `solver_table.rs`, `step_solvers.rs`, `hands.rs`.
//! 4. Advance the air: `air.rs`.
//! 5. Do the substeps one by one: below. Parts of large scenes are tiled: `tiled_step.rs`.
//! 6. Break the link of each component whose tension exceeds its strength most: `tension_tearing.rs`.
//! 7. Drop the finished part of each grab's path: `kinematic/grab.rs`.
//! 8. Wake islands, let islands fall asleep: `sleeping.rs`, `waking.rs`.
//!
//! A substep, in this order:
//!
//! 1. Record positions: `substep.rs`.
//! 2. Apply the wind's drag on links, if it is due: `air.rs`. Move the tiled particles through all substeps until it is
//!    due again: `tiled_step.rs`. What follows moves the rest.
//! 3. Move shapes, within the limits of their motors: `substep.rs`, `motor_limits.rs`.
//! 4. Move fixed particles: driven, moving pins, anchored ones: `kinematic_motion.rs`.
//!    Read tensions, if links may tear by them: `tension_tearing.rs`.
//! 5. Integrate gravity and drag: `solver/verlet.rs`. Let hands pull at what they hold: `kinematic/hand.rs`.
//! 6. Enforce long-range attachments: `attachment/long_range.rs`.
//! 7. Bend wires: `solver/bending.rs`.
//!    Solve links: strands directly, the others by sweeps: `solver/direct`, `solver/gauss_seidel.rs`.
//! 8. Add the corrections to positions and displacements: `solver/verlet.rs`.
//! 9. Solve impacts of solid bodies and discs: `impacts.rs`, `collision/impact.rs`.
//! 10. Resolve contacts: of particles, the rows of links, wheels and corners, of particles with shapes, with planes:
//!     `particle_contacts.rs`, `collision`, `plane_contact.rs`. Limit motors by the load: `motor_limits.rs`.
//! 11. Stop at the edge of the world: `solver/verlet.rs`.
//!
//! The spring method replaces 5 to 9 by forces: `solver/mass_spring.rs`.

use crate::kinematic::Grab;
use crate::particles::Particles;
use crate::plane_contact;
use crate::settings::Method;
use crate::solver::verlet;
use crate::world::World;
use crate::world::air::{advance_air, apply_wind};
use crate::world::hands::begin_hands;
use crate::world::impacts::{record_body_motion, solve_impacts, watch_impacts};
use crate::world::kinematic_motion::move_fixed_particles;
use crate::world::motor_limits::{limit_motors, restrain_motors};
use crate::world::overlaps::ignore_overlaps_of_bodies;
use crate::world::particle_contacts::{
    begin_body_contacts, begin_particle_contacts, find_particle_pairs, refresh_discs, solve_particle_contacts,
};
use crate::world::preparation::{compact, load_links, rescale_displacements};
use crate::world::sleeping::update_sleep;
use crate::world::solver_table::{choose_solver, rebuild_strands};
use crate::world::step_solvers::begin_direct_solve;
use crate::world::substep::*;
use crate::world::tearing::{find_overlong_links, set_speed_limits};
use crate::world::tension_tearing::{begin_tensions, find_overloaded_links, read_tensions};
use crate::world::tiled_step::{do_tiled_substeps, plan_tiles};
use crate::world::waking::wake_before_step;

impl World {
    /// Advances the world by [`Settings::step`](crate::Settings::step) seconds.
    pub fn step(&mut self) {
        if !self.state.is_asleep(&self.bodies.particles) {
            find_overlong_links(&self.state, &mut self.bodies, &mut self.derived, &mut self.scratch);
            self.state.counters.torn_links += self.remove_broken_links() as u64;
            self.do_step();
            let (fracture, broken) = (&mut self.scratch.fracture, &mut self.scratch.broken);
            find_overloaded_links(&self.state, &self.bodies.links, &self.derived.components, fracture, broken);
            self.state.counters.torn_links += self.remove_broken_links() as u64;
            self.state.grabs.iter_mut().for_each(Grab::end_step);
            let air = &self.scratch.particle_air.velocity;
            update_sleep(&mut self.state, &mut self.bodies, &mut self.derived, air);
        }
        self.state.clock.steps += 1;
    }

    /// Prepares a step, and does its substeps.
    fn do_step(&mut self) {
        // Before the preparation, which may shorten strands: contacts then keep them from passing through a shape.
        record_positions(&self.state, &self.bodies.particles, &mut self.derived.shape_contacts);
        let first = self.prepare_step();
        let Self { state, bodies, derived, scratch, execution, .. } = self;
        let air_interval = advance_air(state, &bodies.particles.position, &mut scratch.particle_air, first.count);
        plan_tiles(state, bodies, derived, scratch, execution, first.count);
        execution.work.substeps += u64::from(first.count);
        (0..first.count).for_each(|number| self.do_substep(Substep { number, ..first }, air_interval));
    }

    /// Prepares a step. Returns its first substep.
    fn prepare_step(&mut self) -> Substep {
        let Self { state, bodies, derived, scratch, .. } = self;
        compact(bodies, &mut derived.stale);
        derived.refresh_graph(bodies);
        derived.refresh_components(state, bodies, scratch);
        refresh_discs(state, bodies, derived);
        ignore_overlaps_of_bodies(state, &bodies.particles, derived);
        let (radius, covered) = (&derived.particle_contacts.radius, &derived.body_contacts.discs.covered);
        let lets_out_slowly = plane_contact::is_any_inside(&bodies.particles, radius, &state.colliders, covered);
        begin_body_contacts(state, &bodies.particles, derived);
        begin_particle_contacts(state, &mut bodies.particles, derived);
        if state.settings.rope_contact.is_some() {
            wake_before_step(state, bodies, derived, &mut scratch.hits);
        }
        if state.solver.is_stale {
            choose_solver(state, bodies, derived, &mut scratch.marks);
        }
        if derived.stale.direct_solver && state.may_solve_directly() {
            rebuild_strands(state, bodies, derived, &mut scratch.marks);
        }
        derived.refresh_bending(state, bodies);
        derived.refresh_materials(state, bodies, &mut scratch.fracture);
        derived.refresh_attachments(bodies, &mut scratch.geodesic_search);
        set_speed_limits(state.settings.hand_speed, &derived.components, scratch);
        begin_direct_solve(state, bodies, derived, scratch);
        let substeps = self.substeps();
        let Self { state, bodies, derived, scratch, .. } = self;
        let substep = state.settings.step / substeps as f32;
        load_links(&state.settings, bodies, derived, substep);
        derived.direct_solver.begin_step(substeps, substep, state.settings.gravity);
        rescale_displacements(state, &mut bodies.particles, substep);
        begin_tensions(&bodies.links, &derived.components, &mut scratch.fracture, substeps);
        begin_hands(state, bodies, derived, &mut scratch.hands);
        let first = state.first_substep(substeps, lets_out_slowly);
        watch_impacts(state, &bodies.particles, derived, &mut scratch.impacts.watched, first);
        first
    }

    /// Does a substep. Air drag acts once per `air_interval` substeps.
    fn do_substep(&mut self, substep: Substep, air_interval: Option<u32>) {
        let Self { state, bodies, derived, scratch, execution, .. } = self;
        let Substep { number, count, .. } = substep;
        record_body_motion(state, &bodies.particles, derived, &mut scratch.impacts);
        if number > 0 {
            record_positions(state, &bodies.particles, &mut derived.shape_contacts);
        }
        let interval = air_interval.unwrap_or(count);
        if number.is_multiple_of(interval) {
            let due = interval.min(count - number);
            if air_interval.is_some() {
                apply_wind(state, bodies, &mut scratch.particle_air, execution.lanes, due);
            }
            do_tiled_substeps(state, bodies, &derived.friction, scratch, execution, (substep, due));
        }
        if scratch.tiles.rest.is_empty() {
            return;
        }
        if number == 0 {
            restrain_motors(state, bodies.graph(&derived.adjacency), &scratch.fracture.tension);
        }
        move_shapes(state, &mut derived.shape_contacts);
        let (radius, shapes) = (&derived.particle_contacts.radius, &derived.shape_contacts.shapes);
        move_fixed_particles(state, &mut bodies.particles, radius, shapes, substep);
        read_tensions(state, bodies, derived, &mut scratch.fracture, number);
        match state.settings.method {
            Method::Jakobsen => self.advance_by_projection(substep),
            Method::Springs => {
                advance_by_springs(state, bodies, scratch);
                execution.work.projections += bodies.links.len() as u64;
            }
        }
        self.resolve_contacts(substep);
        let Particles { position, displacement, .. } = &mut self.bodies.particles;
        for ids in &self.scratch.tiles.rest {
            verlet::stop_at_edge(&mut position[ids.clone()], &mut displacement[ids.clone()]);
        }
    }

    /// Integrates and projects links: Jakobsen's method.
    fn advance_by_projection(&mut self, substep: Substep) {
        let Self { state, bodies, derived, scratch, execution, .. } = self;
        integrate(state, &mut bodies.particles, scratch, execution.lanes, substep);
        // Contacts with shapes, wheels and other particles take the spin of their particles back.
        let keeps_spin = state.has_contact_beside_planes(&derived.body_contacts);
        if keeps_spin {
            scratch.spin.clone_from(&bodies.particles.displacement);
        }
        let has_overlong_strands = solve_links(state, bodies, derived, scratch, execution);
        if keeps_spin {
            let spins = scratch.spin.iter_mut().zip(&bodies.particles.displacement);
            spins.for_each(|(spin, displacement)| *spin = *displacement - *spin);
        }
        apply_corrections(&mut bodies.particles, scratch, substep.surface.substep);
        if has_overlong_strands {
            derived.direct_solver.shorten_failed(&mut bodies.particles.position);
        }
    }

    /// Resolves contacts. Planes come last, so that no other contact pushes a particle through the ground or a wall.
    fn resolve_contacts(&mut self, substep: Substep) {
        let Self { state, bodies, derived, scratch, execution, .. } = self;
        let (rows, surface) = (&mut execution.work.contact_rows, substep.surface);
        find_particle_pairs(state, &bodies.particles, derived, surface);
        if let Some(solved) = solve_impacts(state, bodies, derived, scratch, surface) {
            *rows += solved;
            derived.shape_contacts.are_contacts_found = false;
            derived.body_contacts.broad_phase.reset_counted();
            find_particle_pairs(state, &bodies.particles, derived, surface);
        }
        *rows += solve_particle_contacts(state, &mut bodies.particles, derived, scratch, surface);
        *rows += resolve_rows(state, bodies, derived, scratch, substep);
        *rows += resolve_points_on_shapes(state, &mut bodies.particles, derived, scratch, surface);
        limit_motors(state, bodies, derived, scratch.fracture.reader.by_slot());
        resolve_plane_contacts(&state.colliders, &mut bodies.particles, derived, scratch, surface);
    }
}
