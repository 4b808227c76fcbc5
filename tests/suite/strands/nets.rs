//! Nets that hang by a side: their columns are strands.

use glam::Vec2;
use ropewalk::physics::{Lanes, LinkKind, ParticleId, StrandSolver, World};
use ropewalk::scene::{Grid, GridPins};

use super::{SECOND, at, at_most, empty, fastest, off, set, settle, workload, worst};

#[test]
fn net_hangs_from_any_side_alike() {
    let mut world = empty();
    let pins = GridPins::TopRow;
    let spacing = 4.0 / 39.0;
    let grid = Grid { columns: 40, rows: 40, spacing, mass: 1.0, pins, ..Grid::default() };
    let ids = grid.build(&mut world, LinkKind::Net, 0.0);
    set(&mut world, |settings| (settings.strands, settings.gravity) = (StrandSolver::On, -settings.gravity));
    for column in 0..40 {
        world.set_pinned(ids[column], false);
        world.set_pinned(ids[39 * 40 + column], true);
    }
    at_most("stretch, hung by its lower row upwards", worst(&mut world, SECOND), 2e-4);
    for row in 0..40 {
        world.set_pinned(ids[40 * row + 39], true);
    }
    (0..39).for_each(|column| world.set_pinned(ids[39 * 40 + column], false));
    set(&mut world, |settings| settings.gravity = Vec2::new(-9.81, 0.0));
    at_most("stretch, hung by its right side", worst(&mut world, SECOND), 0.01);
}

#[test]
fn net_held_at_its_centre_does_not_stretch() {
    let mut world = workload("net-50").hanging();
    worst(&mut world, 5);
    let centre = ParticleId(25 * 50 + 25);
    let from = at(&world, centre);
    world.grab(0, centre, from);
    at_most("stretch when it is taken", worst(&mut world, 20), 1e-3);
    let mut max = 0.0_f64;
    for step in 1..=30 {
        world.move_grab(0, from + Vec2::new(0.4, 0.8) * (step as f32 / 30.0));
        max = max.max(worst(&mut world, 1));
    }
    at_most("stretch while it is moved", max, 0.04);
    settle(&mut world, 2);
    at_most("stretch while it is held", worst(&mut world, 20), 0.02);
}

#[test]
fn crumpled_net_hangs_straight_again() {
    let mut world = workload("net-50").hanging();
    let shape = world.particles().position.clone();
    let away = |world: &World| {
        let pairs = world.particles().position.iter().zip(&shape);
        pairs.map(|(at, shape)| at.distance(*shape)).fold(0.0, f32::max)
    };
    let down = world.settings().gravity;
    set(&mut world, |settings| (settings.gravity, settings.drag) = (Vec2::new(3.0, 9.0), 1.0));
    worst(&mut world, 2 * SECOND);
    assert!(away(&world) > 2.0, "it was not crumpled: {} m", away(&world));
    set(&mut world, |settings| settings.gravity = down);
    worst(&mut world, 10 * SECOND);
    at_most("distance from its shape, m", away(&world).into(), 0.05);
    at_most("stretch", off(&world), 1e-3);
}

#[test]
fn net_pulled_out_of_reach_is_calm_when_released() {
    // One column is taut. The net must not store energy in stretched links that the release sets free.
    let side = 120;
    let mut world = workload("net-120").hanging();
    worst(&mut world, 10);
    let (tip, from) = (ParticleId((side - 1) * side + side / 2), Vec2::new(2.0, -4.0));
    world.grab(0, tip, at(&world, tip));
    for step in 1..=18 {
        world.move_grab(0, from.lerp(Vec2::new(2.0, -6.0), step as f32 / 18.0));
        // The grab is at full length; the slack that a grab leaves a rope lets it move back.
        at_most("stretch while pulled", worst(&mut world, 1), 0.1);
    }
    worst(&mut world, SECOND / 2);
    at_most("stretch while held", worst(&mut world, SECOND / 2), 0.01);
    let before = world.energy().total();
    world.release(0);
    let mut speed = 0.0_f64;
    for _ in 0..SECOND {
        world.step();
        speed = speed.max(fastest(&world));
        at_most("energy that came from nowhere, J", world.energy().total() - before, 10.0);
    }
    at_most("speed after it was let go, m/s", speed, 20.0);
    at_most("stretch after it was let go", worst(&mut world, SECOND), 0.02);
}

#[test]
fn taut_net_has_the_same_bits_from_a_snapshot() {
    let mut one = workload("net-120").hanging();
    let tip = ParticleId(119 * 120 + 60);
    one.grab(0, tip, at(&one, tip));
    // Down until a column is taut, up again until it is not, aside.
    for (step, aim) in [(2.0, -6.0), (2.0, -3.4), (6.0, -6.0)].into_iter().flat_map(|aim| [aim; 6]).enumerate() {
        let mut other = one.clone();
        let mut world = empty();
        world.restore(&one.snapshot(None));
        other.set_lanes(Lanes::Scalar);
        other.set_threads(2);
        for world in [&mut one, &mut other, &mut world] {
            world.move_grab(0, Vec2::from(aim));
            world.step();
        }
        assert_eq!(one.state_hash(), other.state_hash(), "scalar lanes, two threads: differs in step {step}");
        assert_eq!(one.state_hash(), world.state_hash(), "from a snapshot: differs in step {step}");
    }
}
