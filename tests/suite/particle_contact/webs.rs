//! Webs of ropes and bodies with contacts between their particles.

use super::*;

#[test]
fn bridge_and_bodies_do_not_stretch_in_contact() {
    for name in ["rope-bridge", "solid-bodies"] {
        let mut scene = scene::named(name).expect("a scene of the gallery").scene;
        scene.settings.rope_contact = Some(0.02);
        let mut world = scene::build(&scene).expect("the scene builds");
        (0..1_200).for_each(|_| world.step());
        let (stretch, free) = (world.stretch().max, world.particles().inv_mass.iter().filter(|it| **it > 0.0).count());
        assert!(stretch < 0.004, "{name}: a link is {stretch} too long");
        assert!(world.sleeping_count() >= free, "{name}: {} of {free} sleep", world.sleeping_count());
    }
}

/// Walls with the floor at a height, m.
fn room(floor: f32) -> Command {
    Command::SetRoom(Aabb { min: Vec2::new(-3.0, floor), max: Vec2::new(3.0, 9.0) })
}

/// A scene built 1.6 m below zero lies there as the one built just above it.
fn lying(body: &str) -> Sandbox {
    let text = format!(
        "(version: 1, title: \"Lying\", hint: \"on the floor\", view: (min: (-2, -2), max: (2, 2)), \
         walls: Window, settings: (drag: 0.1, friction: 0.6), build: [{body}])"
    );
    let mut sandbox =
        Sandbox::new(scene::read_scene("lying", &text).expect("the text is valid")).expect("the scene builds");
    sandbox.apply(&room(-1.6));
    (0..300).for_each(|_| sandbox.step());
    sandbox
}

#[test]
fn penetrating_bodies_are_lifted_and_not_thrown() {
    for body in [
        "Box(name: \"box\", at: (0, -1.6), width: 0.7, height: 0.7, mass: 0.1)",
        "Doll(name: \"doll\", at: (0, -1.5), height: 1.5, mass: 0.1)",
        "Rope(from: At(-1, -1.55), to: At(1, -1.55), particles: 40, mass: 0.03)",
    ] {
        let lying = lying(body);
        let highest = |sandbox: &Sandbox| {
            let heights = sandbox.world().particles().position.iter().map(|at| at.y);
            heights.fold(f32::MIN, f32::max)
        };
        let settings = *lying.world().settings();
        let contact = |radius| Command::SetSettings(Box::new(Settings { rope_contact: Some(radius), ..settings }));
        for commands in [vec![contact(0.02)], vec![contact(0.01), contact(0.03)], vec![room(-1.57)]] {
            let mut sandbox = lying.clone();
            let mut most = f32::MIN;
            for command in &commands {
                sandbox.apply(command);
                for _ in 0..120 {
                    sandbox.step();
                    most = most.max(highest(&sandbox));
                }
            }
            let rise = most - highest(&lying);
            assert!((0.015..0.035).contains(&rise), "{body}, {commands:?}: it rises by {rise} m");
            let (world, floor) = (sandbox.world(), sandbox.world().colliders().room.expect("walls").min.y);
            let radius = |id| world.contact_radius(id).unwrap_or(0.0);
            let above = |(id, at): (u32, &Vec2)| at.y - floor - radius(ParticleId(id));
            let lowest = (0..).zip(&world.particles().position).map(above).fold(f32::MAX, f32::min);
            assert!(lowest > -1e-3, "{body}, {commands:?}: {lowest} m above the floor");
        }
    }
}

#[test]
fn contacts_of_a_pinned_wheel_throw_nothing_and_keep_its_pin() {
    // Its hub is pinned and its rim penetrates the floor: the two contradict each other.
    let mut sandbox = lying("Wheel(name: \"wheel\", at: (0, -1.05), radius: 0.55, spokes: 14, mass: 0.05)");
    sandbox.apply(&Command::SetPinned { particle: ParticleId(0), pinned: true });
    let before = sandbox.world().particles().position.clone();
    let settings = *sandbox.world().settings();
    sandbox.apply(&Command::SetSettings(Box::new(Settings { rope_contact: Some(0.02), ..settings })));
    for _ in 0..120 {
        sandbox.step();
        let now = &sandbox.world().particles().position;
        let most = now.iter().zip(&before).map(|(now, before)| now.distance(*before)).fold(0.0, f32::max);
        assert!(now[0] == before[0] && most < 0.05, "a part of it goes {most} m");
    }
}
