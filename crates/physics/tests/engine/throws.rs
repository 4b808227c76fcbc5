//! Things thrown at each other at random: nothing passes, and nothing gains energy.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};

use crate::support;

/// Where the target is, m: what is thrown comes from the left.
const TARGET: Vec2 = Vec2::ZERO;

/// The thing that is thrown, or its target.
#[derive(Clone, Debug)]
enum Thing {
    Ball {
        id: ParticleId,
        radius: f32,
    },
    Body(Vec<ParticleId>),
    /// Its hub, and the rim after it.
    Wheel {
        ids: Vec<ParticleId>,
        radius: f32,
    },
    Shape(Form),
    Rope(support::Ids),
}

/// Numbers from 0 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    fn within(&mut self, min: f32, max: f32) -> f32 {
        min + (max - min) * self.next()
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[((self.next() * list.len() as f32) as usize).min(list.len() - 1)]
    }
}

fn ball(world: &mut World, at: Vec2, radius: f32, mass: f32) -> Thing {
    let id = world.add_particle(at, mass, false);
    world.add_ball(id, radius);
    Thing::Ball { id, radius }
}

/// A braced block of a width and a height (m), turned by an angle (rad).
fn block(world: &mut World, at: Vec2, size: Vec2, angle: f32, mass: f32) -> Thing {
    let turn = Vec2::from_angle(angle);
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
    let ids = corners.map(|(x, y)| world.add_particle(at + turn.rotate(Vec2::new(x, y) * size), 0.25 * mass, false));
    for (a, b, kind) in [(0, 1, LinkKind::Beam), (1, 2, LinkKind::Beam), (2, 3, LinkKind::Beam), (3, 0, LinkKind::Beam)]
        .into_iter()
        .chain([(0, 2, LinkKind::Brace), (1, 3, LinkKind::Brace)])
    {
        world.add_link(ids[a], ids[b], None, 1.0, kind);
    }
    Thing::Body(ids.to_vec())
}

/// A wheel of a radius (m) and twelve spokes.
fn wheel(world: &mut World, at: Vec2, radius: f32, mass: f32) -> Thing {
    const SPOKES: usize = 12;
    let of_rim = |index: usize| Vec2::from_angle(std::f32::consts::TAU * index as f32 / SPOKES as f32) * radius;
    let all = std::iter::once(Vec2::ZERO).chain((0..SPOKES).map(of_rim));
    let ids: Vec<_> = all.map(|from| world.add_particle(at + from, mass / (SPOKES + 1) as f32, false)).collect();
    for index in 0..SPOKES {
        world.add_link(ids[0], ids[1 + index], None, 1.0, LinkKind::Beam);
        world.add_link(ids[1 + index], ids[1 + (index + 1) % SPOKES], None, 1.0, LinkKind::Rim);
    }
    Thing::Wheel { ids, radius }
}

impl Thing {
    fn ids(&self) -> Vec<ParticleId> {
        match self {
            Self::Ball { id, .. } => vec![*id],
            Self::Body(ids) | Self::Wheel { ids, .. } => ids.clone(),
            Self::Shape(_) => Vec::new(),
            Self::Rope(ids) => ids.clone().map(ParticleId).collect(),
        }
    }

    /// Depth, m, by which a point lies in it; negative outside. Of a rope: behind it.
    fn depth(&self, world: &World, point: Vec2) -> f32 {
        let at = |id: &ParticleId| world.particles().position[id.index()];
        match self {
            Self::Ball { id, radius } => radius - at(id).distance(point),
            Self::Wheel { ids, radius } => radius - at(&ids[0]).distance(point),
            Self::Shape(form) => -form.distance(point - TARGET),
            Self::Body(ids) => (0..ids.len())
                .map(|k| {
                    let (a, b) = (at(&ids[k]), at(&ids[(k + 1) % ids.len()]));
                    (b - a).perp_dot(point - a) / a.distance(b).max(1e-6)
                })
                .fold(f32::MAX, f32::min),
            Self::Rope(ids) => {
                let links = ids.clone().zip(ids.clone().skip(1)).map(|(a, b)| (at(&ParticleId(a)), at(&ParticleId(b))));
                let mut beside = links.filter(|(a, b)| (a.y.min(b.y)..=a.y.max(b.y)).contains(&point.y));
                beside.next().map_or(f32::MIN, |(a, b)| point.x - a.x.max(b.x))
            }
        }
    }

    /// Points of it that may not pass, m.
    fn points(&self, world: &World) -> Vec<Vec2> {
        let ids = self.ids();
        let at: Vec<Vec2> = ids.iter().map(|id| world.particles().position[id.index()]).collect();
        let centre = at.iter().sum::<Vec2>() / at.len() as f32;
        at.into_iter().chain([centre]).collect()
    }
}

