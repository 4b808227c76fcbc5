//! Measures what painting a frame costs the processor: it writes 24 bytes a link for the graphics card. A plain
//! reference in the same run looks up and copies both ends of every link, as any program that draws lines has to.
//! Compare the ratio, not the times.
//!
//! Measures as well the reading of the tensions, which the stress view does once a step; and the cost of hidden plots,
//! beside a step and the picture of the smallest scene.
#![allow(missing_docs, reason = "criterion_group! makes a public function without one")]

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use egui::{Rect, vec2};
use glam::Vec2;
use ropewalk::{
    app::{
        style::new_context,
        ui::plots::{FramePhase, Measurements},
    },
    physics::TensionGauge,
    sandbox::Sandbox,
    scene::{self, NamedScene},
    view::{Camera, Painter, Picture, Style, ToolMarkers, View, draw::DrawData},
};

/// A hundred ropes of a thousand links, long enough to be drawn one by one; nets and cloth of a hundred thousand.
fn scenes() -> [(&'static str, String); 3] {
    let ropes: String = (0..100)
        .map(|i| {
            let x = f64::from(i) * 0.08;
            format!("Rope(from: At({x}, 10.0), to: At({x}, -10.0), particles: 1001, mass: 0.001, pins: First),")
        })
        .collect();
    let grid = "at: (0.0, 4.0), columns: 224, rows: 224, spacing: 0.04, mass: 0.001, pins: TopRow";
    [("ropes", ropes), ("net", format!("Net(({grid})),")), ("cloth", format!("Cloth(grid: ({grid})),"))]
}

fn sandbox(name: &str, build: &str) -> Sandbox {
    let text = format!(
        "(version: 1, title: {name:?}, hint: \"\", view: (min: (-1.0, -5.0), max: (9.0, 5.0)), build: [{build}])"
    );
    let scene = scene::parse(name, &text).expect("a valid scene");
    let mut sandbox = Sandbox::new(NamedScene { name: name.to_owned(), scene }).expect("the scene builds");
    sandbox.step();
    sandbox
}

/// Copies both ends of every link: the least that drawing lines takes.
fn plain(sandbox: &Sandbox, to: &mut Vec<(Vec2, Vec2, f32, u32)>) {
    let world = sandbox.world();
    let position = &world.particles().position;
    to.clear();
    to.extend(world.links().map(|link| (position[link.a.index()], position[link.b.index()], 0.01, 0xFFFF_FFFF)));
}

fn frames(criterion: &mut Criterion) {
    for (name, build) in scenes() {
        let sandbox = sandbox(name, &build);
        let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(800.0, 600.0), 30.0);
        let mut group = criterion.benchmark_group(format!("picture of {name}"));
        group.throughput(Throughput::Elements(sandbox.world().link_count() as u64));
        group.bench_function("plain reference", |bench| {
            let mut lines = Vec::new();
            bench.iter(|| plain(&sandbox, &mut lines));
        });
        for view in [View::Plain, View::Tension, View::Points] {
            let (mut painter, mut data) = (Painter::default(), DrawData::default());
            let (markers, style) = (ToolMarkers::default(), Style { view, ..Style::default() });
            group.bench_function(format!("{view:?}"), |bench| {
                bench.iter(|| {
                    let picture = Picture {
                        sandbox: &sandbox,
                        blend: 0.5,
                        camera: &camera,
                        markers: &markers,
                        style: &style,
                        seconds: 0.016,
                    };
                    painter.paint(picture, &mut data);
                });
            });
        }
        group.finish();
    }
}

fn tensions(criterion: &mut Criterion) {
    for (name, build) in scenes() {
        let before = sandbox(name, &build);
        let mut after = before.clone();
        after.step();
        let mut group = criterion.benchmark_group(format!("tensions of {name}"));
        // Two readings, since the same moment is not read twice.
        group.throughput(Throughput::Elements(2 * before.world().link_count() as u64));
        let mut lines = Vec::new();
        group.bench_function("plain reference", |bench| {
            bench.iter(|| {
                plain(&before, &mut lines);
                plain(&after, &mut lines);
            });
        });
        let mut gauge = TensionGauge::default();
        group.bench_function("gauge", |bench| {
            bench.iter(|| [&before, &after].map(|sandbox| gauge.read(sandbox.world())[0]));
        });
        group.finish();
    }
}

fn hidden_plots(criterion: &mut Criterion) {
    let named = scene::named("first-rope").expect("a scene of the gallery");
    let mut sandbox = Sandbox::new(named).expect("the scene builds");
    let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(800.0, 600.0), 30.0);
    let mut group = criterion.benchmark_group("hidden plots");
    let (mut painter, mut data) = (Painter::default(), DrawData::default());
    let (markers, style) = (ToolMarkers::default(), Style::default());
    group.bench_function("a step and the picture of first-rope", |bench| {
        bench.iter(|| {
            sandbox.step();
            let (camera, markers, style) = (&camera, &markers, &style);
            painter.paint(Picture { sandbox: &sandbox, blend: 0.5, camera, markers, style, seconds: 0.016 }, &mut data);
        });
    });
    let (mut measurements, context, style) = (Measurements::default(), new_context(), Style::default());
    group.bench_function("all that the loop does for them", |bench| {
        bench.iter(|| {
            for work in [FramePhase::Stepping, FramePhase::Drawing] {
                let began = measurements.clock();
                measurements.record_since(work, began, Duration::ZERO);
            }
            measurements.measure(&sandbox, 0.016);
            measurements.show(&context, Rect::NOTHING, &style, 0.0);
            measurements.fill(vec2(800.0, 600.0))
        });
    });
    group.finish();
}

criterion_group!(benches, frames, tensions, hidden_plots);
criterion_main!(benches);
