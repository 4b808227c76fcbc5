//! The steps of the first-run tutorial that the user has done.

use serde::{Deserialize, Serialize};

use crate::{sandbox::Command, tool::Tool};

/// The steps of the tutorial that are done, and whether it was closed. Kept between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tutorial {
    /// A particle was dragged.
    pub dragged: bool,
    /// A link was cut.
    pub cut: bool,
    /// A particle was pinned.
    pub pinned: bool,
    /// The user has closed it.
    pub closed: bool,
}

/// The origin of a command: what the user did in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sender {
    /// The active tool.
    pub tool: Tool,
    /// The right button or a double tap, and not the tool.
    pub is_right_button: bool,
    /// A finger, and not the mouse.
    pub is_finger: bool,
}

impl Tutorial {
    /// Records a command from the picture; `has_cut`: it cut a link. A step is done by its own action alone: other tools
    /// give the same commands.
    pub fn record(&mut self, command: &Command, sender: Sender, has_cut: bool) {
        let Sender { tool, is_right_button, is_finger } = sender;
        match command {
            Command::MoveGrab { .. } => self.dragged |= tool == Tool::Grab && !is_right_button,
            Command::SetPinned { pinned: true, .. } => self.pinned |= is_right_button,
            // Fingers have no right button: their step names the scissors.
            Command::Cut { .. } => self.cut |= has_cut && (is_right_button || is_finger && tool == Tool::Scissors),
            _ => {}
        }
    }

    /// Whether it is shown no more: all steps are done, or the user has closed it.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.closed || self.dragged && self.cut && self.pinned
    }

    /// The steps in words, and whether each is done.
    #[must_use]
    pub const fn lessons(self) -> [(&'static str, bool); 3] {
        [
            ("pull something", self.dragged),
            ("cut with the right button", self.cut),
            ("pin with a right click", self.pinned),
        ]
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::physics::ParticleId;

    const PARTICLE: ParticleId = ParticleId(1);
    const DRAG: Command = Command::MoveGrab { grab: 0, to: Vec2::ONE };
    const CUT: Command = Command::Cut { from: Vec2::ZERO, to: Vec2::ONE, radius: 0.1 };
    const PIN: Command = Command::SetPinned { particle: PARTICLE, pinned: true };

    fn left(tool: Tool) -> Sender {
        Sender { tool, is_right_button: false, is_finger: false }
    }

    fn right(tool: Tool) -> Sender {
        Sender { is_right_button: true, ..left(tool) }
    }

    #[test]
    fn stroke_that_cuts_nothing_completes_no_step() {
        let mut tutorial = Tutorial::default();
        tutorial.record(&CUT, right(Tool::Grab), false);
        tutorial.record(&Command::Grab { grab: 0, particle: PARTICLE, at: Vec2::ZERO }, left(Tool::Grab), false);
        let unpin = Command::SetPinned { particle: PARTICLE, pinned: false };
        tutorial.record(&unpin, right(Tool::Grab), false);
        assert_eq!(tutorial, Tutorial::default());
        tutorial.record(&CUT, right(Tool::Grab), true);
        tutorial.record(&DRAG, left(Tool::Grab), false);
        tutorial.record(&PIN, right(Tool::Rope), false);
        assert!(tutorial.is_over());
        assert!(Tutorial { closed: true, ..Tutorial::default() }.is_over());
    }

    #[test]
    fn step_is_done_by_its_own_action_alone() {
        let mut tutorial = Tutorial::default();
        // Tools that give the same commands: they drag points and weights, pin hubs and points, and cut.
        for tool in Tool::ALL.into_iter().filter(|&tool| tool != Tool::Grab) {
            tutorial.record(&DRAG, left(tool), false);
        }
        for tool in Tool::ALL {
            tutorial.record(&PIN, left(tool), false);
            tutorial.record(&CUT, left(tool), true);
        }
        assert_eq!(tutorial, Tutorial::default());
        tutorial.record(&CUT, Sender { is_finger: true, ..left(Tool::Scissors) }, true);
        assert!(tutorial.cut, "fingers cut with the scissors");
    }
}
