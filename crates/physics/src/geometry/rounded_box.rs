//! A surface of a shape, as the shape itself sees it: how far it is, and where what moves comes in.

use glam::Vec2;

use crate::math::vector::unit;

/// A surface, as a shape sees it: a box about its centre, rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundedBox {
    /// Half of the box inside, m.
    pub half: Vec2,
    /// m.
    pub radius: f32,
}

/// Half a side of an octagon about a circle of 1.
const EIGHTH: f32 = 0.414;

impl RoundedBox {
    /// The way out, a unit vector, and how far the surface is from `point`, m; negative inside.
    pub fn surface(self, point: Vec2) -> (Vec2, f32) {
        let Self { half, radius } = self;
        let way = point - point.clamp(-half, half);
        let squared = way.x * way.x + way.y * way.y;
        if squared > 1e-20 {
            let distance = squared.sqrt();
            return (way / distance, distance - radius);
        }
        let left = half - point.abs();
        let side = |coordinate: f32| if coordinate < 0.0 { -1.0 } else { 1.0 };
        if left.y <= left.x {
            (Vec2::new(0.0, side(point.y)), -left.y - radius)
        } else {
            (Vec2::new(side(point.x), 0.0), -left.x - radius)
        }
    }

    /// Where something that goes straight `from` outside `to` somewhere first comes in, as a share of its way, and the
    /// way out there.
    pub fn entry(self, from: Vec2, to: Vec2) -> Option<(f32, Vec2)> {
        let Self { half, radius } = self;
        let way = to - from;
        let wide = box_entry(half + Vec2::new(radius, 0.0), from, way);
        let high = box_entry(half + Vec2::new(0.0, radius), from, way);
        let corners = self.corners().filter_map(|corner| disc_entry(radius, from - corner, way));
        wide.into_iter().chain(high).chain(corners).reduce(|one, other| if other.0 < one.0 { other } else { one })
    }

    /// How far it is from a point inside out of it along a unit vector `way`, m; no less, and no more where it is not round.
    pub fn exit(self, from: Vec2, way: Vec2) -> f32 {
        let high = self.half + self.radius;
        let along = |high: f32, from: f32, way: f32| {
            let side = if way < 0.0 { -high } else { high };
            if way.abs() > 1e-6 { (side - from) / way } else { f32::INFINITY }
        };
        let (wide, tall) = (along(high.x, from.x, way.x), along(high.y, from.y, way.y));
        if wide < tall { wide } else { tall }
    }

    /// How far along a unit vector `way` from the middle it goes, m.
    pub fn farthest(self, way: Vec2) -> f32 {
        way.abs().dot(self.half) + self.radius
    }

    /// The corners of a line about its side towards a unit vector `way`: what goes round it past these is no shorter than it
    /// has to be where it comes from far across.
    pub fn side(self, way: Vec2) -> [Vec2; 2] {
        let across = way.perp();
        let wide = across.abs().dot(self.half) + EIGHTH * self.radius;
        [-wide, wide].map(|wide| way * self.farthest(way) + across * wide)
    }

    /// Whether a straight line between two places that are not in it goes through the box inside. A circle has none.
    pub fn is_crossed(self, [from, to]: [Vec2; 2]) -> bool {
        let half = self.half;
        if half == Vec2::ZERO {
            return false;
        }
        let out = |high: Vec2, low: Vec2| high.cmplt(-half).any() || low.cmpgt(half).any();
        let holds = |at: Vec2| at.abs().cmplt(half).all();
        !out(from.max(to), from.min(to)) && !holds(from) && !holds(to) && box_entry(half, from, to - from).is_some()
    }

