//! The layout of the keyboard: what its keys print, and which key of the table of controls each of them is.
//!
//! A key of the table is found by its character, wherever the layout has it. A key that prints the character of none is
//! found by its place, as on a US keyboard: so digits are found where they need Shift, and letters where all are Greek.

use macroquad::miniquad::KeyCode;

/// The keys that print characters on a US keyboard, without Shift. Their codes are those of ASCII.
const PRINTING: [KeyCode; 47] = [
    KeyCode::Key1,
    KeyCode::Key2,
    KeyCode::Key3,
    KeyCode::Key4,
    KeyCode::Key5,
    KeyCode::Key6,
    KeyCode::Key7,
    KeyCode::Key8,
    KeyCode::Key9,
    KeyCode::Key0,
    KeyCode::Minus,
    KeyCode::Equal,
    KeyCode::Q,
    KeyCode::W,
    KeyCode::E,
    KeyCode::R,
    KeyCode::T,
    KeyCode::Y,
    KeyCode::U,
    KeyCode::I,
    KeyCode::O,
    KeyCode::P,
    KeyCode::LeftBracket,
    KeyCode::RightBracket,
    KeyCode::A,
    KeyCode::S,
    KeyCode::D,
    KeyCode::F,
    KeyCode::G,
    KeyCode::H,
    KeyCode::J,
    KeyCode::K,
    KeyCode::L,
    KeyCode::Semicolon,
    KeyCode::Apostrophe,
    KeyCode::GraveAccent,
    KeyCode::Backslash,
    KeyCode::Z,
    KeyCode::X,
    KeyCode::C,
    KeyCode::V,
    KeyCode::B,
    KeyCode::N,
    KeyCode::M,
    KeyCode::Comma,
    KeyCode::Period,
    KeyCode::Slash,
];

/// The signs by which keys of the table are found. The slash is not one of them: its key has an action only for the
/// question mark, which other layouts have elsewhere.
const SIGNS: [KeyCode; 5] =
    [KeyCode::Minus, KeyCode::Equal, KeyCode::LeftBracket, KeyCode::RightBracket, KeyCode::Period];

/// A key that prints characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintingKey {
    /// The key at its place on a US keyboard, if that has one there.
    pub place: Option<KeyCode>,
    /// The character that it prints without Shift, if known.
    pub plain: Option<char>,
    /// The character that it prints with Shift, if known.
    pub shifted: Option<char>,
    /// The character that it prints with AltGr, if known.
    pub third: Option<char>,
}

/// The modifiers by which a key prints one of its characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// None.
    Plain,
    /// Shift.
    Shift,
    /// AltGr, with Shift or without.
    AltGr,
}

/// All printing keys of a keyboard.
#[derive(Clone, Debug, Default)]
pub struct KeyboardLayout(Vec<PrintingKey>);

impl KeyboardLayout {
    /// The layout of these keys.
    pub fn new(keys: impl IntoIterator<Item = PrintingKey>) -> Self {
        Self(keys.into_iter().collect())
    }

    /// The key of the table of controls that a key is. `None` if it prints no character of the table and has no place
    /// on a US keyboard, as the space bar.
    pub fn code(&self, key: &PrintingKey, level: Level) -> Option<KeyCode> {
        let [printed, other] = match level {
            Level::Plain => [key.plain, key.shifted],
            Level::Shift => [key.shifted, key.plain],
            // It is for characters alone.
            Level::AltGr => return key.third.and_then(shortcut).or(key.place.map(|_| KeyCode::Unknown)),
        };
        let by_character = printed.and_then(shortcut).or_else(|| other.and_then(shortcut));
        let by_place = || key.place.map(|place| if self.has_elsewhere(place) { KeyCode::Unknown } else { place });
        by_character.or_else(by_place)
    }

    /// Whether the character of a place is that of a key at another one.
    fn has_elsewhere(&self, place: KeyCode) -> bool {
        let is_it = |character: char| code_of(character) == Some(place);
        self.0.iter().any(|key| key.place != Some(place) && key.plain.is_some_and(is_it))
    }

    /// The characters in names of keys that no key prints, each with what the key prints that is found by their place.
    pub fn renamed(&self) -> Vec<(char, char)> {
        let prints = |code: KeyCode| {
            let mut characters = self.0.iter().flat_map(|key| [key.plain, key.shifted]).flatten();
            characters.any(|character| shortcut(character) == Some(code))
        };
        // All layouts have digits, and some systems tell only what keys print without Shift.
        let named =
            PRINTING.into_iter().filter(|&code| us_character(code).is_ascii_uppercase() || SIGNS.contains(&code));
        let renamed = named.filter(|&code| !prints(code)).filter_map(|code| {
            let key =
                self.0.iter().find(|key| key.place == Some(code) && self.code(key, Level::Plain) == Some(code))?;
            Some((us_character(code), key.plain.filter(|&character| has_glyph(character)).map(capital)?))
        });
        renamed.collect()
    }

