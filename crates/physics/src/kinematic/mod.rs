//! Kinematic particles: particles that pointers, keys and shapes move, and the reach of the ropes that hold them back.
//!
//! | File | Holds |
//! |---|---|
//! | `anchor` | a pinned particle that moves and turns with a shape |
//! | `contact_limits` | limits of a grab that presses a rope or a net between pins, itself or by its rope |
//! | `grab` | a pointer's grab of a particle: its path, its speed, its limits |
//! | `taut_wrap` | ropes drawn tight around obstacles |
//! | `wrap_limits` | limits of a grab whose rope lies on a shape or a wheel |

pub mod anchor;
pub mod contact_limits;
pub mod grab;
pub mod taut_wrap;
pub mod wrap_limits;

pub use self::anchor::*;
pub use self::grab::*;
pub(crate) use self::{contact_limits::ContactSearch, taut_wrap::TautWrap, wrap_limits::*};
