//! Links and ropes.

use super::*;

#[test]
fn every_link_is_drawn_except_braces() {
    let data = painted("first-rope", Style::default());
    assert_eq!((starts(&data.things.ropes.ropes), data.things.ropes.ropes.len()), (9, 9 + 3));
    assert_eq!(data.things.ropes.dots.len(), 10, "the scene shows its particles");
    // Except in this scene, whose links are so short that two are drawn at once.
    for name in scene::names().filter(|name| *name != "solver-race") {
        let sandbox = sandbox(name);
        // Machines have pictures of their own: see `machines`.
        if !(sandbox.world().driven_links().is_empty() && sandbox.world().motors().is_empty()) {
            continue;
        }
        let links = sandbox.world().links().filter(|link| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop));
        let wanted: usize = links.map(|link| if link.kind == LinkKind::Beam { 2 } else { 1 }).sum();
        let data = painted(name, Style { filled: false, ..Style::default() });
        assert_eq!(starts(&data.things.ropes.ropes) + data.things.ropes.segments.len(), wanted, "{name}");
    }
}

#[test]
fn short_links_are_drawn_several_at_once() {
    let text = "(version: 1, title: \"\", hint: \"\", view: (min: (0, 0), max: (1, 1)), build: [
        Rope(from: At(0.0, 1.0), to: At(1.0, 1.0), particles: 1001),
    ])";
    let scene = scene::parse("short", text).expect("a valid scene");
    let sandbox = Sandbox::new(scene::NamedScene { name: "short".to_owned(), scene }).expect("the scene builds");
    let points = paint(&mut Painter::default(), &sandbox, Style::default()).things.ropes.ropes;
    let drawn = &points[1..points.len() - 1];
    assert!((20..60).contains(&drawn.len()), "{}", drawn.len());
    assert_eq!((drawn[0].at, drawn[drawn.len() - 1].at), (Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0)));
    assert!((drawn[drawn.len() - 1].along - 1.0).abs() < 1e-3, "arc length of the whole rope");
}

#[test]
fn things_of_every_kind_are_painted_in_the_order_of_the_stack() {
    let text = "(version: 1, title: \"t\", hint: \"h\", view: (min: (-4, -3), max: (4, 3)), \
        settings: (rope_contact: 0.02), build: [\
        Rope(from: At(-2, 0), to: At(2, 0), particles: 9, pins: Both), \
        Net((at: (-1, 1), columns: 4, rows: 4, spacing: 0.3)), \
        Cloth(grid: (at: (0, 2), columns: 5, rows: 5, spacing: 0.1)), \
        Ball(at: (1, 1), radius: 0.2, mass: 1), Circle(at: (0, 0), radius: 0.5)])";
    let scene = scene::parse("t", text).expect("the test's scene reads");
    let mut sandbox = Sandbox::new(scene::NamedScene { name: "t".to_owned(), scene }).expect("the scene builds");
    let shape = sandbox.world().colliders().shapes()[0].id;
    let of = |range| Things { particles: vec![range], ..Things::default() };
    // The rope, the net, the cloth, the ball and the circle: each alone to the front, so that the order is turned round.
    let circle = Things { shapes: vec![shape], ..Things::default() };
    let all = [circle, of([50, 51]), of([25, 50]), of([9, 25]), of([0, 9])];
    all.into_iter().for_each(|things| sandbox.apply(&Command::Restack { things, to: StackEnd::Front }));
    for view in [View::Plain, View::Tension, View::Points] {
        let data = paint(&mut Painter::default(), &sandbox, Style { view, ..Style::default() });
        let has = |number: usize| {
            let Tier { objects, cloth, ropes, .. } = &data.in_front[number];
            let counts = [objects.triangles.len(), cloth.patches.len(), ropes.segments.len(), starts(&ropes.ropes)];
            (counts.map(|count| count > 0), ropes.dots.iter().any(|dot| dot.radius == 0.2))
        };
        let is_plain = view == View::Plain;
        assert_eq!(data.in_front.len(), 5, "{view:?}");
        assert_eq!(has(0), ([true, false, false, false], false), "{view:?}: the circle");
        assert_eq!(has(1), ([false, false, false, false], true), "{view:?}: the ball");
        assert_eq!((has(2).0[0], has(2).0[1]), (false, is_plain), "{view:?}: the cloth");
        assert_eq!((has(3).0[0], has(3).0[1], has(3).0[2]), (false, false, true), "{view:?}: the net");
        assert_eq!(has(4).0[3], view != View::Points, "{view:?}: the rope");
        let Tier { objects, cloth, ropes, .. } = &data.things;
        assert!(objects.triangles.is_empty() && cloth.patches.is_empty() && ropes.dots.is_empty(), "{view:?}");
    }
    // Two of them to the back again: the rope to the layer that all had at first, and the circle behind it.
    let circle = Things { shapes: vec![shape], ..Things::default() };
    [of([0, 9]), circle]
        .map(|things| Command::Restack { things, to: StackEnd::Back })
        .iter()
        .for_each(|to| sandbox.apply(to));
    let data = paint(&mut Painter::default(), &sandbox, Style::default());
    assert_eq!((data.behind.len(), starts(&data.things.ropes.ropes), data.in_front.len()), (1, 8, 3));
    assert!(!data.behind[0].objects.triangles.is_empty());
    assert!(std::ptr::eq(data.tiers().next().expect("a tier"), &data.behind[0]), "it is painted first");
}
