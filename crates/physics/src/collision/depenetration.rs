//! Ropes that a shape was put onto go aside as a whole.
//!
//! What lies inside a shape comes out of it. Were each particle to come out of the side that is nearest, a rope that a block was
//! put onto would come out of two: its links would draw it in again from both, and it would leap from side to side for ever.
//! (So it did after 531 of 1 440 blocks and walls that were put onto five ropes: at 20 to 50 m/s mostly, or drawn out by up to
//! half of its length. Of 1 800 shapes none makes it leap now; 15 leave a taut rope trembling at 0.5 to 3 m/s.) So all that lies
//! in a shape between two places where a rope goes into it, a run, goes out of one side: past the end of the shape to
//! which it is the nearest, and never to the side opposite to one by which the rope goes in. That is found anew
//! in each substep, and stays the same side, for it is ever nearer.
//!
//! Where all ends are far, as in the middle of a wall, the rope hangs before the shape ([`crate::collision::ignored_pairs`]), and so it does where
//! it would have to be drawn out. What is deep in two shapes at once is in a run of one of them alone.

use glam::Vec2;

use crate::{
    collision::{
        detour::{self, Outside, RopeNeighbours},
        ignored_pairs::{Hanging, NearLink, NearParticle},
        swept_contact::{Bodies, Obstacle},
    },
    containers::union_find,
    geometry::rounded_box::RoundedBox,
    math::vector::unit,
    particles::links::Links,
};

/// A run goes slower round what is farther than so many times the way through it, and hangs from the second of these on.
const FAR: (f32, f32) = (1.5, 2.0);

/// A run goes slower from the first of these on, and not at all from the second, by what share its most stretched link is too
/// long; from the third on it hangs, if its rope goes in twice. Of a rope that is long enough to go round the shape it counts by
/// how much more it is stretched there than elsewhere.
const TAUT: (f32, f32, f32) = (0.003, 0.01, 0.02);

/// One link is stretched by so much more than others of a rope that its method leaves long, as a share.
const UNEVEN: f32 = 0.25;

/// A way leads against the side by which a rope comes in if more than this share of it does; and is then as far as so many
/// metres, in effect.
const ASKEW: f32 = 0.1;
const NEVER: f32 = 1e4;

/// In [`Aside::number`]: in no run.
const NONE: u32 = u32::MAX;

/// What is deep in shapes, and where it goes: derived, and scratch. Nothing of it is state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aside {
    /// Which of `deep` each particle is.
    number: Vec<u32>,
    deep: Vec<Deep>,
    /// For each of `deep` another of its run: disjoint sets.
    first: Vec<u32>,
    /// The run of each of `deep` that is the first of one.
    runs: Vec<Run>,
    /// What is linked with a run and not in it, in order.
    beside: Vec<NearParticle>,
    ties: RopeNeighbours,
}

/// How a particle comes out of a shape that it is in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Exit {
    /// By the nearest side.
    Nearest,
    /// So, and without friction: a run is to draw it along.
    Slipping,
    /// In a run.
    Along {
        /// A unit vector, as the shape sees it.
        way: Vec2,
        /// At which share of the pace at which things come out.
        pace: f32,
    },
}

/// A particle that is deep in a shape.
#[derive(Clone, Copy, Debug)]
struct Deep {
    near: NearParticle,
    /// Where, as the shape sees it, m.
    at: Vec2,
}

/// What lies in a shape between two places where a rope goes into it.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// Where it goes in, and how many such places there are, of which two are kept.
    entries: [Entry; 2],
    count: u32,
    /// By what share the most stretched of its links is too long, and how long they all are to be, m.
    stretch: f32,
    length: f32,
    /// How many they are.
    links: u32,
    /// What its particles and entries take up, as the shape sees them, m: lowest and highest corner.
    bounds: Option<[Vec2; 2]>,
    /// Which way it goes, and at which share of its pace; nowhere, if that is too far.
    way: Option<(Vec2, f32)>,
}

/// Where a rope goes into a shape, as the shape sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The ends of the link that does, inside and outside.
    ends: [u32; 2],
    /// m.
    at: Vec2,
    /// Unit vector out of the shape there.
    normal: Vec2,
}

impl Aside {
    /// Learns what is linked. Needed when links or particles have changed.
    pub fn weave(&mut self, links: &Links, particles: usize) {
        self.ties.weave(links, particles);
        self.deep.clear();
        self.number.clear();
        self.number.resize(particles, NONE);
        // Room for as much as may be deep in shapes, so that no step asks for it when it comes to that.
        self.deep.reserve(particles);
        self.first.reserve(particles.saturating_sub(self.first.len()));
        self.runs.reserve(particles.saturating_sub(self.runs.len()));
        self.beside.reserve((2 * particles).saturating_sub(self.beside.len()));
    }

