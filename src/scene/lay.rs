//! How ropes, nets and bodies are laid into a world: shared by the recipes of scenes and by the tools' commands.

use glam::{DVec2, Vec2};

use super::def::{GridPins, RopePins};
use crate::physics::{LinkKind, ParticleId, World};

/// Where a rope is laid from or to.
#[derive(Clone, Copy, Debug)]
pub enum Knot {
    /// At a new particle, m.
    New(Vec2),
    /// At one that is there.
    Old(ParticleId),
}

impl Knot {
    pub(super) fn position(self, world: &World) -> Vec2 {
        match self {
            Self::New(at) => at,
            Self::Old(id) => world.particles().position.get(id.index()).copied().unwrap_or_default(),
        }
    }

    pub(super) fn particle(self, world: &mut World, mass: f32) -> ParticleId {
        match self {
            Self::New(at) => world.add_particle(at, mass, false),
            Self::Old(id) => id,
        }
    }
}

/// A rope to be laid.
#[derive(Clone, Copy, Debug)]
pub struct RopeLay {
    /// Its ends.
    pub ends: (Knot, Knot),
    /// Particles, both ends included; at least 2.
    pub particles: u32,
    /// Length at rest, m; `None`: the distance of the ends.
    pub length: Option<f32>,
    /// Mass of each new particle, kg.
    pub mass: f32,
    /// Which ends are pinned.
    pub pins: RopePins,
}

/// Lays a rope. Returns its particles, in order.
pub fn rope(world: &mut World, lay: RopeLay) -> Vec<ParticleId> {
    let RopeLay { ends, particles, length, mass, pins } = lay;
    let (from, to) = (ends.0.position(world), ends.1.position(world));
    let count = particles.max(2);
    let rest_length = length.map(|length| length / (count - 1) as f32);
    let places = sag(from, to, length.unwrap_or(0.0), count);
    let mut ids = vec![ends.0.particle(world, mass)];
    ids.extend(places[1..places.len() - 1].iter().map(|&place| world.add_particle(place, mass, false)));
    ids.push(ends.1.particle(world, mass));
    let straight = rest_length.unwrap_or((to - from).length() / (count - 1) as f32);
    for pair in ids.windows(2) {
        world.add_link(pair[0], pair[1], Some(straight), 1.0, LinkKind::Rope);
    }
    let (first, last) = (ids[0], ids[ids.len() - 1]);
    match pins {
        RopePins::Free => {}
        RopePins::First => world.set_pinned(first, true),
        RopePins::Last => world.set_pinned(last, true),
        RopePins::Both => [first, last].iter().for_each(|&id| world.set_pinned(id, true)),
    }
    ids
}

/// So many new particles evenly between two ends, each linked to the next at its distance. Returns the new ones.
pub fn between(world: &mut World, ends: (Knot, Knot), count: u32, mass: f32) -> Vec<ParticleId> {
    let ids = rope(world, RopeLay { ends, particles: count + 2, length: None, mass, pins: RopePins::Free });
    ids[1..ids.len() - 1].to_vec()
}

/// Points from `from` to `to` with equal distances between neighbours: along a parabola where `length` (m) is longer than
/// the way, else on the straight line. A resting rope is a catenary; a parabola is near enough to start from, and is
/// found without exp(). The distances are exact: a link laid 1 % too short would fly apart in the first substep.
fn sag(from: Vec2, to: Vec2, length: f32, count: u32) -> Vec<Vec2> {
    let (from, to, length) = (from.as_dvec2(), to.as_dvec2(), f64::from(length));
    let links = count - 1;
    if links == 1 || length <= (to - from).length() {
        return (0..count).map(|i| from.lerp(to, f64::from(i) / f64::from(links)).as_vec2()).collect();
    }
    let pieces = (8 * links.min(MOST_PIECES)).min(MOST_PIECES);
    // Between ends one above the other it would be folded onto itself, with links that turn back on the spot: it gets room.
    let is_steep = (to.x - from.x).abs() < STEEP * length;
    let down = if is_steep { DVec2::new(0.6, -0.8) } else { -DVec2::Y };
    let curve = |depth: f64| -> Vec<DVec2> {
        let at = |t: f64| from + (to - from) * t + down * (4.0 * depth * t * (1.0 - t));
        (0..=pieces).map(|i| at(f64::from(i) / f64::from(pieces))).collect()
    };
    let (link, between) = (length / f64::from(links), links as usize - 1);
    // The deeper it sags, the further from its end is the last point but one: bisection, until an f32
    // would not show it.
    let (mut low, mut high) = (0.0, length);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        let places = walk(&curve(middle), link, between);
        let last = places[places.len() - 1];
        let too_deep = places.len() > between && last.distance(to) > link;
        if too_deep { high = middle } else { low = middle }
    }
    let mut places = walk(&curve(high), link, between);
    places.resize(between + 1, to);
    places.push(to);
    places.iter().map(DVec2::as_vec2).collect()
}

/// Ends that are nearer to each other sideways than this share of a rope's length lie one above the other.
const STEEP: f64 = 0.05;

