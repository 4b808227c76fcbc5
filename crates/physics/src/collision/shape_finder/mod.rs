//! Swept tests of particles and links against shapes in one substep.
//!
//! Every test runs in the shape's frame, from the pose and positions before the substep to those after it. So nothing
//! passes through a shape, however fast either moves. A particle is tested against the whole surface, a link against
//! the discs about the shape's corners: any other part of a link that touches a convex shape is one of its ends.
//!
//! | File | Holds |
//! |---|---|
//! | `corner` | the tests of links against corners |

mod corner;

pub(crate) use self::corner::sweep_link;

use glam::Vec2;

use crate::collision::particle_contact::BallSurface;
use crate::collision::{Contact, Hit, Point, Push, Side};
use crate::geometry::{Aabb, Pose, RayHit, RoundedBox, Separation, Shape, ShapeDef};
use crate::math::rotated;
use crate::particles::OwnFriction;
use crate::plane_contact::{Surface, Touch, respond};
use crate::tuning::{PUT_DEPTH, REST_DEPTH};

/// A particle closer to the surface than this, m, touches it.
const CONTACT_DISTANCE: f32 = 1e-6;

/// A shape and its motion in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptShape {
    pub body: RoundedBox,
    pub before: Pose,
    now: Pose,
    /// Surface constants, if they differ from the settings.
    friction: Option<f32>,
    restitution: Option<f32>,
    /// Thickness of the particles that collide with it, m; part of the body's radius.
    skin: f32,
    /// The shape's number, if it moves by a motor.
    pub motor: Option<u32>,
    /// Bounds of the motion.
    pub bounds: Aabb,
}

/// The particles in a substep, as slices of equal length.
#[derive(Debug)]
pub(crate) struct SweptParticles<'a> {
    /// Positions at the beginning of the substep, m.
    pub start: &'a [Vec2],
    pub position: &'a mut [Vec2],
    pub displacement: &'a mut [Vec2],
    /// Part of the displacements by which links keep their angular momentum, m.
    pub spin: &'a mut [Vec2],
    pub inv_mass: &'a [f32],
    pub friction: OwnFriction<'a>,
    /// Impulses of moving shapes so far in this substep.
    pub pushes: &'a mut Vec<Push>,
}

impl SweptParticles<'_> {
    /// Moves a particle back to its position at the beginning of the substep, without speed.
    pub fn restore(&mut self, i: usize) {
        (self.position[i], self.displacement[i]) = (self.start[i], Vec2::ZERO);
    }

    /// Takes the spin of a particle in contact back: the displacement is again the motion to which a contact responds.
    /// With it, ropes would creep over shapes.
    fn drop_spin(&mut self, i: usize) {
        self.displacement[i] -= std::mem::take(&mut self.spin[i]);
    }
}

impl SweptShape {
    /// A shape, with its state at the beginning of the substep.
    pub fn new(before: &Shape, shape: &Shape) -> Self {
        let body = shape.def.form.rounded_box();
        let (before, now) = (before.pose(), shape.pose());
        let extent = |pose: Pose| {
            let (along, up) = (pose.turn.abs(), pose.turn.perp().abs());
            along * body.half.x + up * body.half.y + body.radius
        };
        let (one, other) = (extent(before), extent(now));
        let bounds = Aabb { min: (before.at - one).min(now.at - other), max: (before.at + one).max(now.at + other) };
        let ShapeDef { friction, restitution, .. } = shape.def;
        Self { body, before, now, friction, restitution, skin: 0.0, motor: None, bounds }
    }

    /// The same shape, dilated by the thickness of the particles that collide with it (m).
    pub fn dilated(mut self, thickness: f32) -> Self {
        self.body.radius += thickness;
        self.skin += thickness;
        self.bounds = self.bounds.dilated(thickness);
        self
    }

