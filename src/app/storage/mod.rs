//! Files of the user: settings, saves, and the session that is kept by itself.

mod autosave;
mod background_jobs;
mod library;
mod panel_prefs;
mod prefs;
mod tutorial;
mod write;

pub use autosave::{Safe, write as write_kept};
pub use background_jobs::{Done, Work};
pub use library::{Entry, Shelf};
pub use panel_prefs::{PanelPrefs, Section};
pub use prefs::{Keeper, MEMORIES, Prefs, SCALES};
pub use tutorial::Learnt;
pub use write::{saved, write_session};
