//! Effects, and the ghost.

use super::*;

#[test]
fn cut_leaves_frayed_ends_and_fibres_until_reset() {
    let mut sandbox = sandbox("first-rope");
    let mut painter = Painter::default();
    let mut lines = |sandbox: &Sandbox| {
        let data = paint(&mut painter, sandbox, Style::default());
        (data.things.threads.segments.len(), data.tools.segments.len())
    };
    assert_eq!(lines(&sandbox), (0, 0));
    let middle = 0.5 * (sandbox.world().particles().position[4] + sandbox.world().particles().position[5]);
    sandbox.apply(&Command::Cut { from: middle, to: middle, radius: 0.01 });
    let (ends, fibres) = lines(&sandbox);
    assert!(ends > 8 && fibres > 4, "{ends}, {fibres}");
    for _ in 0..200 {
        sandbox.step();
        lines(&sandbox);
    }
    assert_eq!(lines(&sandbox), (ends, 0), "frayed ends stay, fibres are gone");
    sandbox.apply(&Command::Reset);
    assert_eq!(lines(&sandbox), (0, 0));
}

#[test]
fn torn_link_flashes_and_cut_link_does_not() {
    let mut sandbox = sandbox("first-rope");
    let mut painter = Painter::default();
    let mut dots = |sandbox: &Sandbox| paint(&mut painter, sandbox, Style::default()).tools.dots.len();
    let settings = Settings { tear: Some(0.3), ..*sandbox.world().settings() };
    sandbox.apply(&Command::SetSettings(Box::new(settings)));
    sandbox.apply(&Command::Grab { grab: 0, particle: ParticleId(9), at: sandbox.world().particles().position[9] });
    sandbox.apply(&Command::MoveGrab { grab: 0, to: Vec2::new(9.0, 9.0) });
    sandbox.step();
    let mut before = dots(&sandbox);
    let middle = 0.5 * (sandbox.world().particles().position[7] + sandbox.world().particles().position[8]);
    let mut cut = sandbox.clone();
    while sandbox.world().torn_link_count() == 0 {
        before = dots(&sandbox);
        sandbox.step();
        assert!(sandbox.steps() < 300, "nothing tore");
    }
    assert!(dots(&sandbox) >= before + 2, "a flash has two glows");
    let mut painter = Painter::default();
    let mut dots = |sandbox: &Sandbox| paint(&mut painter, sandbox, Style::default()).tools.dots.len();
    before = dots(&cut);
    cut.apply(&Command::Cut { from: middle, to: middle, radius: 0.01 });
    assert!(cut.world().cut_link_count() > 0);
    assert_eq!(dots(&cut), before);
}

#[test]
fn other_scene_has_no_effects_of_missing_links() {
    // Both at their first step, as with PgDn while paused: only the links differ.
    let (one, other) = (sandbox("scissor-net"), sandbox("first-rope"));
    let mut painter = Painter::default();
    paint(&mut painter, &one, Style::default());
    painter.forget();
    let data = paint(&mut painter, &other, Style::default());
    assert_eq!((data.things.threads.segments.len(), data.tools.segments.len()), (0, 0), "frayed ends, fibres");
    assert!(!painter.is_moving());
}

#[test]
fn ghost_has_the_links_and_balls_of_the_world() {
    let style = Style { view: View::Points, ..Style::default() };
    let palette = style.palette();
    for name in scene::names().filter(|name| *name != "million-links") {
        let mut sandbox = sandbox(name);
        let rival = scene::rivals().iter().find(|rival| sandbox.can_afford(rival.settings)).cloned();
        sandbox.apply(&Command::SetWeight { particle: ParticleId(6), mass: Some(0.1) });
        sandbox.apply(&Command::SetGhost(rival.map(Box::new)));
        assert!(sandbox.ghost().is_some(), "{name}");
        let data = paint(&mut Painter::default(), &sandbox, style);
        let rings = |dots: &[Dot], colour| {
            let rings = dots.iter().filter(|dot| dot.kind == DotKind::Ring as u32 as f32 && dot.colour == colour);
            rings.map(|dot| (dot.centre, dot.radius)).collect::<Vec<_>>()
        };
        assert_eq!(
            rings(&data.things.ghost.dots, palette.markers.ghost),
            rings(&data.things.ropes.dots, palette.materials.iron),
            "{name}"
        );
        let links = |kind: &dyn Fn(LinkKind) -> bool| sandbox.world().links().filter(|link| kind(link.kind)).count();
        let ropes = |kind| matches!(kind, LinkKind::Rope | LinkKind::Brace | LinkKind::Stop);
        assert_eq!(data.things.ghost.segments.len(), links(&|kind| !ropes(kind)), "{name}");
    }
}
