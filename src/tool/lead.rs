//! Moving and turning what stands in the world: an obstacle, a blower.

use glam::Vec2;

use crate::sandbox::Command;

/// What can be moved, and turned by a handle.
pub trait Led: Copy {
    /// Moves it to a place, m; `last` where it is let go there.
    fn moved(self, to: Vec2, last: bool) -> Command;

    /// Turns it to a side; `last` where it is let go so.
    fn turned(self, to: Vec2, last: bool) -> Command;
}

/// Something that is moved or turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead<T> {
    what: T,
    /// From the pointer to its place, m; none where it is turned about `about`.
    offset: Option<Vec2>,
    about: Vec2,
    last: Vec2,
}

impl<T: Led> Lead<T> {
    /// Takes hold, at `at`, of what is at `place` (m): of its handle if it `turns`, or of itself.
    pub fn start((what, place): (T, Vec2), turns: bool, at: Vec2) -> Self {
        Self { what, offset: (!turns).then_some(place - at), about: place, last: if turns { at } else { place } }
    }

    /// What it is.
    pub fn what(self) -> T {
        self.what
    }

    /// The pointer has moved to `at` (m).
    pub fn follow(&mut self, at: Vec2) -> Command {
        self.last = self.offset.map_or(at, |offset| at + offset);
        self.command(false)
    }

    /// Lets go.
    pub fn release(self) -> Command {
        self.command(true)
    }

    fn command(self, last: bool) -> Command {
        let Self { what, offset, about, last: to } = self;
        match offset {
            Some(_) => what.moved(to, last),
            None => what.turned(to - about, last),
        }
    }
}
