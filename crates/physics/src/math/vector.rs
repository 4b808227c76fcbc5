//! Unit vectors and rotation.

use glam::Vec2;

/// The unit vector along `direction`; the x axis for a zero or infinite vector. A unit vector keeps its bits.
pub(crate) fn unit(direction: Vec2) -> Vec2 {
    let squared = direction.x * direction.x + direction.y * direction.y;
    if (squared - 1.0).abs() <= 1e-6 {
        direction
    } else if squared > 1e-30 && squared.is_finite() {
        direction / squared.sqrt()
    } else {
        Vec2::X
    }
}

/// `vector` rotated by the angle of the unit vector `turn`.
pub(crate) fn rotated(vector: Vec2, turn: Vec2) -> Vec2 {
    Vec2::new(turn.x * vector.x - turn.y * vector.y, turn.y * vector.x + turn.x * vector.y)
}
