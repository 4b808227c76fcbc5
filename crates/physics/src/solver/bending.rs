//! Bending stiffness of wires: ropes whose links have a material with a bending stiffness.
//!
//! At each joint of a wire, the particle between two of its links, the turn from one link to the next has the energy
//! `error² / (2 c)`, with the error from the turn at rest ([`Bends`]) and the compliance `c` = length / bending stiffness
//! of the halves of the two links. A half whose link is clamped, between two fixed particles, does not bend. Turns are constraints with compliance (XPBD: Macklin et
//! al. 2016), and those of a wire are solved together: a joint shares particles with the two joints on each side, so
//! their matrix has five diagonals, and an elimination takes O(n). It is implicit, so stiff wires are stable at any
//! substep.

use glam::DVec2;

use crate::containers::Refill;
use crate::particles::{Bends, ConstraintGraph, LinkKind, Materials, Neighbour, half_turn};
use crate::simd::ParticleView;

/// Greatest error of a turn that a substep sees, rad. A wire that is bent further resists no more.
const MAX_BENDING_TURN: f64 = 0.7;

/// Greatest correction of a particle in a substep, as a fraction of the shorter link at it. A longer one would stretch
/// links.
const MAX_BENDING_CORRECTION: f64 = 0.05;

/// A shorter link, m, has no direction.
const MIN_SIDE: f64 = 1e-9;

/// Two links of a wire that meet at a particle.
#[derive(Clone, Copy, Debug)]
struct Joint {
    /// The particles, along the wire.
    particles: [u32; 3],
    /// Compliance of the half of each link at the joint, rad/(N m).
    compliance: [f64; 2],
    /// Tangent of half the turn at rest.
    rest: f64,
}

/// A turn in this substep.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    /// Gradient of the turn by the positions of the joint's particles, rad/m.
    gradient: [DVec2; 3],
    /// Row of the matrix from the diagonal on, rad²/(N m) / s².
    row: [f64; 3],
    /// Error of the turn, rad; then its impulse x time, N m s².
    value: f64,
}

/// The wires of a world. Derived from links and materials.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bending {
    joints: Vec<Joint>,
    /// End of each wire among the joints.
    ends: Vec<usize>,
    turns: Vec<Turn>,
    ways: Vec<DVec2>,
}

impl Bending {
    /// The particles at which wires bend.
    pub fn particles(&self) -> impl Iterator<Item = u32> + '_ {
        self.joints.iter().map(|joint| joint.particles[1])
    }

    /// Finds the wires.
    pub fn rebuild(&mut self, graph: ConstraintGraph, materials: &Materials, bends: &Bends) {
        self.joints.clear();
        self.ends.clear();
        if materials.0.iter().all(|material| material.bending.is_none()) {
            return;
        }
        let stiffness = |slot: u32| {
            let link = graph.links.get(slot as usize).filter(|link| link.kind == LinkKind::Rope)?;
            materials.get(link.material)?.bending
        };
        let wires = |particle: u32| graph.neighbours(particle).filter(|next| stiffness(next.slot).is_some());
        let is_joint = |particle: u32| wires(particle).count() == 2;
        let count = graph.particles.len() as u32;
        let mut seen = vec![false; count as usize];
        // Wires with ends first, then rings.
        for ends_only in [true, false] {
            for start in 0..count {
                let is_start = |next: &&Neighbour| is_joint(next.particle) && !seen[next.particle as usize];
                let is_end = !is_joint(start);
                if ends_only != is_end || (!is_end && seen[start as usize]) {
                    continue;
                }
                let firsts: Vec<Neighbour> = wires(start).filter(is_start).copied().collect();
                for first in firsts {
                    if !seen[first.particle as usize] {
                        self.follow(&mut seen, start, first, |particle| wires(particle).copied().collect(), &stiffness);
                    }
                }
            }
        }
        for Joint { particles: [from, middle, to], rest, .. } in &mut self.joints {
            let half_turn = f64::from(bends.half_turn(*middle));
            *rest = if from < to { half_turn } else { -half_turn };
        }
        self.turns.resize(self.joints.len(), Turn::default());
        self.ways.reserve(self.joints.len() + 2);
    }

    /// Adds the joints along a wire, from a particle over its link `next`.
    fn follow(
        &mut self,
        seen: &mut [bool],
        start: u32,
        mut next: Neighbour,
        wires: impl Fn(u32) -> Vec<Neighbour>,
        stiffness: &impl Fn(u32) -> Option<f32>,
    ) {
        let half = |link: Neighbour| 0.5 * f64::from(link.rest_length) / f64::from(stiffness(link.slot).unwrap_or(1.0));
        let (mut from, first) = (start, self.joints.len());
        while let [one, other] = wires(next.particle)[..] {
            let middle = next.particle;
            if std::mem::replace(&mut seen[middle as usize], true) {
                break;
            }
            let beyond = if one.slot == next.slot { other } else { one };
            let (particles, compliance) = ([from, middle, beyond.particle], [half(next), half(beyond)]);
            self.joints.push(Joint { particles, compliance, rest: 0.0 });
            (from, next) = (middle, beyond);
        }
        // The last joints of a ring share particles with its first: they are solved by themselves.
        let is_ring =
            self.joints.len() > first + 2 && self.joints.last().is_some_and(|last| last.particles[1] == start);
        if is_ring {
            self.ends.push(self.joints.len() - 2);
        }
        self.ends.push(self.joints.len());
    }

    /// Adds the corrections of all wires in a substep. Returns the number of joints. `inv_substep_squared` is 1 / substep²,
    /// 1/s².
    pub fn solve(&mut self, view: &mut ParticleView, inv_substep_squared: f32) -> u64 {
        let Self { joints, ends, turns, ways } = self;
        let mut first = 0;
        for &end in &*ends {
            let (joints, turns) = (&joints[first..end], &mut turns[first..end]);
            measure(joints, turns, view, f64::from(inv_substep_squared));
            eliminate(turns);
            correct(joints, turns, ways, view);
            first = end;
        }
        joints.len() as u64
    }
}