/// Most pieces of the curve along which a sagging rope is laid.
const MOST_PIECES: u32 = 512;

/// The start of a line, and up to `count` more points on it, each at the distance `link` from the one before.
fn walk(line: &[DVec2], link: f64, count: usize) -> Vec<DVec2> {
    let mut places = vec![line[0]];
    let mut piece = 0;
    while places.len() <= count {
        let from = places[places.len() - 1];
        while piece + 2 < line.len() && line[piece + 1].distance(from) < link {
            piece += 1;
        }
        // Where the piece leaves the circle around `from`: the larger root of |start + way s - from|² = link².
        let (start, way) = (line[piece] - from, line[piece + 1] - line[piece]);
        let (a, b, c) = (way.length_squared(), start.dot(way), start.length_squared() - link * link);
        let share = (-b + (b * b - a * c).max(0.0).sqrt()) / a;
        if share.is_nan() || share > 1.0 {
            break;
        }
        places.push(line[piece] + way * share);
    }
    places
}

/// A grid to be laid.
#[derive(Clone, Copy, Debug)]
pub struct GridLay {
    /// Upper left corner, m.
    pub at: Vec2,
    /// Particles across, at least 2.
    pub columns: u32,
    /// Particles down, at least 2.
    pub rows: u32,
    /// m.
    pub spacing: f32,
    /// Mass of each particle, kg.
    pub mass: f32,
    /// Which are pinned.
    pub pins: GridPins,
    /// [`LinkKind::Net`], [`LinkKind::Lattice`], or [`LinkKind::Cloth`] for one that is filled.
    pub kind: LinkKind,
    /// Stiffness of the diagonals, 0 (none) to 1.
    pub shear: f32,
    /// How much narrower than its width it hangs, 0 to 0.9.
    pub gather: f32,
}

/// Lays a net or cloth, rows from the top, each with its links to the left and upwards. Returns its particles.
pub fn grid(world: &mut World, lay: GridLay) -> Vec<ParticleId> {
    let GridLay { at, columns, rows, spacing, mass, pins, kind, shear, gather } = lay;
    let top = scallops(columns, pins.span(columns), spacing, gather);
    let mut ids: Vec<ParticleId> = Vec::with_capacity(columns as usize * rows as usize);
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let place = at + top[column as usize] - Vec2::new(0.0, row as f32 * spacing);
        let id = world.add_particle(place, mass, pins.pins(column, row, columns, rows));
        let left = (column > 0).then(|| ids[ids.len() - 1]);
        let above = (row > 0).then(|| ids[ids.len() - columns as usize]);
        let sewn = |edge| if edge && kind == LinkKind::Cloth { LinkKind::Hem } else { kind };
        let (across, down) = (sewn(row == 0 || row + 1 == rows), sewn(column == 0 || column + 1 == columns));
        for (neighbour, kind) in [(left, across), (above, down)] {
            if let Some(neighbour) = neighbour {
                world.add_link(neighbour, id, Some(spacing), 1.0, kind);
            }
        }
        if let (Some(left), Some(above)) = (left, above) {
            let corner = ids[ids.len() - columns as usize - 1];
            if shear > 0.0 {
                world.add_link(corner, id, None, shear, LinkKind::Brace);
                world.add_link(above, left, None, shear, LinkKind::Brace);
            }
            if kind == LinkKind::Cloth {
                world.add_face([corner, above, id, left]);
            }
        }
        ids.push(id);
    }
    ids
}

/// Where the particles of a grid's row hang, m from its first: in arcs between pins `span` columns apart, all links at
/// their length.
fn scallops(columns: u32, span: u32, spacing: f32, gather: f32) -> Vec<Vec2> {
    if gather == 0.0 {
        return (0..columns).map(|column| Vec2::new(column as f32 * spacing, 0.0)).collect();
    }
    // All arcs between pins are alike; the last may be shorter.
    let arc = |links: u32| {
        let length = links as f32 * spacing;
        sag(Vec2::ZERO, Vec2::new(length * (1.0 - gather), 0.0), length, links + 1)
    };
    let (links, span) = (columns - 1, span.min(columns - 1));
    let (whole, rest) = (arc(span), links % span);
    let mut places = vec![Vec2::ZERO];
    for _ in 0..links / span {
        let from = places[places.len() - 1];
        places.extend(whole[1..].iter().map(|&place| from + place));
    }
    if rest > 0 {
        let from = places[places.len() - 1];
        places.extend(arc(rest)[1..].iter().map(|&place| from + place));
    }
    places
}

impl GridPins {
    /// Columns from one upper pin to the next.
    fn span(self, columns: u32) -> u32 {
        match self {
            Self::TopEvery(n) => n.max(1),
            Self::TopRow => 1,
            Self::Free | Self::TopCorners | Self::Corners | Self::LeftColumn => columns.max(2) - 1,
        }
    }

