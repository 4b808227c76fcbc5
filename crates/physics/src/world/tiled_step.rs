//! Substeps of large scenes in tiles that fit the cache, on several threads.
//!
//! Bits are those of the plain loop in `step.rs` and `substep.rs`.

use std::ops::Range;

use glam::Vec2;

use crate::particles::{NO_BODY, Particles};
use crate::plane_contact::Surfaces;
use crate::settings::Settings;
use crate::simd::{self, Lanes};
use crate::solver::tiling::{HeldPose, StepConstants, StepSize};
use crate::solver::verlet;
use crate::world::{Bodies, Derived, Scratch, World};

impl World {
    /// Divides the particles into those that a step of some `substeps` moves in tiles, and the rest.
    ///
    /// Tiles know sweeps, planes and air alone. What else moves a component excludes it alone, and so does a wheel that
    /// it may reach. Shapes and particle contact exclude all: a contact joins any two particles, and must be solved
    /// after all contacts before it.
    pub(crate) fn plan_tiles(&mut self, substeps: u32) {
        let (particles, sweeps) = (self.bodies.particles.len(), self.state.settings.sweeps);
        let size = StepSize { links: self.bodies.links.len(), sweeps, substeps };
        let may_tile = self.sweeps_by_colour()
            && self.execution.lanes == Lanes::Wide
            && self.state.pin_velocity == Vec2::ZERO
            && self.state.colliders.shapes().is_empty()
            && !self.has_particle_contact()
            && self.execution.tiled_stepper.may_tile(particles, size);
        self.scratch.tiles.tile_nothing(particles);
        if may_tile {
            self.exclude_from_tiles();
            // Also while nothing is tiled, so that no later step allocates.
            let (held, colours) = (self.state.held_particles().count(), self.bodies.colouring.by_colour().count());
            self.execution.tiled_stepper.reserve(held, colours, [sweeps, substeps]);
            let Scratch { tiles, marks, .. } = &mut self.scratch;
            let links = (&self.bodies.colouring, &self.derived.wholes);
            tiles.divide(&self.execution.tiled_stepper, links, &mut marks.untiled, [sweeps, substeps]);
            self.plan_held_poses(substeps);
        }
    }

    /// Marks the components that more than sweeps, planes and air moves in this step.
    fn exclude_from_tiles(&mut self) {
        let mut untiled = std::mem::take(&mut self.scratch.marks.untiled);
        let Derived { wholes, components, direct_solver, attachments, bending, wheel_contacts, .. } = &self.derived;
        let Bodies { colouring, multigrid, .. } = &self.bodies;
        let Scratch { jacobi, impacts, fracture, speed_limits, marks, .. } = &self.scratch;
        wholes.refill(&mut untiled, false);
        let mut exclude = |particle: u32| untiled[wholes.number(particle)] = true;
        let limited =
            (0..).zip(&marks.stretched).filter(|(_, is_stretched)| **is_stretched && !speed_limits.is_empty());
        let direct = direct_solver.direct_groups().map(|group| direct_solver.forest.groups[group].component);
        let of_links = jacobi.components().chain(fracture.tension.components());
        let own = limited.map(|(component, _)| component).chain(direct).chain(of_links);
        own.for_each(|component| exclude(components.lowest(component)));
        let by_wheels = wheel_contacts.broad_phase.components().map(|whole| wholes.lowest(whole));
        let (uses_attachments, uses_multigrid) = (self.uses_attachments(), self.uses_multigrid());
        let attached = attachments.particles().chain(attachments.elastic.particles()).filter(|_| uses_attachments);
        let relaxed = multigrid.active().map(|net| net.shape.first).filter(|_| uses_multigrid);
        // A hand that bends a body slows down from one substep to the next.
        let solid_bodies = &self.derived.solid_bodies.body;
        let held = self.state.held_particles().filter(|held| solid_bodies[held.index()] != NO_BODY).map(|held| held.0);
        let overflow = colouring.by_colour().filter(|(_, is_ordered)| *is_ordered);
        let ordered = overflow.flat_map(|(batch, _)| batch.links()).map(|link| link.a);
        let particles = by_wheels.chain(attached).chain(relaxed).chain(ordered).chain(bending.particles()).chain(held);
        particles.chain(impacts.watched.iter().copied()).for_each(exclude);
        self.scratch.marks.untiled = untiled;
    }

    /// Moves the tiled particles by these substeps of the step.
    pub(crate) fn do_tiled_substeps(&mut self, substeps: Range<u32>) {
        let (motion, surface) = self.substep_constants();
        let (Settings { sweeps, give, .. }, has_spin) = (self.state.settings, self.has_spin());
        let surfaces = Surfaces { common: surface, own: self.derived.friction.view() };
        let (Bodies { particles, colouring, .. }, colliders) = (&mut self.bodies, &self.state.colliders);
        let constants = StepConstants { colouring, colliders, motion, surfaces, share: 1.0 - give, sweeps, has_spin };
        let Scratch { tiles, corrections, .. } = &mut self.scratch;
        for range in &tiles.tiled {
            let part = (range, substeps.clone());
            let all_sweeps = substeps.len() as u64 * u64::from(sweeps);
            self.execution.work.projections += all_sweeps * range.projections_per_sweep as u64;
            self.state.counters.clamped_speeds +=
                self.execution.tiled_stepper.step(particles, corrections, constants, part);
        }
    }

    /// Computes the pose of each held particle in tiles at the end of each substep, then puts the particles back.
    fn plan_held_poses(&mut self, substeps: u32) {
        let (stepper, particles) = (&mut self.execution.tiled_stepper, &self.bodies.particles);
        let tiles = &self.scratch.tiles;
        let tiled = self.state.held_particles().filter(|held| !tiles.is_rest(held.index()));
        stepper.initial_poses.extend(tiled.map(|held| HeldPose::of(particles, 0, held.index())));
        if stepper.initial_poses.is_empty() {
            return;
        }
        for number in 0..substeps {
            self.advance_held_particles(true);
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
