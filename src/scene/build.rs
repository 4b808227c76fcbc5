//! Recipes -> world. What a scene asks for is counted before any of it is built.

use std::collections::BTreeMap;

use glam::{DVec2, Vec2};
use thiserror::Error;

use super::{
    def::{DEFAULT_MASS, End, Grid, Recipe, SceneDef, Walls},
    lay::{self, GridLay, Knot, RopeLay},
};
use crate::physics::{Colliders, Form, LinkKind, MOST_SHAPES, Method, ParticleId, ShapeDef, WORLD_EDGE, World};

/// Most particles in a scene.
pub const MOST_PARTICLES: u64 = 4_000_000;

/// Most links in a scene.
pub const MOST_LINKS: u64 = 8_000_000;

/// Most projections in a step of a scene: a second's work or so.
pub const MOST_PROJECTIONS: u64 = 200_000_000;

/// Why a scene that can be read cannot be built. `entry` counts the recipes under `build` from 1.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BuildError {
    /// It asks for more than [`MOST_PARTICLES`] or [`MOST_LINKS`].
    #[error(
        "the scene asks for {particles} particles and {links} links; at most {MOST_PARTICLES} and {MOST_LINKS} are possible"
    )]
    TooLarge {
        /// Asked for.
        particles: u64,
        /// Asked for.
        links: u64,
    },
    /// A step of it would take many seconds.
    #[error(
        "the scene asks for {projections} projections a step (links x substeps x sweeps); at most {MOST_PROJECTIONS} are possible"
    )]
    TooSlow {
        /// Asked for.
        projections: u64,
    },
    /// It asks for more than [`MOST_SHAPES`].
    #[error("the scene asks for {shapes} circles, walls and blocks; at most {MOST_SHAPES} are possible")]
    TooManyShapes {
        /// Asked for.
        shapes: usize,
    },
    /// An end names something that was not built before it.
    #[error("entry {entry} under `build` names \"{name}\", which no entry before it is called")]
    UnknownName {
        /// Which recipe.
        entry: usize,
        /// What it names.
        name: String,
    },
    /// An end names a particle that the thing does not have.
    #[error("entry {entry} under `build` names particle {index} of \"{name}\", which has {count} (0 to {})", count - 1)]
    UnknownParticle {
        /// Which recipe.
        entry: usize,
        /// What it names.
        name: String,
        /// Which of its particles.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// Two things have one name.
    #[error("entry {entry} under `build` is called \"{name}\", as an entry before it is")]
    DuplicateName {
        /// Which recipe.
        entry: usize,
        /// The name.
        name: String,
    },
    /// An end lies outside the world.
    #[error("entry {entry} under `build` has an end at ({x}, {y}), which is not within 10000 m of the origin")]
    Outside {
        /// Which recipe.
        entry: usize,
        /// m.
        x: f32,
        /// m.
        y: f32,
    },
}

/// Builds the world that a scene describes.
///
/// # Errors
/// When the scene asks for too much, or an end names what is not there.
pub fn build(scene: &SceneDef) -> Result<World, BuildError> {
    let (particles, links) = scene
        .build
        .iter()
        .map(Recipe::size)
        .fold((0, 0), |sum: (u64, u64), size| (sum.0.saturating_add(size.0), sum.1.saturating_add(size.1)));
    if particles > MOST_PARTICLES || links > MOST_LINKS {
        return Err(BuildError::TooLarge { particles, links });
    }
    let shapes = scene.build.iter().filter(|recipe| recipe.shape().is_some()).count();
    if shapes > MOST_SHAPES {
        return Err(BuildError::TooManyShapes { shapes });
    }
    let projections = links.saturating_mul(least_projections(scene));
    if projections > MOST_PROJECTIONS {
        return Err(BuildError::TooSlow { projections });
    }
    let room = match scene.walls {
        Walls::Open => None,
        Walls::Window => Some(scene.view),
        Walls::Room(room) => Some(room),
    };
    let mut world = World::new(scene.settings, Colliders::new(scene.ground, room), scene.seed);
    let mut names = Names::default();
    for (entry, recipe) in (1..).zip(&scene.build) {
        names.entry = entry;
        names.build(&mut world, recipe)?;
    }
    if let Some(end) = &scene.held_end
        && let Knot::Old(particle) = names.knot(end)?
    {
        world.set_drive(particle);
    }
    Ok(world)
}

/// Projections of each link in a step: sweeps x substeps, where the scene chooses these itself their least number.
fn least_projections(scene: &SceneDef) -> u64 {
    let settings = scene.settings.sanitised();
    let world = World::new(settings, Colliders::default(), 0);
    let sweeps = if settings.method == Method::Springs { 1 } else { settings.sweeps };
    u64::from(world.substeps()) * u64::from(sweeps)
}

