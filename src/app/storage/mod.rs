//! Files of the user: settings, saves, and the session that is kept by itself.

mod autosave;
mod background_jobs;
mod library;
mod panel_prefs;
mod prefs;
mod tutorial;
mod write;

pub use autosave::{Autosave, write as write_kept};
pub use background_jobs::{BackgroundJobs, JobResult};
pub use library::{Entry, Library};
pub use panel_prefs::{PanelPrefs, Section};
pub use prefs::{MEMORIES, Prefs, PrefsFile, SCALES, read as read_prefs};
pub use tutorial::Tutorial;
pub use write::{saved, write_session};
