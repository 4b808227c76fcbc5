//! Constraints sorted into colours: no two of one colour share a particle, so a colour's projections do not wait for
//! each other (and later fill wide lanes and threads).
//!
//! A constraint gets its colour when it is made, the lowest that is free at both of its ends, and keeps it: the colour
//! is part of the state, so a cut elsewhere does not change the order in which the rest is solved.
//!
//! Turned down: colouring anew after each change. It is one pass shorter to write, but a cut at one end of a net then
//! reorders the other end, and a rewound world would need the whole history to come to the same bits.

use super::{constraint::DistanceConstraint, random::SplitMix64, slots::Links};

/// Colours that are told apart. A particle with more links than this puts the rest into the last colour, which may
/// share particles: correct all the same, since a colour is swept from first to last, but of no use to wide lanes.
const COLOURS: usize = 64;

/// The one colour whose constraints may share particles.
const OVERFLOW: u8 = (COLOURS - 1) as u8;

/// Colours that are swept one way only.
const MOST_ONE_WAY: u8 = 4;

/// What a projection reads of a constraint, in the order in which a sweep visits it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub a: u32,
    pub b: u32,
    pub rest_length: f32,
    pub stiffness: f32,
    /// Share of the stiffness when it is too short: 0 for one that only pulls.
    pub compression: f32,
}

impl Link {
    /// What stands in a list where a link was removed: no link joins a particle to itself.
    const GONE: Self = Self { a: 0, b: 0, rest_length: 1.0, stiffness: 0.0, compression: 0.0 };

    fn of(constraint: &DistanceConstraint) -> Self {
        let &DistanceConstraint { a, b, rest_length, stiffness, kind } = constraint;
        Self { a: a.0, b: b.0, rest_length, stiffness, compression: kind.compression() }
    }

    /// To be passed over: projected with no stiffness it would still turn a -0 into a 0, which are not the same bits.
    fn is_there(&self) -> bool {
        self.a != self.b
    }

    /// How far `length` (m) is from the rest length, times the stiffness against being so, m.
    #[inline]
    pub fn error(self, length: f32) -> f32 {
        let difference = length - self.rest_length;
        let resistance = if difference < 0.0 { self.compression } else { 1.0 };
        difference * (self.stiffness * resistance)
    }
}

/// The colours of a world's constraints, and the links sorted by them.
///
/// A constraint is named by its slot in the world's [`Links`]. Adding and removing one are O(1); of the lists, those
/// that the settings have no use for are not kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Batches {
    /// State: the colour of each slot.
    colour: Vec<u8>,
    /// Derived: one bit a colour, for each particle, of the colours at its links.
    taken: Vec<u64>,
    /// Derived: the links of each colour.
    by_colour: Vec<Batch>,
    /// Derived: where in its colour's batch each slot's link is; of no meaning in the overflow colour.
    place: Vec<u32>,
    /// Derived: the link of each slot, or [`Link::GONE`]; as far as it was needed.
    in_sequence: Vec<Link>,
    /// Scratch: the links in the order that was last drawn.
    shuffled: Vec<Link>,
    /// State: the highest colour that was ever given. A cut does not lower it, nor so change how the rest is solved.
    highest: u8,
    /// A link of the overflow colour was removed, and is still in its batch.
    overflowing: bool,
}

/// The links of one colour and, beside them, the slots of their constraints.
#[derive(Clone, Debug, Default)]
struct Batch {
    links: Vec<Link>,
    slots: Vec<u32>,
}

impl Batch {
    /// Takes out the link at `place`. Returns the slot of the one that came there from the end, if one did.
    fn take(&mut self, place: usize) -> Option<u32> {
        self.links.swap_remove(place);
        self.slots.swap_remove(place);
        self.slots.get(place).copied()
    }

    /// Takes out what is no longer there, and keeps the order.
    fn compact(&mut self, links: &Links) {
        self.slots.retain(|&slot| links.is_alive(slot as usize));
        self.links.clear();
        self.links.extend(self.slots.iter().filter_map(|&slot| links.get(slot as usize)).map(Link::of));
    }
}

