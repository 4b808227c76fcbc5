//! A file manager that drops files on windows (XDND, version 5).

use std::path::Path;

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, SelectionNotifyEvent,
    Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::{Attempt as _, PATIENCE, wait_for};

/// One with a connection of its own.
pub struct Source {
    connection: RustConnection,
    window: Window,
}

impl Source {
    /// Connects to a display.
    pub fn new(display: &str) -> Result<Self, String> {
        let (connection, screen) = RustConnection::connect(Some(display)).attempt("cannot connect")?;
        let window = connection.generate_id().attempt("no id")?;
        let root = connection.setup().roots[screen].root;
        let (class, no_more) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        let made = connection.create_window(0, window, root, 0, 0, 1, 1, 0, class, 0, &no_more);
        made.attempt("no window")?.check().attempt("no window")?;
        Ok(Self { connection, window })
    }

    fn atom(&self, name: &str) -> Result<Atom, String> {
        let atom = self.connection.intern_atom(false, name.as_bytes()).attempt(name)?.reply().attempt(name)?;
        Ok(atom.atom)
    }

    /// Drops a file on a window, and waits until the program has taken it.
    pub fn drop(&self, onto: Window, path: &Path) -> Result<(), String> {
        // The window that takes drops for another names itself there, and on itself.
        let proxy = self.atom("XdndProxy")?;
        let taker = wait_for("somebody who takes drops", PATIENCE, || {
            let of = |window| -> Result<Option<Window>, String> {
                let property = self.connection.get_property(false, window, proxy, AtomEnum::WINDOW, 0, 1);
                let value = property.attempt("no property")?.reply().attempt("no property")?;
                Ok(value.value32().and_then(|mut windows| windows.next()))
            };
            let taker = of(onto)?;
            Ok(taker.filter(|&taker| of(taker) == Ok(Some(taker))))
        })?;
        let list = self.atom("text/uri-list")?;
        let selection = self.atom("XdndSelection")?;
        let owned = self.connection.set_selection_owner(self.window, selection, x11rb::CURRENT_TIME);
        owned.attempt("no selection")?.check().attempt("no selection")?;
        let copy = self.atom("XdndActionCopy")?;
        self.send(taker, onto, "XdndEnter", [self.window, 5 << 24, list, 0, 0])?;
        self.send(taker, onto, "XdndPosition", [self.window, 0, 0, x11rb::CURRENT_TIME, copy])?;
        let status = self.atom("XdndStatus")?;
        let finished = self.atom("XdndFinished")?;
        wait_for("the end of the drop", PATIENCE, || {
            let Some(event) = self.connection.poll_for_event().attempt("no event")? else { return Ok(None) };
            match event {
                Event::ClientMessage(message) if message.type_ == status => {
                    assert_eq!(message.data.as_data32()[1], 1, "it would not be taken");
                    self.send(taker, onto, "XdndDrop", [self.window, 0, x11rb::CURRENT_TIME, 0, 0])?;
                    Ok(None)
                }
                Event::ClientMessage(message) if message.type_ == finished => {
                    assert_eq!(message.data.as_data32()[1], 1, "it was not taken");
                    Ok(Some(()))
                }
                Event::SelectionRequest(request) => {
                    let address = format!("file://{}\r\n", escaped(path));
                    let (kind, to) = (request.target, request.requestor);
                    self.connection
                        .change_property8(PropMode::REPLACE, to, request.property, kind, address.as_bytes())
                        .attempt("cannot give it")?;
                    let answer = SelectionNotifyEvent {
                        response_type: x11rb::protocol::xproto::SELECTION_NOTIFY_EVENT,
                        sequence: 0,
                        time: request.time,
                        requestor: to,
                        selection: request.selection,
                        target: kind,
                        property: request.property,
                    };
                    self.connection.send_event(false, to, EventMask::NO_EVENT, answer).attempt("cannot answer")?;
                    self.connection.flush().attempt("cannot answer")?;
                    Ok(None)
                }
                _ => Ok(None),
            }
        })
    }

    /// Sends a message about `window` to the window that takes its drops.
    fn send(&self, taker: Window, window: Window, name: &str, data: [u32; 5]) -> Result<(), String> {
        let message = ClientMessageEvent::new(32, window, self.atom(name)?, data);
        self.connection.send_event(false, taker, EventMask::NO_EVENT, message).attempt(name)?;
        self.connection.flush().attempt(name)
    }
}

/// A path, percent-encoded for an address.
fn escaped(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|&byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
