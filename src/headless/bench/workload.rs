//! The workloads: ropes, nets and a web, built by the same functions as scenes.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, TAU};

use glam::{DVec2, Vec2};
use thiserror::Error;

use crate::physics::{Colliders, LinkKind, ParticleId, Settings, World};
use crate::scene::recipe::{Endpoint, RopeLayout};
use crate::scene::{Grid, GridPins, RopePins};

/// Length of every rope and side of every net, m.
const LENGTH: f32 = 4.0;

/// Mass of every particle, kg.
const MASS: f32 = 1.0;

/// Spokes of the web.
const WEB_SPOKES: u32 = 100;

/// Turns of the web's thread around the hub. The web has about 20 000 links.
const WEB_TURNS: u32 = 101;

/// Radius of the first turn of the web's thread, m.
const WEB_INNER_RADIUS: f64 = 0.3;

/// Radius of the last turn of the web's thread, which is pinned, m.
const WEB_OUTER_RADIUS: f64 = 2.0;

/// Rest length of the web's links, relative to the distance of their ends.
const WEB_SLACK: f64 = 1.02;

/// An unknown name of a workload.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no workload \"{0}\": rope-N (1 to 100000 links), net-N or net-N-corners (2 to 1000 particles a side), \
     net-100k, net-1m or web expected"
)]
pub struct UnknownWorkload(String);

/// A world that is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    name: String,
    pub(super) shape: Shape,
}

/// Shape of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A rope of this number of links, pinned at its first particle.
    Rope(u32),
    /// A net with this number of particles a side, pinned along its top row.
    Net(u32),
    /// The same net, pinned at its two upper corners.
    Corners(u32),
    /// A spider's web in a ring: a thread wound around a hub, each turn linked to the one inside it. Its particles are
    /// numbered in scattered order, so that it has no rows and is solved through index lists.
    Web,
}

