//! Wakes the loop when the window comes back into view, and knows when it is not in view at all.
//!
//! While nothing changes, the loop sleeps until the window system has something to tell (see `Game::wake`). On X11 that
//! must be an event which macroquad draws a frame for, and it draws none when a window is uncovered, restored or given
//! the keyboard: a paused window would come back empty. So a second connection looks at the same window, and answers these
//! with a pointer motion to where the pointer is.
//!
//! Turned down: a frame a few times a second. In software GL one costs 10 to 30 ms, and input waits for the next.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether anything of the window can be seen.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    hidden: Arc<AtomicBool>,
}

impl Watch {
    /// Begins to look at the window, which must be open. Where that is not possible, it is taken to be in view.
    pub fn start() -> Self {
        let watch = Self::default();
        #[cfg(target_os = "linux")]
        {
            let hidden = Arc::clone(&watch.hidden);
            // It ends with the window or the process. If it cannot start there is nothing to be done about it.
            let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || x11::watch(&hidden));
        }
        watch
    }

    /// Whether the window is minimised, or on another desktop.
    pub fn is_hidden(&self) -> bool {
        self.hidden.load(Ordering::Relaxed)
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use std::{
        sync::atomic::{AtomicBool, Ordering},
        time::Duration,
    };

    use x11rb::{
        connection::Connection as _,
        errors::ReplyOrIdError,
        protocol::{
            Event,
            xproto::{
                AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, MOTION_NOTIFY_EVENT,
                MotionNotifyEvent, Window,
            },
        },
        rust_connection::RustConnection,
    };

    /// What the window is found by: the class that it was opened with.
    const CLASS: &[u8] = b"ropewalk\0";

    /// After each nudge. One is not enough: miniquad, about to block, first takes the events that are there and then waits for
    /// another before it draws, so one that comes at that moment is swallowed (seen once in ten times).
    const PAUSES: [Duration; 3] = [Duration::from_millis(60), Duration::from_millis(300), Duration::from_millis(500)];

    /// Looks at every window of our class: that of another process is only told where its pointer is.
    pub fn watch(hidden: &AtomicBool) {
        // Whatever fails here ends the watch and nothing else; so does the end of the window, to which nothing can be sent.
        let _ = try_watch(hidden);
    }

    fn try_watch(hidden: &AtomicBool) -> Result<(), ReplyOrIdError> {
        let (connection, screen) = x11rb::connect(None).map_err(|_| ReplyOrIdError::IdsExhausted)?;
        let root = connection.setup().roots[screen].root;
        let Some(window) = find(&connection, root)? else { return Ok(()) };
        let mask = EventMask::EXPOSURE | EventMask::STRUCTURE_NOTIFY | EventMask::FOCUS_CHANGE;
        let attributes = ChangeWindowAttributesAux::new().event_mask(mask);
        connection.change_window_attributes(window, &attributes)?.check()?;
        loop {
            let mut due = !take(&connection.wait_for_event()?, hidden);
            for pause in PAUSES {
                // What came meanwhile is answered with the same nudges.
                while let Some(event) = connection.poll_for_event()? {
                    due |= !take(&event, hidden);
                }
                if due {
                    nudge(&connection, root, window)?;
                    std::thread::sleep(pause);
                }
            }
        }
    }

    /// Learns from an event whether the window is hidden. Returns whether the event is none of ours.
    fn take(event: &Event, hidden: &AtomicBool) -> bool {
        match event {
            Event::UnmapNotify(_) | Event::DestroyNotify(_) => hidden.store(true, Ordering::Relaxed),
            Event::MapNotify(_) => hidden.store(false, Ordering::Relaxed),
            Event::Expose(_) | Event::FocusIn(_) | Event::FocusOut(_) => {}
            _ => return true,
        }
        false
    }

    /// The window of our class, however deep a window manager has put it; it may take a moment to appear.
    fn find(connection: &RustConnection, root: Window) -> Result<Option<Window>, ReplyOrIdError> {
        for _ in 0..50 {
            let mut open = vec![root];
            while let Some(window) = open.pop() {
                let class = AtomEnum::WM_CLASS;
                let class = connection.get_property(false, window, class, AtomEnum::STRING, 0, 64)?.reply();
                // A window may be gone before it is asked.
                let Ok(class) = class else { continue };
                if class.value.ends_with(CLASS) {
                    return Ok(Some(window));
                }
                if let Ok(tree) = connection.query_tree(window)?.reply() {
                    open.extend(tree.children);
                }
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(None)
    }

    /// Tells the window where the pointer is.
    fn nudge(connection: &RustConnection, root: Window, window: Window) -> Result<(), ReplyOrIdError> {
        let pointer = connection.query_pointer(window)?.reply()?;
        let event = MotionNotifyEvent {
            response_type: MOTION_NOTIFY_EVENT,
            root,
            event: window,
            child: x11rb::NONE,
            root_x: pointer.root_x,
            root_y: pointer.root_y,
            event_x: pointer.win_x,
            event_y: pointer.win_y,
            state: pointer.mask,
            same_screen: pointer.same_screen,
            ..MotionNotifyEvent::default()
        };
        Ok(connection.send_event(false, window, EventMask::NO_EVENT, event)?.check()?)
    }
}
