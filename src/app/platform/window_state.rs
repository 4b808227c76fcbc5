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
//! It also has the window manager make the window fill the screen.
//!
//! Turned down: a frame a few times a second. In software GL one costs 10 to 30 ms, and input waits for the next.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether anything of the window can be seen.
#[derive(Clone, Debug, Default)]
pub struct WindowState {
    flags: Arc<Flags>,
}

/// What the loop and the watch tell each other.
#[derive(Debug, Default)]
struct Flags {
    /// Nothing of the window can be seen.
    hidden: AtomicBool,
    /// The loop sleeps.
    asleep: AtomicBool,
    /// The window fills the screen.
    full_screen: AtomicBool,
    /// It is to do so, or no longer. Asked for here and not of miniquad, which on X11 knows no way back.
    #[cfg(target_os = "linux")]
    toggles: AtomicBool,
}

impl WindowState {
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

    /// Whether the window fills the screen, without a frame.
    pub fn is_full_screen(&self) -> bool {
        self.flags.full_screen.load(Ordering::Relaxed)
    }

    /// Makes the window fill the screen, or gives it its frame and size again. In a browser that is the browser's to do.
    pub fn toggle_full_screen(&self) {
        #[cfg(target_os = "linux")]
        self.flags.toggles.store(true, Ordering::Relaxed);
        #[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
        {
            let before = self.flags.full_screen.fetch_xor(true, Ordering::Relaxed);
            macroquad::miniquad::window::set_fullscreen(!before);
        }
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
                Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask,
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
        let mask =
            EventMask::EXPOSURE | EventMask::STRUCTURE_NOTIFY | EventMask::FOCUS_CHANGE | EventMask::PROPERTY_CHANGE;
        let attributes = ChangeWindowAttributesAux::new().event_mask(mask);
        connection.change_window_attributes(window, &attributes)?.check()?;
        let nothing = connection.intern_atom(false, b"ROPEWALK_NOTHING")?.reply()?.atom;
        let full_screen = FullScreen::new(&connection, root, window)?;
        loop {
            let mut due = false;
            while let Some(event) = connection.poll_for_event()? {
                due |= take(&event, flags);
                if matches!(event, Event::PropertyNotify(change) if change.atom == full_screen.state) {
                    flags.full_screen.store(full_screen.is_on()?, Ordering::Relaxed);
                }
            }
            if flags.toggles.swap(false, Ordering::Relaxed) {
                full_screen.toggle()?;
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

    /// Whether a window fills the screen: a state that is the window manager's, asked for as its standard has it (EWMH,
    /// `_NET_WM_STATE`).
    struct FullScreen<'a> {
        connection: &'a RustConnection,
        root: Window,
        window: Window,
        /// The window's states, and this one among them.
        state: Atom,
        value: Atom,
    }

    impl<'a> FullScreen<'a> {
        fn new(connection: &'a RustConnection, root: Window, window: Window) -> Result<Self, ReplyOrIdError> {
            let state = connection.intern_atom(false, b"_NET_WM_STATE")?.reply()?.atom;
            let value = connection.intern_atom(false, b"_NET_WM_STATE_FULLSCREEN")?.reply()?.atom;
            Ok(Self { connection, root, window, state, value })
        }

        fn is_on(&self) -> Result<bool, ReplyOrIdError> {
            let states =
                self.connection.get_property(false, self.window, self.state, AtomEnum::ATOM, 0, 64)?.reply()?;
            Ok(states.value32().is_some_and(|mut states| states.any(|state| state == self.value)))
        }

        fn toggle(&self) -> Result<(), ReplyOrIdError> {
            /// The other state than it is in; asked for by a program.
            const OTHER: u32 = 2;
            const PROGRAM: u32 = 1;
            let asked = [OTHER, self.value, 0, PROGRAM, 0];
            let message = ClientMessageEvent::new(32, self.window, self.state, asked);
            let manager = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
            Ok(self.connection.send_event(false, self.root, manager, message)?.check()?)
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
