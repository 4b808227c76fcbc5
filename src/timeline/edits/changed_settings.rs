//! The settings that a command changes, which distinguish one slider from another.

use super::Before;
use crate::physics::{Setting, Settings};
use crate::sandbox::Command;
use crate::scene::Rival;

/// A set of settings: a bit for each entry of their table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangedSettings(u64);

impl ChangedSettings {
    /// The settings of the world or the ghost that a command changes.
    pub fn by(command: &Command, before: &Before) -> Self {
        match (command, &before.ghost) {
            (Command::SetSettings(settings), _) => Self::between(&before.settings, settings),
            (Command::SetGhost(Some(rival)), Some(last)) if rival.name == last.name => {
                let whole = |rival: &Rival| rival.settings.onto(&before.settings);
                Self::between(&whole(last), &whole(rival))
            }
            _ => Self::default(),
        }
    }

    /// The settings that differ.
    fn between(old: &Settings, new: &Settings) -> Self {
        Self((0..).zip(Setting::all()).map(|(bit, setting)| u64::from(setting.differs(old, new)) << bit).sum())
    }

    /// Whether two sets have a setting in common. An empty set shares with any.
    pub const fn shares(self, other: Self) -> bool {
        other.0 == 0 || self.0 & other.0 != 0
    }
}
