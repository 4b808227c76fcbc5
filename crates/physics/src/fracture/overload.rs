//! Fracture by load: links break under particles that are too heavy for them.
//!
//! Long-range attachments and direct solves hold heavy particles without stretch, so strain alone would never break
//! their links. The load on a heavy particle's links follows from its motion in the step: the force of its acceleration
//! beyond gravity. That force is distributed over the particle's taut links and passed on along ropes. A link breaks
//! when its load would stretch an elastic rope of the same particles ([`ELASTICITY`]) beyond the limit.
//!
//! The most overloaded link of a component breaks, one per step: `world/overloading.rs`.

use glam::Vec2;

use crate::attachment::{Attachments, other_end};
use crate::containers::{Refill, order_key, pair_key};
use crate::particles::{ConstraintGraph, Neighbour};
use crate::settings::{GRAVITY, Settings};

/// Stiffness of the elastic rope: the load that doubles a link's length, in weights of its lighter particle under
/// standard gravity. At a limit of stretch of 0.6 a link carries 600 times its particle's mass.
pub(crate) const ELASTICITY: f32 = 1_000.0;

/// A link shorter than its rest length by this share carries no load.
const MIN_SLACK: f32 = 0.005;

/// Regularises the distribution of a force over links in one line, which cannot carry its normal component.
const REGULARISATION: f32 = 1e-4;

/// Loads in a step. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overload {
    /// Displacement of each heavy particle in the substep before this step, m; empty while nothing may tear.
    pub before: Vec<Vec2>,
    /// Force of other heavy particles on each, N.
    external: Vec<Vec2>,
    /// Order of processing: the lowest first, because it hangs from those above.
    order: Vec<u32>,
    /// Taut links of one particle.
    taut: Vec<TautLink>,
    /// Load of each link, N, by slot.
    pub load: Vec<f32>,
}

/// The load of a link in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkLoad {
    pub component: u32,
    pub slot: u32,
    /// Load as a fraction of the link's limit: it may break above 1.
    pub load: f32,
}

/// A link that can carry load.
#[derive(Clone, Copy, Debug)]
struct TautLink {
    slot: u32,
    /// Unit vector from the particle along the link.
    direction: Vec2,
}

impl Overload {
    /// Computes the load of each link.
    pub fn distribute(&mut self, attachments: &Attachments, graph: ConstraintGraph, settings: &Settings, substep: f32) {
        let Self { before, external, order, load, .. } = self;
        load.refill(graph.links.slot_count(), 0.0);
        external.refill(before.len(), Vec2::ZERO);
        order.refill_with(0..before.len() as u32);
        let position = |number: u32| graph.particles.position[attachments.heavy[number as usize] as usize];
        let height = |number: u32| -settings.gravity.dot(position(number));
        order.sort_unstable_by_key(|&number| pair_key([order_key(height(number)), number]));
        for index in 0..self.order.len() {
            let number = self.order[index] as usize;
            let particle = attachments.heavy[number];
            let force = self.holding_force(attachments, graph, number, settings, substep);
            self.find_taut_links(graph, particle);
            if let Some(multiplier) = self.balance(force) {
                for index in 0..self.taut.len() {
                    let TautLink { slot, direction } = self.taut[index];
                    self.pass_on(attachments, graph, (particle, slot), direction.dot(multiplier));
                }
            }
        }
    }

    /// The force that holds the heavy particle with a number, N. `substep` is the length of a substep, s.
    ///
    /// Beyond the weight, an elastic rope takes up a jerk not in a step, but in the time in which the particle would
    /// swing on it, sqrt(mass / stiffness).
    fn holding_force(
        &self,
        attachments: &Attachments,
        graph: ConstraintGraph,
        number: usize,
        settings: &Settings,
        substep: f32,
    ) -> Vec2 {
        let &Settings { gravity, drag, step, .. } = settings;
        let particle = attachments.heavy[number];
        let index = particle as usize;
        let mass = graph.particles.mass[index];
        let masses = graph.neighbours(particle).map(|neighbour| graph.particles.mass[neighbour.particle as usize]);
        let lightest = masses.fold(mass, f32::min);
        let share = step * (ELASTICITY * GRAVITY * lightest / (mass * attachments.shortest_reach(particle))).sqrt();
        let (before, now) = (self.before[number] / substep, graph.particles.displacement[index] / substep);
        // The drag of the air holds a falling particle as well.
        let held = (now - before) / step + (before + now) * (0.5 * drag) - gravity;
        let (size, own) = (held.length(), gravity.length());
        let smoothed = if size > own && share < 1.0 { (own + (size - own) * share) / size } else { 1.0 };
        held * (smoothed * mass) + self.external[number]
    }

    /// Finds the taut links of a particle that carry no load yet.
    fn find_taut_links(&mut self, graph: ConstraintGraph, particle: u32) {
        let Self { taut, load, .. } = self;
        taut.clear();
        for &Neighbour { particle: next, slot, rest_length } in
            graph.neighbours(particle).filter(|neighbour| load[neighbour.slot as usize] == 0.0)
        {
            let offset = graph.particles.position[next as usize] - graph.particles.position[particle as usize];
            let distance = offset.length();
            if distance > (1.0 - MIN_SLACK) * rest_length {
                taut.push(TautLink { slot, direction: offset / distance });
            }
        }
    }

    /// Distributes a force (N) over the taut links with the least sum of squared loads, and drops links that would
    /// push. Returns the multiplier whose component along a link is that link's load.
    fn balance(&mut self, force: Vec2) -> Option<Vec2> {
        while !self.taut.is_empty() {
            let (mut a, mut b, mut d) = (REGULARISATION, 0.0, REGULARISATION);
            for TautLink { direction: Vec2 { x, y }, .. } in &self.taut {
                (a, b, d) = (a + x * x, b + x * y, d + y * y);
            }
            let determinant = a * d - b * b;
            let multiplier = Vec2::new(d * force.x - b * force.y, a * force.y - b * force.x) / determinant;
            let loads = self.taut.iter().map(|link| link.direction.dot(multiplier)).enumerate();
            let (index, load) = loads.min_by(|(_, one), (_, other)| one.total_cmp(other))?;
            if load >= 0.0 {
                return Some(multiplier);
            }
            self.taut.remove(index);
        }
        None
    }

    /// Adds a load (N) to a link of a particle, and to the rest of the rope that the link is part of.
    fn pass_on(&mut self, attached: &Attachments, graph: ConstraintGraph, (mut from, mut slot): (u32, u32), load: f32) {
        if !load.is_finite() {
            return;
        }
        for _ in 0..graph.particles.len() {
            self.load[slot as usize] += load;
            let to = other_end(graph, slot, from);
            if let Ok(number) = attached.heavy.binary_search(&to) {
                let offset = graph.particles.position[from as usize] - graph.particles.position[to as usize];
                if offset.length() > 0.0 {
                    self.external[number] -= offset * (load / offset.length());
                }
                return;
            }
            let mut links = graph.neighbours(to).filter(|neighbour| neighbour.slot != slot);
            match (links.next(), links.next()) {
                (Some(next), None) if !graph.is_fixed(to) => (from, slot) = (to, next.slot),
                _ => return,
            }
        }
    }
}
