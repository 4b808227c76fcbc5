//! Which links are solved together: a forest whose trees follow the strands.
//!
//! A strand is a chain of links that goes straight on through its particles: a rope, a column of a net. Trees are grown
//! strand by strand, first from what is fixed, then from what hangs on that. A system of links that is a tree, and
//! ends at fixed particles wherever it likes, can be solved exactly in O(n); a link that would close a loop between
//! free particles is left to the sweeps.
//!
//! The forest is a function of the links and of what is fixed now, never of how they came to be: it is derived state.

use glam::Vec2;

use crate::{
    containers::union_find,
    particles::{
        constraint_graph::{self, ConstraintGraph, Neighbour},
        storage::Particles,
    },
};

/// No particle.
pub(crate) const NONE: u32 = u32::MAX;

/// A pull-only link shorter than its rest length by this share is slack, and not a part of the system. Within it, it is
/// held both ways: dropped at the first rounding error, it would come and go from substep to substep.
const SLACK: f32 = 0.2;

/// Share of a strand's length from which on it is taut. A rope of 1 000 links that a hand drew to 0.995 of its length was
/// flung about, where this was 0.998.
const TAUT: f32 = 0.97;

/// The same for a strand whose anchor is longer than it may be: the sweeps have had it.
const TAUT_LONG: f32 = 0.9;

/// How long an anchor that was left to the sweeps may be, as a share of its length at rest, to be solved again: it is
/// pulled in within one substep.
const LONG: f32 = 1.01;

/// A link from a free particle to a fixed one, besides the one that its tree hangs from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Anchor {
    pub particle: u32,
    pub fixed: u32,
    pub rest_length: f32,
    /// Shorter than its rest length by more than this, m, it is slack.
    pub slack: f32,
    /// What its tree hangs from, or [`NONE`].
    pub root: u32,
    /// Length of the way through the tree from there to `fixed`, m.
    pub reach: f32,
    /// Whether it is left to the sweeps in this step.
    pub is_left: bool,
}

impl Anchor {
    /// Whether its strand is drawn about as far as it is long, or farther, between two fixed particles. Its length then says
    /// nothing about where it is to go, and to ask for it exactly is to be flung about.
    fn is_taut(&self, position: &[Vec2]) -> bool {
        self.is_drawn(TAUT, position)
    }

    /// Whether its strand is drawn farther than a `share` of its length.
    fn is_drawn(&self, share: f32, position: &[Vec2]) -> bool {
        self.root != NONE && distance(position, self.root, self.fixed) > share * self.reach
    }
}

fn distance(position: &[Vec2], a: u32, b: u32) -> f32 {
    let way = position[a as usize] - position[b as usize];
    (way.x * way.x + way.y * way.y).sqrt()
}

/// The trees, by particle. The "link" of a particle is the one to its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forest {
    /// What each particle hangs from: a free particle, a fixed one, or [`NONE`].
    pub parent: Vec<u32>,
    /// Length of each particle's link at rest, m.
    pub rest_length: Vec<f32>,
    /// Each particle's link is slack when it is shorter than its rest length by more than this, m.
    pub slack: Vec<f32>,
    /// Sorted by particle.
    pub anchors: Vec<Anchor>,
    /// The free particles that are part of a tree with links, deepest first, and of one depth by id.
    pub order: Vec<u32>,
    /// Links between a particle and what its tree hangs from, at the most.
    pub depth: u32,
    /// How many trees there are.
    pub trees: u32,
    /// Whether each particle's tree is tied to something fixed besides what it hangs from.
    pub tied: Vec<bool>,
    scratch: Scratch,
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Links that were walked over, by slot.
    walked: Vec<bool>,
    /// Whether a particle is in a tree.
    planted: Vec<bool>,
    /// For each particle the first of its tree ([`sets`]).
    tree: Vec<u32>,
    /// Particles in the order in which they were planted.
    queue: Vec<u32>,
    depth: Vec<u32>,
    starts: Vec<u32>,
    /// Particles that were passed in turning trees round.
    turned: usize,
    /// What each particle's tree hangs from, and how far that is along it, m.
    root: Vec<u32>,
    reach: Vec<f32>,
}

impl Forest {
    /// Whether a particle is in no tree: it is fixed.
    pub fn is_outside(&self, particle: u32) -> bool {
        !self.scratch.planted[particle as usize]
    }

    /// Grows all trees anew.
    pub fn plant(&mut self, graph: ConstraintGraph) {
        let count = graph.particles.len();
        self.reset(count, graph.links.slot_count());
        for fixed in (0..count as u32).filter(|&particle| graph.is_fixed(particle)) {
            self.grow(graph, fixed);
        }
        let mut next = 0;
        for seed in 0..count as u32 {
            self.grow_queue(graph, &mut next);
            if !graph.is_fixed(seed) && !self.scratch.planted[seed as usize] {
                self.put(seed, NONE, None);
            }
        }
        self.grow_queue(graph, &mut next);
        self.anchors.sort_unstable_by_key(|anchor| (anchor.particle, anchor.fixed, anchor.rest_length.to_bits()));
        self.sort(graph.particles);
        self.find_reaches(graph);
        self.find_tied();
    }

