//! Long-range attachments of heavy particles.
//!
//! A sweep gives a heavy particle at the end of a light link only a small share of the correction, as the ratio of
//! masses demands, so that the links above it stretch. Yet the particle cannot be farther from a pin than the links
//! between them are long. Before the links are swept, an attachment enforces that *maximum* distance along the shortest
//! path (Kim et al. 2012, "Long range attachments"), with the true masses. By the triangle inequality a configuration
//! that satisfies the links satisfies the attachments, so they add no force that the links would not. A sweep then
//! suffices for the light particles between, because both of their ends are in place.

use std::ops::Range;

use glam::Vec2;

use crate::attachment::{GeodesicSearch, PathEnd};
use crate::particles::{Components, ConstraintGraph, Particles};
use crate::simd::{Link, ParticleView, ProjectionRule};

/// Least ratio of a heavy particle's mass to the lightest linked one. Sweeps alone do well below it.
const HEAVY_MASS_RATIO: f32 = 32.0;

/// Greatest ratio of a heavy particle's mass to the lightest linked one that direct solves in f32 hold well by themselves.
/// Beside a particle of 20 g, 20 kg then keep their energy in a swing; a tonne stretches links by up to 20 %.
pub(crate) const EXACT_MASS_RATIO: f32 = 1_000.0;

/// Maximum number of heavy particles with attachments in a component.
const MAX_HEAVY_PARTICLES: usize = 64;

/// Maximum number of attachments of a heavy particle, the shortest first.
const MAX_ATTACHMENTS: usize = 32;

/// Sweeps over the attachments in a substep. A heavy particle has several, and may hang from another heavy particle.
const SWEEPS: usize = 4;

/// All long-range attachments of a world. Derived from links, masses and fixed particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attachments {
    /// Attachments as links that only pull.
    links: Vec<Link>,
    /// The path of each attachment, as a range of `slots`.
    paths: Vec<Range<usize>>,
    /// Whether direct solves hold the particles of each attachment without it.
    is_exact: Vec<bool>,
    /// Slots of the links on all paths.
    slots: Vec<u32>,
    /// The heavy free particles, in rising order.
    pub heavy: Vec<u32>,
    /// Scratch: number of heavy particles in each component.
    heavy_count: Vec<u32>,
}

/// A graph with its components.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComponentGraph<'a> {
    pub graph: ConstraintGraph<'a>,
    pub components: &'a Components,
}

