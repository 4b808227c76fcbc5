//! The renderer: draw data on the graphics card.

mod pipeline;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod renderer;
mod shader;

pub use renderer::{Backdrop, Renderer};
