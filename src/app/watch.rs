//! Wakes the loop when the window comes back into view, and knows when it is not in view at all.
//!
//! While nothing changes, the loop sleeps until the window system has something to tell (see `Game::wake`). On X11 that
//! must be an event which macroquad draws a frame for, and it draws none when a window is uncovered, restored or given
//! the keyboard: a paused window would come back empty. So a second connection looks at the same window, and answers these
//! with a pointer motion to where the pointer is.
//!
//! And miniquad, about to block, first takes the events that are there and then waits for one more before it does what they
//! ask for: a key, or the close button, that comes at that moment would be answered with the next event, whenever that is.
//! So while the loop sleeps a message that means nothing is sent ten times a second: no frame is drawn for it.
//!
//! Turned down: a frame a few times a second. In software GL one costs 10 to 30 ms, and input waits for the next.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether anything of the window can be seen.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    flags: Arc<Flags>,
}

/// What the loop and the watch tell each other.
#[derive(Debug, Default)]
struct Flags {
    /// Nothing of the window can be seen.
    hidden: AtomicBool,
    /// The loop sleeps.
    asleep: AtomicBool,
}

impl Watch {
    /// Begins to look at the window, which must be open. Where that is not possible, it is taken to be in view.
    pub fn start() -> Self {
        let watch = Self::default();
        #[cfg(target_os = "linux")]
        {
            let flags = Arc::clone(&watch.flags);
            // It ends with the window or the process. If it cannot start there is nothing to be done about it.
            let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || x11::watch(&flags));
        }
        watch
    }

    /// Width and height of the screen, pixels, where it can be asked before there is a window.
    pub fn screen() -> Option<(u32, u32)> {
        #[cfg(target_os = "linux")]
        return x11::screen();
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Whether the window is minimised, or on another desktop.
    pub fn is_hidden(&self) -> bool {
        self.flags.hidden.load(Ordering::Relaxed)
    }

    /// Learns whether the loop is about to sleep.
    pub fn sleeps(&self, asleep: bool) {
        self.flags.asleep.store(asleep, Ordering::Relaxed);
    }
}

#[cfg(target_os = "linux")]
pub(super) mod x11 {
    use std::{sync::atomic::Ordering, time::Duration};

    use x11rb::{
        connection::Connection as _,
        errors::ReplyOrIdError,
        protocol::{
            Event,
            xproto::{
                AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask,
                MOTION_NOTIFY_EVENT, MotionNotifyEvent, Window,
            },
        },
        rust_connection::RustConnection,
    };

    use super::Flags;

    /// What the window is found by: the class that it was opened with.
    const CLASS: &[u8] = b"ropewalk\0";

    /// From one look at the window to the next.
    const PAUSE: Duration = Duration::from_millis(100);

    /// Width and height of the screen, pixels; `None` without one.
    pub fn screen() -> Option<(u32, u32)> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let screen = &connection.setup().roots[screen];
        Some((screen.width_in_pixels.into(), screen.height_in_pixels.into()))
    }

    /// Looks at the newest window of our class: ours, unless two are opened at the same moment.
    pub(super) fn watch(flags: &Flags) {
        // Whatever fails here ends the watch and nothing else; so does the end of the window, to which nothing can be sent.
        let _ = try_watch(flags);
    }

    fn try_watch(flags: &Flags) -> Result<(), ReplyOrIdError> {
        let (connection, screen) = x11rb::connect(None).map_err(|_| ReplyOrIdError::IdsExhausted)?;
        let root = connection.setup().roots[screen].root;
        let Some(window) = find(&connection, root)? else { return Ok(()) };
        let mask = EventMask::EXPOSURE | EventMask::STRUCTURE_NOTIFY | EventMask::FOCUS_CHANGE;
        let attributes = ChangeWindowAttributesAux::new().event_mask(mask);
        connection.change_window_attributes(window, &attributes)?.check()?;
        let nothing = connection.intern_atom(false, b"ROPEWALK_NOTHING")?.reply()?.atom;
        loop {
            let mut due = false;
            while let Some(event) = connection.poll_for_event()? {
                due |= take(&event, flags);
            }
            if due {
                nudge(&connection, root, window)?;
            }
            if flags.asleep.load(Ordering::Relaxed) {
                let message = ClientMessageEvent::new(32, window, nothing, [0; 5]);
                connection.send_event(false, window, EventMask::NO_EVENT, message)?.check()?;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Learns from an event whether the window is hidden. Returns whether a frame should be drawn.
    fn take(event: &Event, flags: &Flags) -> bool {
        match event {
            Event::UnmapNotify(_) | Event::DestroyNotify(_) => flags.hidden.store(true, Ordering::Relaxed),
            Event::MapNotify(_) => flags.hidden.store(false, Ordering::Relaxed),
            Event::Expose(_) | Event::FocusIn(_) | Event::FocusOut(_) => {}
            _ => return false,
        }
        true
    }

    /// The window of our class, however deep a window manager has put it; it may take a moment to appear.
    pub fn find(connection: &RustConnection, root: Window) -> Result<Option<Window>, ReplyOrIdError> {
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
    pub fn nudge(connection: &RustConnection, root: Window, window: Window) -> Result<(), ReplyOrIdError> {
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