impl Batches {
    /// Gives the constraint that is about to be added, to the end of the slots, its colour.
    pub fn push(&mut self, constraint: &DistanceConstraint) {
        let (a, b) = (constraint.a.index(), constraint.b.index());
        let particles = a.max(b) + 1;
        if self.taken.len() < particles {
            self.taken.resize(particles, 0);
        }
        let free = !(self.taken[a] | self.taken[b]);
        let colour = (free.trailing_zeros() as u8).min(OVERFLOW);
        self.taken[a] |= 1 << colour;
        self.taken[b] |= 1 << colour;
        self.highest = self.highest.max(colour);
        self.colour.push(colour);
        self.sort_in(self.colour.len() - 1, constraint);
    }

    /// Puts the link of a slot, that comes after all others, into the batch of its colour.
    fn sort_in(&mut self, slot: usize, constraint: &DistanceConstraint) {
        let colour = usize::from(self.colour[slot]);
        if self.by_colour.len() <= colour {
            self.by_colour.resize_with(colour + 1, Batch::default);
        }
        let batch = &mut self.by_colour[colour];
        self.place.push(batch.links.len() as u32);
        batch.links.push(Link::of(constraint));
        batch.slots.push(slot as u32);
    }

    /// Forgets the constraint in a slot.
    pub fn remove(&mut self, slot: usize, constraint: &DistanceConstraint) {
        if let Some(link) = self.in_sequence.get_mut(slot) {
            *link = Link::GONE;
        }
        let colour = self.colour[slot];
        if colour == OVERFLOW {
            // Here the order matters, so the gap is closed for all at once, in `refresh`. The bit of this colour stays
            // taken: it may stand at other links of the same particle.
            self.overflowing = true;
            return;
        }
        self.taken[constraint.a.index()] &= !(1 << colour);
        self.taken[constraint.b.index()] &= !(1 << colour);
        // No two of this colour share a particle, so in which order they are solved changes nothing.
        let place = self.place[slot];
        if let Some(moved) = self.by_colour[usize::from(colour)].take(place as usize) {
            self.place[moved as usize] = place;
        }
    }

    /// The highest colour that was ever given: state.
    pub fn highest(&self) -> u8 {
        self.highest
    }

    /// The colour of the constraint in a slot: state.
    pub fn colour(&self, slot: usize) -> u8 {
        self.colour[slot]
    }

    /// Brings the derived lists up to date; the links in sequence only if they are `in_sequence` asked for.
    pub fn refresh(&mut self, links: &Links, in_sequence: bool) {
        if std::mem::take(&mut self.overflowing) {
            self.by_colour[usize::from(OVERFLOW)].compact(links);
        }
        if in_sequence {
            let new = self.in_sequence.len()..links.slots();
            self.in_sequence.extend(new.map(|slot| links.get(slot).map_or(Link::GONE, Link::of)));
        }
    }

    /// Closes the gaps in `links`, and makes everything anew that goes by their slots.
    pub fn compact(&mut self, links: &mut Links) {
        let mut slot = 0..;
        self.colour.retain(|_| slot.next().is_some_and(|slot| links.is_alive(slot)));
        links.compact();
        self.in_sequence.clear();
        self.place.clear();
        self.overflowing = false;
        for batch in &mut self.by_colour {
            batch.links.clear();
            batch.slots.clear();
        }
        for (slot, constraint) in links.enumerate() {
            self.sort_in(slot, constraint);
        }
    }

    /// The links, colour after colour; [`Batches::refresh`] comes first.
    pub fn by_colour(&self) -> impl DoubleEndedIterator<Item = &[Link]> {
        self.by_colour.iter().map(|batch| &batch.links[..])
    }

