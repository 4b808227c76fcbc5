//! Shortest ways along links: what a particle is tied to, and what lies between its ties.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{
    gate::Gate,
    particles::ParticleId,
    topology::{Neighbour, Web},
};

/// Ties between each two of which a gate is looked for, at the most: the nearest. Each is a search.
///
/// Where more held there were no gates: a hand drew a curtain that hangs by every fourth point off its rail, by 16 %.
const MOST_GATED: usize = 4;

/// How much longer than the shortest way a way is that counts as one, as a share: sums of lengths are rounded.
const AS_SHORT: f32 = 1e-6;

type Open = BinaryHeap<Reverse<(u32, u32)>>;

/// Finds shortest ways (Dijkstra 1959). Keeps its memory from one search to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Pathfinder {
    /// The shortest ways to each particle that were found so far, m: from what is held, and from one of its ties.
    held: Vec<f32>,
    tied: Vec<f32>,
    /// Along a shortest way between two ties from the second one, m; infinity but for what was `passed`.
    back: Vec<f32>,
    passed: Vec<u32>,
    /// Where to go on from, the nearest first. Lengths are never negative, so their bits sort as they do; equal lengths
    /// are taken in the order of the ids.
    open: Open,
    /// Where each way from what is held ends, and its length, m; the nearest first.
    pub ends: Vec<(ParticleId, f32)>,
    /// What was found between those.
    pub gates: Vec<Gate>,
}

/// Where a search ends.
#[derive(Clone, Copy, Debug)]
struct Bounds<'a> {
    /// Whether it keeps to links that hold their lengths.
    stiff: bool,
    /// At these particles, in rising order, as at what is fixed.
    stops: &'a [u32],
    /// When so many such are found.
    most: usize,
    /// So far away, m.
    limit: f32,
}

impl Pathfinder {
    /// Finds what a particle is tied to: the fixed particles that it reaches, and the length of the shortest way to each.
    /// Ways do not lead through a fixed particle: that one holds already. And the gates between the nearest of these.
    pub fn tie(&mut self, web: Web, from: ParticleId) {
        self.gates.clear();
        self.find_ends(web, from.0, Bounds { stiff: false, stops: &[], most: usize::MAX, limit: f32::INFINITY });
        self.find_gates(web, false, 0);
    }

    /// Finds the shortest ways from a particle along links that hold their lengths, to what is fixed and to `others` (in
    /// rising order): the `most` shortest ones. They lead through no such particle.
    pub fn reach(&mut self, web: Web, from: u32, others: &[u32], most: usize) {
        self.gates.clear();
        self.find_ends(web, from, Bounds { stiff: true, stops: others, most, limit: f32::INFINITY });
    }

    /// And the gates between what is fixed of that: between the nearest, and between `hands` (so many at the most) and all
    /// others. What a hand draws out is anywhere.
    pub fn gate(&mut self, web: Web, hands: usize) {
        self.ends.retain(|(end, _)| web.is_fixed(end.0));
        self.find_gates(web, true, hands);
    }

    /// Adds the slots of the links of a way that [`Pathfinder::reach`] has found, from its end.
    pub fn way(&self, web: Web, end: ParticleId, slots: &mut Vec<u32>) {
        let shortest = &self.held;
        let mut at = end.0;
        while shortest[at as usize] > 0.0 {
            let here = shortest[at as usize];
            let before = |neighbour: &&Neighbour| {
                let length = shortest[neighbour.particle as usize];
                length < here && length + neighbour.rest_length == here
            };
            let Some(before) = web.stiff(at).find(before) else { return };
            slots.push(before.slot);
            at = before.particle;
        }
    }

    fn find_ends(&mut self, web: Web, from: u32, bounds: Bounds) {
        let Self { held, open, ends, .. } = self;
        ends.clear();
        search((held, open), web, from, bounds, |end, length| ends.push((ParticleId(end), length)));
    }

