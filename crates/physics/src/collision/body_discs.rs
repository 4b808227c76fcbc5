//! Discs that solid bodies meet: wheels, which turn with the rim around their hub, found in the graph of links; corners of
//! solid bodies, small discs of one particle; and balls.
//!
//! A wheel is a hub, and a ring of rigid [`LinkKind::Rim`] links whose particles rigid links of one length join to the
//! hub. It meets everything. A corner is a particle at which a bar ends, and its own hub. It meets the bars and corners of
//! other solid bodies: where two bodies touch, a corner of one nearly always lies on a bar of the other. A ball meets the
//! bars of solid bodies; all particles meet it as a disc ([`crate::collision::particle_contact`]).

use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

use glam::Vec2;

use crate::collision::particle_contact::Ball;
use crate::collision::{Passing, Point, Section, Side};
use crate::containers::{CsrLists, NONE, Refill, sort_pairs};
use crate::geometry::Aabb;
use crate::math::{point_segment_distance_squared, unit};
use crate::particles::{ConstraintGraph, DistanceConstraint, LinkKind, Neighbour};

/// Greatest relative difference of the lengths from the hub to the rim.
const MAX_UNROUNDNESS: f32 = 1e-3;

/// Depth at the beginning of a substep, m, from which things pass freely: the wheel was put onto them.
const MAX_DEPTH: f32 = 0.01;

/// Greatest radius of a corner: in metres, and as a share of its longest bar. Joints are short.
pub(crate) const MAX_CORNER_RADIUS: f32 = 0.02;
const MAX_CORNER_SHARE: f32 = 0.25;

/// Distance between a corner and a bar, as a share of the corner's radius, at which they lie flush on each other.
const FLUSH: f32 = 0.5;

/// Depth to which a link may cut the edge of a disc while its ends lie on it, m. Links that could cut deeper have contacts
/// of their own.
const MAX_CUT: f32 = 0.0025;

/// The kind of a disc, which decides on the things that it meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiscKind {
    /// It turns with its rim.
    Wheel,
    Corner,
    Ball,
}

/// A wheel, a corner or a ball.
#[derive(Clone, Debug)]
pub(crate) struct BodyDisc {
    pub hub: u32,
    /// Its particles, the hub first, as a range of [`BodyDiscs::members`].
    pub members: Range<usize>,
    /// Radius, m.
    pub radius: f32,
    pub kind: DiscKind,
    /// Restitution of its own.
    pub restitution: Option<f32>,
}

/// The wheels of a world, and then the balls and the corners of its solid bodies, and the particles that they meet. Derived
/// from links and balls.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyDiscs {
    pub list: Vec<BodyDisc>,
    pub members: Vec<u32>,
    /// The solid body of each particle. A disc meets none of its own.
    body: Vec<u32>,
    /// The other ends of the bars at each corner.
    bars_at: CsrLists<u32>,
    /// Radius of each particle as a ball or a corner, m; 0 of one that is neither.
    radius: Vec<f32>,
    is_corner: Vec<bool>,
    /// The ends of each bar that corners meet.
    bars: Vec<[u32; 2]>,
    /// Bodies that pass through what they overlapped when both were first seen.
    pub passing: Passing,
    /// The wheel of each particle, or [`NONE`].
    wheel_of: Vec<u32>,
    /// Whether a wheel's disc covers each particle, in contacts with surfaces; empty without wheels.
    pub covered: Vec<bool>,
    /// Pairs of a wheel and a particle that it does not meet, in rising order: a rope tied to the hub lies beside its
    /// wheel, until it is longer than the radius.
    tied: Vec<[u32; 2]>,
    /// Scratch: particles whose ring is known.
    seen: Vec<bool>,
    /// Scratch: length of the shortest way to each particle from a hub (m), infinity beyond; and those to go on from, by
    /// the bits of that length, which sort as it does.
    lengths: Vec<f32>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
}

impl BodyDisc {
    pub fn is_wheel(&self) -> bool {
        self.kind == DiscKind::Wheel
    }

    /// Greatest depth at which the disc pushes a particle out, m.
    pub fn max_depth(&self) -> f32 {
        if self.is_wheel() { MAX_DEPTH.min(0.25 * self.radius) } else { self.radius }
    }

    /// Whether the disc meets links of a length (m) between their ends: their squared length is 8 radii times the depth of
    /// the cut.
    pub fn meets_links_of(&self, length: f32) -> bool {
        length * length > 8.0 * self.radius * MAX_CUT
    }
}

