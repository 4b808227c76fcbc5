//! Properties of any commands, any settings and any camera: the design's invariants 1, 2, 4 and 6. The inputs are the
//! wildest that a file or a caller can bring: NaN, infinities, huge, tiny and negative values, removed ids.

use crate::generators::{any_scene, cases, command, commands, id, settings};
use glam::Vec2;
use proptest::{
    collection::vec,
    option,
    prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest},
    sample::select,
};
use ropewalk::physics::{Aabb, ParticleId, Settings, SweepOrder, WORLD_EDGE, World};
use ropewalk::sandbox::{Command, FixedClock, Ghost, Sandbox};
use ropewalk::scene;
use ropewalk::scene::{NamedScene, Recipe, SceneDef, recipe};
use ropewalk::timeline::{Hash, Recording, Replay, Stamped, Timeline};
use ropewalk::view::{Camera, Covered};

fn sandbox(scene: &NamedScene) -> Sandbox {
    Sandbox::new(scene.clone()).expect("the gallery builds")
}

/// The held particles, and the driven one.
fn led(world: &World) -> (Vec<ParticleId>, Option<ParticleId>) {
    (world.grabs().iter().map(|grab| grab.particle).collect(), world.drive().map(|drive| drive.particle))
}

/// The first fault of a world, if it has one.
fn fault(world: &World) -> Option<String> {
    let (held, _) = led(world);
    let held = if world.settings().is_published() { held } else { Vec::new() };
    let particles = world.particles();
    for (index, at) in particles.position.iter().enumerate() {
        let (id, inv_mass) = (ParticleId(index as u32), particles.inv_mass[index]);
        // A driven particle is pinned until its pin is removed, which also ends the drive.
        let fixed = particles.pinned[index] || held.contains(&id) || world.lifted().contains(&id);
        if at.is_nan() || at.abs().max_element() > WORLD_EDGE {
            return Some(format!("particle {index} is at {at}"));
        }
        if !particles.displacement[index].is_finite() {
            return Some(format!("particle {index} moves by {}", particles.displacement[index]));
        }
        // A sleeping particle counts as fixed: half a second is five steps of the longest kind.
        let may_sleep = inv_mass == 0.0 && world.sleeping_count() > 0;
        if !(inv_mass >= 0.0 && inv_mass.is_finite()) || ((inv_mass == 0.0) != fixed && !may_sleep) {
            return Some(format!("particle {index} has the inverse mass {inv_mass}; fixed: {fixed}"));
        }
    }
    for shape in world.colliders().shapes() {
        let pose = shape.pose();
        // Its place is in the world; a sliding obstacle may be led out of it.
        let (near, is_unit) =
            (pose.at.abs().max_element() <= 3.0 * WORLD_EDGE, (pose.turn.length() - 1.0).abs() < 1e-5);
        if !near || !is_unit {
            return Some(format!("shape {:?} is at {pose:?}", shape.id));
        }
    }
    None
}

/// Whether a command moves particles itself.
fn moves_at_once(command: &Command) -> bool {
    matches!(command, Command::Transform { .. } | Command::Pose { .. } | Command::Join { .. })
}

