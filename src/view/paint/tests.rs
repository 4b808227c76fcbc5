use super::*;
use crate::{
    physics::{Form, ParticleId, Settings, ShapeDef},
    sandbox::Command,
    scene,
    view::draw::{Dot, DotKind, RopePoint},
};

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(scene::named(name).expect("it is in the gallery")).expect("it builds")
}

fn paint(painter: &mut Painter, sandbox: &Sandbox, style: Style) -> DrawData {
    let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
    let (marks, mut data) = (Marks::default(), DrawData::default());
    let picture = Picture { sandbox, blend: 1.0, camera: &camera, marks: &marks, style: &style, seconds: 0.02 };
    painter.paint(picture, &mut data);
    data
}

fn painted(name: &str, style: Style) -> DrawData {
    paint(&mut Painter::default(), &sandbox(name), style)
}

/// How many links of ropes there are.
fn starts(points: &[RopePoint]) -> usize {
    points.iter().filter(|point| point.role % 2.0 == RopePoint::STARTS).count()
}

#[test]
fn every_link_but_braces_is_drawn() {
    let data = painted("first-rope", Style::default());
    assert_eq!((starts(&data.ropes.ropes), data.ropes.ropes.len()), (9, 9 + 3));
    assert_eq!(data.ropes.dots.len(), 10, "the scene shows its points");
    // The links of that rope are so short that two are drawn at once.
    for name in scene::names().filter(|name| *name != "solver-race") {
        let sandbox = sandbox(name);
        let links = sandbox.world().links().filter(|link| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop));
        let wanted: usize = links.map(|link| if link.kind == LinkKind::Beam { 2 } else { 1 }).sum();
        let data = painted(name, Style { filled: false, ..Style::default() });
        assert_eq!(starts(&data.ropes.ropes) + data.ropes.segments.len(), wanted, "{name}");
    }
}

#[test]
fn the_points_of_a_rope_stand_in_a_row_between_two_that_are_not_drawn() {
    let points = painted("first-rope", Style::default()).ropes.ropes;
    let roles: Vec<f32> = points.iter().map(|point| point.role).collect();
    assert_eq!(roles[..3], [0.0, 3.0, 1.0]);
    assert_eq!(roles[9..], [1.0, 2.0, 0.0]);
    assert!(points[1..11].windows(2).all(|pair| pair[1].along > pair[0].along));
}

#[test]
fn a_cloth_is_filled_or_a_net() {
    let data = painted("solid-bodies", Style::default());
    assert_eq!(data.cloth.patches.len(), 18 * 16);
    let net = painted("solid-bodies", Style { filled: false, ..Style::default() });
    assert!(net.cloth.patches.is_empty());
    assert!(net.ropes.segments.len() > data.ropes.segments.len());
}

#[test]
fn the_edge_of_a_cut_cloth_is_that_of_its_threads() {
    let mut sandbox = sandbox("solid-bodies");
    let hem = |sandbox: &Sandbox| sandbox.world().links().filter(|link| link.kind == LinkKind::Hem).count();
    let outline = |sandbox: &Sandbox| {
        paint(&mut Painter::default(), sandbox, Style::default()).cloth.segments.len() - hem(sandbox)
    };
    assert_eq!(outline(&sandbox), 0);
    sandbox.apply(&Command::Cut { from: Vec2::new(-2.5, 0.5), to: Vec2::new(-1.5, 0.5), radius: 0.02 });
    assert!(sandbox.world().cut_link_count() > 0);
    assert!(outline(&sandbox) > 4);
}

#[test]
fn a_cloth_of_which_only_threads_are_left_is_painted() {
    let text = "(version: 1, title: \"\", hint: \"\", view: (min: (0, 0), max: (1, 1)), build: [
        Cloth(grid: (at: (0.0, 1.0), columns: 4, rows: 4, spacing: 0.2)),
    ])";
    let scene = scene::parse("threads", text).expect("it is a scene");
    let mut sandbox = Sandbox::new(scene::NamedScene { name: "threads".to_owned(), scene }).expect("it builds");
    // Every weft is cut, so that no patch holds; the warps stay.
    for x in [0.1, 0.3, 0.5] {
        sandbox.apply(&Command::Cut { from: Vec2::new(x, 1.1), to: Vec2::new(x, 0.3), radius: 0.01 });
    }
    assert_eq!((sandbox.world().face_count(), sandbox.world().link_count()), (0, 12));
    let data = paint(&mut Painter::default(), &sandbox, Style::default());
    assert_eq!(data.cloth.segments.len(), 12);
}

