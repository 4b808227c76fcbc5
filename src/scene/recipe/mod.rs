//! Recipes: the entries under `build` of a scene file. Each file here holds one kind of entry: its fields with their
//! ranges and defaults, its size, and how its particles and links are made.
//!
//! To add a recipe, write such a file, name it in the list below, and describe it in `docs/scene-format.md`. The order
//! in which a recipe makes particles and links is part of its contract: another order gives other state hashes.
//!
//! Recipes share the files `end` (ends of ropes and links), `grid`, `slack` (curves) and `variant` (reading and writing).

mod add_between;
mod anchor;
mod ball;
mod block;
mod blower;
mod braced_box;
mod bridge;
mod circle;
mod cloth;
mod connect;
mod doll;
mod end;
mod grid;
mod lattice;
mod motor;
mod muscle;
mod net;
mod pendulum;
mod piston;
mod plank;
mod point;
mod rope;
mod slack;
mod spring;
mod variant;
mod wall;
mod web;
mod weight;
mod wheel;
mod winch;

use std::fmt;

use glam::{DVec2, Vec2};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{EnumAccess, Visitor},
};

use self::variant::{AsVariant, VariantFields};
pub use self::{
    end::{End, Endpoint},
    grid::{Grid, GridPins},
    rope::{RopeLayout, RopePins},
    slack::{divide, slack_curve},
};
use super::{error::BuildError, material, names::Names, validate};
use crate::physics::{BlowerDef, Form, LinkDrive, LinkKind, PARTICLE_MASS, ParticleId, ShapeDef, Slide, World};

/// Mass of a particle for which a recipe names none, kg.
pub const DEFAULT_MASS: f32 = PARTICLE_MASS;

const fn default_mass() -> f32 {
    DEFAULT_MASS
}

/// An upper bound of what a recipe or a scene adds to a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Particles.
    pub particles: u64,
    /// Links.
    pub links: u64,
    /// Obstacles.
    pub shapes: usize,
    /// Blowers.
    pub blowers: usize,
    /// Balls.
    pub balls: usize,
}

impl Size {
    /// Particles and links, and nothing else.
    pub(super) fn of(particles: u64, links: u64) -> Self {
        Self { particles, links, ..Self::default() }
    }

    /// A chain of `particles` particles and its two ends.
    fn of_chain(particles: u32) -> Self {
        Self::of(u64::from(particles) + 2, u64::from(particles) + 2)
    }

    /// One obstacle.
    fn of_shape() -> Self {
        Self { shapes: 1, ..Self::default() }
    }
}

impl std::ops::Add for Size {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            particles: self.particles.saturating_add(other.particles),
            links: self.links.saturating_add(other.links),
            shapes: self.shapes + other.shapes,
            blowers: self.blowers + other.blowers,
            balls: self.balls + other.balls,
        }
    }
}

/// Name, ends and size of a recipe, known before it is built.
#[derive(Default)]
pub(super) struct Outline<'r> {
    /// The name by which [`End::Of`] finds its particles.
    pub name: Option<&'r str>,
    /// Number of particles that [`End::Of`] can name.
    pub named_particles: u64,
    /// The ends that must name particles built before.
    pub ends: [Option<&'r End>; 2],
    /// The obstacle before it to which it refers.
    pub obstacle: Option<u32>,
    /// Names of the materials of its links: of ropes, and of all others.
    pub materials: [Option<&'r str>; 2],
    /// An upper bound of what it adds to the world.
    pub size: Size,
}

impl<'r> Outline<'r> {
    /// A recipe without a name and ends.
    fn of(size: Size) -> Self {
        Self { size, ..Self::default() }
    }

    /// The same with the name of `particles` particles.
    fn named(self, name: &'r Option<String>, particles: impl Into<u64>) -> Self {
        Self { name: name.as_deref(), named_particles: particles.into(), ..self }
    }

    /// The same of a material.
    fn made_of(self, material: &'r Option<String>) -> Self {
        Self { materials: [material.as_deref(); 2], ..self }
    }

    /// The same with ropes of another material.
    fn with_ropes(self, material: &'r Option<String>) -> Self {
        let [_, others] = self.materials;
        Self { materials: [material.as_deref(), others], ..self }
    }

    /// The same between two ends.
    fn between(self, from: &'r End, to: &'r End) -> Self {
        Self { ends: [Some(from), Some(to)], ..self }
    }
}

/// A kind of recipe.
trait BuildRecipe {
    /// Its name, ends and size.
    fn outline(&self) -> Outline<'_>;

    /// Builds it. Returns the particles that [`End::Of`] can name, in the documented order.
    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError>;
}

/// Defines [`Recipe`] and all that has one case for each kind of recipe.
macro_rules! recipes {
    ($($kind:ident = $file:ident::$definition:ident),* $(,)?) => {
        $(pub use self::$file::$definition;)*

        /// One thing to build.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Recipe {
            $(#[doc = concat!("See [`", stringify!($definition), "`].")] $kind($definition),)*
        }

        #[derive(Deserialize)]
        #[serde(variant_identifier)]
        enum Kind {
            $($kind,)*
        }

        const KINDS: &[&str] = &[$(stringify!($kind)),*];

        impl Recipe {
            fn definition(&self) -> &dyn BuildRecipe {
                match self {
                    $(Self::$kind(definition) => definition,)*
                }
            }
        }

        impl Serialize for Recipe {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$kind(definition) => definition.serialize(AsVariant {
                        to,
                        of: "Recipe",
                        index: Kind::$kind as u32,
                        variant: stringify!($kind),
                    }),)*
                }
            }
        }

        impl<'de> Visitor<'de> for RecipeVisitor {
            type Value = Recipe;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a recipe")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, from: A) -> Result<Recipe, A::Error> {
                let (kind, fields) = from.variant()?;
                match kind {
                    $(Kind::$kind => $definition::deserialize(VariantFields(fields)).map(Recipe::$kind),)*
                }
            }
        }
    };
}

