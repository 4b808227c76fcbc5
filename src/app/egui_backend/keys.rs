//! Keys and modifiers of egui.

use egui::{Key, Modifiers};
use macroquad::miniquad::{KeyCode, KeyMods};

/// egui's key of a code, if it has one.
pub fn key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Left => Key::ArrowLeft,
        KeyCode::Right => Key::ArrowRight,
        KeyCode::Up => Key::ArrowUp,
        KeyCode::Down => Key::ArrowDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Space => Key::Space,
        KeyCode::Tab => Key::Tab,
        KeyCode::Escape => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Insert => Key::Insert,
        // The codes of letters, digits and signs are those of ASCII, and egui knows them by their signs.
        _ => {
            let sign = u8::try_from(code as u32).ok().filter(u8::is_ascii_graphic)?;
            return Key::from_name(&char::from(sign).to_string());
        }
    })
}

/// egui's modifiers from those that the window reports with a key. The system reports the state before the event, so a
/// modifier's own key counts by itself.
pub fn modifiers(code: KeyCode, is_pressed: bool, mods: KeyMods) -> Modifiers {
    let KeyMods { mut shift, mut ctrl, mut alt, mut logo } = mods;
    match code {
        KeyCode::LeftShift | KeyCode::RightShift => shift = is_pressed,
        KeyCode::LeftControl | KeyCode::RightControl => ctrl = is_pressed,
        KeyCode::LeftAlt | KeyCode::RightAlt => alt = is_pressed,
        KeyCode::LeftSuper | KeyCode::RightSuper => logo = is_pressed,
        _ => {}
    }
    // On Windows AltGr, which types letters of some layouts, is Ctrl and Alt.
    if cfg!(windows) && ctrl && alt {
        (ctrl, alt) = (false, false);
    }
    let is_mac = cfg!(target_os = "macos");
    Modifiers { alt, ctrl, shift, mac_cmd: is_mac && logo, command: if is_mac { logo } else { ctrl } }
}
