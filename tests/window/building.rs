//! Things that a user builds by hand on a blank page: copied, mirrored, saved, undone to nothing, redone, reopened.

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use glam::Vec2;
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::timeline::Recording;
use ropewalk::view::Camera;
use tempfile::TempDir;

use super::Outcome;
use super::session::{fitted, replay, ropewalk, start_of};
use crate::support::{App, Button, PATIENCE, Screen, is_written, wait_for};

const SIZE: (u16, u16) = (640, 480);

/// Steps for which what was built moves before it is looked at, at least: half a second.
const MOMENT: u64 = 30;

/// A window with a blank page, opened by Ctrl+N.
struct Page<'a> {
    app: App,
    camera: Camera,
    data: &'a Path,
}

impl<'a> Page<'a> {
    fn open(screen: &Screen, data: &'a Path) -> Result<Self, String> {
        let mut app = launch(screen, data, "first-rope")?;
        app.chord(&["Control_L", "n"])?;
        Ok(Self { app, camera: fitted(&start_of("blank")?, SIZE), data })
    }

    /// Drags the tool of a key along a path, m; a click for a path of one point.
    fn draw(&mut self, keys: &[&str], path: &[(f32, f32)]) -> Result<(), String> {
        let pixel = |at: (f32, f32)| self.camera.to_screen(Vec2::from(at)).round();
        let path: Vec<_> = path.iter().map(|&at| (pixel(at).x as i32, pixel(at).y as i32)).collect();
        self.app.chord(keys)?;
        self.app.move_to(path[0].0, path[0].1)?;
        self.app.press(Button::Left)?;
        for pair in path.windows(2) {
            self.app.pull(pair[0], pair[1], 6)?;
        }
        self.app.release(Button::Left)
    }

    /// The session as it is kept while everything stands still, once `wanted` accepts it. `each` comes before each look.
    fn kept(
        &mut self,
        what: &str,
        mut each: impl FnMut(&mut App) -> Result<(), String>,
        wanted: impl Fn(&Recording) -> bool,
    ) -> Result<Recording, String> {
        let path = self.data.join("ropewalk/session-0.ron");
        self.app.wait(what, |app| {
            each(app)?;
            app.settle()?;
            Ok(Recording::read(&path).ok().filter(&wanted))
        })
    }

    /// Runs what was built for a moment, copies and mirrors all of it, saves, undoes it to nothing, redoes and reopens it.
    fn keep(mut self, screen: &Screen, works: impl Fn(&Sandbox)) -> Outcome {
        let plays = |app: &mut App| {
            app.key("space")?;
            app.settle()?;
            app.key("space")
        };
        self.kept("a moment of play", plays, |kept| kept.end.0 >= MOMENT)?;
        for key in ["a", "c", "v"] {
            self.app.chord(&["Control_L", key])?;
        }
        self.app.key("y")?;
        let ends_in_mirror = |kept: &Recording| {
            let last = kept.commands.iter().rev().map(|stamped| &stamped.1);
            last.take(3).any(|command| matches!(command, Command::Transform { by, .. } if by.is_mirrored))
        };
        let built = self.kept("the mirrored copy", |_| Ok(()), ends_in_mirror)?;
        let sandbox = replay(&built, |_| ())?;
        works(&sandbox);
        self.app.chord(&["Control_L", "s"])?;
        self.app.settle()?;
        self.app.chord(&["Control_L", "a"])?;
        self.app.key("q")?;
        self.app.key("Return")?;
        let path = self.data.join("ropewalk/saves/q.ron");
        wait_for("the file", PATIENCE, || Ok(is_written(&path).then_some(())))?;
        let is_empty = |kept: &Recording| {
            !kept.commands.iter().any(|stamped| matches!(stamped.1, Command::Build(_) | Command::Insert(_)))
        };
        self.kept("an empty page", |app| app.chord(&["Control_L", "z"]), is_empty)?;
        let is_same = |kept: &Recording| kept.commands == built.commands && kept.end == built.end;
        let redone = self.kept("all of it again", |app| app.chord(&["Control_L", "y"]), is_same)?;
        assert_eq!(replay(&redone, |_| ())?.state_hash(), sandbox.state_hash());
        close(self.app)?;
        let saved = fs::canonicalize(&path)?;
        let app = launch(screen, self.data, &saved.to_string_lossy())?;
        close(app)?;
        let last = Recording::read(&self.data.join("ropewalk/last.ron")).map_err(|error| error.to_string())?;
        assert_eq!(replay(&last, |_| ())?.state_hash(), sandbox.state_hash());
        Ok(())
    }
}

fn launch(screen: &Screen, data: &Path, scene: &str) -> Result<App, String> {
    let mut command = Process::new(ropewalk());
    command.args([scene, "--paused", "--size", &format!("{}x{}", SIZE.0, SIZE.1)]).env("XDG_DATA_HOME", data);
    screen.launch_command(command)
}

fn close(mut app: App) -> Result<(), String> {
    app.close()?;
    let exit = app.wait_exit(PATIENCE)?;
    let well = exit.status.success() && exit.stderr.is_empty();
    well.then_some(()).ok_or_else(|| format!("{}: {}", exit.status, exit.stderr))
}

/// A wheel on an axle with a rope round it, and a weight at each end.
pub fn wheel_with_a_rope_round_it_is_built() -> Outcome {
    let (screen, data) = (Screen::start(1000, 760)?, TempDir::new()?);
    let mut page = Page::open(&screen, data.path())?;
    page.draw(&["w"], &[(0.0, 0.6), (0.5, 0.6)])?;
    page.draw(&["Shift_L", "w"], &[(0.1, 0.7)])?;
    page.draw(&["4"], &[(-0.9, -0.6), (-0.7, 1.2), (0.7, 1.2), (0.9, -0.6)])?;
    page.draw(&["8"], &[(-0.9, -0.6)])?;
    page.draw(&["8"], &[(0.9, -0.6)])?;
    page.keep(&screen, |sandbox| {
        let world = sandbox.world();
        assert_eq!(world.weights().len(), 4);
        let lowest = world.weights().iter().map(|weight| world.particles().position[weight.particle.index()].y);
        assert!(lowest.fold(f32::MAX, f32::min) > -2.0, "the rope has slipped off the wheel");
    })
}
