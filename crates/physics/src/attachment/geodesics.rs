//! Shortest paths along links: the anchors of a particle, and the spans between them.

use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

use crate::attachment::Span;
use crate::containers::Refill;
use crate::particles::{ConstraintGraph, Neighbour, ParticleId};

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

/// The extent of a search.
#[derive(Clone, Copy)]
struct SearchLimits<'a> {
    /// Particles at which paths end as at fixed ones, in rising order.
    stops: &'a [u32],
    /// Greatest distance, m.
    max_distance: f32,
}

impl GeodesicSearch {
    /// Finds the shortest paths along rigid links to fixed particles and to `others` (in rising order), within
    /// `limits`.
    ///
    /// Paths end at the first such particle.
    pub fn search_rigid(&mut self, graph: ConstraintGraph, source: u32, others: &[u32], max_ends: usize) {
        self.clear();
        let Self { from_source, queue, ends, .. } = self;
        let limits = SearchLimits { stops: others, max_distance: f32::INFINITY };
        search((from_source, queue), graph, source, limits, |end, distance| {
            ends.push(PathEnd { particle: ParticleId(end), distance });
            ends.len() < max_ends
        });
    }

    /// Finds the spans between the nearest fixed ends of the last search. Drops the other ends.
    pub fn find_spans(&mut self, graph: ConstraintGraph) {
        self.ends.retain(|end| graph.is_fixed(end.particle.0));
        for index in 0..self.ends.len().min(MAX_SPAN_ANCHORS) {
            let PathEnd { particle: end, distance } = self.ends[index];
            let others = index + 1..self.ends.len().min(MAX_SPAN_ANCHORS);
            if others.is_empty() {
                continue;
            }
            let Self { from_anchor, queue, ends, .. } = &mut *self;
            // If the source is free, some path between two ends leads through it and bounds the shortest one.
            let farthest = others.clone().map(|other| ends[other].distance).fold(0.0, f32::max);
            let limits = SearchLimits { stops: &[], max_distance: (distance + farthest) * (1.0 + ROUNDING) };
            search((from_anchor, queue), graph, end.0, limits, |_, _| true);
            others.for_each(|other| self.find_span(graph, [end, self.ends[other].particle]));
        }
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

    /// Finds the span between two anchors. It passes through the particle nearest to the source among all particles on
    /// shortest paths between the anchors.
    ///
    /// Requires `from_anchor` for the first anchor. If the search from the source stopped early, the distance may
    /// exceed the shortest one, and the span is then looser than necessary.
    fn find_span(&mut self, graph: ConstraintGraph, anchors: [ParticleId; 2]) {
        let [from, to] = anchors;
        let shortest = self.from_anchor[to.index()];
        if !shortest.is_finite() {
            return;
        }
        let nearest = self.walk_back(graph, to);
        let Self { from_source, from_anchor, from_other, between, spans, span_paths, slots, .. } = self;
        let is_apart = |at: &u32| from_source[*at as usize] > 0.0 && from_source[*at as usize].is_finite();
        if let Some(at) = nearest.filter(is_apart) {
            let lengths = [&*from_anchor, &*from_other].map(|distances| distances[at as usize]);
            let length = from_source[at as usize];
            spans.push(Span { between: [(from, lengths[0]), (to, lengths[1])], length });
            span_paths.push([&*from_source, &*from_anchor, &*from_other].map(|distances| {
                let start = slots.len();
                append_descent(graph, distances, at, slots);
                start..slots.len()
            }));
        }
        between.drain(..).for_each(|at| from_other[at as usize] = f32::INFINITY);
    }

    /// Walks all shortest paths between two anchors from the second one, `to`, and records the distances from it in
    /// `from_other`. Returns the particle on these paths that is nearest to the source.
    fn walk_back(&mut self, graph: ConstraintGraph, to: ParticleId) -> Option<u32> {
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
            for neighbour in graph.rigid_neighbours(at) {
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

/// Finds the distance of each particle from `source`, m (Dijkstra 1959).
///
/// Calls `found` with the end of each path (a fixed particle or a stop) and its distance, the nearest first, until
/// `found` returns false.
fn search(
    (distances, queue): (&mut Vec<f32>, &mut Queue),
    graph: ConstraintGraph,
    source: u32,
    SearchLimits { stops, max_distance }: SearchLimits,
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
        for &Neighbour { particle, rest_length, .. } in graph.rigid_neighbours(particle) {
            let longer = distance + rest_length;
            if longer < distances[particle as usize] {
                distances[particle as usize] = longer;
                queue.push(Reverse((longer.to_bits(), particle)));
            }
        }
    }
}
