//! Filled cloth.

use super::*;

#[test]
fn cloth_is_filled_or_a_net() {
    let data = painted("solid-bodies", Style::default());
    assert_eq!(data.things.cloth.patches.len(), 18 * 16);
    let net = painted("solid-bodies", Style { filled: false, ..Style::default() });
    assert!(net.things.cloth.patches.is_empty());
    assert!(net.things.ropes.segments.len() > data.things.ropes.segments.len());
}

#[test]
fn cloth_without_faces_is_drawn_as_threads() {
    let text = "(version: 1, title: \"\", hint: \"\", view: (min: (0, 0), max: (1, 1)), build: [
        Cloth(grid: (at: (0.0, 1.0), columns: 4, rows: 4, spacing: 0.2)),
    ])";
    let scene = scene::parse("threads", text).expect("a valid scene");
    let mut sandbox = Sandbox::new(scene::NamedScene { name: "threads".to_owned(), scene }).expect("the scene builds");
    // All wefts are cut, so that no face is left; the warps stay.
    for x in [0.1, 0.3, 0.5] {
        sandbox.apply(&Command::Cut { from: Vec2::new(x, 1.1), to: Vec2::new(x, 0.3), radius: 0.01 });
    }
    assert_eq!((sandbox.world().face_count(), sandbox.world().link_count()), (0, 12));
    let data = paint(&mut Painter::default(), &sandbox, Style::default());
    assert_eq!(data.things.cloth.segments.len(), 12);
}

#[test]
fn each_cloth_has_the_colour_of_its_material() {
    let cloth = |x: f32, material: &str| {
        format!("Cloth(grid: (at: ({x}, 1), columns: 5, rows: 5, spacing: 0.1, pins: TopRow{material}))")
    };
    let patches = |first: &str, second: &str| {
        let text = format!(
            "(version: 1, title: \"t\", hint: \"h\", view: (min: (-2, -2), max: (2, 2)), build: [{}, {}])",
            cloth(-1.0, first),
            cloth(1.0, second)
        );
        let scene = scene::parse("curtains", &text).expect("a valid scene");
        let sandbox = Sandbox::new(scene::NamedScene { name: "t".to_owned(), scene }).expect("the scene builds");
        paint(&mut Painter::default(), &sandbox, Style::default()).things.cloth.patches
    };
    let colours = |first: &str, second: &str| {
        let patches = patches(first, second);
        assert_eq!(patches.len(), 2 * 4 * 4);
        let (left, right) = patches.split_at(16);
        [left, right].map(|side| {
            assert!(side.iter().all(|patch| patch.colours == side[0].colours), "one colour a cloth");
            side[0].colours
        })
    };
    let (silk, canvas) = (", material: \"silk\"", ", material: \"canvas\"");
    let ([plain, _], [of_silk, _], [of_canvas, _]) = (colours("", ""), colours(silk, silk), colours(canvas, canvas));
    assert!(plain != of_silk && of_silk != of_canvas);
    assert_eq!(colours(silk, ""), [of_silk, plain]);
    assert_eq!(colours(canvas, silk), [of_canvas, of_silk]);
}
