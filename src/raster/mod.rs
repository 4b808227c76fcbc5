//! Draw data -> pixels -> an animated GIF, by the processor alone: what is drawn to a file, without a window
//! (`headless::render`) or beside one (`app::animation`).
//!
//! The same draw data comes to the same bytes on every machine: sums and products only, square roots, and `libm` for the
//! rest.

mod canvas;
pub mod colours;
mod draw;
pub mod gif;
mod light;
mod rope;
mod spool;

pub use canvas::Canvas;
pub use draw::draw;
pub use spool::Spool;
