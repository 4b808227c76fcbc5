//! Hinges, axles, and anchors on obstacles.

use super::*;
use crate::scene::Recipe;
use crate::scene::recipe::Wheel;

fn at(user: &User, particle: u32) -> Vec2 {
    user.sandbox.world().particles().position[particle as usize]
}

/// Adds a bar that hangs in the air. Returns its two particles.
fn add_bar(user: &mut User, from: Vec2, to: Vec2) -> [ParticleId; 2] {
    let end = |at: Vec2| scene::End::At(at.x, at.y);
    let bar = scene::recipe::Connect { a: end(from), b: end(to), kind: LinkKind::Beam, material: None };
    user.sandbox.apply(&Command::Build(Box::new(Recipe::Connect(bar))));
    let count = user.sandbox.world().particles().len() as u32;
    [ParticleId(count - 2), ParticleId(count - 1)]
}

fn message(user: &mut User) -> String {
    user.tools.take_message().unwrap_or_default()
}

#[test]
fn hinge_joins_two_things_where_they_meet() {
    let mut user = User::new(Tool::Hinge);
    let [start, _] = add_bar(&mut user, Vec2::new(1.02, 0.01), Vec2::new(1.8, 0.0));
    user.press(1.01, 0.0).release(1.01, 0.0);
    let joined = user
        .commands
        .iter()
        .any(|command| matches!(*command, Command::Join { a, b } if [[END, start], [start, END]].contains(&[a, b])));
    assert!(joined && message(&mut user).contains("joined"), "{:?}", user.commands);
    assert!(at(&user, END.0).distance(at(&user, start.0)) < 0.011);
}

#[test]
fn hinge_is_drawn_from_point_to_point() {
    let mut user = User::new(Tool::Hinge);
    let [start, _] = add_bar(&mut user, Vec2::new(1.5, 0.5), Vec2::new(2.0, 0.5));
    user.press(1.0, 0.0).release(1.0, 0.0);
    assert!(user.commands.is_empty() && message(&mut user).contains("another thing"));
    user.press(1.0, 0.0).does(Action::Move, 1.5, 0.5).release(1.5, 0.5);
    assert_eq!(user.commands, [Command::Join { a: END, b: start }]);
    assert!(at(&user, END.0).distance(at(&user, start.0)) < 0.011, "the bar has moved to the rope");
    user.press(0.0, 3.0).release(0.0, 3.0);
    assert!(message(&mut user).contains("no point is here"));
}

#[test]
fn axle_pins_the_hub_wherever_the_wheel_is_clicked() {
    let mut user = User::new(Tool::Axle);
    let wheel = Wheel {
        name: None,
        at: Vec2::new(0.0, 2.0),
        radius: 0.5,
        spokes: 8,
        mass: 0.05,
        pinned: false,
        grips: true,
        material: None,
    };
    let hub = user.sandbox.world().particles().len() as u32;
    user.sandbox.apply(&Command::Build(Box::new(Recipe::Wheel(wheel))));
    user.press(0.3, 2.1).release(0.3, 2.1);
    assert_eq!(user.commands, [Command::SetPinned { particle: ParticleId(hub), pinned: true }]);
    assert_eq!(at(&user, hub), Vec2::new(0.0, 2.0));
    user.press(0.3, 2.1).release(0.3, 2.1);
    assert!(user.commands.len() == 1 && message(&mut user).contains("already"));
    user.press(3.0, 3.0).release(3.0, 3.0);
    assert!(message(&mut user).contains("click a wheel"));
}

#[test]
fn dragged_end_is_anchored_to_the_obstacle_and_a_click_unties_it() {
    for paused in [true, false] {
        let mut user = User::new(Tool::Anchor);
        user.tools.set_paused(paused);
        user.sandbox.apply(&Command::AddShape(ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::new(0.8, 0.6))));
        user.press(1.0, 0.0).does(Action::Move, 0.8, 0.55);
        if !paused {
            (0..60).for_each(|_| user.sandbox.step());
        }
        user.release(0.8, 0.55);
        let anchor = user.sandbox.world().anchor(END).unwrap_or_else(|| panic!("{paused}: {:?}", user.commands));
        assert!(anchor.local.length() < 0.23, "{anchor:?}");
        assert!(user.sandbox.world().grabs().is_empty());
        let here = at(&user, END.0);
        user.press(here.x, here.y).release(here.x, here.y);
        assert!(user.sandbox.world().anchors().is_empty(), "a click unties it");
    }
}

#[test]
fn rope_that_ends_on_an_obstacle_is_tied_to_it() {
    let mut user = User::new(Tool::Rope);
    user.sandbox.apply(&Command::AddShape(ShapeDef::still(Form::Circle { radius: 0.3 }, Vec2::new(2.0, 2.0))));
    user.press(2.0, 1.8).does(Action::Move, 2.0, 1.0);
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    let pins = user.tools.part().expect("the rope is shown").outline.pins.clone();
    user.release(2.0, 1.0);
    let [anchor] = *user.sandbox.world().anchors() else { panic!("one end is on the obstacle: {:?}", user.commands) };
    assert_eq!(anchor.particle, ParticleId(10), "the first particle of the rope");
    assert!(pins.contains(&at(&user, 10)) && at(&user, 10).distance(Vec2::new(2.0, 1.7)) < 1e-3);
    user.press(1.0, 1.0).does(Action::Move, 1.75, 2.0).release(1.75, 2.0);
    let last = user.sandbox.world().particles().len() as u32 - 1;
    assert!(user.sandbox.world().anchor(ParticleId(last)).is_some(), "its last particle");
}

#[test]
fn hinge_never_joins_a_rope_to_itself_and_names_the_bar_between_held_things() {
    let mut user = User::new(Tool::Hinge);
    user.press(0.0, 0.0).does(Action::Move, 1.0, 0.0).release(1.0, 0.0);
    assert!(user.commands.is_empty() && message(&mut user).contains("another thing"), "both ends are of one rope");
    let [start, _] = add_bar(&mut user, Vec2::new(1.5, 0.5), Vec2::new(2.0, 0.5));
    user.sandbox.apply(&Command::SetPinned { particle: start, pinned: true });
    user.press(1.0, 0.0).does(Action::Move, 1.5, 0.5).release(1.5, 0.5);
    assert_eq!(user.commands, [Command::Join { a: END, b: start }]);
    assert!(message(&mut user).contains("a bar joins them"), "the rope is pinned, too");
}
