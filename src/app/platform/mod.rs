//! The platform: opening a window, its state on the screen, files dropped on it, and requests to end from outside it.

pub mod ending;
mod file_drop;
mod startup;
mod stderr_relay;
mod window_state;

pub use file_drop::FileDrop;
pub use startup::{Failure, open_window};
pub use window_state::WindowState;