#[test]
fn a_rope_of_very_short_links_is_drawn_by_fewer_points_from_end_to_end() {
    let text = "(version: 1, title: \"\", hint: \"\", view: (min: (0, 0), max: (1, 1)), build: [
        Rope(from: At(0.0, 1.0), to: At(1.0, 1.0), particles: 1001),
    ])";
    let scene = scene::parse("short", text).expect("it is a scene");
    let sandbox = Sandbox::new(scene::NamedScene { name: "short".to_owned(), scene }).expect("it builds");
    let points = paint(&mut Painter::default(), &sandbox, Style::default()).ropes.ropes;
    let drawn = &points[1..points.len() - 1];
    assert!((20..60).contains(&drawn.len()), "{}", drawn.len());
    assert_eq!((drawn[0].at, drawn[drawn.len() - 1].at), (Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0)));
    assert!((drawn[drawn.len() - 1].along - 1.0).abs() < 1e-3, "its twist is that of its length");
}

#[test]
fn in_the_stress_view_a_pulled_link_has_another_colour_and_there_is_a_legend() {
    let style = Style { view: View::Stress, ..Style::default() };
    let mut sandbox = sandbox("first-rope");
    let mut painter = Painter::default();
    paint(&mut painter, &sandbox, Style::default());
    assert_eq!(painter.legend(), None);
    for _ in 0..200 {
        sandbox.step();
    }
    let data = paint(&mut painter, &sandbox, style);
    let colours: Vec<_> = data.ropes.ropes.iter().filter(|point| point.role % 2.0 == 1.0).collect();
    assert!(colours.windows(2).any(|pair| pair[0].colour != pair[1].colour));
    let legend = painter.legend().expect("there is one");
    assert!(legend.high > legend.low && !legend.unit.is_empty());
}

#[test]
fn the_points_view_shows_every_particle() {
    let style = Style { view: View::Points, ..Style::default() };
    let sandbox = sandbox("welcome");
    let data = paint(&mut Painter::default(), &sandbox, style);
    let balls = |dot: &&Dot| sandbox.world().particles().position.contains(&dot.centre);
    let shown = data.ropes.dots.iter().filter(balls).count();
    assert!(shown >= sandbox.world().particles().len(), "{shown}");
}

#[test]
fn a_cut_leaves_stubs_and_flying_fibres_and_a_reset_takes_them_away() {
    let mut sandbox = sandbox("first-rope");
    let mut painter = Painter::default();
    let mut lines = |sandbox: &Sandbox| {
        let data = paint(&mut painter, sandbox, Style::default());
        (data.threads.segments.len(), data.tools.segments.len())
    };
    assert_eq!(lines(&sandbox), (0, 0));
    let middle = 0.5 * (sandbox.world().particles().position[4] + sandbox.world().particles().position[5]);
    sandbox.apply(&Command::Cut { from: middle, to: middle, radius: 0.01 });
    let (stubs, fibres) = lines(&sandbox);
    assert!(stubs > 8 && fibres > 4, "{stubs}, {fibres}");
    for _ in 0..200 {
        sandbox.step();
        lines(&sandbox);
    }
    assert_eq!(lines(&sandbox), (stubs, 0), "frayed ends stay, shreds are gone");
    sandbox.apply(&Command::Reset);
    assert_eq!(lines(&sandbox), (0, 0));
}

