//! Weights of up to 1000 to 1, and of up to 1 000 kg, on ropes and nets.

mod bodies;
mod records;

use glam::Vec2;
use ropewalk::physics::{LinkKind, ParticleId, Settings, Snapshot, World};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;

/// Stretch that is not seen, as a share.
const UNSEEN: f64 = 0.01;

/// The mass ratio that has to hold.
const RATIO: f32 = 1_000.0;

fn gallery(name: &str) -> Sandbox {
    Sandbox::new(scene::named(name).expect("a scene of the gallery")).expect("the scene builds")
}

fn sandbox(build: &str) -> Sandbox {
    let text = format!(
        "(version: 1, title: \"t\", hint: \"h\", view: (min: (-5, -5), max: (5, 5)), ground: -3, build: [{build}])"
    );
    let scene = scene::parse("test", &text).expect("the test's scene reads");
    Sandbox::new(NamedScene { name: "test".to_owned(), scene }).expect("the scene builds")
}

fn stretch(sandbox: &Sandbox) -> f64 {
    sandbox.world().stretch().max
}

fn change(sandbox: &mut Sandbox, change: impl Fn(&mut Settings)) {
    let mut settings = *sandbox.world().settings();
    change(&mut settings);
    sandbox.apply(&Command::SetSettings(Box::new(settings)));
}

/// Hangs weights of 1000 to 1 on these particles, lets all come to rest, swings it by turning gravity to the side for
/// half a second, and lets the last weight fall by a metre. Returns the most stretch at rest, in the swing, and at the
/// end of the fall.
fn load(mut sandbox: Sandbox, on: &[u32]) -> [f64; 3] {
    for &particle in on {
        let mass = RATIO * sandbox.world().particles().mass[particle as usize];
        sandbox.apply(&Command::SetWeight { particle: ParticleId(particle), mass: Some(mass) });
        // Its rope does not lay itself round it.
        sandbox.apply(&Command::SetSolid { particle: ParticleId(particle), solid: false });
    }
    change(&mut sandbox, |settings| settings.drag = 2.0);
    (0..400).for_each(|_| sandbox.step());
    change(&mut sandbox, |settings| settings.drag = 0.0);
    let rest = stretch(&sandbox);
    let max = |sandbox: &mut Sandbox, steps: u32| {
        (0..steps).fold(0.0_f64, |max, _| {
            sandbox.step();
            max.max(stretch(sandbox))
        })
    };
    let mut swinging = sandbox.clone();
    swinging.apply(&Command::SetGravity(Vec2::new(9.81, 0.0)));
    let aside = max(&mut swinging, 30);
    swinging.apply(&Command::SetGravity(Vec2::new(0.0, -9.81)));
    let swing = max(&mut swinging, 240).max(aside);
    let particle = ParticleId(*on.last().expect("there is one"));
    let from = sandbox.world().particles().position[particle.index()];
    sandbox.apply(&Command::Grab { grab: 0, particle, at: from });
    for step in 1..=60 {
        let to = from + Vec2::new(0.02, step as f32 / 60.0);
        sandbox.apply(&Command::MoveGrab { grab: 0, to });
        sandbox.step();
    }
    (0..60).for_each(|_| sandbox.step());
    sandbox.apply(&Command::Release { grab: 0 });
    [rest, swing, max(&mut sandbox, 180)]
}

