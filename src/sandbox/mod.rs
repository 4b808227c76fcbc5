//! The sandbox: a world, its ghost, the scene that they came from, and the commands that change them.
//!
//! | File | Holds |
//! |---|---|
//! | `command` | the commands, and how each is applied |
//! | `build` | parts that a user builds |
//! | `discs` | discs in the picture: balls, weights and other heavy particles |
//! | `design` | what was built before time ran, and the way back to it |
//! | `ghost` | the ghost: a second world that another method moves |
//! | `clock` | time between frames to steps |
//! | `blend` | positions between two steps, for pictures |
//! | `insert` | copies that a user pastes, and the memory for more |
//! | `inspection` | numbers of the selected things |
//! | `material` | materials of which a property has changed |
//! | `snapshot` | snapshots of a sandbox |
//! | `stacking` | the order in which things are drawn |
//! | `value` | commands that set a number of a thing: several at once, and their inverses |

mod blend;
mod build;
mod clock;
mod command;
mod design;
mod discs;
mod ghost;
mod insert;
mod inspection;
mod material;
mod snapshot;
mod stacking;
mod value;

pub use build::{OutlinedLink, PartOutline};
pub use clock::FixedClock;
pub use command::Command;
pub use design::Design;
pub use discs::{disc_radius, discs, is_heavy};
pub use ghost::{Ghost, GhostState};
pub use inspection::{Facts, Inspection, Kind, LinkFacts, Reading};
pub use snapshot::Snapshot;
pub use stacking::{StackEnd, shift as stack_shift};
pub use value::Owner;

use std::sync::Arc;

use glam::Vec2;

use crate::physics::{Aabb, Colliders, Digest, Lanes, Settings, Shape, Tiling, World};
use crate::scene;
use crate::scene::{BuildError, NamedScene, SceneDef, Walls};

/// A world that commands change. Equal commands at equal steps bring equal sandboxes to equal states, bit for bit.
#[derive(Clone, Debug)]
pub struct Sandbox {
    world: World,
    scene: Arc<NamedScene>,
    steps: u64,
    time: f64,
    /// See [`Snapshot::renumberings`].
    renumberings: u64,
    /// See [`Snapshot::follows_window`].
    follows_window: bool,
    /// Positions before the last step, m, to blend pictures from. Not state.
    previous_positions: Vec<Vec2>,
    /// Shapes before the last step, to blend pictures from. Not state.
    previous_shapes: Vec<Shape>,
    /// Number of steps since something moved. Not state.
    still_steps: u32,
    ghost: Option<Ghost>,
    /// See [`Sandbox::design`].
    design: Option<Arc<Design>>,
}

impl Sandbox {
    /// A sandbox with a scene at its start.
    ///
    /// # Errors
    /// When the scene cannot be built.
    pub fn new(scene: NamedScene) -> Result<Self, BuildError> {
        let world = scene::build(&scene.scene)?;
        let ghost = scene::build_ghost(&scene.scene, &world)?.map(|(rival, ghost)| Ghost::new(rival.name, ghost));
        Ok(Self::from_parts(world, Arc::new(scene), ghost))
    }

    /// A sandbox at the beginning of a session.
    fn from_parts(world: World, scene: Arc<NamedScene>, ghost: Option<Ghost>) -> Self {
        let (previous_positions, previous_shapes) = (Vec::new(), Vec::new());
        let follows_window = scene.scene.walls == Walls::Window;
        Self {
            world,
            scene,
            steps: 0,
            time: 0.0,
            renumberings: 0,
            follows_window,
            previous_positions,
            previous_shapes,
            still_steps: 0,
            ghost,
            design: None,
        }
    }

    /// A hash over the states of the world and its ghost; without a ghost, the hash of the world.
    pub fn state_hash(&self) -> u64 {
        let hash = self.world.state_hash();
        self.ghost.as_ref().map_or(hash, |ghost| ghost.combined_hash(hash))
    }

    /// A short hash of each part of the world's state, and of the ghost's.
    pub fn digest(&self) -> (Digest, Option<Digest>) {
        (self.world.digest(), self.ghost.as_ref().map(|ghost| ghost.world.digest()))
    }

