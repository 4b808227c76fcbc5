//! Actions: the keys and the requests of the interface as plain data, and the commands that an action is in a scene.

mod chart;
mod controls;
mod requests;
mod scene_actions;

pub use chart::{Chart, Charts};
pub use controls::{Action, CONTROLS, Control, Direction, action, markdown};
pub use requests::{FileRequest, Request, Save};
pub use scene_actions::SceneActions;
