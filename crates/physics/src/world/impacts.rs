//! Impacts of solid bodies with planes, shapes and each other, and of discs with each other, as phases of a step.

use glam::Vec2;

use crate::collision::particle_contact::{Pair, first_contact};
use crate::collision::{Contact, Hit, HitSearch, ImpactBodies, Impacts, Point, Side};
use crate::geometry::HalfPlane;
use crate::particles::{NO_BODY, Particles, SolidBodies};
use crate::plane_contact::{Surface, Surfaces};
use crate::world::{Bodies, Derived, Scratch, World};

/// A particle this close to a plane, m, is watched whatever its speed.
const WATCH_DISTANCE: f32 = 0.02;

/// Least approach of discs that bounce off each other, m/s. Piles come to rest below it.
const MIN_DISC_APPROACH: f32 = 0.33;

impl World {
    /// Finds the particles of solid bodies, and the hubs of wheels, that may reach a plane in this step.
    pub(crate) fn watch_impacts(&mut self, substeps: u32) {
        let mut watched = std::mem::take(&mut self.scratch.impacts.watched);
        watched.clear();
        let solid = &self.derived.solid_bodies.particles;
        if self.has_spin() && !solid.is_empty() {
            let Particles { position, displacement, .. } = &self.bodies.particles;
            let radii = &self.derived.particle_contacts.radius;
            let radius = |particle: u32| radii.get(particle as usize).copied().unwrap_or(0.0);
            let fall = self.substep_constants().0.gravity_displacement.length();
            let count = substeps as f32;
            let is_near = |&(particle, radius): &(u32, f32)| {
                let index = particle as usize;
                let reach = (2.0 * displacement[index].length() + fall * count) * count + WATCH_DISTANCE + radius;
                let distance = |plane: HalfPlane| plane.normal.dot(position[index]) - plane.offset;
                self.state.colliders.planes().any(|plane| distance(plane) < reach)
            };
            let of_particles = solid.iter().map(|&particle| (particle, radius(particle)));
            let of_wheels = self.derived.body_contacts.discs.wheels();
            let of_wheels = of_wheels.map(|wheel| (wheel.hub, wheel.radius + radius(wheel.hub)));
            watched.extend(of_particles.chain(of_wheels).filter(is_near).map(|(particle, _)| particle));
        }
        self.scratch.impacts.watched = watched;
    }

    /// Records the motion of solid bodies and balls that may reach a plane, a shape, a disc or a wheel, which tells impacts from
    /// contacts at rest.
    pub(crate) fn record_body_motion(&mut self) {
        let solid = &self.derived.solid_bodies.particles;
        let is_any_near = !solid.is_empty() && (!self.state.colliders.shapes().is_empty() || self.has_inner_contact());
        let Impacts { before, watched, .. } = &mut self.scratch.impacts;
        let recorded = if is_any_near { solid } else { &*watched };
        let displacement = &self.bodies.particles.displacement;
        let balls = self.state.balls.iter().map(|ball| ball.particle.0).filter(|_| is_any_near);
        recorded
            .iter()
            .copied()
            .chain(balls)
            .for_each(|particle| before[particle as usize] = displacement[particle as usize]);
    }

    /// Solves the impacts of a substep, before all other contacts. Returns whether there were any.
    pub(crate) fn solve_impacts(&mut self, surface: Surface) -> bool {
        self.scratch.impacts.begin_substep();
        if !self.has_spin() {
            return false;
        }
        if !self.derived.solid_bodies.particles.is_empty() {
            self.find_plane_impacts(surface);
            self.find_shape_impacts(surface);
            self.find_body_impacts(surface);
        }
        if surface.restitution > 0.0 {
            self.find_disc_impacts(surface);
        }
        let Derived { adjacency, .. } = &self.derived;
        let Bodies { particles, links, .. } = &mut self.bodies;
        let Scratch { impacts, spin, .. } = &mut self.scratch;
        let solved = impacts.solve(&mut ImpactBodies { particles, spin, links, adjacency }, surface);
        self.execution.work.contact_rows += solved.unwrap_or(0);
        solved.is_some()
    }

    /// Finds the contacts of solid bodies with shapes in this substep or the next.
    fn find_shape_impacts(&mut self, surface: Surface) {
        if self.state.colliders.shapes().is_empty() {
            return;
        }
        let Derived { shape_contacts, solid_bodies, body_contacts, friction, .. } = &mut self.derived;
        let Bodies { particles, links, .. } = &mut self.bodies;
        let Scratch { impacts: Impacts { before, hits, .. }, spin, .. } = &mut self.scratch;
        let discs = &body_contacts.discs;
        shape_contacts.find_hits(
            (particles, spin),
            (links, discs),
            Surfaces { own: friction.view(), covered: &discs.covered, ..surface.into() },
            HitSearch { body: &solid_bodies.body, before, hits },
        );
    }

