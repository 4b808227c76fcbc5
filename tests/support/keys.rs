//! Keys by name: from a keysym's name to its keycode on the server's keyboard.

use x11rb::connection::Connection;
use x11rb::protocol::xproto::ConnectionExt;
use x11rb::rust_connection::RustConnection;

use super::Attempt;

/// Keysyms whose names are no single character (X11/keysymdef.h). Printable ASCII is its own keysym.
const NAMED: &[(&str, u32)] = &[
    ("space", 0x20),
    ("apostrophe", 0x27),
    ("plus", 0x2b),
    ("comma", 0x2c),
    ("minus", 0x2d),
    ("period", 0x2e),
    ("slash", 0x2f),
    ("semicolon", 0x3b),
    ("equal", 0x3d),
    ("question", 0x3f),
    ("bracketleft", 0x5b),
    ("backslash", 0x5c),
    ("bracketright", 0x5d),
    ("underscore", 0x5f),
    ("grave", 0x60),
    ("BackSpace", 0xff08),
    ("Tab", 0xff09),
    ("Return", 0xff0d),
    ("Escape", 0xff1b),
    ("Home", 0xff50),
    ("Left", 0xff51),
    ("Up", 0xff52),
    ("Right", 0xff53),
    ("Down", 0xff54),
    ("Page_Up", 0xff55),
    ("Page_Down", 0xff56),
    ("End", 0xff57),
    ("Insert", 0xff63),
    ("Shift_L", 0xffe1),
    ("Shift_R", 0xffe2),
    ("Control_L", 0xffe3),
    ("Control_R", 0xffe4),
    ("Alt_L", 0xffe9),
    ("Alt_R", 0xffea),
    ("Super_L", 0xffeb),
    ("Delete", 0xffff),
];

/// F1; the others follow it.
const F1: u32 = 0xffbe;

/// The key for the second column of the keyboard.
pub(super) const SHIFT: &str = "Shift_L";

/// A key of the server's keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The server's code of the key.
    pub code: u8,
    /// Whether Shift must be held to get the symbol.
    pub shifted: bool,
}

/// The server's keyboard: which symbols each key gives.
pub(super) struct Keyboard {
    /// The code of the first key.
    first: u8,
    /// Symbols a key; the first is the plain one, the second that with Shift.
    columns: usize,
    /// The symbols of all keys.
    keysyms: Vec<u32>,
}

impl Keyboard {
    /// Asks the server.
    pub fn read(connection: &RustConnection) -> Result<Self, String> {
        let what = "cannot read the keyboard's map";
        let setup = connection.setup();
        let first = setup.min_keycode;
        let reply = connection
            .get_keyboard_mapping(first, setup.max_keycode - first + 1)
            .attempt(what)?
            .reply()
            .attempt(what)?;
        Ok(Self { first, columns: usize::from(reply.keysyms_per_keycode).max(1), keysyms: reply.keysyms })
    }

    /// The key for a name: a character ("g", "?"), or a keysym's name ("Page_Up") in any case.
    pub fn find(&self, name: &str) -> Result<Key, String> {
        let keysym = keysym(name).ok_or_else(|| format!("no key is called {name:?}"))?;
        // A plain key is preferred to a shifted one.
        [false, true]
            .into_iter()
            .find_map(|shifted| {
                let column = usize::from(shifted);
                let row =
                    self.keysyms.chunks_exact(self.columns).position(|symbols| symbols.get(column) == Some(&keysym))?;
                let code = self.first + u8::try_from(row).ok()?;
                Some(Key { code, shifted })
            })
            .ok_or_else(|| format!("this keyboard has no key for {name:?}"))
    }
}

/// The keysym with a name.
fn keysym(name: &str) -> Option<u32> {
    if let &[byte @ b' '..=b'~'] = name.as_bytes() {
        return Some(byte.into());
    }
    let function = name.strip_prefix(['F', 'f']).and_then(|digits| digits.parse::<u32>().ok());
    match function {
        Some(number @ 1..=12) => Some(F1 + number - 1),
        _ => NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, keysym)| keysym),
    }
}
