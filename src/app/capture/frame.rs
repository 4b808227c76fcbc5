//! A frame of an animation, as it waits to be drawn.

use glam::Vec2;

use crate::view::{
    Camera, Palette,
    draw::{DrawData, Layer},
};

/// The longer side of an animation at the most, pixels: a file twice as wide is three times as large.
const LARGEST: f32 = 800.0;

/// The shorter one at the least.
const SMALLEST: f32 = 16.0;

/// What the window showed at a moment.
pub struct Frame {
    /// In frames since the recording's start.
    pub moment: u64,
    /// What there was to see.
    pub data: DrawData,
    /// From where.
    pub camera: Camera,
    /// The colours behind it.
    pub palette: Palette,
    /// Memory that `data` takes.
    pub bytes: usize,
}

impl Frame {
    /// A frame that is to be kept.
    pub fn new(moment: u64, data: DrawData, camera: &Camera, palette: Palette) -> Self {
        Self { moment, bytes: bytes(&data), data, camera: *camera, palette }
    }
}

/// Memory that draw data takes, bytes.
pub fn bytes(data: &DrawData) -> usize {
    fn of<T>(list: &Vec<T>) -> usize {
        list.capacity() * size_of::<T>()
    }
    let layer = |layer: &Layer| {
        let Layer { triangles, patches, segments, ropes, dots } = layer;
        of(triangles) + of(patches) + of(segments) + of(ropes) + of(dots)
    };
    data.layers().into_iter().map(layer).sum()
}

/// Empty draw data with room for as much.
pub fn as_roomy_as(data: &DrawData) -> DrawData {
    let room = |layer: &Layer| {
        let Layer { triangles, patches, segments, ropes, dots } = layer;
        Layer {
            triangles: Vec::with_capacity(triangles.len()),
            patches: Vec::with_capacity(patches.len()),
            segments: Vec::with_capacity(segments.len()),
            ropes: Vec::with_capacity(ropes.len()),
            dots: Vec::with_capacity(dots.len()),
        }
    };
    let DrawData { scenery, threads, cloth, ghost, ropes, tools, shadow: _, weave: _ } = data;
    let [scenery, threads, cloth, ghost, ropes, tools] = [scenery, threads, cloth, ghost, ropes, tools].map(room);
    DrawData { scenery, threads, cloth, ghost, ropes, tools, shadow: None, weave: None }
}

/// Width and height, pixels, of an animation of what nothing covers in the window.
pub fn extent(camera: &Camera) -> (u32, u32) {
    let seen = camera.visible();
    let free = (seen.max - seen.min) * camera.pixels_per_metre;
    let size = (free * (LARGEST / free.max_element()).min(1.0)).round().max(Vec2::splat(SMALLEST));
    (size.x as u32, size.y as u32)
}

/// The camera of an animation of this size that shows all of what nothing covers in the window, whatever its size has
/// become meanwhile.
pub fn framed(camera: &Camera, (width, height): (u32, u32)) -> Camera {
    let (seen, window) = (camera.visible(), Vec2::new(width as f32, height as f32));
    let pixels_per_metre = (window / (seen.max - seen.min)).min_element();
    let mut camera = Camera::new(seen, window, 0.0);
    // Without the room that a fit leaves around.
    (camera.centre, camera.pixels_per_metre) = (0.5 * (seen.min + seen.max), pixels_per_metre);
    camera
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{physics::Aabb, view::Covered};

    #[test]
    fn an_animation_shows_what_nothing_covers_whatever_the_windows_size() {
        let view = Aabb { min: Vec2::new(-4.0, -2.0), max: Vec2::new(4.0, 3.0) };
        let mut camera = Camera::new(view, Vec2::new(1_280.0, 800.0), 0.0);
        camera.resize(Vec2::new(1_280.0, 800.0), Covered { right: 280.0, bottom: 28.0 });
        let size = extent(&camera);
        assert_eq!(size, (800, 618), "1000 x 772 on a smaller scale");
        for window in [(1_280.0, 800.0), (640.0, 900.0), (300.0, 100.0)] {
            camera.resize(window.into(), Covered { right: 80.0, bottom: 28.0 });
            let (seen, framed) = (camera.visible(), framed(&camera, size));
            for corner in [seen.min, seen.max] {
                let at = framed.to_screen(corner);
                let inside = at.cmpge(Vec2::splat(-0.1)).all() && at.cmple(Vec2::new(800.1, 618.1)).all();
                assert!(inside, "{corner} of a window {window:?} is at {at}");
            }
        }
        camera.resize(Vec2::new(300.0, 200.0), Covered::default());
        assert_eq!(extent(&camera), (300, 200), "a small window as it is");
    }
}
