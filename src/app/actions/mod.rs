//! Actions as plain data: the table of controls, the requests of the interface, and the commands of keys in a scene.
//!
//! | File | Holds |
//! |---|---|
//! | `action` | the actions of keys and buttons |
//! | `chart` | the plots, and the set of plots that are shown |
//! | `controls` | the table of controls |
//! | `requests` | requests of the interface to the program, as plain data |
//! | `scene_actions` | the commands of keys in a scene: gravity, reset, pins, the ghost |

mod action;
mod chart;
mod controls;
mod requests;
mod scene_actions;

pub use action::{Action, CursorAction, Direction, SelectionAction};
pub use chart::{Chart, Charts};
pub use controls::{CONTROLS, Control, KeyMode, TOUCH_CONTROLS, action};
pub use requests::{FileRequest, Request, SaveTarget};
pub use scene_actions::SceneActions;
