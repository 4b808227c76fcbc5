//! The wording of texts for the device in use. Texts are written for mouse and keys; [`for_device`] translates them for
//! touch by one table.

use std::borrow::Cow;

use egui::{Context, Id, Label, RectAlign, Response, Tooltip as EguiTooltip, Ui};

use super::accessibility;
use crate::app::actions::CONTROLS;
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

/// Time after which a resting finger shows a tooltip, s.
const LONG_TOUCH: f64 = 0.6;

/// A long touch lasts more frames than this: where frames are slow, a tap takes as much time.
const LONG_TOUCH_FRAMES: u64 = 3;

/// A long touch moves by less than this, points.
const LONG_TOUCH_MOTION: f32 = 8.0;

/// Phrases for mouse and keys, each with the phrase that replaces it for touch. They are replaced in this order: a part
/// of a longer phrase stands below it.
const TOUCH_PHRASES: &[(&str, &str)] = &[
    // Hints.
    (
        "Drag, cut with the right button, and flip gravity with G",
        "Drag, double tap to pin, pan and pinch with two fingers",
    ),
    ("press 7 to draw more", "draw more with the panel's tools"),
    ("Press 8 and turn the wheel over a weight", "Pinch a weight with the weight tool"),
    ("Press 8 to hang weights in the web", "Hang weights in the web with the weight tool"),
    (
        "Press 8, click the short end of the arm, and turn the wheel",
        "Hang a weight on the arm's short end, then pinch it",
    ),
    ("Space starts it", "Tap play to start it"),
    ("Press 4, draw", "With the rope tool, draw"),
    ("Press 9 and drag to place a blower", "Place a blower with the wind tool"),
    (
        "Turn gravity with G and the arrows; R pins two particles",
        "Turn gravity and pin two random particles in the panel",
    ),
    ("Move the held end with the arrow keys, Home and End", "Drag the rope by its upper end, or anywhere else"),
    ("R restores the nets", "reset restores the nets"),
    // Tools.
    ("within 20 px", "within 32 px"),
    ("; in any tool with the right button", ""),
    ("; in any tool by a right click", ""),
    ("the wheel over it makes it heavier", "a pinch makes it heavier"),
    (" (the wheel on it, with Shift)", ""),
    (" (the wheel on it)", ""),
    ("Shift and a drag on it set its slide.", "\"Slide\" and then a drag on it set its slide."),
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
        InputDevice::Mouse => Cow::Borrowed(text),
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
    if is_key(text) {
        return String::new();
    }
    let mut rest = text;
    let mut said = String::with_capacity(text.len());
    while let Some((before, bracket)) = rest.split_once(" (") {
        said += before;
        match bracket.split_once(')') {
            Some((inside, behind)) if names_keys(inside) => rest = behind,
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

/// Signs that may follow a key in brackets.
#[cfg(test)]
const SEPARATORS: [char; 3] = [':', ';', ','];

/// Whether a tool or the table of controls has a key of this name, or a row with this input.
fn is_key(name: &str) -> bool {
    let mut controls = CONTROLS.iter().filter(|control| !control.keys.is_empty());
    let is_tool_key = || Tool::ALL.into_iter().any(|tool| name == tool.info().key_name());
    let is_named = |input: &str| input == name || input.split([' ', ';', ',']).any(|other| other == name);
    !name.is_empty() && (is_tool_key() || controls.any(|control| is_named(control.input)))
}

/// Tooltips in the wording of the device in use.
pub trait Tooltip: Sized {
    /// Shows a text where the pointer rests, or under a finger that rests.
    fn tooltip(self, text: impl AsRef<str>) -> Self;
    /// The same for a disabled widget.
    fn disabled_tooltip(self, text: impl AsRef<str>) -> Self;
}

impl Tooltip for Response {
    fn tooltip(self, text: impl AsRef<str>) -> Self {
        show_tooltip(self, true, text.as_ref())
    }

    fn disabled_tooltip(self, text: impl AsRef<str>) -> Self {
        show_tooltip(self, false, text.as_ref())
    }
}

fn show_tooltip(widget: Response, if_enabled: bool, text: &str) -> Response {
    if if_enabled {
        accessibility::describe(&widget, text);
    }
    let label = |ui: &mut Ui| tooltip_label(ui, text);
    match input_device(&widget.ctx) {
        InputDevice::Mouse => {
            let tooltip =
                if if_enabled { EguiTooltip::for_enabled(&widget) } else { EguiTooltip::for_disabled(&widget) };
            below_or_above(tooltip, &widget).show(label);
        }
        // The name of a key is of no use without keys.
        InputDevice::Fingers if widget.enabled() == if_enabled && !is_key(text) => touch_tooltip(&widget, text),
        InputDevice::Fingers => {}
    }
    widget
}

/// Puts a tooltip below its widget, or above it where there is no room, and moves it into the window. egui would align
/// it to the widget's right end, and one of the panel would cover the picture.
fn below_or_above<'a>(mut tooltip: EguiTooltip<'a>, widget: &Response) -> EguiTooltip<'a> {
    let height = tooltip.popup.get_expected_size().map_or(0.0, |size| size.y) + 4.0;
    let has_room = widget.interact_rect.bottom() + height <= widget.ctx.content_rect().bottom();
    let align = if has_room { RectAlign::BOTTOM_START } else { RectAlign::TOP_START };
    tooltip.popup = tooltip.popup.align(align).align_alternatives(&[]);
    tooltip
}

/// Shows a tooltip while a finger rests where it came down; the touch is no click then. egui's own tooltips need a
/// hovered widget, and in a scrolled area nothing is hovered while a finger is down.
fn touch_tooltip(response: &Response, text: &str) {
    let context = &response.ctx;
    let stays = context.input(|input| {
        let from = input.pointer.press_origin().filter(|from| response.interact_rect.contains(*from))?;
        let near = input.pointer.latest_pos()?.distance(from) < LONG_TOUCH_MOTION;
        let since = input.pointer.press_start_time().filter(|_| near && input.pointer.any_down())?;
        Some((from, since, input.time - since))
    });
    match stays.filter(|(from, ..)| context.layer_id_at(*from) == Some(response.layer_id)) {
        Some((_, since, time)) if time >= LONG_TOUCH && frames(context, since) > LONG_TOUCH_FRAMES => {
            response.show_tooltip_ui(|ui| tooltip_label(ui, text));
            // Takes effect for this press in the next frame.
            context.options_mut(|options| options.input_options.max_click_duration = 0.0);
        }
        Some((_, since, time)) => {
            frames(context, since);
            context.request_repaint_after_secs((LONG_TOUCH - time).max(0.0) as f32);
        }
        None => {}
    }
}

/// Number of frames since the press that began at a time.
fn frames(context: &Context, since: f64) -> u64 {
    let (id, now) = (Id::unique("first frame of a press"), context.cumulative_pass_nr());
    let known = context.data(|data| data.get_temp::<(f64, u64)>(id)).filter(|(begun, _)| *begun == since);
    let (_, first) = known.unwrap_or((since, now));
    context.data_mut(|data| data.insert_temp(id, (since, first)));
    1 + now - first
}

fn tooltip_label(ui: &mut Ui, text: &str) {
    // A tooltip whose text changes keeps its width, as egui's own do.
    ui.set_max_width(ui.spacing().tooltip_width);
    ui.add(Label::new(keep_numbers_together(&for_device(text, input_device(ui.ctx())))));
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::app::actions::{Action, ActionButton, Direction, Key, TOUCH_CONTROLS, key_name};
    use crate::app::style::{lay_out, new_context};
    use crate::physics::Setting;
    use crate::scene;
    use crate::tool::{ToolOption, ToolOptions};

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

    /// Texts in which a word that is a key is none.
    const KEY_WORDS: [&str; 4] = ["Left end", "Right end", "Left wall", "Right wall"];

    /// Files in which keys have their names.
    const KEY_TABLES: [&str; 3] = ["wording.rs", "controls.rs", "key_names.rs"];

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

    /// The text in quotation marks with which a piece of source begins, and the rest.
    fn quoted(rest: &str) -> Option<(&str, &str)> {
        rest.trim_start().strip_prefix('"')?.split_once('"')
    }

    /// The second of two arguments, of which the first may be a text, too.
    fn second_text(rest: &str) -> Option<&str> {
        let rest = quoted(rest).map_or(rest, |(_, rest)| rest);
        quoted(rest.split_once(',')?.1).map(|(tooltip, _)| tooltip)
    }

    /// The tooltips in a source: those of widgets, and the second of two words in tables.
    fn tooltips_in(source: &str) -> Vec<&str> {
        let behind = |start| source.split(start).skip(1);
        let starts = [".tooltip(", "tooltip: ", "let tooltip = ", "let tooltip = format!("];
        let widgets = starts.into_iter().flat_map(behind).filter_map(quoted).map(|(tooltip, _)| tooltip);
        let words = ["Words::new(", "Row::new("].into_iter().flat_map(behind).filter_map(second_text);
        let tables = source.split("describe! {").skip(1).filter_map(|table| table.split("\n}").next());
        let values = tables.flat_map(|table| table.split("=> ").skip(1)).filter_map(second_text);
        widgets.chain(words).chain(values).collect()
    }

    #[test]
    fn texts_for_touch_name_no_mouse_or_key() {
        let written = written();
        assert!(written.iter().any(|text| text.contains("the wheel over it makes it heavier")), "tooltips are read");
        for text in written.iter().map(String::as_str).chain(TOUCH_CONTROLS.iter().map(|row| row.effect)) {
            let said = ALLOWED
                .iter()
                .fold(for_device(text, InputDevice::Fingers).into_owned(), |said, allowed| said.replace(allowed, ""));
            let mouse = MOUSE_WORDS.iter().find(|word| said.contains(*word));
            assert_eq!(mouse, None, "for fingers: {said:?}");
        }
    }

    #[test]
    fn tooltips_and_help_have_at_most_60_characters() {
        let sources = interface_sources();
        let mut tooltips: Vec<_> = sources.iter().flat_map(|source| tooltips_in(source)).map(str::to_owned).collect();
        for read in ["Speed of play; click for real time", "Bright climbing ropes", "Mass of the point with its weight"]
        {
            assert!(tooltips.iter().any(|tooltip| tooltip == read), "{read:?} is not read: {tooltips:#?}");
        }
        tooltips.extend(Setting::all().map(|setting| setting.words().tooltip.to_owned()));
        let option = |option: &ToolOption| ToolOptions::default().field(*option).tip.to_owned();
        tooltips.extend(Tool::ALL.iter().flat_map(|tool| tool.info().options).map(option));
        tooltips.extend(ActionButton::ALL.iter().map(ActionButton::tooltip));
        assert!(tooltips.len() > 140, "{} tooltips", tooltips.len());
        tooltips.extend(CONTROLS.iter().chain(TOUCH_CONTROLS).map(|control| control.effect.to_owned()));
        tooltips.retain(|tooltip| tooltip.chars().count() > 60);
        assert!(tooltips.is_empty(), "{tooltips:#?}");
    }

    /// The keys that the hint of each scene names, with their actions.
    const KEYS_IN_HINTS: &[(&str, &str, Action)] = &[
        ("blank", "Space", Action::Pause),
        ("catapult", "8", Action::Choose(Tool::Weight)),
        ("cloth-over-obstacles", "7", Action::Choose(Tool::Wall)),
        ("crane", "1", Action::Choose(Tool::Grab)),
        ("crane", "4", Action::Choose(Tool::Rope)),
        ("flag-in-gusts", "9", Action::Choose(Tool::Wind)),
        ("gravity-lab", "G", Action::ReverseGravity),
        ("gravity-lab", "R", Action::Reset),
        ("hammock", "4", Action::Choose(Tool::Rope)),
        ("nehe-40", "End", Action::HeldEnd(Direction::Down)),
        ("nehe-40", "Home", Action::HeldEnd(Direction::Up)),
        ("rope-bridge", "8", Action::Choose(Tool::Weight)),
        ("spider-web", "8", Action::Choose(Tool::Weight)),
        ("swing-bridge", "4", Action::Choose(Tool::Rope)),
        ("trampoline", "8", Action::Choose(Tool::Weight)),
        ("welcome", "G", Action::ReverseGravity),
        ("wrecking-ball", "R", Action::Reset),
    ];

    #[test]
    fn hints_name_the_keys_of_the_table() {
        let keys = key_names();
        let mut named = Vec::new();
        for (scene, hint) in hints() {
            // A number with a point is none.
            let words = hint.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
            let words = words.map(|word| word.trim_end_matches('.'));
            named.extend(words.filter(|word| keys.iter().any(|key| key == word)).map(|key| (scene, key.to_owned())));
        }
        named.sort();
        let keys = KEYS_IN_HINTS.iter().map(|&(scene, _, action)| (scene, key_name(action)));
        let listed: Vec<_> = KEYS_IN_HINTS.iter().map(|&(scene, key, _)| (scene, key.to_owned())).collect();
        assert_eq!(named, listed, "the keys of all hints, in the order of their names");
        assert_eq!(keys.collect::<Vec<_>>(), listed, "the table of controls has these keys for the actions");
    }

    /// The names of all keys.
    fn key_names() -> Vec<String> {
        let keys = CONTROLS.iter().flat_map(|control| control.keys).map(Key::name);
        keys.chain(Tool::ALL.map(|tool| tool.info().key_name())).collect()
    }

    /// Keys stand in the table of controls, and texts take their names from there.
    #[test]
    fn no_text_names_a_key_by_itself() {
        let names = key_names();
        let is_long = |name: &str| names.iter().any(|other| name.len() > 1 && other == name);
        let is_short = |text: &str, name: &str| {
            let in_brackets = |end: char| text.contains(&format!("({name}{end}"));
            let is_letter = name.contains(char::is_alphabetic);
            let begins = || is_letter && text.starts_with(&format!("{name}: "));
            in_brackets(')') || SEPARATORS.into_iter().any(in_brackets) || begins()
        };
        let mut faults = interface_texts();
        assert!(faults.iter().any(|text| text == "Reset the scene and its settings"), "the tooltips are read");
        faults.retain(|text| {
            let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '+'));
            let names_key = words.clone().any(is_long) || names.iter().any(|name| is_short(text, name));
            names_key && !KEY_WORDS.iter().any(|word| text.contains(word))
        });
        assert!(faults.is_empty(), "take the name of the key from the table of controls: {faults:#?}");
    }

    #[test]
    fn every_touch_phrase_replaces_a_text() {
        let written = written();
        for (mouse, _) in TOUCH_PHRASES {
            assert!(written.iter().any(|text| without_keys(text).contains(mouse)), "no text contains {mouse:?}");
        }
    }

    #[test]
    fn slow_tap_is_a_click_and_long_touch_shows_tooltip() {
        use egui::{CentralPanel, Event, Modifiers, PointerButton, Pos2, RawInput, Shape};
        // A finger on a button for some frames of a length, s. Returns whether it clicked, and showed the tooltip.
        let touch = |frames: usize, seconds: f64| {
            let (context, at) = (new_context(), Pos2::new(20.0, 16.0));
            set_input_device(&context, InputDevice::Fingers);
            let button = |pressed| {
                let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
                vec![Event::PointerButton { pos: at, button, pressed, modifiers }]
            };
            let held = std::iter::repeat_n(Vec::new(), frames - 1);
            let frames = [Vec::new(), button(true)].into_iter().chain(held).chain([button(false), Vec::new()]);
            let (mut clicked, mut shown) = (false, false);
            for (frame, events) in frames.enumerate() {
                let input = RawInput { time: Some(frame as f64 * seconds), events, ..RawInput::default() };
                let shapes = lay_out(&context, input, |root| {
                    root.ctx().options_mut(|options| options.input_options.max_click_duration = 5.0);
                    CentralPanel::default()
                        .show(root, |ui| clicked |= ui.button("Wall").tooltip("draws one").clicked());
                });
                let is_tip = |shape: &Shape| matches!(shape, Shape::Text(text) if text.galley.text() == "draws one");
                shown |= shapes.iter().any(|clipped| is_tip(&clipped.shape));
            }
            (clicked, shown)
        };
        assert_eq!([touch(1, 0.016), touch(2, 0.7), touch(3, 0.7)], [(true, false); 3]);
        assert_eq!(touch(60, 0.016), (false, true));
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
    fn numbers_stay_on_the_line_of_their_unit() {
        assert_eq!(
            keep_numbers_together("the held end at 3 m/s; 50 sweeps"),
            "the held end at 3\u{a0}m/s; 50\u{a0}sweeps"
        );
        let context = new_context();
        let tip = "A weight of 1 000 times its particle's mass";
        let mut rows = Vec::new();
        for width in [60.0, 70.0, 80.0, 90.0, 100.0, 110.0] {
            let shown = |root: &mut egui::Ui| {
                egui::CentralPanel::default().show(root, |ui| {
                    ui.spacing_mut().tooltip_width = width;
                    ui.scope(|ui| tooltip_label(ui, tip));
                });
            };
            for clipped in lay_out(&context, Default::default(), shown) {
                if let egui::Shape::Text(text) = clipped.shape {
                    let line =
                        |row: usize| text.galley.rows[row].glyphs.iter().map(|glyph| glyph.chr).collect::<String>();
                    rows.extend((0..text.galley.rows.len()).map(line));
                }
            }
        }
        let numbers: Vec<_> = rows.iter().filter(|row| row.contains(char::is_numeric)).collect();
        assert!(numbers.len() >= 6 && rows.len() > 12, "{rows:?}");
        assert!(numbers.iter().all(|row| row.contains("1\u{a0}000")), "{numbers:?}");
    }
}
