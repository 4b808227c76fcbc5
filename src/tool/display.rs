//! The part of the tools that is drawn: the object under the pointer, and the preview of the current gesture.

use glam::Vec2;

use super::{DrawnPart, Hovered, Preview, StrokePoint, Target, Tool, Tools, blower, obstacle, weight};
use crate::physics::{Blower, BlowerId, ParticleId, Shape, ShapeId};
use crate::sandbox::Sandbox;

/// An object that is under the pointer or held, to be drawn.
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
    pub fn hover(&self) -> Option<ParticleId> {
        self.hovered?.target.particle()
    }

    /// The obstacle that is under the pointer or held. `pixel`: size of a pixel, m.
    pub fn hovered_shape(&self, sandbox: &Sandbox, pixel: f32) -> Option<HoveredObject<ShapeId>> {
        let Hovered { target, is_on_handle } = self.hovered?;
        let shape = sandbox.world().colliders().shape(target.shape()?)?;
        let handle = obstacle::handle(shape, pixel).filter(|_| self.active.info().draws_obstacles);
        Some(HoveredObject { id: shape.id, handle, is_on_handle })
    }

    /// The obstacle that was drawn, dragged or turned last, while a tool for obstacles is active.
    pub fn chosen_shape<'a>(&self, sandbox: &'a Sandbox) -> Option<&'a Shape> {
        let chosen = self.state.obstacles.chosen.filter(|_| self.active.info().draws_obstacles);
        sandbox.world().colliders().shape(chosen?.shape()?)
    }

    /// The blower that is under the pointer or held. `pixel`: size of a pixel, m.
    pub fn hovered_blower(&self, sandbox: &Sandbox, pixel: f32) -> Option<HoveredObject<BlowerId>> {
        let Hovered { target, is_on_handle } = self.hovered?;
        let blower = sandbox.world().blower(target.blower()?)?;
        let handle = (self.active == Tool::Wind).then(|| blower::handle(blower, pixel));
        Some(HoveredObject { id: blower.id, handle, is_on_handle })
    }

    /// The blower to describe in the status line: the one that the wheel changes; or, while the wind tool is active,
    /// the one under the pointer or the one that was drawn or dragged last.
    pub fn shown_blower<'a>(&self, sandbox: &'a Sandbox) -> Option<&'a Blower> {
        let by_wheel = self.wheel_lock.and_then(|lock| lock.target.blower());
        let hovered = self.hovered.and_then(|hovered| hovered.target.blower());
        let chosen = hovered.or(self.state.blowers.chosen.and_then(Target::blower));
        let chosen = chosen.filter(|_| self.active == Tool::Wind);
        sandbox.world().blower(by_wheel.or(chosen)?)
    }

    /// The weight that is held or under the pointer, and its mass in words. `pixel`: size of a pixel, m.
    pub fn weight_label(&self, sandbox: &Sandbox, pixel: f32) -> Option<(ParticleId, String)> {
        let particle = self.wheel_target(self.pointer(pixel), sandbox)?.particle()?;
        Some((particle, weight::label(particle, sandbox)?))
    }

    /// Position of the scissors and radius of their disc, m, while they are shown. `pixel`: size of a pixel, m.
    pub fn scissors(&self, pixel: f32) -> Option<(Vec2, f32)> {
        let is_shown = self.active == Tool::Scissors || self.is_cutting() || !self.trail().is_empty();
        is_shown.then_some((self.at, self.state.scissors.radius * pixel))
    }

    /// Whether a stroke of the scissors is going on.
    pub fn is_cutting(&self) -> bool {
        matches!(self.preview(), Some(Preview::Stroke))
    }

    /// Path of the last stroke, oldest point first.
    pub fn trail(&self) -> &[StrokePoint] {
        self.state.scissors.trail()
    }

    /// The part that is being drawn.
    pub fn part(&self) -> Option<&DrawnPart> {
        self.part.as_ref()
    }

    /// Effect of the current gesture so far, in words.
    pub fn readout(&self) -> Option<String> {
        self.gesture.as_ref()?.readout()
    }

    /// Result of the current gesture if it ended now.
    pub fn preview(&self) -> Option<Preview> {
        self.gesture.as_ref()?.preview(self.drag())
    }
}
