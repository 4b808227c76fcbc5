//! The part of the settings file that belongs to the panel.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A part of the panel that opens and closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Section {
    /// What the left button does.
    Tools,
    /// Pause, step, speed, reset.
    Play,
    /// The scenes.
    Scenes,
    /// The dial.
    Gravity,
    /// Method, order, substeps.
    Solver,
    /// Drag, bounce, friction, speeds.
    World,
    /// The spring method's constants.
    Springs,
    /// How the air moves.
    Wind,
    /// A ghost that another method moves.
    Compare,
    /// Theme, colours, view, scale.
    View,
    /// Energy, stretch, time.
    Plots,
}

impl Section {
    /// All of them, from above.
    pub const ALL: [Self; 11] = [
        Self::Tools,
        Self::Play,
        Self::Gravity,
        Self::Wind,
        Self::Solver,
        Self::Springs,
        Self::World,
        Self::Compare,
        Self::View,
        Self::Plots,
        Self::Scenes,
    ];
}

/// What is kept of the panel between runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelPrefs {
    /// Unfolded; until the user has said so, where the window has room.
    pub open: Option<bool>,
    /// The sections that are open.
    pub sections: BTreeSet<Section>,
}

impl Default for PanelPrefs {
    fn default() -> Self {
        let sections = [Section::Tools, Section::Play, Section::Gravity, Section::Scenes];
        Self { open: None, sections: sections.into() }
    }
}