// The list of all recipes: the name in scene files, and the file and type that define it.
recipes! {
    Point = point::Point,
    Ball = ball::Ball,
    Rope = rope::Rope,
    AddBetween = add_between::AddBetween,
    Connect = connect::Connect,
    Net = net::Net,
    Lattice = lattice::Lattice,
    Cloth = cloth::Cloth,
    Box = braced_box::BracedBox,
    Wheel = wheel::Wheel,
    Weight = weight::Weight,
    Anchor = anchor::Anchor,
    Plank = plank::Plank,
    Bridge = bridge::Bridge,
    Web = web::Web,
    Doll = doll::Doll,
    Pendulum = pendulum::Pendulum,
    Circle = circle::Circle,
    Wall = wall::Wall,
    Block = block::Block,
    Blower = blower::Blower,
    Winch = winch::Winch,
    Piston = piston::Piston,
    Muscle = muscle::Muscle,
    Spring = spring::Spring,
    Motor = motor::Motor,
}

struct RecipeVisitor;

impl<'de> Deserialize<'de> for Recipe {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_enum("Recipe", KINDS, RecipeVisitor)
    }
}

impl Recipe {
    /// Its name, ends and size, known before anything is built.
    pub(super) fn outline(&self) -> Outline<'_> {
        self.definition().outline()
    }

    /// An upper bound of what it adds to a world.
    pub fn size(&self) -> Size {
        self.outline().size
    }

    /// Adds it to the world, and its name to `names`.
    pub(super) fn build(&self, world: &mut World, names: &mut Names) -> Result<(), BuildError> {
        let first = world.link_slots();
        let ids = self.definition().build(world, names)?;
        for (is_rope, name) in [true, false].into_iter().zip(self.outline().materials) {
            let Some(name) = name else { continue };
            let material = material::find_in(&names.materials, world, name);
            if let Some(number) = material.and_then(|material| world.add_material(&material)) {
                world.set_material_from(first, number, |kind| (kind == LinkKind::Rope) == is_rope);
            }
        }
        names.insert(self.outline().name, ids.len(), ids)
    }

    /// The grid of a net, lattice or cloth.
    pub fn grid_mut(&mut self) -> Option<&mut Grid> {
        match self {
            Self::Net(Net(grid)) | Self::Lattice(Lattice(grid)) | Self::Cloth(Cloth { grid, .. }) => Some(grid),
            _ => None,
        }
    }
}

/// Adds a link of full stiffness whose rest length is the present distance of its ends.
fn link(world: &mut World, a: ParticleId, b: ParticleId, kind: LinkKind) {
    world.add_link(a, b, None, 1.0, kind);
}

/// Adds a driven link of a kind between two ends, and returns its particles. Its drive is known by its length, m.
fn driven(
    world: &mut World,
    names: &Names,
    (a, b, kind): (&End, &End, LinkKind),
    drive: impl FnOnce(f32) -> LinkDrive,
) -> Result<[ParticleId; 2], BuildError> {
    let (a, b) = (names.endpoint(a)?, names.endpoint(b)?);
    let (a, b) = (a.particle(world, DEFAULT_MASS), b.particle(world, DEFAULT_MASS));
    link(world, a, b, kind);
    world.set_link_drive(a, b, Some(drive(distance(world, a, b))));
    Ok([a, b])
}

/// The present distance of two particles, m.
fn distance(world: &World, a: ParticleId, b: ParticleId) -> f32 {
    let position = |id: ParticleId| world.particles().position[id.index()];
    position(a).distance(position(b))
}

#[cfg(test)]
fn empty_world() -> World {
    World::new(crate::physics::Settings::default(), crate::physics::Colliders::default(), 0)
}
