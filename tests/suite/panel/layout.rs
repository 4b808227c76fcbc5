//! Buttons, tabs and sections, and their places.

use std::collections::BTreeMap;

use egui::Shape;

use super::*;

#[test]
fn buttons_do_what_their_keys_do() {
    let mut desk = Desk::new("welcome", &[Section::Tools, Section::Play, Section::World]);
    for tool in Tool::ALL {
        assert_eq!(desk.click(&format!("tool.{}", tool.info().name)), [Request::Action(Action::Choose(tool))]);
    }
    let buttons = [
        ("pause", Action::Pause),
        ("step", Action::SingleStep),
        ("slower", Action::Slower),
        ("faster", Action::Faster),
        ("back", Action::BackToBuild),
        ("anchors", Action::RandomAnchors),
        ("fit", Action::Fit),
        ("help", Action::Help),
        ("blank", Action::BlankPage),
        ("fold", Action::Panel),
    ];
    for (name, action) in buttons {
        assert_eq!(desk.click(name), [Request::Action(action)], "{name}");
    }
    assert_eq!(desk.click("speed"), [Request::NormalSpeed]);
    assert!(place(&desk.context, "scissors").is_none(), "no option of another tool is shown");
    desk.tool = Tool::Scissors;
    desk.frame(Vec::new());
    let rect = desk.rect("scissors");
    let requests = desk.drag(rect.center(), rect.right_center() + vec2(50.0, 0.0));
    assert_eq!(requests.last(), Some(&Request::ScissorsRadius(120.0)));
}

/// The texts of a frame with their places, and the frame's events.
fn texts(desk: &mut Desk, events: Vec<Event>) -> Vec<(String, Rect)> {
    let (context, input) = (desk.context.clone(), desk.input(events));
    let shapes = lay_out(&context, input, |root| desk.show(root, &mut Vec::new()));
    let text = |shape: &Shape| match shape {
        Shape::Text(text) => Some((text.galley.text().to_owned(), shape.visual_bounding_rect())),
        _ => None,
    };
    shapes.iter().filter_map(|clipped| text(&clipped.shape)).collect()
}

#[test]
fn palette_names_tools_and_leaves_no_button_alone() {
    for (width, has_names) in [1_280.0, 600.0, 390.0].into_iter().flat_map(|width| [(width, true), (width, false)]) {
        let mut desk = Desk::sized("welcome", &[Section::Tools], vec2(width, 2_400.0));
        desk.has_tool_names = has_names;
        (0..2).for_each(|_| drop(desk.frame(Vec::new())));
        let texts = texts(&mut desk, Vec::new());
        let mut rows = BTreeMap::<i32, usize>::new();
        for tool in Tool::ALL {
            let (name, rect) = (tool.info().name, desk.rect(&format!("tool.{}", tool.info().name)));
            *rows.entry(rect.top() as i32).or_default() += 1;
            let is_named = texts.iter().any(|(text, place)| text == name && rect.contains_rect(*place));
            assert_eq!(is_named, has_names, "{name} in a window of {width}");
        }
        assert!(rows.values().all(|&buttons| buttons > 1), "in a window of {width}: {rows:?}");
    }
    let mut desk = Desk::new("welcome", &[Section::View]);
    assert_eq!(desk.click("tool_names"), [Request::ToolNames(false)]);
}

#[test]
fn tooltip_of_a_tool_covers_no_button() {
    let mut desk = Desk::new("welcome", &[Section::Tools]);
    let at = desk.rect("tool.Scissors").center();
    drop(desk.frame(vec![Event::PointerMoved(at)]));
    let shown = (0..120).find_map(|_| {
        let texts = texts(&mut desk, Vec::new());
        texts.into_iter().find(|(text, _)| text.starts_with("Scissors ("))
    });
    let (_, place) = shown.expect("a tooltip appears");
    assert!(place.right() < desk.free.right(), "{place} reaches into the panel at {}", desk.free.right());
}

#[test]
fn active_tool_shows_its_options_and_no_others() {
    let mut desk = Desk::new("welcome", &[Section::Tools]);
    desk.tool = Tool::Rope;
    (0..2).for_each(|_| drop(desk.frame(Vec::new())));
    assert!(place(&desk.context, "option.Spokes").is_none());
    let set = desk.fill_in("option.Slack.value", "20");
    assert_eq!(set.last(), Some(&Request::ToolOption(ToolOption::Slack, 20.0)));
    let set = desk.fill_in("option.Slack.value", "1e9");
    assert_eq!(set.last(), Some(&Request::ToolOption(ToolOption::Slack, 100.0)));
    assert_eq!(desk.click("option.RopeMaterial.rubber"), [Request::ToolOption(ToolOption::RopeMaterial, 5.0)]);
    assert_eq!(desk.click("option.RopeMaterial.standard"), [], "it is chosen");
    assert_eq!(desk.click("option.EndPins.both"), [Request::ToolOption(ToolOption::EndPins, 2.0)]);
    desk.tool = Tool::Cloth;
    (0..2).for_each(|_| drop(desk.frame(Vec::new())));
    assert_eq!(desk.click("option.ClothTears.by hand"), [Request::ToolOption(ToolOption::ClothTears, 1.0)]);
    desk.tool = Tool::Motor;
    (0..2).for_each(|_| drop(desk.frame(Vec::new())));
    assert!(place(&desk.context, "option.MotorUse.on and off").is_none(), "there is no key that it could use");
    desk.click("option.MotorKey");
    let set = desk.frame(vec![Event::Text("d".to_owned())]);
    assert_eq!(set, [Request::ToolOption(ToolOption::MotorKey, f32::from(b'd'))]);
}

