//! The choice of the solver of each connected component, and of the number of substeps of the world.
//!
//! The choice depends on the scene and never on the clock, so a scene moves identically on every machine. A new choice
//! follows each addition and each change of a mass. Cuts, pins and taut strands only switch between the chosen solvers.
//!
//! Each component gets the solver that suits it; under a fixed number of substeps, whatever else is in the world. Under
//! [`Substeps::Auto`] the world's budget decides how many substeps it can afford, and so what sweeps can hold. Where
//! some components are left to sweeps, the step takes as many substeps as with sweeps alone, within their budget.
//!
//! | Solver | Used where | Substeps under [`Substeps::Auto`] |
//! |---|---|---|
//! | direct solve | strands hold all links, or have depth >= 24 and sweeps fall short | 60 + depth / 250, within [`DIRECT`] |
//! | multigrid | most links belong to grid nets, and sweeps cannot hold them | as many as [`MULTIGRID`] affords |
//! | sweeps alone | elsewhere | 4 x depth, or 16 x root of the mass ratio, within [`SWEEPS`] |
//!
//! Particle contacts raise the least number of substeps of sweeps: [`SceneMeasures::sweep_substeps`].

use crate::attachment::long_range;
use crate::collision::particle_contact::are_mostly_unlinked;
use crate::containers::pair_key;
use crate::particles::{ConstraintGraph, constraint_graph};
use crate::settings::Substeps;
use crate::world::{Bodies, Derived, LinkSolver, SolverChoice, SolverPreference, World};

/// Work that a solver may do in a step, in projections of a link, and bounds on its number of substeps.
struct Budget {
    projections: usize,
    min: u32,
    max: u32,
}

impl Budget {
    /// Number of substeps, each of `cost` projections.
    fn affordable(&self, cost: usize) -> u32 {
        u32::try_from(self.projections / cost.max(1)).unwrap_or(u32::MAX)
    }

    /// Number of substeps that some costs afford together, each of its own budget: `1 / sum(cost / budget)`. What costs
    /// little beside the rest, such as a thread beside a large net, hardly changes it.
    fn affordable_together<const N: usize>(costs: [(Self, usize); N]) -> u32 {
        // Over one denominator, so that a single cost gives `affordable` to the last digit.
        let product: u128 = costs.iter().map(|(budget, _)| budget.projections as u128).product();
        let share = costs.iter().map(|(budget, cost)| *cost as u128 * (product / budget.projections as u128));
        u32::try_from(product / share.sum::<u128>().max(1)).unwrap_or(u32::MAX)
    }
}

/// Budget of sweeps, some 2 ms on one core. Beyond 480 substeps, rounding of `f32` shows.
const SWEEPS: Budget = Budget { projections: 2_000_000, min: 1, max: 480 };
/// Budget of sweeps of loops (webs, nets, bodies) with particle contacts, which cost less there than [`CONTACT_COST`].
const LOOPS_WITH_CONTACTS: Budget = Budget { projections: 8_000_000, min: 8, max: MANY_SUBSTEPS };
/// Budget of direct solves. Newton's method does not converge with fewer than 12 substeps.
const DIRECT: Budget = Budget { projections: 4_600_000, min: 12, max: 80 };
/// Budget of multigrid.
const MULTIGRID: Budget = Budget { projections: 3_400_000, min: 12, max: 80 };

/// Cost of the direct solve of a particle by itself, projections.
const DIRECT_COST: usize = 7;
/// Cost of the direct solve of a particle in a batch of equal strands, projections.
const DIRECT_BATCHED_COST: usize = 3;
/// Cost of a link under multigrid, projections.
const MULTIGRID_COST: usize = 3;
/// Cost of the contacts of a particle, projections.
const CONTACT_COST: usize = 200;

/// Budget of the least number of substeps of sweeps, some 0.6 ms. Swings of small scenes keep their energy by it: eight
/// links of 4 cm lose 3 % in 20 s with 100 substeps, and 70 % with 30. Fewer than 8 substeps show as stretch.
const LEAST_SWEEPS: Budget = Budget { projections: 600_000, min: 8, max: 100 };

