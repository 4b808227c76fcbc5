//! Undo, redo, rewind and pictures, with a real keyboard and pointer.

use std::fs::File;
use std::process::Command as Process;
use std::time::Duration;

use ropewalk::sandbox::Command;
use tempfile::TempDir;

use super::Outcome;
use super::session::{Session, middle, ropewalk};
use crate::support::{Button, Image, PATIENCE, Screen};

/// Presses a key with Ctrl.
fn ctrl(session: &mut Session, key: &str) -> Result<(), String> {
    session.app.chord(&["Control_L", key])
}

/// Plays a little: a drag, a cut, a pin, gravity; and stands still.
fn play(session: &mut Session) -> Result<(), String> {
    let (x, y) = session.particle(1_000);
    session.app.drag((x, y), (x + 40, y + 60), 8, Button::Left)?;
    session.frames(20)?;
    let (x, y) = session.particle(100);
    session.app.drag((x - 60, y), (x + 60, y + 10), 8, Button::Right)?;
    session.frames(30)?;
    let (x, y) = session.particle(0);
    session.app.click(x, y, Button::Right)?;
    session.frames(10)?;
    session.app.key("g")?;
    session.frames(20)?;
    session.app.key("space")?;
    session.frames(4)
}

/// But for the frayed ends, which are the picture's alone.
fn same(one: &Image, other: &Image) -> bool {
    middle(one).difference(&middle(other), 12) < 0.001
}

/// Four things are taken back and done again: then everything is where it was, and the recording is what is left.
pub fn everything_is_undone_and_redone() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &[])?;
    // With the hint the pictures would differ by how far it has faded.
    session.app.key("Tab")?;
    play(&mut session)?;
    session.app.move_to(320, 440)?;
    session.frames(40)?;
    let end = session.app.screenshot()?;
    for _ in 0..4 {
        ctrl(&mut session, "z")?;
        session.frames(2)?;
    }
    let start = session.app.screenshot()?;
    assert!(!same(&start, &end));
    for _ in 0..4 {
        ctrl(&mut session, "y")?;
        session.frames(2)?;
    }
    session.wait_picture("everything where it was", |picture| same(picture, &end))?;
    let played = session.end()?;
    assert!(played.count(|command| matches!(command, Command::Cut { .. })) > 0);
    assert_eq!(played.gravities().len(), 1);
    Ok(())
}

/// While Z is held time runs backwards; let go, it runs on from there, and what was done later is not done.
pub fn time_runs_backwards_while_z_is_held() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &[])?;
    let before = session.app.screenshot()?;
    session.frames(20)?;
    session.app.key("g")?;
    session.wait_picture("everything fallen up", |picture| middle(picture).difference(&middle(&before), 40) > 0.03)?;
    session.app.key_down("z")?;
    session.wait_picture("everything back", |picture| middle(picture).difference(&middle(&before), 40) < 0.01)?;
    std::thread::sleep(Duration::from_millis(300));
    session.app.key_up("z")?;
    session.frames(10)?;
    let played = session.end()?;
    assert_eq!(played.gravities(), [], "gravity was not reversed in what is left");
    Ok(())
}

/// F2 writes a picture of the window into the user's folder, under a name that is free, while play goes on.
pub fn a_picture_is_taken() -> Outcome {
    let (screen, home) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut command = Process::new(ropewalk());
    command.args(["first-rope", "--size", "480x360"]).env("HOME", home.path());
    let mut app = screen.launch_command(command)?;
    for number in 1..=2 {
        app.key("F2")?;
        let path = home.path().join(format!("ropewalk-first-rope-{number}.png"));
        app.wait("a picture", |_| Ok(path.exists().then_some(())))?;
        let reader = png::Decoder::new(File::open(&path)?).read_info()?;
        assert_eq!((reader.info().width, reader.info().height), (480, 360));
    }
    app.close()?;
    let exit = app.wait_exit(PATIENCE)?;
    assert!(exit.status.success() && exit.stderr.is_empty(), "{}: {}", exit.status, exit.stderr);
    Ok(())
}
