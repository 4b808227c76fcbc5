//! The links of a fine or a coarse net, sorted so that they are swept many at a time.

use crate::simd::{Lanes, Link, ParticleView, colour_batch::ColourBatch};

/// Every other link of the rows, the others, and the same of the columns.
pub(crate) const MAX_COLOURS: usize = 4;

/// Links in colours.
#[derive(Clone, Debug, Default)]
pub(crate) struct GridColouring {
    colours: [ColourBatch; MAX_COLOURS],
}

impl GridColouring {
    /// Sorts links; no two of one colour share a particle, and each goes from the lower to the higher.
    pub fn new(links: &mut [Vec<Link>; MAX_COLOURS], inv_mass: &[f32]) -> Self {
        let mut weave = Self::default();
        for (batch, links) in weave.colours.iter_mut().zip(links) {
            batch.rebuild(links);
            batch.load_inv_mass(inv_mass);
        }
        weave
    }

    /// Projects all, the columns last or, `back`wards, first.
    pub fn sweep(&self, view: &mut ParticleView, lanes: Lanes, back: bool) {
        for colour in 0..MAX_COLOURS {
            let colour = if back { MAX_COLOURS - 1 - colour } else { colour };
            self.colours[colour].sweep(view, 1.0, lanes);
        }
    }
}
