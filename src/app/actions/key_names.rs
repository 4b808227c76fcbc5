//! The names of keys in texts, from the table of controls: no text has a name of its own.
//!
//! Names are those of a US keyboard. A text is shown with what the user's keys print ([`as_printed`]). The keys of
//! machines are named by what they print.

use std::{borrow::Cow, cell::RefCell};

use macroquad::miniquad::KeyCode;

use super::action::{Action, SelectionAction};
use super::controls::{CONTROLS, Key};
use super::keyboard_layout::{KeyboardLayout, capital, lower_case, us_name};
use crate::host::IN_BROWSER;

thread_local! {
    /// [`KeyboardLayout::renamed`] of the user's keyboard. Only the thread of the window shows texts.
    static RENAMED: RefCell<Vec<(char, char)>> = const { RefCell::new(Vec::new()) };

    /// [`KeyboardLayout::printed`] of the user's keyboard.
    static PRINTED: RefCell<Vec<(KeyCode, char)>> = const { RefCell::new(Vec::new()) };
}

impl Key {
    /// Its name with its modifiers: "Ctrl+S".
    #[must_use]
    pub fn name(&self) -> String {
        // A question mark needs Shift itself.
        let is_shifted = self.shift == Some(true) && self.code != KeyCode::Slash;
        let (ctrl, shift) = (if self.ctrl { "Ctrl+" } else { "" }, if is_shifted { "Shift+" } else { "" });
        let key = match self.code {
            KeyCode::Space => "Space",
            KeyCode::Enter | KeyCode::KpEnter => "Enter",
            KeyCode::Escape => "Esc",
            KeyCode::Delete => "Del",
            KeyCode::Backspace => "Backspace",
            KeyCode::Tab => "Tab",
            KeyCode::Home => "Home",
            KeyCode::End => "End",
            KeyCode::PageUp => "PgUp",
            KeyCode::PageDown => "PgDn",
            KeyCode::Left => "Left",
            KeyCode::Right => "Right",
            KeyCode::Up => "Up",
            KeyCode::Down => "Down",
            KeyCode::Slash => "?",
            KeyCode::F1 => "F1",
            KeyCode::F2 => "F2",
            KeyCode::F5 => "F5",
            KeyCode::F6 => "F6",
            KeyCode::F7 => "F7",
            KeyCode::F8 => "F8",
            KeyCode::F11 => "F11",
            // The codes of all other keys are those of ASCII.
            code => return format!("{ctrl}{shift}{}", char::from_u32(code as u32).unwrap_or_default()),
        };
        format!("{ctrl}{shift}{key}")
    }
}

/// All keys of the table that do an action.
fn keys(action: Action) -> impl Iterator<Item = &'static Key> {
    CONTROLS.iter().flat_map(|control| control.keys).filter(move |key| key.action == action)
}

/// The name of the key that does an action, empty without one. In a browser one without Ctrl, if there is one: a browser
/// keeps some of those with Ctrl.
#[must_use]
pub fn key_name(action: Action) -> String {
    match action {
        Action::Choose(tool) => tool.info().key_name(),
        Action::Selection(SelectionAction::End) => key_name(Action::Escape),
        _ => keys(action).min_by_key(|key| IN_BROWSER && key.ctrl).map(Key::name).unwrap_or_default(),
    }
}

/// A text that ends with the name of the key of an action, if it has one: "Save (Ctrl+S)".
#[must_use]
pub fn with_key(text: &str, action: Action) -> String {
    let name = key_name(action);
    if name.is_empty() { text.to_owned() } else { format!("{text} ({name})") }
}

/// Sets the layout whose names [`as_printed`] and [`machine_keys`] give to keys.
pub fn set_keyboard_layout(layout: &KeyboardLayout) {
    RENAMED.set(layout.renamed());
    PRINTED.set(layout.printed());
}

/// Whether a key can work machines: one that prints a character, by that character in lower case. Space, Esc, Enter, Tab
/// and the F-keys stay the program's.
#[must_use]
pub fn is_bindable(key: char) -> bool {
    let is_private = matches!(key, '\u{e000}'..='\u{f8ff}');
    !(key.is_whitespace() || key.is_control() || is_private) && lower_case(key) == key
}

/// The characters by which a key of the keyboard may be bound to machines: the one that it prints, then the one that it
/// has on a US keyboard, so that a scene works with other alphabets.
pub fn machine_keys(code: KeyCode) -> impl Iterator<Item = char> {
    let printed = PRINTED.with_borrow(|printed| printed.iter().find(|(other, _)| *other == code).map(|&(_, key)| key));
    printed.into_iter().chain(us_name(code)).filter(|&key| is_bindable(key))
}

