//! The window on the screen: whether it is hidden or full screen, and when a blocked main loop must wake.
//!
//! While nothing changes, the main loop is blocked until the window system sends an event (see
//! `Game::request_next_frame`). macroquad draws no frame when an X11 window is uncovered, restored or focused, and a
//! paused window would come back empty. So a second connection watches the window and answers such events with a
//! pointer motion to the current position.
//!
//! Before it blocks, miniquad reads the waiting events and then waits for one more before it handles them. A key at
//! that moment would be handled at the next event. So an empty message, which draws no frame, is sent ten times per
//! second while the main loop is blocked.
//!
//! Full screen is requested from the window manager, because miniquad on X11 cannot leave it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The state of the window on the screen.
#[derive(Clone, Debug, Default)]
pub struct WindowState {
    flags: Arc<SharedFlags>,
}

/// The screen that a window will open on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Pixels per point of the interface: 2 on a screen of high density.
    pub density: f32,
}

impl Screen {
    /// The size of a window, pixels, that has room for as much as one of `size` on a screen of density 1.
    pub fn scaled(self, size: (u32, u32)) -> (u32, u32) {
        let scaled = |side: u32| (side as f32 * self.density.clamp(1.0, 8.0)).round() as u32;
        self.limited((scaled(size.0), scaled(size.1)))
    }

    /// A size that is no larger than the screen, pixels.
    pub fn limited(self, size: (u32, u32)) -> (u32, u32) {
        (size.0.min(self.size.0), size.1.min(self.size.1))
    }
}

/// Flags that the main loop and the watching thread share.
#[derive(Debug, Default)]
struct SharedFlags {
    /// Whether the window is minimised, or on another desktop.
    hidden: AtomicBool,
    /// Whether the main loop is blocked until an event.
    idle: AtomicBool,
    /// Whether the window fills the screen.
    full_screen: AtomicBool,
    /// Whether the main loop has asked the watching thread to switch full screen on or off.
    #[cfg(target_os = "linux")]
    toggles: AtomicBool,
}

