//! The data of a [`World`](crate::World), sorted by what depends on it.
//!
//! The next step depends on state alone ([`State`], [`Bodies`]). A new field of [`State`] does not compile until
//! the state hash (`state/hash.rs`), `Snapshot::bytes` and the text form (`state/text/conversion.rs`) have it; a
//! snapshot copies `State` whole. A new field of [`Bodies`] does not compile until the state hash and the snapshot
//! (`state/snapshot.rs`) have it; its text is then added in `state/text/bodies.rs`. `World::new` takes the default of a
//! new field, and the digest (`state/digest.rs`) compiles without it.

use std::sync::Arc;

use glam::Vec2;

use crate::aerodynamics::{Air, ParticleAir};
use crate::attachment::{Attachments, GeodesicSearch};
use crate::collision::particle_contact::{Ball, ParticleContacts, SleepState};
use crate::collision::{BodyContacts, IgnoredPairs, Impacts, Passing, RowSolver, ShapeContacts};
use crate::fracture::{LinkLoad, StrainFracture, TensionFracture};
use crate::geometry::{Colliders, Shape};
use crate::kinematic::{Anchor, Anchors, Drive, Grab, HandStep, Release};
use crate::machine::Machines;
use crate::math::SplitMix64;
use crate::particles::{
    Adjacency, Bends, ClothFaces, Components, ConstraintGraph, CutQuery, Links, Materials, ParticleFriction,
    ParticleId, Particles, Pieces, SolidBodies, Weight,
};
use crate::settings::Settings;
use crate::simd::Lanes;
use crate::solver::Colouring;
use crate::solver::bending::Bending;
use crate::solver::direct::DirectSolver;
use crate::solver::tiling::{TilePlan, TiledStepper};
use crate::world::link_tension::LinkTension;
use crate::world::revision::Branch;
use crate::world::tags::Tags;
use crate::world::waking::Hits;
use crate::world::work::WorkCounts;

/// The small part of the state, which a snapshot copies whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Settings, clamped to their ranges.
    pub settings: Settings,
    /// Ground, room and shapes.
    pub colliders: Colliders,
    /// Drift of the gusts, and blowers.
    pub air: Air,
    /// Random numbers of the world.
    pub random: SplitMix64,
    /// Velocity of all pins, m/s; see [`World::set_pin_velocity`](crate::World::set_pin_velocity).
    pub pin_velocity: Vec2,
    /// Number of steps, and length of the last substep.
    pub clock: Clock,
    /// Solver and number of substeps chosen for the scene.
    pub solver: SolverChoice,
    /// Counts of events.
    pub counters: Counters,
    /// Weights, sorted by particle.
    pub weights: Vec<Weight>,
    /// Grabs, in the order in which they began.
    pub grabs: Vec<Grab>,
    /// Hands that let go, in the order in which they began to.
    pub releases: Vec<Release>,
    /// Pinned particle that moves at a set velocity.
    pub drive: Option<Drive>,
    /// Particles that a gesture moves as a whole, in rising order: fixed until it puts them down.
    pub lifted: Vec<ParticleId>,
    /// Particles with a radius of their own, sorted by particle.
    pub balls: Vec<Ball>,
    /// Steps at rest of each particle; empty while particle contacts are off.
    pub sleep: SleepState,
    /// The things that ignore each other until they have separated.
    pub ignored: IgnoredPairs,
    /// Particles that were put somewhere since the last step, which looks for overlaps of their bodies.
    pub unseen: Vec<ParticleId>,
    /// Pinned particles that move with shapes.
    pub anchors: Anchors,
    /// Materials that links name.
    pub materials: Materials,
    /// The shapes that wires keep.
    pub bends: Bends,
    /// Driven links, motors, and the keys that are held.
    pub machines: Machines,
    /// Numbers that users of the engine keep with things.
    pub tags: Tags,
}

impl State {
    /// Displacement of a free particle at rest, m.
    pub fn rest_displacement(&self) -> Vec2 {
        self.settings.gravity * (-0.5 * self.clock.substep * self.clock.substep)
    }

