//! Long-range attachments: heavy particles stay within geodesic distance of what holds them (Kim, Chentanez and
//! Müller-Fischer 2012, "Long range attachments").
//!
//! - `long_range`: finds the attachments of heavy particles and enforces them in each substep, before the sweeps
//! - `geodesics`: shortest paths along links, from which attachments are built

pub mod geodesics;
pub mod long_range;

pub(crate) use self::{geodesics::*, long_range::*};
