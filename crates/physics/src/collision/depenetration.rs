//! Depenetration of ropes from a shape that was placed onto them.
//!
//! Particles in deep penetration leave the shape. If each left by its nearest side, a rope under a block would leave by
//! two sides, its links would pull it in again, and it would oscillate. So the whole section of a rope between two
//! entries into a shape leaves by one side: past the end of the shape that is nearest to all of the section, and never
//! opposite to a side by which the rope enters. The choice is made anew in each substep and is stable, because the
//! section approaches its exit.
//!
//! A section hangs in front of the shape ([`crate::collision::ignored_pairs`]) where all ends are far, as in the middle
//! of a wall, or where it would have to be stretched. A particle deep inside two shapes belongs to a section of one of
//! them.

use glam::Vec2;

use crate::collision::{
    IgnoredPairs, LinkCandidate, OutsideRope, ParticleCandidate, RopeNeighbours, Ropes, SweptParticles, SweptShape,
    detour,
};
use crate::containers::{Refill, union_find};
use crate::geometry::{Aabb, Hit, RoundedBox};
use crate::math::unit;
use crate::particles::Links;

/// Length of the exit path from which a section slows down, in chords of the shape between the entries.
const SLOWING_EXIT_LENGTH: f32 = 1.5;
/// Length of the exit path from which a section is ignored instead.
const IGNORED_EXIT_LENGTH: f32 = 2.0;

/// Stretch of a section's most stretched link, as a fraction of its length, from which the section slows down.
const SLOWING_STRETCH: f32 = 0.003;
/// Stretch at which a section stops.
const STOPPING_STRETCH: f32 = 0.01;

/// Stretch from which a section with two entries is ignored.
const IGNORED_STRETCH: f32 = 0.02;

/// Variation of the stretch of links along a rope that its method leaves stretched, as a share.
const STRETCH_VARIATION: f32 = 0.25;

/// Component of an exit direction against the normal of an entry from which the direction counts as opposite.
const MIN_OPPOSITION: f32 = 0.1;

/// Cost of an opposite direction, in metres of exit path.
const OPPOSITION_COST: f32 = 1e4;

/// Stands for a particle without deep penetration in [`Depenetration::number`].
const NONE: u32 = u32::MAX;

/// The sections of ropes that leave shapes. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Depenetration {
    /// Index of each particle in `deep`.
    number: Vec<u32>,
    deep: Vec<DeepParticle>,
    /// Root of each of `deep` in its section: disjoint sets.
    root: Vec<u32>,
    /// The section of each root.
    sections: Vec<Section>,
    /// Particles linked with a section and not part of it, sorted.
    adjacent: Vec<ParticleCandidate>,
    neighbours: RopeNeighbours,
}

/// The rule by which a particle leaves a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ExitRule {
    /// By the nearest side.
    Nearest,
    /// By the nearest side, without friction: an adjacent section pulls the particle along.
    Frictionless,
    /// With its section.
    Along(ExitMotion),
}

/// The motion by which a section leaves a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ExitMotion {
    /// A unit vector in the shape's frame.
    pub direction: Vec2,
    /// Fraction of the recovery speed, 0 to 1.
    pub speed_share: f32,
}

/// Inputs of the search in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substep<'a> {
    pub particles: &'a SweptParticles<'a>,
    pub shapes: &'a [SweptShape],
    /// Links and particles that may touch a shape.
    pub links: &'a [LinkCandidate],
    pub points: &'a [ParticleCandidate],
    pub ropes: Ropes<'a>,
}

/// A particle in deep penetration.
#[derive(Clone, Copy, Debug)]
struct DeepParticle {
    pair: ParticleCandidate,
    /// Its position in the shape's frame, m.
    at: Vec2,
}

