//! Bodies that ignore what they overlap: balls and solid bodies, each with the connected components that it passes through.
//!
//! Links hold a component together, so a body that overlaps a part of it passes through all of it. A ball may pass through
//! its own component, too: a net in which a heavy weight is hung.

use glam::Vec2;

use crate::collision::particle_contact::{Ball, ParticleContacts};
use crate::collision::{BodyDiscs, IgnoredPair, IgnoredPairs, MAX_CORNER_RADIUS, Partner};
use crate::containers::{NONE, Refill, sort_pairs};
use crate::geometry::Aabb;
use crate::math::{point_segment_distance_squared, segments_distance_squared};
use crate::particles::Components;
use crate::tuning::PRESSED;

/// The bodies that pass through components. Derived.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passing {
    /// Each body that passes through components, by a particle that stands for it ([`Outlines::body`]), and a component.
    passed: Vec<[u32; 2]>,
    /// The body and the component of each particle, while bodies pass.
    body: Vec<u32>,
    component: Vec<u32>,
}

/// The outlines of all bodies.
#[derive(Clone, Copy)]
pub(crate) struct Outlines<'a> {
    pub position: &'a [Vec2],
    pub balls: &'a [Ball],
    pub discs: &'a BodyDiscs,
    /// The solid body of each particle.
    pub solid: &'a [u32],
    pub components: &'a Components,
    /// Which particles of its own rope a ball covers.
    pub contacts: &'a ParticleContacts,
    /// Radius of particles, m.
    pub thickness: f32,
}

/// A ball or a wheel.
#[derive(Clone, Copy)]
struct Disc {
    /// The particle in its centre.
    particle: u32,
    /// Distance from its centre within which a particle that is no ball overlaps it, and counts as inside when it is first
    /// seen, m.
    reach: f32,
    inside: f32,
    is_ball: bool,
}

