//! Parts that a user builds: any recipe of scene files, added to the world and to the ghost's.

use glam::Vec2;

use super::{Sandbox, ball_radius};
use crate::physics::{LinkKind, World};
use crate::scene;
use crate::scene::{Recipe, Refusal};

/// Most links of a part whose outline is shown.
const MAX_OUTLINED: u64 = 20_000;

/// What a recipe would add to a world, to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartOutline {
    /// Its links.
    pub links: Vec<OutlinedLink>,
    /// Balls and weights: centre and radius, m.
    pub balls: Vec<(Vec2, f32)>,
    /// Pinned particles, m.
    pub pins: Vec<Vec2>,
    /// Particles that a single link reaches and that are not pinned, m.
    pub loose_ends: Vec<Vec2>,
    /// Total mass, kg.
    pub mass: f32,
}

/// A link of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlinedLink {
    /// One end, m.
    pub a: Vec2,
    /// The other end, m.
    pub b: Vec2,
    /// Its kind.
    pub kind: LinkKind,
}

impl Sandbox {
    /// Checks that a recipe can be added to the world and the ghost's.
    ///
    /// # Errors
    /// When a value is out of range, an end names a particle that is gone, or there is no room.
    pub fn check_part(&self, recipe: &Recipe) -> Result<(), Refusal> {
        let size = scene::check_addition(recipe, &self.world)?;
        if self.has_room(size.particles, size.links) { Ok(()) } else { Err(Refusal::TooLarge) }
    }

    /// Adds a recipe to the world and the ghost's; one that cannot be added changes nothing.
    pub(super) fn build(&mut self, recipe: &Recipe) {
        if self.check_part(recipe).is_ok() {
            // After the check only an end that names another recipe can fail, before anything is added.
            self.worlds().for_each(|world| _ = scene::add(recipe, world));
        }
    }

    /// What a recipe would add; `None` if it is too large to show or cannot be built.
    pub fn outline(&self, recipe: &Recipe) -> Option<PartOutline> {
        let size = scene::check_addition(recipe, &self.world).ok()?;
        if size.links > MAX_OUTLINED {
            return None;
        }
        Some(PartOutline::of(&scene::add_apart(recipe, &self.world).ok()?))
    }
}

impl PartOutline {
    /// The outline of all that a world holds.
    fn of(world: &World) -> Self {
        let particles = world.particles();
        let at = |index: usize| particles.position[index];
        let mut degree = vec![0_u32; particles.len()];
        let links = world.links().map(|link| {
            degree[link.a.index()] += 1;
            degree[link.b.index()] += 1;
            OutlinedLink { a: at(link.a.index()), b: at(link.b.index()), kind: link.kind }
        });
        let links = links.collect();
        let balls = world.balls().iter().map(|ball| (at(ball.particle.index()), ball.radius));
        let weights = world.weights().iter().map(|weight| (at(weight.particle.index()), ball_radius(weight.mass)));
        let indices = || 0..particles.len();
        Self {
            links,
            balls: balls.chain(weights).collect(),
            pins: indices().filter(|&index| particles.pinned[index]).map(at).collect(),
            loose_ends: indices().filter(|&index| degree[index] == 1 && !particles.pinned[index]).map(at).collect(),
            mass: particles.mass.iter().sum(),
        }
    }
}
