//! Parts that a user builds: any recipe of scene files, added to the world and to the ghost's.

use glam::Vec2;

use super::{Sandbox, discs};
use crate::physics::{LinkKind, ParticleId, World};
use crate::scene;
use crate::scene::{OwnMaterials, Recipe, Refusal};

/// Most links of a part whose outline is shown.
const MAX_OUTLINED: u64 = 20_000;

/// Outline of the part that a recipe would add to a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartOutline {
    /// Its links.
    pub links: Vec<OutlinedLink>,
    /// Balls and weights: centre and radius, m.
    pub balls: Vec<(Vec2, f32)>,
    /// Pinned particles, m.
    pub pins: Vec<Vec2>,
    /// Particles of the world that it joins, m.
    pub joined: Vec<Vec2>,
    /// New particles that a single link reaches and that are not pinned, m.
    pub loose_ends: Vec<Vec2>,
    /// Mass of the new particles, kg.
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
        let size = scene::check_addition(recipe, &self.world, self.own_materials())?;
        if self.has_room(size.particles, size.links) { Ok(()) } else { Err(Refusal::TooLarge) }
    }

    /// Adds a recipe to the world and the ghost's; one that cannot be added changes nothing.
    pub(super) fn build(&mut self, recipe: &Recipe) {
        if self.check_part(recipe).is_ok() {
            // After the check only an end that names another recipe can fail, before anything is added.
            let own = self.own_materials().clone();
            self.worlds().for_each(|world| _ = scene::add(recipe, world, &own));
        }
    }

    /// The scene's own materials.
    fn own_materials(&self) -> &OwnMaterials {
        &self.scene.scene.materials
    }

    /// Outline of the part that a recipe would add; `None` if it is too large to show or cannot be built.
    pub fn outline(&self, recipe: &Recipe) -> Option<PartOutline> {
        let size = scene::check_addition(recipe, &self.world, self.own_materials()).ok()?;
        if size.links > MAX_OUTLINED {
            return None;
        }
        let position = &self.world.particles().position;
        let joined = scene::joined(recipe, &self.world).map(|particle| position[particle.index()]).collect();
        Some(PartOutline::of(&scene::add_apart(recipe, &self.world, self.own_materials()).ok()?, joined))
    }
}

impl Sandbox {
    /// Outline of a particle, and of all that follows it, after [`Command::Pose`](super::Command::Pose). Too large things
    /// are shown by that particle alone.
    pub fn outline_pose(&self, particle: ParticleId, to: Vec2) -> PartOutline {
        let posed = self.world.posed(particle, to);
        let mut position = self.world.particles().position.clone();
        let mut is_posed = vec![false; position.len()];
        for &(id, at) in &posed {
            (position[id.index()], is_posed[id.index()]) = (at, true);
        }
        let at = |id: ParticleId| position[id.index()];
        let is_posed = |id: ParticleId| is_posed[id.index()];
        let end = posed.first().map(|(_, at)| *at).into_iter();
        if posed.len() as u64 > MAX_OUTLINED {
            return PartOutline { loose_ends: end.collect(), ..PartOutline::default() };
        }
        let links = self.world.links().filter(|link| is_posed(link.a) || is_posed(link.b));
        let pins = posed.iter().filter(|(id, _)| self.world.is_pinned(*id));
        PartOutline {
            links: links.map(|link| OutlinedLink { a: at(link.a), b: at(link.b), kind: link.kind }).collect(),
            balls: discs(&self.world).filter(|(id, _)| is_posed(*id)).map(|(id, r)| (at(id), r)).collect(),
            pins: pins.map(|(_, at)| *at).collect(),
            loose_ends: end.collect(),
            ..PartOutline::default()
        }
    }
}

