//! The links of a grid in four colours.

use crate::simd::{ColourBatch, Link};

/// Number of colours: even and odd links of the rows, then of the columns (red-black colouring of both axes).
pub(crate) const GRID_COLOURS: usize = 4;

/// More sweeps for links near fixed particles, where the load is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExtraSweeps {
    /// Greatest distance from a fixed particle, in links.
    pub distance: u32,
    /// Number of sweeps.
    pub count: usize,
}

/// Links of a grid, sorted by colour.
#[derive(Clone, Debug, Default)]
pub(crate) struct GridColouring {
    colours: [ColourBatch; GRID_COLOURS],
}

impl GridColouring {
    /// Takes links that share no particle within a colour and go from the lower to the higher index.
    pub fn new(links: &mut [Vec<Link>; GRID_COLOURS], inv_mass: &[f32]) -> Self {
        let mut colouring = Self::default();
        for (batch, links) in colouring.colours.iter_mut().zip(links) {
            batch.rebuild(links);
            batch.list.load_inv_mass(inv_mass);
        }
        colouring
    }

    /// Takes those of the links that are `wanted`.
    pub fn of_some(links: &[Vec<Link>; GRID_COLOURS], inv_mass: &[f32], wanted: impl Fn(&Link) -> bool) -> Self {
        let some = |links: &Vec<Link>| links.iter().filter(|link| wanted(link)).copied().collect();
        Self::new(&mut links.each_ref().map(some), inv_mass)
    }

    /// The links by colour, those of the columns last, or first if `backwards`.
    pub fn batches(&self, backwards: bool) -> impl Iterator<Item = &ColourBatch> {
        let at = move |number: usize| if backwards { GRID_COLOURS - 1 - number } else { number };
        (0..GRID_COLOURS).map(move |number| &self.colours[at(number)])
    }
}
