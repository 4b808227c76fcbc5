//! Which particles and links may touch which shape in a substep.
//!
//! Particles that were made one after the other stay together. Blocks of them get a bounding box each, and so do bunches
//! of links, from the blocks in which they end; only what lies in a block or bunch near a shape is looked at by itself.
//! What is then found depends on each particle's or link's own box alone, so how they are bunched is not to be seen.

use glam::Vec2;

use super::{
    collider::Colliders,
    constraint::LinkKind,
    contact::Surface,
    obstacle::{Bodies, Obstacle},
    particles::Particles,
    rows::Rows,
    slots::Links,
};

/// Particles in a block, and links in a bunch.
const BLOCK: usize = 16;
const BUNCH: usize = 32;

/// How much nearer than it seems something may be, m: what contacts with other shapes move in the same substep.
const MARGIN: f32 = 0.01;

/// A box, m: lowest and highest corner.
type Bounds = (Vec2, Vec2);

/// Contacts with shapes: derived, and scratch. Nothing of it is state.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts {
    /// Where all particles were at the beginning of the substep, m.
    start: Vec<Vec2>,
    obstacles: Vec<Obstacle>,
    /// What each block takes up in the substep.
    blocks: Vec<Bounds>,
    /// The blocks in which the links of each bunch end.
    bunches: Rows<u32>,
    /// Slots changed: `bunches` is out of date.
    pub stale: bool,
    /// The shapes that are near a block or bunch.
    local: Vec<u32>,
    /// Links (by their ends) and particles near a shape, with the shape.
    links: Vec<([u32; 2], u32)>,
    particles: Vec<(u32, u32)>,
}

fn meet(one: Bounds, other: Bounds) -> bool {
    one.0.x <= other.1.x && other.0.x <= one.1.x && one.0.y <= other.1.y && other.0.y <= one.1.y
}

fn around(one: Bounds, other: Bounds) -> Bounds {
    (one.0.min(other.0), one.1.max(other.1))
}

impl Contacts {
    /// Takes down where everything is at the beginning of a substep.
    pub fn take_down(&mut self, particles: &Particles) {
        self.start.clone_from(&particles.position);
    }

    /// Moves the shapes on by a substep. `pace` is how fast they are led, m/s.
    pub fn advance(&mut self, colliders: &mut Colliders, (substep, pace): (f32, f32)) {
        self.obstacles.clear();
        for shape in &mut colliders.shapes {
            let before = *shape;
            shape.advance(substep, pace);
            let mut obstacle = Obstacle::new(&before, shape);
            obstacle.bounds = (obstacle.bounds.0 - MARGIN, obstacle.bounds.1 + MARGIN);
            self.obstacles.push(obstacle);
        }
    }

    /// Everything has moved: stops what has come into a shape. Links first, so that what is last is what nothing may pass:
    /// particles.
    ///
    /// Links that share a particle share what presses it, and the first takes the most. So every other substep goes
    /// `backwards`: always one way, a rope crept over a post at 3 mm/s to the side of its end.
    pub fn end(&mut self, particles: &mut Particles, links: &Links, (surface, backwards): (Surface, bool)) {
        self.find(particles, links);
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut bodies = Bodies { start: &self.start, position, displacement, inv_mass };
        let mut stop = |&([a, b], obstacle): &([u32; 2], u32)| {
            self.obstacles[obstacle as usize].stop_link(&mut bodies, (a as usize, b as usize), surface);
        };
        if backwards {
            self.links.iter().rev().for_each(&mut stop)
        } else {
            self.links.iter().for_each(&mut stop)
        }
        for &(index, obstacle) in &self.particles {
            self.obstacles[obstacle as usize].stop_particle(&mut bodies, index as usize, surface);
        }
    }

    /// Finds what is near a shape.
    fn find(&mut self, particles: &Particles, links: &Links) {
        if std::mem::take(&mut self.stale) {
            self.bunch(links);
        }
        let Self { start, obstacles, blocks, bunches, local, links: near_links, particles: near_particles, .. } = self;
        near_links.clear();
        near_particles.clear();
        let of = |index: usize| {
            let (before, now) = (start[index], particles.position[index]);
            (before.min(now), before.max(now))
        };
        // Which of some shapes are near, in their order.
        let near = |bounds: Bounds, obstacle: &u32| meet(bounds, obstacles[*obstacle as usize].bounds);
        let all = 0..obstacles.len() as u32;
        blocks.clear();
        for first in (0..start.len()).step_by(BLOCK) {
            let last = (first + BLOCK).min(start.len());
            let block = (first + 1..last).map(of).fold(of(first), around);
            blocks.push(block);
            local.clear();
            local.extend(all.clone().filter(|obstacle| near(block, obstacle)));
            if !local.is_empty() {
                for (index, bounds) in (first..last).map(|index| (index as u32, of(index))) {
                    let found = local.iter().filter(|obstacle| near(bounds, obstacle));
                    near_particles.extend(found.map(|&obstacle| (index, obstacle)));
                }
            }
        }
        for bunch in 0..links.slots().div_ceil(BUNCH) {
            let bounds = bunches.of(bunch).iter().map(|&block| blocks[block as usize]).reduce(around);
            local.clear();
            local.extend(bounds.iter().flat_map(|&bounds| all.clone().filter(move |obstacle| near(bounds, obstacle))));
            if local.is_empty() {
                continue;
            }
            let slots = bunch * BUNCH..((bunch + 1) * BUNCH).min(links.slots());
            // Braces have the threads of their patch around them.
            for link in slots
                .filter_map(|slot| links.get(slot))
                .filter(|link| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop))
            {
                let bounds = around(of(link.a.index()), of(link.b.index()));
                let found = local.iter().filter(|obstacle| near(bounds, obstacle));
                near_links.extend(found.map(|&obstacle| ([link.a.0, link.b.0], obstacle)));
            }
        }
    }

    /// Learns in which blocks the links of each bunch end.
    fn bunch(&mut self, links: &Links) {
        self.bunches.clear();
        for bunch in 0..links.slots().div_ceil(BUNCH) {
            let slots = bunch * BUNCH..((bunch + 1) * BUNCH).min(links.slots());
            let ends = slots.filter_map(|slot| links.get(slot)).flat_map(|link| [link.a, link.b]);
            self.bunches.push_set(ends.map(|end| (end.index() / BLOCK) as u32));
        }
    }
}
