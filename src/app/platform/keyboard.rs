//! The keys of the keyboard by the user's layout.
//!
//! On X11 miniquad tells only what a key prints in the first layout without Shift, and nothing of a key that prints no
//! ASCII character there. So a second connection reads the same events of the window with their keycodes, and the
//! keymap of the server. The server puts each event into both queues at once: after a round trip on the second
//! connection, it has all key events that miniquad has had.
//!
//! In a browser the page finds the keys (`web/plugin.js`); here it tells only what they print. On Windows and macOS
//! miniquad tells the places of keys, which stay what they are.

use macroquad::miniquad::KeyCode;

#[cfg(target_arch = "wasm32")]
use crate::app::actions::{KeyboardLayout, PrintingKey, code_of, set_keyboard_layout};

/// The keyboard.
#[derive(Default)]
pub struct Keyboard {
    #[cfg(target_os = "linux")]
    keys: Option<x11::Keys>,
}

impl Keyboard {
    /// The keyboard of the window, which must be open.
    pub fn open() -> Self {
        #[cfg(target_arch = "wasm32")]
        set_keyboard_layout(&page_layout(&crate::host::keyboard_layout().unwrap_or_default()));
        Self {
            // Without it keys are those that miniquad tells.
            #[cfg(target_os = "linux")]
            keys: x11::Keys::open().ok().flatten(),
        }
    }

    /// Begins a frame, in which miniquad has told of keys or not. Call it before [`Self::code`].
    pub fn begin_frame(&mut self, has_keys: bool) {
        #[cfg(target_os = "linux")]
        if self.keys.as_mut().is_some_and(|keys| keys.read(has_keys).is_err()) {
            self.keys = None;
        }
        #[cfg(not(target_os = "linux"))]
        let _ = has_keys;
    }

    /// The key of the table of controls that was pressed or released, of which miniquad tells as `told`. Each event of
    /// a frame is asked for once, in their order.
    pub fn code(&mut self, told: KeyCode, is_press: bool) -> KeyCode {
        #[cfg(target_os = "linux")]
        return self.keys.as_mut().and_then(|keys| keys.take(is_press)).unwrap_or(told);
        #[cfg(not(target_os = "linux"))]
        {
            let _ = is_press;
            told
        }
    }
}

/// The layout that the page tells as pairs of characters: that of a US keyboard, and what the key at its place prints.
#[cfg(target_arch = "wasm32")]
fn page_layout(pairs: &str) -> KeyboardLayout {
    let characters: Vec<char> = pairs.chars().collect();
    let (pairs, _) = characters.as_chunks::<2>();
    let key = |&[place, plain]: &[char; 2]| PrintingKey {
        place: code_of(place),
        plain: Some(plain),
        shifted: None,
        third: None,
    };
    KeyboardLayout::new(pairs.iter().map(key))
}

#[cfg(target_os = "linux")]
mod x11 {
    use std::collections::{BTreeMap, VecDeque};

    use macroquad::miniquad::KeyCode;
    use x11rb::{
        connection::{Connection as _, RequestConnection as _},
        errors::{ReplyError, ReplyOrIdError},
        protocol::{
            Event,
            xkb::{
                self, BoolCtrl, ConnectionExt as _, EventType, ID, KeySymMap, MapPart, PerClientFlag, SelectEventsAux,
                SelectEventsAuxStateNotify, StatePart, VMod,
            },
            xproto::{
                ChangeWindowAttributesAux, ConnectionExt as _, EventMask, KeyButMask, KeyPressEvent, Keycode, Keysym,
            },
        },
        rust_connection::RustConnection,
        wrapper::ConnectionExt as _,
    };

    use super::super::window_state::x11::find_now;
    use crate::app::actions::{KeyboardLayout, Level, PrintingKey, code_of, set_keyboard_layout};

    /// Layouts that a keyboard can have at once, among which the user switches: groups, as XKB calls them.
    const GROUPS: u8 = 4;

