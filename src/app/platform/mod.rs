//! The platform: opening a window, its icon and its state on the screen, the clipboard, files dropped on it, and requests
//! to end from outside it.
//!
//! | File | Holds |
//! |---|---|
//! | `clipboard` | the clipboard of the system |
//! | `ending` | requests to end from outside the window: signals, a closed console, the end of the user's session |
//! | `file_chooser` | the file dialog of the desktop |
//! | `file_drop` | files that are dropped on the window |
//! | `icon` | the icon of the window |
//! | `screen_reader` | the tree of widgets for screen readers |
//! | `startup` | opening the window, with a sentence for each reason why it can fail |
//! | `stderr_relay` | a stderr that can always be written, whatever it leads to |
//! | `window_state` | visibility, size and full screen of the window |

mod clipboard;
pub mod ending;
mod file_chooser;
mod file_drop;
mod icon;
pub mod screen_reader;
mod startup;
mod stderr_relay;
mod window_state;

pub use clipboard::Clipboard;
pub use file_chooser::{Answer, FileChooser, HAS_FILE_CHOOSER, Question};
pub use file_drop::FileDrop;
pub use icon::icon;
pub use screen_reader::ScreenReader;
pub use startup::{Failure, open_window, show_error};
pub use window_state::WindowState;
