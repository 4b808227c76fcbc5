//! The width of links in the picture.

use crate::physics::LinkKind;

/// Half width of a kind of link, m.
pub const fn half_width(kind: LinkKind) -> f32 {
    match kind {
        LinkKind::Rope => 0.021,
        LinkKind::Net | LinkKind::Lattice => 0.008,
        LinkKind::Cloth | LinkKind::Brace | LinkKind::Stop => 0.005,
        LinkKind::Hem => 0.009,
        LinkKind::Beam | LinkKind::Rim => 0.03,
    }
}
