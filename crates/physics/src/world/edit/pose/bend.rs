//! Bending of a thing that is held: it is laid as by hand, without a step of the world.
//!
//! FABRIK (Aristidou and Lasenby 2011) gives the first guess, sweeps of projections the rest. Elastic links keep the loads
//! that they carry: what hangs from them stays as far stretched as it is.

use glam::Vec2;

use crate::geometry::HalfPlane;
use crate::particles::ParticleId;
use crate::simd::ProjectionRule;
use crate::tuning::SEEN_STRETCH;

/// Projections of a pose in all: some milliseconds of work.
const MAX_PROJECTIONS: usize = 1_000_000;

/// Most links of a held thing that follow: enough sweeps remain to straighten them.
pub(super) const MAX_LINKS: usize = 5_000;

/// Most steps in which a particle moves to its place, so that bodies turn and do not fold.
const MAX_STEPS: usize = 64;

/// Movement of all members in a step, as a fraction of the shortest link.
const NUDGE: f32 = 0.01;

/// Force that would stretch a link to twice its length, N, below which it is elastic. Others are as good as rigid.
const ELASTIC_FORCE: f32 = 1e4;

/// A link between two members, by their places in the list.
pub(super) struct PoseLink {
    ends: [usize; 2],
    rule: ProjectionRule,
    /// Length that it keeps or is pulled along at, m: at least the rest length.
    reach: f32,
    is_elastic: bool,
}

impl PoseLink {
    /// A link that has this length (m) now. One that gives keeps it.
    pub fn new(ends: [usize; 2], rule: ProjectionRule, length: f32) -> Self {
        let is_elastic = rule.compliance * ELASTIC_FORCE > rule.rest_length;
        let reach = if rule.compliance > 0.0 { length.max(rule.rest_length) } else { rule.rest_length };
        let rest_length = match () {
            () if is_elastic => rule.rest_length,
            () if rule.stiffness < 1.0 => length,
            () => reach,
        };
        Self { ends, rule: ProjectionRule { rest_length, ..rule }, reach, is_elastic }
    }

    /// Whether the link keeps its length.
    fn is_rigid(&self) -> bool {
        !self.is_elastic && self.rule.stiffness >= 1.0
    }
}

/// The balance of a member's elastic links.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Balance {
    /// The force that balances them, N.
    load: Vec2,
    /// Twice the sum of their stiffnesses, N/m, which bounds how fast their force changes.
    bound: f32,
}

/// Rounds of relaxation in each part of a pose. A round projects each link there and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// Steps in which the posed particle moves.
    pub steps: usize,
    /// Rounds in each.
    pub rounds: usize,
    /// Rounds at the end: as often again if the place is out of reach.
    pub last_rounds: usize,
}

/// The particles that links join to a posed one, up to fixed particles.
pub(super) struct Pose {
    /// In the order of their distance from the posed one, which is the first.
    pub members: Vec<ParticleId>,
    pub position: Vec<Vec2>,
    /// Radii in contacts, m.
    pub radius: Vec<f32>,
    pub is_fixed: Vec<bool>,
    pub links: Vec<PoseLink>,
    /// For each member the link to a member nearer to the posed one.
    pub outwards: Vec<Option<usize>>,
    /// Ground and walls.
    pub planes: Vec<HalfPlane>,
    /// The force that balances the elastic links of each member; empty without such links.
    pub balance: Vec<Balance>,
}

impl Pose {
    /// Leaves out, of a large held thing, what is far away: its edge is fixed.
    pub fn limit(&mut self) {
        if self.links.len() <= MAX_LINKS || !self.is_fixed.contains(&true) {
            return;
        }
        let ends = |link: &PoseLink| link.ends;
        self.links[MAX_LINKS..].iter().flat_map(ends).for_each(|end| self.is_fixed[end] = true);
        self.links.truncate(MAX_LINKS);
        let count = 1 + self.links.iter().flat_map(ends).max().unwrap_or(0);
        self.members.truncate(count);
        self.position.truncate(count);
        self.radius.truncate(count);
        self.is_fixed.truncate(count);
        self.outwards.truncate(count);
    }

