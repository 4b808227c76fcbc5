//! The wording of texts for the device in use. Texts are written for mouse and keys; [`for_device`] translates them for
//! touch by one table, and names keys by what the user's keyboard prints.

use std::borrow::Cow;

use egui::{Context, Id};

use crate::app::actions::{CONTROLS, as_printed};
use crate::tool::Tool;

/// The device that the last input came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputDevice {
    /// Mouse and keys.
    #[default]
    Mouse,
    /// Fingers on a touch screen.
    Fingers,
}

/// Phrases for mouse and keys, each with the phrase that replaces it for touch. They are replaced in this order: a part
/// of a longer phrase stands below it.
const TOUCH_PHRASES: &[(&str, &str)] = &[
    // Hints.
    (
        "Drag, cut with the right button, and flip gravity with G",
        "Drag, double tap to pin, pan and pinch with two fingers",
    ),
    ("press 7 to draw more", "draw more with the panel's tools"),
    ("Press 8; turn the mouse wheel over a weight", "Pinch a weight with the weight tool"),
    ("Press 8 to hang weights in the web", "Hang weights in the web with the weight tool"),
    (
        "Press 8, click the arm's short end and turn the mouse wheel",
        "Hang a weight on the arm's short end, then pinch it",
    ),
    ("Space starts and stops time", "play starts and stops time"),
    ("Press 4, draw", "With the rope tool, draw"),
    ("Press 9 and drag to place a blower", "Place a blower with the wind tool"),
    ("Turn gravity with G and the arrows; R pins two points", "Turn gravity and pin two random points in the panel"),
    ("Move the held end with the arrow keys, Home and End", "Drag the rope by its upper end, or anywhere else"),
    ("R goes back", "\"Back to build\" restores it"),
    // Tools.
    ("within 20 px", "within 32 px"),
    ("; in any tool with the right button", ""),
    ("; in any tool by a right click", ""),
    ("the mouse wheel over it makes it heavier", "a pinch makes it heavier"),
    (" (the mouse wheel on it, with Shift)", ""),
    (" (the mouse wheel on it)", ""),
    ("drag it with Shift held: it", "tap \"Slide\" and drag it: it"),
    // The rest.
    ("; one can be dropped, too", ""),
    ("with the right button", "with the scissors"),
    ("a right click", "a double tap"),
    ("right click", "double tap"),
    ("click", "tap"),
];

/// The device in use.
pub fn input_device(context: &Context) -> InputDevice {
    context.data(|data| data.get_temp(Id::unique("input device")).unwrap_or_default())
}

/// Sets the device in use.
pub fn set_input_device(context: &Context, device: InputDevice) {
    context.data_mut(|data| data.insert_temp(Id::unique("input device"), device));
}

/// A text for a device.
pub fn for_device(text: &str, device: InputDevice) -> Cow<'_, str> {
    match device {
        InputDevice::Mouse => with_printed_keys(text),
        InputDevice::Fingers => {
            let without = without_keys(text);
            Cow::Owned(TOUCH_PHRASES.iter().fold(without, |text, (mouse, touch)| text.replace(mouse, touch)))
        }
    }
}

/// A text in which a number is not separated from its unit at the end of a line.
pub fn keep_numbers_together(text: &str) -> String {
    let mut last = ' ';
    let joined = |character| {
        let before = std::mem::replace(&mut last, character);
        if character == ' ' && before.is_ascii_digit() { '\u{a0}' } else { character }
    };
    text.chars().map(joined).collect()
}

/// A text without "(Ctrl+S)", "(B: on and off)" and the like; empty if the text is the name of a key.
fn without_keys(text: &str) -> String {
    if is_key(text) { String::new() } else { replace_keys(text, |_| String::new()) }
}

/// A text whose keys, in brackets or as the whole text, have the names that the user's keyboard prints.
fn with_printed_keys(text: &str) -> Cow<'_, str> {
    match as_printed(text) {
        Cow::Owned(_) if !is_key(text) => Cow::Owned(replace_keys(text, |inside| format!(" ({})", as_printed(inside)))),
        printed => printed,
    }
}

/// A text in which each " (B: on and off)" and the like is replaced, by the text in its brackets.
fn replace_keys(text: &str, replacement: impl Fn(&str) -> String) -> String {
    let mut rest = text;
    let mut said = String::with_capacity(text.len());
    while let Some((before, bracket)) = rest.split_once(" (") {
        said += before;
        match bracket.split_once(')') {
            Some((inside, behind)) if names_keys(inside) => {
                said += &replacement(inside);
                rest = behind;
            }
            _ => {
                said += " (";
                rest = bracket;
            }
        }
    }
    said + rest
}

/// Whether a text in brackets is the name of a key, several of them ("PgUp, PgDn"), or begins with them and a colon or
/// semicolon. Single letters and digits with commas, such as "0, 1", are others than keys.
fn names_keys(inside: &str) -> bool {
    let begins = inside.split([':', ';']).next().unwrap_or("");
    let is_list = || begins.split(", ").all(|name| name.chars().count() > 1 && is_key(name));
    is_key(inside) || is_key(begins) || is_list()
}

/// Whether a tool or the table of controls has a key of this name, or a row with this input.
pub fn is_key(name: &str) -> bool {
    let mut controls = CONTROLS.iter().filter(|control| !control.keys.is_empty());
    let is_tool_key = || Tool::ALL.into_iter().any(|tool| name == tool.info().key_name());
    let is_named = |input: &str| input == name || input.split([' ', ';', ',']).any(|other| other == name);
    !name.is_empty() && (is_tool_key() || controls.any(|control| is_named(control.input)))
}

#[cfg(test)]
mod tests;
