//! The words of buttons that do what keys do.

use super::action::{Action, SelectionAction};
use super::key_names::with_key;
use crate::physics::Words;
use crate::sandbox::StackEnd;

/// A button that does what a key does.
#[derive(Clone, Copy, Debug)]
pub struct ActionButton {
    /// Its action.
    pub action: Action,
    /// Its words, without the key.
    pub words: Words,
}

impl ActionButton {
    /// Its tooltip: its effect and its key, if it has one.
    #[must_use]
    pub fn tooltip(&self) -> String {
        with_key(self.words.tooltip, self.action)
    }

    /// The same button for another action.
    #[must_use]
    pub const fn doing(self, action: Action) -> Self {
        Self { action, ..self }
    }
}

/// Defines the buttons from one table: the action, the label, the tooltip.
macro_rules! action_buttons {
    ($($(#[$doc:meta])* $NAME:ident = $action:expr, $label:literal, $tooltip:literal;)*) => {
        impl ActionButton {
            $($(#[$doc])* pub const $NAME: Self =
                Self { action: $action, words: Words::new($label, $tooltip) };)*

            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$NAME),*];
        }
    };
}

action_buttons! {
    /// Opens a blank page.
    BLANK = Action::BlankPage, "Blank page", "Blank page; undo brings this session back";
    /// Opens the dialog to save.
    SAVE = Action::Save, "Save", "Save";
    /// Opens the dialog to open a file.
    OPEN = Action::Open, "Open", "Open a file";
    /// Shows the help.
    HELP = Action::Help, "Help", "Show all controls";
    /// Folds the panel.
    FOLD = Action::Panel, "Fold", "Fold the panel";
    /// Unfolds the panel.
    UNFOLD = Action::Panel, "Unfold", "Unfold tools, settings and scenes";
    /// Unfolds the panel from the strip of tools.
    ALL_TOOLS = Action::Panel, "All tools", "All tools";
    /// Pauses.
    PAUSE = Action::Pause, "Pause", "Pause";
    /// Ends the pause.
    CONTINUE = Action::Pause, "Continue", "Continue";
    /// Takes one step.
    STEP = Action::SingleStep, "Step", "Take one step";
    /// Returns to what was built.
    BACK_TO_BUILD = Action::BackToBuild, "Back to build", "Back to what was built before time ran";
    /// Makes the present what was built.
    KEEP_AS_BUILD = Action::KeepAsBuild, "Keep this as the build", "From now on Back to build leads to this moment";
    /// Opens the scene again.
    OPEN_AGAIN = Action::OpenAgain, "Open again", "The scene as its file has it; undo takes this back";
    /// Fits all that moves into the window.
    FIT = Action::Fit, "Fit", "Show the scene with all that moves";
    /// Looks at a lost thing.
    LOOK_AT_LOST = Action::LookAtLost, "Look at it", "Something is far away: this looks there";
    /// Halves the speed.
    SLOWER = Action::Slower, "Slower", "Half as fast, down to 1/32";
    /// Doubles the speed.
    FASTER = Action::Faster, "Faster", "Twice as fast, up to four times";
    /// Pins two random particles.
    RANDOM_PINS = Action::RandomAnchors, "Pin two random points", "Unpins all others";
    /// Reverses gravity.
    REVERSE_GRAVITY = Action::ReverseGravity, "Reverse", "Reverse gravity";
    /// Switches gravity off.
    GRAVITY_OFF = Action::GravityOff, "Off", "Switch gravity off";
    /// Switches gravity on.
    GRAVITY_ON = Action::GravityOff, "On", "Switch gravity on again";
    /// Ends a comparison.
    NO_GHOST = Action::Compare, "Nothing", "No ghost";
    /// Redoes the last undone edit.
    REDO = Action::Redo, "Redo", "Redo";
    /// Removes what is selected.
    DELETE = Action::Selection(SelectionAction::Delete), "Delete", "Removes what is selected";
    /// Copies and removes what is selected.
    CUT = Action::Selection(SelectionAction::Cut), "Cut", "Copies what is selected and removes it";
    /// Copies what is selected.
    COPY = Action::Selection(SelectionAction::Copy), "Copy", "Copies what is selected";
    /// Adds what is copied.
    PASTE = Action::Selection(SelectionAction::Paste), "Paste", "Adds what is copied";
    /// Adds a copy of what is selected.
    DUPLICATE = Action::Selection(SelectionAction::Duplicate), "Duplicate", "A second one beside it";
    /// Mirrors what is selected.
    MIRROR = Action::Selection(SelectionAction::Mirror), "Mirror", "Exchanges left and right";
    /// Brings what is selected to the front.
    FRONT = Action::Selection(SelectionAction::Restack(StackEnd::Front)), "Front", "In front of all others";
    /// Brings what is selected to the back.
    BACK = Action::Selection(SelectionAction::Restack(StackEnd::Back)), "Back", "Behind all others";
    /// Keeps what is selected in view.
    FOLLOW = Action::Selection(SelectionAction::Follow), "Follow", "Keeps it in view until you move the picture";
    /// Lets clicks add to the selection.
    ADD = Action::Selection(SelectionAction::Adding), "Add", "A click adds a thing, or takes it out again";
    /// Selects everything.
    SELECT_ALL = Action::Selection(SelectionAction::All), "All", "Selects everything";
    /// Ends the selection.
    DONE = Action::Selection(SelectionAction::End), "Done", "Ends the selection";
}

/// Short label of [`ActionButton::KEEP_AS_BUILD`].
pub const KEEP: &str = "Keep";

/// Length of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelLength {
    /// Where there is room.
    Long,
    /// In narrow windows.
    Short,
}

/// The label of the button that returns to what was built, which drops a number of later parts.
#[must_use]
pub fn back_to_build_label(parts: usize, length: LabelLength) -> String {
    let later = if parts == 1 { "later part" } else { "later parts" };
    match length {
        LabelLength::Long => format!("{}: drops {parts} {later}", ActionButton::BACK_TO_BUILD.words.label),
        LabelLength::Short => format!("Back: drops {parts}"),
    }
}

/// The speed of play, and the button that sets it to that of real time.
pub const SPEED: Words = Words::new("Speed", "Speed of play; click for real time");
