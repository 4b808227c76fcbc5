//! Weights tear what they hang on, if they are too heavy for it.
//!
//! Links have no stiffness that would turn a pull into a stretch, and what is heavy is held by tethers or strands that are
//! solved exactly: however heavy, it would never tear anything (see `tear`). So where links tear, what holds a weight is
//! read off its motion in the step: the force that its acceleration takes beyond gravity, whichever way it was moved.
//! It is shared out among its taut links, and along ropes from there; and it counts as the stretch that it would give a rope
//! of the same points that is springy ([`SPRINGY`]).
//!
//! The most overloaded link breaks, one in a step. What it carried others carry from then on, or nothing does: so tears run
//! on for as long as what is left is too little, and stop by themselves.

use glam::Vec2;

use crate::{
    attachment::long_range::{LongRangeAttachments, other_end},
    particles::constraint_graph::ConstraintGraph,
    settings::GRAVITY,
};

/// So many times the weight of its lighter point (under standard gravity) stretches such a link to twice its length. At the
/// usual stretch of tearing, 0.6, a link then carries 600 times its point's mass, and tears under the heaviest weight that
/// the wheel hangs there, 1 000 times.
pub(crate) const SPRINGY: f32 = 1_000.0;

/// A link that is shorter by this share of its length pulls at nothing.
const SLACK: f32 = 0.005;

/// What keeps two links in one line from sharing what pulls across it.
const ACROSS: f32 = 1e-4;

/// How hard what is heavy pulls in a step: scratch, never state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overload {
    /// How far each of what is heavy moved in the substep before this step, m; empty where nothing is to tear.
    pub before: Vec<Vec2>,
    /// What other weights pull each of them by, N.
    others: Vec<Vec2>,
    /// The order in which they are gone through: the lowest first, for it hangs on those above.
    order: Vec<u32>,
    /// The taut links of one: slot, and unit vector from there.
    taut: Vec<(u32, Vec2)>,
    /// The pull on each link, N, by slot.
    pub pull: Vec<f32>,
}

/// What a step was like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepMotion {
    pub gravity: Vec2,
    /// Of the air, 1/s.
    pub drag: f32,
    pub step: f32,
    pub substep: f32,
}

impl Overload {
    /// Finds the pull on each link.
    pub fn share_out(&mut self, attachments: &LongRangeAttachments, graph: ConstraintGraph, moment: StepMotion) {
        let Self { before, others, order, pull, .. } = self;
        pull.clear();
        pull.resize(graph.links.slot_count(), 0.0);
        others.clear();
        others.resize(before.len(), Vec2::ZERO);
        order.clear();
        order.extend(0..before.len() as u32);
        let particle = |number: u32| attachments.heavy_particle(number as usize);
        let height = |number: u32| -moment.gravity.dot(graph.particles.position[particle(number) as usize]);
        order.sort_unstable_by(|&one, &other| height(one).total_cmp(&height(other)).then(one.cmp(&other)));
        for index in 0..self.order.len() {
            let number = self.order[index] as usize;
            let from = attachments.heavy_particle(number);
            let held = self.held(attachments, graph, (number, from), moment);
            self.find_taut(graph, from);
            if let Some(across) = self.balance(held) {
                for index in 0..self.taut.len() {
                    let (slot, way) = self.taut[index];
                    self.pass_on(attachments, graph, (from, slot), way.dot(across));
                }
            }
        }
    }

    /// The force, N, that holds one of what is heavy. Beyond its weight, a springy rope takes up a jerk not in a step, but in
    /// the time in which the weight would swing on it: that is as long as the root of mass / stiffness.
    fn held(
        &self,
        attachments: &LongRangeAttachments,
        graph: ConstraintGraph,
        (number, from): (usize, u32),
        moment: StepMotion,
    ) -> Vec2 {
        let StepMotion { gravity, drag, step, substep } = moment;
        let index = from as usize;
        let mass = graph.particles.mass[index];
        let lightest = graph.neighbours(from).map(|neighbour| graph.particles.mass[neighbour.particle as usize]);
        let point = lightest.fold(mass, f32::min);
        let share = step * (SPRINGY * GRAVITY * point / (mass * attachments.shortest_reach(from))).sqrt();
        let (before, now) = (self.before[number] / substep, graph.particles.displacement[index] / substep);
        // What falls freely is held by the air.
        let held = (now - before) / step + (before + now) * (0.5 * drag) - gravity;
        let (size, own) = (length(held), length(gravity));
        let eased = if size > own && share < 1.0 { (own + (size - own) * share) / size } else { 1.0 };
        held * (eased * mass) + self.others[number]
    }

    /// Finds the taut links of a particle that nobody pulls at so far.
    fn find_taut(&mut self, graph: ConstraintGraph, from: u32) {
        let Self { taut, pull, .. } = self;
        taut.clear();
        for neighbour in graph.neighbours(from).filter(|neighbour| pull[neighbour.slot as usize] == 0.0) {
            let way = graph.particles.position[neighbour.particle as usize] - graph.particles.position[from as usize];
            let apart = length(way);
            if apart > (1.0 - SLACK) * neighbour.rest_length {
                taut.push((neighbour.slot, way / apart));
            }
        }
    }

    /// Leaves of the taut links those that pull, and finds what of each one's way is its pull: the least pulls, in squares,
    /// that come to the force that holds the weight.
    fn balance(&mut self, held: Vec2) -> Option<Vec2> {
        while !self.taut.is_empty() {
            let (mut a, mut b, mut d) = (ACROSS, 0.0, ACROSS);
            for &(_, way) in &self.taut {
                (a, b, d) = (a + way.x * way.x, b + way.x * way.y, d + way.y * way.y);
            }
            let determinant = a * d - b * b;
            let across = Vec2::new(d * held.x - b * held.y, a * held.y - b * held.x) / determinant;
            let pulls = self.taut.iter().map(|(_, way)| way.dot(across)).enumerate();
            let (least, pull) = pulls.min_by(|(_, one), (_, other)| one.total_cmp(other))?;
            if pull >= 0.0 {
                return Some(across);
            }
            self.taut.remove(least);
        }
        None
    }

    /// Lets a weight pull (N) at one of its links, and at the rest of the rope that this is a part of.
    fn pass_on(
        &mut self,
        attachments: &LongRangeAttachments,
        graph: ConstraintGraph,
        (mut from, mut slot): (u32, u32),
        by: f32,
    ) {
        if !by.is_finite() {
            return;
        }
        for _ in 0..graph.particles.len() {
            self.pull[slot as usize] += by;
            let to = other_end(graph, slot, from);
            if let Some(number) = attachments.heavy_index(to) {
                let way = graph.particles.position[from as usize] - graph.particles.position[to as usize];
                if length(way) > 0.0 {
                    self.others[number] -= way * (by / length(way));
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

fn length(way: Vec2) -> f32 {
    (way.x * way.x + way.y * way.y).sqrt()
}
