use super::*;
use crate::physics::{Form, MaterialChange, ParticleId, ShapeProperties, Similarity, SoftGround, Springs, Things};
use crate::scene::{Technique, Walls};

/// Number of edits that these commands make, each at its step.
fn edits(commands: &[(u64, Command)]) -> usize {
    let mut edits = Edits::default();
    let mut shape = ShapeDef::still(Form::Box { half: Vec2::ONE }, Vec2::ZERO);
    let settings = Settings::default();
    let mut before = Before { settings, ghost: None, shape: None, ball: None, room: None, inverse: None };
    for (index, (step, command)) in commands.iter().enumerate() {
        before.shape = Some(shape);
        edits.add(Place { step: *step, commands: index }, command, true, &before);
        match command {
            Command::SetSettings(set) => before.settings = **set,
            Command::SetGhost(set) => before.ghost = set.as_deref().cloned(),
            Command::SetShapeForm { form, .. } => shape.form = *form,
            Command::SetShapeProperties { properties, .. } => shape.spin = properties.spin,
            Command::SetWalls(Walls::Room(room)) => before.room = Some(*room),
            _ => {}
        }
    }
    edits.starts.len()
}

fn hold(grab: u32) -> Command {
    Command::Grab { grab, particle: ParticleId(3), at: Vec2::ONE }
}

fn cut(from: f32, to: f32) -> Command {
    Command::Cut { from: Vec2::splat(from), to: Vec2::splat(to), radius: 0.1 }
}

#[test]
fn drag_is_one_edit_with_everything_done_in_it() {
    let pin = Command::SetPinned { particle: ParticleId(3), pinned: true };
    let (to, release) = (Command::MoveGrab { grab: 0, to: Vec2::ZERO }, Command::Release { grab: 0 });
    assert_eq!(edits(&[(1, hold(0)), (2, to.clone()), (2, pin.clone()), (3, release.clone())]), 1);
    assert_eq!(edits(&[(1, hold(0)), (3, release.clone()), (4, pin)]), 2);
    let two_hands = [(1, hold(0)), (1, hold(1)), (2, release.clone()), (3, to), (4, Command::Release { grab: 1 })];
    assert_eq!(edits(&two_hands), 1);
    assert_eq!(edits(&[(1, release)]), 0, "nothing was held");
}

#[test]
fn grab_without_a_step_or_another_command_is_no_edit() {
    let (to, release) = (Command::MoveGrab { grab: 0, to: Vec2::ZERO }, Command::Release { grab: 0 });
    assert_eq!(edits(&[(1, cut(0.0, 1.0)), (2, hold(0)), (2, to.clone()), (2, release.clone())]), 1);
    assert_eq!(edits(&[(2, hold(0)), (2, to.clone()), (3, release.clone())]), 1, "a step moves what is held");
    let pin = Command::SetPinned { particle: ParticleId(3), pinned: true };
    assert_eq!(edits(&[(2, hold(0)), (2, pin), (2, release)]), 1, "it is pinned");
}

#[test]
fn drag_of_obstacle_is_one_edit_until_release() {
    let to = |shape, last| Command::MoveShape { shape: ShapeId(shape), to: Vec2::ONE, last };
    assert_eq!(edits(&[(1, to(0, false)), (1, to(0, false)), (90, to(0, true)), (90, to(0, false))]), 2);
    assert_eq!(edits(&[(1, to(0, false)), (1, to(1, false))]), 2);
    let turn = |last| Command::TurnShape { shape: ShapeId(0), to: Vec2::Y, last };
    let turns = [(1, turn(false)), (1, turn(true)), (1, turn(false)), (1, turn(true))];
    assert_eq!(edits(&turns), 2, "two turns of the handle");
    assert_eq!(edits(&[(1, turn(false)), (1, turn(true)), (1, turn(true))]), 2, "the handle, and a typed angle");
}

#[test]
fn angle_in_the_panel_is_an_edit_of_its_own() {
    let turn = |y| Command::TurnShape { shape: ShapeId(0), to: Vec2::new(1.0, y), last: true };
    let drag = |last| Command::MoveShape { shape: ShapeId(0), to: Vec2::ONE, last };
    let slider = [(1, turn(0.1)), (2, turn(0.2)), (3, turn(0.3))];
    assert_eq!(edits(&slider), 1);
    assert_eq!(edits(&[&slider[..], &[(3_600, drag(false)), (3_610, drag(true))]].concat()), 2, "a minute later");
    assert_eq!(edits(&[&slider[..], &[(3, drag(false)), (3, drag(true))]].concat()), 2, "while paused");
}

