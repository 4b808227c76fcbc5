//! A scripted session for every scene, with grabs, cuts, pins, gravity, ropes, nets and settings. The tests that
//! compare hashes share it.

use glam::Vec2;
use ropewalk::physics::{Aabb, ParticleId, Settings};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;

/// Steps in a session.
pub const STEPS: u64 = 150;

/// A sandbox with a scene of the gallery.
pub fn sandbox(name: &str) -> Sandbox {
    let scene = scene::named(name).unwrap_or_else(|| panic!("{name} is in the gallery"));
    Sandbox::new(scene).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Whether sweeps try all of their cases, as `.ci/campaign` has it, and not the sample of `.ci/run`.
#[allow(dead_code, reason = "not every test that shares this file has samples")]
pub fn is_full_sweep() -> bool {
    std::env::var("SWEEP").is_ok_and(|sweep| sweep == "all")
}

/// The scenes of tests that ask what a session, a snapshot or a file keeps. `.ci/run` leaves out the two whose steps take
/// as long as those of all others together.
#[allow(dead_code, reason = "not every test that shares this file has samples")]
pub fn sampled_names() -> impl Iterator<Item = &'static str> {
    const DEAREST: [&str; 2] = ["cloth-over-obstacles", "tearable-curtain"];
    scene::light_names().filter(|name| is_full_sweep() || !DEAREST.contains(name))
}

/// The command that builds a recipe of scene files.
pub fn build(recipe: &str) -> Command {
    Command::Build(Box::new(scene::from_text("recipe", recipe).unwrap_or_else(|error| panic!("{error}"))))
}

/// The session's commands before a step, in a scene that starts as `scene`.
pub fn commands(scene: &Sandbox, step: u64) -> Vec<Command> {
    let Aabb { min, max } = scene.scene().scene.view;
    let count = scene.world().particles().len() as u32;
    let place = |x: f32, y: f32| min + (max - min) * Vec2::new(x, y);
    // Outside of obstacles, which would push it out at once.
    let free = |x: f32, y: f32| scene.world().colliders().outside(place(x, y));
    // Where ropes meet, the discs of neighbours touch, so that no rope passes between them.
    let spacing = |length: f32| scene.world().settings().rope_contact.map_or(length, |radius| length.min(2.0 * radius));
    let held = ParticleId(count / 3);
    match step {
        // A drag that is far too fast and far out of reach.
        10 => vec![Command::Grab { grab: 0, particle: held, at: place(0.5, 0.5) }],
        11..=30 => {
            let swing = [place(0.1, 0.9), place(1.5, 0.2), place(-0.7, -0.4), place(0.9, 1.8)][step as usize % 4];
            vec![Command::MoveGrab { grab: 0, to: swing }, Command::MoveGrab { grab: 0, to: place(0.4, 0.3) }]
        }
        // A second grab, and a pin during both.
        35 => vec![Command::Grab { grab: 7, particle: ParticleId(count - 1), at: place(0.8, 0.1) }],
        40 => vec![Command::SetPinned { particle: held, pinned: true }, Command::Release { grab: 0 }],
        50 => vec![Command::Cut { from: place(0.0, 0.2), to: place(1.0, 0.7), radius: 0.05 }],
        55 => vec![Command::SetGravity(Vec2::new(6.0, 3.0)), Command::Release { grab: 7 }],
        70 => {
            let links = ((place(0.6, 0.6) - place(0.3, 0.9)).length() / spacing(0.05)).ceil();
            let (Vec2 { x, y }, ParticleId(end), particles) = (free(0.3, 0.9), held, links as u32 + 1);
            let ends = format!("from: At({x}, {y}), to: Particle({end})");
            vec![build(&format!("Rope({ends}, particles: {particles}, pins: First)"))]
        }
        80 => {
            let (from, to, spacing) = (free(0.1, 0.1), free(0.4, 0.4), spacing(0.1));
            let meshes = ((to - from).abs() / spacing).round().max(Vec2::ONE);
            let (x, y, columns, rows) = (from.x.min(to.x), from.y.max(to.y), meshes.x as u32 + 1, meshes.y as u32 + 1);
            let size = format!("columns: {columns}, rows: {rows}, spacing: {spacing}");
            vec![build(&format!("Net((at: ({x}, {y}), {size}, pins: TopCorners))"))]
        }
        90 => vec![Command::PinAtRandom, Command::DriveHeldEnd(Vec2::new(-3.0, 1.0))],
        100 => vec![Command::SetSettings(Box::new(Settings { give: 0.2, ..scene.scene().scene.settings }))],
        115 => vec![Command::SetRoom(Aabb { min: place(0.1, 0.0), max: place(0.9, 1.1) })],
        130 => vec![Command::Cut { from: place(0.5, 1.0), to: place(0.45, 0.0), radius: 0.02 }],
        _ => Vec::new(),
    }
}

/// Plays a session from start to end, and shows the sandbox after each step.
#[allow(dead_code, reason = "not every test that shares this file plays all of it")]
pub fn play(name: &str, mut after_step: impl FnMut(&Sandbox)) -> Sandbox {
    let start = sandbox(name);
    let mut sandbox = start.clone();
    for step in 0..STEPS {
        commands(&start, step).iter().for_each(|command| sandbox.apply(command));
        sandbox.step();
        after_step(&sandbox);
    }
    sandbox
}

/// Steps of the session per step of the short session.
#[allow(dead_code, reason = "not every test that shares this file plays all of it")]
pub const SHORT_STRIDE: usize = 25;

/// Plays the short session, for large scenes: before each step, the commands of [`SHORT_STRIDE`] steps are applied.
#[allow(dead_code, reason = "not every test that shares this file plays all of it")]
pub fn play_short(name: &str, mut before: impl FnMut(&mut Sandbox)) -> Sandbox {
    let start = sandbox(name);
    let mut sandbox = start.clone();
    before(&mut sandbox);
    for first in (0..STEPS).step_by(SHORT_STRIDE) {
        let due = (first..first + SHORT_STRIDE as u64).flat_map(|step| commands(&start, step));
        due.for_each(|command| sandbox.apply(&command));
        sandbox.step();
    }
    sandbox
}
