//! Recordings: a start, the commands with their steps, and hashes to check a replay against. A saved session also holds
//! the state at its end. RON text, one command a line; the last line is a checksum of the others.
//!
//! | File | Holds |
//! |---|---|
//! | `checks` | checks of the order and the number of steps, and of what is built |
//! | `checksum` | the checksum of a session's file |
//! | `hash` | hashes in recordings, as hexadecimal text |

mod checks;
mod checksum;
mod hash;

use std::{path::Path, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

pub use checks::TooMuchWork;
pub use checksum::{Checked, check, sign};
pub use hash::{Hash, PartHashes};

use crate::physics::{Settings, Snapshot};
use crate::sandbox::{self, Command, Design, GhostState, Sandbox};
use crate::scene;
use crate::scene::{BuildError, FileError, NamedScene, Walls};

/// Version of the recordings that are written, and the only one that is read.
const VERSION: u32 = 1;

/// Indented levels in the text of a state: all of them.
const ALL_LEVELS: usize = 9;

/// Anything at a step: after that many steps, before the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stamped<T>(pub u64, pub T);

/// The scene that a command opens; `None` if it opens none, or one that the sandbox refuses.
fn opened(command: &Command) -> Option<&NamedScene> {
    match command {
        Command::Open(scene) => Some(&**scene).filter(|scene| scene::check(&scene.scene).is_ok()),
        _ => None,
    }
}

/// A recording of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    #[serde(deserialize_with = "version")]
    version: u32,
    /// Scene at the start.
    pub start: NamedScene,
    /// State at the start, if it is not the scene's own. A reset goes back to the scene's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Snapshot>,
    /// Ghost at the start, beside `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost: Option<GhostState>,
    /// Whether the walls at the start are the window's, beside `state`; as in the scene if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows_window: Option<bool>,
    /// The design, beside `state`; left out if the state is the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<Design>,
    /// Commands, in order.
    pub commands: Vec<Stamped<Command>>,
    /// State hashes at some of the steps, before the commands there.
    pub hashes: Vec<Stamped<Hash>>,
    /// Short hashes of the parts of the state at these steps, to name the part that differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Stamped<PartHashes>>,
    /// Number of steps, and the state hash after the last command.
    pub end: Stamped<Hash>,
    /// State at the end, from which the session is resumed without a replay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Snapshot>,
    /// Ghost at the end, beside `now`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost_now: Option<GhostState>,
    /// Whether the walls at the end are the window's, beside `now`; as in the last scene if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows_window_now: Option<bool>,
    /// The design, beside `now`; left out if the state is the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design_now: Option<Design>,
    /// The file was changed after it was written: its checksum does not fit.
    #[serde(skip)]
    pub is_changed: bool,
}

fn version<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        VERSION => Ok(VERSION),
        other => Err(D::Error::custom(format!("version {VERSION} expected, found {other}"))),
    }
}

impl Recording {
    /// A recording without commands. `hash`: state hash of its start.
    #[must_use]
    pub fn new(start: NamedScene, hash: Hash) -> Self {
        let (commands, hashes, parts) = (Vec::new(), Vec::new(), Vec::new());
        let (end, state, now, is_changed) = (Stamped(0, hash), None, None, false);
        Self {
            version: VERSION,
            start,
            state,
            ghost: None,
            follows_window: None,
            design: None,
            commands,
            hashes,
            parts,
            end,
            now,
            ghost_now: None,
            follows_window_now: None,
            design_now: None,
            is_changed,
        }
    }

