//! A session in a window: opens a scene, and at the end replays the recording of the session.

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::Duration;

use glam::Vec2;
use ropewalk::app::style::{InputDevice, TouchTargets};
use ropewalk::app::ui::panel::strip_height;
use ropewalk::physics::{LinkKind, ParticleId};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;
use ropewalk::timeline::{Recording, Replay, Stamped, Timeline};
use ropewalk::view::Camera;
use tempfile::TempDir;

use crate::support::{App, Image, PATIENCE, Point, Screen};

/// Height of the status line, pixels.
pub const STATUS_HEIGHT: f32 = 28.0;

/// Size of the screen, pixels: larger than the window, so that the pointer can leave the window on every side.
const SCREEN: (u16, u16) = (1280, 920);

/// Position of the window on the screen, pixels.
const PLACE: (i32, i32) = (190, 90);

/// The program under test.
pub fn ropewalk() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_ropewalk"))
}

/// A scene of the gallery at its start.
pub fn start_of(name: &str) -> Result<Sandbox, String> {
    let scene = scene::named(name).ok_or_else(|| format!("there is no scene {name}"))?;
    Sandbox::new(scene).map_err(|error| error.to_string())
}

/// A scene of a file at its start.
fn start_of_file(path: &Path) -> Result<Sandbox, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let scene = scene::parse("file", &text).map_err(|error| error.to_string())?;
    Sandbox::new(NamedScene { name: "file".to_owned(), scene }).map_err(|error| error.to_string())
}

/// A window with a scene in it.
pub struct Session {
    /// The program: its pointer, keys and pictures.
    pub app: App,
    /// The scene at its start.
    pub sandbox: Sandbox,
    /// The camera of the window.
    pub camera: Camera,
    /// The folder of the recording.
    folder: TempDir,
    /// The session was closed without a failure before.
    is_closed: bool,
}

impl Drop for Session {
    /// After a failure, keeps a picture of the window.
    fn drop(&mut self) {
        if !self.is_closed
            && let Ok(picture) = self.app.screenshot()
        {
            let path = kept_path(&self.sandbox.scene().name, "png");
            if picture.save_png(&path).is_ok() {
                ropewalk::host::log(&format!("the window at that moment: {}", path.display()));
            }
        }
    }
}

impl Session {
    /// Opens a scene of the gallery in a window of this size; `flags` are added to the command line.
    pub fn open(scene: &str, size: (u16, u16), flags: &[&str]) -> Result<Self, String> {
        Self::start(Process::new(ropewalk()), scene, size, flags)
    }

    /// As [`Session::open`], with the settings in a folder.
    pub fn open_with(settings: &Path, scene: &str, size: (u16, u16), flags: &[&str]) -> Result<Self, String> {
        let mut command = Process::new(ropewalk());
        command.env("XDG_CONFIG_HOME", settings);
        Self::start(command, scene, size, flags)
    }

    /// Opens the scene of a file in a window of this size.
    pub fn open_file(path: &Path, size: (u16, u16)) -> Result<Self, String> {
        let name = path.to_str().ok_or("the path is no text")?;
        Self::show(Process::new(ropewalk()), (name, start_of_file(path)?), size, &[])
    }

    fn start(command: Process, scene: &str, size: (u16, u16), flags: &[&str]) -> Result<Self, String> {
        Self::show(command, (scene, start_of(scene)?), size, flags)
    }

    fn show(
        mut command: Process,
        (scene, sandbox): (&str, Sandbox),
        (width, height): (u16, u16),
        flags: &[&str],
    ) -> Result<Self, String> {
        let screen = Screen::start(SCREEN.0, SCREEN.1)?;
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        command.args([scene, "--size", &format!("{width}x{height}")]).args(flags);
        command.arg("--record").arg(folder.path().join("recording.ron"));
        let mut app = screen.launch_command(command)?;
        app.move_window(PLACE.0, PLACE.1)?;
        let camera = fitted(&sandbox, (width, height));
        Ok(Self { app, sandbox, camera, folder, is_closed: false })
    }

