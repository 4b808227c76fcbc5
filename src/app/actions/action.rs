//! The actions of keys and buttons.

use super::chart::Chart;
use crate::sandbox::StackEnd;
use crate::tool::Tool;

/// An action of a key, or of its button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Choose a tool.
    Choose(Tool),
    /// Make the scissors smaller.
    SmallerScissors,
    /// Make the scissors larger.
    LargerScissors,
    /// Pause, or continue.
    Pause,
    /// Take one step.
    SingleStep,
    /// Halve the speed.
    Slower,
    /// Double the speed.
    Faster,
    /// Return to what was built before time ran; in `gravity-lab` pin two random particles.
    BackToBuild,
    /// Pin two random particles; in `gravity-lab` return to what was built.
    RandomAnchors,
    /// Make the present what was built.
    KeepAsBuild,
    /// Open the scene again as its file has it.
    OpenAgain,
    /// Reverse gravity.
    ReverseGravity,
    /// Turn gravity, or move the held end, in a direction.
    Arrow(Direction),
    /// Move the held end up or down, if the scene has one.
    HeldEnd(Direction),
    /// Switch gravity off or on.
    GravityOff,
    /// Fit all that moves into the window.
    Fit,
    /// Look at a thing that is too far away for a fit.
    LookAtLost,
    /// Hide or show the interface.
    Interface,
    /// Fold or unfold the panel.
    Panel,
    /// Give the keyboard to the panel, or back to the picture.
    PanelFocus,
    /// Give the keyboard to the time bar, or back to the picture.
    TimeBarFocus,
    /// Choose the next view: cloth, net, tension, points.
    NextView,
    /// Choose the next theme: dark, light, high contrast.
    Theme,
    /// Show or hide a plot.
    Plot(Chart),
    /// Show or hide all plots.
    Plots,
    /// Start or end a comparison with another method.
    Compare,
    /// Enter or leave full screen.
    FullScreen,
    /// Open a blank page.
    BlankPage,
    /// Open the next (1) or the previous (-1) scene.
    Scene(isize),
    /// Show or hide the help.
    Help,
    /// Act on the selection.
    Selection(SelectionAction),
    /// Do something with the keyboard's cursor.
    Cursor(CursorAction),
    /// Undo the last edit.
    Undo,
    /// Redo the last undone edit.
    Redo,
    /// Rewind while the key is down.
    Rewind,
    /// Open the dialog to save.
    Save,
    /// Open the dialog to open a file.
    Open,
    /// Save a picture of the window.
    Screenshot,
    /// Start or end an animation.
    Animation,
    /// Cancel the gesture, or choose the grab tool.
    Escape,
}

/// An action on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectionAction {
    /// Select everything.
    All,
    /// Let clicks add to the selection, as with Shift, or no longer.
    Adding,
    /// Remove it.
    Delete,
    /// Copy it.
    Copy,
    /// Copy and remove it.
    Cut,
    /// Add the copied things, and select them.
    Paste,
    /// Add a copy of it beside it.
    Duplicate,
    /// Mirror it.
    Mirror,
    /// Bring it to the front, or to the back.
    Restack(StackEnd),
    /// Keep it in view, or no longer.
    Follow,
    /// Select nothing, and choose the grab tool.
    End,
}

/// An action of the keyboard's cursor, which stands for the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorAction {
    /// Show the cursor; once it is shown, press the left button or release it.
    Press,
    /// Click with the right button.
    RightClick,
    /// Move while the key is down.
    Move(Direction),
    /// Move to the next point or thing in a direction.
    Jump(Direction),
    /// Turn the wheel by a notch up (1) or down (-1).
    Wheel(i8),
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}