fn check(what: &str, build: &str, on: &[u32]) {
    let [rest, swing, fall] = load(sandbox(build), on);
    let max = rest.max(swing).max(fall);
    assert!(
        max < 0.05,
        "{what}, weights at {on:?}: stretched by {rest} at rest, {swing} swinging, {fall} after a fall"
    );
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn ropes_hold_weights_of_1000_to_1() {
    for (links, on) in [(10, &[10][..]), (100, &[50, 100]), (1_000, &[1_000])] {
        let rope = format!("Rope(from: At(0, 2), to: At(0, -2), particles: {}, pins: First)", links + 1);
        check(&format!("a rope of {links}"), &rope, on);
    }
}

#[test]
fn ropes_between_two_pins_hold_weights_of_1000_to_1() {
    for on in [&[50][..], &[33, 66]] {
        check("a slack rope", "Rope(from: At(-2, 3), to: At(2, 3), particles: 101, length: 5, pins: Both)", on);
    }
    // It was laid folded onto itself, and came to rest at 48 % of stretch.
    let upright = "Rope(from: At(0, 2), to: At(0, -2), particles: 101, length: 6, pins: Both)";
    check("an upright rope", upright, &[50]);
    let mut bare = sandbox(upright);
    for step in 0..300 {
        bare.step();
        assert!(stretch(&bare) < UNSEEN, "step {step}: {}", stretch(&bare));
    }
}

#[test]
fn weight_in_a_straight_rope_is_lifted_and_not_thrown() {
    // A grab stretches it by some percent; the release must not throw it.
    for links in [30, 200] {
        let rope = format!("Rope(from: At(-2, 3), to: At(2, 3), particles: {}, pins: Both)", links + 1);
        let mut sandbox = sandbox(&rope);
        let particle = ParticleId(links / 2);
        sandbox.apply(&Command::SetWeight { particle, mass: Some(20.0) });
        (0..60).for_each(|_| sandbox.step());
        let from = sandbox.world().particles().position[particle.index()];
        sandbox.apply(&Command::Grab { grab: 0, particle, at: from });
        sandbox.apply(&Command::MoveGrab { grab: 0, to: from + Vec2::new(0.02, 1.0) });
        (0..120).for_each(|_| sandbox.step());
        sandbox.apply(&Command::Release { grab: 0 });
        let start = sandbox.world().energy().total();
        for step in 0..240 {
            sandbox.step();
            let now = sandbox.world().energy().total();
            // 2 m/s.
            assert!(now < start + 40.0, "{links} links, step {step}: {now} J from {start} J");
        }
    }
}

#[test]
fn weight_on_a_long_slack_rope_is_calm() {
    // A direct solve of the whole rope would fling the weight: both of its sides are taut.
    let mut sandbox = sandbox("Rope(from: At(-2, 3), to: At(2, 3), particles: 1001, length: 5, pins: Both)");
    sandbox.apply(&Command::SetWeight { particle: ParticleId(500), mass: Some(20.0) });
    // Its rope does not lay itself round it.
    sandbox.apply(&Command::SetSolid { particle: ParticleId(500), solid: false });
    (0..120).for_each(|_| sandbox.step());
    sandbox.apply(&Command::SetGravity(Vec2::new(9.81, 0.0)));
    (0..30).for_each(|_| sandbox.step());
    sandbox.apply(&Command::SetGravity(Vec2::new(0.0, -9.81)));
    let before = sandbox.world().energy().total();
    for step in 0..200 {
        sandbox.step();
        let (stretch, energy) = (stretch(&sandbox), sandbox.world().energy().total());
        // 40 kg in all: so much is 2.5 cm of lift.
        assert!(stretch < 0.2 && energy < before + 10.0, "{stretch} and {energy} J from {before} J, step {step}");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn nets_hold_weights_of_1000_to_1() {
    let net = |pins: &str| format!("Net((at: (-1.5, 2.5), columns: 30, rows: 30, spacing: 0.1, pins: {pins}))");
    check("a net by its upper edge", &net("TopRow"), &[15 * 30 + 10, 29 * 30 + 29]);
    check("a net on pins", &net("TopEvery(5)"), &[29 * 30]);
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn webs_and_bridges_hold_weights_of_1000_to_1() {
    check("a web", "Web(at: (0, 1), radius: 1.8, spokes: 14, turns: 9, mass: 0.01)", &[0]);
    check("a bridge", "Bridge(from: (-3, 1), to: (3, 1), planks: 9)", &[27]);
}

#[test]
fn pendulum_wave_realigns_after_30_seconds() {
    let mut sandbox = gallery("pendulum-wave");
    let bobs: Vec<usize> = sandbox.world().weights().iter().map(|weight| weight.particle.index()).collect();
    assert_eq!(bobs.len(), 15);
    let start = sandbox.world().particles().position.clone();
    (0..1_770).for_each(|_| sandbox.step());
    let apart = (0..60).map(|_| {
        sandbox.step();
        let now = &sandbox.world().particles().position;
        bobs.iter().map(|&bob| now[bob].distance(start[bob])).fold(0.0, f32::max)
    });
    let nearest = apart.fold(f32::INFINITY, f32::min);
    assert!(nearest < 0.1, "{nearest} m from the start");
}

/// Hangs 1 000 kg on a particle, lets it come to rest and swings it by gravity. Returns the most stretch, and the highest
/// speed, m/s.
fn swing_a_tonne(build: &str, on: u32) -> (f64, f32) {
    let mut sandbox = sandbox(build);
    sandbox.apply(&Command::SetWeight { particle: ParticleId(on), mass: Some(1_000.0) });
    change(&mut sandbox, |settings| settings.drag = 2.0);
    (0..400).for_each(|_| sandbox.step());
    change(&mut sandbox, |settings| settings.drag = 0.0);
    let (mut most, mut fastest) = (stretch(&sandbox), 0.0_f32);
    for step in 0..200 {
        let gravity = if step < 30 { Vec2::new(9.81, 0.0) } else { Vec2::new(0.0, -9.81) };
        sandbox.apply(&Command::SetGravity(gravity));
        let before = sandbox.world().particles().position.clone();
        sandbox.step();
        let moved = before.iter().zip(&sandbox.world().particles().position).map(|(a, b)| a.distance(*b));
        fastest = moved.fold(fastest, |fastest, moved| fastest.max(60.0 * moved));
        most = most.max(stretch(&sandbox));
    }
    (most, fastest)
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn ropes_and_nets_hold_a_tonne() {
    let span = "Rope(from: At(-3, 3), to: At(3, 3), particles: 60, length: 6.6, pins: Both)";
    let net = "Net((at: (-1.5, 2.5), columns: 30, rows: 30, spacing: 0.1, pins: TopRow))";
    for (build, on) in [(span, 30), (net, 29 * 30 + 29)] {
        let (most, fastest) = swing_a_tonne(build, on);
        assert!(most < 0.06 && fastest < 40.0, "{build}: stretch {most}, {fastest} m/s");
    }
}
