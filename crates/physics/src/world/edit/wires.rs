//! The shapes that wires keep: those that ropes had when they became wires.

use crate::math::rounding;
use crate::particles::{Bend, DistanceConstraint, LinkKind, Materials, ParticleId, half_turn};
use crate::world::World;
use crate::world::edit::Things;

/// The particles next to one along wires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WireNeighbours {
    count: usize,
    /// The first two, in rising order.
    particles: [u32; 2],
}

impl WireNeighbours {
    fn add(&mut self, particle: ParticleId) {
        if let Some(place) = self.particles.get_mut(self.count) {
            *place = particle.0;
        }
        self.count += 1;
        if self.count == 2 {
            self.particles.sort_unstable();
        }
    }

    /// The particles before and after a joint.
    fn joint(self) -> Option<[ParticleId; 2]> {
        let [before, after] = self.particles;
        (self.count == 2 && before != after).then_some(self.particles.map(ParticleId))
    }
}

impl World {
    /// The neighbours along wires of each particle, if links are of these materials; an empty list if none makes wires.
    pub(super) fn wire_neighbours(&self, materials: &Materials) -> Vec<WireNeighbours> {
        let is_wire = |link: &&DistanceConstraint| {
            link.kind == LinkKind::Rope
                && materials.get(link.material).is_some_and(|material| material.bending.is_some())
        };
        if materials.0.iter().all(|material| material.bending.is_none()) {
            return Vec::new();
        }
        let mut all = vec![WireNeighbours::default(); self.bodies.particles.len()];
        for link in self.bodies.links.iter().filter(is_wire) {
            all[link.a.index()].add(link.b);
            all[link.b.index()].add(link.a);
        }
        all
    }

    /// Sets the bends of joints that are others than `before` an edit to their present turns.
    pub(super) fn update_bends(&mut self, before: &[WireNeighbours]) {
        let now = self.wire_neighbours(&self.state.materials);
        // Either list is empty without materials that make wires.
        let at = |list: &[WireNeighbours], index| list.get(index).copied().unwrap_or_default();
        let changed = (0..before.len().max(now.len())).filter(|&index| at(before, index) != at(&now, index));
        let bend = |index| {
            let (particle, now) = (ParticleId(index as u32), at(&now, index));
            let half_turn = now.joint().map_or(0.0, |ends| self.present_half_turn(ends[0], particle, ends[1]));
            Bend { particle, half_turn }
        };
        let changed = changed.map(bend).collect();
        self.state.bends.replace(changed);
    }

    /// Tangent of half the turn at a particle, 0 if it is within the rounding of positions.
    fn present_half_turn(&self, before: ParticleId, particle: ParticleId, after: ParticleId) -> f32 {
        let at = [before, particle, after].map(|id| self.bodies.particles.position[id.index()]);
        let [a, b, c] = at.map(|at| at.as_dvec2());
        let shorter = (b - a).length().min((c - b).length());
        let half_turn = if shorter > 0.0 { half_turn(b - a, c - b) } else { 0.0 };
        let rounding = 2.0 * f64::from(at.map(rounding).into_iter().fold(0.0, f32::max));
        if half_turn.abs() * shorter > rounding { half_turn as f32 } else { 0.0 }
    }

    /// Mirrors the shapes that the wires of things keep.
    pub(super) fn mirror_bends(&mut self, things: &Things) {
        let bends = self.state.bends.0.iter_mut().filter(|bend| things.has_particle(bend.particle));
        bends.for_each(|bend| bend.half_turn = -bend.half_turn);
        self.derived.stale.bending = true;
    }
}