/// The particles that nothing may move: pinned, neither held, driven nor anchored.
fn still(world: &World) -> Vec<(usize, Vec2)> {
    let (held, driven) = led(world);
    let moved = |id| held.contains(&id) || driven == Some(id);
    let pinned = (0..world.particles().len()).filter(|&index| world.particles().pinned[index]);
    let is_anchored = |id| world.anchor(id).is_some();
    let still = pinned.filter(|&index| !moved(ParticleId(index as u32)) && !is_anchored(ParticleId(index as u32)));
    still.map(|index| (index, world.particles().position[index])).collect()
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    #[ignore = "long: run in release by .ci/run"]
    fn any_commands_keep_everything_finite_and_pinned_particles_still((scene, commands) in (any_scene(), commands())) {
        let mut sandbox = sandbox(&scene);
        let faults = |sandbox: &Sandbox| [Some(sandbox.world()), sandbox.ghost().map(Ghost::world)].map(|world| world.and_then(fault));
        for (index, (command, steps)) in commands.iter().enumerate() {
            let before = sandbox.world().particles().position.clone();
            sandbox.apply(command);
            prop_assert_eq!(faults(&sandbox), [None, None], "after command {}: {:?}", index, command);
            let is_replaced = matches!(command, Command::BackToBuild | Command::Reset | Command::Open(_) | Command::Remove { .. });
            if !is_replaced && !moves_at_once(command) {
                prop_assert_eq!(&sandbox.world().particles().position[..before.len()], &before[..], "{:?}", command);
            }
            let still = still(sandbox.world());
            for _ in 0..*steps {
                sandbox.step();
                prop_assert_eq!(faults(&sandbox), [None, None], "in a step after command {}: {:?}", index, command);
            }
            for (particle, at) in still {
                prop_assert_eq!(sandbox.world().particles().position[particle], at, "particle {} {:?}", particle, command);
            }
        }
    }

    #[test]
    #[ignore = "long: run in release by .ci/run"]
    fn particles_that_a_published_method_leads_move_only_with_their_hand((scene, particle, commands) in (any_scene(), id(), commands())) {
        let mut sandbox = sandbox(&scene);
        let published = Settings { order: SweepOrder::Sequence, ..Settings::default() };
        sandbox.apply(&Command::SetSettings(Box::new(published)));
        sandbox.step();
        let Some(&at) = sandbox.world().particles().position.get(particle.index()) else { return Ok(()) };
        sandbox.apply(&Command::Grab { grab: 7, particle, at });
        for (command, steps) in &commands {
            if moves_at_once(command) || matches!(command, Command::Remove { .. } | Command::BackToBuild | Command::Reset | Command::Open(_) | Command::SetSettings(_) | Command::Release { grab: 7 } | Command::Grab { grab: 7, .. } | Command::MoveGrab { grab: 7, .. }) {
                continue;
            }
            sandbox.apply(command);
            (0..*steps).for_each(|_| sandbox.step());
            prop_assert_eq!(sandbox.world().particles().position[particle.index()], at, "{:?}", command);
        }
        // Then by no more than the hand's speed limit in a step.
        sandbox.apply(&Command::MoveGrab { grab: 7, to: at + Vec2::new(300.0, 400.0) });
        sandbox.step();
        let Settings { step, hand_speed, .. } = Settings::default();
        let moved = sandbox.world().particles().position[particle.index()].distance(at);
        // A substep at the edge of the world rounds by a millimetre.
        let rounding = 1e-5 + at.abs().max_element() * 1e-7 * sandbox.world().substeps() as f32;
        prop_assert!(moved <= hand_speed * step + rounding, "{} m in a step", moved);
    }
}

