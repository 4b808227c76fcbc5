//! The hands of a step: their forces, and those that let go.

use crate::kinematic::{HandStep, HandTiming, Hands, Release};
use crate::particles::{ConstraintGraph, DistanceConstraint, HAND_FORCE, Neighbour, ParticleId, Particles};
use crate::settings::{GRAVITY, Hand};
use crate::world::{Bodies, Derived, State};

/// Least force of a hand, in weights of what it holds. With fewer it pulls no rope out of a pile.
const MIN_WEIGHTS: f32 = 8.0;
/// Greatest force of a hand, in weights of what it holds. With more, webs and bridges stretch twice as much.
const MAX_WEIGHTS: f32 = 20.0;

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

/// Finds the force of each hand in this step, and forgets the hands that have let go.
pub(crate) fn begin_hands(state: &mut State, bodies: &Bodies, derived: &mut Derived, steps: &mut Vec<HandStep>) {
    let inv_mass = &bodies.particles.inv_mass;
    state.releases.retain(|release| release.left > 0.0 && inv_mass[release.particle.index()] > 0.0);
    steps.clear();
    let has_hands = !(state.grabs.is_empty() && state.releases.is_empty());
    if has_hands && !state.settings.is_published() {
        derived.refresh_pieces(bodies, &state.sleep);
        let mass = |particle: ParticleId| held_mass(&bodies.particles, &derived.pieces.piece, particle);
        let hold = |held: ParticleId| hand(state, bodies, derived, held, mass(held));
        steps.extend(state.grabs.iter().map(|grab| hold(grab.particle)));
        let let_go =
            |release: &Release| release_step(release, mass(release.particle) * state.settings.gravity.length());
        steps.extend(state.releases.iter().map(let_go));
    }
}

/// The force and the braking of the hand that holds a mass (kg) by a particle.
fn hand(state: &State, bodies: &Bodies, derived: &Derived, particle: ParticleId, mass: f32) -> HandStep {
    let force = match state.settings.hand {
        Hand::Newtons(force) => force,
        Hand::Auto => automatic_force(state, bodies, derived, particle, mass),
    };
    // Half of the force slows down what the hand holds; the rest is for what pulls at it.
    HandStep::new(force, 0.5 * force / mass)
}

/// The force of a hand that holds a mass (kg) by a particle, N.
fn automatic_force(state: &State, bodies: &Bodies, derived: &Derived, particle: ParticleId, mass: f32) -> f32 {
    let weight = mass * state.settings.gravity.length().max(GRAVITY);
    let is_direct = derived.direct_solver.is_direct(derived.components.number(particle.0));
    let graph = bodies.graph(&derived.adjacency);
    let borne = borne_force(state, graph, particle, if is_direct { DIRECT_STRAIN } else { SWEPT_STRAIN });
    let force = borne.min(MAX_WEIGHTS * weight).max(MIN_WEIGHTS * weight);
    tearing_force(state, graph, particle).map_or(force, |tearing| force.max(tearing))
}

/// The force, N, that tears one of the links at a particle, if a hand may tear any.
fn tearing_force(state: &State, graph: ConstraintGraph, particle: ParticleId) -> Option<f32> {
    let forces = graph.neighbours(particle.0).filter_map(|next| {
        let link = graph.links.get(next.slot as usize).filter(|link| state.tears_by_hand(link))?;
        let by_strain = |tear: f32| straining_force(state, graph.particles, particle, next, TEARING_STRAINS * tear);
        Some(state.strength(link).map_or(state.settings.tear.map_or(0.0, by_strain), |_| HAND_FORCE))
    });
    forces.reduce(f32::max)
}

/// The force, N, that the links at a particle bear at a strain. Half of the links bear it, but one where there is only
/// one, and two where there are up to four: nets and bodies have links on all sides.
fn borne_force(state: &State, graph: ConstraintGraph, particle: ParticleId, strain: f32) -> f32 {
    let force = |next: &Neighbour| straining_force(state, graph.particles, particle, next, strain);
    let links = graph.rigid_neighbours(particle.0);
    let (sum, count) = links.fold((0.0, 0.0), |(sum, count), next| (sum + force(next), count + 1.0));
    if count > 0.0 { sum / f32::min(count, 2.0) } else { f32::INFINITY }
}

/// The force, N, that strains a link at a particle by `strain` in a substep in which nothing else acts.
fn straining_force(state: &State, particles: &Particles, particle: ParticleId, next: &Neighbour, strain: f32) -> f32 {
    let (inv_mass, substep) = (&particles.inv_mass, state.clock.substep);
    let weight = inv_mass[particle.index()] + inv_mass[next.particle as usize];
    strain * next.rest_length / (substep * substep * weight)
}

/// The force of a hand that lets go of a weight, N: what it has strained. What carried the weight ends at once.
fn release_step(Release { grip, .. }: &Release, weight: f32) -> HandStep {
    HandStep::new((grip.push.length() - weight).max(0.0), 0.0)
}

/// The mass of the free particles of a particle's piece, kg.
fn held_mass(particles: &Particles, piece: &[u32], particle: ParticleId) -> f32 {
    let own = piece.iter().zip(&particles.pinned).zip(&particles.mass);
    let is_held = |root: u32, is_pinned: bool| root == piece[particle.index()] && !is_pinned;
    own.filter(|((root, is_pinned), _)| is_held(**root, **is_pinned)).map(|(_, mass)| mass).sum()
}
