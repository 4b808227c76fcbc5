//! The user's settings while the window is open, and when they are written.

use std::time::Duration;

use crate::app::storage::{Prefs, PrefsFile};
use crate::host::Instant;

/// Settings are written this long after they have changed, so that a slider does not write a file each frame.
pub const WRITE_DELAY: Duration = Duration::from_secs(2);

/// The user's settings, and their file.
pub struct Preferences {
    /// The settings that hold now. The window's size and the panel's sections follow when they are written.
    pub current: Prefs,
    file: PrefsFile,
    checked: Instant,
}

impl Preferences {
    /// Settings as the file has them.
    pub fn new(file: PrefsFile, current: Prefs) -> Self {
        Self { current, file, checked: Instant::now() }
    }

    /// Writes settings that have changed, unless that was last done less than `delay` ago. Returns a complaint.
    pub fn write_after(&mut self, delay: Duration, update: impl FnOnce(&mut Prefs)) -> Option<String> {
        if self.checked.elapsed() < delay {
            return None;
        }
        self.checked = Instant::now();
        update(&mut self.current);
        self.file.write(&self.current)
    }
}
