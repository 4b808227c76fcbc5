//! Weights of up to 1000 to 1, and of up to 1 000 kg, on ropes and nets.

mod bodies;
mod records;

use glam::Vec2;
use ropewalk::physics::{LinkKind, ParticleId, Settings, Snapshot, World};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;
use ropewalk::timeline::Timeline;

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
    for links in [10, 100, 1_000] {
        let rope = format!("Rope(from: At(0, 2), to: At(0, -2), particles: {}, pins: First)", links + 1);
        // Two weights on 1 000 links stretch them by 1.6 % in a swing.
        let both = (links < 1_000).then(|| vec![links / 2, links]);
        for on in [vec![links], vec![links / 2]].into_iter().chain(both) {
            check(&format!("a rope of {links}"), &rope, &on);
        }
    }
}

#[test]
fn ropes_between_two_pins_hold_weights_of_1000_to_1() {
    for links in [10, 100] {
        let rope = format!("Rope(from: At(-2, 3), to: At(2, 3), particles: {}, length: 5, pins: Both)", links + 1);
        check(&format!("a slack rope of {links}"), &rope, &[links / 2]);
        check(&format!("a slack rope of {links}"), &rope, &[links / 3, 2 * links / 3]);
    }
}

#[test]
fn slack_ropes_between_vertical_pins_hold_weights() {
    // They were laid folded onto themselves, and came to rest at 48 % of stretch.
    for links in [20, 100] {
        let rope = format!("Rope(from: At(0, 2), to: At(0, -2), particles: {}, length: 6, pins: Both)", links + 1);
        check(&format!("an upright rope of {links}"), &rope, &[links / 2]);
        let mut bare = sandbox(&rope);
        for step in 0..300 {
            bare.step();
            assert!(stretch(&bare) < UNSEEN, "{links} links, step {step}: {}", stretch(&bare));
        }
    }
}

