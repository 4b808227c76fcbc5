//! `ropewalk render` from a script, without a display. The same run gives the same bytes. An animation has the
//! requested length and shows the picture of each moment. Objects are where the camera puts them. Every error is one
//! sentence and leaves the old file unchanged.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use glam::Vec2;
use ropewalk::physics::Aabb;
use ropewalk::sandbox::Sandbox;
use ropewalk::timeline::Timeline;
use ropewalk::view::Camera;
use ropewalk::{sandbox, scene};
use tempfile::TempDir;

/// A rope pinned at both ends and too short to sag, over nothing.
const TAUT: &str = "(version: 1, title: \"Taut\", hint: \"a line\", view: (min: (-2, -1), max: (2, 1)),\n\
                    build: [Rope(from: At(-1, 0.5), to: At(1, 0.5), particles: 20, pins: Both)])\n";

fn ropewalk(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ropewalk"));
    command.arg("render").args(args).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
    command
}

/// Renders to a file of this name in `folder`. Returns the printed line, and the file.
fn render(folder: &TempDir, name: &str, args: &[&str]) -> (String, Vec<u8>) {
    let path = folder.path().join(name).display().to_string();
    let output = ropewalk(&[args, &["-o", &path]].concat()).output().expect("the binary runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*stderr), (Some(0), ""), "{args:?}");
    let line = String::from_utf8(output.stdout).expect("text");
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.starts_with(&path), "{line}");
    (line, fs::read(path).expect("the file is there"))
}

/// Asserts that the run failed with one sentence that contains these words.
fn assert_failed(output: &Output, says: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("ropewalk: ") && stderr.lines().count() == 1, "{stderr:?}");
    assert!(stderr.contains(says), "\"{says}\" is not in {stderr}");
    assert!(!stderr.contains("at path"), "a temporary file is named: {stderr}");
    assert_eq!(output.stdout, b"", "nothing on stdout");
}

fn assert_refused(args: &[&str], says: &str) {
    assert_failed(&ropewalk(args).output().expect("the binary runs"), says);
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("its entry").file_name());
    entries.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// A scene file in `folder`.
fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

/// A second and a half of play with a cut net.
fn recording(folder: &TempDir) -> String {
    let start = scene::named("welcome").expect("a scene of the gallery");
    let mut timeline = Timeline::new(Sandbox::new(start).expect("the scene builds"), true);
    (0..20).for_each(|_| timeline.step());
    let (from, to) = (Vec2::new(-4.0, 1.5), Vec2::new(4.0, 1.2));
    timeline.apply(sandbox::Command::Cut { from, to, radius: 0.1 });
    (0..70).for_each(|_| timeline.step());
    file(folder, "recording.ron", &scene::to_text(&timeline.recording(), 2))
}

/// A picture: red, green and blue of its pixels, in rows from the top.
struct Picture {
    rgb: Vec<u8>,
    width: usize,
}

impl Picture {
    fn of_png(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(bytes).read_info().expect("a PNG");
        let mut rgb = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut rgb).expect("its pixels");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        Self { rgb, width: info.width as usize }
    }

    fn at(&self, pixel: Vec2) -> [u8; 3] {
        let first = 3 * (pixel.y as usize * self.width + pixel.x as usize);
        [self.rgb[first], self.rgb[first + 1], self.rgb[first + 2]]
    }

    /// Mean of all channels, 0 to 255.
    fn light(&self) -> f64 {
        self.rgb.iter().map(|&channel| f64::from(channel)).sum::<f64>() / self.rgb.len() as f64
    }

    /// The greatest mean difference of a channel, 0 to 255, over squares of 16 pixels.
    fn difference(&self, other: &Self) -> f64 {
        assert_eq!((self.width, self.rgb.len()), (other.width, other.rgb.len()));
        let mut sums = vec![0; 1 << 16];
        for (i, (a, b)) in self.rgb.iter().zip(&other.rgb).enumerate() {
            let (x, y) = (i / 3 % self.width, i / 3 / self.width);
            sums[y / 16 * 256 + x / 16] += u32::from(a.abs_diff(*b));
        }
        f64::from(sums.into_iter().max().unwrap_or(0)) / (3.0 * 256.0)
    }
}

/// An animation's frames as seen, and the length of each, 1/100 s.
fn frames(bytes: &[u8]) -> Vec<(Picture, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite, "it loops for ever");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut seen = vec![0; 3 * width * height];
    let mut all = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            let first = 3 * ((y + usize::from(frame.top)) * width + x + usize::from(frame.left));
            seen[first..first + 3].copy_from_slice(&pixel[..3]);
        }
        all.push((Picture { rgb: seen.clone(), width }, frame.delay));
    }
    all
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn recording_renders_to_the_same_bytes() {
    let folder = folder();
    let recording = recording(&folder);
    for name in ["picture.png", "animation.gif"] {
        let (_, first) = render(&folder, name, &["--replay", &recording, "--size", "320x240"]);
        let (_, second) = render(&folder, name, &["--replay", &recording, "--size", "320x240", "--threads", "3"]);
        assert!(first == second, "{name} differs from the one before");
    }
}

