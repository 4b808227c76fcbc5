//! Parts, drawn by a drag.

use super::*;
use crate::physics::DistanceConstraint;
use crate::scene::{End, Recipe, RopePins, Walls};

/// All tools that draw a part, each with the drag that draws one.
const PARTS: [Tool; 13] = [
    Tool::Rope,
    Tool::Net,
    Tool::Cloth,
    Tool::Beam,
    Tool::Plank,
    Tool::Chain,
    Tool::Bridge,
    Tool::Box,
    Tool::Wheel,
    Tool::Ball,
    Tool::Web,
    Tool::Doll,
    Tool::Pendulum,
];

#[test]
fn every_part_is_built_as_it_was_shown() {
    for tool in PARTS {
        let mut user = User::new(tool);
        user.press(2.0, 1.0).does(Action::Move, 2.9, 1.7);
        user.tools.refresh(&user.sandbox, PIXEL, 0.0);
        let shown = user.tools.part().unwrap_or_else(|| panic!("{tool:?} shows nothing")).clone();
        assert!(shown.readout.contains("m") && shown.readout.contains("g"), "{tool:?}: {}", shown.readout);
        user.release(2.9, 1.7);
        assert!(matches!(user.commands[..], [Command::Build(_)]), "{tool:?}: {:?}", user.commands);
        let world = user.sandbox.world();
        let mass: f32 = world.particles().mass[10..].iter().sum();
        assert_eq!(world.link_count() - 9, shown.outline.links.len(), "{tool:?}");
        assert!((mass / shown.outline.mass - 1.0).abs() < 1e-4, "{tool:?}: {mass} kg, {}", shown.readout);
        assert_eq!(user.tools.take_message(), None, "{tool:?}");
    }
}

#[test]
fn outline_follows_the_options_and_the_pointer() {
    let mut user = User::new(Tool::Net);
    user.press(2.0, 1.0).does(Action::Move, 2.9, 1.7);
    let links = |user: &mut User| {
        user.tools.refresh(&user.sandbox, PIXEL, 0.0);
        user.tools.part().expect("a net is shown").outline.links.len()
    };
    let first = links(&mut user);
    assert_eq!(links(&mut user), first, "nothing has changed");
    user.tools.set_option(ToolOption::NetMesh, 0.5);
    let coarse = links(&mut user);
    assert!(coarse < first, "{coarse} links of {first} with wider meshes");
    user.does(Action::Move, 4.9, 2.7);
    assert!(links(&mut user) > coarse, "a larger net");
}

#[test]
fn rope_is_tied_to_particle_and_pinned_in_the_air() {
    let mut user = User::new(Tool::Rope);
    user.press(0.2, 0.5).does(Action::Move, 0.9, 0.1).release(1.0, 0.01);
    let [Command::Build(ref recipe)] = user.commands[..] else { panic!("{:?}", user.commands) };
    let Recipe::Rope(rope) = &**recipe else { panic!("{recipe:?}") };
    assert_eq!((&rope.from, &rope.to, rope.pins), (&End::At(0.2, 0.5), &End::Particle(END), RopePins::First));
    let (length, span) = (rope.length.expect("it has slack"), Vec2::new(0.8, -0.5).length());
    assert!((length / span - 1.05).abs() < 1e-5, "{length} m over {span} m");
    assert!(length / (rope.particles - 1) as f32 <= 0.08);
}

#[test]
fn parts_are_of_the_material_that_is_chosen_before() {
    for tool in PARTS {
        let mut user = User::new(tool);
        let Some(choice) = user.tools.shown_options().into_iter().find(|option| option.is_material()) else { continue };
        user.tools.set_option(choice.option, 5.0);
        user.press(2.0, 1.0).release(2.9, 0.4);
        let world = user.sandbox.world();
        let of = |link: &DistanceConstraint| world.material_of(link).map(|material| material.name.as_str());
        let drawn = world.links().skip(9).copied().filter(|link| link.kind != LinkKind::Stop);
        let (of_it, others): (Vec<_>, Vec<_>) = drawn.partition(|link: &DistanceConstraint| of(link) == Some("rubber"));
        // The material of a bridge is that of its planks alone.
        assert!(!of_it.is_empty() && (others.is_empty() || tool == Tool::Bridge), "{tool:?}: {}", others.len());
        assert!(world.links().take(9).all(|link| of(link).is_none()), "{tool:?}");
    }
}