    fn find_tied(&mut self) {
        let Self { parent, anchors, order, tied, scratch: Scratch { tree, .. }, .. } = self;
        refill(tied, parent.len(), false);
        for anchor in &*anchors {
            tied[union_find::find_root(tree, anchor.particle) as usize] = true;
        }
        for &particle in &*order {
            tied[particle as usize] = tied[union_find::find_root(tree, particle) as usize];
        }
    }

    /// Finds how far it is from what a tree hangs from to what else it is tied to.
    fn find_reaches(&mut self, graph: ConstraintGraph) {
        let Self { parent, rest_length, anchors, order, scratch: Scratch { root, reach, .. }, .. } = self;
        if anchors.is_empty() {
            return;
        }
        refill(root, parent.len(), NONE);
        refill(reach, parent.len(), 0.0);
        for &particle in order.iter().rev() {
            let (index, above) = (particle as usize, parent[particle as usize]);
            if above != NONE {
                root[index] = if graph.is_fixed(above) { above } else { root[above as usize] };
                reach[index] = reach[above as usize] + rest_length[index];
            }
        }
        for anchor in anchors {
            let index = anchor.particle as usize;
            (anchor.root, anchor.reach) = (root[index], reach[index] + anchor.rest_length);
        }
    }

    /// How many strands between two fixed particles are taut.
    pub fn taut(&self, position: &[Vec2]) -> usize {
        self.anchors.iter().filter(|anchor| anchor.is_taut(position)).count()
    }

    /// Leaves the anchors of taut strands to the sweeps: without them these hang as others do.
    pub fn exclude_taut_anchors(&mut self, position: &[Vec2]) {
        for anchor in &mut self.anchors {
            let is_long = distance(position, anchor.particle, anchor.fixed) > LONG * anchor.rest_length;
            anchor.is_left = anchor.is_drawn(if is_long { TAUT_LONG } else { TAUT }, position);
        }
    }

    fn reset(&mut self, particles: usize, slots: usize) {
        let Self { parent, rest_length, slack, anchors, order: _, depth: _, trees: _, tied: _, scratch } = self;
        let Scratch { walked, planted, tree, queue, turned, .. } = scratch;
        *turned = 0;
        refill(parent, particles, NONE);
        refill(rest_length, particles, 1.0);
        refill(slack, particles, f32::INFINITY);
        refill(walked, slots, false);
        refill(planted, particles, false);
        tree.clear();
        tree.extend(0..particles as u32);
        anchors.clear();
        queue.clear();
    }

    fn grow_queue(&mut self, graph: ConstraintGraph, next: &mut usize) {
        while let Some(&particle) = self.scratch.queue.get(*next) {
            *next += 1;
            self.grow(graph, particle);
        }
    }

    /// Walks along every strand that starts at `from` and was not walked before.
    fn grow(&mut self, graph: ConstraintGraph, from: u32) {
        for neighbour in firm(graph, from) {
            if !self.scratch.walked[neighbour.slot as usize] {
                self.walk(graph, from, *neighbour);
            }
        }
    }

    /// Follows one strand, which begins at `from` with the link to `along`.
    fn walk(&mut self, graph: ConstraintGraph, mut from: u32, mut along: Neighbour) {
        let mut fresh = false;
        loop {
            self.scratch.walked[along.slot as usize] = true;
            let to = along.particle;
            match (graph.is_fixed(from), graph.is_fixed(to)) {
                (true, true) => return,
                (false, true) => return self.anchor(graph, from, along),
                _ if self.scratch.planted[to as usize] => return self.close(graph, from, along, fresh),
                _ => self.put(to, from, Some((graph, along))),
            }
            fresh = true;
            let Some(next) = self.next(graph, from, to) else { return };
            (from, along) = (to, next);
        }
    }

    /// The link on which a strand that came `from` one particle `to` another goes on: the one that takes the same step in
    /// the order of the particles, as rows and columns of nets do; or the only other one, unless that is round the corner
    /// of a net.
    fn next(&self, graph: ConstraintGraph, from: u32, to: u32) -> Option<Neighbour> {
        let straight = i64::from(to) + i64::from(to) - i64::from(from);
        let mut others = firm(graph, to).filter(|neighbour| neighbour.particle != from);
        let is_open = |neighbour: &&Neighbour| !self.scratch.walked[neighbour.slot as usize];
        let ahead = others.clone().filter(is_open).find(|neighbour| i64::from(neighbour.particle) == straight);
        ahead.copied().or_else(|| {
            let only = others.next().filter(|_| others.next().is_none()).filter(is_open)?;
            let is_rope = |particle| graph.is_fixed(particle) || firm(graph, particle).nth(2).is_none();
            (is_rope(from) || is_rope(only.particle)).then_some(*only)
        })
    }

