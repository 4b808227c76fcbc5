//! The world: its state, every change to it, and the step that moves it.

pub mod air;
pub mod attachments;
pub mod damping;
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

use std::sync::Arc;

use glam::Vec2;

use crate::{
    aerodynamics::wind::{Air, Breeze},
    attachment::{geodesics::Pathfinder, long_range::Tethers},
    collision::{
        broad_phase::Contacts,
        particle_contact::{Ball, Discs, Rest},
    },
    fracture::strain::Tears,
    geometry::colliders::Colliders,
    kinematic::{
        grab::{Drive, Hand, Ties},
        wrap_limits::Snags,
    },
    math::random::SplitMix64,
    particles::{
        cloth_faces::{Face, Faces},
        constraint_graph::Adjacency,
        cut_query::Finder,
        distance_constraint::DistanceConstraint,
        links::Links,
        storage::Particles,
        weight::Weight,
    },
    settings::Settings,
    simd::Lanes,
    solver::{
        colouring::Batches,
        direct::Strands,
        multigrid::Nets,
        tiling::{Tiles, Tiling},
    },
    world::revision::Branch,
};

/// Particles, the constraints between them, and what acts on them. `Clone` is its snapshot: a clone goes on to the
/// same bits. Nothing that is asked of it can fail or panic.
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) settings: Settings,
    pub(crate) particles: Particles,
    /// What hangs on them, by particle.
    pub(crate) weights: Vec<Weight>,
    pub(crate) links: Links,
    pub(crate) batches: Batches,
    pub(crate) faces: Faces,
    pub(crate) colliders: Colliders,
    pub(crate) hands: Vec<Hand>,
    pub(crate) drive: Option<Drive>,
    /// How fast the pins are moved, m/s: see [`World::move_pinned`].
    pub(crate) pin_velocity: Vec2,
    pub(crate) random: SplitMix64,
    /// What moves the air besides the settings.
    pub(crate) air: Air,
    /// Steps since the world was made.
    pub(crate) steps: u64,
    /// Length of the substep that the displacements belong to, s; 0 before the first step.
    pub(crate) substep: f32,
    /// What [`Substeps::Auto`] comes to in this scene where sweeps are alone.
    pub(crate) auto_substeps: u32,
    /// What it comes to where strands are solved.
    pub(crate) strand_substeps: u32,
    /// What [`StrandSolver::Auto`] comes to in this scene.
    pub(crate) solves_strands: bool,
    /// What it comes to where nets get coarser ones; `None` where they do not.
    pub(crate) net_substeps: Option<u32>,
    /// Particles that are discs of a size of their own.
    pub(crate) balls: Vec<Ball>,
    /// State while discs are on: who has lain still for how long.
    pub(crate) rest: Rest,
    /// Links that were cut.
    pub(crate) cut: u64,
    /// Links that tore.
    pub(crate) torn: u64,
    /// How often a particle was faster than the speed limit and was held to it.
    pub(crate) held_back: u64,
    /// Derived state that a change has made stale.
    pub(crate) stale: Stale,
    /// The same for a world, its clones and snapshots. Not state: see `snapshot`.
    pub(crate) lineage: Arc<()>,
    /// This world's own. Not state: see `stamp`.
    pub(crate) branch: Branch,
    /// Derived: who is linked to whom.
    pub(crate) adjacency: Adjacency,
    /// Derived, and scratch: finds the links that a stroke touches.
    pub(crate) finder: Finder,
    /// Derived: the ties of each hand, in their order, then those of the drive.
    pub(crate) ties: Vec<Ties>,
    /// Derived: what hangs where; up to date only while it is used.
    pub(crate) strands: Strands,
    /// State: where the nets are; derived: coarser ones, up to date only while they are used.
    pub(crate) nets: Nets,
    /// Derived: what holds what is heavy.
    pub(crate) tethers: Tethers,
    /// State: whether the last step solved them.
    pub(crate) solving_strands: bool,
    /// Derived, and scratch: what is near which shape.
    pub(crate) contacts: Contacts,
    /// Derived, and scratch: rope against rope.
    pub(crate) discs: Discs,
    /// Scratch: whether contacts of links are solved from the last to the first in this substep.
    pub(crate) backwards: bool,
    /// Scratch: the slots of links that are about to go, in their order.
    pub(crate) broken: Vec<u32>,
    /// Scratch: what is stretched, where that matters.
    pub(crate) tears: Tears,
    /// Scratch: never state.
    pub(crate) pathfinder: Pathfinder,
    /// Scratch: finds where what is held lies on shapes.
    pub(crate) snags: Snags,
    /// Scratch: how fast each hand goes in this step, m/s.
    pub(crate) paces: Vec<f32>,
    /// Scratch: the force on each particle, N.
    pub(crate) forces: Vec<Vec2>,
    /// Scratch: what the links have moved each particle in this substep, m; zero between substeps.
    pub(crate) moved: Vec<Vec2>,
    /// Scratch: the air at each particle.
    pub(crate) breeze: Breeze,
    /// How steps are tiled, and on how many threads; the bits do not depend on it.
    pub(crate) tiles: Tiles,
    /// How links are projected; the bits do not depend on it.
    pub(crate) lanes: Lanes,
}

