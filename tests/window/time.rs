//! Undo, redo, rewind and pictures, with a real keyboard and pointer.

use std::fs::File;
use std::path::Path;
use std::process::Command as Process;
use std::time::{Duration, Instant};

use ropewalk::sandbox::Command;
use tempfile::TempDir;

use super::Outcome;
use super::session::{Session, middle, ropewalk};
use crate::support::{App, Button, Image, PATIENCE, Screen, is_written};

/// Presses a key with Ctrl.
fn ctrl(session: &mut Session, key: &str) -> Result<(), String> {
    session.app.chord(&["Control_L", key])
}

/// Plays a little: a drag, a cut, a pin, gravity; then pauses.
fn play(session: &mut Session) -> Result<(), String> {
    let (x, y) = session.particle(1_000);
    session.app.drag((x, y), (x + 40, y + 60), 8, Button::Left)?;
    session.frames(20)?;
    let (x, y) = session.particle(100);
    // Not far: the frayed ends of a cut through the whole net are a thousandth of the picture.
    session.app.drag((x - 40, y), (x + 20, y + 5), 8, Button::Right)?;
    session.frames(30)?;
    let (x, y) = session.particle(0);
    session.app.click(x, y, Button::Right)?;
    session.frames(10)?;
    session.app.key("g")?;
    session.frames(20)?;
    session.app.key("space")?;
    session.frames(4)
}

/// Except for the frayed ends, which only the picture has.
fn same(one: &Image, other: &Image) -> bool {
    middle(one).difference(&middle(other), 12) < 0.001
}

/// Four edits are undone and redone: then everything is where it was, and the recording holds the remaining edits.
pub fn keys_undo_and_redo_every_edit() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &[])?;
    // The fading hint would make the pictures differ.
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

/// Held Z rewinds; on release play continues from there, and later edits are dropped.
pub fn held_z_rewinds() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &["--paused"])?;
    // The hint disappears after a while, in either direction of time.
    session.app.key("Tab")?;
    session.frames(20)?;
    // At rest again once all is rewound: a moment between passes unseen where pictures take longer.
    let start = session.app.screenshot()?;
    session.app.key("space")?;
    session.app.key("g")?;
    let changed = |picture: &Image| middle(picture).difference(&middle(&start), 40);
    session.wait_picture("everything fallen up", |picture| changed(picture) > 0.03)?;
    session.app.key_down("z")?;
    session.wait_picture("everything back", |picture| changed(picture) < 0.005)?;
    session.app.key_up("z")?;
    session.frames(10)?;
    let played = session.end()?;
    assert_eq!(played.gravities(), [], "gravity was not reversed in what is left");
    Ok(())
}

/// F2 writes a picture of the window into the user's folder, under an unused name, while play continues.
pub fn picture_is_saved() -> Outcome {
    let (screen, home) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut command = Process::new(ropewalk());
    command.args(["first-rope", "--size", "480x360"]).env("HOME", home.path());
    let mut app = screen.launch_command(command)?;
    for number in 1..=2 {
        app.key("F2")?;
        let path = home.path().join(format!("ropewalk-first-rope-{number}.png"));
        app.wait("a picture", |_| Ok(is_written(&path).then_some(())))?;
        let reader = png::Decoder::new(File::open(&path)?).read_info()?;
        assert_eq!((reader.info().width, reader.info().height), (480, 360));
    }
    app.close()?;
    let exit = app.wait_exit(PATIENCE)?;
    assert!(exit.status.success() && exit.stderr.is_empty(), "{}: {}", exit.status, exit.stderr);
    Ok(())
}

