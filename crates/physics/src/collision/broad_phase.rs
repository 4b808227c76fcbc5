//! Which particles and links may touch which shape in a substep.
//!
//! Particles that were made one after the other stay together. Blocks of them get a bounding box each, and so do bunches
//! of links, from the blocks in which they end; only what lies in a block or bunch near a shape is looked at by itself.
//! What is then found depends on each particle's or link's own box alone, so how they are bunched is not to be seen.

use glam::Vec2;

use crate::{
    collision::{
        corner_friction::Holds,
        depenetration::{Aside, Exit},
        ignored_pairs::{Hanging, NearLink, NearParticle},
        swept_contact::{Bodies, Obstacle},
    },
    containers::csr_lists::CsrLists,
    geometry::{
        colliders::Colliders,
        moving_shape::{MotorSpeeds, Shape},
    },
    particles::{distance_constraint::LinkKind, links::Links, storage::Particles},
    plane_contact::ContactParameters,
    simd,
};

/// Particles in a block, and links in a bunch.
const BLOCK: usize = 16;
const BUNCH: usize = 32;

/// How much nearer than it seems something may be, m: what contacts with other shapes move in the same substep.
const MARGIN: f32 = 0.01;

/// Links at corners for which there is room from the beginning.
const MOST_HELD: usize = 4_096;

/// How often a particle goes round between the shapes of a corner in a substep.
const MOST_TURNS: usize = 12;

/// How often links that have gone across a corner are taken back in a substep.
const MOST_TAKEN_BACK: usize = 8;

/// What is looked for is as near to a shape as this, m; it is looked for again once something has gone so far. Shorter,
/// it is looked for more often; longer, more is found. (Substeps are many: each by itself moves little.)
const REACH: f32 = 0.02;

/// A box, m: lowest and highest corner.
pub(crate) type Bounds = (Vec2, Vec2);

/// Contacts with shapes: derived, and scratch. Nothing of it is state.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShapeContacts {
    /// Where all particles were at the beginning of the substep, m.
    start: Vec<Vec2>,
    obstacles: Vec<Obstacle>,
    /// How thick ropes are, m: so far from shapes they lie.
    pub thickness: f32,
    /// How hard links hold, 0 to 1: what gives is longer by itself.
    pub hardness: f32,
    /// Scratch: how fast each shape goes in a substep.
    pub paces: Vec<MotorSpeeds>,
    /// Scratch: discs that lie beside a shape.
    pub beside: Vec<u32>,
    search: Search,
    /// Links (by their ends) and particles near a shape in this substep, with the shape.
    links: Vec<NearLink>,
    particles: Vec<NearParticle>,
    hanging: Hanging,
    aside: Aside,
    /// Links that touch a corner that they are long for.
    holds: Holds,
}

/// What may come near a shape before anything has gone further than [`REACH`]. The bits do not depend on when it was
/// looked for: what is found then, is what each substep looks through.
#[derive(Clone, Debug, Default)]
struct Search {
    /// SlotList changed: `bunches` is out of date.
    stale: bool,
    /// Which links there were: see [`Links::revision`].
    revision: u64,
    /// Where all particles were then, m.
    positions: Vec<Vec2>,
    /// What the shapes took up then.
    bounds: Vec<Bounds>,
    /// What each block took up.
    blocks: Vec<Bounds>,
    /// The blocks in which the links of each bunch end.
    bunches: CsrLists<u32>,
    /// The shapes that are near a block or bunch.
    local: Vec<u32>,
    /// Links (by their ends) and particles that may come near a shape, with the shape.
    links: Vec<NearLink>,
    particles: Vec<NearParticle>,
    /// The slot of each of the links.
    slots: Vec<u32>,
    /// Of which shapes it is asked which links are near it; empty while that of none is.
    grouped: Vec<bool>,
    /// Those shapes and the slots of the links, by the shape.
    by_shape: Vec<(u32, u32)>,
    /// It was looked in this substep whether what was found has all from where everything was at its beginning.
    begun: bool,
}

fn meet(one: Bounds, other: Bounds) -> bool {
    one.0.x <= other.1.x && other.0.x <= one.1.x && one.0.y <= other.1.y && other.0.y <= one.1.y
}

fn around(one: Bounds, other: Bounds) -> Bounds {
    (one.0.min(other.0), one.1.max(other.1))
}

fn swollen(bounds: Bounds, by: f32) -> Bounds {
    (bounds.0 - by, bounds.1 + by)
}

impl ShapeContacts {
    /// Links or particles were added, or slots have changed.
    pub fn renew(&mut self) {
        self.search.stale = true;
    }

    /// Takes down where everything is at the beginning of a substep.
    pub fn take_down(&mut self, particles: &Particles) {
        self.start.clone_from(&particles.position);
    }