    /// The shape with the restitution of its contact with a ball.
    pub fn touched_by(self, BallSurface { restitution, .. }: BallSurface) -> Self {
        Self { restitution: restitution.or(self.restitution), ..self }
    }

    /// Its centre now, m.
    pub fn centre(&self) -> Vec2 {
        self.now.at
    }

    /// Whether a position at the beginning of the substep is in deep penetration: see [`PUT_DEPTH`].
    pub fn is_deep(&self, at: Vec2) -> bool {
        let at = self.before.to_local(at);
        let RoundedBox { half, radius } = self.body;
        at.abs().cmplt(half + radius).all() && self.body.separation(at).distance < -(PUT_DEPTH + self.skin)
    }

    /// Whether a segment overlaps the shape at the beginning of the substep.
    pub fn overlaps(&self, ends: [Vec2; 2]) -> bool {
        self.body.overlaps(ends.map(|end| self.before.to_local(end)), 0.0)
    }

    /// Whether a link crosses the core of the shape at the beginning of the substep, with both ends outside.
    pub fn is_crossed(&self, ends: [Vec2; 2]) -> bool {
        self.body.is_core_crossed(ends.map(|end| self.before.to_local(end)))
    }

    /// Resolves the contact of a particle. Returns whether the particle was moved.
    pub fn resolve_particle(&self, particles: &mut SweptParticles, i: usize, surface: Surface) -> bool {
        if particles.inv_mass[i] == 0.0 {
            return false;
        }
        let from = self.before.to_local(particles.start[i]);
        let to = self.now.to_local(particles.position[i]);
        let Some(contact) = self.detect_particle(from, to) else { return false };
        particles.drop_spin(i);
        let surface = self.own_surface(surface, (particles.friction, [i, i]));
        let Some(correction) = respond(particles.displacement[i], contact, surface) else { return false };
        particles.position[i] += correction.position;
        particles.displacement[i] += correction.displacement;
        if let Some(shape) = self.motor {
            let mass = 1.0 / particles.inv_mass[i];
            // Penetration that is left for later substeps counts: it is what the ground under a particle gives back.
            let normal = correction.displacement.dot(contact.normal);
            let left = (contact.depth - REST_DEPTH - normal).max(0.0);
            let at = particles.position[i] - self.now.at;
            let impulse = (correction.displacement + contact.normal * left) * mass;
            particles.pushes.push(Push { shape, particle: i as u32, at, mass, impulse });
        }
        correction.position != Vec2::ZERO
    }

    /// The surface with the constants of the shape itself, as a link or a particle (both ends are the same) meets it.
    fn own_surface(&self, surface: Surface, (own, ends): (OwnFriction, [usize; 2])) -> Surface {
        let friction = own.of_link_on(ends, self.friction.unwrap_or(surface.friction));
        Surface { friction, restitution: self.restitution.unwrap_or(surface.restitution), ..surface }
    }

    /// The contact of a particle of a solid body in this substep or the next.
    pub fn find_hit(&self, (particles, before): (&SweptParticles, &[Vec2]), i: usize, surface: Surface) -> Option<Hit> {
        let touch = self.detect_ahead(particles, i)?;
        self.hit_at(touch, Side::particle(i as u32), [Point::of_particle(i as u32); 2], (particles, before), surface)
    }

    /// The contact of a wheel in this substep or the next, with the particle of its rim next to it. The shape is dilated by
    /// its radius.
    pub fn find_wheel_hit(
        &self,
        (particles, before): (&SweptParticles, &[Vec2]),
        (wheel, hub): (u32, u32),
        rim: impl Fn(Vec2) -> u32,
        surface: Surface,
    ) -> Option<Hit> {
        let touch = self.detect_ahead(particles, hub as usize)?;
        let points = [hub, rim(-touch.normal)].map(Point::of_particle);
        self.hit_at(touch, Side::Wheel(wheel), points, (particles, before), surface)
    }

