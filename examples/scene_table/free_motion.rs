//! Pendulums, spinning bodies and rolling wheels against their closed forms, without drag.

use glam::{DVec2, Vec2};
use ropewalk::physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};
use ropewalk::scene::RopePins;
use ropewalk::scene::recipe::{Endpoint, RopeLayout};

use crate::body::{Body, centre_of_mass};
use crate::table::{Table, fixed};

const SWINGS: Table = Table {
    title: "Free swings from 90 degrees",
    note: "Pendulums and ropes that start level, at default settings and a drag of 0: energy above that of hanging \
           straight down,\nas a fraction of that at the start, after a time and at most within 20 s. The last column \
           is the greatest stretch.",
    columns: &["Body", "1 s", "5 s", "20 s", "Most", "Stretch, %"],
    rows: Vec::new(),
};

const SPINS: Table = Table {
    title: "Spinning bodies without gravity",
    note: "Angular momentum about the centre of mass as a fraction of that at the start.",
    columns: &["Body", "1 s", "5 s", "20 s", "Most", "Stretch, %"],
    rows: Vec::new(),
};

const WHEELS: Table = Table {
    title: "Wheels that roll down 30 degrees",
    note: "Speed of the centre of mass after 5 s, friction 2, and that of a wheel that rolls without slip.",
    columns: &["Body", "Speed, m/s", "Theory, m/s", "Ratio", "Stretch, %"],
    rows: Vec::new(),
};

/// Steps after which a figure is read, and the last of which ends a run.
const TIMES: [u32; 3] = [60, 300, 1_200];

/// The tables of free motion.
pub fn tables(is_wanted: &dyn Fn(&str) -> bool) -> Vec<Table> {
    let (mut swings, mut spins, mut wheels) = (SWINGS, SPINS, WHEELS);
    for (name, links, length, weight) in [
        ("pendulum, 1 link, 1 m", 1, 1.0, None),
        ("pendulum, 1 link, 10 cm", 1, 0.1, None),
        ("double pendulum, 2 x 1 m", 2, 2.0, None),
        ("double pendulum, 2 x 10 cm", 2, 0.2, None),
        ("rope of 8 links, 1 m", 8, 1.0, None),
        ("rope of 8 links, 1 m, weight of 1 kg", 8, 1.0, Some(1.0)),
        ("rope of 8 links, 30 cm", 8, 0.3, None),
        ("rope of 100 links, 4 m", 100, 4.0, None),
        ("rope of 1000 links, 4 m", 1_000, 4.0, None),
    ] {
        if is_wanted(name) {
            let mut world = level_rope(links, length, weight);
            let rest = energy_at_rest(&world, length);
            let start = world.energy().total() - rest;
            swings.rows.push(row(name, &mut world, |world| (world.energy().total() - rest) / start));
        }
    }
    for (name, body, speed) in [
        ("rotor of 1 m, 10 rad/s", rotor(1.0), 10.0),
        ("rotor of 10 cm, 50 rad/s", rotor(0.1), 50.0),
        ("box of 40 x 20 cm, 10 rad/s", Body::braced_box(0.4, 0.2), 10.0),
        ("box of 4 x 2 cm, 40 rad/s", Body::braced_box(0.04, 0.02), 40.0),
        ("wheel of 12 spokes, 20 cm, 20 rad/s", Body::wheel(0.1, 12), 20.0),
    ] {
        if is_wanted(name) {
            let mut world = spinning(&body, speed);
            let start = angular_momentum(&world);
            spins.rows.push(row(name, &mut world, |world| angular_momentum(world) / start));
        }
    }
    for (name, radius, spokes) in [
        ("wheel of 24 spokes, 20 cm", 0.1, 24),
        ("wheel of 12 spokes, 4 cm", 0.02, 12),
        ("wheel of 24 spokes, 1 m", 0.5, 24),
    ] {
        if is_wanted(name) {
            wheels.rows.push(roll(name, &Body::wheel(radius, spokes), radius));
        }
    }
    vec![swings, spins, wheels]
}

/// Runs a world and reads a figure and the stretch after each step.
fn row(name: &str, world: &mut World, figure: impl Fn(&World) -> f64) -> Vec<String> {
    let (mut cells, mut most, mut stretch) = (vec![name.to_owned()], 0.0_f64, 0.0_f64);
    for step in 1..=TIMES[2] {
        world.step();
        let now = figure(world);
        (most, stretch) = (most.max(now), stretch.max(world.stretch().max));
        if TIMES.contains(&step) {
            cells.push(fixed(now, 4));
        }
    }
    cells.extend([fixed(most, 4), fixed(100.0 * stretch, 3)]);
    cells
}

