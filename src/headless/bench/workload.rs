//! What is measured: ropes, nets and a web, laid through the same functions as any scene.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, TAU};

use glam::{DVec2, Vec2};
use thiserror::Error;

use crate::{
    physics::{Colliders, LinkKind, ParticleId, Settings, World},
    scene::{
        Grid, GridPins, RopePins,
        recipe::{Endpoint, RopeLayout},
    },
};

/// Length of every rope and side of every net, m, whatever the count of links.
const LENGTH: f32 = 4.0;

/// Mass of every particle, kg.
const MASS: f32 = 1.0;

/// Spokes of the web, and turns of its thread around the hub: about 20 000 links.
const WEB: (u32, u32) = (100, 101);

/// How far the web's thread is from its centre, m: at the first turn and at the last, which is pinned.
const WEB_RADIUS: (f64, f64) = (0.3, 2.0);

/// How much longer the web's links are than the ways between their ends: so much it sags.
const WEB_SLACK: f64 = 1.02;

/// What the name of a workload may be, where the one that was given is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no workload \"{0}\": rope-N (1 to 100000 links), net-N or net-N-corners (2 to 1000 particles a side), \
     net-100k, net-1m or web expected"
)]
pub struct UnknownWorkload(String);

/// One thing to be measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    name: String,
    pub(super) shape: Shape,
}

/// What a workload is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A rope of so many links, pinned at its first particle.
    Rope(u32),
    /// A net with so many particles a side, pinned along its top row.
    Net(u32),
    /// The same, pinned at its two upper corners.
    Corners(u32),
    /// A spider's web in a ring: a thread wound around a hub, each turn linked to the one inside it. Its particles are
    /// numbered as if they had been shuffled, so that it lies in no rows and can only be solved through index lists.
    Web,
}

