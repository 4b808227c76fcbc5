//! The names of keys in texts, from the table of controls: no text has a name of its own.

use macroquad::miniquad::KeyCode;

use super::action::{Action, SelectionAction};
use super::controls::{CONTROLS, Key};
use crate::host::IN_BROWSER;

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

/// All that a user can press for an action, as the help has it: `Ctrl + wheel, [ and ]`.
#[must_use]
pub fn input_of(action: Action) -> &'static str {
    let does = |key: &Key| key.action == action;
    CONTROLS.iter().find(|control| control.keys.iter().any(does)).map_or("", |control| control.input)
}

#[cfg(test)]
mod tests {
    use super::*;

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