    /// Takes the present forces of the elastic links as balanced.
    pub fn hold_loads(&mut self) {
        if self.links.iter().any(|link| link.is_elastic) {
            self.balance = vec![Balance::default(); self.members.len()];
            for (index, force) in self.forces().into_iter().enumerate() {
                self.balance[index].load = -force;
            }
            for PoseLink { ends, rule, .. } in self.links.iter().filter(|link| link.is_elastic) {
                ends.iter().for_each(|&end| self.balance[end].bound += 2.0 / rule.compliance);
            }
        }
    }

    /// A place for a member, m, which is no deeper in the ground or a wall than it is now.
    pub fn outside_planes(&self, member: usize, to: Vec2) -> Vec2 {
        let (from, radius) = (self.position[member], self.radius[member]);
        let grown = |plane: &HalfPlane| HalfPlane { offset: plane.offset + radius, ..*plane };
        self.planes.iter().map(grown).fold(to, |to, plane| plane.stop(from, to))
    }

    /// Moves the first member to `to` (m) and all others as far, as a whole and out of the ground and the walls.
    pub fn shift(&mut self, to: Vec2) {
        let members = 0..self.members.len();
        let by = members.fold(to - self.position[0], |by, member| {
            let at = self.position[member];
            self.outside_planes(member, at + by) - at
        });
        self.position.iter_mut().for_each(|at| *at += by);
    }

    /// Moves the first member towards `to` (m), step by step, and lets the others follow. `down`: unit vector towards which
    /// slack sags.
    pub fn bend(&mut self, to: Vec2, down: Vec2) {
        let from = self.position[0];
        let shortest = self.links.iter().map(|link| link.rule.rest_length).fold(f32::INFINITY, f32::min);
        let Effort { steps, rounds, last_rounds } = self.effort((to - from).length(), shortest);
        self.is_fixed[0] = true;
        let pushes = |link: &PoseLink| link.is_rigid() && link.rule.min_error == f32::NEG_INFINITY;
        let nudge = if self.links.iter().any(pushes) { down * (NUDGE * shortest) } else { Vec2::ZERO };
        for step in 1..=steps {
            self.position[0] = from.lerp(to, step as f32 / steps as f32);
            self.nudge(nudge);
            self.follow_outwards();
            self.relax(rounds);
        }
        self.relax(last_rounds);
        self.is_fixed[0] = false;
        if self.max_stretch() > SEEN_STRETCH {
            self.follow_inwards();
            self.follow_outwards();
            self.relax(last_rounds);
        }
    }

    /// The rounds for a way of the first member (m): the larger the thing, the fewer.
    pub fn effort(&self, distance: f32, shortest: f32) -> Effort {
        let all = self.most_rounds();
        let most = MAX_STEPS.min(all / 4).max(1);
        let steps = (distance / (0.5 * shortest)).ceil().clamp(1.0, most as f32) as usize;
        Effort { steps, rounds: (all / (2 * steps)).clamp(1, 20), last_rounds: (all / 5).clamp(1, 400) }
    }

    /// The rounds that all projections of a pose are.
    fn most_rounds(&self) -> usize {
        // A plane costs a quarter of a projection for each member.
        let work = 2 * self.links.len() + self.planes.len() * self.members.len() / 4;
        MAX_PROJECTIONS / work.max(1)
    }

    /// Moves all free members: a straight rope whose ends come nearer has to sag to one side.
    fn nudge(&mut self, by: Vec2) {
        let free = self.position.iter_mut().zip(&self.is_fixed).filter(|(_, is_fixed)| !**is_fixed);
        free.for_each(|(at, _)| *at += by);
    }

    /// The greatest stretch of a rigid link.
    pub fn max_stretch(&self) -> f32 {
        let stretch = |&PoseLink { ends: [a, b], ref rule, .. }: &PoseLink| {
            (self.position[b] - self.position[a]).length() / rule.rest_length - 1.0
        };
        let pulls = |link: &&PoseLink| link.is_rigid() && link.rule.min_error < f32::INFINITY;
        self.links.iter().filter(pulls).map(stretch).fold(0.0, f32::max)
    }

