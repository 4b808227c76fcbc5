//! Machines: winches, muscles, springs and pistons with a limited force, motors, and the keys that work them.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Control, LinkDrive, LinkKind, MotorDrive, ParticleId, Settings, Stroke, World};

use crate::support::rope;

const GRAVITY: f32 = 9.81;

fn still_air() -> Settings {
    Settings { drag: 0.0, ..Settings::default() }
}

fn at(world: &World, id: ParticleId) -> Vec2 {
    world.particles().position[id.index()]
}

fn keys(forward: char, back: char) -> Control {
    Control { forward: Some(forward), back: Some(back), latches: false }
}

fn drive(stroke: Stroke, force: f32) -> LinkDrive {
    LinkDrive { stroke, force, stiffness: None, damping: 0.0, control: Control::default() }
}

fn steps(world: &mut World, count: u32) {
    (0..count).for_each(|_| world.step());
}

/// A weight (kg) on a rope of a metre, whose first link of 2 m is a winch: `i` lowers, `o` lifts, at .5 m/s.
fn hoist(mass: f32, force: f32, links: u16) -> (World, ParticleId) {
    let mut world = World::new(still_air(), Colliders::new(Some(-9.0), None), 1);
    let drum = world.add_particle(Vec2::new(0.0, 2.0), 1.0, true);
    let ids = rope(&mut world, Vec2::ZERO, Vec2::NEG_Y, links + 1, 0.02);
    world.set_pinned(ParticleId(ids.start), false);
    world.add_link(drum, ParticleId(ids.start), None, 1.0, LinkKind::Rope);
    let hook = ParticleId(ids.end - 1);
    world.set_weight(hook, Some(mass));
    world.set_solid(hook, false);
    let stroke = Stroke::Linear { min: 0.2, max: 6.0, speed: 0.5 };
    let winch = LinkDrive { control: keys('i', 'o'), ..drive(stroke, force) };
    world.set_link_drive(drum, ParticleId(ids.start), Some(winch));
    (world, hook)
}

#[test]
fn winch_lifts_and_lowers_at_its_speed() {
    for (mass, links) in [(0.1, 1), (5.0, 10), (50.0, 20)] {
        let (mut world, hook) = hoist(mass, 20.0 * mass + 5.0, links);
        steps(&mut world, 60);
        let hanging = at(&world, hook).y;
        steps(&mut world, 60);
        assert!((at(&world, hook).y - hanging).abs() < 0.01, "{mass} kg: it holds, {}", at(&world, hook).y - hanging);
        for (key, way) in [('o', 1.0), ('i', -1.0)] {
            let before = at(&world, hook).y;
            world.hold_key(key, true);
            steps(&mut world, 120);
            world.hold_key(key, false);
            steps(&mut world, 60);
            let moved = at(&world, hook).y - before;
            assert!((moved - way).abs() < 0.05, "{mass} kg, {key}: {moved} m");
            assert!(world.stretch().max < 0.01, "{mass} kg: {:?}", world.stretch());
        }
    }
}

#[test]
fn winch_stalls_at_its_force() {
    for (mass, force) in [(1.0, 30.0), (30.0, 400.0)] {
        // Held in place, it pulls with all of its force.
        let (mut world, hook) = hoist(mass, force, 10);
        steps(&mut world, 60);
        world.set_pinned(hook, true);
        world.hold_key('o', true);
        steps(&mut world, 300);
        let winch = world.driven_links()[0];
        let [a, b] = winch.ends.map(|end| at(&world, end));
        let tension = winch.tension(a.distance(b));
        assert!((tension / force - 1.0).abs() < 0.05, "{mass} kg: {tension} N");
        // It goes on from there as soon as it is let.
        world.set_pinned(hook, false);
        let before = at(&world, hook).y;
        steps(&mut world, 60);
        let moved = at(&world, hook).y - before;
        assert!((moved - 0.5).abs() < 0.06, "{mass} kg: {moved} m");
    }
    // A load heavier than the force sinks as the rest of it says.
    let (mut world, hook) = hoist(20.0, 0.5 * 20.0 * GRAVITY, 1);
    world.set_pinned(hook, true);
    world.hold_key('o', true);
    steps(&mut world, 60);
    world.set_pinned(hook, false);
    let before = at(&world, hook).y;
    steps(&mut world, 60);
    let (fell, expected) = (before - at(&world, hook).y, 0.25 * GRAVITY);
    assert!((fell / expected - 1.0).abs() < 0.06, "{fell} m, not {expected}");
}

