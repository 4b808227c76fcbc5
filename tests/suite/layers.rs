//! The import order: a layer knows only layers before it, and the window is known in one folder. See `src/lib.rs`.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Each layer, and what it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("host", &[]),
    ("physics", &[]),
    ("scene", &["host", "physics"]),
    ("sandbox", &["physics", "scene"]),
    ("tool", &["physics", "scene", "sandbox"]),
    ("timeline", &["host", "physics", "scene", "sandbox"]),
    ("view", &["physics", "scene", "sandbox"]),
    ("raster", &["host", "scene", "view"]),
    ("headless", &["physics", "scene", "sandbox", "timeline", "view", "raster"]),
    ("app", &["host", "physics", "scene", "sandbox", "tool", "timeline", "view", "raster"]),
    ("cli", &["physics", "scene", "sandbox", "timeline", "view", "headless", "app"]),
];

/// What only `app` may name.
const WINDOW: &[&str] = &["macroquad", "miniquad", "egui"];

/// What the stepping code must not use: it differs between machines, or from run to run.
const UNREPEATABLE: &[&str] = &[
    "mul_add",
    ".sin(",
    ".cos(",
    ".tan(",
    ".sin_cos(",
    ".exp(",
    ".exp2(",
    ".ln(",
    ".powf(",
    ".powi(",
    ".hypot(",
    ".cbrt(",
    ".atan2(",
    ".rsqrt(",
    "HashMap",
    "HashSet",
    "Instant",
    "SystemTime",
    "std::fs",
    "std::env",
    // But in the one file that says why its threads cannot be told apart.
    "rayon",
];

/// All source files of a layer: a folder's, the one file's, or both.
fn files(layer: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if layer == "physics" {
        return files_in(&root.join("crates/physics/src"));
    }
    let source = root.join("src");
    let (file, folder) = (source.join(format!("{layer}.rs")), source.join(layer));
    let mut files = if folder.is_dir() { files_in(&folder) } else { Vec::new() };
    files.extend(file.is_file().then_some(file));
    assert!(!files.is_empty(), "there is no layer {layer}");
    files
}

/// All files of a folder and of the folders in it.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a folder's entry").path());
    paths.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

/// The lines of code of a file, without comments, with their numbers.
fn code(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = (1..).zip(text.lines().map(str::trim).map(str::to_owned));
    lines.filter(|(_, line)| !line.starts_with("//")).collect()
}

/// The layers that a file names after `crate::`, also inside braces.
fn imports(file: &Path) -> Vec<(usize, String)> {
    let lines = code(file);
    let mut found = Vec::new();
    let mut inside = false;
    for (number, line) in lines {
        for (at, _) in line.match_indices("crate::") {
            let rest = &line[at + "crate::".len()..];
            let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            inside |= rest == "{";
            found.push((number, name));
        }
        if inside {
            let name: String = line.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            found.push((number, name));
            inside = line != "};";
        }
    }
    found.retain(|(_, name)| LAYERS.iter().any(|(layer, _)| layer == name));
    found
}

#[test]
fn every_folder_of_the_source_is_a_layer() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(source).expect("the source is there") {
        let path = entry.expect("a folder's entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name in UTF-8").to_owned();
        let known = LAYERS.iter().any(|(layer, _)| *layer == name) || ["main", "lib", "speed"].contains(&name.as_str());
        assert!(known, "src/{name}: say in this test what it may import");
    }
}

#[test]
fn a_layer_imports_only_layers_before_it() {
    for (layer, allowed) in LAYERS {
        for file in files(layer) {
            for (line, name) in imports(&file) {
                let fine = name == *layer || allowed.contains(&name.as_str());
                assert!(fine, "{}:{line}: {layer} must not import {name}", file.display());
            }
        }
    }
}

#[test]
fn imports_are_found_in_every_form() {
    // Against this test passing because it sees nothing: what these files import today.
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names = |file: &str| imports(&sources.join(file)).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    assert!(names("app/game.rs").contains(&"timeline".to_owned()));
    assert!(names("scene/build.rs").contains(&"physics".to_owned()));
    let deep = Path::new("headless/bench/workload.rs");
    assert!(files("headless").iter().any(|file| file.ends_with(deep)), "folders in a layer are looked into");
}

#[test]
fn only_the_app_knows_the_window() {
    for (layer, _) in LAYERS.iter().filter(|(layer, _)| *layer != "app") {
        for file in files(layer) {
            for (line, text) in code(&file) {
                let named = WINDOW.iter().find(|name| text.contains(*name));
                assert_eq!(named, None, "{}:{line}: only src/app may name it", file.display());
            }
        }
    }
}

#[test]
fn no_frame_is_timed_by_a_clock_that_can_be_set() {
    // macroquad's is the wall clock: it was set back while a hint was seen, and that stayed.
    for file in files("app") {
        for (line, text) in code(&file) {
            let timed = ["get_frame_time", "get_time", "date::now"].into_iter().find(|name| text.contains(name));
            assert_eq!(timed, None, "{}:{line}: use host::Instant", file.display());
        }
    }
}

#[test]
fn the_physics_uses_nothing_that_differs_between_machines() {
    for file in files("physics") {
        for (line, text) in code(&file) {
            let used = UNREPEATABLE.iter().find(|name| text.contains(*name));
            let allowed = file.ends_with("tile.rs") && used == Some(&"rayon");
            assert!(used.is_none() || allowed, "{}:{line}: {used:?}: see the invariants in src/lib.rs", file.display());
        }
    }
}
