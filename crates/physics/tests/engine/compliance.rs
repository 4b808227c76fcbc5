//! Links with compliance: they gain compliance x force in length, in every solver, and take nothing from the others.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    Colliders, Lanes, LinkKind, ParticleId, Settings, StrandSolver, Substeps, SweepOrder, Tiling, World,
};

const GRAVITY: f32 = 9.81;

fn settings() -> Settings {
    Settings { drag: 2.0, gravity: Vec2::new(0.0, -GRAVITY), ..Settings::default() }
}

/// Every way to solve links, with its substeps.
fn solvers() -> Vec<(String, Settings)> {
    let mut all = Vec::new();
    for substeps in [Substeps::Auto, Substeps::Count(8), Substeps::Count(60)] {
        for strands in [StrandSolver::Off, StrandSolver::Auto, StrandSolver::On] {
            all.push((format!("{substeps:?}, strands {strands:?}"), Settings { substeps, strands, ..settings() }));
        }
    }
    for (order, sweeps) in [(SweepOrder::Sequence, 20), (SweepOrder::Random, 10), (SweepOrder::Colour, 4)] {
        let of = Settings { order, sweeps, substeps: Substeps::Count(20), strands: StrandSolver::Off, ..settings() };
        all.push((format!("{sweeps} sweeps, {order:?}"), of));
    }
    all
}

fn world(settings: Settings) -> World {
    World::new(settings, Colliders::default(), 0)
}

fn step(world: &mut World, steps: u32) {
    (0..steps).for_each(|_| world.step());
}

fn at(world: &World, id: ParticleId) -> Vec2 {
    world.particles().position[id.index()]
}

/// Adds a rope that hangs from a pin, of links with the compliance `of` their number gives, m/N.
fn add_rope(world: &mut World, from: Vec2, links: usize, of: impl Fn(usize) -> f32) -> Vec<ParticleId> {
    let to = |k: usize| from - Vec2::new(0.0, 0.05 * k as f32);
    let ids: Vec<_> = (0..=links).map(|k| world.add_particle(to(k), 0.02, k == 0)).collect();
    for (k, ends) in ids.windows(2).enumerate() {
        world.add_compliant_link(ends[0], ends[1], of(k), LinkKind::Rope);
    }
    ids
}

/// Height of the end of a rope with a weight, at rest, m.
fn rope_end(settings: Settings, of: impl Fn(usize) -> f32) -> f32 {
    let mut world = world(settings);
    let ids = add_rope(&mut world, Vec2::ZERO, 24, of);
    world.set_weight(ids[24], Some(0.5));
    step(&mut world, 480);
    at(&world, ids[24]).y
}

#[test]
fn rope_gains_compliance_times_load_of_each_link() {
    let of = |k: usize| if k.is_multiple_of(3) { 0.0 } else { 2e-3 };
    let load = |k: usize| GRAVITY * (0.5 + 0.02 * (23 - k) as f32);
    let right: f32 = (0..24).map(|k| of(k) * load(k)).sum();
    for (what, settings) in solvers() {
        // Few sweeps stretch a rigid rope, too.
        let gain = rope_end(settings, |_| 0.0) - rope_end(settings, of);
        assert!((gain / right - 1.0).abs() < 0.03, "{what}: {gain} m of {right} m");
    }
}

#[test]
fn weight_on_rubber_swings_at_its_frequency_and_keeps_its_energy() {
    for strands in [StrandSolver::Off, StrandSolver::On] {
        let mut world = world(Settings { drag: 0.0, substeps: Substeps::Count(100), strands, ..settings() });
        let ids = add_rope(&mut world, Vec2::ZERO, 1, |_| 0.05);
        world.set_weight(ids[1], Some(1.0));
        let (start, period) = (world.energy().total(), std::f32::consts::TAU * (0.05f32 * 1.0).sqrt());
        // At the start nothing is stretched: the weight falls by twice its rest, and comes back.
        let half = (period / 2.0 * 60.0).round() as u32;
        step(&mut world, half);
        let fallen = -at(&world, ids[1]).y - 0.05;
        assert!((fallen / (2.0 * 0.05 * GRAVITY) - 1.0).abs() < 0.02, "{fallen} m");
        step(&mut world, half);
        assert!(-at(&world, ids[1]).y - 0.05 < 0.05, "{}", at(&world, ids[1]));
        step(&mut world, 10 * half);
        let scale = f64::from(0.05 * GRAVITY * GRAVITY);
        let change = (world.energy().total() - start) / scale;
        assert!((-0.2..0.005).contains(&change), "{change} after six swings");
    }
}

#[test]
fn rubber_keeps_momentum_and_stays_calm() {
    let mut world = world(Settings { drag: 0.0, gravity: Vec2::ZERO, ..settings() });
    let [a, b] = [-1.0, 1.0].map(|x| world.add_particle(Vec2::new(x, 0.0), 1.0, false));
    let hub: Vec<_> = (0..10).map(|k| world.add_particle(Vec2::from_angle(0.6 * k as f32) * 0.3, 0.1, false)).collect();
    for (k, &one) in hub.iter().enumerate() {
        hub[k + 1..].iter().for_each(|&other| world.add_compliant_link(one, other, 1e-3, LinkKind::Brace));
        world.add_compliant_link(a, one, 0.01, LinkKind::Rope);
        world.add_compliant_link(b, one, 0.01, LinkKind::Rope);
    }
    world.grab(0, a, Vec2::new(-3.0, 1.0));
    step(&mut world, 30);
    world.release(0);
    // Until the hand has let go.
    step(&mut world, 7);
    let before = world.momentum();
    let mut energy = world.energy().total();
    for _ in 0..20 {
        step(&mut world, 30);
        assert!((world.momentum() - before).length() < 1e-3 * (1.0 + before.length()));
        let now = world.energy().total();
        assert!(now < energy * 1.01 + 1e-3, "{now} J after {energy} J");
        energy = now;
    }
}

#[test]
fn rubber_net_has_the_same_bits_on_all_lanes_and_tiles() {
    let hash = |prepare: fn(&mut World)| {
        let mut world = world(Settings { substeps: Substeps::Count(20), ..settings() });
        let net: Vec<_> = (0..60 * 60)
            .map(|k| world.add_particle(Vec2::new((k % 60) as f32, (k / 60) as f32) * -0.05, 0.01, k < 60))
            .collect();
        for k in 0..60 * 60 {
            let compliance = if k % 7 == 0 { 0.0 } else { 1e-3 };
            [(k % 60 < 59, 1), (k < 59 * 60, 60)].into_iter().filter(|(is_inside, _)| *is_inside).for_each(
                |(_, by)| {
                    world.add_compliant_link(net[k], net[k + by], compliance, LinkKind::Net);
                },
            );
        }
        prepare(&mut world);
        step(&mut world, 12);
        world.state_hash()
    };
    let plain = hash(|world| world.set_tiling(Tiling::Never));
    assert_eq!(hash(|world| world.set_lanes(Lanes::Scalar)), plain);
    assert_eq!(hash(|world| world.set_tiling(Tiling::Always)), plain);
}
