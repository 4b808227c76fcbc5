//! Motion of held particles: grabbed ones along the path of their pointer, anchored ones with their shape, driven ones and
//! moving pins at a velocity.

use glam::Vec2;

use crate::containers::Refill;
use crate::geometry::HalfPlane;
use crate::kinematic::{Anchor, Drive, Grab, GrabLimits};
use crate::particles::{DistanceConstraint, NO_BODY, Neighbour, ParticleId, Particles};
use crate::settings::{Method, Settings};
use crate::simd::clamp_length;
use crate::world::World;

/// Stretch of a link at which its grab begins to slow down, with particle contacts. Ropes that hold each other back
/// would otherwise be pulled through each other.
const SLOWING_STRETCH: f32 = 0.03;
/// Stretch of a link at which its grab stops until the pointer goes back.
const STOPPING_STRETCH: f32 = 0.2;
/// Strain of a bar of a held body at which its grab begins to slow down, and at which it stops: a hand has no more strength.
const SLOWING_BEND: f32 = 0.005;
const STOPPING_BEND: f32 = 0.02;
/// Least factor on the speed of a grab that goes where the bars of a bent body draw it. Sweeps let the pull of the bars
/// turn about from one substep to the next: at full speed the grab would bend the body on.
const UNBENDING_FACTOR: f32 = 0.1;

impl World {
    /// Sets the speed of each grab for this step, m/s: that of its pointer, up to [`Settings::hand_speed`].
    pub(crate) fn set_grab_speeds(&mut self) {
        let Settings { step, hand_speed, .. } = self.state.settings;
        let position = &self.bodies.particles.position;
        let speed = |grab: &Grab| grab.speed(position[grab.particle.index()], step, hand_speed);
        self.scratch.grab_speeds.refill_with(self.state.grabs.iter().map(speed));
    }

    /// Moves grabbed particles and the driven particle, those of the rest beside tiles or the tiled ones, and moving pins
    /// by one substep. Surfaces stop them. Anchored particles follow their shapes, which have moved already.
    pub(crate) fn advance_held_particles(&mut self, are_tiled: bool) {
        self.find_grab_slowdowns();
        for index in 0..self.state.grabs.len() {
            if self.scratch.tiles.is_rest(self.state.grabs[index].particle.index()) != are_tiled {
                self.move_grabbed(index);
            }
        }
        if self.state.drive.is_some_and(|drive| self.scratch.tiles.is_rest(drive.particle.index()) != are_tiled) {
            self.move_driven();
        }
        self.move_pins();
        self.move_anchored();
    }

    /// Finds the slowdowns of all grabs before any of them moves: hands that move one body together do not bend it.
    fn find_grab_slowdowns(&mut self) {
        let mut slowdowns = std::mem::take(&mut self.scratch.grab_slowdowns);
        let grabs = self.state.grabs.iter().zip(&self.derived.grab_limits).zip(&self.scratch.grab_speeds);
        slowdowns.refill_with(grabs.map(|((grab, limits), &speed)| {
            self.slowdown(grab, limits).min(self.bending_slowdown(grab, limits, speed))
        }));
        self.scratch.grab_slowdowns = slowdowns;
    }

    fn move_grabbed(&mut self, index: usize) {
        let (Some(limits), Some(speed), Some(slowdown)) = (
            self.derived.grab_limits.get(index),
            self.scratch.grab_speeds.get(index),
            self.scratch.grab_slowdowns.get(index),
        ) else {
            return;
        };
        let grab = &mut self.state.grabs[index];
        let (particle, particles) = (grab.particle, &self.bodies.particles);
        let from = particles.position[particle.index()];
        let to = grab.advance(from, speed * slowdown * self.state.clock.substep, limits, particles);
        self.move_to(particle, to);
    }

    /// Factor on the speed of a grab, 0 to 1: less where the grab would stretch links that contacts hold back.
    fn slowdown(&self, grab: &Grab, limits: &GrabLimits) -> f32 {
        let Settings { method, give, rope_contact, .. } = self.state.settings;
        if rope_contact.is_none() || method == Method::Springs {
            return 1.0;
        }
        let particles = &self.bodies.particles;
        let at = particles.position[grab.particle.index()];
        let direction = limits.project(at, grab.next(), particles) - at;
        let stretch = |next: &Neighbour| {
            let along = particles.position[next.particle as usize] - at;
            let is_relieved = direction.dot(along) > 0.0;
            if is_relieved { 0.0 } else { along.length() / next.rest_length - 1.0 }
        };
        let graph = self.bodies.graph(&self.derived.adjacency);
        let yields = |slot: u32| graph.links.get(slot as usize).is_some_and(|link| self.state.yields_to_hands(link));
        let links = graph.rigid_neighbours(grab.particle.0).filter(|neighbour| !yields(neighbour.slot));
        // Give stretches links without any load.
        let max = (1.0 - give) * links.map(stretch).fold(0.0, f32::max);
        ((STOPPING_STRETCH - max) / (STOPPING_STRETCH - SLOWING_STRETCH)).clamp(0.0, 1.0)
    }

