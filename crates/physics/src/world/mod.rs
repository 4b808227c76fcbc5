//! The world: its data, its edits, and its step.
//!
//! Most files here join the mathematics of another folder into a step: `sleeping` uses `collision/particle_contact`,
//! `tearing` uses `fracture/strain`, `tension_tearing` uses `fracture/tension`, `air` uses `aerodynamics`.
//!
//! | File | Holds |
//! |---|---|
//! | [`data`] | state, derived data, scratch |
//! | [`edit`] | every change from outside |
//! | [`step`] | the phases of a step and of a substep, and the file of each |
//! | [`preparation`] | derived data, and the length of substeps |
//! | [`solver_table`] | choice of the solver of each component, and of the number of substeps |
//! | [`step_solvers`] | which solver holds which component in a step, and the number of substeps |
//! | [`substep`] | parts of a substep: shapes, integration, links, contacts |
//! | [`tiled_step`] | the substeps of large scenes in tiles, on several threads |
//! | [`air`] | velocity of the air at each particle, and its drag on links |
//! | [`kinematic_motion`] | motion of driven and anchored particles, and of moving pins |
//! | [`hands`] | the forces of hands |
//! | [`motor_limits`] | motors of limited force |
//! | [`particle_contacts`] | contacts between particles |
//! | [`impacts`] | hits of solid bodies and discs: what is watched, and the hits of a substep |
//! | [`overlaps`] | what overlaps when it is first seen |
//! | [`tearing`] | tearing of links by strain |
//! | [`link_tension`] | tension of links in the next substep |
//! | [`tension_tearing`] | tearing of links of a material by their tension |
//! | [`sleeping`] | how long each particle rests, and when an island falls asleep |
//! | [`waking`] | waking of islands |
//! | [`tags`] | numbers that users of the engine keep with things |
//! | [`revision`] | counts changes of links and faces, for data computed from them |
//! | [`work`] | counts the work of steps |

pub mod air;
pub mod data;
pub mod edit;
pub mod hands;
pub mod impacts;
pub mod kinematic_motion;
pub mod link_tension;
pub mod machines;
pub mod motor_limits;
pub mod overlaps;
pub mod particle_contacts;
pub mod preparation;
pub mod revision;
pub mod sleeping;
pub mod solver_table;
pub mod step;
pub mod step_solvers;
pub mod substep;
pub mod tags;
pub mod tearing;
pub mod tension_tearing;
pub mod tiled_step;
pub mod waking;
pub mod work;

pub(crate) use self::data::*;

use crate::collision::particle_contact::Ball;
use crate::geometry::Colliders;
use crate::kinematic::{Anchor, Drive, Grab};
use crate::math::SplitMix64;
use crate::particles::{ClothFace, DistanceConstraint, ParticleId, Particles};
use crate::settings::Settings;
use crate::simd::Lanes;
use crate::solver::tiling::Tiling;

/// Particles, the links between them, and all that acts on them.
///
/// A clone steps to the same bits. No method fails or panics, whatever its arguments.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub(crate) state: State,
    pub(crate) bodies: Bodies,
    pub(crate) derived: Derived,
    pub(crate) scratch: Scratch,
    pub(crate) execution: Execution,
    pub(crate) identity: Identity,
}

impl World {
    /// An empty world. `seed` starts its random numbers.
    #[must_use]
    pub fn new(settings: Settings, colliders: Colliders, seed: u64) -> Self {
        let (settings, colliders) = (settings.sanitised(), colliders.sanitised());
        let state = State { settings, colliders, random: SplitMix64 { state: seed }, ..State::default() };
        Self { state, ..Self::default() }
    }

    /// Sets the number of threads on which large scenes step. Results stay the same to the last bit.
    pub fn set_threads(&mut self, threads: usize) {
        self.execution.tiled_stepper.set_threads(threads);
    }

    /// Whether the last step used several threads.
    #[must_use]
    pub fn uses_threads(&self) -> bool {
        let mut tiled = self.scratch.tiles.tiled.iter();
        tiled.any(|range| self.execution.tiled_stepper.uses_threads(range, self.state.settings.sweeps))
    }

    /// Steps as `other` does, and on the same threads. Results stay the same to the last bit.
    pub fn copy_execution_from(&mut self, other: &Self) {
        self.execution.tiled_stepper.clone_from(&other.execution.tiled_stepper);
        self.execution.lanes = other.execution.lanes;
    }

