//! Vector helpers.

use glam::Vec2;

/// `way` at the length 1, to the bit as it was if it has that already; to the right if it has no direction.
pub(crate) fn unit(way: Vec2) -> Vec2 {
    let squared = way.x * way.x + way.y * way.y;
    if (squared - 1.0).abs() <= 1e-6 {
        way
    } else if squared > 1e-30 && squared.is_finite() {
        way / squared.sqrt()
    } else {
        Vec2::X
    }
}

/// `way` turned by the angle of the unit vector `turn`.
pub(crate) fn rotated(way: Vec2, turn: Vec2) -> Vec2 {
    Vec2::new(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y)
}
