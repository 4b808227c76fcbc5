//! Long-range attachments: heavy particles stay within geodesic distance of what holds them (Kim, Chentanez and
//! Müller-Fischer 2012, "Long range attachments").
//!
//! - `long_range`: finds the attachments of heavy particles and enforces them in each substep, before the sweeps
//! - `elastic`: heavy particles on ropes of links with compliance
//! - `span`: attachments to a rope or an edge between two anchors
//! - `geodesics`: shortest paths along links, from which the above are built

pub mod elastic;
pub mod geodesics;
pub mod long_range;
pub mod span;

pub(crate) use self::{elastic::*, geodesics::*, long_range::*, span::*};
