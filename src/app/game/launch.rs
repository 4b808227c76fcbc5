//! Opening the window.

use std::{cell::RefCell, rc::Rc};

use macroquad::{
    conf::UpdateTrigger,
    miniquad::conf::{Conf, Platform, WebGLVersion},
    window::next_frame,
};

use super::files::Files;
use super::frame_pacing::BLOCKS;
use super::game::Game;
use super::start::{Launch, Options, begin};
#[cfg(target_arch = "wasm32")]
use super::web_entry;
use crate::app::platform;
use crate::app::platform::{Failure, WindowState};
use crate::app::storage::PrefsFile;
use crate::host;

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
