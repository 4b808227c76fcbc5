//! The user's choices for the picture: theme, colours, view. Kept between runs.

use serde::{Deserialize, Serialize};

use crate::physics::Words;

/// The theme: colours and background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// A dusk sky and light ropes.
    #[default]
    Dark,
    /// Paper, and ropes that stand out on it.
    Light,
    /// Black, with bright ropes and thick outlines.
    Contrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::Contrast];
}

/// Colours of ropes, nets and cloth. The theme gives those of everything behind them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colours {
    /// Hemp ropes, a red curtain, brass pins.
    #[default]
    Hemp,
    /// Blue and white, like sails and lines.
    Harbour,
    /// Bright climbing ropes.
    Alpine,
    /// Shades of grey, for print and for the tension view.
    Slate,
}

/// Meaning of a link's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum View {
    /// Its material.
    #[default]
    Plain,
    /// Its tension, with a legend.
    Tension,
    /// None: thin links under particles, pins, masses and velocity arrows.
    Points,
}

crate::physics::describe! {
    Theme {
        Dark => "Dark", "A dusk sky and light ropes";
        Light => "Light", "Paper and dark ropes";
        Contrast => "High contrast", "Black, with bright ropes and thick outlines";
    }
    Colours {
        Hemp => "Hemp", "Hemp ropes, a red curtain, brass pins";
        Harbour => "Harbour", "Blue and white, as sails and lines";
        Alpine => "Alpine", "Bright climbing ropes";
        Slate => "Slate", "Shades of grey, for print";
    }
}

/// All choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Style {
    /// The background of the ropes.
    pub theme: Theme,
    /// Colours of ropes, nets and cloth.
    pub colours: Colours,
    /// Meaning of a link's colour.
    pub view: View,
    /// Cloth is filled. Otherwise its threads are drawn, like those of a net.
    pub filled: bool,
    /// Ropes and cloth throw soft shadows.
    pub shadows: bool,
    /// Streaks in the air show the wind.
    pub streaks: bool,
    /// Nothing but the world moves: no debris, flashes, streaks or fading. Kept beside the style, see `Prefs`.
    #[serde(skip)]
    pub less_motion: bool,
}

impl Default for Style {
    fn default() -> Self {
        let (theme, colours, view) = Default::default();
        Self { theme, colours, view, filled: true, shadows: true, streaks: true, less_motion: false }
    }
}

impl Style {
    /// The view, in a form.
    pub const VIEW: Words = Words::new("View", "What the colours of links mean");
    /// The views in their order, with and without filled cloth, in a form.
    pub const VIEWS: [((View, bool), Words); 4] = [
        ((View::Plain, true), Words::new("Cloth", "Ropes and filled cloth")),
        ((View::Plain, false), Words::new("Net", "Cloth as the net of its links")),
        ((View::Tension, true), Words::new("Tension", "Shows the tension of each link, N")),
        ((View::Points, true), Words::new("Points", "Points with their masses and velocities")),
    ];
    /// The theme, in a form.
    pub const THEME: Words = Words::new("Theme", "What is behind the ropes");
    /// The colours of ropes, nets and cloth, in a form.
    pub const COLOURS: Words = Words::new("Colours", "Colours of ropes, nets and cloth");
    /// The switch of shadows, in a form.
    pub const SHADOWS: Words = Words::new("Shadows", "Soft shadows; off is faster");
    /// The switch of streaks, in a form.
    pub const STREAKS: Words = Words::new("Streaks of wind", "Shows direction and speed of the wind by fine lines");
    /// The switch of everything that moves beside the world, in a form.
    pub const LESS_MOTION: Words =
        Words::new("Less motion", "Only the world moves: no debris, flashes, streaks, fading");

    /// The same style in the next theme.
    #[must_use]
    pub const fn next_theme(self) -> Self {
        let theme = match self.theme {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Contrast,
            Theme::Contrast => Theme::Dark,
        };
        Self { theme, ..self }
    }

    /// The same style in the next view: plain, cloth as a net, tension, points.
    #[must_use]
    pub const fn next_view(self) -> Self {
        let (view, filled) = match (self.view, self.filled) {
            (View::Plain, true) => (View::Plain, false),
            (View::Plain, false) => (View::Tension, true),
            (View::Tension, _) => (View::Points, true),
            (View::Points, _) => (View::Plain, true),
        };
        Self { view, filled, ..self }
    }
}
