//! Locality: what a piece does changes only what it is connected to by links or contacts. Pieces side by side in one
//! world move, to the bit, as each does alone at the same place.

use std::ops::Range;

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    BlowerDef, Colliders, Form, LinkKind, Material, ParticleId, Particles, Settings, ShapeDef, Slide, StrandSolver,
    Substeps, Tiling, Wind, World,
};

use crate::support::{braced_box, is_full_sweep, net, polyline, rope, taut_rope, web, wheel};

/// Height of the ground, m. Pieces begin at heights around zero.
const GROUND: f32 = -3.0;

/// Distance between two pieces, m. None reaches its neighbour.
const SPACING: f32 = 14.0;

/// A piece of a scene.
#[derive(Clone, Copy)]
struct Piece {
    name: &'static str,
    /// Adds the piece around a position, m.
    add: fn(&mut World, Vec2),
}

const fn piece(name: &'static str, add: fn(&mut World, Vec2)) -> Piece {
    Piece { name, add }
}

/// Each piece has the place of its index, alone and beside others.
const PIECES: [Piece; 25] = [
    piece("pendulum", |world, at| {
        rope(world, at, Vec2::X, 2, 0.02);
    }),
    piece("weighted rope", |world, at| {
        let last = rope(world, at, Vec2::new(1.5, -1.5), 41, 0.02).end - 1;
        hang(world, ParticleId(last), 20.0);
    }),
    piece("overstretched rope", |world, at| {
        let ends = rope(world, at, Vec2::X, 2, 0.02);
        world.set_pinned(ParticleId(ends.end - 1), true);
        world.add_link(ParticleId(ends.start), ParticleId(ends.end - 1), Some(0.9), 1.0, LinkKind::Rope);
    }),
    piece("loaded net", |world, at| {
        let first = net(world, at, [12, 12], 0.2);
        hang(world, ParticleId(first + 6 * 12 + 6), 15.0);
    }),
    piece("large net", |world, at| {
        net(world, at + Vec2::Y * 2.0, [80, 60], 0.08);
    }),
    piece("web", web),
    piece("box", |world, at| braced_box(world, at + Vec2::new(0.0, -1.0), 0.4)),
    piece("stack", |world, at| {
        [-2.9, -2.2, -1.5].into_iter().for_each(|y| braced_box(world, at + Vec2::new(0.0, y), 0.4));
    }),
    piece("wheel", |world, at| wheel(world, at + Vec2::new(0.0, -1.5), 0.7)),
    piece("pile", |world, at| {
        for index in 0..60u8 {
            let (column, row) = (f32::from(index % 6), f32::from(index / 6));
            world.add_particle(at + Vec2::new(column * 0.11 + row * 0.013, row * 0.12 - 2.5), 0.05, false);
        }
    }),
    piece("fallen ropes", |world, at| {
        for number in 0..4u8 {
            let from = at + Vec2::new(f32::from(number) * 0.1, f32::from(number) * 0.3 - 2.5);
            let first = rope(world, from, Vec2::X * 1.5, 31, 0.02).start;
            world.set_pinned(ParticleId(first), false);
        }
    }),
    piece("balls", |world, at| {
        net(world, at, [12, 6], 0.2);
        for (x, y, radius) in [(0.5, 1.0, 0.2), (0.55, 1.6, 0.1), (-2.0, -2.5, 0.3)] {
            let ball = world.add_particle(at + Vec2::new(x, y), 1.0, false);
            world.add_ball(ball, radius);
        }
    }),
    piece("rope held below the ground", |world, at| {
        rope(world, at + Vec2::Y * (GROUND - 0.5), Vec2::X, 21, 0.02);
    }),
    piece("led post", |world, at| {
        taut_rope(world, at, 3.0, 61);
        let slide = Some(Slide { by: Vec2::new(0.0, -2.0), speed: 1.0 });
        let post = ShapeDef::still(Form::Circle { radius: 0.2 }, at + Vec2::new(1.5, 0.6));
        world.add_shape(ShapeDef { slide, ..post });
    }),
    piece("rope over a post", |world, at| {
        world.add_shape(ShapeDef::still(Form::Circle { radius: 0.5 }, at));
        // Nothing of it overlaps the post.
        let path = [(-0.58, -2.0), (-0.58, 0.0), (-0.41, 0.41), (0.0, 0.58), (0.41, 0.41), (0.58, 0.0), (0.58, -1.5)];
        let corners = path.map(|(x, y)| at + Vec2::new(x, y));
        let particles = polyline(world, &corners, 0.1);
        hang(world, ParticleId(particles.start), 1.0);
        hang(world, ParticleId(particles.end - 1), 2.0);
    }),
    piece("net on posts", |world, at| {
        for x in [-0.4, 0.1, 0.6] {
            world.add_shape(ShapeDef::still(Form::Circle { radius: 0.15 }, at + Vec2::new(x, -0.5)));
        }
        let first = net(world, at + Vec2::new(-1.0, 0.0), [16, 8], 0.12);
        world.set_pinned(ParticleId(first), false);
        world.set_pinned(ParticleId(first + 15), false);
    }),
    piece("yanked rope", |world, at| {
        let last = rope(world, at, Vec2::X * 2.0, 41, 0.02).end - 1;
        world.grab(last, ParticleId(last), at + Vec2::X * 2.0);
        world.move_grab(last, at + Vec2::new(-1.0, 3.0));
    }),
    piece("long rope", |world, at| {
        rope(world, at, Vec2::X * 5.0, 301, 0.02);
    }),
    piece("flag at a blower", |world, at| {
        let first = net(world, at, [12, 8], 0.12);
        for row in 1..8 {
            world.set_pinned(ParticleId(first + row * 12), true);
        }
        world.set_pinned(ParticleId(first + 11), false);
        let turn = Vec2::X;
        world.add_blower(BlowerDef { at: at - Vec2::new(1.5, 0.4), turn, speed: 8.0, width: 1.5, reach: 6.0 });
    }),
    piece("hammock with a ball", |world, at| {
        let first = taut_rope(world, at, 2.5, 31).start;
        let ball = world.add_particle(at + Vec2::new(1.2, 0.8), 2.0, false);
        world.add_ball(ball, 0.15);
        hang(world, ParticleId(first + 3), 0.1);
    }),
    piece("chain of links that give", |world, at| {
        let first = rope(world, at, Vec2::X, 2, 0.02).start;
        let mut from = ParticleId(first + 1);
        for index in 0..20u8 {
            let next = world.add_particle(at + Vec2::new(1.1 + 0.1 * f32::from(index), 0.0), 0.02, false);
            world.add_link(from, next, None, 0.6, LinkKind::Rope);
            from = next;
        }
    }),
    piece("thread that tears", |world, at| {
        let last = rope(world, at, Vec2::new(1.0, -0.2), 31, 0.02).end - 1;
        set_material(world, last - 30..last + 1, Material { strength: Some(40.0), ..Material::default() });
        hang(world, ParticleId(last), 3.0);
    }),
    piece("wire", |world, at| {
        let ids = rope(world, at, Vec2::X, 21, 0.02);
        let steel = Material { bending: Some(0.1), strength: Some(1_000.0), ..Material::default() };
        set_material(world, ids, Material { friction: Some(0.2), ..steel });
    }),
    piece("heavy curtain", |world, at| {
        let first = net(world, at, [20, 10], 0.1);
        for column in 0..20 {
            world.set_pinned(ParticleId(first + column), true);
            hang(world, ParticleId(first + 9 * 20 + column), 8.0 + column as f32);
        }
    }),
    piece("solid weights", |world, at| {
        for x in [0.0, 0.3] {
            let last = rope(world, at + Vec2::X * x, Vec2::X, 17, 0.02).end - 1;
            world.set_weight(ParticleId(last), Some(2.0));
        }
    }),
];

