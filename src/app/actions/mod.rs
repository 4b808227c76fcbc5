//! Actions as plain data: the table of controls, the requests of the interface, and the commands of keys in a scene.
//!
//! | File | Holds |
//! |---|---|
//! | `action` | the actions of keys and buttons |
//! | `buttons` | the words of buttons that do what keys do |
//! | `chart` | the plots, and the set of plots that are shown |
//! | `controls` | the table of controls |
//! | `key_names` | the names of keys in texts |
//! | `keyboard_layout` | what the keys of a keyboard print, and which keys of the table they are |
//! | `requests` | requests of the interface to the program, as plain data |
//! | `scene_actions` | the commands of keys in a scene: gravity, the way back to the build, pins, the ghost |

mod action;
mod buttons;
mod chart;
mod controls;
mod key_names;
mod keyboard_layout;
mod requests;
mod scene_actions;

pub use action::{Action, CursorAction, Direction, SelectionAction};
pub use buttons::{ActionButton, KEEP, LabelLength, SPEED, back_to_build_label};
pub use chart::{Chart, Charts};
pub use controls::{Aim, CONTROLS, Control, Key, KeyMode, TOUCH_CONTROLS, action};
pub use key_names::{as_printed, cap_of, input_of, is_bindable, key_name, machine_keys, set_keyboard_layout, with_key};
pub use keyboard_layout::{KeyboardLayout, Level, PrintingKey, code_of};
pub use requests::{FileRequest, Request, SaveKind};
pub use scene_actions::{SceneActions, back_to_build};
