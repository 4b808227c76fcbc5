//! Contacts of particles and links with shapes: the phases of a substep.
//!
//! `start` is recorded, then [`ShapeContacts::advance_shapes`], then, after integration and sweeps, the rows of links and
//! wheels are found ([`ShapeContacts::find`]), and last the contacts of particles are resolved.

use glam::Vec2;

use crate::collision::motor::ConnectedMasses;
use crate::collision::particle_contact::Ball;
use crate::collision::{
    BodyDisc, BodyDiscs, Contact, HitSearch, IgnoredIndex, IgnoredPair, IgnoredPairs, LinkCandidate, NearShapes,
    ParticleCandidate, Push, Row, Side, SweptParticles, SweptShape,
};
use crate::containers::{NONE, Refill};
use crate::geometry::{Aabb, Colliders};
use crate::particles::{Links, Particles};
use crate::plane_contact::{Surface, Surfaces};
use crate::tuning::BESIDE;

/// Contacts at corners for which memory is reserved.
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
    pub broad_phase: NearShapes,
    /// Candidates whose bounds meet a shape's in this substep.
    links: Vec<LinkCandidate>,
    points: Vec<ParticleCandidate>,
    /// Whether these are found for the present positions.
    pub are_contacts_found: bool,
    ignored: IgnoredIndex,
    /// Scratch: pairs to ignore.
    crossing: Vec<IgnoredPair>,
}

