//! Distance and ray queries of a rounded box, in the box's own frame.

use glam::Vec2;

use crate::math::{segments_distance_squared, unit};

/// A box about the origin, dilated by a radius: the Minkowski sum of a core box and a disc.
///
/// A core of no size makes a circle, a core of no height a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundedBox {
    /// Half extents of the core, m.
    pub half: Vec2,
    /// Radius of the disc, m.
    pub radius: f32,
}

/// The separation of a point from a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// Contact normal: a unit vector out of the nearest side.
    pub normal: Vec2,
    /// Distance from the surface, m; negative inside.
    pub distance: f32,
}

/// Where a moving point first hits a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RayHit {
    /// Fraction of the path before the hit, 0 to 1.
    pub fraction: f32,
    /// Contact normal there, a unit vector.
    pub normal: Vec2,
}

impl RoundedBox {
    /// Distance of the farthest point from the centre, m.
    pub fn extent(self) -> f32 {
        self.half.length() + self.radius
    }

    /// The separation of a point (m).
    pub fn separation(self, point: Vec2) -> Separation {
        let Self { half, radius } = self;
        let offset = point - point.clamp(-half, half);
        let squared = offset.x * offset.x + offset.y * offset.y;
        if squared > 1e-20 {
            let distance = squared.sqrt();
            return Separation { normal: offset / distance, distance: distance - radius };
        }
        // The point is inside the core: out of the nearest side.
        let depth = half - point.abs();
        let sign = |coordinate: f32| if coordinate < 0.0 { -1.0 } else { 1.0 };
        if depth.y <= depth.x {
            Separation { normal: Vec2::new(0.0, sign(point.y)), distance: -depth.y - radius }
        } else {
            Separation { normal: Vec2::new(sign(point.x), 0.0), distance: -depth.x - radius }
        }
    }

    /// The first hit of a point that moves straight from outside to another position, m.
    pub fn cast(self, from: Vec2, to: Vec2) -> Option<RayHit> {
        let Self { half, radius } = self;
        let path = to - from;
        let wide = cast_at_box(half + Vec2::new(radius, 0.0), from, path);
        let high = cast_at_box(half + Vec2::new(0.0, radius), from, path);
        let corners = self.corners().filter_map(|corner| cast_at_disc(radius, from - corner, path));
        let hits = wide.into_iter().chain(high).chain(corners);
        hits.reduce(|one, other| if other.fraction < one.fraction { other } else { one })
    }

    /// Whether a segment is closer to the surface than `margin` (m), or inside.
    pub fn overlaps(self, ends: [Vec2; 2], margin: f32) -> bool {
        let Self { half, radius } = self;
        let reach = radius + margin;
        let is_apart =
            (ends[0].min(ends[1]) - half).max_element() > reach || (ends[0].max(ends[1]) + half).min_element() < -reach;
        let near_corner = |corner| segments_distance_squared((ends[0], ends[1]), (corner, corner)) < reach * reach;
        !is_apart
            && (ends.iter().any(|&end| self.separation(end).distance < margin)
                || self.corners().any(near_corner)
                || self.is_core_crossed(ends))
    }

    /// Whether the segment between two points outside the core crosses the core. A circle has none.
    pub fn is_core_crossed(self, [from, to]: [Vec2; 2]) -> bool {
        let half = self.half;
        if half == Vec2::ZERO {
            return false;
        }
        let misses = |high: Vec2, low: Vec2| high.cmplt(-half).any() || low.cmpgt(half).any();
        let contains = |at: Vec2| at.abs().cmplt(half).all();
        !misses(from.max(to), from.min(to))
            && !contains(from)
            && !contains(to)
            && cast_at_box(half, from, to - from).is_some()
    }

    /// The corners of the core: one of a circle, two of a capsule, four of a box.
    pub fn corners(self) -> impl Iterator<Item = Vec2> + Clone {
        let Vec2 { x, y } = self.half;
        let count = match (x > 0.0, y > 0.0) {
            (false, false) => 1,
            (true, true) => 4,
            _ => 2,
        };
        let all = [Vec2::new(x, y), Vec2::new(-x, -y), Vec2::new(-x, y), Vec2::new(x, -y)];
        all.into_iter().take(count)
    }
}

/// The first hit of a point at a box about the origin (the slab test of Kay and Kajiya 1986).
fn cast_at_box(half: Vec2, from: Vec2, path: Vec2) -> Option<RayHit> {
    let (mut enters, mut leaves, mut normal) = (0.0, 1.0, None);
    for (half, from, path, axis) in [(half.x, from.x, path.x, Vec2::X), (half.y, from.y, path.y, Vec2::Y)] {
        if path == 0.0 {
            if from.abs() > half {
                return None;
            }
            continue;
        }
        let side = if path < 0.0 { -1.0 } else { 1.0 };
        let (first, last) = ((-side * half - from) / path, (side * half - from) / path);
        if first >= enters {
            (enters, normal) = (first, Some(axis * -side));
        }
        leaves = if last < leaves { last } else { leaves };
    }
    normal.filter(|_| enters <= leaves).map(|normal| RayHit { fraction: enters, normal })
}

/// The first hit of a point at a disc about the origin.
fn cast_at_disc(radius: f32, from: Vec2, path: Vec2) -> Option<RayHit> {
    let (closing, outside) = (-from.dot(path), from.dot(from) - radius * radius);
    if closing <= 0.0 {
        return None;
    }
    let fraction = if outside <= 0.0 {
        0.0
    } else {
        let discriminant = closing * closing - path.dot(path) * outside;
        if discriminant < 0.0 {
            return None;
        }
        outside / (closing + discriminant.sqrt())
    };
    let at = from + path * fraction;
    (fraction <= 1.0).then(|| RayHit { fraction, normal: unit(at) })
}