#[test]
fn rows_of_a_thing_are_separate_edits_even_while_paused() {
    let mass = |mass| Command::SetWeight { particle: ParticleId(3), mass };
    let radius = |radius| Command::SetBallRadius { particle: ParticleId(3), radius };
    assert_eq!(edits(&[(7, mass(Some(5.0))), (7, mass(Some(6.0))), (7, radius(0.4)), (7, radius(0.5))]), 2);
    assert_eq!(edits(&[(7, mass(Some(5.0))), (7, mass(None)), (7, mass(Some(5.0)))]), 3, "hung, removed, hung");
    let shape = ShapeId(0);
    let size = |x, y| Command::SetShapeForm { shape, form: Form::Box { half: Vec2::new(x, y) } };
    let spin = |spin| {
        let properties = ShapeProperties { spin, ..ShapeProperties::default() };
        Command::SetShapeProperties { shape, properties }
    };
    let sizes = [(7, size(2.0, 1.0)), (7, size(3.0, 1.0)), (7, size(3.0, 2.0))];
    assert_eq!(edits(&sizes), 2, "width and height");
    assert_eq!(edits(&[&sizes[..], &[(7, spin(1.0)), (7, spin(2.0))]].concat()), 3);
}

#[test]
fn drag_of_a_number_of_a_material_is_one_edit() {
    let set = |things: &[u32], change| {
        let things = Things::of_particles(things.iter().copied().map(ParticleId));
        Command::ChangeMaterial { things, change }
    };
    let strength = |number| set(&[3, 4], MaterialChange::Strength(number));
    let drag = [(7, strength(Some(5.0))), (7, strength(Some(6.0))), (8, strength(None))];
    assert_eq!(edits(&drag), 1);
    let parts = Command::Together(vec![
        set(&[3, 4], MaterialChange::Strength(Some(2.0))),
        set(&[4], MaterialChange::Strength(Some(3.0))),
    ]);
    assert_eq!(edits(&[&drag[..], &[(9, parts.clone())]].concat()), 1, "Esc restores what was mixed");
    assert_eq!(edits(&[&drag[..], &[(9, parts), (9, set(&[4, 5], MaterialChange::Strength(None)))]].concat()), 2);
    assert_eq!(edits(&[&drag[..], &[(8, set(&[3, 4], MaterialChange::Friction(None)))]].concat()), 2);
    assert_eq!(edits(&[&drag[..], &[(8, set(&[5, 6], MaterialChange::Strength(None)))]].concat()), 2);
}

#[test]
fn strokes_sliders_and_held_keys_are_one_edit_until_they_rest() {
    assert_eq!(edits(&[(1, cut(0.0, 1.0)), (1, cut(1.0, 2.0)), (2, cut(2.0, 3.0)), (9, cut(5.0, 6.0))]), 2);
    let set = |drag| Command::SetSettings(Box::new(Settings { drag, ..Settings::default() }));
    assert_eq!(edits(&[(1, set(1.0)), (5, set(2.0)), (50, set(3.0)), (200, set(4.0))]), 2);
    assert_eq!(edits(&[(1, set(1.0)), (2, Command::SetGravity(Vec2::ZERO)), (3, set(2.0))]), 3);
    let drive = |x| Command::DriveHeldEnd(Vec2::new(x, 0.0));
    assert_eq!(edits(&[(1, drive(3.0)), (9, drive(-3.0)), (12, drive(0.0)), (20, drive(3.0))]), 2);
}

#[test]
fn drag_of_a_wall_is_one_edit() {
    let room =
        |left, right| Command::SetWalls(Walls::Room(Aabb { min: Vec2::new(left, 0.0), max: Vec2::splat(right) }));
    assert_eq!(edits(&[(1, room(-2.0, 3.0)), (2, room(-3.0, 3.0)), (3, room(-4.0, 3.0))]), 2, "fixed, and moved");
    assert_eq!(edits(&[(1, room(-2.0, 3.0)), (2, room(-3.0, 3.0)), (3, room(-3.0, 5.0))]), 3, "another wall");
    let ground = |height| Command::SetGround(Some(height));
    assert_eq!(edits(&[(1, ground(-2.0)), (2, ground(-1.0)), (200, ground(-2.0))]), 2);
}