#[test]
fn winch_lets_out_no_more_than_its_load_takes() {
    let (mut world, hook) = hoist(2.0, 100.0, 1);
    world.set_ground(Some(-1.5));
    world.hold_key('i', true);
    for _ in 0..300 {
        world.step();
        let winch = world.driven_links()[0];
        let [a, b] = winch.ends.map(|end| at(&world, end));
        assert!(winch.tension(a.distance(b)) > -0.5, "it pushes with {} N", winch.tension(a.distance(b)));
    }
    assert!((at(&world, hook).y + 1.5).abs() < 0.01, "the hook lies at {}", at(&world, hook));
    world.hold_key('i', false);
    world.hold_key('o', true);
    steps(&mut world, 60);
    assert!(at(&world, hook).y > -1.1, "and is lifted at once, to {}", at(&world, hook));
}

#[test]
fn spring_swings_with_its_period_and_damping() {
    for (damping, links) in [(0.0, 1), (0.1, 1), (0.0, 4)] {
        let mut world = World::new(Settings { gravity: Vec2::ZERO, ..still_air() }, Colliders::default(), 1);
        let ids = rope(&mut world, Vec2::ZERO, Vec2::X, links + 1, 1e-3);
        let end = ParticleId(ids.end - 1);
        world.set_weight(end, Some(1.0));
        world.set_solid(end, false);
        let stiffness = 40.0 * f32::from(links);
        for a in ids.start..ids.end - 1 {
            let spring = LinkDrive { stiffness: Some(stiffness), damping, ..drive(Stroke::Still, 1e6) };
            world.set_link_drive(ParticleId(a), ParticleId(a + 1), Some(spring));
        }
        world.grab(0, end, Vec2::X);
        for step in 0..240_u16 {
            world.move_grab(0, Vec2::X * (1.0 + 0.3 * (f32::from(step) / 60.0).min(1.0)));
            world.step();
        }
        world.release(0);
        let period = std::f32::consts::TAU / 40.0_f32.sqrt();
        let (mut most, mut crossings, mut last) = (0.0_f32, Vec::new(), 0.0);
        for step in 0..(10.0 * period * 60.0) as u32 {
            world.step();
            let off = at(&world, end).x - 1.0;
            if last > 0.0 && off <= 0.0 {
                crossings.push(step as f32 - off / (off - last));
            }
            last = off;
            most = if step as f32 > 9.0 * period * 60.0 { most.max(off) } else { 0.0 };
        }
        let measured = (crossings.last().expect("it swings") - crossings[0]) / (crossings.len() - 1) as f32 / 60.0;
        assert!((measured / period - 1.0).abs() < 0.01, "{damping}: a period of {measured} s, not {period}");
        let expected = 0.3 * (-0.5 * damping * 9.5 * period).exp();
        assert!((most - expected).abs() < 0.1 * 0.3, "{damping}: {most} m is left, not {expected}");
    }
}