    fn find_gates(&mut self, web: Web, stiff: bool, mut hands: usize) {
        for index in 0..self.ends.len() {
            let (end, length) = self.ends[index];
            let is_hand = hands > 0 && !web.particles.pinned[end.index()];
            if is_hand {
                hands -= 1;
            } else if index + 1 >= self.ends.len().min(MOST_GATED) {
                continue;
            }
            let others = if is_hand { 0..self.ends.len() } else { index + 1..self.ends.len().min(MOST_GATED) };
            let Self { tied, open, ends, .. } = &mut *self;
            let farthest = others.clone().map(|other| ends[other].1).fold(0.0, f32::max);
            let limit = (length + farthest) * (1.0 + AS_SHORT);
            search((tied, open), web, end.0, Bounds { stiff, stops: &[], most: usize::MAX, limit }, |_, _| ());
            for other in others.filter(|other| *other != index) {
                self.find_gate(web, stiff, [end, self.ends[other].0]);
            }
        }
    }

    /// Finds the particle that is nearest to what is held, of all that lie on a shortest way between two ties; the ways from the
    /// first of which are known.
    fn find_gate(&mut self, web: Web, stiff: bool, [from, to]: [ParticleId; 2]) {
        let Self { held, tied, back, passed, gates, .. } = self;
        let way = tied[to.index()];
        if !way.is_finite() {
            return;
        }
        back.resize(tied.len(), f32::INFINITY);
        passed.push(to.0);
        back[to.index()] = 0.0;
        let mut nearest: Option<u32> = None;
        let mut next = 0;
        while let Some(&at) = passed.get(next) {
            next += 1;
            let (here, behind) = (tied[at as usize], back[at as usize]);
            if at != to.0 && nearest.is_none_or(|nearest| held[at as usize] < held[nearest as usize]) {
                nearest = Some(at);
            }
            for neighbour in neighbours(web, at, stiff) {
                let before = neighbour.particle;
                let is_between = !web.is_fixed(before) && back[before as usize] == f32::INFINITY;
                let length = tied[before as usize];
                if is_between && length < here && length + neighbour.rest_length <= here + AS_SHORT * way {
                    back[before as usize] = behind + neighbour.rest_length;
                    passed.push(before);
                }
            }
        }
        if let Some(at) = nearest.map(|at| at as usize).filter(|&at| held[at] > 0.0 && held[at].is_finite()) {
            gates.push(Gate { between: [(from, tied[at]), (to, back[at])], length: held[at] });
        }
        passed.drain(..).for_each(|at| back[at as usize] = f32::INFINITY);
    }
}

/// The links along which ways lead.
fn neighbours<'a>(web: Web<'a>, at: u32, stiff: bool) -> impl Iterator<Item = &'a Neighbour> + 'a {
    web.neighbours(at).filter(move |neighbour| !stiff || web.is_stiff(neighbour.slot))
}

