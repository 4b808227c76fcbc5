//! Which links are gone since the last frame: found by comparing, so that the world keeps no list for the picture's
//! sake. Links keep their order, so one walk over both lists does it, and only in frames in which something changed.

use crate::physics::{DistanceConstraint, World};

/// In larger scenes nothing is compared: a copy of the links would cost more than the effects are worth.
const MOST_WATCHED: usize = 250_000;

/// Most breaks of one frame that are told; the rest of a tear through everything is not missed.
const MOST_TOLD: usize = 160;

/// The links as they were, and those that are gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Breaks {
    links: Vec<DistanceConstraint>,
    /// How many there were, watched or not.
    count: usize,
    /// How many had been cut.
    cut: u64,
    /// How many had torn.
    tears: u64,
    broken: Vec<DistanceConstraint>,
    torn: bool,
}

impl Breaks {
    /// Whether the world has fewer cuts or tears than it had: it is another one.
    pub fn is_undone(&self, world: &World) -> bool {
        world.cut_link_count() < self.cut || world.torn_link_count() < self.tears
    }

    /// Finds what is gone since the last call.
    pub fn follow(&mut self, world: &World) {
        self.broken.clear();
        let (count, cut) = (world.link_count(), world.cut_link_count());
        if (count, cut) == (self.count, self.cut) {
            return;
        }
        // Of a frame in which something was cut as well, all flash.
        self.torn = world.torn_link_count() > self.tears;
        (self.count, self.cut, self.tears) = (count, cut, world.torn_link_count());
        if count > MOST_WATCHED {
            self.links.clear();
            return;
        }
        let mut now = world.links().peekable();
        for link in &self.links {
            if now.peek().is_some_and(|next| (next.a, next.b) == (link.a, link.b)) {
                now.next();
            } else if self.broken.len() < MOST_TOLD {
                self.broken.push(*link);
            }
        }
        self.links.clear();
        self.links.extend(world.links().copied());
    }

    /// The links that are gone since the last frame.
    pub fn broken(&self) -> &[DistanceConstraint] {
        &self.broken
    }

    /// Whether they were torn rather than cut.
    pub fn are_torn(&self) -> bool {
        self.torn
    }
}
