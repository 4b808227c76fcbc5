//! Graph colouring of the links: no two links of one colour share a particle, so their projections are independent and
//! fill SIMD lanes and threads. Only the last colour takes what is left over and is solved one link at a time.
//!
//! A new link gets the lowest colour that is free at both of its ends, and keeps it. Colours are state, so that a cut
//! does not change the order in which the other links are solved.

use crate::containers::Refill;
use crate::math::SplitMix64;
use crate::particles::{Components, DistanceConstraint, LinkKind, Links, SolidBodies};
use crate::simd::{ColourBatch, Link, ProjectionRule};

/// Number of colours. Further links of a particle get [`OVERFLOW_COLOUR`].
pub(crate) const MAX_COLOURS: usize = 64;

/// The one colour whose links may share particles. It is swept in order and one link at a time.
pub(crate) const OVERFLOW_COLOUR: u8 = (MAX_COLOURS - 1) as u8;

/// Most links of a colour for which memory is reserved in every form, so that no step after a cut allocates.
const RESERVED_LINKS: usize = 16_384;

/// Placeholder for a removed link in the sequence. It joins a particle to itself, as no link does.
///
/// Sweeps must skip it: a projection without stiffness would still turn a -0 into a 0, which has other bits.
const REMOVED: Link =
    Link { a: 0, b: 0, rule: ProjectionRule { rest_length: 1.0, stiffness: 0.0, compliance: 0.0, min_error: 0.0 } };

/// A link from its lower end to its upper one, as a [`ColourBatch`] requires. Its projection has spin if it may: never one
/// with compliance, whose stretch under load is no error.
fn upward_link_of(constraint: &DistanceConstraint, may_spin: bool) -> Link {
    let Link { a, b, rule } = Link::of(constraint);
    let rule = if may_spin && rule.compliance == 0.0 { rule } else { rule.without_spin() };
    Link { a: a.min(b), b: a.max(b), rule }
}

/// Rebuilds the batch of a colour from its links, which are in order.
fn rebuild(batch: &mut ColourBatch, colour: u8, links: &mut [Link]) {
    if colour == OVERFLOW_COLOUR { batch.rebuild_in_order(links) } else { batch.rebuild(links) }
}

/// The colours of all links, and the links sorted by them.
///
/// A link is identified by its slot in [`Links`]. Removal takes O(log n). Addition takes O(1); the next step then sorts
/// the links of that colour anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colouring {
    /// State: colour of each slot.
    pub colours: Vec<u8>,
    /// State: the highest colour ever given. Cuts do not lower it, so they do not change how other links are solved.
    pub highest: u8,
    /// Derived: the colours at each particle, one bit per colour.
    taken: Vec<u64>,
    /// Derived: the links of each colour.
    pub by_colour: Vec<ColourBatch>,
    /// The colours whose batch is out of date, one bit per colour.
    stale: u64,
    /// Derived: whether the links of each particle may have spin: see [`Colouring::refresh_spin`].
    may_spin: Vec<bool>,
    /// Derived: the link of each slot, or [`REMOVED`]; built only if the settings use it.
    in_sequence: Vec<Link>,
    /// Derived: the components whose sweeps go through the colours and back.
    pub symmetric: SymmetricComponents,
    /// Derived: the links of these components by colour; empty if there are none.
    back: Vec<ColourBatch>,
    /// Scratch: the links of one colour, or all links in random order.
    scratch: Vec<Link>,
}

/// The components whose sweeps go through the colours and back (symmetric Gauss-Seidel).
///
/// With one sweep per substep, a mode of motion with the sweep's eigenvalue p follows `x" = p (2 x' - x)`. It decays for
/// real p between 0 and 1 and may grow for complex p: where rigid links close loops, a sweep in one direction adds
/// energy to impacts, and explodes in a wheel of ten spokes. A symmetric sweep is a symmetric product, whose eigenvalues
/// are all real.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymmetricComponents {
    /// Whether each component is symmetric.
    is_symmetric: Vec<bool>,
    /// Number of links of symmetric components.
    pub links: usize,
}