    /// What each key of the table prints without Shift, in lower case.
    pub fn printed(&self) -> Vec<(KeyCode, char)> {
        let printed = self.0.iter().filter_map(|key| {
            let code = self.code(key, Level::Plain).filter(|&code| code != KeyCode::Unknown)?;
            Some((code, lower_case(key.plain?)))
        });
        printed.collect()
    }
}

/// A letter in lower case, if that is one letter.
pub fn lower_case(character: char) -> char {
    let mut lower = character.to_lowercase();
    lower.next().filter(|_| lower.next().is_none()).unwrap_or(character)
}

/// The character that a printing key has on a US keyboard, in lower case.
pub fn us_name(code: KeyCode) -> Option<char> {
    PRINTING.contains(&code).then(|| us_character(code).to_ascii_lowercase())
}

/// The character that a printing key has on a US keyboard, a capital letter.
fn us_character(code: KeyCode) -> char {
    char::from_u32(code as u32).unwrap_or_default()
}

/// The printing key of a US keyboard that has a character without Shift.
pub fn code_of(character: char) -> Option<KeyCode> {
    PRINTING.into_iter().find(|&code| us_character(code) == character.to_ascii_uppercase())
}

/// The key of the table that a character stands for.
fn shortcut(character: char) -> Option<KeyCode> {
    match character {
        '?' => Some(KeyCode::Slash),
        _ => code_of(character).filter(|code| character.is_ascii_alphanumeric() || SIGNS.contains(code)),
    }
}

/// A letter as keyboards show it: a capital, if that is one letter of its own. (A final sigma has no capital.)
pub fn capital(character: char) -> char {
    let mut upper = character.to_uppercase();
    let capital = upper.next().filter(|_| upper.next().is_none());
    capital.filter(|capital| capital.to_lowercase().eq([character])).unwrap_or(character)
}

