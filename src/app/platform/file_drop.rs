//! Files that are dropped on the window.
//!
//! On X11 miniquad accepts drops as plain text only, and file managers offer addresses (`text/uri-list`). So a second
//! connection has a window that accepts them as a proxy (`XdndProxy`, version 5 of
//! <https://freedesktop.org/wiki/Specifications/XDND/>). On Windows miniquad reads each dropped file and panics where it
//! cannot, as with a folder, so the window's messages pass here first. Elsewhere miniquad's own drops are used.

use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::sync::mpsc::{Receiver, channel};

/// Accepts dropped files.
pub struct FileDrop {
    #[cfg(target_os = "linux")]
    paths: Receiver<PathBuf>,
}

impl FileDrop {
    /// Begins to accept drops; the window must be open.
    pub fn start() -> Self {
        #[cfg(target_os = "linux")]
        {
            let (sender, paths) = channel();
            // The thread ends with the process. Without it there are no drops.
            let _ = std::thread::Builder::new().name("drops".to_owned()).spawn(move || x11::serve(&sender));
            Self { paths }
        }
        #[cfg(windows)]
        windows::serve();
        #[cfg(not(target_os = "linux"))]
        Self {}
    }

    /// A file that was dropped since the last call.
    pub fn take(&mut self) -> Option<PathBuf> {
        #[cfg(target_arch = "wasm32")]
        return crate::host::fs::given();
        #[cfg(windows)]
        return windows::take();
        #[cfg(not(any(target_arch = "wasm32", windows)))]
        let plain = macroquad::input::get_dropped_files().into_iter().find_map(|file| file.path);
        #[cfg(target_os = "linux")]
        let plain = plain.or_else(|| self.paths.try_recv().ok());
        #[cfg(not(any(target_arch = "wasm32", windows)))]
        plain
    }
}

/// The path of the first file address in a list (RFC 2483).
#[cfg(any(target_os = "linux", test))]
fn first_path(list: &[u8]) -> Option<PathBuf> {
    let lines = list.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let address = lines.filter(|line| !line.starts_with(b"#")).find_map(|line| line.strip_prefix(b"file://"))?;
    // The path follows the name of the machine, or nothing.
    let path = &address[address.iter().position(|&byte| byte == b'/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.iter().copied();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16)).map(|digit| digit as u8);
        bytes.push(if byte == b'%' { 16 * digit(rest.next())? + digit(rest.next())? } else { byte });
    }
    #[cfg(unix)]
    let path = <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes);
    #[cfg(not(unix))]
    let path = std::ffi::OsString::from(String::from_utf8(bytes).ok()?);
    Some(PathBuf::from(path))
}

#[cfg(target_os = "linux")]
mod x11 {
    use std::{path::PathBuf, sync::mpsc::Sender};

    use x11rb::{
        connection::Connection as _,
        errors::ReplyOrIdError,
        protocol::{
            Event,
            xproto::{
                Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, Window,
                WindowClass,
            },
        },
        rust_connection::RustConnection,
        wrapper::ConnectionExt as _,
    };

    use super::super::window_state::x11::{find, send_motion};
    use super::first_path;

    x11rb::atom_manager! {
        /// Atoms of the protocol.
        Names: NamesCookie {
            XdndAware, XdndProxy, XdndEnter, XdndPosition, XdndStatus, XdndDrop, XdndFinished, XdndSelection,
            XdndActionCopy, XdndTypeList,
            LIST: b"text/uri-list",
        }
    }

    /// Longest list, in units of four bytes.
    const MAX_LENGTH: u32 = 1 << 18;

    /// Accepts drops for the newest window of the class until the process ends.
    pub fn serve(paths: &Sender<PathBuf>) {
        // An error ends the thread and nothing else: the dialog still opens files.
        let _ = try_serve(paths);
    }

    /// A drag over the window.
    struct Drag {
        source: Window,
        has_list: bool,
    }