#[test]
fn short_drag_draws_nothing_and_says_why() {
    for tool in PARTS {
        let mut user = User::new(tool);
        user.press(0.2, 0.5).release(0.21, 0.5);
        assert_eq!(user.commands, [], "{tool:?}");
        let why = user.tools.take_message().unwrap_or_default();
        assert!(why.contains("drag to"), "{tool:?}: {why}");
    }
}

#[test]
fn drawn_part_joins_a_particle_that_moves_meanwhile() {
    let mut user = User::new(Tool::Rope);
    user.press(1.0, 0.0).does(Action::Move, 1.0, 1.0);
    (0..20).for_each(|_| user.sandbox.step());
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    let at = user.sandbox.world().particles().position[END.index()];
    let shown = &user.tools.part().expect("a rope is shown").outline;
    assert_eq!((shown.links[0].a, &shown.joined[..]), (at, &[at][..]));
    user.release(1.0, 1.0);
    assert_eq!(user.sandbox.world().particles().position[END.index()], at);
}

/// A rope that is drawn with these pinned ends, and a disc of radius 0.4 m at (0, 3).
fn pulley(pins: f32, path: &[(f32, f32)]) -> User {
    let mut user = User::new(Tool::Rope);
    user.sandbox.apply(&Command::AddShape(ShapeDef::still(Form::Circle { radius: 0.4 }, Vec2::new(0.0, 3.0))));
    user.tools.set_option(ToolOption::EndPins, pins);
    user.press(path[0].0, path[0].1);
    path.iter().for_each(|&(x, y)| _ = user.does(Action::Move, x, y));
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    let shown = user.tools.part().expect("the rope is shown").outline.links.clone();
    let (x, y) = path[path.len() - 1];
    user.release(x, y);
    let built = user.sandbox.world().links().skip(9).copied();
    let position = &user.sandbox.world().particles().position;
    let built: Vec<_> = built.map(|link| (position[link.a.index()], position[link.b.index()])).collect();
    assert_eq!(shown.iter().map(|link| (link.a, link.b)).collect::<Vec<_>>(), built, "as it was shown");
    user
}

#[test]
fn rope_drawn_across_a_pulley_carries_two_weights() {
    let below = [(-0.8, 2.8), (0.8, 2.8)];
    let above = [(-0.8, 3.42), (0.8, 3.42)];
    let around = [(-0.8, 2.0), (-0.8, 3.8), (0.8, 3.8), (0.8, 2.0)];
    for path in [&below[..], &above, &around] {
        let mut user = pulley(0.0, path);
        let last = user.sandbox.world().particles().len() as u32 - 1;
        for particle in [10, last].map(ParticleId) {
            user.sandbox.apply(&Command::SetWeight { particle, mass: Some(1.0) });
        }
        (0..300).for_each(|_| user.sandbox.step());
        let position = &user.sandbox.world().particles().position[10..];
        let ends = [position[0], position[position.len() - 1]];
        assert!(ends[0].x < 0.0 && ends[1].x > 0.0 && ends.iter().all(|end| end.y > 1.0), "{path:?}: {ends:?}");
        assert!(position.iter().all(|at| at.distance(Vec2::new(0.0, 3.0)) > 0.395), "{path:?}");
    }
}

fn pins_of(user: &User) -> RopePins {
    let [Command::Build(ref recipe)] = user.commands[..] else { panic!("{:?}", user.commands) };
    let Recipe::Rope(rope) = &**recipe else { panic!("{recipe:?}") };
    rope.pins
}

#[test]
fn rope_that_hangs_over_an_obstacle_starts_free() {
    let around = [(-0.8, 2.0), (-0.8, 3.8), (0.8, 3.8), (0.8, 2.5)];
    let over = [(-0.8, 2.8), (0.8, 2.8)];
    for (pins, path, expected) in [
        (1.0, &around[..], RopePins::Free),
        (1.0, &over, RopePins::Free),
        (2.0, &over, RopePins::Both),
        (1.0, &[(-0.8, 2.8), (0.8, 3.6)], RopePins::Last),
        (1.0, &[(-0.8, 3.6), (0.8, 3.6)], RopePins::First),
        (1.0, &[(-0.8, 2.8), (0.0, 2.2), (0.8, 2.8)], RopePins::First),
    ] {
        assert_eq!(pins_of(&pulley(pins, path)), expected, "{pins}, {path:?}");
    }
}

