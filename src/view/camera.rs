//! World to screen and back: beside `app` the only place that knows pixels.

use glam::Vec2;

use crate::physics::{Aabb, WORLD_EDGE};

/// Scales of zoom, pixels to a metre.
const ZOOM_RANGE: (f32, f32) = (0.02, 5_000.0);

/// How far the walls of a window stand in from its edges, logical pixels. With 5 of them, half of a rope that lies in loops on
/// the floor was behind the status line.
const WALL_INSET: f32 = 10.0;

/// Room left around a scene that is fitted into the window, as a share of its size.
const MARGIN: f32 = 1.02;

/// What the interface covers of the window, pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Covered {
    /// Width at the right edge: the panel.
    pub right: f32,
    /// Height at the lower edge: the status line.
    pub bottom: f32,
}

/// Where the window looks. Pixels are physical ones, from the upper left, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The world's point in the middle of the window, m.
    pub centre: Vec2,
    /// Scale.
    pub pixels_per_metre: f32,
    /// Size of the window, pixels.
    pub window: Vec2,
    /// What is covered of it: a fit leaves that out.
    pub covered: Covered,
    /// Pixels to a logical pixel, the unit in which marks are sized: 2 on a screen of twice the usual density.
    pub density: f32,
    /// What a fit brings into view, m.
    view: Aabb,
    /// The user has panned or zoomed: a resize no longer fits the scene anew.
    moved: bool,
}

impl Camera {
    /// One that shows all of `view` (m) in a window of this size whose lower edge is covered so high (both pixels).
    #[must_use]
    pub fn new(view: Aabb, window: Vec2, bottom: f32) -> Self {
        let covered = Covered { right: 0.0, bottom };
        let (centre, pixels_per_metre, density, moved) = (Vec2::ZERO, 1.0, 1.0, false);
        let mut camera = Self { centre, pixels_per_metre, window, covered, density, view, moved };
        camera.fit();
        camera
    }

    /// Shows all of another view (m).
    pub fn look_at(&mut self, view: Aabb) {
        self.view = view;
        self.fit();
    }

    /// Shows all of the scene again.
    pub fn fit(&mut self) {
        self.pixels_per_metre = self.fitting().clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        let Covered { right, bottom } = self.covered;
        let aside = 0.5 * Vec2::new(right, -bottom) / self.pixels_per_metre;
        self.centre = 0.5 * (self.view.min + self.view.max) + aside;
        self.moved = false;
    }

    /// The window has another size, or something else is covered of it. The zoom stays what it was beside a fit, so that
    /// what was in view stays in view; but where the user has panned or zoomed, a panel that opens does not move the
    /// picture under the hand.
    pub fn resize(&mut self, window: Vec2, covered: Covered) {
        if (window, covered) == (self.window, self.covered) {
            return;
        }
        let before = self.fitting();
        let grows = window != self.window;
        (self.window, self.covered) = (window, covered);
        if !self.moved {
            self.fit();
        } else if grows {
            let ratio = self.fitting() / before;
            self.pixels_per_metre = (self.pixels_per_metre * ratio).clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        }
    }

    /// The scale at which the whole view just fits.
    fn fitting(&self) -> f32 {
        (self.free() / ((self.view.max - self.view.min) * MARGIN)).min_element()
    }

    /// The part of the window that nothing covers, pixels; never empty.
    fn free(&self) -> Vec2 {
        (self.window - Vec2::new(self.covered.right, self.covered.bottom)).max(Vec2::splat(16.0))
    }

    /// The world's rectangle in the part of the window that nothing covers, m.
    #[must_use]
    pub fn visible(&self) -> Aabb {
        let lower = self.to_world(Vec2::new(0.0, self.free().y));
        let upper = self.to_world(Vec2::new(self.free().x, 0.0));
        Aabb { min: lower, max: upper }
    }

    /// The walls of a scene whose walls are the window's, m: so far inside its edges that all of a point is seen.
    #[must_use]
    pub fn walls(&self) -> Aabb {
        let (visible, inset) = (self.visible(), Vec2::splat(self.metres(WALL_INSET)));
        let edge = Vec2::splat(WORLD_EDGE);
        Aabb { min: (visible.min + inset).max(-edge), max: (visible.max - inset).min(edge) }
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

    const VIEW: Aabb = Aabb { min: Vec2::new(-4.0, -2.0), max: Vec2::new(4.0, 3.0) };

    /// The status line alone.
    const BELOW: Covered = Covered { right: 0.0, bottom: 30.0 };

    fn shows(camera: &Camera, room: Aabb) -> bool {
        let visible = camera.visible();
        visible.min.cmple(room.min).all() && visible.max.cmpge(room.max).all()
    }

    #[test]
    fn a_fit_shows_everything_at_every_size() {
        for (width, height) in [(1280.0, 800.0), (800.0, 600.0), (300.0, 900.0), (4_000.0, 200.0)] {
            let mut camera = Camera::new(VIEW, Vec2::new(1_000.0, 1_000.0), 30.0);
            camera.resize(Vec2::new(width, height), BELOW);
            assert!(shows(&camera, VIEW), "{width} x {height}");
        }
    }

    #[test]
    fn what_the_user_zoomed_to_stays_in_view() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.zoom(Vec2::new(900.0, 200.0), 3.0);
        let before = camera.visible();
        camera.resize(Vec2::new(640.0, 500.0), BELOW);
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
            camera.resize(Vec2::new(width, height), BELOW);
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

    #[test]
    fn a_panel_leaves_the_whole_scene_beside_it() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.resize(Vec2::new(1_280.0, 800.0), Covered { right: 300.0, bottom: 30.0 });
        assert!(shows(&camera, VIEW));
        let right = camera.to_screen(VIEW.max).x;
        assert!(right <= 980.0, "the scene's right end is at {right}, under the panel");
        assert!((camera.to_screen(0.5 * (VIEW.min + VIEW.max)) - Vec2::new(490.0, 385.0)).length() < 0.01);
        assert!(camera.walls().max.x < camera.to_world(Vec2::new(980.0, 0.0)).x, "walls stand beside the panel");
    }

    #[test]
    fn a_panel_that_opens_does_not_move_a_picture_that_the_user_has_moved() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.zoom(Vec2::new(900.0, 200.0), 3.0);
        let before = (camera.centre, camera.pixels_per_metre);
        camera.resize(Vec2::new(1_280.0, 800.0), Covered { right: 300.0, bottom: 30.0 });
        assert_eq!((camera.centre, camera.pixels_per_metre), before);
    }
}
