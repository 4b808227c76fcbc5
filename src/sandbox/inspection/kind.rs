//! The kinds of things in words.

use std::cmp::Reverse;

use crate::physics::Form;

/// The kind of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line of links.
    Rope,
    /// Links with meshes.
    Net,
    /// Links with faces.
    Cloth,
    /// Ropes with loops.
    Web,
    /// A line of bars.
    Chain,
    /// A bar.
    Beam,
    /// A hub with a rim that ropes meet.
    Wheel,
    /// Bars or braces with loops.
    Body,
    /// A ball.
    Ball,
    /// A particle without links.
    Point,
    /// A round obstacle.
    Circle,
    /// A long obstacle with round ends.
    Wall,
    /// A rectangular obstacle.
    Block,
    /// A blower.
    Blower,
}

impl Kind {
    /// The kind of an obstacle.
    pub const fn of(form: Form) -> Self {
        match form {
            Form::Circle { .. } => Self::Circle,
            Form::Capsule { .. } => Self::Wall,
            Form::Box { .. } => Self::Block,
        }
    }

    /// Its name, and that of several.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Rope => ("Rope", "ropes"),
            Self::Net => ("Net", "nets"),
            Self::Cloth => ("Cloth", "cloths"),
            Self::Web => ("Web", "webs"),
            Self::Chain => ("Chain", "chains"),
            Self::Beam => ("Beam", "beams"),
            Self::Wheel => ("Wheel", "wheels"),
            Self::Body => ("Body", "bodies"),
            Self::Ball => ("Ball", "balls"),
            Self::Point => ("Point", "points"),
            Self::Circle => ("Circle", "circles"),
            Self::Wall => ("Wall", "walls"),
            Self::Block => ("Block", "blocks"),
            Self::Blower => ("Blower", "blowers"),
        }
    }
}

/// The kinds among things, the commonest first, and how many there are of each.
pub(super) fn count(kinds: impl Iterator<Item = Kind>) -> Vec<(Kind, usize)> {
    let mut counts: Vec<(Kind, usize)> = Vec::new();
    for kind in kinds {
        match counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    counts.sort_by_key(|&(_, count)| Reverse(count));
    counts
}

/// Kinds in words: "Rope", "3 ropes, 1 wall".
pub(super) fn title(kinds: &[(Kind, usize)]) -> String {
    if let &[(kind, 1)] = kinds {
        return kind.names().0.to_owned();
    }
    let words = kinds.iter().map(|&(kind, count)| match (count, kind.names()) {
        (1, (one, _)) => format!("1 {}", one.to_lowercase()),
        (_, (_, several)) => format!("{count} {several}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
