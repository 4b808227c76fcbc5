//! The parts of a [`World`](crate::World): what is state, what follows from state, and what is scratch.
//!
//! State is what the next step depends on. A field of state is named here; the state hash, snapshots and the text form
//! take these structs apart field by field, so a field that one of them misses does not compile.

use std::sync::Arc;

use glam::Vec2;

use crate::{
    aerodynamics::wind::{Air, ParticleAir},
    attachment::{geodesics::GeodesicSearch, long_range::LongRangeAttachments},
    collision::{
        broad_phase::ShapeContacts,
        particle_contact::{Ball, ParticleContacts, SleepState},
    },
    fracture::strain::StrainFracture,
    geometry::colliders::Colliders,
    kinematic::{
        grab::{Drive, Grab, GrabLimits},
        wrap_limits::WrapSearch,
    },
    math::random::SplitMix64,
    particles::{
        cloth_faces::ClothFaces, constraint_graph::Adjacency, cut_query::CutQuery, links::Links, storage::Particles,
        weight::Weight,
    },
    settings::Settings,
    simd::Lanes,
    solver::{colouring::Colouring, direct::DirectSolver, multigrid::Multigrid, tiling::TiledStepper},
    world::revision::Branch,
};

/// The small part of the state: a snapshot copies it whole.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The settings in force, inside their ranges.
    pub settings: Settings,
    /// Ground, room and shapes.
    pub colliders: Colliders,
    /// Gusts and blowers.
    pub air: Air,
    /// The world's own randomness.
    pub random: SplitMix64,
    /// Velocity at which commands move the pins, m/s.
    pub pin_velocity: Vec2,
    /// Time since the world was made.
    pub clock: Clock,
    /// The chosen solver and its substeps.
    pub solver: SolverChoice,
    /// Counts of events.
    pub counters: Counters,
    /// Weights, sorted by particle.
    pub weights: Vec<Weight>,
    /// Grabs, in the order in which they began.
    pub grabs: Vec<Grab>,
    /// The end of a rope that keys move, if the scene has one.
    pub drive: Option<Drive>,
    /// Particles with a radius of their own.
    pub balls: Vec<Ball>,
    /// How long each particle has been at rest; empty while particles do not collide.
    pub sleep: SleepState,
}

/// Time since the world was made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    /// Number of steps.
    pub steps: u64,
    /// Length of the substep that the displacements belong to, s; 0 before the first step.
    pub substep: f32,
}

/// The solver that was chosen for the scene when something was added to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverChoice {
    /// Substeps where only sweeps solve.
    pub sweep_substeps: u32,
    /// Substeps where strands are solved directly.
    pub strand_substeps: u32,
    /// Substeps where nets are relaxed on coarser levels; `None` where they are not.
    pub net_substeps: Option<u32>,
    /// [`StrandSolver::Auto`](crate::StrandSolver::Auto) solves strands directly in this scene.
    pub solves_strands: bool,
    /// The last step solved them.
    pub solved_strands: bool,
    /// Something was added since: the next step chooses anew.
    pub is_stale: bool,
}

impl Default for SolverChoice {
    fn default() -> Self {
        Self {
            sweep_substeps: 1,
            strand_substeps: 1,
            net_substeps: None,
            solves_strands: false,
            solved_strands: false,
            is_stale: false,
        }
    }
}

/// Counts of events since the world was made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    /// Links that were cut.
    pub cut: u64,
    /// Links that tore.
    pub torn: u64,
    /// Times at which a particle was held to the speed limit.
    pub held_back: u64,
}

/// The large part of the state: particles and what connects them. A snapshot shares what did not change.
///
/// `batches` and `nets` also hold data that follows from the state; the colour of each link and the place of each net
/// are state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    pub particles: Particles,
    pub links: Links,
    /// The colour of each link, which is its place in the order of solving.
    pub colouring: Colouring,
    pub faces: ClothFaces,
    pub nets: Multigrid,
}

/// Data that follows from the state; `stale` says what of it is out of date.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    pub stale: Stale,
    pub adjacency: Adjacency,
    pub cut_query: CutQuery,
    /// Limits of each grab, in their order, then those of the drive.
    pub grab_limits: Vec<GrabLimits>,
    pub strands: DirectSolver,
    pub attachments: LongRangeAttachments,
    /// Contacts with shapes.
    pub shape_contacts: ShapeContacts,
    /// Contacts of particles with each other.
    pub particle_contacts: ParticleContacts,
}

/// Derived data to be made anew before the next step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stale {
    /// Something was added, or slots of links were compacted.
    pub web: bool,
    /// Links, pins or grabs changed: limits of the grabs.
    pub grab_limits: bool,
    /// Links, pins or grabs changed: strands.
    pub strands: bool,
    /// Links, pins or grabs changed: coarser levels of nets.
    pub nets: bool,
    /// Links, pins, grabs, masses, the drive or sleep changed: long-range attachments.
    pub attachments: bool,
}

/// Buffers of a step, kept so that a step allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// This substep solves contacts of links from the last to the first.
    pub backwards: bool,
    /// SlotList of the links about to break, in order.
    pub broken: Vec<u32>,
    pub strain_fracture: StrainFracture,
    pub geodesic_search: GeodesicSearch,
    pub wrap_search: WrapSearch,
    /// Speed of each grab in this step, m/s.
    pub grab_speeds: Vec<f32>,
    /// Force on each particle, N.
    pub forces: Vec<Vec2>,
    /// Corrections of the links in this substep, m; zero between substeps.
    pub corrections: Vec<Vec2>,
    /// Wind at each particle.
    pub particle_air: ParticleAir,
}

/// How steps are computed. No bit of the state depends on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Execution {
    /// Tiling of large scenes, and the number of threads.
    pub tiled_stepper: TiledStepper,
    /// Width of the kernels.
    pub lanes: Lanes,
}

/// Tokens that tell this world from others. Not state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identity {
    /// Shared by a world, its clones and its snapshots: see `state::snapshot`.
    pub lineage: Arc<()>,
    /// This world's own: see [`Revision`](crate::world::revision).
    pub branch: Branch,
}
