//! Substeps of large scenes in tiles that fit the cache, on several threads.
//!
//! Bits are those of the plain loop in `step.rs` and `substep.rs`.

use glam::Vec2;

use crate::particles::Particles;
use crate::settings::Settings;
use crate::simd::{self, Lanes};
use crate::solver::tiling::{HeldPose, StepConstants, StepSize};
use crate::solver::verlet;
use crate::world::{Bodies, World};

impl World {
    /// Whether a step of `substeps` is tiled: in large scenes whose links are solved by sweeps alone.
    ///
    /// Shapes forbid tiles: a contact links any two particles, and must be solved after all contacts before it.
    pub(crate) fn is_tiled(&self, substeps: u32) -> bool {
        let sweeps = self.state.settings.sweeps;
        let projections = self.bodies.links.len().saturating_mul(sweeps as usize);
        let size = StepSize { particles: self.bodies.particles.len(), projections, sweeps, substeps };
        self.sweeps_by_colour()
            && self.execution.lanes == Lanes::Wide
            && !self.solves_directly()
            && !self.uses_multigrid()
            && (self.derived.attachments.is_empty() || !self.uses_attachments())
            && self.state.pin_velocity == Vec2::ZERO
            && self.state.colliders.shapes().is_empty()
            && !self.has_particle_contact()
            && self.scratch.speed_limits.is_empty()
            && self.scratch.jacobi.is_empty()
            && self.scratch.impacts.watched.is_empty()
            && self.scratch.fracture.tension.is_empty()
            && self.derived.bending.is_empty()
            && self.derived.friction.view().is_empty()
            && self.execution.tiled_stepper.should_tile(&self.bodies.colouring, size)
    }

    /// Does all substeps in tiles. Air drag, once per `air_interval` substeps, acts on the whole world.
    pub(crate) fn do_tiled_substeps(&mut self, substeps: u32, air_interval: Option<u32>) {
        self.plan_held_poses(substeps);
        let (motion, surface) = self.substep_constants();
        let (Settings { sweeps, give, .. }, has_spin) = (self.state.settings, self.has_spin());
        let mut done = 0;
        while done < substeps {
            let next = air_interval.map_or(substeps, |interval| (done + interval).min(substeps));
            if air_interval.is_some() {
                self.apply_wind(next - done);
            }
            let (Bodies { particles, colouring, .. }, colliders) = (&mut self.bodies, &self.state.colliders);
            let constants =
                StepConstants { colouring, colliders, motion, surface, share: 1.0 - give, sweeps, has_spin };
            let corrections = &mut self.scratch.corrections;
            self.state.counters.clamped_speeds +=
                self.execution.tiled_stepper.step(particles, corrections, constants, done..next);
            done = next;
        }
    }

    /// Computes the pose of each held particle at the end of each substep, then puts the particles back.
    fn plan_held_poses(&mut self, substeps: u32) {
        let (stepper, particles) = (&mut self.execution.tiled_stepper, &self.bodies.particles);
        stepper.held_poses.clear();
        stepper.initial_poses.clear();
        let initial_poses = self.state.held_particles().map(|held| HeldPose::of(particles, 0, held.index()));
        stepper.initial_poses.extend(initial_poses);
        for number in 0..substeps {
            self.move_held_particles();
            let (stepper, particles) = (&mut self.execution.tiled_stepper, &mut self.bodies.particles);
            for index in 0..stepper.initial_poses.len() {
                let held = stepper.initial_poses[index].particle;
                if particles.inv_mass[held] == 0.0 {
                    stepper.held_poses.push(HeldPose::of(particles, number, held));
                    // The rest of a substep changes a fixed particle too: -0 becomes 0, and the edge stops it.
                    let Particles { position, displacement, .. } = particles;
                    let (position, displacement) = (&mut position[held..=held], &mut displacement[held..=held]);
                    simd::apply_corrections(position, displacement, &mut [Vec2::ZERO]);
                    verlet::stop_at_edge(position, displacement);
                }
            }
        }
        for &HeldPose { particle, position, displacement, .. } in &self.execution.tiled_stepper.initial_poses {
            self.bodies.particles.position[particle] = position;
            self.bodies.particles.displacement[particle] = displacement;
        }
    }
}
