//! Actions as plain data: the table of controls, the requests of the interface, and the commands of keys in a scene.
//!
//! | File | Holds |
//! |---|---|
//! | `chart` | the plots, and the set of plots that are shown |
//! | `controls` | the table of controls |
//! | `requests` | requests of the interface to the program, as plain data |
//! | `scene_actions` | the commands of keys in a scene: gravity, reset, pins, the ghost |

mod chart;
mod controls;
mod requests;
mod scene_actions;

pub use chart::{Chart, Charts};
pub use controls::{Action, CONTROLS, Control, Direction, SelectionAction, TOUCH_CONTROLS, action};
pub use requests::{FileRequest, Request, SaveTarget};
pub use scene_actions::SceneActions;
