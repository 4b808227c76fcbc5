//! Cuts, and the removal of links that were cut or torn.

use glam::Vec2;

use crate::particles::CutStroke;
use crate::world::{Bodies, World};

impl World {
    /// Cuts each link that a disc of `radius` (m) touches on its way `from` one point `to` another (m). Returns the
    /// number of links cut.
    pub fn cut(&mut self, from: Vec2, to: Vec2, radius: f32) -> usize {
        if !(from.is_finite() && to.is_finite() && radius >= 0.0) {
            return 0;
        }
        self.derived.refresh_graph(&mut self.bodies);
        let stroke = CutStroke { from, to, radius };
        let found = self.derived.cut_query.find(stroke, &self.bodies.particles.position, &self.bodies.links);
        self.scratch.broken.clear();
        self.scratch.broken.extend_from_slice(found);
        let count = self.remove_broken_links();
        self.state.counters.cut_links += count as u64;
        count
    }

    /// Removes the links in `broken` and the cloth faces that they bound. Returns the number of links.
    pub(crate) fn remove_broken_links(&mut self) -> usize {
        if self.scratch.broken.is_empty() {
            return 0;
        }
        if self.state.sleep.asleep_count() > 0 {
            let link = |slot: &u32| self.bodies.links.get(*slot as usize);
            let broken = self.scratch.broken.iter().filter_map(link);
            let mut ends: Vec<_> = broken.flat_map(|link| [link.a, link.b]).collect();
            ends.sort_unstable();
            self.disturb_beside_changed(|particle| ends.binary_search(&particle).is_ok());
        }
        let Bodies { links, colouring, faces, .. } = &mut self.bodies;
        for &slot in &self.scratch.broken {
            let slot = slot as usize;
            if let Some(&link) = links.get(slot) {
                links.remove(slot);
                colouring.remove(slot, &link);
                faces.remove_at(link.a, link.b);
            }
        }
        self.derived.particle_contacts.is_stale = true;
        self.disturb_at_broken_links();
        self.bodies.colouring.flush_removals();
        self.derived.stale.mark_removals();
        self.scratch.broken.len()
    }
}