/// What has been built so far, by name.
#[derive(Default)]
struct Names<'a> {
    particles: BTreeMap<&'a str, Vec<ParticleId>>,
    entry: usize,
}

impl<'a> Names<'a> {
    fn build(&mut self, world: &mut World, recipe: &'a Recipe) -> Result<(), BuildError> {
        let (name, ids) = match recipe {
            Recipe::Point { name, at, mass, pinned } => (name, vec![world.add_particle(*at, *mass, *pinned)]),
            Recipe::Rope { name, from, to, particles, length, mass, pins } => {
                let ends = (self.knot(from)?, self.knot(to)?);
                let lay = RopeLay { ends, particles: *particles, length: *length, mass: *mass, pins: *pins };
                (name, lay::rope(world, lay))
            }
            Recipe::AddBetween { name, n, from, to, mass } => {
                let ends = (self.knot(from)?, self.knot(to)?);
                (name, lay::between(world, ends, *n, *mass))
            }
            Recipe::Connect { a, b, kind } => {
                let ends = (self.knot(a)?, self.knot(b)?);
                self.connect(world, ends, *kind);
                (&None, Vec::new())
            }
            Recipe::Net(grid) => (&grid.name, lay::grid(world, grid.lay(LinkKind::Net, 0.0))),
            Recipe::Lattice(grid) => (&grid.name, lay::grid(world, grid.lay(LinkKind::Lattice, 0.0))),
            Recipe::Cloth { grid, shear } => (&grid.name, lay::grid(world, grid.lay(LinkKind::Cloth, *shear))),
            Recipe::Box { name, at, width, height, mass } => {
                (name, lay::braced_box(world, *at, Vec2::new(*width, *height), *mass))
            }
            Recipe::Wheel { name, at, radius, spokes, mass, pinned } => {
                let ids = lay::wheel(world, *at, *radius, *spokes, *mass);
                world.set_pinned(ids[0], *pinned);
                (name, ids)
            }
            Recipe::Circle { .. } | Recipe::Wall { .. } | Recipe::Block { .. } => {
                recipe.shape().map(|shape| world.add_shape(shape));
                (&None, Vec::new())
            }
        };
        match name {
            Some(name) => self.call(name, ids),
            None => Ok(()),
        }
    }

    fn connect(&self, world: &mut World, ends: (Knot, Knot), kind: LinkKind) {
        let mut particle = |knot| match knot {
            Knot::Old(id) => id,
            Knot::New(at) => world.add_particle(at, DEFAULT_MASS, false),
        };
        let (a, b) = (particle(ends.0), particle(ends.1));
        world.add_link(a, b, None, 1.0, kind);
    }

    fn call(&mut self, name: &'a str, ids: Vec<ParticleId>) -> Result<(), BuildError> {
        match self.particles.insert(name, ids) {
            None => Ok(()),
            Some(_) => Err(BuildError::DuplicateName { entry: self.entry, name: name.to_owned() }),
        }
    }

    fn knot(&self, end: &End) -> Result<Knot, BuildError> {
        let entry = self.entry;
        match end {
            &End::At(x, y) => {
                let inside = x.abs() <= WORLD_EDGE && y.abs() <= WORLD_EDGE;
                if inside { Ok(Knot::New(Vec2::new(x, y))) } else { Err(BuildError::Outside { entry, x, y }) }
            }
            End::Of(name, index) => {
                let Some(ids) = self.particles.get(name.as_str()) else {
                    return Err(BuildError::UnknownName { entry, name: name.clone() });
                };
                let unknown =
                    || BuildError::UnknownParticle { entry, name: name.clone(), index: *index, count: ids.len() };
                ids.get(*index as usize).map(|&id| Knot::Old(id)).ok_or_else(unknown)
            }
        }
    }
}

impl Grid {
    fn lay(&self, kind: LinkKind, shear: f32) -> GridLay {
        let Self { name: _, at, columns, rows, spacing, mass, pins, gather } = *self;
        GridLay { at, columns, rows, spacing, mass, pins, kind, shear, gather }
    }

    fn size(&self, diagonals: u64) -> (u64, u64) {
        let particles = u64::from(self.columns).saturating_mul(self.rows.into());
        (particles, particles.saturating_mul(2 + diagonals))
    }
}

