//! The ball of a weight: the place and radius with which it is drawn and grabbed.
//!
//! A weight is a heavy particle, and touches the ground or a post as a point. A ball centred on it would lie half
//! inside the obstacle. So the ball is drawn beside the obstacle, touching it, with the particle within its edge. A
//! rope is still drawn to the particle, so the offset of the ball does not stretch it.

use glam::Vec2;

use crate::physics::{Form, HalfPlane, ParticleId, Pose, Separation};

use super::Sandbox;

/// Most surfaces that move a ball.
const MAX_SURFACES: usize = 8;

/// Iterations over all surfaces. After these, a ball in a corner touches both sides to a hundredth of its radius.
const ITERATIONS: usize = 8;

/// Greatest distance of a ball's centre from its particle, in radii. In the corner of a room the distance is 1.4; where
/// two walls meet at a sharp angle it would grow without bound.
pub const MAX_BALL_OFFSET: f32 = 1.5;

/// Least mass of a particle that is drawn as a ball even without a weight, kg.
const MIN_BALL_MASS: f32 = 0.25;

/// Whether a particle of this mass, kg, is drawn as a ball even without a weight.
pub fn is_ball(mass: f32) -> bool {
    mass >= MIN_BALL_MASS
}

/// Radius of the ball that is drawn for a mass in kg, m: proportional to the cube root of the mass, so that all
/// balls have the same density.
pub fn ball_radius(mass: f32) -> f32 {
    0.11 * libm::cbrtf(mass)
}

/// Centre of a ball of `radius`, m, whose particle is `at`: there, or beside the surfaces that are nearer than the
/// radius.
///
/// Each surface counts as its tangent plane at the point nearest to the particle, so the ball stays on the particle's
/// side of every surface. Between surfaces that leave no room, the ball is in the middle. If the particle is deeper
/// inside an obstacle than the radius, the ball is centred on it.
pub fn ball_centre(
    at: Vec2,
    radius: f32,
    planes: impl Iterator<Item = HalfPlane>,
    shapes: impl Iterator<Item = (Form, Pose)>,
) -> Vec2 {
    let mut limits = [Limit::default(); MAX_SURFACES];
    let mut count = 0;
    for surface in planes.map(Surface::Plane).chain(shapes.map(|(form, pose)| Surface::Shape(form, pose))) {
        let (normal, distance) = surface.normal_and_distance(at);
        if distance < (1.0 + MAX_BALL_OFFSET) * radius && count < MAX_SURFACES {
            let share = if distance < 0.0 { (1.0 + distance / radius).max(0.0) } else { 1.0 };
            limits[count] = Limit { normal, min: (radius - distance) * share };
            count += 1;
        }
    }
    let mut offset = Vec2::ZERO;
    for _ in 0..ITERATIONS {
        let missing = limits[..count].iter().map(|limit| (limit.normal, limit.min - limit.normal.dot(offset)));
        let missing = missing.filter(|&(_, by)| by > 0.0);
        let (sum, pushing) = missing.fold((Vec2::ZERO, 0), |(sum, count), (normal, by)| (sum + normal * by, count + 1));
        if pushing == 0 {
            break;
        }
        offset += sum / pushing as f32;
    }
    at + offset.clamp_length_max(MAX_BALL_OFFSET * radius)
}

/// Least offset of a ball's centre from its particle along the normal of a surface, m.
#[derive(Clone, Copy, Default)]
struct Limit {
    normal: Vec2,
    min: f32,
}

#[derive(Clone, Copy)]
enum Surface {
    Plane(HalfPlane),
    Shape(Form, Pose),
}

impl Surface {
    /// Its outward unit normal nearest to a point, and the distance of the point from it, m; negative inside.
    fn normal_and_distance(self, at: Vec2) -> (Vec2, f32) {
        match self {
            Self::Plane(HalfPlane { normal, offset }) => (normal, normal.dot(at) - offset),
            Self::Shape(form, pose) => {
                let Separation { normal, distance } = form.separation(pose.to_local(at));
                (pose.turn.rotate(normal), distance)
            }
        }
    }
}

impl Sandbox {
    /// Centre of the ball of a particle after the last step, m, if the particle is drawn as a ball of `radius`, m.
    pub fn ball_centre(&self, particle: ParticleId, radius: f32) -> Vec2 {
        let world = self.world();
        let at = world.particles().position[particle.index()];
        let shapes = world.colliders().shapes().iter().map(|shape| (shape.def.form, shape.pose()));
        ball_centre(at, radius, world.colliders().planes(), shapes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: HalfPlane = HalfPlane { normal: Vec2::Y, offset: -1.0 };
    const WALL: HalfPlane = HalfPlane { normal: Vec2::X, offset: 2.0 };
    const POST: (Form, Pose) = (Form::Circle { radius: 0.5 }, Pose { at: Vec2::new(5.0, 0.0), turn: Vec2::X });

    fn seen(x: f32, y: f32) -> Vec2 {
        ball_centre(Vec2::new(x, y), 0.2, [FLOOR, WALL].into_iter(), [POST].into_iter())
    }

    #[test]
    fn ball_touches_the_surface_under_its_particle() {
        assert_eq!(seen(3.5, 0.0), Vec2::new(3.5, 0.0), "in the air");
        assert!(seen(3.5, -1.0).distance(Vec2::new(3.5, -0.8)) < 1e-6, "on the floor");
        assert!(seen(2.0, -1.0).distance(Vec2::new(2.2, -0.8)) < 0.003, "in a corner");
        assert!(seen(5.0, 0.5).distance(Vec2::new(5.0, 0.7)) < 1e-6, "on a post");
        assert!(seen(5.3, 0.4).distance(POST.1.at) > 0.699, "on its side");
        let turned = Pose { at: Vec2::ZERO, turn: Vec2::Y };
        let bar = (Form::Box { half: Vec2::new(1.0, 0.1) }, turned);
        let middle = ball_centre(Vec2::new(0.1, 0.0), 0.2, std::iter::empty(), [bar].into_iter());
        assert!(middle.distance(Vec2::new(0.3, 0.0)) < 1e-5, "beside a bar that stands upright: {middle}");
    }

    #[test]
    fn ball_stays_on_its_side_of_walls_in_wedge_and_slot() {
        for degrees in (10..=170).step_by(5) {
            // Two thin walls that meet in the middle, and a particle that comes down between them along one.
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
                let seen = ball_centre(along, 0.2, std::iter::empty(), bars.into_iter());
                assert!((seen.to_angle() - up).abs() < half, "{degrees} degrees: seen at {seen} of {along}");
                assert!(
                    before.is_none_or(|before| before.distance(seen) < 0.03),
                    "{degrees} degrees: it jumps to {seen}"
                );
                before = Some(seen);
            }
        }
        let sides = [(Vec2::X, 0.0), (Vec2::NEG_X, -0.1)].map(|(normal, offset)| HalfPlane { normal, offset });
        let seen = ball_centre(Vec2::new(0.03, 0.0), 0.2, sides.into_iter(), std::iter::empty());
        assert!((seen.x - 0.05).abs() < 1e-3, "a ball in a slot is in its middle: {seen}");
    }

    #[test]
    fn ball_does_not_jump_as_its_particle_sinks_in() {
        let heights: Vec<f32> = (0..1_000).map(|step| seen(3.5, -0.5 - 0.001 * step as f32).y).collect();
        let max = heights.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(max < 0.006, "it moves {max} m in a millimetre");
        assert!((seen(3.5, -1.3).y + 1.3).abs() < 1e-6, "a particle in front of the floor, and its ball too");
    }
}
