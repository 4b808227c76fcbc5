//! Pins, anchors, grabs, and the drive: which particles are fixed, and how they move.

use glam::Vec2;

use crate::geometry::ShapeId;
use crate::kinematic::{Anchor, Drive, Grab, Grip, Release};
use crate::math::inside_world;
use crate::particles::{ParticleId, Particles};
use crate::world::World;

/// Most grabs at once, and most hands that let go at once.
pub(crate) const MAX_GRABS: usize = 16;

impl World {
    /// Whether a particle is pinned, or is held and will be pinned where it is released.
    #[must_use]
    pub fn is_pinned(&self, id: ParticleId) -> bool {
        let is_held_pin = || self.state.grabs.iter().any(|grab| grab.particle == id && grab.pins);
        self.bodies.particles.pinned.get(id.index()).is_some_and(|&is_pinned| is_pinned || is_held_pin())
    }

    /// Pins a particle where it is, or unpins it. An unpinned particle starts from rest. Both end its anchor. A held one
    /// is pinned where it is released.
    pub fn set_pinned(&mut self, id: ParticleId, pinned: bool) {
        if self.state.anchors.remove(id) {
            self.set_displacement(id, Vec2::ZERO);
        }
        if self.bodies.particles.contains(id) {
            match self.state.grabs.iter_mut().find(|grab| grab.particle == id) {
                Some(grab) => grab.pins = pinned,
                None => self.fix(id, pinned),
            }
        }
    }

    /// Sets whether a particle is pinned now.
    fn fix(&mut self, id: ParticleId, pinned: bool) {
        if self.bodies.particles.pinned[id.index()] == pinned {
            return;
        }
        self.disturb(id);
        self.bodies.particles.pinned[id.index()] = pinned;
        let is_still = pinned || self.state.is_lifted(id);
        self.bodies.particles.displacement[id.index()] =
            if is_still { Vec2::ZERO } else { self.state.rest_displacement() };
        self.update_inverse_mass(id);
    }

    /// Pins a particle and fixes it to a shape: it moves and turns with the shape from now on, until it is unpinned or
    /// the shape is removed. `None` unpins an anchored particle.
    ///
    /// A grab moves the particle, which stays where it is released on the shape. Taut ropes stop the shape's motors, which
    /// do not feel the weight of what hangs from it.
    pub fn set_anchor(&mut self, id: ParticleId, shape: Option<ShapeId>) {
        let Some(shape) = shape else {
            if self.state.anchors.of(id).is_some() {
                self.set_pinned(id, false);
            }
            return;
        };
        if let Some(shape) = self.state.colliders.shape(shape).filter(|_| self.bodies.particles.contains(id)) {
            let local = shape.pose().to_local(self.bodies.particles.position[id.index()]);
            let anchor = Anchor { particle: id, shape: shape.id, local };
            self.set_pinned(id, true);
            self.disturb(id);
            self.state.anchors.insert(anchor);
        }
    }

    /// Unpins the particles that are anchored to a shape.
    pub(crate) fn free_anchored_to(&mut self, shape: ShapeId) {
        let anchored = self.state.anchors.0.iter().filter(|anchor| anchor.shape == shape);
        let particles: Vec<_> = anchored.map(|anchor| anchor.particle).collect();
        particles.into_iter().for_each(|particle| self.set_pinned(particle, false));
    }

    /// Fixes an anchored particle to its shape where it is now.
    pub(super) fn anchor_here(&mut self, particle: ParticleId) {
        if let Some(anchor) = self.state.anchors.of(particle).copied() {
            self.set_anchor(particle, Some(anchor.shape));
        }
    }

    /// Unpins all particles, then pins two drawn at random.
    pub fn pin_two_at_random(&mut self) {
        let count = self.bodies.particles.len();
        (0..count as u32).for_each(|id| self.set_pinned(ParticleId(id), false));
        let first = self.state.random.below(count);
        // Drawn among the others, so that the two differ.
        let second = (first + 1 + self.state.random.below(count.saturating_sub(1))) % count.max(1);
        for chosen in [first, second] {
            self.set_pinned(ParticleId(chosen as u32), true);
        }
    }

    /// Moves all pins at `velocity` (m/s, each component up to [`Settings::hand_speed`](crate::Settings::hand_speed))
    /// from now on; zero stops them. Grabbed pins and the driven particle follow their own motion.
    ///
    /// For frames with more pins than there are grabs. Unlike a hand, a moving pin has an unlimited force.
    pub fn set_pin_velocity(&mut self, velocity: Vec2) {
        if !velocity.is_finite() {
            return;
        }
        let limit = self.state.settings.hand_speed;
        let count = self.bodies.particles.len() as u32;
        let pins = (0..count).map(ParticleId).filter(|id| self.bodies.particles.pinned[id.index()]);
        pins.collect::<Vec<_>>().into_iter().for_each(|pin| self.disturb(pin));
        // Adding zero turns -0 into 0, which has other bits.
        self.state.pin_velocity = velocity.clamp(Vec2::splat(-limit), Vec2::splat(limit)) + Vec2::ZERO;
        if self.state.pin_velocity == Vec2::ZERO {
            let Particles { displacement, pinned, .. } = &mut self.bodies.particles;
            let pins = displacement.iter_mut().zip(&*pinned).filter(|(_, pinned)| **pinned);
            pins.for_each(|(displacement, _)| *displacement = Vec2::ZERO);
        }
    }

