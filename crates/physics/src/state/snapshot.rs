//! Snapshots of a world, to restore later.
//!
//! A snapshot holds the state alone, and shares data that seldom change (links, colours, faces, masses) with the
//! previous snapshot. Its own data take 20 bytes per particle; a clone of the world takes some 300. Restoring marks all
//! derived data as stale.

use std::sync::Arc;

use glam::Vec2;

use crate::collision::IgnoredPairs;
use crate::collision::particle_contact::{ASLEEP, SleepState};
use crate::containers::SlotList;
use crate::geometry::Aabb;
use crate::kinematic::Anchors;
use crate::machine::{HeldKeys, Machines};
use crate::particles::{Bends, ClothFace, ClothFaces, Links, Particles};
use crate::solver::Colouring;
use crate::world::{Bodies, Derived, Identity, Scratch, Stale, State, World, revision::Revision};

/// The state of a world between two steps. `state/text` writes and reads it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) topology: Arc<Topology>,
    pub(crate) step_state: Arc<StepState>,
}

/// The part of a snapshot that seldom changes.
#[derive(Debug)]
pub(crate) struct Topology {
    /// Links and faces of this world and its clones.
    pub revision: Revision,
    pub links: Links,
    /// The colour of each link, by slot.
    pub colours: Vec<u8>,
    /// The highest colour ever given to a link.
    pub highest_colour: u8,
    pub faces: SlotList<ClothFace>,
    /// Mass of each particle without its weight, kg.
    pub mass: Vec<f32>,
}

/// The part of a snapshot that changes from step to step.
#[derive(Clone, Debug)]
pub(crate) struct StepState {
    pub state: State,
    pub position: Vec<Vec2>,
    pub displacement: Vec<Vec2>,
    /// The pinned particles. All other fixed particles are lifted, asleep, or led by a hand of a published method.
    pub pinned: Vec<u32>,
}

impl Snapshot {
    /// The bounding box of the particles, balls and shapes, m; `None` if there are none.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        let StepState { state, position, .. } = &*self.step_state;
        let point = |&at: &Vec2| Aabb::of(at, at);
        let balls = state.balls.iter().map(|ball| point(&position[ball.particle.index()]).dilated(ball.radius));
        let shapes = state.colliders.shapes().iter().map(|shape| shape.def.bounds());
        position.iter().map(point).chain(balls).chain(shapes).reduce(Aabb::union)
    }

    /// Memory of this snapshot without what it shares with `before`, bytes.
    #[must_use]
    pub fn bytes(&self, before: Option<&Self>) -> usize {
        let StepState { state, position, displacement, pinned, .. } = &*self.step_state;
        let State {
            settings: _,
            colliders,
            air,
            random: _,
            pin_velocity: _,
            clock: _,
            solver,
            counters: _,
            weights,
            grabs,
            releases,
            drive: _,
            lifted,
            balls,
            sleep: SleepState { shifted_at, samples, steps },
            ignored: IgnoredPairs(ignored),
            unseen,
            anchors: Anchors(anchors),
            // Shared by all snapshots since they last changed.
            materials: _,
            bends: Bends(bends),
            machines: Machines { driven, motors, held: HeldKeys(held), work: _ },
            tags,
        } = state;
        let paths: usize = grabs.iter().map(|grab| grab.path.len()).sum();
        let lists = size_of_val(colliders.shapes())
            + size_of_val(&*air.blowers.list)
            + size_of_val(&**weights)
            + size_of_val(&**grabs)
            + size_of_val(&**releases)
            + size_of_val(&**lifted)
            + size_of_val(&**balls)
            + size_of_val(&*solver.direct)
            + size_of_val(&**shifted_at)
            + size_of_val(&**samples)
            + size_of_val(&**steps)
            + size_of_val(&**ignored)
            + size_of_val(&**unseen)
            + size_of_val(&**anchors)
            + size_of_val(&**bends)
            + size_of_val(&**driven)
            + size_of_val(&**motors)
            + size_of_val(&**held)
            + size_of_val(&*tags.particles)
            + size_of_val(&*tags.shapes)
            + size_of_val(&*tags.blowers);
        let own = lists + 8 * (paths + position.len() + displacement.len()) + 4 * pinned.len();
        let shared = before.is_some_and(|before| Arc::ptr_eq(&before.topology, &self.topology));
        own + size_of::<Self>() + size_of::<StepState>() + if shared { 0 } else { self.topology.bytes() }
    }
}