    /// Finds what may touch shapes where they are, for those of them `of` which that is asked. Nothing has moved since it was
    /// taken down where everything is; if it is so `early` that the step has only begun, something may have.
    pub fn seek(
        &mut self,
        (colliders, of): (&Colliders, impl Fn(&Shape) -> bool + Clone),
        particles: &Particles,
        (links, early): (&Links, bool),
    ) {
        let Self { obstacles, thickness, .. } = self;
        obstacles.clear();
        obstacles.extend(colliders.shapes.iter().map(|shape| {
            let mut obstacle = Obstacle::new(shape, shape).thicker(*thickness);
            obstacle.bounds = swollen(obstacle.bounds, MARGIN);
            obstacle
        }));
        let start = std::mem::take(&mut self.start);
        self.refresh((&start, if early { Some(&particles.position) } else { None }), links);
        self.start = start;
        self.search.begun = true;
        self.search.group(links, colliders.shapes.iter().map(of));
    }

    /// The slots of the links that may touch a shape.
    pub fn candidates(&self, shape: u32) -> impl Iterator<Item = u32> + '_ {
        let by_shape = &self.search.by_shape;
        let [first, last] = [shape, shape + 1].map(|shape| by_shape.partition_point(|link| link.0 < shape));
        by_shape[first..last].iter().map(|link| link.1)
    }

    /// Whether a particle is part of a web: of anything but a single rope.
    pub fn is_web(&self, index: u32) -> bool {
        self.hanging.is_web(index)
    }

    /// What a shape takes up, and a little more, m.
    pub fn bounds(&self, shape: u32) -> Bounds {
        self.obstacles[shape as usize].bounds
    }

    /// The particles that may touch a shape, and the shape's number.
    pub fn candidate_particles(&self) -> &[NearParticle] {
        &self.search.particles
    }

    /// Brings up to date what may come near a shape on its way from one place to the other.
    fn refresh(&mut self, (start, position): (&[Vec2], Option<&[Vec2]>), links: &Links) {
        let Self { obstacles, search, hanging, aside, .. } = &mut *self;
        if search.links_differ(links, start.len()) {
            hanging.weave(links, start.len());
            aside.weave(links, start.len());
        }
        if !search.holds_good((start, position), links, obstacles) {
            search.look((start, position.unwrap_or(start)), links, obstacles);
            // Room for as much as may be near most shapes, so that no step asks for it when it comes to that.
            self.links.reserve(links.slot_count().saturating_sub(self.links.len()));
            self.particles.reserve(start.len().saturating_sub(self.particles.len()));
            self.holds.reserve(MOST_HELD);
        }
    }

    /// Moves the shapes on by a substep, each at its pace.
    pub fn advance(&mut self, colliders: &mut Colliders, (substep, paces): (f32, &[MotorSpeeds])) {
        self.obstacles.clear();
        for (shape, &pace) in colliders.shapes.iter_mut().zip(paces) {
            let before = *shape;
            shape.advance(substep, pace);
            let mut obstacle = Obstacle::new(&before, shape).thicker(self.thickness);
            obstacle.bounds = swollen(obstacle.bounds, MARGIN);
            self.obstacles.push(obstacle);
        }
    }

    /// Everything has moved: stops what has come into a shape. Links first, so that what is last is what nothing may pass:
    /// particles.
    ///
    /// Links that share a particle share what presses it, and the first takes the most. So every other substep goes
    /// `backwards`: always one way, a rope crept over a post at 3 mm/s to the side of its end.
    pub fn end(&mut self, particles: &mut Particles, all: &Links, (surface, backwards): (ContactParameters, bool)) {
        let start = std::mem::take(&mut self.start);
        self.refresh((&start, Some(&particles.position)), all);
        self.start = start;
        self.search.begun = false;
        self.find(&particles.position);
        let Particles { position, displacement, inv_mass, .. } = particles;
        let Self { start, search, hardness, links, particles: points, obstacles, hanging, aside, holds, .. } =
            &mut *self;
        let mut bodies = Bodies { start, position, displacement, inv_mass };
        holds.clear();
        hanging.begin(&bodies, (links, points), obstacles);
        let length = |slot: u32| all.get(slot as usize).map_or(f32::INFINITY, |link| link.rest_length / *hardness);
        let Vec2 { x, y } = surface.fall;
        let fall = (x * x + y * y).sqrt();
        aside.begin(&bodies, (search.found(all), points), (length, fall), (obstacles, hanging));
        let mut stop = |&([a, b], number): &NearLink| {
            if [a, b].into_iter().any(|end| aside.goes((end, number))) {
                return;
            }
            let hangs = [a, b].map(|end| hanging.is_deep((end, number), start, obstacles));
            let (obstacle, ends) = (&obstacles[number as usize], (a as usize, b as usize));
            if hangs != [true; 2] && obstacle.stop_link(&mut bodies, ends, (surface, hangs != [false; 2]), holds) {
                hanging.add([a, b], number);
            }
        };
        if backwards {
            links.iter().rev().for_each(&mut stop)
        } else {
            links.iter().for_each(&mut stop)
        }
        holds.settle(&mut bodies);
        hanging.sort();
        for near in points.chunk_by(|one, other| one.0 == other.0) {
            let touches = || near.iter().filter(|point| !hanging.hangs(**point, start, obstacles));
            let shapes = || touches().map(|near| (&obstacles[near.1 as usize], aside.exit(*near)));
            stop_among(&mut bodies, near[0].0 as usize, surface, shapes);
        }
        let may_cross = |&([a, b], number): &NearLink| {
            let is_let = |end| aside.goes((end, number)) || hanging.hangs((end, number), start, obstacles);
            !is_let(a) && !is_let(b)
        };
        // Those that are taken back take others with them.
        for _ in 0..MOST_TAKEN_BACK {
            let take = |&([a, b], number): &NearLink| {
                obstacles[number as usize].take_back(&mut bodies, [a as usize, b as usize])
            };
            // All of them, not up to the first.
            if links.iter().filter(|link| may_cross(link)).map(take).filter(|taken| *taken).count() == 0 {
                break;
            }
        }
    }

    /// Stops a particle that is so much thicker than others (m).
    pub fn stop_thick(&self, particles: &mut Particles, (index, thicker): (usize, f32), surface: ContactParameters) {
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut bodies = Bodies { start: &self.start, position, displacement, inv_mass };
        for (number, obstacle) in self.obstacles.iter().enumerate() {
            let near = (index as u32, number as u32);
            if !self.hanging.hangs(near, &self.start, &self.obstacles) {
                obstacle.thicker(thicker).stop_particle(&mut bodies, (index, self.aside.exit(near)), surface);
            }
        }
    }

    /// What those of the shapes take up that are moving, m.
    pub fn moving<'a>(&'a self, colliders: &'a Colliders) -> impl Iterator<Item = Bounds> + 'a {
        let shapes = self.obstacles.iter().zip(colliders.shapes());
        shapes.filter(|(_, shape)| shape.is_moving()).map(|(obstacle, _)| obstacle.bounds)
    }

    /// Finds what is near a shape in this substep.
    fn find(&mut self, position: &[Vec2]) {
        let Self { start, obstacles, search, links, particles, .. } = self;
        let of = |index: u32| {
            let (before, now) = (start[index as usize], position[index as usize]);
            (before.min(now), before.max(now))
        };
        let near = |bounds: Bounds, obstacle: u32| meet(bounds, obstacles[obstacle as usize].bounds);
        links.clear();
        links.extend(search.links.iter().filter(|([a, b], obstacle)| near(around(of(*a), of(*b)), *obstacle)));
        particles.clear();
        particles.extend(search.particles.iter().filter(|(index, obstacle)| near(of(*index), *obstacle)));
    }
}