/// Whether the font of the interface has a character: it has Latin, Greek and Cyrillic letters.
fn has_glyph(character: char) -> bool {
    character > ' ' && character < '\u{530}'
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: [&str; 2] =
        ["1234567890-=qwertyuiop[]asdfghjkl;'`\\zxcvbnm,./", "!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:\"~|ZXCVBNM<>?"];
    const FRENCH: [&str; 2] =
        ["&é\"'(-è_çà)=azertyuiop^$qsdfghjklmù²*wxcvbn,;:!", "1234567890°+AZERTYUIOP¨£QSDFGHJKLM%~µWXCVBN?./§"];
    const GERMAN: [&str; 2] =
        ["1234567890ß´qwertzuiopü+asdfghjklöä^#yxcvbnm,.-", "!\"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄ°'YXCVBNM;:_"];
    const RUSSIAN: [&str; 2] =
        ["1234567890-=йцукенгшщзхъфывапролджэё\\ячсмитьбю.", "!\"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЁ/ЯЧСМИТЬБЮ,"];
    const GREEK: [&str; 2] =
        ["1234567890-=;ςερτυθιοπ[]ασδφγηξκλ´'`\\ζχψωβνμ,./", "!@#$%^&*()_+:ΣΕΡΤΥΘΙΟΠ{}ΑΣΔΦΓΗΞΚΛ¨\"~|ΖΧΨΩΒΝΜ<>?"];
    const DVORAK: [&str; 2] =
        ["1234567890[]',.pyfgcrl/=aoeuidhtns-`\\;qjkxbmwvz", "!@#$%^&*(){}\"<>PYFGCRL?+AOEUIDHTNS_~|:QJKXBMWVZ"];

    /// The layout that prints these characters, without and with Shift, at the places of [`PRINTING`].
    fn layout([plain, shifted]: [&str; 2]) -> KeyboardLayout {
        let [plain, shifted] = [plain, shifted].map(|row| row.chars().collect::<Vec<_>>());
        assert_eq!([plain.len(), shifted.len()], [PRINTING.len(); 2], "{plain:?}");
        let characters = plain.into_iter().zip(shifted);
        KeyboardLayout::new(PRINTING.into_iter().zip(characters).map(|(place, (plain, shifted))| PrintingKey {
            place: Some(place),
            plain: Some(plain),
            shifted: Some(shifted),
            third: None,
        }))
    }

    /// The keys of the table at the places that have these characters on a US keyboard.
    fn codes(rows: [&str; 2], places: &str, level: Level) -> Vec<KeyCode> {
        let layout = layout(rows);
        let keys = places.chars().map(|place| {
            let place = code_of(place);
            layout.0.iter().find(|key| key.place == place).expect("a place of the keyboard")
        });
        keys.map(|key| layout.code(key, level).expect("a key with a place")).collect()
    }

    #[test]
    fn keys_of_a_us_keyboard_are_what_they_print() {
        for level in [Level::Plain, Level::Shift] {
            assert_eq!(codes(US, US[0], level), PRINTING);
        }
    }

    #[test]
    fn digits_of_a_french_keyboard_need_no_shift() {
        let digits = &PRINTING[..10];
        assert_eq!(codes(FRENCH, "1234567890", Level::Shift), digits);
        let plain = codes(FRENCH, "1234567890", Level::Plain);
        // The sixth key prints a minus, which is the key of another action.
        let all_but_sixth = |codes: &[KeyCode]| [&codes[..5], &codes[6..]].concat();
        assert_eq!(all_but_sixth(&plain), all_but_sixth(digits));
        assert_eq!(plain[5], KeyCode::Minus);
    }

    #[test]
    fn latin_letters_are_found_by_what_keys_print() {
        use KeyCode::{A, C, G, M, Q, Slash, U, Unknown, W, Y, Z};
        assert_eq!(codes(FRENCH, "QWAZ;", Level::Plain), [A, Z, Q, W, M]);
        assert_eq!(codes(FRENCH, "M", Level::Shift), [Slash], "it prints a question mark");
        assert_eq!(codes(GERMAN, "YZ", Level::Plain), [Z, Y]);
        assert_eq!(codes(DVORAK, "UI", Level::Plain), [G, C]);
        assert_eq!(codes(DVORAK, "FQ", Level::Plain), [U, Unknown], "Q prints an apostrophe, and another key a Q");
    }

    #[test]
    fn signs_are_found_where_a_german_keyboard_has_them() {
        use KeyCode::{Equal, Key7, LeftBracket, Minus, RightBracket, Slash, Unknown};
        assert_eq!(codes(GERMAN, "/-[]=", Level::Plain), [Minus, Slash, LeftBracket, RightBracket, Equal]);
        assert_eq!(codes(GERMAN, "-07", Level::Shift), [Slash, Equal, Key7], "a slash is no question mark");
        assert_eq!(codes(FRENCH, "-", Level::Plain), [Unknown], "it prints a bracket, and another key the minus");
    }

    #[test]
    fn alt_gr_is_for_the_character_that_it_prints() {
        let key = |place, plain, third| PrintingKey { place, plain: Some(plain), shifted: None, third: Some(third) };
        let (eight, e) = (key(Some(KeyCode::Key8), '8', '['), key(Some(KeyCode::E), 'e', '€'));
        let space = key(None, ' ', ' ');
        let layout = KeyboardLayout::new([eight, e, space]);
        let codes = [eight, e, space].map(|key| layout.code(&key, Level::AltGr));
        assert_eq!(codes, [Some(KeyCode::LeftBracket), Some(KeyCode::Unknown), None]);
    }

    #[test]
    fn other_alphabets_are_found_by_place() {
        let letters = "QWERTYUIOPASDFGHJKLZXCVBNM";
        let expected: Vec<_> = letters.chars().filter_map(code_of).collect();
        for rows in [RUSSIAN, GREEK] {
            for level in [Level::Plain, Level::Shift] {
                assert_eq!(codes(rows, letters, level), expected, "{rows:?}");
            }
        }
        assert_eq!(codes(RUSSIAN, "[/.", Level::Plain), [KeyCode::LeftBracket, KeyCode::Period, KeyCode::Unknown]);
        assert_eq!(codes(RUSSIAN, "7", Level::Shift), [KeyCode::Slash], "it prints a question mark");
    }

    #[test]
    fn each_layout_has_every_key_of_the_table() {
        for rows in [US, FRENCH, GERMAN, RUSSIAN, GREEK, DVORAK] {
            let layout = layout(rows);
            let [plain, shifted] = [Level::Plain, Level::Shift]
                .map(|level| layout.0.iter().filter_map(|key| layout.code(key, level)).collect::<Vec<_>>());
            for code in PRINTING.into_iter().filter(|code| shortcut(us_character(*code)).is_some()) {
                assert!(plain.contains(&code) || shifted.contains(&code), "{code:?} in {rows:?}");
            }
            assert!(shifted.contains(&KeyCode::Slash), "the question mark in {rows:?}");
        }
    }

    #[test]
    fn names_are_those_that_the_keys_print() {
        for rows in [US, DVORAK] {
            assert_eq!(layout(rows).renamed(), []);
        }
        assert_eq!(layout(FRENCH).renamed(), [('[', '^'), (']', '$')]);
        assert_eq!(layout(GERMAN).renamed(), [('[', 'Ü'), (']', '+')]);
        let russian = layout(RUSSIAN).renamed();
        assert_eq!(russian.len(), 28, "letters and brackets: {russian:?}");
        assert!(russian.contains(&('G', 'П')) && russian.contains(&('[', 'Х')), "{russian:?}");
        let greek = layout(GREEK).renamed();
        assert_eq!(greek[..3], [('Q', ';'), ('W', 'ς'), ('E', '\u{395}')]);
        // What an Arabic key prints, the font does not have.
        let arabic = PrintingKey { place: Some(KeyCode::G), plain: Some('\u{644}'), shifted: None, third: None };
        assert_eq!(KeyboardLayout::new([arabic]).renamed(), []);
    }
}
