//! Files in the formats of scenes, recordings and links: `tests/compat/README.md` says who wrote which file.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use ropewalk::app::storage::{Prefs, read_prefs};
use ropewalk::sandbox::Sandbox;
use ropewalk::scene;
use ropewalk::scene::{NamedScene, SceneDef};
use ropewalk::timeline::{Document, Hash, Recording, Replay, Timeline};
use ropewalk::view::{Colours, Style, Theme, View};

/// Each scene: its particles, its links, and its state hash after 30 steps.
const SCENES: &[(&str, usize, usize, u64)] = &[
    ("defaults.ron", 142, 224, 0x286fc83da5c205ff),
    ("gravity.ron", 21, 20, 0x820725d049b761da),
    ("materials.ron", 248, 325, 0x0db522830c9e91eb),
    ("minimal.ron", 0, 0, 0x9f63bbaee15c36ef),
    ("recipes.ron", 240, 396, 0x5b7a5fc4b984a377),
    ("settings.ron", 36, 46, 0xcf591d347ee3af5e),
    ("springs.ron", 31, 30, 0x9104e984f9928e8a),
];

/// A recording, and a link with the same commands. Their last state hash.
const RECORDING: (&str, u64) = ("hands.ron", 0x6c6fabe749fafe77);
const LINK: &str = "hands.txt";

const SETTINGS: &[&str] = &["changed.ron", "partial.ron"];

fn file(folder: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compat").join(folder).join(name)
}

/// The scene in a file, as the program opens it.
fn opened_scene(folder: &str, name: &str) -> NamedScene {
    match Document::read(&file(folder, name)) {
        Ok(Document::Scene(scene)) => *scene,
        Ok(Document::Session(_)) => panic!("{folder}/{name} is read as a session"),
        Err(error) => panic!("{error}"),
    }
}

/// The recording in a file, as the program opens it.
fn opened_recording(name: &str) -> Recording {
    match Document::read(&file("sessions", name)) {
        Ok(Document::Session(recording)) => *recording,
        Ok(Document::Scene(_)) => panic!("sessions/{name} is read as a scene"),
        Err(error) => panic!("{error}"),
    }
}

fn sandbox(scene: NamedScene) -> Sandbox {
    let name = scene.name.clone();
    Sandbox::new(scene).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Plays a session to its end.
fn replayed(name: &str, recording: Recording) -> Timeline {
    let mut timeline = Timeline::new(recording.start_sandbox().unwrap_or_else(|error| panic!("{name}: {error}")), true);
    let steps = recording.end.0;
    timeline.play(Replay::new(recording));
    (0..steps).for_each(|_| timeline.step());
    timeline.apply_due_commands();
    timeline
}

/// Compares state hashes with those of a list, and prints all of them if one differs.
fn assert_hashes<'a>(found: impl Iterator<Item = (&'a str, u64)>, expected: impl Iterator<Item = (&'a str, u64)>) {
    let lines = |hashes: Vec<(&str, u64)>| hashes.iter().map(|(name, hash)| format!("{name} {hash:#018x}\n")).collect();
    let (found, expected): (String, String) = (lines(found.collect()), lines(expected.collect()));
    assert_eq!(found, expected, "found\n{found}");
}

#[test]
fn every_compat_file_has_a_test() {
    let listed = |folder: &str| -> BTreeSet<String> {
        let names: Vec<&str> = match folder {
            "scenes" => SCENES.iter().map(|(name, ..)| *name).collect(),
            "sessions" => vec![RECORDING.0],
            "links" => vec![LINK],
            _ => SETTINGS.to_vec(),
        };
        names.into_iter().map(str::to_owned).collect()
    };
    for folder in ["scenes", "sessions", "links", "settings"] {
        let entries = fs::read_dir(file(folder, "")).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        assert_eq!(names.collect::<BTreeSet<_>>(), listed(folder), "tests/compat/{folder}");
    }
}

#[test]
fn compat_scenes_build_as_they_did() {
    let after_30_steps = |&(name, particles, links, _): &(&'static str, usize, usize, u64)| {
        let mut sandbox = sandbox(opened_scene("scenes", name));
        let world = sandbox.world();
        assert_eq!((world.particles().len(), world.link_count()), (particles, links), "{name}");
        (0..30).for_each(|_| sandbox.step());
        (name, sandbox.state_hash())
    };
    assert_hashes(SCENES.iter().map(after_30_steps), SCENES.iter().map(|scene| (scene.0, scene.3)));
}

#[test]
fn compat_scenes_survive_their_own_text() {
    for (name, ..) in SCENES {
        let scene: SceneDef = opened_scene("scenes", name).scene;
        let again = scene::parse(name, &scene::to_text(&scene, 9)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again, scene, "{name}");
    }
}

#[test]
fn compat_recording_and_link_replay_to_their_hash() {
    let (name, hash) = RECORDING;
    let end = |recording| Hash(replayed(name, recording).sandbox().state_hash());
    if std::env::var_os("UPDATE_COMPAT").is_some() {
        let recording = replayed(name, opened_recording(name)).recording();
        fs::write(file("sessions", name), recording.to_text()).expect("the file can be written");
        let link = recording.to_link().expect("the link is short");
        fs::write(file("links", LINK), link + "\n").expect("the file can be written");
    }
    let recording = opened_recording(name);
    assert_eq!(recording.end.1, Hash(hash), "the hash in the file");
    assert_eq!(end(recording), Hash(hash));
    let link = fs::read_to_string(file("links", LINK)).expect("the link is there");
    let address = format!("https://example.org/ropewalk/#{}", link.trim());
    for text in [link.trim(), &address] {
        match Document::open(text) {
            Ok(Document::Session(recording)) => assert_eq!(end(*recording), Hash(hash)),
            Ok(Document::Scene(_)) => panic!("it is read as a scene"),
            Err(error) => panic!("{error}"),
        }
    }
}

/// The settings in a file, read from a copy: the reader sets a damaged file aside.
fn settings(name: &str) -> Prefs {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join(name);
    fs::copy(file("settings", name), &copy).expect("the settings are there");
    let (settings, complaint) = read_prefs(&copy);
    assert_eq!(complaint, None, "{name}");
    settings
}

#[test]
fn compat_settings_keep_their_values() {
    let changed = settings("changed.ron");
    let style = Style {
        theme: Theme::Light,
        colours: Colours::Harbour,
        view: View::Points,
        filled: false,
        shadows: false,
        streaks: false,
        less_motion: false,
    };
    assert_eq!((changed.window, changed.style, changed.scale), ((1000, 720), style, 1.25));
    assert_eq!((changed.background, changed.memory), (true, 1024));
    assert!(changed.tutorial.dragged && changed.tutorial.cut && changed.tutorial.pinned);
    assert_eq!(changed.panel.open, Some(false));
    let sections: Vec<String> = changed.panel.sections.iter().map(|section| format!("{section:?}")).collect();
    assert_eq!(sections, ["Solver", "World", "Springs", "Wind", "Compare", "View", "Plots"]);

    let expected = Prefs {
        window: (1000, 720),
        style: Style { theme: Theme::Light, ..Style::default() },
        scale: 1.5,
        ..Prefs::default()
    };
    assert_eq!(settings("partial.ron"), expected);
}
