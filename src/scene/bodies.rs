//! How bodies are laid that are made of particles and links: planks, bridges, webs, dolls.

use glam::{DVec2, Vec2};

use super::lay::{Knot, RopeLay, rope};
use crate::{
    physics::{LinkKind, ParticleId, World},
    scene::RopePins,
};

/// A plank to be laid: a truss, whose diagonals are not seen.
#[derive(Clone, Copy, Debug)]
pub struct PlankLay {
    /// The ends of its upper edge.
    pub ends: (Knot, Knot),
    /// m.
    pub thickness: f32,
    /// Fields of the truss, at least 1.
    pub bays: u32,
    /// Mass of each new particle, kg.
    pub mass: f32,
}

/// Lays a plank. Returns its particles: the upper edge from one end to the other, then the lower.
pub fn plank(world: &mut World, lay: PlankLay) -> Vec<ParticleId> {
    let PlankLay { ends, thickness, bays, mass } = lay;
    let (from, to) = (ends.0.position(world), ends.1.position(world));
    let bays = bays.max(1);
    // To the right of the way: below, where it goes to the right.
    let down = -(to - from).normalize_or(Vec2::X).perp() * thickness;
    let at = |i: u32| from.lerp(to, i as f32 / bays as f32);
    let mut upper = vec![ends.0.particle(world, mass)];
    upper.extend((1..bays).map(|i| world.add_particle(at(i), mass, false)));
    upper.push(ends.1.particle(world, mass));
    let lower: Vec<_> = (0..=bays).map(|i| world.add_particle(at(i) + down, mass, false)).collect();
    let last = bays as usize;
    for i in 0..=last {
        let end = i == 0 || i == last;
        world.add_link(upper[i], lower[i], None, 1.0, if end { LinkKind::Beam } else { LinkKind::Brace });
        if i < last {
            world.add_link(upper[i], upper[i + 1], None, 1.0, LinkKind::Beam);
            world.add_link(lower[i], lower[i + 1], None, 1.0, LinkKind::Beam);
            world.add_link(upper[i], lower[i + 1], None, 1.0, LinkKind::Brace);
            world.add_link(lower[i], upper[i + 1], None, 1.0, LinkKind::Brace);
        }
    }
    upper.into_iter().chain(lower).collect()
}

/// A bridge of planks to be laid.
#[derive(Clone, Copy, Debug)]
pub struct BridgeLay {
    /// Its ends, m; they are pinned.
    pub ends: (Vec2, Vec2),
    /// At least 2.
    pub planks: u32,
    /// How deep it sags in the middle, m.
    pub sag: f32,
    /// How high above its ends the rope hangs that carries it, m.
    pub rail: f32,
    /// Mass of each particle, kg.
    pub mass: f32,
}

/// Thickness of a bridge's planks, m, and the fields of each one's truss.
const PLANK: (f32, u32) = (0.06, 2);

/// Particles of each plank.
pub const PLANK_PARTICLES: u32 = 2 * (PLANK.1 + 1);

/// Share of a plank's place that is left free for the lashing to the next.
const LASHING: f32 = 0.16;

/// Links of a rope from the rail to the planks, and of the rail between two of them.
const HANGER: u32 = 4;
const RAIL: u32 = 3;

/// Particles and links for each plank of a bridge, at the most.
pub(super) const BRIDGE_SIZE: (u64, u64) = {
    let (hangers, rail) = (HANGER as u64, RAIL as u64);
    let plank = (PLANK_PARTICLES as u64, 5 * PLANK.1 as u64 + 1);
    (plank.0 + 2 * (hangers - 1) + rail, plank.1 + 1 + 2 * hangers + rail)
};

/// Lays a bridge: planks, end to end, lashed to each other; above them a rope, from which they hang. Returns the particles of
/// the planks, one plank after the other.
pub fn bridge(world: &mut World, lay: BridgeLay) -> Vec<ParticleId> {
    let BridgeLay { ends: (from, to), planks, sag: depth, rail, mass } = lay;
    let planks = planks.max(2);
    let low = |share: f32, depth: f32| from.lerp(to, share) - Vec2::new(0.0, 4.0 * depth * share * (1.0 - share));
    let place = |i: u32| low(i as f32 / planks as f32, depth);
    let mut ids = Vec::new();
    let mut before = world.add_particle(from, mass, true);
    for i in 0..planks {
        let (a, b) = (place(i), place(i + 1));
        let ends = (Knot::New(a.lerp(b, 0.5 * LASHING)), Knot::New(b.lerp(a, 0.5 * LASHING)));
        let these = plank(world, PlankLay { ends, thickness: PLANK.0, bays: PLANK.1, mass });
        world.add_link(before, these[0], None, 1.0, LinkKind::Rope);
        before = these[PLANK.1 as usize];
        ids.extend(these);
    }
    let end = world.add_particle(to, mass, true);
    world.add_link(before, end, None, 1.0, LinkKind::Rope);
    // The rail sags less, so that the hangers in the middle are the shortest.
    let above = |share: f32| low(share, 0.8 * depth) + Vec2::new(0.0, rail);
    let posts = [0.0, 1.0].map(|share| world.add_particle(above(share), mass, true));
    let mut knot = posts[0];
    for i in 1..planks {
        let next = world.add_particle(above(i as f32 / planks as f32), mass, false);
        lay_rope(world, (knot, next), RAIL, mass);
        // From both planks that meet there, or one would tip.
        let plank = |i: u32, last: bool| ids[(i * PLANK_PARTICLES) as usize + if last { PLANK.1 as usize } else { 0 }];
        for at in [plank(i - 1, true), plank(i, false)] {
            lay_rope(world, (next, at), HANGER, mass);
        }
        knot = next;
    }
    lay_rope(world, (knot, posts[1]), RAIL, mass);
    ids
}

