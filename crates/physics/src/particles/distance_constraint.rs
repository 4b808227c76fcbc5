//! Links: distance constraints between two particles. Their projection is in [`crate::simd`].

use serde::{Deserialize, Serialize};

use crate::particles::ParticleId;

/// The kind of body that a link is part of: its look, and whether it pulls, pushes or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkKind {
    /// A link of a rope.
    #[default]
    Rope,
    /// A cord of a net: pulls only.
    Net,
    /// A bar of a lattice, the nets of the published systems: pulls and pushes.
    Lattice,
    /// A thread of cloth along its weave: pulls only.
    Cloth,
    /// The sewn edge of a cloth: pulls only.
    Hem,
    /// A bar of a solid body.
    Beam,
    /// A diagonal that keeps the shape of a cloth or a body. The plain view does not draw it.
    Brace,
    /// A limit of a joint's bending: pushes only. It is never drawn.
    Stop,
    /// A bar of a wheel's rim. A whole ring of them about a hub is a disc.
    Rim,
}

impl LinkKind {
    /// The least length error that a projection corrects, m: 0 for links that only pull, infinity for links that only
    /// push.
    ///
    /// Cloth and nets only pull because bars lock in a plane: crumpled once, they stay a lump.
    pub(crate) const fn min_error(self) -> f32 {
        match self {
            Self::Rope | Self::Lattice | Self::Beam | Self::Brace | Self::Rim => f32::NEG_INFINITY,
            Self::Net | Self::Cloth | Self::Hem => 0.0,
            Self::Stop => f32::INFINITY,
        }
    }

    /// Whether the link only pulls.
    pub(crate) fn pulls_only(self) -> bool {
        self.min_error() == 0.0
    }

    /// Whether the link meets shapes: braces and stops are no part of a body's outline.
    pub(crate) const fn meets_shapes(self) -> bool {
        !matches!(self, Self::Brace | Self::Stop)
    }

    /// Whether solid bodies are made of such links: bars, braces and stops.
    pub(crate) const fn is_part_of_body(self) -> bool {
        self.is_bar() || matches!(self, Self::Brace | Self::Stop)
    }

    /// Whether the link is a bar in the outline of a solid body.
    #[must_use]
    pub const fn is_bar(self) -> bool {
        matches!(self, Self::Beam | Self::Rim)
    }
}

/// A link: holds two particles at a distance of `rest_length`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceConstraint {
    /// One end.
    pub a: ParticleId,
    /// The other end.
    pub b: ParticleId,
    /// Rest length, m, above 0.
    pub rest_length: f32,
    /// Fraction of the length error that one projection corrects, 0 to 1.
    pub stiffness: f32,
    /// Length that the link gains per force, m/N: 0 for a rigid one. The spring method ignores it.
    pub compliance: f32,
    /// The kind of body that the link is part of.
    pub kind: LinkKind,
    /// Number of its material among [`World::materials`](crate::World::materials), from 1; 0 for none.
    pub material: u8,
}

impl DistanceConstraint {
    /// A rigid link without a material.
    pub(crate) const fn rigid(a: ParticleId, b: ParticleId, rest_length: f32, kind: LinkKind) -> Self {
        Self { a, b, rest_length, stiffness: 1.0, compliance: 0.0, kind, material: 0 }
    }

    /// Whether the link keeps its length under any force.
    pub(crate) fn is_rigid(&self) -> bool {
        self.stiffness >= 1.0 && self.compliance == 0.0
    }

    /// Whether the link is a rigid part of a solid body.
    pub(crate) fn is_solid(&self) -> bool {
        self.is_rigid() && self.kind.is_part_of_body()
    }
}
