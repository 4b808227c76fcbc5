//! The command line of the window, and the message if none can be opened.

use std::fs::File;
use std::path::Path;
use std::process::{Command as Process, Output, Stdio};

use ropewalk::sandbox::Command;
use tempfile::TempDir;

use super::Outcome;
use super::session::{Played, Session, fitted, has_status_line, ropewalk, share_seen};
use crate::support::{Button, Image, Screen};

/// Runs the program on a screen until it ends by itself.
fn run(screen: &Screen, folder: &Path, arguments: &[&str]) -> Result<Output, String> {
    let mut command = Process::new(ropewalk());
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env("LIBGL_ALWAYS_SOFTWARE", "1");
    command.env("DISPLAY", screen.display()).env_remove("WAYLAND_DISPLAY").env("XDG_CONFIG_HOME", folder);
    let output = command.output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() && said.is_empty() { Ok(output) } else { Err(format!("{}: {said}", output.status)) }
}

/// A PNG file that has to be opaque.
fn png(path: &Path) -> Result<Image, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut reader = png::Decoder::new(file).read_info().map_err(|error| error.to_string())?;
    let mut bytes = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
    bytes.truncate(info.buffer_size());
    let channels = info.color_type.samples();
    if channels == 4 && bytes.chunks_exact(4).any(|pixel| pixel[3] != 255) {
        return Err("the picture is see-through".into());
    }
    let rgb = bytes.chunks_exact(channels).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Image { width: info.width as usize, height: info.height as usize, rgb })
}

/// `--exit-after` ends at its step, with a recording of that length and a picture that is not upside down.
pub fn exit_after_ends_at_its_step() -> Outcome {
    let screen = Screen::start(800, 600)?;
    let folder = TempDir::new()?;
    let flags = ["--size", "480x360", "--exit-after", "77", "--record", "r.ron", "--screenshot", "s.png"];
    run(&screen, folder.path(), &[&["first-rope"], &flags[..]].concat())?;
    let played = Played::read(&folder.path().join("r.ron"))?;
    assert_eq!(played.recording.end.0, 77);
    let picture = png(&folder.path().join("s.png"))?;
    assert_eq!((picture.width, picture.height), (480, 360));
    assert!(has_status_line(&picture), "no status line at the lower edge: is it upside down?");
    let seen = share_seen(&picture, &played.sandbox, &fitted(&played.sandbox, (480, 360)));
    assert!(seen > 0.9, "only {seen} of the rope is where it should be");
    Ok(())
}

/// A recording replayed in a window reaches the same states at the same steps, and can be taken over.
pub fn replay_in_a_window_reaches_the_same_state() -> Outcome {
    let mut session = Session::open("give-playground", (640, 480), &[])?;
    let loose = session.sandbox.world().particles().len() - 1;
    let (x, y) = session.particle(loose);
    session.app.drag((x, y), (400, 100), 8, Button::Left)?;
    session.app.drag((500, 40), (120, 300), 6, Button::Right)?;
    session.app.key("g")?;
    session.resize(500, 500)?;
    session.app.key("Page_Down")?;
    session.frames(10)?;
    session.app.flick((300, 80), (320, 460), Button::Right)?;
    session.app.key("r")?;
    session.frames(60)?;
    let first = session.end()?;
    assert!(first.count(|command| matches!(command, Command::Cut { .. })) > 2);

    let screen = Screen::start(800, 600)?;
    let folder = TempDir::new()?;
    std::fs::write(folder.path().join("a.ron"), &first.text)?;
    let steps = first.recording.end.0.to_string();
    for size in ["360x300", "640x480"] {
        let flags = ["--replay", "a.ron", "--record", "b.ron", "--size", size, "--exit-after", &steps];
        run(&screen, folder.path(), &flags)?;
        let again = Played::read(&folder.path().join("b.ron"))?;
        assert_eq!(again.recording.end, first.recording.end, "in a window of {size}");
        assert_eq!(again.recording.hashes, first.recording.hashes);
        assert_eq!(again.recording.commands, first.recording.commands);
    }
    let report = first.simulated()?;
    assert_eq!(report["state_hash"], first.recording.end.1.to_string());
    Ok(())
}

/// If there is no display, or no library to reach one, the program says so in one line, and ends with code 2.
pub fn missing_display_is_reported() -> Outcome {
    // Not the sessions and settings of whoever runs the tests.
    let home = TempDir::new()?;
    for display in [None, Some(""), Some(":4242")] {
        let mut command = Process::new(ropewalk());
        command.stdin(Stdio::null()).env_remove("WAYLAND_DISPLAY").env_remove("DISPLAY");
        command.env("XDG_DATA_HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let output = command.output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "with DISPLAY {display:?}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "with DISPLAY {display:?}: {said}");
        // The libraries of a window are loaded only where a display is named. A bare machine has none.
        let names_a_library = display == Some(":4242") && said.contains("is missing; on Debian");
        assert!(said.contains("DISPLAY") || names_a_library, "with DISPLAY {display:?}: {said}");
        assert!(!said.contains("panicked"), "with DISPLAY {display:?}: {said}");
        assert!(output.stdout.is_empty());
    }
    Ok(())
}
