//! Five things that a user builds by hand from a blank page, by the tools alone: each works, and is copied, mirrored,
//! saved, reopened, undone to nothing and redone to the same bits.

use glam::Vec2;
use ropewalk::physics::{ParticleId, Similarity, Things};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::timeline::{Recording, Replay, Timeline};
use ropewalk::tool::{Action, Button, MATERIALS, PointerEvent, Tool, ToolOption, Tools};

/// A pixel of a window that shows the page, m.
const PIXEL: f32 = 0.007;

/// A user with the tools of a session.
pub struct Builder {
    tools: Tools,
    pub session: Timeline,
}

impl Builder {
    /// A user at a blank page, which stands still at first.
    pub fn new() -> Self {
        let mut user = Self::in_scene("blank");
        user.tools.set_paused(true);
        user
    }

    /// A user at a scene of the gallery, which runs.
    pub fn in_scene(scene: &str) -> Self {
        let scene = scene::named(scene).expect("a scene of the gallery");
        Self { tools: Tools::default(), session: Timeline::new(Sandbox::new(scene).expect("it builds"), false) }
    }

    fn does(&mut self, action: Action, at: Vec2) {
        let event = PointerEvent { action, at, pixel: PIXEL, finger: false };
        let mut commands = Vec::new();
        self.tools.handle(event, self.session.sandbox(), &mut commands);
        commands.into_iter().for_each(|command| self.session.apply(command));
    }

    /// Drags a tool along a path, m.
    pub fn drag(&mut self, tool: Tool, path: &[(f32, f32)]) -> &mut Self {
        let mut commands = Vec::new();
        self.tools.choose(tool, &mut commands);
        let path: Vec<Vec2> = path.iter().map(|&at| at.into()).collect();
        self.does(Action::Press(Button::Left), path[0]);
        for pair in path.windows(2) {
            (1..=20_u8).for_each(|part| self.does(Action::Move, pair[0].lerp(pair[1], f32::from(part) / 20.0)));
        }
        self.does(Action::Release(Button::Left), path[path.len() - 1]);
        self
    }

    /// The particle that is nearest to a place, m.
    pub fn nearest(&self, at: Vec2) -> u32 {
        let distance = |id: &u32| self.at(*id).distance(at);
        (0..self.count()).min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("a particle")
    }

    pub fn click(&mut self, tool: Tool, at: (f32, f32)) -> &mut Self {
        self.drag(tool, &[at])
    }

    /// Sets an option of a tool.
    pub fn set(&mut self, option: ToolOption, value: f32) -> &mut Self {
        self.tools.set_option(option, value);
        self
    }

    /// Chooses the material of what a tool draws.
    fn material(&mut self, of: ToolOption, name: &str) -> &mut Self {
        let number = MATERIALS.iter().position(|material| *material == name).expect("a material");
        self.set(of, number as f32)
    }

    pub fn run(&mut self, steps: u32) {
        self.tools.set_paused(false);
        (0..steps).for_each(|_| self.session.step());
    }

    /// Position of a particle, m.
    pub fn at(&self, particle: u32) -> Vec2 {
        self.session.sandbox().world().particles().position[particle as usize]
    }

    /// Number of particles.
    pub fn count(&self) -> u32 {
        self.session.sandbox().world().particles().len() as u32
    }

