//! What hangs from a pile comes to rest, too.
//!
//! The end of a rope that hangs down from where the rope lies in a pile is a pendulum that nothing but the air slows: after a
//! minute it still swung, and kept its whole rope awake. In a rope, what is bent rubs at itself; here, where links turn freely
//! about each other, what swings slowly loses its speed instead.

/// How much of its speed that which swings slowest loses, 1/s, and from what speed on, m/s, nothing does: what is as fast is to
/// be seen swinging.
pub(crate) const RATE: f32 = 1.5;
pub(crate) const FASTEST: f32 = 0.6;
