//! What recipes are called, and what their ends name: checked while a file is read, so that a name that is not there is
//! reported with its line and column.

use std::{collections::BTreeMap, fmt};

use glam::Vec2;
use serde::{
    Deserializer,
    de::{Error as _, SeqAccess, Visitor},
};

use super::{
    bodies::{DOLL_SIZE, PLANK_PARTICLES},
    def::End,
    error::BuildError,
    recipe::Recipe,
};
use crate::physics::{ParticleId, WORLD_EDGE};

/// What has been built so far, by name: its particles, or how many they are.
pub(super) struct Names<T> {
    known: BTreeMap<String, T>,
    /// Which recipe it is about, from 1.
    pub entry: usize,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { known: BTreeMap::new(), entry: 0 }
    }
}

/// Something that has particles.
pub(super) trait Counted {
    fn count(&self) -> usize;
}

impl Counted for usize {
    fn count(&self) -> usize {
        *self
    }
}

impl Counted for Vec<ParticleId> {
    fn count(&self) -> usize {
        self.len()
    }
}

/// What an end is: a new particle here, or one of something that there is.
pub(super) enum Found<'n, T> {
    At(Vec2),
    Of(&'n T, usize),
}

impl<T: Counted> Names<T> {
    /// Gives something its name.
    pub fn call(&mut self, name: &str, what: T) -> Result<(), BuildError> {
        match self.known.insert(name.to_owned(), what) {
            None => Ok(()),
            Some(_) => Err(BuildError::DuplicateName { entry: self.entry, name: name.to_owned() }),
        }
    }

    /// What an end is.
    pub fn find(&self, end: &End) -> Result<Found<'_, T>, BuildError> {
        let entry = self.entry;
        match end {
            &End::At(x, y) => {
                let inside = x.abs() <= WORLD_EDGE && y.abs() <= WORLD_EDGE;
                if inside { Ok(Found::At(Vec2::new(x, y))) } else { Err(BuildError::Outside { entry, x, y }) }
            }
            End::Of(name, index) => {
                let Some(what) = self.known.get(name) else {
                    return Err(BuildError::UnknownName { entry, name: name.clone() });
                };
                let (index, count) = (*index, what.count());
                let unknown = || BuildError::UnknownParticle { entry, name: name.clone(), index, count };
                let there = (index as usize) < count;
                there.then_some(Found::Of(what, index as usize)).ok_or_else(unknown)
            }
        }
    }
}

impl Names<usize> {
    /// Whether the ends of a recipe are there, and its name is new.
    fn check(&mut self, recipe: &Recipe) -> Result<(), BuildError> {
        self.entry += 1;
        recipe.ends().into_iter().flatten().try_for_each(|end| self.find(end).map(drop))?;
        match recipe.called() {
            (Some(name), count) => self.call(name, count),
            (None, _) => Ok(()),
        }
    }
}

/// Whether recipes name only what is there.
pub(super) fn check(recipes: &[Recipe], held_end: Option<&End>) -> Result<(), BuildError> {
    let mut names = Names::default();
    recipes.iter().try_for_each(|recipe| names.check(recipe))?;
    held_end.map_or(Ok(()), |end| names.find(end).map(drop))
}

/// Recipes that name only what is there.
pub(super) fn recipes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Recipe>, D::Error> {
    struct InOrder;
    impl<'de> Visitor<'de> for InOrder {
        type Value = Vec<Recipe>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list of what to build")
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
    from.deserialize_seq(InOrder)
}

impl Recipe {
    /// Where it ends, if it has ends.
    fn ends(&self) -> [Option<&End>; 2] {
        match self {
            Self::Rope { from: a, to: b, .. }
            | Self::AddBetween { from: a, to: b, .. }
            | Self::Connect { a, b, .. }
            | Self::Plank { from: a, to: b, .. } => [Some(a), Some(b)],
            Self::Weight { on, .. } => [Some(on), None],
            _ => [None, None],
        }
    }

    /// What it is called, and how many particles can be named by that.
    fn called(&self) -> (Option<&str>, usize) {
        let (name, count) = match self {
            Self::Point { name, .. } | Self::Ball { name, .. } => (name, 1),
            Self::Rope { name, particles, .. } => (name, u64::from(*particles)),
            Self::AddBetween { name, n, .. } => (name, u64::from(*n)),
            Self::Connect { .. }
            | Self::Weight { .. }
            | Self::Circle { .. }
            | Self::Wall { .. }
            | Self::Block { .. }
            | Self::Blower { .. } => (&None, 0),
            Self::Plank { name, bays, .. } => (name, 2 * (u64::from(*bays) + 1)),
            Self::Bridge { name, planks, .. } => (name, u64::from(*planks) * u64::from(PLANK_PARTICLES)),
            Self::Web { name, spokes, turns, .. } => (name, u64::from(*spokes) * (u64::from(*turns) + 1) + 1),
            Self::Doll { name, .. } => (name, DOLL_SIZE.0),
            Self::Pendulum { name, links, .. } => (name, u64::from(*links) + 1),
            Self::Net(grid) | Self::Lattice(grid) | Self::Cloth { grid, .. } => (&grid.name, grid.size(0).0),
            Self::Box { name, .. } => (name, 4),
            Self::Wheel { name, spokes, .. } => (name, u64::from(*spokes) + 1),
        };
        (name.as_deref(), count as usize)
    }
}
