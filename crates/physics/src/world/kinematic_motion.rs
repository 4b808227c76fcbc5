//! Leading what is held: hands along their paths, and the driven end.

use glam::Vec2;

use crate::{
    geometry::colliders::HalfPlane,
    kinematic::grab::{Drive, Grab, GrabLimits},
    particles::{
        constraint_graph::{ConstraintGraph, Neighbour},
        storage::{ParticleId, Particles},
    },
    settings::{Method, Settings},
    simd::{self, motion::clamp_length},
    solver::{tiling::HeldPose, verlet},
    world::{
        World,
        data::{Bodies, Derived, Scratch, State},
    },
};

/// Where ropes hold each other back, a hand slows down from the first of these stretches (of the links that it draws out) on, and
/// stands from the second, until it goes back. A hand that is never too weak draws ropes through each other: before crossed ropes were left alone
/// where they cross, 7 of 48 wild drags of `rope-pile` left a link 25 to 52 % too long without this, and one, 13 %, with it.
const HEAVY: (f32, f32) = (0.03, 0.2);

impl World {
    /// Finds what each hand, and the driven end, is tied to.
    pub(crate) fn tie_hands(&mut self) {
        let Self {
            derived: Derived { adjacency, grab_limits, .. },
            bodies: Bodies { links, particles, .. },
            state: State { grabs, drive, .. },
            scratch: Scratch { geodesic_search, .. },
            ..
        } = self;
        let graph = ConstraintGraph { adjacency, links, particles };
        let held = grabs.iter().map(|hand| hand.particle).chain(drive.map(|drive| drive.particle));
        grab_limits.resize_with(grabs.len() + usize::from(drive.is_some()), GrabLimits::default);
        for (grab_limits, held) in grab_limits.iter_mut().zip(held) {
            geodesic_search.search_fixed(graph, held);
            grab_limits.set((&geodesic_search.ends, &geodesic_search.spans), self.state.settings.give);
        }
    }

    /// Finds how fast each hand goes in this step: as fast as its pointer, up to the limit.
    pub(crate) fn set_paces(&mut self) {
        let Settings { step, hand_speed, .. } = self.state.settings;
        let pace = |hand: &Grab| hand.pace(self.bodies.particles.position[hand.particle.index()], step, hand_speed);
        self.scratch.grab_speeds.clear();
        self.scratch.grab_speeds.extend(self.state.grabs.iter().map(pace));
    }

    /// Moves what is held by one substep: hands along their paths, the driven end at its velocity. None of them goes
    /// through a surface, soft or hard.
    pub(crate) fn lead(&mut self, substep: f32) {
        for index in 0..self.state.grabs.len() {
            let strength = self
                .state
                .grabs
                .get(index)
                .zip(self.derived.grab_limits.get(index))
                .map_or(1.0, |(hand, grab_limits)| self.strength(hand, grab_limits));
            let Self {
                state: State { grabs, .. },
                derived: Derived { grab_limits, .. },
                scratch: Scratch { grab_speeds, .. },
                ..
            } = self;
            let (Some(hand), Some(grab_limits), Some(pace)) =
                (grabs.get_mut(index), grab_limits.get(index), grab_speeds.get(index))
            else {
                return;
            };
            let particle = hand.particle;
            let from = self.bodies.particles.position[particle.index()];
            let free = GrabLimits::default();
            // What would not let a hand pull could not tear.
            let grab_limits = if self.state.settings.tear.is_some() { &free } else { grab_limits };
            let to = hand.walk(from, pace * strength * substep, grab_limits, &self.bodies.particles);
            self.lead_to(particle, to);
        }
        self.drive_end(substep);
        self.lead_pins(substep);
    }

