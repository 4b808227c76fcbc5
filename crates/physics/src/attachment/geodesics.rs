//! Shortest paths along links: the anchors of a particle, and the spans between them.

use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

use crate::attachment::Span;
use crate::containers::Refill;
use crate::particles::{ConstraintGraph, DistanceConstraint, Neighbour, ParticleId};

/// Maximum number of anchors, the nearest ones, whose pairs are all searched for spans. Each anchor costs a search.
const MAX_SPAN_ANCHORS: usize = 4;

/// Relative rounding error of a sum of lengths. A path that exceeds the shortest one by less counts as shortest too.
const ROUNDING: f32 = 1e-6;

/// A priority queue of particles by distance. Distances are never negative, so their bits sort in the same order; equal
/// distances sort by id.
type Queue = BinaryHeap<Reverse<(u32, u32)>>;

/// Finds shortest paths (Dijkstra 1959) and the spans between their ends. Keeps its memory between searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct GeodesicSearch {
    /// Distance of each particle from the source, m; infinity beyond the search.
    from_source: Vec<f32>,
    /// Distance of each particle from the first anchor of a span, m.
    from_anchor: Vec<f32>,
    /// Distance from the second anchor along shortest paths between the two anchors, m; infinity off these paths.
    from_other: Vec<f32>,
    /// The particles on shortest paths between the two anchors.
    between: Vec<u32>,
    queue: Queue,
    /// The ends of the shortest paths from the source, the nearest first.
    pub ends: Vec<PathEnd>,
    /// The spans between these ends.
    pub spans: Vec<Span>,
    /// For each span of a rigid search, its three paths as ranges of `slots`: from the span to the source, and to each
    /// anchor.
    pub span_paths: Vec<[Range<usize>; 3]>,
    /// Slots of the links on these paths.
    pub slots: Vec<u32>,
}

/// The end of a shortest path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathEnd {
    pub particle: ParticleId,
    /// Distance from the source, m.
    pub distance: f32,
}

/// The links that paths follow: none that force lengthens.
#[derive(Clone, Copy)]
pub(crate) enum PathLinks<'a> {
    /// Rigid links.
    Rigid,
    /// All links but those that are excluded.
    AllBut(&'a dyn Fn(&DistanceConstraint) -> bool),
}

impl PathLinks<'_> {
    /// Whether paths follow a link.
    pub fn contain(self, link: &DistanceConstraint) -> bool {
        match self {
            Self::Rigid => link.is_rigid(),
            Self::AllBut(is_excluded) => (link.is_rigid() || link.compliance == 0.0) && !is_excluded(link),
        }
    }
}

/// The extent of a search.
#[derive(Clone, Copy)]
struct SearchLimits<'a> {
    followed: PathLinks<'a>,
    /// Particles at which paths end as at fixed ones, in rising order.
    stops: &'a [u32],
    /// Greatest distance, m.
    max_distance: f32,
}

/// The ends that a rigid search keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndLimits<'a> {
    /// Maximum number of ends, the nearest first.
    pub max_ends: usize,
    /// Grabbed and driven particles, which are kept at any distance.
    pub grabbed: &'a [u32],
}

impl GeodesicSearch {
    /// Finds the fixed particles around a particle, their distances along some links, and the spans between the nearest
    /// of them.
    ///
    /// Paths end at a fixed particle, because that particle holds everything beyond it.
    pub fn search_fixed(&mut self, graph: ConstraintGraph, source: ParticleId, followed: PathLinks) {
        self.clear();
        let Self { from_source, queue, ends, .. } = self;
        let limits = SearchLimits { followed, stops: &[], max_distance: f32::INFINITY };
        search((from_source, queue), graph, source.0, limits, |end, distance| {
            ends.push(PathEnd { particle: ParticleId(end), distance });
            true
        });
        self.find_spans_between(graph, followed, &[]);
    }

    /// Finds the shortest paths along rigid links to fixed particles and to `others` (in rising order), within
    /// `limits`.
    ///
    /// Paths end at the first such particle.
    pub fn search_rigid(&mut self, graph: ConstraintGraph, source: u32, others: &[u32], limits: EndLimits) {
        self.clear();
        let Self { from_source, queue, ends, .. } = self;
        let EndLimits { max_ends, grabbed } = limits;
        let mut awaited = grabbed.len();
        let limits = SearchLimits { followed: PathLinks::Rigid, stops: others, max_distance: f32::INFINITY };
        search((from_source, queue), graph, source, limits, |end, distance| {
            let is_grabbed = grabbed.contains(&end);
            awaited -= usize::from(is_grabbed && awaited > 0);
            if is_grabbed || ends.len() < max_ends {
                ends.push(PathEnd { particle: ParticleId(end), distance });
            }
            ends.len() < max_ends || awaited > 0
        });
    }