    /// Whether a sweep by colour has to go through the colours and back again.
    ///
    /// One sweep a substep makes a mode of motion with the sweep's eigenvalue p follow `x" = p (2 x' - x)`, which decays
    /// where p is real and between 0 and 1, and may grow where it is complex. Ropes and nets (up to four colours) have
    /// real ones; a wheel with 10 or 14 spokes, swept one way, exploded within seconds, swept there and back (a
    /// symmetric product, whose eigenvalues are all real) never. Going one way in one substep and back in the next
    /// costs half, and made even plain ropes explode.
    pub fn sweeps_there_and_back(&self) -> bool {
        self.highest >= MOST_ONE_WAY
    }

    /// The links as they were made; [`Batches::refresh`] comes first, and has to know that they are asked for.
    pub fn in_sequence(&self) -> impl Iterator<Item = &Link> {
        self.in_sequence.iter().filter(|link| link.is_there())
    }

    /// The links in an order drawn from `random`, under the same terms as [`Batches::in_sequence`].
    pub fn shuffled(&mut self, random: &mut SplitMix64) -> &[Link] {
        self.shuffled.clear();
        self.shuffled.extend(self.in_sequence.iter().filter(|link| link.is_there()));
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
    use crate::physics::{LinkKind, ParticleId};

    fn link(a: u32, b: u32) -> DistanceConstraint {
        DistanceConstraint {
            a: ParticleId(a),
            b: ParticleId(b),
            rest_length: 1.0,
            stiffness: 1.0,
            kind: LinkKind::Rope,
        }
    }

    fn batches(constraints: &[DistanceConstraint]) -> (Links, Batches) {
        let (mut links, mut batches) = (Links::default(), Batches::default());
        for &constraint in constraints {
            batches.push(&constraint);
            links.push(constraint);
        }
        batches.refresh(&links, true);
        (links, batches)
    }

    fn remove((links, batches): &mut (Links, Batches), slot: usize) {
        let constraint = *links.get(slot).expect("it is there");
        links.remove(slot);
        batches.remove(slot, &constraint);
        batches.refresh(links, true);
    }

    fn colours((links, batches): &(Links, Batches)) -> Vec<u8> {
        links.enumerate().map(|(slot, _)| batches.colour(slot)).collect()
    }

    /// The far end of each link, as a sweep by colour meets them.
    fn swept((_, batches): &(Links, Batches)) -> Vec<u32> {
        batches.by_colour().flatten().map(|link| link.b).collect()
    }

    #[test]
    fn a_chain_needs_two_colours() {
        let chain: Vec<_> = (0..9).map(|i| link(i, i + 1)).collect();
        assert_eq!(colours(&batches(&chain)), [0, 1, 0, 1, 0, 1, 0, 1, 0]);
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
        let colours = colours(&batches(&grid));
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
        let mut batches = batches(&chain);
        remove(&mut batches, 0);
        assert_eq!(colours(&batches), [1, 0, 1, 0]);
        assert_eq!(batches.1.in_sequence().map(|link| link.b).collect::<Vec<_>>(), [2, 3, 4, 5]);
        let (links, batches) = &mut batches;
        batches.compact(links);
        assert_eq!((0..4).map(|slot| batches.colour(slot)).collect::<Vec<_>>(), [1, 0, 1, 0]);
    }

    #[test]
    fn a_cut_link_is_swept_no_more_and_the_others_still_once() {
        let chain: Vec<_> = (0..9).map(|i| link(i, i + 1)).collect();
        let mut batches = batches(&chain);
        // The first, the last, and one that has come from elsewhere to fill a gap.
        for slot in [0, 8, 6, 1] {
            remove(&mut batches, slot);
        }
        let mut ends = swept(&batches);
        ends.sort_unstable();
        assert_eq!(ends, [3, 4, 5, 6, 8]);
    }

    #[test]
    fn a_star_with_more_links_than_colours_still_sweeps_each_once() {
        let star: Vec<_> = (1..=100).map(|i| link(0, i)).collect();
        let mut batches = batches(&star);
        assert_eq!(swept(&batches), (1..=100).collect::<Vec<_>>());
        // Past the last colour they share the hub, so the order is part of the result.
        remove(&mut batches, 69);
        assert_eq!(swept(&batches), (1..=100).filter(|&end| end != 70).collect::<Vec<_>>());
    }
}
