//! The selection: the things that are taken together, and the box around them with its handles.

use glam::Vec2;

use super::{PointerEvent, Preview, Tools, hit_test::thing_under, placement::Grip};
use crate::physics::{Aabb, Revision, ShapeDef, Things};
use crate::sandbox::{Command, Sandbox, discs};

/// Distance of the box from the things in it, pixels.
const BOX_MARGIN: f32 = 12.0;

/// Distance of the handle that turns from the box, pixels.
const TURN_DISTANCE: f32 = 26.0;

/// Radius of a handle in hit tests, pixels.
const HANDLE_RADIUS: f32 = 11.0;

/// The selected things.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    things: Things,
    /// Links of the world, when the things were last seen in it.
    revision: Option<Revision>,
    /// [`Sandbox::renumberings`] then.
    renumberings: u64,
    /// The selection before a jump that is under way.
    before_jump: Option<Box<Self>>,
}

impl Selection {
    /// The selected things.
    pub const fn things(&self) -> &Things {
        &self.things
    }

    /// Selects things, and nothing else.
    pub fn choose(&mut self, things: Things, sandbox: &Sandbox) {
        let world = sandbox.world();
        let (things, revision) = (things.within(world), Some(world.revision()));
        *self = Self { things, revision, renumberings: sandbox.renumberings(), before_jump: None };
    }

    /// Selects a clicked thing: alone, or in addition to the others; one that is selected is then taken out again.
    pub fn click(&mut self, thing: Things, adds: bool, sandbox: &Sandbox) {
        let chosen = match adds {
            true if self.contains(&thing) => self.things.without(&thing),
            true => self.things.union(&thing),
            false => thing,
        };
        self.choose(chosen, sandbox);
    }

    /// Whether all of a set is selected.
    pub fn contains(&self, things: &Things) -> bool {
        things.without(&self.things).is_empty()
    }

    /// Follows the world to this frame. The moments that a jump passes on the way to its target may lack the things: at
    /// the target the selection before the jump follows.
    pub fn follow(&mut self, sandbox: &Sandbox, is_jumping: bool) {
        let before = self.before_jump.take();
        if is_jumping {
            let before = before.unwrap_or_else(|| Box::new(self.clone()));
            self.follow_world(sandbox);
            self.before_jump = Some(before);
        } else {
            if let Some(before) = before {
                *self = *before;
            }
            self.follow_world(sandbox);
        }
    }

    /// Drops what was removed, adds what was tied to a thing, and drops all once ids may name other things.
    fn follow_world(&mut self, sandbox: &Sandbox) {
        if self.things.is_empty() {
            return;
        }
        let world = sandbox.world();
        let things = if self.renumberings != sandbox.renumberings() {
            Things::default()
        } else if self.revision.as_ref() == Some(&world.revision()) {
            self.things.within(world)
        } else {
            world.whole_things(&self.things)
        };
        self.choose(things, sandbox);
    }
}

/// The box around things: its corners, counter-clockwise from the lower left, m.
pub type Corners = [Vec2; 4];

impl Tools {
    /// The selected things.
    pub fn selection(&self) -> &Things {
        self.state.selection.things()
    }

    /// Selects things, and nothing else.
    pub fn select(&mut self, things: Things, sandbox: &Sandbox) {
        self.state.selection.choose(things, sandbox);
    }

    /// Forgets the selection before a jump: a command ends the jump on its way, and then the ids of that selection may
    /// name other things.
    pub fn forget_before_jump(&mut self) {
        self.state.selection.before_jump = None;
    }

    /// The selected things as they are now, which may be later than the last [`Tools::refresh`].
    pub fn present_selection(&mut self, sandbox: &Sandbox) -> &Things {
        self.state.selection.follow(sandbox, self.state.is_jumping);
        self.selection()
    }

    /// Whether clicks add to the selection, as with Shift.
    pub fn is_adding(&self) -> bool {
        self.state.is_adding
    }

    /// Sets whether clicks add to the selection.
    pub fn set_adding(&mut self, is_adding: bool) {
        self.state.is_adding = is_adding;
    }

    /// The box around the selection, while the select tool is active, and its handles. `pixel`: size of a pixel, m.
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

    /// A long touch: selects the thing there, or takes it out of the selection, in place of the finger's gesture, and
    /// chooses the select tool. Returns whether there is a thing.
    pub fn hold(&mut self, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) -> bool {
        let Some(thing) = thing_under(event, sandbox) else { return false };
        self.choose(super::Tool::Select, commands);
        self.at = event.at;
        // The selection before is kept, so that fingers, which have no Shift, take several.
        self.state.selection.click(thing, true, sandbox);
        true
    }
}

/// The bounds of things, m; `None` without any.
pub fn bounds(things: &Things, sandbox: &Sandbox) -> Option<Aabb> {
    let world = sandbox.world();
    let point = |at: Vec2, radius: f32| Aabb { min: at - radius, max: at + radius };
    let position = &world.particles().position;
    let particles = things.particles().filter_map(|particle| position.get(particle.index()));
    let discs = discs(world).filter(|(particle, _)| things.has_particle(*particle));
    let shapes = things.shapes.iter().filter_map(|&shape| world.colliders().shape(shape));
    let blowers = things.blowers.iter().filter_map(|&blower| world.blower(blower));
    let all =
        particles
            .map(|&at| point(at, 0.0))
            .chain(discs.map(|(particle, radius)| point(position[particle.index()], radius)))
            .chain(shapes.map(|shape| ShapeDef { at: shape.pose().at, ..shape.def }.bounds()))
            .chain(blowers.map(|blower| {
                point(blower.def.at - blower.def.turn * (0.5 * blower.def.width), 0.5 * blower.def.width)
            }));
    all.reduce(|one, other| Aabb { min: one.min.min(other.min), max: one.max.max(other.max) })
}

/// The corners of the box around bounds (m). `pixel`: size of a pixel, m.
pub fn corners(Aabb { min, max }: Aabb, pixel: f32) -> Corners {
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