/// The part of a rope inside a shape between two entries.
#[derive(Clone, Copy, Debug, Default)]
struct Section {
    /// Number of entries, and the last two of them.
    entry_count: u32,
    entries: [Entry; 2],
    /// Number of its links, and the sum of their lengths, m.
    link_count: u32,
    length: f32,
    /// Stretch of its most stretched link, as a fraction of its length.
    stretch: f32,
    /// Bounds of its particles and entries in the shape's frame.
    bounds: Option<Aabb>,
    /// Its motion out of the shape; `None` if it is ignored.
    exit: Option<ExitMotion>,
}

/// Where a rope enters a shape, in the shape's frame.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Ends of the entering link, inside and outside.
    ends: [u32; 2],
    /// Position, m.
    at: Vec2,
    /// Contact normal there.
    normal: Vec2,
}

impl Depenetration {
    /// Collects the links of ropes. Needed when links or particles have changed.
    pub fn rebuild(&mut self, links: &Links, particles: usize) {
        self.neighbours.rebuild(links, particles);
        self.deep.clear();
        self.number.refill(particles, NONE);
        // Memory for the worst case, so that no step allocates.
        self.deep.reserve(particles);
        self.root.reserve(particles.saturating_sub(self.root.len()));
        self.sections.reserve(particles.saturating_sub(self.sections.len()));
        self.adjacent.reserve((2 * particles).saturating_sub(self.adjacent.len()));
    }

    /// Finds the sections at the beginning of a substep's contacts, and ignores those that cannot leave.
    pub fn find(&mut self, substep: Substep, ignored: &mut IgnoredPairs) {
        self.find_deep(substep, ignored);
        if self.deep.is_empty() {
            return;
        }
        self.join(substep);
        self.find_entries(substep);
        self.choose_exits(substep);
        let Self { deep, root, sections, .. } = self;
        for (number, &DeepParticle { pair, .. }) in deep.iter().enumerate() {
            if sections[root[number] as usize].exit.is_none() {
                ignored.ignore(pair);
            }
        }
    }

    /// The rule by which a particle leaves a shape.
    pub fn exit_rule(&self, pair: ParticleCandidate) -> ExitRule {
        if self.deep.is_empty() {
            return ExitRule::Nearest;
        }
        let number = self.member(pair.particle, pair.shape);
        match number.map(|number| self.sections[self.root[number as usize] as usize].exit) {
            Some(Some(motion)) => ExitRule::Along(motion),
            None if self.adjacent.binary_search(&pair).is_ok() => ExitRule::Frictionless,
            Some(None) | None => ExitRule::Nearest,
        }
    }

    /// Whether a particle leaves a shape with its section.
    pub fn is_leaving(&self, pair: ParticleCandidate) -> bool {
        matches!(self.exit_rule(pair), ExitRule::Along(_))
    }

    /// Finds the particles of ropes in deep penetration.
    fn find_deep(&mut self, Substep { particles, shapes, points, .. }: Substep, ignored: &IgnoredPairs) {
        let Self { number, deep, root, .. } = self;
        deep.drain(..).for_each(|deep| number[deep.pair.particle as usize] = NONE);
        for &pair in points {
            let (index, shape) = (pair.particle as usize, &shapes[pair.shape as usize]);
            if number[index] != NONE || particles.inv_mass[index] == 0.0 || ignored.is_claimed(pair.particle) {
                continue;
            }
            if shape.is_deep(particles.start[index]) {
                number[index] = deep.len() as u32;
                deep.push(DeepParticle { pair, at: shape.before.to_local(particles.start[index]) });
            }
        }
        root.refill_with(0..deep.len() as u32);
    }

    /// Index of a particle in `deep`, if it is deep inside this shape.
    fn member(&self, index: u32, shape: u32) -> Option<u32> {
        let number = *self.number.get(index as usize)?;
        (number != NONE && self.deep[number as usize].pair.shape == shape).then_some(number)
    }

