//! Links and ropes.

use super::*;

#[test]
fn every_link_is_drawn_except_braces() {
    let data = painted("first-rope", Style::default());
    assert_eq!((starts(&data.ropes.ropes), data.ropes.ropes.len()), (9, 9 + 3));
    assert_eq!(data.ropes.dots.len(), 10, "the scene shows its particles");
    // Except in this scene, whose links are so short that two are drawn at once.
    for name in scene::names().filter(|name| *name != "solver-race") {
        let sandbox = sandbox(name);
        let links = sandbox.world().links().filter(|link| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop));
        let wanted: usize = links.map(|link| if link.kind == LinkKind::Beam { 2 } else { 1 }).sum();
        let data = painted(name, Style { filled: false, ..Style::default() });
        assert_eq!(starts(&data.ropes.ropes) + data.ropes.segments.len(), wanted, "{name}");
    }
}

#[test]
fn rope_points_lie_between_two_control_points() {
    let points = painted("first-rope", Style::default()).ropes.ropes;
    let roles: Vec<f32> = points.iter().map(|point| point.role).collect();
    assert_eq!(roles[..3], [0.0, 3.0, 1.0]);
    assert_eq!(roles[9..], [1.0, 2.0, 0.0]);
    assert!(points[1..11].windows(2).all(|pair| pair[1].along > pair[0].along));
}

#[test]
fn short_links_are_drawn_several_at_once() {
    let text = "(version: 1, title: \"\", hint: \"\", view: (min: (0, 0), max: (1, 1)), build: [
        Rope(from: At(0.0, 1.0), to: At(1.0, 1.0), particles: 1001),
    ])";
    let scene = scene::parse("short", text).expect("a valid scene");
    let sandbox = Sandbox::new(scene::NamedScene { name: "short".to_owned(), scene }).expect("the scene builds");
    let points = paint(&mut Painter::default(), &sandbox, Style::default()).ropes.ropes;
    let drawn = &points[1..points.len() - 1];
    assert!((20..60).contains(&drawn.len()), "{}", drawn.len());
    assert_eq!((drawn[0].at, drawn[drawn.len() - 1].at), (Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0)));
    assert!((drawn[drawn.len() - 1].along - 1.0).abs() < 1e-3, "arc length of the whole rope");
}

#[test]
fn net_meshes_stay_open_where_ropes_touch() {
    let sandbox = sandbox("wrecking-ball");
    assert!(sandbox.world().settings().rope_contact.is_some_and(|radius| radius > 0.02));
    let cords = paint(&mut Painter::default(), &sandbox, Style::default()).ropes.segments;
    assert!(cords.len() > 700);
    for cord in cords {
        assert!(cord.half_width > 0.008 && cord.half_width < 0.2 * cord.a.distance(cord.b), "{cord:?}");
    }
}
