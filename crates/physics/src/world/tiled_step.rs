//! Substeps of large scenes in tiles that fit the cache, on several threads.
//!
//! Bits are those of the plain loop in `step.rs` and `substep.rs`.

use std::sync::Mutex;

use glam::Vec2;

use crate::kinematic::Hands;
use crate::particles::ParticleFriction;
use crate::plane_contact::Surfaces;
use crate::settings::Settings;
use crate::simd::Lanes;
use crate::solver::tiling::{StepConstants, StepSize};
use crate::world::substep::Substep;
use crate::world::{Bodies, ComponentMarks, Derived, Execution, Scratch, State};

/// Divides the particles into those that a step of some `substeps` moves in tiles, and the rest.
///
/// Tiles know sweeps, planes and air alone. What else moves a component excludes it alone, and so does a wheel that it
/// may reach. Shapes and particle contact exclude all: a contact joins any two particles, and must be solved after all
/// contacts before it.
pub(crate) fn plan_tiles(
    state: &State,
    bodies: &Bodies,
    derived: &Derived,
    scratch: &mut Scratch,
    Execution { tiled_stepper, lanes, .. }: &mut Execution,
    substeps: u32,
) {
    let (particles, sweeps) = (bodies.particles.len(), state.settings.sweeps);
    let size = StepSize { links: bodies.links.len(), sweeps, substeps };
    let may_tile = state.settings.sweeps_by_colour()
        && *lanes == Lanes::Wide
        && state.pin_velocity == Vec2::ZERO
        && state.colliders.shapes().is_empty()
        && !state.has_particle_contact()
        && tiled_stepper.may_tile(particles, size);
    scratch.tiles.tile_nothing(particles);
    if may_tile {
        exclude_from_tiles(state, bodies, derived, scratch);
        // Also while nothing is tiled, so that no later step allocates.
        tiled_stepper.reserve(bodies.colouring.by_colour().count(), [sweeps, substeps]);
        let links = (&bodies.colouring, &derived.components);
        scratch.tiles.divide(tiled_stepper, links, &mut scratch.marks.untiled, [sweeps, substeps]);
    }
}

/// Marks the components that more than sweeps, planes and air moves in this step.
fn exclude_from_tiles(
    state: &State,
    Bodies { particles, colouring, .. }: &Bodies,
    Derived { components, direct_solver, attachments, bending, body_contacts, .. }: &Derived,
    Scratch { impacts, fracture, speed_limits, marks: ComponentMarks { stretched, untiled, .. }, .. }: &mut Scratch,
) {
    components.refill(untiled, false);
    let mut exclude = |particle: u32| untiled[components.number(particle)] = true;
    let limited = (0..).zip(stretched).filter(|(_, is_stretched)| **is_stretched && !speed_limits.is_empty());
    let direct = direct_solver.direct_groups().map(|group| direct_solver.forest.groups[group].component);
    let own = limited.map(|(component, _)| component).chain(direct).chain(fracture.tension.components());
    own.for_each(|component| exclude(components.lowest(component)));
    let by_wheels = body_contacts.broad_phase.components().map(|component| components.lowest(component));
    let uses_attachments = state.settings.uses_attachments();
    let attached = attachments.particles().filter(|_| uses_attachments);
    let led = state.held_particles().filter(|held| particles.inv_mass[held.index()] == 0.0).map(|held| held.0);
    let motors = state.machines.motors.iter().map(|motor| motor.axle.0);
    let driven = state.machines.driven.iter().map(|link| link.ends[0].0).chain(motors);
    let overflow = colouring.by_colour().filter(|(_, is_ordered)| *is_ordered);
    let ordered = overflow.flat_map(|(batch, _)| batch.links()).map(|link| link.a);
    let all = by_wheels.chain(attached).chain(ordered).chain(bending.particles()).chain(led).chain(driven);
    all.chain(impacts.watched.iter().copied()).for_each(exclude);
}

/// Moves the tiled particles by `count` substeps from one on.
pub(crate) fn do_tiled_substeps(
    state: &mut State,
    Bodies { particles, colouring, .. }: &mut Bodies,
    friction: &ParticleFriction,
    Scratch { tiles, corrections, hands, let_out_slowly, .. }: &mut Scratch,
    Execution { tiled_stepper, work, .. }: &mut Execution,
    (Substep { number, count: all, motion, surface }, count): (Substep, u32),
) {
    let (timing, has_spin) = (state.hand_timing(all), state.settings.has_spin());
    let State { colliders, grabs, releases, counters, settings: Settings { sweeps, give, .. }, .. } = state;
    // Wheels within reach of anything are not tiled.
    let surfaces = Surfaces { own: friction.view(), let_out_slowly, ..surface.into() };
    let hands = Hands { grabs, releases, steps: hands, timing };
    let hands = (!hands.steps.is_empty()).then(|| Mutex::new(hands));
    let (hands, share, sweeps) = (hands.as_ref(), 1.0 - *give, *sweeps);
    let constants = StepConstants { colouring, colliders, motion, surfaces, share, sweeps, has_spin, hands };
    for range in &tiles.tiled {
        let all_sweeps = u64::from(count) * u64::from(sweeps);
        work.projections += all_sweeps * range.projections_per_sweep as u64;
        let part = (range, number..number + count);
        counters.clamped_speeds += tiled_stepper.step(particles, corrections, constants, part);
    }
}