fn lay_rope(world: &mut World, (from, to): (ParticleId, ParticleId), links: u32, mass: f32) {
    let ends = (Knot::Old(from), Knot::Old(to));
    rope(world, RopeLay { ends, particles: links + 1, length: None, mass, pins: RopePins::Free });
}

/// A spider's web to be laid.
#[derive(Clone, Copy, Debug)]
pub struct WebLay {
    /// Its hub, m.
    pub at: Vec2,
    /// m.
    pub radius: f32,
    /// Threads from the hub outwards, at least 3.
    pub spokes: u32,
    /// Turns of the spiral, at least 1.
    pub turns: u32,
    /// Mass of each particle, kg.
    pub mass: f32,
}

/// Lays a web: threads from a hub to pins, as spiders do no two equally long; and a spiral across them. Returns the hub, then
/// the particles of each thread, from within, its pin the last.
pub fn web(world: &mut World, lay: WebLay) -> Vec<ParticleId> {
    let WebLay { at, radius, spokes, turns, mass } = lay;
    let mut ids = vec![world.add_particle(at, mass, false)];
    for spoke in 0..spokes {
        let around = f64::from(spoke) / f64::from(spokes);
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * (around + 0.25));
        let way = DVec2::new(cos, sin).as_vec2();
        // The golden ratio's multiples: irregular, and the same everywhere.
        let golden = (f64::from(spoke) * 0.618_033_988_749_895).fract() as f32;
        let first = ids.len();
        for turn in 0..turns {
            let share = (turn as f32 + 1.0 + around as f32) / (turns as f32 + 1.6);
            ids.push(world.add_particle(at + way * (radius * share), mass, false));
        }
        let end = ids.len();
        ids.push(world.add_particle(at + way * radius * (1.0 + 0.18 * golden), mass, true));
        world.add_link(ids[0], ids[first], None, 1.0, LinkKind::Net);
        for pair in first..end {
            world.add_link(ids[pair], ids[pair + 1], None, 1.0, LinkKind::Net);
        }
    }
    let place = |spoke: u32, turn: u32| (1 + spoke * (turns + 1) + turn) as usize;
    for step in 0..(spokes * turns - 1) {
        let (here, next) = ((step % spokes, step / spokes), ((step + 1) % spokes, (step + 1) / spokes));
        world.add_link(ids[place(here.0, here.1)], ids[place(next.0, next.1)], None, 1.0, LinkKind::Net);
    }
    ids
}

/// A doll's points, in its height, from between its feet: those of its right are those of its left, mirrored.
const SHOULDER: Vec2 = Vec2::new(0.125, 0.79);
const HIP: Vec2 = Vec2::new(0.08, 0.5);
const ELBOW: Vec2 = Vec2::new(0.2, 0.64);
const HAND: Vec2 = Vec2::new(0.24, 0.48);
const KNEE: Vec2 = Vec2::new(0.1, 0.26);
const FOOT: Vec2 = Vec2::new(0.11, 0.02);
const HEAD: Vec2 = Vec2::new(0.0, 0.925);
const HEAD_RADIUS: f32 = 0.075;
/// Points around its head; the lowest is the chin.
const HEAD_POINTS: usize = 8;
const CHIN: usize = 1 + 3 * HEAD_POINTS / 4;

/// How near two of its points may come to each other, as a share of the distance that they are laid at: first those at the
/// ends of two bones, then those of different limbs.
const STOPS: (f32, f32) = (0.45, 0.7);

/// Its particles, and links at the most.
pub(super) const DOLL_SIZE: (u64, u64) = (21, 64);