impl Outlines<'_> {
    /// The particle that stands for the body of a particle: the lowest of a solid body, or the particle itself.
    fn body(&self, particle: u32) -> u32 {
        let solid = self.solid[particle as usize];
        if solid == NONE { particle } else { solid }
    }

    fn component(&self, particle: u32) -> u32 {
        self.components.numbers()[particle as usize]
    }

    fn at(&self, particle: u32) -> Vec2 {
        self.position[particle as usize]
    }

    fn segment(&self, [a, b]: [u32; 2]) -> (Vec2, Vec2) {
        (self.at(a), self.at(b))
    }

    fn discs(&self) -> impl Iterator<Item = Disc> {
        let of_ball = |ball: &Ball| {
            let reach = ball.radius + self.thickness;
            Disc { particle: ball.particle.0, reach, inside: (1.0 - PRESSED) * reach, is_ball: true }
        };
        let of_wheel = self.discs.wheels().map(|wheel| {
            let inside = wheel.radius - wheel.max_depth();
            Disc { particle: wheel.hub, reach: wheel.radius + 2.0 * self.thickness, inside, is_ball: false }
        });
        self.balls.iter().map(of_ball).chain(of_wheel)
    }

    /// Length by which a particle is thicker than one that is no ball, m.
    fn excess(&self, particle: u32) -> f32 {
        let ball = self.balls.binary_search_by_key(&particle, |ball| ball.particle.0);
        ball.map_or(0.0, |ball| self.balls[ball].radius - self.thickness)
    }

    /// Whether a particle has room beside a disc: it is of another component, or not covered by the ball.
    fn may_meet(&self, disc: Disc, particle: u32) -> bool {
        self.component(particle) != self.component(disc.particle)
            || disc.is_ball && !self.contacts.is_covered(disc.particle, particle)
    }

    /// The overlaps of which a side is one of some particles, in rising order, or a part of their solid bodies.
    pub fn first_seen(&self, put: &[u32]) -> Vec<IgnoredPair> {
        let mut pairs = Vec::new();
        let is_put = |particle: u32| put.binary_search(&particle).is_ok();
        for disc in self.discs() {
            let centre = self.at(disc.particle);
            let mut add = |particle: u32, squared: f32, inside: f32| {
                if squared < inside * inside && self.may_meet(disc, particle) {
                    pairs.push(IgnoredPair { particle, partner: Partner::Body(disc.particle) });
                }
            };
            let mut add_particle = |particle: u32| {
                let inside = disc.inside + (1.0 - PRESSED) * self.excess(particle);
                add(particle, self.at(particle).distance_squared(centre), inside);
            };
            if is_put(disc.particle) {
                (0..self.position.len() as u32).for_each(&mut add_particle);
            } else {
                put.iter().for_each(|&particle| add_particle(particle));
            }
            let is_own = |particle: u32| self.component(particle) == self.component(disc.particle);
            let bars = self.discs.bars().iter().filter(|ends| !is_own(ends[0]));
            for &ends in bars.filter(|[a, b]| is_put(disc.particle) || is_put(*a) || is_put(*b)) {
                add(ends[0], point_segment_distance_squared(centre, self.segment(ends)), disc.inside);
            }
        }
        self.add_crossed_bars(is_put, &mut pairs);
        pairs
    }

    /// Adds the bodies whose bars cross. Bars are swept from left to right.
    fn add_crossed_bars(&self, is_put: impl Fn(u32) -> bool, pairs: &mut Vec<IgnoredPair>) {
        let bounds = |&ends: &[u32; 2]| {
            let (a, b) = self.segment(ends);
            (Aabb::of(a, b), ends, ends.into_iter().any(&is_put))
        };
        let mut bars: Vec<_> = self.discs.bars().iter().map(bounds).collect();
        bars.sort_by(|(one, ..), (other, ..)| one.min.x.total_cmp(&other.min.x));
        for (number, &(one, ends, is_put)) in bars.iter().enumerate() {
            let next = bars[number + 1..].iter().take_while(|(other, ..)| other.min.x <= one.max.x);
            for &(other, others, is_other_put) in next {
                let [a, b] = [ends[0], others[0]];
                if (is_put || is_other_put)
                    && one.overlaps(other)
                    && self.component(a) != self.component(b)
                    && segments_distance_squared(self.segment(ends), self.segment(others)) == 0.0
                    && !self.are_flush(ends, others)
                {
                    pairs.push(IgnoredPair { particle: b, partner: Partner::Body(a) });
                }
            }
        }
    }

    /// Whether two bars cross no further than what is flush may.
    fn are_flush(&self, one: [u32; 2], other: [u32; 2]) -> bool {
        let is_beside = |ends: [u32; 2], bar| ends.iter().any(|&end| self.discs.is_beside(end, bar, self.position));
        is_beside(one, other) || is_beside(other, one)
    }

    /// Whether a body and a component still overlap.
    fn overlap(&self, body: u32, component: u32) -> bool {
        let is_of = |particle: u32, of_body: bool| {
            if of_body { self.body(particle) == body } else { self.component(particle) == component }
        };
        let is_own = self.component(body) == component;
        let range = self.components.lowest(component as usize)..=self.components.highest(component as usize);
        let disc_overlaps = |disc: Disc, of_body: bool| {
            let (centre, squared) = (self.at(disc.particle), disc.reach * disc.reach);
            let is_near = |particle: u32| {
                let reach = disc.reach + self.excess(particle);
                self.at(particle).distance_squared(centre) < reach * reach && self.may_meet(disc, particle)
            };
            let all = if of_body { 0..=self.position.len() as u32 - 1 } else { range.clone() };
            let mut particles = all.filter(|&particle| is_of(particle, of_body));
            let mut bars = self.discs.bars().iter().filter(|ends| is_of(ends[0], of_body));
            particles.any(is_near)
                || !is_own && bars.any(|&ends| point_segment_distance_squared(centre, self.segment(ends)) < squared)
        };
        let reach = MAX_CORNER_RADIUS.max(2.0 * self.thickness);
        let bars = || self.discs.bars().iter().copied();
        self.discs().any(|disc| {
            is_of(disc.particle, true) && disc_overlaps(disc, false)
                || is_of(disc.particle, false) && disc_overlaps(disc, true)
        }) || !is_own
            && bars().filter(|ends| is_of(ends[0], true)).any(|own| {
                let (a, b) = self.segment(own);
                let bounds = Aabb::of(a, b).dilated(reach);
                bars().filter(|ends| is_of(ends[0], false)).any(|other| {
                    let (c, d) = self.segment(other);
                    bounds.overlaps(Aabb::of(c, d)) && segments_distance_squared((a, b), (c, d)) < reach * reach
                })
            })
    }
}

impl Passing {
    /// Drops the ignored pairs of bodies that have separated, and finds which pass through what.
    pub fn update(&mut self, ignored: &mut IgnoredPairs, outlines: Outlines) {
        let Self { passed, body, component } = self;
        passed.clear();
        body.clear();
        component.clear();
        let passed_by = |pair: &IgnoredPair| Some([outlines.body(pair.body()?), outlines.component(pair.particle)]);
        passed.extend(ignored.0.iter().filter_map(passed_by));
        if passed.is_empty() {
            return;
        }
        sort_pairs(passed);
        passed.dedup();
        passed.retain(|&[body, component]| outlines.overlap(body, component));
        ignored.0.retain(|pair| passed_by(pair).is_none_or(|by| passed.contains(&by)));
        body.refill_with((0..outlines.position.len() as u32).map(|particle| outlines.body(particle)));
        component.extend_from_slice(outlines.components.numbers());
    }

    /// Whether no body passes through anything.
    pub fn is_empty(&self) -> bool {
        self.passed.is_empty()
    }

    /// Whether two particles are of bodies and components that pass through each other.
    pub fn is_passed(&self, one: u32, other: u32) -> bool {
        let passes = |body: u32, through: u32| [self.body[body as usize], self.component[through as usize]];
        !self.passed.is_empty()
            && [passes(one, other), passes(other, one)].iter().any(|pair| self.passed.contains(pair))
    }
}