/// Puts a particle back onto the surfaces of those shapes that it has come into. What one puts into another, in a corner, goes
/// from the one to the other until none moves it; where that has no end, in a narrow wedge, it stays where it was.
fn stop_among<'a, I>(bodies: &mut Bodies, index: usize, surface: ContactParameters, near: impl Fn() -> I)
where
    I: Iterator<Item = (&'a Obstacle, Exit)>,
{
    // The last that has moved it has no more to say before another has.
    let mut last = None;
    for _ in 0..MOST_TURNS {
        for (number, (obstacle, exit)) in near().enumerate() {
            if last == Some(number) {
                return;
            }
            if obstacle.stop_particle(bodies, (index, exit), surface) {
                last = Some(number);
            }
        }
        if last.is_none() {
            return;
        }
    }
    bodies.position[index] = bodies.start[index];
    bodies.displacement[index] = Vec2::ZERO;
}

impl Search {
    /// Whether there are other links or particles than when it was looked for.
    fn links_differ(&self, links: &Links, particles: usize) -> bool {
        self.stale || self.revision != links.revision() || self.positions.len() != particles
    }

    /// Whether what was found has all that may touch a shape on its way from `start` to where it is.
    fn holds_good(&self, (start, position): (&[Vec2], Option<&[Vec2]>), links: &Links, obstacles: &[Obstacle]) -> bool {
        let Self { positions, bounds, begun, .. } = self;
        if self.links_differ(links, start.len()) || bounds.len() != obstacles.len() {
            return false;
        }
        let inside = |(then, now): (&Bounds, &Obstacle)| {
            let then = swollen(*then, REACH);
            now.bounds.0.cmpge(then.0).all() && now.bounds.1.cmple(then.1).all()
        };
        let near = (*begun || simd::all_within_reach(positions, start, REACH))
            && position.is_none_or(|position| simd::all_within_reach(positions, position, REACH));
        near && bounds.iter().zip(obstacles).all(inside)
    }

    /// Finds what may have come near a shape on its way from `start` to here, or may from here.
    fn look(&mut self, (start, position): (&[Vec2], &[Vec2]), links: &Links, obstacles: &[Obstacle]) {
        if std::mem::take(&mut self.stale) {
            self.bunch(links);
        }
        let Self {
            revision,
            positions,
            bounds,
            blocks,
            bunches,
            local,
            links: near_links,
            particles,
            slots,
            grouped,
            ..
        } = self;
        *revision = links.revision();
        positions.clear();
        positions.extend_from_slice(position);
        bounds.clear();
        bounds.extend(obstacles.iter().map(|obstacle| obstacle.bounds));
        near_links.clear();
        near_links.reserve(links.slot_count());
        slots.clear();
        slots.reserve(links.slot_count());
        grouped.clear();
        particles.clear();
        particles.reserve(position.len());
        // Both sides may go as far.
        let of = |index: usize| {
            let (before, now) = (start[index], position[index]);
            swollen((before.min(now), before.max(now)), 2.0 * REACH)
        };
        // Which of some shapes are near, in their order.
        let near = |box_of: Bounds, obstacle: &u32| meet(box_of, bounds[*obstacle as usize]);
        let all = 0..obstacles.len() as u32;
        blocks.clear();
        for first in (0..position.len()).step_by(BLOCK) {
            let last = (first + BLOCK).min(position.len());
            let block = (first + 1..last).map(of).fold(of(first), around);
            blocks.push(block);
            local.clear();
            local.extend(all.clone().filter(|obstacle| near(block, obstacle)));
            if !local.is_empty() {
                for (index, bounds) in (first..last).map(|index| (index as u32, of(index))) {
                    let found = local.iter().filter(|obstacle| near(bounds, obstacle));
                    particles.extend(found.map(|&obstacle| (index, obstacle)));
                }
            }
        }
        for bunch in 0..links.slot_count().div_ceil(BUNCH) {
            let bounds = bunches.list(bunch).iter().map(|&block| blocks[block as usize]).reduce(around);
            local.clear();
            local.extend(bounds.iter().flat_map(|&bounds| all.clone().filter(move |obstacle| near(bounds, obstacle))));
            if local.is_empty() {
                continue;
            }
            let bunch = bunch * BUNCH..((bunch + 1) * BUNCH).min(links.slot_count());
            // Braces have the threads of their patch around them.
            for (slot, link) in bunch
                .filter_map(|slot| links.get(slot).map(|link| (slot as u32, link)))
                .filter(|(_, link)| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop))
            {
                let bounds = around(of(link.a.index()), of(link.b.index()));
                for &obstacle in local.iter().filter(|obstacle| near(bounds, obstacle)) {
                    near_links.push(([link.a.0, link.b.0], obstacle));
                    slots.push(slot);
                }
            }
        }
    }

    /// The links that were found and are there, with their slots.
    fn found<'a>(&'a self, all: &'a Links) -> impl Iterator<Item = (NearLink, u32)> + Clone + 'a {
        let is_there = |(_, slot): &(NearLink, u32)| all.get(*slot as usize).is_some();
        self.links.iter().copied().zip(self.slots.iter().copied()).filter(is_there)
    }

    /// Brings the links that were found in order by their shapes, those shapes of which that is `asked`.
    fn group(&mut self, all: &Links, asked: impl Iterator<Item = bool> + Clone) {
        let Self { links, slots, by_shape, grouped, .. } = self;
        if grouped.iter().copied().eq(asked.clone()) {
            return;
        }
        grouped.clear();
        grouped.extend(asked);
        by_shape.clear();
        by_shape.reserve(all.slot_count());
        let found = links.iter().zip(slots).map(|(link, slot)| (link.1, *slot));
        by_shape.extend(found.filter(|link| grouped[link.0 as usize]));
        by_shape.sort_unstable();
    }

    /// Learns in which blocks the links of each bunch end.
    fn bunch(&mut self, links: &Links) {
        self.bunches.clear();
        for bunch in 0..links.slot_count().div_ceil(BUNCH) {
            let slots = bunch * BUNCH..((bunch + 1) * BUNCH).min(links.slot_count());
            let ends = slots.filter_map(|slot| links.get(slot)).flat_map(|link| [link.a, link.b]);
            self.bunches.push_sorted_set(ends.map(|end| (end.index() / BLOCK) as u32));
        }
    }
}
