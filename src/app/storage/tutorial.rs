//! The steps of the first-run tutorial that the user has done.

use serde::{Deserialize, Serialize};

use crate::{sandbox::Command, tool::Tool};

/// The steps of the tutorial that are done. Kept between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tutorial {
    /// A particle was dragged.
    pub dragged: bool,
    /// A link was cut.
    pub cut: bool,
    /// A particle was pinned.
    pub pinned: bool,
}

impl Tutorial {
    /// Records a command that the user gave with a tool; `has_cut`: it cut a link.
    pub fn record(&mut self, command: &Command, tool: Tool, has_cut: bool) {
        match command {
            // The weight tool moves weights by the same command.
            Command::MoveGrab { .. } => self.dragged |= tool != Tool::Weight,
            Command::SetPinned { pinned: true, .. } => self.pinned = true,
            Command::Cut { .. } => self.cut |= has_cut,
            _ => {}
        }
    }

    /// Whether all steps are done.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        self.dragged && self.cut && self.pinned
    }

    /// The steps in words, and whether each is done.
    #[must_use]
    pub const fn lessons(self) -> [(&'static str, bool); 3] {
        [
            ("drag a particle", self.dragged),
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

    #[test]
    fn stroke_that_cuts_nothing_completes_no_step() {
        let mut tutorial = Tutorial::default();
        let cut = Command::Cut { from: Vec2::ZERO, to: Vec2::ONE, radius: 0.1 };
        tutorial.record(&cut, Tool::Grab, false);
        tutorial.record(&Command::Grab { grab: 0, particle: ParticleId(1), at: Vec2::ZERO }, Tool::Grab, false);
        tutorial.record(&Command::SetPinned { particle: ParticleId(1), pinned: false }, Tool::Grab, false);
        assert_eq!(tutorial, Tutorial::default());
        tutorial.record(&cut, Tool::Grab, true);
        tutorial.record(&Command::MoveGrab { grab: 0, to: Vec2::ONE }, Tool::Grab, false);
        tutorial.record(&Command::SetPinned { particle: ParticleId(1), pinned: true }, Tool::Grab, false);
        assert!(tutorial.is_complete());
    }

    #[test]
    fn carrying_a_weight_is_not_dragging_a_particle() {
        let mut tutorial = Tutorial::default();
        let particle = ParticleId(1);
        tutorial.record(&Command::SetWeight { particle, mass: Some(1.0) }, Tool::Weight, false);
        tutorial.record(&Command::Grab { grab: 0, particle, at: Vec2::ZERO }, Tool::Weight, false);
        tutorial.record(&Command::MoveGrab { grab: 0, to: Vec2::ONE }, Tool::Weight, false);
        assert!(!tutorial.dragged);
        tutorial.record(&Command::MoveGrab { grab: 0, to: Vec2::ONE }, Tool::Grab, false);
        assert!(tutorial.dragged);
    }
}
