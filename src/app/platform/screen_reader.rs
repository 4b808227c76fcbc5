//! Screen readers. egui keeps a tree of its widgets with their names and values; on Linux it is handed to AT-SPI, and what
//! a user asks of a widget there comes back as an event of egui.
//!
//! Only the feature `screen-reader` builds the connection: it brings a D-Bus library of some sixty packages. Without it,
//! nobody asks for the tree, nor on Windows and macOS: AccessKit needs a window there before it is shown, and the window
//! library shows it at once.

#[cfg(all(target_os = "linux", feature = "screen-reader"))]
pub use linux::{ScreenReader, wants_frame};
#[cfg(not(all(target_os = "linux", feature = "screen-reader")))]
pub use nobody::ScreenReader;
#[cfg(all(target_os = "linux", not(feature = "screen-reader")))]
pub use nobody::wants_frame;

#[cfg(all(target_os = "linux", feature = "screen-reader"))]
mod linux {
    use std::sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    };

    use accesskit_unix::Adapter;
    use egui::accesskit::{ActionHandler, ActionRequest, ActivationHandler, DeactivationHandler, TreeUpdate};

    /// A screen reader has asked for the tree.
    static IS_ACTIVE: AtomicBool = AtomicBool::new(false);

    /// It waits for the first tree, or for the effect of an action.
    static WANTS_FRAME: AtomicBool = AtomicBool::new(false);

    /// Whether a screen reader waits for a frame, which a blocked main loop does not draw by itself.
    pub fn wants_frame() -> bool {
        WANTS_FRAME.load(Ordering::Relaxed)
    }

    /// The connection to screen readers.
    pub struct ScreenReader {
        adapter: Adapter,
        requests: Receiver<ActionRequest>,
    }

    impl ScreenReader {
        /// Offers the window to screen readers, which needs a session bus.
        pub fn start() -> Self {
            let (sender, requests) = channel();
            Self { adapter: Adapter::new(Activation, Actions(sender), Deactivation), requests }
        }

        /// Whether a screen reader runs, and each frame needs a tree.
        pub fn is_active(&self) -> bool {
            IS_ACTIVE.load(Ordering::Relaxed)
        }

        /// The actions that a user has asked for since the last frame.
        pub fn take_requests(&mut self) -> Vec<ActionRequest> {
            WANTS_FRAME.store(false, Ordering::Relaxed);
            self.requests.try_iter().collect()
        }

        /// Hands over the tree of a frame. `has_focus`: the window has the keyboard.
        pub fn show(&mut self, tree: TreeUpdate, has_focus: bool) {
            self.adapter.update_window_focus_state(has_focus);
            self.adapter.update_if_active(|| tree);
        }
    }

    // The handlers run in the adapter's thread.

    struct Activation;

    impl ActivationHandler for Activation {
        fn request_initial_tree(&mut self) -> Option<TreeUpdate> {
            IS_ACTIVE.store(true, Ordering::Relaxed);
            WANTS_FRAME.store(true, Ordering::Relaxed);
            // The next frame brings it.
            None
        }
    }

    struct Deactivation;

    impl DeactivationHandler for Deactivation {
        fn deactivate_accessibility(&mut self) {
            IS_ACTIVE.store(false, Ordering::Relaxed);
        }
    }

    struct Actions(Sender<ActionRequest>);

    impl ActionHandler for Actions {
        fn do_action(&mut self, request: ActionRequest) {
            // Fails when the window is closed.
            let _ = self.0.send(request);
            WANTS_FRAME.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(not(all(target_os = "linux", feature = "screen-reader")))]
mod nobody {
    use egui::accesskit::{ActionRequest, TreeUpdate};

    /// Nobody reads the window.
    pub struct ScreenReader;

    impl ScreenReader {
        /// Offers the window to nobody.
        pub fn start() -> Self {
            Self
        }

        /// Whether a screen reader runs: none.
        pub fn is_active(&self) -> bool {
            false
        }

        /// The actions that a user has asked for: none.
        pub fn take_requests(&mut self) -> Vec<ActionRequest> {
            Vec::new()
        }

        /// Does nothing with the tree of a frame.
        pub fn show(&mut self, _tree: TreeUpdate, _has_focus: bool) {}
    }

    /// Whether a screen reader waits for a frame: none does.
    #[cfg(target_os = "linux")]
    pub fn wants_frame() -> bool {
        false
    }
}