    fn pins(self, column: u32, row: u32, columns: u32, rows: u32) -> bool {
        let side = column == 0 || column + 1 == columns;
        match self {
            Self::Free => false,
            Self::TopCorners => row == 0 && side,
            Self::TopRow => row == 0,
            Self::TopEvery(n) => row == 0 && (column.is_multiple_of(n.max(1)) || side),
            Self::Corners => (row == 0 || row + 1 == rows) && side,
            Self::LeftColumn => column == 0,
        }
    }
}

/// Lays a braced box. Returns its corners, counter-clockwise from the lower left.
pub fn braced_box(world: &mut World, at: Vec2, size: Vec2, mass: f32) -> Vec<ParticleId> {
    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let ids: Vec<_> = corners.iter().map(|&corner| world.add_particle(at + corner * size, mass, false)).collect();
    for i in 0..4 {
        world.add_link(ids[i], ids[(i + 1) % 4], None, 1.0, LinkKind::Beam);
    }
    world.add_link(ids[0], ids[2], None, 1.0, LinkKind::Beam);
    world.add_link(ids[1], ids[3], None, 1.0, LinkKind::Beam);
    ids
}

/// Lays a wheel. Returns its hub, then its rim, counter-clockwise from the right.
pub fn wheel(world: &mut World, at: Vec2, radius: f32, spokes: u32, mass: f32) -> Vec<ParticleId> {
    let mut ids = vec![world.add_particle(at, mass, false)];
    for i in 0..spokes {
        // libm and not the platform's own: the same bits everywhere.
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(spokes));
        ids.push(world.add_particle(at + DVec2::new(cos, sin).as_vec2() * radius, mass, false));
    }
    let rim = ids.len() - 1;
    for i in 0..rim {
        world.add_link(ids[0], ids[1 + i], None, 1.0, LinkKind::Beam);
        world.add_link(ids[1 + i], ids[1 + (i + 1) % rim], None, 1.0, LinkKind::Beam);
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{Colliders, Settings};

    fn world() -> World {
        World::new(Settings::default(), Colliders::default(), 0)
    }

    #[test]
    fn a_slack_rope_is_laid_without_stretch() {
        let mut world = world();
        let ends = (Knot::New(Vec2::ZERO), Knot::New(Vec2::new(2.0, 0.5)));
        rope(&mut world, RopeLay { ends, particles: 50, length: Some(3.0), mass: 0.1, pins: RopePins::Both });
        for link in world.constraints() {
            let position = &world.particles().position;
            let length = (position[link.b.index()] - position[link.a.index()]).length();
            assert!((length / link.rest_length - 1.0).abs() < 1e-5, "{length} for {}", link.rest_length);
        }
        assert_eq!(world.particles().position[49], Vec2::new(2.0, 0.5));
    }

    #[test]
    fn between_adds_n_points_in_a_row() {
        let mut world = world();
        let a = world.add_particle(Vec2::ZERO, 1.0, true);
        let added = between(&mut world, (Knot::Old(a), Knot::New(Vec2::new(4.0, 0.0))), 3, 1.0);
        assert_eq!((added.len(), world.link_count(), world.particles().len()), (3, 4, 5));
        assert_eq!(world.particles().position[added[1].index()], Vec2::new(2.0, 0.0));
    }

    #[test]
    fn a_cloth_of_three_by_two_has_two_faces() {
        let mut world = world();
        let lay = GridLay {
            at: Vec2::ZERO,
            columns: 3,
            rows: 2,
            spacing: 1.0,
            mass: 1.0,
            pins: GridPins::TopCorners,
            kind: LinkKind::Cloth,
            shear: 0.0,
            gather: 0.0,
        };
        grid(&mut world, lay);
        assert_eq!((world.link_count(), world.face_count()), (7, 2));
        assert_eq!(world.particles().pinned, [true, false, true, false, false, false]);
    }

    #[test]
    fn a_gathered_curtain_is_laid_without_stretch() {
        let mut world = world();
        let (pins, kind) = (GridPins::TopEvery(4), LinkKind::Net);
        let lay = GridLay {
            at: Vec2::ONE,
            columns: 11,
            rows: 3,
            spacing: 0.1,
            mass: 1.0,
            pins,
            kind,
            shear: 0.0,
            gather: 0.2,
        };
        let ids = grid(&mut world, lay);
        for link in world.constraints() {
            let ends = [link.a, link.b].map(|end| world.particles().position[end.index()]);
            let error = ends[0].distance(ends[1]) / link.rest_length - 1.0;
            assert!(error.abs() < 1e-5, "{error}");
        }
        let width = world.particles().position[ids[10].index()].x - 1.0;
        assert!((width - 0.8).abs() < 1e-4, "{width}");
    }

    #[test]
    fn a_wheel_is_round() {
        let mut world = world();
        let ids = wheel(&mut world, Vec2::ONE, 2.0, 12, 1.0);
        assert_eq!((ids.len(), world.link_count()), (13, 24));
        for id in &ids[1..] {
            assert!((world.particles().position[id.index()].distance(Vec2::ONE) - 2.0).abs() < 1e-5);
        }
    }
}
