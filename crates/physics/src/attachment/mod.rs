//! Long-range attachments: heavy particles stay within geodesic distance of what holds them (Kim, Chentanez and
//! Müller-Fischer 2012, "Long range attachments").
//!
//! - `long_range`: finds the attachments of heavy particles and enforces them in each substep, before the sweeps
//! - `span`: attachments to a rope or an edge between two anchors
//! - `geodesics`: shortest paths along links, from which the above are built
//! - `taut_paths`: paths between fixed particles, and the components in which one is taut

pub mod geodesics;
pub mod long_range;
pub mod span;
pub mod taut_paths;

pub(crate) use self::{geodesics::*, long_range::*, span::*, taut_paths::TautPaths};
