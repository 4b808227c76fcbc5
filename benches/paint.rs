//! What a frame's picture costs the processor: painting, which writes what the graphics card reads, 24 bytes a link. A
//! plain reference runs beside it in the same run: both ends of every link looked up and copied, as any program that
//! draws lines has to. Compare the two rather than either with a clock.
#![allow(missing_docs, reason = "criterion_group! makes a public function without one")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec2;
use ropewalk::{
    sandbox::Sandbox,
    scene::{self, NamedScene},
    view::{Camera, Marks, Painter, Picture, Style, View, draw::DrawData},
};

/// A hundred ropes of a thousand links; nets and cloth of a hundred thousand.
fn scenes() -> [(&'static str, String); 3] {
    let ropes: String = (0..100)
        .map(|i| {
            let x = f64::from(i) * 0.08;
            format!("Rope(from: At({x}, 4.0), to: At({x}, -4.0), particles: 1001, mass: 0.001, pins: First),")
        })
        .collect();
    let grid = "at: (0.0, 4.0), columns: 224, rows: 224, spacing: 0.04, mass: 0.001, pins: TopRow";
    [("ropes", ropes), ("net", format!("Net(({grid})),")), ("cloth", format!("Cloth(grid: ({grid})),"))]
}

fn sandbox(name: &str, build: &str) -> Sandbox {
    let text = format!(
        "(version: 1, title: {name:?}, hint: \"\", view: (min: (-1.0, -5.0), max: (9.0, 5.0)), build: [{build}])"
    );
    let scene = scene::parse(name, &text).expect("it is a scene");
    let mut sandbox = Sandbox::new(NamedScene { name: name.to_owned(), scene }).expect("it builds");
    sandbox.step();
    sandbox
}

/// What drawing lines takes at the least.
fn plain(sandbox: &Sandbox, to: &mut Vec<(Vec2, Vec2, f32, u32)>) {
    let world = sandbox.world();
    let position = &world.particles().position;
    to.clear();
    to.extend(world.constraints().map(|link| (position[link.a.index()], position[link.b.index()], 0.01, 0xFFFF_FFFF)));
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
        for view in [View::Plain, View::Stress, View::Points] {
            let (mut painter, mut data) = (Painter::default(), DrawData::default());
            let (marks, style) = (Marks::default(), Style { view, ..Style::default() });
            group.bench_function(format!("{view:?}"), |bench| {
                bench.iter(|| {
                    let picture = Picture {
                        sandbox: &sandbox,
                        blend: 0.5,
                        camera: &camera,
                        marks: &marks,
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

criterion_group!(benches, frames);
criterion_main!(benches);
