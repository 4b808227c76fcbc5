//! Phases of a substep: shapes, integration, links, contacts of links, wheels and planes.

use glam::Vec2;

use crate::collision::particle_contact::Ball;
use crate::collision::{ContactSubstep, RowBodies, ShapeContacts, find_wheels_on_planes};
use crate::containers::Refill;
use crate::fracture::strain;
use crate::geometry::Colliders;
use crate::particles::Particles;
use crate::plane_contact::{self, Surface, Surfaces};
use crate::settings::Settings;
use crate::simd::{DisplacementLimits, Lanes, Link, MotionConstants, MovingParticles, ParticleView};
use crate::solver::direct::EXTRA_SWEEPS;
use crate::solver::{Sweeps, gauss_seidel, mass_spring, verlet};
use crate::world::{Bodies, Derived, Execution, Scratch, State};

/// A substep. All but its number is the same in all substeps of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substep {
    /// Its number in the step, from 0.
    pub number: u32,
    /// Number of substeps in the step.
    pub count: u32,
    pub motion: MotionConstants,
    pub surface: Surface,
}

impl State {
    /// The first of a number of substeps.
    pub fn first_substep(&self, count: u32) -> Substep {
        let (Settings { restitution, friction, .. }, substep) = (self.settings, self.clock.substep);
        let motion = self.motion_constants();
        let fall = motion.gravity_displacement;
        let surface = Surface { restitution, friction, fall, substep, lets_out_slowly: false };
        Substep { number: 0, count, motion, surface }
    }

    /// Constants of integration.
    pub fn motion_constants(&self) -> MotionConstants {
        let Settings { gravity, drag, max_speed, .. } = self.settings;
        MotionConstants::new(gravity, drag, max_speed, self.clock.substep)
    }
}

/// Records positions, from which contacts with shapes sweep to the end of the substep.
pub(crate) fn record_positions(state: &State, particles: &Particles, shape_contacts: &mut ShapeContacts) {
    if !state.colliders.shapes().is_empty() {
        shape_contacts.start.clone_from(&particles.position);
    }
}

/// Moves the shapes by one substep.
pub(crate) fn move_shapes(State { colliders, settings, clock, .. }: &mut State, shape_contacts: &mut ShapeContacts) {
    shape_contacts.advance_shapes(colliders, clock.substep, settings.hand_speed);
}

/// Integrates, and lets hands pull.
pub(crate) fn integrate(
    state: &mut State,
    particles: &mut Particles,
    Scratch { tiles, hands, corrections, .. }: &mut Scratch,
    lanes: Lanes,
    Substep { number, count, motion, .. }: Substep,
) {
    for ids in &tiles.rest {
        let mut hands = state.hands(hands, count);
        let mut moving = MovingParticles::of(particles, corrections, ids);
        hands.record(&moving, ids);
        let limited = verlet::integrate(moving.reborrow(), motion, lanes);
        hands.pull(&mut moving, ids, number);
        state.counters.clamped_speeds += limited;
    }
}

