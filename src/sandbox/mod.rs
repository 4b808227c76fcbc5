//! The sandbox: a world, the scene that it came from, and the commands that change it.

mod clock;
mod command;

pub use clock::FixedClock;
pub use command::{Command, RopeEnd};

use std::sync::Arc;

use glam::Vec2;

use crate::{
    physics::{self, Lanes, LinkKind, Pose, Shape, Tiling, World},
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
}

/// A moment of a sandbox that can be gone back to.
#[derive(Clone, Debug)]
pub struct Snapshot {
    world: physics::Snapshot,
    scene: Arc<NamedScene>,
    steps: u64,
    time: f64,
}

impl Snapshot {
    /// The state of the world.
    #[must_use]
    pub fn world(&self) -> &physics::Snapshot {
        &self.world
    }

    /// The scene that it came from.
    #[must_use]
    pub fn scene(&self) -> &NamedScene {
        &self.scene
    }

    /// Memory that it holds besides what it shares with `before`, bytes.
    #[must_use]
    pub fn bytes(&self, before: Option<&Self>) -> usize {
        self.world.bytes(before.map(|before| &before.world))
    }
}

impl Sandbox {
    /// The sandbox as it is now. `before` is its last snapshot, with which this one shares what is the same.
    #[must_use]
    pub fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let Self { world, scene, steps, time, before: _, shapes_before: _, still_steps: _ } = self;
        let world = world.snapshot(before.map(|before| &before.world));
        Snapshot { world, scene: Arc::clone(scene), steps: *steps, time: *time }
    }

    /// Goes back (or forward) to a moment: from here on to the same bits as from there.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let Snapshot { world, scene, steps, time } = snapshot;
        self.world.restore(world);
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
        let (before, shapes_before) = (Vec::new(), Vec::new());
        Ok(Self { world, scene: Arc::new(scene), steps: 0, time: 0.0, before, shapes_before, still_steps: 0 })
    }

    /// The scene `steps` steps and `time` (s) after a session began, in this state. A reset brings the scene's start.
    ///
    /// # Errors
    /// When there is too much in the state.
    pub fn resumed(scene: NamedScene, state: &physics::Snapshot, steps: u64, time: f64) -> Result<Self, BuildError> {
        let world = scene::resumed(state)?;
        let (before, shapes_before) = (Vec::new(), Vec::new());
        Ok(Self { world, scene: Arc::new(scene), steps, time, before, shapes_before, still_steps: 0 })
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
        }
    }

    /// Moves the world on by one step.
    pub fn step(&mut self) {
        self.before.clone_from(&self.world.particles().position);
        self.shapes_before.clear();
        self.shapes_before.extend_from_slice(self.world.colliders().shapes());
        self.world.step();
        // Where there is wind, its streaks move.
        let moves = self.world.colliders().are_moving() || self.world.is_windy();
        let still = !moves && self.before == self.world.particles().position;
        self.still_steps = if still { self.still_steps.saturating_add(1) } else { 0 };
        self.steps += 1;
        self.time += self.world.settings().step_seconds();
    }

    /// Carries a command out. It cannot fail; what makes no sense does nothing.
    pub fn apply(&mut self, command: &Command) {
        self.still_steps = 0;
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
            Command::SetRoom(room) => {
                if self.scene.scene.walls == Walls::Window {
                    world.set_room(Some(room));
                }
            }
            Command::Reset => self.reset(),
            Command::Open(ref scene) => {
                if let Ok(world) = scene::build(&scene.scene) {
                    self.scene = Arc::new((**scene).clone());
                    self.replace(world);
                }
            }
        }
    }

    fn reset(&mut self) {
        let room = self.world.colliders().room;
        // It was built before, so it can be built again.
        if let Ok(world) = scene::build(&self.scene.scene) {
            self.replace(world);
            if self.scene.scene.walls == Walls::Window {
                self.world.set_room(room);
            }
        }
    }

    /// Goes on with another world, on as many threads.
    fn replace(&mut self, mut world: World) {
        world.step_like(&self.world);
        self.world = world;
        self.before.clear();
        self.shapes_before.clear();
    }

    fn add_rope(&mut self, from: RopeEnd, to: RopeEnd, spacing: f32) {
        let length = (to.at - from.at).length();
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
        let ids = lay::rope(&mut self.world, lay);
        for (end, knot, id) in [(from, ends.0, ids[0]), (to, ends.1, ids[ids.len() - 1])] {
            if end.pinned && matches!(knot, Knot::New(_)) {
                self.world.set_pinned(id, true);
            }
        }
    }

    fn add_net(&mut self, from: Vec2, to: Vec2, spacing: f32) {
        if !(from.is_finite() && to.is_finite() && spacing > 0.0) {
            return;
        }
        let (from, to) = (outside(&self.world, from), outside(&self.world, to));
        let size = (to - from).abs();
        let meshes = (size / spacing).round().clamp(Vec2::ONE, Vec2::splat(MOST_DRAWN.1));
        let (columns, rows) = (meshes.x as u32 + 1, meshes.y as u32 + 1);
        let particles = u64::from(columns) * u64::from(rows);
        if !self.has_room(particles, 2 * particles) {
            return;
        }
        let at = Vec2::new(from.x.min(to.x), from.y.max(to.y));
        let (mass, pins, kind) = (DRAWN_MASS, GridPins::TopCorners, LinkKind::Net);
        lay::grid(&mut self.world, GridLay { at, columns, rows, spacing, mass, pins, kind, shear: 0.0, gather: 0.0 });
    }

    fn has_room(&self, particles: u64, links: u64) -> bool {
        self.world.particles().len() as u64 + particles <= MOST_PARTICLES
            && self.world.link_count() as u64 + links <= MOST_LINKS
    }

    /// See [`World::set_threads`]. A reset or another scene does not change it.
    pub fn set_threads(&mut self, threads: usize) {
        self.world.set_threads(threads);
    }

    /// See [`World::set_tiling`].
    #[doc(hidden)]
    pub fn set_tiling(&mut self, tiling: Tiling) {
        self.world.set_tiling(tiling);
    }

    /// See [`World::set_lanes`].
    #[doc(hidden)]
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.world.set_lanes(lanes);
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
        let now = &self.world.particles().position;
        let near = |(a, b): (&Vec2, &Vec2)| (*a - *b).abs().max_element() <= distance;
        let moves = self.world.colliders().are_moving() || self.world.is_windy();
        !moves && self.before.len() == now.len() && self.before.iter().zip(now).all(near)
    }

    /// Where all particles are in the picture, m, into `to`: `blend` of the way from the last step but one (0) to the
    /// last (1).
    pub fn see(&self, blend: f32, to: &mut Vec<Vec2>) {
        let now = &self.world.particles().position;
        to.clear();
        to.extend(self.before.iter().zip(now).map(|(before, &now)| before.lerp(now, blend)));
        // What was added since the last step has no past.
        to.extend_from_slice(now.get(to.len()..).unwrap_or_default());
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
