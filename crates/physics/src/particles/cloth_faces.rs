//! The faces of cloth, which vanish when a link along their edge is cut.

use crate::containers::{CsrLists, SlotList};
use crate::particles::ParticleId;

/// A four-cornered face of cloth. It exists as long as the links along its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClothFace {
    /// The corners, in order around the face.
    pub corners: [ParticleId; 4],
}

impl ClothFace {
    /// The face seen from behind: its first edge runs the other way.
    pub(crate) fn reversed(self) -> Self {
        let [a, b, c, d] = self.corners;
        Self { corners: [b, a, d, c] }
    }

    /// Whether `a` and `b` are neighbours along the edge.
    fn has_edge(&self, a: ParticleId, b: ParticleId) -> bool {
        let [c, d, e, f] = self.corners;
        [(c, d), (d, e), (e, f), (f, c)].iter().any(|&side| side == (a, b) || side == (b, a))
    }
}

/// All cloth faces of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClothFaces {
    /// State.
    slots: SlotList<ClothFace>,
    /// Derived: slots of the faces at each particle, including removed faces.
    at: CsrLists<u32>,
    /// Whether `at` is out of date.
    stale: bool,
}

impl ClothFaces {
    /// Adds a face.
    pub fn push(&mut self, face: ClothFace) {
        self.slots.push(face);
        self.stale = true;
    }

    /// The faces, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = &ClothFace> + Clone + '_ {
        self.slots.iter()
    }

    /// The faces with their slots.
    pub fn slots(&self) -> &SlotList<ClothFace> {
        &self.slots
    }

    /// Faces in the slots of a snapshot.
    pub fn from_slots(slots: SlotList<ClothFace>) -> Self {
        Self { slots, at: CsrLists::default(), stale: true }
    }

    /// Number of faces.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Closes the gaps once they outnumber the faces.
    pub fn compact(&mut self) {
        if self.slots.is_sparse() {
            self.slots.compact();
            self.stale = true;
        }
    }

    /// Rebuilds the derived data after additions and compaction.
    pub fn refresh(&mut self, particles: usize) {
        if std::mem::take(&mut self.stale) {
            let corners = |(slot, face): (usize, &ClothFace)| face.corners.map(|corner| (corner.index(), slot as u32));
            self.at.rebuild(particles, self.slots.enumerate().flat_map(corners));
        }
    }

    /// Removes the faces with an edge between two particles. Requires [`ClothFaces::refresh`].
    pub fn remove_at(&mut self, a: ParticleId, b: ParticleId) {
        let (at_a, at_b) = (self.at.list(a.index()), self.at.list(b.index()));
        for &slot in if at_a.len() <= at_b.len() { at_a } else { at_b } {
            let slot = slot as usize;
            if self.slots.get(slot).is_some_and(|face| face.has_edge(a, b)) {
                self.slots.remove(slot);
            }
        }
    }
}
