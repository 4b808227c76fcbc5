//! A rope's smooth curve, cut into strips that share their edges: no pixel is drawn twice, so that there are no beads at
//! the joints. The same curve as the window's.

use glam::Vec2;

use super::light::{OnRope, TWIST_WIDTHS, reach};
use crate::view::draw::RopePoint;

/// Strips to a link, by its length in pixels: what is shorter than the number is as good as straight with so many.
const DETAIL: [(u16, f32); 4] = [(1, 5.0), (2, 12.0), (4, 50.0), (8, f32::INFINITY)];

/// What is known at a corner of a strip; between corners it is blended.
pub type Values = [f32; 6];

/// From a strip's blended values.
pub fn on_rope([x, y, twist, half_width, hx, hy]: Values) -> OnRope {
    OnRope { place: Vec2::new(x, y), twist, half_width, heading: Vec2::new(hx, hy) }
}

/// A link: the points before it, at its ends and behind it, with their places in pixels, and half of its width at its
/// ends as it is drawn, pixels.
#[derive(Clone, Copy)]
pub struct Link<'a> {
    pub points: &'a [RopePoint; 4],
    pub at: [Vec2; 4],
    pub half_widths: [f32; 2],
}

impl Link<'_> {
    /// Gives `strip` each of its strips: corners and values, in rows.
    pub fn strips(&self, mut strip: impl FnMut([Vec2; 4], [Values; 4])) {
        let length = self.at[1].distance(self.at[2]);
        let (count, _) = DETAIL.into_iter().find(|&(_, most)| length < most).unwrap_or(DETAIL[3]);
        let mut before = self.edge(0.0);
        for i in 1..=count {
            let next = self.edge(f32::from(i) / f32::from(count));
            let ([a, b], [c, d]) = (before, next);
            strip([a.0, b.0, c.0, d.0], [a.1, b.1, c.1, d.1]);
            before = next;
        }
    }

    /// The two corners at the share `t` of the link.
    fn edge(&self, t: f32) -> [(Vec2, Values); 2] {
        let [p0, p1, p2, p3] = self.at;
        let [_, what, next, _] = self.points;
        let (length, s) = (p1.distance(p2), 1.0 - t);
        let (from, to) = (tangent(p0, p1, p2), tangent(p1, p2, p3));

        // Hermite's cubic. With tangents as long as the link it stays within a seventh of its length beside it.
        let (m1, m2) = (from * length, to * length);
        let at = s * s * ((1.0 + 2.0 * t) * p1 + t * m1) + t * t * ((1.0 + 2.0 * s) * p2 - s * m2);
        let way = 6.0 * s * t * (p2 - p1) + s * (s - 2.0 * t) * m1 + t * (t - 2.0 * s) * m2;
        let (begins, ends) = (t == 0.0, t == 1.0);
        let heading = if begins {
            from
        } else if ends {
            to
        } else {
            way.normalize_or_zero()
        };

        let half_width = self.half_widths[0] + (self.half_widths[1] - self.half_widths[0]) * t;
        let beside = reach(half_width);
        // On the inside of a bend tighter than the rope is thick, it is squeezed rather than turned inside out.
        let bent = bend(p0, p1, p2) * s + bend(p1, p2, p3) * t;
        let room = (1.0 / bent.abs().max(1.0e-4)).max(0.3 * beside);

        // Round ends reach past the last point.
        let x = if begins && is(what, RopePoint::ENDS) {
            -beside
        } else if ends && is(next, RopePoint::ENDS) {
            beside
        } else {
            0.0
        };
        // In strands, without the whole ones, so that a long rope keeps its fractions.
        let strands = 0.5 / (TWIST_WIDTHS * what.half_width);
        let twist = (what.along * strands).fract()
            + (next.along - what.along) * strands * t
            + x * 0.5 / (TWIST_WIDTHS * half_width);
        [-beside, beside].map(|y| {
            let off = if y * bent > 0.0 { y.signum() * y.abs().min(room) } else { y };
            let values = [x, y, twist, half_width, heading.x, heading.y];
            (at + heading * x + heading.perp() * off, values)
        })
    }
}

/// Whether a point has a role.
pub fn is(point: &RopePoint, role: f32) -> bool {
    (point.role / role).floor() % 2.0 == 1.0
}

/// Which way the curve goes through b. Where it folds back on itself, to one side, the same one for both links.
fn tangent(a: Vec2, b: Vec2, c: Vec2) -> Vec2 {
    let (u, v) = ((b - a).normalize_or_zero(), (c - b).normalize_or_zero());
    let sum = u + v + u.perp() * (-0.7 - u.dot(v)).max(0.0);
    sum.try_normalize().unwrap_or(Vec2::X)
}

/// How much it bends there, one over the radius; to the right on the screen is above 0.
fn bend(a: Vec2, b: Vec2, c: Vec2) -> f32 {
    let (p, q) = (b - a, c - b);
    let (u, v) = (p.normalize_or_zero(), q.normalize_or_zero());
    let turn = 2.0 * u.perp_dot(v) / (1.0 + u.dot(v)).max(0.05);
    2.0 * turn / (p.length() + q.length()).max(0.01)
}
