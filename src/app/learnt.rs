//! What the user has done once: until all of it was, the first-run hint says how.

use serde::{Deserialize, Serialize};

use crate::sandbox::Command;

/// The three things that a new user tries. Kept between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Learnt {
    /// A point was dragged.
    pub dragged: bool,
    /// A link was cut.
    pub cut: bool,
    /// A point was pinned.
    pub pinned: bool,
}

impl Learnt {
    /// Takes note of something that the user did, and of whether it cut a link.
    pub fn note(&mut self, command: &Command, cut: bool) {
        match command {
            Command::MoveHand { .. } => self.dragged = true,
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
        let mut learnt = Learnt::default();
        let cut = Command::Cut { from: Vec2::ZERO, to: Vec2::ONE, radius: 0.1 };
        learnt.note(&cut, false);
        learnt.note(&Command::Hold { hand: 0, particle: ParticleId(1), at: Vec2::ZERO }, false);
        learnt.note(&Command::SetPinned { particle: ParticleId(1), pinned: false }, false);
        assert_eq!(learnt, Learnt::default());
        learnt.note(&cut, true);
        learnt.note(&Command::MoveHand { hand: 0, to: Vec2::ONE }, false);
        learnt.note(&Command::SetPinned { particle: ParticleId(1), pinned: true }, false);
        assert!(learnt.all());
    }
}
