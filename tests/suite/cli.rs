//! The command line from a script: the real binary, without a display. Scripts read its output, so it is compared to
//! the letter. Every mistake is one sentence on stderr; the exit code distinguishes the user's mistakes (2) from
//! failures of the program (1). Nothing panics.

use std::{
    ffi::OsStr,
    fs,
    process::{Command, Output, Stdio},
};

use glam::Vec2;
use ropewalk::sandbox::Sandbox;
use ropewalk::scene::NamedScene;
use ropewalk::timeline::{Hash, Recording, Timeline};
use ropewalk::{sandbox, scene};
use serde_json::Value;
use tempfile::TempDir;

/// The names of the values that `simulate` prints, in order.
const VALUES: [&str; 12] = [
    "scene",
    "steps",
    "time",
    "particles",
    "constraints",
    "cut",
    "torn",
    "max_stretch",
    "mean_stretch",
    "kinetic_energy",
    "potential_energy",
    "state_hash",
];

/// The figures that `bench` prints, in order.
const FIGURES: &str = "name links ns_per_projection reference_ns ratio step_ms settled_max yank_max energy_5s energy_max \
    release_speed cut_kick threads substeps budget_ms budget_used step_ms_yank free_swing_start yank_up_max calm_s";

/// A stone that falls from 8 m, at 60 steps a second.
pub const STONE: &str = "(version: 1, title: \"Stone\", hint: \"falls\", view: (min: (-1, -1), max: (1, 9)),\n\
                     build: [Point(at: (0.5, 8))])\n";

pub fn ropewalk(args: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ropewalk"));
    command.args(args).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
    // Not the sessions and settings of whoever runs the tests.
    let home = concat!(env!("CARGO_TARGET_TMPDIR"), "/home");
    command.env("XDG_DATA_HOME", home).env("XDG_CONFIG_HOME", home);
    command
}

pub fn run(args: &[impl AsRef<OsStr>]) -> Output {
    ropewalk(args).output().expect("the binary runs")
}

/// The output of a run that succeeds.
pub fn good(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one sentence of a run that ends with `code`.
fn sentence(args: &[impl AsRef<OsStr>], code: i32) -> String {
    let args: Vec<&OsStr> = args.iter().map(AsRef::as_ref).collect();
    let output = run(&args);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    assert!(stderr.starts_with("ropewalk: ") && stderr.ends_with('\n'), "{args:?}: {stderr:?}");
    assert_eq!(stderr.trim_end().lines().count(), 1, "{args:?} is one line: {stderr:?}");
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}: nothing on stdout");
    stderr
}

/// Asserts a user's mistake, with these words in its sentence.
pub fn mistake(args: &[&str], says: &[&str]) {
    let sentence = sentence(args, 2);
    for part in says {
        assert!(sentence.contains(part), "{args:?}: {part:?} is not in {sentence:?}");
    }
}

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for this test")
}

/// A file in `folder`, and its path as an argument.
pub fn file(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the folder can be written to");
    path.to_str().expect("temporary folders have plain names").to_owned()
}

/// The values of a report by name.
pub fn report(text: &str) -> impl Fn(&str) -> String + use<> {
    let pairs: Vec<_> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    let pairs: Vec<_> = pairs.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    move |name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.clone()).expect("the report has it")
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// A session of 130 steps in `first-rope`, with a cut in it.
pub fn recording() -> Recording {
    let start = scene::named("first-rope").expect("a scene of the gallery");
    let mut session = Timeline::new(Sandbox::new(start).expect("the scene builds"), true);
    (0..70).for_each(|_| session.step());
    session.apply(sandbox::Command::Cut { from: Vec2::new(-2.0, -0.4), to: Vec2::new(2.0, -0.4), radius: 0.01 });
    (0..60).for_each(|_| session.step());
    session.recording()
}

pub fn text(recording: &Recording) -> String {
    scene::to_text(recording, 2)
}

#[test]
fn copied_link_and_address_simulate_to_the_same_hash() {
    let recording = recording();
    let link = recording.to_link().expect("a short session");
    // As "Copy link" in the window makes them, without and with the address of a page.
    for link in [link.clone(), format!("https://example.org/ropewalk/#{link}")] {
        let value = good(&["simulate", &link]);
        assert_eq!(report(&value)("state_hash"), recording.end.1.to_string(), "{link}");
    }
}