impl Workload {
    /// The workloads that are measured by default.
    pub const NAMES: [&'static str; 9] =
        ["rope-100", "rope-1000", "rope-5000", "net-50", "net-200", "net-200-corners", "web", "net-100k", "net-1m"];

    /// The workload with a name.
    ///
    /// # Errors
    /// When the name is unknown, or its number is out of range.
    pub fn named(name: &str) -> Result<Self, UnknownWorkload> {
        let unknown = || UnknownWorkload(name.to_owned());
        let shape = Self::shape_of(name).ok_or_else(unknown)?;
        Ok(Self { name: name.to_owned(), shape })
    }

    fn shape_of(name: &str) -> Option<Shape> {
        let count = |text: &str, max: u32| text.parse().ok().filter(|count| *count <= max);
        match name {
            "web" => return Some(Shape::Web),
            "net-100k" => return Some(Shape::Net(224)),
            "net-1m" => return Some(Shape::Net(708)),
            _ => {}
        }
        if let Some(links) = name.strip_prefix("rope-") {
            return count(links, 100_000).filter(|links| *links >= 1).map(Shape::Rope);
        }
        let side = name.strip_prefix("net-")?;
        let (side, shape): (_, fn(u32) -> Shape) = match side.strip_suffix("-corners") {
            Some(side) => (side, Shape::Corners),
            None => (side, Shape::Net),
        };
        count(side, 1_000).filter(|side| *side >= 2).map(shape)
    }

    /// The workload `rope-N`.
    pub(super) fn rope(links: u32) -> Self {
        Self { name: format!("rope-{links}"), shape: Shape::Rope(links) }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it hangs straight down from its pins at rest. Its energy at rest is then known exactly.
    pub(super) fn hangs_straight(&self) -> bool {
        matches!(self.shape, Shape::Rope(_) | Shape::Net(_))
    }

    /// The world at its start: ropes and nets straight below their pins, a net that hangs from its corners flat and
    /// taut, the web round.
    #[must_use]
    pub fn hanging(&self) -> World {
        self.build(DVec2::NEG_Y)
    }

    /// The world at the start of a free swing: ropes, and every column of a net, straight at 45 degrees below the
    /// horizontal. Other workloads start as in [`Workload::hanging`].
    #[must_use]
    pub fn aslant(&self) -> World {
        self.build(DVec2::new(FRAC_1_SQRT_2, -FRAC_1_SQRT_2))
    }

    /// The world with its ropes or columns in this direction.
    fn build(&self, direction: DVec2) -> World {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        match self.shape {
            Shape::Rope(links) => {
                let (from, to) = (Endpoint::New(Vec2::ZERO), Endpoint::New((direction * f64::from(LENGTH)).as_vec2()));
                let (particles, pins, kind) = (links + 1, RopePins::First, LinkKind::Rope);
                RopeLayout { from, to, particles, length: None, mass: MASS, pins, kind }.build(&mut world);
            }
            Shape::Net(side) if direction != DVec2::NEG_Y => slanted_net(&mut world, side, direction),
            Shape::Net(side) => net(&mut world, side, GridPins::TopRow),
            Shape::Corners(side) => net(&mut world, side, GridPins::TopCorners),
            Shape::Web => web(&mut world),
        }
        world
    }

    /// The free end: the last particle of a rope, the middle of a net's lowest row, the lowest particle of the web's
    /// first turn.
    pub(super) fn tip(&self) -> ParticleId {
        match self.shape {
            Shape::Rope(links) => ParticleId(links),
            Shape::Net(side) | Shape::Corners(side) => ParticleId((side - 1) * side + side / 2),
            Shape::Web => web_id(0),
        }
    }

    /// The point to which the free end is pulled, m: straight below the pins (their middle, if there are several), at
    /// 1.5 times the distance along the links to the nearest pin.
    pub(super) fn out_of_reach(&self) -> Vec2 {
        let (from, reach) = match self.shape {
            Shape::Rope(_) => (Vec2::ZERO, LENGTH),
            Shape::Net(side) => (Vec2::X * spacing(side) * (side / 2) as f32, LENGTH),
            Shape::Corners(_) => (Vec2::X * (0.5 * LENGTH), 1.5 * LENGTH),
            Shape::Web => (Vec2::ZERO, ((WEB_OUTER_RADIUS - WEB_INNER_RADIUS) * WEB_SLACK) as f32),
        };
        from - Vec2::Y * (1.5 * reach)
    }

    /// Two linked particles in the middle, one above the other: a horizontal cut between them halves a rope or the
    /// columns of a net.
    pub(super) fn middle(&self) -> (ParticleId, ParticleId) {
        let (above, below) = match self.shape {
            Shape::Rope(links) => ((links - 1) / 2, (links - 1) / 2 + 1),
            Shape::Net(side) | Shape::Corners(side) => {
                let above = (side / 2 - 1) * side + side / 2;
                (above, above + side)
            }
            Shape::Web => return (web_id(0), web_id(WEB_SPOKES)),
        };
        (ParticleId(above), ParticleId(below))
    }
}

fn spacing(side: u32) -> f32 {
    LENGTH / (side - 1) as f32
}

fn net(world: &mut World, side: u32, pins: GridPins) {
    let grid = Grid { columns: side, rows: side, spacing: spacing(side), mass: MASS, pins, ..Grid::default() };
    grid.build(world, LinkKind::Net, 0.0);
}

/// A net pinned along its top row, whose columns run in `direction`. It has the particles and links of [`Grid::build`],
/// in the same order.
fn slanted_net(world: &mut World, side: u32, direction: DVec2) {
    let spacing = spacing(side);
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let at = (DVec2::X * f64::from(column) + direction * f64::from(row)) * f64::from(spacing);
        let id = world.add_particle(at.as_vec2(), MASS, row == 0);
        for (has_neighbour, back) in [(column > 0, 1), (row > 0, side)] {
            if has_neighbour {
                world.add_link(ParticleId(id.0 - back), id, Some(spacing), 1.0, LinkKind::Net);
            }
        }
    }
}

/// Id of the web's particle at `index` along its thread. Ids advance by a stride that shares no factor with their
/// count.
fn web_id(index: u32) -> ParticleId {
    const STRIDE: u32 = 6_007;
    ParticleId(index * STRIDE % (WEB_SPOKES * WEB_TURNS))
}

fn web(world: &mut World) {
    let (spokes, turns) = (WEB_SPOKES, WEB_TURNS);
    let count = spokes * turns;
    let position = |index: u32| {
        let share = f64::from(index / spokes) / f64::from(turns - 1);
        let radius = WEB_INNER_RADIUS + (WEB_OUTER_RADIUS - WEB_INNER_RADIUS) * share;
        let (sin, cos) = libm::sincos(TAU * f64::from(index % spokes) / f64::from(spokes) - FRAC_PI_2);
        DVec2::new(cos, sin) * radius
    };
    let mut particles = vec![(DVec2::ZERO, false); count as usize];
    (0..count).for_each(|index| particles[web_id(index).index()] = (position(index), index >= count - spokes));
    for (at, pinned) in particles {
        world.add_particle(at.as_vec2(), MASS, pinned);
    }
    for index in 1..count {
        for back in [1, spokes] {
            if index >= back {
                let rest_length = (position(index) - position(index - back)).length() * WEB_SLACK;
                world.add_link(web_id(index - back), web_id(index), Some(rest_length as f32), 1.0, LinkKind::Net);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workload_names_are_read() {
        let shape = |name| Workload::named(name).map(|workload| workload.shape).ok();
        assert_eq!(shape("rope-7"), Some(Shape::Rope(7)));
        assert_eq!(shape("net-9"), Some(Shape::Net(9)));
        assert_eq!(shape("net-9-corners"), Some(Shape::Corners(9)));
        assert!(Workload::NAMES.iter().all(|name| shape(name).is_some()));
        for bad in
            ["", "rope", "rope-", "rope-0", "rope-100001", "net-1", "net-1001", "net-x-corners", "net-100k-corners"]
        {
            assert_eq!(shape(bad), None, "{bad}");
        }
    }
}
