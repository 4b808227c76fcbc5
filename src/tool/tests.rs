//! Each gesture, as the commands that it makes.

use super::*;
use crate::{
    physics::{BlowerDef, Form, LinkKind, ShapeDef, Slide},
    sandbox::RopeEnd,
    scene,
};

/// One pixel of the tests' screen, m.
const PIXEL: f32 = 0.002;

struct Hand {
    tools: Tools,
    sandbox: Sandbox,
    commands: Vec<Command>,
}

impl Hand {
    /// With ten points in a row, from (0, 0) to (1, 0).
    fn new(tool: Tool) -> Self {
        Self::within("first-rope", tool)
    }

    fn within(scene: &str, tool: Tool) -> Self {
        let sandbox = Sandbox::new(scene::named(scene).expect("it is in the gallery")).expect("it builds");
        let mut tools = Tools::default();
        tools.choose(tool, &mut Vec::new());
        Self { tools, sandbox, commands: Vec::new() }
    }

    fn does(&mut self, action: Action, x: f32, y: f32) -> &mut Self {
        let event = PointerEvent { action, at: Vec2::new(x, y), pixel: PIXEL, finger: false };
        let mut commands = Vec::new();
        self.tools.handle(event, &self.sandbox, &mut commands);
        commands.iter().for_each(|command| self.sandbox.apply(command));
        self.commands.extend(commands);
        self
    }

    fn press(&mut self, x: f32, y: f32) -> &mut Self {
        self.does(Action::Press(Button::Left), x, y)
    }

    fn release(&mut self, x: f32, y: f32) -> &mut Self {
        self.does(Action::Release(Button::Left), x, y)
    }
}

const END: ParticleId = ParticleId(9);

#[test]
fn grab_takes_the_nearest_point_within_20_pixels() {
    let mut hand = Hand::new(Tool::Grab);
    hand.press(1.0, 0.039).does(Action::Move, 1.5, 0.5).release(1.5, 0.5);
    let to = Vec2::new(1.5, 0.5);
    assert_eq!(
        hand.commands,
        [
            Command::Hold { hand: 0, particle: END, at: Vec2::new(1.0, 0.039) },
            Command::MoveHand { hand: 0, to },
            Command::MoveHand { hand: 0, to },
            Command::Release { hand: 0 },
        ]
    );
    let mut hand = Hand::new(Tool::Grab);
    hand.press(1.0, 0.041).release(1.0, 0.041);
    assert_eq!(hand.commands, []);
}

#[test]
fn a_ball_is_taken_anywhere_on_its_disc_and_does_not_leap() {
    let at_rest = Hand::within("wrecking-ball", Tool::Grab).sandbox;
    let ball = at_rest.world().balls()[0];
    let (particle, centre) = (ball.particle, at_rest.world().particles().position[ball.particle.index()]);
    let by = Vec2::new(0.1, 0.2);
    // In the middle, near the edge, and on the rope's points behind it.
    for from in [Vec2::ZERO, Vec2::new(-0.9, 0.0), Vec2::new(0.5, -0.8), Vec2::new(0.85, 0.28), Vec2::new(0.57, 0.19)] {
        let from = centre + ball.radius * from;
        let mut hand = Hand::within("wrecking-ball", Tool::Grab);
        hand.press(from.x, from.y).does(Action::Move, from.x + by.x, from.y + by.y);
        let [Command::Hold { particle: held, at, .. }, Command::MoveHand { to, .. }] = hand.commands[..] else {
            panic!("at {from} nothing is held: {:?}", hand.commands)
        };
        assert!(held == particle && at.distance(centre) < 1e-6 && to.distance(centre + by) < 1e-6, "{from}: {held:?}");
        let mut hand = Hand::within("wrecking-ball", Tool::Pin);
        hand.press(from.x, from.y);
        assert_eq!(hand.commands, [Command::SetPinned { particle, pinned: true }]);
        let mut hand = Hand::within("wrecking-ball", Tool::Weight);
        hand.does(Action::Move, from.x, from.y);
        let event = PointerEvent { action: Action::Move, at: from, pixel: PIXEL, finger: false };
        let Some(Command::SetWeight { particle: hung, mass: Some(mass) }) = hand.tools.wheel(event, 1.0, &hand.sandbox)
        else {
            panic!("at {from} the wheel changes no weight")
        };
        assert!(hung == particle && mass > at_rest.world().particles().mass[particle.index()], "{mass} kg");
        hand.tools.refresh(&hand.sandbox, PIXEL, 0.0);
        assert_eq!(hand.tools.hover(), Some(particle));
    }
    // Beside it there is nothing, though a weight of its mass would be larger.
    for tool in [Tool::Grab, Tool::Weight] {
        let mut hand = Hand::within("wrecking-ball", tool);
        hand.press(centre.x - 1.1 * ball.radius, centre.y);
        assert_eq!(hand.commands, [], "{tool:?}");
    }
}