#[test]
fn scenes_command_lists_one_scene_per_line() {
    let list = good(&["scenes"]);
    let found: Vec<_> = list.lines().map(|line| line.split_once(' ').expect("a name and a line")).collect();
    let expected: Vec<_> = scene::names().chain([scene::BLANK]).collect();
    assert_eq!(found.iter().map(|pair| pair.0).collect::<Vec<_>>(), expected);
    for (name, about) in found {
        let NamedScene { scene, .. } = scene::named(name).expect("a scene of the gallery");
        assert_eq!(about.trim(), scene.hint);
    }
}

#[test]
fn report_has_fixed_lines_in_fixed_order() {
    let lines = good(&["simulate", "first-rope", "--steps", "30"]);
    let names: Vec<_> = lines.lines().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(names, VALUES);
    let value = report(&lines);
    assert_eq!((value("scene"), value("steps"), value("time")), ("first-rope".into(), "30".into(), "0.300".into()));
    assert_eq!((value("particles"), value("constraints")), ("10".into(), "9".into()));
    assert_eq!((value("cut"), value("torn")), ("0".into(), "0".into()));
    let hash = value("state_hash");
    assert!(hash.len() == 16 && hash.bytes().all(|digit| b"0123456789abcdef".contains(&digit)), "{hash}");

    let json = good(&["simulate", "first-rope", "--steps", "30", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("one JSON object");
    let object = json.as_object().expect("one JSON object");
    let mut names = VALUES;
    names.sort_unstable();
    let mut found: Vec<_> = object.keys().map(String::as_str).collect();
    found.sort_unstable();
    assert_eq!(found, names);
    assert_eq!(object["state_hash"], hash.as_str());
    for name in &VALUES[1..11] {
        let (line, json) = (number(&value(name)), object[*name].as_f64().expect("a number"));
        assert!((line - json).abs() <= 1e-9, "{name}: {line} and {json}");
    }
}

#[test]
fn seconds_become_steps_of_the_scenes_length() {
    for (scene, seconds, steps) in [("first-rope", "1", "100"), ("welcome", "0.5", "30")] {
        let by_time = good(&["simulate", scene, "--seconds", seconds]);
        assert_eq!(report(&by_time)("steps"), steps);
        assert_eq!(by_time, good(&["simulate", scene, "--steps", steps]), "{scene} for {seconds} s");
    }
}

#[test]
fn csv_has_a_row_per_particle_and_step() {
    let folder = folder();
    let csv = folder.path().join("table.csv");
    let csv = csv.to_str().expect("temporary folders have plain names");
    good(&["simulate", "first-rope", "--steps", "5", "--csv", csv]);
    let table = fs::read_to_string(csv).expect("the file was written");
    let (header, rows) = table.split_once('\n').expect("a header and rows");
    assert_eq!(header, "step,time,particle,x,y");
    let rows: Vec<Vec<f64>> = rows.lines().map(|row| row.split(',').map(number).collect()).collect();
    assert_eq!(rows.len(), 6 * 10);
    for (index, row) in rows.iter().enumerate() {
        let (step, particle) = ((index / 10) as f64, (index % 10) as f64);
        assert_eq!((row.len(), row[0], row[2]), (5, step, particle), "row {index}");
        assert!((row[1] - 0.01 * step).abs() < 1e-9, "row {index}: {row:?}");
    }
    let start = Sandbox::new(scene::named("first-rope").expect("a scene of the gallery")).expect("the scene builds");
    for (row, at) in rows.iter().zip(&start.world().particles().position) {
        assert_eq!((row[3] as f32, row[4] as f32), (at.x, at.y), "step 0 is the start");
    }
}

#[test]
fn recording_is_played_to_its_end_and_checked() {
    let folder = folder();
    let recording = recording();
    let path = file(&folder, "session.ron", text(&recording));
    let value = report(&good(&["simulate", "--replay", &path]));
    assert_eq!((value("steps"), value("state_hash")), ("130".into(), recording.end.1.to_string()));
    assert_ne!(value("cut"), "0", "its cut was made");
    assert_eq!(good(&["simulate", "first-rope", "--replay", &path]), good(&["simulate", "--replay", &path]));
    assert_eq!(report(&good(&["simulate", "--replay", &path, "--steps", "140"]))("steps"), "140");
    let older = file(&folder, "older.ron", text(&recording).replacen("hint: \"", "hint: \"Older: ", 1));
    good(&["simulate", "first-rope", "--replay", &older]);
}

#[test]
fn diverging_replay_exits_with_an_error() {
    let folder = folder();
    let mut wrong_end = recording();
    wrong_end.end.1 = Hash(1);
    let mut wrong_second = recording();
    wrong_second.hashes[0].1 = Hash(2);
    for (recording, step, hash) in [(&wrong_end, "130", "0000000000000001"), (&wrong_second, "60", "0000000000000002")]
    {
        let path = file(&folder, "edited.ron", text(recording));
        let sentence = sentence(&["simulate", "--replay", &path], 1);
        assert!(sentence.contains(&format!("step {step}")) && sentence.contains(hash), "{sentence}");
    }
    // As far as it goes.
    let path = file(&folder, "edited.ron", text(&wrong_second));
    assert_eq!(report(&good(&["simulate", "--replay", &path, "--steps", "50"]))("steps"), "50");
    assert!(sentence(&["simulate", "--replay", &path, "--steps", "100"], 1).contains("step 60"));
}

#[test]
fn bench_prints_fixed_figures_in_fixed_order() {
    let line = good(&["bench", "--quick", "--json", "rope-100"]);
    let found: serde_json::Map<String, Value> = serde_json::from_str(&line).expect("one JSON object");
    let places = FIGURES.split(' ').map(|name| line.find(&format!("\"{name}\":")).expect(name));
    assert!(places.is_sorted() && found.len() == FIGURES.split(' ').count(), "{line}");
    assert!(found.iter().all(|(name, value)| name == "name" || value.is_number()), "finite: {line}");
    let table = good(&["bench", "--quick", "--threads", "2", "net-2-corners"]);
    assert!(table.contains("\nnet-2-corners ") && table.contains("met"), "{table}");
    for bad in ["rope-x", "net-1", "net-99999", "welcome", ""] {
        mistake(&["bench", "rope-1", bad], &[&format!("no workload \"{bad}\""), "net-N-corners"]);
    }
    mistake(&["bench", "--threads", "0"], &["--threads", "1 to 64"]);
}

#[test]
fn bad_arguments_get_one_sentence() {
    mistake(&["simulate", "frist-rope", "--steps", "1"], &["frist-rope", "\"first-rope\"", "ropewalk scenes"]);
    mistake(&["first-rop"], &["first-rop", "\"first-rope\""]);
    mistake(&["simulate", "", "--steps", "1"], &["there is no scene"]);
    mistake(&["--pausd"], &["--pausd", "--paused"]);
    mistake(&["simulate", "welcome", "--stesp", "1"], &["--stesp", "--steps"]);
    mistake(&["simulate", "welcome"], &["--steps"]);
    mistake(&["simulate"], &["SCENE"]);
    mistake(&["simulate", "welcome", "--steps", "1", "--seconds", "1"], &["--steps", "--seconds"]);
    for bad in ["many", "1.5", "", "99999999999999999999", "-1"] {
        mistake(&["simulate", "welcome", &format!("--steps={bad}")], &["--steps", "number of steps"]);
    }
    for bad in ["soon", "-1", "nan", "inf", "1e300", ""] {
        mistake(&["simulate", "welcome", &format!("--seconds={bad}")], &["--seconds", "number of seconds"]);
    }
    // A negative number is reported as a number out of range and not as an unknown flag, whose tip `-- -1` would not
    // help.
    for (command, flag, expected) in [
        (&["simulate", "welcome"][..], "--seconds", "number of seconds from 0"),
        (&["simulate", "welcome"], "--steps", "number of steps from 0"),
        (&["simulate", "welcome", "--steps", "1"], "--threads", "number of threads from 1"),
        (&["render", "welcome", "-o", "a.png"], "--seconds", "number of seconds from 0"),
        (&["render", "welcome", "-o", "a.png"], "--fps", "frames a second from 1"),
        (&["bench"], "--threads", "number of threads from 1"),
        (&["welcome"], "--exit-after", "number of steps from 0"),
    ] {
        let args = [command, &[flag, "-1"]].concat();
        mistake(&args, &["'-1'", flag, expected]);
        assert!(!sentence(&args, 2).contains("tip:"), "{args:?}");
    }
    for bad in ["800", "0x600", "800x", "axb", "-800x600", "99999999999x1"] {
        mistake(&[&format!("--size={bad}")], &["--size", "1280x800"]);
    }
    mistake(&["simulate", "welcome", "--steps", "1", "more"], &["more"]);
    mistake(&["welcome", "simulate"], &["simulate"]);
}

#[test]
fn bad_files_get_a_sentence_with_file_and_place() {
    let folder = folder();
    let bad = file(&folder, "bad.ron", STONE.replace("hint", "hnit"));
    mistake(&["simulate", &bad, "--steps", "1"], &[&format!("{bad}:1:"), "hnit", "hint"]);
    let bad = file(&folder, "bad.ron", STONE.replace("(0.5, 8)", "(0.5, up)"));
    mistake(&["simulate", &bad, "--steps", "1"], &[&format!("{bad}:2:25:")]);
    mistake(&[&bad], &[&format!("{bad}:2:25:")]);
    let stone = file(&folder, "stone.ron", STONE);
    mistake(&["simulate", "--replay", &stone], &[&format!("{stone}:1:"), "Recording"]);
    mistake(&["--replay", &stone], &[&format!("{stone}:1:"), "Recording"]);
    let missing = folder.path().join("missing.ron").display().to_string();
    mistake(&["simulate", &missing, "--steps", "1"], &[&missing, "cannot be read"]);
    mistake(&["simulate", "--replay", &missing], &[&missing, "cannot be read"]);
    mistake(&["simulate", &folder.path().display().to_string(), "--steps", "1"], &["cannot be read"]);
    let session = file(&folder, "session.ron", text(&recording()));
    mistake(&["simulate", "welcome", "--replay", &session], &["first-rope", "welcome"]);
}

#[test]
fn unwritable_output_gets_a_sentence() {
    let folder = folder();
    let below_a_file = file(&folder, "plain", "") + "/table.csv";
    let nowhere = folder.path().join("gone/table.csv").display().to_string();
    let is_folder = folder.path().display().to_string();
    for path in [&below_a_file, &nowhere, &is_folder] {
        mistake(&["simulate", "first-rope", "--steps", "1", "--csv", path], &[path, "cannot be written"]);
    }
    if cfg!(target_os = "linux") {
        for steps in ["1", "500"] {
            mistake(&["simulate", "first-rope", "--steps", steps, "--csv", "/dev/full"], &["/dev/full"]);
        }
    }
}

/// An unfinished table leaves nothing behind, and the old file stays.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_leaves_the_old_csv_unchanged() {
    let folder = folder();
    let path = file(&folder, "table.csv", "old");
    // A disk with room for a few kB: the shell limits the size of files, and the system reports an error.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" simulate first-rope --steps 500 --csv \"$1\"";
    let output = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_ropewalk"), &path]).output();
    let output = output.expect("a shell");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{stderr}");
    assert!(stderr.starts_with(&format!("ropewalk: {path}: cannot be written")), "{stderr}");
    assert_eq!(fs::read(&path).expect("the file exists"), b"old");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left behind");
}

#[test]
fn closed_pipe_does_not_panic() {
    for args in [&["scenes"][..], &["--help"], &["simulate", "first-rope", "--steps", "1"]] {
        let mut child = ropewalk(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the process ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported() {
    let full = || fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    for args in [&["scenes"][..], &["--help"], &["simulate", "first-rope", "--steps", "1"]] {
        let output = ropewalk(args).stdout(full()).output().expect("the binary runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}: the text is lost, and a script has to know");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with("ropewalk: ") && !stderr.contains("panicked"), "{stderr}");
        let status = ropewalk(args).stdout(full()).stderr(full()).status().expect("the binary runs");
        assert_eq!(status.code(), Some(2), "{args:?}: there is no place for the reason");
    }
}

#[cfg(unix)]
#[test]
fn arguments_may_be_other_than_utf8() {
    use std::os::unix::ffi::OsStrExt as _;
    let odd = OsStr::from_bytes(b"\xff\xfe");
    sentence(&[OsStr::new("simulate"), odd, OsStr::new("--steps=1")], 2);
    let folder = folder();
    let table = folder.path().join(odd);
    let args = ["simulate", "first-rope", "--steps=1", "--csv"].map(OsStr::new);
    let output = run(&[&args[..], &[table.as_os_str()]].concat());
    assert!(output.status.success() && table.exists(), "a file may have any name");
}
