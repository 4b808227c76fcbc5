//! The tension of links: an instrument that reads the world and changes nothing.
//!
//! A link's tension is the impulse of its corrections per time. To record impulses in the step's own loops would slow
//! every step. So a reading computes the next substep once more, on a copy of the positions, with plain loops.

use glam::Vec2;

use crate::containers::{Refill, radix_sort};
use crate::particles::Neighbour;
use crate::settings::{Method, Settings, SweepOrder};
use crate::simd::{Link, ParticleView};
use crate::solver::JacobiIterations;
use crate::solver::direct::Elimination;
use crate::world::{Derived, World};

/// Weight of a new reading in the exponential mean. A single substep is noisy: its corrections are little larger than
/// the rounding of positions. At rest the mean is within 5 % of the largest tension.
const SMOOTHING: f32 = 0.2;

/// A shorter link, m, has no direction.
const MIN_LENGTH: f32 = 1e-12;

/// Reads tensions. Keeps its buffers and a mean over the last steps.
#[derive(Clone, Debug, Default)]
pub struct TensionGauge {
    /// Smoothed tension, N, in the order of the links.
    tension: Vec<f32>,
    /// The world's step count at the last reading.
    steps: Option<u64>,
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

impl TensionGauge {
    /// The tension of each link, N, in the order of [`World::links`]: a mean over about five steps, negative where a
    /// link pushes. Unchanged between steps, 0 before the first. Costs a substep in plain loops.
    pub fn read(&mut self, world: &World) -> &[f32] {
        if self.steps == Some(world.state.clock.steps) && self.tension.len() == world.link_count() {
            return &self.tension;
        }
        // The links have changed: no earlier readings.
        let is_first = self.tension.len() != world.link_count();
        self.steps = Some(world.state.clock.steps);
        self.impulse.refill(world.bodies.links.slot_count(), 0.0);
        match world.state.settings.method {
            Method::Springs => self.read_springs(world),
            Method::Jakobsen => self.read_impulses(world),
        }
        let fresh = if is_first { 1.0 } else { SMOOTHING };
        self.tension.resize(world.link_count(), 0.0);
        let now = world.bodies.links.enumerate().map(|(slot, _)| self.impulse[slot]);
        for (tension, now) in self.tension.iter_mut().zip(now) {
            *tension += (now - *tension) * fresh;
            // An overflow is dropped at once.
            *tension = if tension.is_finite() { *tension } else { 0.0 };
        }
        &self.tension
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colliders, GRAVITY, LinkKind, ParticleId, StrandSolver, Substeps};

    const MASS: f32 = 0.02;

    /// A grid net whose upper row is pinned; one column is a rope.
    fn hung(columns: u32, rows: u32, settings: Settings) -> World {
        let mut world = World::new(settings, Colliders::default(), 1);
        let spacing = 4.0 / rows as f32;
        for index in 0..columns * rows {
            let (column, row) = (index % columns, index / columns);
            world.add_particle(Vec2::new(column as f32, -(row as f32)) * spacing, MASS, row == 0);
        }
        for index in 0..columns * rows {
            let mut link = |from| world.add_link(ParticleId(from), ParticleId(index), None, 1.0, LinkKind::Rope);
            if index >= columns {
                link(index - columns);
            }
            if !index.is_multiple_of(columns) {
                link(index - 1);
            }
        }
        world
    }

    /// Readings after five seconds.
    fn readings(world: &mut World) -> Vec<f32> {
        let mut gauge = TensionGauge::default();
        for _ in 0..300 {
            world.step();
            gauge.read(world);
        }
        gauge.read(world).to_vec()
    }

    #[test]
    fn rope_link_carries_the_weight_below_it() {
        for (links, strands) in [(40, StrandSolver::Off), (40, StrandSolver::On), (400, StrandSolver::On)] {
            let mut world = hung(1, links + 1, Settings { strands, drag: 2.0, ..Settings::default() });
            let tension = readings(&mut world);
            for (index, &tension) in tension.iter().enumerate() {
                let below = MASS * GRAVITY * (links as usize - index) as f32;
                let off = (tension - below).abs() / (MASS * GRAVITY * links as f32);
                assert!(off < 0.05, "link {index} of {links}, {strands:?}: {tension} N for {below} N");
            }
        }
    }

    #[test]
    fn upper_links_of_a_net_carry_its_weight() {
        for strands in [StrandSolver::Off, StrandSolver::On] {
            let settings = Settings { strands, drag: 2.0, substeps: Substeps::Count(60), ..Settings::default() };
            let mut world = hung(12, 12, settings);
            let tension = readings(&mut world);
            let upper = world.links().zip(&tension).filter(|(link, _)| link.a.0 < 12 && link.b.0 >= 12);
            let (carried, weight) = (upper.map(|(_, tension)| tension).sum::<f32>(), 11.0 * 12.0 * MASS * GRAVITY);
            assert!((carried / weight - 1.0).abs() < 0.06, "{carried} N for {weight} N, {strands:?}");
        }
    }

    #[test]
    fn links_above_a_weight_in_a_curtain_carry_it() {
        // The weight hangs in the third column; every fifth column is pinned.
        let mut world = hung(9, 9, Settings { drag: 2.0, ..Settings::default() });
        for column in [1, 2, 3, 5, 6, 7] {
            world.set_pinned(ParticleId(column), false);
        }
        world.set_weight(ParticleId(5 * 9 + 2), Some(1_000.0 * MASS));
        let tension = readings(&mut world);
        let weight = 1_000.0 * MASS * GRAVITY;
        let of = |a: u32, b: u32| {
            let mut all = world.links().zip(&tension);
            *all.find(|(link, _)| (link.a.0, link.b.0) == (a, b)).expect("linked particles").1
        };
        for row in 0..5 {
            let above = of(row * 9 + 2, row * 9 + 11);
            assert!((above / weight - 1.0).abs() < 0.15, "row {row}: {above} N for {weight} N");
        }
        // The edge is nearly straight, so its tension exceeds the weight by far.
        assert!(of(0, 1) > 0.5 * weight && of(3, 4) > 0.5 * weight, "{} and {} N", of(0, 1), of(3, 4));
    }

    #[test]
    fn readings_do_not_change_the_world() {
        let (mut read, mut left) = (hung(3, 30, Settings::default()), hung(3, 30, Settings::default()));
        readings(&mut read);
        (0..300).for_each(|_| left.step());
        assert_eq!(read.state_hash(), left.state_hash());
    }
}
