//! Requests to end that come from outside the window: SIGTERM, SIGINT and SIGHUP; on Windows Ctrl+C and a closed
//! console.
//!
//! They end the main loop as a closed window does, so that everything is kept.

use std::sync::atomic::{AtomicBool, Ordering};

static IS_REQUESTED: AtomicBool = AtomicBool::new(false);

/// Begins to take requests to end. Where that is impossible, they end the program at once, and the autosave remains.
pub fn watch() {
    #[cfg(not(target_arch = "wasm32"))]
    let _ = ctrlc::set_handler(|| IS_REQUESTED.store(true, Ordering::Relaxed));
}

/// Whether the program was asked to end.
#[must_use]
pub fn is_requested() -> bool {
    IS_REQUESTED.load(Ordering::Relaxed)
}