    /// The corners of the box inside: one of a circle, two of a wall, four of a box.
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

/// Where a point that goes from `from` by `way` comes into a box about the origin, and the way out there.
fn box_entry(half: Vec2, from: Vec2, way: Vec2) -> Option<(f32, Vec2)> {
    let (mut into, mut out, mut normal) = (0.0, 1.0, None);
    for (half, from, way, axis) in [(half.x, from.x, way.x, Vec2::X), (half.y, from.y, way.y, Vec2::Y)] {
        if way == 0.0 {
            if from.abs() > half {
                return None;
            }
            continue;
        }
        let side = if way < 0.0 { -1.0 } else { 1.0 };
        let (first, last) = ((-side * half - from) / way, (side * half - from) / way);
        if first >= into {
            (into, normal) = (first, Some(axis * -side));
        }
        out = if last < out { last } else { out };
    }
    normal.filter(|_| into <= out).map(|normal| (into, normal))
}

/// The same for a disc.
fn disc_entry(radius: f32, from: Vec2, way: Vec2) -> Option<(f32, Vec2)> {
    let (closing, outside) = (-from.dot(way), from.dot(from) - radius * radius);
    if closing <= 0.0 {
        return None;
    }
    let share = if outside <= 0.0 {
        0.0
    } else {
        let square = closing * closing - way.dot(way) * outside;
        if square < 0.0 {
            return None;
        }
        outside / (closing + square.sqrt())
    };
    let at = from + way * share;
    (share <= 1.0).then(|| (share, unit(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: RoundedBox = RoundedBox { half: Vec2::new(2.0, 1.0), radius: 0.5 };

    #[test]
    fn the_surface_is_out_of_the_nearest_side() {
        assert_eq!(BOX.surface(Vec2::new(0.0, 3.0)), (Vec2::Y, 1.5));
        assert_eq!(BOX.surface(Vec2::new(-1.9, 0.0)), (Vec2::NEG_X, -0.6));
        assert_eq!(BOX.surface(Vec2::new(5.0, 5.0)), (Vec2::new(0.6, 0.8), 4.5));
        let post = RoundedBox { half: Vec2::ZERO, radius: 0.5 };
        assert_eq!(post.surface(Vec2::ZERO), (Vec2::Y, -0.5));
    }

    #[test]
    fn what_comes_in_comes_in_where_it_first_touches() {
        assert_eq!(BOX.entry(Vec2::new(0.0, 3.0), Vec2::new(0.0, -3.0)), Some((0.25, Vec2::Y)));
        assert_eq!(BOX.entry(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0)), Some((0.25, Vec2::NEG_X)));
        assert_eq!(BOX.entry(Vec2::new(-5.0, 2.0), Vec2::new(5.0, 2.0)), None);
        let (share, normal) = BOX.entry(Vec2::new(4.0, 2.9), Vec2::new(2.0, 0.9)).expect("it meets the corner");
        assert!((0.75..0.85).contains(&share) && normal.min_element() > 0.5, "{share} {normal}");
        assert_eq!(BOX.entry(Vec2::new(4.0, 2.6), Vec2::new(5.0, 9.0)), None, "it goes away");
    }

    #[test]
    fn what_goes_through_the_middle_is_told_from_what_lies_on_the_surface() {
        let wall = RoundedBox { half: Vec2::new(1.0, 0.0), radius: 0.1 };
        assert!(wall.is_crossed([Vec2::new(0.5, 0.3), Vec2::new(0.4, -0.2)]));
        assert!(!wall.is_crossed([Vec2::new(0.5, 0.3), Vec2::new(0.4, 0.05)]), "it only goes into the round");
        assert!(!wall.is_crossed([Vec2::new(1.2, 0.3), Vec2::new(1.1, -0.2)]), "beside its end");
        assert!(BOX.is_crossed([Vec2::splat(-9.0), Vec2::splat(9.0)]));
        assert!(!BOX.is_crossed([Vec2::ZERO, Vec2::splat(9.0)]) && !BOX.is_crossed([Vec2::splat(9.0), Vec2::ZERO]));
        assert!(!BOX.is_crossed([Vec2::new(-3.0, 1.2), Vec2::new(3.0, 1.2)]));
        assert!(!RoundedBox { half: Vec2::ZERO, radius: 1.0 }.is_crossed([Vec2::NEG_X, Vec2::X]));
    }
}
