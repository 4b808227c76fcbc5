//! The window: the only folder that knows macroquad and egui.
//!
//! A folder imports only folders before it, and those in braces never each other (`tests/suite/layers.rs` checks it):
//!
//! ```text
//! { actions, storage, renderer, capture } -> { style, input, platform } -> { egui_backend, widgets } -> ui -> game
//! ```

pub mod actions;
mod capture;
mod egui_backend;
mod game;
mod input;
mod platform;
mod renderer;
pub mod storage;
pub mod style;
pub mod ui;
pub mod widgets;

#[cfg(target_arch = "wasm32")]
pub use game::open_page;
pub use game::{Options, Start, run};
pub use platform::{Failure, show_error};
