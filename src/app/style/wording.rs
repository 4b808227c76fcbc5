//! What the interface says of its controls: to a hand with a mouse and keys, or to fingers. Every text is written for the
//! first; for the others it goes through one table, which stands beside the table of controls.

use std::borrow::Cow;

use egui_macroquad::egui::{Context, Id, Label, Response, Ui};

use crate::app::actions::{CONTROLS, Control};

/// What the last input came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputDevice {
    /// A mouse, with keys beside it.
    #[default]
    Mouse,
    /// Fingers on the screen.
    Fingers,
}

/// A finger that stays for so long wants to know what it is on, s.
const LONG_TOUCH: f64 = 0.6;

/// In more frames than these: where they are slow a tap lasts as long, and is a tap.
const LONG_TOUCH_FRAMES: u64 = 3;

/// And it moves by less than this, points.
const STAYS: f32 = 8.0;

const fn row(input: &'static str, does: &'static str) -> Control {
    Control { input, does, keys: &[] }
}

/// All that fingers do: the help shows it, and `docs/controls.md` is made from it.
pub const TOUCH_CONTROLS: &[Control] = &[
    row("One finger", "the active tool; at the start: grab the nearest point within 32 px"),
    row("Further fingers on points", "drag those, too (with the grab tool)"),
    row("Two fingers on nothing", "pan, and pinch to zoom (with another tool: two fingers anywhere)"),
    row("Double tap on a point", "pin or unpin it"),
    row("Double tap, with its tool", "on an obstacle, a blower or a weight: take it away"),
    row(
        "Hold one, pinch with a second",
        "a weight gets heavier or lighter, a blower blows harder or less hard, an obstacle turns by itself (with their tools)",
    ),
    row("\"Slide\" in the panel, then a drag", "an obstacle slides there and back (with its tool)"),
    row("Bar at the lower edge", "drag it to any moment of the session; its arrows undo and redo"),
    row("Tab at the right edge", "the panel: tools, play, gravity, settings, scenes; save, open, a link, this help"),
    row("Long touch on a button", "says what it does"),
];

/// What a text says for a mouse and keys, and what in its place for fingers. The first that fits goes first: what is part of
/// a longer phrase stands below it.
const INSTEAD: &[(&str, &str)] = &[
    // Hints.
    (
        "Drag anything with the left button, cut with the right, press G to flip gravity",
        "Drag anything with a finger, double tap to pin it, pan and pinch with two",
    ),
    ("cut with the right button", "cut with the panel's scissors"),
    ("press 7 to draw more, and turn the wheel over one to make it spin", "draw more with the panel's tools"),
    ("Press 8 and turn the wheel over a weight", "Hold one with the weight tool and pinch with a second finger"),
    (
        "Press 8 to hang weights in the web; the wheel makes them heavier",
        "Hang weights in the web with the weight tool",
    ),
    ("Press 9 and drag", "Choose the wind tool and drag"),
    (
        "G reverses gravity, the left and right arrows add it sideways, up clears that, R picks two random anchors",
        "Turn gravity by its dial in the panel, and pick two random anchors there",
    ),
    (
        "Hold the arrow keys, Home and End to move the held end at 3 m/s",
        "Take the upper end, or any other place, and drag",
    ),
    ("zoom in with the wheel", "zoom in with two fingers"),
    ("R restarts them", "reset restarts them"),
    ("R restores the nets", "reset restores the nets"),
    ("; R begins anew", ""),
    // Tools.
    ("within 20 px", "within 32 px"),
    ("; the right button cuts in any tool", ""),
    ("a right click does so in any tool", "a double tap does so with the grab tool"),
    ("its handle or the wheel to turn it", "its handle to turn it"),
    (
        "Shift and the wheel make it blow harder or less hard",
        "a pinch with a second finger makes it blow harder or less hard",
    ),
    (
        "the wheel makes it turn by itself, Shift and a drag slide",
        "held and pinched with a second finger it turns by itself",
    ),
    ("the wheel over it makes it heavier or lighter", "a pinch with a second finger makes it heavier or lighter"),
    (" ([ and ], or Ctrl with the wheel)", ""),
    (" (the wheel on it, with Shift)", ""),
    (" (the wheel on it)", ""),
    (
        "Shift and a drag on it: where it slides there and back.",
        "\"Slide\", and then a drag on it: where it slides there and back.",
    ),
    // The rest.
    (": Ctrl+Y or Ctrl+Shift+Z", ""),
    (": Ctrl+Z; hold Z to rewind", ""),
    (" M shows or hides all three.", ""),
    (" B: on and off.", ""),
    ("M shows plots", "the panel has plots"),
    ("F1 help", "help"),
    ("; one can be dropped, too", ""),
    ("with the right button", "with the scissors"),
    ("a right click", "a double tap"),
    ("right click", "double tap"),
    ("click", "tap"),
];

