//! Kinematic particles: particles that pointers, keys and shapes move, and the reach of the ropes that hold them back.
//!
//! | File | Holds |
//! |---|---|
//! | `anchor` | a pinned particle that moves and turns with a shape |
//! | `grab` | a pointer's grab of a particle: its path, its speed, its limits |
//! | `taut_wrap` | ropes drawn tight around obstacles |
//! | `wrap_limits` | limits of a grab whose rope lies on a shape or a wheel |

pub mod anchor;
pub mod grab;
pub mod taut_wrap;
pub mod wrap_limits;

pub use self::anchor::*;
pub use self::grab::*;
pub(crate) use self::{taut_wrap::TautWrap, wrap_limits::*};
