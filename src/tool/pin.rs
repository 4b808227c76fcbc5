//! Pin: pins a particle, or unpins it; in the air it makes a pinned point, to tie ropes to.

use super::{Behaviour, Context, Gesture, IconShape, PointerEvent, ToolInfo};
use crate::physics::{ParticleId, Things};
use crate::sandbox::{Command, Sandbox};
use crate::scene::recipe::DEFAULT_MASS;
use crate::scene::{Recipe, recipe};

/// The tool.
pub struct Pin;

impl Behaviour for Pin {
    fn info(&self) -> ToolInfo {
        let tip = "points, or the air; in any tool by a right click";
        ToolInfo { name: "Pin", key: '3', tip, marks_particle: true, takes_particle: true, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        vec![IconShape::line([(0.5, 0.5), (0.5, 1.0)]), IconShape::disc(0.5, 0.28, 0.28)]
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let sandbox = context.sandbox;
        if let Some(particle) = event.nearest(sandbox) {
            context.commands.extend(toggle(Some(particle), sandbox));
        } else if sandbox.world().colliders().shapes().iter().any(|shape| shape.contains(event.at)) {
            context.state.say("Pin: an obstacle is here; Anchor ties the points of ropes to it");
        } else {
            context.commands.push(in_the_air(event));
        }
        None
    }
}

/// Adds a pinned point.
fn in_the_air(event: PointerEvent) -> Command {
    let point = recipe::Point { name: None, at: event.at, mass: DEFAULT_MASS, pinned: true };
    Command::Build(Box::new(Recipe::Point(point)))
}

/// Pins a free particle, unpins a pinned one. A pin in the air that holds nothing is removed: it would leave a loose
/// point.
pub fn toggle(particle: Option<ParticleId>, sandbox: &Sandbox) -> Option<Command> {
    let (particle, world) = (particle?, sandbox.world());
    let is_pinned = world.is_pinned(particle);
    let has_links = || world.links().any(|link| link.a == particle || link.b == particle);
    let has_mass = || world.weight(particle).is_some() || world.ball(particle).is_some();
    if is_pinned && !has_links() && !has_mass() {
        return Some(Command::Remove { things: Things::of_particles([particle]) });
    }
    Some(Command::SetPinned { particle, pinned: !is_pinned })
}
