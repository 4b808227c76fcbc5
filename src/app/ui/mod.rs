//! The interface: it shows plain data and returns requests.
//!
//! | File | Holds |
//! |---|---|
//! | `dialog` | the dialog to save or open a file, and the offer to restore a session that was not closed |
//! | `free_part` | the free part of the window: that beside the panel and the bars |
//! | `ghost_stats` | measurements of a world and of its ghost: times of their steps, and numbers to compare |
//! | `legend` | the legends at the lower right |
//! | `notes` | the sentences of the panel that belong to no setting |
//! | `overlay` | the interface over the picture: status line, hint, help, labels |
//! | `panel` | the panel at the right: tools, settings and scenes for the pointer |
//! | `plots` | plots of the last ten seconds: energy, stretch, times |
//! | `recording_badge` | the badge of a running recording: a red dot and its time |
//! | `timebar` | the timeline bar: the session with its edits |

pub mod dialog;
pub mod free_part;
pub mod ghost_stats;
pub mod legend;
mod notes;
pub mod overlay;
pub mod panel;
pub mod plots;
pub mod recording_badge;
pub mod timebar;
