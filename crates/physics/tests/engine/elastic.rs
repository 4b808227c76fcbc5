//! Elastic links: swings that keep their energy and period, rest, and slingshots.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{BallSurface, Colliders, Hand, LinkKind, Material, ParticleId, Settings, World};

const GRAVITY: f32 = 9.81;

/// Least share of its energy that a swing keeps for 20 s: .95 of its amplitude.
const MIN_KEPT: f64 = 0.95 * 0.95;
/// Most that it gains.
const MAX_GAIN: f64 = 0.002;

fn world(drag: f32) -> World {
    World::new(Settings { drag, ..Settings::default() }, Colliders::default(), 1)
}

/// A straight band of a material, pinned at its first particle, with particles of a mass (kg) unless the material has
/// one.
fn band(world: &mut World, [from, to]: [Vec2; 2], links: usize, mass: f32, material: &Material) -> Vec<ParticleId> {
    let place = |k: usize| from.lerp(to, k as f32 / links as f32);
    let ids: Vec<_> = (0..=links).map(|k| world.add_particle(place(k), mass, k == 0)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    let number = world.add_material(material).expect("there is room");
    world.set_material(&ids, number);
    ids
}

fn at(world: &World, id: ParticleId) -> Vec2 {
    world.particles().position[id.index()]
}

fn stiff(stiffness: f32) -> Material {
    Material { stiffness: Some(stiffness), ..Material::default() }
}

/// The rubber of the program.
fn rubber() -> Material {
    let (mass_per_metre, strength, friction) = (Some(0.06), Some(300.0), Some(0.9));
    Material { mass_per_metre, strength, friction, ..stiff(96.0) }
}

/// A weight of 1 kg let go at the end of an unstretched band: the least and the greatest share of its energy in 20 s,
/// and its mean period, s. The band is 1 m long, of this many links and stiffness (N), with particles of a mass (kg).
fn weight_swing(links: usize, mass: f32, stiffness: f32) -> ([f64; 2], f32) {
    let mut world = world(0.0);
    let ids = band(&mut world, [Vec2::Y, Vec2::ZERO], links, mass, &stiff(stiffness));
    let weight = ids[links];
    world.set_weight(weight, Some(1.0));
    let rest = -GRAVITY / stiffness;
    let (start, scale) = (world.energy().total(), 0.5 * f64::from(GRAVITY * -rest));
    let ([mut least, mut most], mut falls, mut before) = ([1.0_f64; 2], Vec::new(), 0.0);
    for step in 0..1_200_u16 {
        world.step();
        let share = 1.0 + (world.energy().total() - start) / scale;
        (least, most) = (least.min(share), most.max(share));
        let now = at(&world, weight).y;
        if before > rest && now <= rest {
            falls.push(f32::from(step) + (before - rest) / (before - now));
        }
        before = now;
    }
    let period = (falls[falls.len() - 1] - falls[0]) / (falls.len() - 1) as f32 / 60.0;
    ([least, most], period)
}

#[test]
fn weights_on_bands_keep_their_swings_and_periods() {
    for (links, mass) in [(1, 0.02), (20, 0.001)] {
        for period in [0.2, 0.63] {
            let frequency = std::f32::consts::TAU / period;
            // The band swings with the weight: its particles by their share of the way.
            let inner: f32 = (1..links).map(|k| mass * (k as f32 / links as f32).powi(2)).sum();
            let right = period * (1.0 + inner).sqrt();
            let ([least, most], measured) = weight_swing(links, mass, frequency * frequency);
            assert!(least > MIN_KEPT && most < 1.0 + MAX_GAIN, "{links} links, {period} s: {least} to {most}");
            assert!((measured / right - 1.0).abs() < 1e-3, "{links} links: {measured} s of {right} s");
        }
    }
}

/// Of a period of .06 s, and far shorter ones within the wire.
#[test]
fn stiff_wire_gains_no_energy() {
    for links in [1, 20] {
        let ([_, most], _) = weight_swing(links, 0.001, 1e4);
        assert!(most < 1.0 + MAX_GAIN, "{links} links: {most}");
    }
}

#[test]
fn turning_band_keeps_its_energy_and_angular_momentum() {
    for (links, gravity) in [(1, 8.0), (20, 8.0), (1, 50.0), (20, 50.0)] {
        let mut world = world(0.0);
        world.set_settings(Settings { gravity: Vec2::Y * -gravity, ..*world.settings() });
        let ids = band(&mut world, [Vec2::ZERO, Vec2::X], links, 0.02, &rubber());
        world.set_weight(ids[links], Some(0.5));
        while at(&world, ids[links]).x > 0.0 {
            world.step();
        }
        world.set_settings(Settings { gravity: Vec2::ZERO, ..*world.settings() });
        world.step();
        let momentum = |world: &World| -> f64 {
            let particles = world.particles();
            let of = |k: usize| particles.position[k].as_dvec2().perp_dot(particles.displacement[k].as_dvec2());
            (1..=links).map(|k| f64::from(particles.mass[k]) * of(k)).sum()
        };
        let (energy, turn) = (world.energy().total(), momentum(&world));
        for _ in 0..1_200 {
            world.step();
            let share = world.energy().total() / energy;
            assert!(share > MIN_KEPT && share < 1.0 + MAX_GAIN, "{links} links, {gravity} m/s²: {share}");
        }
        let share = momentum(&world) / turn;
        assert!((share - 1.0).abs() < 1e-3, "{links} links, {gravity} m/s²: {share} of the angular momentum");
    }
}

/// Balls that fall onto a taut band of rubber, whose ends are pinned.
fn trampoline(drag: f32, balls: &[Vec2]) -> (World, Vec<ParticleId>) {
    let mut world = world(drag);
    let ends = [Vec2::new(-1.15, 1.25), Vec2::new(1.15, 1.25)];
    let ids = band(&mut world, ends, 30, 0.02, &rubber());
    world.set_pinned(ids[30], true);
    balls.iter().for_each(|&place| {
        let ball = world.add_particle(place, 1.41, false);
        world.add_ball(ball, 0.212);
        world.set_ball_surface(ball, BallSurface { friction: Some(0.02), restitution: Some(0.5) });
    });
    (world, ids)
}

#[test]
fn ball_on_rubber_never_gains_energy() {
    let (mut world, _) = trampoline(0.0, &[Vec2::new(0.0, 1.98)]);
    let mut least = world.energy().total();
    for second in 0..20 {
        (0..60).for_each(|_| world.step());
        let now = world.energy().total();
        assert!(now < least + 0.02, "{now} J after {least} J in second {second}");
        least = least.min(now);
    }
}

/// Its bounce decays as the drag says, so 1/s here: what trembles by itself would not.
#[test]
fn balls_on_rubber_come_to_rest() {
    let one = [Vec2::new(0.0, 1.98)];
    let three = [Vec2::new(-0.5, 1.98), Vec2::new(0.0, 1.98), Vec2::new(0.5, 1.98)];
    for (balls, is_held) in [(&one[..], false), (&three[..], false), (&one[..], true)] {
        let (mut world, ids) = trampoline(1.0, balls);
        if is_held {
            let ball = ParticleId(ids[30].0 + 1);
            world.grab(0, ball, balls[0]);
            world.move_grab(0, Vec2::new(0.1, 0.9));
        }
        (0..600).for_each(|_| world.step());
        let kinetic = world.energy().kinetic;
        assert!(kinetic < 1e-3, "{} balls, held: {is_held}: {kinetic} J", balls.len());
        // From the pin to the first ball the band is straight.
        let side = |k: usize| (at(&world, ids[k]) - at(&world, ids[0])).normalize();
        let turn = side(2).perp_dot(side(6)).abs();
        assert!(turn < 0.03, "{} balls, held: {is_held}: the band turns by {turn} rad", balls.len());
    }
}

/// Draws a ball on a band of rubber down by `depth` (m) in 2 s, and lets it go. Returns its greatest speed upwards,
/// m/s, and the number of torn links.
fn sling([width, depth]: [f32; 2], links: usize) -> (f32, u64) {
    let mut world = world(0.0);
    world.set_settings(Settings { hand: Hand::Newtons(2_000.0), ..*world.settings() });
    let ends = [-0.5, 0.5].map(|end| Vec2::X * (end * width));
    let ids = band(&mut world, ends, links, 0.02, &rubber());
    world.set_pinned(ids[links], true);
    let from = Vec2::Y * 0.055;
    let ball = world.add_particle(from, 0.1, false);
    world.add_ball(ball, 0.05);
    world.grab(0, ball, from);
    for k in 1..=120_u8 {
        world.move_grab(0, from.lerp(Vec2::Y * -depth, f32::from(k) / 120.0));
        world.step();
    }
    world.release(0);
    let mut fastest: f32 = 0.0;
    for _ in 0..60 {
        world.step();
        fastest = fastest.max(world.particles().displacement[ball.index()].y / world.substep_length());
    }
    (fastest, world.torn_link_count())
}

#[test]
fn slingshot_throws_its_ball_and_does_not_tear() {
    // To three times its length, and to one and a half times.
    for (size, links) in [([0.4, 0.566], 20), ([1.0, 1.414], 30), ([2.3, 3.253], 30), ([2.3, 1.286], 30)] {
        let (speed, torn) = sling(size, links);
        assert!(speed > 10.0 && torn == 0, "{size:?} m: {speed} m/s, {torn} torn");
    }
}

#[test]
fn slingshot_drawn_too_far_tears_once_at_each_side() {
    for depth in [0.98, 1.587] {
        let (_, torn) = sling([0.4, depth], 20);
        assert!((1..=2).contains(&torn), "{depth} m: {torn} links");
    }
}
