//! The colours.

use super::draw::Colour;
use crate::physics::LinkKind;

/// All colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything, at the upper edge of the window.
    pub sky: Colour,
    /// The same at the lower edge.
    pub horizon: Colour,
    /// Lines a metre apart.
    pub grid: Colour,
    /// The ground, at its surface.
    pub ground: Colour,
    /// The ground, further down.
    pub depth: Colour,
    /// The ground's edge, and walls.
    pub edge: Colour,
    /// Shadows.
    pub shadow: Colour,
    /// Ropes.
    pub rope: Colour,
    /// Nets.
    pub net: Colour,
    /// Cloth in full light.
    pub cloth: Colour,
    /// Cloth in a fold.
    pub fold: Colour,
    /// Cloth's hem.
    pub hem: Colour,
    /// Bars of solid bodies.
    pub beam: Colour,
    /// Pins.
    pub pin: Colour,
    /// Heavy weights.
    pub iron: Colour,
    /// Free points, where a scene shows them.
    pub point: Colour,
    /// Pinned points, where a scene shows them.
    pub locked: Colour,
    /// The hand, the hover ring.
    pub hand: Colour,
    /// The scissors.
    pub blade: Colour,
}

impl Palette {
    /// The dark theme.
    pub const DARK: Self = Self {
        sky: Colour::rgb(34, 41, 56),
        horizon: Colour::rgb(78, 88, 104),
        grid: Colour::rgb(255, 255, 255).alpha(10),
        ground: Colour::rgb(52, 58, 60),
        depth: Colour::rgb(30, 34, 38),
        edge: Colour::rgb(150, 160, 160).alpha(120),
        shadow: Colour::rgb(8, 10, 18).alpha(70),
        rope: Colour::rgb(222, 184, 128),
        net: Colour::rgb(206, 220, 214),
        cloth: Colour::rgb(214, 84, 72),
        fold: Colour::rgb(104, 30, 38),
        hem: Colour::rgb(140, 44, 46),
        beam: Colour::rgb(196, 140, 84),
        pin: Colour::rgb(232, 184, 84),
        iron: Colour::rgb(120, 130, 142),
        point: Colour::rgb(250, 250, 250),
        locked: Colour::rgb(236, 64, 56),
        hand: Colour::rgb(255, 226, 120),
        blade: Colour::rgb(255, 140, 120),
    };

    /// The colour of a link.
    #[must_use]
    pub const fn link(&self, kind: LinkKind) -> Colour {
        match kind {
            LinkKind::Rope => self.rope,
            LinkKind::Net | LinkKind::Lattice => self.net,
            LinkKind::Cloth | LinkKind::Hem | LinkKind::Brace => self.hem,
            LinkKind::Beam => self.beam,
        }
    }
}
