//! Files that are dropped on the window.
//!
//! miniquad takes drops on X11 only as plain text, which no file manager gives: they give addresses (`text/uri-list`). So
//! there a second connection to the server has a window of its own that takes them for ours (`XdndProxy`, version 5 of
//! <https://freedesktop.org/wiki/Specifications/XDND/>). Elsewhere miniquad's own way is used.

use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::sync::mpsc::{Receiver, channel};

/// What takes drops.
pub struct FileDrop {
    #[cfg(target_os = "linux")]
    paths: Receiver<PathBuf>,
}

impl FileDrop {
    /// Begins to take them; the window must be open. Where that is not possible there are none.
    pub fn start() -> Self {
        #[cfg(target_os = "linux")]
        {
            let (sender, paths) = channel();
            // It ends with the process. If it cannot start there is nothing to be done about it.
            let _ = std::thread::Builder::new().name("drops".to_owned()).spawn(move || x11::serve(&sender));
            Self { paths }
        }
        #[cfg(not(target_os = "linux"))]
        Self {}
    }

    /// A file that was dropped since the last call.
    pub fn take(&mut self) -> Option<PathBuf> {
        #[cfg(target_arch = "wasm32")]
        return crate::host::fs::given();
        #[cfg(not(target_arch = "wasm32"))]
        let plain = macroquad::input::get_dropped_files().into_iter().find_map(|file| file.path);
        #[cfg(target_os = "linux")]
        let plain = plain.or_else(|| self.paths.try_recv().ok());
        #[cfg(not(target_arch = "wasm32"))]
        plain
    }
}

