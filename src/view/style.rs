//! How the picture is drawn, as far as the user chooses it: theme, colours, view. Kept between runs.

use serde::{Deserialize, Serialize};

use super::Palette;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// A dusk sky and light ropes.
    #[default]
    Dark,
    /// Paper, and ropes that stand out on it.
    Light,
}

/// The colours of ropes, nets and cloth; the theme gives those of everything behind them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colours {
    /// Hemp ropes, a red curtain, brass pins.
    #[default]
    Hemp,
    /// Blue and white, as sails and lines are.
    Harbour,
    /// Bright climbing ropes.
    Alpine,
    /// Shades of grey: for print, and for the stress view's sake.
    Slate,
}

/// What the colour of a link says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum View {
    /// What it is made of: the picture.
    #[default]
    Plain,
    /// How hard it is pulled, with a legend.
    Stress,
    /// Nothing: thin links under particles, pins, masses and velocity arrows.
    Points,
}

/// All of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Style {
    /// Light or dark.
    pub theme: Theme,
    /// The colours of what is played with.
    pub colours: Colours,
    /// What colour means.
    pub view: View,
    /// Cloth is filled; otherwise its threads are drawn, as a net's.
    pub filled: bool,
    /// Things throw soft shadows.
    pub shadows: bool,
    /// Streaks in the air show the wind.
    pub streaks: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            colours: Colours::default(),
            view: View::default(),
            filled: true,
            shadows: true,
            streaks: true,
        }
    }
}

impl Style {
    /// The colours to draw with.
    #[must_use]
    pub const fn palette(&self) -> Palette {
        Palette::new(self.theme, self.colours)
    }

    /// The same in the other theme.
    #[must_use]
    pub const fn other_theme(self) -> Self {
        let theme = match self.theme {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Dark,
        };
        Self { theme, ..self }
    }

    /// The next view: plain, cloth as a net, stress, points.
    #[must_use]
    pub const fn next_view(self) -> Self {
        let (view, filled) = match (self.view, self.filled) {
            (View::Plain, true) => (View::Plain, false),
            (View::Plain, false) => (View::Stress, true),
            (View::Stress, _) => (View::Points, true),
            (View::Points, _) => (View::Plain, true),
        };
        Self { view, filled, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_views_lead_back_to_the_first() {
        let first = Style::default();
        let all: Vec<_> = std::iter::successors(Some(first), |style| Some(style.next_view())).take(5).collect();
        assert_eq!(all[4], first);
        assert!((1..4).all(|i| all[i] != first));
    }
}
