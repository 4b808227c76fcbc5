//! The links of a fine or a coarse net, sorted so that they are swept many at a time.

use crate::simd::{Lanes, Link, Places, colour_batch::Batch};

/// Every other link of the rows, the others, and the same of the columns.
pub(crate) const COLOURS: usize = 4;

/// Links in colours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weave {
    colours: [Batch; COLOURS],
}

impl Weave {
    /// Sorts links; no two of one colour share a particle, and each goes from the lower to the higher.
    pub fn new(links: &mut [Vec<Link>; COLOURS], inv_mass: &[f32]) -> Self {
        let mut weave = Self::default();
        for (batch, links) in weave.colours.iter_mut().zip(links) {
            batch.set(links);
            batch.weigh(inv_mass);
        }
        weave
    }

    /// Projects all, the columns last or, `back`wards, first.
    pub fn sweep(&self, places: &mut Places, lanes: Lanes, back: bool) {
        for colour in 0..COLOURS {
            let colour = if back { COLOURS - 1 - colour } else { colour };
            self.colours[colour].sweep(places, 1.0, lanes);
        }
    }
}