/// The heavy particles, and the ratio of their mass to the lightest linked one.
pub(crate) fn heavy_particles(graph: ConstraintGraph<'_>) -> impl Iterator<Item = (u32, f32)> + '_ {
    let Particles { mass, .. } = graph.particles;
    let lightest = mass.iter().copied().fold(f32::INFINITY, f32::min);
    let candidates = (0..).zip(mass).filter(move |(_, mass)| **mass >= HEAVY_MASS_RATIO * lightest);
    candidates.filter_map(move |(index, _)| Some((index, heavy_ratio(graph, index)?)))
}

/// The ratio of a particle's mass to the lightest linked one, if it is heavy.
pub(crate) fn heavy_ratio(graph: ConstraintGraph<'_>, particle: u32) -> Option<f32> {
    let Particles { mass, pinned, .. } = graph.particles;
    // Pinned particles hold anything, whatever their mass.
    let free = graph.neighbours(particle).filter(|neighbour| !pinned[neighbour.particle as usize]);
    let others = free.map(|neighbour| mass[neighbour.particle as usize]);
    let ratio = mass[particle as usize] / others.fold(f32::INFINITY, f32::min);
    (ratio >= HEAVY_MASS_RATIO).then_some(ratio)
}

/// Whether direct solves hold a particle well without attachments: up to [`EXACT_MASS_RATIO`].
pub(crate) fn is_held_exactly(graph: ConstraintGraph, particle: u32) -> bool {
    heavy_ratio(graph, particle).is_none_or(|ratio| ratio <= EXACT_MASS_RATIO)
}

impl Attachments {
    /// Finds the heavy particles and their shortest paths to fixed particles and to each other.
    ///
    /// Required when links, masses, pins or sleep have changed.
    pub fn rebuild(&mut self, all: ComponentGraph, search: &mut GeodesicSearch) {
        let ComponentGraph { graph, components } = all;
        self.clear();
        let Self { heavy, heavy_count, .. } = self;
        components.refill(heavy_count, 0);
        let free = heavy_particles(graph).map(|(index, _)| index).filter(|&index| !graph.is_fixed(index));
        heavy.extend(free.filter(|&particle| {
            let count = &mut heavy_count[components.number(particle)];
            *count += 1;
            *count as usize <= MAX_HEAVY_PARTICLES
        }));
        (0..self.heavy.len()).for_each(|number| self.attach(graph, search, number));
    }

    fn clear(&mut self) {
        self.links.clear();
        self.is_exact.clear();
        self.paths.clear();
        self.slots.clear();
        self.heavy.clear();
    }

    /// Adds the attachments of a heavy particle.
    fn attach(&mut self, graph: ConstraintGraph, search: &mut GeodesicSearch, number: usize) {
        let Self { links, paths, slots, heavy, is_exact, .. } = self;
        let from = heavy[number];
        search.search(graph, from, heavy, MAX_ATTACHMENTS);
        for &PathEnd { particle: to, distance } in &search.ends {
            // A path between two heavy particles is found twice, from both of its ends.
            if to < from && heavy.binary_search(&to).is_ok() {
                continue;
            }
            let start = slots.len();
            search.append_path(graph, to, slots);
            paths.push(start..slots.len());
            links.push(max_distance_link(from, to, distance));
            is_exact.push([from, to].into_iter().all(|particle| is_held_exactly(graph, particle)));
        }
    }

    /// A particle of each attachment.
    pub fn particles(&self) -> impl Iterator<Item = u32> + '_ {
        self.links.iter().map(|link| link.a)
    }

    /// Moves heavy particles back to within their reach.
    ///
    /// `displacement` (m) is the motion of this substep. Particles that were beyond their reach before it return by
    /// `recoil` (m) at most; without it, an overstretched rope would throw them. Ropes that are solved directly
    /// (`is_direct`, by particle) need attachments only for very heavy particles. Returns the number of projections.
    pub fn enforce(&self, view: &mut ParticleView, recoil: f32, is_direct: impl Fn(u32) -> bool) -> u64 {
        let mut projections = 0;
        // Without spin: positions before this substep follow from the displacements.
        let has_spin = std::mem::take(&mut view.has_spin);
        for _ in 0..SWEEPS {
            for (link, is_exact) in self.links.iter().zip(&self.is_exact) {
                if *is_exact && is_direct(link.a) {
                    continue;
                }
                projections += 1;
                let delta = position_before(view, link.b) - position_before(view, link.a);
                let before = (delta.x * delta.x + delta.y * delta.y).sqrt() - recoil;
                let ProjectionRule { rest_length, .. } = link.rule;
                let rest_length = if before > rest_length { before } else { rest_length };
                view.project_one(Link { rule: ProjectionRule { rest_length, ..link.rule }, ..*link }, 1.0);
            }
        }
        view.has_spin = has_spin;
        projections
    }

    /// Enforces the attachments of particles that are `included`, and adds their impulses x time (kg m) to `impulse`, by
    /// slot, for all links on their paths.
    ///
    /// `project` projects a link and returns its impulse x time.
    pub fn accumulate_impulses(
        &self,
        impulse: &mut [f32],
        view: &mut ParticleView,
        is_included: impl Fn(u32) -> bool,
        project: impl Fn(&mut ParticleView, Link) -> f32,
    ) {
        for _ in 0..SWEEPS {
            for (link, path) in self.links.iter().zip(&self.paths).filter(|(link, _)| is_included(link.a)) {
                let taken = project(view, *link);
                self.slots[path.clone()].iter().for_each(|&slot| impulse[slot as usize] += taken);
            }
        }
    }
}

/// The position of a particle before this substep, m.
fn position_before(view: &ParticleView, particle: u32) -> Vec2 {
    view.position[particle as usize] - view.displacement[particle as usize]
}

/// A link that keeps two particles within `max_distance` (m).
fn max_distance_link(a: u32, b: u32, max_distance: f32) -> Link {
    Link { a, b, rule: ProjectionRule { rest_length: max_distance, stiffness: 1.0, compliance: 0.0, min_error: 0.0 } }
}
