//! The choice of the solver and of the number of substeps.
//!
//! The choice depends on the scene and never on the clock, so a scene moves identically on every machine. A new choice
//! follows each addition and each change of a mass. Cuts, pins and taut strands only switch between the chosen solvers.
//!
//! Under [`Substeps::Auto`] and Jakobsen's method:
//!
//! | Solver | Used where | Substeps |
//! |---|---|---|
//! | direct solve | strands of depth >= 24 hold all links, or sweeps fall short | 60 + depth / 250, within [`DIRECT`] |
//! | multigrid | most links belong to grid nets, and sweeps cannot hold them | as many as [`MULTIGRID`] affords |
//! | sweeps alone | elsewhere | 4 x depth, or 16 x root of the mass ratio, within [`SWEEPS`] |
//!
//! Particle contacts raise the least number of substeps of sweeps: [`SceneMeasures::sweep_substeps`].

use crate::attachment::long_range;
use crate::collision::particle_contact::are_mostly_unlinked;
use crate::particles::{ConstraintGraph, ParticleId, Particles, constraint_graph};
use crate::settings::{Method, Settings, StrandSolver, Substeps, SweepOrder};
use crate::simd::ParticleView;
use crate::world::{Bodies, Derived, SolverChoice, World};

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
}

/// Budget of sweeps, some 2 ms on one core. Fewer than 8 substeps show as stretch; beyond 480, rounding of `f32` shows.
const SWEEPS: Budget = Budget { projections: 2_000_000, min: 8, max: 480 };
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

/// Substeps of sweeps per link of depth: a yanked rope of 100 links then stretches by 0.1 %.
const SUBSTEPS_PER_DEPTH: u32 = 4;
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

/// Minimum depth of strands (links) at which a direct solve pays off.
const MIN_DIRECT_DEPTH: u32 = 24;
/// Maximum depth of strands (links) that are solved directly with a heavy particle between two anchors.
const MAX_HEAVY_ANCHORED_DEPTH: u32 = 320;

/// Measures of a scene that decide its solver.
struct SceneMeasures {
    particles: usize,
    links: usize,
    /// Links in strands. The other links close loops.
    strand_links: usize,
    grid_links: usize,
    strand_depth: u32,
    are_strands_useful: bool,
    /// Whether each link is of a kind that strands consist of.
    has_only_strand_kinds: bool,
    has_contacts: bool,
    mass_ratio: f32,
    /// Projections in a substep of sweeps.
    sweep_cost: usize,
    /// Projections in a substep of direct solves.
    direct_cost: usize,
    /// Substeps in which sweeps hold heavy particles.
    needed_by_mass: u32,
    /// Substeps in which sweeps hold all links.
    needed: u32,
}

impl SceneMeasures {
    /// Substeps of sweeps within the budget.
    fn affordable(&self) -> u32 {
        let affordable = SWEEPS.affordable(self.sweep_cost);
        if self.has_contacts && self.loop_links() > 0 {
            let Budget { max, .. } = LOOPS_WITH_CONTACTS;
            affordable.max(LOOPS_WITH_CONTACTS.affordable(self.sweep_cost).min(max))
        } else {
            affordable
        }
    }

    fn loop_links(&self) -> usize {
        self.links - self.strand_links
    }

    fn sweep_substeps(&self) -> u32 {
        let min = match self.has_contacts {
            false => SWEEPS.min,
            true if are_mostly_unlinked(self.links, self.particles) => UNLINKED_SUBSTEPS,
            true if self.particles >= MANY_PARTICLES => MANY_PARTICLE_SUBSTEPS,
            true => CONTACT_SUBSTEPS,
        };
        self.needed.min(self.affordable()).clamp(min, SWEEPS.max)
    }

    fn direct_substeps(&self) -> u32 {
        let enough = (60 + self.strand_depth / 250).min(DIRECT.max);
        enough.min(DIRECT.affordable(self.direct_cost)).max(DIRECT.min)
    }

    /// Whether direct solves of strands suit the scene better than sweeps.
    fn prefers_direct(&self) -> bool {
        let (affordable, loop_links) = (self.affordable(), self.loop_links());
        // With many small substeps, sweeps hold a few loops, and attachments hold heavy particles, better than a direct
        // solve.
        let has_few_loops = loop_links > 0 && 10 * loop_links <= self.links && affordable >= MANY_SUBSTEPS;
        let has_held_weights =
            loop_links > 0 && self.mass_ratio > 1.0 && affordable >= self.needed_by_mass.min(MANY_SUBSTEPS);
        // The stiffness of solid bodies and braces grows with the number of substeps.
        let is_worth_it = loop_links == 0 || self.has_only_strand_kinds || self.needed > affordable;
        self.strand_depth >= MIN_DIRECT_DEPTH
            && self.are_strands_useful
            && DIRECT.affordable(self.direct_cost) >= DIRECT.min
            && !has_few_loops
            && !has_held_weights
            && is_worth_it
    }