    /// A scene that opens to the present state, bit for bit.
    #[must_use]
    pub fn export(&self) -> SceneDef {
        SceneDef {
            // Its names are those of recipes.
            goal: None,
            ground: None,
            walls: self.walls(),
            held_end: None,
            seed: 0,
            settings: *self.world.settings(),
            build: Vec::new(),
            state: Some(self.world.snapshot(None)),
            ghost: self.ghost.as_ref().map(Ghost::rival),
            ghost_state: self.ghost.as_ref().map(|ghost| ghost.state(None).state),
            ..self.scene.scene.clone()
        }
    }

    /// Advances the world and the ghost by one step.
    pub fn step(&mut self) {
        self.step_timed(|| ());
    }

    /// As [`Sandbox::step`]. Calls `lap` before the world's step, after it, and after the ghost's.
    pub fn step_timed(&mut self, mut lap: impl FnMut()) {
        self.fix_design();
        lap();
        self.previous_positions.clone_from(&self.world.particles().position);
        self.previous_shapes.clear();
        self.previous_shapes.extend_from_slice(self.world.colliders().shapes());
        self.world.step();
        lap();
        let ghost_moved = self.ghost.as_mut().is_some_and(Ghost::step);
        lap();
        // The streaks of wind move even if nothing else does.
        let moved = ghost_moved
            || self.world.colliders().are_moving()
            || self.world.is_windy()
            || self.previous_positions != self.world.particles().position;
        self.still_steps = if moved { 0 } else { self.still_steps.saturating_add(1) };
        self.steps += 1;
        self.time += self.world.settings().step_seconds();
    }

    /// Starts the scene again. A ghost that the scene does not define is kept as a rival.
    fn reset(&mut self) {
        let room = self.world.colliders().room.filter(|_| self.follows_window);
        let rival = self.ghost.as_ref().map(Ghost::rival);
        if self.rebuild(Arc::clone(&self.scene)) {
            if self.ghost.is_none() {
                self.set_ghost(rival.as_ref());
            }
            if self.follows_window && room.is_some() {
                self.worlds().for_each(|world| world.set_room(room));
            }
        }
    }

    /// Opens another scene.
    fn open(&mut self, scene: &NamedScene) {
        self.rebuild(Arc::new(scene.clone()));
    }

    /// Builds a scene in place of the worlds, and keeps the number of threads. Changes nothing and returns `false`
    /// if the scene cannot be built.
    fn rebuild(&mut self, scene: Arc<NamedScene>) -> bool {
        if scene::check(&scene.scene).is_err() {
            return false;
        }
        // Large worlds leave before their successors are built, or both would need memory at once.
        let mut empty = World::new(Settings::default(), Colliders::default(), 0);
        empty.copy_execution_from(&self.world);
        (self.world, self.ghost) = (empty, None);
        self.previous_positions = Vec::new();
        self.previous_shapes.clear();
        // The check was that it can be built.
        let Ok(Self { mut world, ghost, .. }) = Self::new((*scene).clone()) else { return false };
        world.copy_execution_from(&self.world);
        self.world = world;
        self.ghost = ghost.map(|mut ghost| {
            ghost.world.copy_execution_from(&self.world);
            ghost
        });
        self.follows_window = scene.scene.walls == Walls::Window;
        self.scene = scene;
        self.design = None;
        true
    }

    /// Moves walls that are the window's to its edges.
    fn follow_window(&mut self, edges: Aabb) {
        if self.follows_window {
            self.world.set_room(Some(edges));
        }
    }

    /// Puts the ground's surface at a height, m, or removes the ground.
    fn set_ground(&mut self, height: Option<f32>) {
        self.world.set_ground(height);
    }

    /// Puts walls around the world. Those of the window are at the edges of the scene's view until they are moved.
    fn set_walls(&mut self, walls: Walls) {
        if !walls.is_valid() {
            return;
        }
        self.follows_window = walls == Walls::Window;
        let now = self.world.colliders().room;
        let room = match walls {
            Walls::Open => None,
            Walls::Window => Some(now.unwrap_or(self.scene.scene.view)),
            Walls::Room(room) => Some(room),
        };
        if room != now || self.follows_window {
            self.world.set_room(room);
        }
    }

