//! Frames of an animation that wait to be drawn.

use glam::Vec2;

use crate::view::draw::{DrawData, Layer};
use crate::view::{Camera, Palette};

/// Longest side of an animation, pixels. A file of twice the width is three times as large.
const MAX_SIDE: f32 = 800.0;

/// Shortest side of an animation, pixels.
const MIN_SIDE: f32 = 16.0;

/// A frame of the window, as draw data.
pub struct Frame {
    /// Time since the recording's start, in animation frames.
    pub moment: u64,
    /// The shapes of the scene.
    pub data: DrawData,
    /// The camera that they are seen through.
    pub camera: Camera,
    /// The colours of cloth and background.
    pub palette: Palette,
    /// Memory of `data`, bytes.
    pub bytes: usize,
}

impl Frame {
    /// A frame of the window.
    pub fn new(moment: u64, data: DrawData, camera: &Camera, palette: Palette) -> Self {
        Self { moment, bytes: bytes(&data), data, camera: *camera, palette }
    }
}

/// Memory of draw data, bytes.
pub fn bytes(data: &DrawData) -> usize {
    fn of<T>(list: &Vec<T>) -> usize {
        list.capacity() * size_of::<T>()
    }
    let layer = |layer: &Layer| {
        let Layer { triangles, patches, segments, ropes, dots } = layer;
        of(triangles) + of(patches) + of(segments) + of(ropes) + of(dots)
    };
    data.layers().map(layer).sum()
}

/// Empty draw data with the capacity for as many shapes.
pub fn with_capacity_of(data: &DrawData) -> DrawData {
    // A copy has no more capacity than it needs.
    let mut empty = data.clone();
    empty.clear();
    empty
}

/// Width and height of an animation, pixels: the part of the window that the interface does not cover, scaled down to
/// [`MAX_SIDE`].
pub fn animation_size(camera: &Camera) -> (u32, u32) {
    let seen = camera.visible();
    let free = (seen.max - seen.min) * camera.pixels_per_metre;
    let size = (free * (MAX_SIDE / free.max_element()).min(1.0)).round().max(Vec2::splat(MIN_SIDE));
    (size.x as u32, size.y as u32)
}

/// The camera that shows the whole uncovered part of the window in an animation of a fixed size. The window may have
/// been resized.
pub fn fit_camera(camera: &Camera, (width, height): (u32, u32)) -> Camera {
    let (seen, window) = (camera.visible(), Vec2::new(width as f32, height as f32));
    let pixels_per_metre = (window / (seen.max - seen.min)).min_element();
    let mut camera = Camera::new(seen, window, 0.0);
    // `Camera::new` leaves a margin around the scene.
    (camera.centre, camera.pixels_per_metre) = (0.5 * (seen.min + seen.max), pixels_per_metre);
    camera
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{physics::Aabb, view::Covered};

    #[test]
    fn animation_shows_uncovered_part_of_any_window() {
        let view = Aabb { min: Vec2::new(-4.0, -2.0), max: Vec2::new(4.0, 3.0) };
        let mut camera = Camera::new(view, Vec2::new(1_280.0, 800.0), 0.0);
        camera.resize(Vec2::new(1_280.0, 800.0), Covered { right: 280.0, bottom: 28.0 });
        let size = animation_size(&camera);
        assert_eq!(size, (800, 618), "1000 x 772, scaled down");
        for window in [(1_280.0, 800.0), (640.0, 900.0), (300.0, 100.0)] {
            camera.resize(window.into(), Covered { right: 80.0, bottom: 28.0 });
            let (seen, fitted) = (camera.visible(), fit_camera(&camera, size));
            for corner in [seen.min, seen.max] {
                let at = fitted.to_screen(corner);
                let inside = at.cmpge(Vec2::splat(-0.1)).all() && at.cmple(Vec2::new(800.1, 618.1)).all();
                assert!(inside, "{corner} of a window {window:?} is at {at}");
            }
        }
        camera.resize(Vec2::new(300.0, 200.0), Covered::default());
        assert_eq!(animation_size(&camera), (300, 200), "a small window at its own size");
    }
}