impl Recipe {
    /// The obstacle that it is, if it is one.
    fn shape(&self) -> Option<ShapeDef> {
        let moving = |turns: f32, slides| move |def: ShapeDef| ShapeDef { spin: turns, slide: slides, ..def };
        match *self {
            Self::Circle { at, radius, turns, slides } => {
                Some(moving(turns, slides)(ShapeDef::still(Form::Circle { radius }, at)))
            }
            Self::Wall { from, to, thickness, turns, slides } => {
                let (half_length, radius) = (0.5 * (to - from).length(), 0.5 * thickness);
                let def = ShapeDef::still(Form::Capsule { half_length, radius }, from.midpoint(to));
                Some(moving(turns, slides)(ShapeDef { turn: to - from, ..def }))
            }
            Self::Block { at, width, height, angle, turns, slides } => {
                let half = 0.5 * Vec2::new(width, height);
                // libm and not the platform's own: the same bits everywhere.
                let (sin, cos) = libm::sincos(f64::from(angle));
                let turn = DVec2::new(cos, sin).as_vec2();
                Some(moving(turns, slides)(ShapeDef { turn, ..ShapeDef::still(Form::Box { half }, at) }))
            }
            _ => None,
        }
    }

    /// At most how many particles and links it makes.
    fn size(&self) -> (u64, u64) {
        let row = |n: u32| (u64::from(n) + 2, u64::from(n) + 2);
        match self {
            Self::Point { .. } => (1, 0),
            Self::Rope { particles, .. } => row(*particles),
            Self::AddBetween { n, .. } => row(*n),
            Self::Connect { .. } => (2, 1),
            Self::Net(grid) | Self::Lattice(grid) => grid.size(0),
            Self::Cloth { grid, .. } => grid.size(2),
            Self::Circle { .. } | Self::Wall { .. } | Self::Block { .. } => (0, 0),
            Self::Box { .. } => (4, 6),
            Self::Wheel { spokes, .. } => (u64::from(*spokes) + 1, 2 * u64::from(*spokes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    fn scene(build: &str) -> SceneDef {
        let text =
            format!("(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), build: [{build}])");
        parse("test", &text).expect("the test's scene reads")
    }

    #[test]
    fn ends_join_what_was_built_before() {
        let world = build(&scene(
            "Point(name: \"nail\", at: (0, 0), pinned: true), Rope(name: \"r\", from: Of(\"nail\", 0), to: At(1, 0), \
             particles: 5), AddBetween(n: 2, from: Of(\"r\", 4), to: At(2, 0)), Connect(a: Of(\"r\", 1), b: Of(\"nail\", 0))",
        ))
        .expect("it builds");
        assert_eq!((world.particles().len(), world.link_count()), (8, 8));
    }

    #[test]
    fn a_name_that_is_not_there_is_named() {
        let error = build(&scene("Connect(a: Of(\"ghost\", 0), b: At(0, 0))")).expect_err("there is no ghost");
        assert_eq!(error, BuildError::UnknownName { entry: 1, name: "ghost".into() });
    }

    #[test]
    fn obstacles_are_where_the_scene_says() {
        let world = build(&scene(
            "Circle(at: (1, 2), radius: 0.5, turns: -3), Wall(from: (0, 0), to: (0, 2), slides: (by: (1, 0), \
             speed: 0.5)), Block(at: (4, 0), width: 2, height: 1, angle: 0.5)",
        ))
        .expect("it builds");
        let [circle, wall, block] = world.colliders().shapes() else { panic!("three shapes") };
        assert_eq!((circle.def.form, circle.def.at), (Form::Circle { radius: 0.5 }, Vec2::new(1.0, 2.0)));
        assert_eq!(circle.def.spin, -3.0);
        assert_eq!(wall.def.form, Form::Capsule { half_length: 1.0, radius: 0.05 });
        assert_eq!((wall.def.at, wall.def.turn), (Vec2::Y, Vec2::Y));
        assert_eq!(wall.def.slide.map(|slide| slide.speed), Some(0.5));
        assert!((block.def.turn - Vec2::new(0.877_582_6, 0.479_425_54)).length() < 1e-6);
    }

    #[test]
    fn too_many_obstacles_are_refused() {
        let error = build(&scene(&"Circle(at: (1, 2), radius: 0.5),".repeat(MOST_SHAPES + 1)));
        assert_eq!(error.err(), Some(BuildError::TooManyShapes { shapes: MOST_SHAPES + 1 }));
    }

    #[test]
    fn what_is_too_slow_is_refused_before_it_is_built() {
        let mut slow = scene("Net((at: (0, 0), columns: 500, rows: 500, spacing: 0.1))");
        assert!(build(&slow).is_ok());
        slow.settings.substeps = crate::physics::Substeps::Count(1_000);
        assert!(matches!(build(&slow), Err(BuildError::TooSlow { .. })));
    }

    #[test]
    fn what_is_too_large_is_refused_before_it_is_built() {
        let error = build(&scene("Net((at: (0, 0), columns: 2000000, rows: 2000000, spacing: 1))"));
        assert!(matches!(error, Err(BuildError::TooLarge { particles: 4_000_000_000_000, .. })));
    }
}