impl BodyDiscs {
    /// Finds the wheels alone, not what they meet.
    pub fn find(&mut self, graph: ConstraintGraph) {
        self.list.clear();
        self.members.clear();
        let is_rim = |slot: u32| graph.links.get(slot as usize).is_some_and(|link| link.kind == LinkKind::Rim);
        if !graph.links.iter().any(|link| link.kind == LinkKind::Rim) {
            return;
        }
        let rim = |particle: u32| graph.rigid_neighbours(particle).filter(move |next| is_rim(next.slot));
        let seen = &mut self.seen;
        seen.refill(graph.particles.len(), false);
        for first in 0..graph.particles.len() as u32 {
            let from = self.members.len();
            self.members.push(first);
            let mut next = first;
            while !std::mem::replace(&mut seen[next as usize], true) {
                self.members.push(next);
                let Some(other) = rim(next).map(|next| next.particle).find(|&next| !seen[next as usize]) else { break };
                next = other;
            }
            let ring = &self.members[from + 1..];
            let is_closed = ring.len() >= 3
                && ring.iter().all(|&particle| rim(particle).count() == 2)
                && rim(next).any(|last| last.particle == first);
            match is_closed.then(|| find_hub(graph, ring)).flatten() {
                Some(hub) => {
                    self.members[from] = hub.particle;
                    let members = from..self.members.len();
                    let (hub, radius) = (hub.particle, hub.rest_length);
                    self.list.push(BodyDisc { hub, members, radius, kind: DiscKind::Wheel, restitution: None });
                }
                None => self.members.truncate(from),
            }
        }
    }

