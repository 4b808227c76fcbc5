//! The same scene and commands at the same steps give the same bits: in two runs, with and without wide lanes, on one
//! thread and on several, from a clone or a snapshot within a run, and replayed from text. `golden.rs` compares debug
//! with release.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, OnceLock},
};

use crate::script::{self, STEPS};
use glam::Vec2;
use ropewalk::physics::{Lanes, Method, ParticleId, Settings, StrandSolver, SweepOrder, Tiling};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;
use ropewalk::timeline::{Recording, Replay, Timeline};

/// The hash after each step of a session.
type Hashes = Arc<OnceLock<Vec<u64>>>;

/// Plays a session.
fn play(name: &str) -> Vec<u64> {
    let mut hashes = Vec::new();
    script::play(name, |sandbox| hashes.push(sandbox.state_hash()));
    hashes
}

/// The hashes of [`play`], played once for all tests.
pub fn hashes(name: &str) -> Vec<u64> {
    static PLAYED: LazyLock<Mutex<HashMap<String, Hashes>>> = LazyLock::new(Mutex::default);
    once(&PLAYED, name, || play(name))
}

/// The hashes of `play`: the first caller plays, later callers wait for its result.
fn once(played: &Mutex<HashMap<String, Hashes>>, name: &str, play: impl FnOnce() -> Vec<u64>) -> Vec<u64> {
    let entry = Hashes::clone(played.lock().expect("no test panics with it").entry(name.to_owned()).or_default());
    entry.get_or_init(play).clone()
}

/// Compares two runs and names the first step that differs.
fn assert_same(name: &str, one: &[u64], other: &[u64]) {
    let differs = one.iter().zip(other).position(|(one, other)| one != other);
    assert_eq!(differs, None, "{name}: the first step that differs; look at what that step's commands touch");
    assert_eq!(one.len(), other.len(), "{name}: as many steps");
}

