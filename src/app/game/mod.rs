//! The game: the main loop of a running window, and the parts that it owns.
//!
//! | File | Holds |
//! |---|---|
//! | `game` | the parts of a running window, and the phases of a frame |
//! | `start` | what a window starts with: a scene, a session, a recording or a link |
//! | `launch` | opening the window |
//! | `frame_pacing` | when the next frame is drawn |
//! | `handle_event`, `touch`, `input_state` | effects of events and of fingers; pointer and keys between two events |
//! | `machine_keys` | keys and caps in the picture that work machines |
//! | `keyboard_cursor` | the cursor that keys move over the picture |
//! | `perform` | the effect of each action and of each request |
//! | `playback` | the session that is played: timeline and clock |
//! | `scene_view` | the picture of the scene: camera, painter, renderer |
//! | `overview` | what a fit shows, the way to lost things, and the picture that follows the selection |
//! | `draw_ui`, `ui_state` | the phase that draws the interface; its state |
//! | `selection` | actions on the selection: delete, copy, paste, duplicate, mirror, to the front |
//! | `slider_undo` | Escape during the drag of a slider, or in a number field |
//! | `messages`, `obstacle_stops` | messages in the status line; those about obstacles that stop |
//! | `files` | the user's files, and the jobs that read and write them |
//! | `documents` | saving and opening, and when files are polled and the session is kept |
//! | `preferences` | the user's preferences, and when they are written |
//! | `captures` | screenshots and animations that are being made |
//! | `run_output` | files that the command line asked for |
//! | `web_entry`, `web_report` | the window as a page of a browser |

mod captures;
mod documents;
mod draw_ui;
mod files;
mod frame_pacing;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod game;
mod handle_event;
mod input_state;
mod keyboard_cursor;
mod launch;
mod machine_keys;
mod messages;
mod obstacle_stops;
mod overview;
mod perform;
mod playback;
mod preferences;
mod run_output;
mod scene_view;
mod selection;
mod slider_undo;
mod start;
mod touch;
mod ui_state;
#[cfg(target_arch = "wasm32")]
mod web_entry;
#[cfg(target_arch = "wasm32")]
mod web_report;

pub use launch::run;
pub use start::{Options, Start};
#[cfg(target_arch = "wasm32")]
pub use web_entry::open as open_page;
