//! The one table of controls: the keys work by it, and the help overlay and `docs/controls.md` are made from it.

use macroquad::miniquad::KeyCode;

use super::chart::Chart;
use crate::tool::Tool;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Choose a tool.
    Choose(Tool),
    /// The wall tool; then the circle's, the box's, and so on.
    NextObstacle,
    /// Smaller scissors.
    SmallerScissors,
    /// Larger scissors.
    LargerScissors,
    /// Pause, or go on.
    Pause,
    /// One step.
    SingleStep,
    /// Half the speed.
    Slower,
    /// Twice the speed.
    Faster,
    /// The scene from its start; in `gravity-lab` random anchors.
    Reset,
    /// Two random anchors; in `gravity-lab` the scene from its start.
    RandomAnchors,
    /// Every component of gravity times -1.
    ReverseGravity,
    /// Gravity to a side, or the held end that way.
    Arrow(Direction),
    /// The held end up or down, where there is one.
    HeldEnd(Direction),
    /// Gravity off, or on again.
    GravityOff,
    /// All of the scene in view.
    Fit,
    /// Hide the interface, or show it.
    Interface,
    /// Fold the panel away, or unfold it.
    Panel,
    /// The next view: cloth, net, stress, points.
    NextView,
    /// Light or dark.
    Theme,
    /// Show a plot, or hide it.
    Plot(Chart),
    /// Show all plots, or hide them.
    Plots,
    /// Begin a comparison with another method, or end it.
    Compare,
    /// Fill the screen, or no longer.
    FullScreen,
    /// The next scene (1) or the one before (-1).
    Scene(isize),
    /// Show the help, or hide it.
    Help,
    /// Take the last edit back.
    Undo,
    /// Do again what was taken back.
    Redo,
    /// Go back in time while it is held.
    Rewind,
    /// Save the session, or the scene as it is.
    Save,
    /// Open a file.
    Open,
    /// A picture of the window.
    Screenshot,
    /// Begin an animation of what the window shows, or end it.
    Animation,
    /// Cancel the gesture, or go back to grab.
    Escape,
}

/// A side of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A key, whether with Shift (either, if it does not matter), and whether with Ctrl (or the Mac's command key).
#[derive(Clone, Copy, Debug)]
pub struct Key {
    code: KeyCode,
    shift: Option<bool>,
    ctrl: bool,
    action: Action,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// What the user does.
    pub input: &'static str,
    /// What that does.
    pub does: &'static str,
    /// The keys among them.
    pub keys: &'static [Key],
}

const fn key(code: KeyCode, action: Action) -> Key {
    Key { code, shift: None, ctrl: false, action }
}

const fn with_shift(shift: bool, code: KeyCode, action: Action) -> Key {
    Key { code, shift: Some(shift), ctrl: false, action }
}

const fn with_ctrl(shift: bool, code: KeyCode, action: Action) -> Key {
    Key { code, shift: Some(shift), ctrl: true, action }
}

const fn row(input: &'static str, does: &'static str, keys: &'static [Key]) -> Control {
    Control { input, does, keys }
}