    /// Pulls each member along that is too far from the one before it.
    fn follow_outwards(&mut self) {
        for member in 1..self.members.len() {
            if let Some(link) = self.outwards[member].and_then(|link| self.links.get(link)) {
                let PoseLink { ends: [before, _], reach, .. } = *link;
                self.pull(member, before, reach);
            }
        }
    }

    /// Pulls back, from the fixed members on, each on the way to the posed one that is too far from the one after it.
    fn follow_inwards(&mut self) {
        let mut is_held = self.is_fixed.clone();
        for member in (1..self.members.len()).rev() {
            if !is_held[member] {
                continue;
            }
            if let Some(link) = self.outwards[member].and_then(|link| self.links.get(link)) {
                let PoseLink { ends: [before, _], reach, is_elastic, .. } = *link;
                is_held[before] = true;
                if !is_elastic {
                    self.pull(before, member, reach);
                }
            }
        }
    }

    fn pull(&mut self, member: usize, towards: usize, reach: f32) {
        let away = self.position[member] - self.position[towards];
        let length = (away.x * away.x + away.y * away.y).sqrt();
        if length > reach && !self.is_fixed[member] {
            self.position[member] = self.position[towards] + away * (reach / length);
        }
    }

    /// Relaxes all links in rounds. In the last rounds elastic ones rest, so that rigid ones come to their lengths.
    fn relax(&mut self, rounds: usize) {
        for round in 0..rounds {
            if !self.balance.is_empty() && 4 * round < 3 * rounds {
                self.balance_elastic_links();
            }
            (0..self.links.len()).for_each(|link| self.project(link));
            (0..self.links.len()).rev().for_each(|link| self.project(link));
            self.leave_planes();
        }
    }

    /// Projects a link that is not elastic.
    fn project(&mut self, link: usize) {
        let PoseLink { ends: [a, b], rule, is_elastic, .. } = self.links[link];
        let weights = [a, b].map(|end| if self.is_fixed[end] { 0.0 } else { 1.0 });
        let along = self.position[b] - self.position[a];
        let length = (along.x * along.x + along.y * along.y).sqrt();
        if is_elastic || length < 1e-9 || weights == [0.0; 2] {
            return;
        }
        let share = rule.stiffness * rule.signed_error(length) / (length * (weights[0] + weights[1]));
        self.position[a] += along * (share * weights[0]);
        self.position[b] -= along * (share * weights[1]);
    }

    /// Sum of the forces of elastic links and the load on each member, N.
    fn forces(&self) -> Vec<Vec2> {
        let mut forces: Vec<Vec2> = self.balance.iter().map(|balance| balance.load).collect();
        for &PoseLink { ends: [a, b], rule, .. } in self.links.iter().filter(|link| link.is_elastic) {
            let along = self.position[b] - self.position[a];
            let length = along.length();
            if length > 1e-9 {
                let force = along * (rule.signed_error(length) / (rule.compliance * length));
                forces[a] += force;
                forces[b] -= force;
            }
        }
        forces
    }

    /// Moves the free members of elastic links towards their balance: a damped Jacobi iteration.
    fn balance_elastic_links(&mut self) {
        for (member, force) in self.forces().into_iter().enumerate() {
            let bound = self.balance[member].bound;
            if bound > 0.0 && !self.is_fixed[member] {
                self.position[member] += force / bound;
            }
        }
    }

    /// Moves free members out of the ground and the walls.
    fn leave_planes(&mut self) {
        for &HalfPlane { normal, offset } in &self.planes {
            let free =
                self.position.iter_mut().zip(&self.radius).zip(&self.is_fixed).filter(|(_, is_fixed)| !**is_fixed);
            for ((at, radius), _) in free {
                *at += normal * (offset + radius - normal.dot(*at)).max(0.0);
            }
        }
    }
}
