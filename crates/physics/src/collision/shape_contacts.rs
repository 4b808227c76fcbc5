//! Contacts of particles and links with shapes: the phases of a substep.
//!
//! `start` is recorded, then [`ShapeContacts::advance_shapes`], then, after integration and sweeps,
//! [`ShapeContacts::resolve`]: broad phase, narrow phase, contacts of links, friction at corners, contacts of
//! particles.

use glam::Vec2;

use crate::collision::motor::ConnectedMasses;
use crate::collision::particle_contact::Ball;
use crate::collision::{
    BroadPhase, CornerContacts, IgnoredIndex, IgnoredPair, IgnoredPairs, ImpactSearch, LinkCandidate, Motion,
    ParticleCandidate, Push, SweptParticles, SweptShape,
};
use crate::containers::Refill;
use crate::geometry::{Aabb, Colliders};
use crate::particles::{Components, Links, NO_BODY, OwnFriction, Particles};
use crate::plane_contact::{Surface, Surfaces};

/// Speculative margin of a shape's bounds, m: contacts with other shapes may move something closer in the same substep.
const MARGIN: f32 = 0.01;

/// Corner contacts for which memory is reserved.
const RESERVED_CORNERS: usize = 4_096;

/// Maximum number of rounds of a particle between the shapes of a corner in a substep.
const MAX_CORNER_ROUNDS: usize = 12;

/// Contacts with shapes. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShapeContacts {
    /// Thickness of ropes, m: the distance at which their centre lines touch a shape.
    pub thickness: f32,
    /// Impulses of moving shapes in this substep.
    pub pushes: Vec<Push>,
    pub connected_masses: ConnectedMasses,
    /// Positions at the beginning of the substep, m.
    pub start: Vec<Vec2>,
    pub shapes: Vec<SweptShape>,
    pub broad_phase: BroadPhase,
    /// Candidates whose bounds meet a shape's in this substep.
    links: Vec<LinkCandidate>,
    points: Vec<ParticleCandidate>,
    /// Whether these are found for the present positions.
    pub are_contacts_found: bool,
    ignored: IgnoredIndex,
    corners: CornerContacts,
    /// Scratch: pairs to ignore.
    crossing: Vec<IgnoredPair>,
}

/// Links with their connected components.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComponentLinks<'a> {
    pub links: &'a Links,
    pub components: &'a Components,
}

/// A substep whose contacts are resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactSubstep<'a> {
    pub links: ComponentLinks<'a>,
    pub balls: &'a [Ball],
    pub surfaces: Surfaces<'a>,
    /// Whether links come in the reverse order. Links that share a particle share its load, and the first takes the
    /// most. So the order alternates between substeps, or ropes would creep towards one end.
    pub is_backwards: bool,
}

/// The contacts of a substep while they are resolved.
struct NarrowPhase<'a> {
    particles: SweptParticles<'a>,
    shapes: &'a [SweptShape],
    pairs: &'a mut IgnoredPairs,
    ignored: &'a mut IgnoredIndex,
    components: &'a Components,
    corners: &'a mut CornerContacts,
    /// Ends of links that cross a shape, to be ignored.
    crossing: &'a mut Vec<IgnoredPair>,
    surface: Surface,
}

impl ShapeContacts {
    /// Moves the shapes on by a substep (s), at most at a speed (m/s) towards their goals.
    pub fn advance_shapes(&mut self, colliders: &mut Colliders, substep: f32, max_speed: f32) {
        self.shapes.clear();
        self.pushes.clear();
        for (number, shape) in (0..).zip(&mut colliders.shapes) {
            let before = *shape;
            shape.advance(substep, max_speed);
            let mut swept = SweptShape::new(&before, shape).dilated(self.thickness);
            swept.bounds = swept.bounds.dilated(MARGIN);
            swept.motor = before.is_moving().then_some(number);
            self.shapes.push(swept);
        }
    }

