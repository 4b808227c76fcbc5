//! The links that broke since the last frame, found by comparison. Links keep their order, so one pass over the old and
//! the new list finds them, and only in frames in which their number changed.

use crate::physics::{DistanceConstraint, World};

/// Maximum number of links that are compared. The copy of a larger scene's links would cost more than the effects are
/// worth.
const MAX_COMPARED: usize = 250_000;

/// Maximum number of broken links of a frame that get effects.
const MAX_REPORTED: usize = 160;

/// The links of the last frame, and those of them that broke.
#[derive(Clone, Debug, Default)]
pub(super) struct BrokenLinks {
    links: Vec<DistanceConstraint>,
    /// Number of links, even if they are not compared.
    count: usize,
    /// Number of links that had been cut.
    cut: u64,
    /// Number of links that had torn.
    torn: u64,
    /// The links that broke since the last frame.
    pub broken: Vec<DistanceConstraint>,
    /// Any link tore in this frame. Cut links of the same frame count as torn.
    pub has_torn: bool,
}

impl BrokenLinks {
    /// Whether the world has fewer cuts or tears than in the last frame.
    pub fn is_undone(&self, world: &World) -> bool {
        world.cut_link_count() < self.cut || world.torn_link_count() < self.torn
    }

    /// Finds the links that broke since the last call.
    pub fn follow(&mut self, world: &World) {
        self.broken.clear();
        let (count, cut) = (world.link_count(), world.cut_link_count());
        if (count, cut) == (self.count, self.cut) {
            return;
        }
        self.has_torn = world.torn_link_count() > self.torn;
        (self.count, self.cut, self.torn) = (count, cut, world.torn_link_count());
        if count > MAX_COMPARED {
            self.links.clear();
            return;
        }
        let mut now = world.links().peekable();
        for link in &self.links {
            if now.peek().is_some_and(|next| (next.a, next.b) == (link.a, link.b)) {
                now.next();
            } else if self.broken.len() < MAX_REPORTED {
                self.broken.push(*link);
            }
        }
        self.links.clear();
        self.links.extend(world.links().copied());
    }
}
