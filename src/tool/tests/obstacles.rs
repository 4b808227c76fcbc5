//! Obstacles.

use super::*;

/// The sandbox's only obstacle.
fn shape(user: &User) -> Shape {
    let [shape] = user.sandbox.world().colliders().shapes() else { panic!("one obstacle") };
    *shape
}

#[test]
fn wall_is_drawn_from_press_to_release() {
    let mut user = User::new(Tool::Wall);
    user.press(0.0, -2.0).does(Action::Move, 1.0, -2.0).release(0.0, -1.0);
    let def = shape(&user).def;
    assert_eq!(def.form, Form::Capsule { half_length: 0.5, radius: 0.04 });
    assert_eq!((def.at, def.turn), (Vec2::new(0.0, -1.5), Vec2::Y));
    user.press(3.0, 0.0).release(3.0, 0.01);
    assert_eq!(user.commands.len(), 1, "a short drag draws nothing");
}

#[test]
fn obstacle_is_moved_turned_and_removed() {
    let mut user = User::new(Tool::Circle);
    user.press(0.0, -2.0).release(0.5, -2.0);
    user.does(Action::Move, 0.2, -2.0).press(0.2, -2.0).does(Action::Move, 1.2, -3.0).release(1.2, -3.0);
    assert_eq!(shape(&user).goal, Vec2::new(1.0, -3.0), "keeps its offset from the pointer");
    let moves = user.commands.iter().map(|command| matches!(command, Command::MoveShape { last: true, .. }));
    assert_eq!(moves.collect::<Vec<_>>(), [false, false, false, true], "only the last command ends the edit");
    // At its position, not at its goal.
    user.does(Action::Press(Button::Right), 0.0, -2.0).does(Action::Release(Button::Right), 0.0, -2.0);
    assert!(user.sandbox.world().colliders().shapes().is_empty());

    let mut user = User::new(Tool::Block);
    user.press(-0.5, -2.2).release(0.5, -1.8);
    // Its handle is 22 pixels beside its right side.
    user.press(0.544, -2.0).does(Action::Move, 0.0, -1.0).release(0.0, -1.0);
    assert_eq!(shape(&user).goal_turn, Some(Vec2::Y));
    user.does(Action::Press(Button::Right), 3.0, 3.0).does(Action::Release(Button::Right), 3.0, 3.0);
    assert_eq!(user.sandbox.world().colliders().shapes().len(), 1, "a click beside it removes nothing");
}

#[test]
fn obstacle_is_made_to_spin_and_slide_and_stopped() {
    let mut user = User::new(Tool::Circle);
    user.press(0.0, -2.0).release(0.5, -2.0);
    let notches = |user: &mut User, notches: &[f32]| {
        for &notch in notches {
            let event = PointerEvent { action: Action::Move, at: Vec2::new(0.1, -2.0), pixel: PIXEL, finger: false };
            let command = user.tools.wheel(event, notch, &user.sandbox);
            command.iter().for_each(|command| user.sandbox.apply(command));
        }
    };
    notches(&mut user, &[1.0, 1.0, 1.0, -1.0]);
    assert_eq!(shape(&user).def.spin, 1.0);
    notches(&mut user, &[-1.0, -1.0, -1.0]);
    assert_eq!(shape(&user).def.spin, -0.5);

    user.tools.set_shift(true);
    notches(&mut user, &[1.0]);
    assert_eq!((shape(&user).def.spin, shape(&user).def.slide), (-0.5, None), "it has no path yet");
    user.press(0.1, -2.0).does(Action::Move, 1.1, -1.0);
    assert_eq!(user.tools.preview(), Some(Preview::Path { shape: ShapeId(0), by: Vec2::ONE }));
    user.release(1.1, -1.0);
    let slide = |user: &User| shape(user).def.slide.map(|slide| (slide.by, slide.speed));
    assert_eq!(slide(&user), Some((Vec2::ONE, 0.5)));
    notches(&mut user, &[1.0, 1.0]);
    assert!(slide(&user).is_some_and(|(_, speed)| (speed - 0.7).abs() < 1e-6), "{:?}", slide(&user));
    notches(&mut user, &[-1.0; 9]);
    assert_eq!(slide(&user), Some((Vec2::ONE, 0.0)));
    user.press(0.1, -2.0).release(0.1, -2.0);
    assert_eq!((shape(&user).def.spin, slide(&user), shape(&user).is_moving()), (0.0, None, false));

    let chosen = |user: &User| user.tools.chosen_shape(&user.sandbox).map(|shape| shape.id);
    assert_eq!(chosen(&user), Some(ShapeId(0)));
    user.press(3.0, 1.0);
    assert_eq!(chosen(&user), None, "no obstacle was pressed");
}

#[test]
fn cancelled_drag_of_obstacle_ends_its_edit() {
    let mut user = User::new(Tool::Circle);
    user.press(0.0, -2.0).release(0.5, -2.0).press(0.0, -2.0).does(Action::Move, 1.0, -2.0);
    let mut commands = Vec::new();
    user.tools.choose(Tool::Grab, &mut commands);
    assert!(matches!(commands[..], [Command::MoveShape { last: true, .. }]), "{commands:?}");
}

#[test]
fn obstacle_that_is_dragged_while_paused_is_there_at_once() {
    let mut user = User::new(Tool::Wall);
    user.tools.set_paused(true);
    user.press(2.0, 1.0).release(3.0, 1.0);
    let pose = |user: &User| user.sandbox.world().colliders().shapes()[0].pose();
    user.press(2.5, 1.0).does(Action::Move, 2.5, 2.0);
    assert!(pose(&user).at.distance(Vec2::new(2.5, 2.0)) < 1e-5, "{:?}", pose(&user));
    user.release(2.5, 2.0);
    let handle = obstacle::handle(&user.sandbox.world().colliders().shapes()[0], PIXEL).expect("a wall has a handle");
    user.press(handle.x, handle.y).does(Action::Move, 2.5, 3.0).release(2.5, 3.0);
    assert!(pose(&user).turn.distance(Vec2::Y) < 1e-4, "{:?}", pose(&user));
}
