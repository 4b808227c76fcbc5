//! What a step costs. A plain reference runs beside it in the same run: the loop that every tutorial writes, over an
//! array of structs, in sequence. Compare the two rather than either with a clock.
#![allow(missing_docs, reason = "criterion_group! makes a public function without one")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec2;
use ropewalk::{
    physics::World,
    scene::{self, SceneDef},
};

/// Links of the rope that both methods step.
const LINKS: u32 = 1_000;

/// A rope of 4 m, hung by its first particle; one substep with one sweep, so that a step is a projection a link.
fn rope() -> SceneDef {
    let text = format!(
        "(version: 1, title: \"bench\", hint: \"-\", view: (min: (-4, -4), max: (4, 1)), \
         settings: (substeps: Count(1)), \
         build: [Rope(from: At(0, 0), to: At(4, 0), particles: {}, pins: First)])",
        LINKS + 1
    );
    scene::parse("bench", &text).expect("the bench's scene reads")
}

fn warm(scene: &SceneDef) -> World {
    let mut world = scene::build(scene).expect("it builds");
    (0..60).for_each(|_| world.step());
    world
}

/// The published loop: Verlet from two positions, then every stick in order.
struct Plain {
    points: Vec<Point>,
    sticks: Vec<(usize, usize, f32)>,
}

struct Point {
    position: Vec2,
    previous: Vec2,
    locked: bool,
}

impl Plain {
    fn of(world: &World) -> Self {
        let particles = world.particles();
        let point = |i: usize| Point {
            position: particles.position[i],
            previous: particles.position[i],
            locked: particles.pinned[i],
        };
        let sticks = world.constraints().map(|link| (link.a.index(), link.b.index(), link.rest_length));
        Self { points: (0..particles.len()).map(point).collect(), sticks: sticks.collect() }
    }

    fn step(&mut self) {
        for point in self.points.iter_mut().filter(|point| !point.locked) {
            let before = point.position;
            point.position += point.position - point.previous + Vec2::new(0.0, -9.81 / 3_600.0);
            point.previous = before;
        }
        for &(a, b, length) in &self.sticks {
            let middle = 0.5 * (self.points[a].position + self.points[b].position);
            let direction = (self.points[a].position - self.points[b].position).normalize_or_zero();
            if !self.points[a].locked {
                self.points[a].position = middle + direction * (0.5 * length);
            }
            if !self.points[b].locked {
                self.points[b].position = middle - direction * (0.5 * length);
            }
        }
    }
}

fn projections(criterion: &mut Criterion) {
    let world = warm(&rope());
    let mut group = criterion.benchmark_group("rope of 1000 links, one sweep");
    group.throughput(Throughput::Elements(LINKS.into()));
    group.bench_function("plain reference", |bench| {
        let mut plain = Plain::of(&world);
        bench.iter(|| plain.step());
    });
    group.bench_function("by colour", |bench| {
        let mut world = world.clone();
        bench.iter(|| world.step());
    });
    group.finish();
}

fn scenes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step of a scene");
    group.sample_size(20);
    for name in scene::names() {
        let world = warm(&scene::named(name).expect("it is in the gallery").scene);
        group.bench_function(name, |bench| {
            bench.iter_batched_ref(|| world.clone(), World::step, BatchSize::LargeInput);
        });
    }
    group.finish();
}

criterion_group!(benches, projections, scenes);
criterion_main!(benches);