#[test]
fn a_point_within_reach_is_taken_before_the_disc_that_covers_it() {
    for (x, y, held) in [(8.0 / 9.0, 0.039, Some(8)), (1.0, 0.05, Some(9)), (0.944, 0.05, Some(9)), (1.0, 0.6, None)] {
        let mut hand = Hand::new(Tool::Grab);
        hand.sandbox.apply(&Command::SetWeight { particle: END, mass: Some(100.0) });
        hand.press(x, y);
        let taken = hand.sandbox.world().hands().first().map(|hand| hand.particle);
        assert_eq!(taken, held.map(ParticleId), "({x}, {y})");
    }
}

#[test]
fn the_wheel_goes_on_with_what_has_moved_from_under_the_pointer() {
    let mut hand = Hand::new(Tool::Weight);
    hand.sandbox.apply(&Command::SetWeight { particle: END, mass: Some(1.0) });
    let event = |x: f32| PointerEvent { action: Action::Move, at: Vec2::new(x, 0.0), pixel: PIXEL, finger: false };
    let mass = |command| match command {
        Some(Command::SetWeight { particle: END, mass }) => mass,
        _ => None,
    };
    let turn = |hand: &mut Hand, x: f32| {
        let command = hand.tools.wheel(event(x), 1.0, &hand.sandbox);
        command.iter().for_each(|command| hand.sandbox.apply(command));
        mass(command)
    };
    assert_eq!(turn(&mut hand, 1.0), Some(2.0));
    (0..60).for_each(|_| hand.sandbox.step());
    let fallen = hand.sandbox.world().particles().position[END.index()];
    assert!(fallen.distance(Vec2::X) > 0.5, "{fallen}");
    hand.tools.refresh(&hand.sandbox, PIXEL, 0.5);
    assert_eq!(turn(&mut hand, 1.0), Some(5.0), "it goes on");
    hand.tools.refresh(&hand.sandbox, PIXEL, 0.5);
    assert_eq!(turn(&mut hand, 1.0), Some(10.0), "each notch gives it more time");
    assert_eq!(turn(&mut hand, 1.02), None, "the pointer has moved");
    assert_eq!(turn(&mut hand, 1.0), Some(20.0));
    hand.tools.refresh(&hand.sandbox, PIXEL, 0.8);
    assert_eq!(turn(&mut hand, 1.0), None, "it is over");
}

#[test]
fn a_right_click_pins_and_unpins() {
    let mut hand = Hand::new(Tool::Rope);
    for pinned in [true, false] {
        hand.does(Action::Press(Button::Right), 1.0, 0.0).does(Action::Release(Button::Right), 1.0, 0.004);
        assert_eq!(hand.commands.pop(), Some(Command::SetPinned { particle: END, pinned }));
    }
}

#[test]
fn a_right_click_during_a_grab_pins_there() {
    let mut hand = Hand::new(Tool::Grab);
    hand.press(1.0, 0.0).does(Action::Press(Button::Right), 1.0, 0.0).does(Action::Release(Button::Right), 1.0, 0.0);
    assert!(hand.sandbox.world().particles().pinned[9]);
    assert!(hand.sandbox.world().hands().is_empty());
    hand.release(1.0, 0.0);
    assert!(hand.sandbox.world().particles().pinned[9], "the rest of the gesture does nothing");
}