    /// Finds the discs, and the particles that they meet. Required when links or balls have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph, body: &[u32], balls: &[Ball]) {
        self.find(graph);
        self.find_bars(graph);
        self.add_balls_and_corners(graph, balls);
        self.body.clear();
        self.bars_at.clear();
        self.tied.clear();
        if self.list.is_empty() {
            return;
        }
        let first = body[self.list[0].hub as usize];
        if self.list.iter().all(|disc| !disc.is_wheel() && body[disc.hub as usize] == first) {
            // Corners of one body have nothing to meet.
            self.list.clear();
            return;
        }
        self.body.extend(body);
        let ends = self.bars.iter().flat_map(|&[a, b]| [(a as usize, b), (b as usize, a)]);
        self.bars_at.rebuild(body.len(), ends);
        for number in 0..self.wheels().count() as u32 {
            self.find_tied(graph, number);
        }
    }

    /// Finds the bars, but for those of wheels.
    fn find_bars(&mut self, graph: ConstraintGraph) {
        let Self { list, members, bars, wheel_of, covered, .. } = self;
        wheel_of.refill(graph.particles.len(), NONE);
        for (number, wheel) in (0..).zip(&*list) {
            members[wheel.members.clone()].iter().for_each(|&member| wheel_of[member as usize] = number);
        }
        covered.clear();
        covered.extend(wheel_of.iter().filter(|_| !list.is_empty()).map(|wheel| *wheel != NONE));
        bars.clear();
        bars.extend(graph.links.iter().filter(|link| is_bar(link, wheel_of)).map(|link| [link.a.0, link.b.0]));
    }

    /// Adds the balls, where there are bars, and the corners: the ends of bars that are neither balls nor parts of wheels.
    fn add_balls_and_corners(&mut self, graph: ConstraintGraph, balls: &[Ball]) {
        let Self { list, members, radius: radii, is_corner, bars, wheel_of, .. } = self;
        radii.refill(graph.particles.len(), 0.0);
        is_corner.refill(graph.particles.len(), false);
        for link in graph.links.iter().filter(|link| link.is_solid() && link.kind.is_bar()) {
            for end in [link.a.index(), link.b.index()].into_iter().filter(|end| wheel_of[*end] == NONE) {
                radii[end] = radii[end].max(MAX_CORNER_RADIUS.min(MAX_CORNER_SHARE * link.rest_length));
                is_corner[end] = true;
            }
        }
        let mut add = |hub: u32, radius: f32, kind: DiscKind, restitution: Option<f32>| {
            let from = members.len();
            members.push(hub);
            list.push(BodyDisc { hub, members: from..from + 1, radius, kind, restitution });
        };
        for ball in balls {
            let index = ball.particle.index();
            (radii[index], is_corner[index]) = (ball.radius, false);
            if !bars.is_empty() {
                add(ball.particle.0, ball.radius, DiscKind::Ball, ball.surface.restitution);
            }
        }
        for (hub, _) in (0..).zip(&*is_corner).filter(|(_, is_corner)| **is_corner) {
            add(hub, radii[hub as usize], DiscKind::Corner, None);
        }
    }

    /// Whether a particle is a corner of a solid body.
    pub fn is_corner(&self, particle: u32) -> bool {
        self.is_corner.get(particle as usize).is_some_and(|is_corner| *is_corner)
    }

    /// Whether two particles are corners of two bodies, which meet by rows and not as particles.
    pub fn are_corners(&self, one: u32, other: u32) -> bool {
        !self.list.is_empty()
            && self.is_corner(one)
            && self.is_corner(other)
            && self.body[one as usize] != self.body[other as usize]
    }

    /// Whether a link is a bar of a solid body that corners meet.
    pub fn is_bar(&self, link: &DistanceConstraint) -> bool {
        is_bar(link, &self.wheel_of)
    }

    /// The ends of each bar that corners meet.
    pub fn bars(&self) -> &[[u32; 2]] {
        &self.bars
    }

    /// Radius of a particle as a ball or a corner, m; 0 of one that is neither.
    pub fn radius(&self, particle: u32) -> f32 {
        self.radius[particle as usize]
    }

    /// How thick a section is where it meets a disc, m: the radius of a ball.
    pub fn thickness(&self, [a, b]: [u32; 2]) -> f32 {
        if a == b && !self.is_corner(a) { self.radius(a) } else { 0.0 }
    }

    /// Whether both ends are particles of one wheel, whose disc covers them.
    pub fn is_of_wheel(&self, [a, b]: [u32; 2]) -> bool {
        let wheel = |particle: u32| self.wheel_of.get(particle as usize).copied().unwrap_or(NONE);
        wheel(a) != NONE && wheel(a) == wheel(b)
    }

    /// The side of a contact that a disc is.
    pub fn side(&self, number: usize) -> Side {
        let disc = &self.list[number];
        if disc.is_wheel() { Side::Wheel(number as u32) } else { Side::particle(disc.hub) }
    }

    /// The point of a side that normal impulses act on: the hub of a wheel.
    pub fn centre(&self, side: Side) -> Point {
        match side {
            Side::Wheel(number) => Point::of_particle(self.list[number as usize].hub),
            Side::Point(point) => point,
            Side::Surface { .. } => Point::default(),
        }
    }

    /// The point of a side that friction acts on: the particle of a wheel's rim that is farthest in a direction.
    pub fn edge(&self, side: Side, outward: Vec2, position: &[Vec2]) -> Point {
        let Side::Wheel(number) = side else { return self.centre(side) };
        let height = |member: u32| position[member as usize].dot(outward);
        let rim = self.members(number as usize).iter().copied().skip(1);
        rim.max_by(|a, b| height(*a).total_cmp(&height(*b))).map_or(self.centre(side), Point::of_particle)
    }

    pub fn wheels(&self) -> impl Iterator<Item = &BodyDisc> {
        self.list.iter().take_while(|disc| disc.is_wheel())
    }

    /// Finds the particles of ropes that are tied to a hub, up to the radius along links by the shortest way (Dijkstra
    /// 1959).
    fn find_tied(&mut self, graph: ConstraintGraph, number: u32) {
        let Self { list, body, tied, lengths, queue, .. } = self;
        let BodyDisc { hub, radius, .. } = list[number as usize];
        let is_other = |particle: u32| body[particle as usize] != body[hub as usize];
        let first = tied.len();
        lengths.resize(graph.particles.len(), f32::INFINITY);
        queue.push(Reverse((0, hub)));
        while let Some(Reverse((bits, particle))) = queue.pop() {
            let length = f32::from_bits(bits);
            if particle != hub && length > lengths[particle as usize] {
                continue;
            }
            for next in graph.neighbours(particle).filter(|next| is_other(next.particle)) {
                let (length, shortest) = (length + next.rest_length, &mut lengths[next.particle as usize]);
                if length <= radius && length < *shortest {
                    if *shortest == f32::INFINITY {
                        tied.push([number, next.particle]);
                    }
                    *shortest = length;
                    queue.push(Reverse((length.to_bits(), next.particle)));
                }
            }
        }
        tied[first..].iter().for_each(|&[_, particle]| lengths[particle as usize] = f32::INFINITY);
        sort_pairs(&mut tied[first..]);
    }

    /// The rim of the wheel around a hub, if a particle is a part of it.
    pub fn rim_around(&self, hub: u32, particle: u32) -> Option<&[u32]> {
        let number = self.wheel_of.get(particle as usize).copied().filter(|number| *number != NONE)? as usize;
        (self.list.get(number)?.hub == hub && particle != hub).then(|| &self.members(number)[1..])
    }

    /// Whether a particle is of another body than a disc.
    pub fn is_other(&self, disc: usize, particle: u32) -> bool {
        self.body[particle as usize] != self.body[self.list[disc].hub as usize]
    }

    /// Whether a disc meets a particle.
    pub fn meets(&self, disc: usize, particle: u32) -> bool {
        self.is_other(disc, particle) && self.tied.binary_search(&[disc as u32, particle]).is_err()
    }

    /// Whether a disc meets a section.
    pub fn meets_section(&self, number: usize, section: Section) -> bool {
        let (disc, ends) = (&self.list[number], section.ends);
        if !disc.meets_links_of(section.length) || self.passing.is_passed(disc.hub, ends[0]) {
            return false;
        }
        let is_met = match disc.kind {
            DiscKind::Wheel => true,
            DiscKind::Corner => section.is_solid,
            // It meets particles as a disc.
            DiscKind::Ball => section.is_solid && !section.is_particle(),
        };
        is_met && ends.iter().all(|&end| self.meets(number, end))
    }

    /// Whether a particle is a corner that is so near a bar that it may lie flush on it.
    pub fn is_beside(&self, corner: u32, bar: [u32; 2], position: &[Vec2]) -> bool {
        let depth = FLUSH * self.radius(corner);
        let [at, a, b] = [corner, bar[0], bar[1]].map(|particle| position[particle as usize]);
        self.is_corner(corner) && point_segment_distance_squared(at, (a, b)) < depth * depth
    }

    /// Where a corner lies flush on a bar of another body: the normal of the bar away from the corner's own bars, and the
    /// point of the bar, from 0 to 1. At an end of the bar, one of the corner's bars must run along it: edge lies on edge
    /// then. Otherwise the corner is beside the end, or on another bar that ends there.
    pub fn flush_on(&self, corner: u32, bar: [u32; 2], position: &[Vec2]) -> Option<(Vec2, f32)> {
        /// Least part of a unit vector across a bar, and along it, that is a direction.
        const ACROSS: f32 = 0.1;
        const ALONG: f32 = 0.7;
        if !self.is_beside(corner, bar, position) {
            return None;
        }
        let (at, depth) = (position[corner as usize], FLUSH * self.radius(corner));
        let [a, b] = bar.map(|end| position[end as usize]);
        let length = (b - a).length();
        let along = (b - a) / length;
        let place = (at - a).dot(along);
        let own = self.bars_at.list(corner as usize).iter().map(|&other| unit(position[other as usize] - at));
        let lean: f32 = own.clone().map(|own| own.dot(along.perp())).sum();
        let inward = if place < 0.5 * length { along } else { -along };
        let is_within = depth < place && place < length - depth;
        let is_flush = lean.abs() > ACROSS && (is_within || own.clone().any(|own| own.dot(inward) > ALONG));
        is_flush.then(|| (along.perp() * -lean.signum(), (place / length).clamp(0.0, 1.0)))
    }

    /// The bodies of two particles, in rising order.
    pub fn bodies_of(&self, one: u32, other: u32) -> [u32; 2] {
        let [one, other] = [one, other].map(|particle| self.body[particle as usize]);
        [one.min(other), one.max(other)]
    }

    /// Bounds of each disc with a reach (m) around its centre, m.
    pub fn bounds(&self, position: &[Vec2], reach: impl Fn(&BodyDisc) -> f32) -> impl Iterator<Item = Aabb> {
        self.list.iter().map(move |disc| {
            let centre = position[disc.hub as usize];
            Aabb::of(centre, centre).dilated(reach(disc))
        })
    }

    /// The particles of a disc, the hub first.
    pub fn members(&self, disc: usize) -> &[u32] {
        &self.members[self.list[disc].members.clone()]
    }

    /// Whether a link, or a particle as both its ends, lies on a disc: at most `margin` (m) away from its edge, and not
    /// deep inside.
    pub fn touches(&self, disc: usize, ends: [u32; 2], position: &[Vec2], margin: f32) -> bool {
        let BodyDisc { hub, radius, .. } = self.list[disc];
        let [a, b] = ends.map(|end| position[end as usize]);
        let gap = point_segment_distance_squared(position[hub as usize], (a, b)).sqrt() - radius;
        gap < margin && gap > -self.list[disc].max_depth()
    }
}

/// Whether a link is a bar of a solid body that corners meet: those of one wheel are covered by its disc.
fn is_bar(link: &DistanceConstraint, wheel_of: &[u32]) -> bool {
    let [a, b] = [link.a, link.b].map(|end| wheel_of[end.index()]);
    link.is_solid() && link.kind.is_bar() && (a == NONE || a != b)
}

/// The hub of a ring: the particle, no part of the ring, that rigid links of one length join to all of it.
fn find_hub<'a>(graph: ConstraintGraph<'a>, ring: &[u32]) -> Option<&'a Neighbour> {
    let spoke = |from: u32, to: u32| graph.rigid_neighbours(from).find(|next| next.particle == to);
    graph.rigid_neighbours(ring[0]).filter(|hub| !ring.contains(&hub.particle)).find(|hub| {
        let is_round =
            |other: &Neighbour| (other.rest_length - hub.rest_length).abs() <= MAX_UNROUNDNESS * hub.rest_length;
        ring.iter().all(|&rim| spoke(rim, hub.particle).is_some_and(is_round))
    })
}