/// Substeps of sweeps per link of depth: a yanked rope of 100 links then stretches by 0.1 %.
pub(crate) const SUBSTEPS_PER_DEPTH: u32 = 4;
/// Substeps of sweeps per root of the mass ratio. Stretch grows with the ratio and with the square of the substep.
const SUBSTEPS_PER_ROOT_MASS_RATIO: f32 = 16.0;
/// Number of substeps with which sweeps alone hold links well.
const MANY_SUBSTEPS: u32 = 200;

/// Minimum number of substeps with particle contacts. With half as many, piled ropes overlap five times as deep.
const CONTACT_SUBSTEPS: u32 = 16;
/// Minimum number of substeps with contacts of [`MANY_PARTICLES`]. With 7 substeps, some particles rest inside others.
const MANY_PARTICLE_SUBSTEPS: u32 = 9;
/// Number of particles from which [`MANY_PARTICLE_SUBSTEPS`] applies.
const MANY_PARTICLES: usize = 4_000;
/// Minimum number of substeps with contacts of mostly unlinked particles, whose contacts and links do not compete.
const UNLINKED_SUBSTEPS: u32 = 8;

/// Minimum depth of strands (links) at which a direct solve pays off where it keeps no energy: beside loops, particle
/// contacts or very heavy particles.
const MIN_DIRECT_DEPTH: u32 = 24;
/// Minimum depth of strands (links) that a direct solve holds better than sweeps. Swept, a rope of 1 m with 20 links loses
/// 15 % of the energy of a swing in 20 s, with a weight of 1 kg at its end nearly all.
const MIN_STRAND_DEPTH: u32 = 2;

/// The cost of a substep, projections: of a component, or of the world.
#[derive(Clone, Copy, Debug, Default)]
struct SubstepCost {
    /// Cost of sweeps and contacts.
    sweeps: usize,
    /// Cost of direct solves of all strands, with the sweeps after them.
    direct: usize,
    /// Whether particle contacts act on links that close loops.
    has_loop_contacts: bool,
}

impl SubstepCost {
    /// Substeps of sweeps within the budget.
    fn affordable(&self) -> u32 {
        let affordable = SWEEPS.affordable(self.sweeps);
        if self.has_loop_contacts {
            let Budget { max, .. } = LOOPS_WITH_CONTACTS;
            affordable.max(LOOPS_WITH_CONTACTS.affordable(self.sweeps).min(max))
        } else {
            affordable
        }
    }
}

/// Measures of a connected component that decide its solver.
#[derive(Clone, Copy, Debug)]
struct ComponentMeasures {
    particles: usize,
    links: usize,
    /// Links in strands. The other links close loops.
    strand_links: usize,
    grid_links: usize,
    strand_depth: u32,
    /// Minimum depth of strands (links) for a direct solve.
    least_direct_depth: u32,
    /// Whether the tension of its links counts: their material has a stiffness or a strength. Sweeps leave errors of it
    /// wherever masses differ.
    needs_tension: bool,
    /// The greatest ratio of a heavy particle's mass to the lightest linked one.
    mass_ratio: f32,
    cost: SubstepCost,
    /// Substeps in which sweeps hold heavy particles.
    needed_by_mass: u32,
    /// Substeps in which sweeps hold all links.
    needed: u32,
}

impl Default for ComponentMeasures {
    fn default() -> Self {
        Self {
            particles: 0,
            links: 0,
            strand_links: 0,
            grid_links: 0,
            strand_depth: 0,
            least_direct_depth: MIN_DIRECT_DEPTH,
            needs_tension: false,
            mass_ratio: 1.0,
            cost: SubstepCost::default(),
            needed_by_mass: 0,
            needed: 0,
        }
    }
}

impl ComponentMeasures {
    fn loop_links(&self) -> usize {
        self.links - self.strand_links
    }

