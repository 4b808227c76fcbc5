//! Waking of islands: by commands, led shapes, moving air and fast particles; contacts mark theirs in `wake_touched`.
//!
//! A command disturbs the particles that it changes ([`World::disturb`]). The next step wakes the pieces of disturbed
//! particles, and what touches them.

use glam::Vec2;

use crate::collision::particle_contact::{
    BroadPhase, DISTURBED, Islands, ParticleContacts, RestClock, SleepState, broad_phase, max_shift,
};
use crate::collision::{self, BodyContacts, BodyDiscs, NearPair, SweptShape};
use crate::containers::Refill;
use crate::geometry::{Aabb, Shape};
use crate::particles::{DistanceConstraint, ParticleId, Particles};
use crate::tuning::{BESIDE, REST_SPEED};
use crate::world::{Bodies, Derived, Stale, State, World};

/// The hits that may go through sleepers in a step. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hits {
    /// Greatest way of each particle in the step, m.
    way: Vec<Vec2>,
    /// The same of each sleeping piece that is hit.
    thrown: Vec<Vec2>,
    /// The sleepers that are hit, and the way of each.
    found: Vec<(u32, Vec2)>,
    /// The particles that may hit others.
    queue: Vec<u32>,
    /// Width of the cells in which discs are found, m: the diameter of the largest that is no ball.
    width: f32,
}

impl Hits {
    /// Reserves memory for a number of particles, so that no later step allocates.
    pub fn reserve(&mut self, count: usize) {
        let Self { way, thrown, found, queue, width: _ } = self;
        [way, thrown].into_iter().for_each(|list| list.reserve(count.saturating_sub(list.len())));
        found.reserve(count);
        queue.reserve(count);
    }
}

/// Wakes, before a step, the islands that a command, a moving shape or a fast particle may reach in it.
pub(crate) fn wake_before_step(state: &mut State, bodies: &mut Bodies, derived: &mut Derived, hits: &mut Hits) {
    disturb_beside_moving_shapes(state, bodies, derived);
    if state.sleep.asleep_count() > 0 {
        disturb_carried(state, &mut bodies.particles, &mut derived.stale);
        disturb_driven(state, &mut bodies.particles, &mut derived.stale);
        wake_linked_to_disturbed(&state.sleep, bodies, derived);
        wake_hit(state, bodies, derived, hits);
        find_touched_bodies(state, &bodies.particles, derived);
    }
    wake_marked(state, bodies, derived);
}

/// Marks the pieces of disturbed particles, and the pieces that hang on disturbed pins.
fn wake_linked_to_disturbed(sleep: &SleepState, bodies: &Bodies, derived: &mut Derived) {
    let woken = &mut derived.particle_contacts.islands.woken;
    let graph = bodies.graph(&derived.adjacency);
    for (index, _) in (0..).zip(&sleep.steps).filter(|(_, steps)| **steps == DISTURBED) {
        woken.push(index);
        woken.extend(graph.neighbours(index).map(|next| next.particle));
    }
}

/// Marks the sleepers that touch a disturbed particle, and those that a hit may move in this step: what something that
/// moves may reach, and what that may be thrown at in turn. What sleeps has no mass, and would stop them dead.
fn wake_hit(state: &State, bodies: &Bodies, derived: &mut Derived, hits: &mut Hits) {
    let (State { sleep, settings, balls, .. }, particles) = (state, &bodies.particles);
    derived.refresh_pieces(bodies, sleep);
    let Derived { particle_contacts, body_contacts, pieces, .. } = derived;
    // The discs in a grid.
    let ParticleContacts { radius, broad_phase: BroadPhase { grid, .. }, .. } = &mut *particle_contacts;
    hits.width = 2.0 * broad_phase::largest_radius(radius, balls);
    grid.fill(particles.position.iter().copied(), hits.width);
    let steps = 2.0 * settings.step / state.clock.substep;
    // Twice the way of the last step, since the particle may accelerate.
    hits.way.refill_with(particles.displacement.iter().map(|displacement| *displacement * steps));
    let least = 2.0 * REST_SPEED * settings.step;
    let is_restless = |index: usize| sleep.steps[index] == DISTURBED || hits.way[index].length() > least;
    hits.queue.refill_with((0..sleep.len() as u32).filter(|&index| !sleep.is_asleep(index as usize)));
    hits.queue.retain(|&index| is_restless(index as usize));
    hits.thrown.refill(sleep.len(), Vec2::ZERO);
    while !hits.queue.is_empty() {
        for number in 0..hits.queue.len() {
            hit_discs(state, particles, particle_contacts, hits, (hits.queue[number] as usize, least));
        }
        hit_bodies(sleep, &particles.position, (body_contacts, particle_contacts), hits, least);
        throw(sleep, &pieces.piece, &mut particle_contacts.islands.woken, hits);
    }
}

