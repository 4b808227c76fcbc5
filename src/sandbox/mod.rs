//! The sandbox: a world, the scene that it came from, and the commands that change it.

mod clock;
mod command;
mod ghost;

pub use clock::FixedClock;
pub use command::{Command, RopeEnd};
pub use ghost::{Ghost, GhostState};

use std::sync::Arc;

use glam::Vec2;

use crate::{
    physics::{self, Digest, Lanes, LinkKind, Particles, Pose, Shape, Tiling, World},
    scene::{
        self, BuildError, GridPins, MOST_LINKS, MOST_PARTICLES, NamedScene, RopePins, SceneDef, Walls,
        lay::{self, GridLay, Knot, RopeLay},
    },
};

/// Most links of a rope that is drawn, and most meshes along a side of a net.
const MOST_DRAWN: (f32, f32) = (2_000.0, 200.0);

/// Mass of a particle that is drawn, kg.
const DRAWN_MASS: f32 = 0.02;

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

/// A moment of a sandbox that can be gone back to.
#[derive(Clone, Debug)]
pub struct Snapshot {
    world: physics::Snapshot,
    scene: Arc<NamedScene>,
    steps: u64,
    time: f64,
    ghost: Option<GhostState>,
}

impl Snapshot {
    /// The state of the world.
    #[must_use]
    pub fn world(&self) -> &physics::Snapshot {
        &self.world
    }

    /// That of the second world, if there is one.
    #[must_use]
    pub fn ghost(&self) -> Option<&GhostState> {
        self.ghost.as_ref()
    }

    /// A sandbox at this moment, on one thread.
    #[must_use]
    pub fn sandbox(&self) -> Sandbox {
        let mut sandbox = Sandbox::with(self.world.world(), Arc::clone(&self.scene), None);
        sandbox.ghost = self.ghost.as_ref().map(|state| sandbox.revived(state));
        (sandbox.steps, sandbox.time) = (self.steps, self.time);
        sandbox
    }

    /// The scene that it came from.
    #[must_use]
    pub fn scene(&self) -> &NamedScene {
        &self.scene
    }

    /// Memory that it holds besides what it shares with `before`, bytes.
    #[must_use]
    pub fn bytes(&self, before: Option<&Self>) -> usize {
        let ghost_before = before.and_then(|before| before.ghost.as_ref()).map(|ghost| &ghost.state);
        let ghost = self.ghost.as_ref().map_or(0, |ghost| ghost.state.bytes(ghost_before));
        self.world.bytes(before.map(|before| &before.world)) + ghost
    }
}

impl Sandbox {
    /// The sandbox as it is now. `before` is its last snapshot, with which this one shares what is the same.
    #[must_use]
    pub fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let Self { world, scene, steps, time, before: _, shapes_before: _, still_steps: _, ghost } = self;
        let world = world.snapshot(before.map(|before| &before.world));
        let ghost = ghost.as_ref().map(|ghost| ghost.state(before.and_then(Snapshot::ghost)));
        Snapshot { world, scene: Arc::clone(scene), steps: *steps, time: *time, ghost }
    }

    /// Goes back (or forward) to a moment: from here on to the same bits as from there.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let Snapshot { world, scene, steps, time, ghost } = snapshot;
        self.world.restore(world);
        self.ghost = ghost.as_ref().map(|state| self.revived(state));
        self.scene = Arc::clone(scene);
        (self.steps, self.time) = (*steps, *time);
        self.before.clear();
        self.shapes_before.clear();
        self.still_steps = 0;
    }

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
            Command::SetManner { shape, manner } => world.set_manner(shape, manner),
            Command::RemoveCollider { shape } => world.remove_shape(shape),
            Command::AddBlower(blower) => {
                world.add_blower(blower);
            }
            Command::MoveBlower { blower, to, last: _ } => world.move_blower(blower, to),
            Command::TurnBlower { blower, to, last: _ } => world.turn_blower(blower, to),
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

    fn add_rope(&mut self, from: RopeEnd, to: RopeEnd, spacing: f32) {
        let length = (to.at - from.at).length();
        let spacing = self.close(spacing);
        let links = (length / spacing).ceil();
        if !(from.at.is_finite() && to.at.is_finite() && spacing > 0.0 && links >= 1.0) {
            return;
        }
        let links = links.min(MOST_DRAWN.0) as u32;
        let knot = |world: &World, end: RopeEnd| match end.particle {
            Some(particle) if world.particles().contains(particle) => Knot::Old(particle),
            _ => Knot::New(outside(world, end.at)),
        };
        let ends = (knot(&self.world, from), knot(&self.world, to));
        if let (Knot::Old(a), Knot::Old(b)) = ends
            && a == b
        {
            return;
        }
        if !self.has_room(links.into(), links.into()) {
            return;
        }
        let lay = RopeLay { ends, particles: links + 1, length: None, mass: DRAWN_MASS, pins: RopePins::Free };
        for world in self.worlds() {
            let ids = lay::rope(world, lay);
            for (end, knot, id) in [(from, ends.0, ids[0]), (to, ends.1, ids[ids.len() - 1])] {
                if end.pinned && matches!(knot, Knot::New(_)) {
                    world.set_pinned(id, true);
                }
            }
        }
    }

    fn add_net(&mut self, from: Vec2, to: Vec2, spacing: f32) {
        if !(from.is_finite() && to.is_finite() && spacing > 0.0) {
            return;
        }
        let (from, to) = (outside(&self.world, from), outside(&self.world, to));
        let size = (to - from).abs();
        let spacing = self.close(spacing);
        let meshes = (size / spacing).round().clamp(Vec2::ONE, Vec2::splat(MOST_DRAWN.1));
        let (columns, rows) = (meshes.x as u32 + 1, meshes.y as u32 + 1);
        let particles = u64::from(columns) * u64::from(rows);
        if !self.has_room(particles, 2 * particles) {
            return;
        }
        let at = Vec2::new(from.x.min(to.x), from.y.max(to.y));
        let (mass, pins, kind) = (DRAWN_MASS, GridPins::TopCorners, LinkKind::Net);
        let lay = GridLay { at, columns, rows, spacing, mass, pins, kind, shear: 0.0, gather: 0.0 };
        self.worlds().for_each(|world| drop(lay::grid(world, lay)));
    }

    /// A distance between particles that lets no rope through, where ropes meet each other, m.
    fn close(&self, spacing: f32) -> f32 {
        self.world.settings().rope_contact.map_or(spacing, |radius| spacing.min(2.0 * radius))
    }

    fn has_room(&self, particles: u64, links: u64) -> bool {
        // Links break in one and not in the other; what is added has to fit into both.
        let most = self.ghost.as_ref().map_or(0, |ghost| ghost.world.link_count()).max(self.world.link_count());
        self.world.particles().len() as u64 + particles <= MOST_PARTICLES && most as u64 + links <= MOST_LINKS
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

/// `at`, or the place on the surface of the ground or wall that it lies in, m: what was built inside would be thrown out.
fn outside(world: &World, at: Vec2) -> Vec2 {
    world.colliders().outside(at)
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
