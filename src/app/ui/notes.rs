//! The sentences of the panel that belong to no setting: how to begin, and counts of what has happened.

use egui::Ui;

use crate::app::actions::{Action, key_name};
use crate::app::style::UiTheme;
use crate::app::widgets::{note, turns_per_second};

/// A small secondary sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// No obstacle is chosen.
    NoObstacle,
    /// The chosen obstacle does not slide.
    NoSlide,
    /// The angular velocity of an obstacle, rad/s.
    Turns(f32),
    /// The plots.
    Plots,
    /// No comparison is going on.
    NoGhost,
    /// The settings that a world and its ghost share.
    SharedByGhost,
    /// A world and its ghost may have different pasts.
    SameStart,
    /// The substeps of the ghost, and their length, ms.
    Substeps { substeps: u32, length: f32 },
    /// The substeps of the spring method.
    SpringSubsteps(u32),
    /// A rival is too slow for a world of so many links, or takes too much memory.
    TooMuchForGhost(usize),
    /// How often particles of a world or of its ghost were held to the speed limit.
    Slowed { of_ghost: bool, count: u64 },
    /// The same without a ghost.
    SpeedLimit(u64),
    /// How many links have torn.
    Torn(u64),
    /// How many particles sleep.
    Asleep { asleep: usize, all: usize },
    /// How many blowers there are.
    Blowers(usize),
}

impl Note {
    /// Its text, for mouse and keys.
    pub fn text(&self) -> String {
        let counted =
            |count: u64, one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
        match *self {
            Self::NoObstacle => "Draw an obstacle or click one to set its size, motion and surface.".to_owned(),
            Self::NoSlide => "With its tool, drag it with Shift held: it slides that way.".to_owned(),
            Self::Turns(spin) => {
                let way = if spin < 0.0 { "clockwise" } else { "counter-clockwise" };
                format!("{} {way}", turns_per_second(spin.abs()))
            }
            Self::Plots => format!("The last ten seconds ({}: all on or off).", key_name(Action::Plots)),
            Self::NoGhost => {
                format!("A second world, moved by another method ({}: on and off).", key_name(Action::Compare))
            }
            Self::SharedByGhost => "Step, gravity, air, ground and input are the same for both.".to_owned(),
            Self::SameStart => "Back to build starts both from the same state.".to_owned(),
            Self::Substeps { substeps, length } => {
                let substeps = counted(substeps.into(), "substep", "substeps");
                format!("{substeps} of {length:.2} ms per step")
            }
            Self::SpringSubsteps(count) => format!("{count} substeps per step, from the longest substep (Springs)"),
            Self::TooMuchForGhost(links) => format!("Too much for {links} links: over 0.2 s a step or 240 MiB"),
            Self::Slowed { of_ghost, count } => {
                let name = if of_ghost { "the ghost" } else { "this world" };
                format!("Points of {name} slowed to the speed limit: {count} times")
            }
            Self::SpeedLimit(count) => format!("Speed limit applied {count} times"),
            Self::Torn(count) => format!("{} torn so far", counted(count, "link has", "links have")),
            Self::Asleep { asleep, all } => format!("{asleep} of {all} points asleep"),
            Self::Blowers(1) => "One blower".to_owned(),
            Self::Blowers(count) => format!("{count} blowers"),
        }
    }

    /// Shows it, in the wording of the device in use.
    pub fn show(&self, ui: &mut Ui, theme: &UiTheme) {
        note(ui, &self.text(), theme);
    }
}