    /// Resolves all contacts at the end of a substep. Links come first, so that contacts of particles, which nothing
    /// may pass, have the last word. Returns the number of candidates, and of contacts at corners in all rounds.
    pub fn resolve(
        &mut self,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        pairs: &mut IgnoredPairs,
        ContactSubstep { links: all, balls, surfaces, is_backwards }: ContactSubstep,
    ) -> u64 {
        let Surfaces { common: surface, own: friction } = surfaces;
        if !std::mem::take(&mut self.are_contacts_found) {
            self.find_contacts(&particles.position, all);
        }
        let Particles { position, displacement, inv_mass, .. } = particles;
        let Self { start, links, points, shapes, ignored, corners, crossing, pushes, thickness, .. } = self;
        let particles = SweptParticles { start, position, displacement, spin, inv_mass, friction, pushes };
        corners.list.clear();
        let of_ropes = points.iter().map(|point| (point.particle, point.shape, shapes[point.shape as usize]));
        let of_balls = balls.iter().flat_map(|ball| {
            let dilated = |shape: &SweptShape| shape.dilated(ball.radius - *thickness);
            (0..).zip(shapes.iter().map(dilated)).map(|(number, shape)| (ball.particle.0, number, shape))
        });
        ignored.update(pairs, &particles, (links, shapes), of_ropes.chain(of_balls), crossing);
        let components = all.components;
        let mut narrow_phase =
            NarrowPhase { particles, shapes, pairs, ignored, components, corners, crossing, surface };
        narrow_phase.resolve_links(links, is_backwards);
        let corner_rows = narrow_phase.corners.solve(&mut narrow_phase.particles);
        narrow_phase.ignore_crossing();
        let by_particle = points.chunk_by(|one, other| one.particle == other.particle);
        by_particle.for_each(|pairs| narrow_phase.resolve_in_corner(pairs));
        (links.len() + points.len()) as u64 + corner_rows
    }

    /// Finds the candidates whose bounds meet a shape's in this substep.
    fn find_contacts(&mut self, position: &[Vec2], all: ComponentLinks) {
        self.update_broad_phase(Some(position), all.links);
        self.narrow(position);
    }

    /// Adds the contacts of solid bodies with shapes in this substep or the next.
    pub fn find_impacts(
        &mut self,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        all: ComponentLinks,
        Surfaces { common: surface, own: friction }: Surfaces,
        found: ImpactSearch,
    ) {
        self.find_contacts(&particles.position, all);
        self.are_contacts_found = true;
        let ImpactSearch { body, before, contacts } = found;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let Self { start, pushes, points, shapes, links, .. } = self;
        let particles = SweptParticles { start, position, displacement, spin, inv_mass, friction, pushes };
        for &ParticleCandidate { particle, shape } in
            points.iter().filter(|point| body[point.particle as usize] != NO_BODY)
        {
            contacts.extend(shapes[shape as usize].find_impact((&particles, before), particle as usize, surface));
        }
        let is_rigid = |link: &&LinkCandidate| all.links.get(link.slot as usize).is_some_and(|link| link.is_solid());
        for &LinkCandidate { ends, shape, .. } in links.iter().filter(is_rigid) {
            let ends = ends.map(|end| end as usize);
            contacts.extend(shapes[shape as usize].find_link_impacts((&particles, before), ends, surface));
        }
    }

    /// Resolves the contacts of a ball that is thicker than other particles by a length (m). Returns the number of shapes.
    pub fn resolve_disc(
        &mut self,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        ball: &Ball,
        extra_thickness: f32,
        surface: Surface,
    ) -> u64 {
        let index = ball.particle.index();
        let Particles { position, displacement, inv_mass, .. } = particles;
        let Self { start, pushes, shapes, ignored, .. } = self;
        // A ball has the friction of its own surface alone.
        let friction = OwnFriction::default();
        let mut particles = SweptParticles { start, position, displacement, spin, inv_mass, friction, pushes };
        for (_, shape) in (0..).zip(&*shapes).filter(|(number, _)| !ignored.contains(ball.particle.0, *number)) {
            let shape = shape.dilated(extra_thickness).touched_by(ball.surface);
            shape.resolve_particle(&mut particles, index, surface);
        }
        shapes.len() as u64
    }

