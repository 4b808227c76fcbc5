//! Particles that pointers, keys and shapes move.
//!
//! | File | Holds |
//! |---|---|
//! | `anchor` | a pinned particle that moves and turns with a shape |
//! | `grab` | a pointer's grab of a particle, and its path |
//! | `hand` | the force of a pointer on what it holds |

pub mod anchor;
pub mod grab;
pub mod hand;

pub use self::anchor::*;
pub use self::grab::*;
pub(crate) use self::hand::{Grip, HandStep, HandTiming, Hands, Release};
