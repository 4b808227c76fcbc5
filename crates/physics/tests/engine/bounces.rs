//! Bounces of bodies and discs: heights follow the restitution, and nothing gains energy.

use ropewalk_physics::glam::{DVec2, Vec2};
use ropewalk_physics::{
    Aabb, BallSurface, Colliders, Form, LinkKind, ParticleId, Particles, Settings, ShapeDef, Substeps, World,
};

const RESTITUTIONS: [f32; 4] = [0.0, 0.3, 0.5, 1.0];

/// A braced body: particles around the centre of mass, m, and links.
#[derive(Clone, Debug)]
struct Body {
    points: Vec<DVec2>,
    links: Vec<(usize, usize, LinkKind)>,
}

impl Body {
    fn block(width: f64, height: f64) -> Self {
        let points =
            [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(|(x, y)| DVec2::new(x * width, y * height));
        let links = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)].map(|(a, b)| (a, b, LinkKind::Beam));
        Self { points: points.to_vec(), links: links.to_vec() }
    }

    /// A truss of some bays, an eighth as thick as long.
    fn plank(length: f64, bays: usize) -> Self {
        let at = |i: usize| DVec2::new((i / 2) as f64 / bays as f64 - 0.5, (i % 2) as f64 * 0.125 - 0.0625) * length;
        let mut links = vec![(0, 1, LinkKind::Beam), (2 * bays, 2 * bays + 1, LinkKind::Beam)];
        for bay in 0..bays {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| 2 * bay + i);
            links.extend([(a, c, LinkKind::Beam), (b, d, LinkKind::Beam)]);
            links.extend([(a, d, LinkKind::Brace), (b, c, LinkKind::Brace)]);
            links.extend((bay > 0).then_some((a, b, LinkKind::Brace)));
        }
        Self { points: (0..2 * bays + 2).map(at).collect(), links }
    }

    fn wheel(radius: f64, spokes: usize) -> Self {
        let angle = |i: usize| std::f64::consts::TAU * (i as f64 + 0.5) / spokes as f64;
        let rim = (0..spokes).map(|i| DVec2::new(angle(i).sin(), -angle(i).cos()) * radius);
        let spoke = |i| [(0, i + 1, LinkKind::Beam), (i + 1, (i + 1) % spokes + 1, LinkKind::Beam)];
        Self { points: std::iter::once(DVec2::ZERO).chain(rim).collect(), links: (0..spokes).flat_map(spoke).collect() }
    }

    fn turned(mut self, angle: f64) -> Self {
        let turn = DVec2::from_angle(angle);
        self.points.iter_mut().for_each(|point| *point = turn.rotate(*point));
        self
    }

    fn lowest(&self) -> f64 {
        self.points.iter().map(|point| point.y).fold(0.0, f64::min)
    }

    fn add_to(&self, world: &mut World, at: DVec2, mass: f32) {
        let first = world.particles().len();
        for &point in &self.points {
            world.add_particle((at + point).as_vec2(), mass, false);
        }
        let id = |i: usize| ParticleId((first + i) as u32);
        for &(a, b, kind) in &self.links {
            let rest_length = self.points[a].distance(self.points[b]) as f32;
            world.add_link(id(a), id(b), Some(rest_length), 1.0, kind);
        }
    }
}

/// A drop of a body from some height of its lowest particle above the ground.
#[derive(Clone, Copy, Debug)]
struct Drop {
    height: f64,
    gravity: f32,
    /// Mass of a particle, kg.
    mass: f32,
    substeps: Substeps,
    friction: f32,
    /// Whether a shape is the ground.
    on_shape: bool,
    seconds: f64,
}

const DROP: Drop = Drop {
    height: 1.0,
    gravity: 9.81,
    mass: 0.05,
    substeps: Substeps::Auto,
    friction: 0.5,
    on_shape: false,
    seconds: 2.5,
};

/// Heights of the centre of mass above that at the first contact, as fractions of the drop.
#[derive(Clone, Copy, Debug, Default)]
struct Bounce {
    first: f64,
    highest: f64,
}

impl Drop {
    fn world(&self, restitution: f32) -> World {
        let Self { gravity, substeps, friction, on_shape, .. } = *self;
        let gravity = Vec2::new(0.0, -gravity);
        let settings = Settings { gravity, substeps, friction, restitution, drag: 0.0, ..Settings::default() };
        if on_shape {
            let mut world = World::new(settings, Colliders::default(), 1);
            world.add_shape(ShapeDef::still(Form::Box { half: Vec2::new(9.0, 1.0) }, Vec2::new(0.0, -1.0)));
            world
        } else {
            World::new(settings, Colliders::new(Some(0.0), None), 1)
        }
    }