/// Marks the sleeping discs that a disc touches or may hit on its way, if by more than `least` (m).
fn hit_discs(
    State { sleep, balls, .. }: &State,
    Particles { position, mass, .. }: &Particles,
    ParticleContacts { radius, broad_phase: BroadPhase { grid, .. }, .. }: &ParticleContacts,
    Hits { found, way: ways, width, .. }: &mut Hits,
    (index, least): (usize, f32),
) {
    /// Most grid cells to visit to each side of a particle. Beyond, all particles are visited.
    const MAX_CELLS: i32 = 6;
    let (at, way) = (position[index], ways[index]);
    let ahead = way.length();
    let direction = if ahead > 0.0 { way / ahead } else { Vec2::ZERO };
    let is_disturbed = sleep.steps[index] == DISTURBED;
    let mut visit = |other: usize| {
        if !sleep.is_asleep(other) || ways[other] != Vec2::ZERO {
            return;
        }
        let (offset, touching) = (position[other] - at, radius[index] + radius[other]);
        let near = touching + max_shift(radius[other]);
        if is_disturbed && offset.length_squared() < near * near {
            found.push((other as u32, way));
        }
        // Where the path comes to the sum of the radii: before the foot of the perpendicular by half a chord.
        let (along, across) = (offset.dot(direction), offset.perp_dot(direction));
        let half_chord = (touching * touching - across * across).max(0.0).sqrt();
        let approach = ahead * half_chord / touching;
        if along > 0.0 && along - half_chord < ahead && approach > least {
            let normal = (offset - direction * (along - half_chord)) / touching;
            found.push((other as u32, normal * (approach * 2.0 * mass[index] / (mass[index] + mass[other]))));
        }
    };
    let cells = ((radius[index] + ahead + *width) / *width) as i32 + 1;
    if cells > MAX_CELLS {
        (0..sleep.len()).for_each(&mut visit);
    } else {
        // Balls may be larger than a cell.
        balls.iter().for_each(|ball| visit(ball.particle.index()));
        let (column, row) = grid.cell(index);
        for (columns, rows) in (-cells..=cells).flat_map(|rows| (-cells..=cells).map(move |column| (column, rows))) {
            let cell = (column.wrapping_add(columns), row.wrapping_add(rows));
            grid.discs(cell).for_each(|other| visit(other as usize));
        }
    }
}

/// Marks the sleeping wheels and bodies that others may hit, if by more than `least` (m).
fn hit_bodies(
    sleep: &SleepState,
    position: &[Vec2],
    (bodies, ParticleContacts { radius, common_radius, .. }): (&BodyContacts, &ParticleContacts),
    Hits { found, way: ways, .. }: &mut Hits,
    least: f32,
) {
    let BodyContacts { discs, broad_phase, .. } = bodies;
    let is_still = |particle: u32| sleep.is_asleep(particle as usize) && ways[particle as usize] == Vec2::ZERO;
    for (number, near) in broad_phase.near() {
        let hub = discs.list[number].hub;
        for &NearPair { ends: [a, b], .. } in near {
            let (thrown, still) = match (is_still(hub), is_still(a) && is_still(b)) {
                (true, false) => ([a, b], hub),
                (false, true) => ([hub, hub], a),
                _ => continue,
            };
            let [one, other] = thrown.map(|particle| ways[particle as usize]);
            let way = if one.length_squared() > other.length_squared() { one } else { other };
            let (ahead, shift) = (way.length(), max_shift(radius[a as usize]));
            let margin = common_radius + radius[a as usize].max(radius[b as usize]) + ahead + shift;
            if ahead > least && discs.touches(number, [a, b], position, margin) {
                found.push((still, way));
            }
        }
    }
}

