//! Saving, opening, dropping, and the session after the window was closed or killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use egui::{Panel, Pos2, RawInput, Rect, vec2};
use ropewalk::app::{
    style::{UiTheme, lay_out, new_context},
    ui::dialog,
    widgets::place,
};
use ropewalk::scene;
use ropewalk::timeline::Recording;
use ropewalk::view::Theme;
use tempfile::TempDir;

use super::Outcome;
use super::session::ropewalk;
use crate::support::drop::Source;
use crate::support::{App, Button, PATIENCE, Point, Screen, is_written, wait_for};

const SIZE: (u16, u16) = (640, 480);

/// A window whose files are in `data`.
fn open(screen: &Screen, data: &Path, flags: &[&str]) -> Result<App, String> {
    let mut command = Process::new(ropewalk());
    command.args(["--size", &format!("{}x{}", SIZE.0, SIZE.1)]).args(flags).env("XDG_DATA_HOME", data);
    screen.launch_command(command)
}

/// A file of ours in `data`.
fn file(data: &Path, name: &str) -> PathBuf {
    data.join("ropewalk").join(name)
}

/// The contents of a file, as soon as they are written.
fn read(path: &Path) -> Result<Recording, String> {
    wait_for("the file", PATIENCE, || Ok(is_written(path).then_some(())))?;
    Recording::read(path).map_err(|error| error.to_string())
}

/// A cut, and then everything stands still.
fn cut(app: &mut App) -> Result<(), String> {
    app.drag((150, 60), (180, 400), 8, Button::Right)?;
    app.drag((480, 60), (470, 400), 8, Button::Right)?;
    app.key("space")?;
    app.settle()
}

fn close(mut app: App) -> Result<(), String> {
    app.close()?;
    let exit = app.wait_exit(PATIENCE)?;
    let well = exit.status.success() && exit.stderr.is_empty();
    well.then_some(()).ok_or_else(|| format!("{}: {}", exit.status, exit.stderr))
}

/// Where a button of the offer is in the window.
fn in_offer(name: &str) -> Result<Point, String> {
    let context = new_context();
    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(f32::from(SIZE.0), f32::from(SIZE.1))));
    for _ in 0..4 {
        lay_out(&context, RawInput { screen_rect, ..RawInput::default() }, |root| {
            let theme = UiTheme::of(Theme::Dark);
            theme.apply(root.ctx(), Theme::Dark);
            Panel::bottom("status").exact_size(28.0).show(root, |_| ());
            dialog::offer(root, &dialog::Offer { can_restore: true, damaged: None }, &theme, &mut Vec::new());
        });
    }
    let rect = place(&context, name).ok_or_else(|| format!("there is no {name} in the offer"))?;
    Ok((rect.center().x as i32, rect.center().y as i32))
}

/// A session is saved under a pasted name, another scene opened, and the session opened again: its edits can be undone.
pub fn saved_session_resumes() -> Outcome {
    let (screen, data) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut app = open(&screen, data.path(), &["welcome"])?;
    cut(&mut app)?;
    app.chord(&["Control_L", "s"])?;
    app.settle()?;
    app.chord(&["Control_L", "a"])?;
    app.key("q")?;
    // The name is cut and pasted twice.
    for key in ["a", "x", "v", "v"] {
        app.chord(&["Control_L", key])?;
        app.settle()?;
    }
    // To the third of what can be saved, and on to the button.
    for key in ["Tab", "Tab", "Tab", "space", "Tab", "Return"] {
        app.key(key)?;
        app.settle()?;
    }
    let saved = read(&file(data.path(), "saves/qq.ron"))?;
    assert!(saved.now.is_some() && saved.start.name == "welcome");
    app.key("Page_Down")?;
    app.settle()?;
    app.chord(&["Control_L", "o"])?;
    app.settle()?;
    app.key("q")?;
    app.key("q")?;
    app.key("Return")?;
    // The session that it replaces is put aside.
    let put_aside = read(&file(data.path(), "earlier-1.ron"))?;
    assert_eq!(Some(put_aside.last_scene().name.as_str()), scene::names().nth(1));
    // An undo works once the session has been replayed: then it holds less.
    app.wait("what was before", |app| {
        app.chord(&["Control_L", "z"])?;
        app.settle()?;
        app.settle()?;
        let path = file(data.path(), "session-0.ron");
        let kept = Recording::read(&path).ok().filter(|kept| kept.start.name == "welcome");
        Ok(kept.is_some_and(|kept| kept.end.0 < saved.end.0).then_some(()))
    })?;
    close(app)?;
    let left = read(&file(data.path(), "last.ron"))?;
    assert!(saved.commands.starts_with(&left.commands) && left.commands.len() < saved.commands.len());
    Ok(())
}