    /// Sets when steps are tiled, for tests. Results stay the same to the last bit.
    #[doc(hidden)]
    pub fn set_tiling(&mut self, tiling: Tiling) {
        self.execution.tiled_stepper.tiling = tiling;
    }

    /// Sets the width of the kernels, for tests. Results stay the same to the last bit.
    #[doc(hidden)]
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.execution.lanes = lanes;
    }

    /// The settings, clamped to their ranges.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.state.settings
    }

    /// The particles.
    #[must_use]
    pub fn particles(&self) -> &Particles {
        &self.bodies.particles
    }

    /// The links, in the order in which they were added.
    pub fn links(&self) -> impl Iterator<Item = &DistanceConstraint> + Clone + '_ {
        self.bodies.links.iter()
    }

    /// The links, and the removed links whose slots are not compacted yet. Slots are compacted once removed links
    /// outnumber links.
    pub fn links_with_removed(&self) -> impl Iterator<Item = &DistanceConstraint> + Clone + '_ {
        self.bodies.links.iter_with_removed()
    }

    /// Number of links.
    #[must_use]
    pub fn link_count(&self) -> usize {
        self.bodies.links.len()
    }

    /// The faces of cloth whose edges are all linked.
    pub fn faces(&self) -> impl Iterator<Item = &ClothFace> + Clone + '_ {
        self.bodies.faces.iter()
    }

    /// Number of cloth faces.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.bodies.faces.len()
    }

    /// Ground, room, and shapes.
    #[must_use]
    pub fn colliders(&self) -> &Colliders {
        &self.state.colliders
    }

    /// The grabs, in the order in which they began.
    #[must_use]
    pub fn grabs(&self) -> &[Grab] {
        &self.state.grabs
    }

    /// The anchors, sorted by particle.
    #[must_use]
    pub fn anchors(&self) -> &[Anchor] {
        &self.state.anchors.0
    }

    /// The anchor of a particle.
    #[must_use]
    pub fn anchor(&self, particle: ParticleId) -> Option<Anchor> {
        self.state.anchors.of(particle).copied()
    }

    /// The particles that a gesture moves as wholes, in rising order.
    #[must_use]
    pub fn lifted(&self) -> &[ParticleId] {
        &self.state.lifted
    }

    /// The drive, if the scene has one.
    #[must_use]
    pub fn drive(&self) -> Option<Drive> {
        self.state.drive
    }

    /// The balls: particles with a radius of their own. Sorted by particle.
    #[must_use]
    pub fn balls(&self) -> &[Ball] {
        &self.state.balls
    }

    /// The ball that a particle is.
    #[must_use]
    pub fn ball(&self, particle: ParticleId) -> Option<Ball> {
        self.find_ball(particle).ok().map(|index| self.state.balls[index])
    }

    pub(crate) fn find_ball(&self, particle: ParticleId) -> Result<usize, usize> {
        self.state.balls.binary_search_by_key(&particle, |ball| ball.particle)
    }

    /// Number of steps since the world was made.
    #[must_use]
    pub fn step_count(&self) -> u64 {
        self.state.clock.steps
    }

    /// Length of the last substep, s; 0 before the first step.
    #[must_use]
    pub fn substep_length(&self) -> f32 {
        self.state.clock.substep
    }

    /// Number of links cut since the world was made.
    #[must_use]
    pub fn cut_link_count(&self) -> u64 {
        self.state.counters.cut_links
    }

    /// Number of links torn since the world was made.
    #[must_use]
    pub fn torn_link_count(&self) -> u64 {
        self.state.counters.torn_links
    }

    /// Number of projections in a sweep by colour of the last step: one for each link, and one more for the links of
    /// components whose sweep goes through the colours and back.
    #[must_use]
    pub fn projections_per_sweep(&self) -> usize {
        self.bodies.links.len() + self.bodies.colouring.symmetric.links
    }

    /// Number of times that the velocity of a particle was clamped to [`Settings::max_speed`] since the world was made.
    /// More than a few times a second, the settings are unstable.
    #[must_use]
    pub fn clamped_speed_count(&self) -> u64 {
        self.state.counters.clamped_speeds
    }
}
