//! Static and moving shapes, planes, and the distance and ray queries on them.
//!
//! | File | Holds |
//! |---|---|
//! | `aabb` | axis-aligned bounding boxes |
//! | `half_plane` | the solid below a line: ground, walls |
//! | `rounded_box` | the one surface that all shapes have: separation, ray cast, support |
//! | `shape_def` | the definition of a circle, capsule or box |
//! | `moving_shape` | a shape in a world, and its prescribed motion |
//! | `colliders` | the ground, walls and shapes of a world |
//! | `properties` | the properties of shapes in words, and the sizes of their forms |
//! | `similarity` | transformations that move, turn, scale and mirror |

pub mod aabb;
pub mod colliders;
pub mod half_plane;
pub mod moving_shape;
mod properties;
pub mod rounded_box;
pub mod shape_def;
pub mod similarity;

pub use self::{aabb::*, colliders::*, half_plane::*, moving_shape::*, rounded_box::*, shape_def::*, similarity::*};