impl SymmetricComponents {
    /// Finds the components in which rigid links close a loop.
    fn find(&mut self, components: &Components, bodies: &SolidBodies) {
        components.refill(&mut self.is_symmetric, false);
        self.is_symmetric.copy_from_slice(&bodies.has_stiff_loop);
        let symmetric = (0..components.count()).filter(|&component| bodies.has_stiff_loop[component]);
        self.links = symmetric.map(|component| components.link_count(component)).sum();
    }

    /// Whether a component is symmetric.
    pub fn contains(&self, component: usize) -> bool {
        self.is_symmetric.get(component).is_some_and(|&is_symmetric| is_symmetric)
    }
}

impl Colouring {
    /// Colours a constraint that is about to be appended to the links.
    pub fn push(&mut self, constraint: &DistanceConstraint) {
        let (a, b) = (constraint.a.index(), constraint.b.index());
        let particles = a.max(b) + 1;
        if self.taken.len() < particles {
            self.taken.resize(particles, 0);
        }
        let free = !(self.taken[a] | self.taken[b]);
        // SIMD kernels do not support stops.
        let is_stop = constraint.kind == LinkKind::Stop;
        let colour = if is_stop { OVERFLOW_COLOUR } else { (free.trailing_zeros() as u8).min(OVERFLOW_COLOUR) };
        self.taken[a] |= 1 << colour;
        self.taken[b] |= 1 << colour;
        self.highest = self.highest.max(colour);
        self.colours.push(colour);
        self.stale |= 1 << colour;
    }

    /// Builds a colouring from its state: the colour of each slot of `links`, and the highest colour ever given.
    pub fn from_colours(links: &Links, colours: Vec<u8>, highest: u8) -> Self {
        let mut colouring = Self { colours, highest, ..Self::default() };
        for (slot, link) in links.enumerate() {
            let (a, b, bit) = (link.a.index(), link.b.index(), 1 << colouring.colours[slot]);
            let particles = colouring.taken.len().max(a.max(b) + 1);
            colouring.taken.resize(particles, 0);
            colouring.taken[a] |= bit;
            colouring.taken[b] |= bit;
            colouring.stale |= bit;
        }
        colouring
    }

    /// Removes the constraint in a slot. After the last removal, [`Colouring::flush_removals`] is required.
    pub fn remove(&mut self, slot: usize, constraint: &DistanceConstraint) {
        if let Some(link) = self.in_sequence.get_mut(slot) {
            *link = REMOVED;
        }
        let colour = self.colours[slot];
        if colour == OVERFLOW_COLOUR {
            // A rebuild keeps the order of the batch. The bit stays taken, because a particle may have more links of
            // this colour.
            self.stale |= 1 << OVERFLOW_COLOUR;
            return;
        }
        self.taken[constraint.a.index()] &= !(1 << colour);
        self.taken[constraint.b.index()] &= !(1 << colour);
        if self.stale & 1 << colour == 0 {
            self.by_colour[usize::from(colour)].remove(constraint.a.0.min(constraint.b.0));
        }
    }

    /// Takes over a constraint in a slot whose numbers, but not its ends, have changed.
    pub fn update(&mut self, slot: usize, constraint: &DistanceConstraint) {
        self.stale |= 1 << self.colours[slot];
        if let Some(link) = self.in_sequence.get_mut(slot) {
            *link = Link::of(constraint);
        }
    }

    /// Sets the rest length (m) with which sweeps project the link of a slot, between these ends in rising order, until it is
    /// [updated](Self::update).
    pub fn set_rest_length(&mut self, slot: usize, ends: [u32; 2], rest_length: f32) {
        if let Some(link) = self.in_sequence.get_mut(slot) {
            link.rule.rest_length = rest_length;
        }
        let colour = self.colours[slot];
        for batches in [&mut self.by_colour, &mut self.back] {
            if let Some(batch) = batches.get_mut(usize::from(colour)) {
                batch.list.set_rest_length(ends, colour != OVERFLOW_COLOUR, rest_length);
            }
        }
    }

    /// Completes the removals since the last call.
    pub fn flush_removals(&mut self) {
        let Self { by_colour, scratch, .. } = self;
        by_colour.iter_mut().for_each(|batch| batch.flush_removals(scratch));
    }

