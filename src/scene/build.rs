//! Recipes -> world. What a scene asks for is counted before any of it is built.

use glam::{DVec2, Vec2};

use super::{
    bodies::{self, BRIDGE_SIZE, BridgeLay, DOLL_SIZE, PendulumLay, PlankLay, WebLay},
    def::{DEFAULT_MASS, End, Grid, SceneDef, Walls},
    error::{BuildError, MOST_LINKS, MOST_PARTICLES, MOST_PROJECTIONS},
    lay::{self, GridLay, Knot, RopeLay},
    names::{self, Found, Names},
    recipe::Recipe,
    rival::Rival,
};
use crate::physics::{
    BlowerDef, Colliders, Form, LinkKind, MOST_BALLS, MOST_BLOWERS, MOST_SHAPES, Method, ParticleId, Settings,
    ShapeDef, Snapshot, Substeps, World,
};

/// Whether a scene can be built, at the cost of reading it and not of building it.
///
/// # Errors
/// As [`build`].
pub fn check(scene: &SceneDef) -> Result<(), BuildError> {
    check_ghost(scene)?;
    if let Some(state) = &scene.state {
        return check_beside(scene).and_then(|()| check_state(state, &scene.settings.sanitised()));
    }
    check_size(scene)?;
    names::check(&scene.build, scene.held_end.as_ref())
}

impl SceneDef {
    /// At most how many particles and links it makes.
    #[must_use]
    pub fn size(&self) -> (u64, u64) {
        let sizes = self.build.iter().map(Recipe::size).chain(self.state.iter().map(Snapshot::size));
        sizes.fold((0, 0), |sum: (u64, u64), size| (sum.0.saturating_add(size.0), sum.1.saturating_add(size.1)))
    }
}

/// Whether a scene asks for no more than there may be.
fn check_size(scene: &SceneDef) -> Result<(), BuildError> {
    let (particles, links) = scene.size();
    if particles > MOST_PARTICLES || links > MOST_LINKS {
        return Err(BuildError::TooLarge { particles, links });
    }
    let shapes = scene.build.iter().filter(|recipe| recipe.shape().is_some()).count();
    if shapes > MOST_SHAPES {
        return Err(BuildError::TooManyShapes { shapes });
    }
    let blowers = scene.build.iter().filter(|recipe| recipe.blower().is_some()).count();
    if blowers > MOST_BLOWERS {
        return Err(BuildError::TooManyBlowers { blowers });
    }
    let balls = scene.build.iter().filter(|recipe| matches!(recipe, Recipe::Ball { .. })).count();
    if balls > MOST_BALLS {
        return Err(BuildError::TooManyBalls { balls });
    }
    let projections = links.saturating_mul(least_projections(scene));
    if projections > MOST_PROJECTIONS {
        return Err(BuildError::TooSlow { projections });
    }
    Ok(())
}