#[test]
fn a_right_click_during_a_grab_unpins_what_is_pinned() {
    let mut hand = Hand::new(Tool::Grab);
    hand.press(0.0, 0.0).does(Action::Press(Button::Right), 0.0, 0.0);
    assert!(!hand.sandbox.world().particles().pinned[0]);
}

#[test]
fn a_right_drag_cuts_from_where_it_began_in_any_tool() {
    for tool in [Tool::Grab, Tool::Scissors, Tool::Pin, Tool::Rope, Tool::Net] {
        let mut hand = Hand::new(tool);
        // One flick across the whole rope, along it: press, one move, release.
        hand.does(Action::Press(Button::Right), -0.2, 0.0).does(Action::Release(Button::Right), 1.2, 0.0);
        assert_eq!(hand.sandbox.world().link_count(), 0, "{tool:?}");
    }
}

#[test]
fn scissors_cut_with_the_left_button_too() {
    let mut hand = Hand::new(Tool::Scissors);
    hand.press(0.5, 0.3).does(Action::Move, 0.5, -0.3).release(0.5, -0.3);
    assert_eq!(hand.sandbox.world().cut_links(), 1);
}

#[test]
fn a_rope_is_tied_to_points_and_nailed_in_the_air() {
    let mut hand = Hand::new(Tool::Rope);
    hand.press(0.2, 0.5).does(Action::Move, 0.9, 0.1).release(1.0, 0.01);
    let from = RopeEnd { at: Vec2::new(0.2, 0.5), particle: None, pinned: true };
    let to = RopeEnd { at: Vec2::new(1.0, 0.01), particle: Some(END), pinned: false };
    assert_eq!(hand.commands, [Command::AddRope { from, to, spacing: 0.08 }]);
}

#[test]
fn a_slip_draws_nothing() {
    for tool in [Tool::Rope, Tool::Net] {
        let mut hand = Hand::new(tool);
        hand.press(0.2, 0.5).release(0.21, 0.5);
        assert_eq!(hand.commands, [], "{tool:?}");
    }
}

#[test]
fn a_net_is_drawn_by_its_corners() {
    let mut hand = Hand::new(Tool::Net);
    hand.press(2.0, 1.0).release(2.6, 0.4);
    assert_eq!(hand.sandbox.world().particles().len(), 10 + 6 * 6);
}

#[test]
fn escape_lets_go_and_draws_nothing() {
    let mut hand = Hand::new(Tool::Grab);
    hand.press(1.0, 0.0);
    hand.tools.cancel(&mut hand.commands);
    assert_eq!(hand.commands.last(), Some(&Command::Release { hand: 0 }));
    let mut hand = Hand::new(Tool::Net);
    hand.press(2.0, 1.0).does(Action::Move, 3.0, 0.0);
    hand.tools.cancel(&mut hand.commands);
    hand.release(3.0, 0.0);
    assert_eq!(hand.commands, []);
}

#[test]
fn a_release_that_was_lost_does_not_hold_for_ever() {
    let mut hand = Hand::new(Tool::Grab);
    hand.press(1.0, 0.0).press(0.5, 2.0);
    assert!(hand.sandbox.world().hands().is_empty());
}

/// A sandbox's only shape.
fn shape(hand: &Hand) -> crate::physics::Shape {
    let [shape] = hand.sandbox.world().colliders().shapes() else { panic!("one shape") };
    *shape
}

#[test]
fn a_wall_goes_from_the_press_to_the_release() {
    let mut hand = Hand::new(Tool::Wall);
    hand.press(0.0, -2.0).does(Action::Move, 1.0, -2.0).release(0.0, -1.0);
    let def = shape(&hand).def;
    assert_eq!(def.form, crate::physics::Form::Capsule { half_length: 0.5, radius: 0.04 });
    assert_eq!((def.at, def.turn), (Vec2::new(0.0, -1.5), Vec2::Y));
    hand.press(3.0, 0.0).release(3.0, 0.01);
    assert_eq!(hand.commands.len(), 1, "a slip draws nothing");
}