    /// Joins linked particles to sections.
    fn join(&mut self, substep: Substep) {
        for LinkCandidate { ends: [a, b], shape, .. } in substep.living_links() {
            if let (Some(one), Some(other)) = (self.member(a, shape), self.member(b, shape)) {
                union_find::union(&mut self.root, one, other);
            }
        }
        for number in 0..self.root.len() {
            self.root[number] = self.root[self.root[number] as usize];
        }
    }

    /// Finds the entries, lengths and stretch of each section.
    fn find_entries(&mut self, substep: Substep) {
        let Substep { particles, shapes, ropes, .. } = substep;
        self.adjacent.clear();
        self.sections.refill(self.deep.len(), Section::default());
        for (deep, root) in self.deep.iter().zip(&self.root) {
            self.sections[*root as usize].extend_bounds(deep.at);
        }
        for LinkCandidate { ends: [a, b], shape, slot } in substep.living_links() {
            let (inside, outside) = match (self.member(a, shape), self.member(b, shape)) {
                (Some(inside), None) => (inside, Some(b)),
                (None, Some(inside)) => (inside, Some(a)),
                (Some(inside), Some(_)) => (inside, None),
                (None, None) => continue,
            };
            let section = &mut self.sections[self.root[inside as usize] as usize];
            let distance = particles.start[b as usize].distance(particles.start[a as usize]);
            let rest_length = ropes.length(slot);
            section.length += rest_length;
            section.link_count += 1;
            section.stretch = section.stretch.max(distance / rest_length - 1.0);
            let Some(outside) = outside else { continue };
            let DeepParticle { pair, at: to } = self.deep[inside as usize];
            let swept_shape = &shapes[shape as usize];
            let (from, body) = (swept_shape.before.to_local(particles.start[outside as usize]), swept_shape.body);
            let start = || Hit { fraction: 0.0, normal: body.separation(from).normal };
            let Hit { fraction, normal } = body.cast(from, to).unwrap_or_else(start);
            let at = from + (to - from) * fraction;
            section.entries = [Entry { ends: [pair.particle, outside], at, normal }, section.entries[0]];
            section.extend_bounds(at);
            section.entry_count += 1;
            self.adjacent.push(ParticleCandidate { particle: outside, shape });
        }
        self.adjacent.sort_unstable();
    }

    /// Chooses the exit of each section.
    fn choose_exits(&mut self, substep: Substep) {
        let Self { deep, root, sections, neighbours, .. } = self;
        for (number, (DeepParticle { pair, .. }, root)) in deep.iter().zip(&*root).enumerate() {
            if *root as usize == number {
                let shape = &substep.shapes[pair.shape as usize];
                let direction = sections[number].nearest_exit(shape.body);
                if sections[number].stretch > SLOWING_STRETCH && (1..=2).contains(&sections[number].entry_count) {
                    sections[number].discount_stretch(substep, neighbours, shape, direction);
                }
                sections[number].set_exit(shape.body, direction);
            }
        }
    }
}

impl<'a> Substep<'a> {
    /// The candidate links that still exist.
    fn living_links(self) -> impl Iterator<Item = LinkCandidate> + 'a {
        self.links.iter().copied().filter(move |link| self.ropes.links.get(link.slot as usize).is_some())
    }
}

impl Section {
    fn extend_bounds(&mut self, at: Vec2) {
        let point = Aabb::of(at, at);
        self.bounds = Some(self.bounds.map_or(point, |bounds| bounds.union(point)));
    }

