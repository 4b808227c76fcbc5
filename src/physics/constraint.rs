//! A distance constraint, and the projection of one.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::particles::ParticleId;

/// What a link is part of: how it looks, and whether it only pulls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkKind {
    /// A rope's piece.
    #[default]
    Rope,
    /// A net's cord: it only pulls.
    Net,
    /// A bar of a lattice, as the published nets are made: it keeps its length both ways.
    Lattice,
    /// A cloth's thread, along its weave: it only pulls.
    Cloth,
    /// A cloth's sewn edge: it only pulls.
    Hem,
    /// A bar of a solid body.
    Beam,
    /// Holds a cloth or a body in shape and is not drawn in the plain view.
    Brace,
}

impl LinkKind {
    /// The share of its stiffness with which a link resists being pushed together, 0 or 1.
    ///
    /// Cloth and nets of bars lock in a plane: crumpled once, by a drag or by gravity turned round, they stay a lump.
    /// Threads that only pull hang straight again.
    pub(super) const fn compression(self) -> f32 {
        match self {
            Self::Rope | Self::Lattice | Self::Beam | Self::Brace => 1.0,
            Self::Net | Self::Cloth | Self::Hem => 0.0,
        }
    }
}

/// Keeps two particles `rest_length` apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceConstraint {
    /// One end.
    pub a: ParticleId,
    /// The other end.
    pub b: ParticleId,
    /// Length at rest, m, above 0.
    pub rest_length: f32,
    /// Share of the error that one projection takes away, 0 to 1.
    pub stiffness: f32,
    /// What it is part of.
    pub kind: LinkKind,
}

/// The two corrections that bring a pair to its rest length, m: Jakobsen 2001, section 3, with inverse masses as
/// weights (equal masses: each end takes half; one fixed: the other takes all; both fixed: nothing moves).
///
/// `from` and `to` are the positions (m), `weights` the inverse masses (1/kg), `error` gives how much of the difference
/// between a length and the rest length to take away.
#[inline]
pub(super) fn project(from: Vec2, to: Vec2, weights: (f32, f32), error: impl Fn(f32) -> f32) -> (Vec2, Vec2) {
    let total = weights.0 + weights.1;
    if total == 0.0 {
        return (Vec2::ZERO, Vec2::ZERO);
    }
    let delta = to - from;
    let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
    // Two ends in one place have no direction between them: any will do, as long as it is always the same. One division
    // where the formula has three: they are what a projection waits for.
    let correction =
        if length > MIN_LENGTH { delta * (error(length) / (length * total)) } else { Vec2::X * (error(0.0) / total) };
    (correction * weights.0, -correction * weights.1)
}

/// Below this length, m, a link has no direction: dividing by it would overflow.
pub(super) const MIN_LENGTH: f32 = 1e-12;

#[cfg(test)]
mod tests {
    use super::*;

    const FAR: (Vec2, Vec2) = (Vec2::ZERO, Vec2::new(3.0, 0.0));

    #[test]
    fn both_free_each_takes_half() {
        let (a, b) = project(FAR.0, FAR.1, (1.0, 1.0), |length| length - 1.0);
        assert_eq!((a, b), (Vec2::new(1.0, 0.0), Vec2::new(-1.0, 0.0)));
    }

    #[test]
    fn one_fixed_the_other_takes_all() {
        let (a, b) = project(FAR.0, FAR.1, (0.0, 2.0), |length| length - 1.0);
        assert_eq!((a, b), (Vec2::ZERO, Vec2::new(-2.0, 0.0)));
    }

    #[test]
    fn both_fixed_nothing_moves() {
        assert_eq!(project(FAR.0, FAR.1, (0.0, 0.0), |length| length - 1.0), (Vec2::ZERO, Vec2::ZERO));
    }

    #[test]
    fn give_leaves_its_share_of_the_error() {
        // The p5.js rope: new = give x old + (1 - give) x target. Give 0.75 of an error of 2 m leaves 1.5 m.
        let (a, b) = project(FAR.0, FAR.1, (1.0, 1.0), |length| 0.25 * (length - 1.0));
        assert_eq!((FAR.1 + b - FAR.0 - a).length(), 2.5);
    }

    #[test]
    fn ends_in_one_place_are_parted_and_stay_finite() {
        let (a, b) = project(Vec2::ONE, Vec2::ONE, (1.0, 1.0), |length| length - 1.0);
        assert_eq!((b - a).length(), 1.0);
    }
}
