//! The schedule of a step: its phases, in order, and what they hand on.
//!
//! Phases hand these on in [`Scratch`](crate::world::Scratch); the rest of it is memory that is kept:
//!
//! | In scratch | Written by | Read by |
//! |---|---|---|
//! | `let_out_slowly` | `find_what_is_in_planes` | `do_tiled_substeps`, `solve_particle_contacts`, `resolve_plane_contacts` |
//! | `broken` | `find_overlong_links`, `find_overloaded_links` | `remove_broken_links` |
//! | `fracture.strain.recoiling` | `find_overlong_links` | `set_speed_limits` |
//! | `speed_limits`, `marks.stretched` | `set_speed_limits` | `plan_tiles`, `apply_corrections` |
//! | `fracture.tension`, `.reader`, `.sum` | `refresh_materials`, `begin_tensions`, `read_tensions` | `plan_tiles`, `restrain_motors`, `limit_motors`, `find_overloaded_links` |
//! | `hands` | `begin_hands` | `do_tiled_substeps`, `integrate` |
//! | `driven` | `find_driven_links` | `drive` |
//! | `impacts.watched` | `watch_impacts` | `plan_tiles`, `record_body_motion`, `solve_impacts` |
//! | `impacts.before` | `record_body_motion` | `solve_impacts` |
//! | `impacts.start_offset` | `solve_impacts` | `solve_particle_contacts`, `resolve_rows` |
//! | `particle_air` | `advance_air` | `apply_wind`, `update_sleep` |
//! | `tiles` | `plan_tiles` | `do_tiled_substeps` moves the tiled particles; `integrate`, `solve_links`, `apply_corrections`, `resolve_plane_contacts` the rest |
//! | `corrections` | `integrate`, `solve_links` | `apply_corrections` |
//! | `spin` | `advance_by_projection`, `advance_by_springs` | `solve_impacts` (zeroes it), `solve_particle_contacts`, `resolve_rows` (its finders), `resolve_points_on_shapes`: each takes it back at what touches, wheels excepted; planes do not |
//! | `rows` | `resolve_rows` | `resolve_points_on_shapes` |
//!
//! | In derived | Written by | Read by |
//! |---|---|---|
//! | `passing` | `ignore_overlaps_of_bodies` | `begin_body_contacts`, `find_particle_pairs` |
//! | `body_contacts.broad_phase` | `begin_body_contacts` | `wake_before_step`, `begin_direct_solve`, `World::substeps` (fewer near discs), `plan_tiles`, `solve_impacts`, `resolve_rows`, `update_sleep` |
//! | `direct_solver` (what is direct) | `begin_direct_solve` | `World::substeps`, `load_links`, `begin_hands`, `plan_tiles`, `read_tensions`, `solve_links` |
//! | `shape_contacts.start`; `.shapes` | `record_positions`; `move_shapes` | contacts with shapes; `move_fixed_particles` (shapes) |
//! | `shape_contacts.pushes`, `particle_contacts.contacts` | `resolve_points_on_shapes`, `solve_particle_contacts` | `limit_motors` |
//! | `particle_contacts.islands.woken` | `solve_particle_contacts` | `update_sleep` |

use crate::kinematic::Grab;
use crate::particles::Particles;
use crate::settings::Method;
use crate::solver::verlet;
use crate::world::substep::{self, Substep};
use crate::world::{
    World, air, hands, impacts, kinematic_motion, machines, motor_limits, overlaps, particle_contacts, preparation,
    sleeping, solver_table, step_solvers, tearing, tension_tearing, tiled_step, waking,
};

impl World {
    /// Advances the world by [`Settings::step`](crate::Settings::step) seconds.
    pub fn step(&mut self) {
        if !self.state.is_asleep(&self.bodies.particles) {
            tearing::find_overlong_links(&self.state, &mut self.bodies, &mut self.derived, &mut self.scratch);
            self.state.counters.torn_links += self.remove_broken_links() as u64;
            self.do_step();
            let Self { state, bodies, derived, scratch, .. } = self;
            tension_tearing::find_overloaded_links(state, &bodies.links, &derived.components, scratch);
            self.state.counters.torn_links += self.remove_broken_links() as u64;
            self.state.grabs.iter_mut().for_each(Grab::end_step);
            let Self { state, bodies, derived, scratch, .. } = self;
            sleeping::update_sleep(state, bodies, derived, &scratch.particle_air.velocity);
        }
        self.state.clock.steps += 1;
    }

    /// Prepares a step, and does its substeps.
    fn do_step(&mut self) {
        // Before the preparation, which may shorten strands: contacts then keep them from passing through a shape.
        substep::record_positions(&self.state, &self.bodies.particles, &mut self.derived.shape_contacts);
        let first = self.prepare_step();
        let Self { state, bodies, derived, scratch, execution, .. } = self;
        let air_interval = air::advance_air(state, &bodies.particles.position, &mut scratch.particle_air, first.count);
        tiled_step::plan_tiles(state, bodies, derived, scratch, execution, first.count);
        execution.work.substeps += u64::from(first.count);
        (0..first.count).for_each(|number| self.do_substep(Substep { number, ..first }, air_interval));
    }