/// The path in the first address of a list (RFC 2483), if that is of a file on this machine.
#[cfg(any(target_os = "linux", test))]
fn first_path(list: &[u8]) -> Option<PathBuf> {
    let lines = list.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let address = lines.filter(|line| !line.starts_with(b"#")).find_map(|line| line.strip_prefix(b"file://"))?;
    // What stands before the path is the machine's name, or nothing.
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

    use super::{
        super::window_state::x11::{find, nudge},
        first_path,
    };

    x11rb::atom_manager! {
        /// The names of the protocol.
        Names: NamesCookie {
            XdndAware, XdndProxy, XdndEnter, XdndPosition, XdndStatus, XdndDrop, XdndFinished, XdndSelection,
            XdndActionCopy, XdndTypeList,
            LIST: b"text/uri-list",
        }
    }

    /// Longest list that is asked for, in units of four bytes.
    const LONGEST: u32 = 1 << 18;

    /// Takes drops for the newest window of our class until the process ends.
    pub fn serve(paths: &Sender<PathBuf>) {
        // Whatever fails here ends the service and nothing else: there is still the dialog.
        let _ = try_serve(paths);
    }

    /// What is being dragged over the window.
    struct Guest {
        source: Window,
        has_list: bool,
    }

    struct Host<'a> {
        connection: &'a RustConnection,
        names: Names,
        /// The window that the user sees.
        window: Window,
        /// The one that takes drops for it.
        proxy: Window,
        guest: Option<Guest>,
    }

    fn try_serve(paths: &Sender<PathBuf>) -> Result<(), ReplyOrIdError> {
        let (connection, screen) = x11rb::connect(None).map_err(|_| ReplyOrIdError::IdsExhausted)?;
        let names = Names::new(&connection)?.reply()?;
        let root = connection.setup().roots[screen].root;
        let Some(window) = find(&connection, root)? else { return Ok(()) };
        let proxy = connection.generate_id()?;
        let (nowhere, class) = ((-1, -1, 1, 1), WindowClass::INPUT_ONLY);
        let (x, y, width, height) = nowhere;
        connection.create_window(0, proxy, root, x, y, width, height, 0, class, 0, &CreateWindowAux::new())?.check()?;
        // Both have to say so: a proxy of a program that is gone would take drops to nowhere.
        for of in [proxy, window] {
            connection
                .change_property32(PropMode::REPLACE, of, names.XdndProxy, AtomEnum::WINDOW, &[proxy])?
                .check()?;
            connection.change_property32(PropMode::REPLACE, of, names.XdndAware, AtomEnum::ATOM, &[5])?.check()?;
        }
        connection.flush()?;
        let mut host = Host { connection: &connection, names, window, proxy, guest: None };
        loop {
            let event = connection.wait_for_event()?;
            if let Some(path) = host.take(&event)? {
                let open = paths.send(path).is_ok();
                nudge(&connection, root, window)?;
                if !open {
                    return Ok(());
                }
            }
        }
    }

    impl Host<'_> {
        /// Answers an event. Returns what was dropped, once it is known.
        fn take(&mut self, event: &Event) -> Result<Option<PathBuf>, ReplyOrIdError> {
            let names = self.names;
            match event {
                Event::ClientMessage(message) => {
                    let data = message.data.as_data32();
                    match message.type_ {
                        kind if kind == names.XdndEnter => {
                            let has_list = self.offered(&data)?.contains(&names.LIST);
                            self.guest = Some(Guest { source: data[0], has_list });
                        }
                        kind if kind == names.XdndPosition => self.welcome()?,
                        kind if kind == names.XdndDrop => self.ask(data[2])?,
                        _ => {}
                    }
                }
                Event::SelectionNotify(answer) if answer.property == names.XdndSelection => {
                    let property = self
                        .connection
                        .get_property(true, self.proxy, names.XdndSelection, AtomEnum::ANY, 0, LONGEST)?
                        .reply()?;
                    let path = first_path(&property.value);
                    self.part(path.is_some())?;
                    return Ok(path);
                }
                Event::SelectionNotify(_) => self.part(false)?,
                _ => {}
            }
            Ok(None)
        }

        /// The forms in which a source can give what is dragged.
        fn offered(&self, data: &[u32; 5]) -> Result<Vec<Atom>, ReplyOrIdError> {
            if data[1] & 1 == 0 {
                return Ok(data[2..].to_vec());
            }
            let kinds =
                self.connection.get_property(false, data[0], self.names.XdndTypeList, AtomEnum::ATOM, 0, 1_024)?;
            Ok(kinds.reply()?.value32().map(Iterator::collect).unwrap_or_default())
        }

        /// Says whether a drop here would be taken: anywhere in the window.
        fn welcome(&self) -> Result<(), ReplyOrIdError> {
            let Some(guest) = &self.guest else { return Ok(()) };
            let (yes, action) = if guest.has_list { (1, self.names.XdndActionCopy) } else { (0, x11rb::NONE) };
            self.send(guest.source, self.names.XdndStatus, [self.window, yes, 0, 0, action])
        }

        /// Asks for what was dropped.
        fn ask(&mut self, time: u32) -> Result<(), ReplyOrIdError> {
            if !self.guest.as_ref().is_some_and(|guest| guest.has_list) {
                return self.part(false);
            }
            let selection = self.names.XdndSelection;
            self.connection.convert_selection(self.proxy, selection, self.names.LIST, selection, time)?.check()?;
            Ok(())
        }

        /// Says that it is over.
        fn part(&mut self, taken: bool) -> Result<(), ReplyOrIdError> {
            let Some(guest) = self.guest.take() else { return Ok(()) };
            let (yes, action) = if taken { (1, self.names.XdndActionCopy) } else { (0, x11rb::NONE) };
            self.send(guest.source, self.names.XdndFinished, [self.window, yes, action, 0, 0])
        }

        fn send(&self, to: Window, kind: Atom, data: [u32; 5]) -> Result<(), ReplyOrIdError> {
            let message = ClientMessageEvent::new(32, to, kind, data);
            // A source that is gone meanwhile is not told.
            let _ = self.connection.send_event(false, to, EventMask::NO_EVENT, message)?.check();
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_of_a_list_is_taken() {
        let path = |list: &str| first_path(list.as_bytes());
        assert_eq!(path("# one\r\nfile:///tmp/a%20b%25.ron\r\nfile:///c\r\n"), Some(PathBuf::from("/tmp/a b%.ron")));
        assert_eq!(path("https://example.org/x\r\nfile://box/home/x\r\n"), Some(PathBuf::from("/home/x")));
        for none in ["", "http://x/y", "file://", "file:///a%2", "file:///a%zz", "/plain/path"] {
            assert_eq!(path(none), None, "{none:?}");
        }
    }
}