#[test]
fn gallery_is_one_click_away_and_shows_the_open_scene() {
    let open = |name: &str| Command::Open(Box::new(scene::named(name).expect("a scene of the gallery")));
    let seen = |desk: &Desk, name: &str| {
        let rect = desk.rect(name);
        rect.top() > 40.0 && rect.bottom() <= desk.size.y
    };
    let mut desk = Desk::sized("wrecking-ball", &all_sections(), vec2(1_280.0, 600.0));
    assert!(seen(&desk, "tool.Grab") && place(&desk.context, "scene.welcome").is_none());
    desk.click("Scenes");
    (0..3).for_each(|_| drop(desk.frame(Vec::new())));
    assert!(seen(&desk, "scene.wrecking-ball"));
    for name in ["welcome", "flag-in-gusts", "million-links"] {
        desk.sandbox.apply(&open(name));
        (0..3).for_each(|_| drop(desk.frame(Vec::new())));
        assert!(seen(&desk, &format!("scene.{name}")), "{name}");
    }
    desk.click("Build");
    assert_eq!(desk.click("tool.Grab"), [Request::Action(Action::Choose(Tool::Grab))]);
}

#[test]
fn look_and_plots_can_be_chosen() {
    let mut desk = Desk::new("welcome", &[Section::View, Section::Plots]);
    let style = Style::default();
    assert_eq!(desk.click("theme.Light"), [Request::Style(Style { theme: Theme::Light, ..style })]);
    assert_eq!(desk.click("theme.Dark"), [], "it is dark");
    assert!(matches!(
        desk.click("view.Tension")[..],
        [Request::Style(Style { view: ropewalk::view::View::Tension, .. })]
    ));
    assert!(matches!(desk.click("view.Net")[..], [Request::Style(Style { filled: false, .. })]));
    assert!(matches!(desk.click("colours.Slate")[..], [Request::Style(Style { .. })]));
    assert_eq!(desk.click("shadows"), [Request::Style(Style { shadows: false, ..style })]);
    assert_eq!(desk.click("streaks"), [Request::Style(Style { streaks: false, ..style })]);
    assert_eq!(desk.click("scale.150"), [Request::UiScale(1.5)]);
    let requests = desk.click("plot.Stretch, %");
    assert!(matches!(requests[..], [Request::Charts(charts)] if charts.any()), "{requests:?}");
}

#[test]
fn panel_and_sections_remember_whether_they_are_open() {
    let mut desk = Desk::new("welcome", &[Section::World]);
    desk.click("World");
    desk.click("Plots");
    assert_eq!(desk.panel.prefs().sections, BTreeSet::from([Section::Plots]));
    desk.panel.toggle();
    assert_eq!(desk.panel.prefs().open, Some(false));
    assert_eq!(desk.panel.width(1_280.0), 0.0);
    desk.frame(Vec::new());
    desk.frame(Vec::new());
    assert_eq!(desk.click("unfold"), [Request::Action(Action::Panel)]);
    let text = ron::to_string(desk.panel.prefs()).expect("the file can be written");
    assert_eq!(ron::from_str::<PanelPrefs>(&text).expect("valid text"), *desk.panel.prefs());
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn panel_contents_fit_at_any_size_and_scale() {
    for window in [vec2(800.0, 600.0), vec2(1_280.0, 800.0), vec2(1_920.0, 1_080.0)] {
        for scale in SCALE_CHOICES {
            let size = window / scale;
            let desk = Desk::sized("nehe-40", &all_sections(), size);
            let free = desk.free;
            let expected = size.x - desk.panel.width(size.x);
            assert!((free.right() - expected).abs() < 0.5, "at {window:?} and {scale}: {free:?}, expected {expected}");
            assert!(free.width() >= 0.39 * size.x, "at {window:?} and {scale} the picture keeps {}", free.width());
        }
    }
}

#[test]
fn press_beside_the_panel_is_ignored() {
    let mut desk = Desk::new("welcome", &all_sections());
    let beside = [pos2(100.0, 100.0), pos2(980.0, 700.0)];
    assert_eq!(desk.drag(beside[0], beside[1]), []);
    // And one that comes over it from there.
    let over = desk.rect("restitution").center();
    assert_eq!(desk.drag(beside[0], over), []);
}
