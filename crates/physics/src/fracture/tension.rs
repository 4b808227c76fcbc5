//! Fracture by tension: a link of a material breaks if its tension exceeds the material's strength.
//!
//! The tension of a step is the mean of the impulses that links get in its substeps, divided by their time: that is what
//! the solver does, and holds for rigid links and for those with compliance. The most overloaded link of a component
//! breaks, one per step, as in [`crate::fracture::overload`].

use crate::fracture::WorstLink;

/// Most tensions that a step reads, over all links and substeps: more cost more than the step itself.
pub(crate) const MAX_READINGS: usize = 400_000;

/// Tensions of a step. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct TensionFracture {
    /// Whether any link has a strength.
    pub is_watched: bool,
    /// Whether a pointer can tear a link of each component; empty while no link has a material.
    pub can_tear: Vec<bool>,
    /// Sum of the tensions of each link, N, by slot.
    pub sum: Vec<f32>,
    /// Number of tensions in each sum.
    pub readings: u32,
    /// The most overloaded link of each component.
    pub worst: Vec<WorstLink>,
}
