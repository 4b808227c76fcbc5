//! The wind on links: closed forms, invariants, and the same bits.

use glam::Vec2;
use ropewalk::physics::{
    BlowerDef, BlowerId, Colliders, LinkKind, MAX_BLOWERS, ParticleId, Settings, StrandSolver, Substeps, Wind, World,
};
use ropewalk::sandbox::Sandbox;
use ropewalk::scene;
use ropewalk::scene::NamedScene;

const G: f32 = 9.81;

/// Maximum drag constant of a link, kg/m².
const MAX_CATCH: f32 = 10.0;

/// A breath of wind: there is moving air, and it is all but still.
const BREATH: Vec2 = Vec2::new(1e-6, 0.0);

fn world(settings: Settings) -> World {
    World::new(settings, Colliders::default(), 0)
}

fn windy(velocity: Vec2) -> Wind {
    Wind { velocity, ..Wind::default() }
}

/// Links particles at these places into a rope.
fn lay(world: &mut World, places: impl Iterator<Item = Vec2>, mass: f32) -> Vec<ParticleId> {
    let ids: Vec<_> = places.map(|at| world.add_particle(at, mass, false)).collect();
    ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Rope));
    ids
}

fn straight(from: Vec2, to: Vec2, links: u32) -> impl Iterator<Item = Vec2> {
    (0..=links).map(move |i| from.lerp(to, i as f32 / links as f32))
}

/// A net of `side` particles a side, 0.05 m apart, that hangs by its upper row.
fn net(settings: Settings, side: u32) -> World {
    let mut world = world(settings);
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let id = world.add_particle(0.05 * Vec2::new(column as f32, -(row as f32)), 0.004, row == 0);
        for step in [(column > 0).then_some(1), (row > 0).then_some(side)].into_iter().flatten() {
            world.add_link(ParticleId(id.0 - step), id, None, 1.0, LinkKind::Net);
        }
    }
    world
}

fn at(world: &World, id: ParticleId) -> Vec2 {
    world.particles().position[id.index()]
}

fn steps(world: &mut World, count: usize) {
    (0..count).for_each(|_| world.step());
}

fn is_finite(world: &World) -> bool {
    let particles = world.particles();
    particles.position.iter().chain(&particles.displacement).all(|vec| vec.is_finite())
}

#[test]
fn falling_bar_reaches_its_terminal_speed() {
    // 2 m g = c L v².
    let (length, mass, catch) = (0.8, 0.05, 0.03);
    let exact = (2.0 * mass * G / (catch * length)).sqrt();
    for substeps in [Substeps::Count(1), Substeps::Count(100)] {
        let mut world = world(Settings {
            substeps,
            wind: Wind { velocity: BREATH, catch, ..Wind::default() },
            ..Settings::default()
        });
        let ids = lay(&mut world, straight(Vec2::ZERO, Vec2::new(length, 0.0), 1), mass);
        steps(&mut world, 600);
        let before = at(&world, ids[0]).y;
        steps(&mut world, 60);
        let found = before - at(&world, ids[0]).y;
        // A kick comes before the fall that it answers: up to 0.5 g dt, twice that if there is one kick a step.
        assert!((found / exact - 1.0).abs() < 0.015, "{substeps:?}: {found} m/s for {exact} m/s");
    }
    // End on, nothing holds it.
    let mut world = world(Settings { wind: Wind { velocity: BREATH, ..Wind::default() }, ..Settings::default() });
    let ids = lay(&mut world, straight(Vec2::ZERO, Vec2::new(0.0, length), 1), mass);
    steps(&mut world, 60);
    assert!((at(&world, ids[0]).y + 0.5 * G).abs() < 1e-3, "{}", at(&world, ids[0]));
}

