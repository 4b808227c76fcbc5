//! Moments of a world that can be gone back to.
//!
//! A clone of a world holds all that is derived from its state, some 300 bytes a particle; an hour of them would not fit
//! into memory. A snapshot is the state alone, and what seldom changes (links, colours, patches, masses) is shared with the
//! snapshot before: 20 bytes a particle are its own. What is derived is derived anew when it is gone back to.

use std::sync::Arc;

use glam::Vec2;

use crate::{
    aerodynamics::wind::Air,
    collision::particle_contact::{ASLEEP, Ball, Rest},
    containers::slot_list::Slots,
    geometry::colliders::Colliders,
    kinematic::grab::{Drive, Hand},
    math::random::SplitMix64,
    particles::{cloth_faces::Face, links::Links, storage::Particles, weight::Weight},
    settings::Settings,
    solver::{colouring::Batches, multigrid::Nets},
    world::{Stale, World},
};

/// A moment of a world. Its text is in `state`.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) topology: Arc<Topology>,
    pub(crate) moment: Arc<Moment>,
}

/// Which topology it is: that of a world, after so many changes.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    lineage: Arc<()>,
    links: u64,
    faces: u64,
    particles: usize,
}

/// What is linked to what.
#[derive(Debug)]
pub(crate) struct Topology {
    pub version: Version,
    pub links: Links,
    /// The colour of each slot of the links.
    pub colours: Vec<u8>,
    pub highest: u8,
    pub faces: Slots<Face>,
    /// Without weights, kg.
    pub mass: Vec<f32>,
}

/// What changes from step to step, and what is small.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub settings: Settings,
    pub position: Vec<Vec2>,
    pub displacement: Vec<Vec2>,
    /// The particles that are pinned. (What else does not move by itself is held by a hand.)
    pub pinned: Vec<u32>,
    /// What hangs where.
    pub weights: Vec<Weight>,
    pub colliders: Colliders,
    pub hands: Vec<Hand>,
    pub drive: Option<Drive>,
    pub pin_velocity: Vec2,
    pub random: SplitMix64,
    pub air: Air,
    pub steps: u64,
    pub substep: f32,
    pub auto_substeps: u32,
    pub strand_substeps: u32,
    pub solves_strands: bool,
    pub net_substeps: Option<u32>,
    /// First particle, rows and columns of each net. They are looked for in the step after an addition.
    pub nets: Vec<[u32; 3]>,
    pub solving_strands: bool,
    pub balls: Vec<Ball>,
    pub rest: Rest,
    pub cut: u64,
    pub torn: u64,
    pub held_back: u64,
    /// The number of substeps is to be chosen anew.
    pub stale_depth: bool,
}

impl Version {
    /// Of what has just been made.
    pub fn new(links: &Links, faces: &Slots<Face>, particles: usize) -> Self {
        Self { lineage: Arc::new(()), links: links.revision(), faces: faces.revision(), particles }
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        let Self { lineage, links, faces, particles } = self;
        Arc::ptr_eq(lineage, &other.lineage)
            && (*links, *faces, *particles) == (other.links, other.faces, other.particles)
    }
}

impl Snapshot {
    /// Memory that this snapshot holds besides what it shares with `before`, bytes.
    #[must_use]
    pub fn bytes(&self, before: Option<&Self>) -> usize {
        let Moment { position, displacement, pinned, weights, colliders, air, balls, rest, .. } = &*self.moment;
        let own = size_of_val(colliders.shapes())
            + size_of_val(air.blowers.list())
            + size_of_val(&**balls)
            + 10 * rest.len()
            + 8 * (position.len() + displacement.len())
            + 4 * pinned.len()
            + size_of_val(&**weights)
            + size_of::<Self>()
            + size_of::<Moment>();
        let shared = before.is_some_and(|before| Arc::ptr_eq(&before.topology, &self.topology));
        own + if shared { 0 } else { self.topology.bytes() }
    }
}

impl Topology {
    fn bytes(&self) -> usize {
        let Self { version: _, links, colours, highest: _, faces, mass } = self;
        links.bytes() + colours.len() + faces.bytes() + 4 * mass.len() + size_of::<Self>()
    }
}

