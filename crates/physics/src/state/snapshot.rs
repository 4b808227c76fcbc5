//! Moments of a world that can be gone back to.
//!
//! A clone of a world holds all that is derived from its state, some 300 bytes a particle; an hour of them would not fit
//! into memory. A snapshot is the state alone, and what seldom changes (links, colours, patches, masses) is shared with the
//! snapshot before: 20 bytes a particle are its own. What is derived is derived anew when it is gone back to.

use std::sync::Arc;

use glam::Vec2;

use crate::{
    collision::particle_contact::ASLEEP,
    containers::slot_list::SlotList,
    particles::{
        cloth_faces::{ClothFace, ClothFaces},
        links::Links,
        storage::Particles,
    },
    solver::{colouring::Colouring, multigrid::Multigrid},
    world::{
        World,
        data::{Bodies, Derived, Identity, Scratch, Stale, State},
    },
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
    pub faces: SlotList<ClothFace>,
    /// Without weights, kg.
    pub mass: Vec<f32>,
}

/// The part of a snapshot that changes from step to step.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub state: State,
    pub position: Vec<Vec2>,
    pub displacement: Vec<Vec2>,
    /// The pinned particles. (A grab or sleep holds all others that do not move.)
    pub pinned: Vec<u32>,
    /// First particle, rows and columns of each net: found in the step after an addition.
    pub nets: Vec<[u32; 3]>,
}

impl Version {
    /// Of what has just been made.
    pub fn new(links: &Links, faces: &SlotList<ClothFace>, particles: usize) -> Self {
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
        let Moment { state, position, displacement, pinned, nets: _ } = &*self.moment;
        let State { weights, colliders, air, balls, sleep, .. } = state;
        let own = size_of_val(colliders.shapes())
            + size_of_val(air.blowers.list())
            + size_of_val(&**balls)
            + 10 * sleep.len()
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
        let Self { state, bodies, derived: _, scratch: _, execution: _, identity } = self;
        let Bodies { particles, links, colouring, faces, nets } = bodies;
        let Particles { position, displacement, inv_mass: _, mass, pinned } = particles;
        let version = Version {
            lineage: Arc::clone(&identity.lineage),
            links: links.revision(),
            faces: faces.slots().revision(),
            particles: position.len(),
        };
        let same = before.filter(|before| before.topology.version == version);
        let topology = same.map(|before| Arc::clone(&before.topology)).unwrap_or_else(|| {
            let colours = (0..links.slot_count()).map(|slot| colouring.colour(slot)).collect();
            let mut mass = mass.clone();
            state.weights.iter().for_each(|weight| mass[weight.particle.index()] = weight.bare_mass);
            Arc::new(Topology {
                version,
                links: links.clone(),
                colours,
                highest: colouring.highest_colour(),
                faces: faces.slots().clone(),
                mass,
            })
        });
        let moment = Moment {
            state: state.clone(),
            position: position.clone(),
            displacement: displacement.clone(),
            pinned: (0..).zip(pinned).filter(|(_, pinned)| **pinned).map(|(index, _)| index).collect(),
            nets: nets.shapes().collect(),
        };
        Snapshot { topology, moment: Arc::new(moment) }
    }

    /// Another world in this state. No snapshot of one shares anything with a snapshot of the other.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self { identity: Identity::default(), ..self.clone() }
    }

    /// Returns to the moment of a snapshot, and steps on to the same bits as from there. The number of threads stays.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let Snapshot { topology, moment } = snapshot;
        let Topology { version: Version { lineage, .. }, links, colours, highest, faces, mass } = &**topology;
        let Moment { state, position, displacement, pinned: pins, nets } = (**moment).clone();
        let mut pinned = vec![false; position.len()];
        pins.iter().for_each(|&pin| pinned[pin as usize] = true);
        let mut mass = mass.clone();
        state.weights.iter().for_each(|weight| mass[weight.particle.index()] = weight.mass);
        let mut inv_mass: Vec<f32> = mass.iter().map(|mass| 1.0 / mass).collect();
        let held = state.grabs.iter().map(|hand| hand.particle.0);
        let asleep = (0..).zip(&state.sleep.steps).filter(|(_, steps)| **steps == ASLEEP).map(|(index, _)| index);
        pins.iter().copied().chain(held).chain(asleep).for_each(|index| inv_mass[index as usize] = 0.0);
        let mut bodies = Bodies {
            particles: Particles { position, displacement, inv_mass, mass, pinned },
            links: links.clone(),
            colouring: Colouring::from_colours(links, colours.clone(), *highest),
            faces: ClothFaces::default(),
            nets: Multigrid::from_shapes(&nets),
        };
        bodies.faces.set(faces.clone());
        let stale = Stale { web: true, grab_limits: true, strands: true, nets: true, attachments: true };
        *self = Self {
            // Unchanged: sanitised once more, the colliders would be rounded again.
            state,
            bodies,
            derived: Derived { stale, ..Derived::default() },
            scratch: Scratch::default(),
            execution: self.execution.clone(),
            identity: Identity { lineage: Arc::clone(lineage), ..Identity::default() },
        };
    }
}