#[test]
fn what_tears_flashes_and_what_is_cut_does_not() {
    let mut sandbox = sandbox("first-rope");
    let mut painter = Painter::default();
    let mut dots = |sandbox: &Sandbox| paint(&mut painter, sandbox, Style::default()).tools.dots.len();
    let settings = Settings { tear: Some(0.3), ..*sandbox.world().settings() };
    sandbox.apply(&Command::SetSettings(Box::new(settings)));
    sandbox.apply(&Command::Hold { hand: 0, particle: ParticleId(9), at: sandbox.world().particles().position[9] });
    sandbox.apply(&Command::MoveHand { hand: 0, to: Vec2::new(9.0, 9.0) });
    sandbox.step();
    let mut before = dots(&sandbox);
    let middle = 0.5 * (sandbox.world().particles().position[7] + sandbox.world().particles().position[8]);
    let mut cut = sandbox.clone();
    while sandbox.world().torn_link_count() == 0 {
        before = dots(&sandbox);
        sandbox.step();
        assert!(sandbox.steps() < 300, "nothing tore");
    }
    assert!(dots(&sandbox) >= before + 2, "a flash is two discs of light");
    let mut painter = Painter::default();
    let mut dots = |sandbox: &Sandbox| paint(&mut painter, sandbox, Style::default()).tools.dots.len();
    before = dots(&cut);
    cut.apply(&Command::Cut { from: middle, to: middle, radius: 0.01 });
    assert!(cut.world().cut_link_count() > 0);
    assert_eq!(dots(&cut), before);
}

#[test]
fn what_another_scene_does_not_have_was_not_cut() {
    // Both at their first step, as with PgDn while paused: nothing but the links tells them apart.
    let (one, other) = (sandbox("scissor-net"), sandbox("first-rope"));
    let mut painter = Painter::default();
    paint(&mut painter, &one, Style::default());
    painter.forget();
    let data = paint(&mut painter, &other, Style::default());
    assert_eq!((data.threads.segments.len(), data.tools.segments.len()), (0, 0), "stubs, fibres");
    assert!(!painter.is_moving());
}

#[test]
fn beads_do_not_hide_the_colours_of_the_stress_view() {
    let sandbox = sandbox("gravity-lab");
    let dots = |view| paint(&mut Painter::default(), &sandbox, Style { view, ..Style::default() }).ropes.dots.len();
    let pins = sandbox.world().particles().pinned.iter().filter(|&&pinned| pinned).count();
    assert_eq!((dots(View::Plain), dots(View::Stress)), (sandbox.world().particles().len(), pins));
}

#[test]
fn streaks_go_with_the_wind_the_same_in_every_picture_and_only_where_there_is_some() {
    let mut sandbox = sandbox("flag-in-gusts");
    (0..90).for_each(|_| sandbox.step());
    let streaks = |sandbox: &Sandbox, style| paint(&mut Painter::default(), sandbox, style).scenery.ropes;
    let all = [View::Plain, View::Stress, View::Points].map(|view| Style { view, ..Style::default() });
    let found = streaks(&sandbox, all[0]);
    let ends = |points: &[RopePoint]| -> Vec<Vec2> {
        let rows = points.chunk_by(|_, next| next.role != 0.0 || next.at.is_nan());
        rows.filter_map(|row| Some(row.last()?.at - row.first()?.at)).collect()
    };
    assert!(starts(&found) > 200, "{} pieces", starts(&found));
    assert!(all.iter().all(|&style| streaks(&sandbox, style) == found), "in every view, whoever paints");
    let along: f32 = ends(&found).iter().map(|way| way.x).sum();
    assert!(along > 0.0, "they point with the wind: {along}");
    assert!(streaks(&sandbox, Style { streaks: false, ..all[0] }).is_empty());
    let calm = Settings { wind: crate::physics::Wind::default(), ..*sandbox.world().settings() };
    sandbox.apply(&Command::SetSettings(Box::new(calm)));
    assert!(streaks(&sandbox, all[0]).is_empty(), "no wind, no streaks");
    // A blower has some before its mouth alone.
    let (at, turn) = (Vec2::new(0.0, -1.5), Vec2::NEG_X);
    let fan = crate::physics::BlowerDef { at, turn, speed: 12.0, width: 0.6, reach: 3.0 };
    let body = |sandbox: &Sandbox| paint(&mut Painter::default(), sandbox, all[0]).scenery.triangles.len();
    let before = body(&sandbox);
    sandbox.apply(&Command::AddBlower(fan));
    let drawn = (1..30).flat_map(|_| {
        sandbox.step();
        streaks(&sandbox, all[0])
    });
    let drawn: Vec<RopePoint> = drawn.collect();
    // In still air so many that they show where it blows, in each picture some.
    assert!(starts(&streaks(&sandbox, all[0])) > 6 * 7, "{} pieces", starts(&streaks(&sandbox, all[0])));
    assert!(starts(&drawn) > 30 && drawn.iter().all(|point| point.at.x < 0.5 && point.at.x > -4.0));
    assert_eq!(body(&sandbox), before + 2, "and a body");
}