/// What the cap of a key that works machines shows: a capital letter, of the user's alphabet.
#[must_use]
pub fn cap_of(key: char) -> char {
    let cap = capital(key);
    RENAMED.with_borrow(|renamed| renamed.iter().find(|(name, _)| *name == cap).map_or(cap, |&(_, printed)| printed))
}

/// A text in which each key that is named by one character has what the user's key prints: "Ctrl+Z; Z held" with a
/// Russian layout is "Ctrl+Я; Я held".
#[must_use]
pub fn as_printed(text: &str) -> Cow<'_, str> {
    RENAMED.with_borrow(|renamed| {
        if renamed.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut before = None;
        let printed = text.char_indices().map(|(at, character)| {
            let before = before.replace(character);
            let next = text[at + character.len_utf8()..].chars().next();
            let is_alone = before.is_none_or(|before| " +(\"".contains(before))
                && next.is_none_or(|next| " ;,:.)\"".contains(next));
            // "A rope" names no key, but "Shift+A" does.
            let is_word = "AI".contains(character) && before != Some('+') && next == Some(' ');
            let new = renamed.iter().find(|(name, _)| is_alone && !is_word && *name == character);
            new.map_or(character, |&(_, printed)| printed)
        });
        Cow::Owned(printed.collect())
    })
}

/// All that a user can press for an action, as the help has it: `Ctrl + wheel, [ and ]`.
#[must_use]
pub fn input_of(action: Action) -> &'static str {
    let does = |key: &Key| key.action == action;
    CONTROLS.iter().find(|control| control.keys.iter().any(does)).map_or("", |control| control.input)
}

#[cfg(test)]
mod tests {
    use super::super::keyboard_layout::PrintingKey;
    use super::*;

    #[test]
    fn texts_name_keys_by_what_they_print() {
        let text = "A rope (Ctrl+Z; Z held), [ and ]; F5, T.";
        assert_eq!(as_printed(text), text);
        let keys =
            [(KeyCode::A, 'ф'), (KeyCode::Z, 'я'), (KeyCode::F, 'а'), (KeyCode::T, 'е'), (KeyCode::LeftBracket, 'х')];
        set_keyboard_layout(&KeyboardLayout::new(keys.map(|(place, plain)| PrintingKey {
            place: Some(place),
            plain: Some(plain),
            shifted: None,
            third: None,
        })));
        assert_eq!(as_printed(text), "A rope (Ctrl+Я; Я held), Х and ]; F5, Е.");
        set_keyboard_layout(&KeyboardLayout::default());
    }

    #[test]
    fn machines_are_bound_to_what_keys_print_and_not_to_keys_of_the_program() {
        assert!("ol7;äщ".chars().all(is_bindable));
        assert!(!" \t\n\r\u{1b}\u{f704}OÄ".chars().any(is_bindable));
        let keys = |code| machine_keys(code).collect::<String>();
        assert_eq!([KeyCode::O, KeyCode::Semicolon, KeyCode::Key7].map(keys), ["o", ";", "7"]);
        let program = [KeyCode::Space, KeyCode::Escape, KeyCode::Enter, KeyCode::Tab, KeyCode::F1, KeyCode::Left];
        assert_eq!(program.map(keys), [""; 6]);
    }

    #[test]
    fn machine_of_a_latin_scene_works_with_russian_keys() {
        let key = |place, plain| PrintingKey { place: Some(place), plain: Some(plain), shifted: None, third: None };
        set_keyboard_layout(&KeyboardLayout::new([key(KeyCode::O, 'щ'), key(KeyCode::Semicolon, 'ж')]));
        let keys = |code| machine_keys(code).collect::<String>();
        assert_eq!([KeyCode::O, KeyCode::Semicolon].map(keys), ["щo", "ж;"]);
        assert_eq!(['o', 'щ', 'l'].map(cap_of), ['Щ', 'Щ', 'L']);
        set_keyboard_layout(&KeyboardLayout::default());
    }

    #[test]
    fn rows_of_controls_name_their_keys() {
        let arrows = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down];
        for control in &*CONTROLS {
            for key in control.keys {
                // A second key that does the same, or a name for all four.
                let is_known = matches!(key.code, KeyCode::KpEnter | KeyCode::Backspace)
                    || arrows.contains(&key.code) && control.input.to_lowercase().contains("arrows");
                let name = key.name();
                let mut names = control.input.split([' ', ';', ',']);
                assert!(is_known || names.any(|other| other == name), "{:?} does not name {name}", control.input);
            }
        }
    }
}