/// Which derived state has to be made anew before the next step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stale {
    /// Something was added, or slots were compacted: what goes by the slots of links.
    pub web: bool,
    /// Something was added: the number of substeps.
    pub depth: bool,
    /// Links, pins or hands changed: what the hands are tied to.
    pub ties: bool,
    /// Links, pins or hands changed: what hangs where.
    pub strands: bool,
    /// The same, for the coarser nets.
    pub nets: bool,
    /// The same, or masses, the drive, or what is asleep: for the tethers.
    pub tethers: bool,
}

impl World {
    /// An empty world. `seed` starts its own randomness.
    #[must_use]
    pub fn new(settings: Settings, colliders: Colliders, seed: u64) -> Self {
        Self {
            settings: settings.sanitised(),
            particles: Particles::default(),
            weights: Vec::new(),
            links: Links::default(),
            batches: Batches::default(),
            faces: Faces::default(),
            colliders: colliders.sanitised(),
            hands: Vec::new(),
            drive: None,
            pin_velocity: Vec2::ZERO,
            random: SplitMix64 { state: seed },
            air: Air::default(),
            steps: 0,
            substep: 0.0,
            auto_substeps: 1,
            strand_substeps: 1,
            solves_strands: false,
            net_substeps: None,
            balls: Vec::new(),
            rest: Rest::default(),
            cut: 0,
            torn: 0,
            held_back: 0,
            stale: Stale::default(),
            lineage: Arc::new(()),
            branch: Branch::default(),
            adjacency: Adjacency::default(),
            finder: Finder::default(),
            ties: Vec::new(),
            strands: Strands::default(),
            nets: Nets::default(),
            tethers: Tethers::default(),
            solving_strands: false,
            contacts: Contacts::default(),
            discs: Discs::default(),
            backwards: false,
            broken: Vec::new(),
            tears: Tears::default(),
            pathfinder: Pathfinder::default(),
            snags: Snags::default(),
            paces: Vec::new(),
            forces: Vec::new(),
            moved: Vec::new(),
            breeze: Breeze::default(),
            tiles: Tiles::default(),
            lanes: Lanes::default(),
        }
    }

    /// The displacement of a free particle that is at rest, m.
    pub(crate) fn rest_displacement(&self) -> Vec2 {
        self.settings.gravity * (-0.5 * self.substep * self.substep)
    }

    /// Steps large scenes on so many threads. It is not state and changes no bit.
    pub fn set_threads(&mut self, threads: usize) {
        self.tiles.set_threads(threads);
    }

    /// Whether a step like the last is shared out among threads.
    #[must_use]
    pub fn is_shared_out(&self) -> bool {
        self.is_tiled(self.substeps())
            && self.tiles.share_out(&self.batches, self.particles.len(), self.settings.sweeps)
    }

    /// Steps as `other` does: on as many threads, which the two share. What is in it does not change.
    pub fn step_like(&mut self, other: &Self) {
        self.tiles.clone_from(&other.tiles);
        self.lanes = other.lanes;
    }

    /// Chooses when steps are tiled, for tests: it is not state and changes no bit.
    #[doc(hidden)]
    pub fn set_tiling(&mut self, tiling: Tiling) {
        self.tiles.tiling = tiling;
    }

    /// Chooses how links are projected, for tests: it is not state and changes no bit.
    #[doc(hidden)]
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.lanes = lanes;
    }

    /// The settings in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The particles.
    #[must_use]
    pub fn particles(&self) -> &Particles {
        &self.particles
    }

    /// The links, in the order in which they were made.
    pub fn constraints(&self) -> impl Iterator<Item = &DistanceConstraint> + Clone + '_ {
        self.links.iter()
    }

    /// The links with those that were severed, as far as they are still known: once more than half are, they are forgotten.
    pub fn constraints_and_severed(&self) -> impl Iterator<Item = &DistanceConstraint> + Clone + '_ {
        self.links.iter_last()
    }

    /// How many links there are.
    #[must_use]
    pub fn link_count(&self) -> usize {
        self.links.living()
    }

    /// The patches of cloth that still hold.
    pub fn faces(&self) -> impl Iterator<Item = &Face> + Clone + '_ {
        self.faces.iter()
    }

    /// How many patches of cloth hold.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.faces.living()
    }

    /// Ground, walls, and the shapes.
    #[must_use]
    pub fn colliders(&self) -> &Colliders {
        &self.colliders
    }

    /// The pointers that hold a particle.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// The end that keys move, if the scene has one.
    #[must_use]
    pub fn drive(&self) -> Option<Drive> {
        self.drive
    }

    /// Steps since the world was made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Length of the last substep, s; 0 before the first step.
    #[must_use]
    pub fn substep_length(&self) -> f32 {
        self.substep
    }

    /// How many links were cut.
    #[must_use]
    pub fn cut_links(&self) -> u64 {
        self.cut
    }

    /// How many links tore.
    #[must_use]
    pub fn torn_links(&self) -> u64 {
        self.torn
    }

    /// How many times a sweep by colour projects each link: 2 where it has to go through the colours and back again.
    #[must_use]
    pub fn passes(&self) -> u32 {
        if self.batches.sweeps_there_and_back() { 2 } else { 1 }
    }

    /// How often a particle was faster than [`Settings::max_speed`] and was held to it: more than a few a second say
    /// that the settings are not stable.
    #[must_use]
    pub fn held_back(&self) -> u64 {
        self.held_back
    }
}
