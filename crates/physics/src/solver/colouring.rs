//! Constraints sorted into colours: no two of one colour share a particle, so a colour's projections do not wait for
//! each other (and later fill wide lanes and threads).
//!
//! A constraint gets its colour when it is made, the lowest that is free at both of its ends, and keeps it: the colour
//! is part of the state, so a cut elsewhere does not change the order in which the rest is solved.
//!
//! Turned down: colouring anew after each change. It is one pass shorter to write, but a cut at one end of a net then
//! reorders the other end, and a rewound world would need the whole history to come to the same bits.

use std::ops::Range;

use crate::{
    math::random::SplitMix64,
    particles::{
        distance_constraint::{DistanceConstraint, LinkKind},
        links::Links,
    },
    simd::{Link, ParticleView, ProjectionRule, colour_batch::ColourBatch},
};

/// Colours that are told apart. A particle with more links than this puts the rest into the last colour, which may
/// share particles: correct all the same, since a colour is swept from first to last, but of no use to wide lanes.
pub(crate) const MAX_COLOURS: usize = 64;

/// The one colour whose constraints may share particles.
pub(crate) const OVERFLOW_COLOUR: u8 = (MAX_COLOURS - 1) as u8;

/// Colours that are swept one way only.
const MOST_ONE_WAY: u8 = 4;

/// What stands in the sequence where a link was removed: no link joins a particle to itself. To be passed over:
/// projected with no stiffness it would still turn a -0 into a 0, which are not the same bits.
const GONE: Link = Link { a: 0, b: 0, rule: ProjectionRule { rest_length: 1.0, stiffness: 0.0, min_error: 0.0 } };

/// What a projection reads of a constraint.
fn link_of(constraint: &DistanceConstraint) -> Link {
    let &DistanceConstraint { a, b, rest_length, stiffness, kind } = constraint;
    Link { a: a.0, b: b.0, rule: ProjectionRule { rest_length, stiffness, min_error: kind.min_error() } }
}

/// The same, from the lower end to the upper: the colour's batch knows a link by its lower end.
fn upward(constraint: &DistanceConstraint) -> Link {
    let Link { a, b, rule } = link_of(constraint);
    Link { a: a.min(b), b: a.max(b), rule }
}

/// The colours of a world's constraints, and the links sorted by them.
///
/// A constraint is named by its slot in the world's [`Links`]. Removing one is O(log n) and a move of its colour's runs.
/// Adding one is O(1), and then the next step sorts the colour anew, as it does with much else after an addition. The
/// links in sequence are kept only where the settings have a use for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colouring {
    /// State: the colour of each slot.
    colour: Vec<u8>,
    /// Derived: one bit a colour, for each particle, of the colours at its links.
    taken: Vec<u64>,
    /// Derived: the links of each colour.
    by_colour: Vec<ColourBatch>,
    /// One bit a colour whose batch has to be made anew.
    stale: u64,
    /// Derived: the link of each slot, or [`GONE`]; as far as it was needed.
    in_sequence: Vec<Link>,
    /// Scratch: the links in the order that was last drawn, or of one colour.
    shuffled: Vec<Link>,
    /// State: the highest colour that was ever given. A cut does not lower it, nor so change how the rest is solved.
    highest: u8,
}

impl Colouring {
    /// Gives the constraint that is about to be added, to the end of the slots, its colour.
    pub fn push(&mut self, constraint: &DistanceConstraint) {
        let (a, b) = (constraint.a.index(), constraint.b.index());
        let particles = a.max(b) + 1;
        if self.taken.len() < particles {
            self.taken.resize(particles, 0);
        }
        let free = !(self.taken[a] | self.taken[b]);
        // Stops are few, and not for wide lanes.
        let is_stop = constraint.kind == LinkKind::Stop;
        let colour = if is_stop { OVERFLOW_COLOUR } else { (free.trailing_zeros() as u8).min(OVERFLOW_COLOUR) };
        self.taken[a] |= 1 << colour;
        self.taken[b] |= 1 << colour;
        self.highest = self.highest.max(colour);
        self.colour.push(colour);
        self.stale |= 1 << colour;
    }

