//! The camera: world coordinates to pixels and back.

use glam::Vec2;

use crate::physics::{Aabb, WORLD_EDGE};

/// Minimum zoom, pixels per metre.
const MIN_ZOOM: f32 = 0.02;

/// Maximum zoom, pixels per metre.
const MAX_ZOOM: f32 = 5_000.0;

/// Distance of a window's walls from its edges, logical pixels: enough to see a rope that lies in loops on the floor.
const WALL_INSET: f32 = 10.0;

/// Size of a fitted view in relation to the scene.
const MARGIN: f32 = 1.02;

/// Parts of the window under the interface, pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Covered {
    /// Width at the right edge: the panel.
    pub right: f32,
    /// Height at the lower edge: the status line.
    pub bottom: f32,
}

/// The part of the world in the window. Pixels are physical, from the upper left corner, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Point of the world in the middle of the window, m.
    pub centre: Vec2,
    /// Scale, pixels per metre.
    pub pixels_per_metre: f32,
    /// Size of the window, pixels.
    pub window: Vec2,
    /// Parts under the interface, which a fit leaves out.
    pub covered: Covered,
    /// Pixels per logical pixel, the unit of markers and lines: 2 on a screen of twice the usual density.
    pub density: f32,
    /// Part of the world that a fit shows, m.
    view: Aabb,
    /// The user has panned or zoomed: a resize does not fit the view again.
    is_moved: bool,
}

impl Camera {
    /// A camera that shows all of `view` (m). `window`: size, pixels; `bottom`: height of the status line, pixels.
    #[must_use]
    pub fn new(view: Aabb, window: Vec2, bottom: f32) -> Self {
        let covered = Covered { right: 0.0, bottom };
        let (centre, pixels_per_metre, density, is_moved) = (Vec2::ZERO, 1.0, 1.0, false);
        let mut camera = Self { centre, pixels_per_metre, window, covered, density, view, is_moved };
        camera.fit();
        camera
    }

    /// Fits another view, m.
    pub fn look_at(&mut self, view: Aabb) {
        self.view = view;
        self.fit();
    }

    /// Fits the view into the free part of the window.
    pub fn fit(&mut self) {
        self.pixels_per_metre = self.fitting_scale().clamp(MIN_ZOOM, MAX_ZOOM);
        self.centre_on(self.view.min.midpoint(self.view.max));
        self.is_moved = false;
    }

    /// Moves the picture so that a point (m) is in the middle of the free part of the window.
    pub fn centre_on(&mut self, point: Vec2) {
        let Covered { right, bottom } = self.covered;
        self.centre = point + 0.5 * Vec2::new(right, -bottom) / self.pixels_per_metre;
        self.is_moved = true;
    }

    /// Sets the size of the window and its covered parts. After a pan or a zoom, a new size scales the zoom like a fit,
    /// so that the same part of the world stays visible, and a panel that opens does not move the picture.
    pub fn resize(&mut self, window: Vec2, covered: Covered) {
        if (window, covered) == (self.window, self.covered) {
            return;
        }
        let before = self.fitting_scale();
        let is_resized = window != self.window;
        (self.window, self.covered) = (window, covered);
        if !self.is_moved {
            self.fit();
        } else if is_resized {
            let ratio = self.fitting_scale() / before;
            self.pixels_per_metre = (self.pixels_per_metre * ratio).clamp(MIN_ZOOM, MAX_ZOOM);
        }
    }

    /// Scale at which the whole view just fits, pixels per metre.
    fn fitting_scale(&self) -> f32 {
        (self.free() / ((self.view.max - self.view.min) * MARGIN)).min_element()
    }

    /// Size of the free part of the window, pixels; never empty.
    fn free(&self) -> Vec2 {
        (self.window - Vec2::new(self.covered.right, self.covered.bottom)).max(Vec2::splat(16.0))
    }

    /// Rectangle of the world in the free part of the window, m.
    #[must_use]
    pub fn visible(&self) -> Aabb {
        let lower = self.to_world(Vec2::new(0.0, self.free().y));
        let upper = self.to_world(Vec2::new(self.free().x, 0.0));
        Aabb { min: lower, max: upper }
    }

    /// Walls along the window's edges, m, inset so that particles at a wall are fully visible.
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

    /// Length of a number of logical pixels, m.
    #[must_use]
    pub fn metres(&self, pixels: f32) -> f32 {
        pixels * self.density / self.pixels_per_metre
    }

    /// Moves the picture by pixels.
    pub fn pan(&mut self, by: Vec2) {
        self.centre -= Vec2::new(by.x, -by.y) / self.pixels_per_metre;
        self.is_moved = true;
    }

    /// Zooms by `factor` about a pixel.
    pub fn zoom(&mut self, pixel: Vec2, factor: f32) {
        let anchor = self.to_world(pixel);
        self.pixels_per_metre = (self.pixels_per_metre * factor).clamp(MIN_ZOOM, MAX_ZOOM);
        self.centre += anchor - self.to_world(pixel);
        self.is_moved = true;
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
    fn resize_keeps_zoomed_part_in_view() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.zoom(Vec2::new(900.0, 200.0), 3.0);
        let before = camera.visible();
        camera.resize(Vec2::new(640.0, 500.0), BELOW);
        let after = camera.visible();
        assert!(after.max.x - after.min.x >= 0.95 * (before.max.x - before.min.x), "{after:?} of {before:?}");
        assert!(after.min.distance(camera.to_world(Vec2::new(0.0, 470.0))) < 1e-3);
    }

    #[test]
    fn fit_leaves_whole_scene_beside_panel() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.resize(Vec2::new(1_280.0, 800.0), Covered { right: 300.0, bottom: 30.0 });
        assert!(shows(&camera, VIEW));
        let right = camera.to_screen(VIEW.max).x;
        assert!(right <= 980.0, "the scene's right end is at {right}, under the panel");
        assert!((camera.to_screen(0.5 * (VIEW.min + VIEW.max)) - Vec2::new(490.0, 385.0)).length() < 0.01);
        assert!(camera.walls().max.x < camera.to_world(Vec2::new(980.0, 0.0)).x, "walls stand beside the panel");
    }

    #[test]
    fn point_is_centred_beside_the_panel_at_the_same_zoom() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.resize(Vec2::new(1_280.0, 800.0), Covered { right: 300.0, bottom: 30.0 });
        camera.zoom(Vec2::new(900.0, 200.0), 3.0);
        let (zoom, point) = (camera.pixels_per_metre, Vec2::new(40.0, -70.0));
        camera.centre_on(point);
        assert_eq!(camera.pixels_per_metre, zoom);
        assert!((camera.to_screen(point) - Vec2::new(490.0, 385.0)).length() < 0.1);
    }

    #[test]
    fn panel_does_not_move_a_panned_picture() {
        let mut camera = Camera::new(VIEW, Vec2::new(1_280.0, 800.0), 30.0);
        camera.zoom(Vec2::new(900.0, 200.0), 3.0);
        let before = (camera.centre, camera.pixels_per_metre);
        camera.resize(Vec2::new(1_280.0, 800.0), Covered { right: 300.0, bottom: 30.0 });
        assert_eq!((camera.centre, camera.pixels_per_metre), before);
    }
}
