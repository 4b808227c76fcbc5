//! Plots of the last ten seconds: energy, stretch, times.
//!
//! | File | Holds |
//! |---|---|
//! | `axis` | the marks of a plot's axis and their numbers |
//! | `draw` | drawing the plots |
//! | `measurements` | samples of energy, stretch and times |

mod axis;
mod draw;
mod measurements;

pub use measurements::{FramePhase, Measurements};
