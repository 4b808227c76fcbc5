//! An idle window, and the settings that it keeps for the next start.

use std::process::Command as Process;
use std::time::Duration;

use tempfile::TempDir;

use super::Outcome;
use super::session::{Session, ropewalk};
use crate::support::{PATIENCE, Screen};

/// A paused, idle window uses next to no processor time, is painted when it becomes visible again, and wakes at a key. While
/// another window has the keyboard, moving ropes wait; they continue once the window has it again.
pub fn idle_window_sleeps_and_wakes() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &["--paused"])?;
    // Hiding the interface hides the hint, which would be drawn until it has faded.
    session.app.key("Tab")?;
    session.wait_sleep()?;
    let (watched, before) = (Duration::from_secs(2), session.app.cpu_time()?);
    std::thread::sleep(watched);
    let used = session.app.cpu_time()? - before;
    assert!(used.as_secs_f32() < 0.03 * watched.as_secs_f32(), "{used:?} of processor time in {watched:?}");
    session.app.show(false)?;
    session.app.show(true)?;
    session.app.wait_painted()?;
    session.app.focus(true)?;
    session.wait_sleep()?;
    let asleep = session.app.screenshot()?;
    session.app.key("space")?;
    session.app.wait("everything in motion", |app| Ok((app.screenshot()? != asleep).then_some(())))?;
    session.app.focus(false)?;
    session.wait_sleep()?;
    let asleep = session.app.screenshot()?;
    session.app.focus(true)?;
    session.app.wait("everything in motion again", |app| Ok((app.screenshot()? != asleep).then_some(())))?;
    session.end()?;
    Ok(())
}

/// The next start restores the window's size and look.
pub fn window_reopens_as_it_was_closed() -> Outcome {
    let (screen, folder) = (Screen::start(1280, 800)?, TempDir::new()?);
    let mut sizes = Vec::new();
    for _ in 0..2 {
        let mut command = Process::new(ropewalk());
        command.arg("--paused").env("XDG_CONFIG_HOME", folder.path());
        let mut app = screen.launch_command(command)?;
        sizes.push(app.size()?);
        app.resize(700, 500)?;
        app.close()?;
        let exit = app.wait_exit(PATIENCE)?;
        assert!(exit.status.success() && exit.stderr.is_empty(), "{}: {}", exit.status, exit.stderr);
    }
    assert_eq!(sizes, [(1280, 800), (700, 500)]);
    Ok(())
}