    /// Substeps of multigrid, where most links belong to grid nets that sweeps cannot hold.
    fn multigrid_substeps(&self) -> Option<u32> {
        let affordable = MULTIGRID.affordable(MULTIGRID_COST * self.sweep_cost);
        let suits = self.needed > self.affordable() && affordable >= MULTIGRID.min && 2 * self.grid_links > self.links;
        suits.then_some(affordable.min(MULTIGRID.max))
    }
}

impl World {
    /// Number of substeps in the next step.
    ///
    /// Under Jakobsen's method, [`Substeps::Auto`] depends on the scene. Additions and weights change the number; cuts
    /// and pins only decide between direct solve, multigrid and sweeps. The spring method takes the fewest substeps
    /// that are no longer than [`Springs::max_substep`](crate::Springs::max_substep).
    #[must_use]
    pub fn substeps(&self) -> u32 {
        let Settings { method, substeps, step, springs, .. } = self.state.settings;
        let SolverChoice { sweep_substeps, direct_substeps, multigrid_substeps, is_direct, .. } = self.state.solver;
        match (method, substeps) {
            (Method::Springs, _) => (step / springs.max_substep).ceil().max(1.0) as u32,
            (Method::Jakobsen, Substeps::Count(count)) => count,
            (Method::Jakobsen, Substeps::Auto) if is_direct => direct_substeps,
            _ => multigrid_substeps.filter(|_| self.uses_multigrid()).unwrap_or(sweep_substeps),
        }
    }

