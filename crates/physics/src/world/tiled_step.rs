//! Substeps of large scenes in tiles that fit the cache, on several threads.
//!
//! Bits are those of the plain loop in `step.rs` and `substep.rs`.

use std::ops::Range;
use std::sync::Mutex;

use glam::Vec2;

use crate::kinematic::Hands;
use crate::plane_contact::Surfaces;
use crate::settings::Settings;
use crate::simd::Lanes;
use crate::solver::tiling::{StepConstants, StepSize};
use crate::world::{Bodies, Derived, Scratch, State, World};

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
            let colours = self.bodies.colouring.by_colour().count();
            self.execution.tiled_stepper.reserve(colours, [sweeps, substeps]);
            let Scratch { tiles, marks, .. } = &mut self.scratch;
            let links = (&self.bodies.colouring, &self.derived.components);
            tiles.divide(&self.execution.tiled_stepper, links, &mut marks.untiled, [sweeps, substeps]);
        }
    }

    /// Marks the components that more than sweeps, planes and air moves in this step.
    fn exclude_from_tiles(&mut self) {
        let mut untiled = std::mem::take(&mut self.scratch.marks.untiled);
        let Derived { components, direct_solver, attachments, bending, body_contacts, .. } = &self.derived;
        let Bodies { particles, colouring, .. } = &self.bodies;
        let Scratch { impacts, fracture, speed_limits, marks, .. } = &self.scratch;
        components.refill(&mut untiled, false);
        let mut exclude = |particle: u32| untiled[components.number(particle)] = true;
        let limited =
            (0..).zip(&marks.stretched).filter(|(_, is_stretched)| **is_stretched && !speed_limits.is_empty());
        let direct = direct_solver.direct_groups().map(|group| direct_solver.forest.groups[group].component);
        let own = limited.map(|(component, _)| component).chain(direct).chain(fracture.tension.components());
        own.for_each(|component| exclude(components.lowest(component)));
        let by_wheels = body_contacts.broad_phase.components().map(|whole| components.lowest(whole));
        let uses_attachments = self.uses_attachments();
        let attached = attachments.particles().filter(|_| uses_attachments);
        let led = self.state.held_particles().filter(|held| particles.inv_mass[held.index()] == 0.0).map(|held| held.0);
        let overflow = colouring.by_colour().filter(|(_, is_ordered)| *is_ordered);
        let ordered = overflow.flat_map(|(batch, _)| batch.links()).map(|link| link.a);
        let all = by_wheels.chain(attached).chain(ordered).chain(bending.particles()).chain(led);
        all.chain(impacts.watched.iter().copied()).for_each(exclude);
        self.scratch.marks.untiled = untiled;
    }

    /// Moves the tiled particles by some substeps, of `all` in the step.
    pub(crate) fn do_tiled_substeps(&mut self, substeps: Range<u32>, all: u32) {
        let (motion, surface) = self.substep_constants();
        let timing = self.state.hand_timing(all);
        let (Settings { sweeps, give, .. }, has_spin) = (self.state.settings, self.has_spin());
        let Bodies { particles, colouring, .. } = &mut self.bodies;
        let Scratch { tiles, corrections, hands, slow, .. } = &mut self.scratch;
        // Wheels within reach of anything are not tiled.
        let surfaces = Surfaces { own: self.derived.friction.view(), slow, ..surface.into() };
        let State { colliders, grabs, releases, counters, .. } = &mut self.state;
        let hands = Hands { grabs, releases, steps: hands, timing };
        let hands = (!hands.steps.is_empty()).then(|| Mutex::new(hands));
        let (hands, share) = (hands.as_ref(), 1.0 - give);
        let constants = StepConstants { colouring, colliders, motion, surfaces, share, sweeps, has_spin, hands };
        for range in &tiles.tiled {
            let part = (range, substeps.clone());
            let all_sweeps = substeps.len() as u64 * u64::from(sweeps);
            self.execution.work.projections += all_sweeps * range.projections_per_sweep as u64;
            counters.clamped_speeds += self.execution.tiled_stepper.step(particles, corrections, constants, part);
        }
    }
}
