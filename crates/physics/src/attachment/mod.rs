//! Long-range attachments: heavy particles stay within geodesic distance of what holds them (Kim, Chentanez and
//! Müller-Fischer 2012, "Long range attachments").
//!
//! - `long_range`: finds the attachments of heavy particles and enforces them in each substep, before the sweeps
//! - `geodesics`: shortest paths along links, from which attachments are built
//! - `taut_paths`: paths between fixed particles, and the components in which one is taut

pub mod geodesics;
pub mod long_range;
pub mod taut_paths;

pub(crate) use self::{geodesics::*, long_range::*, taut_paths::TautPaths};
