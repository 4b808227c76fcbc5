//! The forest of strands: which links are solved together, and which particle hangs from which.
//!
//! A strand is a chain of links that continues straight through its particles: a rope, or a column of a net. Trees
//! grow strand by strand, first from fixed particles, then from the strands found so far. Links that form a tree, with
//! fixed particles at any of its ends, can be solved exactly in O(n); a link that would close a loop between free
//! particles is left to the sweeps.
//!
//! The forest depends on the present links and fixed particles alone, not on their history: it is derived.
//!
//! The strands of a connected component form a group, which is solved by itself.

use std::ops::Range;

use glam::Vec2;

use crate::containers::{NONE, Refill, radix_sort, union_find};
use crate::particles::{Components, ConstraintGraph, Neighbour, Particles};

/// Relative shortening beyond which a pull-only link is slack, and leaves the system. Up to it the link holds both
/// ways; otherwise rounding would drop it in one substep and restore it in the next.
const SLACK: f32 = 0.2;

/// Fraction of its length from which on a strand is taut. A longer one would be flung about.
const TAUT: f32 = 0.97;

/// Groups for which memory is reserved, so that no step after a cut allocates.
const RESERVED_GROUPS: usize = 1_024;

/// Reserves memory for the starts of as many components.
pub(crate) fn reserve_starts(starts: &mut Vec<u32>, particles: usize) {
    starts.clear();
    starts.reserve(RESERVED_GROUPS.min(particles) + 1);
}

/// A link from a free to a fixed particle, other than the one that its tree hangs from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SecondTie {
    pub particle: u32,
    pub fixed: u32,
    pub rest_length: f32,
    /// Length that the link gains per force, m/N.
    pub compliance: f32,
    /// Shortening beyond which the link is slack, m.
    pub slack: f32,
    /// The fixed particle that the tree hangs from, or [`NONE`].
    pub root: u32,
    /// Distance through the tree from the root to `fixed`, m.
    pub reach: f32,
}

impl SecondTie {
    fn is_taut(&self, position: &[Vec2]) -> bool {
        self.root != NONE && position[self.root as usize].distance(position[self.fixed as usize]) > TAUT * self.reach
    }
}

/// The trees, by particle. The link of a particle is the one to its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forest {
    /// The free or fixed particle that each particle hangs from, or [`NONE`].
    pub parent: Vec<u32>,
    /// Rest length of each particle's link, m.
    pub rest_length: Vec<f32>,
    /// Length that each particle's link gains per force, m/N.
    pub compliance: Vec<f32>,
    /// Shortening beyond which each particle's link is slack, m.
    pub slack: Vec<f32>,
    /// The second ties, sorted by component and then by particle.
    pub second_ties: Vec<SecondTie>,
    /// The free particles of all trees by component; in a component the deepest first, and by id at equal depth.
    pub order: Vec<u32>,
    /// The strands of each component with links, in the order of the components.
    pub groups: Vec<StrandGroup>,
    /// Whether each particle's tree has second ties.
    pub is_anchored: Vec<bool>,
    scratch: Scratch,
}

/// The strands of a connected component.
#[derive(Clone, Debug)]
pub(crate) struct StrandGroup {
    /// Number of the component.
    pub component: usize,
    /// Number of all links of the component but those between fixed particles.
    pub links: usize,
    /// Its free particles, as a range of [`Forest::order`].
    pub order: Range<usize>,
    /// Its second ties, as a range of [`Forest::second_ties`].
    pub second_ties: Range<usize>,
    /// The greatest number of links between a particle and the root of its tree.
    pub depth: u32,
    /// Number of trees.
    pub trees: u32,
    /// Whether any of its links has compliance.
    pub is_compliant: bool,
    /// The fixed particle that all of its trees hang from, if they hang from one alone.
    pub only_fixed: Option<u32>,
}

/// Scratch of a rebuild.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Whether each link was visited, by slot.
    visited: Vec<bool>,
    /// Whether each particle is in a tree.
    planted: Vec<bool>,
    /// The tree of each particle, as disjoint sets: see [`union_find`].
    tree: Vec<u32>,
    /// The particles in the order in which they were planted.
    queue: Vec<u32>,
    /// Depth of each particle, and the greatest depth.
    depth: Vec<u32>,
    deepest: u32,
    /// The order of particles by depth alone.
    by_depth: Vec<u32>,
    /// Start of each depth in the order.
    starts: Vec<u32>,
    /// Number of particles passed in rerooting trees.
    rerooted: usize,
    /// The fixed particle that each particle's tree hangs from.
    root: Vec<u32>,
    /// Distance of each particle from its root along the tree, m.
    reach: Vec<f32>,
}

