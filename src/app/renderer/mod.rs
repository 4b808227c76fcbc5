//! The renderer: draws the draw data of a frame with the graphics card.
//!
//! | File | Holds |
//! |---|---|
//! | `renderer` | [`Renderer`]: uploads the shapes of a frame as instances, and draws them in order |
//! | `pipeline` | pipeline and buffers of one kind of shape |
//! | `shader` | vertex and fragment shaders |

mod pipeline;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod renderer;
mod shader;

pub use renderer::{Backdrop, Renderer};
