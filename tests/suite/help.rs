//! The texts of the command line: help, version, lists.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
    process::{Command, Stdio},
};

use ropewalk::{physics, scene};
use serde_json::Value;

use crate::cli::{good, mistake, ropewalk};

const COMMANDS: [&str; 4] = ["scenes", "simulate", "render", "bench"];

#[test]
fn help_fits_80_columns() {
    let commands = COMMANDS.map(|command| vec![command, "--help"]);
    for args in [vec!["--help"], vec!["-h"]].into_iter().chain(commands) {
        for line in good(&args).lines() {
            assert!(line.chars().count() <= 80, "{args:?}: {line}");
        }
    }
}

#[test]
fn version_names_commit_and_lanes() {
    let version = good(&["--version"]);
    let line = format!("ropewalk {} (", env!("CARGO_PKG_VERSION"));
    assert!(version.starts_with(&line) && version.trim_end().ends_with(" lanes)"), "{version}");
    assert!(version.contains(physics::widest_lanes()) && version.lines().count() == 1, "{version}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let head = Command::new("git").arg("-C").arg(root).args(["rev-parse", "HEAD"]).output();
    if root.join(".git").exists() && head.is_ok_and(|head| head.status.success()) {
        let commit = version.split_once("commit ").map_or("", |(_, rest)| rest.get(..12).unwrap_or_default());
        assert!(commit.len() == 12 && commit.bytes().all(|digit| digit.is_ascii_hexdigit()), "{version}");
    }
}

#[test]
fn scenes_are_listed_as_json() {
    let list: Vec<Value> = serde_json::from_str(&good(&["scenes", "--json"])).expect("one JSON array");
    let names: Vec<_> = list.iter().map(|scene| scene["name"].as_str().expect("a name")).collect();
    assert_eq!(names, scene::names().chain([scene::BLANK]).collect::<Vec<_>>());
    for entry in &list {
        let scene = scene::named(entry["name"].as_str().expect("a name")).expect("a scene of the gallery").scene;
        assert_eq!((&entry["title"], &entry["hint"]), (&Value::from(scene.title), &Value::from(scene.hint)));
    }
}

#[test]
fn only_near_names_are_suggested() {
    mistake(&["frist-rope"], &["did you mean \"first-rope\""]);
    mistake(&["simulat"], &["did you mean \"simulate\""]);
    for args in [&["xyzzy"][..], &["simulate", "asdfgh", "--steps", "1"], &["--qqq"]] {
        let output = ropewalk(args).output().expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("did you mean") && !said.contains("tip:"), "{args:?}: {said}");
    }
}

/// Whoever watches a long measurement sees each line when it is there.
#[test]
fn bench_prints_each_line_at_once() {
    for (args, before) in
        [(&["bench", "--quick", "rope-1", "net-100"][..], 3), (&["bench", "--quick", "--json", "rope-1", "net-100"], 1)]
    {
        let mut child = ropewalk(args).stdout(Stdio::piped()).spawn().expect("the binary runs");
        // Without a reader it would end.
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let lines: Vec<_> = reader.by_ref().lines().take(before).collect();
        let last = lines.last().expect("a line").as_ref().expect("text");
        assert!(last.contains("rope-1"), "{last}");
        assert_eq!(child.try_wait().expect("the test owns it"), None, "it measures the second workload");
        child.kill().and_then(|()| child.wait()).expect("the test owns it");
    }
}
