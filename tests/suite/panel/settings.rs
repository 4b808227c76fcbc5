//! Sections with settings: sliders, number fields, choices.

use super::*;

#[test]
fn every_setting_has_a_control() {
    let mut desk = Desk::new("nehe-40", &all_sections());
    let json = |value| serde_json::to_value::<Settings>(value).expect("settings go to JSON");
    let mut missing = Vec::new();
    let mut look = |desk: &Desk| {
        let springs = json(*desk.sandbox.world().settings());
        let names = |value: &serde_json::Value, before: &str| -> Vec<String> {
            let fields = value.as_object().expect("a struct");
            fields.keys().map(|key| format!("{before}{key}")).collect()
        };
        let mut all = names(&springs, "");
        all.extend(names(&springs["springs"], "springs."));
        all.extend(names(&springs["springs"]["ground"], "springs.ground."));
        all.extend(names(&springs["wind"], "wind."));
        // Sections and rows of choices are recognised by their parts.
        all.retain(|name| {
            !["springs", "wind", "method", "order", "strands", "substeps", "hand"].contains(&name.as_str())
        });
        all.extend(["method.Springs".to_owned(), "method.Jakobsen".to_owned()]);
        missing.extend(all.into_iter().filter(|name| place(&desk.context, name).is_none()));
    };
    look(&desk);
    desk.click("method.Jakobsen");
    desk.click("substeps.By hand");
    desk.click("hand.Fixed");
    desk.frame(Vec::new());
    let names = ["order.Random", "order.Sequence", "order.Colour", "strands.On", "strands.Off", "strands.Auto"];
    missing.extend(
        names
            .into_iter()
            .chain(["substeps.Auto", "substeps.Count", "hand.Auto", "hand.Newtons"])
            .map(str::to_owned)
            .filter(|name| place(&desk.context, name).is_none()),
    );
    assert!(missing.is_empty(), "these settings cannot be changed in the panel: {missing:?}");
}

#[test]
fn slider_reaches_both_ends_and_the_scenes_value() {
    let mut desk = Desk::new("welcome", &[Section::World, Section::Solver]);
    let own = desk.sandbox.world().settings().restitution;
    assert_eq!(desk.slide("restitution", -0.5).restitution, 0.0);
    assert_eq!(desk.slide("restitution", 1.5).restitution, 1.0);
    assert_eq!(desk.slide("drag", 1.5).drag, 1_000.0);
    assert_eq!(desk.slide("drag", -0.5).drag, 0.0);
    assert_eq!(desk.slide("step", 1.5).step, 0.1);
    assert_eq!(desk.slide("step", -0.5).step, 1e-4);
    let middle = desk.slide("restitution", 0.5).restitution;
    assert!((middle - 0.5).abs() < 0.03, "the middle of the slider is {middle}");
    desk.click("restitution.reset");
    assert_eq!(desk.sandbox.world().settings().restitution, own);
    assert_eq!(desk.click("restitution.reset"), [], "there is nothing to reset any more");
}

#[test]
fn ground_and_walls_have_rows() {
    let mut desk = Desk::new("first-rope", &[Section::World]);
    let ground = |desk: &Desk| desk.sandbox.world().colliders().ground;
    assert_eq!((ground(&desk), desk.sandbox.walls()), (None, Walls::Open));
    assert!(place(&desk.context, "ground.value").is_none(), "there is no height to set");
    desk.click("floor");
    let view = desk.sandbox.scene().scene.view;
    assert!(ground(&desk).is_some_and(|height| view.min.y < height && height < view.min.y + 0.2), "it is seen");
    desk.frame(Vec::new());
    desk.fill_in("ground.value", "-2.5");
    assert_eq!(ground(&desk), Some(-2.5));
    desk.click("floor");
    assert_eq!(ground(&desk), None);
    assert!(place(&desk.context, "walls.left").is_none(), "there is nothing to place");
    desk.frame(Vec::new());
    desk.click("walls");
    assert_eq!(desk.sandbox.walls(), Walls::Room(view));
    desk.frame(Vec::new());
    desk.fill_in("walls.left.value", "-3");
    desk.fill_in("walls.right.value", "-50");
    let Walls::Room(room) = desk.sandbox.walls() else { panic!("there are walls") };
    assert_eq!(room.min.x, -3.0);
    assert!((room.max.x - -2.9).abs() < 1e-6, "walls do not pass each other: {room:?}");
    desk.click("walls.Window");
    assert_eq!(desk.sandbox.walls(), Walls::Window);
    desk.frame(Vec::new());
    desk.click("walls");
    assert_eq!((desk.sandbox.walls(), desk.sandbox.world().colliders().room), (Walls::Open, None));
}

