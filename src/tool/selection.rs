//! The selection: the things that are taken together, the box around them with its handles, and the gestures that move,
//! turn and scale them.

use glam::Vec2;

use super::hit_test::ball_under;
use super::{Context, Drag, Gesture, PointerEvent, Preview, Tools, blower, obstacle};
use crate::physics::{Aabb, ParticleId, Revision, Shape, ShapeDef, Similarity, Things, World};
use crate::sandbox::{Command, Sandbox, ball_radius};

/// Distance of the box from the things in it, pixels.
const BOX_MARGIN: f32 = 12.0;

/// Distance of the handle that turns from the box, pixels.
const TURN_DISTANCE: f32 = 26.0;

/// Radius of a handle in hit tests, pixels.
const HANDLE_RADIUS: f32 = 11.0;

/// Distance from a link at which the pointer is on it, pixels.
const LINK_REACH: f32 = 7.0;

/// Range of the factor of a drag of a corner.
const SCALE_RANGE: (f32, f32) = (0.05, 20.0);

/// Angle to which a turn with Shift snaps, degrees.
const SNAP: f32 = 15.0;

/// The selected things.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    things: Things,
    /// Number of particles of the world, when the things were last seen in it.
    particles: usize,
    /// Links of the world then: another branch is another moment of the session.
    revision: Option<Revision>,
    /// Name of the scene then.
    scene: String,
}

impl Selection {
    /// The selected things.
    pub const fn things(&self) -> &Things {
        &self.things
    }

    /// Selects things, and nothing else.
    pub fn choose(&mut self, things: Things, sandbox: &Sandbox) {
        let world = sandbox.world();
        let (things, particles) = (things.within(world), world.particles().len());
        let scene = sandbox.scene().name.clone();
        *self = Self { things, particles, revision: Some(world.revision()), scene };
    }

    /// Whether all of a set is selected.
    pub fn contains(&self, things: &Things) -> bool {
        things.without(&self.things).is_empty()
    }

    /// Follows the world to this frame: drops what is gone, takes what was tied to a thing, and drops all once particles
    /// may have other ids.
    pub fn follow(&mut self, sandbox: &Sandbox) {
        if self.things.is_empty() {
            return;
        }
        let world = sandbox.world();
        let (revision, particles) = (world.revision(), world.particles().len());
        if self.revision.as_ref() == Some(&revision) && self.particles == particles {
            self.things = self.things.within(world);
            return;
        }
        let is_same_scene = self.scene == sandbox.scene().name;
        let is_same_moment = self.revision.as_ref().is_some_and(|seen| seen.is_of_same_branch(&revision));
        let has_same_ids = if is_same_moment { particles >= self.particles } else { particles == self.particles };
        let things = if has_same_ids && is_same_scene { world.whole_things(&self.things) } else { Things::default() };
        self.choose(things, sandbox);
    }
}

/// The part of the selection's box that a pointer holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// The things themselves: they move.
    Body,
    /// The handle above the box, which turns it about its centre.
    Turn,
    /// The corner of this number, which scales the box about the opposite one.
    Corner(usize),
}

/// The box around things: its corners, counter-clockwise from the lower left, m.
pub type Corners = [Vec2; 4];

/// Things that follow the pointer.
#[derive(Clone, Debug)]
pub struct Move {
    things: Things,
    grip: Grip,
    /// Position of the press, m.
    from: Vec2,
    /// The box at the press, m.
    corners: Corners,
    /// The transformation since the press.
    done: Similarity,
}

impl Move {
    /// Takes hold of things.
    pub fn start(things: Things, grip: Grip, event: PointerEvent, sandbox: &Sandbox) -> Self {
        let area = bounds(&things, sandbox).unwrap_or_default();
        let corners = corners(area, event.pixel);
        Self { things, grip, from: event.at, corners, done: Similarity::default() }
    }

    /// The transformation from the press to a pointer at `at` (m).
    fn goal(&self, at: Vec2, is_snapped: bool) -> Similarity {
        match self.grip {
            Grip::Body => Similarity::translation(at - self.from),
            Grip::Turn => {
                let about = self.corners[0].midpoint(self.corners[2]);
                let angle = (self.from - about).angle_between(at - about);
                let step = SNAP.to_radians();
                let angle = if is_snapped { (angle / step).round() * step } else { angle };
                Similarity { about, turn: Vec2::from_angle(angle), ..Similarity::default() }
            }
            Grip::Corner(number) => {
                let about = self.corners[(number + 2) % 4];
                let diagonal = self.corners[number] - about;
                let scale = (at - self.from + diagonal).dot(diagonal) / diagonal.length_squared().max(1e-12);
                Similarity { about, scale: scale.clamp(SCALE_RANGE.0, SCALE_RANGE.1), ..Similarity::default() }
            }
        }
    }

