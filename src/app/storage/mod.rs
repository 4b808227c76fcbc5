//! Files of the user: preferences, saves, and the session that is kept automatically.
//!
//! | File | Holds |
//! |---|---|
//! | `prefs`, `panel_prefs` | the file of preferences, and the panel's part of it |
//! | `tutorial` | steps of the first-run tutorial that the user has done |
//! | `library` | the user's folder of saved files |
//! | `autosave/` | the session that is kept automatically |
//! | `write` | writing files that the program opens again |
//! | `background_jobs` | jobs in threads of their own |

mod autosave;
mod background_jobs;
mod library;
mod panel_prefs;
mod prefs;
mod tutorial;
mod write;

pub use autosave::{Autosave, Fault, OpenedSession, read_session, set_interrupted_aside};
pub use background_jobs::{BackgroundJobs, JobResult};
pub use library::{Entry, Library};
pub use panel_prefs::{PanelPrefs, Section, Tab};
pub use prefs::{MEMORY_CHOICES, Prefs, PrefsFile, SCALE_CHOICES, read as read_prefs};
pub use tutorial::{Sender, Tutorial};
pub use write::{write_save, write_session};
