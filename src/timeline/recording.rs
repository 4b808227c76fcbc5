//! A recording: a start, the commands with their steps, and hashes to check a replay against; or a whole session, with
//! the state at its end besides. RON text, one command a line.

use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::{
    physics::{Digest, Settings, Snapshot},
    sandbox::{Command, GhostState, Sandbox},
    scene::{self, BuildError, FileError, NamedScene},
};

/// The version of recordings that this program writes, and the only one that it reads.
const VERSION: u32 = 1;

/// Most steps of a recording: half a year of play.
const MOST_STEPS: u64 = 1_000_000_000;

/// Levels of a state's text that are laid out: all of them.
const DEEP: usize = 9;

/// A world's [`state_hash`](crate::physics::World::state_hash), written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(pub u64);

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let hash = u64::from_str_radix(&text, 16).ok().filter(|_| digits).map(Self);
        hash.ok_or_else(|| D::Error::custom(format!("a hash of 16 hexadecimal digits expected, found \"{text}\"")))
    }
}

/// A sandbox's [`digest`](crate::sandbox::Sandbox::digest), written as six times four hexadecimal digits, and six more where
/// there is a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts(pub Digest, pub Option<Digest>);

impl Parts {
    /// What a sandbox has.
    #[must_use]
    pub fn of(sandbox: &Sandbox) -> Self {
        let (world, ghost) = sandbox.digest();
        Self(world, ghost)
    }

    /// The first part that differs, in words.
    #[must_use]
    pub fn difference(self, other: Self) -> &'static str {
        match (self.1, other.1) {
            _ if self.0 != other.0 => self.0.difference(other.0),
            (Some(one), Some(other)) if one != other => "the ghost",
            (Some(_), None) | (None, Some(_)) => "whether there is a ghost",
            _ => self.0.difference(other.0),
        }
    }
}

impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let parts = self.0.0.iter().chain(self.1.iter().flat_map(|ghost| &ghost.0));
        to.serialize_str(&parts.map(|part| format!("{part:04x}")).collect::<Vec<_>>().join(" "))
    }
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let part = |part: &str| u16::from_str_radix(part, 16).ok().filter(|_| part.len() == 4);
        let parts: Option<Vec<u16>> = text.split(' ').map(part).collect();
        let digests = parts.and_then(|parts| {
            let mut digests = parts.chunks(6).map(|parts| parts.try_into().ok().map(Digest));
            let (world, ghost) = (digests.next()??, digests.next());
            // A second that is not whole is none, and so is a third.
            (ghost != Some(None) && digests.next().is_none()).then_some(Self(world, ghost.flatten()))
        });
        digests.ok_or_else(|| {
            D::Error::custom(format!("six or twelve times four hexadecimal digits expected, found \"{text}\""))
        })
    }
}

/// Something at a step: after so many steps, before the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stamped<T>(pub u64, pub T);

/// What was done in a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    #[serde(deserialize_with = "version")]
    version: u32,
    /// The scene that it starts from.
    pub start: NamedScene,
    /// The state that it starts from, where that is not the scene's own start: a reset does not come back here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Snapshot>,
    /// The ghost beside `state`, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost: Option<GhostState>,
    /// What was done, in order.
    pub commands: Vec<Stamped<Command>>,
    /// The state's hash after some of the steps, before the commands at that step.
    pub hashes: Vec<Stamped<Hash>>,
    /// A short hash of each part of the state at these steps: what differs, where a hash does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Stamped<Parts>>,
    /// Where it ends: the number of steps, and the state's hash after the last command.
    pub end: Stamped<Hash>,
    /// The state there, for going on without playing everything again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Snapshot>,
    /// The ghost beside `now`, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost_now: Option<GhostState>,
}

fn version<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        VERSION => Ok(VERSION),
        other => Err(D::Error::custom(format!("version {VERSION} expected, found {other}"))),
    }
}

impl Recording {
    /// One in which nothing has happened yet; `hash` is the start's.
    #[must_use]
    pub fn new(start: NamedScene, hash: Hash) -> Self {
        let (commands, hashes, parts) = (Vec::new(), Vec::new(), Vec::new());
        let (end, state, now) = (Stamped(0, hash), None, None);
        Self { version: VERSION, start, state, ghost: None, commands, hashes, parts, end, now, ghost_now: None }
    }

    /// The sandbox that it starts from.
    ///
    /// # Errors
    /// When that cannot be built.
    pub fn first(&self) -> Result<Sandbox, BuildError> {
        match &self.state {
            Some(state) => Sandbox::resumed(self.start.clone(), (state, self.ghost.as_ref()), (0, 0.0)),
            None => Sandbox::new(self.start.clone()),
        }
    }

