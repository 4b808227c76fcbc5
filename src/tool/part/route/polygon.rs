//! Convex polygons around obstacles, and segments that cross them.

use glam::{DVec2, Vec2};

use super::{Obstacle, SAME};
use crate::physics::Form;

/// Vertices around a corner of an obstacle.
const VERTICES: usize = 24;

/// Distance of a laid rope from obstacles beyond what its links need to pass their corners, m.
const GAP: f64 = 4e-3;

/// Distance from the vertices of an obstacle at which a path is led over it, m.
const PASSING: f64 = 1e-3;

/// A convex polygon around an obstacle, counter-clockwise, m.
#[derive(Debug)]
pub struct Polygon(pub Vec<DVec2>);

impl Polygon {
    /// Surrounds an obstacle at such a distance that a rope along the polygon stays outside of it. `link`: length
    /// of the rope's links, m.
    pub fn around(&Obstacle { form, pose }: &Obstacle, margin: f32, link: f64) -> Self {
        let (half, radius) = match form {
            Form::Circle { radius } => (Vec2::ZERO, radius),
            Form::Capsule { half_length, radius } => (Vec2::new(half_length, 0.0), radius),
            Form::Box { half } => (half, 0.0),
        };
        let radius = f64::from(radius + margin);
        // A chord of this length between points of the arc touches the corner's own circle.
        let arc = radius.hypot(0.5 * link) + GAP;
        let reach = arc / (std::f64::consts::PI / VERTICES as f64).cos();
        let signs = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| Vec2::new(x, y));
        let corners = signs.map(|sign| pose.to_world(half * sign).as_dvec2());
        let vertex = |i: usize| DVec2::from_angle(std::f64::consts::TAU * (i as f64 + 0.5) / VERTICES as f64) * reach;
        Self(hull(corners.iter().flat_map(|&corner| (0..VERTICES).map(move |i| corner + vertex(i))).collect()))
    }

    /// The edges.
    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        (0..self.0.len()).map(|i| (self.0[i], self.0[(i + 1) % self.0.len()]))
    }

    /// The part of a segment inside, as fractions of its length, and the edges at which it enters and leaves (Cyrus
    /// and Beck 1978). No edge: the segment begins or ends inside.
    pub fn clip(&self, from: DVec2, to: DVec2) -> Option<Clipped> {
        let mut inside = Clipped { enters: (0.0, None), leaves: (1.0, None) };
        for (number, (a, b)) in self.edges().enumerate() {
            let inward = (b - a).perp();
            let (start, rate) = (inward.dot(from - a), inward.dot(to - from));
            if rate == 0.0 {
                if start < 0.0 {
                    return None;
                }
                continue;
            }
            let at = -start / rate;
            if rate > 0.0 && at > inside.enters.0 {
                inside.enters = (at, Some(number));
            } else if rate < 0.0 && at < inside.leaves.0 {
                inside.leaves = (at, Some(number));
            }
        }
        (inside.leaves.0 - inside.enters.0 > 1e-9).then_some(inside)
    }

    /// The way between two places on edges past the vertices: a string that is led along it bends at them. It goes over
    /// the higher side, but where it crosses no more than a flank, along that.
    pub fn over(&self, enters: Crossing, leaves: Crossing, up: DVec2) -> Vec<DVec2> {
        let count = self.0.len();
        let centre = self.0.iter().sum::<DVec2>() / count as f64;
        let onward: Vec<_> =
            (0..(leaves.edge + count - enters.edge) % count).map(|i| self.0[(enters.edge + 1 + i) % count]).collect();
        let back: Vec<_> = (0..(enters.edge + count - leaves.edge) % count)
            .map(|i| self.0[(enters.edge + count - i) % count])
            .collect();
        let top = |way: &[DVec2]| way.iter().map(|at| at.dot(up)).fold(f64::NEG_INFINITY, f64::max);
        let ends = [enters.at.dot(up), leaves.at.dot(up)];
        let is_flank =
            |way: &[DVec2]| way.iter().all(|at| (ends[0].min(ends[1])..=ends[0].max(ends[1])).contains(&at.dot(up)));
        let is_tie = (top(&onward) - top(&back)).abs() <= 1e-6 * up.length();
        let takes_onward = match (is_flank(&onward), is_flank(&back)) {
            (true, false) => true,
            (false, true) => false,
            _ if is_tie => onward.len() <= back.len(),
            _ => top(&onward) > top(&back),
        };
        let way = if takes_onward { onward } else { back };
        way.into_iter().map(|at| at + PASSING * (at - centre).normalize_or_zero()).collect()
    }
}

/// A place at which a path crosses an edge of a polygon.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    pub edge: usize,
    pub at: DVec2,
}

/// The part of a segment inside a polygon.
#[derive(Clone, Copy, Debug)]
pub struct Clipped {
    pub enters: (f64, Option<usize>),
    pub leaves: (f64, Option<usize>),
}

/// The convex hull, counter-clockwise (Andrew's monotone chain).
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup_by(|a, b| a.distance(*b) < SAME);
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(point - b) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}
