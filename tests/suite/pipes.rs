//! Links, pipes and devices of Unix: output goes through them and never replaces one, and a pipe is not read.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use ropewalk::scene;
use ropewalk::timeline::Recording;
use tempfile::TempDir;

use crate::cli::{folder, good, mistake, ropewalk};
use crate::streams::path;

/// Longest time that refusing a pipe or a device may take.
const MOMENT: Duration = Duration::from_secs(2);

fn link(to: impl AsRef<Path>, at: &str) {
    std::os::unix::fs::symlink(to, at).expect("the folder can be written to");
}

fn pipe(folder: &TempDir, name: &str) -> String {
    let path = path(folder, name);
    assert!(Command::new("mkfifo").arg(&path).status().expect("every Unix has mkfifo").success());
    path
}

/// Reads a pipe to its end.
fn reader(path: &str) -> JoinHandle<Vec<u8>> {
    let path = PathBuf::from(path);
    std::thread::spawn(move || fs::read(path).expect("valid text"))
}

fn is_pipe(path: &str) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    fs::symlink_metadata(path).expect("the file exists").file_type().is_fifo()
}

fn is_link(path: &str) -> bool {
    fs::symlink_metadata(path).expect("the file exists").is_symlink()
}

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

/// The exit code of a run whose stdout nobody reads any more; `None` if it is still running after a while.
fn code_without_reader(args: &[&str]) -> Option<i32> {
    let mut child = ropewalk(args).stdout(Stdio::piped()).spawn().expect("the binary runs");
    drop(child.stdout.take());
    let began = Instant::now();
    while began.elapsed() < 5 * MOMENT {
        if let Some(status) = child.try_wait().expect("it is a child") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().and_then(|()| child.wait()).expect("it is a child");
    None
}

#[test]
fn every_command_ends_with_its_reader() {
    let simulate = ["simulate", "first-rope", "--seconds", "1000000"];
    let render = ["render", "first-rope", "--seconds", "3600", "--format", "gif", "-o"];
    let (table, same_table) =
        ([&simulate[..], &["--csv", "-"]].concat(), [&simulate[..], &["--csv", "/dev/stdout"]].concat());
    let (film, same_film) = ([&render[..], &["-"]].concat(), [&render[..], &["/dev/stdout"]].concat());
    let runs = [&["scenes"][..], &["bench"], &["bench", "--counts"], &simulate, &table, &same_table, &film, &same_film];
    for args in runs {
        assert_eq!(code_without_reader(args), Some(0), "{args:?}");
    }
    let folder = folder();
    let file = path(&folder, "table.csv");
    let whole = good(&["simulate", "first-rope", "--steps", "2000", "--csv", &file]);
    let length = fs::metadata(&file).expect("the file exists").len();
    fs::remove_file(&file).expect("the file exists");
    assert_eq!(code_without_reader(&["simulate", "first-rope", "--steps", "2000", "--csv", &file]), Some(0), "{whole}");
    assert_eq!(fs::metadata(&file).map(|about| about.len()).ok(), Some(length), "a file is written to its end");
}

/// A name in Latin-1.
#[cfg(target_os = "linux")]
#[test]
fn name_that_is_not_utf8_opens_and_is_written() {
    use std::os::unix::ffi::OsStringExt as _;
    let folder = folder();
    let odd =
        |end: &[u8]| folder.path().join(std::ffi::OsString::from_vec([b"caf\xe9", end].concat())).into_os_string();
    let run = |args: &[&std::ffi::OsStr]| {
        let output = crate::cli::run(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    fs::write(odd(b".ron"), crate::cli::STONE).expect("the folder can be written to");
    let (scene, table, picture) = (odd(b".ron"), odd(b".csv"), odd(b".png"));
    let [simulate, steps, two, csv] = ["simulate", "--steps", "2", "--csv"].map(std::ffi::OsStr::new);
    assert!(run(&[simulate, &scene, steps, two, csv, &table]).contains("\nstate_hash "));
    assert!(Path::new(&table).is_file());
    let [render, seconds, to] = ["render", "--seconds=0", "-o"].map(std::ffi::OsStr::new);
    run(&[render, &scene, seconds, to, &picture]);
    assert!(Path::new(&picture).is_file());
    let gone = crate::cli::run(&[simulate, &odd(b"s.ron"), steps, two]);
    assert!(String::from_utf8_lossy(&gone.stderr).contains("cannot be read"), "{gone:?}");
}

/// A window never waits for the other end of a pipe.
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
    let log = crate::cli::file(&folder, "log", "before\n");
    let script = "\"$0\" simulate first-rope --steps 1 --csv /dev/stdout >>\"$1\"";
    let status = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_ropewalk"), &log]).status();
    assert!(status.expect("a shell").success());
    let text = fs::read_to_string(&log).expect("the file exists");
    assert!(text.starts_with("before\nstep,time,particle,x,y\n0,") && text.contains("\nstate_hash "), "{text}");
}
