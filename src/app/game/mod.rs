//! The game: the loop of a running window, and the parts that it owns.
//!
//! `game` is the list of the phases of a frame; each part has a file of its own.

mod captures;
mod documents;
mod draw_ui;
mod files;
mod frame_pacing;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod game;
mod handle_event;
mod input_state;
mod launch;
mod messages;
mod perform;
mod playback;
mod preferences;
mod run_output;
mod scene_view;
mod slider_undo;
mod touch;
mod ui_input;
mod ui_state;
#[cfg(target_arch = "wasm32")]
mod web_entry;
#[cfg(target_arch = "wasm32")]
mod web_report;

pub use launch::{Options, Start, run};
#[cfg(target_arch = "wasm32")]
pub use web_entry::open as open_page;