    /// Grabs a particle with pointer `pointer`, which is at `at` (m), and releases what the pointer held before.
    pub fn grab(&mut self, pointer: u32, particle: ParticleId, at: Vec2) {
        self.release(pointer);
        let (is_full, at) = (self.state.grabs.len() >= MAX_GRABS, inside_world(at));
        if !self.bodies.particles.contains(particle) || self.state.is_grabbed(particle) || !at.is_finite() || is_full {
            return;
        }
        self.disturb(particle);
        let pins = self.bodies.particles.pinned[particle.index()];
        self.fix(particle, false);
        let aim = self.bodies.particles.displacement[particle.index()];
        self.state.releases.retain(|release| release.particle != particle);
        let grip = Grip { aim, ..Grip::default() };
        self.state.grabs.push(Grab { pins, grip, ..Grab::new(pointer, particle, at) });
        self.update_inverse_mass(particle);
    }

    /// Moves a pointer to `to` (m). The grabbed particle follows its path.
    pub fn move_grab(&mut self, pointer: u32, to: Vec2) {
        if let Some(grab) = self.state.grabs.iter_mut().find(|grab| grab.id == pointer && to.is_finite()) {
            grab.follow(inside_world(to));
        }
    }

    /// Releases what a pointer holds: a pin where it is, anything else with its velocity.
    pub fn release(&mut self, pointer: u32) {
        if let Some(index) = self.state.grabs.iter().position(|grab| grab.id == pointer) {
            let Grab { particle, pins, grip, .. } = self.state.grabs.remove(index);
            self.update_inverse_mass(particle);
            self.fix(particle, pins);
            if self.state.is_lifted(particle) {
                self.bodies.particles.displacement[particle.index()] = Vec2::ZERO;
            } else if !pins {
                self.let_go(particle, grip);
            }
            self.anchor_here(particle);
            self.disturb(particle);
        }
    }

    /// Lets go of a particle step by step if links and contacts pull it away from its hand.
    fn let_go(&mut self, particle: ParticleId, grip: Grip) {
        let (index, substep) = (particle.index(), self.state.clock.substep);
        if self.state.settings.is_published() {
            return;
        }
        let mobility = substep * substep * self.bodies.particles.inv_mass[index];
        let push = grip.lead(self.bodies.particles.displacement[index]) / mobility;
        let is_pulled = mobility > 0.0 && push.length_squared() > 0.0;
        if is_pulled && self.state.releases.len() < MAX_GRABS {
            self.state.releases.push(Release { particle, grip: Grip { push, ..grip }, left: 1.0 });
        }
    }

    /// Sets a particle's displacement from outside, m. Its hand begins anew.
    pub(crate) fn set_displacement(&mut self, particle: ParticleId, displacement: Vec2) {
        self.bodies.particles.displacement[particle.index()] = displacement;
        self.state.releases.retain(|release| release.particle != particle);
        let grip = Grip { aim: displacement, ..Grip::default() };
        let held = self.state.grabs.iter_mut().filter(|grab| grab.particle == particle);
        held.for_each(|grab| grab.grip = grip);
    }

    /// Makes a particle the driven one, which [`World::set_drive_velocity`] moves, and pins it.
    pub fn set_drive(&mut self, particle: ParticleId) {
        if self.bodies.particles.contains(particle) {
            self.set_pinned(particle, true);
            self.state.drive = Some(Drive { particle, velocity: Vec2::ZERO });
            self.derived.stale.attachments = true;
        }
    }

    /// Moves the driven particle at `velocity` (m/s, each component up to
    /// [`Settings::hand_speed`](crate::Settings::hand_speed)) from now on.
    pub fn set_drive_velocity(&mut self, velocity: Vec2) {
        let limit = self.state.settings.hand_speed;
        if let Some(drive) = self.state.drive.as_mut().filter(|_| velocity.is_finite()) {
            drive.velocity = velocity.clamp(Vec2::splat(-limit), Vec2::splat(limit));
            let particle = drive.particle;
            self.disturb(particle);
        }
    }

    /// Sets a particle's inverse mass: zero if it is pinned, lifted, or led by a hand of a published method.
    pub(crate) fn update_inverse_mass(&mut self, id: ParticleId) {
        let is_led = self.state.is_grabbed(id) && self.state.settings.is_published();
        let is_fixed = self.bodies.particles.pinned[id.index()] || is_led || self.state.is_lifted(id);
        let Particles { inv_mass, mass, .. } = &mut self.bodies.particles;
        inv_mass[id.index()] = if is_fixed { 0.0 } else { 1.0 / mass[id.index()] };
        self.derived.stale.mark_constraints();
    }
}
