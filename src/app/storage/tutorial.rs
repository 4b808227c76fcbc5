//! What the user has done once: until all of it was, the first-run hint says how.

use serde::{Deserialize, Serialize};

use crate::{sandbox::Command, tool::Tool};

/// The three things that a new user tries. Kept between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tutorial {
    /// A point was dragged.
    pub dragged: bool,
    /// A link was cut.
    pub cut: bool,
    /// A point was pinned.
    pub pinned: bool,
}

impl Tutorial {
    /// Takes note of something that the user did with a tool, and of whether it cut a link.
    pub fn note(&mut self, command: &Command, tool: Tool, cut: bool) {
        match command {
            // A weight that is hung is carried about by the same hand.
            Command::MoveHand { .. } => self.dragged |= tool != Tool::Weight,
            Command::SetPinned { pinned: true, .. } => self.pinned = true,
            Command::Cut { .. } => self.cut |= cut,
            _ => {}
        }
    }

    /// Whether there is nothing left to try.
    #[must_use]
    pub const fn all(self) -> bool {
        self.dragged && self.cut && self.pinned
    }

    /// What to try, and whether it is done.
    #[must_use]
    pub const fn lessons(self) -> [(&'static str, bool); 3] {
        [
            ("drag a point", self.dragged),
            ("cut with the right button", self.cut),
            ("pin with a right click", self.pinned),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::ParticleId;
    use glam::Vec2;

    #[test]
    fn a_stroke_in_the_air_teaches_nothing() {
        let mut learnt = Tutorial::default();
        let cut = Command::Cut { from: Vec2::ZERO, to: Vec2::ONE, radius: 0.1 };
        learnt.note(&cut, Tool::Grab, false);
        learnt.note(&Command::Hold { hand: 0, particle: ParticleId(1), at: Vec2::ZERO }, Tool::Grab, false);
        learnt.note(&Command::SetPinned { particle: ParticleId(1), pinned: false }, Tool::Grab, false);
        assert_eq!(learnt, Tutorial::default());
        learnt.note(&cut, Tool::Grab, true);
        learnt.note(&Command::MoveHand { hand: 0, to: Vec2::ONE }, Tool::Grab, false);
        learnt.note(&Command::SetPinned { particle: ParticleId(1), pinned: true }, Tool::Grab, false);
        assert!(learnt.all());
    }

    #[test]
    fn a_weight_that_is_hung_is_no_point_that_was_dragged() {
        let mut learnt = Tutorial::default();
        let particle = ParticleId(1);
        learnt.note(&Command::SetWeight { particle, mass: Some(1.0) }, Tool::Weight, false);
        learnt.note(&Command::Hold { hand: 0, particle, at: Vec2::ZERO }, Tool::Weight, false);
        learnt.note(&Command::MoveHand { hand: 0, to: Vec2::ONE }, Tool::Weight, false);
        assert!(!learnt.dragged);
        learnt.note(&Command::MoveHand { hand: 0, to: Vec2::ONE }, Tool::Grab, false);
        assert!(learnt.dragged);
    }
}
