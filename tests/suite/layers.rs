//! The import order: a layer imports only layers before it, and one folder knows the window. See `src/lib.rs`.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use crate::source::{Named, Source, files, sources, sources_without_tests};

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
    ("headless", &["host", "physics", "scene", "sandbox", "timeline", "view", "raster"]),
    ("app", &["host", "physics", "scene", "sandbox", "tool", "timeline", "view", "raster"]),
    ("cli", &["host", "physics", "scene", "sandbox", "timeline", "view", "headless", "app"]),
];

/// The window's crates: only `app` may name them.
const WINDOW: &[&str] = &["macroquad", "miniquad", "egui"];

/// Forbidden in the stepping code: results differ between machines, or from run to run.
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
    // Except in the one file that explains why its threads change no result.
    "rayon",
];

/// Folders whose parts have an import order: a part imports only parts that stand before it. A part is a folder or a
/// file without its `.rs`. Code under `#[cfg(test)]` is free.
///
/// (the root, its parts in import order)
const ORDERS: &[(&str, &[&str])] = &[
    (
        "crates/physics/src",
        &[
            "tuning",
            "math",
            "containers",
            "property",
            "geometry",
            "particles",
            "simd",
            "settings",
            "aerodynamics",
            "kinematic",
            "machine",
            "attachment",
            "plane_contact",
            "solver",
            "collision",
            "fracture",
            "world",
            "state",
            "diagnostics",
        ],
    ),
    (
        "src/view",
        &["draw", "camera", "style", "palette", "maximum", "tension", "tool_markers", "link_width", "effects", "paint"],
    ),
    (
        "src/app",
        &[
            "actions",
            "storage",
            "renderer",
            "capture",
            "style",
            "input",
            "platform",
            "egui_backend",
            "widgets",
            "ui",
            "game",
        ],
    ),
];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All source files of a layer: a folder's, the one file's, or both.
fn layer_files(layer: &str) -> Vec<PathBuf> {
    let root = if layer == "physics" { "crates/physics/src" } else { "src" };
    let mut files = files(&repository().join(root));
    if layer != "physics" {
        let source = repository().join(root);
        let (file, folder) = (source.join(format!("{layer}.rs")), source.join(layer));
        files.retain(|path| *path == file || path.starts_with(&folder));
    }
    assert!(!files.is_empty(), "there is no layer {layer}");
    files
}

/// The lines of code of a file, without comments, with their numbers.
fn code(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = (1..).zip(text.lines().map(str::trim).map(str::to_owned));
    lines.filter(|(_, line)| !line.starts_with("//")).collect()
}

/// The layer of a path of the program.
fn layer(path: &[String]) -> Option<&'static str> {
    let first = path.first().map(|first| if first == "ropewalk_physics" { "physics" } else { first });
    LAYERS.iter().map(|(layer, _)| *layer).find(|layer| Some(*layer) == first)
}

#[test]
fn every_folder_of_src_is_a_layer() {
    for entry in fs::read_dir(repository().join("src")).expect("the source is there") {
        let path = entry.expect("a folder's entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name in UTF-8").to_owned();
        let is_rust = path.is_dir() || path.extension().is_some_and(|extension| extension == "rs");
        let is_known = LAYERS.iter().any(|(layer, _)| *layer == name) || ["main", "lib"].contains(&name.as_str());
        assert!(!is_rust || is_known, "src/{name}: add it to LAYERS, with the layers that it may import");
    }
}

#[test]
fn layer_imports_only_allowed_layers() {
    for source in sources(&repository().join("src")) {
        let Some(own) = layer(&source.module) else { continue };
        let allowed = LAYERS.iter().find(|(layer, _)| *layer == own).map_or(&[][..], |(_, allowed)| allowed);
        for Named { line, path } in &source.paths {
            let Some(other) = layer(path) else { continue };
            let is_allowed = other == own || allowed.contains(&other);
            assert!(is_allowed, "{}:{line}: {own} must not import {other}", source.file.display());
        }
    }
}

/// The faults in the imports of the sources below a root, whose module is `root`. `exports` maps each name that the
/// root's own file re-exports to its part.
fn order_faults(sources: &[Source], root: &[String], parts: &[&str], exports: &HashMap<String, String>) -> Vec<String> {
    let place = |part: &str| parts.iter().position(|other| *other == part);
    let mut faults = Vec::new();
    for source in sources {
        // The root's own file declares the parts, and may import them all.
        let Some(own) = source.module.strip_prefix(root).and_then(|rest| rest.first()) else { continue };
        for Named { line, path } in &source.shipped {
            let Some(rest) = path.strip_prefix(root) else { continue };
            let Some(name) = rest.first() else { continue };
            let part = exports.get(name).unwrap_or(name);
            let fault = match (place(own), place(part)) {
                (Some(own), Some(other)) if other <= own => continue,
                (Some(_), Some(_)) => format!("{own} must not import {part}, which stands after it"),
                (None, _) => format!("{own} is not in the list of ORDERS"),
                (_, None) => format!("{own} imports {name}, which is none of the listed parts"),
            };
            faults.push(format!("{}:{line}: {fault}", source.file.display()));
        }
    }
    faults
}

/// The names that a root's own file exports again, each with the part that it comes from.
fn exports(sources: &[Source], root: &[String]) -> HashMap<String, String> {
    let own = sources.iter().filter(|source| source.module == root).flat_map(|source| &source.paths);
    let below = own.filter_map(|named| named.path.strip_prefix(root)).filter(|rest| rest.len() > 1);
    below.map(|rest| (rest[rest.len() - 1].clone(), rest[0].clone())).collect()
}

#[test]
fn folders_import_only_folders_listed_before_them() {
    for (root, parts) in ORDERS {
        let package = if root.starts_with("crates/physics") { "crates/physics/src" } else { "src" };
        let sources = sources_without_tests(&repository().join(package));
        let module: Vec<String> =
            root[package.len()..].split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let faults = order_faults(&sources, &module, parts, &exports(&sources, &module));
        assert!(faults.is_empty(), "{} imports against the order of {root}:\n{}", faults.len(), faults.join("\n"));
    }
}

#[test]
fn only_app_names_the_window_crates() {
    for (layer, _) in LAYERS.iter().filter(|(layer, _)| *layer != "app") {
        for file in layer_files(layer) {
            for (line, text) in code(&file) {
                let named = WINDOW.iter().find(|name| text.contains(*name));
                assert_eq!(named, None, "{}:{line}: only src/app may name it", file.display());
            }
        }
    }
}

#[test]
fn physics_uses_nothing_that_differs_between_machines() {
    for file in layer_files("physics") {
        for (line, text) in code(&file) {
            let used = UNREPEATABLE.iter().find(|name| text.contains(*name));
            let allowed = file.ends_with("solver/tiling/mod.rs") && used == Some(&"rayon");
            assert!(
                used.is_none() || allowed,
                "{}:{line}: {used:?}: see the invariants in docs/architecture.md",
                file.display()
            );
        }
    }
}