#[test]
fn muscle_moves_its_ends_in_waves() {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, ..still_air() }, Colliders::default(), 1);
    let [a, b] = [0.0, 1.0].map(|x| world.add_particle(Vec2::X * x, 1.0, x == 0.0));
    world.add_link(a, b, None, 1.0, LinkKind::Beam);
    let wave = Stroke::Wave { amplitude: 0.3, period: 2.0, phase: 0.0 };
    world.set_link_drive(a, b, Some(drive(wave, 1_000.0)));
    let (mut least, mut most) = (f32::MAX, 0.0_f32);
    for step in 1..=480 {
        world.step();
        let length = at(&world, b).x;
        (least, most) = (least.min(length), most.max(length));
        if step % 120 == 30 {
            assert!((length - 1.3).abs() < 0.01, "step {step}: {length} m");
        }
    }
    assert!((least - 0.7).abs() < 0.01 && (most - 1.3).abs() < 0.01, "from {least} to {most} m");
}

/// A wheel of 12 spokes on a free or pinned hub, which a bar of two particles carries. Returns hub, rim and the bar's end.
fn wheel_on_a_bar(world: &mut World, pinned: bool) -> [ParticleId; 3] {
    let hub = world.add_particle(Vec2::ZERO, 1.0, pinned);
    let rim: Vec<_> = (0..12)
        .map(|k| world.add_particle(Vec2::from_angle(std::f32::consts::TAU * k as f32 / 12.0) * 0.5, 0.1, false))
        .collect();
    for (k, &end) in rim.iter().enumerate() {
        world.add_link(hub, end, Some(0.5), 1.0, LinkKind::Beam);
        world.add_link(end, rim[(k + 1) % 12], None, 1.0, LinkKind::Rim);
    }
    let end = world.add_particle(Vec2::NEG_X, 2.0, pinned);
    world.add_link(hub, end, None, 1.0, LinkKind::Rope);
    [hub, rim[0], end]
}

/// Turning speed of a particle about another one, rad/s.
fn turning(world: &World, [axle, arm]: [ParticleId; 2]) -> f32 {
    let by = |id: ParticleId| world.particles().displacement[id.index()] / world.substep_length();
    let lever = at(world, arm) - at(world, axle);
    lever.perp_dot(by(arm) - by(axle)) / lever.length_squared()
}

#[test]
fn motor_gives_its_torque_up_to_its_speed() {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, ..still_air() }, Colliders::default(), 1);
    let [hub, rim, end] = wheel_on_a_bar(&mut world, true);
    let motor = MotorDrive { speed: 6.0, torque: 0.6, brakes: false, one_way: false, control: Control::default() };
    world.set_motor(hub, [rim, end], Some(motor));
    // I = 12 * .1 kg * (.5 m)²
    steps(&mut world, 60);
    let speed = turning(&world, [hub, rim]);
    assert!((speed - 2.0).abs() < 0.1, "after 1 s: {speed} rad/s");
    steps(&mut world, 240);
    let speed = turning(&world, [hub, rim]);
    assert!((speed - 6.0).abs() < 0.06, "in the end: {speed} rad/s");
    let (work, energy) = (world.machine_work(), world.energy().kinetic);
    assert!(energy <= 1.02 * work && energy > 0.95 * work, "{work} J of work for {energy} J");
}

#[test]
fn motor_keeps_momentum_of_what_is_free() {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, ..still_air() }, Colliders::default(), 1);
    let [hub, rim, end] = wheel_on_a_bar(&mut world, false);
    let motor = MotorDrive { speed: 8.0, torque: 0.5, brakes: true, one_way: false, control: Control::default() };
    world.set_motor(hub, [rim, end], Some(motor));
    steps(&mut world, 300);
    let relative = turning(&world, [hub, rim]) - turning(&world, [hub, end]);
    assert!((relative - 8.0).abs() < 0.1, "{relative} rad/s");
    let particles = world.particles();
    let (mut momentum, mut angular) = (Vec2::ZERO, 0.0);
    for (index, mass) in particles.mass.iter().enumerate() {
        let velocity = particles.displacement[index] / world.substep_length();
        momentum += velocity * *mass;
        angular += mass * particles.position[index].perp_dot(velocity);
    }
    assert!(momentum.length() < 0.01 && angular.abs() < 0.05, "{momentum} kg m/s, {angular} kg m²/s");
    assert!(world.energy().kinetic <= 1.02 * world.machine_work(), "{} J", world.machine_work());
}

