//! Limits of a grab that presses, itself or by its rope, a rope or a net between pins: the grab takes that no further than
//! its links reach. What is taut on one side of the contact alone sets no limit: it swings away, or the grab slides along it.

use glam::Vec2;

use crate::attachment::{PathLinks, Span};
use crate::collision::particle_contact::Contact;
use crate::containers::{CsrLists, Refill};
use crate::kinematic::{GrabLimits, MAX_EXTENSION, MAX_PULL};
use crate::particles::{Components, ConstraintGraph, Neighbour, ParticleId};

/// Greatest share of its distance by which a grab beyond the limit yields at once.
const MAX_YIELD: f32 = 0.02;

/// Greatest cosine of the angle between the ways from a contact to two ends that hold it from both sides.
const MAX_COSINE: f32 = 0.5;

/// Least distance of an end that holds a contact, as a share of the links between them.
const MIN_REACH: f32 = 0.9;

/// Maximum number of particles searched along held ropes, and along what each contact presses.
const MAX_SEARCHED: usize = 2_000;

/// Maximum number of contacts of a grab, the first ones along its ropes.
const MAX_CONTACTS: usize = 16;

/// Maximum number of fixed ends of what a contact presses.
const MAX_ENDS: usize = 4;

/// Breadth-first search for the contacts of held ropes, and for the fixed ends of what they press. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactSearch {
    /// The particles that each particle presses.
    pressed: CsrLists<u32>,
    /// Paths along the held ropes.
    held: Paths,
    /// Paths along what a contact presses.
    beyond: Paths,
    /// Fixed ends of what a contact presses, m, and how far from each the contact may go, m.
    ends: Vec<(Vec2, f32)>,
}

/// Paths of links from a particle.
#[derive(Clone, Debug, Default)]
struct Paths {
    visited: Vec<bool>,
    nodes: Vec<Node>,
}

/// A particle on a path.
#[derive(Clone, Copy, Debug)]
struct Node {
    particle: u32,
    /// The particle before it; itself at the start.
    previous: u32,
    /// Length of the links from the start, m.
    length: f32,
}

impl Paths {
    /// Begins a search at a particle.
    fn start(&mut self, at: u32, particles: usize) {
        self.visited.resize(particles.max(self.visited.len()), false);
        self.nodes.drain(..).for_each(|node| self.visited[node.particle as usize] = false);
        self.push(Node { particle: at, previous: at, length: 0.0 });
    }

    /// Appends a node, unless its particle has one.
    fn push(&mut self, node: Node) {
        if self.nodes.len() < MAX_SEARCHED && !std::mem::replace(&mut self.visited[node.particle as usize], true) {
            self.nodes.push(node);
        }
    }

    /// Appends the neighbours of a node.
    fn go_on(&mut self, Node { particle, length, .. }: Node, graph: ConstraintGraph, followed: PathLinks) {
        for &Neighbour { particle: next, rest_length, slot } in graph.neighbours(particle) {
            if graph.links.get(slot as usize).is_some_and(|link| followed.contain(link)) {
                self.push(Node { particle: next, previous: particle, length: length + rest_length });
            }
        }
    }
}

impl ContactSearch {
    /// Lists the pressed contacts between components, but for those of sleepers, which a touch wakes.
    pub fn list(&mut self, contacts: &[Contact], components: &Components, is_asleep: impl Fn(u32) -> bool + Copy) {
        let numbers = components.numbers();
        let presses = move |&&Contact { a, b, normal_impulse, .. }: &&Contact| {
            normal_impulse > 0.0 && numbers[a as usize] != numbers[b as usize] && !is_asleep(a) && !is_asleep(b)
        };
        let both = |contact: &Contact| [(contact.a as usize, contact.b), (contact.b as usize, contact.a)];
        self.pressed.rebuild(numbers.len(), contacts.iter().filter(presses).flat_map(both));
    }

    /// Adds the limits of a held particle that is led to a point (m). Paths follow some links. Requires
    /// [`ContactSearch::list`].
    pub fn find(
        &mut self,
        graph: ConstraintGraph,
        followed: PathLinks,
        (held, to): (ParticleId, Vec2),
        limits: &mut GrabLimits,
    ) {
        let position = &graph.particles.position;
        self.held.start(held.0, position.len());
        let (mut place, mut contacts) = (0, 0);
        while let Some(&node @ Node { particle, previous, length }) = self.held.nodes.get(place) {
            place += 1;
            if particle != held.0 && graph.is_fixed(particle) {
                continue;
            }
            let at = position[particle as usize];
            let pull = if particle == held.0 { to - at } else { position[previous as usize] - at };
            for index in 0..self.pressed.list(particle as usize).len() {
                let other = self.pressed.list(particle as usize)[index];
                let offset = at - position[other as usize];
                if pull.dot(offset) < 0.0 && contacts < MAX_CONTACTS {
                    contacts += 1;
                    self.find_ends(graph, followed, other);
                    self.limit((at, offset), position[held.index()], length, limits);
                }
            }
            self.held.go_on(node, graph, followed);
        }
    }

    /// Finds the first fixed particles along the links of a particle.
    fn find_ends(&mut self, graph: ConstraintGraph, followed: PathLinks, from: u32) {
        self.ends.refill_with([]);
        self.beyond.start(from, graph.particles.len());
        let mut place = 0;
        while let Some(&node) = self.beyond.nodes.get(place).filter(|_| self.ends.len() < MAX_ENDS) {
            place += 1;
            if graph.is_fixed(node.particle) {
                self.ends.push((graph.particles.position[node.particle as usize], MAX_EXTENSION * node.length));
            } else {
                self.beyond.go_on(node, graph, followed);
            }
        }
    }

    /// Adds the limits by the ends of what the particle at `at` (m) presses: `offset` (m) leads from there to it. Links of a
    /// `length` (m) lead from it to the held one.
    fn limit(&self, (at, offset): (Vec2, Vec2), held: Vec2, length: f32, limits: &mut GrabLimits) {
        for (index, &(one, of_one)) in self.ends.iter().enumerate() {
            for &(other, of_other) in &self.ends[index + 1..] {
                let [to_one, to_other] = [one, other].map(|end| end + offset - at);
                let [far, far_other] = [to_one.length(), to_other.length()];
                let is_taut = far > MIN_REACH * of_one && far_other > MIN_REACH * of_other;
                if !is_taut || to_one.dot(to_other) > MAX_COSINE * far * far_other {
                    continue;
                }
                let between = [(one + offset, of_one), (other + offset, of_other)];
                let span = Span { between, length: MAX_PULL * length };
                let beyond = span.nearest(held.as_dvec2(), |at| at.as_dvec2()).as_vec2().distance(held);
                let least = beyond - MAX_YIELD * (beyond + of_one.min(of_other));
                limits.pressed.push(Span { length: span.length.max(least), ..span });
            }
        }
    }
}