/// A level rope whose left end is pinned at the origin.
fn level_rope(links: u32, length: f32, weight: Option<f32>) -> World {
    let mut world = World::new(Settings::default(), Colliders::default(), 1);
    let (from, to) = (Endpoint::New(Vec2::ZERO), Endpoint::New(Vec2::X * length));
    let (particles, pins, kind) = (links + 1, RopePins::First, LinkKind::Rope);
    let ids = RopeLayout { from, to, particles, length: None, mass: 0.02, pins, kind }.build(&mut world);
    world.set_weight(ids[links as usize], weight);
    world
}

/// Energy of a level rope when it hangs straight down, J.
fn energy_at_rest(world: &World, length: f32) -> f64 {
    let masses = &world.particles().mass;
    let depth = |i: usize| f64::from(length) * i as f64 / (masses.len() - 1) as f64;
    let gravity = f64::from(world.settings().gravity.y);
    masses.iter().enumerate().map(|(i, &mass)| f64::from(mass) * gravity * depth(i)).sum()
}

/// Two masses and a beam.
fn rotor(length: f64) -> Body {
    let end = DVec2::X * (0.5 * length);
    Body { points: vec![-end, end], links: vec![(0, 1, LinkKind::Beam)] }
}

/// A body with an angular velocity, rad/s. Hands spin its particles and let go of them before they are linked.
fn spinning(body: &Body, speed: f64) -> World {
    /// Small, or the chords of the hands' paths would not be tangents.
    const SPIN_STEP: f32 = 1e-4;
    let settings = Settings { gravity: Vec2::ZERO, ..Settings::default() };
    let mut world = World::new(Settings { step: SPIN_STEP, ..settings }, Colliders::default(), 1);
    body.add_particles(&mut world, DVec2::ZERO);
    let hands = || (0..).zip(&body.points);
    hands().for_each(|(id, at)| world.grab(id, ParticleId(id), at.as_vec2()));
    for step in 1..=10 {
        let turn = DVec2::from_angle(speed * f64::from(SPIN_STEP) * f64::from(step));
        hands().for_each(|(id, at)| world.move_grab(id, turn.rotate(*at).as_vec2()));
        world.step();
    }
    hands().for_each(|(id, _)| world.release(id));
    body.add_links(&mut world);
    world.set_settings(settings);
    world
}

/// Angular momentum about the centre of mass, kg m²/s.
fn angular_momentum(world: &World) -> f64 {
    let particles = world.particles();
    let centre = centre_of_mass(world);
    let substep = f64::from(world.substep_length());
    let moving = particles.position.iter().zip(&particles.displacement).zip(&particles.mass);
    moving.map(|((at, by), &mass)| (at.as_dvec2() - centre).perp_dot(by.as_dvec2()) / substep * f64::from(mass)).sum()
}

/// Lets a wheel roll down a slope.
fn roll(name: &str, body: &Body, radius: f64) -> Vec<String> {
    const SECONDS: u32 = 5;
    const SLOPE: Vec2 = Vec2::new(200.0, 10.0);
    let (along, up) = (DVec2::from_angle(-std::f64::consts::FRAC_PI_6), DVec2::from_angle(std::f64::consts::FRAC_PI_3));
    let mut world = World::new(Settings::default(), Colliders::default(), 1);
    let at = along * f64::from(0.4 * SLOPE.x) - up * f64::from(0.5 * SLOPE.y);
    let slope = ShapeDef::still(Form::Box { half: 0.5 * SLOPE }, at.as_vec2());
    world.add_shape(ShapeDef { turn: along.as_vec2(), friction: Some(2.0), restitution: Some(0.0), ..slope });
    body.add_to(&mut world, up * radius);
    let mut stretch = 0.0_f64;
    for _ in 0..SECONDS * 60 {
        world.step();
        stretch = stretch.max(world.stretch().max);
    }
    let mass: f64 = world.particles().mass.iter().map(|&mass| f64::from(mass)).sum();
    let speed = world.momentum().length() / mass;
    let rolling = 1.0 + body.gyration_squared() / radius.powi(2);
    let theory = 9.81 * 0.5 * f64::from(SECONDS) / rolling;
    let figures = [fixed(speed, 2), fixed(theory, 2), fixed(speed / theory, 3), fixed(100.0 * stretch, 3)];
    std::iter::once(name.to_owned()).chain(figures).collect()
}
