//! Ropes drawn tight around obstacles: their bends, and their lengths.

use glam::Vec2;

use crate::collision::Obstacles;
use crate::containers::Refill;
use crate::geometry::{Aabb, Pose, RoundedBox, Separation};
use crate::math::rotated;

/// A taut rope may cut obstacles by this, m: its links are chords.
const MAX_CUT: f32 = 1e-3;

/// A rope drawn tight around obstacles. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct TautWrap {
    obstacles: Vec<(Pose, RoundedBox)>,
    /// Points of the rope, m, in the order of their drawing.
    pub points: Vec<Vec2>,
    bends: Vec<Vec2>,
}

impl TautWrap {
    /// Draws the rope through all points tight between the first and the last: drops each point that the rope can leave
    /// without passing through an obstacle. Returns the last bend, and the length of the rope to it (m).
    pub fn last_bend(&mut self, obstacles: Obstacles) -> Option<(Vec2, f32)> {
        let bounds = self.points.iter().map(|&at| Aabb::of(at, at)).reduce(Aabb::union)?;
        let is_near =
            |(pose, of): &(Pose, RoundedBox)| bounds.overlaps(Aabb::of(pose.at, pose.at).dilated(of.extent()));
        self.obstacles.refill_with(obstacles.held().filter(is_near));
        if self.obstacles.is_empty() {
            return None;
        }
        let Self { obstacles, points, bends } = self;
        bends.clear();
        for &at in &*points {
            while let [.., before, bend] = bends[..]
                && !obstacles.iter().any(|obstacle| is_caught([before, bend, at], obstacle))
            {
                bends.pop();
            }
            bends.push(at);
        }
        bends.pop();
        let (mut last, mut length) = (*bends.first()?, 0.0);
        for &bend in &bends[1..] {
            let at = on_surface(obstacles, bend);
            length += at.distance(last);
            last = at;
        }
        (bends.len() > 1).then_some((last, length))
    }
}

/// The point of the surface of the nearest obstacle, m.
fn on_surface(obstacles: &[(Pose, RoundedBox)], from: Vec2) -> Vec2 {
    let separations = obstacles.iter().map(|&(pose, of)| (pose, of.separation(pose.to_local(from))));
    let nearest = separations.reduce(|one, other| if other.1.distance < one.1.distance { other } else { one });
    nearest.map_or(from, |(Pose { turn, .. }, Separation { normal, distance })| from - rotated(normal, turn) * distance)
}

/// Whether an obstacle keeps a rope from leaving a point between two others. What is inside it has passed its surface.
fn is_caught(ends: [Vec2; 3], &(pose, of): &(Pose, RoundedBox)) -> bool {
    let [before, bend, after] = ends;
    let side = |from: Vec2, to: Vec2| (to - from).perp_dot(pose.at - from) > 0.0;
    let sides = [side(before, bend), side(bend, after), side(after, before)];
    let is_enclosed = sides[0] == sides[1] && sides[1] == sides[2];
    let locals = ends.map(|end| pose.to_local(end));
    (is_enclosed || of.overlaps([locals[0], locals[2]], -MAX_CUT))
        && locals.iter().all(|&local| of.separation(local).distance > -MAX_CUT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::WheelContacts;
    use crate::geometry::{Colliders, Form, ShapeDef};
    use crate::particles::Particles;

    /// The last bend of a rope through some points, and its length to there, beside a post of 0.5 m at the origin.
    fn last_bend(points: Vec<Vec2>) -> Option<(Vec2, f32)> {
        let mut colliders = Colliders::default();
        colliders.add(ShapeDef::still(Form::Circle { radius: 0.5 }, Vec2::ZERO));
        let (wheels, particles) = (WheelContacts::default(), Particles::default());
        let obstacles = Obstacles { colliders: &colliders, wheels: &wheels, particles: &particles, thickness: 0.0 };
        TautWrap { points, ..TautWrap::default() }.last_bend(obstacles)
    }

    /// A rope from one side of the post over it to the other, at a distance (m) from its centre, with a kink before it.
    fn over_the_post(distance: f32) -> Vec<Vec2> {
        let on_arc = |k: u8| {
            let x = f32::from(k) / 20.0 - 1.0;
            Vec2::new(x, (1.0 - x * x).sqrt()) * distance
        };
        let kink = [Vec2::new(-1.0, 0.0), Vec2::new(-0.9, 0.4)];
        kink.into_iter().chain((0..=40).map(on_arc)).chain([Vec2::new(1.0, 0.0)]).collect()
    }

    #[test]
    fn taut_rope_bends_where_it_leaves_the_post() {
        let (bend, length) = last_bend(over_the_post(0.5)).expect("the post is in its way");
        // Two tangents, and a sixth of the circle between them.
        let (whole, expected) = (length + bend.distance(Vec2::X), 3.0_f32.sqrt() + std::f32::consts::FRAC_PI_6);
        assert!((whole - expected).abs() < 0.005, "{whole}, not {expected}");
        assert!(bend.distance(Vec2::new(0.25, 0.433)) < 0.06, "{bend}");
    }

    #[test]
    fn loose_rope_is_given_no_more_length_than_it_needs() {
        let (_, length) = last_bend(over_the_post(0.8)).expect("the post is in its way");
        assert!(length < 1.4, "{length}");
    }

    #[test]
    fn rope_beside_or_inside_the_post_bends_nowhere() {
        let beside = [Vec2::new(-1.0, 0.6), Vec2::new(0.0, 0.9), Vec2::new(1.0, 0.6)];
        let inside = [Vec2::new(-1.0, 0.1), Vec2::new(0.0, 0.3), Vec2::new(1.0, 0.1)];
        assert_eq!([beside, inside].map(|points| last_bend(points.to_vec())), [None; 2]);
    }
}
