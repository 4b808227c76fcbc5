//! The tension of links in the next substep.
//!
//! A link's tension is the impulse of its corrections per time. To record impulses in the step's own loops would slow
//! every step. So a reading computes the next substep once more, on a copy of the positions, with plain loops, and
//! changes nothing in the world.

use std::ops::Range;

use glam::Vec2;

use crate::containers::{Refill, radix_sort};
use crate::particles::{Components, DistanceConstraint};
use crate::settings::{Method, Settings, SweepOrder};
use crate::simd::{self, Link, ParticleView};
use crate::solver::direct::Elimination;
use crate::tuning::MIN_DIRECTED;
use crate::world::{Bodies, Derived, State};

/// What a reading depends on.
type Parts<'a> = (&'a State, &'a Bodies, &'a Derived);

/// Reads tensions of the links that it has listed. Keeps its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkTension {
    /// Tension in the next substep, N, by slot; while it is being computed, impulse x time, kg m.
    impulse: Vec<f32>,
    /// Slots of the listed links, and the same in the order of solving.
    slots: Vec<u32>,
    order: Vec<u32>,
    starts: Vec<u32>,
    /// The particles of their components, as ranges in rising order.
    particles: Vec<Range<usize>>,
    position: Vec<Vec2>,
    corrections: Vec<Vec2>,
    displacement: Vec<Vec2>,
    /// The direct solve of the strands.
    strands: Elimination,
}

impl LinkTension {
    /// Lists all links.
    pub fn list_all(&mut self, bodies: &Bodies, order: SweepOrder) {
        self.particles.clear();
        self.particles.push(0..bodies.particles.len());
        self.slots.refill_with(bodies.links.enumerate().map(|(slot, _)| slot as u32));
        self.sort(bodies, order);
    }

    /// Lists no links.
    pub fn clear(&mut self) {
        self.particles.clear();
        self.slots.clear();
        self.order.clear();
    }

    /// Lists the links of the components that are `wanted`.
    pub fn list(&mut self, bodies: &Bodies, order: SweepOrder, wanted: &[bool], components: &Components) {
        self.particles.clear();
        let is_wanted = |particle: &usize| wanted[components.number(*particle as u32)];
        for particle in (0..bodies.particles.len()).filter(is_wanted) {
            match self.particles.last_mut().filter(|range| range.end == particle) {
                Some(range) => range.end += 1,
                None => self.particles.push(particle..particle + 1),
            }
        }
        let listed = bodies.links.enumerate().filter(|(_, link)| wanted[components.number(link.a.0)]);
        self.slots.refill_with(listed.map(|(slot, _)| slot as u32));
        self.sort(bodies, order);
    }

    /// Sorts the slots into the order of solving.
    fn sort(&mut self, bodies: &Bodies, order: SweepOrder) {
        let by_colour = order == SweepOrder::Colour;
        let colour = |slot: &u32| if by_colour { bodies.colouring.colours[*slot as usize].into() } else { 0 };
        let colours = usize::from(bodies.colouring.highest) + 1;
        radix_sort::counting_sort_by(colour, colours, (&self.slots, &mut self.order), &mut self.starts);
    }

    /// Slots of the listed links, in rising order.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Reads the tension of each listed link in the next substep, N, by slot: negative where a link pushes, 0 before the
    /// first step. Links of components that are not `due` keep the tension of their last reading.
    pub fn read(&mut self, parts: Parts, is_due: impl Fn(usize) -> bool + Copy) -> &[f32] {
        let (state, bodies, _) = parts;
        self.impulse.resize(bodies.links.slot_count(), 0.0);
        match state.settings.method {
            Method::Springs => self.read_springs(state, bodies),
            Method::Jakobsen => self.read_impulses(parts, is_due),
        }
        &self.impulse
    }

    /// The tensions of the last reading, N, by slot.
    pub fn by_slot(&self) -> &[f32] {
        &self.impulse
    }

    /// Hooke's law, without inner friction.
    fn read_springs(&mut self, state: &State, bodies: &Bodies) {
        let position = &bodies.particles.position;
        for &slot in &self.slots {
            let Some(link) = bodies.links.get(slot as usize) else { continue };
            let length = (position[link.b.index()] - position[link.a.index()]).length();
            self.impulse[slot as usize] = state.settings.springs.stiffness * (length - link.rest_length);
        }
    }

