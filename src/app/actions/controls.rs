//! The table of controls. It and [`ToolInfo::key`] bind the keys; the help and `docs/controls.md` are generated from
//! it.

use std::sync::LazyLock;

use macroquad::miniquad::KeyCode;

use self::Aim::{Build, Keep, Look, NoMouse, Play, Select, Time};
use super::action::{Action, CursorAction, Direction, SelectionAction};
use super::chart::Chart;
use crate::sandbox::StackEnd;
use crate::tool::{Tool, ToolInfo};

/// A key with its modifiers and its action. `shift` is `None` where Shift does not matter; on a Mac, Ctrl is the
/// command key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub(super) code: KeyCode,
    pub(super) shift: Option<bool>,
    pub(super) ctrl: bool,
    pub(super) action: Action,
    mode: KeyMode,
}

/// The mode in which a key has its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMode {
    /// Always, unless the key has another action in the present mode.
    Usual,
    /// While the keyboard's cursor is shown.
    Cursor,
}

/// The purpose of a control, by which the help is grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Play with what is there.
    Play,
    /// Build, and change what stands.
    Build,
    /// Select things and act on them.
    Select,
    /// Look at the scene in another way.
    Look,
    /// Stop, repeat and undo.
    Time,
    /// Save, open and record.
    Keep,
    /// Do without a mouse.
    NoMouse,
}

impl Aim {
    /// The heading of its group.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Play => "Play",
            Self::Build => "Build",
            Self::Select => "Select",
            Self::Look => "Look",
            Self::Time => "Time",
            Self::Keep => "Keep",
            Self::NoMouse => "No mouse",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// Its purpose.
    pub aim: Aim,
    /// The input of the user.
    pub input: &'static str,
    /// Its effect.
    pub effect: &'static str,
    /// The keys of the input, without those of `ToolInfo::key`.
    pub keys: &'static [Key],
}

const fn key(code: KeyCode, action: Action) -> Key {
    Key { code, shift: None, ctrl: false, action, mode: KeyMode::Usual }
}

const fn with_shift(shift: bool, code: KeyCode, action: Action) -> Key {
    Key { shift: Some(shift), ..key(code, action) }
}

const fn with_ctrl(shift: bool, code: KeyCode, action: Action) -> Key {
    Key { shift: Some(shift), ctrl: true, ..key(code, action) }
}

/// A key of the cursor. With Shift it does the same, and the tool sees Shift.
const fn cursor_key(ctrl: bool, code: KeyCode, action: CursorAction) -> Key {
    Key { ctrl, mode: KeyMode::Cursor, ..key(code, Action::Cursor(action)) }
}

const fn row(aim: Aim, input: &'static str, effect: &'static str, keys: &'static [Key]) -> Control {
    Control { aim, input, effect, keys }
}

/// All controls, in the order of their aims.
pub static CONTROLS: LazyLock<Vec<Control>> = LazyLock::new(|| {
    let mut controls = FIXED_CONTROLS.to_vec();
    let first = controls.iter().take_while(|control| control.aim == Play).count();
    controls.splice(first..first, tool_rows());
    controls
});

/// Longest effect in the table, characters.
const MAX_EFFECT: usize = 60;

/// The rows of all tools, from their keys and names.
fn tool_rows() -> Vec<Control> {
    let mut rows: Vec<(String, String)> = Vec::new();
    for info in Tool::ALL.map(Tool::info) {
        let (key, name) = (info.key_name(), info.name.to_lowercase());
        match rows.last_mut() {
            Some((keys, names)) if names.len() + 1 + name.len() <= MAX_EFFECT => {
                *keys = format!("{keys} {key}");
                *names = format!("{names} {name}");
            }
            _ => rows.push((key, name)),
        }
    }
    // Made once, for as long as the program runs.
    rows.into_iter().map(|(keys, names)| row(Build, keys.leak(), names.leak(), &[])).collect()
}