    /// The world, and the ghost's.
    fn worlds(&mut self) -> impl Iterator<Item = &mut World> {
        std::iter::once(&mut self.world).chain(self.ghost.as_mut().map(|ghost| &mut ghost.world))
    }

    /// See [`World::set_threads`]. A reset or another scene does not change it.
    pub fn set_threads(&mut self, threads: usize) {
        self.world.set_threads(threads);
        if let Some(ghost) = &mut self.ghost {
            // The world and the ghost share the threads, since they step one after the other.
            ghost.world.copy_execution_from(&self.world);
        }
    }

    /// See [`World::set_tiling`].
    #[doc(hidden)]
    pub fn set_tiling(&mut self, tiling: Tiling) {
        self.worlds().for_each(|world| world.set_tiling(tiling));
    }

    /// See [`World::set_lanes`].
    #[doc(hidden)]
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.worlds().for_each(|world| world.set_lanes(lanes));
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The scene that the world came from.
    pub fn scene(&self) -> &NamedScene {
        &self.scene
    }

    /// The scene as it is shared: a reset or an undo brings back the same allocation.
    pub fn shared_scene(&self) -> &Arc<NamedScene> {
        &self.scene
    }

    /// The walls around the world.
    pub fn walls(&self) -> Walls {
        match self.world.colliders().room {
            _ if self.follows_window => Walls::Window,
            Some(room) => Walls::Room(room),
            None => Walls::Open,
        }
    }

    /// Number of steps since the session began; resets and other scenes do not set it back.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Simulated time since the session began, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Number of commands since the session began after which ids may name other things. At two moments of a session
    /// with the same number, equal ids name the same things.
    pub fn renumberings(&self) -> u64 {
        self.renumberings
    }

    /// Number of steps since anything moved, even by a single bit.
    pub fn still_steps(&self) -> u32 {
        self.still_steps
    }

    /// Whether nothing moved farther than `distance`, m, in the last step.
    pub fn is_still(&self, distance: f32) -> bool {
        let is_near = |(a, b): (&Vec2, &Vec2)| (*a - *b).abs().max_element() <= distance;
        let is_still = |previous: &[Vec2], world: &World| {
            let now = &world.particles().position;
            previous.len() == now.len() && previous.iter().zip(now).all(is_near)
        };
        !(self.world.colliders().are_moving() || self.world.is_windy())
            && is_still(&self.previous_positions, &self.world)
            && self.ghost.as_ref().is_none_or(|ghost| is_still(&ghost.previous_positions, &ghost.world))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        physics::Substeps,
        scene,
        scene::{Rival, Technique},
    };

    /// A sandbox with a square net in which ropes meet, and a ghost.
    fn compared_net(side: u32) -> Sandbox {
        let mut scene = scene::named("first-rope").expect("a scene of the gallery");
        let net = format!("[Net((at: (0, 0), columns: {side}, rows: {side}, spacing: 0.1))]");
        scene.scene.build = scene::from_text("net", &net).expect("it reads");
        scene.scene.settings.rope_contact = Some(0.02);
        let mut sandbox = Sandbox::new(scene).expect("the scene builds");
        let technique = Technique { substeps: Substeps::Count(1), sweeps: 1, ..Technique::default() };
        sandbox.apply(&Command::SetGhost(Some(Box::new(Rival { name: "coarse".to_owned(), settings: technique }))));
        sandbox
    }

    #[test]
    fn nets_of_world_and_ghost_stay_within_the_memory() {
        let added = |sandbox: &mut Sandbox| {
            let before = sandbox.world().particles().len();
            let net = "Net((at: (20, 28), columns: 201, rows: 201, spacing: 0.04))";
            sandbox.apply(&Command::Build(Box::new(scene::from_text("net", net).expect("a recipe"))));
            sandbox.world().particles().len() - before
        };
        assert_eq!(added(&mut compared_net(350)), 0, "both worlds need the memory");
        assert_eq!(added(&mut compared_net(300)), 201 * 201);
        let mut alone = compared_net(400);
        assert!(alone.ghost().is_none(), "there is no memory for two such nets");
        assert_eq!(added(&mut alone), 201 * 201);
    }
}