/// What the interface has been told last that it is used by.
#[must_use]
pub fn input_device(context: &Context) -> InputDevice {
    context.data(|data| data.get_temp(Id::new("used by")).unwrap_or_default())
}

/// Tells the interface what it is used by.
pub fn set_input_device(context: &Context, by: InputDevice) {
    context.data_mut(|data| data.insert_temp(Id::new("used by"), by));
}

/// A text as those need it by whom it is read.
#[must_use]
pub fn for_device(text: &str, by: InputDevice) -> Cow<'_, str> {
    match by {
        InputDevice::Mouse => Cow::Borrowed(text),
        InputDevice::Fingers => {
            let without = without_keys(text);
            let said = INSTEAD.iter().fold(without, |said, (mouse, fingers)| said.replace(mouse, fingers));
            Cow::Owned(said)
        }
    }
}

/// A number stays on the line of what it counts, and in one piece.
#[must_use]
pub fn keep_numbers_together(text: &str) -> String {
    let mut last = ' ';
    let joined = |letter| {
        let before = std::mem::replace(&mut last, letter);
        if letter == ' ' && before.is_ascii_digit() { '\u{a0}' } else { letter }
    };
    text.chars().map(joined).collect()
}

/// The most letters that are said at once.
const MOST_LETTERS: usize = 500;

/// As much of a sentence as can be said: a text from outside that stands in it may have millions of letters, and to lay those
/// out would take more memory than a page has.
#[must_use]
pub fn shorten(mut said: String) -> String {
    if let Some((end, _)) = said.char_indices().nth(MOST_LETTERS) {
        said.truncate(end);
        said.push_str("...");
    }
    said
}

/// Leaves out each "(Ctrl+S)" and "(V: next view)", and a text that is a key and nothing else.
fn without_keys(text: &str) -> String {
    if is_key(text) {
        return String::new();
    }
    let mut rest = text;
    let mut said = String::with_capacity(text.len());
    while let Some((before, bracket)) = rest.split_once(" (") {
        said += before;
        match bracket.split_once(')') {
            Some((inside, behind)) if is_key(inside.split(':').next().unwrap_or("")) => rest = behind,
            _ => {
                said += " (";
                rest = bracket;
            }
        }
    }
    said + rest
}

/// Whether the table of controls has a key of this name.
fn is_key(name: &str) -> bool {
    let inputs = CONTROLS.iter().filter(|control| !control.keys.is_empty());
    let mut names = inputs.flat_map(|control| control.input.split([' ', ';', ',']));
    // What is confirmed in a dialog has no row.
    name == "Enter" || (!name.is_empty() && names.any(|other| other == name))
}

/// A tooltip that speaks of what there is.
pub trait Tooltip: Sized {
    /// Says this where the pointer rests, or under a finger that stays.
    fn tooltip(self, text: impl AsRef<str>) -> Self;
    /// The same while it cannot be pressed.
    fn disabled_tooltip(self, text: impl AsRef<str>) -> Self;
}

impl Tooltip for Response {
    fn tooltip(self, text: impl AsRef<str>) -> Self {
        if input_device(&self.ctx) == InputDevice::Mouse {
            return self.on_hover_ui(|ui| say(ui, text.as_ref()));
        }
        // A key alone is nothing to say to fingers.
        if self.enabled() && !is_key(text.as_ref()) {
            under_finger(&self, text.as_ref());
        }
        self
    }

    fn disabled_tooltip(self, text: impl AsRef<str>) -> Self {
        if input_device(&self.ctx) == InputDevice::Mouse {
            return self.on_disabled_hover_ui(|ui| say(ui, text.as_ref()));
        }
        if !self.enabled() {
            under_finger(&self, text.as_ref());
        }
        self
    }
}

