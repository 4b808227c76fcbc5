//! Outlines of obstacles as polygons.

use glam::Vec2;

use crate::physics::{Form, LinkKind, Pose};
use crate::sandbox::Sandbox;
use crate::view::link_width::half_width;

/// Edges of a whole circle.
const EDGES: usize = 48;

/// A polygon, counter-clockwise, m. Stored in place, so that a frame does not allocate.
pub struct Outline {
    points: [Vec2; EDGES + 4],
    count: usize,
}

impl std::ops::Deref for Outline {
    type Target = [Vec2];

    fn deref(&self) -> &[Vec2] {
        &self.points[..self.count]
    }
}

/// Outline of an obstacle, `margin` (m) outside of it.
pub fn outline(form: Form, pose: Pose, margin: f32) -> Outline {
    let (half, radius) = match form {
        Form::Circle { radius } => (Vec2::ZERO, radius + margin),
        Form::Capsule { half_length, radius } => (Vec2::new(half_length, 0.0), radius + margin),
        Form::Box { half } => (half + margin.min(0.0), margin.max(0.0)),
    };
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let quarter = std::f32::consts::FRAC_PI_2;
    let point = |(number, i): (usize, usize)| {
        let (x, y) = corners[number];
        let angle = quarter * (number as f32 + i as f32 / (EDGES / 4) as f32);
        pose.to_world(half * Vec2::new(x, y) + Vec2::from_angle(angle) * radius)
    };
    let each = if radius > 0.0 { EDGES / 4 } else { 0 };
    let mut outline = Outline { points: [Vec2::ZERO; EDGES + 4], count: 4 * (each + 1) };
    let all = (0..4).flat_map(|number| (0..=each).map(move |i| (number, i))).map(point);
    outline.points.iter_mut().zip(all).for_each(|(place, point)| *place = point);
    outline
}

/// Length by which an obstacle is drawn smaller, m: the half width of a rope, whose centre line lies on the surface. Zero
/// where ropes have a thickness in the world.
pub fn inset(form: Form, sandbox: &Sandbox) -> f32 {
    let rope = if sandbox.world().settings().rope_contact.is_some() { 0.0 } else { half_width(LinkKind::Rope) };
    rope.min(0.6 * half_extent(form))
}

/// Half of the least width of an obstacle, m.
pub fn half_extent(form: Form) -> f32 {
    match form {
        Form::Circle { radius } | Form::Capsule { radius, .. } => radius,
        Form::Box { half } => half.min_element(),
    }
}