/// Marks the pieces of the sleepers that are hit. Their particles may hit others in turn.
fn throw(sleep: &SleepState, piece: &[u32], woken: &mut Vec<u32>, Hits { way, thrown, found, queue, .. }: &mut Hits) {
    woken.extend(found.iter().map(|(sleeper, _)| *sleeper));
    for (sleeper, way) in found.drain(..) {
        thrown[piece[sleeper as usize] as usize] = way;
    }
    queue.clear();
    for (index, way) in way.iter_mut().enumerate() {
        let thrown = thrown[piece[index] as usize];
        if thrown != Vec2::ZERO && *way == Vec2::ZERO && sleep.is_asleep(index) {
            *way = thrown;
            queue.push(index as u32);
        }
    }
}

/// Lists in `woken` what touches wheels and corners that are awake and not at rest, and those that something of this
/// kind touches, now or in this step.
pub(crate) fn find_touched_bodies(state: &State, particles: &Particles, derived: &mut Derived) {
    let (State { sleep, settings, clock, .. }, Particles { position, displacement, .. }) = (state, particles);
    let Derived { body_contacts: BodyContacts { discs, broad_phase, .. }, particle_contacts, .. } = derived;
    let ParticleContacts { radius, common_radius, islands: Islands { woken, .. }, .. } = particle_contacts;
    let whole = RestClock::new(settings).whole();
    let is_restless = |particle: &u32| sleep.steps.get(*particle as usize).is_some_and(|steps| *steps < whole);
    // Twice the way of the last step, since it may accelerate.
    let ahead = |particle: u32| 2.0 * settings.step / clock.substep * displacement[particle as usize].length();
    for (number, near) in broad_phase.near() {
        let members = discs.members(number);
        let hub = members[0];
        let (is_wheel_restless, mut is_other_restless) = (members.iter().any(is_restless), false);
        for &NearPair { ends, .. } in near {
            // A wheel that turns comes no closer.
            let reach = ends.map(|end| radius[end as usize] + max_shift(radius[end as usize]) + ahead(end));
            let reach = *common_radius + ahead(hub) + reach[0].max(reach[1]);
            if discs.touches(number, ends, position, reach) {
                is_other_restless |= ends.iter().any(is_restless);
                woken.extend(ends.into_iter().filter(|_| is_wheel_restless));
            }
        }
        woken.extend(members.iter().filter(|_| is_other_restless));
    }
}

/// Wakes the pieces of the particles in `woken`, and empties that list.
pub(crate) fn wake_marked(state: &mut State, bodies: &mut Bodies, derived: &mut Derived) {
    if derived.particle_contacts.islands.woken.is_empty() {
        return;
    }
    derived.refresh_pieces(bodies, &state.sleep);
    let Derived { pieces, particle_contacts, stale, .. } = derived;
    let (piece, Islands { woken, marks, .. }) = (&pieces.piece, &mut particle_contacts.islands);
    marks.refill(piece.len(), false);
    woken.drain(..).for_each(|index| marks[piece[index as usize] as usize] = true);
    for index in 0..state.sleep.len() {
        if state.sleep.is_asleep(index) && marks[piece[index] as usize] {
            wake_particle(state, &mut bodies.particles, stale, index);
        }
    }
}

/// Marks sleeping particles beside the shapes that move in this step for waking, and keeps awake ones there from
/// resting.
fn disturb_beside_moving_shapes(state: &mut State, bodies: &Bodies, derived: &mut Derived) {
    let State { sleep, colliders, settings, .. } = state;
    for shape in colliders.shapes().iter().filter(|shape| shape.is_moving()) {
        let mut moved = *shape;
        moved.advance(settings.step, settings.hand_speed);
        list_beside(SweptShape::new(shape, &moved).bounds, sleep.len(), bodies, derived);
    }
    postpone_marked(sleep, &derived.particle_contacts.islands.woken);
}

/// Disturbs the particles that moving shapes carry, so that what hangs from them wakes.
fn disturb_carried(state: &mut State, particles: &mut Particles, stale: &mut Stale) {
    for index in 0..state.anchors.0.len() {
        let anchor = state.anchors.0[index];
        if state.is_carried(&anchor) {
            disturb(state, particles, stale, anchor.particle);
        }
    }
}

/// Disturbs the particles that machines move.
fn disturb_driven(state: &mut State, particles: &mut Particles, stale: &mut Stale) {
    let asleep = state.machines.driven_particles().filter(|particle| state.sleep.is_asleep(particle.index()));
    let asleep: Vec<_> = asleep.collect();
    asleep.into_iter().for_each(|particle| disturb(state, particles, stale, particle));
}

