//! A world and its ghost: the same commands in both, each with its own method; saved, undone and replayed together.

use std::sync::atomic::AtomicBool;

use crate::script;
use glam::Vec2;
use ropewalk::headless::{Run, simulate};
use ropewalk::physics::{Method, ParticleId, Settings, Springs, SweepOrder, World};
use ropewalk::sandbox::{Command, Ghost, Sandbox};
use ropewalk::scene;
use ropewalk::scene::{NamedScene, Rival, Technique, rivals};
use ropewalk::timeline::{Recording, Timeline};

fn rival(name: &str) -> Rival {
    rivals().iter().find(|rival| rival.name == name).unwrap_or_else(|| panic!("{name} is a rival")).clone()
}

fn compare(name: &str) -> Command {
    Command::SetGhost(Some(Box::new(rival(name))))
}

fn ghost(sandbox: &Sandbox) -> &Ghost {
    sandbox.ghost().expect("there is a ghost")
}

/// A session of the script in a scene up to a step, compared with a rival from its 10th step on.
fn session(scene: &str, rival: &str, steps: u64) -> Timeline {
    let start = script::sandbox(scene);
    let mut session = Timeline::new(start.clone(), true);
    for step in 0..steps {
        if step == 10 {
            session.apply(compare(rival));
        }
        script::commands(&start, step).into_iter().for_each(|command| session.apply(command));
        session.step();
    }
    session
}

fn hash(session: &Timeline) -> u64 {
    session.sandbox().state_hash()
}