    /// Candidate exit directions: the normals of a shape's sides, or across the rope out of a circle.
    fn exit_directions(&self, body: RoundedBox) -> [Vec2; 4] {
        if body.half != Vec2::ZERO {
            return [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
        }
        let Aabb { min, max } = self.bounds.unwrap_or_default();
        let [one, other] = self.entries;
        let nearest = body.separation(0.5 * (min + max)).normal;
        match self.entry_count {
            0 => [nearest; 4],
            1 => [one.normal; 4],
            _ => [unit((other.at - one.at).perp()), unit((one.at - other.at).perp()), nearest, nearest],
        }
    }

    /// Length of the path that brings all of the section out of a shape, or past its end, m.
    fn exit_length(&self, body: RoundedBox, direction: Vec2) -> f32 {
        let Aabb { min, max } = self.bounds.unwrap_or_default();
        let last = Vec2::select(direction.cmpgt(Vec2::ZERO), min, max);
        body.support(direction) - last.dot(direction)
    }

    /// The direction of the shortest exit that is not opposite to an entry.
    fn nearest_exit(&self, body: RoundedBox) -> Vec2 {
        let entries = &self.entries[..self.entry_count.min(2) as usize];
        let opposition = |direction: Vec2| entries.iter().map(|entry| -direction.dot(entry.normal)).fold(0.0, f32::max);
        let cost = |direction: Vec2| {
            let opposition = opposition(direction);
            self.exit_length(body, direction)
                + if opposition > MIN_OPPOSITION { OPPOSITION_COST * opposition } else { 0.0 }
        };
        let costs = self.exit_directions(body).map(|direction| (direction, cost(direction)));
        costs.into_iter().fold(costs[0], |best, other| if other.1 < best.1 { other } else { best }).0
    }

    /// Subtracts the stretch that the shape does not cause: that of gravity in a substep, and the stretch of the rest
    /// of the rope if the rope is long enough for the detour.
    fn discount_stretch(&mut self, substep: Substep, neighbours: &RopeNeighbours, shape: &SweptShape, direction: Vec2) {
        let follow = |entry: Entry| neighbours.follow(substep.particles, entry.ends, substep.ropes);
        let one = follow(self.entries[0]);
        let other = if self.entry_count == 2 { Some(follow(self.entries[1])) } else { None };
        let fixed_end = |rope: OutsideRope| rope.fixed_end.map(|at| shape.before.to_local(at));
        if let Some((other, ends)) = other.and_then(|other| Some((other, [fixed_end(one)?, fixed_end(other)?]))) {
            let whole = self.length + one.length + other.length;
            if !detour::reaches_around(whole, ends, shape.body.side_corners(direction)) {
                return;
            }
        }
        // At long substeps gravity alone stretches a link by this much until the next sweep.
        self.stretch -= substep.ropes.fall * self.link_count as f32 / self.length;
        let elsewhere = one.stretch.max(other.map_or(0.0, |other| other.stretch));
        // If the solver holds the rope, only the exit stretches it, and the section at least as much as the rest.
        if elsewhere > IGNORED_STRETCH
            || elsewhere > STOPPING_STRETCH && self.stretch < (1.0 - STRETCH_VARIATION) * elsewhere
        {
            self.stretch -= (1.0 + STRETCH_VARIATION) * elsewhere;
        }
    }

    /// Sets the exit along a direction, unless the exit is far or the section taut. The speed falls continuously to
    /// zero at the limits, so that a section does not start and stop from substep to substep.
    fn set_exit(&mut self, body: RoundedBox, direction: Vec2) {
        let entries = &self.entries[..self.entry_count.min(2) as usize];
        let slack = (STOPPING_STRETCH - self.stretch) / (STOPPING_STRETCH - SLOWING_STRETCH);
        let (nearness, is_taut) = match *entries {
            [one, other] => {
                let chord = other.at.distance(one.at);
                let rest = IGNORED_EXIT_LENGTH * chord - self.exit_length(body, direction);
                (rest / ((IGNORED_EXIT_LENGTH - SLOWING_EXIT_LENGTH) * chord), self.stretch > IGNORED_STRETCH)
            }
            _ => (1.0, false),
        };
        let motion = || ExitMotion { direction, speed_share: slack.min(nearness).clamp(0.0, 1.0) };
        self.exit = (nearness >= 0.0 && !is_taut).then(motion);
    }
}