/// A substep whose contacts are resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactSubstep<'a> {
    pub links: &'a Links,
    pub balls: &'a [Ball],
    pub discs: &'a BodyDiscs,
    pub surfaces: Surfaces<'a>,
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
            swept.bounds = swept.bounds.dilated(BESIDE);
            swept.motor = before.is_moving().then_some(number);
            self.shapes.push(swept);
        }
    }

    /// Adds the rows of links at corners and of wheels. Takes back the spin of these links. Returns the number of
    /// candidates.
    pub fn find(
        &mut self,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        pairs: &mut IgnoredPairs,
        ContactSubstep { links: all, balls, discs, surfaces }: ContactSubstep,
        contacts: &mut Vec<Contact>,
    ) -> u64 {
        let Surfaces { common: surface, own: friction, .. } = surfaces;
        if !std::mem::take(&mut self.are_contacts_found) {
            self.find_contacts(&particles.position, all);
        }
        let Particles { position, displacement, inv_mass, .. } = particles;
        let Self { start, links, points, shapes, ignored, crossing, pushes, thickness, .. } = self;
        let mut particles = SweptParticles { start, position, displacement, spin, inv_mass, friction, pushes };
        let of_ropes = points.iter().map(|point| (point.particle, point.shape, shapes[point.shape as usize]));
        let of_balls = balls.iter().flat_map(|ball| {
            let dilated = |shape: &SweptShape| shape.dilated(ball.radius - *thickness);
            (0..).zip(shapes.iter().map(dilated)).map(|(number, shape)| (ball.particle.0, number, shape))
        });
        ignored.update(pairs, &particles, (links, shapes), of_ropes.chain(of_balls), crossing);
        for &LinkCandidate { ends, shape, .. } in &*links {
            if !ignored.contains_end(ends, shape)
                && !discs.is_of_wheel(ends)
                && shapes[shape as usize].find_link(&mut particles, ends, surface, contacts)
            {
                crossing.extend(ends.map(|particle| IgnoredPair::from(ParticleCandidate { particle, shape })));
            }
        }
        for (wheel, &BodyDisc { hub, radius, .. }) in (0..).zip(discs.wheels()) {
            let rim = |outward: Vec2| discs.edge(Side::Wheel(wheel), outward, particles.position).ends[0];
            for (number, shape) in (0..).zip(&*shapes) {
                let is_ignored = discs.members(wheel as usize).iter().any(|&member| ignored.contains(member, number));
                if !is_ignored {
                    contacts.extend(shape.dilated(radius).find_wheel(&particles, (wheel, hub), rim, surface));
                }
            }
        }
        (links.len() + points.len()) as u64
    }

    /// Records the impulses of rows on moving shapes, and resolves the contacts of particles, which nothing may pass: they
    /// have the last word.
    pub fn resolve_points(
        &mut self,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        pairs: &mut IgnoredPairs,
        surfaces: Surfaces,
        (rows, discs): (&[Row], &BodyDiscs),
    ) {
        let Particles { position, displacement, inv_mass, .. } = particles;
        let Self { start, points, shapes, ignored, crossing, pushes, .. } = self;
        for row in rows {
            let [side, Side::Surface { motor: Some(shape), .. }] = row.contact.sides else { continue };
            let point = discs.centre(side);
            let impulse = row.contact.normal * row.normal + row.contact.normal.perp() * row.friction;
            let at = point.of(position) - shapes[shape as usize].centre();
            pushes.push(Push { shape, particle: point.ends[0], at, mass: 1.0 / point.inv_mass(inv_mass), impulse });
        }
        if !crossing.is_empty() {
            pairs.append(crossing);
            ignored.refresh(pairs, start.len());
        }
        let Surfaces { common: surface, own: friction, .. } = surfaces;
        let mut particles = SweptParticles { start, position, displacement, spin, inv_mass, friction, pushes };
        let by_particle = points.chunk_by(|one, other| one.particle == other.particle);
        for pairs in by_particle.filter(|pairs| !surfaces.is_covered(pairs[0].particle as usize)) {
            resolve_in_corner(&mut particles, pairs, (shapes, ignored), surface);
        }
    }

    /// Adds the contacts of solid bodies with shapes in this substep or the next.
    pub fn find_hits(
        &mut self,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        (all, discs): (&Links, &BodyDiscs),
        surfaces: Surfaces,
        found: HitSearch,
    ) {
        self.find_contacts(&particles.position, all);
        self.are_contacts_found = true;
        let HitSearch { body, before, hits } = found;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let Self { start, pushes, points, shapes, links, .. } = self;
        let Surfaces { common: surface, own: friction, .. } = surfaces;
        let particles = SweptParticles { start, position, displacement, spin, inv_mass, friction, pushes };
        let is_solid = |particle: u32| body[particle as usize] != NONE && !surfaces.is_covered(particle as usize);
        for &ParticleCandidate { particle, shape } in points.iter().filter(|point| is_solid(point.particle)) {
            hits.extend(shapes[shape as usize].find_hit((&particles, before), particle as usize, surface));
        }
        let is_rigid = |link: &&LinkCandidate| all.get(link.slot as usize).is_some_and(|link| link.is_solid());
        for &LinkCandidate { ends, shape, .. } in
            links.iter().filter(is_rigid).filter(|link| !discs.is_of_wheel(link.ends))
        {
            hits.extend(shapes[shape as usize].find_link_hits((&particles, before), ends, surface));
        }
        for (number, &BodyDisc { hub, radius, .. }) in (0..).zip(discs.wheels()) {
            let rim = |outward: Vec2| discs.edge(Side::Wheel(number), outward, particles.position).ends[0];
            for shape in &*shapes {
                let shape = shape.dilated(radius);
                hits.extend(shape.find_wheel_hit((&particles, before), (number, hub), rim, surface));
            }
        }
    }

    /// Resolves the contacts of a ball that is thicker than other particles by a length (m). Returns the number of shapes.
    pub fn resolve_disc(
        &mut self,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        ball: &Ball,
        extra_thickness: f32,
        Surfaces { common: surface, own: friction, .. }: Surfaces,
    ) -> u64 {
        let index = ball.particle.index();
        let Particles { position, displacement, inv_mass, .. } = particles;
        let Self { start, pushes, shapes, ignored, .. } = self;
        let mut particles = SweptParticles { start, position, displacement, spin, inv_mass, friction, pushes };
        for (_, shape) in (0..).zip(&*shapes).filter(|(number, _)| !ignored.contains(ball.particle.0, *number)) {
            let shape = shape.dilated(extra_thickness).touched_by(ball.surface);
            shape.resolve_particle(&mut particles, index, surface);
        }
        shapes.len() as u64
    }

    /// Finds the candidates whose bounds meet a shape's in this substep.
    fn find_contacts(&mut self, position: &[Vec2], links: &Links) {
        let Self { start, shapes, broad_phase, .. } = &mut *self;
        let motion = [&**start, position];
        if !broad_phase.covers(motion, links, shapes) {
            broad_phase.search(motion, links, shapes);
            // Memory for most of them, so that no later step allocates.
            self.links.reserve(links.slot_count().saturating_sub(self.links.len()));
            self.points.reserve(self.start.len().saturating_sub(self.points.len()));
            self.crossing.reserve(self.start.len().saturating_sub(self.crossing.len()));
            self.ignored.reserve(self.start.len());
            let pushes = self.start.len() + RESERVED_CORNERS;
            self.pushes.reserve(pushes.saturating_sub(self.pushes.len()));
            self.connected_masses.reserve(self.start.len());
        }
        self.narrow(position);
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

/// Resolves the contacts of a particle with several shapes in turn, until none moves it. In a narrow wedge, where the rounds
/// do not converge, the particle returns to its position at the beginning of the substep.
fn resolve_in_corner(
    particles: &mut SweptParticles,
    pairs: &[ParticleCandidate],
    (shapes, ignored): (&[SweptShape], &IgnoredIndex),
    surface: Surface,
) {
    let index = pairs[0].particle as usize;
    // The shape that moved the particle last is satisfied until another one moves it.
    let mut last = None;
    for _ in 0..MAX_CORNER_ROUNDS {
        let touching = pairs.iter().filter(|pair| !ignored.contains(pair.particle, pair.shape));
        for (number, pair) in touching.enumerate() {
            if last == Some(number) {
                return;
            }
            if shapes[pair.shape as usize].resolve_particle(particles, index, surface) {
                last = Some(number);
            }
        }
        if last.is_none() {
            return;
        }
    }
    particles.restore(index);
}