    /// Resizes the window, and with it the camera.
    pub fn resize(&mut self, width: u16, height: u16) -> Result<(), String> {
        self.app.resize(width, height)?;
        self.camera = fitted(&self.sandbox, (width, height));
        Ok(())
    }

    /// The pixel of a point of the world, m.
    pub fn pixel(&self, x: f32, y: f32) -> Point {
        let pixel = self.camera.to_screen(Vec2::new(x, y)).round();
        (pixel.x as i32, pixel.y as i32)
    }

    /// The pixel of a particle at the scene's start.
    pub fn particle(&self, index: usize) -> Point {
        let at = self.sandbox.world().particles().position[index];
        self.pixel(at.x, at.y)
    }

    /// Waits until at least `count` frames have been drawn.
    pub fn frames(&mut self, count: usize) -> Result<(), String> {
        (0..count.div_ceil(2)).try_for_each(|_| self.app.settle())
    }

    /// Waits until the program is idle.
    pub fn wait_sleep(&mut self) -> Result<(), String> {
        self.app.wait("the program to sleep", |app| {
            let before = app.cpu_time()?;
            std::thread::sleep(Duration::from_millis(300));
            Ok((app.cpu_time()? - before <= Duration::from_millis(10)).then_some(()))
        })
    }

    /// Waits, without input, for a picture that `wanted` accepts. `what` describes it in an error.
    pub fn wait_picture(&mut self, what: &str, wanted: impl Fn(&Image) -> bool) -> Result<Image, String> {
        self.app.wait(what, |app| app.screenshot().map(|picture| wanted(&picture).then_some(picture)))
    }

    /// Closes the window, and replays the recording. Fails if the program reports an error, or if the replay differs
    /// from the recording.
    pub fn end(self) -> Result<Played, String> {
        self.end_watching(|_| {})
    }

    /// As [`Session::end`], and shows the sandbox after each step of the replay.
    pub fn end_watching(mut self, each: impl FnMut(&Sandbox)) -> Result<Played, String> {
        self.app.close()?;
        self.is_closed = true;
        let exit = self.app.wait_exit(PATIENCE)?;
        if !exit.status.success() || !exit.stderr.is_empty() {
            return Err(format!("it ended with {}:\n{}", exit.status, exit.stderr));
        }
        let recording = self.folder.path().join("recording.ron");
        let kept = kept_path(&self.sandbox.scene().name, "ron");
        std::fs::copy(&recording, &kept).map_err(|error| format!("{}: {error}", kept.display()))?;
        Played::watch(&recording, each)
    }
}

/// Path at which the last picture of a failure, or the last recording of a scene, is kept for inspection.
fn kept_path(scene: &str, extension: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{scene}.{extension}"))
}

/// The camera of a window that was not panned: above the status line, and in narrow upright windows the strip of tools.
pub fn fitted(sandbox: &Sandbox, (width, height): (u16, u16)) -> Camera {
    let strip = strip_height(egui::vec2(width.into(), height.into()), TouchTargets::of(InputDevice::Mouse));
    Camera::new(sandbox.scene().scene.view, Vec2::new(width.into(), height.into()), STATUS_HEIGHT + strip)
}

/// A recorded session, and the sandbox at its end.
pub struct Played {
    /// The recording.
    pub recording: Recording,
    /// The text of its file.
    pub text: String,
    /// The sandbox at its end.
    pub sandbox: Sandbox,
}

impl Played {
    /// Reads a recording and replays it.
    pub fn read(path: &Path) -> Result<Self, String> {
        Self::watch(path, |_| {})
    }

