//! The sandbox: a world, the scene that it came from, and the commands that change it.

mod ball;
mod clock;
mod command;
mod drawn;
mod ghost;
mod snapshot;

pub use ball::{FARTHEST, ball_radius, beside, is_ball};
pub use clock::FixedClock;
pub use command::{Command, RopeEnd};
pub use ghost::{Ghost, GhostState};
pub use snapshot::Snapshot;

use std::sync::Arc;

use glam::Vec2;

use crate::{
    physics::{self, Digest, Lanes, Particles, Pose, Shape, Tiling, World},
    scene::{self, BuildError, NamedScene, SceneDef, Walls},
};

/// What is played with. Equal commands at equal steps bring equal sandboxes to equal states, bit for bit.
#[derive(Clone, Debug)]
pub struct Sandbox {
    world: World,
    scene: Arc<NamedScene>,
    steps: u64,
    time: f64,
    /// Positions before the last step, m: what the picture is blended from. Not state.
    before: Vec<Vec2>,
    /// The shapes before the last step, for the same.
    shapes_before: Vec<Shape>,
    /// How many steps ago something moved last. Not state.
    still_steps: u32,
    /// A second world, to compare this one with.
    ghost: Option<Ghost>,
}

impl Sandbox {
    /// The scene at its start.
    ///
    /// # Errors
    /// When the scene cannot be built.
    pub fn new(scene: NamedScene) -> Result<Self, BuildError> {
        let world = scene::build(&scene.scene)?;
        let ghost = scene::build_ghost(&scene.scene, &world)?.map(|(rival, ghost)| Ghost::new(rival.name, ghost));
        Ok(Self::with(world, Arc::new(scene), ghost))
    }

    /// The scene `steps` steps and `time` (s) after a session began, in this state, with this ghost. A reset brings the
    /// scene's start.
    ///
    /// # Errors
    /// When there is too much in the state.
    pub fn resumed(
        scene: NamedScene,
        (state, ghost): (&physics::Snapshot, Option<&GhostState>),
        (steps, time): (u64, f64),
    ) -> Result<Self, BuildError> {
        let mut sandbox = Self::with(scene::resumed(state)?, Arc::new(scene), None);
        if let Some(ghost) = ghost {
            sandbox.ghost = Some(Ghost::new(ghost.name.clone(), scene::resumed(&ghost.state)?));
        }
        (sandbox.steps, sandbox.time) = (steps, time);
        Ok(sandbox)
    }

    /// A session's beginning.
    fn with(world: World, scene: Arc<NamedScene>, ghost: Option<Ghost>) -> Self {
        let (before, shapes_before) = (Vec::new(), Vec::new());
        Self { world, scene, steps: 0, time: 0.0, before, shapes_before, still_steps: 0, ghost }
    }

    /// A ghost in a state, stepped as the world is.
    fn revived(&self, GhostState { name, state }: &GhostState) -> Ghost {
        let mut world = state.world();
        world.step_like(&self.world);
        Ghost::new(name.clone(), world)
    }

