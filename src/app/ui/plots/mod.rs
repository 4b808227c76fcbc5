//! Plots of the last ten seconds: energy, stretch, times.

mod axis;
mod draw;
mod measurements;

pub use measurements::{FramePhase, Measurements};