/// A link as the lower particle sees it.
#[derive(Clone, Copy, Debug)]
struct ParentLink {
    /// The particle at the upper end, or [`NONE`].
    parent: u32,
    rest_length: f32,
    compliance: f32,
    slack: f32,
}

impl ParentLink {
    /// A link of the graph, from `parent` down. Links that push are never slack.
    fn new(graph: ConstraintGraph, parent: u32, link: Neighbour) -> Self {
        let Neighbour { slot, rest_length, .. } = link;
        let link = graph.links.get(slot as usize);
        let pulls_only = link.is_some_and(|link| link.kind.pulls_only());
        let slack = if pulls_only { SLACK * rest_length } else { f32::INFINITY };
        Self { parent, rest_length, compliance: link.map_or(0.0, |link| link.compliance), slack }
    }
}

impl Forest {
    /// Rebuilds all trees.
    pub fn rebuild(&mut self, graph: ConstraintGraph, components: &Components) {
        let count = graph.particles.len();
        self.reset(count, graph.links.slot_count());
        for fixed in (0..count as u32).filter(|&particle| graph.is_fixed(particle)) {
            self.grow_from(graph, fixed);
        }
        let mut next = 0;
        for seed in 0..count as u32 {
            self.grow_queue(graph, &mut next);
            if !graph.is_fixed(seed) && !self.scratch.planted[seed as usize] {
                self.plant(seed);
            }
        }
        self.grow_queue(graph, &mut next);
        self.second_ties.sort_unstable_by_key(|second| {
            (components.number(second.particle), second.particle, second.fixed, second.rest_length.to_bits())
        });
        self.find_depths(graph.particles);
        self.sort_by_depth();
        self.sort_by_component(components);
        self.find_groups(graph, components);
        self.find_reaches(graph);
        self.find_anchored();
    }

    fn reset(&mut self, particles: usize, slots: usize) {
        let Self { parent, rest_length, compliance, slack, second_ties, scratch, .. } = self;
        let Scratch { visited, planted, tree, queue, rerooted, .. } = scratch;
        *rerooted = 0;
        parent.refill(particles, NONE);
        rest_length.refill(particles, 1.0);
        compliance.refill(particles, 0.0);
        slack.refill(particles, f32::INFINITY);
        visited.refill(slots, false);
        planted.refill(particles, false);
        tree.refill_with(0..particles as u32);
        second_ties.clear();
        queue.clear();
    }

    /// Finds the trees with second ties.
    fn find_anchored(&mut self) {
        let Self { parent, second_ties, order, is_anchored, scratch: Scratch { tree, .. }, .. } = self;
        is_anchored.refill(parent.len(), false);
        for second in &*second_ties {
            is_anchored[union_find::find_root(tree, second.particle) as usize] = true;
        }
        for &particle in &*order {
            is_anchored[particle as usize] = is_anchored[union_find::find_root(tree, particle) as usize];
        }
    }

    /// Finds the root and the reach of each second tie. Links with compliance reach anywhere, so their strands are never taut.
    fn find_reaches(&mut self, graph: ConstraintGraph) {
        let Self { parent, rest_length, compliance, second_ties, order, scratch: Scratch { root, reach, .. }, .. } =
            self;
        let longest = |rest_length: f32, compliance: f32| if compliance > 0.0 { f32::INFINITY } else { rest_length };
        if second_ties.is_empty() {
            return;
        }
        root.refill(parent.len(), NONE);
        reach.refill(parent.len(), 0.0);
        for &particle in order.iter().rev() {
            let (index, above) = (particle as usize, parent[particle as usize]);
            if above != NONE {
                root[index] = if graph.is_fixed(above) { above } else { root[above as usize] };
                reach[index] = reach[above as usize] + longest(rest_length[index], compliance[index]);
            }
        }
        for second in second_ties {
            let index = second.particle as usize;
            (second.root, second.reach) = (root[index], reach[index] + longest(second.rest_length, second.compliance));
        }
    }

    /// Whether a strand of a group is taut between two fixed particles. The lengths of taut links do not determine their
    /// directions, and solving them exactly would fling the strand about.
    pub fn is_taut(&self, group: usize, position: &[Vec2]) -> bool {
        self.second_ties[self.groups[group].second_ties.clone()].iter().any(|second| second.is_taut(position))
    }

    /// Grows strands from the planted particles in turn.
    fn grow_queue(&mut self, graph: ConstraintGraph, next: &mut usize) {
        while let Some(&particle) = self.scratch.queue.get(*next) {
            *next += 1;
            self.grow_from(graph, particle);
        }
    }