/// A cart on ground or a slope of an angle (rad): a plank of 4 kg on two wheels, both driven. Returns its first hub.
fn cart(angle: f32, motor: MotorDrive) -> (World, ParticleId) {
    let gravity = Vec2::from_angle(-angle).rotate(Vec2::NEG_Y) * GRAVITY;
    let settings = Settings { gravity, friction: 1.0, restitution: 0.0, ..still_air() };
    let mut world = World::new(settings, Colliders::new(Some(0.0), None), 1);
    let [low, high] = [0.31, 0.46];
    let corners = [(-0.6, low), (0.6, low), (0.6, high), (-0.6, high)];
    let plank = corners.map(|(x, y)| world.add_particle(Vec2::new(x, y), 1.0, false));
    for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        world.add_link(plank[a], plank[b], None, 1.0, LinkKind::Beam);
    }
    for (a, b) in [(0, 2), (1, 3)] {
        world.add_link(plank[a], plank[b], None, 1.0, LinkKind::Brace);
    }
    let mut hubs = Vec::new();
    for (side, x) in [(0, -0.6), (1, 0.6)] {
        // The joint is 1 cm long.
        let middle = Vec2::new(x, low + 0.01);
        let hub = world.add_particle(middle, 0.1, false);
        let rim: Vec<_> = (0..16)
            .map(|k| Vec2::from_angle(std::f32::consts::TAU * k as f32 / 16.0) * 0.3)
            .map(|spoke| world.add_particle(middle + spoke, 0.05, false))
            .collect();
        for (k, &end) in rim.iter().enumerate() {
            world.add_link(hub, end, Some(0.3), 1.0, LinkKind::Beam);
            world.add_link(end, rim[(k + 1) % 16], None, 1.0, LinkKind::Rim);
        }
        world.join(plank[side], hub);
        world.set_motor(hub, [rim[0], plank[1 - side]], Some(motor));
        hubs.push(hub);
    }
    (world, hubs[0])
}

fn keyless(speed: f32, torque: f32) -> MotorDrive {
    MotorDrive { speed, torque, brakes: true, one_way: false, control: Control::default() }
}

#[test]
fn cart_drives_climbs_and_stalls_at_a_wall() {
    for angle in [0.0_f32, 20.0] {
        let (mut world, hub) = cart(angle.to_radians(), keyless(-5.0, 10.0));
        let start = at(&world, hub).x;
        let mut highest = f64::MIN;
        let before = world.energy().total();
        for _ in 0..180 {
            world.step();
            highest = highest.max(world.energy().total() - before - 1.02 * world.machine_work());
            assert!(world.stretch().max < 0.05, "{:?}", world.stretch());
        }
        let way = at(&world, hub).x - start;
        assert!(way > 3.0 && way < 4.6, "{angle} degrees: {way} m in 3 s");
        assert!(highest < 0.1, "{angle} degrees: {highest} J more than the motors' work");
    }
    let (mut world, hub) = cart(0.0, keyless(-5.0, 1.0));
    world.add_shape(ropewalk_physics::ShapeDef::still(
        ropewalk_physics::Form::Box { half: Vec2::new(0.5, 3.0) },
        Vec2::new(3.0, 3.0),
    ));
    steps(&mut world, 300);
    let before = at(&world, hub).x;
    steps(&mut world, 120);
    assert!((at(&world, hub).x - before).abs() < 0.05, "it goes on at the wall");
    assert!(world.stretch().max < 0.01, "{:?}", world.stretch());
}

