//! Fracture by tension: a link of a material breaks if its tension exceeds the material's strength.
//!
//! The tension of a step is the mean of the impulses that links get in its substeps, divided by their time: that is what
//! the solver does, and holds for rigid links and for those with compliance. The tensions of a component are read, in as
//! many substeps as its own number of links affords, whatever else is in the world.

use crate::containers::Refill;

/// Most tensions that a step reads of a component, over its links and substeps: more cost more than the step itself.
const MAX_READINGS: usize = 400_000;

/// A link beyond its strength in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkLoad {
    pub component: u32,
    pub slot: u32,
    /// Tension / strength.
    pub load: f32,
}

/// Tensions of a step. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct TensionFracture {
    /// Whether each component has a link with a strength; empty if none has.
    pub watched: Vec<bool>,
    /// Substeps from one reading of each watched component to the next.
    pub intervals: Vec<u32>,
    /// Substeps of this step.
    pub substeps: u32,
    /// Whether the links of each component are read in this substep. Asked for each link, several times.
    due: Vec<bool>,
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

    /// Plans the readings of a step of some `substeps`. `cost` is that of a reading of a component, in links.
    pub fn plan(&mut self, substeps: u32, cost: impl Fn(usize) -> usize) {
        self.substeps = substeps;
        let interval = |(component, &is_watched): (usize, &bool)| {
            let all = if is_watched { cost(component).saturating_mul(substeps as usize) } else { 0 };
            u32::try_from(all.div_ceil(MAX_READINGS).max(1)).unwrap_or(u32::MAX)
        };
        self.intervals.refill_with(self.watched.iter().enumerate().map(interval));
        self.due.refill(self.watched.len(), false);
    }

    /// Finds the components whose links are read in a substep of this number. Returns whether there are any.
    pub fn find_due(&mut self, number: u32) -> bool {
        let Self { watched, intervals, due, .. } = self;
        let planned = watched.iter().zip(intervals);
        due.refill_with(planned.map(|(&is_watched, interval)| is_watched && number.is_multiple_of(*interval)));
        due.contains(&true)
    }

    /// Whether the links of a component are read in the substep of [`TensionFracture::find_due`].
    pub fn is_due(&self, component: usize) -> bool {
        self.due.get(component) == Some(&true)
    }

    /// Readings of a component in this step.
    pub fn readings(&self, component: usize) -> u32 {
        self.substeps.div_ceil(self.interval(component)).max(1)
    }

    fn interval(&self, component: usize) -> u32 {
        self.intervals.get(component).copied().unwrap_or(1)
    }
}
