//! Where a held rope lies on a shape: it cannot be drawn further from there than it is long, however far away its end is
//! tied.

use std::collections::VecDeque;

use crate::{
    geometry::colliders::Colliders,
    kinematic::grab::GrabLimits,
    particles::{
        constraint_graph::{ConstraintGraph, Neighbour},
        storage::ParticleId,
    },
};

/// Nearer than this to a shape, m, a rope lies on it.
const TOUCHING: f32 = 1e-3;

/// How far a hand may stretch what lies on a shape, as a share of its length: so hard it pulls it along, where it can slide.
const PULLED: f32 = 1.01;

/// Least share of its distance in a step to which a hand that is too far away gives way.
const YIELD: f32 = 0.98;

/// Most particles that are looked at for each hand in a step: a rope is found whole, and of a large net what is near.
const MOST_SEEN: usize = 20_000;

/// Looks for where held ropes lie on shapes; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrapSearch {
    seen: Vec<bool>,
    /// Particles whose links are still to be looked at, and how long the way to them is, m.
    open: VecDeque<(u32, f32)>,
}

impl WrapSearch {
    /// Finds the first place on each way from a held particle that lies on a shape, into `ties`.
    pub fn find(&mut self, graph: ConstraintGraph, colliders: &Colliders, from: ParticleId, ties: &mut GrabLimits) {
        let Self { seen, open } = self;
        let position = &graph.particles.position;
        seen.clear();
        seen.resize(position.len(), false);
        open.clear();
        seen[from.index()] = true;
        open.push_back((from.0, 0.0));
        let mut count = 0;
        while let Some((particle, way)) = open.pop_front() {
            count += 1;
            if count > MOST_SEEN {
                return;
            }
            for &Neighbour { particle: next, rest_length, .. } in graph.neighbours(particle) {
                if std::mem::replace(&mut seen[next as usize], true) || graph.is_fixed(next) {
                    continue;
                }
                let way = way + rest_length;
                let at = position[next as usize];
                if colliders.touch(position[particle as usize], at, TOUCHING) {
                    let distance = (at - position[from.index()]).length();
                    ties.wraps.push((ParticleId(next), (PULLED * way).max(YIELD * distance)));
                } else {
                    open.push_back((next, way));
                }
            }
        }
    }
}
