//! Names of recipes, and the ends that refer to them. They are checked while a file is read, so that an unknown name is
//! reported with its line and column.

use std::{collections::BTreeMap, fmt};

use glam::Vec2;
use serde::{
    Deserializer,
    de::{Error as _, SeqAccess, Visitor},
};

use super::definition::SceneDef;
use super::error::BuildError;
use super::goal::{Goal, GoalParticles};
use super::material::OwnMaterials;
use super::recipe::{End, Endpoint, Outline, Recipe};
use crate::physics::{ParticleId, WORLD_EDGE};

/// The named things that have been built or checked so far.
#[derive(Default)]
pub(super) struct Names {
    known: BTreeMap<String, NamedThing>,
    /// The scene's own materials.
    pub materials: OwnMaterials,
    /// The recipe that is being checked or built, counted from 1.
    pub entry: usize,
    /// Obstacles that have been checked.
    obstacles: usize,
    /// The particles of the world that [`End::Particle`] may name, and the ends that they are.
    existing: Vec<(ParticleId, Endpoint)>,
}

/// The particles that a name covers.
struct NamedThing {
    count: usize,
    /// Empty while names are only checked.
    ids: Vec<ParticleId>,
}

impl Names {
    /// Names for a recipe that is added to a world with these particles.
    pub fn beside(existing: Vec<(ParticleId, Endpoint)>) -> Self {
        Self { entry: 0, existing, ..Self::default() }
    }

    /// The names with a scene's own materials.
    pub fn with_materials(self, own: &OwnMaterials) -> Self {
        Self { materials: own.clone(), ..self }
    }

    /// Gives a thing its name, if it has one.
    pub fn insert(&mut self, name: Option<&str>, count: usize, ids: Vec<ParticleId>) -> Result<(), BuildError> {
        let Some(name) = name else { return Ok(()) };
        match self.known.insert(name.to_owned(), NamedThing { count, ids }) {
            None => Ok(()),
            Some(_) => Err(BuildError::DuplicateName { entry: self.entry, name: name.to_owned() }),
        }
    }

    /// Looks an end up. While names are only checked, an existing end gives an arbitrary particle.
    pub fn endpoint(&self, end: &End) -> Result<Endpoint, BuildError> {
        let entry = self.entry;
        match *end {
            End::At(x, y) => {
                let is_inside = x.abs() <= WORLD_EDGE && y.abs() <= WORLD_EDGE;
                if is_inside { Ok(Endpoint::New(Vec2::new(x, y))) } else { Err(BuildError::Outside { entry, x, y }) }
            }
            End::Of(ref name, index) => {
                let Some(NamedThing { count, ids }) = self.known.get(name) else {
                    return Err(BuildError::UnknownName { entry, name: name.clone() });
                };
                if index as usize >= *count {
                    return Err(BuildError::UnknownParticle { entry, name: name.clone(), index, count: *count });
                }
                Ok(Endpoint::Existing(ids.get(index as usize).copied().unwrap_or(ParticleId(0))))
            }
            End::Particle(particle) => {
                let known = self.existing.iter().find(|(existing, _)| *existing == particle);
                known.map(|(_, end)| *end).ok_or(BuildError::NoParticle { entry, particle: particle.0 })
            }
        }
    }

    /// The particles of a goal. While names are only checked, there are none.
    pub fn goal(&self, Goal { thing, linked_to, within }: &Goal) -> Result<GoalParticles, BuildError> {
        let ids = |name: &String| match self.known.get(name).filter(|known| known.count > 0) {
            Some(known) => Ok(known.ids.clone()),
            None => Err(BuildError::UnknownInGoal { name: name.clone() }),
        };
        let linked_to = linked_to.as_ref().map_or(Ok(Vec::new()), ids)?;
        Ok(GoalParticles { thing: ids(thing)?, linked_to, within: *within })
    }

    /// The error of a recipe that refers to an obstacle of which there are only `count`.
    pub fn unknown_obstacle(&self, number: u32, count: usize) -> BuildError {
        BuildError::UnknownObstacle { entry: self.entry, number, count }
    }

    /// Checks that the ends and the obstacle of the next recipe exist and that its name is new.
    pub fn check(&mut self, recipe: &Recipe) -> Result<(), BuildError> {
        self.entry += 1;
        let Outline { name, named_particles, ends, obstacle, materials: _, size } = recipe.outline();
        if let Some(number) = obstacle.filter(|number| *number as usize >= self.obstacles) {
            return Err(self.unknown_obstacle(number, self.obstacles));
        }
        self.obstacles += size.shapes;
        ends.into_iter().flatten().try_for_each(|end| self.endpoint(end).map(drop))?;
        self.insert(name, named_particles as usize, Vec::new())
    }
}

/// Checks that recipes refer only to particles built before them, and that the held end and the goal exist.
pub(super) fn check(SceneDef { build, held_end, goal, .. }: &SceneDef) -> Result<(), BuildError> {
    let mut names = Names::default();
    build.iter().try_for_each(|recipe| names.check(recipe))?;
    held_end.as_ref().map_or(Ok(()), |end| names.endpoint(end).map(drop))?;
    goal.as_ref().map_or(Ok(()), |goal| names.goal(goal).map(drop))
}

/// Reads recipes, and checks each that it refers only to particles built before it.
pub(super) fn recipes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Recipe>, D::Error> {
    struct RecipesVisitor;
    impl<'de> Visitor<'de> for RecipesVisitor {
        type Value = Vec<Recipe>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list of recipes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Vec<Recipe>, A::Error> {
            let (mut names, mut recipes) = (Names::default(), Vec::new());
            while let Some(recipe) = from.next_element()? {
                names.check(&recipe).map_err(A::Error::custom)?;
                recipes.push(recipe);
            }
            Ok(recipes)
        }
    }
    from.deserialize_seq(RecipesVisitor)
}
