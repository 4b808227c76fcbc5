//! What particles bounce off: half-planes (the ground, a room's walls), and shapes, with which links collide as well.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::{
    geometry::{
        moving_shape::{Pose, Shape, ShapeDef, ShapeId},
        rounded_box::RoundedBox,
    },
    math::{
        bounds::{WORLD_EDGE, clamp_or},
        segment::segments_distance_squared,
    },
};

/// Most shapes in a world: each substep looks at every one for each few particles.
pub const MAX_SHAPES: usize = 256;

/// The space below a line: solid ground, or one wall of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Unit vector out of the solid side.
    pub normal: Vec2,
    /// Distance of the surface from the origin along `normal`, m.
    pub offset: f32,
}

impl HalfPlane {
    /// `to`, or the point above it that is no deeper in the solid side than `from` was: how what is led by hand stops at
    /// a surface.
    #[must_use]
    pub fn stop(self, from: Vec2, to: Vec2) -> Vec2 {
        let depth = |at: Vec2| self.offset - self.normal.dot(at);
        let deepest = if depth(from) > 0.0 { depth(from) } else { 0.0 };
        let beyond = depth(to) - deepest;
        if beyond > 0.0 { to + self.normal * beyond } else { to }
    }
}

/// An axis-aligned rectangle, m: the four walls of a room, or what a scene wants to be seen of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Room", deny_unknown_fields)]
pub struct Aabb {
    /// Lower left corner, m.
    pub min: Vec2,
    /// Upper right corner, m.
    pub max: Vec2,
}

impl Aabb {
    /// The four walls, in a fixed order: left, right, floor, ceiling.
    #[must_use]
    pub fn walls(self) -> [HalfPlane; 4] {
        let Self { min, max } = self;
        [
            HalfPlane { normal: Vec2::X, offset: min.x },
            HalfPlane { normal: Vec2::NEG_X, offset: -max.x },
            HalfPlane { normal: Vec2::Y, offset: min.y },
            HalfPlane { normal: Vec2::NEG_Y, offset: -max.y },
        ]
    }

    /// Whether it lies in the world and has an inside.
    #[must_use]
    pub fn is_valid(self) -> bool {
        let Self { min, max } = self;
        let inside = |corner: Vec2| corner.x.abs() <= WORLD_EDGE && corner.y.abs() <= WORLD_EDGE;
        inside(min) && inside(max) && min.x < max.x && min.y < max.y
    }
}

/// What a world's particles collide with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Colliders {
    /// Height of the ground's surface, m.
    pub ground: Option<f32>,
    /// Walls on four sides.
    pub room: Option<Aabb>,
    /// Posts, walls and boxes, in the order of their ids.
    #[serde(default)]
    pub(crate) shapes: Vec<Shape>,
    /// What the next shape is called.
    #[serde(default)]
    pub(crate) next: u32,
}

