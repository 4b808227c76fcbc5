//! Winches, pistons, muscles, springs and motors, as the commands that follow from gestures.

use std::f32::consts::TAU;

use super::*;
use crate::physics::{Control, LinkDrive, Similarity, Stroke, Things};
use crate::scene::{End, Recipe, recipe::Wheel};

/// The tools that draw a driven link, each with the kind of the link.
const LINKS: [(Tool, LinkKind); 4] = [
    (Tool::Winch, LinkKind::Rope),
    (Tool::Piston, LinkKind::Beam),
    (Tool::Muscle, LinkKind::Beam),
    (Tool::Spring, LinkKind::Rope),
];

/// The drive of the only driven link.
fn only_drive(user: &User) -> LinkDrive {
    let [link] = user.sandbox.world().driven_links() else { panic!("{:?}", user.sandbox.world().driven_links()) };
    link.drive
}

/// Adds a wheel of 0.5 m. Returns its hub.
fn add_wheel(user: &mut User, at: Vec2) -> ParticleId {
    let hub = ParticleId(user.sandbox.world().particles().len() as u32);
    let (radius, spokes, mass, pinned, grips) = (0.5, 8, 0.05, false, true);
    let wheel = Wheel { name: None, at, radius, spokes, mass, pinned, grips, material: None };
    user.sandbox.apply(&Command::Build(Box::new(Recipe::Wheel(wheel))));
    hub
}

fn message(user: &mut User) -> String {
    user.tools.take_message().unwrap_or_default()
}

#[test]
fn driven_link_is_drawn_as_it_was_shown_and_joins_the_points_at_its_ends() {
    for (tool, kind) in LINKS {
        let mut user = User::new(tool);
        user.press(0.2, 1.5).does(Action::Move, 1.0, 0.01);
        user.tools.refresh(&user.sandbox, PIXEL, 0.0);
        let shown = user.tools.part().unwrap_or_else(|| panic!("{tool:?} shows nothing")).outline.clone();
        assert_eq!((shown.links.len(), shown.joined.len()), (1, 1), "{tool:?}");
        user.release(1.0, 0.01);
        assert!(matches!(user.commands[..], [Command::Build(_)]), "{tool:?}: {:?}", user.commands);
        let world = user.sandbox.world();
        assert_eq!(world.driven_links()[0].ends, [END, ParticleId(10)], "{tool:?}");
        let link = world.links().last().expect("a link");
        assert_eq!((link.a, link.b, link.kind), (ParticleId(10), END, kind), "{tool:?}");
        assert_eq!(world.is_pinned(ParticleId(10)), tool == Tool::Winch, "{tool:?}: only a drum in the air has a pin");
        assert_eq!(shown.pins.len(), usize::from(tool == Tool::Winch), "{tool:?}");
    }
}

#[test]
fn winch_between_points_pins_neither_and_one_on_an_obstacle_is_tied_to_it() {
    let mut user = User::new(Tool::Winch);
    user.sandbox.apply(&Command::AddShape(ShapeDef::still(Form::Circle { radius: 0.3 }, Vec2::new(1.0, 2.0))));
    user.press(1.0, 1.8).does(Action::Move, 1.0, 1.0).release(1.0, 0.0);
    let world = user.sandbox.world();
    assert!(world.anchor(ParticleId(10)).is_some(), "{:?}", user.commands);
    let Command::Build(recipe) = &user.commands[0] else { panic!("{:?}", user.commands) };
    assert!(matches!(&**recipe, Recipe::Winch(winch) if !winch.pinned), "{recipe:?}");
    user.press(0.5556, 0.0).does(Action::Move, 1.0, 0.5).release(1.0, 0.0);
    assert_eq!(user.sandbox.world().particles().len(), 11, "no new point");
    assert!(!user.sandbox.world().is_pinned(ParticleId(5)));
}

#[test]
fn lengths_of_winches_and_pistons_are_shares_of_the_drag() {
    for (tool, first, last) in [(Tool::Winch, 0.2, 4.0), (Tool::Piston, 2.0, 3.0)] {
        let mut user = User::new(tool);
        user.press(2.0, 1.0).release(4.0, 1.0);
        let Stroke::Linear { min, max, .. } = only_drive(&user).stroke else { panic!("{tool:?}") };
        assert!((min - first).abs() < 1e-4 && (max - last).abs() < 1e-4, "{tool:?}: {min} to {max} m");
    }
}

#[test]
fn machine_has_the_numbers_and_keys_of_the_options() {
    let mut user = User::new(Tool::Muscle);
    let key = |key: char| key as u32 as f32;
    for (option, value) in [
        (ToolOption::Amplitude, 30.0),
        (ToolOption::Period, 2.0),
        (ToolOption::Phase, 25.0),
        (ToolOption::MuscleForce, 40.0),
        (ToolOption::MuscleKey, key('m')),
        (ToolOption::MuscleUse, 1.0),
        (ToolOption::SpringLength, 50.0),
        (ToolOption::SpringStiffness, 80.0),
        (ToolOption::SpringDamping, 3.0),
        (ToolOption::WinchIn, key('i')),
        (ToolOption::WinchOut, key('o')),
    ] {
        user.tools.set_option(option, value);
    }
    user.press(2.0, 1.0).release(3.0, 1.0);
    let muscle = LinkDrive {
        stroke: Stroke::Wave { amplitude: 0.3, period: 2.0, phase: 0.25 },
        force: 40.0,
        stiffness: None,
        damping: 0.0,
        control: Control { forward: Some('m'), back: None, latches: true },
    };
    assert_eq!(only_drive(&user), muscle);
    user.tools.choose(Tool::Spring, &mut Vec::new());
    user.press(2.0, 2.0).release(3.0, 2.0);
    let spring = user.sandbox.world().driven_links()[1];
    assert_eq!((spring.drive.stiffness, spring.drive.damping, spring.length), (Some(80.0), 3.0, 0.5));
    user.tools.choose(Tool::Winch, &mut Vec::new());
    user.press(2.0, 3.0).release(3.0, 3.0);
    let winch = user.sandbox.world().driven_links()[2].drive;
    assert_eq!(winch.control, Control { forward: Some('o'), back: Some('i'), latches: false });
}

