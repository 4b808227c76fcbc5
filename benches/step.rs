//! Measures the cost of a step. A plain reference runs in the same run: the loop of the tutorials, over an array of
//! structs, in sequence. Compare the ratio, not the times. `ropewalk bench` has the same workloads and reference,
//! measures more, and compares with targets.
#![allow(missing_docs, reason = "criterion_group! makes a public function without one")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec2;
use ropewalk::headless::bench::{Plain, Workload};
use ropewalk::physics::{Aabb, Colliders, Settings, Substeps, Wind, World};
use ropewalk::scene;

fn warm(mut world: World) -> World {
    (0..60).for_each(|_| world.step());
    world
}

fn projections(criterion: &mut Criterion) {
    for name in ["rope-1000", "net-50", "web"] {
        let mut world = Workload::named(name).expect("a workload of this name").hanging();
        // One substep with one sweep, so that a step is a projection a link.
        world.set_settings(Settings { substeps: Substeps::Count(1), ..*world.settings() });
        let world = warm(world);
        let mut group = criterion.benchmark_group(format!("{name}, one sweep"));
        group.throughput(Throughput::Elements(world.link_count() as u64));
        group.bench_function("plain reference", |bench| {
            let mut plain = Plain::of(&world);
            bench.iter(|| plain.step(1));
        });
        group.bench_function("by colour", |bench| {
            let mut world = world.clone();
            bench.iter(|| world.step());
        });
        group.finish();
    }
}

fn scenes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step of a scene");
    group.sample_size(20);
    for name in scene::names() {
        let scene = scene::named(name).expect("a scene of the gallery").scene;
        let world = warm(scene::build(&scene).expect("the scene builds"));
        group.bench_function(name, |bench| {
            bench.iter_batched_ref(|| world.clone(), World::step, BatchSize::LargeInput);
        });
    }
    group.finish();
}

/// The cost of a disc in a step: ten thousand lone discs that have just fallen into a heap, and once more while they
/// still fall.
fn discs(criterion: &mut Criterion) {
    const RADIUS: f32 = 0.03;
    let room = Aabb { min: Vec2::new(-3.2, 0.0), max: Vec2::new(3.2, 100.0) };
    let settings = Settings { rope_contact: Some(RADIUS), friction: 0.5, drag: 0.1, ..Settings::default() };
    let mut world = World::new(settings, Colliders::new(None, Some(room)), 1);
    for number in 0..10_000 {
        let (row, column) = (number / 103, number % 103);
        let x = -3.1 + 2.0 * RADIUS * column as f32 + 0.3 * RADIUS * (row * 7 % 5) as f32;
        let y = 2.6 * RADIUS * (row + 1) as f32 + 0.07 * RADIUS * ((column * 11 + row * 17) % 23) as f32;
        world.add_particle(Vec2::new(x, y), 0.02, false);
    }
    let mut group = criterion.benchmark_group("10 000 discs in contact");
    group.sample_size(20);
    for (name, steps) in [("falling", 40), ("landing", 15), ("coming to rest", 15)] {
        (0..steps).for_each(|_| world.step());
        let contacts = world.contact_count() as u64 * u64::from(world.substeps());
        group.throughput(Throughput::Elements(contacts.max(1)));
        group.bench_function(name, |bench| {
            // The first step of a clone allocates its memory.
            let clone = || {
                let mut world = world.clone();
                world.step();
                world
            };
            bench.iter_batched_ref(clone, World::step, BatchSize::LargeInput);
        });
    }
    group.finish();
}

/// The cost of the wind: a step of one substep with one sweep, and one application of the wind.
fn wind(criterion: &mut Criterion) {
    for name in ["rope-1000", "net-200", "web"] {
        let mut world = Workload::named(name).expect("a workload of this name").hanging();
        world.set_settings(Settings { substeps: Substeps::Count(1), ..*world.settings() });
        let world = warm(world);
        let mut group = criterion.benchmark_group(format!("{name}, wind"));
        group.throughput(Throughput::Elements(world.link_count() as u64));
        let velocity = Vec2::new(0.1, 0.0);
        for (name, wind) in [
            ("calm", Wind::default()),
            ("uniform", Wind { velocity, ..Wind::default() }),
            ("gusts", Wind { velocity, gusts: 0.5, ..Wind::default() }),
        ] {
            group.bench_function(name, |bench| {
                let mut world = world.clone();
                world.set_settings(Settings { wind, ..*world.settings() });
                bench.iter(|| world.step());
            });
        }
        group.finish();
    }
}

criterion_group!(benches, projections, scenes, wind, discs);
criterion_main!(benches);
