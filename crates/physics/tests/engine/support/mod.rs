//! Ropes, nets and bodies, as tests of several files build them.

use std::ops::Range;

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{LinkKind, ParticleId, World};

/// Whether sweeps try all of their cases, as `.ci/campaign` has it, and not the sample of `.ci/run`.
pub fn is_full_sweep() -> bool {
    std::env::var("SWEEP").is_ok_and(|sweep| sweep == "all")
}

/// The ids that a range of particles spans.
pub type Ids = Range<u32>;

/// A chain of particles along a polyline, with links of about this length, m.
pub fn polyline(world: &mut World, corners: &[Vec2], link: f32) -> Ids {
    let first = world.particles().len() as u32;
    let mut points = vec![corners[0]];
    for pair in corners.windows(2) {
        let count = ((pair[1] - pair[0]).length() / link).round().max(1.0);
        points.extend((1..=count as u16).map(|k| pair[0] + (pair[1] - pair[0]) * (f32::from(k) / count)));
    }
    for (index, point) in points.iter().enumerate() {
        let added = world.add_particle(*point, 0.02, false);
        if index > 0 {
            world.add_link(ParticleId(added.0 - 1), added, None, 1.0, LinkKind::Rope);
        }
    }
    first..world.particles().len() as u32
}

/// A straight rope, pinned at its first particle.
pub fn rope(world: &mut World, from: Vec2, by: Vec2, particles: u16, mass: f32) -> Ids {
    let first = world.particles().len() as u32;
    for index in 0..particles {
        let at = from + by * (f32::from(index) / f32::from(particles - 1));
        let added = world.add_particle(at, mass, index == 0);
        if index > 0 {
            world.add_link(ParticleId(added.0 - 1), added, None, 1.0, LinkKind::Rope);
        }
    }
    first..world.particles().len() as u32
}

/// A straight rope, pinned at both ends.
pub fn taut_rope(world: &mut World, from: Vec2, length: f32, particles: u16) -> Ids {
    let ids = rope(world, from, Vec2::X * length, particles, 0.02);
    world.set_pinned(ParticleId(ids.end - 1), true);
    ids
}

/// A net that hangs from its two upper corners. Returns its first particle.
pub fn net(world: &mut World, at: Vec2, [columns, rows]: [u32; 2], spacing: f32) -> u32 {
    let first = world.particles().len() as u32;
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let is_pinned = row == 0 && (column == 0 || column + 1 == columns);
        world.add_particle(at + Vec2::new(column as f32, -(row as f32)) * spacing, 0.02, is_pinned);
    }
    for id in 0..columns * rows {
        let here = ParticleId(first + id);
        if (id + 1) % columns != 0 {
            world.add_link(here, ParticleId(first + id + 1), None, 1.0, LinkKind::Net);
        }
        if id + columns < columns * rows {
            world.add_link(here, ParticleId(first + id + columns), None, 1.0, LinkKind::Net);
        }
    }
    first
}

/// Unit vectors at equal angles: the corners of a regular dodecagon.
fn spokes() -> [Vec2; 12] {
    let (c, s) = (0.866_025_4, 0.5);
    let quarter = [Vec2::new(1.0, 0.0), Vec2::new(c, s), Vec2::new(s, c)];
    std::array::from_fn(|index| (0..index / 3).fold(quarter[index % 3], |spoke, _| spoke.perp()))
}

/// A web of twelve spokes and four rings, pinned at every third spoke.
pub fn web(world: &mut World, at: Vec2) {
    let hub = world.add_particle(at, 0.02, false);
    for (ring, spoke) in (0..4u8).flat_map(|ring| spokes().map(|spoke| (ring, spoke))) {
        let is_pinned = ring == 3 && (spoke.x * spoke.y).abs() < 0.1;
        let added = world.add_particle(at + spoke * (0.4 * f32::from(ring + 1)), 0.02, is_pinned);
        let inner = if ring == 0 { hub } else { ParticleId(added.0 - 12) };
        world.add_link(inner, added, None, 1.0, LinkKind::Net);
    }
    for (ring, spoke) in (0..4).flat_map(|ring| (0..12).map(move |spoke| (ring, spoke))) {
        let id = |spoke: u32| ParticleId(hub.0 + 1 + 12 * ring + spoke % 12);
        world.add_link(id(spoke), id(spoke + 1), None, 1.0, LinkKind::Net);
    }
}

/// A tilted box of beams with both diagonals.
pub fn braced_box(world: &mut World, at: Vec2, side: f32) {
    let corners = [Vec2::new(0.0, 0.0), Vec2::new(0.9, 0.3), Vec2::new(0.6, 1.2), Vec2::new(-0.3, 0.9)];
    let ids = corners.map(|corner| world.add_particle(at + corner * side, 0.1, false));
    for (one, other) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        world.add_link(ids[one], ids[other], None, 1.0, LinkKind::Beam);
    }
    for (one, other) in [(0, 2), (1, 3)] {
        world.add_link(ids[one], ids[other], None, 1.0, LinkKind::Brace);
    }
}

/// A wheel of twelve spokes.
pub fn wheel(world: &mut World, at: Vec2, radius: f32) {
    let hub = world.add_particle(at, 0.1, false);
    for spoke in spokes() {
        let rim = world.add_particle(at + spoke * radius, 0.1, false);
        world.add_link(hub, rim, None, 1.0, LinkKind::Beam);
    }
    for index in 0..12 {
        let rim = |index: u32| ParticleId(hub.0 + 1 + index % 12);
        world.add_link(rim(index), rim(index + 1), None, 1.0, LinkKind::Beam);
    }
}