    fn bounce(&self, body: &Body, restitution: f32) -> Bounce {
        let mut world = self.world(restitution);
        body.add_to(&mut world, DVec2::Y * (self.height - body.lowest()), self.mass);
        let height = |world: &World| (centre_of_mass(world).y + body.lowest()) / self.height;
        let contact = ((2.0 * self.height / f64::from(self.gravity)).sqrt() * 60.0) as u32;
        (0..contact).for_each(|_| world.step());
        let (mut bounce, mut before, mut has_risen, mut is_over) = (Bounce::default(), height(&world), false, false);
        for step in 0..(self.seconds * 60.0) as u32 {
            world.step();
            let now = height(&world);
            if step > 0 {
                has_risen |= now > before;
                is_over |= has_risen && now < before;
                bounce.highest = bounce.highest.max(now);
                bounce.first = if is_over { bounce.first } else { bounce.highest };
            }
            before = now;
        }
        bounce
    }

    /// Asserts that no bounce gains height, and that flat boxes and planks follow the restitution.
    fn check(&self, name: &str, body: &Body, is_flat: bool) {
        for restitution in RESTITUTIONS {
            let bounce = self.bounce(body, restitution);
            let case = format!("{name}, e = {restitution}, {self:?}: {bounce:?}");
            assert!(bounce.highest <= 1.005, "{case}");
            let right = f64::from(restitution * restitution);
            if is_flat {
                assert!(bounce.first >= 0.85 * right - 0.01 && bounce.first <= right + 0.01, "{case}");
            }
        }
    }
}

fn centre_of_mass(world: &World) -> DVec2 {
    let particles = world.particles();
    let weighted = |(at, &mass): (&Vec2, &f32)| at.as_dvec2() * f64::from(mass);
    let sum: DVec2 = particles.position.iter().zip(&particles.mass).map(weighted).sum();
    sum / particles.mass.iter().map(|&mass| f64::from(mass)).sum::<f64>().max(f64::MIN_POSITIVE)
}

fn velocity(world: &World, particle: usize) -> Vec2 {
    world.particles().displacement[particle] / world.substep_length()
}

#[test]
fn bodies_bounce_to_restitution_squared_or_lower() {
    DROP.check("small box", &Body::block(0.02, 0.02), true);
    DROP.check("box", &Body::block(0.7, 0.7), true);
    DROP.check("plank", &Body::plank(0.2, 2), true);
    Drop { on_shape: true, ..DROP }.check("box on a shape", &Body::block(0.2, 0.2), true);
    DROP.check("tilted box", &Body::block(0.02, 0.02).turned(0.35), false);
    DROP.check("tilted box", &Body::block(1.0, 1.0).turned(0.35), false);
}

#[test]
fn wheel_bounces_to_restitution_squared() {
    let wheel = Body::wheel(0.1, 12);
    for restitution in [0.3, 0.5, 1.0] {
        let Bounce { first, highest } = DROP.bounce(&wheel, restitution);
        let right = f64::from(restitution * restitution);
        assert!(first > 0.85 * right - 0.01 && first < right + 0.02 && highest < 1.005, "{restitution}: {first}");
    }
}

/// Kinetic and potential energy of the free particles above those at rest at a height (m), J.
fn energy_above(world: &World, height: f64) -> f64 {
    let Particles { position, mass, inv_mass, .. } = world.particles();
    let free = (0..position.len()).filter(|&i| inv_mass[i] > 0.0);
    let of_particle = |i: usize| {
        let (speed, above) = (f64::from(velocity(world, i).length()), f64::from(position[i].y) - height);
        f64::from(mass[i]) * (9.81 * above + 0.5 * speed * speed)
    };
    free.map(of_particle).sum()
}