    /// Whether direct solves of strands, where they are useful, suit the component better than sweeps. `cost` is that
    /// of a substep of all that shares the budget.
    fn suits_direct(&self, cost: SubstepCost) -> bool {
        let (affordable, loop_links) = (cost.affordable(), self.loop_links());
        // With many small substeps, sweeps hold a few loops, and attachments hold heavy particles, better than a direct
        // solve.
        let has_few_loops = loop_links > 0 && 10 * loop_links <= self.links && affordable >= MANY_SUBSTEPS;
        let has_held_weights =
            loop_links > 0 && self.mass_ratio > 1.0 && affordable >= self.needed_by_mass.min(MANY_SUBSTEPS);
        // Sweeps spread the errors of loops over all their links; after a direct solve of the strands, a few links close
        // the loops and bear them all.
        let is_worth_it = loop_links == 0 || self.needed > affordable;
        self.strand_depth >= self.least_direct_depth
            && DIRECT.affordable(cost.direct) >= DIRECT.min
            && !has_few_loops
            && !has_held_weights
            && is_worth_it
    }

    /// Whether multigrid suits the component: most links belong to grid nets that sweeps cannot hold.
    fn suits_multigrid(&self, cost: SubstepCost) -> bool {
        self.needed > cost.affordable()
            && MULTIGRID.affordable(MULTIGRID_COST * cost.sweeps) >= MULTIGRID.min
            && 2 * self.grid_links > self.links
    }
}

/// Measures of a scene.
struct SceneMeasures {
    /// The components with links.
    components: Vec<ComponentMeasures>,
    cost: SubstepCost,
    /// Least number of substeps of sweeps.
    least_substeps: u32,
}

impl SceneMeasures {
    /// Substeps of sweeps for some components, within a budget.
    fn swept<'a>(&self, some: impl Iterator<Item = &'a ComponentMeasures>, affordable: u32) -> u32 {
        let needed = some.map(|measures| measures.needed).max().unwrap_or_default();
        needed.min(affordable).clamp(self.least_substeps, SWEEPS.max)
    }

    /// Leaves strands to the sweeps that other components need anyway, where these are enough and as many direct solves
    /// would cost too much.
    fn leave_to_sweeps(&self, solvers: &mut [LinkSolver]) {
        let enough = self.swept(self.components.iter(), self.cost.affordable());
        if solvers.contains(&LinkSolver::Sweeps) && DIRECT.affordable(self.cost.direct) < enough {
            let strands = solvers.iter_mut().zip(&self.components).filter(|(solver, _)| **solver == LinkSolver::Direct);
            let held = strands.filter(|(_, measures)| measures.needed <= enough && !measures.needs_tension);
            held.for_each(|(solver, _)| *solver = LinkSolver::Sweeps);
        }
    }

    /// The choice for components that suit these solvers.
    fn choice(&self, solvers: &[LinkSolver], preferences: Vec<SolverPreference>) -> SolverChoice {
        let of = |solver: LinkSolver| {
            let all = self.components.iter().zip(solvers);
            all.filter(move |(_, its)| **its == solver).map(|(measures, _)| measures)
        };
        let sweeps = |solver: LinkSolver| of(solver).map(|own| own.cost.sweeps).sum::<usize>();
        let swept = self.cost.sweeps.saturating_sub(sweeps(LinkSolver::Direct) + sweeps(LinkSolver::Multigrid));
        let direct: usize = of(LinkSolver::Direct).map(|own| own.cost.direct).sum();
        let multigrid = MULTIGRID_COST * sweeps(LinkSolver::Multigrid);
        let cost = swept + direct + multigrid;
        let together = Budget::affordable_together([(DIRECT, swept + direct), (MULTIGRID, multigrid)]);
        let affordable = |budget: Budget| if direct > 0 && multigrid > 0 { together } else { budget.affordable(cost) };
        let depth = of(LinkSolver::Direct).map(|own| own.strand_depth).max().unwrap_or_default();
        let enough = (60 + depth / 250).min(DIRECT.max);
        let uses_multigrid = of(LinkSolver::Multigrid).next().is_some();
        let sweep_substeps = self.swept(self.components.iter(), self.cost.affordable());
        SolverChoice {
            sweep_substeps,
            direct_substeps: enough.min(affordable(DIRECT)).max(DIRECT.min),
            multigrid_substeps: uses_multigrid.then(|| affordable(MULTIGRID).clamp(MULTIGRID.min, MULTIGRID.max)),
            mixed_substeps: sweep_substeps.min(SWEEPS.affordable(cost)).max(1),
            preferences,
            direct: Vec::new(),
            is_stale: false,
        }
    }
}