/// Keeps the awake particles among those that are marked from resting.
pub(crate) fn postpone_marked(sleep: &mut SleepState, woken: &[u32]) {
    for &index in woken {
        if !sleep.is_asleep(index as usize) {
            sleep.postpone(index as usize);
        }
    }
}

/// Lists in `woken` the particles of the first `count` within some bounds (m), and the ends of links that cross them.
fn list_beside(
    bounds: Aabb,
    count: usize,
    Bodies { particles: Particles { position, .. }, links, .. }: &Bodies,
    Derived { particle_contacts: ParticleContacts { islands, radius, .. }, shape_contacts, .. }: &mut Derived,
) {
    let thickness = shape_contacts.thickness + BESIDE;
    let is_near = |(index, at): &(usize, &Vec2)| {
        let reach = thickness.max(radius.get(*index).copied().unwrap_or_default() + BESIDE);
        bounds.dilated(reach).overlaps(Aabb::of(**at, **at))
    };
    let near = position.iter().enumerate().take(count).filter(is_near);
    islands.woken.extend(near.map(|(index, _)| index as u32));
    let links = links.iter().filter(|link| link.a.index().max(link.b.index()) < count);
    for &DistanceConstraint { a, b, .. } in links {
        if bounds.dilated(thickness).overlaps(Aabb::of(position[a.index()], position[b.index()])) {
            islands.woken.extend([a.0, b.0]);
        }
    }
}

/// Wakes all particles, and lets each wait for the whole time of rest.
pub(crate) fn wake_all(state: &mut State, particles: &mut Particles, stale: &mut Stale) {
    for index in 0..state.sleep.len() {
        if state.sleep.is_asleep(index) {
            wake_particle(state, particles, stale, index);
        } else {
            state.sleep.postpone(index);
        }
    }
}

/// Sets the inverse mass of all that sleeps, of its mass.
pub(crate) fn set_inv_mass_of_sleeping(state: &State, particles: &mut Particles, inverse: impl Fn(f32) -> f32) {
    let Particles { inv_mass, mass, .. } = particles;
    for (index, (inv_mass, mass)) in inv_mass.iter_mut().zip(mass).enumerate() {
        if state.sleep.is_asleep(index) {
            *inv_mass = inverse(*mass);
        }
    }
}

/// Marks a particle as changed by a command, and wakes it. The next step wakes its piece and what touches it.
fn disturb(state: &mut State, particles: &mut Particles, stale: &mut Stale, id: ParticleId) {
    let index = id.index();
    if state.sleep.is_asleep(index) {
        wake_particle(state, particles, stale, index);
    }
    if let Some(steps) = state.sleep.steps.get_mut(index) {
        *steps = DISTURBED;
    }
}

fn wake_particle(state: &mut State, particles: &mut Particles, stale: &mut Stale, index: usize) {
    state.sleep.restart(index, particles.position[index], DISTURBED + 1);
    particles.displacement[index] = state.rest_displacement();
    particles.inv_mass[index] = 1.0 / particles.mass[index];
    stale.mark_constraints();
}

impl World {
    /// Wakes all particles, and lets each wait for the whole time of rest.
    pub(crate) fn wake_all(&mut self) {
        wake_all(&mut self.state, &mut self.bodies.particles, &mut self.derived.stale);
    }

    /// Marks a particle as changed by a command, and wakes it. The next step wakes its piece and what touches it.
    pub(crate) fn disturb(&mut self, id: ParticleId) {
        disturb(&mut self.state, &mut self.bodies.particles, &mut self.derived.stale, id);
    }

    /// Disturbs a particle and all of its piece, once a force on it has changed. Where a sleeping thing lies on another
    /// part of the piece, as on the long arm of a lever, nothing need move before that thing is awake.
    pub(crate) fn disturb_piece(&mut self, id: ParticleId) {
        self.disturb(id);
        if self.state.sleep.asleep_count() == 0 {
            return;
        }
        self.derived.refresh_pieces(&self.bodies, &self.state.sleep);
        let piece = &self.derived.pieces.piece;
        let members: Vec<u32> =
            (0..).zip(piece).filter(|(_, root)| **root == piece[id.index()]).map(|(i, _)| i).collect();
        members.into_iter().for_each(|member| self.disturb(ParticleId(member)));
    }

