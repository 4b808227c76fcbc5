//! A distance constraint; its projection is in `lanes`.

use serde::{Deserialize, Serialize};

use crate::particles::storage::ParticleId;

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
    /// Keeps two particles apart and does nothing else: what ends the bending of a joint. Never drawn.
    Stop,
}

impl LinkKind {
    /// The least error, m, that a projection takes from it: 0 for a link that only pulls; infinity stands for one that only
    /// pushes.
    ///
    /// Cloth and nets of bars lock in a plane: crumpled once, by a drag or by gravity turned round, they stay a lump.
    /// Threads that only pull hang straight again.
    pub(crate) const fn min_error(self) -> f32 {
        match self {
            Self::Rope | Self::Lattice | Self::Beam | Self::Brace => f32::NEG_INFINITY,
            Self::Net | Self::Cloth | Self::Hem => 0.0,
            Self::Stop => f32::INFINITY,
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
