//! Nets that multigrid holds: the tensions of their links, and at which they tear.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    Colliders, Lanes, LinkKind, Material, ParticleId, Settings, Substeps, TensionGauge, Things, World,
};

const GRAVITY: f32 = 9.81;
const SPACING: f32 = 0.05;
const MASS: f32 = 0.02;

/// A square net, with particles at these places (in links, by row and column).
fn net(side: u32, substeps: u32, place: impl Fn(f32, f32) -> Vec2, pins: &[u32]) -> World {
    let gravity = Vec2::new(0.0, -GRAVITY);
    let settings = Settings { drag: 3.0, gravity, substeps: Substeps::Count(substeps), ..Settings::default() };
    let mut world = World::new(settings, Colliders::new(None, None), 0);
    for id in 0..side * side {
        world.add_particle(place((id / side) as f32, (id % side) as f32) * SPACING, MASS, pins.contains(&id));
    }
    for id in 0..side * side {
        for (is_inside, other) in [((id + 1) % side != 0, id + 1), (id + side < side * side, id + side)] {
            if is_inside {
                world.add_link(ParticleId(id), ParticleId(other), Some(SPACING), 1.0, LinkKind::Net);
            }
        }
    }
    world
}

/// A net that hangs from its two upper corners, slack in between.
fn curtain(side: u32) -> World {
    net(side, 30, |row, column| Vec2::new(0.7 * column, -row), &[0, side - 1])
}

/// A net that hangs from one corner like a bundle of threads, with weights along both of its lower edges. Each of its two
/// upper links carries half of all, N.
fn bundle(side: u32, substeps: u32) -> (World, f32) {
    let mut world = net(side, substeps, |row, column| Vec2::new(0.0, -(row + column)), &[0]);
    for id in (0..side * side).filter(|id| id / side + 1 == side || id % side + 1 == side) {
        // Too light for long-range attachments.
        world.set_weight(ParticleId(id), Some(30.0 * MASS));
    }
    let mass: f32 = world.particles().mass.iter().sum();
    (world, 0.5 * mass * GRAVITY)
}

fn set_strength(world: &mut World, strength: f32) {
    let material = Material { strength: Some(strength), ..Material::default() };
    let number = world.add_material(&material).expect("there is room");
    let all: Vec<_> = (0..world.particles().len() as u32).map(ParticleId).collect();
    world.set_material(&all, number);
}

/// The sum of the tensions of a particle's links, as a force on it, N.
fn pull(world: &World, tensions: &[f32], at: ParticleId) -> Vec2 {
    let position = |id: ParticleId| world.particles().position[id.index()];
    let own = world.links().zip(tensions).filter(|(link, _)| link.a == at || link.b == at);
    let force = own.map(|(link, &tension)| {
        let other = if link.a == at { link.b } else { link.a };
        (position(other) - position(at)).normalize_or_zero() * tension
    });
    force.sum()
}

#[test]
fn pins_of_a_net_carry_half_of_it_each() {
    let mut world = curtain(60);
    let mut gauge = TensionGauge::default();
    for _ in 0..240 {
        world.step();
        gauge.read(&world);
    }
    assert_eq!(world.solver_name(), "multigrid");
    let tensions = gauge.read(&world).to_vec();
    let half = 0.5 * 60.0 * 60.0 * MASS * GRAVITY;
    for pin in [0, 59] {
        let carried = -pull(&world, &tensions, ParticleId(pin)).y;
        assert!((carried / half - 1.0).abs() < 0.05, "pin {pin}: {carried} N of {half} N");
    }
    // The forces on each particle are in balance, close to the pins and far from them.
    for id in (1..3_600).filter(|&id| id != 59).map(ParticleId) {
        let off = (pull(&world, &tensions, id) - Vec2::new(0.0, MASS * GRAVITY)).length();
        assert!(off < 0.02 * half, "particle {id:?}: {off} N");
    }
}

#[test]
fn net_tears_at_its_strength() {
    for (side, substeps, steps) in [(60, 30, 60), (200, 14, 20)] {
        for (share, should_tear) in [(0.8, false), (1.1, true)] {
            let (mut world, load) = bundle(side, substeps);
            set_strength(&mut world, load / share);
            for _ in 0..steps {
                world.step();
                assert_eq!(world.solver_name(), "multigrid");
                if world.torn_link_count() > 0 {
                    break;
                }
            }
            assert_eq!(world.torn_link_count() > 0, should_tear, "{side} x {side}, {share} of the strength");
        }
    }
}

#[test]
fn gauge_shows_the_tension_at_which_a_net_tears() {
    let (mut world, load) = bundle(60, 30);
    let mut gauge = TensionGauge::default();
    for _ in 0..30 {
        world.step();
        gauge.read(&world);
    }
    let tensions = gauge.read(&world);
    for (link, &tension) in world.links().zip(tensions).filter(|(link, _)| link.a == ParticleId(0)) {
        assert!((tension / load - 1.0).abs() < 0.05, "link to {:?}: {tension} N of {load} N", link.b);
    }
}

#[test]
fn tearing_net_has_the_same_bits_on_lanes_and_threads() {
    let mut one = curtain(60);
    set_strength(&mut one, 100.0);
    let mut other = one.clone();
    other.set_lanes(Lanes::Scalar);
    other.set_threads(2);
    for step in 0..20 {
        one.step();
        other.step();
        assert_eq!(one.state_hash(), other.state_hash(), "in step {step}");
        // A copy continues as its original.
        other = other.clone();
    }
    assert!(one.torn_link_count() > 0);
}

#[test]
fn net_without_one_of_its_particles_has_tensions() {
    // The rows above are a net of their own, to the last of which those below are tied.
    let mut world = curtain(60);
    set_strength(&mut world, 1e3);
    world.remove(&Things { particles: vec![[60 * 45 + 30, 60 * 45 + 31]], ..Things::default() });
    (0..10).for_each(|_| world.step());
    assert_eq!(world.solver_name(), "multigrid");
    assert_eq!(world.torn_link_count(), 0);
}
