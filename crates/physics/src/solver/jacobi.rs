//! Jacobi iterations, for components with a taut path between fixed particles.
//!
//! Links of a taut path pull against each other, and a sweep leaves all of their error in those that it projects first:
//! the next ones take back what these have corrected. A rope that is taut between two pins would stretch by some
//! `(g N / L)^(2/3) h^(4/3)` (N links of length L, substep h), and a particle between pins that are too far apart would
//! end where its last link wants it. In a Jacobi iteration all links correct a part of their errors at once, whatever
//! their order. Iterations end where the sum of the squared errors is least, and each adds to the tension that a taut
//! path has at a given stretch: stretch falls with their number to the power 2/3.

use std::ops::Range;

use glam::Vec2;

use crate::containers::Refill;
use crate::particles::Components;
use crate::simd::{self, Link, ParticleView};
use crate::solver::Colouring;

/// Greatest number of iterations in a substep.
const MAX_ITERATIONS: usize = 24;

/// Projections of a step that iterations may cost: some 3 ms.
const BUDGET: usize = 480_000;

/// A component that is iterated.
#[derive(Clone, Debug)]
struct IteratedComponent {
    number: u32,
    /// Its links and particles, as ranges of the lists.
    links: Range<usize>,
    particles: Range<usize>,
    iterations: usize,
    /// Part of its error that a link corrects: one divided by the greatest number of links at a particle, so that no
    /// particle moves beyond the mean of what its links want.
    share: f32,
}

/// A link that is iterated.
#[derive(Clone, Copy, Debug)]
struct ListedLink {
    component: u32,
    /// Number of the link among all listed, in the order of sweeps.
    order: u32,
    link: Link,
}

/// The components that are iterated in a step, with their links and particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct JacobiIterations {
    components: Vec<IteratedComponent>,
    /// Sorted by component.
    links: Vec<ListedLink>,
    particles: Vec<u32>,
    /// Scratch: the ends of a component's links.
    ends: Vec<u32>,
    /// Corrections of an iteration for each particle, m; zero between iterations.
    corrections: Vec<Vec2>,
}

impl JacobiIterations {
    /// Numbers of the components that are iterated.
    pub fn components(&self) -> impl Iterator<Item = usize> + '_ {
        self.components.iter().map(|component| component.number as usize)
    }

    /// Iterates no component.
    pub fn clear(&mut self) {
        self.components.clear();
    }

    /// Whether these components are listed.
    pub fn has_listed(&self, wanted: &[bool]) -> bool {
        let listed = self.components.iter().map(|component| component.number as usize);
        let wanted = wanted.iter().enumerate().filter(|(_, is_wanted)| **is_wanted).map(|(number, _)| number);
        wanted.eq(listed)
    }

    /// Lists the rigid links of the components that are `wanted`. Stops, which only push, and links with give or
    /// compliance are left to the sweep.
    pub fn list(&mut self, wanted: &[bool], colouring: &Colouring, all: &Components) {
        let Self { components, links, particles, ends, .. } = self;
        components.clear();
        particles.clear();
        let every = colouring.by_colour().flat_map(|(batch, _)| batch.links());
        let is_rigid = |Link { rule, .. }: &Link| {
            rule.stiffness >= 1.0 && rule.compliance == 0.0 && rule.min_error < f32::INFINITY
        };
        let listed = every.filter(|link| wanted[all.of_link(link.a, link.b)] && is_rigid(link)).zip(0..);
        links.refill_with(listed.map(|(link, order)| ListedLink {
            component: all.of_link(link.a, link.b) as u32,
            order,
            link,
        }));
        links.sort_unstable_by_key(|listed| (listed.component, listed.order));
        let mut first = 0;
        for own in links.chunk_by(|one, other| one.component == other.component) {
            let start = particles.len();
            ends.refill_with(own.iter().flat_map(|ListedLink { link, .. }| [link.a, link.b]));
            ends.sort_unstable();
            let most = ends.chunk_by(|one, other| one == other).map(<[u32]>::len).max().unwrap_or(1);
            ends.dedup();
            particles.extend_from_slice(ends);
            components.push(IteratedComponent {
                number: own[0].component,
                links: first..first + own.len(),
                particles: start..particles.len(),
                iterations: 0,
                share: 1.0 / most as f32,
            });
            first += own.len();
        }
    }

    /// Reserves memory for components with as many links as `searched` and for all particles, so that no step
    /// allocates.
    pub fn reserve(&mut self, searched: usize, particle_count: usize) {
        reserve(&mut self.components, searched);
        reserve(&mut self.links, searched);
        reserve(&mut self.particles, 2 * searched);
        reserve(&mut self.ends, 2 * searched);
        self.corrections.resize(particle_count, Vec2::ZERO);
    }

    /// Sets the numbers of iterations that the budget of a step of `substeps` affords: for all components together
    /// (`is_shared`), or for each.
    pub fn set_iterations(&mut self, substeps: u32, is_shared: bool) {
        let Self { components, links, .. } = self;
        for component in components {
            let cost = substeps as usize * if is_shared { links.len() } else { component.links.len() };
            component.iterations = (BUDGET / cost.max(1)).min(MAX_ITERATIONS);
        }
    }

    /// Iterates the listed components. Returns the number of projections.
    pub fn iterate(&mut self, view: &mut ParticleView) -> u64 {
        let mut corrections = std::mem::take(&mut self.corrections);
        // Without spin: errors that links pass back and forth are no motion.
        let project = |view: &mut ParticleView, Link { a, b, rule }: Link| {
            let (a, b) = (a as usize, b as usize);
            let ParticleView { position, corrections, inv_mass, .. } = view;
            let before = (corrections[a], corrections[b]);
            (corrections[a], corrections[b]) =
                simd::project(position[b] - position[a], before, (inv_mass[a], inv_mass[b]), rule);
        };
        self.run(view, &mut corrections, |_| true, project);
        self.corrections = corrections;
        self.components.iter().map(|component| (component.iterations * component.links.len()) as u64).sum()
    }

    /// Iterates the listed components that are `included`; `project` projects a link. `corrections` has an entry for each
    /// particle, zero before and after.
    pub fn run(
        &self,
        view: &mut ParticleView,
        corrections: &mut [Vec2],
        is_included: impl Fn(usize) -> bool,
        mut project: impl FnMut(&mut ParticleView, Link),
    ) {
        let Self { components, links, particles, .. } = self;
        let included = components.iter().filter(|component| is_included(component.number as usize));
        for IteratedComponent { links: own, particles: moved, iterations, share, .. } in included {
            for _ in 0..*iterations {
                for &ListedLink { link, .. } in &links[own.clone()] {
                    let [a, b] = [link.a, link.b].map(|end| end as usize);
                    let before = [view.corrections[a], view.corrections[b]];
                    project(view, Link { rule: link.rule.scaled(*share), ..link });
                    corrections[a] += view.corrections[a] - before[0];
                    corrections[b] += view.corrections[b] - before[1];
                    [view.corrections[a], view.corrections[b]] = before;
                }
                for &particle in &particles[moved.clone()] {
                    view.corrections[particle as usize] += std::mem::take(&mut corrections[particle as usize]);
                }
            }
        }
    }
}

/// Reserves memory for a number of items in all.
fn reserve<T>(list: &mut Vec<T>, count: usize) {
    list.reserve(count.saturating_sub(list.len()));
}
