//! Elimination of a chain of links from both ends towards a link between them, so that neither side waits for the
//! other.
//!
//! The particle between two links lets the outer one act on the inner one with the compliance `(w c + s) / (c + w)`:
//! `c` is the compliance of the outer side, `w` the inverse mass of the particle and `s` (`bend`) the part that the
//! bend adds. A sequence of such steps is a product of 2 x 2 matrices without negative entries. As a product, sixteen
//! links need one division on the critical path instead of sixteen, and no digits cancel.

use std::ops::Range;

use multiversion::multiversion;

/// Links that are eliminated with one division on the critical path.
const BLOCK: usize = 16;

/// Bound on the entries of a matrix product. Links of very different masses exceed it, and are eliminated one by one.
const MAX_PRODUCT: f32 = 1e30;

/// The effect of a link and of all links on one side of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// Compliance to a unit impulse along the link, 1/kg.
    pub compliance: f32,
    /// Length error of the link with all others relaxed, m.
    pub error: f32,
}

/// The two sides of a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    pub above: Side,
    pub below: Side,
}

/// The links of a chain from the top down, as slices of equal length. See
/// [`Elimination`](crate::solver::direct::elimination::Elimination) for their meaning.
///
/// `pivot` is 1 / (compliance of the outer side + inverse mass of the particle on the inner side). `coupling`, once its
/// particles are eliminated, is the share of the inner link's impulse that the outer link takes over.
pub(crate) struct Chain<'a> {
    pub inv_mass: &'a [f32],
    pub compliance: &'a [f32],
    pub error: &'a mut [f32],
    pub coupling: &'a mut [f32],
    pub bend: &'a [f32],
    pub pivot: &'a mut [f32],
    pub lambda: &'a mut [f32],
}

impl Chain<'_> {
    /// Finds the impulse of the link where both sides meet: `sides.below` includes the link, `sides.above` the one
    /// above.
    pub fn meet(&mut self, link: usize, sides: Sides) {
        let particle = link - 1;
        let above = self.eliminate_particle::<true>(particle, sides.above);
        self.lambda[link] = (sides.below.error + above.error) / (sides.below.compliance + above.compliance);
    }

    /// Finds the impulse of link `k` from that of the next one above or below.
    #[inline(always)]
    fn substitute_link<const DOWN: bool>(&mut self, k: usize, next: f32) -> f32 {
        let share = self.coupling[if DOWN { k } else { k + 1 }];
        self.lambda[k] = self.error[k] * self.pivot[k] + share * next;
        self.lambda[k]
    }

    /// [`Chain::substitute_link`] for [`BLOCK`] links from `first` on.
    #[inline(always)]
    fn substitute_block<const DOWN: bool>(&mut self, first: usize, next: f32) -> f32 {
        let links = first..first + BLOCK;
        let (error, pivot) = (&self.error[links.clone()], &self.pivot[links.clone()]);
        let coupling = if DOWN { first } else { first + 1 };
        let (mut values, mut shares) = ([0.0; BLOCK], [0.0; BLOCK]);
        shares.copy_from_slice(&self.coupling[coupling..coupling + BLOCK]);
        for k in 0..BLOCK {
            values[k] = error[k] * pivot[k];
        }
        let last = linear_recurrence::<DOWN>(&mut values, shares, next);
        self.lambda[links].copy_from_slice(&values);
        last
    }

    /// Eliminates one particle, downwards or upwards. Returns the effect on the next link.
    #[inline(always)]
    fn eliminate_particle<const DOWN: bool>(&mut self, particle: usize, from: Side) -> Side {
        let k = particle;
        let inv_mass = self.inv_mass[k];
        let inverse = 1.0 / (from.compliance + inv_mass);
        self.pivot[if DOWN { k } else { k + 1 }] = inverse;
        self.coupling[k + 1] *= inverse;
        let compliance = (inv_mass * from.compliance + self.bend[k + 1]) * inverse;
        Side { compliance, error: self.coupling[k + 1] * from.error }
    }

    /// [`Chain::eliminate_particle`], and adds the compliance and error of the next link.
    #[inline(always)]
    fn eliminate_one<const DOWN: bool>(&mut self, particle: usize, from: Side) -> Side {
        let next = if DOWN { particle + 1 } else { particle };
        let passed = self.eliminate_particle::<DOWN>(particle, from);
        self.error[next] += passed.error;
        Side { compliance: passed.compliance + self.compliance[next], error: self.error[next] }
    }

    /// [`Chain::eliminate_one`] for [`BLOCK`] particles from `first` on.
    #[inline(always)]
    fn eliminate_block<const DOWN: bool>(&mut self, first: usize, from: Side) -> Side {
        let order = |j: usize| if DOWN { j } else { BLOCK - 1 - j };
        let (outer, inner) = if DOWN { (first, first + 1) } else { (first + 1, first) };
        let inv_mass = &self.inv_mass[first..first + BLOCK];
        let bend = &self.bend[first + 1..=first + BLOCK];
        let (mut inverse, mut bend_ratio) = ([0.0; BLOCK], [0.0; BLOCK]);
        let mut own = 0.0;
        for (j, compliance) in self.compliance[inner..inner + BLOCK].iter().enumerate() {
            inverse[j] = 1.0 / inv_mass[j];
            bend_ratio[j] = bend[j] * inverse[j];
            own += compliance;
        }
        // The compliance as a fraction p / q; each particle multiplies the vector (p, q) by its matrix.
        let (mut before, mut after) = ([0.0; BLOCK], [0.0; BLOCK]);
        let (mut p, mut q) = (from.compliance, 1.0);
        for j in 0..BLOCK {
            let j = order(j);
            before[j] = q;
            (p, q) = (p + bend_ratio[j] * q, q + inverse[j] * p);
            after[j] = q;
        }
        if own != 0.0 || !(p < MAX_PRODUCT && q < MAX_PRODUCT) {
            return (0..BLOCK).fold(from, |side, j| self.eliminate_one::<DOWN>(first + order(j), side));
        }
        let pivot = &mut self.pivot[outer..outer + BLOCK];
        let coupling = &mut self.coupling[first + 1..=first + BLOCK];
        for j in 0..BLOCK {
            pivot[j] = inverse[j] * before[j] / after[j];
            coupling[j] *= pivot[j];
        }
        let errors = &mut self.error[inner..inner + BLOCK];
        let mut error = from.error;
        for j in 0..BLOCK {
            let j = order(j);
            error = errors[j] + coupling[j] * error;
            errors[j] = error;
        }
        Side { compliance: p / q, error }
    }
}