    /// Builds the sandbox at the start.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn start_sandbox(&self) -> Result<Sandbox, BuildError> {
        match &self.state {
            Some(state) => {
                let (world, scene) = (state.clone(), Arc::new(self.start.clone()));
                let (steps, time, renumberings, ghost) = (0, 0.0, 0, self.ghost.clone());
                let follows_window = self.follows_window_at_start();
                let design = self.design.clone().map(Arc::new);
                let start =
                    sandbox::Snapshot { world, scene, steps, time, renumberings, follows_window, ghost, design };
                Sandbox::resumed(&start)
            }
            None => Sandbox::new(self.start.clone()),
        }
    }

    /// Settings at the start.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        self.state.as_ref().map_or(&self.start.scene.settings, Snapshot::settings)
    }

    /// Scene at the end.
    #[must_use]
    pub fn last_scene(&self) -> &NamedScene {
        self.commands.iter().rev().find_map(|Stamped(_, command)| opened(command)).unwrap_or(&self.start)
    }

    /// Whether the walls at the start are the window's.
    fn follows_window_at_start(&self) -> bool {
        self.follows_window.unwrap_or(self.start.scene.walls == Walls::Window)
    }

    /// Whether the walls beside `now` are the window's.
    pub(super) fn follows_window_at_end(&self) -> bool {
        self.follows_window_now.unwrap_or(self.last_scene().scene.walls == Walls::Window)
    }

    /// Whether there may be a ghost at some step.
    #[must_use]
    pub fn has_ghost(&self) -> bool {
        let at_start = self.state.is_none() && self.start.scene.ghost.is_some();
        let may_add = |command: &Command| match command {
            Command::SetGhost(rival) => rival.is_some(),
            Command::Reset => self.start.scene.ghost.is_some(),
            _ => opened(command).is_some_and(|scene| scene.scene.ghost.is_some()),
        };
        let of_state = self.ghost.is_some() || self.design.as_ref().is_some_and(|design| design.ghost.is_some());
        at_start || of_state || self.commands.iter().any(|Stamped(_, command)| may_add(command))
    }

    /// Duration, s. Commands may change the length of a step.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let mut scene = &self.start.scene.settings;
        let (mut step, mut from, mut seconds) = (self.settings().step_seconds(), 0, 0.0);
        // The step of the design, once time has run since.
        let mut designed = self.design.as_ref().map(|design| design.state.settings().step_seconds());
        for Stamped(at, command) in &self.commands {
            if *at > from {
                designed.get_or_insert(step);
            }
            seconds += (at - from) as f64 * step;
            from = *at;
            match command {
                Command::SetSettings(settings) => step = settings.step_seconds(),
                Command::BackToBuild => step = designed.take().unwrap_or(step),
                Command::KeepAsBuild => designed = None,
                Command::Reset => (step, designed) = (scene.step_seconds(), None),
                _ => {
                    if let Some(opened) = opened(command) {
                        scene = &opened.scene.settings;
                        (step, designed) = (scene.step_seconds(), None);
                    }
                }
            }
        }
        seconds + (self.end.0 - from) as f64 * step
    }

    /// Parses the text of a file. `file`: its name in errors.
    ///
    /// # Errors
    /// With line, column and what was expected; also when steps are out of order or a scene or a state cannot be built.
    pub fn parse(file: &str, text: &str) -> Result<Self, FileError> {
        let mut recording: Self = scene::from_text(file, text)?;
        recording.is_changed = checksum::check(text) == Checked::Changed;
        recording.check_states().map_err(|error| FileError::Build { file: file.to_owned(), error })?;
        recording.check_steps().map_err(|message| FileError::Parse {
            file: file.to_owned(),
            line: 1,
            column: 1,
            message,
        })?;
        Ok(recording)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`Recording::parse`], and when the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::parse(&path.display().to_string(), &scene::read(path)?)
    }

    /// Writes a file, as a whole or not at all.
    ///
    /// # Errors
    /// When the folder cannot be written to, or the file would be too long to be read again.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        scene::write_readable(path, &self.to_text())
    }

    /// Text of the file, with its checksum.
    #[must_use]
    pub fn to_text(&self) -> String {
        checksum::sign(self.to_unsigned_text())
    }

    /// Text without a checksum, field by field: a line for each command, and in states a line for each particle.
    pub(super) fn to_unsigned_text(&self) -> String {
        let Self { version, start, state, ghost, follows_window, design, .. } = self;
        let Self { commands, hashes, parts, end, now, ghost_now, follows_window_now, design_now, .. } = self;
        fn text<T: Serialize>(name: &str, state: Option<&T>) -> String {
            state.map_or(String::new(), |state| format!("    {name}: {},\n", scene::to_text(state, ALL_LEVELS)))
        }
        format!(
            "(\n    version: {version},\n    start: {},\n{}{}{}{}    commands: {},\n    hashes: {},\n    parts: {},\n    end: {},\n{}{}{}{})\n",
            scene::to_text(start, if start.scene.state.is_some() { ALL_LEVELS } else { 1 }),
            text("state", state.as_ref()),
            text("ghost", ghost.as_ref()),
            text("follows_window", follows_window.as_ref()),
            text("design", design.as_ref()),
            scene::to_text(commands, 1),
            scene::to_text(hashes, 1),
            scene::to_text(parts, 1),
            scene::to_text(end, 1),
            text("now", now.as_ref()),
            text("ghost_now", ghost_now.as_ref()),
            text("follows_window_now", follows_window_now.as_ref()),
            text("design_now", design_now.as_ref()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{physics, timeline::Timeline};

    #[test]
    fn many_resets_of_a_large_scene_are_refused_without_a_window() {
        let large = scene::named("million-links").expect("a scene of the gallery");
        let mut recording = Recording::new(scene::named("first-rope").expect("a scene of the gallery"), Hash(0));
        recording.commands = vec![Stamped(0, Command::Reset); 10_000];
        assert_eq!(recording.check_rebuilding(), Ok(()), "resets of a rope are little work");
        recording.commands.insert(5_000, Stamped(0, Command::Open(Box::new(large))));
        let said = recording.check_rebuilding().expect_err("it is hours of work").to_string();
        assert!(said.contains("at most 1000000000"), "{said}");
    }

    /// A session in a net whose settings need more projections than a scene may, as the sliders allow.
    fn slow_session() -> Recording {
        let mut scene = scene::named("first-rope").expect("a scene of the gallery");
        let net = "[Net((at: (0, 0), columns: 110, rows: 110, spacing: 0.1))]";
        scene.scene.build = scene::from_text("net", net).expect("it reads");
        let mut timeline = Timeline::new(Sandbox::new(scene).expect("the scene builds"), false);
        let (sweeps, substeps) = (Settings::MAX_SWEEPS, physics::Substeps::Count(1));
        let settings = Settings { sweeps, substeps, ..*timeline.sandbox().world().settings() };
        timeline.apply(Command::SetSettings(Box::new(settings)));
        timeline.session().with_state()
    }

    fn huge_scene() -> NamedScene {
        let mut scene = scene::named("first-rope").expect("a scene of the gallery");
        let net = "[Net((at: (0, 0), columns: 1000, rows: 1000, spacing: 0.1))]";
        scene.scene.build = scene::from_text("net", net).expect("it reads");
        scene
    }

    #[test]
    fn kept_session_opens_however_slow_it_is() {
        let text = slow_session().to_text();
        let opened = Recording::parse("slow", &text).expect("it was played");
        assert!(Timeline::resume(&opened).expect("it was played").lacks_past());
        let changed = text.replacen("spacing: 0.1", "spacing: 0.2", 1);
        assert_ne!(changed, text);
        let error = Recording::parse("slow", &changed).expect_err("it is not as it was kept");
        assert!(matches!(error, FileError::Build { error: BuildError::TooSlow { .. }, .. }), "{error}");
    }

    #[test]
    fn kept_session_opens_without_a_start_that_is_too_large_now() {
        let mut kept = slow_session();
        kept.start = huge_scene();
        let opened = Recording::parse("large", &kept.to_text()).expect("its end is small");
        assert!(Timeline::resume(&opened).is_ok() && opened.start_sandbox().is_err());
        kept.now = None;
        assert!(Recording::parse("large", &kept.to_text()).is_err(), "there is nothing to open");
    }

    #[test]
    fn ghost_of_a_large_scene_is_refused_in_recordings() {
        let rival = Command::SetGhost(Some(Box::new(scene::rivals()[0].clone())));
        let recorded = |name, before: &[Command]| {
            let mut recording = Recording::new(scene::named(name).expect("a scene of the gallery"), Hash(0));
            let commands = before.iter().chain([&rival]).map(|command| Stamped(0, command.clone()));
            recording.commands = commands.collect();
            recording
        };
        let large = scene::named("million-links").expect("a scene of the gallery");
        let opened = recorded("first-rope", &[Command::Open(Box::new(large))]);
        for refused in [recorded("million-links", &[]), opened] {
            let link = refused.to_link().expect("it is short");
            let error = Recording::from_link(&link).map(drop).expect_err("two worlds are too large").to_string();
            assert!(error.contains("at most 240 MiB"), "{error}");
        }
        assert!(Recording::parse("small", &recorded("first-rope", &[]).to_text()).is_ok());
        let mut kept = slow_session();
        kept.start = recorded("million-links", &[]).start;
        kept.commands.insert(0, Stamped(0, rival.clone()));
        assert!(Recording::parse("kept", &kept.to_text()).is_ok(), "it was played");
    }

    #[test]
    fn duration_counts_each_step_at_its_length() {
        let scene = |name| scene::named(name).expect("a scene of the gallery");
        let mut timeline = Timeline::new(Sandbox::new(scene("welcome")).expect("the scene builds"), true);
        let steps = |timeline: &mut Timeline| (0..7).for_each(|_| timeline.step());
        steps(&mut timeline);
        timeline.apply(Command::Open(Box::new(scene("first-rope"))));
        steps(&mut timeline);
        timeline.apply(Command::SetSettings(Box::new(Settings { step: 0.004, ..Settings::default() })));
        steps(&mut timeline);
        timeline.apply(Command::Reset);
        steps(&mut timeline);
        let (found, played) = (timeline.recording().seconds(), timeline.sandbox().time());
        assert!((found - played).abs() < 1e-9, "{found} s instead of {played} s");
    }
}