#[test]
fn numbers_of_several_things_are_one_edit_until_they_rest() {
    let of = |ids: &[u32], mass| {
        let one = |&id| Command::SetWeight { particle: ParticleId(id), mass: Some(mass) };
        Command::Together(ids.iter().map(one).collect())
    };
    assert_eq!(edits(&[(1, of(&[3, 5], 1.0)), (2, of(&[3, 5], 2.0)), (3, of(&[3, 6], 2.0))]), 2);
    assert_eq!(edits(&[(1, of(&[3, 5], 1.0)), (200, of(&[3, 5], 2.0))]), 2);
}

#[test]
fn placement_of_things_is_one_edit_until_release() {
    let to = |first, last| {
        let things = Things::of_particles((first..first + 5).map(ParticleId));
        Command::Transform { things, by: Similarity::translation(Vec2::ONE), last }
    };
    assert_eq!(edits(&[(1, to(0, false)), (90, to(0, false)), (99, to(0, true)), (99, to(0, false))]), 2);
    assert_eq!(edits(&[(1, to(0, false)), (1, to(3, false))]), 2);
    assert_eq!(edits(&[(1, to(0, true)), (1, to(0, true))]), 2, "mirrored twice by a key");
}

#[test]
fn ghost_sliders_and_choice_are_separate_edits() {
    let set = |name: &str, sweeps, give| {
        let settings = Technique { sweeps, give, ..Technique::default() };
        Command::SetGhost(Some(Box::new(Rival { name: name.to_owned(), settings })))
    };
    let chosen = [(7, set("one", 1, 0.0))];
    let first = [(7, set("one", 2, 0.0)), (7, set("one", 3, 0.0)), (7, set("one", 3, 0.0))];
    let second = [(7, set("one", 3, 0.1)), (7, set("one", 3, 0.2))];
    assert_eq!(edits(&[&chosen[..], &first, &second].concat()), 3);
    assert_eq!(edits(&[&first[..], &[(200, set("one", 4, 0.0))], &[(201, set("two", 4, 0.0))]].concat()), 4);
}

#[test]
fn sliders_moved_while_paused_are_separate_edits() {
    let set = |drag, friction| {
        let springs = Springs { ground: Some(SoftGround { friction, ..SoftGround::DEFAULT }), ..Springs::default() };
        Command::SetSettings(Box::new(Settings { drag, springs, ..Settings::default() }))
    };
    let first = [(7, set(1.0, 0.0)), (7, set(2.0, 0.0))];
    let second = [(7, set(2.0, 3.0)), (7, set(2.0, 4.0)), (7, set(2.0, 4.0))];
    assert_eq!(edits(&first), 1);
    assert_eq!(edits(&[&first[..], &second[..]].concat()), 2);
}

#[test]
fn part_and_the_anchors_of_its_ends_are_one_edit() {
    let point = crate::scene::recipe::Point { name: None, at: Vec2::ONE, mass: 0.02, pinned: true };
    let build = Command::Build(Box::new(crate::scene::Recipe::Point(point)));
    let anchor = |particle| Command::Anchor { particle: ParticleId(particle), shape: Some(ShapeId(0)) };
    assert_eq!(edits(&[(1, build.clone()), (1, anchor(0)), (1, anchor(9)), (1, build.clone())]), 2);
    assert_eq!(edits(&[(1, build), (5, anchor(0))]), 2, "tied later, by another tool");
}

#[test]
fn put_down_after_an_undo_is_no_edit() {
    let things = crate::physics::Things::of_particles([ParticleId(3)]);
    let place = |by, last| Command::Transform { things: things.clone(), by, last };
    let (still, up) = (Similarity::default(), Similarity::translation(Vec2::Y));
    assert_eq!(edits(&[(1, place(up, false)), (2, place(up, false)), (3, place(still, true))]), 1);
    for about in [Vec2::ZERO, Vec2::new(2.0, 1.0)] {
        let still = Similarity { about, ..still };
        assert_eq!(edits(&[(1, place(still, true))]), 0, "else its undo would lift them again");
    }
    assert_eq!(edits(&[(1, place(up, true))]), 1);
}
