//! Builds the world of a scene. The scene's size is checked before anything is built.

use super::definition::SceneDef;
use super::error::{BuildError, MAX_LINKS, MAX_PARTICLES, MAX_PROJECTIONS};
use super::goal::GoalParticles;
use super::memory::{MAX_MEMORY, estimate_memory};
use super::names::Names;
use super::recipe::{Endpoint, Size};
use super::surroundings::Walls;
use super::{ghost, material, names};
use crate::physics::{Colliders, MAX_BALLS, MAX_BLOWERS, MAX_SHAPES, Method, Settings, Snapshot, Substeps, World};

/// Checks that a scene can be built, without building it.
///
/// # Errors
/// As [`build`].
pub fn check(scene: &SceneDef) -> Result<(), BuildError> {
    ghost::check(scene)?;
    if let Some(state) = &scene.state {
        check_nothing_beside_state(scene)?;
        return check_state(state, &scene.settings.sanitised());
    }
    check_size(scene)?;
    check_materials(scene)?;
    names::check(scene)
}

/// Checks that the recipes of a scene name materials that exist.
///
/// # Errors
/// With the number of the recipe and the name.
fn check_materials(scene: &SceneDef) -> Result<(), BuildError> {
    for (entry, recipe) in (1..).zip(&scene.build) {
        let mut names = recipe.outline().materials.into_iter().flatten();
        if let Some(name) = names.find(|name| material::find(&scene.materials, name).is_none()) {
            return Err(BuildError::UnknownMaterial { entry, name: name.to_owned() });
        }
    }
    Ok(())
}

/// Builds the world that a scene describes.
///
/// # Errors
/// When the scene exceeds a limit, or an end names a particle that does not exist.
pub fn build(scene: &SceneDef) -> Result<World, BuildError> {
    match &scene.state {
        Some(state) => resume(scene, state),
        None => build_recipes(scene).map(|(world, _)| world),
    }
}

/// The goal of a scene with its particles, for which it is built; `None` without one.
#[must_use]
pub fn goal_particles(scene: &SceneDef) -> Option<GoalParticles> {
    let goal = scene.goal.as_ref()?;
    let (_, names) = build_recipes(scene).ok()?;
    names.goal(goal).ok()
}

/// Builds the world of a scene without a state, and names its things.
fn build_recipes(scene: &SceneDef) -> Result<(World, Names), BuildError> {
    check_size(scene)?;
    check_materials(scene)?;
    let room = match scene.walls {
        Walls::Open => None,
        Walls::Window => Some(scene.view),
        Walls::Room(room) => Some(room),
    };
    let mut world = World::new(scene.settings, Colliders::new(scene.ground, room), scene.seed);
    let mut names = Names::default();
    names.materials.clone_from(&scene.materials);
    for (entry, recipe) in (1..).zip(&scene.build) {
        names.entry = entry;
        recipe.build(&mut world, &mut names)?;
    }
    if let Some(end) = &scene.held_end
        && let Endpoint::Existing(particle) = names.endpoint(end)?
    {
        world.set_drive(particle);
    }
    if let Some(goal) = &scene.goal {
        names.goal(goal)?;
    }
    Ok((world, names))
}

/// The world of a scene that holds an exact state. The scene's settings apply: they equal the state's unless somebody
/// has edited the file.
fn resume(scene: &SceneDef, state: &Snapshot) -> Result<World, BuildError> {
    check_nothing_beside_state(scene)?;
    check_state(state, &scene.settings.sanitised())?;
    let mut world = state.world();
    if *world.settings() != scene.settings.sanitised() {
        world.set_settings(scene.settings);
    }
    Ok(world)
}

/// Checks that a state stays within the limits with these settings.
///
/// # Errors
/// When the state exceeds a limit.
pub fn check_state(state: &Snapshot, settings: &Settings) -> Result<(), BuildError> {
    check_counts(state)?;
    let (_, links) = state.size();
    let substeps = match (settings.method, settings.substeps) {
        (Method::Jakobsen, Substeps::Auto) => state.chosen_substeps(),
        _ => least_substeps(settings),
    };
    check_projections(links, substeps, settings)
}

/// Checks that a scene has nothing beside the state that replaces it.
fn check_nothing_beside_state(scene: &SceneDef) -> Result<(), BuildError> {
    let SceneDef { build, ground, seed, held_end, goal, .. } = scene;
    let is_alone = build.is_empty() && ground.is_none() && *seed == 0 && held_end.is_none() && goal.is_none();
    if is_alone { Ok(()) } else { Err(BuildError::Both) }
}

/// Checks that a scene stays within the limits.
fn check_size(scene: &SceneDef) -> Result<(), BuildError> {
    let Size { particles, links, shapes, blowers, balls } = scene.size();
    check_memory(1 + u64::from(scene.ghost.is_some()), (particles, links), &scene.settings)?;
    let limits = [
        (shapes, "circles, walls and blocks", MAX_SHAPES),
        (blowers, "blowers", MAX_BLOWERS),
        (balls, "balls", MAX_BALLS),
    ];
    if let Some((count, things, max)) = limits.into_iter().find(|&(count, _, max)| count > max) {
        return Err(BuildError::TooMany { count, things, max });
    }
    let settings = scene.settings.sanitised();
    check_projections(links, least_substeps(&settings), &settings)
}

