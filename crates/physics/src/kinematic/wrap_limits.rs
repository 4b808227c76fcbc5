//! Limits of a grab whose rope wraps a shape or a wheel: the grab may pull the rope from where it lies no further
//! than the rope is long.

use glam::Vec2;

use crate::attachment::PathLinks;
use crate::collision::Obstacles;
use crate::containers::Refill;
use crate::kinematic::{BendLimit, GrabLimits, MAX_EXTENSION, ReachLimit, TautWrap};
use crate::particles::{ConstraintGraph, Neighbour, ParticleId};

/// A rope closer to a shape or a wheel than this, m, lies on it.
const CONTACT_DISTANCE: f32 = 1e-3;

/// Extension of the rope up to an obstacle, or to a rope that it presses, that a grab may cause, as a fraction of its
/// length: the tension pulls the rope along where it can slide.
pub(crate) const MAX_PULL: f32 = 1.01;

/// Least share of its distance to which a grab beyond the limit yields per step.
const YIELD_RATE: f32 = 0.98;

/// Maximum number of particles searched for each grab in a step: a whole rope, and the vicinity in a large net.
const MAX_SEARCHED: usize = 20_000;

/// Breadth-first search for the points where held ropes lie on obstacles. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrapSearch {
    visited: Vec<bool>,
    nodes: Vec<Node>,
    wrap: TautWrap,
}

/// A particle on a path of links from the grab.
#[derive(Clone, Copy, Debug)]
struct Node {
    particle: u32,
    /// Place of the particle before it on the path.
    previous: usize,
    /// Length of the links from the grab, m.
    length: f32,
    /// Whether a link on the path touches an obstacle.
    touches: bool,
}

impl WrapSearch {
    /// Adds the limits of a grab whose rope lies on obstacles: the first particle on each path that does, at the length
    /// of the links to it. Where a path goes on to a fixed particle: the last bend of the taut rope from there, at what is
    /// left of its length. Paths follow some links.
    pub fn find(
        &mut self,
        (graph, followed): (ConstraintGraph, PathLinks),
        obstacles: Obstacles,
        held: ParticleId,
        limits: &mut GrabLimits,
    ) {
        let position = &graph.particles.position;
        let yielding = |centre: Vec2, radius: f32| radius.max(YIELD_RATE * centre.distance(position[held.index()]));
        self.visited.refill(position.len(), false);
        self.visited[held.index()] = true;
        self.nodes.refill_with([Node { particle: held.0, previous: 0, length: 0.0, touches: false }]);
        let mut place = 0;
        while let Some(&Node { particle, length, touches, .. }) = self.nodes.get(place).filter(|_| place < MAX_SEARCHED)
        {
            for &Neighbour { particle: next, rest_length, slot } in graph.neighbours(particle) {
                let is_followed = graph.links.get(slot as usize).is_some_and(|link| followed.contain(link));
                if !is_followed || std::mem::replace(&mut self.visited[next as usize], true) {
                    continue;
                }
                let (at, length) = (position[next as usize], length + rest_length);
                if graph.is_fixed(next) {
                    if let Some((bend, taut)) = self.last_bend(place, at, obstacles) {
                        limits
                            .bends
                            .push(BendLimit { at: bend, radius: yielding(bend, MAX_EXTENSION * length - taut) });
                    }
                    continue;
                }
                let starts_to_touch = !touches && obstacles.touch([particle, next], CONTACT_DISTANCE);
                if starts_to_touch {
                    let radius = yielding(at, MAX_PULL * length);
                    limits.wraps.push(ReachLimit { anchor: ParticleId(next), radius });
                }
                self.nodes.push(Node { particle: next, previous: place, length, touches: touches || starts_to_touch });
            }
            place += 1;
        }
    }

    /// The last bend of the taut rope from a fixed particle at a point to the grab, through a node, and the length of the
    /// rope to it, m.
    fn last_bend(&mut self, node: usize, fixed: Vec2, obstacles: Obstacles) -> Option<(Vec2, f32)> {
        let Self { nodes, wrap, .. } = self;
        let back = std::iter::successors(Some(node), |&place| (place > 0).then(|| nodes[place].previous));
        let points = back.map(|place| obstacles.particles.position[nodes[place].particle as usize]);
        wrap.points.refill_with(std::iter::once(fixed).chain(points));
        wrap.last_bend(obstacles)
    }
}