/// A throw by its number: the world just before it hits, what is thrown, its target, and what was chosen.
fn throw(number: u64) -> (World, Thing, Thing, String) {
    let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    random.next();
    let restitution = random.one_of(&[0.0, 0.3, 1.0]);
    let (friction, rope_contact) = (random.one_of(&[0.0, 0.6]), random.one_of(&[None, Some(0.02)]));
    let settings =
        Settings { gravity: Vec2::ZERO, drag: 0.0, restitution, friction, rope_contact, ..Settings::default() };
    let mut world = World::new(settings, Colliders::default(), 1);
    let (mass, ratio) = (random.within(0.1, 2.0), 50.0_f32.powf(random.within(-1.0, 1.0)));
    let size = random.within(0.2, 0.5);
    let kind = random.one_of(&["shape", "circle", "ball", "block", "wheel", "rope"]);
    let target = match kind {
        "shape" => Thing::Shape(Form::Box { half: Vec2::splat(size) }),
        "circle" => Thing::Shape(Form::Circle { radius: size }),
        "ball" => ball(&mut world, TARGET, size, mass * ratio),
        "wheel" => wheel(&mut world, TARGET, size, mass * ratio),
        "block" => {
            block(&mut world, TARGET, 2.0 * Vec2::new(size, random.within(0.2, 0.5)), random.next(), mass * ratio)
        }
        _ => Thing::Rope(upright_rope(&mut world, (0.02 * mass * ratio).max(0.02))),
    };
    if let Thing::Shape(form) = target {
        world.add_shape(ShapeDef::still(form, TARGET));
    }
    let thrown = if kind == "rope" { "ball" } else { random.one_of(&["ball", "block", "wheel"]) };
    let start = Vec2::new(-2.2, random.within(-0.3, 0.3));
    let chosen = format!("{number}: {thrown} at {kind}, target/thrown mass {ratio}, {settings:?}");
    let thrown = match thrown {
        "ball" => ball(&mut world, start, random.within(0.1, 0.4), mass),
        "wheel" => wheel(&mut world, start, random.within(0.1, 0.4), mass),
        _ => block(&mut world, start, Vec2::new(random.within(0.2, 0.8), random.within(0.2, 0.8)), random.next(), mass),
    };
    let speed = random.within(0.5, 15.0);
    fling(&mut world, &thrown, Vec2::X * speed);
    (world, thrown, target, format!("{speed} m/s, {chosen}"))
}

/// A rope of 4 cm links between two pins above each other.
fn upright_rope(world: &mut World, mass: f32) -> support::Ids {
    let ids = support::rope(world, Vec2::new(0.0, -1.0), Vec2::Y * 2.0, 51, mass);
    world.set_pinned(ParticleId(ids.end - 1), true);
    ids
}

/// Gives a thing a velocity (m/s) along x in three steps: by gravity, while all others are pinned.
fn fling(world: &mut World, thing: &Thing, velocity: Vec2) {
    const STEPS: u8 = 3;
    let (settings, own) = (*world.settings(), thing.ids());
    let others: Vec<ParticleId> = (0..world.particles().len() as u32)
        .map(ParticleId)
        .filter(|id| !own.contains(id) && !world.particles().pinned[id.index()])
        .collect();
    others.iter().for_each(|&id| world.set_pinned(id, true));
    world.set_settings(Settings { gravity: velocity / (f32::from(STEPS) * settings.step), ..settings });
    (0..STEPS).for_each(|_| world.step());
    others.iter().for_each(|&id| world.set_pinned(id, false));
    world.set_settings(settings);
}

/// The fault of a throw.
fn fault(number: u64) -> Option<String> {
    /// Deepest that a point may come into what it hits, as a part of a ball's or a wheel's radius or of 0.2 m.
    const DEEPEST: f32 = 0.5;
    let (mut world, thrown, target, chosen) = throw(number);
    let start = world.energy().kinetic;
    for step in 0..45 {
        world.step();
        let gain = world.energy().kinetic / start - 1.0;
        if gain > 0.02 {
            return Some(format!("{chosen}: gains {gain} in step {step}"));
        }
        let allowed = |thing: &Thing| {
            DEEPEST * if let Thing::Ball { radius, .. } | Thing::Wheel { radius, .. } = thing { *radius } else { 0.2 }
        };
        let into = |one: &Thing, other: &Thing| {
            one.points(&world).into_iter().map(|point| other.depth(&world, point)).fold(f32::MIN, f32::max)
        };
        let depth = into(&thrown, &target);
        let depth_back = if matches!(target, Thing::Ball { .. } | Thing::Wheel { .. } | Thing::Body(_)) {
            into(&target, &thrown)
        } else {
            f32::MIN
        };
        if depth > allowed(&target) || depth_back > allowed(&thrown) {
            return Some(format!("{chosen}: {} m inside in step {step}", depth.max(depth_back)));
        }
    }
    None
}

fn assert_throws(count: u64) {
    let faults: Vec<String> = (0..count).filter_map(fault).collect();
    assert!(faults.is_empty(), "{} of {count} throws:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn throws_pass_nothing_and_gain_nothing() {
    assert_throws(100);
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn throws_by_the_thousand_pass_nothing_and_gain_nothing() {
    assert_throws(2_000);
}
