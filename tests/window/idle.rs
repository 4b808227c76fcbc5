//! An idle window, and the settings that it keeps for the next start.

use std::fs;
use std::process::Command as Process;
use std::time::Duration;

use tempfile::TempDir;

use super::Outcome;
use super::session::{Session, ropewalk};
use crate::support::{PATIENCE, Screen};

/// A paused, idle window uses next to no processor time; a key wakes it at once.
pub fn paused_window_sleeps() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &["--paused"])?;
    // Hiding the interface hides the hint, which would be drawn until it has faded.
    session.app.key("Tab")?;
    session.wait_sleep()?;
    let (watched, before) = (Duration::from_secs(2), session.app.cpu_time()?);
    std::thread::sleep(watched);
    let used = session.app.cpu_time()? - before;
    assert!(used.as_secs_f32() < 0.03 * watched.as_secs_f32(), "{used:?} of processor time in {watched:?}");
    let asleep = session.app.screenshot()?;
    session.app.key("space")?;
    session.app.wait("everything in motion", |app| Ok((app.screenshot()? != asleep).then_some(())))?;
    session.end()?;
    Ok(())
}

/// A sleeping window is painted when it becomes visible again, and can be closed.
pub fn sleeping_window_repaints_when_visible_again() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &["--paused"])?;
    session.app.key("Tab")?;
    session.wait_sleep()?;
    session.app.show(false)?;
    session.app.show(true)?;
    session.app.wait_painted()?;
    session.wait_sleep()?;
    session.end()?;
    Ok(())
}

/// While another window has the keyboard, moving ropes wait and the program uses next to no processor time. They
/// continue once the window has the keyboard again.
pub fn unfocused_window_sleeps() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &[])?;
    session.frames(5)?;
    session.app.focus(false)?;
    session.wait_sleep()?;
    let asleep = session.app.screenshot()?;
    session.app.focus(true)?;
    session.app.wait("everything in motion", |app| Ok((app.screenshot()? != asleep).then_some(())))?;
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

/// A damaged settings file is set aside with one sentence, and the window opens all the same.
pub fn damaged_settings_are_set_aside() -> Outcome {
    let (screen, folder) = (Screen::start(1280, 800)?, TempDir::new()?);
    let settings = folder.path().join("ropewalk").join("settings.ron");
    fs::create_dir_all(folder.path().join("ropewalk"))?;
    fs::write(&settings, "(window: (800, \u{0}")?;
    let mut command = Process::new(ropewalk());
    command.arg("--paused").env("XDG_CONFIG_HOME", folder.path());
    let mut app = screen.launch_command(command)?;
    app.close()?;
    let exit = app.wait_exit(PATIENCE)?;
    assert!(exit.status.success(), "{}", exit.status);
    assert_eq!(exit.stderr.lines().count(), 1, "{}", exit.stderr);
    assert!(exit.stderr.contains("set aside"), "{}", exit.stderr);
    assert_eq!(fs::read_to_string(settings.with_extension("ron.damaged"))?, "(window: (800, \u{0}");
    Ok(())
}
