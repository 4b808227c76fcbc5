//! A chain of links, eliminated from both of its ends towards a link between them: neither side waits for the other.
//!
//! The particle between two links lets the outer one act on the inner one as `(w c + s) / (c + w)`, with `c` how far
//! the outer one gives way, `w` the particle's inverse mass and `s` (`across`) what the bend adds. A row of such steps is a
//! product of 2 x 2 matrices without a negative number: done as that, sixteen links wait for one division instead of
//! each for its own, and no digits cancel.

use std::ops::Range;

use multiversion::multiversion;

/// Links that are eliminated with one division.
const BLOCK: usize = 16;

/// A product of matrices is given up from here on: links of very different masses.
const LARGE: f32 = 1e30;

/// What a link and all links on one side of it come to: how far they give way to a unit impulse along it, 1/kg, and
/// by how much it is too long once those have moved as they like, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub compliance: f32,
    pub error: f32,
}

/// The links of a chain, from the top down: slices of equal length, of what is described at [`crate::solver::direct::elimination::Work`].
/// For each link, `pivot` is 1 / (what is on its outer side + the inverse mass of the particle on its inner side), and
/// `along`, once its particles are passed, what share of the inner one's impulse the outer one takes over.
pub(crate) struct Chain<'a> {
    pub weight: &'a [f32],
    pub compliance: &'a [f32],
    pub error: &'a mut [f32],
    pub along: &'a mut [f32],
    pub across: &'a [f32],
    pub pivot: &'a mut [f32],
    pub lambda: &'a mut [f32],
}

impl Chain<'_> {
    /// Passes the particles `down`, from the first to the last, with what is above the first, and `up`, from the last to the
    /// first, with what is below the last. Returns what is then above and below.
    pub fn eliminate(&mut self, down: Range<usize>, up: Range<usize>, sides: (Side, Side)) -> (Side, Side) {
        eliminate(self, down, up, sides)
    }

    /// The impulse along a link, of which `below` is known, and `above` of the one above it: all others follow from it.
    pub fn meet(&mut self, link: usize, (above, below): (Side, Side)) {
        let particle = link - 1;
        let passed = self.pass::<true>(particle, above);
        self.lambda[link] = (below.error + passed.error) / (below.compliance + passed.compliance);
    }

    /// Finds the impulses along the links `up`, from the last to the first, and `down`, from the first to the last, from
    /// those next to them.
    pub fn substitute(&mut self, up: Range<usize>, down: Range<usize>) {
        substitute(self, up, down);
    }

    /// The impulse along link `k` from that of the next one above or below it.
    #[inline(always)]
    fn follow<const DOWN: bool>(&mut self, k: usize, next: f32) -> f32 {
        let share = self.along[if DOWN { k } else { k + 1 }];
        self.lambda[k] = self.error[k] * self.pivot[k] + share * next;
        self.lambda[k]
    }

    /// [`Chain::follow`] for [`BLOCK`] links from `first` on.
    #[inline(always)]
    fn follow_block<const DOWN: bool>(&mut self, first: usize, next: f32) -> f32 {
        let links = first..first + BLOCK;
        let (error, pivot) = (&self.error[links.clone()], &self.pivot[links.clone()]);
        let along = if DOWN { first } else { first + 1 };
        let (mut values, mut shares) = ([0.0; BLOCK], [0.0; BLOCK]);
        shares.copy_from_slice(&self.along[along..along + BLOCK]);
        for k in 0..BLOCK {
            values[k] = error[k] * pivot[k];
        }
        let last = carry::<DOWN>(&mut values, shares, next);
        self.lambda[links].copy_from_slice(&values);
        last
    }

    /// Passes one particle, downwards or upwards: what acts on the next link.
    #[inline(always)]
    fn pass<const DOWN: bool>(&mut self, particle: usize, from: Side) -> Side {
        let k = particle;
        let weight = self.weight[k];
        let inverse = 1.0 / (from.compliance + weight);
        self.pivot[if DOWN { k } else { k + 1 }] = inverse;
        self.along[k + 1] *= inverse;
        let compliance = (weight * from.compliance + self.across[k + 1]) * inverse;
        Side { compliance, error: self.along[k + 1] * from.error }
    }

    /// The same, and the next link adds what it has of its own.
    #[inline(always)]
    fn pass_one<const DOWN: bool>(&mut self, particle: usize, from: Side) -> Side {
        let next = if DOWN { particle + 1 } else { particle };
        let passed = self.pass::<DOWN>(particle, from);
        self.error[next] += passed.error;
        Side { compliance: passed.compliance + self.compliance[next], error: self.error[next] }
    }

    /// [`Chain::pass_one`] for [`BLOCK`] particles from `first` on.
    #[inline(always)]
    fn pass_block<const DOWN: bool>(&mut self, first: usize, from: Side) -> Side {
        let order = |j: usize| if DOWN { j } else { BLOCK - 1 - j };
        let (outer, inner) = if DOWN { (first, first + 1) } else { (first + 1, first) };
        let weight = &self.weight[first..first + BLOCK];
        let across = &self.across[first + 1..=first + BLOCK];
        let (mut inverse, mut bend) = ([0.0; BLOCK], [0.0; BLOCK]);
        let mut own = 0.0;
        for (j, compliance) in self.compliance[inner..inner + BLOCK].iter().enumerate() {
            inverse[j] = 1.0 / weight[j];
            bend[j] = across[j] * inverse[j];
            own += compliance;
        }
        let (mut before, mut after) = ([0.0; BLOCK], [0.0; BLOCK]);
        let (mut p, mut q) = (from.compliance, 1.0);
        for j in 0..BLOCK {
            let j = order(j);
            before[j] = q;
            (p, q) = (p + bend[j] * q, q + inverse[j] * p);
            after[j] = q;
        }
        if own != 0.0 || !(p < LARGE && q < LARGE) {
            return (0..BLOCK).fold(from, |side, j| self.pass_one::<DOWN>(first + order(j), side));
        }
        let pivot = &mut self.pivot[outer..outer + BLOCK];
        let along = &mut self.along[first + 1..=first + BLOCK];
        for j in 0..BLOCK {
            pivot[j] = inverse[j] * before[j] / after[j];
            along[j] *= pivot[j];
        }
        let errors = &mut self.error[inner..inner + BLOCK];
        let mut error = from.error;
        for j in 0..BLOCK {
            let j = order(j);
            error = errors[j] + along[j] * error;
            errors[j] = error;
        }
        Side { compliance: p / q, error }
    }
}