    /// The target of drags.
    struct Target<'a> {
        connection: &'a RustConnection,
        names: Names,
        /// The window that the user sees.
        window: Window,
        /// The window that accepts drops for it.
        proxy: Window,
        drag: Option<Drag>,
    }

    fn try_serve(paths: &Sender<PathBuf>) -> Result<(), ReplyOrIdError> {
        let (connection, screen) = x11rb::connect(None).map_err(|_| ReplyOrIdError::IdsExhausted)?;
        let names = Names::new(&connection)?.reply()?;
        let root = connection.setup().roots[screen].root;
        let Some(window) = find(&connection, root)? else { return Ok(()) };
        let proxy = connection.generate_id()?;
        let (x, y, width, height) = (-1, -1, 1, 1);
        let class = WindowClass::INPUT_ONLY;
        connection.create_window(0, proxy, root, x, y, width, height, 0, class, 0, &CreateWindowAux::new())?.check()?;
        // The protocol needs the property on both, to detect a proxy whose program has ended.
        for of in [proxy, window] {
            connection
                .change_property32(PropMode::REPLACE, of, names.XdndProxy, AtomEnum::WINDOW, &[proxy])?
                .check()?;
            connection.change_property32(PropMode::REPLACE, of, names.XdndAware, AtomEnum::ATOM, &[5])?.check()?;
        }
        connection.flush()?;
        let mut target = Target { connection: &connection, names, window, proxy, drag: None };
        loop {
            let event = connection.wait_for_event()?;
            if let Some(path) = target.take(&event)? {
                let open = paths.send(path).is_ok();
                send_motion(&connection, root, window)?;
                if !open {
                    return Ok(());
                }
            }
        }
    }

    impl Target<'_> {
        /// Answers an event. Returns the path of a dropped file, once it is known.
        fn take(&mut self, event: &Event) -> Result<Option<PathBuf>, ReplyOrIdError> {
            let names = self.names;
            match event {
                Event::ClientMessage(message) => {
                    let data = message.data.as_data32();
                    match message.type_ {
                        kind if kind == names.XdndEnter => {
                            let has_list = self.offered_types(&data)?.contains(&names.LIST);
                            self.drag = Some(Drag { source: data[0], has_list });
                        }
                        kind if kind == names.XdndPosition => self.report_status()?,
                        kind if kind == names.XdndDrop => self.request_list(data[2])?,
                        _ => {}
                    }
                }
                Event::SelectionNotify(answer) if answer.property == names.XdndSelection => {
                    let property = self
                        .connection
                        .get_property(true, self.proxy, names.XdndSelection, AtomEnum::ANY, 0, MAX_LENGTH)?
                        .reply()?;
                    let path = first_path(&property.value);
                    self.finish(path.is_some())?;
                    return Ok(path);
                }
                Event::SelectionNotify(_) => self.finish(false)?,
                _ => {}
            }
            Ok(None)
        }

        /// The types that the source of a drag offers.
        fn offered_types(&self, data: &[u32; 5]) -> Result<Vec<Atom>, ReplyOrIdError> {
            if data[1] & 1 == 0 {
                return Ok(data[2..].to_vec());
            }
            let kinds =
                self.connection.get_property(false, data[0], self.names.XdndTypeList, AtomEnum::ATOM, 0, 1_024)?;
            Ok(kinds.reply()?.value32().map(Iterator::collect).unwrap_or_default())
        }

        /// Reports whether a drop would be accepted: anywhere in the window.
        fn report_status(&self) -> Result<(), ReplyOrIdError> {
            let Some(drag) = &self.drag else { return Ok(()) };
            let (yes, action) = if drag.has_list { (1, self.names.XdndActionCopy) } else { (0, x11rb::NONE) };
            self.send(drag.source, self.names.XdndStatus, [self.window, yes, 0, 0, action])
        }

        /// Requests the dropped list.
        fn request_list(&mut self, time: u32) -> Result<(), ReplyOrIdError> {
            if !self.drag.as_ref().is_some_and(|drag| drag.has_list) {
                return self.finish(false);
            }
            let selection = self.names.XdndSelection;
            self.connection.convert_selection(self.proxy, selection, self.names.LIST, selection, time)?.check()?;
            Ok(())
        }

        /// Reports the end of the drag.
        fn finish(&mut self, is_taken: bool) -> Result<(), ReplyOrIdError> {
            let Some(drag) = self.drag.take() else { return Ok(()) };
            let (yes, action) = if is_taken { (1, self.names.XdndActionCopy) } else { (0, x11rb::NONE) };
            self.send(drag.source, self.names.XdndFinished, [self.window, yes, action, 0, 0])
        }

        fn send(&self, to: Window, kind: Atom, data: [u32; 5]) -> Result<(), ReplyOrIdError> {
            let message = ClientMessageEvent::new(32, to, kind, data);
            // Fails if the source has ended.
            let _ = self.connection.send_event(false, to, EventMask::NO_EVENT, message)?.check();
            Ok(())
        }
    }
}

