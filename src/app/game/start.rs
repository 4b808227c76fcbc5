//! What a window starts with: a scene, a session, a recording or a link, read before it opens.

use std::path::PathBuf;

use super::files::{Files, PAST_IS_LOST};
use crate::app::platform::Failure;
use crate::app::storage::{OpenedSession, Prefs, PrefsFile};
use crate::sandbox::Sandbox;
use crate::scene;
use crate::scene::NamedScene;
use crate::timeline::{Recording, Timeline, find_link};

/// How to open the window, and what to do in it.
#[derive(Debug)]
pub struct Options {
    /// The session to start with.
    pub start: Start,
    /// Threads for large scenes.
    pub threads: usize,
    /// File for a recording of all commands.
    pub record: Option<PathBuf>,
    /// Start paused.
    pub paused: bool,
    /// Width and height, pixels; `None`: as in the last run.
    pub size: Option<(u32, u32)>,
    /// Close the window after this step.
    pub exit_after: Option<u64>,
    /// File for a picture of the last frame.
    pub screenshot: Option<PathBuf>,
}

/// The session that a window starts with.
#[derive(Clone, Debug)]
pub enum Start {
    /// The state at the end of the last session; on a first run, the first scene.
    LastSession,
    /// A scene.
    Scene(Box<NamedScene>),
    /// The gallery's scene of this name, from the address of a page.
    SceneName(String),
    /// A recording, replayed from its start.
    Replay(Box<Recording>),
    /// A session, continued at its end.
    Session(Box<Recording>),
    /// The session in a link, replayed from its start.
    Link(String),
    /// The last session, from which this link was made. Without a kept session, the session in the link.
    OwnLink(String),
}

/// The session that a window starts with.
pub(super) struct Begun {
    pub timeline: Timeline,
    /// The session before its present state, to be replayed in the background.
    pub past: Option<Recording>,
    /// A fault that the user should know.
    pub complaint: Option<String>,
}

/// All that was read before the window opened.
pub(super) struct Launch {
    pub prefs_file: PrefsFile,
    pub prefs: Prefs,
    /// A fault of the settings or of the session.
    pub complaint: Option<String>,
    pub files: Files,
    pub begun: Begun,
}

/// Reads and builds the session to start with. Done before the window opens, so that errors reach the command line.
pub(super) fn begin(start: Start, files: &mut Files) -> Result<Begun, Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::File(error.to_string());
    let begun = |timeline| Ok(Begun { timeline, past: None, complaint: None });
    match start {
        Start::Scene(scene) => begun(Timeline::new(Sandbox::new(*scene).map_err(|error| failure(&error))?, false)),
        Start::Replay(recording) => begun(Timeline::replaying(*recording).map_err(|error| failure(&error))?),
        // A page cannot refuse to open: it says what is wrong with the scene's name or the link.
        Start::SceneName(name) => match scene::named(&name) {
            Some(scene) => begin(Start::Scene(Box::new(scene)), files),
            None => {
                let complaint = format!("no scene is named \"{name}\": the panel's Scenes show all of them");
                Ok(Begun { complaint: Some(complaint), ..begin(Start::LastSession, files)? })
            }
        },
        Start::Link(link) => match timeline_of_link(&link) {
            Ok(timeline) => begun(timeline),
            Err(complaint) => Ok(Begun { complaint: Some(complaint), ..begin(Start::LastSession, files)? }),
        },
        Start::OwnLink(link) => match files.last_session() {
            Ok(Some(session)) => Ok(Begun::continuing(session)),
            _ => begin(Start::Link(link), files),
        },
        Start::Session(recording) => {
            let timeline = Timeline::resume(&recording).map_err(|unfit| failure(&unfit))?;
            Ok(Begun::continuing(OpenedSession { timeline, recording: *recording }))
        }
        // The window opens even if the last session does not.
        Start::LastSession => match files.last_session() {
            Ok(Some(session)) => Ok(Begun::continuing(session)),
            Ok(None) => begin(first_scene()?, files),
            Err(complaint) => Ok(Begun { complaint: Some(complaint), ..begin(first_scene()?, files)? }),
        },
    }
}

impl Begun {
    /// A session that is continued at its end.
    fn continuing(OpenedSession { mut timeline, recording }: OpenedSession) -> Self {
        let lacks_past = timeline.lacks_past();
        timeline.release_all();
        let complaint = (!lacks_past).then(|| PAST_IS_LOST.to_owned());
        Self { timeline, past: lacks_past.then_some(recording), complaint }
    }
}

fn timeline_of_link(link: &str) -> Result<Timeline, String> {
    let found = find_link(link);
    let recording = Recording::from_link(found.as_deref().unwrap_or(link)).map_err(|error| error.to_string())?;
    Timeline::replaying(recording).map_err(|error| format!("the link cannot be played: {error}"))
}

fn first_scene() -> Result<Start, Failure> {
    let scene = scene::named(scene::FIRST).ok_or_else(|| Failure::Ours("there is no first scene".to_owned()))?;
    Ok(Start::Scene(Box::new(scene)))
}
