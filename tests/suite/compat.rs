//! Files that earlier builds wrote: every later build opens them. `tests/compat/README.md` says which build wrote which
//! file.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use ropewalk::app::storage::{Prefs, read_prefs};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::{NamedScene, SceneDef};
use ropewalk::timeline::{Document, Hash, Recording, Replay, Timeline};
use ropewalk::view::{Colours, Style, Theme, View};

/// Each scene: its particles, its links, and its state hash after 30 steps.
const SCENES: &[(&str, usize, usize, u64)] = &[
    ("defaults.ron", 142, 224, 0x3c76f2025aee7fca),
    ("gravity.ron", 21, 20, 0x5f14ab1f51d5bfce),
    ("materials.ron", 248, 325, 0xa875669351cf7d1c),
    ("minimal.ron", 0, 0, 0x7d28cd676c339e7b),
    ("recipes.ron", 240, 396, 0x936c367951b66fa9),
    ("settings.ron", 36, 46, 0x5fe1dc45ca372d3f),
    ("springs.ron", 31, 30, 0xa3cf0cc9d4145d3f),
];

/// Each session, the state hash at its end in the file, and the one that this build reaches: its physics moves differently.
const SESSIONS: &[(&str, u64, u64)] = &[
    ("autosaved.ron", 0x09b893e49281c806, 0x2e0d9e8af30bb8fe),
    ("forgotten.ron", 0x651fc67620018599, 0x01d3e0b0ed4957e5),
    ("ghost.ron", 0x79184322127ed38c, 0x6919502a9e160d8d),
    ("hands.ron", 0x0290678f5f65f553, 0x1211a0bfcdead55d),
    ("parts.ron", 0x05c07c39d6d7a2d8, 0xf85ecf7651559926),
    ("recorded.ron", 0x09b893e49281c806, 0x2e0d9e8af30bb8fe),
    ("settings.ron", 0xaa3e03dee9df78e9, 0xe00503b0d8af5eb2),
    ("shapes.ron", 0xecb2d62e3ade1315, 0x73eec8cd388e7339),
    ("state-alone.ron", 0x0290678f5f65f553, 0xba9e4397bfbf5601),
    ("undone.ron", 0x07267338688057e8, 0x9560caa47c1c2599),
];

/// Each state: its hash, and the hash 30 steps later.
const STATES: &[(&str, u64, u64)] = &[
    ("built.ron", 0x05c07c39d6d7a2d8, 0x2a02f46a2ab8cd78),
    ("pile.ron", 0x33daf18a799e013d, 0xd912b78e83eaef18),
    ("springs.ron", 0x743ebf5daa708ccd, 0xadc47ea383e2a066),
];

/// Each copy, with its particles and its links.
const CLIPS: &[(&str, usize, usize)] = &[("things.txt", 289, 422)];

/// Each link, and the session of the same commands.
const LINKS: &[(&str, &str)] = &[("hands.txt", "hands.ron"), ("shapes.txt", "shapes.ron")];

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

/// The session in a file, as the program opens it.
fn opened_session(name: &str) -> Recording {
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

/// Plays a session to its end. Returns the state hash there.
fn replayed(name: &str, recording: Recording) -> u64 {
    let mut timeline = Timeline::new(recording.start_sandbox().unwrap_or_else(|error| panic!("{name}: {error}")), true);
    let steps = recording.end.0;
    timeline.play(Replay::new(recording));
    (0..steps).for_each(|_| timeline.step());
    timeline.apply_due_commands();
    timeline.sandbox().state_hash()
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
            "sessions" => SESSIONS.iter().map(|(name, ..)| *name).collect(),
            "states" => STATES.iter().map(|(name, ..)| *name).collect(),
            "clips" => CLIPS.iter().map(|(name, ..)| *name).collect(),
            "links" => LINKS.iter().map(|(name, ..)| *name).collect(),
            _ => SETTINGS.to_vec(),
        };
        names.into_iter().map(str::to_owned).collect()
    };
    for folder in ["scenes", "sessions", "states", "clips", "links", "settings"] {
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
    for (folder, name) in
        SCENES.iter().map(|scene| ("scenes", scene.0)).chain(STATES.iter().map(|state| ("states", state.0)))
    {
        let scene: SceneDef = opened_scene(folder, name).scene;
        let again = scene::parse(name, &scene::to_text(&scene, 9)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again, scene, "{folder}/{name}");
    }
}