/// Finds the shortest ways from a particle, m, and says of each end where it is and how far.
fn search(
    (shortest, open): (&mut Vec<f32>, &mut Open),
    web: Web,
    from: u32,
    Bounds { stiff, stops, most, limit }: Bounds,
    mut found: impl FnMut(u32, f32),
) {
    shortest.clear();
    shortest.resize(web.particles.len(), f32::INFINITY);
    open.clear();
    shortest[from as usize] = 0.0;
    open.push(Reverse((0, from)));
    let mut count = 0;
    while let Some(Reverse((bits, particle))) = open.pop() {
        let length = f32::from_bits(bits);
        if length > shortest[particle as usize] {
            continue;
        }
        if length > limit {
            break;
        }
        if particle != from && (web.is_fixed(particle) || stops.binary_search(&particle).is_ok()) {
            found(particle, length);
            count += 1;
            if count == most {
                break;
            }
            continue;
        }
        for &Neighbour { particle, rest_length, .. } in neighbours(web, particle, stiff) {
            let longer = length + rest_length;
            if longer < shortest[particle as usize] {
                shortest[particle as usize] = longer;
                open.push(Reverse((longer.to_bits(), particle)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::physics::{DistanceConstraint, LinkKind, topology::tests::Chain};

    fn tied(web: Web, from: u32) -> Pathfinder {
        let mut pathfinder = Pathfinder::default();
        pathfinder.tie(web, ParticleId(from));
        pathfinder
    }

    #[test]
    fn a_particle_is_tied_to_the_pins_it_reaches_first() {
        let chain = Chain::new(10, &[0, 4, 9]);
        assert_eq!(tied(chain.web(), 6).ends, [(ParticleId(4), 4.0), (ParticleId(9), 6.0)]);
    }

    #[test]
    fn a_cut_unties_without_anything_being_rebuilt() {
        let mut chain = Chain::new(10, &[0, 4, 9]);
        chain.1.remove(4);
        assert_eq!(tied(chain.web(), 6).ends, [(ParticleId(9), 6.0)]);
    }

    /// Hangs a particle below that one of a chain, by 4 m.
    fn hang(chain: &mut Chain, from: u32, pinned: bool) -> ParticleId {
        let held = chain.2.push(Vec2::ZERO, Vec2::ZERO, 1.0, pinned);
        let (a, kind) = (ParticleId(from), LinkKind::Rope);
        chain.1.push(DistanceConstraint { a, b: held, rest_length: 4.0, stiffness: 1.0, kind });
        chain.0.rebuild(chain.2.len(), &chain.1);
        held
    }

    #[test]
    fn what_hangs_from_the_middle_of_a_rope_has_a_gate_there() {
        let mut chain = Chain::new(10, &[0, 8]);
        let held = hang(&mut chain, 4, true);
        let Pathfinder { ends, gates, .. } = tied(chain.web(), held.0);
        let [left, right] = [ParticleId(0), ParticleId(8)];
        assert_eq!(ends, [(left, 12.0), (right, 12.0)]);
        assert_eq!(gates, [Gate { between: [(left, 8.0), (right, 8.0)], length: 4.0 }]);
    }

    #[test]
    fn what_hangs_from_many_pins_has_gates_between_the_nearest() {
        // A net of 41 columns and 5 rows, held by every fourth point of its upper edge.
        let columns = 41;
        let pins: Vec<u32> = (0..columns).step_by(4).collect();
        let mut chain = Chain::new(5 * columns, &pins);
        for row in 1..5 {
            chain.1.remove((row * columns - 1) as usize);
            for column in 0..columns {
                let (a, b) = (ParticleId((row - 1) * columns + column), ParticleId(row * columns + column));
                chain.1.push(DistanceConstraint { a, b, rest_length: 2.0, stiffness: 1.0, kind: LinkKind::Net });
            }
        }
        chain.0.rebuild(5 * columns as usize, &chain.1);
        let Pathfinder { ends, gates, .. } = tied(chain.web(), 4 * columns + 18);
        assert_eq!(ends.len(), pins.len());
        let above = Gate { between: [(ParticleId(16), 4.0), (ParticleId(20), 4.0)], length: 8.0 };
        assert!(gates.contains(&above), "{gates:?}");
    }

    #[test]
    fn a_hand_makes_gates_with_pins_that_are_far_away() {
        // A weight hangs below a rope's middle; six pins are nearer to it than the hand at the rope's end.
        let mut chain = Chain::new(21, &[0]);
        chain.2.inv_mass[20] = 0.0;
        let heavy = hang(&mut chain, 10, false);
        for _ in 0..6 {
            hang(&mut chain, heavy.0, true);
        }
        let mut pathfinder = Pathfinder::default();
        let drawn = Gate { between: [(ParticleId(20), 20.0), (ParticleId(0), 20.0)], length: 4.0 };
        for (hands, found) in [(0, false), (1, true)] {
            pathfinder.reach(chain.web(), heavy.0, &[heavy.0], 32);
            pathfinder.gate(chain.web(), hands);
            assert_eq!(pathfinder.gates.contains(&drawn), found, "{:?}", pathfinder.gates);
        }
    }
}
