//! The smooth curve of a rope, divided into strips that share their edges: no pixel is drawn twice, so the joints show
//! no beads. The curve is that of the window.

use glam::Vec2;

use super::light::{OnRope, TWIST_WIDTHS, reach};
use crate::view::draw::{ROPE_DETAILS, RopePoint};

/// Values at a corner of a strip, interpolated between corners: along, across, twist, half width, direction.
pub type Values = [f32; 6];

/// The place on a rope from interpolated values.
pub fn on_rope([x, y, twist, half_width, dx, dy]: Values) -> OnRope {
    OnRope { place: Vec2::new(x, y), twist, half_width, direction: Vec2::new(dx, dy) }
}

/// A link: the points before it, at its ends and after it, their positions in pixels, and half of its drawn width at
/// its ends, pixels.
#[derive(Clone, Copy)]
pub struct Link<'a> {
    pub points: &'a [RopePoint; 4],
    pub at: [Vec2; 4],
    pub half_widths: [f32; 2],
}

impl Link<'_> {
    /// Calls `strip` with the corners and values of each strip, in rows.
    pub fn strips(&self, mut strip: impl FnMut([Vec2; 4], [Values; 4])) {
        let length = self.at[1].distance(self.at[2]);
        let count =
            ROPE_DETAILS.into_iter().find(|detail| length < detail.max_length).unwrap_or(ROPE_DETAILS[3]).pieces;
        let mut before = self.edge(0.0);
        for i in 1..=count {
            let next = self.edge(f32::from(i) / f32::from(count));
            let ([a, b], [c, d]) = (before, next);
            strip([a.0, b.0, c.0, d.0], [a.1, b.1, c.1, d.1]);
            before = next;
        }
    }

    /// The two corners at the parameter `t` of the link, 0 to 1.
    fn edge(&self, t: f32) -> [(Vec2, Values); 2] {
        let [p0, p1, p2, p3] = self.at;
        let [_, first, second, _] = self.points;
        let (length, s) = (p1.distance(p2), 1.0 - t);
        let (from, to) = (tangent(p0, p1, p2), tangent(p1, p2, p3));

        // Hermite cubic. With tangents as long as the link, the curve stays within a seventh of this length of the
        // link.
        let (m1, m2) = (from * length, to * length);
        let at = s * s * ((1.0 + 2.0 * t) * p1 + t * m1) + t * t * ((1.0 + 2.0 * s) * p2 - s * m2);
        let derivative = 6.0 * s * t * (p2 - p1) + s * (s - 2.0 * t) * m1 + t * (t - 2.0 * s) * m2;
        let direction = match t {
            0.0 => from,
            1.0 => to,
            _ => derivative.normalize_or_zero(),
        };

        let half_width = self.half_widths[0] + (self.half_widths[1] - self.half_widths[0]) * t;
        let beside = reach(half_width);
        // On the inside of a bend tighter than the rope is thick, the edge is squeezed and not turned inside out.
        let bent = bend(p0, p1, p2) * s + bend(p1, p2, p3) * t;
        let room = (1.0 / bent.abs().max(1.0e-4)).max(0.3 * beside);

        // Round ends extend past the last point.
        let x = match t {
            0.0 if has_role(first, RopePoint::ENDS) => -beside,
            1.0 if has_role(second, RopePoint::ENDS) => beside,
            _ => 0.0,
        };
        // In strands; without the whole ones, a long rope keeps its fractional digits.
        let strands = 0.5 / (TWIST_WIDTHS * first.half_width);
        let twist = (first.along * strands).fract()
            + (second.along - first.along) * strands * t
            + x * 0.5 / (TWIST_WIDTHS * half_width);
        [-beside, beside].map(|y| {
            let off = if y * bent > 0.0 { y.signum() * y.abs().min(room) } else { y };
            let values = [x, y, twist, half_width, direction.x, direction.y];
            (at + direction * x + direction.perp() * off, values)
        })
    }
}

/// Whether a point has a role.
pub fn has_role(point: &RopePoint, role: f32) -> bool {
    (point.role / role).floor() % 2.0 == 1.0
}

/// Direction of the curve through b, a unit vector. Where the rope folds back, both links agree on one side.
fn tangent(a: Vec2, b: Vec2, c: Vec2) -> Vec2 {
    let (u, v) = ((b - a).normalize_or_zero(), (c - b).normalize_or_zero());
    let sum = u + v + u.perp() * (-0.7 - u.dot(v)).max(0.0);
    sum.try_normalize().unwrap_or(Vec2::X)
}

/// Curvature at b, 1/pixel; positive to the right on the screen.
fn bend(a: Vec2, b: Vec2, c: Vec2) -> f32 {
    let (p, q) = (b - a, c - b);
    let (u, v) = (p.normalize_or_zero(), q.normalize_or_zero());
    let turn = 2.0 * u.perp_dot(v) / (1.0 + u.dot(v)).max(0.05);
    2.0 * turn / (p.length() + q.length()).max(0.01)
}