    /// The corrections of the next substep, as forces.
    fn read_impulses(&mut self, parts @ (state, bodies, derived): Parts, is_due: impl Fn(usize) -> bool + Copy) {
        let substep = state.clock.substep;
        let Derived { stale, components, attachments, direct_solver, .. } = derived;
        let are_components_known = !stale.graph && !stale.components;
        let is_included = |particle: u32| !are_components_known || is_due(components.number(particle));
        let is_link_included =
            |link: &&DistanceConstraint| !are_components_known || is_due(components.number(link.a.0));
        let link = |slot: u32| bodies.links.get(slot as usize).filter(is_link_included);
        let Self { impulse, slots, order, .. } = self;
        slots.iter().filter(|&&slot| link(slot).is_some()).for_each(|&slot| impulse[slot as usize] = 0.0);
        if substep == 0.0 {
            return;
        }
        let to_force = 1.0 / (substep * substep);
        predict(&self.particles, [&mut self.position, &mut self.corrections, &mut self.displacement], parts);
        let strands = &mut self.strands;
        let (position, corrections) = (&self.position[..], &mut self.corrections[..]);
        let displacement = &mut self.displacement[..];
        let inv_mass = &bodies.particles.inv_mass;
        let mut view = ParticleView { first: 0, position, corrections, displacement, inv_mass, has_spin: false };
        let solves_strands = !state.solver.direct.is_empty() && !stale.direct_solver && are_components_known;
        let is_direct = |particle: u32| solves_strands && direct_solver.is_direct(components.number(particle));
        if state.settings.uses_attachments() && !stale.attachments && are_components_known {
            let is_attached = |particle: u32| is_included(particle) && !is_direct(particle);
            attachments.accumulate_impulses(impulse, &mut view, is_attached, project);
        }
        if solves_strands {
            direct_solver.solve_impulses(&mut view, strands, is_due);
            for &slot in &*slots {
                let Some(link) = link(slot) else { continue };
                if direct_solver.is_direct(components.number(link.a.0)) {
                    let ends = [link.a.0, link.b.0];
                    impulse[slot as usize] = direct_solver.impulse_between(strands, components, ends);
                }
            }
        }
        sweep(order, impulse, (&mut view, to_force), parts, link);
        let due = slots.iter().filter(|&&slot| link(slot).is_some());
        due.for_each(|&slot| impulse[slot as usize] *= to_force);
    }
}

/// Finds the positions and displacements of some particles before the next substep's corrections.
fn predict(
    ranges: &[Range<usize>],
    [position, corrections, displacement]: [&mut Vec<Vec2>; 3],
    (state, bodies, _): Parts,
) {
    let particles = &bodies.particles;
    let motion = state.motion_constants();
    position.resize(particles.len(), Vec2::ZERO);
    corrections.resize(particles.len(), Vec2::ZERO);
    displacement.resize(particles.len(), Vec2::ZERO);
    for range in ranges {
        corrections[range.clone()].fill(Vec2::ZERO);
        for index in range.clone() {
            let (at, by) = (particles.position[index], particles.displacement[index]);
            let is_fixed = particles.inv_mass[index] == 0.0;
            displacement[index] = if is_fixed { by } else { simd::free_displacement(by, motion) };
            position[index] = if is_fixed { at } else { at + displacement[index] };
        }
    }
    // Hands pull as in the last substep.
    let substep = state.clock.substep;
    let held = state.grabs.iter().map(|grab| (grab.particle.index(), grab.grip));
    for (index, grip) in held.filter(|(index, _)| ranges.iter().any(|range| range.contains(index))) {
        corrections[index] = grip.push * (substep * substep * particles.inv_mass[index]);
    }
}

/// Sweeps over some links in the order of solving, and adds their impulses x time (kg m). `link` finds the link of a slot.
fn sweep<'a>(
    order: &[u32],
    impulse: &mut [f32],
    (view, inv_substep_squared): (&mut ParticleView, f32),
    (state, bodies, derived): Parts,
    link: impl Fn(u32) -> Option<&'a DistanceConstraint>,
) {
    let Settings { sweeps, give, order: by, .. } = state.settings;
    let Derived { stale, components, .. } = derived;
    let symmetric = &bodies.colouring.symmetric;
    let are_components_known = !stale.graph && !stale.components;
    let goes_back = by == SweepOrder::Colour && are_components_known && symmetric.links > 0;
    let is_symmetric = |slot: &u32| link(*slot).is_some_and(|link| symmetric.contains(components.number(link.a.0)));
    let mut project_slot = |slot: u32| {
        if let Some(link) = link(slot) {
            let link = Link::of(link);
            let rule = link.rule.scaled(1.0 - give);
            let impulse = &mut impulse[slot as usize];
            *impulse += project_further(view, Link { rule, ..link }, (*impulse, inv_substep_squared));
        }
    };
    for _ in 0..sweeps {
        order.iter().copied().for_each(&mut project_slot);
        if goes_back {
            order.iter().rev().copied().filter(is_symmetric).for_each(&mut project_slot);
        }
    }
}

/// Projects a link. Returns its impulse x time, kg m.
fn project(view: &mut ParticleView, link: Link) -> f32 {
    project_further(view, link, (0.0, 0.0))
}

/// [`project`] for a link that may have compliance: given the sum of its impulses x time so far, kg m, and 1 / substep².
fn project_further(view: &mut ParticleView, link: Link, (so_far, inv_substep_squared): (f32, f32)) -> f32 {
    let (a, b) = (link.a as usize, link.b as usize);
    let weight = view.inv_mass[a] + view.inv_mass[b];
    let delta = view.position[b] - view.position[a] + (view.corrections[b] - view.corrections[a]);
    let length = delta.length();
    if weight == 0.0 || length < MIN_DIRECTED {
        return 0.0;
    }
    let compliance = link.rule.compliance * inv_substep_squared;
    let error = link.rule.stiffness * link.rule.signed_error(length) - compliance * so_far;
    let impulse = error / (weight + compliance);
    let pull = delta * (impulse / length);
    view.corrections[a] += pull * view.inv_mass[a];
    view.corrections[b] -= pull * view.inv_mass[b];
    impulse
}
