//! The colliders of a world: half-planes (ground and walls) and shapes.
//!
//! Particles collide with all of them, links with shapes only.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::geometry::{Aabb, HalfPlane, Separation, Shape, ShapeDef, ShapeId};
use crate::math::{WORLD_EDGE, clamp_or};

/// Maximum number of shapes in a world: the broad phase tests every shape against every block of particles.
pub const MAX_SHAPES: usize = 256;

/// The colliders of a world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Colliders {
    /// Height of the ground's surface, m.
    pub ground: Option<f32>,
    /// A room: walls on four sides.
    pub room: Option<Aabb>,
    /// Shapes, in the order of their ids.
    pub(crate) shapes: Vec<Shape>,
    /// Id of the next shape.
    pub(crate) next: u32,
}

impl Shape {
    /// Whether the segment between two points is closer to the shape than `margin` (m).
    pub(crate) fn touches(&self, [a, b]: [Vec2; 2], margin: f32) -> bool {
        let (pose, body) = (self.pose(), self.def.form.rounded_box());
        body.overlaps([pose.to_local(a), pose.to_local(b)], margin)
    }
}

impl Colliders {
    /// Whether every value is inside its range and the shapes are in the order of their ids.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let Self { ground, room, shapes, next } = self;
        ground.is_none_or(|height| height.abs() <= WORLD_EDGE)
            && room.is_none_or(Aabb::is_valid)
            && shapes.len() <= MAX_SHAPES
            && shapes.iter().all(|shape| shape.is_valid() && shape.id.0 < *next)
            && shapes.is_sorted_by_key(|shape| shape.id)
    }

    /// Colliders with ground at a height (m) and a room, without shapes.
    #[must_use]
    pub const fn new(ground: Option<f32>, room: Option<Aabb>) -> Self {
        Self { ground, room, shapes: Vec::new(), next: 0 }
    }

    /// All half-planes in a fixed order: the ground, then the room's walls.
    pub fn planes(&self) -> impl Iterator<Item = HalfPlane> + Clone + use<> {
        let Self { ground, room, .. } = *self;
        let ground = ground.map(|height| HalfPlane { normal: Vec2::Y, offset: height });
        ground.into_iter().chain(room.into_iter().flat_map(Aabb::walls))
    }

    /// The shapes, in the order of their ids.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The shape with this id, if it exists.
    #[must_use]
    pub fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes.iter().find(|shape| shape.id == id)
    }

    /// Whether any shape moves.
    #[must_use]
    pub fn are_moving(&self) -> bool {
        self.shapes.iter().any(Shape::is_moving)
    }

    /// Whether the segment between two points is closer to a shape than `margin` (m).
    pub(crate) fn touch(&self, a: Vec2, b: Vec2, margin: f32) -> bool {
        self.shapes.iter().any(|shape| shape.touches([a, b], margin))
    }

    /// Moves a point (m) that lies inside a collider to its surface.
    #[must_use]
    pub fn outside(&self, at: Vec2) -> Vec2 {
        let leave = |at: Vec2, shape: &Shape| {
            let pose = shape.pose();
            let Separation { normal, distance } = shape.def.form.separation(pose.to_local(at));
            if distance < 0.0 { pose.to_world(pose.to_local(at) - normal * distance) } else { at }
        };
        let at = self.shapes.iter().fold(at, leave);
        // `normal * offset` is a point of the surface.
        self.planes().fold(at, |at, plane| plane.stop(plane.normal * plane.offset, at))
    }

    /// The same colliders with every value inside its range and every id given once.
    pub(crate) fn sanitised(self) -> Self {
        let Self { ground, room, shapes, next } = self;
        let mut free = 0;
        let with_new_id = |shape: Shape| {
            let shape = shape.sanitised();
            let is_new = shape.id.0 >= free && shape.id.0 < u32::MAX;
            free = if is_new { shape.id.0 + 1 } else { free };
            is_new.then_some(shape)
        };
        let shapes: Vec<Shape> = shapes.into_iter().filter_map(with_new_id).take(MAX_SHAPES).collect();
        let next = shapes.last().map_or(next, |last| next.max(last.id.0 + 1));
        let ground = ground.map(|height| clamp_or(height, -WORLD_EDGE, WORLD_EDGE, 0.0));
        Self { ground, room: room.filter(|room| room.is_valid()), shapes, next }
    }

    /// Adds a shape. Returns `None` at [`MAX_SHAPES`].
    pub(crate) fn add(&mut self, def: ShapeDef) -> Option<ShapeId> {
        if self.shapes.len() >= MAX_SHAPES || self.next == u32::MAX {
            return None;
        }
        let id = ShapeId(self.next);
        self.next += 1;
        self.shapes.push(Shape::new(id, def));
        Some(id)
    }

    /// Place among [`Colliders::shapes`] of the shape with this id.
    pub(crate) fn place(&self, id: ShapeId) -> Option<usize> {
        self.shapes.binary_search_by_key(&id, |shape| shape.id).ok()
    }

    pub(crate) fn shape_mut(&mut self, id: ShapeId) -> Option<&mut Shape> {
        self.shapes.iter_mut().find(|shape| shape.id == id)
    }

    pub(crate) fn remove(&mut self, id: ShapeId) {
        self.shapes.retain(|shape| shape.id != id);
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
    fn shape_ids_are_not_reused() {
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
}