    /// The keycodes of rows of keys, each with the characters of the row on a US keyboard. They are the same with all
    /// servers on Linux, which have them from the keyboards of the PC.
    const PLACES: [(Keycode, &str); 4] =
        [(10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (51, "\\zxcvbnm,./")];

    /// The Cyrillic letters from keysym 0x6c0 on, as in KOI8-R.
    const CYRILLIC: &str = "юабцдефгхийклмнопярстужвьызшэщчъ";

    /// The Cyrillic letters of other languages than Russian, and the Russian ё, from keysym 0x6a1 on.
    const OTHER_CYRILLIC: &str = "ђѓёєѕіїјљњћќґўџ";

    /// The Greek letters from keysym 0x7e1 on.
    const GREEK: &str = "αβγδεζηθικλμνξοπρσςτυφχψω";

    /// A second connection that reads the keys of the window.
    pub struct Keys {
        connection: RustConnection,
        keymap: Keymap,
        /// The layouts of all groups.
        layouts: [KeyboardLayout; GROUPS as usize],
        /// The group in use.
        group: u8,
        /// Key events that miniquad has not told of yet.
        waiting: VecDeque<KeyEvent>,
        /// The number of the last of them that came in the last frame.
        new: usize,
        /// The keys that are down, by keycode: Shift or the layout may have changed when they are released.
        pressed: BTreeMap<Keycode, Option<KeyCode>>,
    }

    /// The press or release of a key.
    struct KeyEvent {
        is_press: bool,
        /// The key of the table, or that of its place; `None` if it prints nothing.
        code: Option<KeyCode>,
    }

    impl Keys {
        /// Connects, and selects the keys of the window. `None` without a window or without XKB.
        pub fn open() -> Result<Option<Self>, ReplyOrIdError> {
            let (connection, screen) = x11rb::connect(None).map_err(|_| ReplyOrIdError::IdsExhausted)?;
            let root = connection.setup().roots[screen].root;
            let Some(window) = find_now(&connection, root)? else { return Ok(None) };
            if connection.extension_information(xkb::X11_EXTENSION_NAME)?.is_none()
                || !connection.xkb_use_extension(1, 0)?.reply()?.supported
            {
                return Ok(None);
            }
            let keyboard = ID::USE_CORE_KBD.into();
            // miniquad has repeats without releases between them, too.
            let (repeat, none) = (PerClientFlag::DETECTABLE_AUTO_REPEAT, BoolCtrl::from(0_u8));
            connection.xkb_per_client_flags(keyboard, repeat, repeat, none, none, none)?.reply()?;
            let (changes, nothing) = (EventType::NEW_KEYBOARD_NOTIFY | EventType::MAP_NOTIFY, EventType::from(0_u8));
            let group = SelectEventsAuxStateNotify {
                affect_state: StatePart::GROUP_STATE,
                state_details: StatePart::GROUP_STATE,
            };
            let group = SelectEventsAux::new().state_notify(group);
            let symbols = MapPart::KEY_SYMS;
            connection.xkb_select_events(keyboard, nothing, changes, symbols, symbols, &group)?.check()?;
            let attributes = ChangeWindowAttributesAux::new().event_mask(EventMask::KEY_PRESS | EventMask::KEY_RELEASE);
            connection.change_window_attributes(window, &attributes)?.check()?;
            let group = connection.xkb_get_state(keyboard)?.reply()?.group.into();
            let mut keys = Self {
                keymap: Keymap::default(),
                layouts: Default::default(),
                group,
                waiting: VecDeque::new(),
                new: 0,
                pressed: BTreeMap::new(),
                connection,
            };
            keys.load()?;
            keys.show_layout();
            Ok(Some(keys))
        }

        /// Reads the events of a frame: if miniquad has told of keys, at least these.
        pub fn read(&mut self, has_keys: bool) -> Result<(), ReplyError> {
            // miniquad has told in the last frame of those that came before it, or never will.
            self.waiting.drain(..self.waiting.len().saturating_sub(self.new));
            if has_keys {
                self.connection.sync()?;
            }
            let known = self.waiting.len();
            let mut is_other_layout = false;
            while let Some(event) = self.connection.poll_for_event()? {
                match event {
                    Event::KeyPress(key) => self.push(&key, true),
                    Event::KeyRelease(key) => self.push(&key, false),
                    Event::XkbStateNotify(state) => {
                        self.group = state.group.into();
                        is_other_layout = true;
                    }
                    Event::XkbNewKeyboardNotify(_) | Event::XkbMapNotify(_) => {
                        self.load()?;
                        is_other_layout = true;
                    }
                    _ => {}
                }
            }
            self.new = self.waiting.len() - known;
            if is_other_layout {
                self.show_layout();
            }
            Ok(())
        }

        fn push(&mut self, event: &KeyPressEvent, is_press: bool) {
            let keycode = event.detail;
            let released = if is_press { None } else { self.pressed.remove(&keycode) };
            let code = released.unwrap_or_else(|| {
                let state = u16::from(event.state);
                let has = |modifier: KeyButMask| state & u16::from(modifier) != 0;
                let level = match () {
                    // The keymaps of xkeyboard-config have AltGr there.
                    () if has(KeyButMask::MOD5) => Level::AltGr,
                    () if has(KeyButMask::SHIFT) => Level::Shift,
                    () => Level::Plain,
                };
                // XKB has the group in two bits of the core protocol's state.
                let group = (state >> 13) as u8 % GROUPS;
                let key = self.keymap.printing_key(keycode, group)?;
                self.layouts[usize::from(group)].code(&key, level)
            });
            if is_press {
                self.pressed.insert(keycode, code);
            }
            self.waiting.push_back(KeyEvent { is_press, code });
        }

        /// Takes the next press or release: the key, unless miniquad knows it better.
        pub fn take(&mut self, is_press: bool) -> Option<KeyCode> {
            let index = self.waiting.iter().position(|event| event.is_press == is_press)?;
            self.waiting.drain(..=index).next_back()?.code
        }

        /// Loads the keymap of the server.
        fn load(&mut self) -> Result<(), ReplyError> {
            let (symbols, none) = (MapPart::KEY_SYMS, MapPart::from(0_u8));
            let keyboard = ID::USE_CORE_KBD.into();
            let reply = self.connection.xkb_get_map(
                keyboard,
                symbols,
                none,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                VMod::from(0_u8),
                0,
                0,
                0,
                0,
                0,
                0,
            )?;
            let reply = reply.reply()?;
            self.keymap = Keymap { first: reply.first_key_sym, keys: reply.map.syms_rtrn.unwrap_or_default() };
            self.layouts = std::array::from_fn(|group| self.keymap.layout(group as u8));
            Ok(())
        }

        /// Tells texts what the keys of the group in use print.
        fn show_layout(&self) {
            set_keyboard_layout(&self.layouts[usize::from(self.group % GROUPS)]);
        }
    }

    /// The symbols of all keys.
    #[derive(Default)]
    struct Keymap {
        /// The keycode of the first key.
        first: Keycode,
        keys: Vec<KeySymMap>,
    }

    impl Keymap {
        fn layout(&self, group: u8) -> KeyboardLayout {
            KeyboardLayout::new((self.first..=Keycode::MAX).filter_map(|keycode| self.printing_key(keycode, group)))
        }

        /// A key in a group, if it prints characters.
        fn printing_key(&self, keycode: Keycode, group: u8) -> Option<PrintingKey> {
            let key = self.keys.get(usize::from(keycode.checked_sub(self.first)?))?;
            let start = usize::from(own_group(key.group_info, group)?) * usize::from(key.width);
            let symbols = key.syms.get(start..start + usize::from(key.width))?;
            symbols.first().filter(|&&symbol| is_printing(symbol))?;
            let printed = |level: usize| symbols.get(level).copied().and_then(character);
            Some(PrintingKey { place: place(keycode), plain: printed(0), shifted: printed(1), third: printed(2) })
        }
    }

    /// The group of a key that is in use while the keyboard is in `group`: keys with one group have it in all layouts.
    fn own_group(info: u8, group: u8) -> Option<u8> {
        let count = info & 0x0f;
        match info & 0xc0 {
            _ if group < count => Some(group),
            _ if count == 0 => None,
            0x40 => Some(count - 1),
            0x80 => Some((info >> 4) & 3).filter(|group| *group < count).or(Some(0)),
            _ => Some(group % count),
        }
    }

    /// The key that a US keyboard has at the place of a keycode.
    fn place(keycode: Keycode) -> Option<KeyCode> {
        PLACES.into_iter().find_map(|(first, row)| {
            let number = keycode.checked_sub(first)?;
            row.chars().nth(number.into()).and_then(code_of)
        })
    }

    /// Whether a keysym is a character or a dead key, and not a function such as Return.
    fn is_printing(symbol: Keysym) -> bool {
        matches!(symbol, 1..0xfe00 | 0xfe50..0xff00 | 0x0100_0000..=0x0110_ffff)
    }

    /// The character of a keysym (X11/keysymdef.h), as far as the interface has a glyph for it.
    fn character(symbol: Keysym) -> Option<char> {
        let letter = |letters: &str, first: Keysym| letters.chars().nth(usize::try_from(symbol - first).ok()?);
        match symbol {
            0x20..0x7f | 0xa0..0x100 => char::from_u32(symbol),
            0x6a1..0x6b0 => letter(OTHER_CYRILLIC, 0x6a1),
            0x6c0..0x6e0 => letter(CYRILLIC, 0x6c0),
            0x7e1..0x7fa => letter(GREEK, 0x7e1),
            0xfe50..0xfe54 => letter("`´^~", 0xfe50),
            0xfe57 => Some('¨'),
            0x0100_0100..=0x0110_ffff => char::from_u32(symbol - 0x0100_0000),
            _ => None,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// A keymap of two keys from keycode 24 on, each with symbols of two groups.
        fn keymap(keys: [[Keysym; 4]; 2]) -> Keymap {
            let keys = keys.map(|syms| KeySymMap { kt_index: [0; 4], group_info: 2, width: 2, syms: syms.to_vec() });
            Keymap { first: 24, keys: keys.into() }
        }

        #[test]
        fn keymap_tells_what_keys_print_in_each_layout() {
            let (cyrillic_shorti, return_key) = (0x6ca, 0xff0d);
            let keymap = keymap([[0x71, 0x51, cyrillic_shorti, 0x6ea], [return_key; 4]]);
            let key = |plain, shifted| {
                Some(PrintingKey { place: Some(KeyCode::Q), plain: Some(plain), shifted, third: None })
            };
            assert_eq!(keymap.printing_key(24, 0), key('q', Some('Q')));
            assert_eq!(keymap.printing_key(24, 1), key('й', None));
            assert_eq!(keymap.printing_key(24, 2), key('q', Some('Q')), "groups repeat");
            assert_eq!([23, 25, 26].map(|keycode| keymap.printing_key(keycode, 0)), [None; 3]);
        }

        #[test]
        fn groups_beyond_those_of_a_key_are_mapped_to_one() {
            assert_eq!([0, 1, 2].map(|group| own_group(2, group)), [Some(0), Some(1), Some(0)]);
            assert_eq!(own_group(0x42, 3), Some(1), "the last");
            assert_eq!(own_group(0x92, 3), Some(1), "the one that it names");
            assert_eq!(own_group(0, 0), None);
        }

        #[test]
        fn places_are_those_of_a_us_keyboard() {
            use KeyCode::{A, Apostrophe, G, GraveAccent, Key0, Key2, LeftBracket, Slash, Z};
            let places = [11, 19, 34, 38, 42, 48, 49, 52, 61].map(place);
            assert_eq!(places, [Key2, Key0, LeftBracket, A, G, Apostrophe, GraveAccent, Z, Slash].map(Some));
            // Return, the space bar, and the key beside the left Shift.
            assert_eq!([36, 65, 94].map(place), [None; 3]);
        }

        #[test]
        fn keysyms_are_characters() {
            let symbols = [0x71, 0xe9, 0x6c6, 0x6d1, 0x6df, 0x6a3, 0x7e1, 0x7f3, 0x7f9, 0xfe52, 0x0100_045e];
            let characters: String = symbols.into_iter().filter_map(character).collect();
            assert_eq!(characters, "qéфяъёαςω^ў");
        }
    }
}