#[test]
fn compat_states_go_on_to_the_same_hash() {
    let mut opened: Vec<_> = STATES.iter().map(|state| (state.0, sandbox(opened_scene("states", state.0)))).collect();
    let hashes = |all: &[(&'static str, Sandbox)]| -> Vec<(&'static str, u64)> {
        all.iter().map(|(name, sandbox)| (*name, sandbox.state_hash())).collect()
    };
    assert_hashes(hashes(&opened).into_iter(), STATES.iter().map(|state| (state.0, state.1)));
    opened.iter_mut().for_each(|(_, sandbox)| (0..30).for_each(|_| sandbox.step()));
    assert_hashes(hashes(&opened).into_iter(), STATES.iter().map(|state| (state.0, state.2)));
}

#[test]
fn compat_sessions_replay_to_their_hash() {
    for &(name, in_file, _) in SESSIONS {
        assert_eq!(opened_session(name).end.1, Hash(in_file), "{name}: the hash in the file");
    }
    let found = SESSIONS.iter().map(|session| (session.0, replayed(session.0, opened_session(session.0))));
    assert_hashes(found, SESSIONS.iter().map(|session| (session.0, session.2)));
}

#[test]
fn compat_sessions_resume_as_they_were_left() {
    let mut resumed = 0;
    for &(name, ..) in SESSIONS {
        let recording = opened_session(name);
        if recording.now.is_none() {
            continue;
        }
        let mut timeline = Timeline::resume(&recording).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(timeline.sandbox().steps(), recording.end.0, "{name}");
        // A past that leads elsewhere when it is played anew is not offered.
        if let Some(past) = Timeline::replay_past(&recording, &AtomicBool::new(false)) {
            assert!(timeline.attach_past(past), "{name}: its past is not the session's");
            assert!(timeline.undo() || recording.commands.is_empty(), "{name}: nothing to undo");
        }
        (0..30).for_each(|_| timeline.step());
        resumed += 1;
    }
    assert!(resumed >= 5, "only {resumed} sessions have the state at their end");
}

#[test]
fn compat_links_replay_to_their_hash() {
    for &(name, session) in LINKS {
        let link = fs::read_to_string(file("links", name)).expect("the link is there");
        let address = format!("https://example.org/ropewalk/#{}", link.trim());
        let expected = SESSIONS.iter().find(|other| other.0 == session).expect("a session of that name").2;
        for text in [link.trim(), &address] {
            match Document::open(text) {
                Ok(Document::Session(recording)) => assert_eq!(Hash(replayed(name, *recording)), Hash(expected)),
                Ok(Document::Scene(_)) => panic!("{name} is read as a scene"),
                Err(error) => panic!("{name}: {error}"),
            }
        }
    }
}

#[test]
fn compat_copies_paste_whole() {
    for &(name, particles, links) in CLIPS {
        let text = fs::read_to_string(file("clips", name)).expect("the copy is there");
        let clip = scene::clip_from_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut sandbox = sandbox(scene::named("blank").expect("a blank page"));
        sandbox.apply(&Command::Insert(Box::new(clip)));
        let world = sandbox.world();
        assert_eq!((world.particles().len(), world.link_count()), (particles, links), "{name}");
        assert_eq!((world.anchors().len(), world.balls().len(), world.colliders().shapes().len()), (1, 2, 1), "{name}");
        assert_eq!(world.materials().len(), scene::PRESETS.len(), "{name}");
    }
}

#[test]
fn compat_parts_keep_materials_joints_and_anchors() {
    let recording = opened_session("parts.ron");
    let timeline = Timeline::resume(&recording).unwrap_or_else(|error| panic!("{error}"));
    let world = timeline.sandbox().world();
    assert_eq!((world.anchors().len(), world.balls().len(), world.colliders().shapes().len()), (1, 2, 1));
    let names: BTreeSet<&str> = world.materials().iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, BTreeSet::from(scene::PRESETS));
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