#[test]
fn rope_hangs_where_weight_and_wind_balance() {
    // A straight rope, for only the square component of the wind pushes: w sin a = c (U cos a)².
    let (length, links, mass, catch) = (2.0, 40, 0.01, 0.03);
    let weight = mass * links as f32 / length * G;
    for speed in [4.0f32, 16.0] {
        let pull = catch * speed * speed / weight;
        // With s = sin a: s = pull (1 - s²).
        let sine = ((1.0 + 4.0 * pull * pull).sqrt() - 1.0) / (2.0 * pull);
        for strands in [StrandSolver::Auto, StrandSolver::Off] {
            let wind = Wind { catch, ..windy(Vec2::new(speed, 0.0)) };
            let mut world = world(Settings { strands, drag: 1.0, wind, ..Settings::default() });
            let knots = straight(Vec2::ZERO, Vec2::new(0.0, -length), links).take(links as usize);
            let mut ids = lay(&mut world, knots, mass);
            // Its last particle has the weight and the drag of half a link only.
            ids.push(world.add_particle(Vec2::new(0.0, -length), 0.5 * mass, false));
            world.add_link(ids[39], ids[40], None, 1.0, LinkKind::Rope);
            world.set_pinned(ids[0], true);
            steps(&mut world, 1_200);
            // Its upper half: in a strong wind the free end flutters, as those of towed cables do.
            let mut sums = [Vec2::ZERO; 2];
            for _ in 0..240 {
                world.step();
                sums[0] += at(&world, ids[10]) / 240.0;
                sums[1] += at(&world, ids[20]) / 240.0;
            }
            let [quarter, half] = sums;
            let found = half.x / (0.5 * length);
            assert!((found - sine).abs() < 0.01, "{strands:?}, {speed} m/s: sin {found} for {sine}");
            let bend = (quarter - 0.5 * half).length() / length;
            assert!(bend < 0.005, "{strands:?}, {speed} m/s: it is bent by {bend} of its length");
        }
    }
}

#[test]
fn still_air_only_removes_energy() {
    for (strands, catch) in [(StrandSolver::Off, 3.0), (StrandSolver::Auto, 0.03)] {
        let wind = Wind { catch, ..Wind::default() };
        let mut swing = world(Settings { strands, wind, ..Settings::default() });
        let ids = lay(&mut swing, straight(Vec2::ZERO, Vec2::new(1.5, 0.0), 30), 0.01);
        swing.set_pinned(ids[0], true);
        let mut free = swing.clone();
        swing.set_settings(Settings { wind: Wind { velocity: BREATH, ..wind }, ..*swing.settings() });
        let total = |world: &World| world.energy().total();
        swing.step();
        free.step();
        let (start, mut before) = (total(&swing), total(&swing));
        for step in 0..60 {
            // Within a swing, energy also goes up and down by a few 1e-5 J a step.
            steps(&mut swing, 10);
            let now = total(&swing);
            // Of the 2 J of its fall: as much as rounding adds.
            assert!(now <= before + 2e-5, "{strands:?}, {catch}: {before} J, then {now} J in step {step}");
            before = now;
        }
        steps(&mut free, 600);
        assert!(total(&swing) < start - 1.0, "{strands:?}, {catch}: it has come to rest");
        assert!(total(&free) > total(&swing) + 0.1, "without air it swings on: or this test says nothing");
    }
}

