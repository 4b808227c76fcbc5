//! Directions in degrees, as all fields of the panel show them: 0° to the right, 90° up, 180° to the left, -90° down.

use glam::Vec2;

/// Direction of a vector, degrees above -180 to 180; `none` if the vector is zero.
pub fn degrees(vector: Vec2, none: f32) -> f32 {
    if vector == Vec2::ZERO { none } else { vector.y.atan2(vector.x).to_degrees() }
}

/// The vector of a length in a direction, degrees.
pub fn vector(length: f32, degrees: f32) -> Vec2 {
    // Quarter turns are exact; sine and cosine of a rounded angle are not.
    let direction = match degrees.rem_euclid(360.0) {
        0.0 => Vec2::X,
        90.0 => Vec2::Y,
        180.0 => Vec2::NEG_X,
        270.0 => Vec2::NEG_Y,
        turned => Vec2::from_angle(turned.to_radians()),
    };
    direction * length
}
