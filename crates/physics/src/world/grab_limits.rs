//! Limits of held particles: how far anchors, shapes and wheels that a rope wraps, and ropes that it presses, let them
//! go.
//!
//! Limits go over links that a pointer cannot tear alone: it yields to a cable, and tears the thread that is tied to it.

use crate::attachment::PathLinks;
use crate::collision::Obstacles;
use crate::kinematic::{Drive, Grab, GrabLimits};
use crate::particles::{DistanceConstraint, HAND_FORCE};
use crate::world::{Derived, State, World};

impl State {
    /// Whether a pointer can tear a link: one of a material with less strength than a hand, or any that tears by strain.
    pub fn yields_to_hands(&self, link: &DistanceConstraint) -> bool {
        match self.strength(link) {
            Some(strength) => strength < HAND_FORCE,
            None => self.tears_by_strain(link),
        }
    }
}

impl World {
    /// Finds the anchors of each held particle, if they changed.
    pub(crate) fn refresh_grab_limits(&mut self) {
        let (state, search) = (&self.state, &mut self.scratch.geodesic_search);
        let Derived { adjacency, grab_limits, stale, .. } = &mut self.derived;
        if !std::mem::take(&mut stale.grab_limits) || state.held_particles().next().is_none() {
            return;
        }
        grab_limits.resize_with(state.held_particles().count(), GrabLimits::default);
        let yields = |link: &DistanceConstraint| state.yields_to_hands(link);
        for (limits, held) in grab_limits.iter_mut().zip(state.held_particles()) {
            search.search_fixed(self.bodies.graph(adjacency), held, PathLinks::AllBut(&yields));
            limits.set(&search.ends, &search.spans, state.settings.give);
        }
    }

    /// Finds where ropes of held particles wrap shapes and wheels, and forgets the wraps of the last step.
    pub(crate) fn find_wrap_limits(&mut self) {
        for limits in &mut self.derived.grab_limits {
            limits.wraps.clear();
            limits.bends.clear();
            limits.pressed.clear();
        }
        self.refresh_wrap_limits();
    }

    /// Adds new wraps, and keeps all wraps found in this step: one that came and went would make the grab tremble.
    pub(crate) fn refresh_wrap_limits(&mut self) {
        let state = &self.state;
        let Derived { adjacency, grab_limits, wheel_contacts: wheels, shape_contacts, .. } = &mut self.derived;
        let (colliders, particles) = (&state.colliders, &self.bodies.particles);
        let obstacles = Obstacles { colliders, wheels, particles, thickness: shape_contacts.thickness };
        if obstacles.is_empty() {
            return;
        }
        let graph = self.bodies.graph(adjacency);
        let yields = |link: &DistanceConstraint| state.yields_to_hands(link);
        for (limits, held) in grab_limits.iter_mut().zip(state.held_particles()) {
            self.scratch.wrap_search.find((graph, PathLinks::AllBut(&yields)), obstacles, held, limits);
        }
    }

    /// Adds the limits of held particles that press what pins hold, themselves or by their ropes, by the contacts of the
    /// last substep, and keeps those found in this step.
    pub(crate) fn refresh_contact_limits(&mut self) {
        let Derived { adjacency, grab_limits, particle_contacts, components, .. } = &mut self.derived;
        if particle_contacts.contacts.is_empty() || self.state.held_particles().next().is_none() {
            return;
        }
        let (state, graph) = (&self.state, self.bodies.graph(adjacency));
        let yields = |link: &DistanceConstraint| state.yields_to_hands(link);
        let search = &mut self.scratch.contact_search;
        search.list(&particle_contacts.contacts, components, |particle| state.sleep.is_asleep(particle as usize));
        let driven_to = |drive: Drive| graph.particles.position[drive.particle.index()] + drive.velocity;
        let goals = state.grabs.iter().map(Grab::next).chain(state.drive.map(driven_to));
        for ((limits, held), to) in grab_limits.iter_mut().zip(state.held_particles()).zip(goals) {
            search.find(graph, PathLinks::AllBut(&yields), (held, to), limits);
        }
    }
}
