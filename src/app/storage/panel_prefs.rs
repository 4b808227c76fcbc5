//! The part of the settings file that belongs to the panel.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::physics::describe;

/// A section of the panel. `ui::panel` lists them in their order, with their functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Section {
    /// Tool of the left button, radius of the scissors.
    Tools,
    /// Pause, single step, speed, the way back to the build.
    Play,
    /// The gallery, which was a section once: files of that time name it.
    Scenes,
    /// Direction and size of gravity.
    Gravity,
    /// Method, order, substeps.
    Solver,
    /// Drag, bounce, friction, tearing, contacts.
    World,
    /// Constants of the spring method.
    Springs,
    /// Wind and gusts.
    Wind,
    /// The ghost.
    Compare,
    /// Theme, colours, view, scale.
    View,
    /// Energy, stretch, time.
    Plots,
    /// Numbers of the selected things.
    Selected,
}

impl Section {
    /// Its heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Tools => "Tools",
            Self::Play => "Play",
            Self::Scenes => "Scenes",
            Self::Gravity => "Gravity",
            Self::Solver => "Advanced",
            Self::World => "World",
            Self::Springs => "Springs",
            Self::Wind => "Wind",
            Self::Compare => "Compare",
            Self::View => "View",
            Self::Plots => "Plots",
            Self::Selected => "Selected",
        }
    }
}

/// A tab of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tab {
    /// Tools and settings.
    #[default]
    Build,
    /// The gallery.
    Scenes,
}

describe! {
    Tab {
        Build => "Build", "Tools and settings";
        Scenes => "Scenes", "All scenes";
    }
}

/// The panel's part of the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelPrefs {
    /// The panel is unfolded; `None`: unfolded if the window is wide enough.
    pub open: Option<bool>,
    /// The tab that is shown.
    pub tab: Tab,
    /// The open sections.
    pub sections: BTreeSet<Section>,
}

impl Default for PanelPrefs {
    fn default() -> Self {
        let sections = [Section::Tools, Section::Selected, Section::Play, Section::Gravity];
        Self { open: None, tab: Tab::Build, sections: sections.into() }
    }
}