    /// The transformation from what is done to the goal. Both are about the same point.
    fn rest(&self, goal: Similarity) -> Similarity {
        let Similarity { turn: done, scale, by, .. } = self.done;
        let turn = Vec2::new(done.x, -done.y).rotate(goal.turn);
        Similarity { turn, scale: goal.scale / scale, by: goal.by - by, ..goal }
    }

    fn command(&self, by: Similarity, last: bool) -> Command {
        Command::Transform { things: self.things.clone(), by, last }
    }

    /// Effect of the drag so far, in words.
    fn label(&self) -> Option<String> {
        let Similarity { turn, scale, .. } = self.done;
        match self.grip {
            Grip::Body => None,
            Grip::Turn => Some(format!("{:.0}°", turn.to_angle().to_degrees())),
            Grip::Corner(_) => Some(format!("× {scale:.2}")),
        }
    }
}

impl Gesture for Move {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        let goal = self.goal(event.at, context.state.is_shift_down);
        let rest = self.rest(goal);
        self.done = goal;
        context.commands.push(self.command(rest, false));
    }

    fn finish(self: Box<Self>, _: PointerEvent, context: &mut Context) {
        self.cancel(context.commands);
    }

    fn cancel(self: Box<Self>, commands: &mut Vec<Command>) {
        commands.push(self.command(Similarity::default(), true));
    }

    fn preview(&self, _: Drag) -> Option<Preview> {
        Some(Preview::Placement { corners: self.corners.map(|corner| self.done.point(corner)) })
    }

    fn readout(&self) -> Option<String> {
        self.label()
    }
}

impl Tools {
    /// The selected things.
    pub fn selection(&self) -> &Things {
        self.state.selection.things()
    }

    /// Selects things, and nothing else.
    pub fn select(&mut self, things: Things, sandbox: &Sandbox) {
        self.state.selection.choose(things, sandbox);
    }

    /// The box around what is selected, while the select tool is active, and its handles. `pixel`: size of a pixel, m.
    pub fn selection_box(&self, sandbox: &Sandbox, pixel: f32) -> Option<Corners> {
        if let Some(Preview::Placement { corners }) = self.preview() {
            return Some(corners);
        }
        let is_shown = self.active == super::Tool::Select && !self.is_busy();
        bounds(self.selection(), sandbox).filter(|_| is_shown).map(|area| corners(area, pixel))
    }

    /// Whether the grab tool would move an obstacle or a blower at the pointer.
    pub fn has_object_under(&self, event: PointerEvent, sandbox: &Sandbox) -> bool {
        self.active == super::Tool::Grab && super::grab::object_under(event, sandbox).is_some()
    }

    /// A long touch: selects the thing there in place of what the finger has begun, and chooses the select tool. Returns
    /// whether there is a thing.
    pub fn hold(&mut self, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) -> bool {
        let Some(thing) = thing_under(event, sandbox) else { return false };
        self.choose(super::Tool::Select, commands);
        self.at = event.at;
        let selection = &mut self.state.selection;
        if !selection.contains(&thing) {
            // The selection before is kept, so that fingers, which have no Shift, take several.
            selection.choose(selection.things().union(&thing), sandbox);
        }
        true
    }
}

/// The bounds of things, m; `None` without any.
pub fn bounds(things: &Things, sandbox: &Sandbox) -> Option<Aabb> {
    let world = sandbox.world();
    let point = |at: Vec2, radius: f32| Aabb { min: at - radius, max: at + radius };
    let position = &world.particles().position;
    let particles = things.particles().filter_map(|particle| position.get(particle.index()));
    let balls = world.balls().iter().filter(|ball| things.has_particle(ball.particle));
    let weights = world.weights().iter().filter(|weight| things.has_particle(weight.particle));
    let shapes = things.shapes.iter().filter_map(|&shape| world.colliders().shape(shape));
    let blowers = things.blowers.iter().filter_map(|&blower| world.blower(blower));
    let all =
        particles
            .map(|&at| point(at, 0.0))
            .chain(balls.map(|ball| point(position[ball.particle.index()], ball.radius)))
            .chain(weights.map(|weight| point(position[weight.particle.index()], ball_radius(weight.mass))))
            .chain(shapes.map(|shape| ShapeDef { at: shape.pose().at, ..shape.def }.bounds()))
            .chain(blowers.map(|blower| {
                point(blower.def.at - blower.def.turn * (0.5 * blower.def.width), 0.5 * blower.def.width)
            }));
    all.reduce(|one, other| Aabb { min: one.min.min(other.min), max: one.max.max(other.max) })
}

