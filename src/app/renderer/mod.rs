//! The renderer: draws the draw data of a frame with the graphics card.

mod pipeline;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod renderer;
mod shader;

pub use renderer::{Backdrop, Renderer};
