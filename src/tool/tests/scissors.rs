//! Scissors.

use super::*;

#[test]
fn right_drag_cuts_from_its_start_in_every_tool() {
    for tool in [Tool::Grab, Tool::Scissors, Tool::Pin, Tool::Rope, Tool::Net] {
        let mut user = User::new(tool);
        // One fast movement along the whole rope: press, one move, release.
        user.does(Action::Press(Button::Right), -0.2, 0.0).does(Action::Release(Button::Right), 1.2, 0.0);
        assert_eq!(user.sandbox.world().link_count(), 0, "{tool:?}");
    }
}

#[test]
fn flag_is_cut_off_its_pinned_bar_and_bar_stays() {
    let beams = |sandbox: &Sandbox| sandbox.world().links().filter(|link| link.kind == LinkKind::Beam).count();
    // Along its pins, on the bar itself, and across both.
    for x in [-2.2, -2.23, -2.25] {
        let mut user = User::within("flag-in-gusts", Tool::Scissors);
        // As large as in a window of the usual size, whose pixels are larger than those of these tests.
        user.tools.set_scissors_radius(45.0);
        let links = user.sandbox.world().link_count();
        user.press(x, 2.1).does(Action::Move, x + 0.003, 1.2).does(Action::Move, x, 0.3).release(x, -0.2);
        assert_eq!(beams(&user.sandbox), 1, "the bar");
        let bound = user.sandbox.world().links().filter(|link| {
            let pinned = |id: ParticleId| user.sandbox.world().particles().pinned[id.index()];
            link.kind != LinkKind::Beam && pinned(link.a) != pinned(link.b)
        });
        assert_eq!(bound.count(), 0, "links that hold the flag at {x}");
        assert!(links - user.sandbox.world().link_count() < 4 * 25 + 60, "no more than the hoist");
        // One stroke: each cut starts where the previous one ended.
        let ends: Vec<_> = user
            .commands
            .iter()
            .filter_map(|command| match command {
                Command::Cut { from, to, .. } => Some((*from, *to)),
                _ => None,
            })
            .collect();
        assert!(ends.windows(2).all(|two| two[0].1 == two[1].0), "{ends:?}");
    }
    let mut user = User::within("flag-in-gusts", Tool::Scissors);
    user.press(-2.6, 0.0).does(Action::Move, -1.8, 0.0).release(-1.8, 0.0);
    assert_eq!(beams(&user.sandbox), 1, "cut across");
    // A bar with one pin is cut.
    let top = ParticleId(1);
    user.sandbox.apply(&Command::SetPinned { particle: top, pinned: false });
    user.press(-2.6, -1.0).does(Action::Move, -1.8, -1.0).release(-1.8, -1.0);
    assert_eq!(beams(&user.sandbox), 0, "its top is free");
}

#[test]
fn stroke_that_cuts_nothing_reports_what_it_met_once() {
    let uncut = |user: &mut User, from: (f32, f32), to: (f32, f32)| {
        user.press(from.0, from.1).does(Action::Move, to.0, to.1).release(to.0, to.1);
        let User { tools, sandbox, .. } = user;
        let reported = tools.take_uncut(sandbox);
        assert_eq!(tools.take_uncut(sandbox), None, "once");
        reported
    };
    let mut user = User::within("flag-in-gusts", Tool::Scissors);
    // Across the bar below the flag, past both, and across both.
    assert_eq!(uncut(&mut user, (-2.5, -1.0), (-2.0, -1.0)), Some(Uncut::PinnedBar));
    assert_eq!(uncut(&mut user, (-3.0, -1.0), (-2.5, -1.0)), None);
    assert_eq!(uncut(&mut user, (-2.5, 1.0), (-2.0, 1.0)), None);
    assert_eq!(uncut(&mut user, (-2.25, -1.0), (-2.25, -1.0)), Some(Uncut::PinnedBar), "a click");
    let mut user = User::new(Tool::Scissors);
    let circle = ShapeDef::still(Form::Circle { radius: 0.05 }, Vec2::new(0.5, 0.4));
    user.sandbox.apply(&Command::AddShape(circle));
    assert_eq!(uncut(&mut user, (0.5, 0.6), (0.5, 0.2)), Some(Uncut::Obstacle));
    assert_eq!(uncut(&mut user, (0.5, 0.6), (0.5, -0.2)), None, "the rope as well");
}
