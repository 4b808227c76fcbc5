//! Adds one recipe to a world that there is: the parts that a user builds.

use thiserror::Error;

use super::build::{check_projections, least_substeps};
use super::error::BuildError;
use super::file::{FileError, from_text, to_text};
use super::material::{self, OwnMaterials};
use super::names::Names;
use super::recipe::{End, Endpoint, Recipe, Size};
use crate::physics::{Colliders, MAX_BALLS, MAX_BLOWERS, MAX_SHAPES, Material, ParticleId, World};

/// Why a recipe cannot be added to a world.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Refusal {
    /// A value is out of its range.
    #[error("{0}")]
    OutOfRange(String),
    /// An end names a particle that does not exist.
    #[error("the point at its end is gone")]
    ParticleGone,
    /// Both ends are the same particle.
    #[error("both ends are the same point")]
    SameEnds,
    /// The world would have too many of these things.
    #[error("the scene has as many {0} as it may have")]
    Full(&'static str),
    /// The world would need too much memory, or too much time for a step.
    #[error("the scene would be too large for it")]
    TooLarge,
}

/// Checks that a recipe can be added to a world, apart from its memory. Returns an upper bound of what it adds. `own`:
/// materials of the scene.
///
/// # Errors
/// When a value is out of the range that scene files have, an end names a particle that does not exist, or the world is
/// full.
pub fn check_addition(recipe: &Recipe, world: &World, own: &OwnMaterials) -> Result<Size, Refusal> {
    // The ranges are those of scene files, so they are checked by reading one.
    if let Err(error) = from_text::<Recipe>("", &to_text(recipe, 0)) {
        let message = if let FileError::Parse { message, .. } = error { message } else { error.to_string() };
        return Err(Refusal::OutOfRange(message));
    }
    names_beside(world, recipe).check(recipe).map_err(|error| match error {
        BuildError::NoParticle { .. } => Refusal::ParticleGone,
        BuildError::Outside { .. } => Refusal::OutOfRange("an end lies outside the world".to_owned()),
        error => Refusal::OutOfRange(error.to_string()),
    })?;
    let outline = recipe.outline();
    let mut names = outline.materials.into_iter().flatten();
    if let Some(name) = names.find(|name| material::find_in(own, world, name).is_none()) {
        let error = BuildError::UnknownMaterial { entry: 1, name: name.to_owned() };
        return Err(Refusal::OutOfRange(error.to_string()));
    }
    if matches!(outline.ends, [Some(End::Particle(one)), Some(End::Particle(other))] if one == other) {
        return Err(Refusal::SameEnds);
    }
    let Size { particles: _, links, shapes, blowers, balls } = outline.size;
    let counts = [
        (world.colliders().shapes().len() + shapes, "obstacles", MAX_SHAPES),
        (world.blowers().len() + blowers, "blowers", MAX_BLOWERS),
        (world.balls().len() + balls, "balls", MAX_BALLS),
    ];
    if let Some((_, things, _)) = counts.into_iter().find(|&(count, _, max)| count > max) {
        return Err(Refusal::Full(things));
    }
    if has_time_for(links, world) { Ok(outline.size) } else { Err(Refusal::TooLarge) }
}

/// Whether a world with this number of further links needs no more time for a step than a scene may.
#[must_use]
pub fn has_time_for(links: u64, world: &World) -> bool {
    let (links, settings) = (world.link_count() as u64 + links, world.settings());
    check_projections(links, least_substeps(settings), settings).is_ok()
}

/// Adds a recipe to a world. [`End::Of`] names nothing there. `own`: materials of the scene.
///
/// # Errors
/// When an end names something that does not exist; some of its ends may have been added then.
pub fn add(recipe: &Recipe, world: &mut World, own: &OwnMaterials) -> Result<(), BuildError> {
    let mut names = names_beside(world, recipe).with_materials(own);
    recipe.build(world, &mut names)
}

/// Builds a recipe in a world of its own, with new particles where its ends join those of `world`: to show what it
/// would add.
///
/// # Errors
/// As [`add`].
pub fn add_apart(recipe: &Recipe, world: &World, own: &OwnMaterials) -> Result<World, BuildError> {
    let position = |particle: ParticleId| world.particles().position[particle.index()];
    let existing = joined(recipe, world).map(|particle| (particle, Endpoint::New(position(particle)))).collect();
    let mut apart = World::new(*world.settings(), Colliders::default(), 0);
    recipe.build(&mut apart, &mut Names::beside(existing).with_materials(own))?;
    Ok(apart)
}

/// The materials that the links of a recipe in a world have. `own`: materials of the scene.
#[must_use]
pub fn materials_of(recipe: &Recipe, world: &World, own: &OwnMaterials) -> Vec<Material> {
    let names = recipe.outline().materials.into_iter().flatten();
    names.filter_map(|name| material::find_in(own, world, name)).collect()
}

/// Names for a recipe whose ends join particles of a world.
fn names_beside(world: &World, recipe: &Recipe) -> Names {
    Names::beside(joined(recipe, world).map(|particle| (particle, Endpoint::Existing(particle))).collect())
}

/// The particles of a world that the ends of a recipe join.
pub fn joined<'r>(recipe: &'r Recipe, world: &World) -> impl Iterator<Item = ParticleId> + use<'r> {
    let count = world.particles().len();
    recipe.outline().ends.into_iter().flatten().filter_map(move |end| match *end {
        End::Particle(particle) if particle.index() < count => Some(particle),
        _ => None,
    })
}
