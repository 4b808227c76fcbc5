//! The starters of the gallery do what their hints say, by the tools alone.

use glam::Vec2;

use crate::building::Builder;
use ropewalk::tool::Tool;

/// Particles of the catapult: the short end of its arm, and the stone.
const SHORT_END: u32 = 6;
const STONE: u32 = 8;

#[test]
fn catapult_throws_once_the_wheel_is_turned() {
    let mut user = Builder::in_scene("catapult");
    // Long enough to fall asleep.
    user.run(120);
    let end = user.at(SHORT_END);
    user.click(Tool::Weight, end.into());
    for _ in 0..4 {
        user.turn_wheel(end);
        user.run(5);
    }
    let mut highest = f32::MIN;
    for _ in 0..150 {
        user.run(1);
        highest = highest.max(user.at(STONE).y);
    }
    assert!(highest > 1.0 && user.at(STONE).x > 0.5, "the stone flew up to {highest} m, to {}", user.at(STONE));
}

#[test]
fn crane_lifts_the_box_by_a_drawn_rope() {
    let mut user = Builder::in_scene("crane");
    user.run(60);
    let [foot, hook] = [0, 1].map(|id| user.at(id));
    let corner = user.nearest((1.125, 0.5).into());
    let (at, before) = (user.at(corner), user.at(corner).y);
    user.drag(Tool::Rope, &[hook.into(), at.into()]);
    user.pull(foot, foot - Vec2::new(0.0, 1.0));
    let after = user.at(corner).y;
    assert!(after > before + 0.3, "the corner rises from {before} to {after} m");
}

#[test]
fn hammock_hangs_by_a_rope_drawn_past_its_post() {
    let mut user = Builder::in_scene("hammock");
    user.run(120);
    let (end, count) = (user.nearest((1.65, -0.15).into()), user.count());
    let at = user.at(end);
    user.drag(Tool::Rope, &[at.into(), (2.2, 1.1)]);
    user.run(120);
    let lowest = (count..user.count()).map(|id| user.at(id).y).fold(f32::MAX, f32::min);
    assert!(lowest > -0.5, "the rope hangs down to {lowest} m");
}