#[test]
fn click_on_a_driven_link_selects_it_alone() {
    let mut user = User::new(Tool::Muscle);
    user.press(1.0, 0.0).release(2.0, 0.0);
    user.press(1.5, 0.005).release(1.5, 0.005);
    assert_eq!(*user.tools.selection(), Things::of_particles([END, ParticleId(10)]));
    assert_eq!(message(&mut user), "");
    user.press(1.5, 1.0).release(1.5, 1.0);
    assert!(message(&mut user).contains("drag to the other"), "nothing is here");
}

#[test]
fn motor_is_put_on_a_wheel_by_a_click_selected_by_another_and_removed_by_a_right_click() {
    let mut user = User::new(Tool::Motor);
    let hub = add_wheel(&mut user, Vec2::new(0.0, 3.0));
    user.press(0.2, 3.1).release(0.2, 3.1);
    assert!(user.commands.is_empty() && message(&mut user).contains("nothing carries it"));
    user.sandbox.apply(&Command::SetPinned { particle: hub, pinned: true });
    user.tools.set_option(ToolOption::MotorSpeed, 0.5);
    user.tools.set_option(ToolOption::MotorBrakes, 1.0);
    user.press(0.2, 3.1).release(0.2, 3.1);
    let [motor] = *user.sandbox.world().motors() else { panic!("{:?}", user.commands) };
    assert_eq!((motor.axle, motor.arms[1]), (hub, hub), "the pin carries it");
    assert_eq!((motor.drive.speed, motor.drive.torque, motor.drive.brakes), (0.5 * TAU, 10.0, true));
    let rim = motor.arms[0];
    let at = |user: &User| user.sandbox.world().particles().position[rim.index()] - Vec2::new(0.0, 3.0);
    let (before, count) = (at(&user), user.commands.len());
    (0..30).for_each(|_| user.sandbox.step());
    assert!(before.perp_dot(at(&user)) > 0.1, "from {before} to {}", at(&user));
    user.press(0.2, 3.1).release(0.2, 3.1);
    assert_eq!((user.tools.selection(), user.commands.len()), (&Things::of_particles([hub]), count));
    user.does(Action::Press(Button::Right), 0.2, 3.1).does(Action::Release(Button::Right), 0.2, 3.1);
    assert!(user.sandbox.world().motors().is_empty());
}

#[test]
fn motor_turns_a_bar_of_two_and_says_why_it_is_not_built() {
    let mut user = User::new(Tool::Beam);
    for (x, y) in [(3.0, 1.0), (3.0, 3.0)] {
        user.press(2.0, 2.0).release(x, y);
    }
    user.tools.choose(Tool::Motor, &mut Vec::new());
    user.press(2.0, 2.0).release(2.0, 2.0);
    let [motor] = *user.sandbox.world().motors() else { panic!("{:?}", user.commands) };
    assert_eq!((motor.axle, motor.arms), (ParticleId(10), [ParticleId(11), ParticleId(12)]));
    user.press(0.5556, 0.0).release(0.5556, 0.0);
    assert!(message(&mut user).contains("Hinge"), "a rope carries nothing");
    user.press(5.0, 5.0).release(5.0, 5.0);
    assert!(message(&mut user).contains("click a wheel"));
}

#[test]
fn machines_are_copied_and_mirrored_with_all_numbers() {
    let mut user = User::new(Tool::Muscle);
    user.tools.set_option(ToolOption::MuscleKey, f32::from(b'm'));
    user.press(2.0, 1.0).release(3.0, 1.0);
    let hub = add_wheel(&mut user, Vec2::new(2.0, 3.0));
    user.sandbox.apply(&Command::SetPinned { particle: hub, pinned: true });
    user.tools.choose(Tool::Motor, &mut Vec::new());
    user.press(2.0, 3.0).release(2.0, 3.0);
    let first = only_drive(&user);
    let clip = user.sandbox.world().clip(&user.sandbox.world().all_things());
    user.sandbox.apply(&Command::Insert(Box::new(clip)));
    let world = user.sandbox.world();
    assert_eq!((world.driven_links().len(), world.motors().len()), (2, 2));
    assert_eq!(world.driven_links()[1].drive, first);
    let (old, new) = (world.motors()[0], world.motors()[1]);
    assert_eq!(new.drive, old.drive);
    assert_eq!(new.arms.map(|arm| arm.0 - new.axle.0 + old.axle.0), old.arms.map(|arm| arm.0));
    let by = Similarity { is_mirrored: true, ..Similarity::default() };
    let things = user.sandbox.world().all_things();
    user.sandbox.apply(&Command::Transform { things, by, last: true });
    assert_eq!(user.sandbox.world().motors()[0].drive.speed, -old.drive.speed, "it drives to the other side");
}

#[test]
fn ends_of_a_drag_are_those_of_the_recipe() {
    let mut user = User::new(Tool::Piston);
    user.press(1.0, 0.0).release(2.0, 0.5);
    let [Command::Build(ref recipe)] = user.commands[..] else { panic!("{:?}", user.commands) };
    let Recipe::Piston(piston) = &**recipe else { panic!("{recipe:?}") };
    assert_eq!((&piston.a, &piston.b), (&End::Particle(END), &End::At(2.0, 0.5)));
}