    /// Prepares a step. Returns its first substep.
    fn prepare_step(&mut self) -> Substep {
        let Self { state, bodies, derived, scratch, .. } = self;
        preparation::compact(bodies, &mut derived.stale);
        derived.refresh_graph(bodies);
        machines::find_driven_links(state, bodies, derived, &mut scratch.driven);
        derived.refresh_components(state, bodies, scratch);
        machines::drop_parted_motors(state, &derived.components);
        particle_contacts::refresh_discs(state, bodies, derived);
        overlaps::ignore_overlaps_of_bodies(state, &bodies.particles, derived);
        overlaps::find_what_is_in_planes(state, &bodies.particles, derived, scratch);
        particle_contacts::begin_body_contacts(state, &bodies.particles, derived);
        particle_contacts::begin_particle_contacts(state, &mut bodies.particles, derived);
        if state.settings.rope_contact.is_some() {
            waking::wake_before_step(state, bodies, derived, &mut scratch.hits);
        }
        if state.solver.is_stale {
            solver_table::choose_solver(state, bodies, derived, &mut scratch.marks);
        }
        if derived.stale.direct_solver && state.may_solve_directly() {
            solver_table::rebuild_strands(state, bodies, derived, &mut scratch.marks);
        }
        derived.refresh_bending(state, bodies);
        derived.refresh_materials(state, bodies, &mut scratch.fracture);
        derived.refresh_attachments(bodies, &mut scratch.geodesic_search);
        tearing::set_speed_limits(state.settings.hand_speed, &derived.components, scratch);
        step_solvers::begin_direct_solve(state, bodies, derived, scratch);
        let substeps = self.substeps();
        let Self { state, bodies, derived, scratch, .. } = self;
        let substep = state.settings.step / substeps as f32;
        preparation::load_links(&state.settings, bodies, derived, substep);
        derived.direct_solver.begin_step(substeps, substep, state.settings.gravity);
        preparation::rescale_displacements(state, &mut bodies.particles, substep);
        tension_tearing::begin_tensions(&bodies.links, &derived.components, &mut scratch.fracture, substeps);
        hands::begin_hands(state, bodies, derived, &mut scratch.hands);
        let first = state.first_substep(substeps);
        impacts::watch_impacts(state, &bodies.particles, derived, &mut scratch.impacts.watched, first);
        first
    }

    /// Does a substep. Air drag acts once per `air_interval` substeps.
    fn do_substep(&mut self, substep: Substep, air_interval: Option<u32>) {
        let Self { state, bodies, derived, scratch, execution, .. } = self;
        let Substep { number, count, .. } = substep;
        impacts::record_body_motion(state, &bodies.particles, derived, &mut scratch.impacts);
        if number > 0 {
            substep::record_positions(state, &bodies.particles, &mut derived.shape_contacts);
        }
        let interval = air_interval.unwrap_or(count);
        if number.is_multiple_of(interval) {
            let due = interval.min(count - number);
            if air_interval.is_some() {
                air::apply_wind(state, bodies, &mut scratch.particle_air, execution.lanes, due);
            }
            tiled_step::do_tiled_substeps(state, bodies, &derived.friction, scratch, execution, (substep, due));
        }
        if scratch.tiles.rest.is_empty() {
            return;
        }
        if number == 0 {
            motor_limits::restrain_motors(state, bodies.graph(&derived.adjacency), &scratch.fracture.tension);
        }
        substep::move_shapes(state, &mut derived.shape_contacts);
        let (radius, shapes) = (&derived.particle_contacts.radius, &derived.shape_contacts.shapes);
        kinematic_motion::move_fixed_particles(state, &mut bodies.particles, radius, shapes, substep);
        if scratch.fracture.tension.find_due(number) {
            tension_tearing::read_tensions(state, bodies, derived, &mut scratch.fracture);
        }
        machines::drive(state, bodies, derived, &scratch.driven);
        match state.settings.method {
            Method::Jakobsen => self.advance_by_projection(substep),
            Method::Springs => {
                substep::advance_by_springs(state, bodies, scratch);
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
        substep::integrate(state, &mut bodies.particles, scratch, execution.lanes, substep);
        // Contacts with shapes, wheels and other particles take the spin of their particles back.
        let keeps_spin = state.has_contact_beside_planes(&derived.body_contacts);
        if keeps_spin {
            scratch.spin.clone_from(&bodies.particles.displacement);
        }
        let has_overlong_strands = substep::solve_links(state, bodies, derived, scratch, execution);
        if keeps_spin {
            let spins = scratch.spin.iter_mut().zip(&bodies.particles.displacement);
            spins.for_each(|(spin, displacement)| *spin = *displacement - *spin);
        }
        substep::apply_corrections(&mut bodies.particles, scratch, substep.surface.substep);
        if has_overlong_strands {
            derived.direct_solver.shorten_failed(&mut bodies.particles.position);
        }
    }

    /// Resolves contacts. Planes come last, so that no other contact pushes a particle through the ground or a wall.
    fn resolve_contacts(&mut self, substep: Substep) {
        let Self { state, bodies, derived, scratch, execution, .. } = self;
        let (rows, surface) = (&mut execution.work.contact_rows, substep.surface);
        particle_contacts::find_particle_pairs(state, &bodies.particles, derived, surface);
        if let Some(solved) = impacts::solve_impacts(state, bodies, derived, scratch, surface) {
            *rows += solved;
            derived.shape_contacts.are_contacts_found = false;
            derived.body_contacts.broad_phase.reset_counted();
            particle_contacts::find_particle_pairs(state, &bodies.particles, derived, surface);
        }
        *rows += particle_contacts::solve_particle_contacts(state, &mut bodies.particles, derived, scratch, surface);
        *rows += substep::resolve_rows(state, bodies, derived, scratch, substep);
        *rows += substep::resolve_points_on_shapes(state, &mut bodies.particles, derived, scratch, surface);
        motor_limits::limit_motors(state, bodies, derived, scratch.fracture.reader.by_slot());
        substep::resolve_plane_contacts(&state.colliders, &mut bodies.particles, derived, scratch, surface);
    }
}
