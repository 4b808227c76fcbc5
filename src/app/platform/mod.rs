//! The platform: opening a window, its state on the screen, and files dropped on it.

mod file_drop;
mod startup;
mod window_state;

pub use file_drop::FileDrop;
pub use startup::{Failure, open_window};
pub use window_state::WindowState;