#[test]
fn rope_drawn_on_the_ground_lies_on_it() {
    let mut user = User::within("blank", Tool::Rope);
    let ground = user.sandbox.world().colliders().ground.expect("a floor");
    user.press(1.0, ground + 0.01).release(2.5, ground + 0.01);
    let lowest = user.sandbox.world().particles().position.iter().map(|at| at.y).fold(f32::MAX, f32::min);
    assert!(lowest >= ground - 1e-6, "{lowest}, the ground is at {ground}");
}

#[test]
fn higher_end_of_a_rope_in_the_air_is_pinned() {
    for (path, pinned) in [
        (((1.0, 0.0), (1.0, 1.0)), [false, true]),
        (((1.0, 1.0), (1.0, 0.0)), [true, false]),
        (((2.0, 1.0), (3.0, 2.0)), [false, true]),
        (((2.0, 2.0), (3.0, 1.0)), [true, false]),
        (((2.0, 1.0), (3.0, 1.05)), [true, false]),
        (((1.0, 0.0), (1.0, -1.0)), [false, false]),
    ] {
        let mut user = User::new(Tool::Rope);
        let ((x, y), (u, v)) = path;
        user.press(x, y).release(u, v);
        let expected = match pinned {
            [true, _] => RopePins::First,
            [_, true] => RopePins::Last,
            _ => RopePins::Free,
        };
        assert_eq!(pins_of(&user), expected, "{path:?}");
    }
}

#[test]
fn pins_of_a_drawn_cloth_are_evenly_spaced() {
    for width in [0.5, 1.53, 3.9] {
        let mut user = User::new(Tool::Cloth);
        user.press(2.0, 1.0).release(2.0 + width, 0.4);
        let particles = user.sandbox.world().particles();
        let pins = particles.position.iter().zip(&particles.pinned).skip(10).filter(|(_, pinned)| **pinned);
        let pins: Vec<f32> = pins.map(|(at, _)| at.x).collect();
        let right = particles.position[10..].iter().map(|at| at.x).fold(0.0, f32::max);
        let gaps: Vec<f32> = pins.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|gap| (gap / gaps[0] - 1.0).abs() < 0.01), "{width}: {pins:?}");
        assert!((pins[0] - 2.0).abs() < 1e-5 && (pins[pins.len() - 1] - right).abs() < 1e-4, "{width}: {pins:?}");
        assert!((right - 2.0 - width).abs() < 0.05, "{width}: {right}");
    }
}

#[test]
fn cloth_that_tears_by_hand_is_torn_by_a_pull() {
    let torn = |tears: f32, material: f32| {
        let mut user = User::within("blank", Tool::Cloth);
        [Command::SetGround(None), Command::SetWalls(Walls::Open)].iter().for_each(|open| user.sandbox.apply(open));
        user.tools.set_option(ToolOption::ClothTears, tears);
        user.tools.set_option(ToolOption::ClothMaterial, material);
        user.press(-0.8, 1.0).release(0.8, 0.0);
        (0..60).for_each(|_| user.sandbox.step());
        let lowest = user.sandbox.world().nearest_particle(Vec2::ZERO, 0.5).expect("the lower edge");
        user.sandbox.apply(&Command::Grab { grab: 0, particle: lowest, at: Vec2::ZERO });
        for step in 0..120 {
            user.sandbox.apply(&Command::MoveGrab { grab: 0, to: Vec2::new(0.0, -0.03 * step as f32) });
            user.sandbox.step();
        }
        user.sandbox.world().torn_link_count()
    };
    // Without a material, and of canvas.
    for material in [0.0, 7.0] {
        assert_eq!(torn(0.0, material), 0, "material {material}");
        assert!(torn(1.0, material) > 0, "material {material}");
    }
}
