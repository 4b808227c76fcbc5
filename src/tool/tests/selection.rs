//! The select tool, and objects under the grab tool.

use super::*;
use crate::physics::{Similarity, Things};

/// The command that builds a rope of these ends and this number of particles.
fn rope(text: &str) -> Command {
    Command::Build(Box::new(scene::from_text("rope", &format!("Rope({text})")).expect("a recipe")))
}

/// The rope of `first-rope`, with a second one below it, and a post.
fn user() -> User {
    let mut user = User::new(Tool::Select);
    user.sandbox.apply(&rope("from: At(0, -1), to: At(1, -1), particles: 11"));
    user.sandbox.apply(&Command::AddShape(ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::new(3.0, 0.0))));
    user
}

impl User {
    fn click(&mut self, x: f32, y: f32) -> &mut Self {
        self.press(x, y).release(x, y)
    }

    fn with_shift(&mut self, is_down: bool) -> &mut Self {
        self.tools.set_shift(is_down);
        self
    }

    fn at(&self, particle: u32) -> Vec2 {
        self.sandbox.world().particles().position[particle as usize]
    }

    fn ranges(&self) -> &[[u32; 2]] {
        &self.tools.selection().particles
    }
}

#[test]
fn click_selects_the_whole_thing_and_shift_adds() {
    let mut user = user();
    user.click(0.45, 0.0);
    assert_eq!(user.ranges(), [[0, 10]], "between two particles");
    user.with_shift(true).click(3.1, 0.0).click(0.5, -1.0);
    assert_eq!((user.ranges(), user.tools.selection().shapes.len()), (&[[0, 21]][..], 1));
    user.click(0.3, 0.0);
    assert_eq!(user.ranges(), [[10, 21]], "it is taken out again");
    user.with_shift(false).click(9.0, 9.0);
    assert!(user.tools.selection().is_empty());
    assert!(user.commands.is_empty(), "a selection is no edit");
}

#[test]
fn frame_selects_what_has_a_point_in_it() {
    let mut user = user();
    user.press(-0.5, 0.5).does(Action::Move, 0.2, 0.2).release(0.25, -0.5);
    assert_eq!(user.ranges(), [[0, 10]]);
    user.with_shift(true).press(-0.5, -0.6).does(Action::Move, 5.0, 0.2).release(3.5, -2.0);
    assert_eq!(user.ranges(), [[0, 21]]);
    assert_eq!(user.tools.selection().shapes.len(), 0, "the post is outside");
    user.with_shift(false).press(2.0, 0.1).does(Action::Move, 2.5, 0.0).release(2.85, -0.1);
    assert_eq!(user.tools.selection().shapes, [ShapeId(0)], "its edge is inside");
    user.press(2.0, 0.3).does(Action::Move, 2.5, 0.3).release(2.85, 0.19);
    assert!(user.tools.selection().is_empty(), "the frame's corner is beside its edge");
    user.press(2.0, 1.0).does(Action::Move, 3.0, 0.2).release(4.0, -1.0);
    assert_eq!(*user.tools.selection(), Things { shapes: vec![ShapeId(0)], ..Things::default() });
}

#[test]
fn drag_moves_the_selection_at_rest_while_the_world_runs() {
    let mut user = user();
    user.click(0.5, 0.0).with_shift(true).click(3.0, 0.0).with_shift(false);
    user.press(0.5, 0.0).does(Action::Move, 0.5, 0.5);
    (0..20).for_each(|_| user.sandbox.step());
    user.does(Action::Move, 1.5, 1.0);
    (0..20).for_each(|_| user.sandbox.step());
    assert!(user.at(9).distance(Vec2::new(2.0, 1.0)) < 1e-4, "{}", user.at(9));
    user.release(1.5, 1.0);
    assert!(user.at(0).distance(Vec2::new(1.0, 1.0)) < 1e-4, "its pin came along: {}", user.at(0));
    let post = user.sandbox.world().colliders().shapes()[0];
    assert!(post.def.at.distance(Vec2::new(4.0, 1.0)) < 1e-4);
    assert!(matches!(user.commands.last(), Some(Command::Transform { last: true, .. })));
    (0..20).for_each(|_| user.sandbox.step());
    assert!(user.at(9).y < 0.99, "it hangs again");
}

