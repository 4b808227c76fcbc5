//! Weights.

use super::*;
use crate::physics::MAX_BALLS;
use crate::scene::{Recipe, recipe};

#[test]
fn click_hangs_weight_and_right_click_removes_it() {
    let mut user = User::new(Tool::Weight);
    user.press(1.0, 0.01).does(Action::Move, 1.0, 0.3).release(1.0, 0.3);
    let to = Vec2::new(1.0, 0.3);
    assert_eq!(
        user.commands,
        [
            Command::Grab { grab: 0, particle: END, at: Vec2::new(1.0, 0.01) },
            Command::SetWeight { particle: END, mass: Some(1.0) },
            Command::MoveGrab { grab: 0, to },
            Command::MoveGrab { grab: 0, to },
            Command::Release { grab: 0 },
        ]
    );
    user.commands.clear();
    user.press(1.0, 0.0).release(1.0, 0.0);
    let hung = user.commands.iter().any(|command| matches!(command, Command::SetWeight { .. }));
    assert!(!hung, "an existing weight is only dragged");
    user.does(Action::Press(Button::Right), 1.0, 0.0).does(Action::Release(Button::Right), 1.0, 0.0);
    assert_eq!(user.commands.last(), Some(&Command::SetWeight { particle: END, mass: None }));
    assert!(user.sandbox.world().weights().is_empty());
    user.does(Action::Press(Button::Right), 1.0, 0.0).does(Action::Release(Button::Right), 1.0, 0.0);
    assert_eq!(user.commands.last(), Some(&Command::SetPinned { particle: END, pinned: true }), "as in every tool");
}

#[test]
fn wheel_changes_weight_and_next_weight_is_as_heavy() {
    let mut user = User::new(Tool::Weight);
    let at = |x| PointerEvent { action: Action::Move, at: Vec2::new(x, 0.0), pixel: PIXEL, finger: false };
    assert_eq!(user.tools.wheel(at(1.0), 1.0, &user.sandbox), None, "no weight is there: the wheel zooms");
    user.press(1.0, 0.0);
    let command = user.tools.wheel(at(0.3), 1.0, &user.sandbox);
    assert_eq!(command, Some(Command::SetWeight { particle: END, mass: Some(2.0) }), "the held weight");
    user.sandbox.apply(&command.expect("it is there"));
    user.release(1.0, 0.0);
    assert_eq!(user.tools.wheel(at(0.3), 1.0, &user.sandbox), None);
    let command = user.tools.wheel(at(1.0), -1.0, &user.sandbox);
    assert_eq!(command, Some(Command::SetWeight { particle: END, mass: Some(1.0) }));
    let up = |user: &mut User| {
        let command = user.tools.wheel(at(1.0), 1.0, &user.sandbox).expect("it is there");
        user.sandbox.apply(&command);
    };
    (0..30).for_each(|_| up(&mut user));
    assert_eq!(user.sandbox.world().particles().mass[9], 1_000.0, "no heavier than a tonne");
    assert_eq!(user.tools.options().weight_mass, 1_000.0, "as heavy is the next one");
}

#[test]
fn wheel_stays_locked_to_weight_that_falls_away() {
    let mut user = User::new(Tool::Weight);
    user.sandbox.apply(&Command::SetWeight { particle: END, mass: Some(1.0) });
    let event = |x: f32| PointerEvent { action: Action::Move, at: Vec2::new(x, 0.0), pixel: PIXEL, finger: false };
    let mass = |command| match command {
        Some(Command::SetWeight { particle: END, mass }) => mass,
        _ => None,
    };
    let turn = |user: &mut User, x: f32| {
        let command = user.tools.wheel(event(x), 1.0, &user.sandbox);
        command.iter().for_each(|command| user.sandbox.apply(command));
        mass(command)
    };
    assert_eq!(turn(&mut user, 1.0), Some(2.0));
    (0..60).for_each(|_| user.sandbox.step());
    let fallen = user.sandbox.world().particles().position[END.index()];
    assert!(fallen.distance(Vec2::X) > 0.5, "{fallen}");
    user.tools.refresh(&user.sandbox, PIXEL, 0.5);
    assert_eq!(turn(&mut user, 1.0), Some(5.0), "the lock holds");
    user.tools.refresh(&user.sandbox, PIXEL, 0.5);
    assert_eq!(turn(&mut user, 1.02), Some(10.0), "the pointer is 10 px away");
    user.tools.refresh(&user.sandbox, PIXEL, 5.0);
    assert_eq!(turn(&mut user, 1.0), Some(20.0), "time does not end the lock");
    user.does(Action::Move, 1.07, 0.0);
    assert_eq!(turn(&mut user, 1.0), None, "the pointer was 35 px away");
}

#[test]
fn label_follows_a_falling_weight_and_leaves_with_it() {
    let mut user = User::new(Tool::Weight);
    let own = user.sandbox.world().particles().mass[END.index()];
    user.press(1.0, 0.0).release(1.0, 0.0);
    let label = |user: &mut User| {
        user.tools.refresh(&user.sandbox, PIXEL, 1.0);
        user.tools.weight_label(&user.sandbox, PIXEL)
    };
    let text = format!("1 kg: {} × the point it hangs on", (1.0 / own).round());
    assert_eq!(label(&mut user), Some((END, text.clone())));
    (0..60).for_each(|_| user.sandbox.step());
    assert_eq!(label(&mut user), Some((END, text)));
    user.sandbox.apply(&Command::SetWeight { particle: END, mass: None });
    assert_eq!(label(&mut user), None);
}

#[test]
fn weight_beyond_the_most_balls_is_not_hung_and_says_why() {
    let mut user = User::new(Tool::Weight);
    let at = |number: usize| Vec2::new(9.0 + number as f32, 0.0);
    for number in 0..MAX_BALLS {
        let ball =
            recipe::Ball { name: None, at: at(number), radius: 0.1, mass: 1.0, friction: None, restitution: None };
        user.sandbox.apply(&Command::Build(Box::new(Recipe::Ball(ball))));
    }
    user.press(1.0, 0.0).release(1.0, 0.0);
    assert_eq!(user.commands, []);
    assert!(user.tools.take_message().is_some_and(|why| why.contains("no more")));
}

#[test]
fn wheel_during_a_grab_changes_what_is_held() {
    let mut user = User::new(Tool::Grab);
    user.sandbox.apply(&Command::AddShape(ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::new(3.0, 0.0))));
    let event = |x: f32| PointerEvent { action: Action::Move, at: Vec2::new(x, 0.0), pixel: PIXEL, finger: true };
    user.press(1.0, 0.0);
    assert!(!user.tools.has_wheel(), "a bare point");
    user.release(1.0, 0.0);
    user.sandbox.apply(&Command::SetWeight { particle: END, mass: Some(1.0) });
    user.press(1.0, 0.0);
    assert!(user.tools.has_wheel() && user.tools.wheel(event(1.0), 1.0, &user.sandbox).is_some());
    user.release(1.0, 0.0).press(3.0, 0.0);
    assert!(user.tools.has_wheel());
    let spins = user.tools.wheel(event(3.0), 1.0, &user.sandbox);
    assert!(matches!(spins, Some(Command::SetShapeProperties { shape: ShapeId(0), .. })), "{spins:?}");
}