#[test]
fn ticks_take_floor_and_walls_of_a_blank_page_away_and_back() {
    let mut desk = Desk::new("blank", &[Section::World]);
    let now = |desk: &Desk| (desk.sandbox.world().colliders().ground, desk.sandbox.world().colliders().room);
    let (ground, room) = now(&desk);
    assert!(ground.is_some() && room.is_some());
    for (name, expected) in
        [("floor", (None, room)), ("walls", (None, None)), ("floor", (ground, None)), ("walls", (ground, room))]
    {
        desk.click(name);
        assert_eq!(now(&desk), expected, "after a click on {name}");
        desk.frame(Vec::new());
    }
}

#[test]
fn opened_number_field_changes_nothing() {
    // 1/60 s is shown as 16.67 ms: with the shown value, sixty steps would not be a second.
    let mut desk = Desk::new("welcome", &[Section::Solver]);
    let shown = desk.click("step.value");
    assert_eq!(shown, []);
    let elsewhere = desk.rect("Advanced").center() - vec2(300.0, 0.0);
    assert_eq!(desk.drag(elsewhere, elsewhere), []);
    assert_eq!(desk.sandbox.world().settings().step, 1.0 / 60.0);
}

#[test]
fn methods_orders_and_strands_are_chosen() {
    let mut desk = Desk::new("first-rope", &[Section::Solver, Section::Springs]);
    desk.click("order.Random");
    assert_eq!(desk.sandbox.world().settings().order, SweepOrder::Random);
    desk.click("order.Colour");
    desk.click("give.reset");
    desk.slide("give", -1.0);
    desk.click("strands.Off");
    assert_eq!(desk.sandbox.world().settings().strands, StrandSolver::Off);
    desk.click("substeps.Auto");
    assert_eq!(desk.sandbox.world().settings().substeps, Substeps::Auto);
    let chosen = desk.sandbox.world().substeps();
    desk.click("substeps.By hand");
    assert_eq!(desk.sandbox.world().settings().substeps, Substeps::Count(chosen), "by hand begins where auto was");
    desk.click("method.Springs");
    assert_eq!(desk.sandbox.world().settings().method, Method::Springs);
    assert_eq!(desk.sandbox.world().settings().springs.ground, None);
    desk.frame(Vec::new());
    desk.click("springs.ground");
    assert!(matches!(desk.sandbox.world().settings().springs.ground, Some(SoftGround { repulsion: 100.0, .. })));
}

#[test]
fn wind_controls_set_speed_direction_and_gusts() {
    let mut desk = Desk::new("welcome", &[Section::Wind]);
    desk.fill_in("wind.velocity.value", "8");
    assert_eq!(desk.sandbox.world().settings().wind.velocity, glam::Vec2::new(8.0, 0.0));
    desk.frame(Vec::new());
    desk.fill_in("wind.bearing.value", "-90");
    assert_eq!(desk.sandbox.world().settings().wind.velocity, glam::Vec2::new(0.0, -8.0));
    assert_eq!(desk.slide("wind.gusts", 1.5).wind.gusts, 2.0);
    desk.frame(Vec::new());
    assert_eq!(desk.slide("wind.gust_size", -0.5).wind.gust_size, 0.2);
    desk.click("wind.seed");
    assert_eq!(desk.sandbox.world().settings().wind.seed, 1);
    desk.click("wind.seed.reset");
    assert_eq!(desk.sandbox.world().settings().wind.seed, 0);
    desk.click("wind.velocity.reset");
    assert!(!desk.sandbox.world().is_windy());
}

#[test]
fn direction_is_typed_where_there_is_no_gravity_and_no_wind() {
    let mut desk = Desk::new("welcome", &[Section::Gravity, Section::Wind]);
    desk.fill_in("gravity.size", "0");
    desk.frame(Vec::new());
    let asked = desk.fill_in("gravity.angle", "45");
    let [Request::RestingGravity(gravity)] = asked[..] else { panic!("{asked:?}") };
    assert!((gravity - glam::Vec2::from_angle(45_f32.to_radians()) * 9.81).length() < 1e-3, "{gravity}");
    assert_eq!(desk.fill_in("wind.bearing.value", "90"), [], "there is nothing to undo");
    desk.fill_in("wind.velocity.value", "3");
    assert_eq!(desk.sandbox.world().settings().wind.velocity, glam::Vec2::new(0.0, 3.0));
    desk.frame(Vec::new());
    desk.fill_in("wind.velocity.value", "0");
    desk.frame(Vec::new());
    desk.fill_in("wind.velocity.value", "4");
    assert_eq!(desk.sandbox.world().settings().wind.velocity, glam::Vec2::new(0.0, 4.0), "the last direction");
}

