//! Keys that work drives: which are held, and what they ask of a drive.

use serde::{Deserialize, Serialize};

/// The keys that work a drive. One without keys runs by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Control {
    /// The key that drives it forward.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<char>,
    /// The key that drives it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<char>,
    /// A press of the forward key turns it on, and another one off. Otherwise it runs while a key is held.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub latches: bool,
}

/// The keys that are held, in rising order. State.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HeldKeys(pub Vec<char>);

impl Control {
    /// Whether it has keys.
    #[must_use]
    pub const fn has_keys(self) -> bool {
        self.forward.is_some() || self.back.is_some()
    }

    /// Whether it has a key.
    #[must_use]
    pub fn has(self, key: char) -> bool {
        [self.forward, self.back].contains(&Some(key))
    }

    /// What the keys ask of the drive: 1 forward, -1 back, 0 to hold.
    pub(crate) fn input(self, is_on: bool, held: &HeldKeys) -> f32 {
        let is_held = |key: Option<char>| key.is_some_and(|key| held.contains(key));
        let sign = |is_held: bool| f32::from(u8::from(is_held));
        match self {
            _ if !self.has_keys() => 1.0,
            Self { latches: true, .. } => sign(is_on),
            Self { forward, back, .. } => sign(is_held(forward)) - sign(is_held(back)),
        }
    }
}

impl HeldKeys {
    pub fn contains(&self, key: char) -> bool {
        self.0.binary_search(&key).is_ok()
    }

    /// Presses or releases a key. Returns whether that changes anything.
    pub fn set(&mut self, key: char, is_held: bool) -> bool {
        match (self.0.binary_search(&key), is_held) {
            (Err(place), true) => self.0.insert(place, key),
            (Ok(place), false) => _ = self.0.remove(place),
            _ => return false,
        }
        true
    }
}
