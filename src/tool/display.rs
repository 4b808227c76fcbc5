//! The part of the tools that is drawn: the object under the pointer, and the preview of the current gesture.

use glam::Vec2;

use super::{Hovered, StrokePoint, Target, Tool, Tools, behaviour::Preview, blower, obstacle, weight};
use crate::physics::{Blower, BlowerDef, BlowerId, ParticleId, Shape, ShapeDef, ShapeId};
use crate::sandbox::Sandbox;

/// An object under the pointer or in hand, to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoveredObject<T> {
    /// The object.
    pub id: T,
    /// Position of the handle, m, if the object has one.
    pub handle: Option<Vec2>,
    /// The pointer is on the handle.
    pub is_on_handle: bool,
}

impl Tools {
    /// The particle under the pointer that a press would take.
    #[must_use]
    pub fn hover(&self) -> Option<ParticleId> {
        match self.hovered?.target {
            Target::Particle(particle) => Some(particle),
            _ => None,
        }
    }

    /// The obstacle under the pointer or in hand. `pixel`: size of a pixel, m.
    #[must_use]
    pub fn hovered_shape(&self, sandbox: &Sandbox, pixel: f32) -> Option<HoveredObject<ShapeId>> {
        let Hovered { target: Target::Obstacle(id), is_on_handle } = self.hovered? else { return None };
        let shape = sandbox.world().colliders().shape(id)?;
        let handle = obstacle::has_handle(shape).then(|| obstacle::handle(shape, pixel));
        Some(HoveredObject { id, handle, is_on_handle })
    }

    /// The obstacle that was drawn, dragged or turned last, while a tool for obstacles is active.
    #[must_use]
    pub fn chosen_shape<'a>(&self, sandbox: &'a Sandbox) -> Option<&'a Shape> {
        let chosen = self.state.obstacles.chosen.filter(|_| self.active.is_for_obstacles());
        sandbox.world().colliders().shape(chosen?)
    }

    /// The blower under the pointer or in hand. `pixel`: size of a pixel, m.
    #[must_use]
    pub fn hovered_blower(&self, sandbox: &Sandbox, pixel: f32) -> Option<HoveredObject<BlowerId>> {
        let Hovered { target: Target::Blower(id), is_on_handle } = self.hovered? else { return None };
        let handle = blower::handle(sandbox.world().blower(id)?, pixel);
        Some(HoveredObject { id, handle: Some(handle), is_on_handle })
    }

    /// The blower to describe in the status line: the one that the wheel changes; or, while the wind tool is active, the
    /// one under the pointer or the one that was drawn or dragged last.
    #[must_use]
    pub fn shown_blower<'a>(&self, sandbox: &'a Sandbox) -> Option<&'a Blower> {
        let blower = |target| if let Target::Blower(id) = target { Some(id) } else { None };
        let by_wheel = self.wheel_lock.and_then(|lock| blower(lock.target));
        let hovered = self.hovered.and_then(|hovered| blower(hovered.target));
        let chosen = hovered.or(self.state.blowers.chosen).filter(|_| self.active == Tool::Wind);
        sandbox.world().blower(by_wheel.or(chosen)?)
    }

    /// The weight in hand or under the pointer, and its mass in words. `pixel`: size of a pixel, m.
    #[must_use]
    pub fn weight_label(&self, sandbox: &Sandbox, pixel: f32) -> Option<(ParticleId, String)> {
        match self.wheel_target(self.pointer(pixel), sandbox)? {
            Target::Particle(particle) => Some((particle, weight::label(particle, sandbox)?)),
            _ => None,
        }
    }

    /// Position of the scissors and radius of their disc, m, while they are shown. `pixel`: size of a pixel, m.
    #[must_use]
    pub fn scissors(&self, pixel: f32) -> Option<(Vec2, f32)> {
        let is_shown = self.active == Tool::Scissors || self.is_cutting() || !self.trail().is_empty();
        is_shown.then_some((self.at, self.state.scissors.radius * pixel))
    }

    /// Whether a stroke of the scissors is going on.
    #[must_use]
    pub fn is_cutting(&self) -> bool {
        matches!(self.preview(), Some(Preview::Stroke))
    }

    /// Path of the last stroke, oldest point first.
    #[must_use]
    pub fn trail(&self) -> &[StrokePoint] {
        self.state.scissors.trail()
    }

    /// The rope that is being drawn: its ends, m.
    #[must_use]
    pub fn drawn_rope(&self) -> Option<(Vec2, Vec2)> {
        if let Preview::Rope { from, to } = self.preview()? { Some((from, to)) } else { None }
    }

    /// The net that is being drawn: two opposite corners, m.
    #[must_use]
    pub fn drawn_net(&self) -> Option<(Vec2, Vec2)> {
        if let Preview::Net { from, to } = self.preview()? { Some((from, to)) } else { None }
    }

    /// The obstacle that is being drawn.
    #[must_use]
    pub fn drawn_shape(&self) -> Option<ShapeDef> {
        if let Preview::Obstacle(shape) = self.preview()? { Some(shape) } else { None }
    }

    /// The path that is being drawn for an obstacle, as an offset from its position, m.
    #[must_use]
    pub fn drawn_path(&self) -> Option<(ShapeId, Vec2)> {
        if let Preview::Path { shape, by } = self.preview()? { Some((shape, by)) } else { None }
    }

    /// The blower that is being drawn.
    #[must_use]
    pub fn drawn_blower(&self) -> Option<BlowerDef> {
        if let Preview::Blower(blower) = self.preview()? { Some(blower) } else { None }
    }

    fn preview(&self) -> Option<Preview> {
        self.gesture.as_ref().and_then(|gesture| gesture.preview())
    }
}
