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
use crate::settings::Method;
use crate::solver::verlet;
use crate::world::World;

impl World {
    /// Advances the world by [`Settings::step`](crate::Settings::step) seconds.
    pub fn step(&mut self) {
        if !self.is_asleep() {
            self.tear_overlong();
            // Before the preparation, which may shorten strands: contacts then keep them from passing through a shape.
            self.record_positions();
            let substeps = self.prepare_step();
            let air_interval = self.advance_air(substeps);
            self.plan_tiles(substeps);
            self.execution.work.substeps += u64::from(substeps);
            (0..substeps).for_each(|number| self.do_substep(number, substeps, air_interval));
            self.tear_overloaded();
            self.state.grabs.iter_mut().for_each(Grab::end_step);
            self.update_sleep();
        }
        self.state.clock.steps += 1;
    }

    /// Does the substep of this number (from 0). Air drag acts once per `air_interval` substeps.
    fn do_substep(&mut self, number: u32, substeps: u32, air_interval: Option<u32>) {
        self.scratch.is_reversed = number % 2 == 1;
        self.record_body_motion();
        if number > 0 {
            self.record_positions();
        }
        let interval = air_interval.unwrap_or(substeps);
        if number.is_multiple_of(interval) {
            let count = interval.min(substeps - number);
            if air_interval.is_some() {
                self.apply_wind(count);
            }
            self.do_tiled_substeps(number..number + count, substeps);
        }
        if self.scratch.tiles.rest.is_empty() {
            return;
        }
        if number == 0 {
            self.restrain_motors();
        }
        self.move_shapes();
        self.move_fixed_particles(number, substeps);
        self.read_tensions(number);
        match self.state.settings.method {
            Method::Jakobsen => self.advance_by_projection(number, substeps),
            Method::Springs => self.advance_by_springs(),
        }
        let Particles { position, displacement, .. } = &mut self.bodies.particles;
        for ids in &self.scratch.tiles.rest {
            verlet::stop_at_edge(&mut position[ids.clone()], &mut displacement[ids.clone()]);
        }
    }
}
