//! A run that is painted at given times.

use super::{Failure, Shot};
use crate::{
    physics::Aabb,
    raster::{self, Canvas},
    sandbox::{Command, Sandbox},
    scene::Walls,
    timeline::{Player, Recording},
    view::{Camera, Painter, Picture, Style, ToolMarkers, draw::DrawData},
};

use glam::Vec2;

/// Tolerance of times, in steps, for their rounding as sums of steps.
const ROUNDING: f64 = 1e-3;

/// A run with its camera and the draw data that were painted last.
pub struct Film {
    player: Player,
    camera: Camera,
    style: Style,
    painter: Painter,
    picture: DrawData,
    /// Time between frames, s.
    frame_seconds: f32,
    /// Name and view of the scene that the camera shows.
    shown: (String, Aabb),
}

impl Film {
    /// Starts a run.
    ///
    /// # Errors
    /// When the scene cannot be built.
    pub fn new(shot: &Shot) -> Result<Self, Failure> {
        let Shot { start, replay, rate, size, style, threads, .. } = shot;
        replay.as_ref().map_or(Ok(()), Recording::check_rebuilding)?;
        let mut sandbox = replay.as_ref().map_or_else(|| Sandbox::new(start.clone()), Recording::start_sandbox)?;
        sandbox.set_threads(*threads);
        let size = Vec2::new(size.0 as f32, size.1 as f32);
        let camera = Camera::new(start.scene.view, size, 0.0);
        let mut player = Player::new(sandbox, replay.clone());
        // The commands of a recording set the walls.
        if replay.is_none() && start.scene.walls == Walls::Window {
            player.apply(&Command::SetRoom(camera.walls()));
        }
        player.apply_due_commands();
        Ok(Self {
            player,
            camera,
            style: *style,
            painter: Painter::default(),
            picture: DrawData::default(),
            frame_seconds: 1.0 / *rate as f32,
            shown: (start.name.clone(), start.scene.view),
        })
    }

    /// Advances to a time, s, and paints its picture, interpolated between two steps if necessary.
    pub fn advance_to(&mut self, time: f64) {
        let step = |player: &Player| player.sandbox().world().settings().step_seconds();
        while self.player.sandbox().time() < time - ROUNDING * step(&self.player) {
            self.player.step();
        }
        let sandbox = self.player.sandbox();
        let (name, view) = (&sandbox.scene().name, sandbox.scene().scene.view);
        if self.shown.0 != *name || self.shown.1 != view {
            self.shown = (name.clone(), view);
            self.camera.look_at(view);
        }
        let ahead = (sandbox.time() - time) / step(&self.player);
        let picture = Picture {
            sandbox,
            blend: (1.0 - ahead).clamp(0.0, 1.0) as f32,
            camera: &self.camera,
            markers: &ToolMarkers::default(),
            style: &self.style,
            seconds: self.frame_seconds,
        };
        self.painter.paint(picture, &mut self.picture);
    }

    /// Draws the picture that was painted last.
    pub fn draw(&self, canvas: &mut Canvas) {
        raster::draw(&self.picture, &self.camera, &self.style.palette(), canvas);
    }

    /// Ends the run.
    ///
    /// # Errors
    /// When a replay differs from the recorded state.
    pub fn finish(&self) -> Result<(), Failure> {
        self.player.divergence().map_or(Ok(()), |divergence| Err(Failure::Diverged(divergence)))
    }
}