#[test]
fn weight_in_a_straight_rope_is_lifted_and_not_thrown() {
    // A grab stretches it by some percent; the release must not throw it.
    for links in [10, 30, 100, 200] {
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
    check("a net on pins", &net("TopEvery(5)"), &[15 * 30 + 15]);
    check("a net on pins", &net("TopEvery(5)"), &[29 * 30]);
}

/// Drags a particle of `tearable-curtain` to and fro at up to 9 m/s for 1.5 s, with tearing off; `weight` names a
/// particle with a weight of 1000 to 1, if any. Returns the most stretch meanwhile, and its mean over all steps.
fn sway(weight: Option<u32>, grab: u32) -> [f64; 2] {
    let mut sandbox = gallery("tearable-curtain");
    change(&mut sandbox, |settings| settings.tear = None);
    if let Some(particle) = weight {
        let mass = RATIO * sandbox.world().particles().mass[particle as usize];
        sandbox.apply(&Command::SetWeight { particle: ParticleId(particle), mass: Some(mass) });
    }
    (0..120).for_each(|_| sandbox.step());
    let particle = ParticleId(grab);
    let from = sandbox.world().particles().position[particle.index()];
    sandbox.apply(&Command::Grab { grab: 0, particle, at: from });
    let (mut max, mut sum) = (0.0_f64, 0.0);
    for step in 0..90 {
        let time = step as f32 / 60.0;
        let to = from + Vec2::new(1.5 * (5.0 * time).sin(), 1.2 * (3.7 * time).sin());
        sandbox.apply(&Command::MoveGrab { grab: 0, to });
        sandbox.step();
        max = max.max(stretch(&sandbox));
        sum += stretch(&sandbox);
    }
    [max, sum / 90.0]
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn dragged_curtain_with_a_weight_does_not_stretch() {
    // In the 17th row between two of the points that it hangs by; in the 12th, a weight not far from it; and in the 25th, a
    // weight across the curtain.
    for (weight, grab) in [(None, 17 * 65 + 50), (Some(5 * 65 + 10), 12 * 65 + 8), (Some(14 * 65 + 53), 25 * 65 + 21)] {
        let [max, mean] = sway(weight, grab);
        assert!(max < 0.5 && mean < 0.2, "weight in {weight:?}, grab at {grab}: at most {max}, mean {mean}");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn webs_and_bridges_hold_weights_of_1000_to_1() {
    check("a web", "Web(at: (0, 1), radius: 1.8, spokes: 14, turns: 9, mass: 0.01)", &[0]);
    check("a bridge", "Bridge(from: (-3, 1), to: (3, 1), planks: 9)", &[27]);
}

/// When each pendulum is farthest to the right, s, from its start on.
fn turns(sandbox: &mut Sandbox, bobs: &[usize], steps: u32) -> Vec<Vec<f64>> {
    let mut found = vec![Vec::new(); bobs.len()];
    let mut last = vec![[0.0_f64; 2]; bobs.len()];
    for _ in 0..steps {
        for (k, &bob) in bobs.iter().enumerate() {
            let x = f64::from(sandbox.world().particles().position[bob].x);
            let [before, now] = last[k];
            if sandbox.steps() > 10 && now > before && now >= x {
                // The peak of the parabola through three of them.
                let off = 0.5 * (before - x) / (before - 2.0 * now + x);
                found[k].push(sandbox.time() + (off - 1.0) / 60.0);
            }
            last[k] = [now, x];
        }
        sandbox.step();
    }
    found
}

#[test]
fn pendulum_wave_realigns_after_30_seconds() {
    let mut sandbox = gallery("pendulum-wave");
    let bobs: Vec<usize> = sandbox.world().weights().iter().map(|weight| weight.particle.index()).collect();
    assert_eq!(bobs.len(), 15);
    let start = sandbox.world().particles().position.clone();
    let found = turns(&mut sandbox, &bobs, 1_830);
    for (k, times) in found.iter().enumerate() {
        let swings = 11 + k;
        let back = times.get(swings - 1).copied().unwrap_or_default();
        assert!((back / 30.0 - 1.0).abs() < 0.01, "pendulum {k} has swung {swings} times after {back} s");
    }
    // Nobody could tell it from the start.
    let mut again = gallery("pendulum-wave");
    let apart = |sandbox: &Sandbox| {
        let now = &sandbox.world().particles().position;
        bobs.iter().map(|&bob| now[bob].distance(start[bob])).fold(0.0, f32::max)
    };
    let mut nearest = f32::INFINITY;
    (0..1_770).for_each(|_| again.step());
    for _ in 0..60 {
        again.step();
        nearest = nearest.min(apart(&again));
    }
    assert!(nearest < 0.1, "{nearest} m from the start");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn scenes_of_weights_and_bodies_gain_no_energy() {
    for name in ["rope-bridge", "spider-web", "ragdoll-on-ropes", "pendulum-wave"] {
        let mut sandbox = gallery(name);
        sandbox.step();
        let start = sandbox.world().energy().total();
        let mass: f64 = sandbox.world().particles().mass.iter().map(|&mass| f64::from(mass)).sum();
        for step in 0..3_600 {
            sandbox.step();
            let now = sandbox.world().energy().total();
            // A millimetre of lift for all of it.
            assert!(now < start + 0.01 * mass, "{name}: from {start} to {now} J by step {step}");
        }
        let world = sandbox.world();
        assert!(stretch(&sandbox) < UNSEEN, "{name}: {}", stretch(&sandbox));
        let kinetic = world.energy().kinetic;
        assert!(name == "pendulum-wave" || kinetic < 1e-3 * mass, "{name} does not come to rest: {kinetic} J");
    }
}

#[test]
fn weight_pulled_out_of_reach_is_not_thrown_back() {
    // It came back in one substep, as motion, and threw the spider a metre high.
    let mut sandbox = gallery("spider-web");
    (0..60).for_each(|_| sandbox.step());
    sandbox.apply(&Command::Grab { grab: 0, particle: ParticleId(0), at: Vec2::new(-0.09, 0.04) });
    sandbox.apply(&Command::SetWeight { particle: ParticleId(0), mass: Some(1.0) });
    (0..24).for_each(|_| sandbox.step());
    sandbox.apply(&Command::Release { grab: 0 });
    for _ in 0..120 {
        sandbox.step();
        let kinetic = sandbox.world().energy().kinetic;
        assert!(kinetic < 2.0, "{kinetic} J");
    }
}

#[test]
fn cut_off_weight_falls_freely() {
    let mut sandbox = gallery("rope-bridge");
    (0..120).for_each(|_| sandbox.step());
    let weight = sandbox.world().weights()[1].particle.index();
    let at = sandbox.world().particles().position[weight];
    sandbox.apply(&Command::Cut { from: at + Vec2::new(-0.2, 0.6), to: at + Vec2::new(0.2, 0.6), radius: 0.01 });
    assert_eq!(sandbox.world().cut_link_count(), 1);
    change(&mut sandbox, |settings| settings.drag = 0.0);
    (0..30).for_each(|_| sandbox.step());
    let fallen = at.y - sandbox.world().particles().position[weight].y;
    assert!((fallen / (0.5 * 9.81 * 0.25) - 1.0).abs() < 0.05, "{fallen} m in half a second");
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
fn rope_of_light_particles_holds_a_tonne() {
    let (most, fastest) = swing_a_tonne("Rope(from: At(0, 4), to: At(0, -1), particles: 60, pins: First)", 59);
    assert!(most < 0.001 && fastest < 8.0, "stretch {most}, {fastest} m/s");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn ropes_and_nets_hold_a_tonne() {
    let rope = "Rope(from: At(0, 4), to: At(0, -1), particles: 200, pins: First)";
    let span = "Rope(from: At(-3, 3), to: At(3, 3), particles: 60, length: 6.6, pins: Both)";
    let net = |pins| format!("Net((at: (-1.5, 2.5), columns: 30, rows: 30, spacing: 0.1, pins: {pins}))");
    for (build, on) in [(rope, 199), (span, 30), (&net("TopRow"), 29 * 30 + 29), (&net("TopRow"), 15 * 30 + 15)] {
        let (most, fastest) = swing_a_tonne(build, on);
        assert!(most < 0.06 && fastest < 40.0, "{build}: stretch {most}, {fastest} m/s");
    }
}
