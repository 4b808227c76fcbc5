//! Gates: what lies between two ties, and what is tied hangs from it as well as from them.
//!
//! So does a net whose upper edge is taut between two pins. It cannot be drawn farther from that edge than it is long, however
//! far the ways to the pins are.

use glam::Vec2;

use super::particles::ParticleId;

/// A particle on a shortest way between two ties. Where it is does not matter, only where it may be: within the reach of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gate {
    /// The ties, and how far the gate may be from each, m.
    pub between: [(ParticleId, f32); 2],
    /// How far what is tied may be from the gate, m.
    pub length: f32,
}

impl Gate {
    /// Where the gate is if it is as near to `point` as its own ties let it, m; by where each particle is.
    pub fn nearest(&self, point: Vec2, position: impl Fn(ParticleId) -> Vec2) -> Vec2 {
        within_both(point, self.between.map(|(tie, limit)| (position(tie), limit)))
    }
}

/// `point`, or where it comes to within `limit` (m) of `from`.
pub(super) fn within(point: Vec2, from: Vec2, limit: f32) -> Vec2 {
    let way = point - from;
    let squared = way.length_squared();
    if squared > limit * limit { from + way * (limit / squared.sqrt()) } else { point }
}

/// The same within the limits of two, or in between where they are too far apart. Alternating projections would take
/// hundreds of rounds where the two discs hardly meet, as those of a taut edge do.
fn within_both(point: Vec2, [(a, of_a), (b, of_b)]: [(Vec2, f32); 2]) -> Vec2 {
    for (nearest, other, limit) in [(within(point, a, of_a), b, of_b), (within(point, b, of_b), a, of_a)] {
        if nearest.distance_squared(other) <= limit * limit {
            return nearest;
        }
    }
    let way = b - a;
    let distance = way.length();
    if of_a + of_b <= distance {
        return a + way * (of_a / (of_a + of_b));
    }
    if distance == 0.0 {
        return within(point, a, of_a.min(of_b));
    }
    // Where the two circles cross, on the point's side.
    let along = (distance * distance + of_a * of_a - of_b * of_b) / (2.0 * distance);
    let along = along.clamp(-of_a, of_a);
    let across = (of_a * of_a - along * along).max(0.0).sqrt();
    let way = way / distance;
    a + way * along + way.perp() * across.copysign(way.perp_dot(point - a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_both_discs_wherever_they_are() {
        let point = Vec2::new(3.0, 1.0);
        for (b, of_a, of_b) in
            [(0.0, 1.0, 1.0), (0.0, 2.0, 1.0), (1e-6, 1.0, 1.000_001), (1e-30, 1.0, 1.0), (9.0, 1.0, 8.0)]
        {
            let b = Vec2::new(b, 0.0);
            let found = within_both(point, [(Vec2::ZERO, of_a), (b, of_b)]);
            assert!(found.length() < of_a + 1e-5 && found.distance(b) < of_b + 1e-5, "{found} for {b}, {of_a}, {of_b}");
        }
        let apart = within_both(point, [(Vec2::ZERO, 1.0), (Vec2::X * 8.0, 3.0)]);
        assert_eq!(apart, Vec2::X * 2.0, "in between, as far from both as they let it in proportion");
    }
}