    /// A hash over the state of all that is here: that of the world, where there is nothing else.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let hash = self.world.state_hash();
        self.ghost.as_ref().map_or(hash, |ghost| ghost.hash_after(hash))
    }

    /// A short hash of each part of the world's state, and of the ghost's.
    #[must_use]
    pub fn digest(&self) -> (Digest, Option<Digest>) {
        (self.world.digest(), self.ghost.as_ref().map(|ghost| ghost.world.digest()))
    }

    /// What is here now as a scene of its own: it opens to the same bits.
    #[must_use]
    pub fn export(&self) -> SceneDef {
        let SceneDef { version, title, hint, view, walls, show_points, keys, .. } = self.scene.scene.clone();
        SceneDef {
            version,
            title,
            hint,
            view,
            ground: None,
            walls,
            show_points,
            keys,
            held_end: None,
            seed: 0,
            settings: *self.world.settings(),
            build: Vec::new(),
            state: Some(self.world.snapshot(None)),
            ghost: self.ghost.as_ref().map(Ghost::rival),
            ghost_state: self.ghost.as_ref().map(|ghost| ghost.state(None).state),
        }
    }

    /// Moves the world on by one step, and the ghost with it.
    pub fn step(&mut self) {
        self.step_and(|| ());
    }

    /// The same, for who looks at the clock: says when the world begins, when it is done and the ghost is next, and when
    /// that is done.
    pub fn step_and(&mut self, mut lap: impl FnMut()) {
        lap();
        self.before.clone_from(&self.world.particles().position);
        self.shapes_before.clear();
        self.shapes_before.extend_from_slice(self.world.colliders().shapes());
        self.world.step();
        lap();
        let haunted = self.ghost.as_mut().is_some_and(Ghost::step);
        lap();
        // Where there is wind, its streaks move.
        let moves = haunted || self.world.colliders().are_moving() || self.world.is_windy();
        let still = !moves && self.before == self.world.particles().position;
        self.still_steps = if still { self.still_steps.saturating_add(1) } else { 0 };
        self.steps += 1;
        self.time += self.world.settings().step_seconds();
    }

    /// Carries a command out. It cannot fail; what makes no sense does nothing.
    pub fn apply(&mut self, command: &Command) {
        self.still_steps = 0;
        self.change(command);
        self.echo(command);
    }

    /// Changes the world; what `Sandbox::echo` says also the ghost.
    fn change(&mut self, command: &Command) {
        let world = &mut self.world;
        match *command {
            Command::Hold { hand, particle, at } => world.hold(hand, particle, at),
            Command::MoveHand { hand, to } => world.move_hand(hand, to),
            Command::Release { hand } => world.release(hand),
            Command::SetPinned { particle, pinned } => world.set_pinned(particle, pinned),
            Command::SetWeight { particle, mass } => world.set_weight(particle, mass),
            Command::Cut { from, to, radius } => {
                world.cut(from, to, radius);
            }
            Command::AddRope { from, to, spacing } => self.add_rope(from, to, spacing),
            Command::AddNet { from, to, spacing } => self.add_net(from, to, spacing),
            Command::AddCollider(shape) => {
                world.add_shape(shape);
            }
            Command::MoveCollider { shape, to, last: _ } => world.move_shape(shape, to),
            Command::TurnCollider { shape, to, last: _ } => world.turn_shape(shape, to),
            Command::SetManner { shape, manner } => world.set_shape_properties(shape, manner),
            Command::RemoveCollider { shape } => world.remove_shape(shape),
            Command::AddBlower(blower) => {
                world.add_blower(blower);
            }
            Command::MoveBlower { blower, to, last: _ } => world.move_blower(blower, to),
            Command::TurnBlower { blower, to, last: _ } => world.turn_blower(blower, to),
            Command::SetJet { blower, speed, reach } => world.set_jet(blower, (speed, reach)),
            Command::RemoveBlower { blower } => world.remove_blower(blower),
            Command::SetGravity(gravity) => {
                let settings = *world.settings();
                world.set_settings(crate::physics::Settings { gravity, ..settings });
            }
            Command::SetSettings(ref settings) => world.set_settings(**settings),
            Command::PinAtRandom => world.pin_at_random(),
            Command::DriveHeldEnd(velocity) => world.set_drive_velocity(velocity),
            Command::SetGhost(ref rival) => self.set_ghost(rival.as_deref()),
            Command::SetRoom(room) => {
                if self.scene.scene.walls == Walls::Window {
                    world.set_room(Some(room));
                }
            }
            Command::Reset => self.reset(),
            Command::Open(ref scene) => {
                if let Ok(Self { world, ghost, .. }) = Self::new((**scene).clone()) {
                    self.scene = Arc::new((**scene).clone());
                    self.replace(world, ghost);
                }
            }
        }
    }

    /// The scene's start. What it was compared with goes on being that, unless the scene says what it is.
    fn reset(&mut self) {
        let room = self.world.colliders().room;
        let rival = self.ghost.as_ref().map(Ghost::rival);
        // It was built before, so it can be built again.
        if let Ok(Self { world, ghost, .. }) = Self::new((*self.scene).clone()) {
            self.replace(world, ghost);
            if self.ghost.is_none() {
                self.set_ghost(rival.as_ref());
            }
            if self.scene.scene.walls == Walls::Window {
                self.worlds().for_each(|world| world.set_room(room));
            }
        }
    }

    /// Goes on with other worlds, on as many threads.
    fn replace(&mut self, mut world: World, ghost: Option<Ghost>) {
        world.step_like(&self.world);
        self.world = world;
        self.ghost = ghost.map(|mut ghost| {
            ghost.world.step_like(&self.world);
            ghost
        });
        self.before.clear();
        self.shapes_before.clear();
    }

    /// The world, and the ghost's.
    fn worlds(&mut self) -> impl Iterator<Item = &mut World> {
        std::iter::once(&mut self.world).chain(self.ghost.as_mut().map(|ghost| &mut ghost.world))
    }

    /// See [`World::set_threads`]. A reset or another scene does not change it.
    pub fn set_threads(&mut self, threads: usize) {
        self.world.set_threads(threads);
        if let Some(ghost) = &mut self.ghost {
            // The same threads: one world is stepped after the other.
            ghost.world.step_like(&self.world);
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

    /// The world as it is.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The scene that it came from.
    #[must_use]
    pub fn scene(&self) -> &NamedScene {
        &self.scene
    }

    /// Steps since the session began, over resets and other scenes.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Time since the session began, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// For how many steps nothing has moved, by not so much as a bit.
    #[must_use]
    pub fn still_steps(&self) -> u32 {
        self.still_steps
    }

    /// Whether the last step moved nothing further than this, m.
    #[must_use]
    pub fn is_still(&self, distance: f32) -> bool {
        let near = |(a, b): (&Vec2, &Vec2)| (*a - *b).abs().max_element() <= distance;
        let still = |before: &[Vec2], now: &[Vec2]| before.len() == now.len() && before.iter().zip(now).all(near);
        !(self.world.colliders().are_moving() || self.world.is_windy())
            && still(&self.before, &self.world.particles().position)
            && self.ghost.as_ref().is_none_or(|ghost| still(&ghost.before, &ghost.world.particles().position))
    }

    /// Where all particles are in the picture, m, into `to`: `blend` of the way from the last step but one (0) to the
    /// last (1).
    pub fn see(&self, blend: f32, to: &mut Vec<Vec2>) {
        see(&self.before, self.world.particles(), blend, to);
    }

    /// The shapes as they are in the picture, blended as by [`Sandbox::see`].
    pub fn see_shapes(&self, blend: f32) -> impl Iterator<Item = (&Shape, Pose)> + '_ {
        self.world.colliders().shapes().iter().map(move |shape| {
            let now = shape.pose();
            let before = self.shapes_before.iter().find(|before| before.id == shape.id).map_or(now, Shape::pose);
            let turn = before.turn.lerp(now.turn, blend).try_normalize().unwrap_or(now.turn);
            (shape, Pose { at: before.at.lerp(now.at, blend), turn })
        })
    }
}

