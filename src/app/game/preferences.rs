//! The user's settings while the window is open, and when they are written.

use std::time::Duration;

use super::{game::Game, scene_view::window_size};
use crate::app::storage::{Prefs, PrefsFile};
use crate::host;
use crate::host::Instant;

/// Settings are written this long after they have changed, so that a slider does not write a file each frame.
const WRITE_DELAY: Duration = Duration::from_secs(2);

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
}

impl Game {
    /// Phase: writes settings that have changed.
    pub(super) fn save_prefs(&mut self) {
        self.save_prefs_after(WRITE_DELAY);
    }

    /// Writes settings that have changed, unless that was last done less than `delay` ago.
    pub(super) fn save_prefs_after(&mut self, delay: Duration) {
        if self.prefs.checked.elapsed() < delay {
            return;
        }
        self.prefs.checked = Instant::now();
        let prefs = &mut self.prefs.current;
        // The next run starts with the size of the window, and never in full screen.
        if !self.pacing.window.is_full_screen() {
            prefs.window = window_size().as_uvec2().into();
        }
        prefs.panel = self.ui.panel.prefs().clone();
        if let Some(complaint) = self.prefs.file.write(prefs) {
            host::log(&complaint);
            self.messages.complain(complaint);
        }
    }
}