impl WindowState {
    /// Starts to watch the window, which must be open. On a platform without a watcher, the window counts as visible.
    pub fn start() -> Self {
        let state = Self::default();
        #[cfg(target_os = "linux")]
        {
            let flags = Arc::clone(&state.flags);
            // The thread ends with the window. Without it the window works, but wakes late.
            let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || x11::watch(&flags));
        }
        state
    }

    /// The screen, if known before a window is open.
    pub fn screen() -> Option<Screen> {
        #[cfg(target_os = "linux")]
        return x11::screen();
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Whether the window is minimised, or on another desktop.
    pub fn is_hidden(&self) -> bool {
        self.flags.hidden.load(Ordering::Relaxed)
    }

    /// Whether the window fills the screen.
    pub fn is_full_screen(&self) -> bool {
        self.flags.full_screen.load(Ordering::Relaxed)
    }

    /// Switches full screen on or off. In a browser the browser does so.
    pub fn toggle_full_screen(&self) {
        #[cfg(target_os = "linux")]
        self.flags.toggles.store(true, Ordering::Relaxed);
        #[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
        {
            let before = self.flags.full_screen.fetch_xor(true, Ordering::Relaxed);
            macroquad::miniquad::window::set_fullscreen(!before);
        }
    }

    /// Tells the watching thread whether the main loop is about to block.
    pub fn set_idle(&self, idle: bool) {
        self.flags.idle.store(idle, Ordering::Relaxed);
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

    use super::{Screen, SharedFlags};
    use crate::app::platform::{ending, screen_reader};

    /// The class of the window, by which it is found.
    const CLASS: &[u8] = b"ropewalk\0";

    /// Time between two polls.
    const PAUSE: Duration = Duration::from_millis(100);

    /// Dots per inch of a screen of density 1.
    const PLAIN_DPI: f32 = 96.0;

    /// The screen; `None` without one.
    pub fn screen() -> Option<Screen> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let screen = &connection.setup().roots[screen];
        let resources = AtomEnum::RESOURCE_MANAGER;
        let resources = connection.get_property(false, screen.root, resources, AtomEnum::STRING, 0, 1 << 16);
        let resources = resources.ok().and_then(|asked| asked.reply().ok()).map(|reply| reply.value);
        let density = density(&String::from_utf8_lossy(&resources.unwrap_or_default()));
        Some(Screen { size: (screen.width_in_pixels.into(), screen.height_in_pixels.into()), density })
    }

    /// The density that the resources of a display tell, as miniquad reads it.
    pub(super) fn density(resources: &str) -> f32 {
        let dpi =
            resources.lines().find_map(|line| line.strip_prefix("Xft.dpi:")).and_then(|dpi| dpi.trim().parse().ok());
        dpi.filter(|dpi: &f32| dpi.is_finite() && *dpi > 0.0).map_or(1.0, |dpi| dpi / PLAIN_DPI)
    }

    /// Watches the newest window of the class: this one, unless two open at the same moment.
    pub(super) fn watch(flags: &SharedFlags) {
        // An error, such as a closed window, ends the thread and nothing else.
        let _ = try_watch(flags);
    }

    fn try_watch(flags: &SharedFlags) -> Result<(), ReplyOrIdError> {
        let (connection, screen) = x11rb::connect(None).map_err(|_| ReplyOrIdError::IdsExhausted)?;
        let root = connection.setup().roots[screen].root;
        let Some(window) = find(&connection, root)? else { return Ok(()) };
        let mask =
            EventMask::EXPOSURE | EventMask::STRUCTURE_NOTIFY | EventMask::FOCUS_CHANGE | EventMask::PROPERTY_CHANGE;
        let attributes = ChangeWindowAttributesAux::new().event_mask(mask);
        connection.change_window_attributes(window, &attributes)?.check()?;
        let empty_message = connection.intern_atom(false, b"ROPEWALK_NOTHING")?.reply()?.atom;
        let full_screen = FullScreen::new(&connection, root, window)?;
        loop {
            // A blocked main loop notices a request to end, or of a screen reader, at its next event.
            let mut needs_frame = ending::is_requested() || screen_reader::wants_frame();
            while let Some(event) = connection.poll_for_event()? {
                needs_frame |= update_flags(&event, flags);
                if matches!(event, Event::PropertyNotify(change) if change.atom == full_screen.state) {
                    flags.full_screen.store(full_screen.is_on()?, Ordering::Relaxed);
                }
            }
            if flags.toggles.swap(false, Ordering::Relaxed) {
                full_screen.toggle()?;
            }
            if needs_frame {
                send_motion(&connection, root, window)?;
            }
            if flags.idle.load(Ordering::Relaxed) {
                let message = ClientMessageEvent::new(32, window, empty_message, [0; 5]);
                connection.send_event(false, window, EventMask::NO_EVENT, message)?.check()?;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// The full screen state of a window, which the window manager owns (EWMH, `_NET_WM_STATE`).
    struct FullScreen<'a> {
        connection: &'a RustConnection,
        root: Window,
        window: Window,
        /// Atom of the window's states.
        state: Atom,
        /// Atom of full screen among them.
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
            /// Toggle the state.
            const TOGGLE: u32 = 2;
            /// The request comes from a program.
            const PROGRAM: u32 = 1;
            let data = [TOGGLE, self.value, 0, PROGRAM, 0];
            let message = ClientMessageEvent::new(32, self.window, self.state, data);
            let manager = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
            Ok(self.connection.send_event(false, self.root, manager, message)?.check()?)
        }
    }

    /// Updates the flags from an event. Returns whether a frame should be drawn.
    fn update_flags(event: &Event, flags: &SharedFlags) -> bool {
        match event {
            Event::UnmapNotify(_) | Event::DestroyNotify(_) => flags.hidden.store(true, Ordering::Relaxed),
            Event::MapNotify(_) => flags.hidden.store(false, Ordering::Relaxed),
            Event::Expose(_) | Event::FocusIn(_) | Event::FocusOut(_) => {}
            _ => return false,
        }
        true
    }

    /// Finds the window of the class, at any depth below the root. It may take a moment to appear.
    pub fn find(connection: &RustConnection, root: Window) -> Result<Option<Window>, ReplyOrIdError> {
        for _ in 0..50 {
            if let Some(window) = find_now(connection, root)? {
                return Ok(Some(window));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(None)
    }

    /// The same, without waiting.
    pub fn find_now(connection: &RustConnection, root: Window) -> Result<Option<Window>, ReplyOrIdError> {
        let mut open = vec![root];
        while let Some(window) = open.pop() {
            let class = AtomEnum::WM_CLASS;
            let class = connection.get_property(false, window, class, AtomEnum::STRING, 0, 64)?.reply();
            // The window may have closed meanwhile.
            let Ok(class) = class else { continue };
            if class.value.ends_with(CLASS) {
                return Ok(Some(window));
            }
            if let Ok(tree) = connection.query_tree(window)?.reply() {
                open.extend(tree.children);
            }
        }
        Ok(None)
    }

    /// Sends the window a pointer motion to the current position, which makes it draw a frame.
    pub fn send_motion(connection: &RustConnection, root: Window, window: Window) -> Result<(), ReplyOrIdError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_window_has_as_much_room_on_a_dense_screen() {
        let screen = |width, height, density| Screen { size: (width, height), density };
        assert_eq!(screen(3_840, 2_160, 2.0).scaled((1_280, 800)), (2_560, 1_600));
        assert_eq!(screen(1_920, 1_080, 1.0).scaled((1_280, 800)), (1_280, 800));
        assert_eq!(screen(2_000, 1_200, 2.0).scaled((1_280, 800)), (2_000, 1_200), "no larger than the screen");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn density_is_read_from_the_resources_of_the_display() {
        assert_eq!(x11::density("Xft.antialias:\t1\nXft.dpi:\t192\n"), 2.0);
        assert_eq!([x11::density(""), x11::density("Xft.dpi: many"), x11::density("Xft.dpi: 0")], [1.0; 3]);
    }
}