    /// Copies all, mirrors the copy, saves and reopens the session, undoes it to nothing and redoes it.
    pub fn keep(mut self) {
        let world = self.session.sandbox().world();
        let (things, count) = (world.all_things(), self.count());
        let text = scene::clip_to_text(&world.clip(&things)).expect("it is small");
        let clip = scene::clip_from_text(&text).expect("a copy reads");
        let by = Similarity::translation(Vec2::new(0.3, 0.2));
        self.session.apply(Command::Insert(Box::new(clip.transformed(&by))));
        assert_eq!(self.count(), 2 * count, "a copy has as many particles");
        let copies = Things { particles: vec![[count, 2 * count]], ..Things::default() };
        let mirror = Similarity { is_mirrored: true, ..Similarity::default() };
        self.session.apply(Command::Transform { things: copies, by: mirror, last: true });
        self.run(30);
        let end = self.session.sandbox().state_hash();
        let text = self.session.recording().to_text();
        let recording = Recording::parse("built.ron", &text).expect("written text is valid");
        let mut again = Timeline::new(Sandbox::new(recording.start.clone()).expect("the page builds"), false);
        again.play(Replay::new(recording));
        (0..self.session.sandbox().steps()).for_each(|_| again.step());
        again.apply_due_commands();
        assert_eq!((again.divergence(), again.sandbox().state_hash()), (None, end), "reopened");
        while self.session.undo() {}
        let world = self.session.sandbox().world();
        assert!(world.particles().is_empty() && world.colliders().shapes().is_empty(), "undone to nothing");
        while self.session.redo() {}
        assert_eq!(self.session.sandbox().state_hash(), end, "redone");
    }
}

#[test]
fn hammock_holds_a_loose_ball() {
    let mut user = Builder::new();
    user.drag(Tool::Net, &[(-1.5, 1.0), (1.5, 0.4)]);
    let ball = user.count();
    user.drag(Tool::Ball, &[(0.1, 1.3), (0.28, 1.3)]);
    user.run(300);
    let at = user.at(ball);
    assert!(at.x.abs() < 1.2 && at.y > -1.0, "the ball is at {at}");
    user.keep();
}

#[test]
fn bridge_between_two_cliffs_carries_a_ball() {
    let mut user = Builder::new();
    user.drag(Tool::Block, &[(-3.8, 0.0), (-2.0, -2.4)]).drag(Tool::Block, &[(2.0, 0.0), (3.8, -2.4)]);
    user.drag(Tool::Bridge, &[(-2.0, 0.05), (2.0, 0.05)]);
    let ball = user.count();
    user.drag(Tool::Ball, &[(0.5, 0.9), (0.68, 0.9)]);
    user.run(300);
    let at = user.at(ball);
    assert!(at.x.abs() < 2.0 && at.y > -0.6, "the ball is at {at}");
    assert!(user.session.sandbox().world().stretch().max < 0.02);
    user.keep();
}

#[test]
fn swing_hangs_on_rubber_bands() {
    let mut user = Builder::new();
    user.drag(Tool::Plank, &[(-0.7, -1.0), (0.7, -1.0)]);
    let plank = 0..user.count();
    user.material(ToolOption::RopeMaterial, "rubber");
    user.drag(Tool::Rope, &[(-0.7, 1.4), (-0.7, -0.96)]).drag(Tool::Rope, &[(0.7, 1.4), (0.7, -0.96)]);
    user.run(600);
    let lowest = plank.map(|id| user.at(id).y).fold(f32::MAX, f32::min);
    assert!(lowest > -2.3 && lowest < -1.1, "the seat is at {lowest} m");
    user.keep();
}

#[test]
fn wheel_on_an_axle_carries_a_rope_round_it() {
    let mut user = Builder::new();
    user.drag(Tool::Wheel, &[(0.0, 0.6), (0.5, 0.6)]).click(Tool::Axle, (0.2, 0.7));
    let rope = user.count();
    user.drag(Tool::Rope, &[(-0.9, -0.6), (-0.7, 1.2), (0.7, 1.2), (0.9, -0.6)]);
    let end = user.count() - 1;
    user.click(Tool::Weight, (-0.9, -0.6)).click(Tool::Weight, (0.9, -0.6));
    user.run(300);
    let ends = [user.at(rope), user.at(end)];
    assert!(ends.iter().all(|end| (-1.4..0.2).contains(&end.y)) && ends[0].x < 0.0 && ends[1].x > 0.0, "{ends:?}");
    // A heavier one turns it.
    let turn = user.at(1);
    user.session.apply(Command::SetWeight { particle: ParticleId(end), mass: Some(1.6) });
    user.run(40);
    assert!((turn - user.at(0)).perp_dot(user.at(1) - user.at(0)) < -0.01, "the wheel has turned");
    user.keep();
}