/// Sums the corrections by attachments and links. Returns whether the direct solve left links too long.
pub(crate) fn solve_links(
    state: &mut State,
    Bodies { particles, links, colouring, .. }: &mut Bodies,
    Derived { direct_solver, bending, attachments, components, .. }: &mut Derived,
    Scratch { tiles, corrections, .. }: &mut Scratch,
    Execution { lanes, work, .. }: &mut Execution,
) -> bool {
    let (settings, solves_directly) = (&state.settings, !state.solver.direct.is_empty());
    let Settings { sweeps: count, order, give, .. } = *settings;
    let sweeps = Sweeps { within: tiles.rest_beside_tiles(), count, order, share: 1.0 - give, lanes: *lanes };
    let inv_substep_squared = 1.0 / (state.clock.substep * state.clock.substep);
    let Particles { position, displacement, inv_mass, .. } = particles;
    let has_spin = settings.has_spin();
    let mut view = ParticleView { first: 0, position, corrections, displacement, inv_mass, has_spin };
    if settings.uses_attachments() {
        let recoil = strain::MAX_RECOIL_SPEED * state.clock.substep;
        let is_direct = |particle: u32| direct_solver.is_direct(components.number(particle));
        work.projections += attachments.enforce(&mut view, recoil, is_direct);
    }
    work.direct_rows += bending.solve(&mut view, inv_substep_squared);
    if solves_directly {
        work.direct_rows += direct_solver.solve(&mut view);
    }
    let random = &mut state.random;
    work.projections += gauss_seidel::sweep(&mut view, colouring, random, sweeps);
    let failed_links = if solves_directly { direct_solver.failed_links() } else { 0 };
    let extra_sweeps = if failed_links > 0 { EXTRA_SWEEPS } else { 0 };
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

/// Adds the corrections to positions and displacements, within the speed limits of the step. `substep` in s.
pub(crate) fn apply_corrections(particles: &mut Particles, scratch: &mut Scratch, substep: f32) {
    let Scratch { corrections, speed_limits, tiles, .. } = scratch;
    for ids in &tiles.rest {
        let speeds = speed_limits.get(ids.clone()).unwrap_or_default();
        let limits = DisplacementLimits { speeds, substep };
        verlet::apply_corrections(MovingParticles::of(particles, corrections, ids), limits);
    }
}

/// Applies forces: the spring method.
pub(crate) fn advance_by_springs(state: &mut State, bodies: &mut Bodies, scratch: &mut Scratch) {
    let (Bodies { particles, colouring, .. }, substep) = (bodies, state.clock.substep);
    scratch.spin.refill(particles.len(), Vec2::ZERO);
    let (links, forces) = (colouring.in_sequence(), &mut scratch.forces);
    state.counters.clamped_speeds += mass_spring::advance(particles, links, forces, &state.settings, substep);
}

/// Finds the contacts of wheels, corners and links, and resolves their rows. Returns their number.
pub(crate) fn resolve_rows(
    State { ignored, balls, colliders, .. }: &mut State,
    Bodies { particles, links, .. }: &mut Bodies,
    Derived { shape_contacts, particle_contacts, body_contacts, components, friction, .. }: &mut Derived,
    Scratch { rows, spin, impacts, .. }: &mut Scratch,
    Substep { number, surface, .. }: Substep,
) -> u64 {
    rows.contacts.clear();
    let surfaces = Surfaces { own: friction.view(), ..surface.into() };
    body_contacts.find(particles, (spin, &impacts.start_offset), surfaces, &mut rows.contacts);
    let discs = &body_contacts.discs;
    let surfaces = Surfaces { covered: &discs.covered, ..surfaces };
    let mut candidates = 0;
    if !colliders.shapes().is_empty() {
        let substep = ContactSubstep { links, balls, discs, surfaces };
        candidates = shape_contacts.find((particles, spin), ignored, substep, &mut rows.contacts);
    }
    find_wheels_on_planes(particles, discs, (colliders, &particle_contacts.radius), surfaces, &mut rows.contacts);
    // From the last to the first in every other substep.
    candidates + rows.resolve(&mut RowBodies { particles, discs, components }, surface, number % 2 == 1)
}

/// Resolves the contacts of particles with shapes. Returns how many are tested as balls, which are thicker than shapes
/// are grown by.
pub(crate) fn resolve_points_on_shapes(
    State { colliders, ignored, balls, .. }: &mut State,
    particles: &mut Particles,
    Derived { shape_contacts, body_contacts, friction, .. }: &mut Derived,
    Scratch { spin, rows, .. }: &mut Scratch,
    common: Surface,
) -> u64 {
    if colliders.shapes().is_empty() {
        return 0;
    }
    let discs = &body_contacts.discs;
    // A body that was put a little into a shape would be thrown otherwise.
    let common = Surface { lets_out_slowly: true, ..common };
    let surfaces = Surfaces { own: friction.view(), covered: &discs.covered, ..common.into() };
    shape_contacts.resolve_points((particles, spin), ignored, surfaces, (&rows.rows, discs));
    let resolve = |ball: &Ball| {
        let excess = ball.radius - shape_contacts.thickness;
        shape_contacts.resolve_disc((particles, spin), ball, excess, surfaces)
    };
    balls.iter().map(resolve).sum()
}

/// Resolves the contacts of particles with the ground and walls.
pub(crate) fn resolve_plane_contacts(
    colliders: &Colliders,
    particles: &mut Particles,
    Derived { particle_contacts, body_contacts, friction, .. }: &Derived,
    Scratch { corrections, tiles, let_out_slowly, .. }: &mut Scratch,
    common: Surface,
) {
    let covered = &body_contacts.discs.covered;
    let surfaces = Surfaces { own: friction.view(), covered, let_out_slowly, ..common.into() };
    if particle_contacts.radius.is_empty() {
        for ids in &tiles.rest {
            let surfaces = surfaces.starting_at(ids.start);
            let MovingParticles { position, displacement, inv_mass, .. } =
                MovingParticles::of(particles, corrections, ids);
            plane_contact::resolve(position, displacement, inv_mass, colliders, surfaces);
        }
    } else {
        plane_contact::resolve_discs(particles, &particle_contacts.radius, colliders, surfaces);
    }
}
