//! Elastic attachments: heavy particles that hang from ropes of links with compliance.
//!
//! A sweep passes only a little of a heavy particle's pull on to the next link of a light rope, so that the rope stretches
//! several times as far as its stiffness allows. So the tension of a rope follows from its length at once, up to where
//! it touches a shape, is fixed or bears another heavy particle: one link in XPBD (Macklin et al. 2016) with the sum of
//! the compliances, which moves the heavy particle alone, or the two at its ends. In sweeps these are at rest, and the
//! light ones follow.

use std::ops::Range;

use glam::Vec2;

use crate::attachment::heavy_ratio;
use crate::particles::ConstraintGraph;
use crate::simd::ParticleView;

/// A particle of a rope, counted from the heavy one.
#[derive(Clone, Copy, Debug)]
struct RopeNode {
    particle: u32,
    /// The link to the node before.
    slot: u32,
    /// Sums from the heavy particle on: rest lengths, m, and compliances, m/N.
    rest_length: f32,
    compliance: f32,
}

/// A rope from a heavy particle to a fixed one, or to another heavy one, which has the same rope in reverse.
#[derive(Clone, Debug)]
struct ElasticRope {
    nodes: Range<usize>,
    /// Number of its nodes whose length counts, to the first at a shape.
    count: usize,
}

/// The elastic attachments of a world. Derived from links, masses, fixed particles and, in each step, shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ElasticAttachments {
    ropes: Vec<ElasticRope>,
    nodes: Vec<RopeNode>,
}

impl ElasticAttachments {
    /// Finds the ropes of the `heavy` particles that hang from such ropes alone.
    pub fn rebuild(&mut self, graph: ConstraintGraph, heavy: &[u32]) {
        self.ropes.clear();
        self.nodes.clear();
        for &heavy in heavy {
            let (ropes, nodes) = (self.ropes.len(), self.nodes.len());
            let are_found = graph.neighbours(heavy).all(|first| self.add_rope(graph, heavy, first.slot));
            if !are_found {
                self.ropes.truncate(ropes);
                self.nodes.truncate(nodes);
            }
        }
        self.drop_ropes_to_unattached(graph);
    }

    /// Drops the ropes of heavy particles with a rope to one that has none.
    fn drop_ropes_to_unattached(&mut self, graph: ConstraintGraph) {
        loop {
            // In rising order, as the heavy particles are.
            let attached: Vec<u32> = self.particles().collect();
            let Self { ropes, nodes } = self;
            let is_lost = |rope: &&ElasticRope| {
                let end = nodes[rope.nodes.end - 1].particle;
                !graph.is_fixed(end) && attached.binary_search(&end).is_err()
            };
            let lost: Vec<u32> = ropes.iter().filter(is_lost).map(|rope| nodes[rope.nodes.start].particle).collect();
            if lost.is_empty() {
                return;
            }
            ropes.retain(|rope| lost.binary_search(&nodes[rope.nodes.start].particle).is_err());
        }
    }

    /// Adds the rope from a heavy particle to the next fixed or heavy one, if it has no branches and no rigid link.
    fn add_rope(&mut self, graph: ConstraintGraph, heavy: u32, mut slot: u32) -> bool {
        let start = self.nodes.len();
        let mut last = RopeNode { particle: heavy, slot, rest_length: 0.0, compliance: 0.0 };
        self.nodes.push(last);
        // Cut links leave a loop at once.
        for _ in 0..graph.particles.len() {
            let Some(link) = graph.links.get(slot as usize).filter(|link| link.compliance > 0.0) else { return false };
            let particle = if link.a.0 == last.particle { link.b.0 } else { link.a.0 };
            let (rest_length, compliance) = (last.rest_length + link.rest_length, last.compliance + link.compliance);
            last = RopeNode { particle, slot, rest_length, compliance };
            self.nodes.push(last);
            if particle == heavy {
                return false;
            }
            if graph.is_fixed(particle) || heavy_ratio(graph, particle).is_some() {
                let count = self.nodes.len() - start;
                self.ropes.push(ElasticRope { nodes: start..self.nodes.len(), count });
                return true;
            }
            let mut others = graph.neighbours(particle).filter(|other| other.slot != slot);
            match (others.next(), others.next()) {
                (Some(next), None) => slot = next.slot,
                _ => return false,
            }
        }
        false
    }

    /// The heavy particles.
    pub fn particles(&self) -> impl Iterator<Item = u32> + '_ {
        self.ropes.iter().map(|rope| self.nodes[rope.nodes.start].particle)
    }

    /// Finds how much of each rope counts, at the beginning of a step. `touches`: whether the link between two particles
    /// touches a shape.
    pub fn begin_step(&mut self, touches: impl Fn(u32, u32) -> bool) {
        let Self { ropes, nodes } = self;
        for rope in ropes {
            let nodes = &nodes[rope.nodes.clone()];
            let first = nodes.windows(2).position(|ends| touches(ends[0].particle, ends[1].particle));
            rope.count = first.map_or(nodes.len(), |link| link + 2);
        }
    }

    /// Moves the heavy particles that are `wanted` by the tensions of their ropes. `taken` gets the slots of a rope's links
    /// and their impulse x time, kg m.
    pub fn pull(
        &self,
        view: &mut ParticleView,
        inv_substep_squared: f32,
        wanted: impl Fn(u32) -> bool,
        mut taken: impl FnMut(&mut dyn Iterator<Item = u32>, f32),
    ) {
        for ElasticRope { nodes, count } in &self.ropes {
            let is_whole = *count == nodes.len();
            let nodes = &self.nodes[nodes.clone()][..*count];
            let (heavy, last) = (nodes[0].particle as usize, nodes[count - 1]);
            // Only a heavy particle at the end of a whole rope is pulled too.
            let end = last.particle as usize;
            let end_inv_mass = if is_whole { view.inv_mass[end] } else { 0.0 };
            let is_pulled_from_end = end_inv_mass > 0.0 && end < heavy;
            if is_pulled_from_end || !wanted(nodes[0].particle) {
                continue;
            }
            let at = |node: &RopeNode| view.position[node.particle as usize] + view.corrections[node.particle as usize];
            let length: f32 = nodes.windows(2).map(|ends| (at(&ends[1]) - at(&ends[0])).length()).sum();
            let direction = (at(&nodes[1]) - at(&nodes[0])).normalize_or_zero();
            let end_direction = (at(&nodes[count - 2]) - at(&last)).normalize_or_zero();
            let inv_mass = view.inv_mass[heavy];
            // Ropes only pull.
            let error = (length - last.rest_length).max(0.0);
            let impulse = error / (inv_mass + end_inv_mass + last.compliance * inv_substep_squared);
            view.corrections[heavy] += direction * (impulse * inv_mass);
            if end_inv_mass > 0.0 {
                view.corrections[end] += end_direction * (impulse * end_inv_mass);
            }
            taken(&mut nodes[1..].iter().map(|node| node.slot), impulse);
        }
    }

    /// Records the corrections of the heavy particles, which sweeps should leave as they are.
    pub fn record(&self, corrections: &[Vec2], wanted: impl Fn(u32) -> bool, kept: &mut Vec<(u32, Vec2)>) {
        kept.clear();
        kept.extend(self.particles().filter(|&heavy| wanted(heavy)).map(|heavy| (heavy, corrections[heavy as usize])));
    }
}