impl World {
    /// Chooses the solver of each component, and the number of substeps of the scene.
    pub(crate) fn choose_solver(&mut self) {
        let measures = self.as_if_awake(Self::measure_scene);
        let mut solvers: Vec<_> =
            (0..measures.components.len()).map(|group| self.preferred_solver(&measures, group)).collect();
        if self.state.settings.substeps == Substeps::Auto {
            measures.leave_to_sweeps(&mut solvers);
        }
        let preferences = self.list_preferences(&measures, &solvers);
        let direct = std::mem::take(&mut self.state.solver.direct);
        self.state.solver = SolverChoice { direct, ..measures.choice(&solvers, preferences) };
        self.derived.stale.multigrid = true;
    }

    /// The cost of all that shares a component's budget: the world, or the component alone under a fixed number of
    /// substeps.
    fn shared_cost(&self, measures: &SceneMeasures, own: &ComponentMeasures) -> SubstepCost {
        if self.state.settings.substeps == Substeps::Auto { measures.cost } else { own.cost }
    }

    /// The solver that suits a component.
    fn preferred_solver(&self, measures: &SceneMeasures, group: usize) -> LinkSolver {
        let own = &measures.components[group];
        let cost = self.shared_cost(measures, own);
        let (direct_solver, position) = (&self.derived.direct_solver, &self.bodies.particles.position);
        let is_useful = || direct_solver.is_useful(group, position, own.needed > cost.affordable());
        if own.suits_direct(cost) && is_useful() {
            LinkSolver::Direct
        } else if own.suits_multigrid(cost) {
            LinkSolver::Multigrid
        } else {
            LinkSolver::Sweeps
        }
    }

    /// Lists the solvers of components by particle.
    fn list_preferences(&self, measures: &SceneMeasures, solvers: &[LinkSolver]) -> Vec<SolverPreference> {
        let all = measures.swept(measures.components.iter(), measures.cost.affordable());
        let is_auto = self.state.settings.substeps == Substeps::Auto;
        let mut preferences: Vec<SolverPreference> = Vec::new();
        // Links between fixed particles need no solver.
        let needed = solvers.iter().enumerate().filter(|(group, _)| measures.components[*group].needed > 0);
        for (group, &solver) in needed {
            let own = &measures.components[group];
            let alone = measures.swept(std::iter::once(own), own.cost.affordable());
            let sweep_substeps = if is_auto { all } else { alone };
            let ranges = self.derived.direct_solver.schedule.particles_of(group).iter();
            preferences.extend(ranges.map(|range| SolverPreference {
                particles: [range.start as u32, range.end as u32],
                solver,
                sweep_substeps,
            }));
        }
        preferences.sort_unstable_by_key(|preference| pair_key(preference.particles));
        preferences
    }

    fn measure_scene(&mut self) -> SceneMeasures {
        let Derived { adjacency, components, direct_solver, stale, .. } = &mut self.derived;
        let Bodies { links, particles, multigrid, .. } = &mut self.bodies;
        let graph = ConstraintGraph { adjacency, links, particles };
        direct_solver.rebuild(graph, components);
        stale.direct_solver = false;
        multigrid.find_grids(graph);
        let components = self.measure_components();
        let (Bodies { links, particles, colouring, .. }, settings) = (&self.bodies, &self.state.settings);
        let has_contacts = settings.rope_contact.is_some();
        let contacts = if has_contacts { CONTACT_COST * particles.len() } else { 0 };
        let cost = SubstepCost {
            sweeps: (links.len() + colouring.symmetric.links).max(1) + contacts,
            direct: components.iter().map(|own| own.cost.direct).sum::<usize>(),
            has_loop_contacts: components.iter().any(|own| own.cost.has_loop_contacts),
        };
        let least_substeps = match has_contacts {
            false => LEAST_SWEEPS.affordable(cost.sweeps).clamp(LEAST_SWEEPS.min, LEAST_SWEEPS.max),
            true if are_mostly_unlinked(links.len(), particles.len()) => UNLINKED_SUBSTEPS,
            true if particles.len() >= MANY_PARTICLES => MANY_PARTICLE_SUBSTEPS,
            true => CONTACT_SUBSTEPS,
        };
        SceneMeasures { components, cost, least_substeps }
    }