    /// Those of `links` whose slots have these colours; `highest` was ever given.
    pub fn from_colours(links: &Links, colour: Vec<u8>, highest: u8) -> Self {
        let mut colouring = Self { colour, highest, ..Self::default() };
        for (slot, link) in links.enumerate() {
            let (a, b, bit) = (link.a.index(), link.b.index(), 1 << colouring.colour[slot]);
            let particles = colouring.taken.len().max(a.max(b) + 1);
            colouring.taken.resize(particles, 0);
            colouring.taken[a] |= bit;
            colouring.taken[b] |= bit;
            colouring.stale |= bit;
        }
        colouring
    }

    /// Forgets the constraint in a slot; [`Colouring::tidy`] comes after the last of them.
    pub fn remove(&mut self, slot: usize, constraint: &DistanceConstraint) {
        if let Some(link) = self.in_sequence.get_mut(slot) {
            *link = GONE;
        }
        let colour = self.colour[slot];
        if colour == OVERFLOW_COLOUR {
            // Here the order matters, and a particle may have several. The bit of this colour stays taken: it may
            // stand at other links of the same particle.
            self.stale |= 1 << OVERFLOW_COLOUR;
            return;
        }
        self.taken[constraint.a.index()] &= !(1 << colour);
        self.taken[constraint.b.index()] &= !(1 << colour);
        if self.stale & 1 << colour == 0 {
            self.by_colour[usize::from(colour)].remove(upward(constraint).a);
        }
    }

    /// Clears up after [`Colouring::remove`].
    pub fn flush_removals(&mut self) {
        let Self { by_colour, shuffled, .. } = self;
        by_colour.iter_mut().for_each(|batch| batch.flush_removals(shuffled));
    }

    /// The highest colour that was ever given: state.
    pub fn highest_colour(&self) -> u8 {
        self.highest
    }

    /// The colour of the constraint in a slot: state.
    pub fn colour(&self, slot: usize) -> u8 {
        self.colour[slot]
    }

    /// Brings the derived lists up to date; the links in sequence only if they are `in_sequence` asked for.
    pub fn refresh(&mut self, links: &Links, in_sequence: bool) {
        self.by_colour.resize_with(self.by_colour.len().max(usize::from(self.highest) + 1), ColourBatch::default);
        for colour in 0..=self.highest {
            if self.stale & 1 << colour != 0 {
                self.sort_in(colour, links);
            }
        }
        self.stale = 0;
        if in_sequence {
            let new = self.in_sequence.len()..links.slot_count();
            self.in_sequence.extend(new.map(|slot| links.get(slot).map_or(GONE, link_of)));
        }
    }

    /// Takes over the inverse masses of all particles, 1/kg; before a step's first sweep. (To copy them once a step is
    /// less than to gather them in every sweep, and easier than to follow every pin and hand.)
    pub fn load_inv_mass(&mut self, inv_mass: &[f32]) {
        self.by_colour.iter_mut().for_each(|batch| batch.load_inv_mass(inv_mass));
    }

    /// Makes the batch of a colour anew.
    fn sort_in(&mut self, colour: u8, links: &Links) {
        let Self { colour: colours, by_colour, shuffled, .. } = self;
        let these = links.enumerate().filter(|&(slot, _)| colours[slot] == colour).map(|(_, link)| upward(link));
        shuffled.clear();
        shuffled.extend(these);
        let batch = &mut by_colour[usize::from(colour)];
        if colour == OVERFLOW_COLOUR { batch.rebuild_in_order(shuffled) } else { batch.rebuild(shuffled) }
    }

    /// Closes the gaps in `links`, and in everything that goes by their slots.
    pub fn compact(&mut self, links: &mut Links) {
        let mut slot = 0..;
        self.colour.retain(|_| slot.next().is_some_and(|slot| links.is_occupied(slot)));
        links.compact();
        self.in_sequence.clear();
    }

