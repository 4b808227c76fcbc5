//! Exact states in files. A saved state opens to the same bits and continues to the same bits. A tampered state is
//! refused with an error that names the line. A saved session opens where it ended, with its whole past.

use std::sync::atomic::AtomicBool;

use crate::script::{self, STEPS};
use ropewalk::physics::glam::Vec2;
use ropewalk::physics::{Colliders, LinkKind, Material, MaterialLook, Settings, Snapshot, World};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::{FileError, NamedScene};
use ropewalk::timeline::{Recording, ResumeError, Timeline};

/// A session of the script up to a step; grabs, a pin and a cut come before step 55.
fn session(name: &str, steps: u64) -> Timeline {
    let mut session = Timeline::new(script::sandbox(name), false);
    play(name, &mut session, 0..steps);
    session
}

fn play(name: &str, session: &mut Timeline, steps: std::ops::Range<u64>) {
    let start = script::sandbox(name);
    for step in steps {
        script::commands(&start, step).into_iter().for_each(|command| session.apply(command));
        session.step();
    }
}

fn hash(session: &Timeline) -> u64 {
    session.sandbox().state_hash()
}

/// The text of a state.
fn text(state: &Snapshot) -> String {
    scene::to_text(state, 9)
}

#[test]
fn state_with_materials_is_read_to_the_same_bits() {
    let mut world = World::new(Settings::default(), Colliders::default(), 0);
    let ids: Vec<_> =
        (0..8).map(|k| world.add_particle(0.1 * Vec2::new(k as f32, (k % 2) as f32), 0.1, k == 0)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    let named = |name: &str, stiffness| Material {
        name: name.to_owned(),
        mass_per_metre: Some(0.7),
        stiffness,
        bending: Some(0.1),
        strength: Some(4_321.0),
        colour: Some([1, 2, 3]),
        look: MaterialLook::Chain,
        ..Material::default()
    };
    let numbers = [named("one", None), named("two", Some(50.0))].map(|material| world.add_material(&material));
    world.set_material(&ids[..4], numbers[0].expect("there is room"));
    world.set_material(&ids[5..], numbers[1].expect("there is room"));
    (0..30).for_each(|_| world.step());
    let written = text(&world.snapshot(None));
    let mut read = scene::from_text::<Snapshot>("state", &written).expect("written text is valid").world();
    assert_eq!((read.materials(), read.state_hash()), (world.materials(), world.state_hash()));
    (0..30).for_each(|_| [&mut world, &mut read].into_iter().for_each(World::step));
    assert_eq!(read.state_hash(), world.state_hash());
    assert!(written.contains("bends:"), "the wire is bent at rest: {written}");
    let bad = written.replace("4321.0", "-1.0");
    let error = scene::from_text::<Snapshot>("state", &bad).expect_err("it is refused");
    assert!(error.to_string().contains("with all numbers inside their ranges"), "{error}");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn exported_scene_opens_to_the_same_bits() {
    for name in script::sampled_names() {
        let start = script::sandbox(name);
        for steps in [45, 115] {
            let mut session = session(name, steps);
            let exported = session.sandbox().export();
            let read = scene::parse("e.ron", &scene::to_text(&exported, 9)).expect("written text is valid");
            assert_eq!(read, exported, "{name} at step {steps}");
            let mut opened =
                Sandbox::new(NamedScene { name: "e.ron".to_owned(), scene: read }).expect("the scene builds");
            assert_eq!(opened.state_hash(), hash(&session), "{name} at step {steps}");
            for step in steps..(steps + 20).min(STEPS) {
                for command in script::commands(&start, step) {
                    // Commands that open a scene or reset have another effect in an exported scene.
                    if !matches!(
                        command,
                        Command::BackToBuild | Command::Reset | Command::Open(_) | Command::SetRoom(_)
                    ) {
                        opened.apply(&command);
                        session.apply(command);
                    }
                }
                opened.step();
                session.step();
                assert_eq!(opened.state_hash(), hash(&session), "{name}: opened at step {steps}, then {step}");
            }
            let changed = opened.state_hash();
            opened.apply(&Command::Reset);
            let again = NamedScene { name: "e.ron".to_owned(), scene: exported };
            let again = Sandbox::new(again).expect("the scene builds").state_hash();
            assert!(opened.state_hash() == again && (again != changed || steps == STEPS), "{name}: reset");
        }
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn resumed_session_continues_and_rewinds() {
    for name in script::sampled_names() {
        let mut whole = session(name, 115);
        let saved = whole.session().with_state().to_text();
        let recording = Recording::parse("s.ron", &saved).expect("written text is valid");
        let mut resumed = Timeline::resume(&recording).expect("the recording has a state");
        assert_eq!((resumed.sandbox().steps(), hash(&resumed)), (115, hash(&whole)), "{name}");
        assert!((resumed.sandbox().time() - whole.sandbox().time()).abs() < 1e-9, "{name}");
        assert!(!resumed.undo() && resumed.lacks_past(), "{name}: the past is not read yet");
        // Commands and saves in between lose nothing.
        play(name, &mut resumed, 115..125);
        play(name, &mut whole, 115..125);
        let mut straight = whole;
        assert_eq!(resumed.recording(), straight.recording(), "{name}: saved before the past was read");
        let past = Timeline::replay_past(&recording, &AtomicBool::new(false)).expect("the replay reaches its end");
        assert!(resumed.attach_past(past) && !resumed.lacks_past(), "{name}");
        assert_eq!(resumed.recording(), straight.recording(), "{name}");
        assert_eq!(resumed.edits().collect::<Vec<_>>(), straight.edits().collect::<Vec<_>>(), "{name}");
        while straight.undo() {
            assert!(resumed.undo(), "{name}");
            assert_eq!((resumed.sandbox().steps(), hash(&resumed)), (straight.sandbox().steps(), hash(&straight)));
        }
        assert!(!resumed.undo(), "{name}");
        for step in [0, 7, 50, 100] {
            resumed.seek(step);
            straight.seek(step);
            assert_eq!(hash(&resumed), hash(&straight), "{name} at step {step}");
        }
        assert_eq!(resumed.divergence(), None, "{name}");
    }
}

#[test]
fn shortened_session_is_saved_from_its_first_keyframe() {
    let mut session = Timeline::with_budget(script::sandbox("first-rope"), false, 1 << 20);
    session.set_most_commands(40);
    for step in 0..200u64 {
        session.apply(Command::SetGravity(glam::Vec2::new(0.01 * step as f32, -9.81)));
        session.step();
    }
    session.apply(Command::Reset);
    session.step();
    let oldest = session.range().0;
    assert!(oldest > 0, "nothing was forgotten");
    let recording = Recording::parse("s.ron", &session.session().with_state().to_text()).expect("the text is valid");
    assert_eq!(recording.end.0, 201 - oldest);
    let played = Timeline::replay_past(&recording, &AtomicBool::new(false)).expect("the replay reaches its end");
    assert_eq!(hash(&played), hash(&session));
    assert_eq!(hash(&Timeline::resume(&recording).expect("the recording has a state")), hash(&session));
    let (commands, steps) = (recording.commands.len(), recording.end.0);
    assert!(commands > 0 && commands < 60 && steps > 0, "{commands} commands in {steps} steps");
}

#[test]
fn state_with_another_hash_is_refused_in_a_changed_file() {
    let mut recording = session("welcome", 100).session().with_state();
    recording.now = Some(session("welcome", 101).sandbox().world().snapshot(None));
    let text = recording.to_text();
    let resume = |text: &str| Timeline::resume(&Recording::parse("s.ron", text).expect("the text is valid"));
    // As another build wrote it, with and without a checksum.
    let (unsigned, _) = text.split_once("// checksum").expect("a checksum");
    for text in [&text, unsigned] {
        let mut timeline = resume(text).expect("the state is whole");
        assert!(!timeline.lacks_past() && !timeline.can_undo(), "there is no way back");
        assert_eq!(timeline.range(), (100, 100));
        timeline.apply(Command::PinAtRandom);
        timeline.step();
        assert!(timeline.undo(), "what is done from here on can be undone");
        // The next save opens with its past.
        let saved = Recording::parse("s.ron", &timeline.session().with_state().to_text()).expect("the text is valid");
        assert!(Timeline::resume(&saved).expect("the session opens").lacks_past());
        assert!(Timeline::replay_past(&saved, &AtomicBool::new(false)).is_some());
    }
    assert_eq!(resume(&text.replace("version: 1", "version:  1")).err(), Some(ResumeError::OtherState));
    recording.now = None;
    assert_eq!(Timeline::resume(&recording).err(), Some(ResumeError::NoState));
}

/// Line and message of the error about a text.
fn refused(text: &str) -> (usize, String) {
    match scene::from_text::<Snapshot>("state.ron", text) {
        Err(FileError::Parse { line, message, .. }) => (line, message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn tampered_state_is_refused_with_its_line() {
    let mut net = script::sandbox("scissor-net");
    net.apply(&Command::Grab { grab: 3, particle: ropewalk::physics::ParticleId(5), at: glam::Vec2::ONE });
    net.step();
    let text = text(&net.world().snapshot(None));
    let line_after = |label: &str, by: usize| {
        let at = text.lines().position(|line| line.trim_start().starts_with(label)).expect(label);
        text.lines().nth(at + by).expect("there is more").to_owned()
    };
    let count = net.world().particles().len();
    let (particle, link) = (line_after("particles:", 3), line_after("links:", 2));
    let ends = |ends: &str| {
        let rest = link.trim().trim_start_matches('(').splitn(3, ',').nth(2).expect("a length").to_owned();
        format!("({ends},{rest}")
    };
    let damages = [
        (particle.clone(), with(&particle, 0, "NaN"), "a position"),
        (particle.clone(), with(&particle, 1, "1e9"), "a position"),
        (particle.clone(), with(&particle, 2, "inf"), "a motion"),
        (particle.clone(), with(&particle, 4, "-1.0"), "a mass"),
        (particle.clone(), with(&particle, 4, "0.0"), "a mass"),
        (link.clone(), ends(&format!("0, {count}")), "one of the"),
        (link.clone(), ends("4000000000, 1"), "one of the"),
        (link.clone(), ends("7, 7"), "twice"),
        (link.clone(), with(&link, 2, "-0.1"), "a length"),
        (link.clone(), with(&link, 2, "NaN"), "a length"),
        (link.clone(), with(&link, 3, "1.5"), "a stiffness"),
        (link.clone(), with(&link, 5, "60"), "a colour"),
        (line_after("pinned:", 2), format!("{count},"), "one of the"),
        (line_after("pinned:", 2), "0,".to_owned(), "rising order"),
        (line_after("highest_colour:", 0), "highest_colour: 64,".to_owned(), "a colour"),
        (line_after("substep:", 0), "substep: -1.0,".to_owned(), "a substep"),
        (line_after("steps:", 0), "steps: 18446744073709551615,".to_owned(), "a count"),
        (line_after("drive:", 0), "drive: (9999, (0, 0)),".to_owned(), "one of the"),
        (line_after("hands:", 0), "hands: [(3, 5, false, [], (0, 0), (0, 0))], x: [".to_owned(), "positions"),
        (line_after("faces:", 1), "knots: [],".to_owned(), "the field `hands`"),
    ];
    let replaced = |old: &str, new: &str| {
        let at = text.lines().position(|line| line == old).expect("it is there");
        (at, text.lines().enumerate().map(|(n, line)| if n == at { new } else { line }).collect::<Vec<_>>().join("\n"))
    };
    assert!(scene::from_text::<Snapshot>("state.ron", &text).is_ok());
    for (old, new, words) in damages {
        let (at, damaged) = replaced(&old, &new);
        let (line, message) = refused(&damaged);
        assert!(message.contains(words), "{message:?} about {new:?} where \"{words}\" was expected");
        assert!(line.abs_diff(at + 1) <= 1, "{message:?} in line {line}, not {}", at + 1);
    }
    // A colour that another link at the same particle has.
    let links = text.lines().skip_while(|line| !line.trim_start().starts_with("links:")).skip(1);
    let records: Vec<Vec<&str>> = links
        .take_while(|line| line.trim_start().starts_with('('))
        .map(|line| line.trim().trim_matches(['(', ')', ',']).split(", ").collect())
        .collect();
    let (first, second) = (&records[0], records[1..].iter().find(|other| other[0] == records[0][0]).expect("a knot"));
    let old = links_line(&text, second);
    let (_, damaged) = replaced(&old, &with(&old, 5, first[5]));
    assert!(refused(&damaged).1.contains("no other link has"), "{:?}", refused(&damaged));
}

/// A record with another value in one of its fields.
fn with(record: &str, index: usize, value: &str) -> String {
    let mut fields: Vec<&str> = record.trim().trim_matches(['(', ')', ',']).split(", ").collect();
    fields[index] = value;
    format!("({}),", fields.join(", "))
}

/// The line of a link.
fn links_line(text: &str, record: &[&str]) -> String {
    let record = format!("({}),", record.join(", "));
    text.lines().find(|line| line.trim() == record).expect("it is there").to_owned()
}
