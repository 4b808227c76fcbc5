//! Joints: tools that join points to points (hinge), wheels to pins (axle), and points to obstacles (anchor).

use glam::Vec2;

use super::{
    Behaviour, Context, Drag, DrawnPart, Gesture, IconShape, PointerEvent, Target, ToolInfo, ToolState,
    grab::ParticleDrag,
};
use crate::physics::{LinkKind, ParticleId, Shape, ShapeId, World};
use crate::sandbox::{Command, OutlinedLink, PartOutline, Sandbox};

/// Margin around an obstacle within which points are tied to it, pixels.
const MARGIN: f32 = 12.0;

/// Fewest bars at the hub of a wheel.
const MIN_SPOKES: usize = 4;

/// The tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Joins two things at a point.
    Hinge,
    /// Pins the hub of a wheel.
    Axle,
    /// Ties a point to an obstacle, with which it moves and turns.
    Anchor,
}

impl Behaviour for Joint {
    fn info(&self) -> ToolInfo {
        let (name, key, needs_shift, tip) = match self {
            Self::Hinge => ("Hinge", 'J', false, "click where two meet; a drag brings the second, if free"),
            Self::Axle => ("Axle", 'W', true, "click a wheel to pin its hub to the page; a hinge joins it to a thing"),
            Self::Anchor => ("Anchor", 'A', true, "tie a point to an obstacle: drag it there"),
        };
        let marks_particle = true;
        ToolInfo { name, key, needs_shift, tip, marks_particle, takes_particle: true, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        let bar = |from: (f32, f32), to: (f32, f32)| IconShape::Bar { from: from.into(), to: to.into(), width: 0.16 };
        match self {
            Self::Hinge => {
                vec![bar((0.1, 0.85), (0.5, 0.35)), bar((0.5, 0.35), (0.9, 0.85)), IconShape::ring(0.5, 0.3, 0.2)]
            }
            Self::Axle => vec![IconShape::ring(0.5, 0.5, 0.4), IconShape::disc(0.5, 0.5, 0.16)],
            Self::Anchor => vec![
                IconShape::Rectangle { min: Vec2::new(0.1, 0.1), max: Vec2::new(0.9, 0.4) },
                IconShape::disc(0.5, 0.42, 0.13),
                IconShape::line([(0.5, 0.45), (0.5, 0.95)]),
            ],
        }
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        match self {
            Self::Hinge => hinge(event, context),
            Self::Axle => {
                axle(event, context);
                None
            }
            Self::Anchor => anchor(event, context),
        }
    }
}

/// Joins the two things under the pointer, or begins a drag from the one that is there.
fn hinge(event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
    let Some(from) = event.nearest(context.sandbox) else {
        context.state.say("Hinge: no point is here; click where two things meet");
        return None;
    };
    if let Some(other) = context.sandbox.world().nearest_apart(event.at, event.reach(), from) {
        join(from, other, context);
        return None;
    }
    Some(Box::new(DrawHinge { from, to: event.at, other: None }))
}

fn join(a: ParticleId, b: ParticleId, context: &mut Context) {
    context.commands.push(Command::Join { a, b });
    context.state.say(if context.sandbox.world().can_meet(a, b) {
        "Hinge: joined at a point; the scissors part it"
    } else {
        "Hinge: both are held, so that a bar joins them"
    });
}

/// A hinge that is being drawn from one point to another.
#[derive(Debug)]
struct DrawHinge {
    from: ParticleId,
    /// Position of the pointer, m.
    to: Vec2,
    /// The point there.
    other: Option<ParticleId>,
}

impl Gesture for DrawHinge {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        self.to = event.at;
        self.other = context.sandbox.world().nearest_apart(event.at, event.reach(), self.from);
    }

    fn finish(self: Box<Self>, _: PointerEvent, context: &mut Context) {
        match self.other {
            Some(other) => join(self.from, other, context),
            None => context.state.say("Hinge: no point of another thing is here; drag to one"),
        }
    }

    fn ends_on_particle(&self) -> bool {
        true
    }

    fn part(&self, _: &ToolState, sandbox: &Sandbox, _: f32) -> Option<DrawnPart> {
        let position = &sandbox.world().particles().position;
        let a = *position.get(self.from.index())?;
        let b = self.other.and_then(|other| position.get(other.index())).copied().unwrap_or(self.to);
        let links = vec![OutlinedLink { a, b, kind: LinkKind::Beam }];
        let outline = PartOutline { links, ..PartOutline::default() };
        Some(DrawnPart { outline, readout: format!("{:.2} m", a.distance(b)) })
    }
}

/// Pins the hub of the wheel under the pointer, or else the nearest point.
fn axle(event: PointerEvent, context: &mut Context) {
    let world = context.sandbox.world();
    let Some(particle) = hub(event.at, world).or_else(|| event.nearest(context.sandbox)) else {
        let is_obstacle = world.colliders().shapes().iter().any(|shape| shape.contains(event.at));
        return context.state.say(if is_obstacle {
            "Axle: obstacles turn by the wheel of the mouse, with Circle"
        } else {
            "Axle: click a wheel, or a point of another thing"
        });
    };
    if world.is_pinned(particle) {
        context.state.say("Axle: this point is pinned already; Pin unpins it");
    } else {
        context.commands.push(Command::SetPinned { particle, pinned: true });
    }
}

