//! The software renderer: draw data to pixels, and pixels to animated GIFs, on the CPU. Pictures and animations in
//! files are drawn by it, without a window (`headless::render`) or beside one (`app`).
//!
//! Equal draw data give equal bytes on every machine: the arithmetic is sums, products, square roots and `libm`.
//!
//! | File | Holds |
//! |---|---|
//! | `canvas` | a canvas of pixels |
//! | `colours` | the palette of an animation: 255 colours for all its frames |
//! | `draw` | renders draw data to a canvas: the same shapes as in the window, in the same order |
//! | `gif` | writes animated GIFs, frame by frame |
//! | `light` | shading of ropes, balls and cloth, and coverage of soft edges |
//! | `rope` | the smooth curve of a rope |
//! | `spool` | output that takes a long time to write |

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
