//! Machines that a user builds by hand from a blank page, by the tools alone: a cart that drives, a winch with keys that
//! lifts a box, a worm of muscles. Each is copied, mirrored, saved, reopened, undone to nothing and redone to the same bits.

use ropewalk::physics::ParticleId;
use ropewalk::sandbox::Command;
use ropewalk::tool::{Tool, ToolOption};

use crate::building::Builder;

/// Height of the floor of the blank page, m.
fn floor(user: &Builder) -> f32 {
    let colliders = user.session.sandbox().world().colliders();
    colliders.ground.or(colliders.room.map(|room| room.min.y)).expect("the page has a floor")
}

#[test]
fn cart_of_a_plank_two_wheels_and_two_motors_drives_to_the_right() {
    let mut user = Builder::new();
    let y = floor(&user) + 0.5;
    user.drag(Tool::Plank, &[(-2.0, y), (-0.5, y)]);
    for x in [-2.0, -0.5] {
        user.drag(Tool::Wheel, &[(x, y + 0.02), (x + 0.35, y + 0.02)]);
        user.click(Tool::Hinge, (x, y));
        user.click(Tool::Motor, (x, y));
    }
    let motors = user.session.sandbox().world().motors().to_vec();
    assert_eq!(motors.len(), 2);
    let before = user.at(0);
    user.run(180);
    let way = user.at(0) - before;
    assert!(way.x > 1.0, "it drives {way}");
    user.keep();
}

#[test]
fn winch_lifts_a_box_while_its_key_is_held() {
    let mut user = Builder::new();
    let y = floor(&user);
    user.drag(Tool::Box, &[(-0.3, y + 0.01), (0.3, y + 0.5)]);
    let corner = user.nearest((0.3, y + 0.5).into());
    user.set(ToolOption::WinchIn, f32::from(b'i')).set(ToolOption::WinchOut, f32::from(b'k'));
    user.drag(Tool::Winch, &[(0.3, y + 3.0), (0.3, y + 0.5)]);
    user.run(60);
    let standing = user.at(corner).y;
    assert!((standing - y - 0.5).abs() < 0.1, "it stands at {standing}");
    user.session.apply(Command::HoldKey { key: 'i', held: true });
    user.run(120);
    user.session.apply(Command::HoldKey { key: 'i', held: false });
    let lifted = user.at(corner).y - standing;
    assert!((lifted - 1.0).abs() < 0.2, "half a metre a second: it is lifted by {lifted} m");
    user.run(60);
    let held = user.at(corner).y - standing;
    assert!((held - lifted).abs() < 0.1, "it holds without a key: {held} m");
    assert!(user.session.sandbox().world().is_pinned(ParticleId(user.count() - 1)), "the drum");
    user.keep();
}

#[test]
fn worm_of_muscles_changes_its_length_with_time() {
    let mut user = Builder::new();
    let y = floor(&user) + 0.05;
    for (piece, x) in [-1.0_f32, -0.5, 0.0].into_iter().enumerate() {
        user.set(ToolOption::Phase, 25.0 * piece as f32);
        user.drag(Tool::Muscle, &[(x, y), (x + 0.5, y)]);
    }
    assert_eq!((user.count(), user.session.sandbox().world().driven_links().len()), (4, 3), "its pieces are joined");
    let length = |user: &Builder| user.at(0).distance(user.at(1));
    let lengths: Vec<f32> = (0..60)
        .map(|_| {
            user.run(1);
            length(&user)
        })
        .collect();
    let (least, most) = lengths.iter().fold((1.0_f32, 0.0_f32), |(least, most), &now| (least.min(now), most.max(now)));
    assert!(least < 0.42 && most > 0.58, "{least} to {most} m");
    user.keep();
}
