//! The world: its state, every change to it, and the step that moves it.

pub mod air;
pub mod attachments;
pub mod damping;
pub mod data;
pub mod edit;
pub mod grabs;
pub mod ground_depenetration;
pub mod kinematic_motion;
pub mod motor_limits;
pub mod overloading;
pub mod particle_contacts;
pub mod revision;
pub mod sleeping;
pub mod step;
pub mod substep_policy;
pub mod tearing;
pub mod weights;
pub mod wrapping;

use glam::Vec2;

use crate::{
    aerodynamics::wind::Air,
    collision::particle_contact::SleepState,
    geometry::colliders::Colliders,
    kinematic::grab::{Drive, Grab},
    math::random::SplitMix64,
    particles::{cloth_faces::ClothFace, distance_constraint::DistanceConstraint, storage::Particles},
    settings::Settings,
    simd::Lanes,
    solver::tiling::Tiling,
    world::data::{Bodies, Clock, Counters, Derived, Execution, Identity, Scratch, SolverChoice, State},
};

/// Particles, the constraints between them, and everything that acts on them.
///
/// A clone steps to the same bits. No method fails or panics, whatever its arguments.
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) state: State,
    pub(crate) bodies: Bodies,
    pub(crate) derived: Derived,
    pub(crate) scratch: Scratch,
    pub(crate) execution: Execution,
    pub(crate) identity: Identity,
}

impl World {
    /// An empty world. `seed` starts its own randomness.
    #[must_use]
    pub fn new(settings: Settings, colliders: Colliders, seed: u64) -> Self {
        Self {
            state: State {
                settings: settings.sanitised(),
                colliders: colliders.sanitised(),
                air: Air::default(),
                random: SplitMix64 { state: seed },
                pin_velocity: Vec2::ZERO,
                clock: Clock::default(),
                solver: SolverChoice::default(),
                counters: Counters::default(),
                weights: Vec::new(),
                grabs: Vec::new(),
                drive: None,
                balls: Vec::new(),
                sleep: SleepState::default(),
            },
            bodies: Bodies::default(),
            derived: Derived::default(),
            scratch: Scratch::default(),
            execution: Execution::default(),
            identity: Identity::default(),
        }
    }

    /// The displacement of a free particle that is at rest, m.
    pub(crate) fn rest_displacement(&self) -> Vec2 {
        self.state.settings.gravity * (-0.5 * self.state.clock.substep * self.state.clock.substep)
    }

    /// Steps large scenes on so many threads. It is not state and changes no bit.
    pub fn set_threads(&mut self, threads: usize) {
        self.execution.tiled_stepper.set_threads(threads);
    }

    /// Whether a step like the last is shared out among threads.
    #[must_use]
    pub fn is_shared_out(&self) -> bool {
        self.is_tiled(self.substeps())
            && self.execution.tiled_stepper.uses_threads(
                &self.bodies.colouring,
                self.bodies.particles.len(),
                self.state.settings.sweeps,
            )
    }

    /// Steps as `other` does: on as many threads, which the two share. What is in it does not change.
    pub fn step_like(&mut self, other: &Self) {
        self.execution.tiled_stepper.clone_from(&other.execution.tiled_stepper);
        self.execution.lanes = other.execution.lanes;
    }

    /// Chooses when steps are tiled, for tests: it is not state and changes no bit.
    #[doc(hidden)]
    pub fn set_tiling(&mut self, tiling: Tiling) {
        self.execution.tiled_stepper.tiling = tiling;
    }

    /// Chooses how links are projected, for tests: it is not state and changes no bit.
    #[doc(hidden)]
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.execution.lanes = lanes;
    }

    /// The settings in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.state.settings
    }

    /// The particles.
    #[must_use]
    pub fn particles(&self) -> &Particles {
        &self.bodies.particles
    }

    /// The links, in the order in which they were made.
    pub fn constraints(&self) -> impl Iterator<Item = &DistanceConstraint> + Clone + '_ {
        self.bodies.links.iter()
    }

    /// The links with those that were severed, as far as they are still known: once more than half are, they are forgotten.
    pub fn constraints_and_severed(&self) -> impl Iterator<Item = &DistanceConstraint> + Clone + '_ {
        self.bodies.links.iter_with_removed()
    }

    /// How many links there are.
    #[must_use]
    pub fn link_count(&self) -> usize {
        self.bodies.links.len()
    }

    /// The patches of cloth that still hold.
    pub fn faces(&self) -> impl Iterator<Item = &ClothFace> + Clone + '_ {
        self.bodies.faces.iter()
    }

    /// How many patches of cloth hold.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.bodies.faces.len()
    }

    /// Ground, walls, and the shapes.
    #[must_use]
    pub fn colliders(&self) -> &Colliders {
        &self.state.colliders
    }

    /// The pointers that hold a particle.
    #[must_use]
    pub fn grabs(&self) -> &[Grab] {
        &self.state.grabs
    }

    /// The end that keys move, if the scene has one.
    #[must_use]
    pub fn drive(&self) -> Option<Drive> {
        self.state.drive
    }

    /// Steps since the world was made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.state.clock.steps
    }

    /// Length of the last substep, s; 0 before the first step.
    #[must_use]
    pub fn substep_length(&self) -> f32 {
        self.state.clock.substep
    }

    /// How many links were cut.
    #[must_use]
    pub fn cut_links(&self) -> u64 {
        self.state.counters.cut
    }

    /// How many links tore.
    #[must_use]
    pub fn torn_links(&self) -> u64 {
        self.state.counters.torn
    }

    /// How many times a sweep by colour projects each link: 2 where it has to go through the colours and back again.
    #[must_use]
    pub fn passes(&self) -> u32 {
        if self.bodies.colouring.needs_symmetric_sweep() { 2 } else { 1 }
    }

    /// How often a particle was faster than [`Settings::max_speed`] and was held to it: more than a few a second say
    /// that the settings are not stable.
    #[must_use]
    pub fn held_back(&self) -> u64 {
        self.state.counters.held_back
    }
}