/// Ctrl+N opens a blank page under the gravity of the earth and asks nothing; the session before is kept, and an undo away.
pub fn blank_page_keeps_the_session_before() -> Outcome {
    let (screen, data) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut app = open(&screen, data.path(), &["welcome"])?;
    cut(&mut app)?;
    app.key("g")?;
    app.chord(&["Control_L", "n"])?;
    let put_aside = read(&file(data.path(), "earlier-1.ron"))?;
    assert_eq!(put_aside.last_scene().name, "welcome");
    // A second page has nothing to keep.
    app.chord(&["Shift_L", "n"])?;
    app.settle()?;
    app.chord(&["Control_L", "z"])?;
    app.settle()?;
    close(app)?;
    let last = read(&file(data.path(), "last.ron"))?;
    assert_eq!(last.last_scene().name, "blank");
    assert!(last.last_scene().scene.settings.gravity.y < 0.0, "the page has its own gravity");
    assert!(!file(data.path(), "earlier-2.ron").exists());
    Ok(())
}

/// The next start resumes the session that was closed.
pub fn next_start_resumes_the_last_session() -> Outcome {
    let (screen, data) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut app = open(&screen, data.path(), &["scissor-net"])?;
    cut(&mut app)?;
    close(app)?;
    let last = read(&file(data.path(), "last.ron"))?;
    assert!(!last.commands.is_empty());
    let app = open(&screen, data.path(), &["--paused"])?;
    close(app)?;
    let again = read(&file(data.path(), "last.ron"))?;
    assert_eq!((again.end, &again.commands), (last.end, &last.commands));
    assert!(!file(data.path(), "session-0.ron").exists() && !file(data.path(), "interrupted.ron").exists());
    Ok(())
}

/// The next start offers a killed session, and restores all of it.
pub fn killed_session_is_offered() -> Outcome {
    let (screen, data) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut app = open(&screen, data.path(), &["scissor-net"])?;
    cut(&mut app)?;
    // A session at rest is saved at once.
    let kept = read(&file(data.path(), "session-0.ron"))?;
    assert!(!kept.commands.is_empty());
    app.kill();
    let mut app = open(&screen, data.path(), &["first-rope", "--paused"])?;
    let (x, y) = in_offer("restore")?;
    app.click(x, y, Button::Left)?;
    app.move_to(10, 200)?;
    app.wait("the session to be kept again", |app| {
        app.settle()?;
        let again = Recording::read(&file(data.path(), "session-0.ron")).ok();
        Ok(again.filter(|again| again.end == kept.end && again.commands == kept.commands).map(drop))
    })?;
    assert!(!file(data.path(), "interrupted-1.ron").exists() && file(data.path(), "earlier-1.ron").exists());
    close(app)?;
    assert_eq!(read(&file(data.path(), "last.ron"))?.end, kept.end);
    Ok(())
}

/// A file dropped on the window is opened; a bad file gives a sentence, and nothing is lost.
pub fn dropped_file_is_opened() -> Outcome {
    let (screen, data) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut app = open(&screen, data.path(), &["first-rope", "--paused"])?;
    let folder = TempDir::with_prefix("a b%ü")?;
    let dropped = folder.path().join("net.ron");
    let net = ropewalk::scene::named("scissor-net").ok_or("there is no such scene")?;
    fs::write(folder.path().join("bad.ron"), "(version: 1, title: 3")?;
    fs::write(&dropped, ropewalk::scene::to_text(&net.scene, 3))?;
    let source = Source::new(screen.display())?;
    source.drop(app.window(), &folder.path().join("bad.ron"))?;
    app.settle()?;
    source.drop(app.window(), &dropped)?;
    app.wait("the scene", |app| {
        app.settle()?;
        let kept = Recording::read(&file(data.path(), "session-0.ron")).ok();
        Ok(kept.filter(|kept| kept.last_scene().scene == net.scene).map(drop))
    })?;
    close(app)?;
    Ok(())
}

/// A window that is asked to end keeps its session, though its stderr is a full disk and though it sleeps.
pub fn signals_keep_the_session() -> Outcome {
    let (screen, data) = (Screen::start(800, 600)?, TempDir::new()?);
    let mut command = Process::new("sh");
    command.args(["-c", "exec \"$0\" \"$@\" 2>/dev/full"]).arg(ropewalk());
    command.args(["scissor-net", "--size", "640x480"]).env("XDG_DATA_HOME", data.path());
    let mut app = screen.launch_command(command)?;
    app.drag((150, 60), (180, 400), 8, Button::Right)?;
    app.signal("TERM")?;
    assert!(app.wait_exit(PATIENCE)?.status.success());
    let last = read(&file(data.path(), "last.ron"))?;
    assert!(!last.commands.is_empty() && !file(data.path(), "session-0.ron").exists());
    let mut app = open(&screen, data.path(), &["--paused"])?;
    app.settle()?;
    app.signal("INT")?;
    assert!(app.wait_exit(PATIENCE)?.status.success());
    assert_eq!(read(&file(data.path(), "last.ron"))?.end, last.end);
    Ok(())
}
