//! The platform: opening a window, and what macroquad does not tell of it.

mod file_drop;
mod startup;
mod window_state;

pub use file_drop::FileDrop;
pub use startup::{Failure, open};
pub use window_state::WindowState;