#[test]
fn an_obstacle_is_moved_turned_and_removed() {
    let mut hand = Hand::new(Tool::Circle);
    hand.press(0.0, -2.0).release(0.5, -2.0);
    hand.does(Action::Move, 0.2, -2.0).press(0.2, -2.0).does(Action::Move, 1.2, -3.0).release(1.2, -3.0);
    assert_eq!(shape(&hand).goal, Vec2::new(1.0, -3.0), "it keeps its place under the pointer");
    let moves = hand.commands.iter().map(|command| matches!(command, Command::MoveCollider { last: true, .. }));
    assert_eq!(moves.collect::<Vec<_>>(), [false, false, false, true], "a drag ends once");
    // Where it is, and not where it is led.
    hand.does(Action::Press(Button::Right), 0.0, -2.0).does(Action::Release(Button::Right), 0.0, -2.0);
    assert!(hand.sandbox.world().colliders().shapes().is_empty());

    let mut hand = Hand::new(Tool::Box);
    hand.press(-0.5, -2.2).release(0.5, -1.8);
    // 22 pixels beside its right side.
    hand.press(0.544, -2.0).does(Action::Move, 0.0, -1.0).release(0.0, -1.0);
    assert_eq!(shape(&hand).facing, Some(Vec2::Y));
    hand.does(Action::Press(Button::Right), 3.0, 3.0).does(Action::Release(Button::Right), 3.0, 3.0);
    assert_eq!(hand.sandbox.world().colliders().shapes().len(), 1, "a click beside it removes nothing");
}

#[test]
fn an_obstacle_is_made_to_turn_and_slide_and_stopped() {
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
    assert_eq!((shape(&hand).def.spin, shape(&hand).def.slide), (-0.5, None), "it has no way yet");
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
    assert_eq!(chosen(&hand), None, "what is pressed is no obstacle");
}

#[test]
fn a_drag_that_is_cancelled_ends() {
    let mut hand = Hand::new(Tool::Circle);
    hand.press(0.0, -2.0).release(0.5, -2.0).press(0.0, -2.0).does(Action::Move, 1.0, -2.0);
    let mut commands = Vec::new();
    hand.tools.choose(Tool::Grab, &mut commands);
    assert!(matches!(commands[..], [Command::MoveCollider { last: true, .. }]), "{commands:?}");
}

#[test]
fn a_blower_blows_to_where_it_is_dragged_as_fast_as_the_drag_is_long() {
    let mut hand = Hand::new(Tool::Wind);
    hand.press(0.0, -2.0).does(Action::Move, 0.0, -1.5);
    assert_eq!(hand.tools.drawn_blower().map(|blower| blower.speed), Some(4.0), "it is said while it is drawn");
    hand.release(0.0, -1.0);
    let [blower] = hand.sandbox.world().blowers() else { panic!("one blower") };
    assert_eq!((blower.def.at, blower.def.turn, blower.def.speed), (Vec2::new(0.0, -2.0), Vec2::Y, 8.0));
    hand.press(3.0, 0.0).release(3.0, 0.01);
    assert_eq!(hand.commands.len(), 1, "a slip draws nothing");
    hand.press(3.0, 0.0).does(Action::Move, 4.0, 0.0);
    hand.tools.cancel(&mut hand.commands);
    hand.release(4.0, 0.0);
    assert_eq!((hand.commands.len(), hand.tools.drawn_blower()), (1, None));
}

