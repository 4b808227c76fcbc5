//! Wind, obstacles and walls.

use super::*;

#[test]
fn streaks_follow_the_wind_in_every_picture() {
    let mut sandbox = sandbox("flag-in-gusts");
    (0..90).for_each(|_| sandbox.step());
    let streaks = |sandbox: &Sandbox, style| paint(&mut Painter::default(), sandbox, style).scenery.ropes;
    let all = [View::Plain, View::Tension, View::Points].map(|view| Style { view, ..Style::default() });
    let found = streaks(&sandbox, all[0]);
    let ends = |points: &[RopePoint]| -> Vec<Vec2> {
        let rows = points.chunk_by(|_, next| next.role != 0.0 || next.at.is_nan());
        rows.filter_map(|row| Some(row.last()?.at - row.first()?.at)).collect()
    };
    assert!(starts(&found) > 200, "{} pieces", starts(&found));
    assert!(all.iter().all(|&style| streaks(&sandbox, style) == found), "in every view, by every painter");
    let along: f32 = ends(&found).iter().map(|way| way.x).sum();
    assert!(along > 0.0, "streaks point downwind: {along}");
    assert!(streaks(&sandbox, Style { streaks: false, ..all[0] }).is_empty());
    let calm = Settings { wind: Wind::default(), ..*sandbox.world().settings() };
    sandbox.apply(&Command::SetSettings(Box::new(calm)));
    assert!(streaks(&sandbox, all[0]).is_empty(), "no wind, no streaks");
    // A blower has streaks in front of its mouth only.
    let (at, turn) = (Vec2::new(0.0, -1.5), Vec2::NEG_X);
    let fan = BlowerDef { at, turn, speed: 12.0, width: 0.6, reach: 3.0 };
    let body = |sandbox: &Sandbox| paint(&mut Painter::default(), sandbox, all[0]).things.objects.triangles.len();
    let before = body(&sandbox);
    sandbox.apply(&Command::AddBlower(fan));
    let drawn = (1..30).flat_map(|_| {
        sandbox.step();
        streaks(&sandbox, all[0])
    });
    let drawn: Vec<RopePoint> = drawn.collect();
    // In still air enough to show its jet, in each picture some.
    assert!(starts(&streaks(&sandbox, all[0])) > 6 * 7, "{} pieces", starts(&streaks(&sandbox, all[0])));
    assert!(starts(&drawn) > 30 && drawn.iter().all(|point| point.at.x < 0.5 && point.at.x > -4.0));
    assert_eq!(body(&sandbox), before + 2, "the body has two triangles");
}

#[test]
fn chosen_obstacle_has_an_outline_above_cloth() {
    let sandbox = sandbox("cloth-over-obstacles");
    let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
    let shape = sandbox.world().colliders().shapes()[0];
    let style = Style::default();
    let lines = |markers: ToolMarkers| {
        let picture =
            Picture { sandbox: &sandbox, blend: 1.0, camera: &camera, markers: &markers, style: &style, seconds: 0.02 };
        let mut data = DrawData::default();
        Painter::default().paint(picture, &mut data);
        data.tools.segments.len()
    };
    let (none, chosen, both) = (
        lines(ToolMarkers::default()),
        lines(ToolMarkers { chosen: Some(shape.id), ..ToolMarkers::default() }),
        lines(ToolMarkers {
            chosen: Some(shape.id),
            shape: Some(HandleMarker { id: shape.id, handle: None, is_on_handle: false }),
            ..ToolMarkers::default()
        }),
    );
    assert!(chosen > none + 40 && both == chosen, "{none}, {chosen}, {both}: one outline, not two");
}