    /// As [`Played::read`], and shows the sandbox after each step.
    fn watch(path: &Path, each: impl FnMut(&Sandbox)) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let recording = Recording::read(path).map_err(|error| error.to_string())?;
        let sandbox = replay(&recording, each)?;
        Ok(Self { recording, text, sandbox })
    }

    /// The commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.recording.commands.iter().map(|Stamped(_, command)| command)
    }

    /// Number of commands of a kind.
    pub fn count(&self, kind: impl Fn(&Command) -> bool) -> usize {
        self.commands().filter(|command| kind(command)).count()
    }

    /// The grabbed particles, in order.
    pub fn held(&self) -> Vec<ParticleId> {
        let held = self.commands().filter_map(|command| match command {
            Command::Grab { particle, .. } => Some(*particle),
            _ => None,
        });
        held.collect()
    }

    /// The values to which gravity was set, in order.
    pub fn gravities(&self) -> Vec<Vec2> {
        let set = self.commands().filter_map(|command| match command {
            Command::SetGravity(gravity) => Some(*gravity),
            _ => None,
        });
        set.collect()
    }

    /// The output of `ropewalk simulate --replay` for the recording.
    pub fn simulated(&self) -> Result<serde_json::Value, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let path = folder.path().join("recording.ron");
        std::fs::write(&path, &self.text).map_err(|error| error.to_string())?;
        let output = Process::new(ropewalk()).args(["simulate", "--json", "--replay"]).arg(&path).output();
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
    }
}

/// Replays a recording and shows the sandbox after each step. An error names the step at which it differs.
pub fn replay(recording: &Recording, mut each: impl FnMut(&Sandbox)) -> Result<Sandbox, String> {
    let start = Sandbox::new(recording.start.clone()).map_err(|error| error.to_string())?;
    let mut timeline = Timeline::new(start, false);
    timeline.play(Replay::new(recording.clone()));
    for _ in 0..recording.end.0 {
        timeline.step();
        each(timeline.sandbox());
    }
    timeline.apply_due_commands();
    match timeline.divergence() {
        Some(divergence) => Err(format!("the replay differs from the recording at step {}", divergence.step)),
        None => Ok(timeline.sandbox().clone()),
    }
}

/// Greatest difference of two colours in a channel.
pub fn contrast(one: [u8; 3], other: [u8; 3]) -> u8 {
    (0..3).map(|channel| one[channel].abs_diff(other[channel])).max().unwrap_or(0)
}

/// Fraction of a sandbox's linked particles that are visible. A particle is visible if a pixel within 2 pixels of its
/// place in the window differs from the background of that row.
pub fn share_seen(picture: &Image, sandbox: &Sandbox, camera: &Camera) -> f64 {
    let world = sandbox.world();
    let drawn = world.links().filter(|link| link.kind != LinkKind::Brace).flat_map(|link| [link.a, link.b]);
    let mut drawn: Vec<_> = drawn.collect();
    drawn.sort_unstable_by_key(|id| id.0);
    drawn.dedup();
    let seen = drawn.iter().filter(|id| {
        let at = camera.to_screen(world.particles().position[id.index()]).round();
        let (x, y) = (at.x as usize, at.y as usize);
        if at.x < 0.0 || at.y < 0.0 || x >= picture.width || y >= picture.height {
            return false;
        }
        let spot = picture.crop(x.saturating_sub(2), y, 5, 1);
        // Column 5: left of everything but the walls.
        spot.count(|pixel| contrast(pixel, picture.pixel(5, y)) > 24) > 0
    });
    seen.count() as f64 / drawn.len().max(1) as f64
}

/// The part of a picture above the status line and below the hint.
pub fn middle(picture: &Image) -> Image {
    let top = 90;
    picture.crop(0, top, picture.width, picture.height - top - STATUS_HEIGHT as usize)
}

/// Whether the status line is at the picture's lower edge: dark glass in its whole width, and text on it.
pub fn has_status_line(picture: &Image) -> bool {
    let height = STATUS_HEIGHT as usize;
    let line = picture.crop(0, picture.height - height, picture.width, height);
    let dark = |pixel: [u8; 3]| pixel.iter().all(|&channel| channel < 44);
    let bright = |pixel: [u8; 3]| pixel.iter().any(|&channel| channel > 140);
    // These rows hold no text, and nothing at the line's upper edge shines through.
    let edges = line.crop(0, 3, line.width, 2).count(dark) + line.crop(0, height - 2, line.width, 2).count(dark);
    let above = picture.crop(0, picture.height - height - 3, picture.width, 2).count(dark);
    edges == 4 * line.width && line.count(bright) > 50 && above < picture.width
}
