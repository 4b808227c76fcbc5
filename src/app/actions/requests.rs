//! Requests of the interface to the program, as plain data.

use std::path::PathBuf;

use glam::Vec2;

use super::{action::Action, chart::Charts};
use crate::{sandbox::Command, tool::ToolOption, view::Style};

/// A change that the user asked the interface for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Perform the action of a key.
    Action(Action),
    /// Apply a command to the sandbox.
    Command(Command),
    /// Let this gravity, m/s², come back when it is switched on.
    RestingGravity(Vec2),
    /// Draw the picture in another style.
    Style(Style),
    /// Scale the interface by this factor.
    UiScale(f32),
    /// Show the hint of the scene again.
    ShowHint,
    /// Play at the speed of real time.
    NormalSpeed,
    /// Let the next drag on an obstacle set its slide, or not.
    ArmSlide(bool),
    /// Set the radius of the scissors, logical pixels.
    ScissorsRadius(f32),
    /// Set an option of the tools.
    ToolOption(ToolOption, f32),
    /// Open a scene of the gallery, or the blank page.
    OpenScene(&'static str),
    /// Show the names of tools in the panel, or their pictures alone.
    ToolNames(bool),
    /// Hide the steps of the tutorial for good.
    CloseTutorial,
    /// Continue the simulation while another window has the keyboard, or pause it.
    RunInBackground(bool),
    /// Show these plots.
    Charts(Charts),
    /// Show the state after this number of steps.
    Seek(u64),
    /// Limit the memory for rewinding, MB.
    RewindMemory(u32),
    /// Save or open a file.
    File(FileRequest),
}

/// A request of the file dialog or of the offer to restore a session.
#[derive(Clone, Debug, PartialEq)]
pub enum FileRequest {
    /// Close the dialog.
    Close,
    /// Save.
    Save(SaveKind, PathBuf),
    /// Open this file.
    Open(PathBuf),
    /// Open the session of this link.
    OpenLink(String),
    /// Restore the session that was not closed.
    Restore,
    /// Decline to restore it.
    Discard,
    /// Choose a file in the desktop's own dialog.
    Browse,
    /// Copy a link to the session.
    CopyLink,
    /// Choose a file in the browser's own dialog.
    #[cfg(target_arch = "wasm32")]
    ChooseFile,
}

/// The content of a save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SaveKind {
    /// The design, as a scene.
    #[default]
    Build,
    /// The present state, as a scene.
    Now,
    /// All commands of the session, with the state at its end.
    Session,
}

impl SaveKind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Build, Self::Now, Self::Session];

    /// Its name, and what a file of it opens to.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Build => ("The build", "What was built, before time ran"),
            Self::Now => ("As it is now", "This very moment"),
            Self::Session => ("The session", "All that was done: undo and rewind go on working"),
        }
    }
}