    /// Brings the candidates up to date, from the positions at the beginning of the substep to those it has reached.
    fn update_broad_phase(&mut self, position: Option<&[Vec2]>, links: &Links) {
        let Self { start, shapes, broad_phase, .. } = &mut *self;
        let motion = Motion { start, position };
        if !broad_phase.covers(motion, links, shapes) {
            broad_phase.search(motion, links, shapes);
            // Memory for most of them, so that no later step allocates.
            self.links.reserve(links.slot_count().saturating_sub(self.links.len()));
            self.points.reserve(self.start.len().saturating_sub(self.points.len()));
            self.crossing.reserve(self.start.len().saturating_sub(self.crossing.len()));
            self.ignored.reserve(self.start.len());
            self.corners.list.reserve(RESERVED_CORNERS.saturating_sub(self.corners.list.len()));
            let pushes = self.start.len() + RESERVED_CORNERS;
            self.pushes.reserve(pushes.saturating_sub(self.pushes.len()));
            self.connected_masses.reserve(self.start.len());
        }
    }

    /// Narrows the candidates to those whose bounds meet a shape's in this substep.
    fn narrow(&mut self, position: &[Vec2]) {
        let Self { start, shapes, broad_phase, links, points, .. } = self;
        let bounds = |index: u32| Aabb::of(start[index as usize], position[index as usize]);
        let is_near = |bounds: Aabb, shape: u32| bounds.overlaps(shapes[shape as usize].bounds);
        let is_link_near =
            |LinkCandidate { ends: [a, b], shape, .. }: &&LinkCandidate| is_near(bounds(*a).union(bounds(*b)), *shape);
        links.refill_with(broad_phase.links.iter().filter(is_link_near).copied());
        let is_point_near = |point: &&ParticleCandidate| is_near(bounds(point.particle), point.shape);
        points.refill_with(broad_phase.particles.iter().filter(is_point_near).copied());
    }
}

impl NarrowPhase<'_> {
    /// Resolves the contacts of links, and ignores those that cross a shape.
    fn resolve_links(&mut self, links: &[LinkCandidate], is_backwards: bool) {
        if is_backwards {
            links.iter().rev().for_each(|link| self.resolve_link(link));
        } else {
            links.iter().for_each(|link| self.resolve_link(link));
        }
    }

    fn resolve_link(&mut self, &LinkCandidate { ends, shape, .. }: &LinkCandidate) {
        let Self { particles, shapes, ignored, components, corners, crossing, surface, .. } = self;
        if ignored.contains_end(ends, shape) {
            return;
        }
        let indices = ends.map(|end| end as usize);
        let corners = (components.number(ends[0]) as u32, &mut **corners);
        if shapes[shape as usize].resolve_link(particles, indices, *surface, corners) {
            crossing.extend(ends.map(|particle| IgnoredPair::from(ParticleCandidate { particle, shape })));
        }
    }

    /// Lets the ends of links that cross a shape ignore it.
    fn ignore_crossing(&mut self) {
        let Self { particles, pairs, ignored, crossing, .. } = self;
        if !crossing.is_empty() {
            pairs.append(crossing);
            ignored.refresh(pairs, particles.start.len());
        }
    }

    /// Resolves the contacts of a particle with several shapes in turn, until none moves it. In a narrow wedge, where
    /// the rounds do not converge, the particle returns to its position at the beginning of the substep.
    fn resolve_in_corner(&mut self, pairs: &[ParticleCandidate]) {
        let Self { particles, shapes, ignored, surface, .. } = self;
        let (index, shapes) = (pairs[0].particle as usize, *shapes);
        // The shape that moved the particle last is satisfied until another one moves it.
        let mut last = None;
        for _ in 0..MAX_CORNER_ROUNDS {
            let touching = pairs.iter().filter(|pair| !ignored.contains(pair.particle, pair.shape));
            for (number, pair) in touching.enumerate() {
                if last == Some(number) {
                    return;
                }
                if shapes[pair.shape as usize].resolve_particle(particles, index, *surface) {
                    last = Some(number);
                }
            }
            if last.is_none() {
                return;
            }
        }
        particles.restore(index);
    }
}