impl Topology {
    fn bytes(&self) -> usize {
        let Self { links, colours, faces, mass, .. } = self;
        links.bytes() + colours.len() + faces.bytes() + 4 * mass.len() + size_of::<Self>()
    }
}

impl World {
    /// A snapshot of this world, which shares unchanged parts with `before`, an earlier snapshot of it.
    #[must_use]
    pub fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let Self { state, bodies, derived: _, scratch: _, execution: _, identity } = self;
        let Bodies { particles, links, colouring, faces } = bodies;
        let Particles { position, displacement, inv_mass: _, mass, pinned } = particles;
        let revision = Revision::new(&identity.lineage, links, faces.slots());
        let is_same = |old: &&Arc<Topology>| old.revision == revision && old.mass.len() == mass.len();
        let same = before.map(|before| &before.topology).filter(is_same).map(Arc::clone);
        let topology = same.unwrap_or_else(|| {
            let mut mass = mass.clone();
            state.weights.iter().for_each(|weight| mass[weight.particle.index()] = weight.bare_mass);
            Arc::new(Topology {
                revision,
                links: links.clone(),
                colours: colouring.colours.clone(),
                highest_colour: colouring.highest,
                faces: faces.slots().clone(),
                mass,
            })
        });
        let step_state = StepState {
            state: state.clone(),
            position: position.clone(),
            displacement: displacement.clone(),
            pinned: (0..).zip(pinned).filter(|(_, pinned)| **pinned).map(|(index, _)| index).collect(),
        };
        Snapshot { topology, step_state: Arc::new(step_state) }
    }

    /// A copy of this world whose snapshots share nothing with those of this world.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self { identity: Identity::default(), ..self.clone() }
    }

    /// Restores the state of a snapshot, from which the world steps to the same bits as before. The number of threads
    /// is left unchanged.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let Snapshot { topology, step_state } = snapshot;
        let Topology { revision, links, colours, highest_colour, faces, mass } = &**topology;
        let StepState { state, position, displacement, pinned: pins } = (**step_state).clone();
        let mut pinned = vec![false; position.len()];
        pins.iter().for_each(|&pin| pinned[pin as usize] = true);
        let mut mass = mass.clone();
        state.weights.iter().for_each(|weight| mass[weight.particle.index()] = weight.mass);
        let mut inv_mass: Vec<f32> = mass.iter().map(|mass| 1.0 / mass).collect();
        let led = state.grabs.iter().map(|grab| grab.particle.0).filter(|_| state.settings.is_published());
        let lifted = state.lifted.iter().map(|particle| particle.0);
        let asleep = (0..).zip(&state.sleep.steps).filter(|(_, steps)| **steps == ASLEEP).map(|(index, _)| index);
        pins.iter().copied().chain(led).chain(lifted).chain(asleep).for_each(|index| inv_mass[index as usize] = 0.0);
        let bodies = Bodies {
            particles: Particles { position, displacement, inv_mass, mass, pinned },
            links: links.clone(),
            colouring: Colouring::from_colours(links, colours.clone(), *highest_colour),
            faces: ClothFaces::from_slots(faces.clone()),
        };
        *self = Self {
            // Not sanitised, which would round the colliders again.
            state,
            bodies,
            derived: Derived { stale: Stale::ALL, ..Derived::default() },
            scratch: Scratch::default(),
            execution: self.execution.clone(),
            identity: Identity { lineage: Arc::clone(&revision.token), ..Identity::default() },
        };
    }
}