/// Lays a doll of wood: a braced trunk, a head, and limbs of two bones whose joints have ends to their bending. `mass` is that
/// of the trunk's points; the others have less. Returns: head, 8 points around it from its right, then of its left and
/// right shoulders, hips, elbows, hands, knees, feet.
pub fn doll(world: &mut World, at: Vec2, height: f32, mass: f32) -> Vec<ParticleId> {
    let mut ids = vec![world.add_particle(at + HEAD * height, 0.3 * mass, false)];
    for i in 0..HEAD_POINTS {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * i as f64 / HEAD_POINTS as f64);
        let place = HEAD + DVec2::new(cos, sin).as_vec2() * HEAD_RADIUS;
        ids.push(world.add_particle(at + place * height, 0.05 * mass, false));
    }
    let parts =
        [(SHOULDER, 1.0), (HIP, 1.0), (ELBOW, 0.3), (HAND, 0.2), (KNEE, 0.5), (FOOT, 0.3)].map(|(place, share)| {
            [-1.0, 1.0].map(|side| {
                let id = world.add_particle(at + Vec2::new(side * place.x, place.y) * height, share * mass, false);
                ids.push(id);
                id
            })
        });
    let [shoulders, hips, elbows, hands, knees, feet] = parts;
    let beam = |world: &mut World, a, b| world.add_link(a, b, None, 1.0, LinkKind::Beam);
    for i in 0..HEAD_POINTS {
        beam(world, ids[1 + i], ids[1 + (i + 1) % HEAD_POINTS]);
        for other in [ids[0], ids[1 + (i + 2) % HEAD_POINTS]] {
            world.add_link(ids[1 + i], other, None, 1.0, LinkKind::Brace);
        }
    }
    let (chin, trunk) = (ids[CHIN], [shoulders[0], shoulders[1], hips[1], hips[0]]);
    for i in 0..4 {
        beam(world, trunk[i], trunk[(i + 1) % 4]);
    }
    beam(world, trunk[0], trunk[2]);
    beam(world, trunk[1], trunk[3]);
    shoulders.iter().for_each(|&shoulder| beam(world, chin, shoulder));
    for side in 0..2 {
        let bones = [(shoulders, elbows), (elbows, hands), (hips, knees), (knees, feet)];
        bones.iter().for_each(|&(a, b)| beam(world, a[side], b[side]));
        let stop = |world: &mut World, a: ParticleId, b: ParticleId, share: f32| {
            let place = |id: ParticleId| world.particles().position[id.index()];
            let nearest = share * place(a).distance(place(b));
            world.add_link(a, b, Some(nearest), 1.0, LinkKind::Stop);
        };
        let (bent, apart) = STOPS;
        let other = 1 - side;
        for (a, b) in [(shoulders, hands), (hips, feet), (shoulders, knees)] {
            stop(world, a[side], b[side], bent);
        }
        for (a, b) in [(shoulders[other], elbows[side]), (hips[other], knees[side]), (hips[side], elbows[side])] {
            stop(world, a, b, apart);
        }
        stop(world, ids[0], shoulders[side], apart);
    }
    stop_feet(world, knees, feet, STOPS.0);
    ids
}

/// Knees and feet do not change sides.
fn stop_feet(world: &mut World, knees: [ParticleId; 2], feet: [ParticleId; 2], share: f32) {
    for [left, right] in [knees, feet] {
        let place = |id: ParticleId| world.particles().position[id.index()];
        let nearest = share * place(left).distance(place(right));
        world.add_link(left, right, Some(nearest), 1.0, LinkKind::Stop);
    }
}

/// A pendulum to be laid.
#[derive(Clone, Copy, Debug)]
pub struct PendulumLay {
    /// What it hangs from, m.
    pub at: Vec2,
    /// m.
    pub length: f32,
    /// How far it is drawn aside, counter-clockwise from hanging, rad.
    pub angle: f32,
    /// Links of its rope, at least 1.
    pub links: u32,
    /// Mass of each particle of the rope, kg.
    pub mass: f32,
    /// The weight at its end, kg.
    pub weight: f32,
}

/// Lays a pendulum: a straight rope with a weight. Returns its particles, the pin first.
pub fn pendulum(world: &mut World, lay: PendulumLay) -> Vec<ParticleId> {
    let PendulumLay { at, length, angle, links, mass, weight } = lay;
    // libm and not the platform's own: the same bits everywhere.
    let (sin, cos) = libm::sincos(f64::from(angle));
    let end = (at.as_dvec2() + DVec2::new(sin, -cos) * f64::from(length)).as_vec2();
    let ends = (Knot::New(at), Knot::New(end));
    let particles = links.max(1) + 1;
    let ids = rope(world, RopeLay { ends, particles, length: Some(length), mass, pins: RopePins::First });
    world.set_weight(ids[ids.len() - 1], Some(weight));
    ids
}
