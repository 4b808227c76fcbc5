//! Vectors, ranges, line segments and random numbers, with IEEE add, sub, mul, div and sqrt alone.
//!
//! - `bounds`: clamping of values, rounding of coordinates, and the edge of the world
//! - `random`: the seeded generator of a world
//! - `segment`: distance between line segments
//! - `vector`: unit vectors and rotation

pub mod bounds;
pub mod random;
pub mod segment;
pub mod vector;

pub use self::bounds::*;
pub(crate) use self::{random::*, segment::*, vector::*};