#[test]
fn a_blower_is_moved_turned_and_removed() {
    let mut hand = Hand::new(Tool::Wind);
    hand.press(0.0, -2.0).release(1.0, -2.0);
    let def = |hand: &Hand| hand.sandbox.world().blowers()[0].def;
    // By its body, which is behind its mouth.
    hand.press(-0.3, -2.1).does(Action::Move, 0.7, -3.1).release(0.7, -3.1);
    assert_eq!(def(&hand).at, Vec2::new(1.0, -3.0), "it keeps its place under the pointer");
    let moves = hand.commands.iter().map(|command| matches!(command, Command::MoveBlower { last: true, .. }));
    assert_eq!(moves.collect::<Vec<_>>(), [false, false, false, true], "a drag ends once");
    // Its handle is 34 pixels before its mouth.
    hand.press(1.068, -3.0).does(Action::Move, 1.0, -2.0).release(1.0, -2.0);
    assert_eq!((def(&hand).at, def(&hand).turn), (Vec2::new(1.0, -3.0), Vec2::Y));
    let event = PointerEvent { action: Action::Move, at: Vec2::new(1.0, -3.2), pixel: PIXEL, finger: false };
    let Some(Command::TurnBlower { to, last: true, .. }) = hand.tools.wheel(event, -1.0, &hand.sandbox) else {
        panic!("the wheel turns it");
    };
    assert!(to.distance(Vec2::from_angle(75f32.to_radians())) < 1e-5, "{to}");
    hand.tools.refresh(&hand.sandbox, PIXEL, 0.0);
    hand.does(Action::Move, 1.0, -3.2);
    hand.tools.refresh(&hand.sandbox, PIXEL, 0.0);
    let hovered = hand.tools.hovered_blower(&hand.sandbox, PIXEL).map(|(id, _, on_handle)| (id, on_handle));
    assert_eq!(hovered, Some((BlowerId(0), false)));
    hand.does(Action::Press(Button::Right), 3.0, 3.0).does(Action::Release(Button::Right), 3.0, 3.0);
    assert_eq!(hand.sandbox.world().blowers().len(), 1, "a click beside it removes nothing");
    hand.press(1.0, -3.2);
    let mut commands = Vec::new();
    hand.tools.choose(Tool::Grab, &mut commands);
    assert!(matches!(commands[..], [Command::MoveBlower { last: true, .. }]), "a drag that is cancelled ends");
    hand.does(Action::Press(Button::Right), 1.0, -3.2).does(Action::Release(Button::Right), 1.0, -3.2);
    assert_eq!(hand.sandbox.world().blowers().len(), 1, "other tools leave it alone");
    hand.tools.choose(Tool::Wind, &mut commands);
    hand.does(Action::Press(Button::Right), 1.0, -3.2).does(Action::Release(Button::Right), 1.0, -3.2);
    assert!(hand.sandbox.world().blowers().is_empty());
}

/// Fingers have no Shift: without the pinch a blower would blow for ever as hard as it was drawn.
#[test]
fn a_finger_that_holds_a_blower_makes_it_blow_harder_by_a_pinch_and_turns_it_by_its_handle() {
    let mut hand = Hand::new(Tool::Wind);
    hand.press(0.0, -2.0).release(0.8, -2.0);
    let def = |hand: &Hand| hand.sandbox.world().blowers()[0].def;
    let drawn = def(&hand);
    let on =
        PointerEvent { action: Action::Press(Button::Left), at: Vec2::new(-0.3, -2.1), pixel: PIXEL, finger: true };
    let mut commands = Vec::new();
    hand.tools.handle(on, &hand.sandbox, &mut commands);
    assert!(hand.tools.has_wheel(), "a second finger is its wheel");
    let pinch = |hand: &mut Hand, notches: f32| {
        let command = hand.tools.wheel(PointerEvent { action: Action::Move, ..on }, notches, &hand.sandbox);
        hand.sandbox.apply(&command.expect("it is held"));
    };
    pinch(&mut hand, 1.0);
    assert_eq!(def(&hand), BlowerDef { speed: 8.0, reach: 3.0 + 0.3 * 8.0, ..drawn }, "it does not turn");
    assert_eq!(hand.tools.shown_blower(&hand.sandbox).map(|blower| blower.def.speed), Some(8.0), "it is said");
    // Fingers that are drawn apart from 60 to 400 pixels are ten notches.
    (0..50).for_each(|_| pinch(&mut hand, 1.0));
    assert_eq!(def(&hand).speed, BlowerDef::FASTEST, "in five pinches");
    (0..50).for_each(|_| pinch(&mut hand, -1.0));
    assert_eq!(def(&hand), BlowerDef { speed: 0.0, reach: 3.0, ..drawn }, "and down to nothing");
    hand.tools.handle(PointerEvent { action: Action::Release(Button::Left), ..on }, &hand.sandbox, &mut commands);
    let handle = PointerEvent { at: Vec2::new(0.068, -2.0), ..on };
    hand.tools.handle(handle, &hand.sandbox, &mut commands);
    let led = PointerEvent { action: Action::Move, at: Vec2::new(0.0, -1.0), ..on };
    hand.tools.handle(led, &hand.sandbox, &mut commands);
    assert!(matches!(commands.last(), Some(Command::TurnBlower { .. })), "{commands:?}");
}

