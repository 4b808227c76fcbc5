//! Pieces tied to one pin: what is fixed passes nothing on, so each moves, to the bit, as it does alone.

use std::ops::Range;

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, Material, ParticleId, Settings, StrandSolver, Substeps, World};

/// Something that is tied to a pin by one link.
#[derive(Clone, Copy)]
struct Tied {
    name: &'static str,
    /// Adds it to a pin at a position, m.
    add: fn(&mut World, ParticleId, Vec2),
}

const TIED: [Tied; 8] = [
    Tied { name: "released rope", add: |world, pin, at| _ = rope(world, pin, at, Vec2::X * 4.0, 100) },
    Tied { name: "hanging rope", add: |world, pin, at| _ = rope(world, pin, at, Vec2::new(0.2, -2.0), 30) },
    Tied { name: "pendulum", add: |world, pin, at| _ = rope(world, pin, at, Vec2::new(-0.8, 0.6), 1) },
    Tied {
        name: "weighted rope",
        add: |world, pin, at| {
            let last = rope(world, pin, at, Vec2::new(1.5, -1.5), 40).end - 1;
            world.set_weight(ParticleId(last), Some(20.0));
        },
    },
    Tied {
        name: "taut rope",
        add: |world, pin, at| {
            let last = rope(world, pin, at, Vec2::X * -2.0, 40).end - 1;
            world.set_pinned(ParticleId(last), true);
        },
    },
    Tied {
        name: "strong rope",
        add: |world, pin, at| {
            let ids = rope(world, pin, at, Vec2::new(-1.0, -1.0), 50);
            let material = Material { strength: Some(500.0), ..Material::default() };
            let number = world.add_material(&material).expect("there is room");
            world.set_material(&ids.map(ParticleId).collect::<Vec<_>>(), number);
        },
    },
    Tied { name: "net", add: net },
    Tied { name: "braced box", add: braced_box },
];

fn link(world: &mut World, a: ParticleId, b: ParticleId, kind: LinkKind) {
    world.add_link(a, b, None, 1.0, kind);
}

/// A straight rope of some links that begins at a pin. Returns its other particles.
fn rope(world: &mut World, pin: ParticleId, at: Vec2, by: Vec2, links: u16) -> Range<u32> {
    let first = world.particles().len() as u32;
    let mut from = pin;
    for index in 1..=links {
        let next = world.add_particle(at + by * (f32::from(index) / f32::from(links)), 0.02, false);
        link(world, from, next, LinkKind::Rope);
        from = next;
    }
    first..from.0 + 1
}

/// A net that hangs from the pin by its upper left particle.
fn net(world: &mut World, pin: ParticleId, at: Vec2) {
    let [columns, rows] = [20_u32, 12];
    let first = world.particles().len() as u32;
    for id in 0..columns * rows {
        let place = Vec2::new((id % columns) as f32, -((id / columns + 1) as f32)) * 0.1;
        world.add_particle(at + place, 0.02, false);
    }
    link(world, pin, ParticleId(first), LinkKind::Net);
    for id in 0..columns * rows {
        let here = ParticleId(first + id);
        if (id + 1) % columns != 0 {
            link(world, here, ParticleId(first + id + 1), LinkKind::Net);
        }
        if id + columns < columns * rows {
            link(world, here, ParticleId(first + id + columns), LinkKind::Net);
        }
    }
}

/// A box of beams with both diagonals, which swings on a beam.
fn braced_box(world: &mut World, pin: ParticleId, at: Vec2) {
    let corners = [Vec2::new(0.5, 0.0), Vec2::new(0.9, 0.2), Vec2::new(0.7, 0.6), Vec2::new(0.3, 0.4)];
    let ids = corners.map(|corner| world.add_particle(at + corner, 0.1, false));
    link(world, pin, ids[0], LinkKind::Beam);
    for (one, other) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)] {
        link(world, ids[one], ids[other], LinkKind::Beam);
    }
}

/// The bits of some particles' positions and displacements.
fn bits(world: &World, ids: Range<usize>) -> Vec<u32> {
    let particles = world.particles();
    let vectors = particles.position[ids.clone()].iter().chain(&particles.displacement[ids]);
    vectors.flat_map(|vector| vector.to_array().map(f32::to_bits)).collect()
}

/// The bits of each of these things in each step, all tied to one pin. `None` stands for a link of the pin to another
/// pin, which takes the colour of a thing's link.
fn traces(settings: Settings, things: &[Option<Tied>], steps: usize) -> Vec<Vec<Vec<u32>>> {
    let at = Vec2::new(1.0, 2.0);
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let pin = world.add_particle(at, 0.02, true);
    let mut ids = Vec::new();
    for thing in things {
        let first = world.particles().len();
        match thing {
            Some(Tied { add, .. }) => add(&mut world, pin, at),
            None => {
                let other = world.add_particle(at + Vec2::Y, 0.02, true);
                link(&mut world, pin, other, LinkKind::Rope);
            }
        }
        ids.push(first..world.particles().len());
    }
    let mut traces = vec![Vec::new(); ids.len()];
    for _ in 0..steps {
        world.step();
        traces.iter_mut().zip(&ids).for_each(|(trace, ids)| trace.push(bits(&world, ids.clone())));
    }
    traces
}