/// Position of a particle with its corrections so far, m.
fn position(view: &ParticleView, particle: u32) -> DVec2 {
    view.position[particle as usize].as_dvec2() + view.corrections[particle as usize].as_dvec2()
}

/// Measures the turns, and builds the rows of their matrix.
fn measure(joints: &[Joint], turns: &mut [Turn], view: &ParticleView, inv_substep_squared: f64) {
    let weight = |particle: u32| f64::from(view.inv_mass[particle as usize]);
    for (joint, turn) in joints.iter().zip(&mut *turns) {
        let [a, b, c] = joint.particles.map(|particle| position(view, particle));
        let (before, after) = (b - a, c - b);
        let squares = (before.length_squared(), after.length_squared());
        if squares.0 < MIN_SIDE * MIN_SIDE || squares.1 < MIN_SIDE * MIN_SIDE {
            *turn = Turn { row: [1.0, 0.0, 0.0], ..Turn::default() };
            continue;
        }
        // 2 tan(error / 2), which differs from the error by less than 0.1 % up to 0.1 rad. An error of more than half a
        // circle is the greatest, so that the joint turns back the way it came.
        let half_turn = half_turn(before, after);
        let value = 2.0 * (half_turn - joint.rest) / (1.0 + half_turn * joint.rest).max(1e-6);
        let (one, two) = (before.perp() / squares.0, after.perp() / squares.1);
        turn.gradient = [one, -(one + two), two];
        turn.value = value.clamp(-MAX_BENDING_TURN, MAX_BENDING_TURN);
        let weights = joint.particles.map(weight);
        let is_clamped = [weights[0] + weights[1] == 0.0, weights[1] + weights[2] == 0.0];
        let halves = joint.compliance.iter().zip(is_clamped);
        let compliance: f64 = halves.map(|(half, is_clamped)| if is_clamped { 0.0 } else { *half }).sum();
        let own: f64 = weights.iter().zip(turn.gradient).map(|(weight, by)| weight * by.length_squared()).sum();
        // Both links clamped: nothing moves.
        let stiff = if own == 0.0 { 1.0 } else { 0.0 };
        turn.row = [own + compliance * inv_substep_squared + stiff, 0.0, 0.0];
    }
    for k in 0..joints.len() {
        let [_, b, c] = joints[k].particles.map(weight);
        let [_, by_b, by_c] = turns[k].gradient;
        if let Some(next) = turns.get(k + 1) {
            turns[k].row[1] = b * by_b.dot(next.gradient[0]) + c * by_c.dot(next.gradient[1]);
        }
        if let Some(next) = turns.get(k + 2) {
            turns[k].row[2] = c * by_c.dot(next.gradient[0]);
        }
    }
}

/// Solves for the impulses that take the turns back: `row` becomes the factors of the elimination, `value` the impulse.
fn eliminate(turns: &mut [Turn]) {
    for k in 0..turns.len() {
        let Turn { row: [pivot, one, two], value, .. } = turns[k];
        let inverse = 1.0 / pivot;
        let (first, second) = (one * inverse, two * inverse);
        if let Some(next) = turns.get_mut(k + 1) {
            next.row[0] -= first * one;
            next.row[1] -= first * two;
            next.value -= first * value;
        }
        if let Some(next) = turns.get_mut(k + 2) {
            next.row[0] -= second * two;
            next.value -= second * value;
        }
        turns[k].row = [inverse, first, second];
    }
    for k in (0..turns.len()).rev() {
        let [inverse, first, second] = turns[k].row;
        let after = |by: usize| turns.get(k + by).map_or(0.0, |next| next.value);
        turns[k].value = turns[k].value * inverse - first * after(1) - second * after(2);
    }
}

/// Adds the corrections of a wire, all shortened alike if one is too long. `ways` are buffers.
fn correct(joints: &[Joint], turns: &[Turn], ways: &mut Vec<DVec2>, view: &mut ParticleView) {
    ways.refill(joints.len() + 2, DVec2::ZERO);
    for (k, (joint, turn)) in joints.iter().zip(turns).enumerate() {
        for (end, (&particle, by)) in joint.particles.iter().zip(turn.gradient).enumerate() {
            ways[k + end] -= by * (f64::from(view.inv_mass[particle as usize]) * turn.value);
        }
    }
    let mut share: f64 = 1.0;
    for (k, turn) in turns.iter().enumerate() {
        // The gradient at an end of a joint is one over the length of its link.
        let [before, _, after] = turn.gradient.map(DVec2::length);
        let longest = ways[k..k + 3].iter().map(|way| way.length()).fold(0.0, f64::max);
        share = share.min(MAX_BENDING_CORRECTION / (longest * before.max(after)).max(1e-30));
    }
    let particles = joints.iter().map(|joint| joint.particles[0]);
    let last = joints.last().into_iter().flat_map(|joint| [joint.particles[1], joint.particles[2]]);
    for (particle, way) in particles.chain(last).zip(&*ways) {
        let way = *way * share;
        if way.is_finite() {
            view.corrections[particle as usize] += way.as_vec2();
        }
    }
}