/// Length of an animation, its number of frames, and the share of all pixels that some frame after the first
/// changes.
fn animation(path: &Path) -> Result<(Duration, usize, f64), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(|error| failed(&error))?;
    let mut decoder = gif::DecodeOptions::new().read_info(file).map_err(|error| failed(&error))?;
    let mut changed = vec![false; usize::from(decoder.width()) * usize::from(decoder.height())];
    let (mut hundredths, mut count, width) = (0, 0, usize::from(decoder.width()));
    while let Some(frame) = decoder.read_next_frame().map_err(|error| failed(&error))? {
        for (i, _) in
            frame.buffer.iter().enumerate().filter(|(_, index)| count > 0 && Some(**index) != frame.transparent)
        {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            changed[(y + usize::from(frame.top)) * width + x + usize::from(frame.left)] = true;
        }
        hundredths += u64::from(frame.delay);
        count += 1;
    }
    let share = changed.iter().filter(|changed| **changed).count() as f64 / changed.len() as f64;
    Ok((Duration::from_millis(10 * hundredths), count, share))
}

/// Starts `first-rope` with a home folder of its own.
fn at_home(screen: &Screen, home: &Path) -> Result<App, String> {
    let mut command = Process::new(ropewalk());
    command.args(["first-rope", "--size", "480x360"]).env("HOME", home);
    screen.launch_command(command)
}

/// F5 starts an animation and F5 ends it: a GIF beside the pictures, as long as the recording, that moves. Meanwhile
/// there is a red dot.
pub fn animation_is_recorded() -> Outcome {
    let (screen, home) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut app = at_home(&screen, home.path())?;
    let red = |picture: &Image| picture.crop(0, 0, 60, 40).count(|[r, g, b]| r > 200 && g < 90 && b < 90);
    assert_eq!(red(&app.screenshot()?), 0);
    for number in 1..=2 {
        let before = Instant::now();
        app.key("F5")?;
        app.settle()?;
        let begun = Instant::now();
        for _ in 0..20 {
            app.settle()?;
        }
        assert!(red(&app.screenshot()?) > 30, "a red dot");
        let min = begun.elapsed();
        app.key("F5")?;
        app.settle()?;
        let max = before.elapsed();
        let path = home.path().join(format!("ropewalk-first-rope-{number}.gif"));
        // The thread that draws it has the lowest priority: a busy machine leaves it little time.
        app.wait_within(10 * PATIENCE, "an animation", |_| Ok(is_written(&path).then_some(())))?;
        let (lasts, count, moved) = animation(&path)?;
        // Either end is rounded to 1/25 s.
        let rounding = Duration::from_millis(80);
        assert!(lasts + rounding >= min && lasts <= max + rounding, "{lasts:?}, between {min:?} and {max:?}");
        assert!(count >= 2 && count as u128 <= lasts.as_millis() / 40, "{count} frames in {lasts:?}");
        assert!(moved > 0.005, "the rope swings, and {moved} of the picture changes");
        app.wait("no red dot", |app| Ok((red(&app.screenshot()?) == 0).then_some(())))?;
    }
    app.close()?;
    let exit = app.wait_exit(PATIENCE)?;
    assert!(exit.status.success() && exit.stderr.is_empty(), "{}: {}", exit.status, exit.stderr);
    Ok(())
}

/// A window that is closed during an animation, after a resize, saves it and says where.
pub fn animation_is_saved_when_the_window_closes() -> Outcome {
    let (screen, home) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut app = at_home(&screen, home.path())?;
    app.key("F5")?;
    (0..6).try_for_each(|_| app.settle())?;
    app.resize(300, 420)?;
    app.key("t")?;
    (0..6).try_for_each(|_| app.settle())?;
    app.close()?;
    let exit = app.wait_exit(PATIENCE)?;
    let path = home.path().join("ropewalk-first-rope-1.gif");
    let said =
        exit.stderr.starts_with(&format!("ropewalk: saved {}", path.display())) && exit.stderr.lines().count() == 1;
    assert!(exit.status.success() && said, "{}: {}", exit.status, exit.stderr);
    let (_, count, moved) = animation(&path)?;
    assert!(count >= 2 && moved > 0.9, "{count} frames; another theme changes {moved} of the picture");
    Ok(())
}