#[test]
fn things_tied_to_one_pin_move_as_each_alone() {
    let plain = Settings { substeps: Substeps::Count(40), drag: 0.0, ..Settings::default() };
    let variants =
        [plain, Settings { strands: StrandSolver::On, drag: 0.2, ..plain }, Settings { tear: Some(0.3), ..plain }];
    let mut wrong = Vec::new();
    for (variant, settings) in variants.into_iter().enumerate() {
        let steps = 60;
        let first = TIED.map(|thing| traces(settings, &[Some(thing)], steps).remove(0));
        let second = TIED.map(|thing| traces(settings, &[None, Some(thing)], steps).remove(1));
        for (a, b) in (0..TIED.len()).flat_map(|a| (0..TIED.len()).map(move |b| (a, b))) {
            let together = traces(settings, &[Some(TIED[a]), Some(TIED[b])], steps);
            for (own, other, alone, trace) in [(a, b, &first[a], &together[0]), (b, a, &second[b], &together[1])] {
                if let Some(step) = alone.iter().zip(trace).position(|(one, other)| one != other) {
                    wrong.push(format!("{variant}: {} beside {} from step {step}", TIED[own].name, TIED[other].name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn arms_of_a_rope_tied_in_its_middle_move_as_each_alone() {
    let settings = Settings { substeps: Substeps::Count(40), drag: 0.0, ..Settings::default() };
    let build = |from: u16, to: u16| {
        let mut world = World::new(settings, Colliders::new(None, None), 1);
        for index in from..=to {
            // One arm hangs nearly straight down, the other is let go at 90 degrees.
            let along = 0.05 * (f32::from(index) - 40.0);
            let at = if index < 40 { Vec2::new(0.05 * along, along) } else { Vec2::new(along, 0.0) };
            let added = world.add_particle(at, 0.02, index == 40);
            if index > from {
                link(&mut world, ParticleId(added.0 - 1), added, LinkKind::Rope);
            }
        }
        world
    };
    let (mut whole, mut arms) = (build(0, 120), [build(0, 40), build(40, 120)]);
    for step in 0..180 {
        whole.step();
        arms.iter_mut().for_each(World::step);
        assert_eq!(whole.solver_name(), "direct");
        assert!(bits(&whole, 0..40) == bits(&arms[0], 0..40), "first arm from step {step}");
        assert!(bits(&whole, 41..121) == bits(&arms[1], 1..81), "second arm from step {step}");
    }
}

#[test]
fn links_between_pins_change_nothing_that_is_tied_to_them() {
    let settings = Settings { substeps: Substeps::Count(40), drag: 0.0, ..Settings::default() };
    let at = Vec2::new(1.0, 2.0);
    for (kind, thing) in [LinkKind::Rope, LinkKind::Beam].into_iter().flat_map(|kind| TIED.map(|thing| (kind, thing))) {
        let [mut one, mut other] = [false, true].map(|is_reversed| {
            let mut world = World::new(settings, Colliders::new(None, None), 1);
            let pins = [at, at + Vec2::Y, at + Vec2::ONE].map(|at| world.add_particle(at, 0.02, true));
            for (a, b) in [(1, 2), (0, 1), (0, 2)] {
                let (a, b) = if is_reversed { (b, a) } else { (a, b) };
                link(&mut world, pins[a], pins[b], kind);
            }
            (thing.add)(&mut world, pins[0], at);
            world
        });
        for step in 0..60 {
            one.step();
            other.step();
            let [one, other] = [&one, &other].map(|world| bits(world, 0..world.particles().len()));
            assert!(one == other, "{} beside links of kind {kind:?} from step {step}", thing.name);
        }
    }
}

#[test]
fn chains_of_beams_between_the_same_pins_move_as_each_alone() {
    let settings = Settings { substeps: Substeps::Count(40), drag: 0.0, ..Settings::default() };
    // No height stands for a link of the first pin to another pin, which takes the colour of the first chain's first link.
    let build = |chains: &[Option<f32>]| {
        let mut world = World::new(settings, Colliders::new(None, None), 1);
        let pins = [0.0, 2.0, 4.0].map(|x| world.add_particle(Vec2::new(x, 2.0), 0.02, true));
        for height in chains {
            let Some(height) = height else {
                link(&mut world, pins[0], pins[2], LinkKind::Beam);
                continue;
            };
            let mut from = pins[0];
            for index in 1..8_u16 {
                let next = world.add_particle(Vec2::new(0.25 * f32::from(index), 2.0 + height), 0.02, false);
                link(&mut world, from, next, LinkKind::Beam);
                from = next;
            }
            link(&mut world, from, pins[1], LinkKind::Beam);
        }
        world
    };
    let [mut both, mut first, mut second] =
        [&[Some(0.5), Some(-0.4)][..], &[Some(0.5)], &[None, Some(-0.4)]].map(build);
    for step in 0..120 {
        [&mut both, &mut first, &mut second].into_iter().for_each(World::step);
        assert!(bits(&both, 3..10) == bits(&first, 3..10), "first chain from step {step}");
        assert!(bits(&both, 10..17) == bits(&second, 3..10), "second chain from step {step}");
    }
}

#[test]
fn tear_spares_the_other_link_of_a_particle_between_two_pins() {
    let mut world = World::new(Settings { tear: Some(0.1), ..Settings::default() }, Colliders::new(None, None), 1);
    let middle = world.add_particle(Vec2::ZERO, 0.5, false);
    for side in [Vec2::NEG_X, Vec2::X] {
        let pin = world.add_particle(side, 0.02, true);
        world.add_link(middle, pin, Some(0.8), 1.0, LinkKind::Rope);
    }
    world.step();
    assert_eq!(world.link_count(), 1);
}
