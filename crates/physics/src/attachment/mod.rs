//! Long-range attachments: they hold heavy particles within geodesic distance of what is fixed.

pub mod geodesics;
pub mod long_range;
pub mod span;