    /// Particles that grabs hold and the drive moves.
    pub fn held_particles(&self) -> impl Iterator<Item = ParticleId> + Clone + use<'_> {
        self.grabs.iter().map(|grab| grab.particle).chain(self.drive.map(|drive| drive.particle))
    }

    /// Whether a moving shape carries an anchored particle.
    pub fn is_carried(&self, anchor: &Anchor) -> bool {
        self.colliders.shape(anchor.shape).is_some_and(Shape::is_moving)
    }

    /// Whether a grab holds the particle.
    pub fn is_grabbed(&self, particle: ParticleId) -> bool {
        self.grabs.iter().any(|grab| grab.particle == particle)
    }

    /// Whether a gesture moves the particle with the thing that it is part of.
    pub fn is_lifted(&self, particle: ParticleId) -> bool {
        self.lifted.binary_search(&particle).is_ok()
    }
}

/// Time since the world was made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    /// Number of steps since the world was made.
    pub steps: u64,
    /// Length of the substep that displacements refer to, s; 0 before the first step.
    pub substep: f32,
}

/// Number of substeps, chosen whenever something was added (`solver_table.rs`), and what the last step solved exactly.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SolverChoice {
    /// Substeps of a step.
    pub substeps: u32,
    /// The same while all links are solved exactly; `None` if no component suits that.
    pub exact_substeps: Option<u32>,
    /// The components whose strands the last step solved directly, as ranges of particles in rising order.
    pub direct: Vec<[u32; 2]>,
    /// Whether the next step chooses again.
    pub is_stale: bool,
}

impl Default for SolverChoice {
    fn default() -> Self {
        Self { substeps: 1, exact_substeps: None, direct: Vec::new(), is_stale: false }
    }
}

impl SolverChoice {
    /// Whether the last step solved the component of a particle directly.
    pub fn was_direct(&self, particle: u32) -> bool {
        let after = self.direct.partition_point(|range| range[0] <= particle);
        self.direct[..after].last().is_some_and(|range| particle < range[1])
    }
}

/// Numbers of events since the world was made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    /// Links cut.
    pub cut_links: u64,
    /// Links torn.
    pub torn_links: u64,
    /// Velocities clamped to [`Settings::max_speed`].
    pub clamped_speeds: u64,
}

/// The large part of the state: particles and what connects them. Snapshots share the parts that did not change.
///
/// Of `colouring`, only the colour of each link is state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    pub particles: Particles,
    pub links: Links,
    /// The colour of each link, which decides when a sweep projects it.
    pub colouring: Colouring,
    pub faces: ClothFaces,
}

impl Bodies {
    /// Particles and links as a graph.
    pub fn graph<'a>(&'a self, adjacency: &'a Adjacency) -> ConstraintGraph<'a> {
        ConstraintGraph { adjacency, links: &self.links, particles: &self.particles }
    }
}

/// Data computed from the state. `stale` marks the parts that are out of date.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    pub stale: Stale,
    /// The links of each particle.
    pub adjacency: Adjacency,
    pub cut_query: CutQuery,
    /// Connected components by links. Up to date from the preparation of a step on.
    pub components: Components,
    /// Solid bodies; up to date with the components.
    pub solid_bodies: SolidBodies,
    /// Pieces. `Derived::refresh_pieces` brings them up to date.
    pub pieces: Pieces,
    pub direct_solver: DirectSolver,
    /// Whether each of its groups suits an exact solve; up to date with it.
    pub exact: Vec<bool>,
    pub bending: Bending,
    pub friction: ParticleFriction,
    pub attachments: Attachments,
    /// Bodies that pass through what they overlapped when both were first seen.
    pub passing: Passing,
    /// Contacts of particles and links with shapes.
    pub shape_contacts: ShapeContacts,
    /// Contacts between particles.
    pub particle_contacts: ParticleContacts,
    /// Contacts with wheels; up to date with the components.
    pub body_contacts: BodyContacts,
}

/// Parts of [`Derived`] and [`Bodies`] to recompute before the next step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stale {
    /// Adjacency and cut query.
    pub graph: bool,
    /// Components, solid bodies and their discs, and what they decide in the colouring.
    pub components: bool,
    pub direct_solver: bool,
    pub bending: bool,
    /// Friction of particles, and links with a strength.
    pub materials: bool,
    pub attachments: bool,
    pub pieces: bool,
}