#[test]
fn shift_and_the_wheel_make_a_blower_blow_harder_with_its_tool_and_with_those_of_obstacles() {
    let mut hand = Hand::new(Tool::Wind);
    hand.press(0.0, -2.0).release(0.8, -2.0);
    let def = |hand: &Hand| hand.sandbox.world().blowers()[0].def;
    let drawn = def(&hand);
    assert_eq!(drawn.speed, 6.4);
    let at = PointerEvent { action: Action::Move, at: Vec2::new(-0.3, -2.1), pixel: PIXEL, finger: false };
    let turn = |hand: &mut Hand, notches: f32| {
        let command = hand.tools.wheel(at, notches, &hand.sandbox)?;
        hand.sandbox.apply(&command);
        Some(command)
    };
    hand.tools.set_shift(true);
    let harder = Some(Command::SetJet { blower: BlowerId(0), speed: 7.0, reach: 3.0 + 0.3 * 7.0 });
    assert_eq!(turn(&mut hand, 1.0), harder, "it is felt as far as one that is drawn so");
    let mut commands = Vec::new();
    for tool in [Tool::Wall, Tool::Circle, Tool::Box] {
        let before = def(&hand).speed;
        hand.tools.choose(tool, &mut commands);
        hand.tools.refresh(&hand.sandbox, PIXEL, 10.0);
        hand.tools.set_shift(false);
        assert_eq!(turn(&mut hand, 1.0), None, "{tool:?}: the wheel alone zooms");
        assert_eq!(hand.tools.shown_blower(&hand.sandbox), None, "{tool:?}");
        hand.tools.set_shift(true);
        assert!(turn(&mut hand, 1.0).is_some(), "{tool:?}");
        assert_eq!(def(&hand).speed, before + 0.5, "{tool:?}");
        assert_eq!(hand.tools.shown_blower(&hand.sandbox).map(|blower| blower.def.speed), Some(before + 0.5));
    }
    for tool in [Tool::Grab, Tool::Weight, Tool::Rope] {
        hand.tools.choose(tool, &mut commands);
        assert_eq!(turn(&mut hand, 1.0), None, "{tool:?}");
    }
    hand.tools.choose(Tool::Wind, &mut commands);
    (0..40).for_each(|_| assert!(turn(&mut hand, -1.0).is_some()));
    assert_eq!(def(&hand), BlowerDef { speed: 0.0, reach: 3.0, ..drawn }, "it stands still, and is there");
    (0..300).for_each(|_| assert!(turn(&mut hand, 1.0).is_some()));
    assert_eq!(def(&hand).speed, BlowerDef::FASTEST);
    hand.sandbox.apply(&Command::SetJet { blower: BlowerId(0), speed: 5.0, reach: 9.0 });
    turn(&mut hand, 1.0);
    assert_eq!((def(&hand).speed, def(&hand).reach), (5.5, 9.0), "a reach of its own is left as it is");
    // An obstacle that lies over it goes first with the tools for obstacles.
    let form = Form::Circle { radius: 0.5 };
    hand.sandbox.apply(&Command::AddCollider(ShapeDef {
        slide: Some(Slide { by: Vec2::X, speed: 1.0 }),
        ..ShapeDef::still(form, Vec2::new(0.0, -2.0))
    }));
    hand.tools.refresh(&hand.sandbox, PIXEL, 10.0);
    assert!(matches!(turn(&mut hand, 1.0), Some(Command::SetJet { .. })));
    hand.tools.choose(Tool::Box, &mut commands);
    hand.tools.refresh(&hand.sandbox, PIXEL, 10.0);
    assert!(matches!(turn(&mut hand, 1.0), Some(Command::SetManner { .. })));
}

