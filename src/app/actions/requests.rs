//! Requests of the interface to the program.

use std::path::PathBuf;

use super::{chart::Charts, controls::Action};
use crate::{sandbox::Command, view::Style};

/// What the user asked the panel for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// What a key does, too.
    Do(Action),
    /// A change of the sandbox.
    Command(Command),
    /// Another look.
    Style(Style),
    /// The interface at another scale.
    Scale(f32),
    /// Play at normal speed.
    NormalSpeed,
    /// The next drag on an obstacle says where it slides, or not.
    Slide(bool),
    /// Scissors of another radius, logical pixels.
    Scissors(f32),
    /// A scene of the gallery.
    Open(&'static str),
    /// Ropes go on moving while another window has the keyboard, or they do not.
    Background(bool),
    /// Other plots.
    Charts(Charts),
    /// To look at the moment after so many steps.
    Seek(u64),
    /// So much memory for going back in time, MB.
    Memory(u32),
    /// Something with files.
    File(FileRequest),
}

/// Where a save goes, and what of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Save {
    /// All that was done, with the state at its end.
    Session(PathBuf),
    /// What is on the screen, as a scene.
    Scene(PathBuf),
}

/// What can be asked of the files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileRequest {
    /// Nothing more.
    Close,
    /// To save.
    Save(Save),
    /// To open what is in a file.
    Open(PathBuf),
    /// The session that was not closed.
    BringBack,
    /// Not that one.
    Discard,
    /// A link to the session.
    #[cfg(target_arch = "wasm32")]
    CopyLink,
    /// A file that the user chooses in the browser's own dialog.
    #[cfg(target_arch = "wasm32")]
    Choose,
}

impl From<FileRequest> for Request {
    fn from(request: FileRequest) -> Self {
        Self::File(request)
    }
}
