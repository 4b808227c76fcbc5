//! What there is to be seen of the tools: what is under the pointer, and what is being drawn.

use glam::Vec2;

use super::{Action, Drive, Driven, Gesture, PointerEvent, Tool, Tools, blower, obstacle, weight};
use crate::{
    physics::{Blower, BlowerDef, BlowerId, ParticleId, Shape, ShapeDef, ShapeId},
    sandbox::Sandbox,
};

impl Tools {
    /// The obstacle that was drawn, dragged or turned last, while the tool is one for obstacles.
    #[must_use]
    pub fn chosen_shape<'a>(&self, sandbox: &'a Sandbox) -> Option<&'a Shape> {
        self.active.obstacle().and(self.chosen).and_then(|id| sandbox.world().colliders().shape(id))
    }

    /// The way that an obstacle is being given: which, and where from its place it leads, m.
    #[must_use]
    pub fn drawn_path(&self) -> Option<(ShapeId, Vec2)> {
        if let Gesture::Path(path) = &self.gesture { Some(path.way()) } else { None }
    }

    /// The weight in hand or under the pointer, and what it weighs, in words. `pixel` is its size, m.
    #[must_use]
    pub fn scales(&self, sandbox: &Sandbox, pixel: f32) -> Option<(ParticleId, String)> {
        let event = PointerEvent { action: Action::Move, at: self.at, pixel, finger: self.finger };
        let particle = self.weighed(event, sandbox)?;
        Some((particle, weight::words(particle, sandbox)?))
    }

    /// The blower that a press would take; where its handle is, m (`pixel` is its size, m); and whether it is the handle
    /// that would be taken.
    #[must_use]
    pub fn hovered_blower(&self, sandbox: &Sandbox, pixel: f32) -> Option<(BlowerId, Vec2, bool)> {
        let (id, on_handle) = self.blower?;
        sandbox.world().blower(id).map(|blower| (id, blower::handle(blower, pixel), on_handle))
    }

    /// The blower under the pointer or in hand, or else the one that was drawn or dragged last, while the tool is the wind;
    /// with another, the one that the wheel is in the middle of.
    #[must_use]
    pub fn shown_blower<'a>(&self, sandbox: &'a Sandbox) -> Option<&'a Blower> {
        if let Some(Drive { what: Driven::Blower(id), .. }) = self.drive {
            return sandbox.world().blower(id);
        }
        let id = self.blower.map(|(id, _)| id).or(self.chosen_blower).filter(|_| self.active == Tool::Wind)?;
        sandbox.world().blower(id)
    }

    /// The blower that is being drawn.
    #[must_use]
    pub fn drawn_blower(&self) -> Option<BlowerDef> {
        if let Gesture::Blow(draw) = &self.gesture { Some(draw.blower()) } else { None }
    }

    /// The obstacle that a press would take; where its handle is, m, if it has one (`pixel` is its size, m); and whether
    /// it is the handle that would be taken.
    #[must_use]
    pub fn hovered_shape(&self, sandbox: &Sandbox, pixel: f32) -> Option<(ShapeId, Option<Vec2>, bool)> {
        let (id, on_handle) = self.shape?;
        let shape = sandbox.world().colliders().shape(id)?;
        Some((id, obstacle::has_handle(shape).then(|| obstacle::handle(shape, pixel)), on_handle))
    }

    /// The obstacle that is being drawn.
    #[must_use]
    pub fn drawn_shape(&self) -> Option<ShapeDef> {
        if let Gesture::Obstacle(draw) = &self.gesture { Some(draw.shape()) } else { None }
    }

    /// The particle under the pointer that the tool would take.
    #[must_use]
    pub fn hover(&self) -> Option<ParticleId> {
        self.hover
    }

    /// Where the scissors are and their radius, m, while they are to be seen; `pixel` is its size, m.
    #[must_use]
    pub fn scissors(&self, pixel: f32) -> Option<(Vec2, f32)> {
        let shown = self.active == Tool::Scissors || self.is_cutting() || !self.trail.points().is_empty();
        shown.then_some((self.at, self.scissors * pixel))
    }

    /// Whether a stroke of the scissors is going on.
    #[must_use]
    pub fn is_cutting(&self) -> bool {
        matches!(self.gesture, Gesture::Cut(_))
    }

    /// Where the scissors went, m, and how fresh each piece is, from 1 to 0.
    #[must_use]
    pub fn trail(&self) -> &[(Vec2, f32)] {
        self.trail.points()
    }

    /// The rope that is being drawn, from and to, m.
    #[must_use]
    pub fn drawn_rope(&self) -> Option<(Vec2, Vec2)> {
        if let Gesture::Rope(draw) = &self.gesture { Some(draw.line()) } else { None }
    }

    /// The net that is being drawn, two opposite corners, m.
    #[must_use]
    pub fn drawn_net(&self) -> Option<(Vec2, Vec2)> {
        if let Gesture::Net(draw) = &self.gesture { Some(draw.corners()) } else { None }
    }
}
