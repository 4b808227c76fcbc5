//! Gates: what lies between two ties, and what is tied hangs from it as well as from them.
//!
//! A net whose upper edge is taut between two pins hangs from that edge. It cannot be drawn farther from it than it is long,
//! however far the ways to the pins are.
//!
//! Told in double precision: what a weight falls in one of 500 substeps is less than the digits of where it is hold.

use glam::DVec2;

use crate::particles::storage::ParticleId;

/// A particle on a shortest way between two ties. Where it is does not matter, only where it may be: within reach of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    /// The ties, and how far the gate may be from each, m.
    pub between: [(ParticleId, f32); 2],
    /// How far what is tied may be from the gate, m.
    pub length: f32,
}

impl Span {
    /// Where the gate is if it is as near to `point` as its own ties let it, m; by where each particle is.
    pub fn nearest(&self, point: DVec2, position: impl Fn(ParticleId) -> DVec2) -> DVec2 {
        within_both(point, self.between.map(|(tie, limit)| (position(tie), f64::from(limit))))
    }

    /// By which share of a pull at the gate, which is at `at` (m), along the unit vector `along`, each of its ways is pulled at.
    pub fn shares(&self, at: DVec2, along: DVec2, position: impl Fn(ParticleId) -> DVec2) -> [f64; 2] {
        /// What is nearer to its limit than this share of it is taut.
        const TAUT: f64 = 1e-4;
        /// What keeps a straight edge from pulling without end: the least sine of the angle between the two ways.
        const STRAIGHT: f64 = 0.05;
        let [(a, is_taut), (b, is_other_taut)] = self.between.map(|(tie, limit)| {
            let way = position(tie) - at;
            (way.normalize_or_zero(), way.length() >= (1.0 - TAUT) * f64::from(limit))
        });
        match (is_taut, is_other_taut) {
            (true, true) => {
                let (across, shares) = (a.perp_dot(b), [-along.perp_dot(b), -a.perp_dot(along)]);
                // On which side of a straight edge the gate is, hangs on the last digits.
                if across.abs() < STRAIGHT {
                    shares.map(|share| share.abs() / STRAIGHT)
                } else {
                    shares.map(|share| (share / across).max(0.0))
                }
            }
            (one, other) => [f64::from(u8::from(one)), f64::from(u8::from(other))],
        }
    }
}

/// `point`, or where it comes to within `limit` (m) of `from`.
pub(crate) fn within(point: DVec2, from: DVec2, limit: f64) -> DVec2 {
    let way = point - from;
    let squared = way.length_squared();
    if squared > limit * limit { from + way * (limit / squared.sqrt()) } else { point }
}

/// The same within the limits of two, or in between where they are too far apart. Alternating projections would take
/// hundreds of rounds where the two discs hardly meet, as those of a taut edge do.
fn within_both(point: DVec2, [(a, of_a), (b, of_b)]: [(DVec2, f64); 2]) -> DVec2 {
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
    let across = ((of_a - along) * (of_a + along)).max(0.0).sqrt();
    let way = way / distance;
    a + way * along + way.perp() * across.copysign(way.perp_dot(point - a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_both_discs_wherever_they_are() {
        let point = DVec2::new(3.0, 1.0);
        for (b, of_a, of_b) in
            [(0.0, 1.0, 1.0), (0.0, 2.0, 1.0), (1e-6, 1.0, 1.000_001), (1e-30, 1.0, 1.0), (9.0, 1.0, 8.0)]
        {
            let b = DVec2::new(b, 0.0);
            let found = within_both(point, [(DVec2::ZERO, of_a), (b, of_b)]);
            assert!(found.length() < of_a + 1e-5 && found.distance(b) < of_b + 1e-5, "{found} for {b}, {of_a}, {of_b}");
        }
        let apart = within_both(point, [(DVec2::ZERO, 1.0), (DVec2::X * 8.0, 3.0)]);
        assert_eq!(apart, DVec2::X * 2.0, "in between, as far from both as they let it in proportion");
    }

    #[test]
    fn a_pull_at_a_gate_is_shared_as_a_rope_shares_what_hangs_in_it() {
        let gate = Span { between: [(ParticleId(0), 5.0), (ParticleId(1), 5.0)], length: 1.0 };
        let at = |tie: ParticleId| if tie.0 == 0 { DVec2::ZERO } else { DVec2::new(8.0, 0.0) };
        let below = gate.nearest(DVec2::new(4.0, -9.0), at);
        // Both sides of the triangle of 3, 4 and 5 carry 5/6 of what hangs there.
        for share in gate.shares(below, DVec2::NEG_Y, at) {
            assert!((share - 5.0 / 6.0).abs() < 1e-5, "{share}");
        }
        let beyond = gate.nearest(DVec2::new(20.0, 0.0), at);
        assert_eq!(gate.shares(beyond, DVec2::X, at), [1.0, 0.0], "the other side is slack");
        // A straight edge, whichever way it is pulled at: twenty times as much along it, and no more.
        let gate = Span { between: [(ParticleId(0), 4.0), (ParticleId(1), 4.0)], length: 1.0 };
        for along in [DVec2::Y, DVec2::NEG_Y] {
            for share in gate.shares(gate.nearest(4.0 * DVec2::X + along, at), along, at) {
                assert!((share - 20.0).abs() < 1e-3, "{share}");
            }
        }
    }
}