#[test]
fn a_weight_that_lies_on_something_is_taken_where_its_ball_is_seen() {
    let mut hand = Hand::new(Tool::Grab);
    hand.sandbox.apply(&Command::SetWeight { particle: END, mass: Some(5.0) });
    let floor = ShapeDef::still(Form::Box { half: Vec2::new(0.5, 0.1) }, Vec2::new(1.0, -0.1));
    hand.sandbox.apply(&Command::AddCollider(floor));
    // Its radius is 0.19 m, and its point lies on the block.
    hand.press(1.0, -0.1).release(1.0, -0.1);
    assert_eq!(hand.commands, [], "in the block there is no ball");
    hand.press(1.0, 0.36).release(1.0, 0.36);
    assert!(matches!(hand.commands[..], [Command::Hold { particle: END, .. }, ..]), "its upper edge");
}

#[test]
fn a_click_hangs_a_weight_and_a_right_click_takes_it_off() {
    let mut hand = Hand::new(Tool::Weight);
    hand.press(1.0, 0.01).does(Action::Move, 1.0, 0.3).release(1.0, 0.3);
    let to = Vec2::new(1.0, 0.3);
    assert_eq!(
        hand.commands,
        [
            Command::Hold { hand: 0, particle: END, at: Vec2::new(1.0, 0.01) },
            Command::SetWeight { particle: END, mass: Some(1.0) },
            Command::MoveHand { hand: 0, to },
            Command::MoveHand { hand: 0, to },
            Command::Release { hand: 0 },
        ]
    );
    hand.commands.clear();
    hand.press(1.0, 0.0).release(1.0, 0.0);
    let hung = hand.commands.iter().any(|command| matches!(command, Command::SetWeight { .. }));
    assert!(!hung, "what hangs there already is carried about");
    hand.does(Action::Press(Button::Right), 1.0, 0.0).does(Action::Release(Button::Right), 1.0, 0.0);
    assert_eq!(hand.commands.last(), Some(&Command::SetWeight { particle: END, mass: None }));
    assert!(hand.sandbox.world().weights().is_empty());
    hand.does(Action::Press(Button::Right), 1.0, 0.0).does(Action::Release(Button::Right), 1.0, 0.0);
    assert_eq!(hand.commands.last(), Some(&Command::SetPinned { particle: END, pinned: true }), "as in any tool");
}

#[test]
fn the_wheel_changes_the_weight_under_the_pointer_or_in_hand_and_the_next_is_as_heavy() {
    let mut hand = Hand::new(Tool::Weight);
    let at = |x| PointerEvent { action: Action::Move, at: Vec2::new(x, 0.0), pixel: PIXEL, finger: false };
    assert_eq!(hand.tools.wheel(at(1.0), 1.0, &hand.sandbox), None, "no weight there: the wheel zooms");
    hand.press(1.0, 0.0);
    let command = hand.tools.wheel(at(0.3), 1.0, &hand.sandbox);
    assert_eq!(command, Some(Command::SetWeight { particle: END, mass: Some(2.0) }), "it is in hand");
    hand.sandbox.apply(&command.expect("it is there"));
    hand.release(1.0, 0.0);
    assert_eq!(hand.tools.wheel(at(0.3), 1.0, &hand.sandbox), None);
    let command = hand.tools.wheel(at(1.0), -1.0, &hand.sandbox);
    assert_eq!(command, Some(Command::SetWeight { particle: END, mass: Some(1.0) }));
    let up = |hand: &mut Hand| {
        let command = hand.tools.wheel(at(1.0), 1.0, &hand.sandbox).expect("it is there");
        hand.sandbox.apply(&command);
    };
    (0..30).for_each(|_| up(&mut hand));
    let own =
        Sandbox::new(scene::named("first-rope").expect("it is there")).expect("it builds").world().particles().mass[9];
    assert_eq!(hand.sandbox.world().particles().mass[9], 1_000.0 * own, "and no heavier");
    hand.commands.clear();
    hand.press(4.0 / 9.0, 0.0);
    let hung = hand.commands.iter().find(|command| matches!(command, Command::SetWeight { .. }));
    assert!(matches!(hung, Some(Command::SetWeight { mass: Some(mass), .. }) if *mass == 1_000.0 * own), "{hung:?}");
}