/// Says it while a finger stays where it came down, and lets the touch be nothing else then. (egui's own tooltips are for what
/// is hovered; in an area that is scrolled nothing is, while a finger is down.)
fn under_finger(response: &Response, text: &str) {
    let context = &response.ctx;
    let stays = context.input(|input| {
        let from = input.pointer.press_origin().filter(|from| response.interact_rect.contains(*from))?;
        let near = input.pointer.latest_pos()?.distance(from) < STAYS;
        let since = input.pointer.press_start_time().filter(|_| near && input.pointer.any_down())?;
        Some((from, since, input.time - since))
    });
    match stays.filter(|(from, ..)| context.layer_id_at(*from) == Some(response.layer_id)) {
        Some((_, since, time)) if time >= LONG_TOUCH && frames(context, since) > LONG_TOUCH_FRAMES => {
            response.show_tooltip_ui(|ui| say(ui, text));
            // Of this press, in the next frame: it begins with what is set in this one.
            context.options_mut(|options| options.input_options.max_click_duration = 0.0);
        }
        Some((_, since, time)) => {
            frames(context, since);
            context.request_repaint_after_secs((LONG_TOUCH - time).max(0.0) as f32);
        }
        None => {}
    }
}

/// In how many frames a press has been seen that began at this time.
fn frames(context: &Context, since: f64) -> u64 {
    let (id, now) = (Id::new("first frame of a press"), context.cumulative_pass_nr());
    let known = context.data(|data| data.get_temp::<(f64, u64)>(id)).filter(|(begun, _)| *begun == since);
    let (_, first) = known.unwrap_or((since, now));
    context.data_mut(|data| data.insert_temp(id, (since, first)));
    1 + now - first
}

