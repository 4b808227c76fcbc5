//! Where a held rope lies on a shape: it cannot be drawn further from there than it is long, however far away its end is
//! tied.

use std::collections::VecDeque;

use super::{
    collider::Colliders,
    hand::Ties,
    particles::ParticleId,
    topology::{Neighbour, Web},
    world::World,
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
pub(super) struct Snags {
    seen: Vec<bool>,
    /// Particles whose links are still to be looked at, and how long the way to them is, m.
    open: VecDeque<(u32, f32)>,
}

impl Snags {
    /// Finds the first place on each way from a held particle that lies on a shape, into `ties`.
    fn find(&mut self, web: Web, colliders: &Colliders, from: ParticleId, ties: &mut Ties) {
        let Self { seen, open } = self;
        let position = &web.particles.position;
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
            for &Neighbour { particle: next, rest_length, .. } in web.neighbours(particle) {
                if std::mem::replace(&mut seen[next as usize], true) || web.is_fixed(next) {
                    continue;
                }
                let way = way + rest_length;
                let at = position[next as usize];
                if colliders.touch(position[particle as usize], at, TOUCHING) {
                    let distance = (at - position[from.index()]).length();
                    ties.snags.push((ParticleId(next), (PULLED * way).max(YIELD * distance)));
                } else {
                    open.push_back((next, way));
                }
            }
        }
    }
}

impl World {
    /// Forgets where what the hands hold lay on shapes, before each step, and finds it anew.
    pub(super) fn find_snags(&mut self) {
        self.ties.iter_mut().for_each(|ties| ties.snags.clear());
        self.find_more_snags();
    }

    /// Finds where what the hands hold has come to lie on shapes. What did at the beginning of the step still counts: each
    /// time a link left its post by a hair, the hand drew on, and what it held trembled at 9 m/s.
    pub(super) fn find_more_snags(&mut self) {
        if self.colliders.shapes().is_empty() {
            return;
        }
        let Self { adjacency, links, particles, hands, drive, ties, snags, colliders, .. } = self;
        let web = Web { adjacency, links, particles };
        let held = hands.iter().map(|hand| hand.particle).chain(drive.map(|drive| drive.particle));
        for (ties, held) in ties.iter_mut().zip(held) {
            snags.find(web, colliders, held, ties);
        }
    }
}
