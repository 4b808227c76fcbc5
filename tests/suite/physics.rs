//! The physics against closed forms.

use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::script::is_full_sweep;
use glam::Vec2;
use ropewalk::physics::{Settings, ShapeProperties, Wind, World};
use ropewalk::sandbox::Sandbox;
use ropewalk::scene;

/// The world of a scene with these settings, surroundings and recipes.
pub(crate) fn world(settings: &str, around: &str, build: &str) -> World {
    let text = format!(
        "(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), {around} settings: ({settings}), \
         build: [{build}])"
    );
    let scene = scene::parse("test", &text).unwrap_or_else(|error| panic!("{error}"));
    scene::build(&scene).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn gallery(name: &str) -> World {
    let scene = scene::named(name).expect("a scene of the gallery");
    Sandbox::new(scene).expect("the scene builds").world().clone()
}

pub(crate) fn steps(world: &mut World, count: usize) {
    (0..count).for_each(|_| world.step());
}

pub(crate) fn at(world: &World, particle: usize) -> Vec2 {
    world.particles().position[particle]
}

#[test]
fn free_fall_follows_the_closed_form_at_any_number_of_substeps() {
    // 8 m from the origin, where the difference of two rounded positions would lose gravity.
    for substeps in [1, 64, 200] {
        let mut world = world(&format!("substeps: Count({substeps})"), "", "Point(at: (8, 8))");
        // The gain of speed in a short substep is rounded. After 3 s at 200 substeps this shows in the 4th digit.
        for (second, tolerance) in [(1, 1e-4), (2, 3e-4), (3, 5e-4)] {
            steps(&mut world, 60);
            let fallen = f64::from(8.0 - at(&world, 0).y);
            let exact = 0.5 * 9.81 * f64::from(second * second);
            assert!((fallen / exact - 1.0).abs() < tolerance, "{substeps} substeps, {second} s: {fallen} for {exact}");
        }
    }
}

#[test]
fn short_pendulum_keeps_its_period() {
    // Length 0.25 m at 2 degrees: T = 2 pi sqrt(l / g) (1 + angle² / 16).
    let (length, angle) = (0.25f64, 2f64.to_radians());
    let exact = std::f64::consts::TAU * (length / 9.81).sqrt() * (1.0 + angle * angle / 16.0);
    let (x, y) = (length * angle.sin(), -length * angle.cos());
    let bob = format!(
        "Point(name: \"pin\", at: (0, 0), pinned: true), Point(name: \"bob\", at: ({x}, {y})), \
                       Connect(a: Of(\"pin\", 0), b: Of(\"bob\", 0))"
    );
    let mut world = world("", "", &bob);
    let mut crossings = Vec::new();
    for step in 1..=1_200 {
        let before = f64::from(at(&world, 1).x);
        world.step();
        let after = f64::from(at(&world, 1).x);
        if before < 0.0 && after >= 0.0 {
            crossings.push((f64::from(step) - after / (after - before)) / 60.0);
        }
    }
    let period = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64;
    assert!((period / exact - 1.0).abs() < 5e-3, "{period} s for {exact} s");
}

#[test]
fn hanging_rope_is_a_catenary() {
    // 2 m of rope between two pins 1.2 m apart: y = a cosh(x / a), with 2 a sinh(0.6 / a) = 2.
    let mut world =
        world("drag: 1.5", "", "Rope(from: At(-0.6, 0), to: At(0.6, 0), particles: 81, length: 2, pins: Both)");
    steps(&mut world, 60 * 30);
    let (mut low, mut high) = (0.05f64, 10.0);
    for _ in 0..200 {
        let a = 0.5 * (low + high);
        if 2.0 * a * (0.6 / a).sinh() > 2.0 { low = a } else { high = a }
    }
    let a = 0.5 * (low + high);
    for particle in 0..81 {
        let place = at(&world, particle);
        let exact = a * ((f64::from(place.x) / a).cosh() - (0.6 / a).cosh());
        assert!((f64::from(place.y) - exact).abs() < 0.02, "particle {particle}: {place} for {exact}");
    }
}

#[test]
fn spring_rope_stretches_as_published() {
    // The top spring carries 79 masses: 79 x 0.05 x 9.81 N / 10 000 N/m = 3.87 mm.
    let mut scene = scene::named("nehe-40").expect("a scene of the gallery").scene;
    let ground = scene.settings.springs.ground.as_mut().expect("a scene with ground");
    ground.height = -10.0;
    let mut world = scene::build(&scene).expect("the scene builds");
    steps(&mut world, 60 * 90);
    let stretch = f64::from((at(&world, 0) - at(&world, 1)).length()) - 0.05;
    assert!((stretch / 3.875e-3 - 1.0).abs() < 0.02, "{} mm", stretch * 1e3);
    assert!(world.energy().kinetic < 1e-4, "it hangs still: {} J", world.energy().kinetic);
}

/// Runs a scene for 20 s, or for a minute in a full sweep, without input, and checks that its energy never grows.
fn check_energy(name: &str) {
    let mut world = gallery(name);
    // Motors are input, and are stopped.
    let shapes: Vec<_> = world.colliders().shapes().iter().map(|shape| (shape.id, shape.def.properties())).collect();
    for (id, properties) in shapes {
        world.set_shape_properties(id, ShapeProperties { spin: 0.0, slide: None, ..properties });
    }
    // Wind is input, and is stopped; still air is not input.
    let calm = Wind { velocity: Vec2::ZERO, ..world.settings().wind };
    world.set_settings(Settings { wind: calm, ..*world.settings() });
    let start = world.energy().total();
    // The energy that lifts everything by a metre. The measured energy does not include that of stretch, of which 1 %
    // may come back.
    let scale = 9.81 * world.particles().mass.iter().map(|&mass| f64::from(mass)).sum::<f64>();
    // A released rope with a weight at its end stretches by a quarter of a millimetre at its second step.
    let mut lowest = start;
    let seconds = if is_full_sweep() { 60.0 } else { 20.0 };
    for step in 0..(seconds / world.settings().step_seconds()).round() as u32 {
        world.step();
        let energy = world.energy().total();
        assert!(energy <= start + 5e-4 * scale, "{name}, step {step}: {energy} J from {start} J");
        let settled = step < 600 || energy <= lowest + 0.01 * scale;
        assert!(settled, "{name}, step {step}: {energy} J after {lowest} J");
        lowest = lowest.min(energy);
    }
    assert_eq!(world.clamped_speed_count(), 0, "{name}: nothing is ever too fast");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn total_energy_never_grows_without_input() {
    let names: Vec<_> = scene::light_names().collect();
    // Some scenes take long: each thread takes the next scene when it is free.
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            check_energy(name);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

#[test]
fn wheel_with_many_spokes_does_not_explode() {
    // Swept in one direction only, 14 links at one hub gain energy without end.
    for (spokes, substeps) in [(14, "Count(8)"), (40, "Auto")] {
        let mut world = world(
            &format!("substeps: {substeps}"),
            "ground: -1.6,",
            &format!(
                "Wheel(name: \"wheel\", at: (0, 0), radius: 0.5, spokes: {spokes}, mass: 0.05), \
                 Rope(from: At(0.9, 1.7), to: Of(\"wheel\", 0), particles: 16, mass: 0.03, pins: First)"
            ),
        );
        let start = world.energy().total();
        for step in 0..1_200 {
            world.step();
            let energy = world.energy().total();
            assert!(energy <= start, "{spokes} spokes, {substeps}, step {step}: {energy} J from {start} J");
        }
    }
}

#[test]
fn links_conserve_momentum() {
    let mut world = world(
        "gravity: (0, 0), substeps: Count(8), strands: Off",
        "",
        // A quarter longer than at rest: sweeps contract it at once.
        "Rope(from: At(0, 0), to: At(1, 0), particles: 20, length: 0.8), Box(at: (0, 1), width: 1, height: 1)",
    );
    let mut fastest = 0.0f64;
    for step in 0..300 {
        world.step();
        fastest = fastest.max(world.energy().kinetic);
        assert!(world.momentum().length() < 1e-4, "step {step}: {}", world.momentum());
    }
    assert!(fastest > 1e-3, "nothing moved: {fastest} J");
}

#[test]
fn resting_particles_do_not_hop() {
    // At one substep of 1/60 s gravity alone adds 0.16 m/s, enough to bounce from.
    let mut world = world("restitution: 0.8, substeps: Count(1)", "ground: 0,", "Point(at: (0, 0.5))");
    steps(&mut world, 600);
    assert_eq!(world.energy().kinetic, 0.0);
}

#[test]
fn nothing_leaves_a_room_or_gains_speed_in_it() {
    let mut world = world(
        "restitution: 1, friction: 0",
        "walls: Room((min: (-1, -1), max: (1, 1))),",
        "Rope(from: At(-0.9, 0.5), to: At(0.9, 0.9), particles: 12), Point(at: (0.3, 0.2))",
    );
    let start = world.energy().total();
    for _ in 0..1_200 {
        world.step();
        assert!(world.particles().position.iter().all(|at| at.abs().max_element() <= 1.0));
    }
    assert!(world.energy().total() <= start + 1e-3, "{} J from {start} J", world.energy().total());
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn crumpled_cloth_hangs_straight_again() {
    // Threads only pull: a curtain that was turned over once must unfold.
    let mut sandbox = Sandbox::new(scene::named("welcome").expect("a scene of the gallery")).expect("the scene builds");
    (0..600).for_each(|_| sandbox.step());
    let before = sandbox.world().particles().position.clone();
    for gravity in [Vec2::new(0.0, 9.81), Vec2::new(9.81, 0.0), Vec2::new(0.0, -9.81)] {
        sandbox.apply(&ropewalk::sandbox::Command::SetGravity(gravity));
        (0..180).for_each(|_| sandbox.step());
    }
    (0..1_200).for_each(|_| sandbox.step());
    let corners = sandbox.world().faces().flat_map(|face| face.corners);
    // The folds of a slack thread are not determined; the height at which it hangs is.
    let risen = corners.map(|id| at(sandbox.world(), id.index()).y - before[id.index()].y).fold(0.0, f32::max);
    assert!(risen < 0.1, "a point of the curtain hangs {risen} m higher than it did");
}

#[test]
fn bridge_of_planks_that_overlap_is_solved_in_few_substeps() {
    let mut world = world("", "", "Bridge(from: (-5, 0), to: (-2, 0), planks: 100)");
    let coarse = (0..10).filter(|_| {
        world.step();
        world.is_coarse()
    });
    assert_eq!(coarse.count(), 10);
    assert!(world.work().substeps < 300, "{:?}", world.work());
}