impl PartOutline {
    /// The outline of all that a world holds. The particles at `joined` stand for those of another world.
    fn of(world: &World, joined: Vec<Vec2>) -> Self {
        let particles = world.particles();
        let at = |index: usize| particles.position[index];
        let mut degree = vec![0_u32; particles.len()];
        let links = world.links().map(|link| {
            degree[link.a.index()] += 1;
            degree[link.b.index()] += 1;
            OutlinedLink { a: at(link.a.index()), b: at(link.b.index()), kind: link.kind }
        });
        let links = links.collect();
        let new = || (0..particles.len()).filter(|&index| !joined.contains(&at(index)));
        Self {
            links,
            balls: discs(world).map(|(id, radius)| (at(id.index()), radius)).collect(),
            pins: new().filter(|&index| particles.pinned[index]).map(at).collect(),
            loose_ends: new().filter(|&index| degree[index] == 1 && !particles.pinned[index]).map(at).collect(),
            mass: new().map(|index| particles.mass[index]).sum(),
            joined,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{Form, ShapeDef};
    use crate::sandbox::Command;
    use crate::scene::NamedScene;

    /// An empty sandbox with a ground at -3 m, to which these recipes have been added.
    fn with(recipes: &[&str]) -> Sandbox {
        let text = "(version: 1, title: \"t\", hint: \"h\", view: (min: (-4, -3), max: (4, 3)), ground: -3, build: [])";
        let scene = scene::parse("empty", text).expect("the scene reads");
        let mut sandbox = Sandbox::new(NamedScene { name: "empty".to_owned(), scene }).expect("the scene builds");
        for recipe in recipes {
            sandbox.apply(&Command::Build(Box::new(scene::from_text("part", recipe).expect("a recipe"))));
        }
        sandbox
    }

    fn last(sandbox: &Sandbox) -> Vec2 {
        *sandbox.world().particles().position.last().expect("a particle")
    }

    const BALL: &str = "Ball(at: (0, 0.5), radius: 0.2, mass: 1, friction: 0.02, restitution: 0.5)";

    #[test]
    fn ball_rolls_down_a_gentle_slope_and_comes_to_lie_on_the_ground() {
        let mut sandbox = with(&[BALL]);
        let wall = ShapeDef::still(Form::Capsule { half_length: 2.0, radius: 0.05 }, Vec2::ZERO);
        sandbox.apply(&Command::AddShape(ShapeDef { turn: Vec2::new(0.985, -0.174), ..wall }));
        (0..60).for_each(|_| sandbox.step());
        assert!(last(&sandbox).x > 0.3, "it sticks to the slope: {}", last(&sandbox));
        (0..300).for_each(|_| sandbox.step());
        assert!((last(&sandbox).y + 2.8).abs() < 0.3, "{}", last(&sandbox));
    }

    #[test]
    fn command_gives_a_ball_another_bounce() {
        let height = |restitution| {
            let mut sandbox = with(&["Ball(at: (0, -1.8), radius: 0.2, mass: 1)"]);
            let particle = sandbox.world().balls()[0].particle;
            sandbox.apply(&Command::SetBallSurface { particle, friction: None, restitution });
            let heights = (0..68).map(|step| {
                sandbox.step();
                if step < 28 { 0.0 } else { last(&sandbox).y + 2.8 }
            });
            heights.fold(0.0_f32, f32::max)
        };
        let heights = [Some(0.0), None, Some(0.8), Some(f32::NAN)].map(height);
        assert!(heights[0] < 0.05 && (0.05..0.2).contains(&heights[1]), "{heights:?}");
        assert!((0.5..0.8).contains(&heights[2]) && heights[3] == heights[1], "{heights:?}");
    }

    #[test]
    fn recipe_out_of_range_or_without_its_particle_changes_nothing() {
        for recipe in [
            "Ball(at: (0, 0), radius: 0.2, mass: 1)",
            "Connect(a: Particle(7), b: At(0, 0))",
            "Rope(from: At(1e5, 0), to: At(0, 0), particles: 3)",
            "Rope(from: At(1, 0), to: At(0, 0), particles: 3, material: \"gum\")",
        ] {
            let mut sandbox = with(&[]);
            let before = sandbox.state_hash();
            let mut recipe: Recipe = scene::from_text("part", recipe).expect("a recipe");
            if let Recipe::Ball(ball) = &mut recipe {
                ball.radius = f32::NAN;
            }
            assert!(sandbox.check_part(&recipe).is_err(), "{recipe:?}");
            sandbox.apply(&Command::Build(Box::new(recipe)));
            assert_eq!(sandbox.state_hash(), before);
        }
    }

    #[test]
    fn part_has_the_material_of_the_scene_rather_than_a_preset() {
        let text = "(version: 1, title: \"t\", hint: \"h\", view: (min: (-4, -3), max: (4, 3)), \
                    materials: {\"rope\": (strength: 77)}, build: [])";
        let scene = scene::parse("own", text).expect("the scene reads");
        let mut sandbox = Sandbox::new(NamedScene { name: "own".to_owned(), scene }).expect("the scene builds");
        let rope = "Rope(from: At(1, 0), to: At(0, 0), particles: 3, material: \"rope\")";
        sandbox.apply(&Command::Build(Box::new(scene::from_text("part", rope).expect("a recipe"))));
        let strength = |link| sandbox.world().material_of(link).and_then(|material| material.strength);
        assert_eq!(sandbox.world().links().map(strength).collect::<Vec<_>>(), [Some(77.0); 2]);
    }
}