impl World {
    /// The world as it is now. `before` is the last snapshot of this world, with which it shares what is the same.
    #[must_use]
    pub fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let Self {
            settings,
            particles: Particles { position, displacement, inv_mass: _, mass, pinned },
            weights,
            links,
            batches,
            faces,
            colliders,
            hands,
            drive,
            pin_velocity,
            random,
            air,
            steps,
            substep,
            auto_substeps,
            strand_substeps,
            solves_strands,
            net_substeps,
            balls,
            rest,
            cut,
            torn,
            held_back,
            stale,
            lineage,
            branch: _,
            adjacency: _,
            finder: _,
            ties: _,
            strands: _,
            nets,
            tethers: _,
            solving_strands,
            contacts: _,
            discs: _,
            backwards: _,
            broken: _,
            tears: _,
            pathfinder: _,
            snags: _,
            paces: _,
            forces: _,
            moved: _,
            breeze: _,
            tiles: _,
            lanes: _,
        } = self;
        let version = Version {
            lineage: Arc::clone(lineage),
            links: links.revision(),
            faces: faces.slots().revision(),
            particles: position.len(),
        };
        let same = before.filter(|before| before.topology.version == version);
        let topology = same.map(|before| Arc::clone(&before.topology)).unwrap_or_else(|| {
            let colours = (0..links.slots()).map(|slot| batches.colour(slot)).collect();
            let mut mass = mass.clone();
            weights.iter().for_each(|weight| mass[weight.particle.index()] = weight.own);
            Arc::new(Topology {
                version,
                links: links.clone(),
                colours,
                highest: batches.highest(),
                faces: faces.slots().clone(),
                mass,
            })
        });
        let moment = Moment {
            settings: *settings,
            position: position.clone(),
            displacement: displacement.clone(),
            pinned: (0..).zip(pinned).filter(|(_, pinned)| **pinned).map(|(index, _)| index).collect(),
            weights: weights.clone(),
            colliders: colliders.clone(),
            hands: hands.clone(),
            drive: *drive,
            pin_velocity: *pin_velocity,
            random: *random,
            air: air.clone(),
            steps: *steps,
            substep: *substep,
            auto_substeps: *auto_substeps,
            strand_substeps: *strand_substeps,
            solves_strands: *solves_strands,
            net_substeps: *net_substeps,
            nets: nets.shapes().collect(),
            solving_strands: *solving_strands,
            balls: balls.clone(),
            rest: rest.clone(),
            cut: *cut,
            torn: *torn,
            held_back: *held_back,
            stale_depth: stale.depth,
        };
        Snapshot { topology, moment: Arc::new(moment) }
    }

    /// Another world in this state, whose changes from now on are its own: no snapshot of one shares anything with one of
    /// the other.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self { lineage: Arc::new(()), ..self.clone() }
    }

    /// Goes back (or forward) to a moment: from here on to the same bits as from there. On how many threads steps are made
    /// does not change.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let Snapshot { topology, moment } = snapshot;
        let Topology { version: Version { lineage, .. }, links, colours, highest, faces, mass } = &**topology;
        let Moment {
            settings,
            position,
            displacement,
            pinned: pins,
            weights,
            colliders,
            hands,
            drive,
            pin_velocity,
            random: SplitMix64 { state },
            air,
            steps,
            substep,
            auto_substeps,
            strand_substeps,
            solves_strands,
            net_substeps,
            nets,
            solving_strands,
            balls,
            rest,
            cut,
            torn,
            held_back,
            stale_depth,
        } = (**moment).clone();
        let mut pinned = vec![false; position.len()];
        pins.iter().for_each(|&pin| pinned[pin as usize] = true);
        let mut mass = mass.clone();
        weights.iter().for_each(|weight| mass[weight.particle.index()] = weight.mass);
        let mut inv_mass: Vec<f32> = mass.iter().map(|mass| 1.0 / mass).collect();
        let held = hands.iter().map(|hand| hand.particle.0);
        let asleep = (0..).zip(&rest.steps).filter(|(_, steps)| **steps == ASLEEP).map(|(index, _)| index);
        pins.iter().copied().chain(held).chain(asleep).for_each(|index| inv_mass[index as usize] = 0.0);
        let mut world = Self::new(settings, Colliders::default(), state);
        world.step_like(self);
        *self = Self {
            settings,
            particles: Particles { position, displacement, inv_mass, mass, pinned },
            weights,
            links: links.clone(),
            // As they are: taken in anew, they would be rounded once more.
            colliders,
            batches: Batches::coloured(links, colours.clone(), *highest),
            hands,
            drive,
            pin_velocity,
            air,
            steps,
            substep,
            auto_substeps,
            strand_substeps,
            solves_strands,
            net_substeps,
            nets: Nets::laid(&nets),
            solving_strands,
            balls,
            rest,
            cut,
            torn,
            held_back,
            stale: Stale { web: true, depth: stale_depth, ties: true, strands: true, nets: true, tethers: true },
            lineage: Arc::clone(lineage),
            ..world
        };
        self.faces.set(faces.clone());
    }
}