    /// Finds the spans between the fixed ends of the last rigid search: between the nearest, and between `grabbed`
    /// particles and all others. Drops the other ends.
    pub fn find_spans(&mut self, graph: ConstraintGraph, grabbed: &[u32]) {
        self.ends.retain(|end| graph.is_fixed(end.particle.0));
        self.find_spans_between(graph, PathLinks::Rigid, grabbed);
    }

    /// Appends the slots of the links on a path of the last rigid search, from its end to the source.
    pub fn append_path(&self, graph: ConstraintGraph, end: ParticleId, slots: &mut Vec<u32>) {
        append_descent(graph, &self.from_source, end.0, slots);
    }

    fn clear(&mut self) {
        self.ends.clear();
        self.spans.clear();
        self.span_paths.clear();
        self.slots.clear();
    }

    /// Finds the spans between the nearest ends, and between `grabbed` ends and all others.
    fn find_spans_between(&mut self, graph: ConstraintGraph, followed: PathLinks, grabbed: &[u32]) {
        let rigid_only = matches!(followed, PathLinks::Rigid);
        let is_grabbed = |end: ParticleId| grabbed.contains(&end.0);
        let near = self.ends.len().min(MAX_SPAN_ANCHORS);
        for index in 0..self.ends.len() {
            let PathEnd { particle: end, distance } = self.ends[index];
            let others = if is_grabbed(end) { 0..self.ends.len() } else { index + 1..near.max(index + 1) };
            // Skips the pairs that were searched from the other end.
            let is_new = |other: usize, ends: &[PathEnd]| {
                other > index || (other < index && !is_grabbed(ends[other].particle) && index >= near)
            };
            let Self { from_anchor, queue, ends, .. } = &mut *self;
            if !others.clone().any(|other| is_new(other, ends)) {
                continue;
            }
            // If the source is free, some path between two ends leads through it and bounds the shortest one.
            let farthest = others.clone().map(|other| ends[other].distance).fold(0.0, f32::max);
            let max_distance = if rigid_only { (distance + farthest) * (1.0 + ROUNDING) } else { f32::INFINITY };
            let limits = SearchLimits { followed, stops: &[], max_distance };
            search((from_anchor, queue), graph, end.0, limits, |_, _| true);
            for other in others {
                if is_new(other, &self.ends) {
                    self.find_span(graph, followed, [end, self.ends[other].particle]);
                }
            }
        }
    }

    /// Finds the span between two anchors. It passes through the particle nearest to the source among all particles on
    /// shortest paths between the anchors.
    ///
    /// Requires `from_anchor` for the first anchor. If the search from the source stopped early, the distance may
    /// exceed the shortest one, and the span is then looser than necessary.
    fn find_span(&mut self, graph: ConstraintGraph, followed: PathLinks, anchors: [ParticleId; 2]) {
        let [from, to] = anchors;
        let shortest = self.from_anchor[to.index()];
        if !shortest.is_finite() {
            return;
        }
        let nearest = self.walk_back(graph, followed, to);
        let Self { from_source, from_anchor, from_other, between, spans, span_paths, slots, .. } = self;
        let is_apart = |at: &u32| from_source[*at as usize] > 0.0 && from_source[*at as usize].is_finite();
        if let Some(at) = nearest.filter(is_apart) {
            let lengths = [&*from_anchor, &*from_other].map(|distances| distances[at as usize]);
            let length = from_source[at as usize];
            spans.push(Span { between: [(from, lengths[0]), (to, lengths[1])], length });
            if matches!(followed, PathLinks::Rigid) {
                span_paths.push([&*from_source, &*from_anchor, &*from_other].map(|distances| {
                    let start = slots.len();
                    append_descent(graph, distances, at, slots);
                    start..slots.len()
                }));
            }
        }
        between.drain(..).for_each(|at| from_other[at as usize] = f32::INFINITY);
    }