    /// The contact of a wheel, with the particle of its rim next to it. The shape is dilated by its radius, beyond what
    /// particles are thick.
    pub fn find_wheel(
        &self,
        particles: &SweptParticles,
        (wheel, hub): (u32, u32),
        rim: impl Fn(Vec2) -> u32,
        surface: Surface,
    ) -> Option<Contact> {
        let index = hub as usize;
        let touch = self.detect_particle(
            self.before.to_local(particles.start[index]),
            self.now.to_local(particles.position[index]),
        )?;
        let surface = self.own_surface(surface, (particles.friction, [rim(-touch.normal) as usize; 2]));
        Some(self.contact(touch, Side::Wheel(wheel), particles.position[index], surface))
    }

    fn detect_ahead(&self, particles: &SweptParticles, i: usize) -> Option<Touch> {
        let from = self.before.to_local(particles.start[i]);
        let to = self.now.to_local(particles.position[i]);
        self.detect_particle(from, to + (to - from))
    }

    /// The row of a contact whose point is at a position now, m.
    fn contact(&self, touch: Touch, side: Side, at: Vec2, surface: Surface) -> Contact {
        Contact {
            sides: [side, Side::Surface { motion: touch.surface_motion, motor: self.motor }],
            normal: touch.normal,
            separation: -touch.depth_before,
            reach: touch.normal.dot(at) + touch.depth,
            friction: touch.friction(surface.friction),
            restitution: surface.restitution,
        }
    }

    /// A contact as part of an impact; `None` if it did not begin outside of the shape.
    fn hit_at(
        &self,
        touch: Touch,
        side: Side,
        points: [Point; 2],
        (particles, before): (&SweptParticles, &[Vec2]),
        surface: Surface,
    ) -> Option<Hit> {
        let approach = |of: &[Vec2], fall: Vec2| (touch.surface_motion - points[0].of(of) - fall).dot(touch.normal);
        let (approach, free_approach) = (approach(particles.displacement, Vec2::ZERO), approach(before, surface.fall));
        let own = self.own_surface(surface, (particles.friction, points[1].ends.map(|end| end as usize)));
        let contact = self.contact(touch, side, points[0].of(particles.position), own);
        let hit = Hit { contact, points, base: None, approach, is_impact: false, time: 0.0 };
        hit.at_end(touch.depth_before + approach, free_approach, surface).filter(|_| touch.depth_before <= REST_DEPTH)
    }

    /// Detects the contact of a point that moves from one position to another in the shape's frame, m.
    fn detect_particle(&self, from: Vec2, to: Vec2) -> Option<Touch> {
        let body = self.body;
        let Separation { normal, distance } = body.separation(from);
        if distance <= CONTACT_DISTANCE {
            let depth = -distance - (to - from).dot(normal);
            return (depth > 0.0).then(|| self.contact_at(from, normal, -distance, depth));
        }
        let path = to - from;
        if distance > 1.001 * (path.x.abs() + path.y.abs()) {
            return None;
        }
        if let Some(RayHit { fraction, normal }) = body.cast(from, to) {
            let at = from + (to - from) * fraction;
            return Some(self.contact_at(at, normal, (at - from).dot(normal), (at - to).dot(normal)));
        }
        // Rounding can miss the hit of a point that ends inside.
        let Separation { normal, distance } = body.separation(to);
        (distance < 0.0).then(|| self.contact_at(to, normal, -CONTACT_DISTANCE, -distance))
    }

    /// A contact at a position in the shape's frame, m.
    fn contact_at(&self, at: Vec2, normal: Vec2, depth_before: f32, depth: f32) -> Touch {
        // Where the sides touch: the body is dilated by what touches it.
        let touching = at - normal * self.skin;
        let surface_motion = self.now.to_world(touching) - self.before.to_world(touching);
        let normal = rotated(normal, self.now.turn);
        Touch { normal, depth_before, depth, surface_motion }
    }
}