#[test]
fn escape_puts_back_what_was_moved_turned_or_scaled() {
    let mut user = user();
    user.click(0.5, -1.0).with_shift(true).click(3.0, 0.0).with_shift(false);
    let ends = |user: &User| [user.at(10), user.at(20), user.sandbox.world().colliders().shapes()[0].def.at];
    let before = ends(&user);
    let (margin, middle) = (12.0 * PIXEL, 1.6);
    let (low, high) = (Vec2::new(-margin, -1.0 - margin), Vec2::new(3.2 + margin, 0.2 + margin));
    let grips = [Vec2::new(0.5, -1.0), Vec2::new(middle, high.y + 26.0 * PIXEL), low, high];
    for grip in grips {
        user.press(grip.x, grip.y).does(Action::Move, grip.x + 0.1, grip.y).does(
            Action::Move,
            grip.x + 0.6,
            grip.y - 0.4,
        );
        assert!(ends(&user)[1].distance(before[1]) > 0.1, "it is moved by {grip}");
        let mut commands = Vec::new();
        user.tools.cancel(&mut commands);
        commands.iter().for_each(|command| user.sandbox.apply(command));
        assert!(matches!(commands[..], [Command::Transform { last: true, .. }]));
        let off = ends(&user).iter().zip(before).map(|(now, before)| now.distance(before)).fold(0.0, f32::max);
        assert!(off < 1e-5, "{off} m off after {grip}");
    }
}

#[test]
fn handles_turn_and_scale_the_selection() {
    let mut user = user();
    user.click(0.5, -1.0);
    // The box is 12 pixels around the rope, and the handle 26 above it.
    let (turn, margin) = (Vec2::new(0.5, -1.0 + 38.0 * PIXEL), 12.0 * PIXEL);
    user.press(turn.x, turn.y).does(Action::Move, 0.9, -1.0).release(0.9, -1.0);
    assert!(user.at(10).distance(Vec2::new(0.5, -0.5)) < 1e-3, "a quarter clockwise: {}", user.at(10));
    let (low, high) = (Vec2::new(0.5 - margin, -1.5 - margin), Vec2::new(0.5 + margin, -0.5 + margin));
    let twice = low + 2.0 * (high - low);
    user.press(high.x, high.y).does(Action::Move, high.x, high.y + 0.1).release(twice.x, twice.y);
    let length = user.at(10).distance(user.at(20));
    assert!((length - 2.0).abs() < 1e-2, "{length}");
    let link = user.sandbox.world().links().last().expect("a link").rest_length;
    assert!((link - 0.2).abs() < 2e-3, "its links grow as well: {link}");
}

#[test]
fn selection_ends_where_ids_may_name_others() {
    let mut user = user();
    let snapshot = user.sandbox.snapshot(None);
    user.click(0.5, -1.0);
    user.sandbox.apply(&Command::Remove { things: Things::of_particles((0..10).map(ParticleId)) });
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    assert!(user.tools.selection().is_empty(), "the rope has other ids now");
    user.sandbox.restore(&snapshot);
    user.click(0.5, -1.0);
    user.sandbox.apply(&rope("from: Particle(20), to: Particle(9), particles: 11"));
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    assert_eq!(user.ranges(), [[0, 30]], "what is tied to a thing is part of it");
}

#[test]
fn jump_across_a_renumbering_ends_the_selection() {
    let add = rope("from: At(0, -2), to: At(0.9, -2), particles: 10");
    let remove = Command::Remove { things: Things::of_particles((0..10).map(ParticleId)) };
    for renumbering in [remove, Command::Reset] {
        let mut user = User::new(Tool::Select);
        user.sandbox.apply(&add);
        let before = user.sandbox.snapshot(None);
        user.sandbox.apply(&renumbering);
        let count = before.world.world().particles().len();
        while user.sandbox.world().particles().len() < count {
            user.sandbox.apply(&add);
        }
        user.click(0.45, -2.0);
        assert!(!user.ranges().is_empty());
        user.sandbox.restore(&before);
        user.tools.refresh(&user.sandbox, PIXEL, 0.0);
        assert!(user.tools.selection().is_empty(), "as many particles, with other meanings: {renumbering:?}");
    }
    // Without one, a jump keeps what there is at both moments.
    let mut user = user();
    let before = user.sandbox.snapshot(None);
    user.sandbox.apply(&add);
    user.click(0.5, -1.0).with_shift(true).click(0.45, -2.0);
    assert_eq!(user.ranges(), [[10, 31]]);
    user.sandbox.restore(&before);
    user.tools.refresh(&user.sandbox, PIXEL, 0.0);
    assert_eq!(user.ranges(), [[10, 21]]);
}