/// Builds the world that a scene describes.
///
/// # Errors
/// When the scene asks for too much, or an end names what is not there.
pub fn build(scene: &SceneDef) -> Result<World, BuildError> {
    if let Some(state) = &scene.state {
        return resume(scene, state);
    }
    check_size(scene)?;
    let room = match scene.walls {
        Walls::Open => None,
        Walls::Window => Some(scene.view),
        Walls::Room(room) => Some(room),
    };
    let mut world = World::new(scene.settings, Colliders::new(scene.ground, room), scene.seed);
    let mut names = Names::<Vec<ParticleId>>::default();
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

/// Most that a step of a ghost may cost, as [`super::Technique::cost`] counts: with it, some five steps a second are done.
pub const MOST_GHOST_COST: u64 = 100_000_000;

/// Whether a scene's ghost can be built.
fn check_ghost(scene: &SceneDef) -> Result<(), BuildError> {
    let SceneDef { ghost, ghost_state, state, settings, .. } = scene;
    if let Some(Rival { name, settings: technique }) = ghost {
        let links = scene.size().1;
        if technique.cost(settings.sanitised().step, links) > MOST_GHOST_COST {
            return Err(BuildError::SlowGhost { name: name.clone(), links });
        }
    }
    match ghost_state {
        None => Ok(()),
        Some(_) if ghost.is_none() || state.is_none() => Err(BuildError::GhostAlone),
        Some(state) => check_state(state, state.settings()),
    }
}

/// The second world of a scene, where it has one; `world` is its first, as [`build`] makes it.
///
/// # Errors
/// When it is too slow, or its state is not one that can be played.
pub fn build_ghost(scene: &SceneDef, world: &World) -> Result<Option<(Rival, World)>, BuildError> {
    check_ghost(scene)?;
    let Some(rival) = &scene.ghost else { return Ok(None) };
    let Some(state) = &scene.ghost_state else { return Ok(Some((rival.clone(), rival_world(rival, world)))) };
    let mut ghost = state.world();
    let settings = rival.settings.onto(world.settings());
    if *ghost.settings() != settings {
        ghost.set_settings(settings);
    }
    Ok(Some((rival.clone(), ghost)))
}

/// A copy of a world, moved by a rival's technique from now on.
#[must_use]
pub fn rival_world(rival: &Rival, world: &World) -> World {
    let mut ghost = world.fork();
    ghost.set_settings(rival.settings.onto(world.settings()));
    let Settings { method, springs, .. } = *world.settings();
    // A soft ground is a force, and nothing to fall on for what knows no forces: it is solid there.
    if let Some(soft) = springs.ground
        && (method, rival.settings.method) == (Method::Springs, Method::Jakobsen)
        && world.colliders().ground.is_none()
    {
        ghost.set_ground(soft.height);
    }
    ghost
}

/// The world whose exact state a scene has. Its settings are the scene's, which are the same unless somebody edits these.
fn resume(scene: &SceneDef, state: &Snapshot) -> Result<World, BuildError> {
    check_beside(scene)?;
    check_state(state, &scene.settings.sanitised())?;
    let mut world = state.world();
    if *world.settings() != scene.settings.sanitised() {
        world.set_settings(scene.settings);
    }
    Ok(world)
}

/// Whether a scene with a state has nothing beside it.
fn check_beside(scene: &SceneDef) -> Result<(), BuildError> {
    let SceneDef { build, ground, seed, held_end, .. } = scene;
    let alone = build.is_empty() && ground.is_none() && *seed == 0 && held_end.is_none();
    alone.then_some(()).ok_or(BuildError::Both)
}

/// A world in this state, if it is one that can be played.
///
/// # Errors
/// When there is too much in it.
pub fn resumed(state: &Snapshot) -> Result<World, BuildError> {
    check_state(state, state.settings())?;
    Ok(state.world())
}

/// Whether a state is one that can be played, with these settings.
///
/// # Errors
/// When there is too much in it.
pub fn check_state(state: &Snapshot, settings: &Settings) -> Result<(), BuildError> {
    let (particles, links) = state.size();
    if particles > MOST_PARTICLES || links > MOST_LINKS {
        return Err(BuildError::TooLarge { particles, links });
    }
    let substeps = match (settings.method, settings.substeps) {
        (Method::Jakobsen, Substeps::Auto) => state.most_substeps(),
        _ => World::new(*settings, Colliders::default(), 0).substeps(),
    };
    let sweeps = if settings.method == Method::Springs { 1 } else { settings.sweeps };
    let projections = links.saturating_mul(u64::from(substeps) * u64::from(sweeps));
    if projections > MOST_PROJECTIONS { Err(BuildError::TooSlow { projections }) } else { Ok(()) }
}

/// Projections of each link in a step: sweeps x substeps, where the scene chooses these itself their least number.
fn least_projections(scene: &SceneDef) -> u64 {
    let settings = scene.settings.sanitised();
    passes(&World::new(settings, Colliders::default(), 0))
}

/// Projections of each link in a step of this world.
fn passes(world: &World) -> u64 {
    let settings = world.settings();
    let sweeps = if settings.method == Method::Springs { 1 } else { settings.sweeps };
    u64::from(world.substeps()) * u64::from(sweeps)
}

impl Names<Vec<ParticleId>> {
    fn build(&mut self, world: &mut World, recipe: &Recipe) -> Result<(), BuildError> {
        let (name, ids) = match recipe {
            Recipe::Point { name, at, mass, pinned } => (name, vec![world.add_particle(*at, *mass, *pinned)]),
            Recipe::Ball { name, at, radius, mass } => {
                let id = world.add_particle(*at, *mass, false);
                world.add_ball(id, *radius);
                (name, vec![id])
            }
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
            Recipe::Weight { on, mass } => {
                let particle = self.knot(on)?.particle(world, DEFAULT_MASS);
                world.set_weight(particle, Some(*mass));
                (&None, Vec::new())
            }
            Recipe::Plank { name, from, to, thickness, bays, mass } => {
                let ends = (self.knot(from)?, self.knot(to)?);
                let lay = PlankLay { ends, thickness: *thickness, bays: *bays, mass: *mass };
                (name, bodies::plank(world, lay))
            }
            &Recipe::Bridge { ref name, from, to, planks, sag, rail, mass } => {
                (name, bodies::bridge(world, BridgeLay { ends: (from, to), planks, sag, rail, mass }))
            }
            &Recipe::Web { ref name, at, radius, spokes, turns, mass } => {
                (name, bodies::web(world, WebLay { at, radius, spokes, turns, mass }))
            }
            Recipe::Doll { name, at, height, mass } => (name, bodies::doll(world, *at, *height, *mass)),
            &Recipe::Pendulum { ref name, at, length, angle, links, mass, weight } => {
                (name, bodies::pendulum(world, PendulumLay { at, length, angle, links, mass, weight }))
            }
            Recipe::Circle { .. } | Recipe::Wall { .. } | Recipe::Block { .. } => {
                recipe.shape().map(|shape| world.add_shape(shape));
                (&None, Vec::new())
            }
            Recipe::Blower { .. } => {
                recipe.blower().map(|blower| world.add_blower(blower));
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

    fn knot(&self, end: &End) -> Result<Knot, BuildError> {
        Ok(match self.find(end)? {
            Found::At(at) => Knot::New(at),
            Found::Of(ids, index) => Knot::Old(ids[index]),
        })
    }
}

impl Grid {
    fn lay(&self, kind: LinkKind, shear: f32) -> GridLay {
        let Self { name: _, at, columns, rows, spacing, mass, pins, gather } = *self;
        GridLay { at, columns, rows, spacing, mass, pins, kind, shear, gather }
    }

    pub(super) fn size(&self, diagonals: u64) -> (u64, u64) {
        let particles = u64::from(self.columns).saturating_mul(self.rows.into());
        (particles, particles.saturating_mul(2 + diagonals))
    }
}

impl Recipe {
    /// The obstacle that it is, if it is one.
    fn shape(&self) -> Option<ShapeDef> {
        let (def, (spin, slide, friction, restitution)) = match *self {
            Self::Circle { at, radius, turns, slides, friction, restitution } => {
                (ShapeDef::still(Form::Circle { radius }, at), (turns, slides, friction, restitution))
            }
            Self::Wall { from, to, thickness, turns, slides, friction, restitution } => {
                let (half_length, radius) = (0.5 * (to - from).length(), 0.5 * thickness);
                let def = ShapeDef::still(Form::Capsule { half_length, radius }, from.midpoint(to));
                (ShapeDef { turn: to - from, ..def }, (turns, slides, friction, restitution))
            }
            Self::Block { at, width, height, angle, turns, slides, friction, restitution } => {
                let half = 0.5 * Vec2::new(width, height);
                // libm and not the platform's own: the same bits everywhere.
                let (sin, cos) = libm::sincos(f64::from(angle));
                let turn = DVec2::new(cos, sin).as_vec2();
                let def = ShapeDef { turn, ..ShapeDef::still(Form::Box { half }, at) };
                (def, (turns, slides, friction, restitution))
            }
            _ => return None,
        };
        Some(ShapeDef { spin, slide, friction, restitution, ..def })
    }

    /// The blower that it is, if it is one.
    fn blower(&self) -> Option<BlowerDef> {
        match *self {
            Self::Blower { at, towards, speed, width, reach } => {
                Some(BlowerDef { at, turn: towards, speed, width, reach })
            }
            _ => None,
        }
    }

    /// At most how many particles and links it makes.
    fn size(&self) -> (u64, u64) {
        let row = |n: u32| (u64::from(n) + 2, u64::from(n) + 2);
        match self {
            Self::Point { .. } | Self::Ball { .. } => (1, 0),
            Self::Rope { particles, .. } => row(*particles),
            Self::AddBetween { n, .. } => row(*n),
            Self::Connect { .. } => (2, 1),
            Self::Net(grid) | Self::Lattice(grid) => grid.size(0),
            Self::Cloth { grid, .. } => grid.size(2),
            Self::Circle { .. } | Self::Wall { .. } | Self::Block { .. } | Self::Blower { .. } => (0, 0),
            Self::Box { .. } => (4, 6),
            Self::Weight { .. } => (1, 0),
            Self::Plank { bays, .. } => (2 * (u64::from(*bays) + 1), 5 * u64::from(*bays) + 1),
            Self::Bridge { planks, .. } => {
                let planks = u64::from(*planks);
                (planks * BRIDGE_SIZE.0 + 8, planks * BRIDGE_SIZE.1 + 8)
            }
            Self::Web { spokes, turns, .. } => {
                let (spokes, turns) = (u64::from(*spokes), u64::from(*turns));
                (spokes.saturating_mul(turns + 1) + 1, spokes.saturating_mul(2 * turns + 1))
            }
            Self::Doll { .. } => DOLL_SIZE,
            Self::Pendulum { links, .. } => row(*links),
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
        let mut haunted = scene("");
        let (a, b) = (End::Of("ghost".into(), 0), End::At(0.0, 0.0));
        haunted.build.push(Recipe::Connect { a, b, kind: LinkKind::Rope });
        let ghost = BuildError::UnknownName { entry: 1, name: "ghost".into() };
        assert_eq!((check(&haunted), build(&haunted).map(drop)), (Err(ghost.clone()), Err(ghost)));
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