    /// The settings at its start.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        self.state.as_ref().map_or(&self.start.scene.settings, Snapshot::settings)
    }

    /// The scene at its end.
    #[must_use]
    pub fn last_scene(&self) -> &NamedScene {
        let opened = self.commands.iter().rev().find_map(|Stamped(_, command)| match command {
            Command::Open(scene) => Some(&**scene),
            _ => None,
        });
        opened.unwrap_or(&self.start)
    }

    /// Whether there is a ghost at some time, or may be.
    #[must_use]
    pub fn has_ghost(&self) -> bool {
        let begins = self.state.is_none() && self.start.scene.ghost.is_some();
        let comes = |command: &Command| match command {
            Command::SetGhost(rival) => rival.is_some(),
            Command::Open(scene) => scene.scene.ghost.is_some(),
            Command::Reset => self.start.scene.ghost.is_some(),
            _ => false,
        };
        begins || self.ghost.is_some() || self.commands.iter().any(|Stamped(_, command)| comes(command))
    }

    /// How long it is, s: each step as long as it was when it was recorded.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let mut scene = &self.start.scene.settings;
        let (mut step, mut from, mut seconds) = (self.settings().step_seconds(), 0, 0.0);
        for Stamped(at, command) in &self.commands {
            seconds += (at - from) as f64 * step;
            from = *at;
            match command {
                Command::SetSettings(settings) => step = settings.step_seconds(),
                Command::Open(opened) => {
                    scene = &opened.scene.settings;
                    step = scene.step_seconds();
                }
                Command::Reset => step = scene.step_seconds(),
                _ => {}
            }
        }
        seconds + (self.end.0 - from) as f64 * step
    }

    /// Reads one from text; `file` is what errors call it.
    ///
    /// # Errors
    /// With line, column and what was expected; also when its steps are out of order or its scene cannot be built.
    pub fn parse(file: &str, text: &str) -> Result<Self, FileError> {
        let recording: Self = scene::from_text(file, text)?;
        let checked = scene::check(&recording.start.scene);
        let ghosts = [&recording.ghost, &recording.ghost_now].into_iter().flatten().map(|ghost| &ghost.state);
        let states = [&recording.state, &recording.now].into_iter().flatten().chain(ghosts);
        let checked =
            states.fold(checked, |checked, state| checked.and_then(|()| scene::check_state(state, state.settings())));
        checked.map_err(|error| FileError::Build { file: file.to_owned(), error })?;
        let end = recording.end.0;
        let commands = recording.commands.iter().map(|Stamped(step, _)| *step).chain([end]);
        let hashes = recording.hashes.iter().map(|Stamped(step, _)| *step).chain([end]);
        let parts = recording.parts.iter().map(|Stamped(step, _)| *step).chain([end]);
        let message = if !(commands.is_sorted() && hashes.is_sorted() && parts.is_sorted()) {
            "steps that never go back expected, none after the end's".to_owned()
        } else if end > MOST_STEPS {
            format!("an end after at most {MOST_STEPS} steps expected, found {end}")
        } else {
            return Ok(recording);
        };
        Err(FileError::Parse { file: file.to_owned(), line: 1, column: 1, message })
    }

    /// Reads one from a file.
    ///
    /// # Errors
    /// As [`Recording::parse`], and when the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::parse(&path.display().to_string(), &scene::read(path)?)
    }

    /// Writes it to a file, whole or not at all.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        scene::write(path, self.to_text().as_bytes())
    }

    /// It as text. Not by one call: commands are to stand on a line each, and in a state each particle.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Self { version, start, state, ghost, commands, hashes, parts, end, now, ghost_now } = self;
        fn text<T: Serialize>(name: &str, state: Option<&T>) -> String {
            state.map_or(String::new(), |state| format!("    {name}: {},\n", scene::to_text(state, DEEP)))
        }
        format!(
            "(\n    version: {version},\n    start: {},\n{}{}    commands: {},\n    hashes: {},\n    parts: {},\n    end: {},\n{}{})\n",
            scene::to_text(start, if start.scene.state.is_some() { DEEP } else { 1 }),
            text("state", state.as_ref()),
            text("ghost", ghost.as_ref()),
            scene::to_text(commands, 1),
            scene::to_text(hashes, 1),
            scene::to_text(parts, 1),
            scene::to_text(end, 1),
            text("now", now.as_ref()),
            text("ghost_now", ghost_now.as_ref()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::Timeline;

    #[test]
    fn a_recording_is_as_long_as_it_was_though_steps_changed() {
        let scene = |name| scene::named(name).expect("it is in the gallery");
        let mut timeline = Timeline::new(Sandbox::new(scene("welcome")).expect("it builds"), true);
        let steps = |timeline: &mut Timeline| (0..7).for_each(|_| timeline.step());
        steps(&mut timeline);
        timeline.apply(Command::Open(Box::new(scene("first-rope"))));
        steps(&mut timeline);
        timeline.apply(Command::SetSettings(Box::new(Settings { step: 0.004, ..Settings::default() })));
        steps(&mut timeline);
        timeline.apply(Command::Reset);
        steps(&mut timeline);
        let (said, was) = (timeline.recording().seconds(), timeline.sandbox().time());
        assert!((said - was).abs() < 1e-9, "{said} s instead of {was} s");
    }
}
