//! The hands of a step: their forces, and those that let go.

use crate::kinematic::{HandStep, HandTiming, Hands, Release};
use crate::particles::{DistanceConstraint, HAND_FORCE, Neighbour, ParticleId};
use crate::settings::{GRAVITY, Hand};
use crate::world::{State, World};

/// Least force of a hand, in weights of what it holds. With fewer it pulls no rope out of a pile.
const LEAST_WEIGHTS: f32 = 8.0;
/// Greatest force of a hand, in weights of what it holds. With more, webs and bridges stretch twice as much.
const MOST_WEIGHTS: f32 = 20.0;

/// Strain of the links at a held particle up to which a hand pulls where sweeps solve them. One sweep leaves some of it.
const SWEPT_STRAIN: f32 = 0.01;
/// The same where links are solved directly, which takes all of it back in the same substep.
const DIRECT_STRAIN: f32 = 0.2;

/// Strain by which a hand pulls at links that tear by strain, in units of the one that tears. Sweeps share it among many.
const TEARING_STRAINS: f32 = 20.0;

impl State {
    /// Borrows the hands and their scratch for a step of some `substeps`.
    pub fn hands<'a>(&'a mut self, steps: &'a mut [HandStep], substeps: u32) -> Hands<'a> {
        let timing = self.hand_timing(substeps);
        Hands { grabs: &mut self.grabs, releases: &mut self.releases, steps, timing }
    }

    /// The times and the greatest speed of hands in a step of some `substeps`.
    pub fn hand_timing(&self, substeps: u32) -> HandTiming {
        HandTiming { substep: self.clock.substep, substeps, max_speed: self.settings.hand_speed }
    }

    /// Whether a hand tears a link: one of a material with less strength than a hand, or any that tears by strain.
    pub fn tears_by_hand(&self, link: &DistanceConstraint) -> bool {
        match self.strength(link) {
            Some(strength) => strength < HAND_FORCE,
            None => self.tears_by_strain(link),
        }
    }
}

impl World {
    /// Finds the force of each hand in this step, and forgets the hands that have let go.
    pub(crate) fn begin_hands(&mut self) {
        let inv_mass = &self.bodies.particles.inv_mass;
        self.state.releases.retain(|release| release.left > 0.0 && inv_mass[release.particle.index()] > 0.0);
        let mut steps = std::mem::take(&mut self.scratch.hands);
        steps.clear();
        let has_hands = !(self.state.grabs.is_empty() && self.state.releases.is_empty());
        if has_hands && !self.state.settings.is_published() {
            self.refresh_pieces();
            steps.extend(self.state.grabs.iter().map(|grab| self.hand(grab.particle)));
            steps.extend(self.state.releases.iter().map(|release| self.release_step(release)));
        }
        self.scratch.hands = steps;
    }

    /// The force and the braking of the hand that holds a particle.
    fn hand(&self, particle: ParticleId) -> HandStep {
        let mass = self.held_mass(particle);
        let force = match self.state.settings.hand {
            Hand::Newtons(force) => force,
            Hand::Auto => self.automatic_force(particle, mass),
        };
        // Half of the force slows down what the hand holds; the rest is for what pulls at it.
        HandStep::new(force, 0.5 * force / mass)
    }

    /// The force of a hand that holds a mass (kg) by a particle, N.
    fn automatic_force(&self, particle: ParticleId, mass: f32) -> f32 {
        let weight = mass * self.state.settings.gravity.length().max(GRAVITY);
        let is_direct = self.derived.direct_solver.is_direct(self.derived.components.number(particle.0));
        let borne = self.borne_force(particle, if is_direct { DIRECT_STRAIN } else { SWEPT_STRAIN });
        let force = borne.min(MOST_WEIGHTS * weight).max(LEAST_WEIGHTS * weight);
        self.tearing_force(particle).map_or(force, |tearing| force.max(tearing))
    }

    /// The force, N, that tears one of the links at a particle, if a hand may tear any.
    fn tearing_force(&self, particle: ParticleId) -> Option<f32> {
        let graph = self.bodies.graph(&self.derived.adjacency);
        let forces = graph.neighbours(particle.0).filter_map(|next| {
            let link = graph.links.get(next.slot as usize).filter(|link| self.state.tears_by_hand(link))?;
            let by_strain = |tear: f32| self.straining_force(particle, next, TEARING_STRAINS * tear);
            Some(self.state.strength(link).map_or(self.state.settings.tear.map_or(0.0, by_strain), |_| HAND_FORCE))
        });
        forces.reduce(f32::max)
    }

    /// The force, N, that the links at a particle bear at a strain. Half of the links bear it, but one where there is only
    /// one, and two where there are up to four: nets and bodies have links on all sides.
    fn borne_force(&self, particle: ParticleId, strain: f32) -> f32 {
        let links = self.bodies.graph(&self.derived.adjacency).rigid_neighbours(particle.0);
        let (sum, count) = links
            .fold((0.0, 0.0), |(sum, count), next| (sum + self.straining_force(particle, next, strain), count + 1.0));
        if count > 0.0 { sum / f32::min(count, 2.0) } else { f32::INFINITY }
    }

    /// The force, N, that strains a link at a particle by `strain` in a substep in which nothing else acts.
    fn straining_force(&self, particle: ParticleId, next: &Neighbour, strain: f32) -> f32 {
        let (inv_mass, substep) = (&self.bodies.particles.inv_mass, self.state.clock.substep);
        let weight = inv_mass[particle.index()] + inv_mass[next.particle as usize];
        strain * next.rest_length / (substep * substep * weight)
    }

    /// The force of a hand that lets go: what it has strained. What carried a weight ends at once.
    fn release_step(&self, Release { particle, grip, .. }: &Release) -> HandStep {
        let weight = self.held_mass(*particle) * self.state.settings.gravity.length();
        HandStep::new((grip.push.length() - weight).max(0.0), 0.0)
    }

    /// The mass of the free particles of a particle's piece, kg.
    fn held_mass(&self, particle: ParticleId) -> f32 {
        let (piece, particles) = (&self.derived.pieces.piece, &self.bodies.particles);
        let own = piece.iter().zip(&particles.pinned).zip(&particles.mass);
        own.filter(|((root, is_pinned), _)| **root == piece[particle.index()] && !**is_pinned)
            .map(|(_, mass)| mass)
            .sum()
    }
}
