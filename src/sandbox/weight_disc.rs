//! The ball of a weight: the place and radius with which it is drawn and grabbed.
//!
//! A weight is a heavy particle. Its ball hangs from the particle: along its rope, or below the pin or the body that
//! carries it. It touches the ground or a post as a point, where the ball would lie inside the obstacle. So the ball is drawn beside
//! the obstacle, touching it, with the particle within its edge. A rope is still drawn to the particle, so the offset of
//! the ball does not stretch it.

use glam::Vec2;

use crate::physics::{Form, HalfPlane, LinkKind, ParticleId, Pose, Separation, World};

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

/// Sum of the pulls of links at a heavy particle: the way in which its ball hangs from it.
#[derive(Clone, Copy, Debug, Default)]
struct Pull {
    /// Sum of the directions of its cords: links that carry by pulling.
    cords: Vec2,
    has_cords: bool,
    has_bars: bool,
    /// A pin carries it.
    is_pinned: bool,
}

impl Pull {
    /// Adds a link of a kind to a particle that is `away` from this one.
    fn add(&mut self, kind: LinkKind, away: Vec2) {
        match kind {
            LinkKind::Rope | LinkKind::Net | LinkKind::Cloth | LinkKind::Hem => {
                self.cords += away.normalize_or_zero();
                self.has_cords = true;
            }
            LinkKind::Lattice | LinkKind::Beam | LinkKind::Rim | LinkKind::Brace | LinkKind::Stop => {
                self.has_bars = true
            }
        }
    }

    /// From the particle to the centre of its ball, in radii: down from its pin; else away from its cords; else down from
    /// the body that carries it. A particle without links or pin is the ball's centre.
    fn hang(self, gravity: Vec2) -> Vec2 {
        match self {
            Self { is_pinned: true, .. } => gravity.normalize_or_zero(),
            Self { has_cords: true, cords, .. } => -cords.clamp_length_max(1.0),
            Self { has_bars: true, .. } => gravity.normalize_or_zero(),
            _ => Vec2::ZERO,
        }
    }
}

/// Which way each ball of a world hangs from its particle.
#[derive(Clone, Debug, Default)]
pub struct Hangs(Vec<(usize, Pull)>);

impl Hangs {
    /// Finds it for the particles of `balls`, in ascending order, with all particles at `positions`, m. Balls with a
    /// radius of their own are not weights, and are centred.
    pub fn find(&mut self, balls: impl Iterator<Item = usize>, positions: &[Vec2], world: &World) {
        self.0.clear();
        let is_sized = |index: usize| world.balls().iter().any(|ball| ball.particle.index() == index);
        let of_pin = |index: usize| Pull { is_pinned: world.is_pinned(ParticleId(index as u32)), ..Pull::default() };
        self.0.extend(balls.filter(|&index| !is_sized(index)).map(|index| (index, of_pin(index))));
        let (Some(&(first, _)), Some(&(last, _))) = (self.0.first(), self.0.last()) else { return };
        for link in world.links() {
            for (particle, other) in [(link.a.index(), link.b.index()), (link.b.index(), link.a.index())] {
                if particle < first || particle > last {
                    continue;
                }
                if let Ok(found) = self.0.binary_search_by_key(&particle, |&(index, _)| index) {
                    self.0[found].1.add(link.kind, positions[other] - positions[particle]);
                }
            }
        }
    }

    /// From a particle to the centre of its ball, in radii, in gravity, m/s².
    pub fn of(&self, particle: usize, gravity: Vec2) -> Vec2 {
        let found = self.0.binary_search_by_key(&particle, |&(index, _)| index);
        found.map_or(Vec2::ZERO, |found| self.0[found].1.hang(gravity))
    }
}

/// Centre of a ball of `radius`, m, whose particle is `at`: `hang` radii from there, or beside the surfaces that are
/// nearer than that.
///
/// Each surface counts as its tangent plane at the point nearest to the particle, so the ball stays on the particle's
/// side of every surface. Between surfaces that leave no room, the ball is in the middle. If the particle is deeper
/// inside an obstacle than the radius, the ball is centred on it.
pub fn ball_centre(
    at: Vec2,
    radius: f32,
    hang: Vec2,
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
    let mut offset = hang * radius;
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
        let mut hangs = Hangs::default();
        hangs.find(std::iter::once(particle.index()), &world.particles().position, world);
        let hang = hangs.of(particle.index(), world.settings().gravity);
        ball_centre(at, radius, hang, world.colliders().planes(), shapes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: HalfPlane = HalfPlane { normal: Vec2::Y, offset: -1.0 };
    const WALL: HalfPlane = HalfPlane { normal: Vec2::X, offset: 2.0 };
    const POST: (Form, Pose) = (Form::Circle { radius: 0.5 }, Pose { at: Vec2::new(5.0, 0.0), turn: Vec2::X });

    fn seen(x: f32, y: f32) -> Vec2 {
        ball_centre(Vec2::new(x, y), 0.2, Vec2::ZERO, [FLOOR, WALL].into_iter(), [POST].into_iter())
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
        let middle = ball_centre(Vec2::new(0.1, 0.0), 0.2, Vec2::ZERO, std::iter::empty(), [bar].into_iter());
        assert!(middle.distance(Vec2::new(0.3, 0.0)) < 1e-5, "beside a bar that stands upright: {middle}");
    }

    #[test]
    fn ball_stays_on_its_side_of_walls_in_wedge_and_slot() {
        for degrees in (10..=170).step_by(40) {
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
                let seen = ball_centre(along, 0.2, Vec2::ZERO, std::iter::empty(), bars.into_iter());
                assert!((seen.to_angle() - up).abs() < half, "{degrees} degrees: seen at {seen} of {along}");
                assert!(
                    before.is_none_or(|before| before.distance(seen) < 0.03),
                    "{degrees} degrees: it jumps to {seen}"
                );
                before = Some(seen);
            }
        }
        let sides = [(Vec2::X, 0.0), (Vec2::NEG_X, -0.1)].map(|(normal, offset)| HalfPlane { normal, offset });
        let seen = ball_centre(Vec2::new(0.03, 0.0), 0.2, Vec2::ZERO, sides.into_iter(), std::iter::empty());
        assert!((seen.x - 0.05).abs() < 1e-3, "a ball in a slot is in its middle: {seen}");
    }
}
