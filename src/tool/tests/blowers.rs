//! Blowers.

use super::*;

/// Speed of the blower that is being drawn, m/s.
fn drawn_speed(user: &User) -> Option<f32> {
    if let Some(Preview::Blower(blower)) = user.tools.preview() { Some(blower.speed) } else { None }
}

#[test]
fn blower_speed_follows_length_of_drag() {
    let mut user = User::new(Tool::Wind);
    user.press(0.0, -2.0).does(Action::Move, 0.0, -1.5);
    assert_eq!(drawn_speed(&user), Some(4.0), "shown during the drag");
    user.release(0.0, -1.0);
    let [blower] = user.sandbox.world().blowers() else { panic!("one blower") };
    assert_eq!((blower.def.at, blower.def.turn, blower.def.speed), (Vec2::new(0.0, -2.0), Vec2::Y, 8.0));
    user.press(3.0, 0.0).release(3.0, 0.01);
    assert_eq!(user.commands.len(), 1, "a short drag draws nothing");
    user.press(3.0, 0.0).does(Action::Move, 4.0, 0.0);
    user.tools.cancel(&mut user.commands);
    user.release(4.0, 0.0);
    assert_eq!((user.commands.len(), drawn_speed(&user)), (1, None));
}

#[test]
fn blower_is_moved_turned_and_removed() {
    let mut user = User::new(Tool::Wind);
    user.press(0.0, -2.0).release(1.0, -2.0);
    let def = |user: &User| user.sandbox.world().blowers()[0].def;
    // By its body, behind the mouth.
    user.press(-0.3, -2.1).does(Action::Move, 0.7, -3.1).release(0.7, -3.1);
    assert_eq!(def(&user).at, Vec2::new(1.0, -3.0), "keeps its offset from the pointer");
    let moves = user.commands.iter().map(|command| matches!(command, Command::MoveBlower { last: true, .. }));
    assert_eq!(moves.collect::<Vec<_>>(), [false, false, false, true], "only the last command ends the edit");
    // Its handle is 34 pixels in front of the mouth.
    user.press(1.068, -3.0).does(Action::Move, 1.0, -2.0).release(1.0, -2.0);
    assert_eq!((def(&user).at, def(&user).turn), (Vec2::new(1.0, -3.0), Vec2::Y));
    let event = PointerEvent { action: Action::Move, at: Vec2::new(1.0, -3.2), pixel: PIXEL, finger: false };
    let Some(Command::TurnBlower { to, last: true, .. }) = user.tools.wheel(event, -1.0, &user.sandbox) else {
        panic!("the wheel turns it");
    };
    assert!(to.distance(Vec2::from_angle(75f32.to_radians())) < 1e-5, "{to}");
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    user.does(Action::Move, 1.0, -3.2);
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    let hovered = user.tools.hovered_blower(&user.sandbox, PIXEL).map(|hovered| (hovered.id, hovered.is_on_handle));
    assert_eq!(hovered, Some((BlowerId(0), false)));
    user.does(Action::Press(Button::Right), 3.0, 3.0).does(Action::Release(Button::Right), 3.0, 3.0);
    assert_eq!(user.sandbox.world().blowers().len(), 1, "a click beside it removes nothing");
    user.press(1.0, -3.2);
    let mut commands = Vec::new();
    user.tools.choose(Tool::Grab, &mut commands);
    assert!(matches!(commands[..], [Command::MoveBlower { last: true, .. }]), "a cancelled drag ends its edit");
    user.does(Action::Press(Button::Right), 1.0, -3.2).does(Action::Release(Button::Right), 1.0, -3.2);
    assert_eq!(user.sandbox.world().blowers().len(), 1, "other tools do not remove it");
    user.tools.choose(Tool::Wind, &mut commands);
    user.does(Action::Press(Button::Right), 1.0, -3.2).does(Action::Release(Button::Right), 1.0, -3.2);
    assert!(user.sandbox.world().blowers().is_empty());
}

#[test]
fn shift_wheel_changes_blower_speed() {
    let mut user = User::new(Tool::Wind);
    user.press(0.0, -2.0).release(0.8, -2.0);
    let def = |user: &User| user.sandbox.world().blowers()[0].def;
    let drawn = def(&user);
    assert_eq!(drawn.speed, 6.4);
    let at = PointerEvent { action: Action::Move, at: Vec2::new(-0.3, -2.1), pixel: PIXEL, finger: false };
    let turn = |user: &mut User, notches: f32| {
        let command = user.tools.wheel(at, notches, &user.sandbox)?;
        user.sandbox.apply(&command);
        Some(command)
    };
    user.tools.set_shift(true);
    let harder = Some(Command::SetJet { blower: BlowerId(0), speed: 7.0, reach: 3.0 + 0.3 * 7.0, width: None });
    assert_eq!(turn(&mut user, 1.0), harder, "the reach of one that is drawn at this speed");
    let mut commands = Vec::new();
    for tool in [Tool::Wall, Tool::Circle, Tool::Block] {
        let before = def(&user).speed;
        user.tools.choose(tool, &mut commands);
        user.tools.refresh(&user.sandbox, PIXEL, 10.0);
        user.tools.set_shift(false);
        assert_eq!(turn(&mut user, 1.0), None, "{tool:?}: the wheel alone zooms");
        assert_eq!(user.tools.shown_blower(&user.sandbox), None, "{tool:?}");
        user.tools.set_shift(true);
        assert!(turn(&mut user, 1.0).is_some(), "{tool:?}");
        assert_eq!(def(&user).speed, before + 0.5, "{tool:?}");
        assert_eq!(user.tools.shown_blower(&user.sandbox).map(|blower| blower.def.speed), Some(before + 0.5));
    }
    for tool in [Tool::Grab, Tool::Weight, Tool::Rope] {
        user.tools.choose(tool, &mut commands);
        assert_eq!(turn(&mut user, 1.0), None, "{tool:?}");
    }
    user.tools.choose(Tool::Wind, &mut commands);
    (0..40).for_each(|_| assert!(turn(&mut user, -1.0).is_some()));
    assert_eq!(def(&user), BlowerDef { speed: 0.0, reach: 3.0, ..drawn }, "it stands still and remains");
    (0..300).for_each(|_| assert!(turn(&mut user, 1.0).is_some()));
    assert_eq!(def(&user).speed, BlowerDef::MAX_SPEED);
    user.sandbox.apply(&Command::SetJet { blower: BlowerId(0), speed: 5.0, reach: 9.0, width: None });
    turn(&mut user, 1.0);
    assert_eq!((def(&user).speed, def(&user).reach), (5.5, 9.0), "a reach of its own stays");
    // The tools for obstacles change an obstacle before the blower beneath it.
    let form = Form::Circle { radius: 0.5 };
    user.sandbox.apply(&Command::AddShape(ShapeDef {
        slide: Some(Slide { by: Vec2::X, speed: 1.0 }),
        ..ShapeDef::still(form, Vec2::new(0.0, -2.0))
    }));
    user.tools.refresh(&user.sandbox, PIXEL, 10.0);
    assert!(matches!(turn(&mut user, 1.0), Some(Command::SetJet { .. })));
    user.tools.choose(Tool::Block, &mut commands);
    user.tools.refresh(&user.sandbox, PIXEL, 10.0);
    assert!(matches!(turn(&mut user, 1.0), Some(Command::SetShapeProperties { .. })));
}