impl Workload {
    /// The workloads that are measured where none is named.
    pub const NAMES: [&'static str; 9] =
        ["rope-100", "rope-1000", "rope-5000", "net-50", "net-200", "net-200-corners", "web", "net-100k", "net-1m"];

    /// The workload of that name.
    ///
    /// # Errors
    /// When the name is none, or its count is out of range.
    pub fn named(name: &str) -> Result<Self, UnknownWorkload> {
        let unknown = || UnknownWorkload(name.to_owned());
        let shape = Self::shape_of(name).ok_or_else(unknown)?;
        Ok(Self { name: name.to_owned(), shape })
    }

    fn shape_of(name: &str) -> Option<Shape> {
        let count = |text: &str, most: u32| text.parse().ok().filter(|count| *count <= most);
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

    /// `rope-N`.
    pub(super) fn rope(links: u32) -> Self {
        Self { name: format!("rope-{links}"), shape: Shape::Rope(links) }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it hangs straight down from its pins when it is at rest, so that this rest is known exactly.
    pub(super) fn hangs_straight(&self) -> bool {
        matches!(self.shape, Shape::Rope(_) | Shape::Net(_))
    }

    /// As it starts: ropes and nets at rest straight below their pins, a net that hangs from its corners flat and taut,
    /// the web round.
    #[must_use]
    pub fn hanging(&self) -> World {
        self.laid(DVec2::NEG_Y)
    }

    /// As it swings freely: ropes, and every column of a net, straight at 45 degrees below the horizontal. What does not
    /// hang straight down starts as in [`Workload::hanging`].
    #[must_use]
    pub fn aslant(&self) -> World {
        self.laid(DVec2::new(FRAC_1_SQRT_2, -FRAC_1_SQRT_2))
    }

    /// Laid with its ropes or columns in the direction `way`.
    fn laid(&self, way: DVec2) -> World {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        match self.shape {
            Shape::Rope(links) => {
                let (from, to) = (Endpoint::New(Vec2::ZERO), Endpoint::New((way * f64::from(LENGTH)).as_vec2()));
                let pins = RopePins::First;
                RopeLayout { from, to, particles: links + 1, length: None, mass: MASS, pins }.build(&mut world);
            }
            Shape::Net(side) if way != DVec2::NEG_Y => lean(&mut world, side, way),
            Shape::Net(side) => net(&mut world, side, GridPins::TopRow),
            Shape::Corners(side) => net(&mut world, side, GridPins::TopCorners),
            Shape::Web => web(&mut world),
        }
        world
    }

    /// The free end: a rope's last particle, the middle of a net's lowest row, the lowest of the web's first turn.
    pub(super) fn tip(&self) -> ParticleId {
        match self.shape {
            Shape::Rope(links) => ParticleId(links),
            Shape::Net(side) | Shape::Corners(side) => ParticleId((side - 1) * side + side / 2),
            Shape::Web => web_id(0),
        }
    }

    /// Where the free end is pulled to, m: straight down from the pins (their middle, where there are many), 1.5 times as
    /// far as the way along the links to the nearest pin.
    pub(super) fn out_of_reach(&self) -> Vec2 {
        let (from, reach) = match self.shape {
            Shape::Rope(_) => (Vec2::ZERO, LENGTH),
            Shape::Net(side) => (Vec2::X * spacing(side) * (side / 2) as f32, LENGTH),
            Shape::Corners(_) => (Vec2::X * (0.5 * LENGTH), 1.5 * LENGTH),
            Shape::Web => (Vec2::ZERO, ((WEB_RADIUS.1 - WEB_RADIUS.0) * WEB_SLACK) as f32),
        };
        from - Vec2::Y * (1.5 * reach)
    }

    /// Two particles, one above the other and linked, in the middle: a horizontal cut between them cuts a rope or the
    /// columns of a net in half.
    pub(super) fn middle(&self) -> (ParticleId, ParticleId) {
        let (above, below) = match self.shape {
            Shape::Rope(links) => ((links - 1) / 2, (links - 1) / 2 + 1),
            Shape::Net(side) | Shape::Corners(side) => {
                let above = (side / 2 - 1) * side + side / 2;
                (above, above + side)
            }
            Shape::Web => return (web_id(0), web_id(WEB.0)),
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

/// A net pinned along its top row, as [`Grid::build`] makes it, but with its columns in the direction `way`: the same particles
/// and links in the same order.
fn lean(world: &mut World, side: u32, way: DVec2) {
    let spacing = spacing(side);
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let place = (DVec2::X * f64::from(column) + way * f64::from(row)) * f64::from(spacing);
        let id = world.add_particle(place.as_vec2(), MASS, row == 0);
        for (is_there, back) in [(column > 0, 1), (row > 0, side)] {
            if is_there {
                world.add_link(ParticleId(id.0 - back), id, Some(spacing), 1.0, LinkKind::Net);
            }
        }
    }
}

/// The web's particle at `place` along its thread: numbered in strides that share no factor with their count.
fn web_id(place: u32) -> ParticleId {
    const STRIDE: u32 = 6_007;
    ParticleId(place * STRIDE % (WEB.0 * WEB.1))
}

fn web(world: &mut World) {
    let (spokes, turns) = WEB;
    let count = spokes * turns;
    let place = |place: u32| {
        let share = f64::from(place / spokes) / f64::from(turns - 1);
        let radius = WEB_RADIUS.0 + (WEB_RADIUS.1 - WEB_RADIUS.0) * share;
        let (sin, cos) = libm::sincos(TAU * f64::from(place % spokes) / f64::from(spokes) - FRAC_PI_2);
        DVec2::new(cos, sin) * radius
    };
    let mut places = vec![(DVec2::ZERO, false); count as usize];
    (0..count).for_each(|at| places[web_id(at).index()] = (place(at), at >= count - spokes));
    for (at, pinned) in places {
        world.add_particle(at.as_vec2(), MASS, pinned);
    }
    for at in 1..count {
        for back in [1, spokes] {
            if at >= back {
                let rest_length = (place(at) - place(at - back)).length() * WEB_SLACK;
                world.add_link(web_id(at - back), web_id(at), Some(rest_length as f32), 1.0, LinkKind::Net);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
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

    #[test]
    fn a_net_that_leans_has_the_links_of_one_that_hangs() {
        let net = Workload::named("net-9").expect("it is one");
        let (hanging, aslant) = (net.hanging(), net.aslant());
        assert!(hanging.links().eq(aslant.links()));
        assert_eq!(hanging.particles().pinned, aslant.particles().pinned);
        assert!(aslant.stretch().max < 1e-5);
    }

    #[test]
    fn each_has_its_size_and_its_free_end_hangs_below_the_pins() {
        for (name, links, tip) in [
            ("rope-100", 100, Vec2::new(0.0, -4.0)),
            ("net-3", 12, Vec2::new(2.0, -4.0)),
            ("web", 20_099, Vec2::new(0.0, -0.3)),
        ] {
            let workload = Workload::named(name).expect("it is one");
            let world = workload.hanging();
            assert_eq!(world.link_count(), links, "{name}");
            let at = world.particles().position[workload.tip().index()];
            assert!((at - tip).length() < 1e-5, "{name}: {at}");
            assert!(world.stretch().max < 1e-4, "{name}");
        }
    }

    #[test]
    fn the_web_is_a_web() {
        let world = Workload::named("web").expect("it is one").hanging();
        assert_eq!(world.particles().pinned.iter().filter(|pinned| **pinned).count(), 100);
        let mut linked = vec![0; world.particles().len()];
        world.links().flat_map(|link| [link.a, link.b]).for_each(|end| linked[end.index()] += 1);
        assert!(linked.iter().all(|links| (2..=4).contains(links)), "a thread and its spokes");
    }
}