#[test]
fn a_heavy_rope_is_drawn_as_a_rope_and_what_hangs_on_it_as_a_ball() {
    let iron = |sandbox: &Sandbox, view| {
        let style = Style { view, ..Style::default() };
        let dots = paint(&mut Painter::default(), sandbox, style).ropes.dots;
        dots.iter().filter(|dot| dot.colour == style.palette().iron).count()
    };
    for view in [View::Plain, View::Stress, View::Points] {
        let mut chain = sandbox("wrecking-ball");
        assert_eq!(iron(&chain, view), 1, "the ball alone");
        chain.apply(&Command::SetWeight { particle: ParticleId(6), mass: Some(9.0) });
        assert_eq!(iron(&chain, view), 2, "and what is hung on it");
        assert_eq!(iron(&sandbox("pendulum-wave"), view), 15, "each on its own rope");
    }
}

#[test]
fn where_a_heavy_rope_is_cut_its_ends_are_no_balls() {
    let mut chain = sandbox("wrecking-ball");
    let severed = chain.world().links().position(|link| {
        link.kind == LinkKind::Rope && {
            let mass = |end: ParticleId| chain.world().particles().mass[end.index()];
            mass(link.a) > 1.0 && mass(link.a) == mass(link.b)
        }
    });
    let link = chain.world().links().nth(severed.expect("a link of the ball's rope")).copied().expect("it holds");
    let at = |end: ParticleId| chain.world().particles().position[end.index()];
    let (middle, across) = (0.5 * (at(link.a) + at(link.b)), 0.1 * (at(link.b) - at(link.a)).perp());
    let before = chain.world().link_count();
    chain.apply(&Command::Cut { from: middle - across, to: middle + across, radius: 0.01 });
    chain.step();
    assert_eq!(chain.world().link_count(), before - 1, "it is cut");
    let iron = Style::default().palette().iron;
    let dots = paint(&mut Painter::default(), &chain, Style::default()).ropes.dots;
    assert_eq!(dots.iter().filter(|dot| dot.colour == iron).count(), 1, "the ball alone");
}

#[test]
fn the_meshes_of_a_net_stay_open_however_far_off_it_is_met() {
    let sandbox = sandbox("wrecking-ball");
    assert!(sandbox.world().settings().rope_contact.is_some_and(|radius| radius > 0.02));
    let cords = paint(&mut Painter::default(), &sandbox, Style::default()).ropes.segments;
    assert!(cords.len() > 700);
    for cord in cords {
        assert!(cord.half_width > 0.008 && cord.half_width < 0.2 * cord.a.distance(cord.b), "{cord:?}");
    }
}

#[test]
fn a_ghost_is_drawn_with_the_links_and_balls_that_the_world_has() {
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
        assert_eq!(rings(&data.ghost.dots, palette.ghost), rings(&data.ropes.dots, palette.iron), "{name}");
        let links = |kind: &dyn Fn(LinkKind) -> bool| sandbox.world().links().filter(|link| kind(link.kind)).count();
        let ropes = |kind| matches!(kind, LinkKind::Rope | LinkKind::Brace | LinkKind::Stop);
        assert_eq!(data.ghost.segments.len(), links(&|kind| !ropes(kind)), "{name}");
    }
}

