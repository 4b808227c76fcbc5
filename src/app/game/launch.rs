//! Opening the window with a scene, a session, a recording or a link.

use std::{cell::RefCell, path::PathBuf, rc::Rc};

use macroquad::{
    conf::UpdateTrigger,
    miniquad::conf::{Conf, Platform, WebGLVersion},
    window::next_frame,
};

#[cfg(target_arch = "wasm32")]
use super::web_entry;
use super::{documents::Files, frame_pacing::BLOCKS, game::Game};
use crate::{
    app::{
        platform::{self, Failure, WindowState},
        storage::{Prefs, PrefsFile},
    },
    host,
    sandbox::Sandbox,
    scene::{self, NamedScene},
    timeline::{Recording, Timeline},
};

/// How the window is to open, and what to do in it.
#[derive(Debug)]
pub struct Options {
    /// What to play with.
    pub start: Start,
    /// Threads for large scenes.
    pub threads: usize,
    /// Where to write what is done.
    pub record: Option<PathBuf>,
    /// Stand still at first.
    pub paused: bool,
    /// Width and height, pixels; as it was last if left out.
    pub size: Option<(u32, u32)>,
    /// Close after so many steps.
    pub exit_after: Option<u64>,
    /// Where to save the last frame before closing.
    pub screenshot: Option<PathBuf>,
}

/// What a window begins with.
#[derive(Clone, Debug)]
pub enum Start {
    /// Where the last session ended; on a first run, the first scene.
    LastSession,
    /// A scene.
    Scene(Box<NamedScene>),
    /// A recording, played from its start.
    Replay(Box<Recording>),
    /// A session, gone on with where it ended.
    Session(Box<Recording>),
    /// What a link says, played from its start.
    Link(String),
    /// The last session, which is the one that this link was made of; the link, where it was not kept.
    OwnLink(String),
}

/// What is played first, and what of it is still to be played again in the background.
pub(super) struct Begun {
    pub timeline: Timeline,
    pub past: Option<Recording>,
    /// What the user should know.
    pub complaint: Option<String>,
}

/// Builds what a window begins with: before it opens, so that a mistake in a file is told where it was made.
fn begin(start: Start, files: &mut Files) -> Result<Begun, Failure> {
    let mistake = |error: &dyn std::fmt::Display| Failure::File(error.to_string());
    let begun = |timeline| Ok(Begun { timeline, past: None, complaint: None });
    match start {
        Start::Scene(scene) => begun(Timeline::new(Sandbox::new(*scene).map_err(|error| mistake(&error))?, false)),
        Start::Replay(recording) => begun(Timeline::replaying(*recording).map_err(|error| mistake(&error))?),
        // Whoever opens a page that does not show what was meant is told so on the page.
        Start::Link(link) => match replayed(&link) {
            Ok(timeline) => begun(timeline),
            Err(complaint) => Ok(Begun { complaint: Some(complaint), ..begin(Start::LastSession, files)? }),
        },
        Start::OwnLink(link) => match files.last_session() {
            Ok(Some(recording)) => begin(Start::Session(recording), files).or_else(|_| begin(Start::Link(link), files)),
            _ => begin(Start::Link(link), files),
        },
        Start::Session(recording) => {
            let mut timeline = Timeline::resume(&recording).map_err(|unfit| mistake(&unfit))?;
            timeline.release_all();
            Ok(Begun { timeline, past: Some(*recording), complaint: None })
        }
        Start::LastSession => match files.last_session() {
            // Whatever is wrong with it, the window opens.
            Ok(Some(recording)) => begin(Start::Session(recording), files).or_else(|_| begin(first_scene()?, files)),
            Ok(None) => begin(first_scene()?, files),
            Err(complaint) => Ok(Begun { complaint: Some(complaint), ..begin(first_scene()?, files)? }),
        },
    }
}

/// What a link says, from its start.
fn replayed(link: &str) -> Result<Timeline, String> {
    let recording = Recording::from_link(link).map_err(|error| error.to_string())?;
    Timeline::replaying(recording).map_err(|error| format!("the link cannot be played: {error}"))
}

fn first_scene() -> Result<Start, Failure> {
    let scene = scene::named(scene::FIRST).ok_or_else(|| Failure::Ours("there is no first scene".to_owned()))?;
    Ok(Start::Scene(Box::new(scene)))
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no screen to open it on, or what was asked for could not be written.
pub fn run(options: Options) -> Result<(), Failure> {
    let mut files = Files::open(options.exit_after.is_some());
    let begun = begin(options.start.clone(), &mut files)?;
    let (keeper, mut prefs, complaint) = PrefsFile::open();
    let complaint = complaint.or_else(|| begun.complaint.clone());
    if let Some(complaint) = &complaint {
        host::complain(complaint);
    }
    // What was kept may be from a larger screen.
    let (widest, tallest) = WindowState::screen().unwrap_or(prefs.window);
    prefs.window = options.size.unwrap_or((prefs.window.0.min(widest), prefs.window.1.min(tallest)));
    let (width, height) = prefs.window;
    let conf = macroquad::conf::Conf {
        miniquad_conf: Conf {
            window_title: "Ropewalk".to_owned(),
            window_width: width as i32,
            window_height: height as i32,
            high_dpi: true,
            platform: Platform {
                // What all browsers have by now; of the older one the loader asks for extensions that some have not.
                webgl_version: WebGLVersion::WebGL2,
                linux_wm_class: "ropewalk",
                // Elsewhere the loop never blocks, or we have not seen it wake up again: there it pauses between frames.
                blocking_event_loop: BLOCKS,
                ..Platform::default()
            },
            ..Conf::default()
        },
        // What wakes the loop when it blocks.
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
    };
    let game: Rc<RefCell<Option<Game>>> = Rc::default();
    #[cfg(target_arch = "wasm32")]
    web_entry::hold(&game);
    let failure = Rc::new(RefCell::new(None));
    let (inside, failed) = (Rc::clone(&game), Rc::clone(&failure));
    platform::open(conf, async move {
        let result = play(options, Kept { keeper, prefs, complaint, files, begun }, &inside).await;
        *failed.borrow_mut() = result.err();
    })?;
    if host::IN_BROWSER {
        // The page goes on by itself.
        return Ok(());
    }
    // A window that is closed while the loop sleeps gets no last frame, so what is left to do is done here.
    let left = game.take().map_or(Ok(()), Game::leave);
    failure.take().map_or(left, Err)
}

/// What was kept from the last run, and what is wrong with it.
pub(super) struct Kept {
    pub keeper: PrefsFile,
    pub prefs: Prefs,
    pub complaint: Option<String>,
    pub files: Files,
    pub begun: Begun,
}

async fn play(options: Options, kept: Kept, game: &RefCell<Option<Game>>) -> Result<(), Failure> {
    game.replace(Some(Game::new(options, kept)?));
    while game.borrow_mut().as_mut().is_some_and(|game| game.frame()) {
        next_frame().await;
    }
    Ok(())
}