/// Adds to each of `values` its share of the one before it, from the first to the last or back; `from` comes before all.
/// Returns the last. (Doubling the reach of what is added takes four rounds for sixteen of them.)
#[inline(always)]
fn carry<const FORTH: bool>(values: &mut [f32; BLOCK], mut shares: [f32; BLOCK], from: f32) -> f32 {
    let mut reach = 1;
    while reach < BLOCK {
        let (old, old_shares) = (*values, shares);
        for k in 0..BLOCK - reach {
            let (to, by) = if FORTH { (k + reach, k) } else { (k, k + reach) };
            values[to] = old[to] + old_shares[to] * old[by];
            shares[to] = old_shares[to] * old_shares[by];
        }
        reach *= 2;
    }
    for k in 0..BLOCK {
        values[k] += shares[k] * from;
    }
    if FORTH { values[BLOCK - 1] } else { values[0] }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn eliminate(
    chain: &mut Chain<'_>,
    mut down: Range<usize>,
    mut up: Range<usize>,
    (mut above, mut below): (Side, Side),
) -> (Side, Side) {
    while down.len() >= BLOCK || up.len() >= BLOCK {
        if down.len() >= BLOCK {
            above = chain.pass_block::<true>(down.start, above);
            down.start += BLOCK;
        }
        if up.len() >= BLOCK {
            up.end -= BLOCK;
            below = chain.pass_block::<false>(up.end, below);
        }
    }
    for particle in down {
        above = chain.pass_one::<true>(particle, above);
    }
    for particle in up.rev() {
        below = chain.pass_one::<false>(particle, below);
    }
    (above, below)
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn substitute(chain: &mut Chain<'_>, mut up: Range<usize>, mut down: Range<usize>) {
    let mut above = if up.is_empty() { 0.0 } else { chain.lambda[up.end] };
    let mut below = if down.is_empty() { 0.0 } else { chain.lambda[down.start - 1] };
    while up.len() >= BLOCK || down.len() >= BLOCK {
        if up.len() >= BLOCK {
            up.end -= BLOCK;
            above = chain.follow_block::<false>(up.end, above);
        }
        if down.len() >= BLOCK {
            below = chain.follow_block::<true>(down.start, below);
            down.start += BLOCK;
        }
    }
    up.rev().for_each(|k| above = chain.follow::<false>(k, above));
    down.for_each(|k| below = chain.follow::<true>(k, below));
}
