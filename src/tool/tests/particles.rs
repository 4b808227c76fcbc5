//! Grab, pin and the right button.

use super::*;

#[test]
fn grab_takes_nearest_particle_within_20_pixels() {
    let mut user = User::new(Tool::Grab);
    user.press(1.0, 0.039).does(Action::Move, 1.5, 0.5).release(1.5, 0.5);
    let to = Vec2::new(1.5, 0.5);
    assert_eq!(
        user.commands,
        [
            Command::Grab { grab: 0, particle: END, at: Vec2::new(1.0, 0.039) },
            Command::MoveGrab { grab: 0, to },
            Command::MoveGrab { grab: 0, to },
            Command::Release { grab: 0 },
        ]
    );
    let mut user = User::new(Tool::Grab);
    user.press(1.0, 0.041).release(1.0, 0.041);
    assert_eq!(user.commands, []);
}

#[test]
fn ball_is_taken_anywhere_on_its_disc_without_a_jump() {
    let at_rest = User::within("wrecking-ball", Tool::Grab).sandbox;
    let ball = at_rest.world().balls()[0];
    let (particle, centre) = (ball.particle, at_rest.world().particles().position[ball.particle.index()]);
    let by = Vec2::new(0.1, 0.2);
    // Near the edge, and on the rope's particles behind it.
    for from in [Vec2::new(-0.9, 0.0), Vec2::new(0.57, 0.19)] {
        let from = centre + ball.radius * from;
        let mut user = User::within("wrecking-ball", Tool::Grab);
        user.press(from.x, from.y).does(Action::Move, from.x + by.x, from.y + by.y);
        let [Command::Grab { particle: held, at, .. }, Command::MoveGrab { to, .. }] = user.commands[..] else {
            panic!("at {from} no particle is held: {:?}", user.commands)
        };
        assert!(held == particle && at.distance(centre) < 1e-6 && to.distance(centre + by) < 1e-6, "{from}: {held:?}");
        let mut user = User::within("wrecking-ball", Tool::Pin);
        user.press(from.x, from.y);
        assert_eq!(user.commands, [Command::SetPinned { particle, pinned: true }]);
        let mut user = User::within("wrecking-ball", Tool::Weight);
        user.does(Action::Move, from.x, from.y);
        let event = PointerEvent { action: Action::Move, at: from, pixel: PIXEL, finger: false };
        let Some(Command::SetWeight { particle: hung, mass: Some(mass) }) = user.tools.wheel(event, 1.0, &user.sandbox)
        else {
            panic!("at {from} the wheel changes no weight")
        };
        assert!(hung == particle && mass > at_rest.world().particles().mass[particle.index()], "{mass} kg");
        user.tools.refresh(&user.sandbox, PIXEL, 0.0);
        assert_eq!(user.tools.hover(), Some(particle));
    }
    // Not beside it, although a weight of its mass would have a larger ball.
    for tool in [Tool::Grab, Tool::Weight] {
        let mut user = User::within("wrecking-ball", tool);
        user.press(centre.x - 1.1 * ball.radius, centre.y);
        assert_eq!(user.commands, [], "{tool:?}");
    }
}

#[test]
fn particle_within_a_hollow_weight_is_taken_before_it() {
    // The disc around the rope's end at x = 1 has a radius of 0.51 m.
    let presses = [(8.0 / 9.0, 0.039), (1.05, 0.05), (1.5, 0.1), (1.5, 0.6)];
    for ((x, y), held) in presses.into_iter().zip([Some(8), Some(9), Some(9), None]) {
        let mut user = User::new(Tool::Grab);
        user.sandbox.apply(&Command::SetWeight { particle: END, mass: Some(100.0) });
        user.sandbox.apply(&Command::SetSolid { particle: END, solid: false });
        user.press(x, y);
        let taken = user.sandbox.world().grabs().first().map(|user| user.particle);
        assert_eq!(taken, held.map(ParticleId), "({x}, {y})");
    }
}

#[test]
fn right_click_during_grab_pins_particle_there() {
    let mut user = User::new(Tool::Grab);
    user.press(1.0, 0.0).does(Action::Press(Button::Right), 1.0, 0.0).does(Action::Release(Button::Right), 1.0, 0.0);
    assert!(user.sandbox.world().particles().pinned[9]);
    assert!(user.sandbox.world().grabs().is_empty());
    user.release(1.0, 0.0);
    assert!(user.sandbox.world().particles().pinned[9], "the rest of the gesture does nothing");
}

#[test]
fn press_after_lost_release_releases_grab() {
    let mut user = User::new(Tool::Grab);
    user.press(1.0, 0.0).press(0.5, 2.0);
    assert!(user.sandbox.world().grabs().is_empty());
}

#[test]
fn cancel_releases_particle_and_draws_nothing() {
    let mut user = User::new(Tool::Grab);
    user.press(1.0, 0.0);
    user.tools.cancel(&mut user.commands);
    assert_eq!(user.commands.last(), Some(&Command::Release { grab: 0 }));
    let mut user = User::new(Tool::Net);
    user.press(2.0, 1.0).does(Action::Move, 3.0, 0.0);
    user.tools.cancel(&mut user.commands);
    user.release(3.0, 0.0);
    assert_eq!(user.commands, []);
}

#[test]
fn paused_drag_puts_the_particle_to_its_place() {
    let mut user = User::new(Tool::Grab);
    user.tools.set_paused(true);
    user.press(1.0, 0.0).does(Action::Move, 0.6, 0.4);
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    let shown = user.tools.part().expect("it shows where the rope will be").clone();
    assert_eq!(shown.readout, "moved 0.57 m");
    user.release(0.6, 0.4);
    let pose = Command::Pose { particle: END, to: Vec2::new(0.6, 0.4) };
    assert!(matches!(&user.commands[..], [Command::Grab { .. }, .., found, Command::Release { .. }] if *found == pose));
    let at = user.sandbox.world().particles().position[END.index()];
    assert!(at.distance(Vec2::new(0.6, 0.4)) < 0.01 && shown.outline.loose_ends == [at], "{at}");
    assert!(user.sandbox.world().stretch().max < 0.01);
    user.commands.clear();
    user.press(0.6, 0.4).release(0.6, 0.4);
    assert!(matches!(user.commands[..], [Command::Grab { .. }, .., Command::Release { .. }]), "a click moves nothing");
    user.commands.clear();
    user.press(0.6, 0.4).does(Action::Move, 0.2, 0.2);
    user.tools.cancel(&mut user.commands);
    assert!(!user.commands.iter().any(|command| matches!(command, Command::Pose { .. })), "Esc leaves it there");
}

#[test]
fn pin_tool_puts_a_pin_into_the_air_and_takes_it_away() {
    let mut user = User::new(Tool::Pin);
    user.press(0.5, 1.0).release(0.5, 1.0);
    let particles = user.sandbox.world().particles();
    assert_eq!((particles.len(), particles.pinned[10], particles.position[10]), (11, true, Vec2::new(0.5, 1.0)));
    user.press(0.5, 1.0).release(0.5, 1.0);
    assert_eq!(user.sandbox.world().particles().len(), 10);
    let post = ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::new(0.0, 2.0));
    user.sandbox.apply(&Command::AddShape(post));
    user.press(0.0, 2.0).release(0.0, 2.0);
    assert_eq!(user.sandbox.world().particles().len(), 10, "none inside an obstacle");
    assert!(user.tools.take_message().is_some_and(|why| why.contains("obstacle")));
}