/// The region of such a hit is so large that few rounds go through it.
#[test]
fn box_on_a_rope_of_many_links_bounces_off_a_post_without_gain() {
    const LINKS: usize = 300;
    let settings = Settings { restitution: 1.0, drag: 0.0, friction: 0.0, ..Settings::default() };
    let mut world = World::new(settings, Colliders::default(), 1);
    world.add_shape(ShapeDef::still(Form::Circle { radius: 0.3 }, Vec2::new(0.45, -1.15)));
    let along = DVec2::from_angle(-130f64.to_radians());
    Body::block(0.2, 0.2).turned(-40f64.to_radians()).add_to(&mut world, along * 1.15, 0.25);
    let rope = (0..=LINKS).map(|i| (along * i as f64 / LINKS as f64).as_vec2());
    let rope: Vec<_> = rope.enumerate().map(|(i, at)| world.add_particle(at, 0.0002, i == 0)).collect();
    for ends in rope.windows(2) {
        world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope);
    }
    for corner in [2, 3] {
        world.add_link(rope[LINKS], ParticleId(corner), None, 1.0, LinkKind::Rope);
    }
    world.step();
    let start = energy_above(&world, -1.15);
    let mut back = 0.0f32;
    for _ in 0..120 {
        world.step();
        let energy = energy_above(&world, -1.15);
        assert!(energy < 1.002 * start, "{energy} J of {start} J");
        back = back.min(velocity(&world, 1).x);
    }
    assert!(back < -0.5, "it bounces back: {back} m/s");
}

/// The velocities of two balls after a collision on a line without gravity, m/s.
fn collide(masses: [f32; 2], speeds: [f32; 2], radius: f32, settings: Settings) -> [Vec2; 2] {
    /// Steps in which hands bring the balls to their speeds.
    const STEPS: u32 = 12;
    let settings = Settings { gravity: Vec2::ZERO, drag: 0.0, rope_contact: Some(radius), ..settings };
    let mut world = World::new(settings, Colliders::default(), 1);
    for ((x, mass), speed) in [-0.2, 0.2].into_iter().zip(masses).zip(speeds) {
        let x = x - speed * STEPS as f32 / 60.0;
        let particle = world.add_particle(Vec2::X * x, mass, false);
        world.grab(particle.0, particle, Vec2::X * x);
    }
    for _ in 0..STEPS {
        for (id, speed) in (0..2).zip(speeds) {
            let to = world.grabs()[id as usize].pointer() + Vec2::X * speed / 60.0;
            world.move_grab(id, to);
        }
        world.step();
    }
    (0..2).for_each(|id| world.release(id));
    let before = [0, 1].map(|particle| velocity(&world, particle).x);
    assert!((before[0] - speeds[0]).abs() < 0.02 && (before[1] - speeds[1]).abs() < 0.02, "{before:?}");
    (0..40).for_each(|_| world.step());
    [0, 1].map(|particle| velocity(&world, particle))
}

#[test]
fn balls_bounce_off_each_other() {
    for restitution in RESTITUTIONS {
        for masses in [[0.05, 0.05], [0.05, 0.2], [0.5, 0.05]] {
            let settings = Settings { restitution, ..Settings::default() };
            let speeds = [1.5, -0.5];
            let [one, other] = collide(masses, speeds, 0.05, settings);
            let momentum = |speeds: [f32; 2]| masses[0] * speeds[0] + masses[1] * speeds[1];
            let case = format!("e = {restitution}, {masses:?}: {one} {other}");
            assert!((momentum([one.x, other.x]) - momentum(speeds)).abs() < 0.03 * momentum([1.5, 0.5]), "{case}");
            assert!((other.x - one.x - restitution * 2.0).abs() < 0.06, "{case}");
        }
    }
}