    /// Rebuilds derived lists that are out of date; the sequence only if `in_sequence`.
    pub fn refresh(&mut self, links: &Links, in_sequence: bool) {
        let colours = self.by_colour.len().max(usize::from(self.highest) + 1);
        self.by_colour.resize_with(colours, ColourBatch::default);
        for colour in 0..=self.highest {
            if self.stale & 1 << colour != 0 {
                self.rebuild_batch(colour, links);
            }
        }
        self.stale = 0;
        if in_sequence {
            let new = self.in_sequence.len()..links.slot_count();
            self.in_sequence.extend(new.map(|slot| links.get(slot).map_or(REMOVED, Link::of)));
        }
    }

    /// Copies the inverse masses of all particles, 1/kg, and sets the `stiffness` of links with compliance. Required
    /// before a step's first sweep.
    ///
    /// One copy per step costs less than gathering them in every sweep, and is simpler than following pins.
    pub fn load_links(&mut self, inv_mass: &[f32], stiffness: impl Fn(Link, &SymmetricComponents) -> f32) {
        let Self { by_colour, back, in_sequence, symmetric, .. } = self;
        let stiffness = |link| stiffness(link, symmetric);
        for batch in by_colour.iter_mut().chain(back) {
            batch.list.load_inv_mass(inv_mass);
            batch.list.set_stiffness(stiffness);
        }
        for link in in_sequence.iter_mut().filter(|link| link.rule.compliance > 0.0) {
            link.rule.stiffness = stiffness(*link);
        }
    }

    /// Rebuilds the batch of a colour.
    fn rebuild_batch(&mut self, colour: u8, links: &Links) {
        let Self { colours, by_colour, may_spin, scratch, .. } = self;
        let of_colour = links.enumerate().filter(|&(slot, _)| colours[slot] == colour);
        let may_spin = |link: &DistanceConstraint| {
            [link.a, link.b].iter().all(|end| may_spin.get(end.index()).is_some_and(|&may_spin| may_spin))
        };
        scratch.refill_with(of_colour.map(|(_, link)| upward_link_of(link, may_spin(link))));
        let batch = &mut by_colour[usize::from(colour)];
        batch.reserve(scratch.len().min(RESERVED_LINKS));
        rebuild(batch, colour, scratch);
    }

    /// Finds the particles whose links may have spin: those of trees, and of solid bodies by themselves. Required before
    /// [`Colouring::refresh`] when `components` changed.
    ///
    /// Sweeps leave errors in loops, and correct and undo them in each substep. With spin, these corrections would add
    /// energy: a loaded bridge would tremble for ever.
    pub fn refresh_spin(&mut self, components: &Components, bodies: &SolidBodies) {
        let Self { may_spin, stale, highest, .. } = self;
        let may = |component: usize| bodies.is_all_body[component] || components.is_tree(component);
        let may = |particle: u32| may(components.number(particle));
        let count = components.numbers().len();
        let has_changed =
            may_spin.len() != count || (0..).zip(&*may_spin).any(|(particle, before)| *before != may(particle));
        if has_changed {
            may_spin.refill_with((0..count as u32).map(may));
            *stale = u64::MAX >> (MAX_COLOURS - 1 - usize::from(*highest));
        }
    }

    /// Finds the symmetric components and their links. Required after [`Colouring::refresh`] when `components` changed.
    pub fn refresh_symmetric(&mut self, components: &Components, bodies: &SolidBodies) {
        let Self { by_colour, symmetric, back, scratch, .. } = self;
        symmetric.find(components, bodies);
        back.resize_with(if symmetric.links == 0 { 0 } else { by_colour.len() }, ColourBatch::default);
        for (colour, (batch, back)) in (0..).zip(by_colour.iter().zip(back)) {
            scratch.refill_with(batch.links().filter(|link| symmetric.contains(components.number(link.a))));
            back.reserve(scratch.len());
            rebuild(back, colour, scratch);
        }
    }

    /// Closes the gaps in `links` and in the data by slot.
    pub fn compact(&mut self, links: &mut Links) {
        let mut slot = 0..;
        self.colours.retain(|_| slot.next().is_some_and(|slot| links.is_occupied(slot)));
        links.compact();
        self.in_sequence.clear();
    }