/// Checks that a number of worlds, each with this number of particles and links, need no more memory than there may be.
///
/// # Errors
/// When they exceed [`MAX_MEMORY`].
pub fn check_memory(worlds: u64, size: (u64, u64), settings: &Settings) -> Result<(), BuildError> {
    let [particles, links] = [size.0, size.1].map(|count| count.saturating_mul(worlds));
    let bytes = estimate_memory(particles, links, settings);
    if bytes > MAX_MEMORY { Err(BuildError::TooMuchMemory { particles, links, bytes }) } else { Ok(()) }
}

/// Checks that a state is no larger than a file may hold, however long its steps take.
///
/// # Errors
/// When it has too many particles or links.
pub fn check_counts(state: &Snapshot) -> Result<(), BuildError> {
    let (particles, links) = state.size();
    let is_too_large = particles > MAX_PARTICLES || links > MAX_LINKS;
    if is_too_large { Err(BuildError::TooLarge { particles, links }) } else { Ok(()) }
}

/// Checks that a step needs no more projections than there may be.
pub(super) fn check_projections(links: u64, substeps: u32, settings: &Settings) -> Result<(), BuildError> {
    let sweeps = if settings.method == Method::Springs { 1 } else { settings.sweeps };
    let projections = links.saturating_mul(u64::from(substeps) * u64::from(sweeps));
    if projections > MAX_PROJECTIONS { Err(BuildError::TooSlow { projections }) } else { Ok(()) }
}

/// Substeps in a step with these settings; the least number if the scene's content decides it.
pub(super) fn least_substeps(settings: &Settings) -> u32 {
    World::new(*settings, Colliders::default(), 0).substeps()
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::physics::Form;
    use crate::scene::{Rival, Technique, parse};

    fn scene(build: &str) -> SceneDef {
        let text =
            format!("(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), build: [{build}])");
        parse("test", &text).expect("the test's scene reads")
    }

    #[test]
    fn ends_join_particles_built_before() {
        let world = build(&scene(
            "Point(name: \"pin\", at: (0, 0), pinned: true), Rope(name: \"r\", from: Of(\"pin\", 0), to: At(1, 0), \
             particles: 5), AddBetween(n: 2, from: Of(\"r\", 4), to: At(2, 0)), Connect(a: Of(\"r\", 1), b: Of(\"pin\", 0))",
        ))
        .expect("the scene builds");
        assert_eq!((world.particles().len(), world.link_count()), (8, 8));
    }

    #[test]
    fn obstacles_stand_where_the_scene_says() {
        let world = build(&scene(
            "Circle(at: (1, 2), radius: 0.5, turns: -3), Wall(from: (0, 0), to: (0, 2), slides: (by: (1, 0), \
             speed: 0.5)), Block(at: (4, 0), width: 2, height: 1, angle: 0.5)",
        ))
        .expect("the scene builds");
        let [circle, wall, block] = world.colliders().shapes() else { panic!("three shapes") };
        assert_eq!((circle.def.form, circle.def.at), (Form::Circle { radius: 0.5 }, Vec2::new(1.0, 2.0)));
        assert_eq!(circle.def.spin, -3.0);
        assert_eq!(wall.def.form, Form::Capsule { half_length: 1.0, radius: 0.05 });
        assert_eq!((wall.def.at, wall.def.turn), (Vec2::Y, Vec2::Y));
        assert_eq!(wall.def.slide.map(|slide| slide.speed), Some(0.5));
        assert!((block.def.turn - Vec2::new(0.877_582_6, 0.479_425_54)).length() < 1e-6);
    }

    #[test]
    fn slow_scenes_are_refused_before_building() {
        let mut slow = scene("Net((at: (0, 0), columns: 500, rows: 500, spacing: 0.1))");
        assert!(build(&slow).is_ok());
        slow.settings.substeps = crate::physics::Substeps::Count(1_000);
        assert!(matches!(build(&slow), Err(BuildError::TooSlow { .. })));
    }

    #[test]
    fn small_text_of_a_huge_scene_is_refused() {
        for build in [
            "Web(at: (0, 0), radius: 2, spokes: 65536, turns: 11)",
            "Net((at: (0, 0), columns: 2000, rows: 1999, spacing: 0.01))",
            "Cloth(grid: (at: (0, 0), columns: 1400, rows: 1400, spacing: 0.01))",
            "Rope(from: At(0, 0), to: At(1, 0), particles: 2000000)",
            "Bridge(from: (0, 0), to: (9, 0), planks: 2000000)",
            "Wheel(at: (0, 0), radius: 1, spokes: 2000000)",
        ] {
            let error = check(&scene(build));
            assert!(matches!(error, Err(BuildError::TooMuchMemory { .. })), "{build}: {error:?}");
        }
    }

    #[test]
    fn ghost_and_rope_contact_count_in_the_memory_of_a_scene() {
        let net = scene("Net((at: (0, 0), columns: 600, rows: 600, spacing: 0.01))");
        assert_eq!(check(&net), Ok(()));
        let mut stacked = net.clone();
        stacked.settings.rope_contact = Some(0.02);
        assert!(matches!(check(&stacked), Err(BuildError::TooMuchMemory { particles: 360_000, .. })));
        let mut compared = net;
        let settings = Technique { substeps: Substeps::Count(1), ..Technique::default() };
        compared.ghost = Some(Rival { name: "coarse".to_owned(), settings });
        let error = check(&compared);
        assert!(matches!(error, Err(BuildError::TooMuchMemory { particles: 720_000, .. })), "{error:?}");
    }
}
