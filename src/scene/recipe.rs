//! What a scene is built of.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    def::{End, Grid, RopePins, default_mass},
    number,
};
use crate::physics::{LinkKind, Slide};

/// One thing to build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Recipe {
    /// One particle: a nail, or a weight.
    Point {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// Where, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
        /// Pinned there.
        #[serde(default)]
        pinned: bool,
    },
    /// A heavy ball: one particle that is a disc of a size of its own, while ropes meet each other (`rope_contact`).
    Ball {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// Centre, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// m.
        #[serde(deserialize_with = "number::ball")]
        radius: f32,
        /// kg.
        #[serde(deserialize_with = "number::mass")]
        mass: f32,
    },
    /// A rope of equal links.
    Rope {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// Its first particle.
        from: End,
        /// Its last particle.
        to: End,
        /// How many, both ends included.
        #[serde(deserialize_with = "number::row")]
        particles: u32,
        /// Length at rest, m; the distance of its ends if left out. A longer rope is laid as an arc that sags.
        #[serde(default, deserialize_with = "number::some_length")]
        length: Option<f32>,
        /// Mass of each particle, kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
        /// Which ends are pinned.
        #[serde(default)]
        pins: RopePins,
    },
    /// So many new particles in a row between two ends, each linked to the next at its distance (the p5.js rope's
    /// `add_between`).
    AddBetween {
        /// For [`End::Of`]: the new particles.
        #[serde(default)]
        name: Option<String>,
        /// How many new ones.
        #[serde(deserialize_with = "number::some")]
        n: u32,
        /// One end.
        from: End,
        /// The other end.
        to: End,
        /// Mass of each, kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
    },
    /// A link between two particles at their present distance (the p5.js rope's `connect`).
    Connect {
        /// One end.
        a: End,
        /// The other end.
        b: End,
        /// What the picture shows.
        #[serde(default)]
        kind: LinkKind,
    },
    /// A net of square meshes, of cords that only pull.
    Net(Grid),
    /// A net of bars that keep their lengths both ways, as the published nets are.
    Lattice(Grid),
    /// A cloth: a fine net, filled, with braces along both diagonals of each patch if `shear` is above 0. Braces make it
    /// a board: even at a stiffness of 0.05, many substeps leave it no way to fold within its plane.
    Cloth {
        /// Its grid.
        grid: Grid,
        /// Stiffness of the braces, 0 (none are made) to 1.
        #[serde(default, deserialize_with = "number::share")]
        shear: f32,
    },
    /// A braced box: four beams and two diagonals. Particles: lower left, lower right, upper right, upper left.
    Box {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// Lower left corner, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// Width, m.
        #[serde(deserialize_with = "number::length")]
        width: f32,
        /// Height, m.
        #[serde(deserialize_with = "number::length")]
        height: f32,
        /// Mass of each corner, kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
    },
    /// A wheel: a hub (particle 0), and a rim around it, counter-clockwise from its right.
    Wheel {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// Hub, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// m.
        #[serde(deserialize_with = "number::length")]
        radius: f32,
        /// Particles of the rim.
        #[serde(deserialize_with = "number::spokes")]
        spokes: u32,
        /// Mass of each particle, kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
        /// The hub is pinned: the wheel turns in place.
        #[serde(default)]
        pinned: bool,
    },
    /// A weight on a point: from now on the point has this mass.
    Weight {
        /// Where it hangs.
        on: End,
        /// kg.
        #[serde(deserialize_with = "number::mass")]
        mass: f32,
    },
    /// A plank: a stiff strip. Particles: its upper edge from one end to the other, then its lower.
    Plank {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// One end of its upper edge.
        from: End,
        /// The other.
        to: End,
        /// m.
        #[serde(default = "default_plank", deserialize_with = "number::length")]
        thickness: f32,
        /// Fields of the truss that it is.
        #[serde(default = "default_bays", deserialize_with = "number::some")]
        bays: u32,
        /// Mass of each particle, kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
    },
    /// A bridge: planks end to end that hang from a rope above them. Particles: those of the planks, six each.
    Bridge {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// One end, m.
        #[serde(deserialize_with = "number::point")]
        from: Vec2,
        /// The other, m.
        #[serde(deserialize_with = "number::point")]
        to: Vec2,
        /// How many planks, at least two.
        #[serde(deserialize_with = "number::row")]
        planks: u32,
        /// How deep it sags, m.
        #[serde(default = "default_sag", deserialize_with = "number::length")]
        sag: f32,
        /// How high above its ends the rope is tied, m.
        #[serde(default = "default_rail", deserialize_with = "number::length")]
        rail: f32,
        /// Mass of each particle, kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
    },
    /// A spider's web. Particles: its hub, then of each thread from within, its pin the last.
    Web {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// Hub, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// m.
        #[serde(deserialize_with = "number::length")]
        radius: f32,
        /// Threads from the hub outwards.
        #[serde(deserialize_with = "number::spokes")]
        spokes: u32,
        /// Turns of the spiral.
        #[serde(deserialize_with = "number::some")]
        turns: u32,
        /// Mass of each particle, kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
    },
    /// A doll of wood. Particles: head, 8 around it from its right (the 7th is the chin), then each of the left and the
    /// right: shoulders (9 and 10), hips, elbows, hands (15 and 16), knees, feet.
    Doll {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// Between its feet, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// m.
        #[serde(deserialize_with = "number::length")]
        height: f32,
        /// Mass of each particle of its trunk, kg; the others have less.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
    },
    /// A weight at the end of a straight rope. Particles: the rope's, its pin the first.
    Pendulum {
        /// For [`End::Of`].
        #[serde(default)]
        name: Option<String>,
        /// What it hangs from, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// m.
        #[serde(deserialize_with = "number::length")]
        length: f32,
        /// How far it is drawn aside, counter-clockwise from hanging, rad.
        #[serde(default, deserialize_with = "number::angle")]
        angle: f32,
        /// Links of its rope.
        #[serde(default = "default_links", deserialize_with = "number::some")]
        links: u32,
        /// Mass of each particle of the rope, kg.
        #[serde(default = "default_mass", deserialize_with = "number::mass")]
        mass: f32,
        /// The weight at its end, kg.
        #[serde(deserialize_with = "number::mass")]
        weight: f32,
    },
    /// A round obstacle: a post, or a wheel that turns by itself.
    Circle {
        /// Centre, m; of one that slides, where it begins.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// m.
        #[serde(deserialize_with = "number::size")]
        radius: f32,
        /// How fast it turns, counter-clockwise, rad/s.
        #[serde(default, deserialize_with = "number::spin")]
        turns: f32,
        /// The way that it goes there and back again.
        #[serde(default, deserialize_with = "number::slide")]
        slides: Option<Slide>,
        /// Coulomb's coefficient of its surface; that of the settings if it is left out.
        #[serde(default, deserialize_with = "number::friction")]
        friction: Option<f32>,
        /// The share of its speed with which what hits it comes back, likewise.
        #[serde(default, deserialize_with = "number::some_share")]
        restitution: Option<f32>,
    },
    /// A wall with round ends.
    Wall {
        /// The middle of one end, m.
        #[serde(deserialize_with = "number::point")]
        from: Vec2,
        /// The middle of the other, m.
        #[serde(deserialize_with = "number::point")]
        to: Vec2,
        /// m.
        #[serde(default = "default_thickness", deserialize_with = "number::thickness")]
        thickness: f32,
        /// As of a circle.
        #[serde(default, deserialize_with = "number::spin")]
        turns: f32,
        /// As of a circle.
        #[serde(default, deserialize_with = "number::slide")]
        slides: Option<Slide>,
        /// As of a circle.
        #[serde(default, deserialize_with = "number::friction")]
        friction: Option<f32>,
        /// As of a circle.
        #[serde(default, deserialize_with = "number::some_share")]
        restitution: Option<f32>,
    },
    /// A solid box that nothing moves (`Box` is one of beams).
    Block {
        /// Centre, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// Width, m.
        #[serde(deserialize_with = "number::thickness")]
        width: f32,
        /// Height, m.
        #[serde(deserialize_with = "number::thickness")]
        height: f32,
        /// How far it is turned counter-clockwise, rad.
        #[serde(default, deserialize_with = "number::angle")]
        angle: f32,
        /// As of a circle.
        #[serde(default, deserialize_with = "number::spin")]
        turns: f32,
        /// As of a circle.
        #[serde(default, deserialize_with = "number::slide")]
        slides: Option<Slide>,
        /// As of a circle.
        #[serde(default, deserialize_with = "number::friction")]
        friction: Option<f32>,
        /// As of a circle.
        #[serde(default, deserialize_with = "number::some_share")]
        restitution: Option<f32>,
    },
    /// A blower: a jet of air.
    Blower {
        /// The middle of its mouth, m.
        #[serde(deserialize_with = "number::point")]
        at: Vec2,
        /// Where it blows: a vector (x, y) of any length.
        #[serde(deserialize_with = "number::way")]
        towards: Vec2,
        /// How fast the air comes out, m/s.
        #[serde(deserialize_with = "number::blow")]
        speed: f32,
        /// Width of its mouth, m.
        #[serde(default = "default_mouth", deserialize_with = "number::mouth")]
        width: f32,
        /// How far it is to be felt, m.
        #[serde(default = "default_reach", deserialize_with = "number::reach")]
        reach: f32,
    },
}

/// Width of a blower's mouth for which a recipe names none, m.
const fn default_mouth() -> f32 {
    0.6
}

/// Reach of a blower for which a recipe names none, m.
const fn default_reach() -> f32 {
    6.0
}

/// Thickness of a plank for which a recipe names none, m; how many fields; a bridge's sag and the height of its rope, m.
const fn default_plank() -> f32 {
    0.06
}

const fn default_bays() -> u32 {
    2
}

const fn default_sag() -> f32 {
    0.3
}

const fn default_rail() -> f32 {
    0.8
}

/// Links of a pendulum for which a recipe names none.
const fn default_links() -> u32 {
    8
}

/// Thickness of a wall for which a recipe names none, m.
const fn default_thickness() -> f32 {
    0.1
}
