//! Damping of rope ends that hang from a resting pile.
//!
//! Only the air damps such a pendulum, so it would keep its rope awake for minutes. A real rope loses energy where it
//! bends; here links turn freely, and slow swings are damped instead.

/// Damping of the slowest swings, 1/s. It falls to zero at [`MAX_SWING_SPEED`].
pub(crate) const DAMPING_RATE: f32 = 1.5;

/// Speed from which swings are not damped, m/s: faster ones are visible.
pub(crate) const MAX_SWING_SPEED: f32 = 0.6;