#[test]
fn selection_outlives_the_moments_that_a_jump_passes() {
    let mut user = user();
    let empty = user.sandbox.snapshot(None);
    user.sandbox.apply(&Command::Reset);
    user.sandbox.apply(&rope("from: At(0, -2), to: At(0.9, -2), particles: 10"));
    user.click(0.45, -2.0);
    let ranges = user.ranges().to_vec();
    let there = user.sandbox.snapshot(None);
    let by = Similarity::translation(Vec2::X);
    let things = user.tools.selection().clone();
    user.sandbox.apply(&Command::Transform { things, by, last: true });
    for (moment, is_jumping) in [(&empty, true), (&empty, true), (&there, false)] {
        user.sandbox.restore(moment);
        user.tools.set_jumping(is_jumping);
        user.tools.refresh(&user.sandbox, PIXEL, 0.0);
        assert_eq!(user.tools.selection().is_empty(), is_jumping, "only what exists is shown");
    }
    assert!(!ranges.is_empty() && user.ranges() == ranges);
    for is_chosen in [true, false] {
        user.sandbox.restore(&there);
        user.click(0.45, -2.0);
        user.tools.set_adding(true);
        user.sandbox.restore(&empty);
        user.tools.set_jumping(true);
        user.tools.refresh(&user.sandbox, PIXEL, 0.0);
        assert!(user.tools.is_adding(), "adding goes on after the jump");
        if is_chosen {
            user.tools.select(Things::default(), &user.sandbox);
        } else {
            user.tools.forget_before_jump();
        }
        user.sandbox.restore(&there);
        user.tools.set_jumping(false);
        user.tools.refresh(&user.sandbox, PIXEL, 0.0);
        assert!(
            user.tools.selection().is_empty() && !user.tools.is_adding(),
            "what is chosen or done during a jump stays"
        );
    }
}

#[test]
fn grab_moves_obstacles_and_blowers() {
    let mut user = user();
    user.tools.choose(Tool::Grab, &mut Vec::new());
    let blower = BlowerDef { at: Vec2::new(-3.0, 0.0), turn: Vec2::X, speed: 2.0, width: 0.6, reach: 4.0 };
    user.sandbox.apply(&Command::AddBlower(blower));
    user.press(3.1, 0.0).does(Action::Move, 3.1, 1.0).release(3.1, 1.0);
    assert_eq!(user.sandbox.world().colliders().shapes()[0].goal, Vec2::new(3.0, 1.0));
    user.press(-3.2, 0.0).does(Action::Move, -3.2, 1.0).release(-3.2, 1.0);
    assert_eq!(user.sandbox.world().blowers()[0].def.at, Vec2::new(-3.0, 1.0));
}

#[test]
fn click_with_grab_selects_an_obstacle_and_the_wheel_spins_it() {
    let mut user = user();
    user.tools.choose(Tool::Grab, &mut Vec::new());
    let spin = |user: &mut User| {
        let event = PointerEvent { action: Action::Move, at: Vec2::new(3.1, 0.0), pixel: PIXEL, finger: false };
        let command = user.tools.wheel(event, 1.0, &user.sandbox);
        command.iter().for_each(|command| user.sandbox.apply(command));
        user.sandbox.world().colliders().shapes()[0].def.spin
    };
    assert_eq!(spin(&mut user), 0.0, "before it is selected the wheel zooms");
    user.click(3.1, 0.0);
    assert_eq!(user.tools.selection().shapes, [ShapeId(0)]);
    assert!(user.commands.is_empty(), "a selection is no edit");
    assert_eq!(spin(&mut user), 0.5);
    user.click(3.1, 3.0);
    assert!(user.tools.selection().is_empty(), "a click on nothing ends the selection");
}

#[test]
fn long_touch_selects_and_takes_out_again() {
    let mut user = user();
    user.tools.choose(Tool::Grab, &mut Vec::new());
    let event = |x: f32, y: f32| PointerEvent { action: Action::Move, at: Vec2::new(x, y), pixel: PIXEL, finger: true };
    let hold = |user: &mut User, x: f32, y: f32| {
        let mut commands = Vec::new();
        user.press(x, y);
        assert!(user.tools.hold(event(x, y), &user.sandbox, &mut commands));
        commands.iter().for_each(|command| user.sandbox.apply(command));
        user.ranges().to_vec()
    };
    assert_eq!(hold(&mut user, 1.0, 0.0), [[0, 10]]);
    assert!(user.sandbox.world().grabs().is_empty() && user.tools.active() == Tool::Select);
    assert_eq!(hold(&mut user, 0.5, -1.0), [[0, 21]]);
    assert_eq!(hold(&mut user, 0.5, 0.0), [[10, 21]]);
}