fn say(ui: &mut Ui, text: &str) {
    // As egui's own tooltips: one whose text changes keeps its width.
    ui.set_max_width(ui.spacing().tooltip_width);
    let said = keep_numbers_together(&for_device(text, input_device(ui.ctx())));
    ui.add(Label::new(said));
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::{
        app::actions::{self, CONTROLS},
        scene,
    };

    /// What a text for fingers does not speak of.
    const MICE: [&str; 12] = [
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

    /// What may: a long touch is on a button.
    const ALLOWED: [&str; 1] = ["Long touch on a button"];

    /// The files in a folder of the package, and in the folders in it.
    fn files(folder: &Path, ending: &str) -> Vec<String> {
        let mut texts = Vec::new();
        for entry in fs::read_dir(folder).expect("a folder of the package").flatten() {
            let path = entry.path();
            if path.is_dir() {
                texts.extend(files(&path, ending));
            } else if path.extension().is_some_and(|found| found == ending) && !path.ends_with("wording.rs") {
                texts.push(fs::read_to_string(&path).expect("a file of the package"));
            }
        }
        texts
    }

    /// Texts that are written in the interface's source, without its tests.
    fn written() -> Vec<String> {
        let text = |source: String| {
            let source = source.split("#[cfg(test)]").next().unwrap_or("").to_owned();
            let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
            // A text that goes on in the next line.
            let joined = lines.fold(String::new(), |all, line| match all.strip_suffix('\\') {
                Some(begun) => format!("{begun}{}", line.trim_start()),
                None => format!("{all}\n{line}"),
            });
            let quoted = joined.replace("'\"'", "").replace("\\\"", "");
            quoted.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
        };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = ["src/app", "src/tool"].into_iter().flat_map(|folder| files(&root.join(folder), "rs"));
        let mut written: Vec<_> = folders.flat_map(text).collect();
        let hints = scene::names().filter_map(scene::named).map(|named| named.scene.hint);
        written.extend(hints);
        // The table of controls is not what fingers are shown.
        written.retain(|text| !CONTROLS.iter().any(|row| row.input == text || row.does == text));
        written
    }

    #[test]
    fn nothing_is_said_of_a_mouse_to_fingers() {
        let written = written();
        assert!(written.iter().any(|text| text.contains("the wheel over it makes it heavier")), "tooltips are read");
        for text in written.iter().map(String::as_str).chain(TOUCH_CONTROLS.iter().map(|row| row.does)) {
            let said = ALLOWED
                .iter()
                .fold(for_device(text, InputDevice::Fingers).into_owned(), |said, allowed| said.replace(allowed, ""));
            let mouse = MICE.iter().find(|word| said.contains(*word));
            assert_eq!(mouse, None, "for fingers: {said:?}");
        }
    }

    #[test]
    fn every_phrase_is_still_said() {
        let written = written();
        for (mouse, _) in INSTEAD {
            assert!(written.iter().any(|text| without_keys(text).contains(mouse)), "nobody says {mouse:?} any more");
        }
    }

    #[test]
    fn a_tap_is_one_where_frames_are_slow_and_a_finger_that_stays_is_told() {
        use egui_macroquad::egui::{CentralPanel, Event, Modifiers, PointerButton, Pos2, RawInput, Shape};
        // A finger on a button for so many frames, each of so long, s. Returns whether it was pressed, and told of.
        let touch = |frames: usize, seconds: f64| {
            let (context, at) = (Context::default(), Pos2::new(20.0, 16.0));
            set_input_device(&context, InputDevice::Fingers);
            let button = |pressed| {
                let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
                vec![Event::PointerButton { pos: at, button, pressed, modifiers }]
            };
            let held = std::iter::repeat_n(Vec::new(), frames - 1);
            let frames = [Vec::new(), button(true)].into_iter().chain(held).chain([button(false), Vec::new()]);
            let (mut pressed, mut told) = (false, false);
            for (frame, events) in frames.enumerate() {
                let input = RawInput { time: Some(frame as f64 * seconds), events, ..RawInput::default() };
                let shapes = context.run(input, |context| {
                    context.options_mut(|options| options.input_options.max_click_duration = 5.0);
                    CentralPanel::default()
                        .show(context, |ui| pressed |= ui.button("Wall").tooltip("draws one").clicked());
                });
                let is_tip = |shape: &Shape| matches!(shape, Shape::Text(text) if text.galley.text() == "draws one");
                told |= shapes.shapes.iter().any(|clipped| is_tip(&clipped.shape));
            }
            (pressed, told)
        };
        assert_eq!([touch(1, 0.016), touch(2, 0.7), touch(3, 0.7)], [(true, false); 3]);
        assert_eq!(touch(60, 0.016), (false, true));
    }

    #[test]
    fn keys_are_left_out_and_other_brackets_stay() {
        let fitted = |text| for_device(text, InputDevice::Fingers).into_owned();
        assert_eq!(fitted("Save (Ctrl+S)"), "Save");
        assert_eq!(fitted("Two random anchors (Shift+R), here (V: next view)"), "Two random anchors, here");
        assert_eq!(fitted("Raise Step (Solver) above (a bit"), "Raise Step (Solver) above (a bit");
        assert_eq!(fitted("Esc"), "");
        assert_eq!(for_device("Save (Ctrl+S)", InputDevice::Mouse), "Save (Ctrl+S)");
    }

    #[test]
    fn a_number_stays_on_the_line_of_its_unit_and_in_one_piece() {
        assert_eq!(
            keep_numbers_together("the held end at 3 m/s; 50 sweeps"),
            "the held end at 3\u{a0}m/s; 50\u{a0}sweeps"
        );
        let context = Context::default();
        let tip = "A weight of 1 000 times its point's mass";
        let mut rows = Vec::new();
        for width in [60.0, 70.0, 80.0, 90.0, 100.0, 110.0] {
            let shown = |context: &Context| {
                egui_macroquad::egui::CentralPanel::default().show(context, |ui| {
                    ui.spacing_mut().tooltip_width = width;
                    ui.scope(|ui| say(ui, tip));
                });
            };
            for clipped in context.run(Default::default(), shown).shapes {
                if let egui_macroquad::egui::Shape::Text(text) = clipped.shape {
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

    #[test]
    fn a_sentence_with_a_million_letters_in_it_is_cut_off() {
        let said = shorten(format!("not opened: {}", "ä".repeat(1_000_000)));
        assert_eq!(said.chars().count(), MOST_LETTERS + 3);
        assert!(said.starts_with("not opened: ä") && said.ends_with("ä..."));
        assert_eq!(shorten("saved".to_owned()), "saved");
    }

    #[test]
    fn controls_page_has_touch_table() {
        let table = actions::markdown(TOUCH_CONTROLS);
        assert!(
            include_str!("../../../docs/controls.md").contains(&table),
            "put this into docs/controls.md:\n\n{table}"
        );
    }
}