/// All controls.
pub const CONTROLS: &[Control] = &[
    row("Left button", "the active tool; at the start: grab the nearest point within 20 px", &[]),
    row("Right drag", "scissors, in any tool", &[]),
    row("Right click", "on a point, or during a grab: pin or unpin it there", &[]),
    row("Middle drag, wheel", "pan, zoom at the pointer (with 7, 8 and 9: unless it is on one of theirs)", &[]),
    row(
        "Ctrl + wheel, [ and ]",
        "size of the scissors",
        &[key(KeyCode::LeftBracket, Action::SmallerScissors), key(KeyCode::RightBracket, Action::LargerScissors)],
    ),
    row(
        "1 2 3 4 5",
        "grab, scissors, pin, rope, net",
        &[
            key(KeyCode::Key1, Action::Choose(Tool::Grab)),
            key(KeyCode::Key2, Action::Choose(Tool::Scissors)),
            key(KeyCode::Key3, Action::Choose(Tool::Pin)),
            key(KeyCode::Key4, Action::Choose(Tool::Rope)),
            key(KeyCode::Key5, Action::Choose(Tool::Net)),
        ],
    ),
    row(
        "7; again; again; 9",
        "draw a wall, a circle, a box; a blower; drag one to move it, its handle to turn it; right click removes it",
        &[key(KeyCode::Key7, Action::NextObstacle), key(KeyCode::Key9, Action::Choose(Tool::Wind))],
    ),
    row(
        "8",
        "hang a weight on a point, carry it about; the wheel on it makes it heavier or lighter, right click takes it off",
        &[key(KeyCode::Key8, Action::Choose(Tool::Weight))],
    ),
    row("Wheel on one; Shift + drag", "it turns by itself; it slides there and back (Shift + wheel: how fast)", &[]),
    row("Shift + click on one", "it stands still again", &[]),
    row("Wheel on a blower; Shift + wheel", "it turns; it blows harder or less hard, down to nothing", &[]),
    row(
        "Space or P; O or .",
        "pause; single step",
        &[
            key(KeyCode::Space, Action::Pause),
            key(KeyCode::P, Action::Pause),
            key(KeyCode::O, Action::SingleStep),
            key(KeyCode::Period, Action::SingleStep),
        ],
    ),
    row(
        "Ctrl+Z; Ctrl+Y or Ctrl+Shift+Z; Z held",
        "undo; redo; rewind for as long as it is held",
        &[
            with_ctrl(false, KeyCode::Z, Action::Undo),
            with_ctrl(true, KeyCode::Z, Action::Redo),
            with_ctrl(false, KeyCode::Y, Action::Redo),
            key(KeyCode::Z, Action::Rewind),
        ],
    ),
    row("Bar at the lower edge", "drag it to any moment of the session; act, or play, to go on from there", &[]),
    row("- and =", "slower, faster", &[key(KeyCode::Minus, Action::Slower), key(KeyCode::Equal, Action::Faster)]),
    row(
        "R; Shift+R",
        "reset the scene; two random anchors (in gravity-lab the other way round)",
        &[with_shift(false, KeyCode::R, Action::Reset), with_shift(true, KeyCode::R, Action::RandomAnchors)],
    ),
    row(
        "G; 0",
        "reverse gravity; gravity off and on",
        &[key(KeyCode::G, Action::ReverseGravity), key(KeyCode::Key0, Action::GravityOff)],
    ),
    row(
        "Arrows",
        "turn gravity to that side (down restores it)",
        &[
            key(KeyCode::Left, Action::Arrow(Direction::Left)),
            key(KeyCode::Right, Action::Arrow(Direction::Right)),
            key(KeyCode::Up, Action::Arrow(Direction::Up)),
            key(KeyCode::Down, Action::Arrow(Direction::Down)),
        ],
    ),
    row("Arrows in gravity-lab", "left and right: gravity sideways, beside what there is; up clears that", &[]),
    row(
        "Arrows, Home, End",
        "in nehe-40: move the held end to that side, up (Home) or down (End), at 3 m/s",
        &[key(KeyCode::Home, Action::HeldEnd(Direction::Up)), key(KeyCode::End, Action::HeldEnd(Direction::Down))],
    ),
    row(
        "PgUp, PgDn",
        "previous, next scene",
        &[key(KeyCode::PageUp, Action::Scene(-1)), key(KeyCode::PageDown, Action::Scene(1))],
    ),
    row(
        "F; H; Tab",
        "fit the scene into the window; fold the panel away; hide the whole interface",
        &[key(KeyCode::F, Action::Fit), key(KeyCode::H, Action::Panel), key(KeyCode::Tab, Action::Interface)],
    ),
    row(
        "V; T",
        "next view: cloth, net, stress, points; light or dark theme",
        &[key(KeyCode::V, Action::NextView), key(KeyCode::T, Action::Theme)],
    ),
    row(
        "M; F6, F7, F8; B",
        "all plots; energy, stretch, time alone; a ghost that another method moves, to compare",
        &[
            key(KeyCode::B, Action::Compare),
            key(KeyCode::M, Action::Plots),
            key(KeyCode::F6, Action::Plot(Chart::Energy)),
            key(KeyCode::F7, Action::Plot(Chart::Stretch)),
            key(KeyCode::F8, Action::Plot(Chart::Time)),
        ],
    ),
    row(
        "Ctrl+S; Ctrl+O",
        "save the session, or the scene as it is; open what was saved (or drop its file on the window)",
        &[with_ctrl(false, KeyCode::S, Action::Save), with_ctrl(false, KeyCode::O, Action::Open)],
    ),
    row("F2", "a picture of the window, into your folder for pictures", &[key(KeyCode::F2, Action::Screenshot)]),
    row(
        "F5",
        "record an animation (GIF) of what happens, without the interface; F5 again ends it",
        &[key(KeyCode::F5, Action::Animation)],
    ),
    row("F11", "full screen, and back", &[key(KeyCode::F11, Action::FullScreen)]),
    row("F1 or ?", "this help", &[key(KeyCode::F1, Action::Help), with_shift(true, KeyCode::Slash, Action::Help)]),
    row("Esc", "cancel the gesture, or go back to grab; never quits", &[key(KeyCode::Escape, Action::Escape)]),
];

/// What a key does, by the table.
#[must_use]
pub fn action(code: KeyCode, shift: bool, ctrl: bool) -> Option<Action> {
    let mut keys = CONTROLS.iter().flat_map(|control| control.keys);
    let fits = |key: &&Key| key.code == code && key.ctrl == ctrl && key.shift.is_none_or(|wanted| wanted == shift);
    keys.find(fits).map(|key| key.action)
}

/// A table of controls in Markdown, for `docs/controls.md`.
#[must_use]
pub fn markdown(controls: &[Control]) -> String {
    let rows = controls.iter().map(|Control { input, does, .. }| format!("| {input} | {does} |\n"));
    format!("| Input | Does |\n|---|---|\n{}", rows.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_stands_twice() {
        let keys: Vec<_> = CONTROLS.iter().flat_map(|control| control.keys).collect();
        for (index, one) in keys.iter().enumerate() {
            for other in &keys[index + 1..] {
                let apart = one.code != other.code
                    || one.ctrl != other.ctrl
                    || matches!((one.shift, other.shift), (Some(a), Some(b)) if a != b);
                assert!(apart, "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn controls_page_has_the_table() {
        let page = include_str!("../../../docs/controls.md");
        let table = markdown(CONTROLS);
        assert!(page.contains(&table), "put this into docs/controls.md:\n\n{table}");
    }
}
