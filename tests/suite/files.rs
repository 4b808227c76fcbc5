//! Damaged, truncated, huge and hostile files. Reading any file ends soon, in a scene or in one sentence with file,
//! line, column and what was expected; never in a panic, a stack overflow or gigabytes of memory. Writing replaces a
//! file as a whole or leaves it unchanged.

use std::{
    fmt::Display,
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::script::is_full_sweep;
use ropewalk::sandbox::Sandbox;
use ropewalk::scene;
use ropewalk::scene::{FileError, SceneDef};
use ropewalk::timeline::{Hash, Recording, Stamped, Timeline};
use tempfile::TempDir;

/// Longer than this, reading a small file hangs. It takes milliseconds; the rest is for a machine that is busy.
const HANG: Duration = Duration::from_secs(20);

/// The first two lines of a scene, up to its `build`.
const HEAD: &str = "(version: 1, title: \"t\", hint: \"h\",\n view: (min: (-1, -1), max: (1, 1)),\n";

/// A scene of these recipes; they stand in line 3 from column 10 on.
fn scene_of(build: &str) -> String {
    format!("{HEAD} build: [{build}])")
}

/// The error of `read` about a file called `name`: one line that begins with the name, within [`HANG`].
fn complaint<T, E: Display>(name: &str, read: impl FnOnce() -> Result<T, E>) -> String {
    let start = Instant::now();
    let Err(error) = read() else { panic!("{name} was taken as good") };
    assert!(start.elapsed() < HANG, "{name}: {:?}", start.elapsed());
    let sentence = error.to_string();
    assert!(sentence.starts_with(name) && sentence.lines().count() == 1, "{sentence:?} about {name}");
    sentence
}

/// The line, column and message of the error in this text.
fn place(text: &str) -> (usize, usize, String) {
    complaint("scene.ron", || scene::parse("scene.ron", text));
    match scene::parse("scene.ron", text) {
        Err(FileError::Parse { line, column, message, .. }) => (line, column, message),
        other => panic!("{other:?}"),
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for this test")
}

/// The error about a file with these bytes, without its name.
fn opened(bytes: &[u8]) -> String {
    let folder = folder();
    let path = folder.path().join("file.ron");
    fs::write(&path, bytes).expect("the folder can be written to");
    let name = path.display().to_string();
    complaint(&name, || Recording::read(&path));
    complaint(&name, || scene::open(&name))[name.len()..].to_owned()
}

/// The texts of the gallery.
fn gallery() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/scenes");
    let files = fs::read_dir(folder).expect("the gallery is there").map(|file| file.expect("a readable folder").path());
    files.map(|path| fs::read_to_string(path).expect("valid text")).collect()
}

/// A short session in `first-rope` as text.
fn recording() -> Recording {
    let start = scene::named("first-rope").expect("a scene of the gallery");
    let mut session = Timeline::new(Sandbox::new(start).expect("the scene builds"), true);
    for _ in 0..70 {
        session.step();
        session.apply(ropewalk::sandbox::Command::PinAtRandom);
    }
    session.recording()
}

fn text(recording: &Recording) -> String {
    scene::to_text(recording, 2)
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn scene_with_one_bad_byte_is_read_or_refused() {
    const BYTES: [&str; 17] = ["", "9", "-", ".", "e", "(", ")", "[", "]", "\"", ",", ":", "/*", "\0", "é", "#", "\\"];
    for text in gallery() {
        // The build of a scene, to the bit: all but its texts.
        let built = |scene: SceneDef| format!("{:?}", SceneDef { title: String::new(), hint: String::new(), ..scene });
        let whole = built(scene::parse("whole.ron", &text).expect("the gallery reads"));
        for index in (0..text.len()).filter(|&index| text.is_char_boundary(index)) {
            let (before, rest) = text.split_at(index);
            let mut rest = rest.chars();
            rest.next();
            // Each place gets one of the bytes, the next place another, or all of them in a full sweep.
            let by = if is_full_sweep() { 1 } else { BYTES.len() };
            for other in BYTES.iter().skip(index % by).step_by(by) {
                let damaged = format!("{before}{other}{}", rest.as_str());
                match scene::parse("damaged.ron", &damaged) {
                    // A scene that reads must build or be refused. A million links are only checked, to save time.
                    Ok(scene) if scene.is_large() => drop(scene::check(&scene)),
                    // Other blanks, comments or texts: it builds, as the gallery does.
                    Ok(scene) if built(scene.clone()) == whole => {}
                    Ok(scene) => drop(scene::build(&scene)),
                    Err(error) => assert!(error.to_string().starts_with("damaged.ron:"), "{error}"),
                }
            }
        }
    }
}

#[test]
fn bad_value_error_names_its_place() {
    // The text before a bad value, the value, and a word of the message.
    let rope = format!("{HEAD} build: [Rope(from: At(0, 0), to: At(1, 0),\n  particles: ");
    let point = format!("{HEAD} build: [Point(at: (0, 0),\n  mass: ");
    let net = format!("{HEAD} build: [Net((at: (0, 0), rows: 3, columns: 3,\n\n spacing: ");
    let ground = format!("{HEAD} ground: ");
    let version = "(\n version: ".to_owned();
    let build = format!("{HEAD} build: [\n  Point(at: (0, 0)),\n  ");
    let circle = format!("{HEAD} build: [\n Circle(at: (0, 0), radius: ");
    let wall = format!("{HEAD} build: [\n Wall(from: (0, 0), to: (1, 0),\n thickness: ");
    let block = format!("{HEAD} build: [\n Block(at: (0, 0), width: 1, height: 1,\n angle: ");
    let cases = [
        (&rope, "1000000000)])", "2 to 2000000"),
        (&rope, "1)])", "2 to 2000000"),
        (&rope, "5, length: -2)])", "metres"),
        (&point, "-1)])", "kilograms"),
        (&point, "0)])", "kilograms"),
        (&point, "NaN)])", "NaN"),
        (&point, "inf)])", "inf"),
        (&point, "\"heavy\")])", "float"),
        (&net, "-2.5))])", "found -2.5"),
        (&net, "NaN))])", "metres"),
        (&net, "1e9))])", "metres"),
        (&ground, "1e9, build: [])", "10000 m"),
        (&ground, "NaN, build: [])", "10000 m"),
        (&version, "2, title: \"t\")", "version 1 expected, found 2"),
        (&build, "Rop()])", "`Rope`"),
        (&circle, "0)])", "a radius in metres from 0.01 to 1000"),
        (&circle, "1, turns: 1e9)])", "radians a second"),
        (&wall, "0)])", "metres"),
        (&block, "700)])", "an angle in radians"),
        (&build, "Wheel(at: (0, 0), radius: 1, spokes: 2)])", "3 to 2000000"),
    ];
    for (before, value, word) in cases {
        let (line, column, message) = place(&format!("{before}{value}"));
        // Where the line holds more before the bad value, the value is the last one.
        let more = value.rfind(": ").filter(|_| value.ends_with("])")).map_or(0, |colon| colon + 2);
        let more = if value.contains("build: [])") { 0 } else { more };
        let lines: Vec<_> = before.split('\n').collect();
        let expected = (lines.len(), lines[lines.len() - 1].len() + more + 1);
        // RON places some of its own errors at the blank before the value.
        let there = line == expected.0 && (expected.1 - 1..=expected.1).contains(&column);
        assert!(there, "{value}: at {line}:{column} and not {expected:?}: {message}");
        assert!(message.contains(word), "{value}: {message:?} does not say {word:?}");
    }
}

#[test]
fn missing_parentheses_are_named() {
    let grid = "at: (0, 0), columns: 3, rows: 3, spacing: 0.1";
    let room = |walls: &str| format!("{HEAD} build: [],\n walls: {walls})");
    for name in ["Net", "Lattice"] {
        for inside in [grid, &format!("\n    {grid}"), "", "3, 3"] {
            let (line, _, message) = place(&scene_of(&format!("{name}({inside})")));
            assert!((3..=4).contains(&line) && message.contains(&format!("`{name}((...))`")), "{line}: {message}");
        }
        assert!(scene::parse("a.ron", &scene_of(&format!("{name}(({grid}))"))).is_ok());
    }
    let (line, column, message) = place(&room("Room(min: (-1, -1), max: (1, 1))"));
    assert!((line, column) == (4, 14) && message.contains("`Room((...))`"), "{line}:{column}: {message}");
    assert!(scene::parse("a.ron", &room("Room((min: (-1, -1), max: (1, 1)))")).is_ok());
    // The error about one pair of parentheses does not mention two.
    for (once, says) in
        [("Cloth(grid: 5)", "`Grid`"), ("Point(at: here)", ""), ("Weight(on: At(a, 0), mass: 1)", "float")]
    {
        let (_, _, message) = place(&scene_of(once));
        assert!(!message.contains("((") && message.contains(says), "{message}");
    }
}

#[test]
fn dangling_and_duplicate_names_are_named() {
    let complaint = |build: &str| opened(scene_of(build).as_bytes());
    let twice = complaint("Point(name: \"a\", at: (0, 0)), Point(name: \"a\", at: (1, 0))");
    assert!(twice.starts_with(":3:") && twice.contains("entry 2") && twice.contains("\"a\""), "{twice}");
    let ghost = complaint("Point(at: (0, 0)), Connect(a: Of(\"ghost\", 0), b: At(0, 0))");
    assert!(ghost.contains("entry 2") && ghost.contains("\"ghost\""), "{ghost}");
    let later = complaint("Connect(a: Of(\"a\", 0), b: At(0, 0)), Point(name: \"a\", at: (0, 0))");
    assert!(later.contains("entry 1"), "{later}");
    let beyond = complaint("Point(name: \"a\", at: (0, 0)), Connect(a: Of(\"a\", 1), b: At(0, 0))");
    assert!(beyond.contains("particle 1") && beyond.contains("\"a\""), "{beyond}");
    let outside = complaint("Connect(a: At(0, NaN), b: At(0, 0))");
    assert!(outside.contains("entry 1") && outside.contains("NaN"), "{outside}");
    complaint("Connect(a: Of(\"a\", 4294967295), b: At(0, 0))");
    let held = format!("{HEAD} held_end: Of(\"ghost\", 0), build: [])");
    assert!(opened(held.as_bytes()).contains("\"ghost\""));
    let goal = "goal: (thing: \"p\", linked_to: \"ghost\", within: (min: (0, 0), max: (1, 1)))";
    let goal = format!("{HEAD} {goal}, build: [Point(name: \"p\", at: (0, 0))])");
    assert!(opened(goal.as_bytes()).contains("`goal` names \"ghost\""));
    // A recipe without particles has no particle 0 either.
    complaint("Rope(name: \"r\", from: Of(\"r\", 0), to: At(1, 0), particles: 2)");
}

#[test]
fn oversized_scene_is_refused_before_it_is_built() {
    let cloth = "Cloth(grid: (at: (0, 0), columns: 2000000, rows: 2000000, spacing: 1)),";
    let too_large = [
        cloth.to_owned(),
        cloth.repeat(1_000),
        "Rope(from: At(0, 0), to: At(1, 0), particles: 2000000),".repeat(3),
        "Wheel(at: (0, 0), radius: 1, spokes: 2000000),".repeat(3),
        "AddBetween(n: 2000000, from: At(0, 0), to: At(1, 0)),".repeat(3),
    ];
    for build in too_large {
        let sentence = opened(scene_of(&build).as_bytes());
        assert!(sentence.contains("at most 240 MiB"), "{sentence}");
    }
    #[cfg(target_os = "linux")]
    {
        let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux says it");
        let kib: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number of kB");
        assert!(kib < 1 << 20, "small files took {kib} KiB");
    }
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let nested = [
        "(".repeat(10_000),
        format!("{HEAD} build: {}", "[".repeat(100_000)),
        format!("{HEAD} held_end: {}", "Some(".repeat(100_000)),
        format!("{HEAD} settings: {}", "(springs: ".repeat(100_000)),
        format!("{HEAD} title: {}", "{".repeat(100_000)),
        "/*".repeat(100_000),
        "/*".repeat(100_000) + &"*/".repeat(100_000),
        format!("{HEAD} title: r{}\"", "#".repeat(100_000)),
        "#![enable(implicit_some)]\n".repeat(10_000),
    ];
    for text in nested {
        place(&text);
        complaint("nested.ron", || Recording::parse("nested.ron", &text));
    }
    // Nested scenes in a recording's commands go no deeper than its type.
    let (before, after) = ("(0, Open((name: \"a\", scene: ", "))");
    let deep = format!("(version: 1, commands: [{}{}])", before.repeat(10_000), after.repeat(10_000));
    complaint("deep.ron", || Recording::parse("deep.ron", &deep));
}

#[test]
fn binary_data_and_folders_are_refused() {
    assert!(opened(b"").starts_with(":1:1: "));
    assert!(opened(b"\n\n  ").starts_with(':'));
    assert_eq!(opened(b"(version: 1,\n  title: \"\xff\")"), ":2:11: text in UTF-8 expected");
    assert!(opened(b"\x7fELF\x00\x00").starts_with(":1:"));
    let folder = folder();
    let name = folder.path().display().to_string();
    assert!(complaint(&name, || scene::open(&name)).contains("cannot be read"));
    assert!(complaint(&name, || Recording::read(folder.path())).contains("cannot be read"));
    #[cfg(unix)]
    {
        let pipe = folder.path().join("pipe.ron");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("every Unix has mkfifo");
        assert!(made.success());
        for endless in [pipe.as_path(), std::path::Path::new("/dev/zero")] {
            let name = endless.display().to_string();
            assert!(complaint(&name, || scene::open(&name)).contains("not a file"), "{name}");
        }
    }
    let missing = folder.path().join("missing.ron");
    let name = missing.display().to_string();
    assert!(complaint(&name, || scene::open(&name)).contains("cannot be read"));
    let huge = folder.path().join("huge.ron");
    fs::File::create(&huge).and_then(|file| file.set_len(257 << 20)).expect("a file with a hole takes no room");
    let name = huge.display().to_string();
    assert!(complaint(&name, || scene::open(&name)).contains("larger than 268435456 bytes"));
    assert!(complaint(&name, || Recording::read(&huge)).contains("larger than 268435456 bytes"));
}

#[test]
fn recording_is_checked_before_it_is_played() {
    let (good, refused) = (recording(), |text: &str| complaint("r.ron", || Recording::parse("r.ron", text)));
    let as_text = text(&good);
    assert!(Recording::parse("r.ron", &as_text).is_ok());
    assert!(refused(&as_text.replacen("version: 1", "version: 7", 1)).contains("version 1 expected, found 7"));
    assert!(refused(&as_text.replacen("commands:", "comands:", 1)).contains("comands"));
    assert!(refused(&as_text.replacen("PinAtRandom", "Explode", 1)).contains("Explode"));
    let hash = good.end.1.to_string();
    for bad in ["", "123", "0x12345678901234", "+123456789012345", "zzzzzzzzzzzzzzzz", "00000000000000000"] {
        assert!(refused(&as_text.replace(&hash, bad)).contains("16 hexadecimal digits"), "{bad}");
    }
    let mut backwards = good.clone();
    backwards.commands.swap(3, 40);
    assert!(refused(&text(&backwards)).contains("never go back"));
    let mut beyond = good.clone();
    beyond.end.0 = 5;
    assert!(refused(&text(&beyond)).contains("none after the end's"));
    let mut hashes = good.clone();
    hashes.hashes = vec![Stamped(9, Hash(1)), Stamped(3, Hash(1))];
    assert!(refused(&text(&hashes)).contains("never go back"));
    // A replay of a hundred million years would hang.
    let mut long = good.clone();
    long.end.0 = 1_000_000_000_000_000_000;
    refused(&text(&long));
    let mut ghost = good;
    ghost.start.scene.held_end = Some(scene::End::Of("ghost".to_owned(), 0));
    assert!(refused(&text(&ghost)).contains("ghost"));
}

#[test]
fn large_recipes_build_in_time() {
    for build in [
        "Net((at: (0, 0), columns: 50000, rows: 2, spacing: 0.01, pins: TopRow, gather: 0.5))",
        &"Rope(from: At(0, 0), to: At(1, 0), particles: 2, length: 2),".repeat(50_000),
        "Wheel(at: (0, 0), radius: 1, spokes: 400000)",
        "Rope(from: At(0, 0), to: At(1, 0), particles: 200000, length: 9)",
    ] {
        let scene = scene::parse("scene.ron", &scene_of(build)).expect("the text is valid");
        let start = Instant::now();
        assert!(scene::build(&scene).is_ok());
        assert!(start.elapsed() < HANG, "it took {:?}: {build:.60}", start.elapsed());
    }
}

#[test]
fn unwritable_file_stays_unchanged() {
    let folder = folder();
    let plain = folder.path().join("plain.ron");
    fs::write(&plain, "old").expect("the folder can be written to");
    let full = folder.path().join("folder.ron");
    fs::create_dir(&full).expect("the folder can be written to");
    // Below a file, in a missing folder, over a folder: paths that fail for the superuser too.
    for path in [plain.join("x.ron"), folder.path().join("gone/x.ron"), full] {
        let name = path.display().to_string();
        let sentence = complaint(&name, || scene::write(&path, b"new"));
        assert!(sentence.contains("cannot be written"), "{sentence}");
        complaint(&name, || recording().write(&path));
    }
    assert_eq!(fs::read(&plain).expect("the file exists"), b"old");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder exists").count(), 2, "nothing is left beside");
    scene::write(&plain, b"new").expect("this one can be written");
    assert_eq!(fs::read(&plain).expect("the file exists"), b"new");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder exists").count(), 2, "nothing is left beside");
}

#[cfg(unix)]
#[test]
fn written_file_has_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let mode =
        |name: &str| fs::metadata(folder.path().join(name)).expect("the file exists").permissions().mode() & 0o777;
    fs::write(folder.path().join("usual.ron"), "").expect("the folder can be written to");
    scene::write(&folder.path().join("ours.ron"), b"").expect("the folder can be written to");
    assert_eq!(format!("{:o}", mode("ours.ron")), format!("{:o}", mode("usual.ron")));
}