/// The controls that are not tools.
const FIXED_CONTROLS: &[Control] = &[
    row(Play, "Left button", "the active tool; at first: grab a point within 20 px", &[]),
    row(Play, "Right drag", "scissors, in any tool", &[]),
    row(Play, "Right click", "on a point, or during a grab: pin or unpin it there", &[]),
    row(
        Play,
        "Ctrl + wheel, [ and ]",
        "size of the scissors",
        &[key(KeyCode::LeftBracket, Action::SmallerScissors), key(KeyCode::RightBracket, Action::LargerScissors)],
    ),
    row(
        Play,
        "G; 0",
        "reverse gravity; switch it off or on",
        &[key(KeyCode::G, Action::ReverseGravity), key(KeyCode::Key0, Action::GravityOff)],
    ),
    row(
        Play,
        "Arrows",
        "turn gravity (down restores it); in gravity-lab: add it",
        &[
            key(KeyCode::Left, Action::Arrow(Direction::Left)),
            key(KeyCode::Right, Action::Arrow(Direction::Right)),
            key(KeyCode::Up, Action::Arrow(Direction::Up)),
            key(KeyCode::Down, Action::Arrow(Direction::Down)),
        ],
    ),
    row(
        Play,
        "Arrows, Home, End",
        "in nehe-40: move the held end, up (Home) or down (End)",
        &[key(KeyCode::Home, Action::HeldEnd(Direction::Up)), key(KeyCode::End, Action::HeldEnd(Direction::Down))],
    ),
    row(Play, "Keys on machines; a press on them", "work them while time runs; paused, keys are the program's", &[]),
    row(
        Play,
        "Esc",
        "cancel, deselect, stop a replay, choose grab; never quits",
        &[key(KeyCode::Escape, Action::Escape)],
    ),
    row(Build, "Drag an obstacle or a blower", "move it; its tool turns it, and removes it by a right click", &[]),
    row(Build, "Wheel on a weight; right click", "make it heavier or lighter; remove it", &[]),
    row(
        Build,
        "Obstacle, its tool: wheel; Shift + drag, click",
        "it spins; slides to and fro (Shift + wheel: speed); stops",
        &[],
    ),
    row(Build, "Blower, its tool: wheel; Shift + wheel", "turn it; change its speed, down to 0", &[]),
    row(
        Build,
        "Machine, its tool: click; motor: right click",
        "select it alone, for its numbers and keys; remove it",
        &[],
    ),
    row(Select, "Click on an obstacle or a blower", "with grab: select it; then the wheel spins or turns it", &[]),
    row(Select, "Select (6)", "take whole things, Shift adds; move, turn, scale by handles", &[]),
    row(
        Select,
        "Ctrl+A, Ctrl+C, Ctrl+X, Ctrl+V, Ctrl+D, Shift+D",
        "select all; copy, cut, paste, duplicate (both)",
        &[
            with_ctrl(false, KeyCode::A, Action::Selection(SelectionAction::All)),
            with_ctrl(false, KeyCode::C, Action::Selection(SelectionAction::Copy)),
            with_ctrl(false, KeyCode::X, Action::Selection(SelectionAction::Cut)),
            with_ctrl(false, KeyCode::V, Action::Selection(SelectionAction::Paste)),
            with_ctrl(false, KeyCode::D, Action::Selection(SelectionAction::Duplicate)),
            with_shift(true, KeyCode::D, Action::Selection(SelectionAction::Duplicate)),
        ],
    ),
    row(
        Select,
        "Del; Y; Ctrl+Up, Ctrl+Down",
        "delete, mirror what is selected; to the front, to the back",
        &[
            key(KeyCode::Delete, Action::Selection(SelectionAction::Delete)),
            key(KeyCode::Backspace, Action::Selection(SelectionAction::Delete)),
            key(KeyCode::Y, Action::Selection(SelectionAction::Mirror)),
            with_ctrl(false, KeyCode::Up, Action::Selection(SelectionAction::Restack(StackEnd::Front))),
            with_ctrl(false, KeyCode::Down, Action::Selection(SelectionAction::Restack(StackEnd::Back))),
        ],
    ),
    row(Look, "Middle drag or Space + drag; wheel", "pan; zoom at the pointer, unless it changes what is there", &[]),
    row(
        Look,
        "F; H; Tab",
        "fit all that moves; fold the panel; hide the interface",
        &[key(KeyCode::F, Action::Fit), key(KeyCode::H, Action::Panel), key(KeyCode::Tab, Action::Interface)],
    ),
    row(
        Look,
        "V; T",
        "next view: cloth, net, tension, points; next theme",
        &[key(KeyCode::V, Action::NextView), key(KeyCode::T, Action::Theme)],
    ),
    row(
        Look,
        "M; F6, F7, F8; B",
        "all plots; energy, stretch, time; compare with a ghost",
        &[
            key(KeyCode::B, Action::Compare),
            key(KeyCode::M, Action::Plots),
            key(KeyCode::F6, Action::Plot(Chart::Energy)),
            key(KeyCode::F7, Action::Plot(Chart::Stretch)),
            key(KeyCode::F8, Action::Plot(Chart::Time)),
        ],
    ),
    row(
        Time,
        "Space or P; O or .; - and =",
        "pause: drags then move things; single step; slower, faster",
        &[
            key(KeyCode::Space, Action::Pause),
            key(KeyCode::P, Action::Pause),
            key(KeyCode::O, Action::SingleStep),
            key(KeyCode::Period, Action::SingleStep),
            key(KeyCode::Minus, Action::Slower),
            key(KeyCode::Equal, Action::Faster),
        ],
    ),
    row(
        Time,
        "Ctrl+Z; Ctrl+Y or Ctrl+Shift+Z; Z held",
        "undo and pause; redo; rewind while the key is held",
        &[
            with_ctrl(false, KeyCode::Z, Action::Undo),
            with_ctrl(false, KeyCode::Y, Action::Redo),
            with_ctrl(true, KeyCode::Z, Action::Redo),
            key(KeyCode::Z, Action::Rewind),
        ],
    ),
    row(Time, "Bar at the lower edge", "drag to any moment of the session; act or play from there", &[]),
    row(
        Time,
        "R; Shift+R",
        "back to build; pin two at random (gravity-lab: vice versa)",
        &[with_shift(false, KeyCode::R, Action::BackToBuild), with_shift(true, KeyCode::R, Action::RandomAnchors)],
    ),
    row(
        Keep,
        "PgUp, PgDn",
        "previous, next scene",
        &[key(KeyCode::PageUp, Action::Scene(-1)), key(KeyCode::PageDown, Action::Scene(1))],
    ),
    row(
        Keep,
        "Ctrl+N or Shift+N; Ctrl+S; Ctrl+O",
        "blank page; save; open a file or a link (or drop a file)",
        &[
            with_ctrl(false, KeyCode::N, Action::BlankPage),
            with_shift(true, KeyCode::N, Action::BlankPage),
            with_ctrl(false, KeyCode::S, Action::Save),
            with_ctrl(false, KeyCode::O, Action::Open),
        ],
    ),
    row(
        Keep,
        "F2; F5; F11; F1 or ?",
        "save a picture; record a GIF, end it; full screen; this help",
        &[
            key(KeyCode::F2, Action::Screenshot),
            key(KeyCode::F5, Action::Animation),
            key(KeyCode::F11, Action::FullScreen),
            key(KeyCode::F1, Action::Help),
            with_shift(true, KeyCode::Slash, Action::Help),
        ],
    ),
    row(
        NoMouse,
        "Enter; Ctrl+Enter",
        "cursor for the keyboard; there: hold, let go; right click",
        &[
            key(KeyCode::Enter, Action::Cursor(CursorAction::Press)),
            key(KeyCode::KpEnter, Action::Cursor(CursorAction::Press)),
            cursor_key(true, KeyCode::Enter, CursorAction::RightClick),
            cursor_key(true, KeyCode::KpEnter, CursorAction::RightClick),
        ],
    ),
    row(
        NoMouse,
        "Cursor: arrows; Ctrl + arrows; Home, End",
        "move it (with Space: pan); to the next point; wheel",
        &[
            cursor_key(false, KeyCode::Left, CursorAction::Move(Direction::Left)),
            cursor_key(false, KeyCode::Right, CursorAction::Move(Direction::Right)),
            cursor_key(false, KeyCode::Up, CursorAction::Move(Direction::Up)),
            cursor_key(false, KeyCode::Down, CursorAction::Move(Direction::Down)),
            cursor_key(true, KeyCode::Left, CursorAction::Jump(Direction::Left)),
            cursor_key(true, KeyCode::Right, CursorAction::Jump(Direction::Right)),
            cursor_key(true, KeyCode::Up, CursorAction::Jump(Direction::Up)),
            cursor_key(true, KeyCode::Down, CursorAction::Jump(Direction::Down)),
            cursor_key(false, KeyCode::Home, CursorAction::Wheel(1)),
            cursor_key(false, KeyCode::End, CursorAction::Wheel(-1)),
        ],
    ),
    row(
        NoMouse,
        "Ctrl+F6; Tab; Enter",
        "keyboard to the panel, or back (Esc); next field; press it",
        &[with_ctrl(false, KeyCode::F6, Action::PanelFocus)],
    ),
    row(
        NoMouse,
        "Ctrl+Shift+F6; arrows; PgUp, PgDn; Home, End",
        "keyboard to the bar: a step; a second later, earlier; all",
        &[with_ctrl(true, KeyCode::F6, Action::TimeBarFocus)],
    ),
];