/// 0.21 passes 0 and 0.2 on its way, and what Esc leaves was never meant.
#[test]
fn typed_number_counts_once_it_is_complete() {
    let mut desk = Desk::new("welcome", &[Section::Gravity, Section::World]);
    for (name, number) in [("gravity.size", "1.25"), ("restitution.value", "0.21")] {
        let before = *desk.sandbox.world().settings();
        for (end, counts) in [(Key::Escape, false), (Key::Enter, true), (Key::Tab, true)] {
            desk.click(name);
            assert_eq!(desk.press(Key::A, Modifiers::COMMAND), []);
            for digit in number.chars() {
                let asked = desk.frame(vec![Event::Text(digit.to_string())]);
                assert_eq!(asked, [], "{name}: {digit} of {number}");
            }
            let asked = desk.press(end, Modifiers::NONE);
            assert_eq!(asked.len(), usize::from(counts), "{name}, {end:?}: {asked:?}");
            desk.sandbox.apply(&Command::SetSettings(Box::new(before)));
            desk.sandbox.apply(&Command::SetGravity(before.gravity));
            (0..2).for_each(|_| drop(desk.frame(Vec::new())));
        }
    }
}

#[test]
fn slider_stays_where_released_at_any_frame_time() {
    // By decades, and whole numbers.
    for (section, name) in [(Section::World, "drag"), (Section::Solver, "sweeps")] {
        for share in [0.13, 1.0] {
            let value = |settings: &Settings| {
                let Settings { drag, sweeps, .. } = *settings;
                (drag, sweeps)
            };
            let mut slow = Desk::new("welcome", &[section]);
            let wanted = value(&slow.slide(name, share));
            let rect = slow.rect(name);
            let (y, away) = (rect.center().y, pos2(300.0, 500.0));
            let (from, to) = (rect.center(), pos2(rect.left() + share * rect.width(), y));
            let button = |pos, pressed| {
                let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
                Event::PointerButton { pos, button, pressed, modifiers }
            };
            let moved = Event::PointerMoved;
            let press = [moved(from), button(from, true)];
            let release = [moved(to), button(to, false), moved(away)];
            // All of it in a frame; the release in a second one; a press that is elsewhere by the end of its frame.
            let ways = [
                vec![[&press[..], &release].concat()],
                vec![press.to_vec(), release.to_vec()],
                vec![[&press[..], &[moved(away)]].concat(), release.to_vec()],
            ];
            for (number, frames) in ways.into_iter().enumerate() {
                let mut desk = Desk::new("welcome", &[section]);
                for events in frames.into_iter().chain([Vec::new(), Vec::new()]) {
                    let requests = desk.frame(events);
                    desk.obey(&requests);
                }
                let found = value(desk.sandbox.world().settings());
                assert_eq!(found, wanted, "{name} at {share} in way {number}");
            }
        }
    }
}

#[test]
fn gravity_dial_turns_gravity() {
    let mut desk = Desk::new("welcome", &[Section::Gravity]);
    let middle = desk.rect("gravity").center();
    desk.drag(middle + vec2(0.0, 22.0), middle + vec2(22.0, 1.0));
    assert_eq!(desk.sandbox.world().settings().gravity, glam::Vec2::new(9.81, 0.0), "caught by the axis and the ring");
    desk.drag(middle, middle + vec2(-300.0, -300.0));
    let gravity = desk.sandbox.world().settings().gravity;
    assert!(gravity.x < -13.0 && gravity.y > 13.0 && gravity.length() < 19.7, "held at the rim: {gravity}");
    desk.click("gravity.reset");
    assert_eq!(desk.sandbox.world().settings().gravity, glam::Vec2::new(0.0, -9.81));
    assert_eq!(desk.click("gravity.reverse"), [Request::Action(Action::ReverseGravity)]);
    assert_eq!(desk.click("gravity.off"), [Request::Action(Action::GravityOff)]);
}