    /// Walks all shortest paths between two anchors from the second one, `to`, and records the distances from it in
    /// `from_other`. Returns the particle on these paths that is nearest to the source.
    fn walk_back(&mut self, graph: ConstraintGraph, followed: PathLinks, to: ParticleId) -> Option<u32> {
        let Self { from_source, from_anchor, from_other, between, .. } = self;
        let shortest = from_anchor[to.index()];
        from_other.resize(from_anchor.len().max(from_other.len()), f32::INFINITY);
        between.push(to.0);
        from_other[to.index()] = 0.0;
        let mut nearest: Option<u32> = None;
        let mut next = 0;
        while let Some(&at) = between.get(next) {
            next += 1;
            let (from_first, from_second) = (from_anchor[at as usize], from_other[at as usize]);
            if at != to.0 && nearest.is_none_or(|nearest| from_source[at as usize] < from_source[nearest as usize]) {
                nearest = Some(at);
            }
            for neighbour in neighbours(graph, at, followed) {
                let previous = neighbour.particle;
                let is_new = !graph.is_fixed(previous) && from_other[previous as usize] == f32::INFINITY;
                let distance = from_anchor[previous as usize];
                let length = distance + neighbour.rest_length;
                if is_new && distance < from_first && length <= from_first + ROUNDING * shortest {
                    from_other[previous as usize] = from_second + neighbour.rest_length;
                    between.push(previous);
                }
            }
        }
        nearest
    }
}

/// Appends the slots of the links on a shortest path from a particle to the origin of `distances` (m).
fn append_descent(graph: ConstraintGraph, distances: &[f32], mut at: u32, slots: &mut Vec<u32>) {
    while distances[at as usize] > 0.0 {
        let distance_here = distances[at as usize];
        let is_previous = |neighbour: &&Neighbour| {
            let distance = distances[neighbour.particle as usize];
            distance < distance_here && distance + neighbour.rest_length <= distance_here * (1.0 + ROUNDING)
        };
        let Some(previous) = graph.rigid_neighbours(at).find(is_previous) else { return };
        slots.push(previous.slot);
        at = previous.particle;
    }
}

/// The links of a particle that paths may follow.
fn neighbours<'a>(
    graph: ConstraintGraph<'a>,
    at: u32,
    followed: PathLinks<'a>,
) -> impl Iterator<Item = &'a Neighbour> + 'a {
    graph
        .neighbours(at)
        .filter(move |neighbour| graph.links.get(neighbour.slot as usize).is_some_and(|link| followed.contain(link)))
}