#[test]
fn rival_with_the_worlds_own_method_stays_equal() {
    // The same method with the same commands reaches the same bits; a command that missed the ghost would show.
    let start = script::sandbox("welcome");
    let mut sandbox = start.clone();
    sandbox.apply(&compare("Ropewalk's own"));
    for step in 0..script::STEPS {
        for command in script::commands(&start, step) {
            // A rival's own give is not that of the world.
            if !matches!(command, Command::SetSettings(_)) {
                sandbox.apply(&command);
            }
        }
        sandbox.step();
        // Except for its own randomness, which draws no pins.
        let difference = sandbox.world().digest().difference(ghost(&sandbox).world().digest());
        assert_eq!(difference, "something else", "after step {step}");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn commands_reach_both_worlds_in_every_scene() {
    let (mut strokes, mut met) = (0, 0);
    for name in scene::light_names() {
        let start = script::sandbox(name);
        let mut sandbox = start.clone();
        sandbox.apply(&compare("Jakobsen by colour"));
        for step in 0..script::STEPS {
            script::commands(&start, step).iter().for_each(|command| sandbox.apply(command));
            sandbox.step();
            let (world, other) = (sandbox.world(), ghost(&sandbox).world());
            assert_eq!(world.particles().len(), other.particles().len(), "{name}: ids part at step {step}");
            assert_eq!(world.particles().pinned, other.particles().pinned, "{name}: pins part at step {step}");
            assert_eq!(world.grabs().len(), other.grabs().len(), "{name}: grabs differ at step {step}");
            assert_eq!(world.settings().gravity, other.settings().gravity, "{name} at step {step}");
            assert_eq!(world.colliders().room, other.colliders().room, "{name} at step {step}");
            assert_eq!(
                (other.settings().order, other.settings().sweeps),
                (SweepOrder::Colour, 50),
                "{name} at step {step}"
            );
        }
        let cut = |world: &World| world.cut_link_count() > 0;
        strokes += u32::from(cut(sandbox.world()));
        met += u32::from(cut(ghost(&sandbox).world()));
    }
    // Particles that hang elsewhere in the ghost may be missed; a cut that never reached the ghost would miss all of
    // them.
    assert!(strokes > 4 && met + 2 >= strokes, "the scissors met something in {strokes} worlds and {met} ghosts");
}

#[test]
fn rival_of_the_same_name_continues_and_others_restart() {
    let mut sandbox = script::sandbox("solver-race");
    (0..60).for_each(|_| sandbox.step());
    let before = ghost(&sandbox).world().particles().position.clone();
    assert!(ghost(&sandbox).world().stretch().max > 0.2);
    let mut tuned = ghost(&sandbox).rival();
    tuned.settings.sweeps = 7;
    sandbox.apply(&Command::SetGhost(Some(Box::new(tuned))));
    assert_eq!(ghost(&sandbox).world().settings().sweeps, 7);
    assert_eq!(ghost(&sandbox).world().particles().position, before);
    sandbox.apply(&compare("Springs"));
    assert_eq!(ghost(&sandbox).world().particles().position, sandbox.world().particles().position);
}

#[test]
fn reset_restarts_the_ghost() {
    let mut sandbox = script::sandbox("solver-race");
    let start = sandbox.state_hash();
    (0..20).for_each(|_| sandbox.step());
    sandbox.apply(&Command::SetGhost(None));
    sandbox.apply(&Command::Reset);
    assert_eq!(sandbox.state_hash(), start, "the scene has its ghost again");
    let mut sandbox = script::sandbox("first-rope");
    sandbox.apply(&compare("Small steps"));
    (0..20).for_each(|_| sandbox.step());
    sandbox.apply(&Command::Reset);
    assert_eq!(ghost(&sandbox).name(), "Small steps", "what was chosen is still compared with");
    assert_eq!(ghost(&sandbox).world().particles().position, sandbox.world().particles().position);
    sandbox.apply(&Command::Open(Box::new(scene::named("welcome").expect("a scene of the gallery"))));
    assert!(sandbox.ghost().is_none(), "another scene, another comparison");
}

#[test]
fn ghost_undo_rewind_and_redo_have_the_same_hashes() {
    for (scene, rival) in [("welcome", "Jakobsen in random order"), ("nehe-40", "Ropewalk's own")] {
        let mut session = session(scene, rival, 120);
        let end = hash(&session);
        let mut hashes = std::collections::BTreeMap::new();
        for step in [0, 9, 11, 35, 65, 101] {
            session.seek(step);
            hashes.insert(step, hash(&session));
            assert_eq!(session.sandbox().ghost().is_some(), step > 10, "{scene} at step {step}");
        }
        for (&step, &before) in hashes.iter().rev() {
            session.seek(step);
            assert_eq!(hash(&session), before, "{scene}: step {step} is not what it was");
        }
        session.seek(u64::MAX);
        assert_eq!(hash(&session), end, "{scene}");
        let mut undone = 0;
        while session.undo() {
            undone += 1;
        }
        assert!(undone > 5 && session.sandbox().ghost().is_none(), "{scene}: {undone} edits");
        (0..undone).for_each(|_| assert!(session.redo(), "{scene}"));
        assert_eq!(hash(&session), end, "{scene}: after all is done again");
        assert_eq!(session.divergence(), None, "{scene}");
    }
}

#[test]
fn saved_session_keeps_its_ghost() {
    let whole = session("welcome", "Jakobsen in random order", 110);
    let saved = whole.session().with_state().to_text();
    let recording = Recording::parse("s.ron", &saved).expect("written text is valid");
    let mut resumed = Timeline::resume(&recording).expect("the recording has a state");
    assert_eq!(hash(&resumed), hash(&whole));
    let mut straight = whole;
    for session in [&mut resumed, &mut straight] {
        session.apply(Command::Cut { from: Vec2::new(-4.0, 0.0), to: Vec2::new(4.0, 0.3), radius: 0.05 });
        (0..60).for_each(|_| session.step());
    }
    assert_eq!(hash(&resumed), hash(&straight));
    let past = Timeline::replay_past(&recording, &AtomicBool::new(false)).expect("the replay reaches its end");
    assert!(resumed.attach_past(past));
    for step in [5, 40, 109] {
        resumed.seek(step);
        straight.seek(step);
        assert_eq!(hash(&resumed), hash(&straight), "at step {step}");
    }
    // The state alone, as it is saved without commands.
    let alone = straight.session().state_only();
    let alone = Recording::parse("a.ron", &alone.to_text()).expect("the text is valid");
    assert_eq!(hash(&Timeline::resume(&alone).expect("the recording has a state")), alone.end.1.0);
}

#[test]
fn exported_scene_has_both_worlds() {
    for (name, steps) in [("solver-race", 90), ("spring-vs-jakobsen", 300)] {
        let mut sandbox = script::sandbox(name);
        (0..steps).for_each(|_| sandbox.step());
        let exported = sandbox.export();
        let read = scene::parse("e.ron", &scene::to_text(&exported, 9)).expect("written text is valid");
        assert_eq!(read, exported, "{name}");
        let mut opened = Sandbox::new(NamedScene { name: "e.ron".to_owned(), scene: read }).expect("the scene builds");
        assert_eq!(opened.state_hash(), sandbox.state_hash(), "{name} at step {steps}");
        (0..60).for_each(|_| {
            opened.step();
            sandbox.step();
        });
        assert_eq!(opened.state_hash(), sandbox.state_hash(), "{name} after step {steps}");
    }
}

#[test]
fn bad_ghost_in_a_file_is_refused() {
    let scene = |ghost: &str| {
        format!(
            "(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), \
             build: [Net((at: (0, 0), columns: 100, rows: 100, spacing: 0.1))], {ghost})"
        )
    };
    let error = |ghost: &str| scene::read_scene("g.ron", &scene(ghost)).map(drop).expect_err(ghost).to_string();
    assert!(scene::read_scene("g.ron", &scene("ghost: (name: \"Springs\")")).is_ok());
    assert!(error("ghost: (name: \"\")").contains("a name of 1 to 60 characters"));
    assert!(error("ghost: (name: \"x\", settings: (gravity: (0, 0)))").contains("gravity"));
    assert!(error("ghost: (name: \"x\", settings: (give: 2))").contains("`give: 2.0` is out of range"));
    let slow = error("ghost: (name: \"x\", settings: (substeps: Count(100), sweeps: 100, order: Random))");
    assert!(slow.contains("too slow for the 20000 links"), "{slow}");
    let state = scene::to_text(&script::sandbox("first-rope").world().snapshot(None), 9);
    assert!(error(&format!("ghost: (name: \"x\"), ghost_state: {state}")).contains("beside a `state`"));
}

#[test]
fn worst_springs_dragged_for_20_s_stay_finite() {
    // The longest step, the stiffest springs, one substep, and a violent drag.
    let mut sandbox = script::sandbox("spring-vs-jakobsen");
    let own = *sandbox.world().settings();
    let springs = Springs { stiffness: 1e6, inner_friction: 1e3, max_substep: 0.1, ..own.springs };
    let technique = Technique { method: Method::Springs, springs, ..Technique::default() };
    sandbox.apply(&Command::SetGhost(Some(Box::new(Rival { name: "worst".to_owned(), settings: technique }))));
    sandbox.apply(&Command::SetSettings(Box::new(Settings { step: 0.1, hand_speed: 1_000.0, max_speed: 1e4, ..own })));
    sandbox.apply(&Command::Grab { grab: 0, particle: ParticleId(40), at: Vec2::ZERO });
    for step in 0..200 {
        let side = if step % 2 == 0 { 1.0 } else { -1.0 };
        sandbox.apply(&Command::MoveGrab { grab: 0, to: Vec2::new(9_000.0 * side, 30.0 * (step % 7) as f32) });
        sandbox.step();
        for world in [sandbox.world(), ghost(&sandbox).world()] {
            let particles = world.particles();
            let finite = particles.position.iter().chain(&particles.displacement).all(|value| value.is_finite());
            assert!(finite, "at step {step}");
            let far = particles.position.iter().map(|at| at.abs().max_element()).fold(0.0, f32::max);
            assert!(far <= ropewalk::physics::WORLD_EDGE, "{far} m at step {step}");
            assert!(world.energy().total().is_finite() && world.stretch().max.is_finite(), "at step {step}");
        }
    }
}

#[test]
fn comparison_scenes_show_their_difference_in_ten_seconds() {
    let mut race = script::sandbox("solver-race");
    let mut max = (0.0_f64, 0.0_f64);
    for _ in 0..600 {
        race.step();
        max = (max.0.max(race.world().stretch().max), max.1.max(ghost(&race).world().stretch().max));
    }
    assert!(max.0 < 0.001 && max.1 > 0.5, "{max:?}");
    let mut springs = script::sandbox("spring-vs-jakobsen");
    let mut max = (0.0_f64, 0.0_f64);
    for _ in 0..5_000 {
        springs.step();
        max = (max.0.max(springs.world().stretch().max), max.1.max(ghost(&springs).world().stretch().max));
    }
    assert!(max.0 < 0.001 && max.1 > 0.1, "{max:?}");
}

#[test]
fn simulate_appends_ghost_lines_to_its_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let csv = folder.path().join("ghost.csv");
    let start = |name| scene::named(name).expect("a scene of the gallery");
    let run = |name, csv| Run { start: start(name), replay: None, steps: 3, threads: 1, csv };
    let report = simulate(run("solver-race", Some(csv.clone()))).expect("the program runs");
    let lines = report.to_string();
    assert!(lines.contains("\nghost Jakobsen in sequence\n") && lines.contains("\nghost_max_stretch 0."), "{lines}");
    let json = serde_json::to_value(&report).expect("a report as JSON");
    assert!(json["ghost_max_stretch"].as_f64() > json["max_stretch"].as_f64());
    let rows = std::fs::read_to_string(&csv).expect("the file was written");
    let mut rows = rows.lines();
    assert_eq!(rows.next(), Some("step,time,particle,x,y,ghost_x,ghost_y"));
    assert!(rows.clone().count() == 4 * 201 && rows.all(|row| row.split(',').count() == 7));
    let plain = simulate(run("first-rope", None)).expect("the program runs").to_string();
    assert!(plain.lines().last().is_some_and(|line| line.starts_with("state_hash ")), "{plain}");
    // The ghost exists for a part of the run: its columns are empty otherwise.
    let mut session = Timeline::new(script::sandbox("first-rope"), true);
    session.step();
    session.apply(compare("Small steps"));
    session.step();
    session.apply(Command::SetGhost(None));
    session.step();
    let replay = Some(session.recording());
    simulate(Run { start: start("first-rope"), replay, steps: 3, threads: 1, csv: Some(csv.clone()) })
        .expect("the program runs");
    let rows = std::fs::read_to_string(csv).expect("the file was written");
    let filled = rows.lines().skip(1).filter(|row| !row.ends_with(",,")).count();
    assert_eq!((rows.lines().count(), filled), (1 + 4 * 10, 10));
}
