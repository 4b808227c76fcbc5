//! Names of recipes, and the ends that refer to them. They are checked while a file is read, so that an unknown name is
//! reported with its line and column.

use std::{collections::BTreeMap, fmt};

use glam::Vec2;
use serde::{
    Deserializer,
    de::{Error as _, SeqAccess, Visitor},
};

use super::error::BuildError;
use super::recipe::{End, Endpoint, Recipe};
use crate::physics::{ParticleId, WORLD_EDGE};

/// The named things that have been built so far: their particles, or only the numbers of these.
pub(super) struct Names<T> {
    known: BTreeMap<String, T>,
    /// The recipe that is being checked or built, counted from 1.
    pub entry: usize,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { known: BTreeMap::new(), entry: 0 }
    }
}

/// Something with a number of particles.
pub(super) trait ParticleCount {
    fn count(&self) -> usize;
}

impl ParticleCount for usize {
    fn count(&self) -> usize {
        *self
    }
}

impl ParticleCount for Vec<ParticleId> {
    fn count(&self) -> usize {
        self.len()
    }
}

/// The meaning of an end: a new particle, or an index into a named thing.
enum Resolved<'n, T> {
    New(Vec2),
    Existing(&'n T, usize),
}

impl<T: ParticleCount> Names<T> {
    /// Gives a thing its name.
    pub fn insert(&mut self, name: &str, thing: T) -> Result<(), BuildError> {
        match self.known.insert(name.to_owned(), thing) {
            None => Ok(()),
            Some(_) => Err(BuildError::DuplicateName { entry: self.entry, name: name.to_owned() }),
        }
    }

    fn resolve(&self, end: &End) -> Result<Resolved<'_, T>, BuildError> {
        let entry = self.entry;
        match end {
            &End::At(x, y) => {
                let is_inside = x.abs() <= WORLD_EDGE && y.abs() <= WORLD_EDGE;
                if is_inside { Ok(Resolved::New(Vec2::new(x, y))) } else { Err(BuildError::Outside { entry, x, y }) }
            }
            End::Of(name, index) => {
                let Some(thing) = self.known.get(name) else {
                    return Err(BuildError::UnknownName { entry, name: name.clone() });
                };
                let (index, count) = (*index, thing.count());
                if (index as usize) < count {
                    Ok(Resolved::Existing(thing, index as usize))
                } else {
                    Err(BuildError::UnknownParticle { entry, name: name.clone(), index, count })
                }
            }
        }
    }

    /// Checks that an end names a particle that exists.
    fn check_end(&self, end: &End) -> Result<(), BuildError> {
        self.resolve(end).map(drop)
    }
}

impl Names<Vec<ParticleId>> {
    /// Looks an end up.
    pub fn endpoint(&self, end: &End) -> Result<Endpoint, BuildError> {
        Ok(match self.resolve(end)? {
            Resolved::New(at) => Endpoint::New(at),
            Resolved::Existing(ids, index) => Endpoint::Existing(ids[index]),
        })
    }
}

impl Names<usize> {
    /// Checks that the ends of the next recipe exist and that its name is new.
    fn check(&mut self, recipe: &Recipe) -> Result<(), BuildError> {
        self.entry += 1;
        recipe.ends().try_for_each(|end| self.check_end(end))?;
        recipe.name().map_or(Ok(()), |name| self.insert(name, recipe.named_particles()))
    }
}

/// Checks that recipes refer only to particles built before them.
pub(super) fn check(recipes: &[Recipe], held_end: Option<&End>) -> Result<(), BuildError> {
    let mut names = Names::default();
    recipes.iter().try_for_each(|recipe| names.check(recipe))?;
    held_end.map_or(Ok(()), |end| names.check_end(end))
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
