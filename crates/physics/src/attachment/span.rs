//! Spans: a rope or an edge between two anchors, from which other particles hang.
//!
//! A net with a taut upper edge between two pins hangs from that edge. A particle of the net cannot be farther from the
//! edge than the net is long, although the paths to the pins are longer.
//!
//! Computed in `f64`: the fall of a weight in one of 500 substeps is below the `f32` resolution of its position.

use glam::DVec2;

use crate::particles::ParticleId;

/// A point on a shortest path between two anchors, particles or places. It may be anywhere within reach of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span<Anchor = ParticleId> {
    /// The anchors, and the greatest distance of the span from each, m.
    pub between: [(Anchor, f32); 2],
    /// Greatest distance of the attached particle from the span, m.
    pub length: f32,
}

impl<Anchor: Copy> Span<Anchor> {
    /// The point of the span that is nearest to `point`, m, for the given positions of the anchors.
    pub fn nearest(&self, point: DVec2, position: impl Fn(Anchor) -> DVec2) -> DVec2 {
        self.nearest_at(1.0, point, position)
    }

    /// The same with the greatest distances from the anchors times `scale`.
    pub fn nearest_at(&self, scale: f64, point: DVec2, position: impl Fn(Anchor) -> DVec2) -> DVec2 {
        within_both(point, self.between.map(|(anchor, limit)| (position(anchor), scale * f64::from(limit))))
    }

    /// The shares of a pull on the span that its two paths carry. The span is at `at` (m), the pull goes along the unit
    /// vector `along`.
    pub fn shares(&self, at: DVec2, along: DVec2, position: impl Fn(Anchor) -> DVec2) -> [f64; 2] {
        /// A path within this fraction of its limit is taut.
        const TAUT: f64 = 1e-4;
        /// Least sine of the angle between the two paths: a straight edge would pull without bound.
        const MIN_SINE: f64 = 0.05;
        let [(a, is_taut), (b, is_other_taut)] = self.between.map(|(anchor, limit)| {
            let path = position(anchor) - at;
            (path.normalize_or_zero(), path.length() >= (1.0 - TAUT) * f64::from(limit))
        });
        match (is_taut, is_other_taut) {
            (true, true) => {
                let (across, shares) = (a.perp_dot(b), [-along.perp_dot(b), -a.perp_dot(along)]);
                // Rounding decides on which side of a straight edge the span is.
                if across.abs() < MIN_SINE {
                    shares.map(|share| share.abs() / MIN_SINE)
                } else {
                    shares.map(|share| (share / across).max(0.0))
                }
            }
            (one, other) => [f64::from(u8::from(one)), f64::from(u8::from(other))],
        }
    }
}

/// The point within `limit` (m) of `centre` that is nearest to `point`.
pub(crate) fn within(point: DVec2, centre: DVec2, limit: f64) -> DVec2 {
    let delta = point - centre;
    let squared = delta.length_squared();
    if squared > limit * limit { centre + delta * (limit / squared.sqrt()) } else { point }
}

/// The point within the limits of two centres that is nearest to `point`; a point between them if they are too far
/// apart.
///
/// A closed form: alternating projections would take hundreds of rounds where the two discs hardly overlap, as those
/// of a taut edge do.
fn within_both(point: DVec2, [(a, of_a), (b, of_b)]: [(DVec2, f64); 2]) -> DVec2 {
    for (nearest, other, limit) in [(within(point, a, of_a), b, of_b), (within(point, b, of_b), a, of_a)] {
        if nearest.distance_squared(other) <= limit * limit {
            return nearest;
        }
    }
    let delta = b - a;
    let distance = delta.length();
    if of_a + of_b <= distance {
        return a + delta * (of_a / (of_a + of_b));
    }
    if distance == 0.0 {
        return within(point, a, of_a.min(of_b));
    }
    // The intersection of the two circles on the side of the point.
    let along = (distance * distance + of_a * of_a - of_b * of_b) / (2.0 * distance);
    let along = along.clamp(-of_a, of_a);
    let across = ((of_a - along) * (of_a + along)).max(0.0).sqrt();
    let direction = delta / distance;
    a + direction * along + direction.perp() * across.copysign(direction.perp_dot(point - a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_both_finds_a_point_in_both_discs() {
        let point = DVec2::new(3.0, 1.0);
        for (b, of_a, of_b) in
            [(0.0, 1.0, 1.0), (0.0, 2.0, 1.0), (1e-6, 1.0, 1.000_001), (1e-30, 1.0, 1.0), (9.0, 1.0, 8.0)]
        {
            let b = DVec2::new(b, 0.0);
            let found = within_both(point, [(DVec2::ZERO, of_a), (b, of_b)]);
            assert!(found.length() < of_a + 1e-5 && found.distance(b) < of_b + 1e-5, "{found} for {b}, {of_a}, {of_b}");
        }
        let apart = within_both(point, [(DVec2::ZERO, 1.0), (DVec2::X * 8.0, 3.0)]);
        assert_eq!(apart, DVec2::X * 2.0, "between separate discs, in proportion to their radii");
    }

    #[test]
    fn span_shares_a_pull_as_a_rope_shares_a_load() {
        let span = Span { between: [(ParticleId(0), 5.0), (ParticleId(1), 5.0)], length: 1.0 };
        let at = |anchor: ParticleId| if anchor.0 == 0 { DVec2::ZERO } else { DVec2::new(8.0, 0.0) };
        let below = span.nearest(DVec2::new(4.0, -9.0), at);
        // Both sides of the 3-4-5 triangle carry 5/6 of the load.
        for share in span.shares(below, DVec2::NEG_Y, at) {
            assert!((share - 5.0 / 6.0).abs() < 1e-5, "{share}");
        }
        let beyond = span.nearest(DVec2::new(20.0, 0.0), at);
        assert_eq!(span.shares(beyond, DVec2::X, at), [1.0, 0.0], "the other side is slack");
        // A straight edge carries twenty times the load, for either direction of the pull.
        let span = Span { between: [(ParticleId(0), 4.0), (ParticleId(1), 4.0)], length: 1.0 };
        for along in [DVec2::Y, DVec2::NEG_Y] {
            for share in span.shares(span.nearest(4.0 * DVec2::X + along, at), along, at) {
                assert!((share - 20.0).abs() < 1e-3, "{share}");
            }
        }
    }
}
