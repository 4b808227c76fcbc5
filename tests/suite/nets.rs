//! Nets that hang from a few points, with the default settings: no corner stretches, no net is flung about, and none
//! explodes when it is torn.

use glam::{DVec2, Vec2};
use ropewalk::headless::bench::Workload;
use ropewalk::physics::{Colliders, LinkKind, ParticleId, Settings, Substeps, World};
use ropewalk::scene::{Grid, GridPins};

/// Steps in a second.
const SECOND: usize = 60;

fn workload(name: &str) -> World {
    Workload::named(name).expect("a workload of this name").hanging()
}

fn set(world: &mut World, change: impl FnOnce(&mut Settings)) {
    let mut settings = *world.settings();
    change(&mut settings);
    world.set_settings(settings);
}

fn run(world: &mut World, steps: usize) {
    (0..steps).for_each(|_| world.step());
}

/// Hanging at rest, as far as that takes 4 s in thick air.
fn settled(mut world: World) -> World {
    set(&mut world, |settings| settings.drag = 2.0);
    run(&mut world, 4 * SECOND);
    set(&mut world, |settings| settings.drag = 0.0);
    world
}

fn lay(columns: u32, rows: u32, pins: GridPins) -> World {
    let mut world = World::new(Settings::default(), Colliders::default(), 0);
    let grid = Grid { columns, rows, spacing: 0.02, mass: 1.0, pins, ..Grid::default() };
    grid.build(&mut world, LinkKind::Net, 0.0);
    world
}

fn assert_sound(world: &World, what: &str) {
    let places = world.particles().position.iter().chain(&world.particles().displacement);
    assert!(places.into_iter().all(|place| place.is_finite()), "{what}: not finite");
    assert_eq!(world.clamped_speed_count(), 0, "{what}: something was faster than the speed limit");
}

fn centre(world: &World, from: usize) -> DVec2 {
    let places = &world.particles().position[from..];
    places.iter().map(|place| place.as_dvec2()).sum::<DVec2>() / places.len() as f64
}

/// Mean velocities over the last substep, m/s.
fn velocities(world: &World) -> Vec<DVec2> {
    let substep = f64::from(world.substep_length());
    world.particles().displacement.iter().map(|way| way.as_dvec2() / substep).collect()
}

#[test]
fn released_net_gains_no_energy() {
    let mut world = workload("net-120-corners");
    world.set_pinned(ParticleId(119), false);
    let start = world.energy().total();
    let deep = 120.0 * 120.0 * 9.81 * 4.0;
    for step in 0..3 * SECOND {
        world.step();
        let gain = (world.energy().total() - start) / deep;
        assert!(gain < 0.01, "{gain} of its fall's energy was gained by step {step}");
    }
    assert_sound(&world, "swinging from one corner");
}

#[test]
fn cut_off_part_of_a_net_falls_freely() {
    let mut world = settled(workload("net-120-corners"));
    let middle = world.particles().position[60 * 120 + 60].y;
    let left = world.particles().position[60 * 120].y;
    // Along a row that sags: from its ends to its middle.
    let row = |column: usize| {
        0.5 * (world.particles().position[60 * 120 + column] + world.particles().position[61 * 120 + column])
    };
    let way: Vec<Vec2> = (0..120).map(row).collect();
    assert!(middle <= left + 1e-3);
    for pair in way.windows(2) {
        world.cut(pair[0], pair[1], 1e-4);
    }
    world.cut(way[0] - Vec2::X, way[0], 1e-4);
    world.cut(way[119], way[119] + Vec2::X, 1e-4);
    assert!(world.cut_link_count() >= 120, "{}", world.cut_link_count());
    let from = centre(&world, 61 * 120);
    run(&mut world, SECOND / 2);
    let fall = centre(&world, 61 * 120) - from;
    assert!((fall.y + 0.125 * 9.81).abs() < 0.05, "{fall}");
    assert_sound(&world, "cut in half");
    assert!(world.stretch().max < 0.3, "{}", world.stretch().max);
}

#[test]
fn cut_gives_a_net_no_kick() {
    let mut world = settled(workload("net-120-corners"));
    // Steps of one substep separate the immediate effect of a cut from the later effect of the missing weight.
    let substeps = world.substeps();
    set(&mut world, |settings| {
        settings.step /= substeps as f32;
        settings.substeps = Substeps::Count(1);
    });
    world.step();
    let before = velocities(&world);
    let middle = Vec2::new(
        2.0,
        0.5 * (world.particles().position[59 * 120 + 60].y + world.particles().position[60 * 120 + 60].y),
    );
    assert!(world.cut(middle - 10.0 * Vec2::X, middle + 10.0 * Vec2::X, 1e-5) >= 120);
    let falls = |at: &Vec2| at.y < middle.y - 0.5;
    let below: Vec<bool> = world.particles().position.iter().map(falls).collect();
    let fall = world.settings().gravity.as_dvec2() * f64::from(world.settings().step);
    let mut kicks = Vec::new();
    for step in 1..=substeps {
        world.step();
        let change = |((after, before), below): ((DVec2, &DVec2), &bool)| {
            (after - *before - if *below { fall * f64::from(step) } else { DVec2::ZERO }).length()
        };
        kicks.push(velocities(&world).into_iter().zip(&before).zip(&below).map(change).fold(0.0, f64::max));
    }
    // Sweeps let the links above the cut shorten. Gravity alone makes 0.16 m/s in a step.
    assert!(kicks[0] < 0.15, "{} m/s at once", kicks[0]);
    let in_a_step = kicks.last().copied().unwrap_or_default();
    assert!(in_a_step < 0.5, "{in_a_step} m/s in a step");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn net_stays_sound_when_torn_pulled_and_loaded() {
    for (columns, rows, pins) in [(100, 60, GridPins::TopCorners), (90, 130, GridPins::Free)] {
        let mut world = lay(columns, rows, pins);
        let last = rows * columns - 1;
        let weight = world.add_particle(world.particles().position[last as usize], 1_000.0, false);
        world.add_link(ParticleId(last), weight, Some(0.1), 1.0, LinkKind::Rope);
        world.set_pinned(ParticleId(last / 2), true);
        for step in 0..4 * SECOND {
            let turn = step as f32 * 0.9;
            let aim = Vec2::new(3.0 * turn.sin(), 3.0 * (1.3 * turn).cos());
            match step % 50 {
                0 => {
                    let held = ParticleId((step as u32 * 997) % (last + 1));
                    world.grab(0, held, world.particles().position[held.index()]);
                }
                1..=30 => world.move_grab(0, aim),
                31 => world.release(0),
                40 => {
                    world.cut(Vec2::new(0.2, -0.3), Vec2::new(0.2 + 0.5 * turn.sin(), -0.8), 0.02);
                }
                _ => {}
            }
            world.step();
            let finite = world.particles().position.iter().all(|place| place.is_finite());
            assert!(finite, "{columns} x {rows}: not finite in step {step}");
        }
    }
}