proptest! {
    // Each case steps three sandboxes or four.
    #![proptest_config(cases(12))]

    #[test]
    #[ignore = "long: run in release by .ci/run"]
    fn equal_commands_make_equal_sandboxes((scene, commands, cloned) in (any_scene(), commands(), 0..25usize)) {
        let mut one = sandbox(&scene);
        let mut others = vec![one.clone(), sandbox(&scene)];
        for (index, (command, steps)) in commands.iter().enumerate() {
            if index == cloned {
                others.push(one.clone());
            }
            for step in 0..=*steps {
                for sandbox in others.iter_mut().chain([&mut one]) {
                    if step == 0 { sandbox.apply(command) } else { sandbox.step() }
                }
                let hash = Hash(one.state_hash());
                for (which, other) in others.iter().enumerate() {
                    let found = Hash(other.state_hash());
                    prop_assert_eq!(found, hash, "sandbox {} at step {} after {:?}", which, one.steps(), command);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    #[ignore = "long: run in release by .ci/run"]
    fn any_session_undoes_redoes_and_replays_to_the_same_bits((scene, commands) in (any_scene(), commands())) {
        let mut session = Timeline::new(sandbox(&scene), false);
        for (command, steps) in &commands {
            session.apply(command.clone());
            (0..*steps).for_each(|_| session.step());
        }
        let (end, recording) = (session.sandbox().state_hash(), session.recording());
        let read = Recording::parse("test", &recording.to_text()).unwrap_or_else(|error| panic!("{error}"));
        let mut again = Timeline::new(Sandbox::new(read.start.clone()).expect("the scene builds"), false);
        again.play(Replay::new(read));
        (0..recording.end.0).for_each(|_| again.step());
        again.apply_due_commands();
        prop_assert_eq!((again.divergence(), again.sandbox().state_hash()), (None, end), "replayed");
        while session.undo() {}
        while session.redo() {}
        prop_assert_eq!(session.divergence(), None);
        prop_assert_eq!(session.sandbox().state_hash(), end, "undone and redone");
    }
}

/// A number that a file may hold: in range, but also subnormal and -0.0.
fn in_range(most: f32) -> impl Strategy<Value = f32> {
    let tiny = select(&[0.0, -0.0, 1e-45, -1e-45, f32::MIN_POSITIVE, -1e-40, 1.0 / 3.0]);
    prop_oneof![3 => -most..most, 1 => tiny]
}

/// A scene of the gallery with other numbers.
fn other_numbers() -> impl Strategy<Value = NamedScene> {
    let point = || (in_range(WORLD_EDGE), in_range(WORLD_EDGE)).prop_map(|(x, y)| Vec2::new(x, y));
    let points = vec((option::of("\\PC*"), point(), 1e-6f32..1e6, any::<bool>()), 0..4);
    (any_scene(), settings(), any::<u64>(), option::of(in_range(WORLD_EDGE)), points, "\\PC*", "[\\n\\t\"\\\\\\r]*")
        .prop_map(|(mut named, settings, seed, ground, points, title, hint)| {
            let recipes = points.into_iter().enumerate().map(|(number, (name, at, mass, pinned))| {
                // No name stands twice.
                let name = name.map(|name| format!("{number}{name}"));
                Recipe::Point(recipe::Point { name, at, mass, pinned })
            });
            named.scene.build.extend(recipes);
            named.scene = SceneDef { settings: settings.sanitised(), seed, ground, title, hint, ..named.scene };
            named
        })
}

/// Compares two values bit for bit, by their debug output: -0.0 differs from 0.0, and NaN equals NaN.
fn bits(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn scenes_go_to_text_and_back(named in other_numbers()) {
        for depth in [0, 2, 9] {
            let text = scene::to_text(&named.scene, depth);
            let back = scene::parse("test", &text);
            let back = back.unwrap_or_else(|error| panic!("what we write, we read: {error}\n{text}"));
            prop_assert_eq!(bits(&back), bits(&named.scene));
        }
    }

    #[test]
    fn recordings_go_to_text_and_back(
        (start, commands, end) in (any_scene(), vec((any::<u64>(), command(), any::<u64>()), 0..8), any::<u64>())
    ) {
        let mut recording = Recording::new(start, Hash(end));
        // Within the longest recording, in order.
        let mut steps: Vec<u64> = commands.iter().map(|(step, ..)| step % 1_000_000).collect();
        steps.sort_unstable();
        for (&step, (_, command, hash)) in steps.iter().zip(&commands) {
            recording.commands.push(Stamped(step, command.clone()));
            recording.hashes.push(Stamped(step, Hash(*hash)));
        }
        recording.end.0 = steps.last().copied().unwrap_or(0);
        let text = scene::to_text(&recording, 2);
        let back = Recording::parse("test", &text);
        let back = back.unwrap_or_else(|error| panic!("what we write, we read: {error}\n{text}"));
        prop_assert_eq!(bits(&back), bits(&recording));
    }
}

/// Changes of a camera, with factors and pixels as a window gives them.
fn moves() -> impl Strategy<Value = Vec<(u8, f32, f32, f32)>> {
    vec((0..4u8, 0.0f32..4_000.0, 0.0f32..3_000.0, 0.2f32..5.0), 0..12)
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn screen_to_world_and_back_is_the_same_point(
        (corner, size, moves) in ((-50.0f32..50.0, -50.0f32..50.0), (0.1f32..60.0, 0.1f32..60.0), moves())
    ) {
        let min = Vec2::new(corner.0, corner.1);
        let view = Aabb { min, max: min + Vec2::new(size.0, size.1) };
        let mut camera = Camera::new(view, Vec2::new(1_280.0, 800.0), 28.0);
        for (kind, x, y, factor) in moves {
            match kind {
                0 => camera.pan(Vec2::new(x - 2_000.0, y - 1_500.0) * 0.2),
                1 => camera.zoom(Vec2::new(x, y), factor),
                2 => camera.resize(Vec2::new(x.max(100.0), y.max(100.0)), Covered { right: 20.0 * factor, bottom: 10.0 * factor }),
                _ => camera.fit(),
            }
            for pixel in [Vec2::ZERO, Vec2::new(x, y), camera.window] {
                let back = camera.to_screen(camera.to_world(pixel));
                // The resolution of an f32 at these world coordinates, in pixels, or at the pixels themselves.
                let coarse = camera.to_world(pixel).abs().max_element().max(camera.centre.abs().max_element());
                let tolerance = 1e-3 + 4e-7 * coarse * camera.pixels_per_metre;
                prop_assert!(back.distance(pixel) < tolerance, "{} came back as {}: {:?}", pixel, back, camera);
            }
        }
    }

    #[test]
    fn fitted_view_is_wholly_visible(
        (corner, size, window, covered, moves) in (
            (-500.0f32..500.0, -500.0f32..500.0), (0.1f32..100.0, 0.1f32..60.0),
            (300.0f32..8_000.0, 200.0f32..5_000.0), 0.0f32..60.0, moves(),
        )
    ) {
        let min = Vec2::new(corner.0, corner.1);
        let view = Aabb { min, max: min + Vec2::new(size.0, size.1) };
        let mut camera = Camera::new(view, Vec2::new(window.0, window.1), covered);
        for (_, x, y, factor) in moves {
            camera.zoom(Vec2::new(x, y), factor);
            camera.pan(Vec2::new(x, -y));
        }
        camera.fit();
        let seen = camera.visible();
        let inside = seen.min.cmple(view.min).all() && seen.max.cmpge(view.max).all();
        prop_assert!(inside, "{:?} of {:?} in {:?}", seen, view, camera);
    }

    #[test]
    fn clock_gives_the_steps_of_the_elapsed_time(
        (frames, speed, step) in (vec(prop_oneof![8 => 0.0f64..0.12, 1 => -1.0..0.0, 1 => 0.1..1e9], 1..200), -6..3i32, 1e-4f64..0.1)
    ) {
        let mut clock = FixedClock::new(false);
        (0..speed).for_each(|_| clock.faster());
        (speed..0).for_each(|_| clock.slower());
        let (mut time, mut steps, mut capped) = (0.0, 0, false);
        for frame in frames {
            let now = clock.advance(frame, step);
            prop_assert!(now <= 16, "{} steps in a frame", now);
            capped |= now == 16;
            steps += u64::from(now);
            time += frame.clamp(0.0, 0.1) * clock.speed();
            let blend = clock.blend(step);
            prop_assert!((0.0..=1.0).contains(&blend), "{}", blend);
            let exact = (time / step).floor();
            prop_assert!(steps as f64 <= exact + 1.0, "{} steps for {}", steps, exact);
            prop_assert!(capped || steps as f64 >= exact - 1.0, "{} steps for {}", steps, exact);
        }
    }
}