/// Finds the distance of each particle from `source`, m (Dijkstra 1959).
///
/// Calls `found` with the end of each path (a fixed particle or a stop) and its distance, the nearest first, until
/// `found` returns false.
fn search(
    (distances, queue): (&mut Vec<f32>, &mut Queue),
    graph: ConstraintGraph,
    source: u32,
    SearchLimits { followed, stops, max_distance }: SearchLimits,
    mut found: impl FnMut(u32, f32) -> bool,
) {
    distances.refill(graph.particles.len(), f32::INFINITY);
    queue.clear();
    distances[source as usize] = 0.0;
    queue.push(Reverse((0, source)));
    while let Some(Reverse((bits, particle))) = queue.pop() {
        let distance = f32::from_bits(bits);
        if distance > distances[particle as usize] {
            continue;
        }
        if distance > max_distance {
            break;
        }
        if particle != source && (graph.is_fixed(particle) || stops.binary_search(&particle).is_ok()) {
            if !found(particle, distance) {
                break;
            }
            continue;
        }
        for &Neighbour { particle, rest_length, .. } in neighbours(graph, particle, followed) {
            let longer = distance + rest_length;
            if longer < distances[particle as usize] {
                distances[particle as usize] = longer;
                queue.push(Reverse((longer.to_bits(), particle)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::LinkKind;
    use crate::particles::tests::Chain;

    fn search_from(graph: ConstraintGraph, from: u32) -> GeodesicSearch {
        let mut search = GeodesicSearch::default();
        search.search_fixed(graph, ParticleId(from), PathLinks::AllBut(&|_| false));
        search
    }

    fn end(particle: u32, distance: f32) -> PathEnd {
        PathEnd { particle: ParticleId(particle), distance }
    }

    #[test]
    fn search_ends_at_the_nearest_pins() {
        let chain = Chain::new(10, &[0, 4, 9]);
        assert_eq!(search_from(chain.graph(), 6).ends, [end(4, 4.0), end(9, 6.0)]);
    }

    #[test]
    fn search_follows_a_cut_without_a_rebuild() {
        let mut chain = Chain::new(10, &[0, 4, 9]);
        chain.1.remove(4);
        assert_eq!(search_from(chain.graph(), 6).ends, [end(9, 6.0)]);
    }

    /// Hangs a particle 4 m below one of a chain.
    fn hang(chain: &mut Chain, from: u32, pinned: bool) -> ParticleId {
        let added = chain.2.push(Vec2::ZERO, Vec2::ZERO, 1.0, pinned);
        let (a, kind) = (ParticleId(from), LinkKind::Rope);
        chain.1.push(DistanceConstraint::rigid(a, added, 4.0, kind));
        chain.0.rebuild(chain.2.len(), &chain.1);
        added
    }

    #[test]
    fn particle_below_a_rope_has_a_span_in_its_middle() {
        let mut chain = Chain::new(10, &[0, 8]);
        let below = hang(&mut chain, 4, true);
        let GeodesicSearch { ends, spans, .. } = search_from(chain.graph(), below.0);
        let [left, right] = [ParticleId(0), ParticleId(8)];
        assert_eq!(ends, [end(0, 12.0), end(8, 12.0)]);
        assert_eq!(spans, [Span { between: [(left, 8.0), (right, 8.0)], length: 4.0 }]);
    }

    #[test]
    fn net_on_many_pins_has_spans_between_the_nearest() {
        // A net of 41 columns and 5 rows, pinned at every fourth particle of its upper edge.
        let columns = 41;
        let pins: Vec<u32> = (0..columns).step_by(4).collect();
        let mut chain = Chain::new(5 * columns, &pins);
        for row in 1..5 {
            chain.1.remove((row * columns - 1) as usize);
            for column in 0..columns {
                let (a, b) = (ParticleId((row - 1) * columns + column), ParticleId(row * columns + column));
                chain.1.push(DistanceConstraint::rigid(a, b, 2.0, LinkKind::Net));
            }
        }
        chain.0.rebuild(5 * columns as usize, &chain.1);
        let GeodesicSearch { ends, spans, .. } = search_from(chain.graph(), 4 * columns + 18);
        assert_eq!(ends.len(), pins.len());
        let above = Span { between: [(ParticleId(16), 4.0), (ParticleId(20), 4.0)], length: 8.0 };
        assert!(spans.contains(&above), "{spans:?}");
    }

    #[test]
    fn grab_forms_spans_with_far_pins() {
        // A weight hangs below the middle of a rope; six pins are nearer to it than the grab at the end of the rope.
        let mut chain = Chain::new(21, &[0]);
        chain.2.inv_mass[20] = 0.0;
        let heavy = hang(&mut chain, 10, false);
        for _ in 0..6 {
            hang(&mut chain, heavy.0, true);
        }
        let mut search = GeodesicSearch::default();
        let span = Span { between: [(ParticleId(20), 20.0), (ParticleId(0), 20.0)], length: 4.0 };
        // The grab is found even if few ends are kept; its span also needs the pin.
        for (grabbed, max_ends, found) in [(&[][..], 32, false), (&[20], 32, true), (&[20], 4, false), (&[20], 7, true)]
        {
            search.search_rigid(chain.graph(), heavy.0, &[heavy.0], EndLimits { max_ends, grabbed });
            search.find_spans(chain.graph(), grabbed);
            assert_eq!(search.spans.contains(&span), found, "{grabbed:?} {max_ends} {:?}", search.spans);
            assert_eq!(
                search.ends.iter().any(|end| end.particle == ParticleId(20)),
                max_ends > 4 || !grabbed.is_empty()
            );
        }
        // The paths: the link to the weight, ten links to the grabbed end, and ten to the pin.
        search.search_rigid(chain.graph(), heavy.0, &[heavy.0], EndLimits { max_ends: 32, grabbed: &[20] });
        search.find_spans(chain.graph(), &[20]);
        let number = search.spans.iter().position(|found| *found == span).expect("the span was found");
        let path = |number: usize, path: usize| {
            let mut path = search.slots[search.span_paths[number][path].clone()].to_vec();
            path.sort_unstable();
            path
        };
        assert_eq!(
            [path(number, 0), path(number, 1), path(number, 2)],
            [vec![20], (10..20).collect(), (0..10).collect()]
        );
    }
}
