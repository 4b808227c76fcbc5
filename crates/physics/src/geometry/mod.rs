//! Shapes and planes that particles meet: their form, pose, motion and distance functions.

pub mod colliders;
pub mod moving_shape;
pub mod rounded_box;