#[test]
fn animation_has_the_frames_and_length_asked_for() {
    let folder = folder();
    for (fps, seconds, count) in [("30", "1.5", 45), ("7", "1", 7), ("1", "0", 1)] {
        let args = ["first-rope", "--size", "64x48", "--fps", fps, "--seconds", seconds];
        let (line, bytes) = render(&folder, "animation.gif", &args);
        let frames = frames(&bytes);
        let lasts: u32 = frames.iter().map(|(_, delay)| u32::from(*delay)).sum();
        assert_eq!(frames.len(), count, "{fps} frames a second, {seconds} s");
        assert_eq!(lasts, (100.0 * count as f64 / fps.parse::<f64>().expect("a number")).round() as u32, "{fps}");
        assert!(line.contains(&format!("{count} frame")) && line.contains("64x48"), "{line}");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn animation_frame_equals_the_picture_of_its_moment() {
    let folder = folder();
    let recording = recording(&folder);
    let (_, bytes) = render(&folder, "animation.gif", &["--replay", &recording, "--size", "400x300", "--fps", "20"]);
    let frames = frames(&bytes);
    assert_eq!(frames.len(), 30, "90 steps at 60 a second are 1.5 s");
    for (number, seconds) in [(0, "0"), (8, "0.4"), (29, "1.45")] {
        let args = ["--replay", &recording, "--size", "400x300", "--fps", "20", "--seconds", seconds];
        let picture = Picture::of_png(&render(&folder, "picture.png", &args).1);
        // An animation has fewer colours, and leaves out changes that are too small to be seen.
        let difference = frames[number].0.difference(&picture);
        assert!(difference < 6.0, "frame {number} differs from the picture by {difference}");
    }
    let moved = frames[0].0.difference(&frames[29].0);
    assert!(moved > 20.0, "the net falls, and the animation shows {moved} of it");
}

#[test]
fn rope_is_drawn_where_the_camera_puts_it() {
    let folder = folder();
    let scene = file(&folder, "taut.ron", TAUT);
    for (width, height) in [(800, 600), (64, 400)] {
        let size = format!("{width}x{height}");
        let (_, bytes) = render(&folder, "rope.png", &[&scene, "--seconds", "0", "--size", &size]);
        let picture = Picture::of_png(&bytes);
        let view = Aabb { min: Vec2::new(-2.0, -1.0), max: Vec2::new(2.0, 1.0) };
        let camera = Camera::new(view, Vec2::new(width as f32, height as f32), 0.0);
        // The brightest of a few pixels in a row, since a rope is dark between its strands.
        let light = |x: f32, y: f32| {
            let first = camera.to_screen(Vec2::new(x, y));
            let pixels = (0..8).map(|i| picture.at(first + Vec2::new(i as f32, 0.0)));
            pixels.map(|pixel| pixel.map(u32::from).iter().sum::<u32>()).max().unwrap_or(0)
        };
        for x in [-0.9, -0.51, -0.2, 0.33, 0.8] {
            let (rope, above) = (light(x, 0.5), light(x, 0.8));
            assert!(rope > above + 90, "{size}, at {x} m: {rope} on the rope, {above} above it");
        }
        assert!(light(-1.9, 0.5) < light(0.0, 0.5), "{size}: it ends where it is pinned");
    }
}

#[test]
fn themes_and_views_look_different() {
    let folder = folder();
    let look = |flags: &[&str]| {
        let args = [&["welcome", "--seconds", "0.2", "--size", "320x240"], flags].concat();
        Picture::of_png(&render(&folder, "look.png", &args).1)
    };
    let plain = look(&[]);
    assert!(look(&["--theme", "light"]).light() > plain.light() + 80.0);
    for view in ["net", "stress", "points"] {
        assert!(look(&["--view", view]).difference(&plain) > 15.0, "--view {view}");
    }
}

#[test]
fn bad_render_arguments_get_one_sentence() {
    let folder = folder();
    let png = folder.path().join("picture.png").display().to_string();
    assert_refused(&["welcome", "--seconds", "1"], "--output");
    assert_refused(&["welcome", "-o", &png], "--seconds");
    assert_refused(&["--seconds", "1", "-o", &png], "SCENE");
    assert_refused(&["welcom", "--seconds", "1", "-o", &png], "welcome");
    for name in ["picture", "picture.jpg", "picture.png.", ".png"] {
        assert_refused(&["welcome", "--seconds", "1", "-o", name], ".png or .gif");
    }
    for size in ["800", "15x600", "8193x600", "800x1e3", "x"] {
        assert_refused(&["welcome", "--seconds", "1", "--size", size, "-o", &png], "16 to 8192");
    }
    for seconds in ["-1", "nan", "inf", "3601", "ten"] {
        assert_refused(&["welcome", &format!("--seconds={seconds}"), "-o", &png], "seconds from 0 to 3600");
    }
    for fps in ["0", "101", "29.97", "1e3"] {
        assert_refused(&["welcome", "--seconds", "1", "--fps", fps, "-o", &png], "from 1 to 100");
    }
    assert_refused(&["welcome", "--seconds", "1", "--theme", "blue", "-o", &png], "light");
    let bad = file(&folder, "bad.ron", "(version: 1, title: 7)");
    assert_refused(&[&bad, "--seconds", "1", "-o", &png], &bad);
    assert_refused(&["--replay", &bad, "-o", &png], &bad);
    assert_eq!(names(folder.path()), ["bad.ron"], "nothing is left behind");
}

#[test]
fn diverging_replay_renders_nothing() {
    let folder = folder();
    let text = fs::read_to_string(recording(&folder)).expect("the file exists");
    let end = text.rfind("end: (").expect("a recording has an end");
    let (start, end) = text.split_at(end);
    let wrong = file(&folder, "recording.ron", &format!("{start}end: (90, \"0123456789abcdef\"),\n)\n"));
    assert!(end.contains("(90,"), "{end}");
    for name in ["picture.png", "animation.gif"] {
        let path = folder.path().join(name).display().to_string();
        let output =
            ropewalk(&["--replay", &wrong, "--size", "64x64", "-o", &path]).output().expect("the program runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("at step 90") && stderr.lines().count() == 1, "{stderr}");
    }
    assert_eq!(names(folder.path()), ["recording.ron"]);
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk_leaves_the_old_file_unchanged() {
    for name in ["old.png", "old.gif"] {
        let folder = folder();
        let path = file(&folder, name, "old");
        // A disk with room for a few kB: the shell limits the size of files, and the system reports an error.
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" render welcome --seconds 1 -o \"$1\"";
        let args = ["-c", script, env!("CARGO_BIN_EXE_ropewalk"), &path];
        let output = Command::new("sh").args(args).output().expect("a shell");
        assert_failed(&output, &format!("{path}: cannot be written"));
        assert_eq!(fs::read(&path).expect("the file exists"), b"old");
        assert_eq!(names(folder.path()), [name], "nothing is left behind");
    }
}

/// Starts to render an animation of `seconds` to `path`, and returns while it is being written. The file has no name
/// until it is done, but the system lists it among the program's open files.
#[cfg(target_os = "linux")]
fn start_rendering(path: &Path, seconds: &str) -> std::process::Child {
    let path = path.display().to_string();
    let mut command = ropewalk(&["welcome", "--seconds", seconds, "--size", "400x300", "-o", &path]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let folder = Path::new(&path).parent().expect("a path in a folder");
    let open = format!("/proc/{}/fd", child.id());
    let is_open = || {
        let mut files =
            fs::read_dir(&open).into_iter().flatten().flatten().filter_map(|file| fs::read_link(file.path()).ok());
        files.any(|file| file.starts_with(folder))
    };
    let start = Instant::now();
    while !is_open() {
        assert!(start.elapsed() < Duration::from_secs(20), "it never began");
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

/// Whether this process, and so its children, ignores a signal.
#[cfg(target_os = "linux")]
fn is_ignored(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("it is there");
    let ignored = u64::from_str_radix(ignored.trim(), 16).expect("a number");
    ignored >> (signal - 1) & 1 == 1
}

#[test]
#[cfg(target_os = "linux")]
fn signal_leaves_the_old_file_and_nothing_else() {
    for (number, signal) in [(2, "INT"), (15, "TERM"), (1, "HUP"), (9, "KILL")] {
        if is_ignored(number) {
            // In the background of a script the signal is ignored, also by this process's children.
            continue;
        }
        let folder = folder();
        let path = file(&folder, "animation.gif", "old");
        let child = start_rendering(Path::new(&path), "600");
        // The signal comes when a part of the file has been written.
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("sh").args(["-c", "kill -$0 $1", signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "{signal} cannot be sent");
        let output = child.wait_with_output().expect("the process ends");
        assert!(!output.status.success() && output.stdout.is_empty(), "{signal} came too late: {output:?}");
        assert_eq!(names(folder.path()), ["animation.gif"], "after {signal}");
        assert_eq!(fs::read(&path).expect("the file exists"), b"old");
    }
}