#[test]
fn scales_say_what_is_in_hand() {
    let mut hand = Hand::new(Tool::Weight);
    assert_eq!(hand.tools.scales(&hand.sandbox, PIXEL), None);
    hand.press(1.0, 0.0);
    let (held, words) = hand.tools.scales(&hand.sandbox, PIXEL).expect("it is held");
    let at = hand.sandbox.world().particles().position[held.index()];
    assert_eq!((at, words.as_str()), (Vec2::new(1.0, 0.0), "1 kg   50 : 1"));
}

#[test]
fn the_flag_comes_off_its_pole_and_the_pole_stays() {
    let beams = |sandbox: &Sandbox| sandbox.world().constraints().filter(|link| link.kind == LinkKind::Beam).count();
    // Along its pins, on the pole itself, and across both.
    for x in [-2.2, -2.23, -2.25] {
        let mut hand = Hand::within("flag-in-gusts", Tool::Scissors);
        // As large as at the usual size of the window: its pixels are larger than those of these tests.
        hand.tools.size_scissors(45.0);
        let links = hand.sandbox.world().link_count();
        hand.press(x, 2.1).does(Action::Move, x + 0.003, 1.2).does(Action::Move, x, 0.3).release(x, -0.2);
        assert_eq!(beams(&hand.sandbox), 1, "the pole");
        let bound = hand.sandbox.world().constraints().filter(|link| {
            let pinned = |id: ParticleId| hand.sandbox.world().particles().pinned[id.index()];
            link.kind != LinkKind::Beam && pinned(link.a) != pinned(link.b)
        });
        assert_eq!(bound.count(), 0, "what holds the flag at {x}");
        assert!(links - hand.sandbox.world().link_count() < 4 * 25 + 60, "no more than that");
        // One stroke: each cut begins where the one before it ended.
        let ends: Vec<_> = hand
            .commands
            .iter()
            .filter_map(|command| match command {
                Command::Cut { from, to, .. } => Some((*from, *to)),
                _ => None,
            })
            .collect();
        assert!(ends.windows(2).all(|two| two[0].1 == two[1].0), "{ends:?}");
    }
    let mut hand = Hand::within("flag-in-gusts", Tool::Scissors);
    hand.press(-2.6, 0.0).does(Action::Move, -1.8, 0.0).release(-1.8, 0.0);
    assert_eq!(beams(&hand.sandbox), 1, "cut across");
    // What is not pinned at both ends is no pole.
    let top = ParticleId(1);
    hand.sandbox.apply(&Command::SetPinned { particle: top, pinned: false });
    hand.press(-2.6, -1.0).does(Action::Move, -1.8, -1.0).release(-1.8, -1.0);
    assert_eq!(beams(&hand.sandbox), 0, "its top was free");
}

#[test]
fn a_stroke_that_meets_only_what_is_not_cut_is_told_of() {
    let uncut = |hand: &mut Hand, from: (f32, f32), to: (f32, f32)| {
        hand.press(from.0, from.1).does(Action::Move, to.0, to.1).release(to.0, to.1);
        let Hand { tools, sandbox, .. } = hand;
        let told = tools.in_vain(sandbox);
        assert_eq!(tools.in_vain(sandbox), None, "once");
        told
    };
    let mut hand = Hand::within("flag-in-gusts", Tool::Scissors);
    // Across the pole below the flag, past it, and across both.
    assert_eq!(uncut(&mut hand, (-2.5, -1.0), (-2.0, -1.0)), Some(Uncut::Pole));
    assert_eq!(uncut(&mut hand, (-3.0, -1.0), (-2.5, -1.0)), None);
    assert_eq!(uncut(&mut hand, (-2.5, 1.0), (-2.0, 1.0)), None);
    assert_eq!(uncut(&mut hand, (-2.25, -1.0), (-2.25, -1.0)), Some(Uncut::Pole), "a click");
    let mut hand = Hand::new(Tool::Scissors);
    let circle = ShapeDef::still(Form::Circle { radius: 0.05 }, Vec2::new(0.5, 0.4));
    hand.sandbox.apply(&Command::AddCollider(circle));
    assert_eq!(uncut(&mut hand, (0.5, 0.6), (0.5, 0.2)), Some(Uncut::Obstacle));
    assert_eq!(uncut(&mut hand, (0.5, 0.6), (0.5, -0.2)), None, "the rope, too");
}