    /// Follows every strand that starts at `from` and was not visited before.
    fn grow_from(&mut self, graph: ConstraintGraph, from: u32) {
        for neighbour in graph.strand_neighbours(from) {
            if !self.scratch.visited[neighbour.slot as usize] {
                self.follow_strand(graph, from, *neighbour);
            }
        }
    }

    /// Follows the strand that begins at `from` with a link.
    fn follow_strand(&mut self, graph: ConstraintGraph, mut from: u32, mut link: Neighbour) {
        let mut has_planted = false;
        loop {
            self.scratch.visited[link.slot as usize] = true;
            let to = link.particle;
            match (graph.is_fixed(from), graph.is_fixed(to)) {
                (true, true) => return,
                (false, true) => return self.add_second_tie(from, ParentLink::new(graph, to, link)),
                _ if self.scratch.planted[to as usize] => return self.meet_tree(graph, from, link, has_planted),
                _ => {
                    self.plant(to);
                    self.hang(to, ParentLink::new(graph, from, link));
                    if !graph.is_fixed(from) {
                        union_find::union(&mut self.scratch.tree, from, to);
                    }
                }
            }
            has_planted = true;
            let Some(next) = self.next_link(graph, from, to) else { return };
            (from, link) = (to, next);
        }
    }

    /// The link that continues a strand beyond its link between the particles `from` and `to`.
    ///
    /// It makes the same step in particle ids, as the rows and columns of nets do; or it is the only other link, unless
    /// that turns around the corner of a net.
    fn next_link(&self, graph: ConstraintGraph, from: u32, to: u32) -> Option<Neighbour> {
        let straight = i64::from(to) + i64::from(to) - i64::from(from);
        let mut others = graph.strand_neighbours(to).filter(|neighbour| neighbour.particle != from);
        let is_open = |neighbour: &&Neighbour| !self.scratch.visited[neighbour.slot as usize];
        let ahead = others.clone().filter(is_open).find(|neighbour| i64::from(neighbour.particle) == straight);
        ahead.copied().or_else(|| {
            let only = others.next().filter(|_| others.next().is_none()).filter(is_open)?;
            let is_rope = |particle| graph.is_fixed(particle) || graph.strand_neighbours(particle).nth(2).is_none();
            (is_rope(from) || is_rope(only.particle)).then_some(*only)
        })
    }

    /// Makes a particle part of a tree.
    fn plant(&mut self, particle: u32) {
        self.scratch.planted[particle as usize] = true;
        self.scratch.queue.push(particle);
    }

    /// Hangs a particle from its parent.
    fn hang(&mut self, particle: u32, link: ParentLink) {
        let ParentLink { parent, rest_length, compliance, slack } = link;
        self.parent[particle as usize] = parent;
        self.rest_length[particle as usize] = rest_length;
        self.compliance[particle as usize] = compliance;
        self.slack[particle as usize] = slack;
    }

    /// Adds the link of a particle to one more fixed particle.
    fn add_second_tie(&mut self, particle: u32, link: ParentLink) {
        let ParentLink { parent: fixed, rest_length, compliance, slack } = link;
        let (root, reach) = (NONE, 0.0);
        self.second_ties.push(SecondTie { particle, fixed, rest_length, compliance, slack, root, reach });
    }

    /// Ends a strand at a particle that is in a tree already. If the strand has planted particles and belongs to
    /// another tree, the two trees become one, and the link carries what hangs on the strand.
    fn meet_tree(&mut self, graph: ConstraintGraph, from: u32, link: Neighbour, has_planted: bool) {
        let to = link.particle;
        if graph.is_fixed(from) {
            return self.add_second_tie(to, ParentLink::new(graph, from, link));
        }
        let tree = &mut self.scratch.tree;
        let closes_loop = union_find::find_root(tree, from) == union_find::find_root(tree, to);
        // Bounded, because a hostile file could make a long tree be rerooted again and again.
        if !has_planted || closes_loop || self.scratch.rerooted > 16 * self.parent.len() {
            return;
        }
        self.reroot(graph, to);
        self.hang(to, ParentLink::new(graph, from, link));
        union_find::union(&mut self.scratch.tree, from, to);
    }

    /// Reverses the links of a tree so that it hangs from `new_root`.
    fn reroot(&mut self, graph: ConstraintGraph, new_root: u32) {
        let mut particle = new_root;
        let mut link = ParentLink { parent: NONE, rest_length: 1.0, compliance: 0.0, slack: f32::INFINITY };
        loop {
            self.scratch.rerooted += 1;
            let index = particle as usize;
            let parent = self.parent[index];
            let Self { rest_length, compliance, slack, .. } = &*self;
            let (rest_length, compliance, slack) = (rest_length[index], compliance[index], slack[index]);
            let old = ParentLink { parent, rest_length, compliance, slack };
            self.hang(particle, link);
            if parent == NONE {
                return;
            }
            if graph.is_fixed(parent) {
                return self.add_second_tie(particle, old);
            }
            (particle, link) = (parent, ParentLink { parent: particle, ..old });
        }
    }

