//! Constraints sorted into colours: no two of one colour share a particle, so a colour's projections do not wait for
//! each other (and later fill wide lanes and threads).
//!
//! A constraint gets its colour when it is made, the lowest that is free at both of its ends, and keeps it: the colour
//! is part of the state, so a cut elsewhere does not change the order in which the rest is solved.
//!
//! Turned down: colouring anew after each change. It is one pass shorter to write, but a cut at one end of a net then
//! reorders the other end, and a rewound world would need the whole history to come to the same bits.

use super::{constraint::DistanceConstraint, random::SplitMix64};

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
    fn of(constraint: &DistanceConstraint) -> Self {
        let &DistanceConstraint { a, b, rest_length, stiffness, kind } = constraint;
        Self { a: a.0, b: b.0, rest_length, stiffness, compression: kind.compression() }
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
#[derive(Clone, Debug, Default)]
pub(super) struct Batches {
    /// State: the colour of each constraint, in the order of the constraints.
    colour: Vec<u8>,
    /// Derived: one bit a colour, for each particle, of the colours at its links.
    taken: Vec<u64>,
    /// Derived: the links, by colour and within one in the order of the constraints; rebuilt when stale.
    by_colour: Vec<Link>,
    /// Derived: the links in the order of the constraints.
    in_sequence: Vec<Link>,
    /// Scratch: the links in the order that was last drawn.
    shuffled: Vec<Link>,
    /// State: the highest colour that was ever given. A cut does not lower it, nor so change how the rest is solved.
    highest: u8,
    stale: bool,
}

impl Batches {
    /// Gives the constraint that is about to be added its colour.
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
        self.stale = true;
    }

    /// Forgets the constraints for which `gone` (in their order) is true.
    pub fn remove(&mut self, constraints: &[DistanceConstraint], gone: &[bool]) {
        for (index, constraint) in constraints.iter().enumerate().filter(|(index, _)| gone[*index]) {
            // The overflow colour may stand at other links of the same particle, so its bit stays.
            if self.colour[index] != OVERFLOW {
                self.taken[constraint.a.index()] &= !(1 << self.colour[index]);
                self.taken[constraint.b.index()] &= !(1 << self.colour[index]);
            }
        }
        let mut flags = gone.iter();
        self.colour.retain(|_| !flags.next().copied().unwrap_or(false));
        self.stale = true;
    }

    /// The highest colour that was ever given: state.
    pub fn highest(&self) -> u8 {
        self.highest
    }

    /// The colour of each constraint: state.
    pub fn colours(&self) -> &[u8] {
        &self.colour
    }

    /// Brings the derived lists up to date with `constraints`.
    pub fn refresh(&mut self, constraints: &[DistanceConstraint]) {
        if !self.stale {
            return;
        }
        self.stale = false;
        self.in_sequence.clear();
        self.in_sequence.extend(constraints.iter().map(Link::of));
        let mut starts = [0usize; COLOURS + 1];
        for &colour in &self.colour {
            starts[usize::from(colour) + 1] += 1;
        }
        for colour in 0..COLOURS {
            starts[colour + 1] += starts[colour];
        }
        self.by_colour.clone_from(&self.in_sequence);
        for (link, &colour) in self.in_sequence.iter().zip(&self.colour) {
            let place = &mut starts[usize::from(colour)];
            self.by_colour[*place] = *link;
            *place += 1;
        }
    }

    /// The links by colour; [`Batches::refresh`] comes first.
    pub fn by_colour(&self) -> &[Link] {
        &self.by_colour
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

    /// The links as they were made; [`Batches::refresh`] comes first.
    pub fn in_sequence(&self) -> &[Link] {
        &self.in_sequence
    }

    /// The links in an order drawn from `random`; [`Batches::refresh`] comes first.
    pub fn shuffled(&mut self, random: &mut SplitMix64) -> &[Link] {
        self.shuffled.clone_from(&self.in_sequence);
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

    fn batches(constraints: &[DistanceConstraint]) -> Batches {
        let mut batches = Batches::default();
        constraints.iter().for_each(|constraint| batches.push(constraint));
        batches.refresh(constraints);
        batches
    }

    #[test]
    fn a_chain_needs_two_colours() {
        let chain: Vec<_> = (0..9).map(|i| link(i, i + 1)).collect();
        assert_eq!(batches(&chain).colours(), [0, 1, 0, 1, 0, 1, 0, 1, 0]);
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
        let batches = batches(&grid);
        for (i, one) in grid.iter().enumerate() {
            for (j, other) in grid.iter().enumerate().skip(i + 1) {
                let touching = [one.a, one.b].iter().any(|end| [other.a, other.b].contains(end));
                assert!(
                    !touching || batches.colours()[i] != batches.colours()[j],
                    "links {i} and {j} share a particle and a colour"
                );
            }
        }
    }

    #[test]
    fn a_cut_leaves_the_colours_of_the_rest() {
        let chain: Vec<_> = (0..5).map(|i| link(i, i + 1)).collect();
        let mut batches = batches(&chain);
        batches.remove(&chain, &[true, false, false, false, false]);
        assert_eq!(batches.colours(), [1, 0, 1, 0]);
    }

    #[test]
    fn a_star_with_more_links_than_colours_still_sweeps_each_once() {
        let star: Vec<_> = (1..=100).map(|i| link(0, i)).collect();
        let mut ends: Vec<u32> = batches(&star).by_colour().iter().map(|link| link.b).collect();
        ends.sort_unstable();
        assert_eq!(ends, (1..=100).collect::<Vec<_>>());
    }
}