    /// Adds a particle to the tree of its parent, which may be fixed, or to none.
    fn put(&mut self, particle: u32, parent: u32, link: Option<(ConstraintGraph, Neighbour)>) {
        self.scratch.planted[particle as usize] = true;
        self.scratch.queue.push(particle);
        if let Some((graph, link)) = link {
            self.hang(particle, parent, link.rest_length, slack_of(graph, link));
            if !graph.is_fixed(parent) {
                union_find::union(&mut self.scratch.tree, parent, particle);
            }
        }
    }

    fn hang(&mut self, particle: u32, parent: u32, rest_length: f32, slack: f32) {
        self.parent[particle as usize] = parent;
        self.rest_length[particle as usize] = rest_length;
        self.slack[particle as usize] = slack;
    }

    fn anchor(&mut self, graph: ConstraintGraph, particle: u32, link: Neighbour) {
        self.anchor_to(link.particle, particle, link.rest_length, slack_of(graph, link));
    }

    fn anchor_to(&mut self, fixed: u32, particle: u32, rest_length: f32, slack: f32) {
        let (root, reach, is_left) = (NONE, 0.0, false);
        self.anchors.push(Anchor { particle, fixed, rest_length, slack, root, reach, is_left });
    }

    /// A strand has come to a particle that is in a tree already. If it brought particles of its own, and the tree is
    /// another, the two become one: the link carries what hangs on the strand.
    fn close(&mut self, graph: ConstraintGraph, from: u32, link: Neighbour, fresh: bool) {
        let to = link.particle;
        if graph.is_fixed(from) {
            let back = Neighbour { particle: from, ..link };
            return self.anchor(graph, to, back);
        }
        let tree = &mut self.scratch.tree;
        let is_closed = union_find::find_root(tree, from) == union_find::find_root(tree, to);
        // Trees are turned round for so long only: a file may be made to turn a long one again and again.
        if !fresh || is_closed || self.scratch.turned > 16 * self.parent.len() {
            return;
        }
        self.turn(graph, to);
        self.hang(to, from, link.rest_length, slack_of(graph, link));
        union_find::union(&mut self.scratch.tree, from, to);
    }

    /// Turns a tree round so that it hangs from `new_root`.
    fn turn(&mut self, graph: ConstraintGraph, new_root: u32) {
        let (mut particle, mut above) = (new_root, (NONE, 1.0, f32::INFINITY));
        loop {
            self.scratch.turned += 1;
            let index = particle as usize;
            let (parent, rest_length, slack) = (self.parent[index], self.rest_length[index], self.slack[index]);
            self.hang(particle, above.0, above.1, above.2);
            if parent == NONE {
                return;
            }
            if graph.is_fixed(parent) {
                return self.anchor_to(parent, particle, rest_length, slack);
            }
            (particle, above) = (parent, (particle, rest_length, slack));
        }
    }

    /// Sorts the particles of trees by depth, the deepest first (a counting sort).
    fn sort(&mut self, particles: &Particles) {
        let Self { parent, order, depth: deepest, trees, scratch, .. } = self;
        let Scratch { depth, starts, queue, .. } = scratch;
        refill(depth, parent.len(), NONE);
        (*deepest, *trees) = (0, 0);
        let is_fixed = |particle: u32| particles.inv_mass[particle as usize] == 0.0;
        for &particle in &*queue {
            // Up to where the depth is known, then down again.
            let (mut at, mut steps) = (particle, 0);
            while depth[at as usize] == NONE && parent[at as usize] != NONE && !is_fixed(parent[at as usize]) {
                at = parent[at as usize];
                steps += 1;
            }
            if depth[at as usize] == NONE {
                depth[at as usize] = u32::from(parent[at as usize] != NONE);
                *trees += 1;
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
        refill(starts, *deepest as usize + 2, 0);
        let place = |depth: u32| (*deepest - depth) as usize;
        queue.iter().for_each(|&particle| starts[place(depth[particle as usize]) + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        refill(order, queue.len(), NONE);
        for particle in (0..parent.len() as u32).filter(|&particle| depth[particle as usize] != NONE) {
            let start = &mut starts[place(depth[particle as usize])];
            order[*start as usize] = particle;
            *start += 1;
        }
    }
}

/// The firm links of a particle.
fn firm(graph: ConstraintGraph<'_>, particle: u32) -> impl Iterator<Item = &Neighbour> + Clone {
    graph.neighbours(particle).filter(move |neighbour| is_firm(graph, neighbour))
}

fn is_firm(graph: ConstraintGraph, neighbour: &Neighbour) -> bool {
    graph.links.get(neighbour.slot as usize).is_some_and(constraint_graph::is_strand_link)
}

fn slack_of(graph: ConstraintGraph, neighbour: Neighbour) -> f32 {
    let pulls_only = graph.links.get(neighbour.slot as usize).is_some_and(|link| link.kind.min_error() == 0.0);
    if pulls_only { SLACK * neighbour.rest_length } else { f32::INFINITY }
}

fn refill<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    list.clear();
    list.resize(length, value);
}