    /// Name of the solver that holds the links in the next step, for reports.
    #[must_use]
    pub fn solver_name(&self) -> &'static str {
        let Settings { method, order, .. } = self.state.settings;
        match (method, order) {
            (Method::Springs, _) => "springs",
            (Method::Jakobsen, _) if self.state.solver.is_direct => "direct",
            (Method::Jakobsen, _) if self.uses_multigrid() => "multigrid",
            (Method::Jakobsen, SweepOrder::Sequence) => "sweeps in sequence",
            (Method::Jakobsen, SweepOrder::Random) => "sweeps at random",
            (Method::Jakobsen, SweepOrder::Colour) => "sweeps",
        }
    }

    /// Whether sweeps go through the links colour by colour.
    pub(crate) fn sweeps_by_colour(&self) -> bool {
        let Settings { method, order, .. } = self.state.settings;
        method == Method::Jakobsen && order == SweepOrder::Colour
    }

    /// Whether long-range attachments hold heavy particles. Direct solves and multigrid need the same settings.
    pub(crate) fn uses_attachments(&self) -> bool {
        let Settings { give, strands, .. } = self.state.settings;
        self.sweeps_by_colour() && give == 0.0 && strands != StrandSolver::Off
    }

    /// Whether the next step solves grid nets by multigrid.
    pub(crate) fn uses_multigrid(&self) -> bool {
        self.may_use_multigrid() && self.bodies.multigrid.is_useful()
    }

    /// Whether the next step solves grid nets by multigrid if there are any.
    pub(crate) fn may_use_multigrid(&self) -> bool {
        let SolverChoice { is_direct, multigrid_substeps, .. } = self.state.solver;
        self.uses_attachments() && !is_direct && multigrid_substeps.is_some()
    }

    /// Whether the next step solves strands directly.
    pub(crate) fn should_solve_directly(&self) -> bool {
        let is_wanted = self.state.solver.prefers_direct || self.state.settings.strands == StrandSolver::On;
        self.uses_attachments()
            && is_wanted
            && (self.derived.stale.direct_solver
                || self.are_strands_useful() && !self.has_heavy_long_strand() && !self.has_strand_on_shape())
    }

    fn are_strands_useful(&self) -> bool {
        let (direct_solver, Bodies { links, particles, .. }) = (&self.derived.direct_solver, &self.bodies);
        let are_sweeps_too_few = self.state.solver.sweep_substeps < SUBSTEPS_PER_DEPTH * direct_solver.forest.depth;
        direct_solver.is_useful(links.len(), &particles.position, are_sweeps_too_few)
    }

    /// Whether a heavy particle hangs between two anchors of a long strand, which a direct solve would fling about.
    fn has_heavy_long_strand(&self) -> bool {
        let Derived { direct_solver, attachments, .. } = &self.derived;
        direct_solver.forest.depth > MAX_HEAVY_ANCHORED_DEPTH
            && attachments.heavy_particles().any(|heavy| direct_solver.is_anchored(heavy))
    }

    /// Whether an anchored strand, or any strand of a scene with heavy particles, lies on a shape.
    ///
    /// A direct solve would pull an anchored strand straight through the shape. It would also weaken the friction of a
    /// rope on the shape that holds a heavy particle (capstan equation).
    fn has_strand_on_shape(&self) -> bool {
        /// Distance from a shape, m, at which a link lies on it.
        const MARGIN: f32 = 0.01;
        let has_heavy = !self.derived.attachments.heavy.is_empty();
        let has_anchors = !self.derived.direct_solver.forest.anchors.is_empty();
        if self.state.colliders.shapes().is_empty() || !(has_heavy || has_anchors) {
            return false;
        }
        let at = |id: ParticleId| self.bodies.particles.position[id.index()];
        let is_at_risk = |id: ParticleId| has_heavy || self.derived.direct_solver.is_anchored(id);
        let mut at_risk = self.bodies.links.iter().filter(|link| is_at_risk(link.a) || is_at_risk(link.b));
        at_risk.any(|link| self.state.colliders.touch(at(link.a), at(link.b), MARGIN))
    }

    /// Chooses the solver and its substeps for the scene.
    pub(crate) fn choose_solver(&mut self) {
        let measures = self.measure_scene();
        self.state.solver.sweep_substeps = measures.sweep_substeps();
        self.state.solver.direct_substeps = measures.direct_substeps();
        self.state.solver.multigrid_substeps = measures.multigrid_substeps();
        self.state.solver.prefers_direct = measures.prefers_direct();
    }

    fn measure_scene(&mut self) -> SceneMeasures {
        let passes = self.passes_per_sweep() as usize;
        let has_contacts = self.state.settings.rope_contact.is_some();
        let Derived { adjacency, direct_solver, stale, .. } = &mut self.derived;
        let Bodies { links, particles, multigrid, .. } = &mut self.bodies;
        let graph = ConstraintGraph { adjacency, links, particles };
        direct_solver.rebuild(graph);
        stale.direct_solver = false;
        multigrid.find_grids(graph);
        let contact_cost = if has_contacts { CONTACT_COST * particles.len() } else { 0 };
        let sweep_cost = (passes * links.len()).max(1) + contact_cost;
        let batched = direct_solver.schedule.batched_count;
        let single = direct_solver.forest.order.len() - batched;
        let mass_ratio = long_range::max_mass_ratio(graph);
        let needed_by_mass =
            if mass_ratio > 1.0 { (SUBSTEPS_PER_ROOT_MASS_RATIO * mass_ratio.sqrt()) as u32 } else { 0 };
        let mut measures = SceneMeasures {
            particles: particles.len(),
            links: links.len(),
            strand_links: direct_solver.link_count(),
            grid_links: multigrid.link_count(),
            strand_depth: direct_solver.forest.depth,
            are_strands_useful: false,
            has_only_strand_kinds: links.iter().all(constraint_graph::is_strand_link),
            has_contacts: contact_cost > 0,
            mass_ratio,
            sweep_cost,
            direct_cost: sweep_cost + DIRECT_COST * single + DIRECT_BATCHED_COST * batched,
            needed_by_mass,
            needed: constraint_graph::max_depth(graph).saturating_mul(SUBSTEPS_PER_DEPTH).max(needed_by_mass),
        };
        let are_sweeps_too_few = measures.needed > measures.affordable();
        measures.are_strands_useful = direct_solver.is_useful(links.len(), &particles.position, are_sweeps_too_few);
        measures
    }

    /// Decides whether this step solves strands directly.
    ///
    /// The first direct solve would correct all stretch that sweeps left in one substep, and throw the strands. They
    /// are shortened without speed first; anchored strands wait until sweeps have left little stretch.
    pub(crate) fn begin_direct_solve(&mut self) {
        let was_direct = self.state.solver.is_direct;
        self.state.solver.is_direct = self.should_solve_directly();
        if !self.state.solver.is_direct {
            return;
        }
        let Particles { position, inv_mass, .. } = &mut self.bodies.particles;
        let (direct_solver, corrections) = (&mut self.derived.direct_solver, &mut self.scratch.corrections);
        direct_solver.forest.exclude_taut_anchors(position);
        if !was_direct {
            let view = ParticleView { first: 0, position, corrections, inv_mass };
            self.state.solver.is_direct = direct_solver.can_take_over(&view);
            if self.state.solver.is_direct {
                direct_solver.shorten_overlong_links(position);
            }
        }
    }
}