#[test]
fn a_ghost_is_seen_before_filled_cloth() {
    // Ropes, a net and cloth are in it.
    let mut sandbox = sandbox("welcome");
    sandbox.apply(&Command::SetGhost(Some(Box::new(scene::rivals()[0].clone()))));
    let data = paint(&mut Painter::default(), &sandbox, Style::default());
    assert!(data.cloth.patches.len() > 100);
    let place = |layer: &Layer| data.layers().into_iter().position(|other| std::ptr::eq(other, layer));
    let ghost = Style::default().palette().ghost;
    let is_ghosts = |colour: Colour| colour.alpha(255) == ghost;
    for layer in data.layers() {
        let lines = layer.segments.iter().filter(|line| is_ghosts(line.colour)).count();
        let ropes = layer.ropes.iter().filter(|point| is_ghosts(point.colour)).count();
        let seen = place(layer) > place(&data.cloth) && place(layer) < place(&data.tools);
        assert!(
            seen || (lines, ropes) == (0, 0),
            "{lines} lines and {ropes} points of ropes in layer {:?}",
            place(layer)
        );
    }
    let kinds = |of: &[LinkKind]| sandbox.world().links().filter(|link| of.contains(&link.kind)).count();
    let net_and_cloth = kinds(&[LinkKind::Net, LinkKind::Lattice, LinkKind::Cloth, LinkKind::Hem, LinkKind::Beam]);
    assert!(data.ghost.segments.len() == net_and_cloth && kinds(&[LinkKind::Net]) > 100, "{net_and_cloth}");
    assert!(data.ghost.ropes.len() > kinds(&[LinkKind::Rope]));
}

#[test]
fn arrows_stand_no_closer_than_they_can_be_told_apart() {
    let mut sandbox = sandbox("solver-race");
    (0..120).for_each(|_| sandbox.step());
    let style = Style { view: View::Points, ..Style::default() };
    let tips = paint(&mut Painter::default(), &sandbox, style).tools.triangles;
    let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
    assert!(tips.len() > 20, "{}", tips.len());
    // A rope hangs from its first particle: those of neighbours are beside each other.
    let (all, length) = (tips.len() as f32, sandbox.world().links().map(|link| link.rest_length).sum::<f32>());
    assert!(length / all > camera.metres(8.0), "{all} on {} pixels", length / camera.metres(1.0));
}

#[test]
fn the_outline_of_a_box_that_turns_fast_is_at_its_angle() {
    let (mut sandbox, style) = (sandbox("first-rope"), Style::default());
    let form = Form::Box { half: Vec2::new(0.4, 0.1) };
    sandbox.apply(&Command::AddCollider(ShapeDef { spin: 40.0, ..ShapeDef::still(form, Vec2::ZERO) }));
    (0..7).for_each(|_| sandbox.step());
    let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
    let id = sandbox.world().colliders().shapes()[0].id;
    let marks = Marks { shape: Some((id, None, false)), ..Marks::default() };
    for blend in [0.0, 0.3, 0.7, 1.0] {
        let picture =
            Picture { sandbox: &sandbox, blend, camera: &camera, marks: &marks, style: &style, seconds: 0.02 };
        let mut data = DrawData::default();
        Painter::default().paint(picture, &mut data);
        let longest = |lines: &[Segment]| {
            let sides = lines.iter().map(|line| line.b - line.a).filter(|side| side.length() < 1.0);
            sides.max_by(|a, b| a.length().total_cmp(&b.length())).map(Vec2::normalize).expect("it has sides")
        };
        let (body, mark) = (longest(&data.scenery.segments), longest(&data.tools.segments));
        assert!(body.perp_dot(mark).abs() < 1e-3, "{blend}: {body} and {mark}");
    }
}

#[test]
fn the_shape_that_was_touched_last_has_a_line_above_cloth() {
    let sandbox = sandbox("cloth-over-obstacles");
    let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
    let shape = sandbox.world().colliders().shapes()[0];
    let style = Style::default();
    let lines = |marks: Marks| {
        let picture =
            Picture { sandbox: &sandbox, blend: 1.0, camera: &camera, marks: &marks, style: &style, seconds: 0.02 };
        let mut data = DrawData::default();
        Painter::default().paint(picture, &mut data);
        data.tools.segments.len()
    };
    let (none, chosen, both) = (
        lines(Marks::default()),
        lines(Marks { chosen: Some(shape.id), ..Marks::default() }),
        lines(Marks { chosen: Some(shape.id), shape: Some((shape.id, None, false)), ..Marks::default() }),
    );
    assert!(chosen > none + 40 && both == chosen, "{none}, {chosen}, {both}: one line, and not two on each other");
}

