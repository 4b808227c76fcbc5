//! Where output goes and what is read: files and `-`. From the command line, without a window. [`crate::pipes`] has links,
//! pipes and devices.

use std::{
    fs,
    io::{Read as _, Write as _},
    process::{Child, Output, Stdio},
};

use ropewalk::timeline::{Document, Recording};
use tempfile::TempDir;

use crate::cli::{STONE, file, folder, good, mistake, recording, report, ropewalk, run, text};

/// The path of a file in a folder.
pub fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("temporary folders have plain names").to_owned()
}

/// The output of a run with these bytes on standard input.
fn run_with_stdin(args: &[&str], input: &[u8]) -> Output {
    let mut command = ropewalk(args);
    let mut child: Child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    // Fails if the program refuses to read.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the process ends")
}

#[test]
fn dash_writes_to_stdout_and_nothing_else_there() {
    let folder = folder();
    let (csv, png, gif) = (path(&folder, "a.csv"), path(&folder, "a.png"), path(&folder, "a.gif"));
    let simulate = ["simulate", "first-rope", "--steps", "3", "--csv"];
    let told = good(&[&simulate[..], &[&csv]].concat());
    let output = run(&[&simulate[..], &["-"]].concat());
    assert_eq!(output.stdout, fs::read(&csv).expect("the file exists"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);
    let render = ["render", "first-rope", "--seconds", "0.1", "--size", "64x48", "-o"];
    for (file, format) in [(&png, &[][..]), (&png, &["--format", "png"]), (&gif, &["--format", "gif"])] {
        good(&[&render[..], &[file]].concat());
        let output = run(&[&render[..], &["-"], format].concat());
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout == fs::read(file).expect("the file exists"), "{file}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("stdout: "), "{output:?}");
    }
    mistake(&["render", "first-rope", "--seconds", "1", "-o", "/dev/null"], &["--format"]);
}

#[test]
fn closed_pipe_of_a_table_is_no_error() {
    let mut command = ropewalk(&["simulate", "first-rope", "--steps", "5000", "--csv", "-"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let mut begin = [0; 9];
    child.stdout.take().expect("a pipe").read_exact(&mut begin).expect("the header");
    assert_eq!(&begin, b"step,time");
    let output = child.wait_with_output().expect("the process ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn dash_reads_a_scene_or_session_from_stdin() {
    let folder = folder();
    let (stone, session) = (file(&folder, "stdin.ron", STONE), file(&folder, "session.ron", text(&recording())));
    let of_stdin = |args: &[&str], path: &str| {
        let output = run_with_stdin(args, &fs::read(path).expect("the file exists"));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(of_stdin(&["simulate", "-", "--steps", "9"], &stone), good(&["simulate", &stone, "--steps", "9"]));
    let played = good(&["simulate", &session]);
    for args in [&["simulate", "-"][..], &["simulate", "--replay", "-"]] {
        assert_eq!(of_stdin(args, &session), played);
    }
    mistake(&["simulate", "-", "--replay", "-"], &["standard input is read only once"]);
    let output = run_with_stdin(&["simulate", "-", "--steps", "1"], b"(version: 1,\n x");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("ropewalk: stdin:2:"), "{output:?}");
}

/// A name that rings, clears the screen, turns text round, and forges a line.
const FORGED: &str =
    "\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\u{200b}all is well\nstate_hash 0123456789abcdef";

#[test]
fn forged_name_is_escaped_in_text_and_json() {
    let folder = folder();
    let mut forged = recording();
    forged.start.name = FORGED.to_owned();
    let path = file(&folder, "forged.ron", text(&forged));
    let lines = good(&["simulate", &path]);
    assert_eq!(lines.lines().filter(|line| line.starts_with("state_hash ")).count(), 1, "{lines}");
    let shown = r"\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\u{200b}all is well\nstate_hash 0123456789abcdef";
    assert_eq!(report(&lines)("scene"), shown);
    let json = good(&["simulate", &path, "--json"]);
    let object: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    assert_eq!(object["scene"], shown);
    forged.start.name = "ä".repeat(100_000);
    let path = file(&folder, "long.ron", text(&forged));
    assert!(report(&good(&["simulate", &path]))("scene").chars().count() < 200);
}

#[cfg(unix)]
#[test]
fn odd_file_name_is_escaped_in_messages() {
    let folder = folder();
    let odd = path(&folder, "a\u{1b}[2J\n\u{202e}b.png");
    let line = good(&["render", "first-rope", "--seconds", "0", "--size", "16x16", "-o", &odd]);
    assert!(line.contains(r"a\u{1b}[2J\n\u{202e}b.png: 16x16"), "{line}");
    mistake(&["simulate", &odd.replace("png", "ron")], &[r"a\u{1b}[2J\n\u{202e}b.ron"]);
}

/// Recordings and links hold no folder of the user.
#[test]
fn recordings_and_links_hold_no_path() {
    let folder = folder();
    let stone = file(&folder, "stone.ron", STONE);
    let home = folder.path().to_str().expect("temporary folders have plain names");
    let Ok(Document::Scene(scene)) = Document::open(&stone) else { panic!("it is a scene") };
    assert_eq!(scene.name, "stone");
    let mut moved = recording();
    moved.start = *scene;
    moved.start.name = stone.clone();
    let read = Recording::parse("moved.ron", &text(&moved)).expect("the text is valid");
    let link = read.to_link().expect("the link is short");
    let linked = Recording::from_link(&link).expect("the text is valid");
    for recording in [&read, &linked] {
        assert_eq!(recording.start.name, "stone");
        assert!(!text(recording).contains(home));
    }
}
