//! Limits of a grab whose rope wraps a shape or a wheel: the grab may pull the rope from where it lies no further
//! than the rope is long.

use std::collections::VecDeque;

use crate::collision::Obstacles;
use crate::containers::Refill;
use crate::kinematic::{GrabLimits, ReachLimit};
use crate::particles::{ConstraintGraph, DistanceConstraint, Neighbour, ParticleId};

/// A rope closer to a shape or a wheel than this, m, lies on it.
const CONTACT_DISTANCE: f32 = 1e-3;

/// Extension of the rope up to the obstacle that a grab may cause, as a fraction of its length: the tension pulls the rope
/// along where it can slide.
const MAX_EXTENSION: f32 = 1.01;

/// Least share of its distance to which a grab beyond the limit yields per step.
const YIELD_RATE: f32 = 0.98;

/// Maximum number of particles searched for each grab in a step: a whole rope, and the vicinity in a large net.
const MAX_SEARCHED: usize = 20_000;

/// Breadth-first search for the points where held ropes lie on obstacles. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrapSearch {
    visited: Vec<bool>,
    queue: VecDeque<Node>,
}

/// A particle whose links are still to be searched.
#[derive(Clone, Copy, Debug)]
struct Node {
    particle: u32,
    /// Length of the links from the grab, m.
    length: f32,
}

impl WrapSearch {
    /// Finds the first particle on each path from a held one that lies on an obstacle, and adds it to the limits. Paths follow
    /// no links that are excluded.
    pub fn find(
        &mut self,
        (graph, is_excluded): (ConstraintGraph, &dyn Fn(&DistanceConstraint) -> bool),
        obstacles: Obstacles,
        held: ParticleId,
        limits: &mut GrabLimits,
    ) {
        let Self { visited, queue } = self;
        let position = &graph.particles.position;
        visited.refill(position.len(), false);
        queue.clear();
        visited[held.index()] = true;
        queue.push_back(Node { particle: held.0, length: 0.0 });
        let mut count = 0;
        while let Some(Node { particle, length }) = queue.pop_front() {
            count += 1;
            if count > MAX_SEARCHED {
                return;
            }
            for &Neighbour { particle: next, rest_length, slot } in graph.neighbours(particle) {
                if graph.links.get(slot as usize).is_some_and(is_excluded) {
                    continue;
                }
                if std::mem::replace(&mut visited[next as usize], true) || graph.is_fixed(next) {
                    continue;
                }
                let length = length + rest_length;
                let at = position[next as usize];
                if obstacles.touch([particle, next], CONTACT_DISTANCE) {
                    let distance = (at - position[held.index()]).length();
                    let radius = (MAX_EXTENSION * length).max(YIELD_RATE * distance);
                    limits.wraps.push(ReachLimit { anchor: ParticleId(next), radius });
                } else {
                    queue.push_back(Node { particle: next, length });
                }
            }
        }
    }
}
