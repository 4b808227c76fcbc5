//! Particles moved by pointers and keys, and how far ropes let them go.

pub mod grab;
pub mod wrap_limits;