    /// Finds what hits wheels, corners and balls in this substep.
    fn find_body_impacts(&mut self, surface: Surface) {
        let Derived { body_contacts, solid_bodies, friction, .. } = &mut self.derived;
        let Impacts { before, hits, .. } = &mut self.scratch.impacts;
        body_contacts.find_hits(
            &self.bodies.particles,
            Surfaces { own: friction.view(), ..surface.into() },
            HitSearch { body: &solid_bodies.body, before, hits },
        );
    }

    /// Finds the discs that hit each other: unlinked ones, balls and those of solid bodies. Ropes and cloth are limp.
    fn find_disc_impacts(&mut self, surface: Surface) {
        let Derived { particle_contacts, solid_bodies: SolidBodies { body, .. }, friction, .. } = &self.derived;
        let Particles { position, displacement, .. } = &self.bodies.particles;
        let min_approach = MIN_DISC_APPROACH * surface.substep;
        let is_solid = |disc: usize| body[disc] != NO_BODY;
        let is_hard = |disc: usize| {
            particle_contacts.is_ball(disc) || is_solid(disc) || particle_contacts.link_contacts.is_unlinked(disc)
        };
        let restitution = |disc: u32| particle_contacts.surface_of(disc, surface).restitution;
        // Without the links of this substep, which press a body at rest against a disc.
        let Impacts { before, hits, .. } = &mut self.scratch.impacts;
        let free_motion = |disc: usize| if is_solid(disc) { before[disc] + surface.fall } else { displacement[disc] };
        for &Pair { a, b, reach } in &particle_contacts.broad_phase.pairs {
            let (lower, upper) = (a as usize, b as usize);
            let relative = displacement[upper] - displacement[lower];
            if relative.length_squared() <= min_approach * min_approach
                || !is_hard(lower)
                || !is_hard(upper)
                || is_solid(lower) && body[lower] == body[upper]
            {
                continue;
            }
            let start = position[upper] - position[lower] - relative;
            let Some((time, normal)) = first_contact(start, relative, reach) else { continue };
            let approach = -relative.dot(normal);
            let free_approach = (free_motion(lower) - free_motion(upper)).dot(normal);
            if approach > min_approach && free_approach > min_approach {
                let contact = Contact {
                    sides: [b, a].map(Side::particle),
                    normal,
                    separation: start.length() - reach,
                    reach,
                    friction: friction.view().between(lower, upper, surface.friction),
                    restitution: restitution(a).max(restitution(b)),
                };
                let points = [Point::of_particle(b); 2];
                hits.push(Hit { contact, points, base: Some([a; 2]), approach, is_impact: true, time });
            }
        }
    }

    /// Finds the contacts of watched particles and of wheels with the ground and walls in this substep or the next.
    fn find_plane_impacts(&mut self, surface: Surface) {
        let Particles { position, displacement, inv_mass, .. } = &self.bodies.particles;
        let discs = &self.derived.body_contacts.discs;
        let surfaces = Surfaces { own: self.derived.friction.view(), covered: &discs.covered, ..surface.into() };
        let Impacts { watched, before, hits, .. } = &mut self.scratch.impacts;
        let radius = |index: u32| self.derived.particle_contacts.radius.get(index as usize).copied().unwrap_or(0.0);
        for plane in self.state.colliders.planes() {
            let mut add = |side: Side, [centre, edge]: [u32; 2], radius: f32| {
                let index = centre as usize;
                if inv_mass[index] == 0.0 {
                    return;
                }
                let (height, approach) = (plane.normal.dot(position[index]), -displacement[index].dot(plane.normal));
                let reach = plane.offset + radius;
                let contact = Contact {
                    sides: [side, Side::Surface { motion: Vec2::ZERO, motor: None }],
                    normal: plane.normal,
                    separation: height + approach - reach,
                    reach,
                    friction: surfaces.of(edge as usize).friction,
                    restitution: surface.restitution,
                };
                let points = [centre, edge].map(Point::of_particle);
                let hit = Hit { contact, points, base: None, approach, is_impact: false, time: 0.0 };
                let free_approach = -(before[index] + surface.fall).dot(plane.normal);
                hits.extend(hit.at_end(reach - height, free_approach, surface));
            };
            for &particle in watched.iter().filter(|particle| !surfaces.is_covered(**particle as usize)) {
                add(Side::particle(particle), [particle; 2], radius(particle));
            }
            for (number, wheel) in (0..).zip(discs.wheels()) {
                let side = Side::Wheel(number);
                let rim = discs.edge(side, -plane.normal, position).ends[0];
                add(side, [wheel.hub, rim], wheel.radius + radius(rim));
            }
        }
    }
}