/// All controls by touch, for the help and for `docs/controls.md`.
pub const TOUCH_CONTROLS: &[Control] = &[
    row(Play, "One finger", "the active tool; at first: grab a point within 32 px", &[]),
    row(Play, "Further fingers on points", "drag those, too (with the grab tool)", &[]),
    row(Play, "Double tap on a point", "pin or unpin it", &[]),
    row(Play, "Keys on machines", "work them while time runs, as long as they are touched", &[]),
    row(Build, "Double tap, with its tool", "remove an obstacle, a blower, a weight or a motor", &[]),
    row(Build, "Drag one, pinch with a second", "change a weight, a blower's speed, an obstacle's spin", &[]),
    row(Build, "\"Slide\" in the panel, then a drag", "an obstacle slides to and fro (with its tool)", &[]),
    row(Select, "Long touch on a thing", "select it, or no longer (with grab, select and parts)", &[]),
    row(Select, "Tap on an obstacle or a blower", "select it, with grab", &[]),
    row(Select, "\"Add\" in the bar, then taps", "select further things, or take them out again", &[]),
    row(Look, "Two fingers on nothing", "pan and zoom (with another tool: two fingers anywhere)", &[]),
    row(Look, "Swipe up or down in a list", "scroll; to drag a field up or down, rest on it first", &[]),
    row(Look, "Long touch on a button", "show its tooltip", &[]),
    row(Time, "Bar at the lower edge", "drag to any moment of the session; its arrows undo and redo", &[]),
    row(Keep, "Tab at the right edge", "the panel: tools, settings, scenes; save, open, this help", &[]),
];

