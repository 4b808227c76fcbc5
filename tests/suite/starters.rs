//! The starters of the gallery do what their hints say, by the tools alone.

use crate::building::Builder;
use ropewalk::sandbox::Command;
use ropewalk::timeline::GoalWatch;
use ropewalk::tool::Tool;

/// Lets a time run, s. Returns whether the goal of the scene is reached in it.
fn reaches_goal(user: &mut Builder, seconds: u32) -> bool {
    is_noticed(user, &mut GoalWatch::default(), seconds)
}

/// Lets a time run, s. Returns whether a watch notices in it that the goal of the scene is reached.
fn is_noticed(user: &mut Builder, watch: &mut GoalWatch, seconds: u32) -> bool {
    (0..60 * seconds).any(|_| {
        user.run(1);
        watch.is_reached(&user.session)
    })
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn starter_without_its_part_reaches_no_goal() {
    // A place where a rope touches nothing.
    for (scene, x, y) in [("hammock", 0.0, 1.4), ("trampoline", -1.2, 2.0), ("swing-bridge", 0.8, 1.7)] {
        let mut user = Builder::in_scene(scene);
        assert!(!reaches_goal(&mut user, 6), "{scene}: nothing was built");
        user.drag(Tool::Rope, &[(x, y), (x + 0.3, y)]);
        assert!(!reaches_goal(&mut user, 6), "{scene}: another part was built");
    }
}

#[test]
fn trampoline_catches_the_ball_once_its_thread_is_cut() {
    let mut user = Builder::in_scene("trampoline");
    user.drag(Tool::Scissors, &[(-0.1, 1.9), (0.3, 1.9)]);
    let mut watch = GoalWatch::default();
    assert!(is_noticed(&mut user, &mut watch, 10));
    assert!(!is_noticed(&mut user, &mut watch, 10), "it is said once");
    user.session.apply(Command::BackToBuild);
    watch.is_reached(&user.session);
    assert!(is_noticed(&mut user, &mut watch, 10), "and again in the next run");
}

#[test]
fn goal_is_noticed_after_a_way_back_has_brought_its_ball() {
    let mut user = Builder::in_scene("trampoline");
    user.drag(Tool::Scissors, &[(-0.1, 1.9), (0.3, 1.9)]);
    user.run(30);
    let everything = user.session.sandbox().world().all_things();
    user.session.apply(Command::Remove { things: everything });
    assert!(!reaches_goal(&mut user, 6), "nothing is there");
    user.session.apply(Command::BackToBuild);
    assert!(reaches_goal(&mut user, 10));
}

#[test]
fn swing_bridge_holds_by_a_rope_to_the_right_pin() {
    let mut user = Builder::in_scene("swing-bridge");
    user.run(60);
    let end = user.at(user.nearest((-0.03, -0.3).into()));
    user.drag(Tool::Rope, &[end.into(), (2.4, 0.0)]);
    assert!(reaches_goal(&mut user, 10));
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
    assert!(reaches_goal(&mut user, 10));
}