#[test]
fn storm_tears_and_throws_nothing() {
    for (strands, catch) in [(StrandSolver::Auto, 0.06), (StrandSolver::Off, MAX_CATCH)] {
        let wind = Wind { gusts: 1.0, gust_size: 1.0, catch, ..windy(Vec2::new(50.0, 0.0)) };
        let mut world = net(Settings { strands, substeps: Substeps::Count(4), wind, ..Settings::default() }, 100);
        for step in 0..60 {
            world.step();
            assert!(is_finite(&world), "{strands:?}, {catch}: not a number in step {step}");
        }
        let fastest = world.particles().displacement.iter().map(|by| by.length()).fold(0.0, f32::max);
        // No faster than the fastest gust: 3.7 times their root mean square.
        let speed = fastest / world.substep_length();
        assert!(speed < 235.0, "{strands:?}, {catch}: {speed} m/s");
        // A net of lead in a storm of water may crack as a whip does.
        assert!(world.clamped_speed_count() == 0 || catch == MAX_CATCH, "{} times", world.clamped_speed_count());
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn flag_in_gusts_gains_no_energy_and_hardly_stretches_in_a_minute() {
    let flag = scene::named("flag-in-gusts").expect("a scene of the gallery").scene;
    let mut world = scene::build(&flag).expect("the scene builds");
    let mass: f32 = world.particles().mass.iter().sum();
    let (mut first, mut second) = (0.0, 0.0);
    for step in 0..3_600 {
        world.step();
        let kinetic = world.energy().kinetic;
        // As if all of it went with the wind, which it cannot.
        assert!(kinetic < 0.5 * f64::from(mass) * 64.0, "step {step}: {kinetic} J");
        assert!(world.stretch().max < 0.01, "step {step}: {:?}", world.stretch());
        *(if step < 1_800 { &mut first } else { &mut second }) += kinetic / 1_800.0;
    }
    assert!(second < 1.5 * first && second > 0.3 * first, "{first} J in the first half, {second} J in the second");
    assert_eq!(world.clamped_speed_count(), 0);
    let end = at(&world, ParticleId(2 + 12 * 41 + 40));
    assert!(end.x > -0.5, "the flag's end is at {end}: it hangs");
}

#[test]
fn wind_moves_no_pin_and_accepts_zero_lengths() {
    let wind = Wind { gusts: 2.0, catch: MAX_CATCH, ..windy(Vec2::splat(100.0)) };
    let mut world = world(Settings { wind, ..Settings::default() });
    let ids = lay(&mut world, straight(Vec2::ZERO, Vec2::new(1.0, 0.0), 10), 0.01);
    world.set_pinned(ids[0], true);
    let here = world.add_particle(Vec2::ZERO, 0.01, false);
    world.add_link(ids[0], here, Some(0.1), 1.0, LinkKind::Rope);
    for _ in 0..120 {
        world.step();
        assert!(is_finite(&world));
        assert_eq!(at(&world, ids[0]), Vec2::ZERO);
    }
}

#[test]
fn blower_moves_only_what_is_before_it() {
    let mut world = world(Settings { gravity: Vec2::ZERO, ..Settings::default() });
    let near = lay(&mut world, straight(Vec2::new(1.0, -0.2), Vec2::new(1.0, 0.2), 4), 0.01);
    let far = lay(&mut world, straight(Vec2::new(1.0, 1.8), Vec2::new(1.0, 2.2), 4), 0.01);
    let before = at(&world, far[2]);
    let fan = BlowerDef { at: Vec2::ZERO, turn: Vec2::new(2.0, 0.0), speed: 10.0, width: 0.6, reach: 5.0 };
    let id = world.add_blower(fan).expect("there is room");
    assert_eq!(world.blower(id).map(|blower| blower.def.turn), Some(Vec2::X), "a direction has length 1");
    steps(&mut world, 30);
    assert!(at(&world, near[2]).x > 1.2, "{}", at(&world, near[2]));
    assert_eq!(at(&world, far[2]), before);
    world.move_blower(id, Vec2::new(1.0, 1.0));
    world.turn_blower(id, Vec2::new(0.0, 0.01));
    let way = world.air_velocity_at(Vec2::new(1.0, 2.0), 0.0);
    assert!(way.y > 5.0 && way.x == 0.0, "{way}");
    world.remove_blower(id);
    assert_eq!((world.blowers().len(), world.is_windy()), (0, false));
    assert_eq!(world.add_blower(fan), Some(BlowerId(1)), "a name is never given again");
    (1..MAX_BLOWERS).for_each(|_| assert!(world.add_blower(fan).is_some()));
    assert_eq!((world.blowers().len(), world.add_blower(fan)), (MAX_BLOWERS, None));
    assert_eq!(world.add_blower(BlowerDef { at: Vec2::NAN, ..fan }), None);
}

fn scene(build: &str) -> Result<NamedScene, scene::FileError> {
    let text = format!("(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), build: [{build}])");
    scene::read_scene("test.ron", &text)
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn scene_file_sets_wind_and_blowers() {
    let sandbox = Sandbox::new(scene("Blower(at: (1, 2), towards: (0, -3), speed: 8)").expect("a valid scene"));
    let sandbox = sandbox.expect("the scene builds");
    let [blower] = sandbox.world().blowers() else { panic!("one blower") };
    let expected = BlowerDef { at: Vec2::new(1.0, 2.0), turn: Vec2::NEG_Y, speed: 8.0, width: 0.6, reach: 6.0 };
    assert_eq!(blower.def, expected);
    for (bad, said) in [
        ("Blower(at: (1, 2), towards: (0, 0), speed: 8)", "a direction (x, y)"),
        ("Blower(at: (1, 2), towards: (0, 1), speed: -8)", "metres a second from 0 to 100 expected, found -8"),
        ("Blower(at: (1, 2), towards: (0, 1), speed: 8, width: 0)", "a width in metres from 0.05 to 20 expected"),
    ] {
        let error = scene(bad).expect_err("it is bad").to_string();
        assert!(error.contains(said) && error.contains("test.ron:1:"), "{error}");
    }
    let many = "Blower(at: (1, 2), towards: (0, 1), speed: 8),".repeat(MAX_BLOWERS + 1);
    let error = scene(&many).expect_err("they are too many");
    let error = error.to_string();
    let said = format!("the scene has {} blowers; at most {MAX_BLOWERS} are possible", MAX_BLOWERS + 1);
    assert!(error.contains(&said), "{error}");
    let flag = scene::named("flag-in-gusts").expect("a scene of the gallery").scene;
    assert!(flag.settings.wind.velocity.x > 0.0 && flag.settings.wind.gusts > 0.0);
}
