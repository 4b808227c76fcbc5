//! The palette: all colours of a picture.
//!
//! | File | Holds |
//! |---|---|
//! | `themes` | the colours of each theme |

mod themes;

use super::draw::Colour;
use super::style::{Colours, Style, Theme};
use crate::physics::LinkKind;

/// All colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Backdrop, ground and walls.
    pub scenery: SceneryColours,
    /// Ropes, nets, cloth and bodies.
    pub materials: MaterialColours,
    /// Particles, grabs, tools, the ghost, tension.
    pub markers: MarkerColours,
    /// How shapes stand out.
    pub relief: Relief,
}

/// How shapes stand out from their background.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relief {
    /// Factor on the widths of outlines.
    pub outline: f32,
    /// Share of iron in the colour of obstacles and blowers; the rest is that of the ground.
    pub iron: f32,
    /// Colour that is mixed into stone for lines on it.
    pub incision: Colour,
    /// Least lightness of a material, see [`Palette::visible`]; 0 for none.
    pub least_lightness: f32,
}

/// Colours of the backdrop, the ground and the walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneryColours {
    /// Backdrop at the upper edge of the window.
    pub sky: Colour,
    /// Backdrop at the lower edge.
    pub horizon: Colour,
    /// Lines a metre apart.
    pub grid: Colour,
    /// Ground at its surface.
    pub ground: Colour,
    /// Ground further down.
    pub depth: Colour,
    /// Edge of the ground, and walls.
    pub edge: Colour,
    /// Shadows. Overlapping shadows are no darker.
    pub shadow: Colour,
}

/// Colours of ropes, nets, cloth and bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialColours {
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
}

/// Colours with a meaning: particles, grabs, tools, the ghost, tension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerColours {
    /// Free particles, if a scene shows them: white, as in the published systems.
    pub point: Colour,
    /// Particles in the points view.
    pub dot: Colour,
    /// Pinned particles, if the scene or the view shows them.
    pub locked: Colour,
    /// Velocity arrows.
    pub arrow: Colour,
    /// Grabs, the ring around the hovered particle, and previews of tools.
    pub grab: Colour,
    /// The scissors.
    pub blade: Colour,
    /// Ghost: unlike all colours of the tension scale, also for people who do not tell red from green.
    pub ghost: Colour,
    /// Drives at the limit of their force: the colour of warnings.
    pub warning: Colour,
    /// Flash where a link tore.
    pub flash: Colour,
    /// Tension scale from none to the greatest. Its lightness changes in one direction, so that it is read without
    /// hues, and away from the sky's, so that the tightest links stand out most.
    pub ramp: [Colour; 5],
}

impl Palette {
    /// The palette of a theme and its colours.
    #[must_use]
    pub const fn new(theme: Theme, colours: Colours) -> Self {
        match (theme, colours) {
            (Theme::Dark, Colours::Hemp) => themes::DARK,
            (Theme::Light, Colours::Hemp) => themes::LIGHT,
            (Theme::Dark, Colours::Harbour) => themes::DARK_HARBOUR,
            (Theme::Light, Colours::Harbour) => themes::LIGHT_HARBOUR,
            (Theme::Dark, Colours::Alpine) => themes::DARK_ALPINE,
            (Theme::Light, Colours::Alpine) => themes::LIGHT_ALPINE,
            (Theme::Dark, Colours::Slate) => themes::DARK_SLATE,
            (Theme::Light, Colours::Slate) => themes::LIGHT_SLATE,
            (Theme::Contrast, Colours::Hemp) => themes::CONTRAST,
            (Theme::Contrast, Colours::Harbour) => themes::CONTRAST_HARBOUR,
            (Theme::Contrast, Colours::Alpine) => themes::CONTRAST_ALPINE,
            (Theme::Contrast, Colours::Slate) => themes::CONTRAST_SLATE,
        }
    }

    /// Colour of obstacles and blowers.
    #[must_use]
    pub fn stone(&self) -> Colour {
        self.scenery.ground.mix(self.materials.iron, self.relief.iron)
    }

    /// A colour of a thing, made lighter where it would be lost on a black sky.
    #[must_use]
    pub fn visible(&self, colour: Colour) -> Colour {
        const WHITE: Colour = Colour::rgb(255, 255, 255);
        // Nearly the luminance, which takes a power.
        let lightness = |Colour { r, g, b, .. }: Colour| {
            let [r, g, b] = [r, g, b].map(|channel| f32::from(channel) / 255.0);
            0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b
        };
        let mut lighter = (0..8).map(|eighths| colour.mix(WHITE, eighths as f32 / 8.0));
        lighter.find(|&colour| lightness(colour) >= self.relief.least_lightness).unwrap_or(WHITE)
    }

    /// Colour of a kind of link.
    #[must_use]
    pub const fn link(&self, kind: LinkKind) -> Colour {
        match kind {
            LinkKind::Rope => self.materials.rope,
            LinkKind::Net | LinkKind::Lattice => self.materials.net,
            LinkKind::Cloth | LinkKind::Hem | LinkKind::Brace | LinkKind::Stop => self.materials.hem,
            LinkKind::Beam | LinkKind::Rim => self.materials.beam,
        }
    }

    /// Colour of the fibres of a kind of link. Those of cloth have the colour of its face.
    #[must_use]
    pub(super) const fn thread(&self, kind: LinkKind) -> Colour {
        if matches!(kind, LinkKind::Cloth | LinkKind::Hem) { self.materials.cloth } else { self.link(kind) }
    }
}

impl Style {
    /// The palette of the theme and the colours.
    #[must_use]
    pub const fn palette(&self) -> Palette {
        Palette::new(self.theme, self.colours)
    }
}

#[cfg(test)]
mod tests;