    /// The links of each colour, and whether links of the colour may share particles, so that their order matters.
    /// Requires [`Colouring::refresh`].
    pub fn by_colour(&self) -> impl DoubleEndedIterator<Item = (&ColourBatch, bool)> {
        let batches = self.by_colour.iter().enumerate();
        batches.map(|(colour, batch)| (batch, colour == usize::from(OVERFLOW_COLOUR)))
    }

    /// The batches that a symmetric sweep projects on its way back, by colour, from the first to the last; empty if no
    /// component is symmetric. Requires [`Colouring::refresh_symmetric`].
    pub fn back(&self) -> &[ColourBatch] {
        &self.back
    }

    /// The batches of a symmetric sweep's way back, in its order, and whether the order of their links matters.
    pub fn by_colour_back(&self) -> impl Iterator<Item = (&ColourBatch, bool)> {
        let batches = self.back().iter().enumerate().rev();
        batches.map(|(colour, batch)| (batch, colour == usize::from(OVERFLOW_COLOUR)))
    }

    /// The links in order of creation. Requires [`Colouring::refresh`] with `in_sequence`.
    pub fn in_sequence(&self) -> impl Iterator<Item = &Link> {
        self.in_sequence.iter().filter(|link| link.a != link.b)
    }

    /// The links in an order drawn from `random`. Requires [`Colouring::refresh`] with `in_sequence`.
    pub fn shuffled(&mut self, random: &mut SplitMix64) -> &[Link] {
        self.scratch.refill_with(self.in_sequence.iter().filter(|link| link.a != link.b).copied());
        // Fisher-Yates shuffle (Durstenfeld 1964, Algorithm 235): every order is equally likely.
        for last in (1..self.scratch.len()).rev() {
            self.scratch.swap(last, random.below(last + 1));
        }
        &self.scratch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParticleId;

    fn link(a: u32, b: u32) -> DistanceConstraint {
        DistanceConstraint::rigid(ParticleId(a), ParticleId(b), 1.0, LinkKind::Rope)
    }

    #[test]
    fn cuts_and_additions_keep_the_colouring_valid() {
        const SIDE: u32 = 30;
        let mut grid = Vec::new();
        for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
            let id = y * SIDE + x;
            grid.extend((x > 0).then(|| link(id - 1, id)));
            grid.extend((y > 0).then(|| link(id - SIDE, id)));
        }
        let mut world = (Links::default(), Colouring::default());
        for constraint in grid {
            world.1.push(&constraint);
            world.0.push(constraint);
        }
        world.1.refresh(&world.0, true);
        assert!(world.1.by_colour().any(|(batch, _)| !batch.runs.is_empty()), "rows form runs");
        let mut random = SplitMix64 { state: 3 };
        for round in 0..50 {
            let slots: Vec<usize> = world.0.enumerate().map(|(slot, _)| slot).collect();
            for _ in 0..random.below(5) {
                let slot = slots[random.below(slots.len())];
                if let Some(&constraint) = world.0.get(slot) {
                    world.0.remove(slot);
                    world.1.remove(slot, &constraint);
                }
            }
            world.1.flush_removals();
            if round % 7 == 0 {
                // The upper end comes first.
                let a = 1 + random.below(800) as u32;
                let added = link(a + 40, a);
                world.1.push(&added);
                world.0.push(added);
            }
            world.1.refresh(&world.0, false);
            let mut swept = Vec::new();
            for (batch, _) in world.1.by_colour() {
                let mut ends: Vec<_> = batch.links().flat_map(|link| [link.a, link.b]).collect();
                swept.extend(batch.links().map(|link| (link.a, link.b)));
                ends.sort_unstable();
                assert!(ends.windows(2).all(|pair| pair[0] != pair[1]), "two links of a colour share a particle");
            }
            let mut links_now: Vec<_> =
                world.0.iter().map(|link| (link.a.0.min(link.b.0), link.a.0.max(link.b.0))).collect();
            swept.sort_unstable();
            links_now.sort_unstable();
            assert_eq!(swept, links_now, "in round {round}");
        }
    }
}
