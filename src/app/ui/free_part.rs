//! The free part of the window: that beside the panel and the bars.

use egui::Rect;

/// Below this height a free part is low, points.
const LOW: f32 = 380.0;
/// Below this height a wide free part is low, points: the scene there fills the height and leaves no room for the hint.
const WIDE_LOW: f32 = 540.0;
/// A free part is wide if its height is a smaller share of its width.
const WIDE: f32 = 0.6;

/// Whether a free part of the window has no room above and below the scene.
pub fn is_low(free: Rect) -> bool {
    free.height() < LOW || (free.height() < WIDE_LOW && free.height() < WIDE * free.width())
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, vec2};

    use super::*;

    #[test]
    fn window_is_low_where_the_scene_fills_its_height() {
        let low = |width, height| is_low(Rect::from_min_size(Pos2::ZERO, vec2(width, height)));
        assert!(low(400.0, 272.0) && low(640.0, 372.0) && low(960.0, 512.0));
        assert!(!low(800.0, 572.0) && !low(640.0, 452.0) && !low(988.0, 772.0));
    }
}
