//! Where the ball of a weight is seen and taken.
//!
//! To the physics a weight is a point that is heavy: it comes as near to the ground or a post as any point. A ball about that point
//! would lie half in what it lies on. So it is seen beside that, touching it, with the point at its edge; and as a rope hangs
//! on a point, nothing is drawn out by it.

use glam::Vec2;

use crate::physics::{Form, HalfPlane, ParticleId, Pose};

use super::Sandbox;

/// Most surfaces that are looked at for a ball.
const MOST: usize = 8;

/// How often all of them push: by then a ball in a corner touches both sides but for a hundredth of its radius.
const ROUNDS: usize = 8;

/// A ball is seen no farther from its point than so many radii: in the corner of a room it is 1.4 away, and where two walls meet
/// at a sharp angle it would be far off.
pub const FARTHEST: f32 = 1.5;

/// Mass from which a point is drawn as an iron ball, kg, whether a weight hangs there or not.
const LEAST_MASS: f32 = 0.25;

/// Whether a point of this mass (kg) is drawn as a ball, though no weight hangs there.
#[must_use]
pub fn is_ball(mass: f32) -> bool {
    mass >= LEAST_MASS
}

/// Radius at which a ball of this mass (kg) is drawn, m: the cube root of the mass, as if all were of one iron.
#[must_use]
pub fn ball_radius(mass: f32) -> f32 {
    0.11 * libm::cbrtf(mass)
}

/// The middle of a ball of `radius` (m) whose point is `at`, m: there, or beside what is nearer than that. Each surface counts as
/// the straight one that its point sees, so a ball stays on its side of all of them. Where it has no room it is in the midst. A
/// point that is in something deeper than by its radius hangs before it, and so does its ball.
pub fn beside(
    (at, radius): (Vec2, f32),
    planes: impl Iterator<Item = HalfPlane>,
    shapes: impl Iterator<Item = (Form, Pose)>,
) -> Vec2 {
    // The way out of each, and how far the middle is to be from the point along that at the least.
    let mut surfaces = [(Vec2::ZERO, 0.0f32); MOST];
    let mut count = 0;
    for surface in planes.map(Surface::Plane).chain(shapes.map(|(form, pose)| Surface::Shape(form, pose))) {
        let (way, distance) = surface.from(at);
        if distance < (1.0 + FARTHEST) * radius && count < MOST {
            let share = if distance < 0.0 { (1.0 + distance / radius).max(0.0) } else { 1.0 };
            surfaces[count] = (way, (radius - distance) * share);
            count += 1;
        }
    }
    let mut off = Vec2::ZERO;
    for _ in 0..ROUNDS {
        let missing = surfaces[..count].iter().map(|&(way, least)| (way, least - way.dot(off))).filter(|it| it.1 > 0.0);
        let (sum, pushing) = missing.fold((Vec2::ZERO, 0), |(sum, count), (way, by)| (sum + way * by, count + 1));
        if pushing == 0 {
            break;
        }
        off += sum / pushing as f32;
    }
    at + off.clamp_length_max(FARTHEST * radius)
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
                let (way, distance) = form.surface(pose.to_local(at));
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
        assert!(seen(2.0, -1.0).distance(Vec2::new(2.2, -0.8)) < 0.003, "in a corner");
        assert!(seen(5.0, 0.5).distance(Vec2::new(5.0, 0.7)) < 1e-6, "on a post");
        assert!(seen(5.3, 0.4).distance(POST.1.at) > 0.699, "on its side");
        let turned = Pose { at: Vec2::ZERO, turn: Vec2::Y };
        let bar = (Form::Box { half: Vec2::new(1.0, 0.1) }, turned);
        let middle = beside((Vec2::new(0.1, 0.0), 0.2), std::iter::empty(), [bar].into_iter());
        assert!(middle.distance(Vec2::new(0.3, 0.0)) < 1e-5, "beside a bar that stands upright: {middle}");
    }

    #[test]
    fn it_stays_on_its_side_of_every_wall_of_a_wedge_and_a_slot() {
        for degrees in (10..=170).step_by(5) {
            // Two thin walls that meet in the middle, and a point that comes down between them along one.
            let half = 0.5 * (degrees as f32).to_radians();
            let bar = |turn: f32| {
                let turn = Vec2::from_angle(turn);
                (Form::Capsule { half_length: 1.0, radius: 0.02 }, Pose { at: turn, turn })
            };
            let up = std::f32::consts::FRAC_PI_2;
            let bars = [bar(up + half), bar(up - half)];
            let mut before: Option<Vec2> = None;
            for step in 0..1_500 {
                let along = Vec2::from_angle(up + 0.9 * half) * (1.6 - 0.001 * step as f32);
                let outside = |at: Vec2| bars.iter().all(|(form, pose)| form.distance(pose.to_local(at)) > 0.0);
                if !outside(along) {
                    continue;
                }
                let seen = beside((along, 0.2), std::iter::empty(), bars.into_iter());
                assert!((seen.to_angle() - up).abs() < half, "{degrees} degrees: seen at {seen} of {along}");
                assert!(
                    before.is_none_or(|before| before.distance(seen) < 0.03),
                    "{degrees} degrees: it leaps to {seen}"
                );
                before = Some(seen);
            }
        }
        let sides = [(Vec2::X, 0.0), (Vec2::NEG_X, -0.1)].map(|(normal, offset)| HalfPlane { normal, offset });
        let seen = beside((Vec2::new(0.03, 0.0), 0.2), sides.into_iter(), std::iter::empty());
        assert!((seen.x - 0.05).abs() < 1e-3, "a ball in a slot is in its middle: {seen}");
    }

    #[test]
    fn it_does_not_leap_where_its_point_sinks_into_something() {
        let heights: Vec<f32> = (0..1_000).map(|step| seen(3.5, -0.5 - 0.001 * step as f32).y).collect();
        let most = heights.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(most < 0.006, "{most} m a millimetre");
        assert!((seen(3.5, -1.3).y + 1.3).abs() < 1e-6, "what hangs before it, its ball too");
    }
}
