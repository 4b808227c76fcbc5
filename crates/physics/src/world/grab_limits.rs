//! Limits of held particles: how far anchors, and shapes that a rope wraps, let them go.

use crate::kinematic::GrabLimits;
use crate::world::{Derived, World};

impl World {
    /// Finds the anchors of each held particle, if they changed.
    pub(crate) fn refresh_grab_limits(&mut self) {
        let (state, search) = (&self.state, &mut self.scratch.geodesic_search);
        let Derived { adjacency, grab_limits, stale, .. } = &mut self.derived;
        if !std::mem::take(&mut stale.grab_limits) || state.held_particles().next().is_none() {
            return;
        }
        grab_limits.resize_with(state.held_particles().count(), GrabLimits::default);
        for (limits, held) in grab_limits.iter_mut().zip(state.held_particles()) {
            search.search_fixed(self.bodies.graph(adjacency), held);
            limits.set(&search.ends, &search.spans, state.settings.give);
        }
    }

    /// Finds where ropes of held particles wrap shapes, and forgets the wraps of the last step.
    pub(crate) fn find_wrap_limits(&mut self) {
        self.derived.grab_limits.iter_mut().for_each(|limits| limits.wraps.clear());
        self.refresh_wrap_limits();
    }

    /// Adds new wraps, and keeps all wraps found in this step: one that came and went would make the grab tremble.
    pub(crate) fn refresh_wrap_limits(&mut self) {
        if self.state.colliders.shapes().is_empty() {
            return;
        }
        let graph = self.bodies.graph(&self.derived.adjacency);
        for (limits, held) in self.derived.grab_limits.iter_mut().zip(self.state.held_particles()) {
            self.scratch.wrap_search.find(graph, &self.state.colliders, held, limits);
        }
    }
}