    /// A substep's contacts begin, between `links` (by their ends, with their slots) and `particles` and the shapes that
    /// each is near. `length` says how long the link in a slot is to be, m, divided by how hard it holds, and `fall` how far
    /// gravity draws things on in a substep, m. What cannot go aside hangs from now on.
    pub fn begin(
        &mut self,
        bodies: &Bodies,
        (links, particles): (impl Iterator<Item = (NearLink, u32)> + Clone, &[NearParticle]),
        (length, fall): (impl Fn(u32) -> f32 + Copy, f32),
        (obstacles, hanging): (&[Obstacle], &mut Hanging),
    ) {
        self.find(bodies, particles, (obstacles, hanging));
        if self.deep.is_empty() {
            return;
        }
        self.join(links.clone());
        self.enter(bodies, (links, length), obstacles);
        self.choose(bodies, (length, fall), obstacles);
        let Self { deep, first, runs, .. } = self;
        for (number, &Deep { near, .. }) in deep.iter().enumerate() {
            if runs[first[number] as usize].way.is_none() {
                hanging.hang(near);
            }
        }
    }

    /// How a particle comes out of a shape that it is in.
    pub fn exit(&self, near: NearParticle) -> Exit {
        if self.deep.is_empty() {
            return Exit::Nearest;
        }
        match self.member(near.0, near.1).map(|number| self.runs[self.first[number as usize] as usize].way) {
            Some(Some((way, pace))) => Exit::Along { way, pace },
            None if self.beside.binary_search(&near).is_ok() => Exit::Slipping,
            Some(None) | None => Exit::Nearest,
        }
    }

    /// Whether a particle goes out of a shape in a run.
    pub fn goes(&self, near: NearParticle) -> bool {
        matches!(self.exit(near), Exit::Along { .. })
    }

    /// Finds the particles of ropes that are deep in shapes.
    fn find(&mut self, bodies: &Bodies, particles: &[NearParticle], (obstacles, hanging): (&[Obstacle], &Hanging)) {
        let Self { number, deep, first, .. } = self;
        deep.drain(..).for_each(|deep| number[deep.near.0 as usize] = NONE);
        for &near in particles {
            let (index, obstacle) = (near.0 as usize, &obstacles[near.1 as usize]);
            if number[index] != NONE || bodies.inv_mass[index] == 0.0 || hanging.is_taken(near.0) {
                continue;
            }
            if let Some(at) = obstacle.is_deep(bodies.start[index]).then(|| obstacle.sees(bodies.start[index])) {
                number[index] = deep.len() as u32;
                deep.push(Deep { near, at });
            }
        }
        first.clear();
        first.extend(0..deep.len() as u32);
    }

    /// Which of what is deep in a shape a particle is.
    fn member(&self, index: u32, shape: u32) -> Option<u32> {
        let number = *self.number.get(index as usize)?;
        (number != NONE && self.deep[number as usize].near.1 == shape).then_some(number)
    }

    /// Makes one run of all that is linked with each other.
    fn join(&mut self, links: impl Iterator<Item = (NearLink, u32)>) {
        for (([a, b], shape), _) in links {
            if let (Some(one), Some(other)) = (self.member(a, shape), self.member(b, shape)) {
                union_find::union(&mut self.first, one, other);
            }
        }
        for number in 0..self.first.len() {
            self.first[number] = self.first[self.first[number] as usize];
        }
    }

    /// Finds where each run goes in.
    fn enter(
        &mut self,
        bodies: &Bodies,
        (links, length): (impl Iterator<Item = (NearLink, u32)>, impl Fn(u32) -> f32),
        obstacles: &[Obstacle],
    ) {
        self.beside.clear();
        self.runs.clear();
        self.runs.resize(self.deep.len(), Run::default());
        for (deep, first) in self.deep.iter().zip(&self.first) {
            self.runs[*first as usize].add(deep.at);
        }
        for (([a, b], shape), slot) in links {
            let (inside, outside) = match (self.member(a, shape), self.member(b, shape)) {
                (Some(inside), None) => (inside, Some(b)),
                (None, Some(inside)) => (inside, Some(a)),
                (Some(inside), Some(_)) => (inside, None),
                (None, None) => continue,
            };
            let run = &mut self.runs[self.first[inside as usize] as usize];
            let way = bodies.start[b as usize] - bodies.start[a as usize];
            let length = length(slot);
            run.length += length;
            run.links += 1;
            run.stretch = run.stretch.max((way.x * way.x + way.y * way.y).sqrt() / length - 1.0);
            let Some(outside) = outside else { continue };
            let obstacle = &obstacles[shape as usize];
            let from = obstacle.sees(bodies.start[outside as usize]);
            let to = self.deep[inside as usize].at;
            let (share, normal) =
                obstacle.body().entry(from, to).unwrap_or_else(|| (0.0, obstacle.body().surface(from).0));
            let at = from + (to - from) * share;
            let ends = [self.deep[inside as usize].near.0, outside];
            run.entries = [Entry { ends, at, normal }, run.entries[0]];
            run.add(at);
            run.count += 1;
            self.beside.push((outside, shape));
        }
        self.beside.sort_unstable();
    }