impl Stale {
    /// Everything, as in a world just restored.
    pub const ALL: Self = Self {
        graph: true,
        components: true,
        direct_solver: true,
        bending: true,
        materials: true,
        attachments: true,
        pieces: true,
    };

    /// Slots of particles or links changed.
    pub fn mark_slots(&mut self) {
        *self = Self::ALL;
    }

    /// Other particles are fixed (pinned, lifted or asleep), or masses changed.
    pub fn mark_constraints(&mut self) {
        *self = Self { graph: self.graph, components: self.components, materials: self.materials, ..Self::ALL };
    }

    /// Links were removed.
    pub fn mark_removals(&mut self) {
        *self = Self { graph: self.graph, ..Self::ALL };
    }
}

/// Buffers of fracture.
#[derive(Clone, Debug, Default)]
pub(crate) struct FractureScratch {
    pub strain: StrainFracture,
    pub tension: TensionFracture,
    pub reader: LinkTension,
    /// Sum of the tensions of each link in this step, N, by slot.
    pub sum: Vec<f32>,
    /// Loads of links beyond their strengths, at the end of the step.
    pub loads: Vec<LinkLoad>,
}

/// Properties of the components in this step.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComponentMarks {
    /// Whether each has a stretched link.
    pub stretched: Vec<bool>,
    /// Whether direct solves are excluded from each, and whether it has a heavy particle.
    pub excluded: Vec<bool>,
    pub heavy: Vec<bool>,
    /// Whether the tension of the links of each counts: their material has a stiffness or a strength.
    pub needs_tension: Vec<bool>,
    /// The greatest ratio of a heavy particle's mass in each to the lightest linked one.
    pub mass_ratio: Vec<f32>,
    /// Whether tiles are excluded from each.
    pub untiled: Vec<bool>,
    /// Whether some of each is inside a plane; empty if nothing is.
    pub in_planes: Vec<bool>,
}

/// Buffers of a step, kept so that a step allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Whether planes let out each particle slowly; empty where nothing was put into them.
    pub let_out_slowly: Vec<bool>,
    /// Slots of the links to break, in rising order.
    pub broken: Vec<u32>,
    pub fracture: FractureScratch,
    pub marks: ComponentMarks,
    /// Greatest speed that links may give each particle in this step, m/s; empty if no particle is limited.
    pub speed_limits: Vec<f32>,
    pub geodesic_search: GeodesicSearch,
    /// The hands of this step: see [`Hands`](crate::kinematic::Hands).
    pub hands: Vec<HandStep>,
    /// Force on each particle, N.
    pub forces: Vec<Vec2>,
    /// Corrections of each particle by constraints, m; zero between substeps.
    pub corrections: Vec<Vec2>,
    /// Part of each particle's displacement by which links keep their angular momentum, m, where anything but planes may
    /// be met.
    pub spin: Vec<Vec2>,
    pub impacts: Impacts,
    /// The slots of driven links in this step, in their order.
    pub driven: Vec<u32>,
    /// Rows of contacts.
    pub rows: RowSolver,
    /// The sleeping bodies that hits may wake.
    pub hits: Hits,
    /// The particles that this step moves in tiles, and the rest.
    pub tiles: TilePlan,
    /// Velocity of the air at each particle.
    pub particle_air: ParticleAir,
}

/// Parameters of the execution of steps, and their work. No bit of the state depends on them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Execution {
    /// Tiling of large scenes, and the number of threads.
    pub tiled_stepper: TiledStepper,
    /// Width of the SIMD kernels.
    pub lanes: Lanes,
    /// The work of all steps so far.
    pub work: WorkCounts,
}

/// Tokens that identify a world. Not state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identity {
    /// Shared by a world, its clones and its snapshots (`state/snapshot.rs`).
    pub lineage: Arc<()>,
    /// Unique to a world between two restores ([`Revision`](crate::world::revision::Revision)).
    pub branch: Branch,
}
