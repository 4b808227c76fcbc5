//! Shortest ways along links: what a particle is tied to, and what lies between its ties.

use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

use crate::{
    attachment::span::Span,
    particles::{
        constraint_graph::{ConstraintGraph, Neighbour},
        storage::ParticleId,
    },
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
pub(crate) struct GeodesicSearch {
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
    pub spans: Vec<Span>,
    /// For each gate of what is heavy, and of three ways where its links are among the `slots`: to what is held, and to its ties.
    pub span_paths: Vec<[Range<usize>; 3]>,
    pub slots: Vec<u32>,
}

/// What a search keeps to.
#[derive(Clone, Copy, Debug)]
struct Bounds<'a> {
    /// Whether to links that hold their lengths.
    stiff: bool,
    /// Ways end at these particles, in rising order, as at what is fixed.
    stops: &'a [u32],
    /// So far away it ends, m.
    limit: f32,
}

impl GeodesicSearch {
    /// Finds what a particle is tied to: the fixed particles that it reaches, and the length of the shortest way to each.
    /// Ways do not lead through a fixed particle: that one holds already. And the gates between the nearest of these.
    pub fn search_fixed(&mut self, graph: ConstraintGraph, from: ParticleId) {
        self.forget();
        let Self { held, open, ends, .. } = self;
        search(
            (held, open),
            graph,
            from.0,
            Bounds { stiff: false, stops: &[], limit: f32::INFINITY },
            |end, length| {
                ends.push((ParticleId(end), length));
                true
            },
        );
        self.find_spans_between(graph, false, &[]);
    }

    /// Finds the shortest ways from a particle along links that hold their lengths, to what is fixed and to `others` (in
    /// rising order): the `most` shortest ones, and those to what is `led`, however far. They lead through no such particle.
    pub fn search_rigid(&mut self, graph: ConstraintGraph, from: u32, others: &[u32], (most, led): (usize, &[u32])) {
        self.forget();
        let Self { held, open, ends, .. } = self;
        let mut awaited = led.len();
        search(
            (held, open),
            graph,
            from,
            Bounds { stiff: true, stops: others, limit: f32::INFINITY },
            |end, length| {
                let is_led = led.contains(&end);
                awaited -= usize::from(is_led && awaited > 0);
                if is_led || ends.len() < most {
                    ends.push((ParticleId(end), length));
                }
                ends.len() < most || awaited > 0
            },
        );
    }

    /// And, after that, the gates between what is fixed of it: between the nearest, and between what is `led` and all others.
    /// What a hand draws out may be anywhere. Other ends are forgotten.
    pub fn find_spans(&mut self, graph: ConstraintGraph, led: &[u32]) {
        self.ends.retain(|(end, _)| graph.is_fixed(end.0));
        self.find_spans_between(graph, true, led);
    }

    /// Adds the slots of the links of a way that [`GeodesicSearch::reach`] has found, from its end.
    pub fn append_path(&self, graph: ConstraintGraph, end: ParticleId, slots: &mut Vec<u32>) {
        descend(graph, &self.held, end.0, slots);
    }

    fn forget(&mut self) {
        self.ends.clear();
        self.spans.clear();
        self.span_paths.clear();
        self.slots.clear();
    }

    /// Finds the gates between the nearest ends, and between those that are `led` and all others.
    fn find_spans_between(&mut self, graph: ConstraintGraph, stiff: bool, led: &[u32]) {
        let is_led = |end: ParticleId| led.contains(&end.0);
        let near = self.ends.len().min(MOST_GATED);
        for index in 0..self.ends.len() {
            let (end, length) = self.ends[index];
            let others = if is_led(end) { 0..self.ends.len() } else { index + 1..near.max(index + 1) };
            // Not those that have been looked at from the other end.
            let is_new = |other: usize, ends: &[(ParticleId, f32)]| {
                other > index || (other < index && !is_led(ends[other].0) && index >= near)
            };
            let Self { tied, open, ends, .. } = &mut *self;
            if !others.clone().any(|other| is_new(other, ends)) {
                continue;
            }
            // Between two ties of something free a way leads by that; round what is held it may be as long as it likes.
            let farthest = others.clone().map(|other| ends[other].1).fold(0.0, f32::max);
            let limit = if stiff { (length + farthest) * (1.0 + AS_SHORT) } else { f32::INFINITY };
            search((tied, open), graph, end.0, Bounds { stiff, stops: &[], limit }, |_, _| true);
            for other in others {
                if is_new(other, &self.ends) {
                    self.find_gate(graph, stiff, [end, self.ends[other].0]);
                }
            }
        }
    }

    /// Finds the particle that is nearest to what is held, of all that lie on a shortest way between two ties; the ways from the
    /// first of which are known. Where the way to what is held was not looked for to its end it may be longer than the shortest:
    /// a gate lets that go no less far then.
    fn find_gate(&mut self, graph: ConstraintGraph, stiff: bool, [from, to]: [ParticleId; 2]) {
        let Self { held, tied, back, passed, spans, span_paths, slots, .. } = self;
        let way = tied[to.index()];
        if !way.is_finite() {
            return;
        }
        back.resize(tied.len().max(back.len()), f32::INFINITY);
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
            for neighbour in neighbours(graph, at, stiff) {
                let before = neighbour.particle;
                let is_between = !graph.is_fixed(before) && back[before as usize] == f32::INFINITY;
                let length = tied[before as usize];
                if is_between && length < here && length + neighbour.rest_length <= here + AS_SHORT * way {
                    back[before as usize] = behind + neighbour.rest_length;
                    passed.push(before);
                }
            }
        }
        let is_apart = |at: &u32| held[*at as usize] > 0.0 && held[*at as usize].is_finite();
        if let Some(at) = nearest.filter(is_apart) {
            let lengths = [&*tied, &*back].map(|ways| ways[at as usize]);
            spans.push(Span { between: [(from, lengths[0]), (to, lengths[1])], length: held[at as usize] });
            if stiff {
                span_paths.push([&*held, &*tied, &*back].map(|ways| {
                    let start = slots.len();
                    descend(graph, ways, at, slots);
                    start..slots.len()
                }));
            }
        }
        passed.drain(..).for_each(|at| back[at as usize] = f32::INFINITY);
    }
}

