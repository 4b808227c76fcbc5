//! Random tangles of links under random commands.

use glam::Vec2;
use proptest::{
    collection::vec,
    prelude::{ProptestConfig, Strategy, any, prop_assert, prop_oneof, proptest},
    sample::select,
};
use ropewalk::physics::{LinkKind, ParticleId, StrandSolver, World};

use super::{at, empty, set};

/// A particle: its place, its mass, and whether it is pinned.
type Part = (f32, f32, f32, bool);

/// A link to an earlier particle: which (as a share), its length (as a fraction of the distance), its stiffness, and
/// kind.
type Tie = (f32, f32, f32, LinkKind);

fn mass() -> impl Strategy<Value = f32> {
    prop_oneof![3 => 0.1f32..10.0, 1 => 0.001f32..1_000.0, 1 => select(&[0.001f32, 1_000.0])]
}

fn part() -> impl Strategy<Value = Part> {
    (-2.0f32..2.0, -2.0f32..2.0, mass(), proptest::bool::weighted(0.08))
}

fn tie() -> impl Strategy<Value = Tie> {
    let kind = select(&[
        LinkKind::Rope,
        LinkKind::Rope,
        LinkKind::Net,
        LinkKind::Lattice,
        LinkKind::Cloth,
        LinkKind::Beam,
        LinkKind::Brace,
    ]);
    let back = prop_oneof![4 => 0.0f32..0.05, 1 => 0.0f32..1.0];
    let length = prop_oneof![4 => 0.9f32..1.1, 1 => 0.0f32..3.0];
    let stiffness = prop_oneof![6 => select(&[1.0f32]), 1 => 0.0f32..1.0];
    (back, length, stiffness, kind)
}

/// The commands before a step.
#[derive(Clone, Debug)]
enum Deed {
    Pin(u32, bool),
    Hold(u32, u32, Vec2),
    Release(u32),
    Cut(Vec2, Vec2),
    MovePins(Vec2),
}

fn deed() -> impl Strategy<Value = Deed> {
    let place = || (-3.0f32..3.0, -3.0f32..3.0).prop_map(|(x, y)| Vec2::new(x, y));
    prop_oneof![
        2 => (0..60u32, any::<bool>()).prop_map(|(id, pinned)| Deed::Pin(id, pinned)),
        3 => (0..3u32, 0..60u32, place()).prop_map(|(grab, id, to)| Deed::Hold(grab, id, to)),
        1 => (0..3u32).prop_map(Deed::Release),
        1 => (place(), place()).prop_map(|(from, to)| Deed::Cut(from, to)),
        1 => place().prop_map(|way| Deed::MovePins(4.0 * way)),
    ]
}

fn tangle(parts: &[(Part, Tie)], loops: &[(u32, u32, Tie)]) -> World {
    let mut world = empty();
    set(&mut world, |settings| settings.strands = StrandSolver::On);
    let link = |world: &mut World, a: u32, b: u32, (_, length, stiffness, kind): Tie| {
        let count = world.particles().len() as u32;
        let (a, b) = (ParticleId(a % count), ParticleId(b % count));
        let length = at(world, a).distance(at(world, b)) * length;
        world.add_link(a, b, Some(length), stiffness, kind);
    };
    for (index, &((x, y, mass, pinned), tie)) in (0u32..).zip(parts) {
        world.add_particle(Vec2::new(x, y), mass, pinned);
        if index > 0 {
            link(&mut world, index - 1 - (tie.0 * index as f32) as u32, index, tie);
        }
    }
    for &(a, b, tie) in loops {
        link(&mut world, a, b, tie);
    }
    world
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tangle_stays_finite_and_pinned(
        parts in vec((part(), tie()), 1..60),
        loops in vec((0..60u32, 0..60u32, tie()), 0..20),
        deeds in vec((0..30usize, deed()), 0..12),
    ) {
        let mut world = tangle(&parts, &loops);
        for step in 0..30 {
            let mut moves = false;
            for (_, deed) in deeds.iter().filter(|(when, _)| *when == step) {
                match *deed {
                    Deed::Pin(id, pinned) => world.set_pinned(ParticleId(id), pinned),
                    Deed::Hold(grab, id, to) => {
                        let from = world.particles().position.get(id as usize).copied().unwrap_or_default();
                        world.grab(grab, ParticleId(id), from);
                        world.move_grab(grab, to);
                    }
                    Deed::Release(grab) => world.release(grab),
                    Deed::Cut(from, to) => {
                        world.cut(from, to, 0.01);
                    }
                    Deed::MovePins(way) => {
                        world.set_pin_velocity(way);
                        moves = true;
                    }
                }
            }
            let held = |id: usize| world.grabs().iter().any(|grab| grab.particle.index() == id);
            let pins = (0..world.particles().len()).filter(|&id| world.particles().pinned[id] && !held(id));
            let pins: Vec<_> = pins.map(|id| (id, world.particles().position[id])).collect();
            world.step();
            if moves {
                world.set_pin_velocity(Vec2::ZERO);
            }
            for (id, at) in world.particles().position.iter().enumerate() {
                prop_assert!(at.is_finite(), "step {}: particle {} is at {}", step, id, at);
                let way = world.particles().displacement[id];
                prop_assert!(way.is_finite(), "step {}: particle {} moves by {}", step, id, way);
            }
            for (id, from) in pins.into_iter().filter(|_| !moves) {
                let to = world.particles().position[id];
                prop_assert!(from == to, "step {}: the pin {} went from {} to {}", step, id, from, to);
            }
        }
    }
}
