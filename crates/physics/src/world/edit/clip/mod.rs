//! Clips: things as plain data, to copy and paste.
//!
//! | File | Holds |
//! |---|---|
//! | `copy` | copying things out of a world, and into one |

mod copy;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::aerodynamics::BlowerDef;
use crate::geometry::{Aabb, ShapeDef, Similarity};
use crate::machine::{LinkDrive, MotorDrive};
use crate::particles::{LinkKind, Material, Weight};
use crate::world::tags::Tags;

/// Things as plain data. Links, faces, balls and weights name particles by their places in the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Clip {
    /// Particles, at rest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub particles: Vec<ClipParticle>,
    /// Links between them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<ClipLink>,
    /// Materials of the links.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    /// Corners of cloth faces, in order around each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<[u32; 4]>,
    /// Particles that are balls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub balls: Vec<ClipBall>,
    /// Weights on particles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<ClipWeight>,
    /// Particles of wires that are bent at rest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<ClipBend>,
    /// Drives of links.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drives: Vec<ClipDrive>,
    /// Motors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub motors: Vec<ClipMotor>,
    /// Shapes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<ShapeDef>,
    /// Blowers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blowers: Vec<BlowerDef>,
    /// Particles that are anchored to shapes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<ClipAnchor>,
    /// Tags, by places in the lists.
    #[serde(skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
}

/// A particle of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipParticle {
    /// Position, m.
    pub at: Vec2,
    /// Mass without its weight, kg.
    pub mass: f32,
    /// Whether it is pinned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pinned: bool,
}

/// A link of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipLink {
    /// One end.
    pub a: u32,
    /// The other end.
    pub b: u32,
    /// Rest length, m.
    pub length: f32,
    /// Fraction of the length error that one projection corrects, 0 to 1.
    #[serde(default = "full_stiffness", skip_serializing_if = "is_full_stiffness")]
    pub stiffness: f32,
    /// Length that the link gains per force, m/N.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub compliance: f32,
    /// The kind of body that the link is part of.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: LinkKind,
    /// Its material, by its place in the clip from 1; 0 for none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: u8,
}

/// A ball of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipBall {
    /// The particle.
    pub particle: u32,
    /// Radius, m; `None` for that of the weight on the particle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    /// Coefficient of friction of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// Restitution of its own, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f32>,
}

/// A weight of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipWeight {
    /// The particle.
    pub particle: u32,
    /// Mass of the particle with the weight, kg.
    pub mass: f32,
}

/// A bend of a wire in a clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipBend {
    /// The particle between two links of the wire.
    pub particle: u32,
    /// Tangent of half the turn at rest, along the wire from the neighbour that comes first in the clip: positive to the
    /// left, -10 to 10.
    pub half_turn: f32,
}

/// The drive of a link in a clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipDrive {
    /// The ends of the link.
    pub ends: [u32; 2],
    /// What drives it.
    pub drive: LinkDrive,
    /// Its rest length at present, m.
    pub rest_length: f32,
}

/// A motor of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipMotor {
    /// The particle about which it turns.
    pub axle: u32,
    /// A particle of what turns, and one of what carries it.
    pub arms: [u32; 2],
    /// What it does.
    pub drive: MotorDrive,
}

/// An anchor of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipAnchor {
    /// The particle.
    pub particle: u32,
    /// The shape, by its place in the clip.
    pub shape: u32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Not so -0, which has other bits.
fn is_zero(value: &f32) -> bool {
    value.to_bits() == 0
}

const fn full_stiffness() -> f32 {
    1.0
}

fn is_full_stiffness(stiffness: &f32) -> bool {
    *stiffness == full_stiffness()
}

impl Clip {
    /// Whether the clip holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.particles.is_empty() && self.shapes.is_empty() && self.blowers.is_empty()
    }

    /// The bounding box of the particles, shapes and blowers, m; `None` if there are none.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        let point = |at: Vec2| Aabb::of(at, at);
        let particles = self.particles.iter().map(|particle| point(particle.at));
        let balls = self.balls.iter().filter_map(|ball| {
            let at = self.particles.get(ball.particle as usize)?.at;
            let of_weight = || self.weights.iter().find(|weight| weight.particle == ball.particle);
            Some(point(at).dilated(ball.radius.or_else(|| Some(Weight::radius(of_weight()?.mass)))?))
        });
        let shapes = self.shapes.iter().map(ShapeDef::bounds);
        let blowers = self.blowers.iter().map(|blower| point(blower.at).dilated(0.5 * blower.width));
        particles.chain(balls).chain(shapes).chain(blowers).filter(|bounds| bounds.min.is_finite()).reduce(Aabb::union)
    }

    /// The clip after a transformation. Links keep their stretch; masses stay, and with them the discs of weights.
    #[must_use]
    pub fn transformed(mut self, by: &Similarity) -> Self {
        let by = by.sanitised();
        self.particles.iter_mut().for_each(|particle| particle.at = by.point(particle.at));
        for link in &mut self.links {
            link.length *= by.scale;
            link.compliance *= by.scale;
        }
        if by.is_mirrored {
            // So that cloth shows the same side.
            self.faces.iter_mut().for_each(|[a, b, c, d]| (*a, *b, *c, *d) = (*b, *a, *d, *c));
            self.bends.iter_mut().for_each(|bend| bend.half_turn = -bend.half_turn);
            self.motors.iter_mut().for_each(|motor| motor.drive.speed = -motor.drive.speed);
        }
        for drive in &mut self.drives {
            drive.drive = drive.drive.scaled(by.scale);
            drive.rest_length *= by.scale;
        }
        self.balls.iter_mut().filter_map(|ball| ball.radius.as_mut()).for_each(|radius| *radius *= by.scale);
        self.shapes.iter_mut().for_each(|shape| *shape = shape.transformed(&by));
        self.blowers.iter_mut().for_each(|blower| *blower = blower.transformed(&by));
        self
    }
}