/// Adds to each of `values` its share of the one before, from the first to the last or back; `from` precedes all.
/// Returns the last value.
///
/// A parallel prefix sum: doubling the reach takes four rounds for sixteen values.
#[inline(always)]
fn linear_recurrence<const FORTH: bool>(values: &mut [f32; BLOCK], mut shares: [f32; BLOCK], from: f32) -> f32 {
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

/// Eliminates the particles `down` from the first to the last, and `up` from the last to the first. `sides`
/// are the links above the former and below the latter. Returns the sides of the particles that are left.
///
/// Both directions alternate, so that their latencies overlap.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn eliminate(chain: &mut Chain<'_>, mut down: Range<usize>, mut up: Range<usize>, sides: Sides) -> Sides {
    let Sides { mut above, mut below } = sides;
    while down.len() >= BLOCK || up.len() >= BLOCK {
        if down.len() >= BLOCK {
            above = chain.eliminate_block::<true>(down.start, above);
            down.start += BLOCK;
        }
        if up.len() >= BLOCK {
            up.end -= BLOCK;
            below = chain.eliminate_block::<false>(up.end, below);
        }
    }
    for particle in down {
        above = chain.eliminate_one::<true>(particle, above);
    }
    for particle in up.rev() {
        below = chain.eliminate_one::<false>(particle, below);
    }
    Sides { above, below }
}

/// Finds the impulses of the links `up` from the last to the first, and `down` from the first to the last, from those
/// next to them.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn substitute(chain: &mut Chain<'_>, mut up: Range<usize>, mut down: Range<usize>) {
    let mut above = if up.is_empty() { 0.0 } else { chain.lambda[up.end] };
    let mut below = if down.is_empty() { 0.0 } else { chain.lambda[down.start - 1] };
    while up.len() >= BLOCK || down.len() >= BLOCK {
        if up.len() >= BLOCK {
            up.end -= BLOCK;
            above = chain.substitute_block::<false>(up.end, above);
        }
        if down.len() >= BLOCK {
            below = chain.substitute_block::<true>(down.start, below);
            down.start += BLOCK;
        }
    }
    up.rev().for_each(|k| above = chain.substitute_link::<false>(k, above));
    down.for_each(|k| below = chain.substitute_link::<true>(k, below));
}
