//! The list of links.

use crate::{containers::slot_list::Slots, particles::distance_constraint::DistanceConstraint};

/// The links of a world.
pub(crate) type Links = Slots<DistanceConstraint>;
