//! Fracture by tension: a link of a material breaks if its tension exceeds the material's strength.
//!
//! The tension of a step is the mean of the impulses that links get in its substeps, divided by their time: that is what
//! the solver does, and holds for rigid links and for those with compliance. The tensions of a component are read, in as
//! many substeps as its own number of links affords, whatever else is in the world.

/// Most tensions that a step reads of a component, over its links and substeps: more cost more than the step itself.
const MAX_READINGS: usize = 400_000;

/// Tensions of a step. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct TensionFracture {
    /// Whether each component has a link with a strength; empty if none has.
    pub watched: Vec<bool>,
    /// Substeps of this step.
    pub substeps: u32,
}

impl TensionFracture {
    /// Whether no link has a strength.
    pub fn is_empty(&self) -> bool {
        self.watched.is_empty()
    }

    /// Numbers of the components that are read.
    pub fn components(&self) -> impl Iterator<Item = usize> + '_ {
        self.watched.iter().enumerate().filter(|(_, is_watched)| **is_watched).map(|(component, _)| component)
    }

    /// Whether the links of a component are read.
    pub fn watches(&self, component: usize) -> bool {
        self.watched.get(component).is_some_and(|&is_watched| is_watched)
    }

    /// Substeps from one reading of a component with a number of links to the next.
    pub fn interval(&self, links: usize) -> u32 {
        let all = links.saturating_mul(self.substeps as usize);
        u32::try_from(all.div_ceil(MAX_READINGS).max(1)).unwrap_or(u32::MAX)
    }

    /// Readings in this step of a component with a number of links.
    pub fn readings(&self, links: usize) -> u32 {
        self.substeps.div_ceil(self.interval(links)).max(1)
    }
}