#[test]
fn no_line_around_a_shape_has_spots_where_its_pieces_meet() {
    let sandbox = sandbox("cloth-over-obstacles");
    let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
    let shape = sandbox.world().colliders().shapes()[0];
    let marks = Marks { shape: Some((shape.id, None, false)), drawn: Some(shape.def), ..Marks::default() };
    let style = Style::default();
    let picture =
        Picture { sandbox: &sandbox, blend: 1.0, camera: &camera, marks: &marks, style: &style, seconds: 0.02 };
    let mut data = DrawData::default();
    Painter::default().paint(picture, &mut data);
    assert!(data.tools.segments.len() > 80, "{}", data.tools.segments.len());
    assert!(data.tools.segments.iter().all(|line| line.colour.a == 255));
}

#[test]
fn a_wall_ends_at_the_ground_that_it_stands_on() {
    let sandbox = sandbox("rope-pile");
    let (ground, room) = (sandbox.world().colliders().ground, sandbox.world().colliders().room);
    let (ground, room) = (ground.expect("there is ground"), room.expect("there are walls"));
    assert!(room.min.y < ground);
    let walls = paint(&mut Painter::default(), &sandbox, Style::default()).scenery.segments;
    let walls: Vec<_> = walls.iter().filter(|line| line.a.x == room.min.x && line.b.x == room.min.x).collect();
    assert!(walls.len() == 1 && walls[0].a.y.min(walls[0].b.y) == ground, "{walls:?}");
}

/// Threads of the cloth's outline and of where it turns over, as the ends of each, in the order of the ends.
fn outlines(painter: &mut Painter, sandbox: &Sandbox) -> Vec<[[u32; 2]; 2]> {
    let data = paint(painter, sandbox, Style::default());
    let hem = sandbox.world().links().filter(|link| link.kind == LinkKind::Hem).count();
    let bits = |at: Vec2| at.to_array().map(f32::to_bits);
    let mut ends: Vec<_> = data.cloth.segments.iter().map(|segment| [bits(segment.a), bits(segment.b)]).collect();
    assert!(ends.len() >= hem);
    ends.sort_unstable();
    ends
}

#[test]
fn a_cloth_that_turns_over_has_a_line_there_each_thread_of_it_once() {
    let text = "(version: 1, title: \"\", hint: \"\", view: (min: (0, 0), max: (1, 1)), build: [
        Cloth(grid: (at: (0.0, 1.0), columns: 9, rows: 9, spacing: 0.1, pins: TopRow)),
    ])";
    let scene = scene::parse("folded", text).expect("it is a scene");
    let mut sandbox = Sandbox::new(scene::NamedScene { name: "folded".to_owned(), scene }).expect("it builds");
    let flat = outlines(&mut Painter::default(), &sandbox).len();
    assert_eq!(flat, 4 * 8, "hem or outline all around");
    // A corner is folded over the middle.
    sandbox.apply(&Command::Hold { hand: 0, particle: ParticleId(80), at: Vec2::new(0.8, 0.2) });
    for i in 0..120 {
        let way = i as f32 / 120.0;
        sandbox.apply(&Command::MoveHand { hand: 0, to: Vec2::new(0.8 - 0.7 * way, 0.2 + 0.7 * way) });
        sandbox.step();
    }
    let folded = outlines(&mut Painter::default(), &sandbox);
    assert!(folded.len() > flat + 4, "{} threads", folded.len());
    let mut once = folded.clone();
    once.dedup();
    assert_eq!(once, folded);
}

#[test]
fn a_painter_that_saw_another_cloth_paints_as_a_new_one() {
    let mut sandbox = sandbox("solid-bodies");
    let mut painter = Painter::default();
    let whole = outlines(&mut painter, &sandbox);
    let before = sandbox.snapshot(None);
    for y in [0.5, 0.2] {
        // As many are cut each time, so that nothing but where tells one from the other.
        sandbox.apply(&Command::Cut { from: Vec2::new(-2.5, y), to: Vec2::new(-1.5, y), radius: 0.02 });
        assert_eq!(outlines(&mut painter, &sandbox), outlines(&mut Painter::default(), &sandbox));
        sandbox.restore(&before);
        assert_eq!(outlines(&mut painter, &sandbox), whole);
    }
}
