//! Pins, balls, velocity arrows, and the tension and points views.

use super::*;

#[test]
fn tension_view_colours_links_and_has_a_legend() {
    let style = Style { view: View::Tension, ..Style::default() };
    let mut sandbox = sandbox("first-rope");
    let mut painter = Painter::default();
    paint(&mut painter, &sandbox, Style::default());
    assert_eq!(painter.legend(), None);
    for _ in 0..200 {
        sandbox.step();
    }
    let data = paint(&mut painter, &sandbox, style);
    let colours: Vec<_> = data.things.ropes.ropes.iter().filter(|point| point.role % 2.0 == 1.0).collect();
    assert!(colours.windows(2).any(|pair| pair[0].colour != pair[1].colour));
    let legend = painter.legend().expect("there is one");
    assert!(legend.high > 0.0);
}

#[test]
fn points_view_shows_every_particle() {
    let style = Style { view: View::Points, ..Style::default() };
    let sandbox = sandbox("welcome");
    let data = paint(&mut Painter::default(), &sandbox, style);
    let balls = |dot: &&Dot| sandbox.world().particles().position.contains(&dot.centre);
    let shown = data.things.ropes.dots.iter().filter(balls).count();
    assert!(shown >= sandbox.world().particles().len(), "{shown}");
}

#[test]
fn heavy_rope_is_no_ball_but_its_weights_are() {
    let iron = |sandbox: &Sandbox, view| {
        let style = Style { view, ..Style::default() };
        let dots = paint(&mut Painter::default(), sandbox, style).things.ropes.dots;
        dots.iter().filter(|dot| dot.colour == style.palette().materials.iron).count()
    };
    for view in [View::Plain, View::Tension, View::Points] {
        let mut chain = sandbox("wrecking-ball");
        assert_eq!(iron(&chain, view), 1, "the ball only");
        chain.apply(&Command::SetWeight { particle: ParticleId(6), mass: Some(9.0) });
        assert_eq!(iron(&chain, view), 2, "and the weight on the rope");
        assert_eq!(iron(&sandbox("pendulum-wave"), view), 15, "one on each rope");
    }
}

#[test]
fn what_is_filled_is_a_ball_of_the_world() {
    let text = "(version: 1, title: \"\", hint: \"\", view: (min: (-1, -1), max: (1, 1)), build: [
        Point(at: (0, 0), mass: 2), Point(at: (1, 0)), Ball(at: (2, 0), radius: 0.2, mass: 0.01),
        Point(name: \"solid\", at: (3, 0)), Weight(on: Of(\"solid\", 0), mass: 0.001),
        Point(name: \"hollow\", at: (4, 0)), Weight(on: Of(\"hollow\", 0), mass: 5, solid: false),
    ])";
    let scene = scene::parse("discs", text).expect("a valid scene");
    let sandbox = Sandbox::new(scene::NamedScene { name: "discs".to_owned(), scene }).expect("the scene builds");
    let dots = paint(&mut Painter::default(), &sandbox, Style::default()).things.ropes.dots;
    let kinds: Vec<_> = dots.iter().map(|dot| (dot.centre.x, dot.kind as u32)).collect();
    let [ball, ring] = [DotKind::Ball as u32, DotKind::Ring as u32];
    assert_eq!(kinds, [(0.0, ring), (2.0, ball), (3.0, ball), (4.0, ring)]);
}

#[test]
fn steel_wheel_has_no_discs_at_its_corners() {
    let text = "(version: 1, title: \"\", hint: \"\", view: (min: (-1, -1), max: (1, 1)), build: [
        Wheel(at: (0, 0), radius: 0.5, spokes: 8, material: \"steel\"),
    ])";
    let scene = scene::parse("steel", text).expect("a valid scene");
    let mut sandbox = Sandbox::new(scene::NamedScene { name: "steel".to_owned(), scene }).expect("the scene builds");
    assert!(sandbox.world().particles().mass[0] > 1.0, "each is as heavy as a weight");
    let mut painter = Painter::default();
    let mut balls = |sandbox: &Sandbox| paint(&mut painter, sandbox, Style::default()).things.ropes.dots.len();
    assert_eq!(balls(&sandbox), 0);
    let other = "Wheel(at: (3, 0), radius: 0.5, spokes: 8, material: \"steel\")";
    sandbox.apply(&Command::Build(Box::new(scene::from_text("wheel", other).expect("a recipe"))));
    assert_eq!(balls(&sandbox), 0, "nor has one that is built later");
}
