//! The things that hands pull at.

use std::f32::consts::PI;

use glam::Vec2;
use ropewalk::physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};
use ropewalk::scene;

/// A thing at rest, and what a hand does to it.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    pub world: World,
    /// The held particle.
    pub held: ParticleId,
    /// Way of the pointer out of reach, m.
    pub out: Vec2,
    /// Centre, from the held particle, and radius of a circle within reach, m.
    pub centre: Vec2,
    pub radius: f32,
}

impl Case {
    /// An empty world in which the pointer rests.
    pub fn still() -> Self {
        let world = World::new(settings(), Colliders::default(), 1);
        Self { name: String::new(), world, held: ParticleId(0), out: Vec2::ZERO, centre: Vec2::ZERO, radius: 0.1 }
    }
}

/// A thing of the gallery: scene, name of the thing, steps until it rests, place of the particle (m), way out (m), centre
/// (m), radius (m).
type InScene = (&'static str, &'static str, u32, (f32, f32), (f32, f32), (f32, f32), f32);

const IN_SCENES: &[InScene] = &[
    ("spider-web", "web, hub", 240, (0.0, 0.0), (0.0, -1.2), (0.0, 0.0), 0.05),
    ("spider-web", "web, spider", 240, (-0.12, -1.45), (0.0, -1.2), (0.0, 0.3), 0.2),
    ("rope-bridge", "rope-bridge, plank", 300, (0.1, -0.3), (0.0, -1.2), (0.0, 0.3), 0.15),
    ("rope-bridge", "rope-bridge, weight", 300, (0.0, -2.2), (0.0, -1.2), (0.0, 0.4), 0.2),
    ("swing-bridge", "swing-bridge, plank 3", 300, (-1.2, -0.3), (0.0, -1.2), (0.0, 0.2), 0.1),
    ("swing-bridge", "swing-bridge, 19 cm", 300, (-1.2, -0.3), (0.0, -0.19), (0.0, 0.2), 0.1),
    ("swing-bridge", "swing-bridge, plank 5", 300, (-0.1, -0.5), (0.7, -1.0), (0.0, 0.2), 0.1),
    ("ragdoll-on-ropes", "doll, foot", 300, (1.7, -1.0), (0.8, -1.0), (0.0, 0.4), 0.3),
    ("ragdoll-on-ropes", "doll, body", 300, (-0.9, -0.3), (1.8, 0.3), (0.0, 0.3), 0.2),
    ("solid-bodies", "box, pressed", 300, (0.4, -0.9), (0.0, -1.7), (0.0, 0.8), 0.3),
    ("solid-bodies", "box, corner", 300, (0.4, -0.9), (-0.9, 1.4), (0.0, 0.8), 0.3),
    ("solid-bodies", "wheel that hangs", 300, (0.9, -0.1), (0.9, -1.4), (0.0, 0.5), 0.2),
    ("solid-bodies", "cloth", 300, (-2.0, 0.0), (1.6, -1.4), (0.3, 0.3), 0.2),
    ("trampoline", "trampoline, bed", 240, (0.0, 0.24), (0.0, -1.3), (0.0, 0.05), 0.03),
    ("trampoline", "trampoline, ball", 240, (0.1, 1.5), (0.0, -2.6), (0.2, 0.1), 0.1),
    ("catapult", "catapult, short arm", 120, (0.68, 0.97), (0.3, -1.2), (-0.05, 0.02), 0.02),
    ("catapult", "catapult, long arm", 120, (-1.5, 0.391), (-0.6, 1.6), (0.05, 0.2), 0.02),
    ("hammock", "hammock, end", 240, (1.65, -0.15), (1.9, 0.9), (-0.3, 0.4), 0.3),
    ("hammock", "hammock, net", 240, (0.2, -0.2), (1.5, -1.5), (-0.3, 0.4), 0.3),
    ("tearable-curtain", "curtain", 240, (0.0, 0.8), (0.0, -2.0), (0.0, 0.1), 0.1),
    ("wrecking-ball", "wrecking ball", 60, (-2.85, 1.03), (0.2, -1.8), (0.15, 0.3), 0.1),
    ("rope-pile", "rope-pile", 400, (0.0, -1.0), (0.5, 3.0), (0.0, 1.5), 0.3),
    ("welcome", "welcome, net", 200, (0.0, -1.0), (0.5, -2.0), (0.0, 0.3), 0.1),
];

/// The cases whose names are wanted, one after the other.
pub fn all<'a>(is_wanted: &'a dyn Fn(&str) -> bool) -> impl Iterator<Item = Case> + 'a {
    let things = things().into_iter().filter(|(name, ..)| is_wanted(name)).map(|(name, thing, settle, out, centre)| {
        let (mut world, held) = thing.build();
        (0..settle).for_each(|_| world.step());
        Case { name, world, held, out, centre, radius: 0.3 }
    });
    things.chain(IN_SCENES.iter().filter(|(_, name, ..)| is_wanted(name)).map(in_scene))
}

