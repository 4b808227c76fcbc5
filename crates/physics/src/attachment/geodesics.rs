//! Shortest paths along rigid links: the anchors of a heavy particle.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::containers::Refill;
use crate::particles::{ConstraintGraph, Neighbour};

/// Relative rounding error of a sum of lengths. A path that exceeds the shortest one by less counts as shortest too.
const ROUNDED_LENGTH: f32 = 1e-6;

/// Finds shortest paths (Dijkstra 1959). Keeps its memory between searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct GeodesicSearch {
    /// Distance of each particle from the source, m; infinity beyond the search.
    distances: Vec<f32>,
    /// Particles by distance. Distances are never negative, so their bits sort in the same order; equal distances sort
    /// by id.
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    /// The ends of the shortest paths from the source, the nearest first.
    pub ends: Vec<PathEnd>,
}

/// The end of a shortest path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathEnd {
    pub particle: u32,
    /// Distance from the source, m.
    pub distance: f32,
}

impl GeodesicSearch {
    /// Finds the shortest paths from `source` along rigid links to the nearest fixed particles and `others` (in rising
    /// order), at most `max_ends`. Paths end at the first such particle.
    pub fn search(&mut self, graph: ConstraintGraph, source: u32, others: &[u32], max_ends: usize) {
        let Self { distances, queue, ends } = self;
        distances.refill(graph.particles.len(), f32::INFINITY);
        queue.clear();
        ends.clear();
        distances[source as usize] = 0.0;
        queue.push(Reverse((0, source)));
        while let Some(Reverse((bits, particle))) = queue.pop() {
            let distance = f32::from_bits(bits);
            if distance > distances[particle as usize] {
                continue;
            }
            if particle != source && (graph.is_fixed(particle) || others.binary_search(&particle).is_ok()) {
                ends.push(PathEnd { particle, distance });
                if ends.len() == max_ends {
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

    /// Appends the slots of the links on a path of the last search, from its end to the source.
    pub fn append_path(&self, graph: ConstraintGraph, mut at: u32, slots: &mut Vec<u32>) {
        while self.distances[at as usize] > 0.0 {
            let distance_here = self.distances[at as usize];
            let is_previous = |neighbour: &&Neighbour| {
                let distance = self.distances[neighbour.particle as usize];
                distance < distance_here && distance + neighbour.rest_length <= distance_here * (1.0 + ROUNDED_LENGTH)
            };
            let Some(previous) = graph.rigid_neighbours(at).find(is_previous) else { return };
            slots.push(previous.slot);
            at = previous.particle;
        }
    }
}
