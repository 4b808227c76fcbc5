//! Shortest paths between fixed particles along links, and the components in which such a path is taut.
//!
//! The links of a path that is longer than the distance of its ends allows leave each other room. Those of a taut path
//! pull against each other with many times their load, and those of a path that is too short cannot all have their
//! lengths: see [`JacobiIterations`](crate::solver::JacobiIterations).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use crate::attachment::ComponentGraph;
use crate::containers::{Refill, pair_key};
use crate::particles::{Components, ConstraintGraph, LinkKind};

/// A path between two fixed particles is taut from this fraction of its length on.
const TAUT: f32 = 0.995;

/// Greatest number of links of a component whose paths are searched.
const MAX_LINKS: usize = 4_096;

/// Number of links for which memory is reserved where there are so many, although no component is small enough.
const RESERVED_LINKS: usize = 16_384;

/// A shortest path between two fixed particles that are neighbours: no other fixed particle is on the path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FixedPath {
    component: u32,
    ends: [u32; 2],
    /// m.
    length: f32,
}

/// The shortest paths between neighbouring fixed particles of each component. Derived from links and fixed particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct TautPaths {
    paths: Vec<FixedPath>,
    /// Whether the paths were found anew since this was last reset.
    pub have_changed: bool,
    /// Number of links for which memory is reserved: at least those that are searched.
    pub searched_links: usize,
    /// Scratch: the distance of each particle from the nearest fixed one, m, and that particle.
    nearest: Vec<(f32, u32)>,
    /// Scratch: particles by the bits of their distance.
    queue: BinaryHeap<Reverse<(u32, u32)>>,
}

impl TautPaths {
    /// Finds the paths of components without loops. Required when links or fixed particles have changed.
    ///
    /// Loops share errors among themselves, and iterations of nets would cost more than their sweeps.
    pub fn rebuild(&mut self, all: ComponentGraph) {
        let ComponentGraph { graph, components } = all;
        let is_small_tree = |one: usize| is_small_tree(components, one);
        let searched: usize =
            (0..components.count()).filter(|&one| is_small_tree(one)).map(|one| components.link_count(one)).sum();
        // Cuts make small components of large ones.
        self.searched_links = searched.max(graph.links.len().min(RESERVED_LINKS));
        self.paths.reserve(self.searched_links.saturating_sub(self.paths.len()));
        self.queue.reserve(2 * self.searched_links + graph.particles.len());
        let is_searched = |a: u32, b: u32| is_small_tree(components.of_link(a, b));
        let is_end = |particle: u32| components.of(particle).any(is_small_tree);
        self.find_nearest(graph, is_end, is_searched);
        let Self { paths, nearest, have_changed, .. } = self;
        *have_changed = true;
        paths.clear();
        let rigid = graph.links.iter().filter(|link| link.is_rigid() && link.kind != LinkKind::Stop);
        for link in rigid.filter(|link| is_searched(link.a.0, link.b.0)) {
            let [(before, a), (after, b)] = [nearest[link.a.index()], nearest[link.b.index()]];
            let joins_fixed = before + after == 0.0;
            if a != b && !joins_fixed && before + after < f32::INFINITY {
                let (component, length) = (components.of_link(link.a.0, link.b.0), before + link.rest_length + after);
                paths.push(FixedPath { component: component as u32, ends: [a.min(b), a.max(b)], length });
            }
        }
        paths.sort_unstable_by_key(|&FixedPath { component, ends: [a, b], length }| {
            (pair_key([component, a]), pair_key([b, length.to_bits()]))
        });
        paths.dedup_by_key(|path| (path.component, path.ends));
    }

    /// Finds the fixed particle that is nearest to each particle along the rigid links that are searched, by their ends
    /// (Dijkstra 1959, from all at once).
    fn find_nearest(
        &mut self,
        graph: ConstraintGraph,
        is_end: impl Fn(u32) -> bool,
        is_searched: impl Fn(u32, u32) -> bool,
    ) {
        let Self { nearest, queue, .. } = self;
        nearest.refill(graph.particles.len(), (f32::INFINITY, u32::MAX));
        queue.clear();
        for particle in (0..nearest.len() as u32).filter(|&one| graph.is_fixed(one) && is_end(one)) {
            nearest[particle as usize] = (0.0, particle);
            queue.push(Reverse((0, particle)));
        }
        while let Some(Reverse((bits, particle))) = queue.pop() {
            let (distance, from) = nearest[particle as usize];
            if f32::from_bits(bits) > distance {
                continue;
            }
            for neighbour in graph.rigid_neighbours(particle) {
                let longer = distance + neighbour.rest_length;
                if longer < nearest[neighbour.particle as usize].0 && is_searched(particle, neighbour.particle) {
                    nearest[neighbour.particle as usize] = (longer, from);
                    queue.push(Reverse((longer.to_bits(), neighbour.particle)));
                }
            }
        }
    }

    /// Finds the components with a taut path.
    pub fn find_taut(&self, position: &[Vec2], components: &Components, is_taut: &mut Vec<bool>) {
        components.refill(is_taut, false);
        for &FixedPath { component, ends: [a, b], length } in &self.paths {
            let limit = TAUT * length;
            if position[a as usize].distance_squared(position[b as usize]) > limit * limit {
                is_taut[component as usize] = true;
            }
        }
    }

    /// Whether there are no paths.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}

/// Whether a component may be iterated: it has no loops, and not too many links.
fn is_small_tree(components: &Components, one: usize) -> bool {
    components.is_tree(one) && components.link_count(one) <= MAX_LINKS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::particles::tests::Chain;

    fn taut(chain: &Chain) -> Vec<bool> {
        let mut components = Components::default();
        components.rebuild(chain.2.len(), &chain.1, |particle| chain.2.pinned[particle]);
        let mut paths = TautPaths::default();
        paths.rebuild(ComponentGraph { graph: chain.graph(), components: &components });
        let mut is_taut = Vec::new();
        paths.find_taut(&chain.2.position, &components, &mut is_taut);
        // A component that consists of a pin alone has no path.
        components.linked().map(|component| is_taut[component]).collect()
    }

    #[test]
    fn path_is_taut_where_its_ends_are_far_apart() {
        let mut chain = Chain::new(10, &[0, 4, 9]);
        assert_eq!(taut(&chain), [false, false], "links of 2 m, 1 m apart");
        chain.2.position[9] = Vec2::new(4.0, 9.99);
        assert_eq!(taut(&chain), [false, true]);
        chain.1.remove(6);
        assert_eq!(taut(&chain), [false, false, false], "the path is cut");
    }

    #[test]
    fn link_between_fixed_particles_is_no_path() {
        let mut chain = Chain::new(3, &[0, 1]);
        chain.2.position[1] = Vec2::X * 5.0;
        assert_eq!(taut(&chain), [false], "the component of the other link");
    }
}
