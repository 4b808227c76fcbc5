//! The game: the loop of a running window.

mod documents;
mod draw_ui;
mod frame_pacing;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod game;
mod handle_event;
mod launch;
mod touch;
#[cfg(target_arch = "wasm32")]
mod web_entry;

pub use launch::{Options, Start, run};
#[cfg(target_arch = "wasm32")]
pub use web_entry::open as open_page;
