//! World to screen and back: beside `app` the only place that knows pixels.

use glam::Vec2;

use crate::physics::{Room, WORLD_EDGE};

/// Scales of zoom, pixels to a metre.
const ZOOM_RANGE: (f32, f32) = (0.02, 5_000.0);

/// How far the walls of a window stand in from its edges, logical pixels.
const WALL_INSET: f32 = 5.0;

/// Room left around a scene that is fitted into the window, as a share of its size.
const MARGIN: f32 = 1.02;

/// Where the window looks. Pixels are physical ones, from the upper left, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The world's point in the middle of the window, m.
    pub centre: Vec2,
    /// Scale.
    pub pixels_per_metre: f32,
    /// Size of the window, pixels.
    pub window: Vec2,
    /// Height of what covers the window's lower edge (the status line), pixels.
    pub covered: f32,
    /// Pixels to a logical pixel, the unit in which marks are sized: 2 on a screen of twice the usual density.
    pub density: f32,
    /// What a fit brings into view, m.
    view: Room,
    /// The user has panned or zoomed: a resize no longer fits the scene anew.
    moved: bool,
}

impl Camera {
    /// One that shows all of `view` (m) in a window of this size (pixels).
    #[must_use]
    pub fn new(view: Room, window: Vec2, covered: f32) -> Self {
        let (centre, pixels_per_metre, density, moved) = (Vec2::ZERO, 1.0, 1.0, false);
        let mut camera = Self { centre, pixels_per_metre, window, covered, density, view, moved };
        camera.fit();
        camera
    }

    /// Shows all of another view (m).
    pub fn look_at(&mut self, view: Room) {
        self.view = view;
        self.fit();
    }

    /// Shows all of the scene again.
    pub fn fit(&mut self) {
        self.pixels_per_metre = self.fitting().clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        self.centre =
            0.5 * (self.view.min + self.view.max) - Vec2::new(0.0, 0.5 * self.covered / self.pixels_per_metre);
        self.moved = false;
    }

    /// The window has another size, or its status line another height; both in pixels. The zoom stays what it was
    /// beside a fit, so that what was in view stays in view.
    pub fn resize(&mut self, window: Vec2, covered: f32) {
        if (window, covered) == (self.window, self.covered) {
            return;
        }
        let before = self.fitting();
        (self.window, self.covered) = (window, covered);
        if self.moved {
            let ratio = self.fitting() / before;
            self.pixels_per_metre = (self.pixels_per_metre * ratio).clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        } else {
            self.fit();
        }
    }

    /// The scale at which the whole view just fits.
    fn fitting(&self) -> f32 {
        (self.free() / ((self.view.max - self.view.min) * MARGIN)).min_element()
    }

    /// The part of the window that nothing covers, pixels; never empty.
    fn free(&self) -> Vec2 {
        (self.window - Vec2::new(0.0, self.covered)).max(Vec2::splat(16.0))
    }

    /// The world's rectangle in the part of the window that nothing covers, m.
    #[must_use]
    pub fn visible(&self) -> Room {
        let lower = self.to_world(Vec2::new(0.0, self.free().y));
        let upper = self.to_world(Vec2::new(self.window.x, 0.0));
        Room { min: lower, max: upper }
    }

    /// The walls of a scene whose walls are the window's, m: so far inside its edges that all of a point is seen.
    #[must_use]
    pub fn walls(&self) -> Room {
        let (visible, inset) = (self.visible(), Vec2::splat(self.metres(WALL_INSET)));
        let edge = Vec2::splat(WORLD_EDGE);
        Room { min: (visible.min + inset).max(-edge), max: (visible.max - inset).min(edge) }
    }

    /// Pixels -> m.
    #[must_use]
    pub fn to_world(&self, pixel: Vec2) -> Vec2 {
        let offset = (pixel - 0.5 * self.window) / self.pixels_per_metre;
        self.centre + Vec2::new(offset.x, -offset.y)
    }

    /// m -> pixels.
    #[must_use]
    pub fn to_screen(&self, point: Vec2) -> Vec2 {
        let offset = (point - self.centre) * self.pixels_per_metre;
        0.5 * self.window + Vec2::new(offset.x, -offset.y)
    }

    /// The length, m, of so many logical pixels.
    #[must_use]
    pub fn metres(&self, pixels: f32) -> f32 {
        pixels * self.density / self.pixels_per_metre
    }

    /// Moves the picture with the pointer, by pixels.
    pub fn pan(&mut self, by: Vec2) {
        self.centre -= Vec2::new(by.x, -by.y) / self.pixels_per_metre;
        self.moved = true;
    }

    /// Zooms by `factor`; what is under `pixel` stays there.
    pub fn zoom(&mut self, pixel: Vec2, factor: f32) {
        let anchor = self.to_world(pixel);
        self.pixels_per_metre = (self.pixels_per_metre * factor).clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        self.centre += anchor - self.to_world(pixel);
        self.moved = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Room = Room { min: Vec2::new(-4.0, -2.0), max: Vec2::new(4.0, 3.0) };

    fn shows(camera: &Camera, room: Room) -> bool {
        let visible = camera.visible();
        visible.min.cmple(room.min).all() && visible.max.cmpge(room.max).all()
    }

    #[test]
    fn a_fit_shows_everything_at_every_size() {
        for (width, height) in [(1280.0, 800.0), (800.0, 600.0), (300.0, 900.0), (4_000.0, 200.0)] {
            let mut camera = Camera::new(VIEW, Vec2::new(1_000.0, 1_000.0), 30.0);
            camera.resize(Vec2::new(width, height), 30.0);
            assert!(shows(&camera, VIEW), "{width} x {height}");
        }
    }

    #[test]
    fn what_the_user_zoomed_to_stays_in_view() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.zoom(Vec2::new(900.0, 200.0), 3.0);
        let before = camera.visible();
        camera.resize(Vec2::new(640.0, 500.0), 30.0);
        let after = camera.visible();
        assert!(after.max.x - after.min.x >= 0.95 * (before.max.x - before.min.x), "{after:?} of {before:?}");
        assert!(after.min.distance(camera.to_world(Vec2::new(0.0, 470.0))) < 1e-3);
    }

    #[test]
    fn a_window_that_comes_back_to_its_size_shows_the_same() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.zoom(Vec2::new(900.0, 200.0), 3.0);
        let before = camera.pixels_per_metre;
        for (width, height) in [(640.0, 800.0), (640.0, 400.0), (1_280.0, 800.0)] {
            camera.resize(Vec2::new(width, height), 30.0);
        }
        assert!((camera.pixels_per_metre / before - 1.0).abs() < 1e-5);
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        let pixel = Vec2::new(1_000.0, 100.0);
        let before = camera.to_world(pixel);
        camera.zoom(pixel, 1.25);
        assert!(camera.to_world(pixel).distance(before) < 1e-4);
    }
}
