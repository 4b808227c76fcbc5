//! The list of links.

use crate::containers::SlotList;
use crate::particles::DistanceConstraint;

/// The links of a world, in solve order.
pub(crate) type Links = SlotList<DistanceConstraint>;