    /// The links, colour after colour, and whether those of the colour may share particles: then their order matters.
    /// [`Colouring::refresh`] comes first.
    pub fn by_colour(&self) -> impl DoubleEndedIterator<Item = (&ColourBatch, bool)> {
        self.by_colour.iter().enumerate().map(|(colour, batch)| (batch, colour == usize::from(OVERFLOW_COLOUR)))
    }

    /// How far apart, in ids, the ends of each colour's links are at most.
    pub fn spans(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        self.by_colour.iter().map(ColourBatch::span)
    }

    /// Whether there is a colour whose links may share particles.
    pub fn has_overflow(&self) -> bool {
        self.highest == OVERFLOW_COLOUR
    }

    /// Projects the links of a colour whose lower end is one of `ids`, with a `share` (0 to 1) of their stiffness.
    pub fn sweep_range(&self, colour: usize, view: &mut ParticleView, ids: Range<usize>, share: f32) {
        self.by_colour[colour].sweep_range(view, ids, share);
    }

    /// Whether a sweep by colour has to go through the colours and back again.
    ///
    /// One sweep a substep makes a mode of motion with the sweep's eigenvalue p follow `x" = p (2 x' - x)`, which decays
    /// where p is real and between 0 and 1, and may grow where it is complex. Ropes and nets (up to four colours) have
    /// real ones; a wheel with 10 or 14 spokes, swept one way, exploded within seconds, swept there and back (a
    /// symmetric product, whose eigenvalues are all real) never. Going one way in one substep and back in the next
    /// costs half, and made even plain ropes explode.
    pub fn needs_symmetric_sweep(&self) -> bool {
        self.highest >= MOST_ONE_WAY
    }

    /// The links as they were made; [`Colouring::refresh`] comes first, and has to know that they are asked for.
    pub fn in_sequence(&self) -> impl Iterator<Item = &Link> {
        self.in_sequence.iter().filter(|link| link.a != link.b)
    }

