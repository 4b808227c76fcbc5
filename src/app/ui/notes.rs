//! The sentences of the panel that belong to no setting: how to begin, and counts of what has happened.

use egui::Ui;

use crate::app::style::UiTheme;
use crate::app::widgets::note;

/// A small secondary sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// No obstacle is chosen.
    NoObstacle,
    /// The chosen obstacle does not slide.
    NoSlide,
}

impl Note {
    /// Its text, for mouse and keys.
    pub fn text(&self) -> String {
        match self {
            Self::NoObstacle => "Draw an obstacle or click one to set its size, motion and surface.".to_owned(),
            Self::NoSlide => "Shift and a drag on it set its slide.".to_owned(),
        }
    }

    /// Shows it, in the wording of the device in use.
    pub fn show(&self, ui: &mut Ui, theme: &UiTheme) {
        note(ui, &self.text(), theme);
    }
}