    /// Finds the depth of each particle.
    fn find_depths(&mut self, particles: &Particles) {
        let Self { parent, scratch: Scratch { depth, deepest, queue, .. }, .. } = self;
        depth.refill(parent.len(), NONE);
        *deepest = 0;
        let is_fixed = |particle: u32| particles.inv_mass[particle as usize] == 0.0;
        for &particle in &*queue {
            // Climbs to a particle of known depth, then descends again.
            let (mut at, mut steps) = (particle, 0);
            while depth[at as usize] == NONE && parent[at as usize] != NONE && !is_fixed(parent[at as usize]) {
                at = parent[at as usize];
                steps += 1;
            }
            if depth[at as usize] == NONE {
                depth[at as usize] = u32::from(parent[at as usize] != NONE);
            }
            let mut known = depth[at as usize] + steps;
            *deepest = (*deepest).max(known);
            at = particle;
            while depth[at as usize] == NONE {
                depth[at as usize] = known;
                known -= 1;
                at = parent[at as usize];
            }
        }
    }

    /// Sorts the particles of trees by depth, the deepest first (counting sort).
    fn sort_by_depth(&mut self) {
        let Self { parent, scratch: Scratch { depth, deepest, by_depth, starts, queue, .. }, .. } = self;
        starts.refill(*deepest as usize + 2, 0);
        let index = |depth: u32| (*deepest - depth) as usize;
        queue.iter().for_each(|&particle| starts[index(depth[particle as usize]) + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        by_depth.refill(queue.len(), NONE);
        for particle in (0..parent.len() as u32).filter(|&particle| depth[particle as usize] != NONE) {
            let start = &mut starts[index(depth[particle as usize])];
            by_depth[*start as usize] = particle;
            *start += 1;
        }
    }

    /// Sorts the particles of trees by component. In a component they stay sorted by depth.
    fn sort_by_component(&mut self, components: &Components) {
        let Self { order, scratch: Scratch { by_depth, starts, .. }, .. } = self;
        let component = |&particle: &u32| components.numbers()[particle as usize];
        reserve_starts(starts, by_depth.len());
        radix_sort::counting_sort_by(component, components.count(), (by_depth, order), starts);
    }

    /// Finds the groups. Requires the order.
    fn find_groups(&mut self, graph: ConstraintGraph, components: &Components) {
        let Self { parent, compliance, second_ties, order, groups, scratch: Scratch { depth, .. }, .. } = self;
        let is_root = |&&particle: &&u32| {
            let parent = parent[particle as usize];
            parent == NONE || graph.is_fixed(parent)
        };
        let component_of = |particle: u32| components.number(particle);
        let (mut next, mut next_tie) = (0, 0);
        groups.clear();
        groups.reserve(RESERVED_GROUPS.min(parent.len() / 2));
        for component in components.linked() {
            let start = next + order[next..].partition_point(|&particle| component_of(particle) < component);
            next = start + order[start..].partition_point(|&particle| component_of(particle) == component);
            let first = next_tie;
            let own = second_ties[first..].partition_point(|second| component_of(second.particle) == component);
            next_tie += own;
            let members = &order[start..next];
            let ties_of = &second_ties[first..next_tie];
            let above = members.iter().map(|&particle| parent[particle as usize]).filter(|&above| above != NONE);
            let mut fixed = above.filter(|&above| graph.is_fixed(above)).chain(ties_of.iter().map(|it| it.fixed));
            let first_fixed = fixed.next();
            groups.push(StrandGroup {
                component,
                links: components.link_count(component),
                order: start..next,
                second_ties: first..next_tie,
                depth: members.first().map_or(0, |&deepest| depth[deepest as usize]),
                trees: members.iter().filter(is_root).count() as u32,
                is_compliant: members.iter().any(|&particle| compliance[particle as usize] > 0.0)
                    || ties_of.iter().any(|second| second.compliance > 0.0),
                only_fixed: first_fixed.filter(|first| fixed.all(|other| other == *first)),
            });
        }
        for link in graph.links.iter().filter(|link| graph.is_fixed(link.a.0) && graph.is_fixed(link.b.0)) {
            let component = component_of(link.a.0);
            if let Ok(group) = groups.binary_search_by_key(&component, |strands| strands.component) {
                groups[group].links -= 1;
            }
        }
    }
}
