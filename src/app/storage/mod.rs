//! Files of the user: settings, saves, and the session that is kept automatically.

mod autosave;
mod background_jobs;
mod library;
mod panel_prefs;
mod prefs;
mod tutorial;
mod write;

pub use autosave::{Autosave, write_autosave};
pub use background_jobs::{BackgroundJobs, JobResult};
pub use library::{Entry, Library};
pub use panel_prefs::{PanelPrefs, Section};
pub use prefs::{MEMORY_CHOICES, Prefs, PrefsFile, SCALE_CHOICES, read as read_prefs};
pub use tutorial::Tutorial;
pub use write::{write_save, write_session};
