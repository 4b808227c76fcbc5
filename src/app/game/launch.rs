//! Opening the window with a scene, a session, a recording or a link.

use std::{cell::RefCell, path::PathBuf, rc::Rc};

use macroquad::{
    conf::UpdateTrigger,
    miniquad::conf::{Conf, Platform, WebGLVersion},
    window::next_frame,
};

#[cfg(target_arch = "wasm32")]
use super::web_entry;
use super::{
    files::{Files, PAST_IS_LOST},
    frame_pacing::BLOCKS,
    game::Game,
};
use crate::app::platform;
use crate::app::platform::{Failure, WindowState};
use crate::app::storage::{OpenedSession, Prefs, PrefsFile};
use crate::sandbox::Sandbox;
use crate::scene::NamedScene;
use crate::timeline::{Recording, Timeline};
use crate::{host, scene};

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
fn begin(start: Start, files: &mut Files) -> Result<Begun, Failure> {
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
    let recording = Recording::from_link(link).map_err(|error| error.to_string())?;
    Timeline::replaying(recording).map_err(|error| format!("the link cannot be played: {error}"))
}

fn first_scene() -> Result<Start, Failure> {
    let scene = scene::named(scene::FIRST).ok_or_else(|| Failure::Ours("there is no first scene".to_owned()))?;
    Ok(Start::Scene(Box::new(scene)))
}

/// Opens the window, and returns when it is closed.
///
/// # Errors
/// When no window can be opened, or a file that the options name cannot be read or written.
pub fn run(options: Options) -> Result<(), Failure> {
    let mut files = Files::open(options.exit_after.is_some());
    let begun = begin(options.start.clone(), &mut files)?;
    let (prefs_file, mut prefs, complaint) = PrefsFile::open();
    let complaints: Vec<String> = begun.complaint.iter().cloned().chain(complaint).collect();
    complaints.iter().for_each(|complaint| host::log(complaint));
    let complaint = (!complaints.is_empty()).then(|| complaints.join("; "));
    if let Some(screen) = WindowState::screen() {
        // The size in the settings may come from a larger screen; there is none on a first run.
        let is_first_run = prefs_file.is_new();
        prefs.window = if is_first_run { screen.scaled(prefs.window) } else { screen.limited(prefs.window) };
    }
    prefs.follow_system(prefs_file.is_new());
    prefs.window = options.size.unwrap_or(prefs.window);
    let conf = window_conf(prefs.window);
    let game: Rc<RefCell<Option<Game>>> = Rc::default();
    #[cfg(target_arch = "wasm32")]
    web_entry::attach(&game);
    let failure = Rc::new(RefCell::new(None));
    let (inside, failed) = (Rc::clone(&game), Rc::clone(&failure));
    platform::ending::watch();
    platform::open_window(conf, async move {
        let launch = Launch { prefs_file, prefs, complaint, files, begun };
        *failed.borrow_mut() = play(&options, launch, &inside).await.err();
    })?;
    if host::IN_BROWSER {
        // The page continues by itself.
        return Ok(());
    }
    // A window that is closed while the main loop is blocked gets no last frame.
    let left = game.take().map_or(Ok(()), Game::leave);
    failure.take().map_or(left, Err)
}

fn window_conf((width, height): (u32, u32)) -> macroquad::conf::Conf {
    macroquad::conf::Conf {
        miniquad_conf: Conf {
            window_title: host::PROGRAM.to_owned(),
            window_width: width as i32,
            window_height: height as i32,
            high_dpi: true,
            icon: platform::icon(),
            platform: Platform {
                // For WebGL 1 the loader needs extensions that some browsers lack.
                webgl_version: WebGLVersion::WebGL2,
                linux_wm_class: "ropewalk",
                blocking_event_loop: BLOCKS,
                ..Platform::default()
            },
            ..Conf::default()
        },
        // Events that wake a blocked loop.
        update_on: Some(UpdateTrigger {
            key_down: true,
            mouse_down: true,
            mouse_up: true,
            mouse_motion: true,
            mouse_wheel: true,
            touch: true,
            specific_key: None,
        }),
        ..macroquad::conf::Conf::default()
    }
}

async fn play(options: &Options, launch: Launch, game: &RefCell<Option<Game>>) -> Result<(), Failure> {
    game.replace(Some(Game::new(options, launch)?));
    while game.borrow_mut().as_mut().is_some_and(Game::frame) {
        next_frame().await;
    }
    Ok(())
}
