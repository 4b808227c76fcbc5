//! Reach of grabbed particles whose rope wraps a shape.

use crate::{
    particles::constraint_graph::ConstraintGraph,
    world::{
        World,
        data::{Bodies, Derived, Scratch, State},
    },
};

impl World {
    /// Forgets where what the hands hold lay on shapes, before each step, and finds it anew.
    pub(crate) fn find_snags(&mut self) {
        self.derived.grab_limits.iter_mut().for_each(|grab_limits| grab_limits.wraps.clear());
        self.find_more_snags();
    }

    /// Finds where what the hands hold has come to lie on shapes. What did at the beginning of the step still counts: each
    /// time a link left its post by a hair, the hand drew on, and what it held trembled at 9 m/s.
    pub(crate) fn find_more_snags(&mut self) {
        if self.state.colliders.shapes().is_empty() {
            return;
        }
        let Self {
            derived: Derived { adjacency, grab_limits, .. },
            bodies: Bodies { links, particles, .. },
            state: State { grabs, drive, colliders, .. },
            scratch: Scratch { wrap_search, .. },
            ..
        } = self;
        let graph = ConstraintGraph { adjacency, links, particles };
        let held = grabs.iter().map(|hand| hand.particle).chain(drive.map(|drive| drive.particle));
        for (grab_limits, held) in grab_limits.iter_mut().zip(held) {
            wrap_search.find(graph, colliders, held, grab_limits);
        }
    }
}
