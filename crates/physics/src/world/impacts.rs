//! Impacts of solid bodies with planes, shapes and each other, and of discs with each other, as phases of a step.

use glam::Vec2;

use crate::collision::particle_contact::{Pair, first_contact};
use crate::collision::{Contact, Hit, HitSearch, ImpactBodies, Impacts, Point, Side};
use crate::containers::NONE;
use crate::geometry::{Colliders, HalfPlane};
use crate::particles::{Links, Particles, SolidBodies};
use crate::plane_contact::{Surface, Surfaces};
use crate::tuning::{BESIDE, BOUNCE_SPEED};
use crate::world::substep::Substep;
use crate::world::{Bodies, Derived, Scratch, State};

/// A particle this close to a plane, m, is watched whatever its speed.
const WATCH_DISTANCE: f32 = 2.0 * BESIDE;

/// Lists the particles of solid bodies, and the hubs of wheels, that may reach a plane in this step.
pub(crate) fn watch_impacts(
    state: &State,
    Particles { position, displacement, .. }: &Particles,
    Derived { solid_bodies, particle_contacts, body_contacts, .. }: &Derived,
    watched: &mut Vec<u32>,
    Substep { count, surface, .. }: Substep,
) {
    watched.clear();
    if state.settings.has_spin() {
        let radius = |particle: u32| particle_contacts.radius.get(particle as usize).copied().unwrap_or(0.0);
        let (fall, count) = (surface.fall.length(), count as f32);
        let is_near = |&(particle, radius): &(u32, f32)| {
            let index = particle as usize;
            let reach = (2.0 * displacement[index].length() + fall * count) * count + WATCH_DISTANCE + radius;
            let distance = |plane: HalfPlane| plane.normal.dot(position[index]) - plane.offset;
            state.colliders.planes().any(|plane| distance(plane) < reach)
        };
        let of_particles = solid_bodies.particles.iter().map(|&particle| (particle, radius(particle)));
        let wheels = body_contacts.discs.wheels();
        let of_wheels = wheels.map(|wheel| (wheel.hub, wheel.radius + radius(wheel.hub)));
        watched.extend(of_particles.chain(of_wheels).filter(is_near).map(|(particle, _)| particle));
    }
}

/// Records the motion of solid bodies and balls that may reach a plane, a shape, a disc or a wheel, which tells impacts from
/// contacts at rest.
pub(crate) fn record_body_motion(state: &State, particles: &Particles, derived: &Derived, impacts: &mut Impacts) {
    let Impacts { before, watched, .. } = impacts;
    let solid = &derived.solid_bodies.particles;
    let is_any_near = !solid.is_empty() && state.has_contact_beside_planes(&derived.body_contacts);
    let recorded = if is_any_near { solid } else { &*watched };
    let balls = state.balls.iter().map(|ball| ball.particle.0).filter(|_| is_any_near);
    let recorded = recorded.iter().copied().chain(balls).map(|particle| particle as usize);
    recorded.for_each(|particle| before[particle] = particles.displacement[particle]);
}

/// Solves the impacts of a substep, before all other contacts. Returns the number of rows; `None` if there were no
/// impacts.
pub(crate) fn solve_impacts(
    State { settings, colliders, balls, .. }: &State,
    Bodies { particles, links, .. }: &mut Bodies,
    derived: &mut Derived,
    Scratch { impacts, spin, .. }: &mut Scratch,
    surface: Surface,
) -> Option<u64> {
    impacts.begin_substep();
    if !settings.has_spin() {
        return None;
    }
    if !derived.solid_bodies.particles.is_empty() {
        find_plane_impacts(colliders, particles, derived, impacts, surface);
        if !colliders.shapes().is_empty() {
            find_shape_impacts((particles, spin), links, derived, impacts, surface);
        }
        find_body_impacts(particles, derived, impacts, surface);
    }
    if surface.restitution > 0.0 || balls.iter().any(|ball| ball.surface.restitution.is_some_and(|own| own > 0.0)) {
        find_disc_impacts(particles, derived, impacts, surface);
    }
    impacts.solve(&mut ImpactBodies { particles, spin, links, adjacency: &derived.adjacency }, surface)
}

/// Finds the contacts of solid bodies with shapes in this substep or the next.
fn find_shape_impacts(
    particles: (&mut Particles, &mut [Vec2]),
    links: &Links,
    Derived { shape_contacts, solid_bodies, body_contacts, friction, .. }: &mut Derived,
    Impacts { before, hits, .. }: &mut Impacts,
    common: Surface,
) {
    let discs = &body_contacts.discs;
    let surfaces = Surfaces { own: friction.view(), covered: &discs.covered, ..common.into() };
    let search = HitSearch { body: &solid_bodies.body, before, hits };
    shape_contacts.find_hits(particles, (links, discs), surfaces, search);
}

/// Finds what hits wheels, corners and balls in this substep.
fn find_body_impacts(particles: &Particles, derived: &mut Derived, impacts: &mut Impacts, common: Surface) {
    let Derived { body_contacts, solid_bodies, friction, .. } = derived;
    let Impacts { before, hits, .. } = impacts;
    let surfaces = Surfaces { own: friction.view(), ..common.into() };
    body_contacts.find_hits(particles, surfaces, HitSearch { body: &solid_bodies.body, before, hits });
}

/// Finds the discs that hit each other: unlinked ones, balls and those of solid bodies. Ropes and cloth are limp.
fn find_disc_impacts(particles: &Particles, derived: &Derived, impacts: &mut Impacts, surface: Surface) {
    let Derived { particle_contacts, solid_bodies: SolidBodies { body, .. }, friction, .. } = derived;
    let (Particles { position, displacement, .. }, Impacts { before, hits, .. }) = (particles, impacts);
    let min_approach = BOUNCE_SPEED * surface.substep;
    let is_solid = |disc: usize| body[disc] != NONE;
    let is_hard = |disc: usize| {
        particle_contacts.is_ball(disc) || is_solid(disc) || particle_contacts.link_contacts.is_unlinked(disc)
    };
    let restitution = |disc: u32| particle_contacts.surface_of(disc, surface).restitution;
    // Without the links of this substep, which press a body at rest against a disc.
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
fn find_plane_impacts(
    colliders: &Colliders,
    Particles { position, displacement, inv_mass, .. }: &Particles,
    Derived { body_contacts, particle_contacts, friction, .. }: &Derived,
    Impacts { watched, before, hits, .. }: &mut Impacts,
    surface: Surface,
) {
    let discs = &body_contacts.discs;
    let surfaces = Surfaces { own: friction.view(), covered: &discs.covered, ..surface.into() };
    let radius = |index: u32| particle_contacts.radius.get(index as usize).copied().unwrap_or(0.0);
    for plane in colliders.planes() {
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