impl Colliders {
    /// Whether all of it lies in the world.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let Self { ground, room, shapes, next } = self;
        ground.is_none_or(|height| height.abs() <= WORLD_EDGE)
            && room.is_none_or(Aabb::is_valid)
            && shapes.len() <= MAX_SHAPES
            && shapes.iter().all(|shape| shape.is_valid() && shape.id.0 < *next)
            && shapes.is_sorted_by_key(|shape| shape.id)
    }

    /// Ground at a height (m), and walls on four sides.
    #[must_use]
    pub const fn new(ground: Option<f32>, room: Option<Aabb>) -> Self {
        Self { ground, room, shapes: Vec::new(), next: 0 }
    }

    /// All half-planes, in a fixed order: the ground, then the room's walls.
    pub fn planes(&self) -> impl Iterator<Item = HalfPlane> + Clone + use<> {
        let Self { ground, room, shapes: _, next: _ } = *self;
        let ground = ground.map(|height| HalfPlane { normal: Vec2::Y, offset: height });
        ground.into_iter().chain(room.into_iter().flat_map(Aabb::walls))
    }

    /// The shapes, in the order of their ids.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The shape of this name, if it is there.
    #[must_use]
    pub fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes.iter().find(|shape| shape.id == id)
    }

    /// Whether a shape is on its way somewhere.
    #[must_use]
    pub fn are_moving(&self) -> bool {
        self.shapes.iter().any(Shape::is_moving)
    }

    /// `to`, or where something that is led there straight `from` somewhere stops at a shape, m.
    #[must_use]
    pub fn stop(&self, from: Vec2, to: Vec2) -> Vec2 {
        // Along one shape and into another: there it ends.
        let along = self.shapes.iter().fold(to, |to, shape| stop_at(shape, from, to));
        let free = self.shapes.iter().all(|shape| stop_at(shape, from, along).distance_squared(along) < 1e-10);
        if free { along } else { from }
    }

    /// Whether a link between two places comes as near to a shape as `margin` (m).
    pub(crate) fn touch(&self, a: Vec2, b: Vec2, margin: f32) -> bool {
        self.shapes.iter().any(|shape| {
            let (pose, body) = (shape.pose(), shape.def.form.rounded_box());
            let most = body.half.x + body.half.y + body.radius + margin;
            if (a.min(b) - pose.at).max_element() > most || (a.max(b) - pose.at).min_element() < -most {
                return false;
            }
            let ends = [pose.to_local(a), pose.to_local(b)];
            let reach = body.radius + margin;
            let near_corner = |corner| segments_distance_squared((ends[0], ends[1]), (corner, corner)) <= reach * reach;
            ends.iter().any(|&end| body.surface(end).1 <= margin) || body.corners().any(near_corner)
        })
    }

    /// `at`, or the place on the surface of what it lies in, m.
    #[must_use]
    pub fn outside(&self, at: Vec2) -> Vec2 {
        let leave = |at: Vec2, shape: &Shape| {
            let pose = shape.pose();
            let (normal, distance) = shape.def.form.rounded_box().surface(pose.to_local(at));
            if distance < 0.0 { pose.to_world(pose.to_local(at) - normal * distance) } else { at }
        };
        let at = self.shapes.iter().fold(at, leave);
        // `normal * offset` is a point of the surface.
        self.planes().fold(at, |at, plane| plane.stop(plane.normal * plane.offset, at))
    }

    /// The same with every value inside its range, and no name given twice.
    pub(crate) fn sanitised(self) -> Self {
        let Self { ground, room, shapes, next } = self;
        let mut free = 0;
        let named = |shape: Shape| {
            let shape = shape.sanitised();
            let is_new = shape.id.0 >= free && shape.id.0 < u32::MAX;
            free = if is_new { shape.id.0 + 1 } else { free };
            is_new.then_some(shape)
        };
        let shapes: Vec<Shape> = shapes.into_iter().filter_map(named).take(MAX_SHAPES).collect();
        let next = shapes.last().map_or(next, |last| next.max(last.id.0 + 1));
        let ground = ground.map(|height| clamp_or(height, -WORLD_EDGE, WORLD_EDGE, 0.0));
        Self { ground, room: room.filter(|room| room.is_valid()), shapes, next }
    }

    /// Adds a shape. `None` where there are too many.
    pub(crate) fn add(&mut self, def: ShapeDef) -> Option<ShapeId> {
        if self.shapes.len() >= MAX_SHAPES || self.next == u32::MAX {
            return None;
        }
        let id = ShapeId(self.next);
        self.next += 1;
        self.shapes.push(Shape::new(id, def));
        Some(id)
    }

    pub(crate) fn shape_mut(&mut self, id: ShapeId) -> Option<&mut Shape> {
        self.shapes.iter_mut().find(|shape| shape.id == id)
    }

    pub(crate) fn remove(&mut self, id: ShapeId) {
        self.shapes.retain(|shape| shape.id != id);
    }
}

/// `to`, or where something that is led there straight `from` somewhere stops at a shape: it slides along its surface, and
/// from inside it comes no deeper.
fn stop_at(shape: &Shape, from: Vec2, to: Vec2) -> Vec2 {
    let pose: Pose = shape.pose();
    let body: RoundedBox = shape.def.form.rounded_box();
    let (start, end) = (pose.to_local(from), pose.to_local(to));
    let (normal, distance) = body.surface(start);
    let at = if distance <= 0.0 {
        Some((start, normal))
    } else {
        body.entry(start, end).map(|(share, normal)| (start + (end - start) * share, normal))
    };
    let beyond = at.map_or(0.0, |(at, normal)| normal.dot(at - end));
    match at {
        Some((_, normal)) if beyond > 0.0 => pose.to_world(end + normal * beyond),
        _ => to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;

    fn post() -> Colliders {
        let mut colliders = Colliders::default();
        colliders.add(ShapeDef::still(Form::Circle { radius: 0.5 }, Vec2::ZERO));
        colliders
    }

    #[test]
    fn a_name_is_never_given_again() {
        let mut colliders = post();
        colliders.remove(ShapeId(0));
        let second = colliders.add(ShapeDef::still(Form::Circle { radius: 0.5 }, Vec2::ZERO));
        assert_eq!(second, Some(ShapeId(1)));
        assert_eq!(colliders.clone().sanitised(), colliders);
        colliders.shapes.push(colliders.shapes[0]);
        colliders.next = 0;
        let sane = colliders.sanitised();
        assert_eq!((sane.shapes.len(), sane.next), (1, 2));
    }

    #[test]
    fn what_is_led_stops_at_a_post_however_fast() {
        let stopped = post().stop(Vec2::new(-3.0, 0.0), Vec2::new(3.0, 0.0));
        assert!(stopped.distance(Vec2::new(-0.5, 0.0)) < 1e-6, "{stopped}");
        let passed = Vec2::new(3.0, 0.6);
        assert_eq!(post().stop(Vec2::new(-3.0, 0.6), passed), passed);
        let out = post().stop(Vec2::new(0.4, 0.0), Vec2::new(2.0, 0.0));
        assert_eq!(out, Vec2::new(2.0, 0.0), "what is inside may come out");
    }
}