/// Hangs a hollow weight: solid ones forbid tiles.
fn hang(world: &mut World, particle: ParticleId, mass: f32) {
    world.set_weight(particle, Some(mass));
    world.set_solid(particle, false);
}

/// Makes links between particles of a material.
fn set_material(world: &mut World, ids: Range<u32>, material: Material) {
    let number = world.add_material(&material).expect("there is room");
    world.set_material(&ids.map(ParticleId).collect::<Vec<_>>(), number);
}

/// The settings under which pieces are compared.
fn variants() -> [(&'static str, Settings); 6] {
    let plain = Settings { substeps: Substeps::Count(40), ..Settings::default() };
    let wind = Wind { velocity: Vec2::new(4.0, 0.5), gusts: 0.3, seed: 7, ..Wind::default() };
    [
        ("plain", plain),
        ("strands on", Settings { strands: StrandSolver::On, drag: 0.2, ..plain }),
        ("wind", Settings { wind, ..plain }),
        ("rope contact", Settings { rope_contact: Some(0.05), drag: 0.3, ..plain }),
        ("tearing", Settings { tear: Some(0.3), ..plain }),
        ("two sweeps", Settings { sweeps: 2, restitution: 0.8, friction: 0.1, ..plain }),
    ]
}

/// A fingerprint of the bits of some particles (FNV-1a).
fn fingerprint(Particles { position, displacement, .. }: &Particles, ids: Range<usize>) -> u64 {
    let vectors = position[ids.clone()].iter().chain(&displacement[ids]);
    vectors
        .flat_map(|vector| [vector.x, vector.y])
        .fold(0xcbf2_9ce4_8422_2325, |hash, number| (hash ^ u64::from(number.to_bits())).wrapping_mul(0x0100_0000_01b3))
}

/// A world of some pieces, and the particles of each.
fn world_of(settings: Settings, pieces: &[usize]) -> (World, Vec<Range<usize>>) {
    let mut world = World::new(settings, Colliders::new(Some(GROUND), None), 1);
    let mut ids = Vec::new();
    for &index in pieces {
        let first = world.particles().len();
        (PIECES[index].add)(&mut world, Vec2::new(SPACING * (index as f32 - 0.5 * PIECES.len() as f32), 0.0));
        ids.push(first..world.particles().len());
    }
    (world, ids)
}

/// The fingerprints of each of some pieces in one world, for each step.
fn traces(settings: Settings, pieces: &[usize], steps: usize) -> Vec<Vec<u64>> {
    traces_in(&mut world_of(settings, pieces), steps)
}

/// [`traces`] in a world that was built before.
fn traces_in((world, ids): &mut (World, Vec<Range<usize>>), steps: usize) -> Vec<Vec<u64>> {
    let mut traces = vec![Vec::new(); ids.len()];
    for _ in 0..steps {
        world.step();
        for (trace, ids) in traces.iter_mut().zip(&*ids) {
            trace.push(fingerprint(world.particles(), ids.clone()));
        }
    }
    traces
}

/// Names the pieces of a group that do not move as alone.
fn differences(alone: &[Vec<u64>], group: &[usize], together: &[Vec<u64>]) -> Vec<String> {
    let first_difference = |(&index, trace): (&usize, &Vec<u64>)| {
        let step = trace.iter().zip(&alone[index]).position(|(one, other)| one != other)?;
        Some(format!("{} from step {step}", PIECES[index].name))
    };
    group.iter().zip(together).filter_map(first_difference).collect()
}

/// Traces of each piece alone.
fn traces_alone(settings: Settings, steps: usize) -> Vec<Vec<u64>> {
    (0..PIECES.len()).map(|index| traces(settings, &[index], steps).remove(0)).collect()
}

/// Compares groups of pieces with each piece alone, for some steps under all settings. `groups` gives those of a variant.
fn assert_local(groups: impl Fn(usize) -> Vec<Vec<usize>>, steps: usize) {
    let mut wrong = Vec::new();
    for (number, (variant, settings)) in variants().into_iter().enumerate() {
        let alone = traces_alone(settings, steps);
        for group in &groups(number) {
            let found = differences(&alone, group, &traces(settings, group, steps));
            wrong.extend(found.into_iter().map(|piece| format!("{variant}: {piece}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All pieces, and all in the reverse order.
fn all_pieces() -> [Vec<usize>; 2] {
    [(0..PIECES.len()).collect(), (0..PIECES.len()).rev().collect()]
}

/// The index of a piece.
fn index(name: &str) -> usize {
    PIECES.iter().position(|piece| piece.name == name).expect("the piece is there")
}

#[test]
fn ball_or_tight_rope_slows_no_other_piece() {
    // Under an automatic number of substeps, which neither changes.
    let ball: fn(&mut World) = |world| {
        let ball = world.add_particle(Vec2::new(40.0, 1.0), 1.0, false);
        world.add_ball(ball, 0.2);
    };
    let tight_rope: fn(&mut World) = |world| (PIECES[index("overstretched rope")].add)(world, Vec2::new(40.0, 1.0));
    for (name, other) in [
        ("pendulum", tight_rope),
        ("rope over a post", tight_rope),
        ("rope over a post", ball),
        ("loaded net", ball),
        ("box", ball),
        ("fallen ropes", ball),
    ] {
        let traces = [false, true].map(|is_beside| {
            let mut world = World::new(Settings::default(), Colliders::new(Some(GROUND), None), 1);
            (PIECES[index(name)].add)(&mut world, Vec2::ZERO);
            let count = world.particles().len();
            if is_beside {
                other(&mut world);
            }
            let step = |_| {
                world.step();
                fingerprint(world.particles(), 0..count)
            };
            (0..90).map(step).collect::<Vec<_>>()
        });
        assert!(traces[0] == traces[1], "{name}");
    }
}

#[test]
fn large_net_keeps_its_tiles_beside_other_pieces() {
    let plain = Settings { substeps: Substeps::Count(6), ..Settings::default() };
    // Few substeps suffice for sweeps with give, and without strands.
    let off = Settings { strands: StrandSolver::Off, ..plain };
    let variants = [off, Settings { give: 0.1, ..plain }, plain];
    for (number, settings) in variants.into_iter().enumerate() {
        let trace = |others: &[&str]| {
            let mut world = World::new(settings, Colliders::new(Some(GROUND), None), 1);
            let add = |world: &mut World, name: &str, x: f32| (PIECES[index(name)].add)(world, Vec2::new(x, 0.0));
            others.iter().zip([30.0, 45.0, 60.0, 75.0]).for_each(|(name, x)| add(&mut world, name, x));
            let first = net(&mut world, Vec2::new(-5.0, 8.0), [200, 200], 0.05);
            (0..200).step_by(7).for_each(|k| world.set_pinned(ParticleId(first + k * 201), true));
            others.iter().zip([90.0, 105.0, 120.0, 135.0]).for_each(|(name, x)| add(&mut world, name, x));
            // A hand of a published method is not tiled.
            if settings.give == 0.0 {
                world.grab(0, ParticleId(first + 30_000), Vec2::new(0.0, -2.0));
            }
            world.set_threads(2);
            let mut trace = Vec::new();
            for step in 0..4 {
                world.step();
                assert!(world.uses_threads(), "variant {number}, step {step}, beside {others:?}");
                trace.push(fingerprint(world.particles(), first as usize..first as usize + 40_000));
            }
            trace
        };
        let alone = trace(&[]);
        let others = ["weighted rope", "wire", "thread that tears", "box"];
        assert!(trace(&others) == alone, "variant {number}");
    }
}

#[test]
fn thread_keeps_the_substeps_of_a_large_net() {
    let substeps = |thread: u16| {
        let mut world = World::new(Settings::default(), Colliders::default(), 1);
        net(&mut world, Vec2::ZERO, [200, 200], 0.02);
        if thread > 0 {
            rope(&mut world, Vec2::X * 20.0, Vec2::X, thread, 0.01);
        }
        world.step();
        world.substeps()
    };
    let alone = substeps(0);
    for thread in [21, 201] {
        let beside = substeps(thread);
        assert!(beside.abs_diff(alone) <= 1, "{thread}: {beside}, alone {alone}");
    }
}

#[test]
fn pieces_move_alike_in_tiles() {
    // Shapes and balls forbid tiles.
    let may_tile = |index: &usize| {
        let world = world_of(Settings::default(), &[*index]).0;
        world.colliders().shapes().is_empty() && world.balls().is_empty()
    };
    let pieces: Vec<usize> = (0..PIECES.len()).filter(may_tile).collect();
    assert!(pieces.len() > 15, "{pieces:?}");
    let off = Settings { strands: StrandSolver::Off, ..variants()[0].1 };
    for (variant, settings) in variants().into_iter().chain([("strands off", off)]) {
        let mut plain = vec![Vec::new(); PIECES.len()];
        pieces.iter().zip(traces(settings, &pieces, 8)).for_each(|(&index, trace)| plain[index] = trace);
        for threads in [1, 3] {
            let mut world = world_of(settings, &pieces);
            world.0.set_tiling(Tiling::Always);
            world.0.set_threads(threads);
            let wrong = differences(&plain, &pieces, &traces_in(&mut world, 8));
            assert!(wrong.is_empty(), "{variant}, {threads} threads: {wrong:?}");
            assert!(variant != "strands off" || threads == 1 || world.0.uses_threads());
        }
    }
}

#[test]
fn equal_pieces_move_alike_in_tiles_if_the_first_is_in_none() {
    // Equal links of all pieces at evenly spaced ids form one run. Strength and bending forbid tiles.
    let brittle = Material { strength: Some(1_000.0), ..Material::default() };
    let stiff = Material { bending: Some(0.1), ..Material::default() };
    let settings = Settings { strands: StrandSolver::Off, substeps: Substeps::Count(20), ..Settings::default() };
    for (size, material) in [([40, 1], &brittle), ([40, 1], &stiff), ([12, 6], &brittle)] {
        let trace = |tiling: Tiling, threads: usize| {
            let mut world = World::new(settings, Colliders::default(), 1);
            // At one place, so that all rest lengths have the same bits.
            for _ in 0..8 {
                net(&mut world, Vec2::ZERO, size, 0.0625);
            }
            set_material(&mut world, 0..size[0] * size[1], material.clone());
            world.set_tiling(tiling);
            world.set_threads(threads);
            let step = |_| {
                world.step();
                assert!(tiling == Tiling::Never || threads == 1 || world.uses_threads(), "{size:?}, {material:?}");
                fingerprint(world.particles(), 0..world.particles().len())
            };
            (0..3).map(step).collect::<Vec<_>>()
        };
        let plain = trace(Tiling::Never, 1);
        for threads in [1, 3] {
            assert_eq!(trace(Tiling::Always, threads), plain, "{size:?}, {material:?}, {threads} threads");
        }
    }
}

#[test]
fn pieces_in_one_world_move_as_each_alone() {
    assert_local(|_| all_pieces().into(), 8);
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn pieces_in_one_world_move_as_each_alone_for_seconds() {
    // In a sample, each order under every second variant.
    let of_variant = |variant: usize| {
        let orders = all_pieces().into_iter().enumerate();
        orders.filter(|(order, _)| is_full_sweep() || (order + variant).is_multiple_of(2)).map(|(_, all)| all).collect()
    };
    assert_local(of_variant, 120);
}