/// Things of no scene: name, steps until it rests, way out and centre (m).
fn things() -> Vec<(String, Thing, u32, Vec2, Vec2)> {
    let mut things = Vec::new();
    for (links, length) in [(30, 0.05), (100, 0.05), (1_000, 0.01)] {
        let whole = f32::from(links) * length;
        let out = Vec2::new(0.8, -0.6) * (whole + 1.0) + Vec2::Y * whole;
        things.push((format!("rope of {links}"), Thing::Rope(links, length), 30, out, Vec2::new(0.0, 0.3 * whole)));
    }
    for (name, by_edge, settle, down) in
        [("net by its edge", true, 120, -1.05), ("net by two corners", false, 240, -2.0)]
    {
        things.push((name.to_owned(), Thing::Net(by_edge), settle, Vec2::new(0.0, down), Vec2::new(0.0, 0.6)));
    }
    for (has_contact, has_weight) in [(false, false), (false, true), (true, false), (true, true)] {
        for link in [0.02, 0.04, 0.08] {
            for friction in [0.0, 0.3, 1.0] {
                let contact = if has_contact { ", contact" } else { "" };
                let weight = if has_weight { ", 5 kg" } else { "" };
                let thing = Thing::Post { link, friction, has_contact, has_weight };
                let name = format!("post, {link} m, f {friction}{contact}{weight}");
                things.push((name, thing, 60, Vec2::new(0.6, -0.8), Vec2::new(0.5, 0.5)));
            }
        }
    }
    things
}

fn in_scene(&(scene, name, settle, at, out, centre, radius): &InScene) -> Case {
    let scene = scene::named(scene).expect("a scene of the gallery").scene;
    let mut world = scene::build(&scene).expect("the scene builds");
    (0..settle).for_each(|_| world.step());
    let [at, out, centre] = [at, out, centre].map(Vec2::from);
    Case { name: name.to_owned(), held: nearest(&world, at), world, out, centre, radius }
}

/// The free particle nearest to a place, m.
fn nearest(world: &World, to: Vec2) -> ParticleId {
    let particles = world.particles();
    let free = (0..particles.len()).filter(|&index| !particles.pinned[index]);
    let distance = |index: usize| particles.position[index].distance_squared(to);
    let nearest = free.min_by(|&one, &other| distance(one).total_cmp(&distance(other)));
    ParticleId(nearest.unwrap_or_default() as u32)
}

/// A thing of no scene.
enum Thing {
    /// A rope that hangs: number of links, and their length, m.
    Rope(u16, f32),
    /// A net of 50 x 50 that hangs by its upper edge, or by two corners.
    Net(bool),
    /// A rope over a post, pinned at one end or with a weight there; length of its links, m.
    Post { link: f32, friction: f32, has_contact: bool, has_weight: bool },
}

fn settings() -> Settings {
    Settings { drag: 0.3, ..Settings::default() }
}

impl Thing {
    /// The world, and the particle that a hand takes.
    fn build(&self) -> (World, ParticleId) {
        match *self {
            Self::Rope(links, length) => {
                let mut world = World::new(settings(), Colliders::default(), 1);
                let end = add_rope(&mut world, true, length, (0..=links).map(|k| Vec2::NEG_Y * length * f32::from(k)));
                (world, end)
            }
            Self::Net(by_edge) => net(by_edge),
            Self::Post { link, friction, has_contact, has_weight } => {
                let radius = 0.3;
                let shape =
                    ShapeDef { friction: Some(friction), ..ShapeDef::still(Form::Circle { radius }, Vec2::ZERO) };
                let settings = Settings { friction, rope_contact: has_contact.then_some(0.02), ..settings() };
                let mut world = World::new(settings, Colliders::default(), 1);
                world.add_shape(shape);
                let end = add_rope(&mut world, !has_weight, link, over_post(radius, link, has_contact));
                if has_weight {
                    world.set_weight(ParticleId(0), Some(5.0));
                }
                (world, end)
            }
        }
    }
}

/// Points of a rope of 4.6 m over a post.
fn over_post(radius: f32, link: f32, has_contact: bool) -> impl Iterator<Item = Vec2> {
    const LENGTH: f32 = 4.6;
    let radius = radius + if has_contact { 0.032 } else { 0.012 };
    let leg = 0.5 * (LENGTH - PI * radius);
    let count = (LENGTH / link).round() as u32;
    (0..=count).map(move |k| match LENGTH * k as f32 / count as f32 {
        way if way < leg => Vec2::new(-radius, way - leg),
        way if way > LENGTH - leg => Vec2::new(radius, LENGTH - leg - way),
        way => Vec2::from_angle(PI - (way - leg) / radius) * radius,
    })
}

/// Adds a rope, pinned at its first point or not. Returns its last particle.
fn add_rope(world: &mut World, is_pinned: bool, link: f32, points: impl Iterator<Item = Vec2>) -> ParticleId {
    let mut last = None;
    for at in points {
        let id = world.add_particle(at, 0.02, is_pinned && last.is_none());
        if let Some(last) = last {
            world.add_link(last, id, Some(link), 1.0, LinkKind::Rope);
        }
        last = Some(id);
    }
    last.unwrap_or(ParticleId(0))
}

fn net(by_edge: bool) -> (World, ParticleId) {
    const SIDE: u32 = 50;
    const SPACING: f32 = 0.05;
    let mut world = World::new(settings(), Colliders::default(), 1);
    for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        let is_pinned = row == 0 && (by_edge || column == 0 || column + 1 == SIDE);
        world.add_particle(Vec2::new(column as f32, -(row as f32)) * SPACING, 0.02, is_pinned);
    }
    for id in 0..SIDE * SIDE {
        if (id + 1) % SIDE != 0 {
            world.add_link(ParticleId(id), ParticleId(id + 1), None, 1.0, LinkKind::Net);
        }
        if id + SIDE < SIDE * SIDE {
            world.add_link(ParticleId(id), ParticleId(id + SIDE), None, 1.0, LinkKind::Net);
        }
    }
    (world, ParticleId((SIDE - 1) * SIDE + SIDE / 2))
}