/// Adds the slots of the links of a shortest way, from a particle down to where all `ways` (m) come from.
fn descend(graph: ConstraintGraph, ways: &[f32], mut at: u32, slots: &mut Vec<u32>) {
    while ways[at as usize] > 0.0 {
        let here = ways[at as usize];
        let before = |neighbour: &&Neighbour| {
            let length = ways[neighbour.particle as usize];
            length < here && length + neighbour.rest_length <= here * (1.0 + AS_SHORT)
        };
        let Some(before) = graph.rigid_neighbours(at).find(before) else { return };
        slots.push(before.slot);
        at = before.particle;
    }
}

/// The links along which ways lead.
fn neighbours<'a>(graph: ConstraintGraph<'a>, at: u32, stiff: bool) -> impl Iterator<Item = &'a Neighbour> + 'a {
    graph.neighbours(at).filter(move |neighbour| !stiff || graph.is_rigid(neighbour.slot))
}

/// Finds the shortest ways from a particle, m, and says of each end where it is and how far, for as long as that wants to know.
fn search(
    (shortest, open): (&mut Vec<f32>, &mut Open),
    graph: ConstraintGraph,
    from: u32,
    Bounds { stiff, stops, limit }: Bounds,
    mut found: impl FnMut(u32, f32) -> bool,
) {
    shortest.clear();
    shortest.resize(graph.particles.len(), f32::INFINITY);
    open.clear();
    shortest[from as usize] = 0.0;
    open.push(Reverse((0, from)));
    while let Some(Reverse((bits, particle))) = open.pop() {
        let length = f32::from_bits(bits);
        if length > shortest[particle as usize] {
            continue;
        }
        if length > limit {
            break;
        }
        if particle != from && (graph.is_fixed(particle) || stops.binary_search(&particle).is_ok()) {
            if !found(particle, length) {
                break;
            }
            continue;
        }
        for &Neighbour { particle, rest_length, .. } in neighbours(graph, particle, stiff) {
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
    use crate::{DistanceConstraint, LinkKind, particles::constraint_graph::tests::Chain};

    fn tied(graph: ConstraintGraph, from: u32) -> GeodesicSearch {
        let mut geodesic_search = GeodesicSearch::default();
        geodesic_search.search_fixed(graph, ParticleId(from));
        geodesic_search
    }

    #[test]
    fn a_particle_is_tied_to_the_pins_it_reaches_first() {
        let chain = Chain::new(10, &[0, 4, 9]);
        assert_eq!(tied(chain.graph(), 6).ends, [(ParticleId(4), 4.0), (ParticleId(9), 6.0)]);
    }

    #[test]
    fn a_cut_unties_without_anything_being_rebuilt() {
        let mut chain = Chain::new(10, &[0, 4, 9]);
        chain.1.remove(4);
        assert_eq!(tied(chain.graph(), 6).ends, [(ParticleId(9), 6.0)]);
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
        let GeodesicSearch { ends, spans, .. } = tied(chain.graph(), held.0);
        let [left, right] = [ParticleId(0), ParticleId(8)];
        assert_eq!(ends, [(left, 12.0), (right, 12.0)]);
        assert_eq!(spans, [Span { between: [(left, 8.0), (right, 8.0)], length: 4.0 }]);
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
        let GeodesicSearch { ends, spans, .. } = tied(chain.graph(), 4 * columns + 18);
        assert_eq!(ends.len(), pins.len());
        let above = Span { between: [(ParticleId(16), 4.0), (ParticleId(20), 4.0)], length: 8.0 };
        assert!(spans.contains(&above), "{spans:?}");
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
        let mut geodesic_search = GeodesicSearch::default();
        let drawn = Span { between: [(ParticleId(20), 20.0), (ParticleId(0), 20.0)], length: 4.0 };
        // However few are looked for.
        for (led, most, found) in [(&[][..], 32, false), (&[20], 32, true), (&[20], 4, false), (&[20], 7, true)] {
            geodesic_search.search_rigid(chain.graph(), heavy.0, &[heavy.0], (most, led));
            geodesic_search.find_spans(chain.graph(), led);
            assert_eq!(geodesic_search.spans.contains(&drawn), found, "{led:?} {most} {:?}", geodesic_search.spans);
            assert_eq!(geodesic_search.ends.iter().any(|end| end.0 == ParticleId(20)), most > 4 || !led.is_empty());
        }
        // What a pull at it pulls at: the link to the heavy one, ten of the rope to its end, and ten to its pin.
        geodesic_search.search_rigid(chain.graph(), heavy.0, &[heavy.0], (32, &[20]));
        geodesic_search.find_spans(chain.graph(), &[20]);
        let number = geodesic_search.spans.iter().position(|gate| *gate == drawn).expect("it was found");
        let way = |number: usize, way: usize| {
            let mut way = geodesic_search.slots[geodesic_search.span_paths[number][way].clone()].to_vec();
            way.sort_unstable();
            way
        };
        assert_eq!([way(number, 0), way(number, 1), way(number, 2)], [vec![20], (10..20).collect(), (0..10).collect()]);
    }
}
