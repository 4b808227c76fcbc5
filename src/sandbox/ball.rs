//! Where the ball of a weight is seen and taken.
//!
//! To the physics a weight is a point that is heavy: it comes as near to the ground or a post as any point. A ball about that point
//! would lie half in what it lies on. So it is seen beside that, touching it, with the point at its edge; and as a rope hangs
//! on a point, nothing is drawn out by it.

use glam::Vec2;

use crate::physics::{Form, HalfPlane, ParticleId, Pose};

use super::Sandbox;

/// Surfaces that a ball may touch: a second look at all of them finds it clear of two at once.
const LOOKS: usize = 2;

/// The middle of a ball of `radius` (m) whose point is `at`, m: there, or beside what is nearer than that. A point that is in
/// something deeper than by that hangs before it, and so does its ball.
pub fn beside(
    (at, radius): (Vec2, f32),
    planes: impl Iterator<Item = HalfPlane> + Clone,
    shapes: impl Iterator<Item = (Form, Pose)> + Clone,
) -> Vec2 {
    let flat = planes.map(Surface::Plane);
    let surfaces = flat.chain(shapes.map(|(form, pose)| Surface::Shape(form, pose)));
    let mut middle = at;
    for _ in 0..LOOKS {
        for surface in surfaces.clone() {
            let (way, distance) = surface.from(middle);
            if distance < radius {
                let depth = -surface.from(at).1;
                let share = if depth > 0.0 { (1.0 - depth / radius).max(0.0) } else { 1.0 };
                middle += way * (radius - distance) * share;
            }
        }
    }
    middle
}

#[derive(Clone, Copy)]
enum Surface {
    Plane(HalfPlane),
    Shape(Form, Pose),
}

impl Surface {
    /// The way out of it, a unit vector, and how far a place is from it, m; negative inside.
    fn from(self, at: Vec2) -> (Vec2, f32) {
        match self {
            Self::Plane(HalfPlane { normal, offset }) => (normal, normal.dot(at) - offset),
            Self::Shape(form, pose) => {
                let (way, distance) = form.surface(pose.inward(at));
                (pose.turn.rotate(way), distance)
            }
        }
    }
}

impl Sandbox {
    /// Where the ball of a particle is, if it is one of `radius` (m), after the last step.
    #[must_use]
    pub fn ball_at(&self, particle: ParticleId, radius: f32) -> Vec2 {
        let world = self.world();
        let at = world.particles().position[particle.index()];
        if world.particles().pinned[particle.index()] {
            return at;
        }
        let shapes = world.colliders().shapes().iter().map(|shape| (shape.def.form, shape.pose()));
        beside((at, radius), world.colliders().planes(), shapes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: HalfPlane = HalfPlane { normal: Vec2::Y, offset: -1.0 };
    const WALL: HalfPlane = HalfPlane { normal: Vec2::X, offset: 2.0 };
    const POST: (Form, Pose) = (Form::Circle { radius: 0.5 }, Pose { at: Vec2::new(5.0, 0.0), turn: Vec2::X });

    fn seen(x: f32, y: f32) -> Vec2 {
        beside((Vec2::new(x, y), 0.2), [FLOOR, WALL].into_iter(), [POST].into_iter())
    }

    #[test]
    fn a_ball_lies_on_what_its_point_lies_on() {
        assert_eq!(seen(3.5, 0.0), Vec2::new(3.5, 0.0), "in the air");
        assert!(seen(3.5, -1.0).distance(Vec2::new(3.5, -0.8)) < 1e-6, "on the floor");
        assert!(seen(2.0, -1.0).distance(Vec2::new(2.2, -0.8)) < 1e-6, "in a corner");
        assert!(seen(5.0, 0.5).distance(Vec2::new(5.0, 0.7)) < 1e-6, "on a post");
        assert!(seen(5.3, 0.4).distance(POST.1.at) > 0.699, "on its side");
        let turned = Pose { at: Vec2::ZERO, turn: Vec2::Y };
        let bar = (Form::Box { half: Vec2::new(1.0, 0.1) }, turned);
        let middle = beside((Vec2::new(0.1, 0.0), 0.2), std::iter::empty(), [bar].into_iter());
        assert!(middle.distance(Vec2::new(0.3, 0.0)) < 1e-5, "beside a bar that stands upright: {middle}");
    }

    #[test]
    fn it_does_not_leap_where_its_point_sinks_into_something() {
        let heights: Vec<f32> = (0..1_000).map(|step| seen(3.5, -0.5 - 0.001 * step as f32).y).collect();
        let most = heights.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(most < 0.006, "{most} m a millimetre");
        assert!((seen(3.5, -1.3).y + 1.3).abs() < 1e-6, "what hangs before it, its ball too");
    }
}