/// The action of a key in a mode.
pub fn action(code: KeyCode, shift: bool, ctrl: bool, mode: KeyMode) -> Option<Action> {
    let is_pressed =
        |key: &&Key| key.code == code && key.ctrl == ctrl && key.shift.is_none_or(|wanted| wanted == shift);
    let of_mode = |mode: KeyMode| {
        let mut keys = CONTROLS.iter().flat_map(|control| control.keys).filter(|key| key.mode == mode);
        keys.find(is_pressed).map(|key| key.action)
    };
    let tool = || tool_action(code, shift).filter(|_| !ctrl);
    of_mode(mode).or_else(|| of_mode(KeyMode::Usual)).or_else(tool)
}

/// The action of a tool's key. Without a tool of its own, Shift does not matter.
fn tool_action(code: KeyCode, shift: bool) -> Option<Action> {
    // The codes of digits and letters are those of ASCII.
    let has_key = |info: ToolInfo, shift: bool| u32::from(info.key) == code as u32 && info.needs_shift == shift;
    let tool = |shift: bool| Tool::ALL.into_iter().find(|tool| has_key(tool.info(), shift));
    let with_shift = if shift { tool(true) } else { None };
    with_shift.or_else(|| tool(false)).map(Action::Choose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_bound_twice() {
        let keys: Vec<_> = CONTROLS.iter().flat_map(|control| control.keys).collect();
        for (index, one) in keys.iter().enumerate() {
            for other in &keys[index + 1..] {
                let differs = one.code != other.code
                    || one.mode != other.mode
                    || one.ctrl != other.ctrl
                    || matches!((one.shift, other.shift), (Some(a), Some(b)) if a != b);
                assert!(differs, "{one:?} and {other:?}");
            }
            let is_of_tool = |shift: bool| one.shift.is_none_or(|wanted| wanted == shift) && tool_has(one.code, shift);
            assert!(one.ctrl || !(is_of_tool(false) || is_of_tool(true)), "{one:?} is the key of a tool");
        }
        let mut tools: Vec<_> = Tool::ALL.iter().map(|tool| tool.info().key_name()).collect();
        tools.sort();
        assert!(tools.windows(2).all(|pair| pair[0] != pair[1]), "two tools have one key: {tools:?}");
    }

    /// Whether a tool has this key as its own.
    fn tool_has(code: KeyCode, shift: bool) -> bool {
        let mut infos = Tool::ALL.iter().map(|tool| tool.info());
        infos.any(|info| u32::from(info.key) == code as u32 && info.needs_shift == shift)
    }

    #[test]
    fn cursor_takes_the_arrows_and_leaves_other_keys() {
        let [usual, cursor] = [KeyMode::Usual, KeyMode::Cursor].map(|mode| action(KeyCode::Left, false, false, mode));
        assert_eq!(usual, Some(Action::Arrow(Direction::Left)));
        assert_eq!(cursor, Some(Action::Cursor(CursorAction::Move(Direction::Left))));
        for code in [KeyCode::Space, KeyCode::Key2, KeyCode::Escape, KeyCode::PageDown, KeyCode::Enter] {
            let [usual, cursor] = [KeyMode::Usual, KeyMode::Cursor].map(|mode| action(code, false, false, mode));
            assert!(usual.is_some() && usual == cursor, "{code:?}");
        }
        assert_eq!(action(KeyCode::Enter, false, true, KeyMode::Usual), None);
    }
}
