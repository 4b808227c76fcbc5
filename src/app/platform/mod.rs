//! The platform: opening a window, its icon and its state on the screen, the keyboard's layout, the clipboard, files
//! dropped on the window, and requests to end from outside it.
//!
//! | File | Holds |
//! |---|---|
//! | `clipboard` | the clipboard of the system |
//! | `ending` | requests to end from outside the window: signals, a closed console, the end of the user's session |
//! | `file_chooser` | the file dialog of the desktop |
//! | `file_drop` | files that are dropped on the window |
//! | `icon` | the icon of the window |
//! | `keyboard` | the keys of the keyboard by the user's layout |
//! | `screen_reader` | the tree of widgets for screen readers |
//! | `startup` | opening the window, with a sentence for each reason why it can fail |
//! | `stderr_relay` | a stderr that can always be written, whatever it leads to |
//! | `window_state` | visibility, size and full screen of the window |

mod clipboard;
pub mod ending;
mod file_chooser;
mod file_drop;
mod icon;
mod keyboard;
pub mod screen_reader;
mod startup;
mod stderr_relay;
mod window_state;

pub use clipboard::Clipboard;
pub use file_chooser::{Answer, FileChooser, HAS_FILE_CHOOSER, Question};
pub use file_drop::FileDrop;
pub use icon::icon;
pub use keyboard::Keyboard;
pub use screen_reader::ScreenReader;
pub use startup::{Failure, open_window, show_error};
pub use window_state::WindowState;