#[test]
fn piston_presses_with_its_force() {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, ..still_air() }, Colliders::default(), 1);
    let [a, b, c] = [0.0, 1.0, 1.8].map(|x| world.add_particle(Vec2::X * x, 0.5, x != 1.0));
    world.add_link(a, b, None, 1.0, LinkKind::Beam);
    world.add_link(b, c, None, 1.0, LinkKind::Beam);
    let stroke = Stroke::Linear { min: 1.0, max: 1.5, speed: 1.0 };
    world.set_link_drive(a, b, Some(LinkDrive { control: keys('d', 'a'), ..drive(stroke, 60.0) }));
    world.set_link_drive(b, c, Some(LinkDrive { stiffness: Some(500.0), ..drive(Stroke::Still, 1e6) }));
    world.hold_key('d', true);
    steps(&mut world, 240);
    let pressed = 500.0 * (at(&world, b).x - 1.0);
    assert!((pressed / 60.0 - 1.0).abs() < 0.05, "it presses with {pressed} N");
    world.hold_key('d', false);
    world.hold_key('a', true);
    steps(&mut world, 240);
    assert!((at(&world, b).x - 1.0).abs() < 0.01, "and goes back to {}", at(&world, b));
}

#[test]
fn latching_key_turns_a_drive_on_and_off() {
    let (mut world, _) = hoist(1.0, 100.0, 4);
    let [a, b] = world.driven_links()[0].ends;
    let stroke = Stroke::Linear { min: 0.2, max: 6.0, speed: 0.5 };
    let control = Control { forward: Some('p'), back: None, latches: true };
    world.set_link_drive(a, b, Some(LinkDrive { control, ..drive(stroke, 100.0) }));
    let mut lengths = vec![];
    for is_held in [true, false, true, false] {
        world.hold_key('p', is_held);
        steps(&mut world, 30);
        lengths.push(world.driven_links()[0].rest_length);
    }
    let grown: Vec<bool> = lengths.windows(2).map(|pair| pair[1] > pair[0] + 0.2).collect();
    assert_eq!(grown, [true, false, false], "{lengths:?}");
}

#[test]
fn drives_sleep_wake_and_are_gone_with_their_link() {
    let (mut world, hook) = hoist(2.0, 100.0, 4);
    world.set_settings(Settings { rope_contact: Some(0.02), drag: 2.0, ..*world.settings() });
    steps(&mut world, 1_200);
    assert!(world.sleeping_count() > 0, "what nothing drives sleeps");
    let before = at(&world, hook).y;
    world.hold_key('o', true);
    steps(&mut world, 60);
    assert!(at(&world, hook).y > before + 0.3, "a key wakes it: {} m", at(&world, hook).y - before);
    let drum = at(&world, world.driven_links()[0].ends[0]);
    assert!(world.cut(drum + Vec2::new(-1.0, -0.1), drum + Vec2::new(1.0, -0.1), 0.01) > 0);
    world.step();
    assert!(world.driven_links().is_empty());
}

#[test]
fn machines_continue_from_a_snapshot_to_the_same_bits() {
    let (mut world, _) = cart(0.1, keyless(4.0, 2.0));
    let feet = [(5.0, 0.5), (6.0, 0.5)].map(|(x, y)| world.add_particle(Vec2::new(x, y), 0.2, false));
    world.add_link(feet[0], feet[1], None, 1.0, LinkKind::Beam);
    let wave = Stroke::Wave { amplitude: 0.2, period: 0.7, phase: 0.3 };
    world.set_link_drive(
        feet[0],
        feet[1],
        Some(LinkDrive { damping: 3.0, control: keys('w', 's'), ..drive(wave, 50.0) }),
    );
    world.hold_key('w', true);
    steps(&mut world, 50);
    let mut again = world.snapshot(None).world();
    assert_eq!(again.state_hash(), world.state_hash());
    steps(&mut world, 50);
    steps(&mut again, 50);
    assert_eq!(again.state_hash(), world.state_hash());
    assert!(world.machine_work() > 0.0);
}
