//! The window: the only folder that knows macroquad and egui. Events become tools' events and commands; the sandbox's
//! picture becomes triangles.

pub mod controls;
mod game;
mod input;
mod keys;
mod overlay;
mod render;
mod respond;
mod screenshot;
mod startup;

use std::{cell::RefCell, path::PathBuf, rc::Rc};

use macroquad::{
    miniquad::conf::{Conf, Platform},
    window::next_frame,
};

use crate::{
    sandbox::Sandbox,
    timeline::{Replay, Timeline},
};

/// How the window is to open, and what to do in it.
#[derive(Debug)]
pub struct Options {
    /// What to play with.
    pub sandbox: Sandbox,
    /// A recording to play first.
    pub replay: Option<Replay>,
    /// Where to write what is done.
    pub record: Option<PathBuf>,
    /// Stand still at first.
    pub paused: bool,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Close after so many steps.
    pub exit_after: Option<u64>,
    /// Where to save the last frame before closing.
    pub screenshot: Option<PathBuf>,
}

/// Why the window did not open, or did not end well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The machine has no screen or lacks a library: what, and the way out.
    NoWindow(String),
    /// A file could not be written.
    File(String),
    /// A fault of ours.
    Ours(String),
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no screen to open it on, or what was asked for could not be written.
pub fn run(options: Options) -> Result<(), Failure> {
    let (width, height) = options.size;
    let conf = macroquad::conf::Conf {
        miniquad_conf: Conf {
            window_title: "Ropewalk".to_owned(),
            window_width: width as i32,
            window_height: height as i32,
            high_dpi: true,
            platform: Platform { linux_wm_class: "ropewalk", ..Platform::default() },
            ..Conf::default()
        },
        ..macroquad::conf::Conf::default()
    };
    let outcome = Rc::new(RefCell::new(Ok(())));
    let inside = Rc::clone(&outcome);
    startup::open(conf, async move {
        let result = play(options).await;
        *inside.borrow_mut() = result;
    })?;
    outcome.replace(Ok(()))
}

async fn play(options: Options) -> Result<(), Failure> {
    let Options { sandbox, replay, .. } = &options;
    let mut timeline = Timeline::new(sandbox.clone(), options.record.is_some());
    if let Some(replay) = replay {
        timeline.play(replay.clone());
    }
    let mut game = game::Game::new(timeline, &options)?;
    while game.frame()? {
        next_frame().await;
    }
    Ok(())
}