/// The hub of the wheel at a point (m): a particle with more bars than each of its neighbours, one of which reaches as far.
pub fn hub(at: Vec2, world: &World) -> Option<ParticleId> {
    let particles = world.particles();
    let mut bars = vec![0_usize; particles.len()];
    for link in world.links().filter(|link| link.kind.is_bar()) {
        bars[link.a.index()] += 1;
        bars[link.b.index()] += 1;
    }
    let (mut reach, mut is_hub) =
        (vec![0.0_f32; bars.len()], bars.iter().map(|&n| n >= MIN_SPOKES).collect::<Vec<_>>());
    for link in world.links().filter(|link| link.kind.is_bar()) {
        for [end, other] in [[link.a, link.b], [link.b, link.a]] {
            reach[end.index()] = reach[end.index()].max(link.rest_length);
            is_hub[end.index()] &= bars[end.index()] > bars[other.index()];
        }
    }
    let distance = |index: usize| particles.position[index].distance(at);
    let here = (0..bars.len()).filter(|&index| is_hub[index] && distance(index) <= reach[index]);
    here.min_by(|&a, &b| distance(a).total_cmp(&distance(b))).map(|index| ParticleId(index as u32))
}

/// Ties the point under the pointer to the obstacle there, unties it, or begins a drag to an obstacle.
fn anchor(event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
    let world = context.sandbox.world();
    let Some(particle) = event.nearest(context.sandbox) else {
        context.state.say("Anchor: drag a point of a rope or a body onto an obstacle");
        return None;
    };
    let drag = ParticleDrag::start(particle, event, context);
    let was_anchored = world.anchor(particle).is_some();
    Some(Box::new(DrawAnchor { particle, drag, was_anchored, moved: Drag { from: event.at, to: event.at } }))
}

/// A point that is being dragged to an obstacle.
#[derive(Debug)]
struct DrawAnchor {
    particle: ParticleId,
    drag: ParticleDrag,
    was_anchored: bool,
    moved: Drag,
}

impl DrawAnchor {
    fn is_click(&self, pixel: f32) -> bool {
        self.moved.span().length() < super::object::MIN_DRAG * pixel
    }
}

impl Gesture for DrawAnchor {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        self.moved.to = event.at;
        self.drag.follow(event, context);
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let world = context.sandbox.world();
        let Some(&at) = world.particles().position.get(self.particle.index()) else {
            return self.cancel(context.commands);
        };
        let margin = event.margin(MARGIN);
        if self.is_click(event.pixel) && self.was_anchored {
            context.commands.push(Command::Anchor { particle: self.particle, shape: None });
        } else if let Some(end) = shape_at(event.at, margin, world) {
            let is_there =
                |at: Vec2, margin: f32| shape_at(at, margin, world).is_some_and(|here| here.shape == end.shape);
            // The drag has not brought it there while paused, or where the rope is slower than the pointer.
            let posed = world.posed(self.particle, end.at).first().map_or(at, |(_, at)| *at);
            if is_there(at, margin) || is_there(posed, margin) {
                if !is_there(at, margin) {
                    context.commands.push(Command::Pose { particle: self.particle, to: end.at });
                }
                context.commands.push(Command::Anchor { particle: self.particle, shape: Some(end.shape) });
            } else {
                context.state.say("Anchor: it does not reach; draw a longer one, or move it there");
            }
        } else {
            context.state.say("Anchor: no obstacle is here; Pin holds it in the air, Hinge joins it");
        }
        self.cancel(context.commands);
    }

    fn cancel(self: Box<Self>, commands: &mut Vec<Command>) {
        Box::new(self.drag).cancel(commands);
    }

    fn held(&self) -> Option<Target> {
        Some(Target::Particle(self.particle))
    }

    fn part(&self, state: &ToolState, sandbox: &Sandbox, pixel: f32) -> Option<DrawnPart> {
        self.drag.part(state, sandbox, pixel)
    }
}

/// A place on an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeEnd {
    pub shape: ShapeId,
    /// On its surface, m.
    pub at: Vec2,
}

/// The obstacle at a point (m) or within `margin` (m) of it, the newest of several, and the nearest point of its surface.
pub fn shape_at(at: Vec2, margin: f32, world: &World) -> Option<ShapeEnd> {
    let end = |shape: &Shape| {
        let pose = shape.pose();
        let separation = shape.def.form.separation(pose.to_local(at));
        let on_surface = pose.to_world(pose.to_local(at) - separation.normal * separation.distance);
        (separation.distance <= margin).then_some(ShapeEnd { shape: shape.id, at: on_surface })
    };
    world.colliders().shapes().iter().rev().find_map(end)
}