/// Where particles are, `blend` of the way from `before` to now, into `to`.
fn see(before: &[Vec2], particles: &Particles, blend: f32, to: &mut Vec<Vec2>) {
    let now = &particles.position;
    to.clear();
    to.extend(before.iter().zip(now).map(|(before, &now)| before.lerp(now, blend)));
    // What was added since the last step has no past.
    to.extend_from_slice(now.get(to.len()..).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{physics::ParticleId, scene};

    fn sandbox(name: &str) -> Sandbox {
        Sandbox::new(scene::named(name).expect("it is in the gallery")).expect("it builds")
    }

    #[test]
    fn a_rope_is_tied_to_what_it_starts_on() {
        let mut sandbox = sandbox("first-rope");
        let from = RopeEnd { at: Vec2::new(1.0, 0.0), particle: Some(ParticleId(9)), pinned: true };
        let to = RopeEnd { at: Vec2::new(1.0, 0.5), particle: None, pinned: true };
        sandbox.apply(&Command::AddRope { from, to, spacing: 0.1 });
        let particles = sandbox.world().particles();
        assert_eq!((particles.len(), sandbox.world().link_count()), (15, 14));
        assert!(!particles.pinned[9], "an end that is tied to something is not pinned");
        assert!(particles.pinned[14]);
    }

    #[test]
    fn a_net_fills_its_rectangle_whichever_way_it_was_drawn() {
        for (from, to) in [(Vec2::ZERO, Vec2::new(1.0, 0.5)), (Vec2::new(1.0, 0.0), Vec2::new(0.0, 0.5))] {
            let mut sandbox = sandbox("first-rope");
            sandbox.apply(&Command::AddNet { from, to, spacing: 0.25 });
            assert_eq!(sandbox.world().particles().len(), 10 + 5 * 3);
            assert_eq!(sandbox.world().particles().position[10], Vec2::new(0.0, 0.5));
        }
    }

    #[test]
    fn reset_is_the_start_again() {
        let mut sandbox = sandbox("welcome");
        let start = sandbox.world().state_hash();
        sandbox.apply(&Command::Cut { from: Vec2::new(-4.0, 0.0), to: Vec2::new(4.0, 0.0), radius: 0.1 });
        (0..10).for_each(|_| sandbox.step());
        sandbox.apply(&Command::Reset);
        assert_eq!(sandbox.world().state_hash(), start);
        assert_eq!(sandbox.steps(), 10, "the session's steps go on");
    }
}