    /// At which share of its pace a hand goes: less where ropes hold back what it is about to draw out farther.
    fn strength(&self, hand: &Grab, grab_limits: &GrabLimits) -> f32 {
        let Settings { method, tear, give, .. } = self.state.settings;
        if self.derived.particle_contacts.radius.is_empty() || method == Method::Springs || tear.is_some() {
            return 1.0;
        }
        let Self { derived: Derived { adjacency, .. }, bodies: Bodies { links, particles, .. }, .. } = self;
        let at = particles.position[hand.particle.index()];
        let towards = grab_limits.within_reach(hand.next(), particles) - at;
        let stretch = |next: &Neighbour| {
            let way = particles.position[next.particle as usize] - at;
            let is_eased = towards.dot(way) > 0.0;
            if is_eased { 0.0 } else { way.length() / next.rest_length - 1.0 }
        };
        let links = ConstraintGraph { adjacency, links, particles }.rigid_neighbours(hand.particle.0);
        // What gives is longer by itself.
        let most = (1.0 - give) * links.map(stretch).fold(0.0, f32::max);
        let (light, heavy) = HEAVY;
        ((heavy - most) / (heavy - light)).clamp(0.0, 1.0)
    }

    fn drive_end(&mut self, substep: f32) {
        let (Some(Drive { particle, velocity }), Some(grab_limits)) =
            (self.state.drive, self.derived.grab_limits.get(self.state.grabs.len()))
        else {
            return;
        };
        // A hand that holds it leads it; and whoever takes its pin out lets it go.
        let taken = self.state.grabs.iter().any(|hand| hand.particle == particle);
        if taken || !self.bodies.particles.pinned[particle.index()] {
            return;
        }
        let from = self.bodies.particles.position[particle.index()];
        let way = velocity * substep;
        // A stretched spring rope is longer than what it is tied by: that must not make the end jump.
        let within = if self.state.settings.tear.is_some() {
            from + way
        } else {
            grab_limits.within_reach(from + way, &self.bodies.particles)
        };
        let allowed = within - from;
        self.lead_to(particle, from + clamp_length(allowed, way.length()));
    }

    /// Puts a held particle to `to` (m), or to the surface before it.
    pub(crate) fn lead_to(&mut self, particle: ParticleId, to: Vec2) {
        let from = self.bodies.particles.position[particle.index()];
        let soft = self.state.settings.springs.ground.filter(|_| self.state.settings.method == Method::Springs);
        let soft = soft.map(|ground| HalfPlane { normal: Vec2::Y, offset: ground.height });
        let thickness = self.disc(particle).unwrap_or(0.0);
        let thick = |plane: HalfPlane| HalfPlane { offset: plane.offset + thickness, ..plane };
        let to = self.state.colliders.planes().chain(soft).map(thick).fold(to, |to, plane| plane.stop(from, to));
        let to = self.state.colliders.stop(from, to);
        self.bodies.particles.position[particle.index()] = to;
        self.bodies.particles.displacement[particle.index()] = to - from;
    }

    /// Finds where the hands and the driven end are in each substep: that depends on nothing that moves freely. What
    /// they hold stays where it is for now.
    pub(crate) fn foresee_hands(&mut self, substeps: u32, substep: f32) {
        self.execution.tiled_stepper.held_poses.clear();
        let held =
            self.state.grabs.iter().map(|hand| hand.particle).chain(self.state.drive.map(|drive| drive.particle));
        self.execution.tiled_stepper.initial_poses.clear();
        self.execution
            .tiled_stepper
            .initial_poses
            .extend(held.map(|held| HeldPose::of(&self.bodies.particles, 0, held.index())));
        for number in 0..substeps {
            self.lead(substep);
            for index in 0..self.execution.tiled_stepper.initial_poses.len() {
                let held = self.execution.tiled_stepper.initial_poses[index].particle;
                if self.bodies.particles.inv_mass[held] == 0.0 {
                    self.execution.tiled_stepper.held_poses.push(HeldPose::of(&self.bodies.particles, number, held));
                    // What the rest of the substep does to a fixed particle: a -0 becomes a 0, and the world ends.
                    let Particles { position, displacement, .. } = &mut self.bodies.particles;
                    let (position, displacement) = (&mut position[held..=held], &mut displacement[held..=held]);
                    simd::apply_corrections(position, displacement, &mut [Vec2::ZERO]);
                    verlet::stop_at_edge(position, displacement);
                }
            }
        }
        for &HeldPose { particle, position, displacement, .. } in &self.execution.tiled_stepper.initial_poses {
            self.bodies.particles.position[particle] = position;
            self.bodies.particles.displacement[particle] = displacement;
        }
    }
}