#[cfg(windows)]
mod windows {
    #![allow(unsafe_code, reason = "Windows tells of dropped files by a message and a handle")]

    use std::{
        ffi::OsString,
        os::windows::ffi::OsStringExt as _,
        path::PathBuf,
        ptr,
        sync::{Mutex, OnceLock, PoisonError},
    };

    use windows_sys::{
        Win32::{
            Foundation::{HWND, LPARAM, LRESULT, WPARAM},
            System::Threading::GetCurrentThreadId,
            UI::{
                Shell::{DragFinish, DragQueryFileW, HDROP},
                WindowsAndMessaging::{
                    CallWindowProcW, DefWindowProcW, EnumThreadWindows, GWL_EXSTYLE, GWLP_WNDPROC, GetWindowLongPtrW,
                    SetWindowLongPtrW, WM_DROPFILES, WNDPROC, WS_EX_ACCEPTFILES,
                },
            },
        },
        core::BOOL,
    };

    /// A file that was dropped and not yet taken.
    static DROPPED: Mutex<Option<PathBuf>> = Mutex::new(None);

    /// miniquad's procedure of the window.
    static USUAL: OnceLock<WNDPROC> = OnceLock::new();

    /// Begins to take drops from the window of this thread.
    pub fn serve() {
        // SAFETY: the procedure has the signature that the call asks for.
        unsafe { EnumThreadWindows(GetCurrentThreadId(), Some(hook), 0) };
    }

    /// The file that was dropped last, once.
    pub fn take() -> Option<PathBuf> {
        DROPPED.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Puts our procedure before that of the one window that accepts files. Returns whether to look at more windows.
    unsafe extern "system" fn hook(window: HWND, _: LPARAM) -> BOOL {
        // SAFETY: a window of this thread, whose procedure is one; `WNDPROC` is an address or null.
        unsafe {
            if GetWindowLongPtrW(window, GWL_EXSTYLE) as u32 & WS_EX_ACCEPTFILES == 0 {
                return 1;
            }
            let usual = GetWindowLongPtrW(window, GWLP_WNDPROC);
            if USUAL.set(std::mem::transmute::<isize, WNDPROC>(usual)).is_ok() {
                SetWindowLongPtrW(window, GWLP_WNDPROC, handle_message as *const () as isize);
            }
        }
        0
    }

    unsafe extern "system" fn handle_message(window: HWND, message: u32, wparam: WPARAM, lparam: LPARAM) -> LRESULT {
        // SAFETY: the system's own arguments; with this message the first one is the handle of a drop.
        unsafe {
            if message == WM_DROPFILES {
                let drop = wparam as HDROP;
                *DROPPED.lock().unwrap_or_else(PoisonError::into_inner) = first_path(drop);
                DragFinish(drop);
                return 0;
            }
            match USUAL.get() {
                Some(usual) => CallWindowProcW(*usual, window, message, wparam, lparam),
                None => DefWindowProcW(window, message, wparam, lparam),
            }
        }
    }

    /// The first path of a drop.
    ///
    /// # Safety
    /// The handle is that of a drop which is not finished.
    unsafe fn first_path(drop: HDROP) -> Option<PathBuf> {
        // SAFETY: without a buffer the call tells the length; with one it writes at most its length, the final zero included.
        unsafe {
            let length = DragQueryFileW(drop, 0, ptr::null_mut(), 0);
            let mut letters = vec![0; length as usize + 1];
            DragQueryFileW(drop, 0, letters.as_mut_ptr(), length + 1);
            letters.truncate(length as usize);
            (length > 0).then(|| OsString::from_wide(&letters).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_file_of_a_list_is_taken() {
        let path = |list: &str| first_path(list.as_bytes());
        assert_eq!(path("# one\r\nfile:///tmp/a%20b%25.ron\r\nfile:///c\r\n"), Some(PathBuf::from("/tmp/a b%.ron")));
        assert_eq!(path("https://example.org/x\r\nfile://box/home/x\r\n"), Some(PathBuf::from("/home/x")));
        for none in ["", "http://x/y", "file://", "file:///a%2", "file:///a%zz", "/plain/path"] {
            assert_eq!(path(none), None, "{none:?}");
        }
    }
}
