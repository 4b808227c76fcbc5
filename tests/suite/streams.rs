//! Where output goes and what is read: files behind links, pipes, devices, `-`. From the command line, without a
//! window.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use ropewalk::scene;
use ropewalk::timeline::{Document, Recording};
use tempfile::TempDir;

use crate::cli::{STONE, file, folder, good, mistake, recording, report, ropewalk, run, text};

/// Longest time that refusing a pipe or a device may take.
const MOMENT: Duration = Duration::from_secs(2);

fn path(folder: &TempDir, name: &str) -> String {
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

#[cfg(unix)]
fn link(to: impl AsRef<Path>, at: &str) {
    std::os::unix::fs::symlink(to, at).expect("the folder can be written to");
}

#[cfg(unix)]
fn pipe(folder: &TempDir, name: &str) -> String {
    let path = path(folder, name);
    assert!(Command::new("mkfifo").arg(&path).status().expect("every Unix has mkfifo").success());
    path
}

/// Reads a pipe to its end.
#[cfg(unix)]
fn reader(path: &str) -> JoinHandle<Vec<u8>> {
    let path = PathBuf::from(path);
    std::thread::spawn(move || fs::read(path).expect("valid text"))
}

#[cfg(unix)]
fn is_pipe(path: &str) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    fs::symlink_metadata(path).expect("the file exists").file_type().is_fifo()
}

fn is_link(path: &str) -> bool {
    fs::symlink_metadata(path).expect("the file exists").is_symlink()
}

#[cfg(unix)]
#[test]
fn pipes_and_links_to_them_are_written_through() {
    let folder = folder();
    let (plain, pipe) = (path(&folder, "plain"), pipe(&folder, "pipe"));
    let link_to_pipe = path(&folder, "link");
    link("pipe", &link_to_pipe);
    let render = ["render", "first-rope", "--seconds", "0.1", "--size", "64x48", "--format", "gif", "-o"];
    let simulate = ["simulate", "first-rope", "--steps", "5", "--csv"];
    for command in [&render[..], &simulate] {
        good(&[command, &[&plain]].concat());
        for target in [&pipe, &link_to_pipe] {
            let reader = reader(&pipe);
            good(&[command, &[target]].concat());
            assert_eq!(
                reader.join().expect("the text is valid"),
                fs::read(&plain).expect("the file exists"),
                "{command:?}"
            );
            assert!(is_pipe(&pipe) && is_link(&link_to_pipe), "{command:?}");
        }
    }
    let reader = reader(&pipe);
    let began = Instant::now();
    // The reader's thread may not have opened it yet.
    while let Err(error) = scene::write(Path::new(&link_to_pipe), b"a recording") {
        assert!(error.to_string().contains("no program reads") && began.elapsed() < 10 * MOMENT, "{error}");
    }
    assert_eq!(reader.join().expect("the text is valid"), b"a recording");
    assert!(is_pipe(&pipe) && is_link(&link_to_pipe));
}

/// A window never waits for the other end of a pipe.
#[cfg(unix)]
#[test]
fn pipe_without_reader_is_refused_at_once() {
    let folder = folder();
    let pipe = pipe(&folder, "pipe");
    let began = Instant::now();
    let error = scene::write(Path::new(&pipe), b"a recording").expect_err("nobody reads").to_string();
    assert!(error.contains("no program reads from it"), "{error}");
    assert!(Recording::read(Path::new(&pipe)).expect_err("nobody writes").to_string().contains("not a file"));
    assert!(began.elapsed() < MOMENT && is_pipe(&pipe));
}

#[cfg(unix)]
#[test]
fn links_to_files_are_kept() {
    let folder = folder();
    fs::create_dir(folder.path().join("deep")).expect("the folder can be written to");
    let (near, far, gone) = (path(&folder, "near.csv"), path(&folder, "far.csv"), path(&folder, "gone.csv"));
    link("far.csv", &near);
    link("deep/table.csv", &far);
    link("nowhere/table.csv", &gone);
    let run = |path: &str| good(&["simulate", "first-rope", "--steps", "1", "--csv", path]);
    // First to a file that does not exist yet, then over it.
    for _ in 0..2 {
        run(&near);
        assert!(is_link(&near) && is_link(&far));
        let table = fs::read_to_string(folder.path().join("deep/table.csv")).expect("the file was written there");
        assert!(table.starts_with("step,time"), "{table}");
    }
    assert_eq!(
        fs::read_dir(folder.path().join("deep")).expect("the folder exists").count(),
        1,
        "nothing is left beside"
    );
    mistake(&["simulate", "first-rope", "--steps", "1", "--csv", &gone], &["gone.csv", "cannot be written"]);
    let circle = path(&folder, "circle.csv");
    link("circle.csv", &circle);
    mistake(&["simulate", "first-rope", "--steps", "1", "--csv", &circle], &["circle.csv", "circle"]);
    let is_folder = path(&folder, "deep");
    mistake(&["render", "welcome", "--seconds", "1", "--format", "png", "-o", &is_folder], &["cannot be written"]);
}

/// A file that a shell has opened for appending keeps its content.
#[cfg(target_os = "linux")]
#[test]
fn redirected_stdout_is_appended_to() {
    let folder = folder();
    let log = file(&folder, "log", "before\n");
    let script = "\"$0\" simulate first-rope --steps 1 --csv /dev/stdout >>\"$1\"";
    let status = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_ropewalk"), &log]).status();
    assert!(status.expect("a shell").success());
    let text = fs::read_to_string(&log).expect("the file exists");
    assert!(text.starts_with("before\nstep,time,particle,x,y\n0,") && text.contains("\nstate_hash "), "{text}");
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
    let mut older = recording();
    older.start = *scene;
    older.start.name = stone.clone();
    let read = Recording::parse("older.ron", &text(&older)).expect("the text is valid");
    let link = read.to_link().expect("the link is short");
    let linked = Recording::from_link(&link).expect("the text is valid");
    for recording in [&read, &linked] {
        assert_eq!(recording.start.name, "stone");
        assert!(!text(recording).contains(home));
    }
}