    /// Disturbs both ends of all links in `broken`.
    pub(crate) fn disturb_at_broken_links(&mut self) {
        for index in 0..self.scratch.broken.len() {
            let slot = self.scratch.broken[index] as usize;
            if let Some(&DistanceConstraint { a, b, .. }) = self.bodies.links.get_or_removed(slot) {
                self.disturb(a);
                self.disturb(b);
            }
        }
    }

    /// Disturbs the particles beside those, their links and their wheels that a command has changed or will change, or that
    /// lose a link: within the bounds of all of these in each piece. Required before it does: the next step may find no
    /// contact there.
    pub(crate) fn disturb_beside_changed(&mut self, is_changed: impl Fn(ParticleId) -> bool) {
        if self.state.sleep.asleep_count() == 0 {
            return;
        }
        self.derived.refresh_graph(&mut self.bodies);
        let mut discs = BodyDiscs::default();
        discs.find(self.bodies.graph(&self.derived.adjacency));
        let Bodies { particles: Particles { position, .. }, links, .. } = &self.bodies;
        let around = |id: u32| Aabb::of(position[id as usize], position[id as usize]);
        let has_changed = |members: &[u32]| members.iter().any(|&member| is_changed(ParticleId(member)));
        let changed_wheels = (0..).zip(&discs.list).filter(|(number, _)| has_changed(discs.members(*number)));
        let discs = changed_wheels.map(|(_, wheel)| (wheel.hub, around(wheel.hub).dilated(wheel.radius)));
        let points = (0..position.len() as u32).filter(|&id| is_changed(ParticleId(id))).map(|id| (id, around(id)));
        let changed_links = links.iter().filter(|link| is_changed(link.a) || is_changed(link.b));
        let links = changed_links.map(|link| (link.a.0, around(link.a.0).union(around(link.b.0))));
        let (components, mut bounds) = (self.current_components(), Vec::new());
        components.refill(&mut bounds, None);
        for (id, own) in points.chain(links).chain(discs) {
            let all: &mut Option<Aabb> = &mut bounds[components.number(id)];
            *all = Some(all.map_or(own, |all| all.union(own)));
        }
        let thickness = self.state.settings.rope_contact.unwrap_or(0.0);
        let thickest = self.state.balls.iter().map(|ball| ball.radius).fold(thickness, f32::max);
        let bounds: Vec<Aabb> = bounds.into_iter().flatten().map(|bounds| bounds.dilated(thickest)).collect();
        self.disturb_within_any(&bounds);
    }

    /// Disturbs the particles beside a shape that a command has added, or will change or remove.
    pub(crate) fn disturb_beside(&mut self, shape: &Shape) {
        self.disturb_within(SweptShape::new(shape, shape).bounds);
    }

    /// Disturbs the particles within some bounds (m), and the ends of links that cross them.
    pub(crate) fn disturb_within(&mut self, bounds: Aabb) {
        list_beside(bounds, self.state.sleep.len(), &self.bodies, &mut self.derived);
        while let Some(index) = self.derived.particle_contacts.islands.woken.pop() {
            self.disturb(ParticleId(index));
        }
    }

    /// Disturbs the particles within any of some bounds (m), and the ends of links that cross them.
    pub(crate) fn disturb_within_any(&mut self, bounds: &[Aabb]) {
        let count = self.state.sleep.len();
        if count == 0 || bounds.is_empty() {
            return;
        }
        let Derived { particle_contacts: ParticleContacts { radius, .. }, shape_contacts, .. } = &self.derived;
        let thickness = shape_contacts.thickness + BESIDE;
        let reach = radius.iter().fold(thickness, |reach, radius| reach.max(radius + BESIDE));
        let grown = bounds.iter().map(|bounds| bounds.dilated(reach)).collect();
        let near = collision::NearShapes::of_bounds(&self.bodies.particles.position, &self.bodies.links, grown);
        let ends = near.links.iter().flat_map(|near| near.ends);
        let particles: Vec<_> = near.particles.iter().map(|near| near.particle).chain(ends).collect();
        for particle in particles.into_iter().filter(|&particle| (particle as usize) < count) {
            self.disturb(ParticleId(particle));
        }
    }
}