    /// Chooses for each run whither it goes.
    fn choose(&mut self, bodies: &Bodies, (length, fall): (impl Fn(u32) -> f32 + Copy, f32), obstacles: &[Obstacle]) {
        let Self { deep, first, runs, ties, .. } = self;
        for (number, (Deep { near, .. }, first)) in deep.iter().zip(&*first).enumerate() {
            if *first as usize == number {
                let obstacle = &obstacles[near.1 as usize];
                let way = runs[number].least(obstacle.body());
                if runs[number].stretch > TAUT.0 && (1..=2).contains(&runs[number].count) {
                    runs[number].relax((bodies, ties, length), fall, (obstacle, way));
                }
                runs[number].choose(obstacle.body(), way);
            }
        }
    }
}

impl Run {
    /// Another of its particles, or of the places where it goes in, is there.
    fn add(&mut self, at: Vec2) {
        let [low, high] = self.bounds.unwrap_or([at; 2]);
        self.bounds = Some([low.min(at), high.max(at)]);
    }

    /// Ways out of a shape: of its sides, or out of a circle across the rope.
    fn ways(&self, body: RoundedBox) -> [Vec2; 4] {
        if body.half != Vec2::ZERO {
            return [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
        }
        let [low, high] = self.bounds.unwrap_or_default();
        let [one, other] = self.entries;
        let (back, _) = body.surface(0.5 * (low + high));
        match self.count {
            0 => [back; 4],
            1 => [one.normal; 4],
            _ => [unit((other.at - one.at).perp()), unit((one.at - other.at).perp()), back, back],
        }
    }

    /// How far along such a way all that there is has to go to be out of a shape, or past it, m.
    fn far(&self, body: RoundedBox, way: Vec2) -> f32 {
        let [low, high] = self.bounds.unwrap_or_default();
        let last = Vec2::select(way.cmpgt(Vec2::ZERO), low, high);
        body.farthest(way) - last.dot(way)
    }

    /// Finds the way on which there is the least of the shape to be passed.
    fn least(&self, body: RoundedBox) -> Vec2 {
        let entries = &self.entries[..self.count.min(2) as usize];
        // Nothing goes back through the side by which it comes in while it comes in by another that is not beside that.
        let against = |way: Vec2| entries.iter().map(|entry| -way.dot(entry.normal)).fold(0.0, f32::max);
        let cost = |way: Vec2| self.far(body, way) + if against(way) > ASKEW { NEVER * against(way) } else { 0.0 };
        let ways = self.ways(body).map(|way| (way, cost(way)));
        ways.into_iter().fold(ways[0], |best, way| if way.1 < best.1 { way } else { best }).0
    }

    /// What a rope that is long enough to lie on that side of the shape is stretched by elsewhere, too, or by gravity in a substep,
    /// is not the shape's doing, and does not count. (`fall`: how far gravity draws things on in a substep, m.)
    fn relax(
        &mut self,
        (bodies, ties, length): (&Bodies, &RopeNeighbours, impl Fn(u32) -> f32 + Copy),
        fall: f32,
        (obstacle, way): (&Obstacle, Vec2),
    ) {
        let follow = |entry: Entry| ties.follow(bodies, entry.ends, length);
        let one = follow(self.entries[0]);
        let other = if self.count == 2 { Some(follow(self.entries[1])) } else { None };
        let held = |rope: Outside| rope.held.map(|at| obstacle.sees(at));
        if let Some((other, [from, to])) = other.and_then(|other| Some((other, [held(one)?, held(other)?]))) {
            let whole = self.length + one.length + other.length;
            if !detour::reaches(whole, [from, to], obstacle.body().side(way)) {
                return;
            }
        }
        // Where substeps are long, gravity alone draws a link out by so much in each: sweeps take that back in the next.
        self.stretch -= fall * self.links as f32 / self.length;
        let elsewhere = one.stretch.max(other.map_or(0.0, |other| other.stretch));
        // A rope that its method holds is drawn out as it goes aside, by less, and there at least as much as elsewhere.
        if elsewhere > TAUT.2 || elsewhere > TAUT.1 && self.stretch < (1.0 - UNEVEN) * elsewhere {
            self.stretch -= (1.0 + UNEVEN) * elsewhere;
        }
    }

    /// Finds whether it goes on that way.
    fn choose(&mut self, body: RoundedBox, way: Vec2) {
        let entries = &self.entries[..self.count.min(2) as usize];
        let (light, full, hangs) = TAUT;
        let slack = (full - self.stretch) / (full - light);
        let (nearness, is_taut) = match *entries {
            [one, other] => {
                let through = other.at - one.at;
                let through = (through.x * through.x + through.y * through.y).sqrt();
                ((FAR.1 * through - self.far(body, way)) / ((FAR.1 - FAR.0) * through), self.stretch > hangs)
            }
            _ => (1.0, false),
        };
        // It does not start and stop from one substep to the next where it is as far as it may be.
        self.way = (nearness >= 0.0 && !is_taut).then(|| (way, slack.min(nearness).clamp(0.0, 1.0)));
    }
}
