//! The list of links.

use crate::{containers::slot_list::SlotList, particles::distance_constraint::DistanceConstraint};

/// The links of a world, in solve order.
pub(crate) type Links = SlotList<DistanceConstraint>;
