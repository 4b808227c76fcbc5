//! How the links of a rope meet on the screen: where one is cut from the next, and how the light turns from one to the
//! next. `app::shader` says what the cuts are for.

use glam::Vec2;

/// Tangent of half of the sharpest turn that is a joint, some 143 degrees. As in the shader.
const MAX_BEND: f32 = 3.0;

/// A link on the screen.
#[derive(Clone, Copy)]
pub struct Span {
    /// Where it begins, pixels, y down.
    pub a: Vec2,
    /// From end to end, pixels.
    pub length: f32,
    /// One over it, or 0 when there is no length.
    pub per_pixel: f32,
    /// Unit vector from a to b, y down; to the right when there is no length.
    pub heading: Vec2,
}

impl Span {
    /// From `a` by `across`.
    #[inline]
    pub fn new(a: Vec2, across: Vec2) -> Self {
        let length = across.length();
        if length > 1.0e-6 {
            let per_pixel = 1.0 / length;
            Self { a, length, per_pixel, heading: across * per_pixel }
        } else {
            Self { a, length: 0.0, per_pixel: 0.0, heading: Vec2::X }
        }
    }
}

/// One end of a link.
#[derive(Clone, Copy)]
pub struct Joint {
    /// As packed for the shader: 0 is a free end, else the tangent in steps of MAX_BEND / 511, and 512.
    pub code: u32,
    /// Tangent of half of the turn, so the slope of the line that halves the angle.
    tangent: f32,
    /// Mean of the two links' headings, not normalised.
    mean: Vec2,
    /// How far the light follows the mean, 0 to 1: a gentle bend is shaded as a curve, a kink as a kink.
    shared: f32,
}

impl Joint {
    /// An end that no other link meets.
    pub const FREE: Self = Self { code: 0, tangent: 0.0, mean: Vec2::ZERO, shared: 0.0 };

    /// Between two links. Where the rope folds back on itself is no joint: both links keep their round ends there.
    #[inline]
    pub fn between(before: &Span, after: &Span) -> Self {
        const STEPS: f32 = 511.0 / MAX_BEND;
        let (u, v) = (before.heading, after.heading);
        let tangent = u.perp_dot(v) / (1.0 + u.dot(v));
        // Not a number, when both point in opposite directions, is no joint either.
        if tangent.abs() < MAX_BEND && before.length.min(after.length) > 1.0e-3 {
            let shared = (2.0 - 3.0 * tangent.abs()).clamp(0.0, 1.0);
            Self { code: (tangent * STEPS + 512.5) as u32, tangent, mean: (u + v) * 0.5, shared }
        } else {
            Self::FREE
        }
    }

    /// How far a link's quad goes past this end of it, when its sides are `reach` pixels off its middle line.
    #[inline]
    pub fn extent(&self, reach: f32) -> f32 {
        if self.code == 0 { reach } else { (reach * self.tangent.abs() + 1.0).min(reach) }
    }

    /// Which way a link that goes along `heading` faces the light at this end of it.
    #[inline]
    pub fn facing(&self, heading: Vec2) -> Vec2 {
        heading + (self.mean - heading) * self.shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_angle_is_a_bend_of_one_and_a_fold_is_no_joint() {
        let span = |across| Span::new(Vec2::ZERO, across);
        assert_eq!(Joint::between(&span(Vec2::X), &span(Vec2::Y)).code, 512 + 170);
        assert_eq!(Joint::between(&span(Vec2::X), &span(Vec2::X)).code, 512);
        assert_eq!(Joint::between(&span(Vec2::X), &span(Vec2::NEG_X)).code, 0);
        assert_eq!(Joint::between(&span(Vec2::X), &span(Vec2::ZERO)).code, 0);
    }
}