#[test]
fn balls_in_a_room_never_gain_energy() {
    for restitution in [0.5, 1.0] {
        let settings =
            Settings { restitution, friction: 0.0, drag: 0.0, rope_contact: Some(0.06), ..Settings::default() };
        let room = Aabb { min: Vec2::new(-0.5, -0.5), max: Vec2::new(0.5, 0.5) };
        let mut world = World::new(settings, Colliders::new(None, Some(room)), 1);
        for i in 0..20u8 {
            let (x, y) = (f32::from(i % 5), f32::from(i / 5));
            world.add_particle(Vec2::new(0.18 * x - 0.36 + 0.02 * y, 0.2 * y - 0.3), 0.05 + 0.02 * x, false);
        }
        let bottom = -9.81 * 0.44 * f64::from(world.particles().mass.iter().sum::<f32>());
        let start = world.energy().total() - bottom;
        for step in 0..60 * 10 {
            world.step();
            let energy = world.energy().total() - bottom;
            assert!(energy < 1.005 * start, "e = {restitution}, step {step}: {energy} of {start} J");
        }
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn bodies_of_all_sizes_bounce_without_gain() {
    let sizes = [0.02, 0.2, 1.0].into_iter().flat_map(|length| [0.0, 0.01, 0.35, 1.3].map(|angle| (length, angle)));
    for (index, (length, angle)) in sizes.enumerate() {
        let (is_flat, drop) = (angle == 0.0, Drop { on_shape: index % 2 == 1, ..DROP });
        drop.check("box", &Body::block(length, length).turned(angle), is_flat);
        drop.check("slab", &Body::block(length, 0.3 * length).turned(angle), is_flat);
        drop.check("plank", &Body::plank(length, 8).turned(angle), is_flat);
        drop.check("wheel", &Body::wheel(0.5 * length, 12).turned(angle), false);
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn bounces_do_not_depend_on_substeps_mass_or_gravity() {
    for substeps in [8, 30, 100].map(Substeps::Count) {
        for (gravity, mass, height, friction) in
            [(9.81, 0.05, 1.0, 0.5), (1.62, 2.0, 0.4, 0.0), (25.0, 0.001, 2.0, 2.0)]
        {
            let drop = Drop { substeps, gravity, mass, height, friction, ..DROP };
            for length in [0.02, 0.5] {
                drop.check("box", &Body::block(length, length), true);
                drop.check("plank", &Body::plank(length, 3), true);
                drop.check("tilted box", &Body::block(length, length).turned(0.2), false);
                drop.check("tilted plank", &Body::plank(length, 3).turned(0.6), false);
                drop.check("wheel", &Body::wheel(length, 10), false);
            }
        }
    }
}

/// Velocities (m/s) of two balls of 1 kg along x after one was flung at the other.
fn velocities_after_hit(speed: f32, radius: f32, gap: f32, restitution: f32) -> [f32; 2] {
    let settings =
        Settings { gravity: Vec2::ZERO, drag: 0.0, restitution, substeps: Substeps::Count(20), ..Settings::default() };
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let steps = (speed / 15.0).ceil();
    let way = speed * settings.step * 0.5 * (steps + 1.0);
    let balls = [0.0, way + gap].map(|x| world.add_particle(Vec2::new(x, 0.0), 1.0, x > 0.0));
    balls.iter().for_each(|&ball| world.add_ball(ball, radius));
    world.set_settings(Settings { gravity: Vec2::X * (speed / (steps * settings.step)), ..settings });
    (0..steps as u32).for_each(|_| world.step());
    world.set_settings(settings);
    world.set_pinned(balls[1], false);
    (0..60).for_each(|_| world.step());
    balls.map(|ball| world.particles().displacement[ball.index()].x * 20.0 / settings.step)
}

#[test]
fn small_fast_balls_that_meet_pass_on_their_motion() {
    for (speed, restitution) in [(60.0, 0.5), (60.0, 1.0), (150.0, 0.5), (150.0, 1.0)] {
        let mut met = 0;
        for gap in (0..40_u8).map(|gap| 0.5 + 0.01 * f32::from(gap)) {
            let [flung, hit] = velocities_after_hit(speed, 0.02, gap, restitution);
            // At 150 m/s, three times their reach in a substep, one in four is not found.
            if hit == 0.0 {
                continue;
            }
            met += 1;
            let expected = [1.0 - restitution, 1.0 + restitution].map(|share| 0.5 * share * speed);
            let is_right = (flung - expected[0]).abs() < 0.02 * speed && (hit - expected[1]).abs() < 0.02 * speed;
            assert!(is_right, "{speed} m/s, {restitution}, {gap} m: {flung} and {hit} m/s, not {expected:?}");
        }
        assert!(met > 25, "{speed} m/s, {restitution}: only {met} of 40 meet");
    }
}

#[test]
fn balls_bounce_off_each_other_by_their_own_restitution() {
    for restitution in [0.0, 0.3] {
        let settings = Settings { restitution, drag: 0.0, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(Some(0.0), None), 1);
        let [lower, upper] =
            [0.2, 1.4].map(|y| world.add_particle(Vec2::Y * y, if y < 1.0 { 1e3 } else { 1.0 }, false));
        for ball in [lower, upper] {
            world.add_ball(ball, 0.2);
            world.set_ball_surface(ball, BallSurface { friction: None, restitution: Some(0.8) });
        }
        let (mut highest, mut has_hit) = (0.0_f32, false);
        let mut before = f32::MAX;
        for _ in 0..90 {
            world.step();
            let y = world.particles().position[upper.index()].y;
            has_hit |= y > before;
            highest = if has_hit { highest.max(y) } else { highest };
            before = y;
        }
        let expected = 0.6 + 0.64 * 0.8;
        assert!((highest - expected).abs() < 0.05, "with a restitution of {restitution}: {highest} m, not {expected}");
    }
}
