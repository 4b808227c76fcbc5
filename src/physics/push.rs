//! Shapes that are led against what cannot go aside: they press so hard, and no harder.

use glam::Vec2;

use super::{
    constraint::{DistanceConstraint, LinkKind},
    settings::{Method, Settings},
    shape::{Pose, Shape, rotated},
    topology::Web,
    world::World,
};

/// A shape that is led goes slower from the first of these on, and not at all from the second: by what share the most
/// stretched link that it presses is too long. One that is never too weak drew the ropes of `welcome` out to four times
/// their lengths, for as long as it was there.
const TAUT: (f32, f32) = (0.02, 0.08);

/// Nearer than this to a shape, m, a link lies on it. What is deeper inside was there when the shape was put there, and is not
/// pressed.
const TOUCHING: f32 = 5e-3;

/// The same for discs that it presses into each other: by what share of the sum of their radii they overlap. At rest that is
/// 0.05 at the most. A post that was pressed into `rope-pile` hooked ropes into each other, and left links stretched by 19 to
/// 28 % for ever, in six of six tries; now by 1 to 3 %.
const TIGHT: (f32, f32) = (0.06, 0.2);

/// Discs that are looked at for a shape, at the most.
const MOST_PRESSED: usize = 64;

/// Least share of a shape's motion that is outward where it presses: what it slides along does not stop it.
const AHEAD: f32 = 0.1;

impl World {
    /// How fast a shape is led, m/s: slower where it presses what is taut already, or discs that lie close.
    pub(super) fn push(&self, shape: &Shape) -> f32 {
        let Settings { method, tear, give, hand_speed, .. } = self.settings;
        let is_led = shape.goal != shape.def.at || shape.facing.is_some();
        // What would not let it press could not tear.
        if !is_led || method == Method::Springs || tear.is_some() {
            return hand_speed;
        }
        let links = self.links.iter().filter(|link| link.stiffness >= 1.0 && link.kind != LinkKind::Stop);
        let most = links.map(|link| self.pressed(shape, link)).fold(0.0, f32::max);
        let share = |most: f32, (light, full): (f32, f32)| ((full - most) / (full - light)).clamp(0.0, 1.0);
        // What gives is longer by itself.
        let pace = hand_speed * share((1.0 - give) * most, TAUT);
        pace * share(self.squeezed(shape), TIGHT)
    }

    /// By what share of the sum of their radii those of the discs overlap that a shape is being led against, at the most.
    fn squeezed(&self, shape: &Shape) -> f32 {
        let (radius, position) = (&self.discs.radius, &self.particles.position);
        let pose = shape.pose();
        let body = shape.def.form.rounded();
        let web = Web { adjacency: &self.adjacency, links: &self.links, particles: &self.particles };
        let is_pressed = |index: &usize| {
            let place = pose.inward(position[*index]);
            let (normal, distance) = body.surface(place);
            distance.abs() < radius[*index] + TOUCHING
                && heads(shape, pose, (position[*index], rotated(normal, pose.turn)))
        };
        let nearness = |index: usize, other: usize| {
            let way = position[index] - position[other];
            let apart = radius[index] + radius[other];
            let squared = way.x * way.x + way.y * way.y;
            let is_near = other != index && squared < apart * apart;
            let is_tied = || web.neighbours(index as u32).any(|neighbour| neighbour.particle as usize == other);
            if is_near && !is_tied() { 1.0 - squared.sqrt() / apart } else { 0.0 }
        };
        let pressed = (0..radius.len()).filter(is_pressed).take(MOST_PRESSED);
        pressed.flat_map(|index| (0..radius.len()).map(move |other| nearness(index, other))).fold(0.0, f32::max)
    }

    /// By what share of its length a link is too long that a shape is being led against; 0 where it is not.
    fn pressed(&self, shape: &Shape, link: &DistanceConstraint) -> f32 {
        let [a, b] = [link.a, link.b].map(|end| self.particles.position[end.index()]);
        let pose = shape.pose();
        let body = shape.def.form.rounded();
        let margin = self.contacts.thickness + TOUCHING;
        let most = body.half.x + body.half.y + body.radius + margin;
        if (a.min(b) - pose.at).max_element() > most || (a.max(b) - pose.at).min_element() < -most {
            return 0.0;
        }
        let way = b - a;
        let length = (way.x * way.x + way.y * way.y).sqrt();
        let stretch = length / link.rest_length - 1.0;
        if stretch <= TAUT.0 {
            return 0.0;
        }
        // Where the link is nearest to the shape: at an end, or beside a corner.
        let (one, along) = (pose.inward(a), pose.inward(b) - pose.inward(a));
        let beside = |corner: Vec2| ((corner - one).dot(along) / along.dot(along)).clamp(0.0, 1.0);
        let mut places = body.corners().map(beside).chain([0.0, 1.0]).map(|share| one + along * share);
        let presses = |place: Vec2| {
            let (normal, distance) = body.surface(place);
            let lies_on_it = distance < margin && distance > -margin;
            lies_on_it && heads(shape, pose, (pose.outward(place), rotated(normal, pose.turn)))
        };
        if places.any(presses) { stretch } else { 0.0 }
    }
}

/// Whether a shape is led outward where a point of its surface is, m, with a unit vector out of it there.
fn heads(shape: &Shape, pose: Pose, (at, normal): (Vec2, Vec2)) -> bool {
    let outward = |way: Vec2| way.dot(normal) > AHEAD * (way.x * way.x + way.y * way.y).sqrt();
    let turns = shape.facing.is_some_and(|to| {
        let side = if shape.def.turn.perp_dot(to) < 0.0 { -1.0 } else { 1.0 };
        outward((at - pose.at).perp() * side)
    });
    turns || outward(shape.goal - shape.def.at)
}