    /// Factor on the speed of a grab, 0 to 1: less where the body that it holds is bent, which would shoot off when it is
    /// released. Bars that a hand can tear are left to it.
    fn bending_slowdown(&self, grab: &Grab, limits: &GrabLimits, speed: f32) -> f32 {
        let Settings { method, give, .. } = self.state.settings;
        let bodies = &self.derived.solid_bodies;
        let (particle, held) = (grab.particle.0, grab.particle.index());
        let body = bodies.body.get(held).copied().unwrap_or(NO_BODY);
        if body == NO_BODY || method == Method::Springs || speed == 0.0 {
            return 1.0;
        }
        let (graph, particles) = (self.bodies.graph(&self.derived.adjacency), &self.bodies.particles);
        let Particles { position, inv_mass, .. } = particles;
        let resists = |link: &DistanceConstraint| link.kind.is_bar() && !self.state.yields_to_hands(link);
        let is_bar = |slot: u32| graph.links.get(slot as usize).is_some_and(resists);
        // A bar between two fixed particles, as other hands hold them, resists nothing.
        let is_free = move |a: u32, b: u32| inv_mass[a as usize] + inv_mass[b as usize] > 0.0;
        let bars = |from: u32| {
            graph.rigid_neighbours(from).filter(move |next| is_bar(next.slot) && is_free(from, next.particle))
        };
        // The strain of a bar, and its direction from a particle on.
        let strain = |particle: u32, next: &Neighbour| {
            let along = position[next.particle as usize] - position[particle as usize];
            let length = along.length();
            (length / next.rest_length - 1.0, along / length.max(f32::MIN_POSITIVE))
        };
        let members = bodies.particles.iter().filter(|&&particle| bodies.body[particle as usize] == body);
        let strains = members.flat_map(|&particle| bars(particle).map(move |next| strain(particle, next).0.abs()));
        // Give stretches links without any load.
        let max = (1.0 - give) * strains.fold(0.0, f32::max);
        let pull: Vec2 = bars(particle).map(|next| strain(particle, next)).map(|(strain, along)| strain * along).sum();
        let direction = limits.project(position[held], grab.next(), particles) - position[held];
        let least = if direction.dot(pull) > 0.0 { UNBENDING_FACTOR } else { 0.0 };
        ((STOPPING_BEND - max) / (STOPPING_BEND - SLOWING_BEND)).clamp(least, 1.0)
    }

    fn move_driven(&mut self) {
        let limits = self.derived.grab_limits.get(self.state.grabs.len());
        let Some((Drive { particle, velocity }, limits)) = self.state.drive.zip(limits) else { return };
        // A grab takes precedence, and unpinning ends the drive.
        if self.state.is_grabbed(particle) || !self.bodies.particles.pinned[particle.index()] {
            return;
        }
        let from = self.bodies.particles.position[particle.index()];
        let way = velocity * self.state.clock.substep;
        let to = limits.project(from, from + way, &self.bodies.particles);
        // A stretched spring rope may have left the particle beyond its limits: no jump back.
        self.move_to(particle, from + clamp_length(to - from, way.length()));
    }

    /// Moves, at `pin_velocity`, the pins that neither a grab nor the drive moves.
    fn move_pins(&mut self) {
        if self.state.pin_velocity == Vec2::ZERO {
            return;
        }
        for id in (0..self.bodies.particles.len() as u32).map(ParticleId) {
            let follows_another =
                self.state.held_particles().any(|held| held == id) || self.state.anchors.of(id).is_some();
            if self.bodies.particles.pinned[id.index()] && !follows_another {
                let from = self.bodies.particles.position[id.index()];
                self.move_to(id, from + self.state.pin_velocity * self.state.clock.substep);
            }
        }
    }

    /// Moves the anchored particles that neither a grab nor the drive moves, with their shapes.
    fn move_anchored(&mut self) {
        for index in 0..self.state.anchors.0.len() {
            let anchor @ Anchor { particle, shape, .. } = self.state.anchors.0[index];
            let Some(number) = self.state.colliders.place(shape) else { continue };
            if self.state.held_particles().any(|held| held == particle) || self.state.is_lifted(particle) {
                continue;
            }
            // A shape at rest moves no particle, not even by rounding.
            let has_moved = self.derived.shape_contacts.shapes.get(number).is_some_and(|shape| shape.motor.is_some());
            let Particles { position, displacement, .. } = &mut self.bodies.particles;
            let from = position[particle.index()];
            let to = if has_moved { anchor.position(self.state.colliders.shapes()[number].pose()) } else { from };
            position[particle.index()] = to;
            displacement[particle.index()] = to - from;
        }
    }

    /// Moves a fixed particle to `to` (m), or to the first surface on the way.
    fn move_to(&mut self, particle: ParticleId, to: Vec2) {
        let from = self.bodies.particles.position[particle.index()];
        let soft = self.state.settings.springs.ground.filter(|_| self.state.settings.method == Method::Springs);
        let soft = soft.map(|ground| HalfPlane { normal: Vec2::Y, offset: ground.height });
        let radius = self.contact_radius(particle).unwrap_or(0.0);
        let grown = |plane: HalfPlane| HalfPlane { offset: plane.offset + radius, ..plane };
        let to = self.obstacles().stop(particle, to, self.state.colliders.planes().chain(soft).map(grown));
        self.bodies.particles.position[particle.index()] = to;
        self.bodies.particles.displacement[particle.index()] = to - from;
    }
}
