//! The tension of links in the next substep.
//!
//! A link's tension is the impulse of its corrections per time. To record impulses in the step's own loops would slow
//! every step. So a reading computes the next substep once more, on a copy of the positions, with plain loops, and
//! changes nothing in the world.

use glam::Vec2;

use crate::containers::{Refill, radix_sort};
use crate::particles::Neighbour;
use crate::settings::{Method, Settings, SweepOrder};
use crate::simd::{Link, ParticleView};
use crate::solver::JacobiIterations;
use crate::solver::direct::Elimination;
use crate::world::{Derived, World};

/// A shorter link, m, has no direction.
const MIN_LENGTH: f32 = 1e-12;

/// Reads tensions. Keeps its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkTension {
    /// Tension in the next substep, N, by slot; while it is being computed, impulse x time, kg m.
    impulse: Vec<f32>,
    /// Slots of the links, and the same in the order of solving.
    slots: Vec<u32>,
    order: Vec<u32>,
    starts: Vec<u32>,
    position: Vec<Vec2>,
    corrections: Vec<Vec2>,
    /// The direct solve of the strands.
    strands: Elimination,
    jacobi: JacobiIterations,
}

impl LinkTension {
    /// The tension of each link in the next substep, N, by slot; negative where a link pushes, 0 before the first step.
    pub fn read(&mut self, world: &World) -> &[f32] {
        self.impulse.refill(world.bodies.links.slot_count(), 0.0);
        match world.state.settings.method {
            Method::Springs => self.read_springs(world),
            Method::Jakobsen => self.read_impulses(world),
        }
        &self.impulse
    }

    /// The tensions of the last reading, N, by slot.
    pub fn by_slot(&self) -> &[f32] {
        &self.impulse
    }

    /// Hooke's law, without inner friction.
    fn read_springs(&mut self, world: &World) {
        let position = &world.bodies.particles.position;
        for (slot, link) in world.bodies.links.enumerate() {
            let length = (position[link.b.index()] - position[link.a.index()]).length();
            self.impulse[slot] = world.state.settings.springs.stiffness * (length - link.rest_length);
        }
    }

    /// The corrections of the next substep, as forces.
    fn read_impulses(&mut self, world: &World) {
        let substep = world.state.clock.substep;
        if substep == 0.0 {
            return;
        }
        self.predict(world, substep);
        let Self { impulse, position, corrections, strands, jacobi, order, .. } = self;
        let inv_mass = &world.bodies.particles.inv_mass;
        let mut view =
            ParticleView { first: 0, position, corrections, displacement: &mut [], inv_mass, has_spin: false };
        let to_force = 1.0 / (substep * substep);
        let Derived { stale, components, attachments, direct_solver, .. } = &world.derived;
        let are_components_known = !stale.graph && !stale.components;
        let solves_strands = !world.state.solver.direct.is_empty() && !stale.direct_solver && are_components_known;
        let is_direct = |particle: u32| solves_strands && direct_solver.is_direct(components.number(particle));
        if world.uses_attachments() && !stale.attachments && are_components_known {
            let substeps = world.state.settings.step / substep;
            attachments.accumulate_impulses(impulse, &mut view, substeps, |particle| !is_direct(particle), project);
        }
        if solves_strands {
            direct_solver.solve_impulses(&mut view, strands);
            for (slot, link) in world.bodies.links.enumerate().filter(|(_, link)| is_direct(link.a.0)) {
                impulse[slot] = direct_solver.impulse_between(strands, components, [link.a.0, link.b.0]);
            }
        }
        let Settings { sweeps, give, order: by, .. } = world.state.settings;
        let symmetric = &world.bodies.colouring.symmetric;
        let goes_back = by == SweepOrder::Colour && are_components_known && symmetric.links > 0;
        let is_symmetric = |slot: &u32| {
            let link = world.bodies.links.get(*slot as usize);
            link.is_some_and(|link| symmetric.contains(components.number(link.a.0)))
        };
        let mut project_slot = |slot: u32| {
            if let Some(link) = world.bodies.links.get(slot as usize) {
                let link = Link::of(link);
                let rule = link.rule.scaled(1.0 - give);
                let impulse = &mut impulse[slot as usize];
                *impulse += project_further(&mut view, Link { rule, ..link }, (*impulse, to_force));
            }
        };
        for _ in 0..sweeps {
            order.iter().copied().for_each(&mut project_slot);
            if goes_back {
                order.iter().rev().copied().filter(is_symmetric).for_each(&mut project_slot);
            }
        }
        if are_components_known && !stale.attachments {
            jacobi.copy_from(&world.scratch.jacobi);
            let graph = world.bodies.graph(&world.derived.adjacency);
            jacobi.run(&mut view, |view, link| {
                let taken = project(view, link);
                let is_same = |end: &&Neighbour| end.particle == link.b && end.rest_length == link.rule.rest_length;
                if let Some(end) = graph.neighbours(link.a).find(is_same) {
                    impulse[end.slot as usize] += taken;
                }
            });
        }
        impulse.iter_mut().for_each(|impulse| *impulse *= to_force);
    }

    /// Finds the positions before the next substep's corrections, and the order of solving.
    fn predict(&mut self, world: &World, substep: f32) {
        let Self { position, corrections, slots, order, starts, .. } = self;
        let particles = &world.bodies.particles;
        let fall = world.state.settings.gravity * (substep * substep);
        let moving = particles.position.iter().zip(&particles.displacement).zip(&particles.inv_mass);
        position.refill_with(moving.map(|((at, by), inv_mass)| if *inv_mass == 0.0 { *at } else { *at + *by + fall }));
        corrections.refill(position.len(), Vec2::ZERO);
        let by_colour = world.state.settings.order == SweepOrder::Colour;
        let colour = |slot: &u32| if by_colour { world.bodies.colouring.colours[*slot as usize].into() } else { 0 };
        let colours = usize::from(world.bodies.colouring.highest) + 1;
        slots.refill_with(world.bodies.links.enumerate().map(|(slot, _)| slot as u32));
        radix_sort::counting_sort_by(colour, colours, (slots, order), starts);
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
    if weight == 0.0 || length < MIN_LENGTH {
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