/// The corners of the box around bounds (m).
fn corners(Aabb { min, max }: Aabb, pixel: f32) -> Corners {
    let (min, max) = (min - BOX_MARGIN * pixel, max + BOX_MARGIN * pixel);
    [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
}

/// Position of the handle that turns a box, m.
pub fn turn_handle(corners: &Corners, pixel: f32) -> Vec2 {
    let up = (corners[3] - corners[0]).normalize_or(Vec2::Y);
    corners[2].midpoint(corners[3]) + up * (TURN_DISTANCE * pixel)
}

/// The handle of the selection's box under the pointer.
pub fn handle_under(selection: &Selection, event: PointerEvent, sandbox: &Sandbox) -> Option<Grip> {
    let corners = corners(bounds(selection.things(), sandbox)?, event.pixel);
    let is_near = |at: Vec2| at.distance(event.at) <= event.margin(HANDLE_RADIUS);
    if is_near(turn_handle(&corners, event.pixel)) {
        return Some(Grip::Turn);
    }
    corners.iter().position(|&corner| is_near(corner)).map(Grip::Corner)
}

/// The whole thing under the pointer: first what lies on top.
pub fn thing_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Things> {
    let world = sandbox.world();
    let of = |particle: ParticleId| world.whole_things(&Things::of_particles([particle]));
    let on_link =
        || ball_under(event, 0.0, sandbox).or_else(|| link_under(event, world)).or_else(|| face_under(event.at, world));
    let shape = || {
        let hit = obstacle::body_under(event, sandbox)?;
        hit.object.target.shape().map(|shape| Things { shapes: vec![shape], ..Things::default() })
    };
    let blower = || {
        let blower = blower::body_under(event, sandbox)?.object.target.blower()?;
        Some(Things { blowers: vec![blower], ..Things::default() })
    };
    let near = || event.nearest(sandbox).map(of);
    let layer = |things: &Things| world.tags().of(things).max();
    // Of one layer the first, since the last of the greatest is taken.
    let there = [blower(), shape(), on_link().map(of)];
    there.into_iter().flatten().max_by_key(layer).or_else(near)
}

/// A particle of the nearest link or lone particle that the pointer is on.
fn link_under(event: PointerEvent, world: &World) -> Option<ParticleId> {
    let position = &world.particles().position;
    let reach = event.margin(LINK_REACH);
    let distance = |a: ParticleId, b: ParticleId| {
        let [a, b] = [a, b].map(|end| position[end.index()]);
        let along = b - a;
        let share = ((event.at - a).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
        (a + along * share).distance(event.at)
    };
    let nearest = world.links().map(|link| (link.a, distance(link.a, link.b))).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest
        .filter(|(_, distance)| *distance <= reach)
        .map(|(particle, _)| particle)
        .or_else(|| world.nearest_particle(event.at, reach))
}

/// A particle of the cloth face around a point (m).
fn face_under(at: Vec2, world: &World) -> Option<ParticleId> {
    let position = &world.particles().position;
    let is_inside = |corners: [ParticleId; 4]| {
        let corners = corners.map(|corner| position[corner.index()]);
        // An odd number of edges crosses the ray to the right.
        let crosses = |(a, b): (Vec2, Vec2)| {
            (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        let [a, b, c, d] = corners;
        [(a, b), (b, c), (c, d), (d, a)].into_iter().filter(|&edge| crosses(edge)).count() % 2 == 1
    };
    world.faces().find(|face| is_inside(face.corners)).map(|face| face.corners[0])
}

/// The whole things of which any point lies in an area (m): a particle, or the centre of an obstacle or a blower.
pub fn things_within(area: Aabb, sandbox: &Sandbox) -> Things {
    let world = sandbox.world();
    let is_inside = |at: Vec2| at.cmpge(area.min).all() && at.cmple(area.max).all();
    let particles = (0..).map(ParticleId).zip(&world.particles().position);
    let framed = particles.filter(|(_, at)| is_inside(**at)).map(|(particle, _)| particle);
    let shapes = world.colliders().shapes().iter().filter(|shape: &&Shape| is_inside(shape.pose().at));
    let blowers = world.blowers().iter().filter(|blower| is_inside(blower.def.at));
    world.whole_things(&Things {
        shapes: shapes.map(|shape| shape.id).collect(),
        blowers: blowers.map(|blower| blower.id).collect(),
        ..Things::of_particles(framed)
    })
}
