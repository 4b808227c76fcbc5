//! The interface: it shows plain data and returns requests.

pub mod dialog;
pub mod free_part;
pub mod ghost_stats;
pub mod legend;
pub mod overlay;
pub mod panel;
pub mod plots;
pub mod recording_badge;
pub mod timebar;