    /// Measures the components with links, in the order of the groups of strands.
    fn measure_components(&self) -> Vec<ComponentMeasures> {
        let Derived { adjacency, components, direct_solver, .. } = &self.derived;
        let Bodies { links, multigrid, .. } = &self.bodies;
        let graph = self.bodies.graph(adjacency);
        let groups = &direct_solver.forest.groups;
        let mut all = vec![ComponentMeasures::default(); components.count()];
        for (component, measures) in all.iter_mut().enumerate() {
            measures.particles = components.particle_count(component);
        }
        for (particle, ratio) in long_range::heavy_particles(graph) {
            let greatest = &mut all[components.number(particle)].mass_ratio;
            *greatest = greatest.max(ratio);
        }
        for (first, count) in multigrid.link_counts(&self.bodies.particles) {
            all[components.number(first)].grid_links += count;
        }
        let solved = links.iter().filter(|link| !components.joins_ends(link));
        for link in solved.filter(|link| link.compliance > 0.0 || self.state.strength(link).is_some()) {
            all[components.of_link(link.a.0, link.b.0)].needs_tension = true;
        }
        for (component, depth) in constraint_graph::max_depths(graph, components).into_iter().enumerate() {
            all[component].needed = depth.saturating_mul(SUBSTEPS_PER_DEPTH);
        }
        (0..groups.len()).map(|group| self.completed(all[groups[group].component], group)).collect()
    }

    /// Completes the measures of a component by those of its group of strands.
    fn completed(&self, own: ComponentMeasures, group: usize) -> ComponentMeasures {
        let direct_solver = &self.derived.direct_solver;
        let (strands, schedule) = (&direct_solver.forest.groups[group], direct_solver.schedule.group(group));
        let has_contacts = self.state.settings.rope_contact.is_some();
        let passes = if self.bodies.colouring.symmetric.contains(strands.component) { 2 } else { 1 };
        let strand_links = direct_solver.link_count(group);
        let sweeps = passes * strands.links + if has_contacts { CONTACT_COST * own.particles } else { 0 };
        let single = strands.order.len() - schedule.batched;
        let has_loops = strands.links > strand_links;
        let least_direct_depth = match own.needs_tension {
            _ if has_loops => MIN_DIRECT_DEPTH,
            true => 1,
            false if has_contacts || own.mass_ratio > long_range::EXACT_MASS_RATIO => MIN_DIRECT_DEPTH,
            false => MIN_STRAND_DEPTH,
        };
        let needed_by_mass =
            if own.mass_ratio > 1.0 { (SUBSTEPS_PER_ROOT_MASS_RATIO * own.mass_ratio.sqrt()) as u32 } else { 0 };
        ComponentMeasures {
            links: strands.links,
            strand_links,
            strand_depth: strands.depth,
            least_direct_depth,
            cost: SubstepCost {
                sweeps,
                direct: sweeps + DIRECT_COST * single + DIRECT_BATCHED_COST * schedule.batched,
                has_loop_contacts: has_contacts && has_loops,
            },
            needed_by_mass,
            needed: own.needed.max(needed_by_mass),
            ..own
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_share_their_budgets() {
        let alone = |cost| Budget::affordable_together([(DIRECT, 0), (MULTIGRID, cost)]);
        for cost in [1, 7, 1_000, 10_000, 240_000] {
            assert_eq!(alone(cost), MULTIGRID.affordable(cost));
        }
        // Half of one budget and half of another; then a thread beside a net.
        assert_eq!(Budget::affordable_together([(SWEEPS, 50_000), (DIRECT, 115_000)]), 20);
        assert_eq!(Budget::affordable_together([(DIRECT, 400), (MULTIGRID, 238_800)]), 14);
        assert_eq!(Budget::affordable_together([(SWEEPS, 0), (DIRECT, 0)]), u32::MAX);
    }
}
