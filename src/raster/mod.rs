//! The software renderer: draw data to pixels, and pixels to animated GIFs, on the CPU. Pictures and animations in
//! files are drawn by it, without a window (`headless::render`) or beside one (`app`).
//!
//! Equal draw data give equal bytes on every machine: the arithmetic is sums, products, square roots and `libm`.

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