    /// The links in an order drawn from `random`, under the same terms as [`Colouring::in_sequence`].
    pub fn shuffled(&mut self, random: &mut SplitMix64) -> &[Link] {
        self.shuffled.clear();
        self.shuffled.extend(self.in_sequence.iter().filter(|link| link.a != link.b));
        // Fisher and Yates, in Durstenfeld's form (1964, Algorithm 235): every order is equally likely.
        for last in (1..self.shuffled.len()).rev() {
            self.shuffled.swap(last, random.below(last + 1));
        }
        &self.shuffled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParticleId;

    fn link(a: u32, b: u32) -> DistanceConstraint {
        DistanceConstraint {
            a: ParticleId(a),
            b: ParticleId(b),
            rest_length: 1.0,
            stiffness: 1.0,
            kind: LinkKind::Rope,
        }
    }

    fn colouring(constraints: &[DistanceConstraint]) -> (Links, Colouring) {
        let (mut links, mut colouring) = (Links::default(), Colouring::default());
        for &constraint in constraints {
            colouring.push(&constraint);
            links.push(constraint);
        }
        colouring.refresh(&links, true);
        (links, colouring)
    }

    fn remove((links, colouring): &mut (Links, Colouring), slot: usize) {
        let constraint = *links.get(slot).expect("it is there");
        links.remove(slot);
        colouring.remove(slot, &constraint);
        colouring.flush_removals();
        colouring.refresh(links, true);
    }

    fn colours((links, colouring): &(Links, Colouring)) -> Vec<u8> {
        links.enumerate().map(|(slot, _)| colouring.colour(slot)).collect()
    }

    /// The far end of each link, as a sweep by colour meets them.
    fn swept((_, colouring): &(Links, Colouring)) -> Vec<u32> {
        colouring.by_colour().flat_map(|(batch, _)| batch.links()).map(|link| link.b).collect()
    }

    #[test]
    fn a_chain_needs_two_colours() {
        let chain: Vec<_> = (0..9).map(|i| link(i, i + 1)).collect();
        assert_eq!(colours(&colouring(&chain)), [0, 1, 0, 1, 0, 1, 0, 1, 0]);
    }

    #[test]
    fn no_two_links_of_a_colour_share_a_particle() {
        // A grid of 8 x 8 with both diagonals: up to eight links at a particle.
        let mut grid = Vec::new();
        for (x, y) in (0..8u32).flat_map(|y| (0..8u32).map(move |x| (x, y))) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
                if x + dx < 8 && y + dy < 8 {
                    grid.push(link(y * 8 + x, (y + dy) * 8 + x + dx));
                }
            }
        }
        let colours = colours(&colouring(&grid));
        for (i, one) in grid.iter().enumerate() {
            for (j, other) in grid.iter().enumerate().skip(i + 1) {
                let touching = [one.a, one.b].iter().any(|end| [other.a, other.b].contains(end));
                assert!(!touching || colours[i] != colours[j], "links {i} and {j} share a particle and a colour");
            }
        }
    }

    #[test]
    fn a_cut_leaves_the_colours_of_the_rest() {
        let chain: Vec<_> = (0..5).map(|i| link(i, i + 1)).collect();
        let mut colouring = colouring(&chain);
        remove(&mut colouring, 0);
        assert_eq!(colours(&colouring), [1, 0, 1, 0]);
        assert_eq!(colouring.1.in_sequence().map(|link| link.b).collect::<Vec<_>>(), [2, 3, 4, 5]);
        let (links, colouring) = &mut colouring;
        colouring.compact(links);
        assert_eq!((0..4).map(|slot| colouring.colour(slot)).collect::<Vec<_>>(), [1, 0, 1, 0]);
    }

    #[test]
    fn a_cut_link_is_swept_no_more_and_the_others_still_once() {
        let chain: Vec<_> = (0..9).map(|i| link(i, i + 1)).collect();
        let mut colouring = colouring(&chain);
        // The first, the last, and one that has come from elsewhere to fill a gap.
        for slot in [0, 8, 6, 1] {
            remove(&mut colouring, slot);
        }
        let mut ends = swept(&colouring);
        ends.sort_unstable();
        assert_eq!(ends, [3, 4, 5, 6, 8]);
    }

    #[test]
    fn a_star_with_more_links_than_colours_still_sweeps_each_once() {
        let star: Vec<_> = (1..=100).map(|i| link(0, i)).collect();
        let mut colouring = colouring(&star);
        assert_eq!(swept(&colouring), (1..=100).collect::<Vec<_>>());
        // Past the last colour they share the hub, so the order is part of the result.
        remove(&mut colouring, 69);
        assert_eq!(swept(&colouring), (1..=100).filter(|&end| end != 70).collect::<Vec<_>>());
    }

    #[test]
    fn after_cuts_and_additions_the_living_links_are_swept_once_and_no_two_of_a_colour_share_a_particle() {
        const SIDE: u32 = 30;
        let mut grid = Vec::new();
        for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
            let id = y * SIDE + x;
            grid.extend((x > 0).then(|| link(id - 1, id)));
            grid.extend((y > 0).then(|| link(id - SIDE, id)));
        }
        let mut world = colouring(&grid);
        assert!(world.1.by_colour().any(|(batch, _)| !batch.runs().is_empty()), "the rows are runs");
        let mut dice = SplitMix64 { state: 3 };
        for round in 0..300 {
            let alive: Vec<usize> = world.0.enumerate().map(|(slot, _)| slot).collect();
            for _ in 0..dice.below(5) {
                let slot = alive[dice.below(alive.len())];
                if let Some(&constraint) = world.0.get(slot) {
                    world.0.remove(slot);
                    world.1.remove(slot, &constraint);
                }
            }
            world.1.flush_removals();
            if round % 7 == 0 {
                // Backwards, so that the upper end comes first.
                let a = 1 + dice.below(800) as u32;
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
                assert!(ends.windows(2).all(|pair| pair[0] != pair[1]), "two of a colour share a particle");
            }
            let mut living: Vec<_> =
                world.0.iter().map(|link| (link.a.0.min(link.b.0), link.a.0.max(link.b.0))).collect();
            swept.sort_unstable();
            living.sort_unstable();
            assert_eq!(swept, living, "in round {round}");
        }
    }
}
