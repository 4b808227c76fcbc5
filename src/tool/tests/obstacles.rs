//! Obstacles.

use super::*;

/// The sandbox's only obstacle.
fn shape(hand: &Hand) -> Shape {
    let [shape] = hand.sandbox.world().colliders().shapes() else { panic!("one obstacle") };
    *shape
}

#[test]
fn wall_is_drawn_from_press_to_release() {
    let mut hand = Hand::new(Tool::Wall);
    hand.press(0.0, -2.0).does(Action::Move, 1.0, -2.0).release(0.0, -1.0);
    let def = shape(&hand).def;
    assert_eq!(def.form, Form::Capsule { half_length: 0.5, radius: 0.04 });
    assert_eq!((def.at, def.turn), (Vec2::new(0.0, -1.5), Vec2::Y));
    hand.press(3.0, 0.0).release(3.0, 0.01);
    assert_eq!(hand.commands.len(), 1, "a short drag draws nothing");
}

#[test]
fn obstacle_is_moved_turned_and_removed() {
    let mut hand = Hand::new(Tool::Circle);
    hand.press(0.0, -2.0).release(0.5, -2.0);
    hand.does(Action::Move, 0.2, -2.0).press(0.2, -2.0).does(Action::Move, 1.2, -3.0).release(1.2, -3.0);
    assert_eq!(shape(&hand).goal, Vec2::new(1.0, -3.0), "keeps its offset from the pointer");
    let moves = hand.commands.iter().map(|command| matches!(command, Command::MoveCollider { last: true, .. }));
    assert_eq!(moves.collect::<Vec<_>>(), [false, false, false, true], "only the last command ends the edit");
    // At its position, not at its goal.
    hand.does(Action::Press(Button::Right), 0.0, -2.0).does(Action::Release(Button::Right), 0.0, -2.0);
    assert!(hand.sandbox.world().colliders().shapes().is_empty());

    let mut hand = Hand::new(Tool::Box);
    hand.press(-0.5, -2.2).release(0.5, -1.8);
    // Its handle is 22 pixels beside its right side.
    hand.press(0.544, -2.0).does(Action::Move, 0.0, -1.0).release(0.0, -1.0);
    assert_eq!(shape(&hand).goal_turn, Some(Vec2::Y));
    hand.does(Action::Press(Button::Right), 3.0, 3.0).does(Action::Release(Button::Right), 3.0, 3.0);
    assert_eq!(hand.sandbox.world().colliders().shapes().len(), 1, "a click beside it removes nothing");
}

#[test]
fn obstacle_is_made_to_spin_and_slide_and_stopped() {
    let mut hand = Hand::new(Tool::Circle);
    hand.press(0.0, -2.0).release(0.5, -2.0);
    let notches = |hand: &mut Hand, notches: &[f32]| {
        for &notch in notches {
            let event = PointerEvent { action: Action::Move, at: Vec2::new(0.1, -2.0), pixel: PIXEL, finger: false };
            let command = hand.tools.wheel(event, notch, &hand.sandbox);
            command.iter().for_each(|command| hand.sandbox.apply(command));
        }
    };
    notches(&mut hand, &[1.0, 1.0, 1.0, -1.0]);
    assert_eq!(shape(&hand).def.spin, 1.0);
    notches(&mut hand, &[-1.0, -1.0, -1.0]);
    assert_eq!(shape(&hand).def.spin, -0.5);

    hand.tools.set_shift(true);
    notches(&mut hand, &[1.0]);
    assert_eq!((shape(&hand).def.spin, shape(&hand).def.slide), (-0.5, None), "it has no path yet");
    hand.press(0.1, -2.0).does(Action::Move, 1.1, -1.0);
    assert_eq!(hand.tools.drawn_path(), Some((ShapeId(0), Vec2::ONE)));
    hand.release(1.1, -1.0);
    let slide = |hand: &Hand| shape(hand).def.slide.map(|slide| (slide.by, slide.speed));
    assert_eq!(slide(&hand), Some((Vec2::ONE, 0.5)));
    notches(&mut hand, &[1.0, 1.0]);
    assert!(slide(&hand).is_some_and(|(_, speed)| (speed - 0.7).abs() < 1e-6), "{:?}", slide(&hand));
    notches(&mut hand, &[-1.0; 9]);
    assert_eq!(slide(&hand), Some((Vec2::ONE, 0.0)));
    hand.press(0.1, -2.0).release(0.1, -2.0);
    assert_eq!((shape(&hand).def.spin, slide(&hand), shape(&hand).is_moving()), (0.0, None, false));

    let chosen = |hand: &Hand| hand.tools.chosen_shape(&hand.sandbox).map(|shape| shape.id);
    assert_eq!(chosen(&hand), Some(ShapeId(0)));
    hand.press(3.0, 1.0);
    assert_eq!(chosen(&hand), None, "no obstacle was pressed");
}

#[test]
fn cancelled_drag_of_obstacle_ends_its_edit() {
    let mut hand = Hand::new(Tool::Circle);
    hand.press(0.0, -2.0).release(0.5, -2.0).press(0.0, -2.0).does(Action::Move, 1.0, -2.0);
    let mut commands = Vec::new();
    hand.tools.choose(Tool::Grab, &mut commands);
    assert!(matches!(commands[..], [Command::MoveCollider { last: true, .. }]), "{commands:?}");
}