/// A sandbox restored to this one's state from another state.
fn gone_back(sandbox: &Sandbox) -> Sandbox {
    let snapshot = sandbox.snapshot(None);
    let mut other = sandbox.clone();
    let down = Vec2::new(0.0, -1e3);
    other.apply(&Command::Cut { from: -down, to: down, radius: 3.0 });
    other.apply(&Command::SetGravity(down));
    (0..3).for_each(|_| other.step());
    other.restore(&snapshot);
    assert_eq!(other.state_hash(), sandbox.state_hash());
    other
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn clones_and_restored_snapshots_continue_to_the_same_hashes() {
    for name in script::sampled_names() {
        let expected = hashes(name);
        let start = script::sandbox(name);
        let mut sandbox = start.clone();
        let found = (0..STEPS).map(|step| {
            if step % 10 == 0 {
                sandbox = gone_back(&sandbox);
            }
            script::commands(&start, step).iter().for_each(|command| sandbox.apply(command));
            // Between the commands and the step. A clone shares no memory with its original: a second run, too.
            match step % 10 {
                3 => sandbox = gone_back(&sandbox),
                8 => sandbox = sandbox.clone(),
                _ => {}
            }
            sandbox.step();
            sandbox.state_hash()
        });
        assert_same(name, &expected, &found.collect::<Vec<_>>());
    }
}

/// Ways to compute a step, on one thread or on several, of which the state knows nothing.
const WAYS: [(Lanes, Tiling, usize); 4] = [
    (Lanes::Scalar, Tiling::Auto, 1),
    (Lanes::Wide, Tiling::Always, 2),
    (Lanes::Scalar, Tiling::Always, 3),
    (Lanes::Wide, Tiling::Never, 1),
];

/// Computes the next steps in another way every few steps. The full sweep keeps to `only` one, for a whole session.
fn take_turns(sandbox: &mut Sandbox, step: u64, only: Option<usize>) {
    if !step.is_multiple_of(4) {
        return;
    }
    let (lanes, tiling, threads) = WAYS[only.unwrap_or(step as usize / 4 % WAYS.len())];
    sandbox.set_lanes(lanes);
    sandbox.set_tiling(tiling);
    sandbox.set_threads(threads);
}

/// The sessions in which a test plays a scene: taking turns, or each way by itself.
fn turns() -> Vec<Option<usize>> {
    if script::is_full_sweep() { (0..WAYS.len()).map(Some).collect() } else { vec![None] }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn lanes_tiles_and_threads_have_the_same_hashes_in_every_scene() {
    for (name, turn) in scene::light_names().flat_map(|name| turns().into_iter().map(move |turn| (name, turn))) {
        let start = script::sandbox(name);
        let mut sandbox = start.clone();
        let found = (0..STEPS).map(|step| {
            take_turns(&mut sandbox, step, turn);
            script::commands(&start, step).iter().for_each(|command| sandbox.apply(command));
            sandbox.step();
            sandbox.state_hash()
        });
        assert_same(&format!("{name}, way {turn:?}"), &hashes(name), &found.collect::<Vec<_>>());
    }
}

/// Settings under which strands are solved directly, in any scene.
fn whole_strands(start: &Sandbox) -> Command {
    let settings = start.scene().scene.settings;
    let (method, order, strands) = (Method::Jakobsen, SweepOrder::Colour, StrandSolver::On);
    Command::SetSettings(Box::new(Settings { method, order, strands, give: 0.0, ..settings }))
}

/// A session in which strands are solved directly, except for some steps with give. `before` may change the sandbox
/// before a step.
fn whole_strand_hashes(name: &str, mut before: impl FnMut(&mut Sandbox, u64)) -> Vec<u64> {
    let start = script::sandbox(name);
    let mut sandbox = start.clone();
    let step = |step| {
        before(&mut sandbox, step);
        let extra = matches!(step, 0 | 107).then(|| whole_strands(&start));
        extra.iter().chain(&script::commands(&start, step)).for_each(|command| sandbox.apply(command));
        sandbox.step();
        sandbox.state_hash()
    };
    (0..STEPS).map(step).collect()
}

/// The hashes of an unchanged [`whole_strand_hashes`], played once for all tests.
fn plain_whole_strand_hashes(name: &str) -> Vec<u64> {
    static PLAYED: LazyLock<Mutex<HashMap<String, Hashes>>> = LazyLock::new(Mutex::default);
    once(&PLAYED, name, || whole_strand_hashes(name, |_, _| ()))
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn direct_solves_survive_clones_and_snapshots() {
    for name in script::sampled_names() {
        let expected = plain_whole_strand_hashes(name);
        // A clone shares no memory with its original: this is also a session played again.
        let restored = whole_strand_hashes(name, |sandbox, step| match step % 14 {
            0 => *sandbox = gone_back(sandbox),
            7 => *sandbox = sandbox.clone(),
            _ => {}
        });
        assert_same(name, &expected, &restored);
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn direct_solves_have_the_same_hashes_on_lanes_tiles_and_threads() {
    for (name, turn) in scene::light_names().flat_map(|name| turns().into_iter().map(move |turn| (name, turn))) {
        let found = whole_strand_hashes(name, |sandbox, step| take_turns(sandbox, step, turn));
        assert_same(&format!("{name}, way {turn:?}"), &plain_whole_strand_hashes(name), &found);
    }
}

/// A large net over the ground, or a cloth with braces, which is swept forward and backward.
fn large_net(braced: bool) -> Sandbox {
    let grid = "(at: (-1, 1), columns: 150, rows: 150, spacing: 0.014, pins: TopCorners)";
    let recipe = if braced { format!("Cloth(grid: {grid}, shear: 0.3)") } else { format!("Net({grid})") };
    let text = format!(
        "(version: 1, title: \"net\", hint: \"-\", ground: -1.2, view: (min: (-2, -2), max: (2, 1)), \
         settings: (substeps: Count(8), sweeps: 2), build: [{recipe}])"
    );
    let scene = scene::parse("net", &text).unwrap_or_else(|error| panic!("{error}"));
    Sandbox::new(NamedScene { name: "net".to_owned(), scene }).expect("the scene builds")
}

/// The commands of the large net's session before a step.
fn large_commands(step: u32) -> Vec<Command> {
    let place = |x: f32, y: f32| Vec2::new(-1.0 + 2.1 * x, 1.0 - 2.1 * y);
    match step {
        2 => vec![Command::Grab { grab: 0, particle: ParticleId(149 * 150 + 75), at: place(0.5, 1.0) }],
        5 => vec![Command::Grab { grab: 1, particle: ParticleId(11_000), at: place(0.3, 0.6) }],
        8 | 14 => vec![Command::Cut { from: place(0.1, 0.02 * step as f32), to: place(0.8, 0.6), radius: 0.01 }],
        10 => vec![Command::SetPinned { particle: ParticleId(75 * 150 + 20), pinned: true }],
        16 => vec![Command::SetGravity(Vec2::new(5.0, -20.0)), Command::Release { grab: 0 }],
        20 => vec![script::build("Net((at: (-0.58, 1.84), columns: 50, rows: 22, spacing: 0.03, pins: TopCorners))")],
        3..=12 => vec![Command::MoveGrab { grab: 0, to: place(0.1 * step as f32, 0.7) }],
        25 => vec![Command::Cut { from: place(0.0, 0.5), to: place(1.0, 0.5), radius: 0.02 }],
        _ => Vec::new(),
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn tiles_and_threads_have_the_same_hashes_in_a_large_net() {
    for braced in [false, true] {
        let run = |tiling, threads| {
            let mut sandbox = large_net(braced);
            sandbox.set_tiling(tiling);
            sandbox.set_threads(threads);
            let step = |step| {
                large_commands(step).iter().for_each(|command| sandbox.apply(command));
                sandbox.step();
                sandbox.state_hash()
            };
            (0..40).map(step).collect::<Vec<_>>()
        };
        let expected = run(Tiling::Never, 1);
        for threads in [1, 3] {
            assert_same(&format!("braced {braced}, {threads} threads"), &expected, &run(Tiling::Always, threads));
        }
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn recordings_replay_from_text_to_the_same_hash() {
    for name in script::sampled_names() {
        let start = script::sandbox(name);
        let mut timeline = Timeline::new(start.clone(), true);
        for step in 0..STEPS {
            script::commands(&start, step).into_iter().for_each(|command| timeline.apply(command));
            timeline.step();
        }
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = folder.path().join("session.ron");
        timeline.recording().write(&path).expect("the file can be written");
        let recording = Recording::read(&path).expect("written text is valid");
        assert_eq!(recording, timeline.recording(), "{name}: the text says the same, bit for bit");

        let mut again = Timeline::new(Sandbox::new(recording.start.clone()).expect("the scene builds"), true);
        again.play(Replay::new(recording));
        (0..STEPS).for_each(|_| again.step());
        again.apply_due_commands();
        assert_eq!(again.divergence(), None, "{name}");
        assert_eq!(again.recording().end, timeline.recording().end, "{name}");
    }
}
