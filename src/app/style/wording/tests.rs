//! Reads the texts in the sources of the interface: their words for mouse and touch, and their keys.

use std::{fs, path::Path};

use super::*;
use crate::app::actions::{
    Action, Direction, Key, KeyboardLayout, PrintingKey, TOUCH_CONTROLS, code_of, key_name, set_keyboard_layout,
};
use crate::scene;

/// Words that no text for touch contains.
const MOUSE_WORDS: [&str; 13] = [
    "Space",
    "button",
    "click",
    "Ctrl",
    "Shift",
    "press ",
    "Press ",
    "arrow keys",
    "wheel on",
    "wheel over",
    "wheel makes",
    "the wheel or",
    "with the wheel",
];

/// Exceptions: a long touch is on a button, and keys are left out of texts for touch.
const ALLOWED: [&str; 2] = ["Long touch on a button", "Shift+"];

/// Files in which keys have their names.
const KEY_TABLES: [&str; 3] = ["wording/mod.rs", "controls.rs", "key_names.rs"];

/// The files below a folder of the package.
fn files(folder: &Path, ending: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the package").flatten() {
        let path = entry.path();
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if path.is_dir() {
            texts.extend(files(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending)
            && !KEY_TABLES.iter().any(|name| path.ends_with(name))
        {
            texts.push(fs::read_to_string(&path).expect("a file of the package"));
        }
    }
    texts
}

/// The texts of the interface, and the hints of scenes.
fn written() -> Vec<String> {
    interface_texts().into_iter().chain(hints().map(|(_, hint)| hint)).collect()
}

/// The names and hints of all scenes, and of the blank page.
fn hints() -> impl Iterator<Item = (&'static str, String)> {
    let names = scene::names().chain(["blank"]);
    names.map(|name| (name, scene::named(name).expect("a scene of the program").scene.hint))
}

/// The texts in the source of the interface, without its tests and without the table of controls, which has its own
/// version for touch.
fn interface_texts() -> Vec<String> {
    let quoted = |source: String| source.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    interface_sources().into_iter().flat_map(quoted).collect()
}

/// The source of the interface without its tests and comments; no text has quotation marks or breaks of lines.
fn interface_sources() -> Vec<String> {
    let source = |source: String| {
        let source = source.split("#[cfg(test)]").next().unwrap_or("").to_owned();
        let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        // A text that continues in the next line.
        let joined = lines.fold(String::new(), |all, line| match all.strip_suffix('\\') {
            Some(begun) => format!("{begun}{}", line.trim_start()),
            None => format!("{all}\n{line}"),
        });
        joined.replace("'\"'", "").replace("\\\"", "")
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src/app", "src/sandbox", "src/scene", "src/tool", "src/view", "crates/physics/src"];
    folders.into_iter().flat_map(|folder| files(&root.join(folder), "rs")).map(source).collect()
}

#[test]
fn texts_for_touch_name_no_mouse_or_key() {
    let written = written();
    assert!(written.iter().any(|text| text.contains("the mouse wheel over it makes it heavier")), "tooltips are read");
    for text in written.iter().map(String::as_str).chain(TOUCH_CONTROLS.iter().map(|row| row.effect)) {
        let said = ALLOWED
            .iter()
            .fold(for_device(text, InputDevice::Fingers).into_owned(), |said, allowed| said.replace(allowed, ""));
        let mouse = MOUSE_WORDS.iter().find(|word| said.contains(*word));
        assert_eq!(mouse, None, "for fingers: {said:?}");
    }
}

/// The keys that the hint of each scene names, with their actions.
const KEYS_IN_HINTS: &[(&str, &str, Action)] = &[
    ("blank", "Space", Action::Pause),
    ("cloth-over-obstacles", "7", Action::Choose(Tool::Wall)),
    ("flag-in-gusts", "9", Action::Choose(Tool::Wind)),
    ("gravity-lab", "G", Action::ReverseGravity),
    ("gravity-lab", "R", Action::BackToBuild),
    ("hammock", "4", Action::Choose(Tool::Rope)),
    ("nehe-40", "End", Action::HeldEnd(Direction::Down)),
    ("nehe-40", "Home", Action::HeldEnd(Direction::Up)),
    ("rope-bridge", "8", Action::Choose(Tool::Weight)),
    ("spider-web", "8", Action::Choose(Tool::Weight)),
    ("swing-bridge", "4", Action::Choose(Tool::Rope)),
    ("trampoline", "8", Action::Choose(Tool::Weight)),
    ("welcome", "G", Action::ReverseGravity),
    ("wrecking-ball", "R", Action::BackToBuild),
];

#[test]
fn hints_name_the_keys_of_the_table() {
    let keys = key_names();
    let mut named = Vec::new();
    for (scene, hint) in hints() {
        // A number with a point is none.
        let words = hint.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
        let words = words.map(|word| word.trim_end_matches('.'));
        let works_machines = |word: &str| bound_keys(scene).iter().any(|key| key.to_uppercase().eq(word.chars()));
        let words = words.filter(|word| keys.iter().any(|key| key == word) && !works_machines(word));
        named.extend(words.map(|key| (scene, key.to_owned())));
    }
    named.sort();
    let keys = KEYS_IN_HINTS.iter().map(|&(scene, _, action)| (scene, key_name(action)));
    let listed: Vec<_> = KEYS_IN_HINTS.iter().map(|&(scene, key, _)| (scene, key.to_owned())).collect();
    assert_eq!(named, listed, "the keys of all hints, in the order of their names");
    assert_eq!(keys.collect::<Vec<_>>(), listed, "the table of controls has these keys for the actions");
}

/// The keys that work machines in a scene of the gallery.
fn bound_keys(scene: &str) -> Vec<char> {
    let Some(world) = scene::named(scene).and_then(|named| scene::build(&named.scene).ok()) else { return Vec::new() };
    let links = world.driven_links().iter().map(|link| link.drive.control);
    let motors = world.motors().iter().map(|motor| motor.drive.control);
    links.chain(motors).flat_map(|control| [control.forward, control.back]).flatten().collect()
}

/// The names of all keys.
fn key_names() -> Vec<String> {
    let keys = CONTROLS.iter().flat_map(|control| control.keys).map(Key::name);
    keys.chain(Tool::ALL.map(|tool| tool.info().key_name())).collect()
}

#[test]
fn keys_are_left_out_and_other_brackets_stay() {
    let fitted = |text| for_device(text, InputDevice::Fingers).into_owned();
    assert_eq!(fitted("Save (Ctrl+S)"), "Save");
    assert_eq!(fitted("Two random anchors (Shift+R), here (V: next view)"), "Two random anchors, here");
    assert_eq!(fitted("Undo (Ctrl+Z; hold Z to rewind)"), "Undo");
    assert_eq!(fitted("Size (Ctrl + wheel, [ and ])"), "Size");
    assert_eq!(fitted("Raise Step (Advanced) above (a bit"), "Raise Step (Advanced) above (a bit");
    assert_eq!(fitted("Scenes (PgUp, PgDn)"), "Scenes");
    for own in ["Hang it at (0, 1)", "Tie both (A, B)", "Pull (R, then the other)"] {
        assert_eq!(fitted(own), own);
    }
    assert_eq!(fitted("Esc"), "");
    assert_eq!(for_device("Save (Ctrl+S)", InputDevice::Mouse), "Save (Ctrl+S)");
}

#[test]
fn keys_in_brackets_are_those_of_the_layout() {
    let keys = [('Z', 'я'), ('B', 'и'), ('M', 'ь')];
    set_keyboard_layout(&KeyboardLayout::new(keys.map(|(place, plain)| PrintingKey {
        place: code_of(place),
        plain: Some(plain),
        shifted: None,
        third: None,
    })));
    let fitted = |text| for_device(text, InputDevice::Mouse).into_owned();
    assert_eq!(fitted("Undo (Ctrl+Z; hold Z to rewind)"), "Undo (Ctrl+Я; hold Я to rewind)");
    assert_eq!(fitted("A ghost (B: on and off) of B (in m)"), "A ghost (И: on and off) of B (in m)");
    assert_eq!(fitted("M"), "Ь");
    assert_eq!(for_device("Undo (Ctrl+Z; hold Z to rewind)", InputDevice::Fingers), "Undo");
    set_keyboard_layout(&KeyboardLayout::default());
}
