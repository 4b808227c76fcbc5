//! How much is done in a step: how many substeps, and whether strands are solved or coarser nets relaxed in them.
//!
//! Functions of the scene, never of the time that a step takes: the same scene moves in the same way on every machine. What
//! led to the numbers is in docs/algorithm.md.

use crate::{
    attachment::long_range,
    collision::particle_contact::are_lone,
    particles::{
        constraint_graph::{self, ConstraintGraph},
        storage::{ParticleId, Particles},
    },
    settings::{Method, Settings, StrandSolver, Substeps, SweepOrder},
    simd::ParticleView,
    world::{
        World,
        data::{Bodies, Derived, Scratch},
    },
};

impl World {
    /// Substeps x links that [`Substeps::Auto`] spends on a step: some two milliseconds on one core.
    const AUTO_PROJECTIONS: usize = 2_000_000;
    /// The bounds of [`Substeps::Auto`]. Fewer than 8 show as stretch; past some 480, `f32` noise begins to.
    const AUTO_RANGE: (u32, u32) = (8, 480);
    /// Substeps for each link of depth, where the budget allows: a rope of 100 links then stretches 0.1 % in a yank.
    const AUTO_PER_DEPTH: u32 = 4;
    /// Substeps for the root of the ratio of masses, where something is far heavier than what carries it: how far a link is
    /// stretched by a weight goes with that ratio, and with the square of a substep's length.
    const AUTO_PER_RATIO: f32 = 16.0;

    /// Substeps x (links + strands' particles x their cost) that is spent on a step where strands are solved.
    const STRAND_PROJECTIONS: usize = 4_600_000;
    /// What it costs to solve a strand's particle by itself, and side by side with others, in projections.
    const SINGLE_COST: usize = 7;
    const WIDE_COST: usize = 3;
    /// The bounds of [`Substeps::Auto`] where strands are solved. With fewer, Newton's method does not find an end.
    const STRAND_RANGE: (u32, u32) = (12, 80);
    /// DirectSolver of more links, tied at both ends and with a weight between, are left to the sweeps: 300 were solved well, and
    /// 1 000 flung about.
    const LONG_TIED: u32 = 320;
    /// Substeps x links that is spent on a step where nets get coarser ones, and what a link costs then, in projections.
    const NET_PROJECTIONS: usize = 3_400_000;
    const NET_COST: usize = 3;
    /// The bounds of [`Substeps::Auto`] there.
    const NET_RANGE: (u32, u32) = (12, 80);
    /// What a disc costs in a substep, in projections, and the fewest substeps in which ropes lie in piles: with half as many
    /// they are pressed five times as deep into each other.
    const DISC_COST: usize = 200;
    const DISC_SUBSTEPS: u32 = 16;
    /// Projections, as in [`Self::AUTO_PROJECTIONS`] and with [`Self::DISC_COST`], that are spent on a step where discs are on and
    /// links close loops (a web, nets, bodies), up to [`Self::MANY`] substeps: at 52, all that `rope-bridge` could have by the usual
    /// budget, it was drawn out by 0.8 %.
    const WEB_PROJECTIONS: usize = 8_000_000;
    /// Fewest where they are many: with 7 some come to lie in each other.
    const MANY_DISCS: usize = 4_000;
    const MANY_DISC_SUBSTEPS: u32 = 9;
    /// Fewest where hardly any are linked: links and contacts then do not work against each other.
    const LONE_DISC_SUBSTEPS: u32 = 8;
    /// Substeps with which sweeps alone do well.
    const MANY: u32 = 200;
    /// DirectSolver of fewer links than this are not worth it.
    const DEEP: u32 = 24;

    /// Into how many substeps a step is split now.
    ///
    /// Under Jakobsen's method [`Substeps::Auto`] is a function of the scene: where sweeps are alone, four for each link
    /// between a particle and what it hangs from, or more where something is far heavier than its links, as far as a budget
    /// of projections goes; where strands are solved, 60 to 80, or fewer in large scenes; where nets get coarser ones, 12 to
    /// 80; and at least 16 where ropes are to lie on each other (9 where they are many, 8 where all are lone; more for webs). Cuts
    /// and pins do not change these numbers (additions and weights do), but they, and a strand that is drawn taut, may change
    /// which of the two it is. Under the spring method it is the fewest whose substeps are no longer than
    /// [`crate::Springs::max_substep`].
    #[must_use]
    pub fn substeps(&self) -> u32 {
        match (self.state.settings.method, self.state.settings.substeps) {
            (Method::Springs, _) => {
                (self.state.settings.step / self.state.settings.springs.max_substep).ceil().max(1.0) as u32
            }
            (Method::Jakobsen, Substeps::Count(count)) => count,
            (Method::Jakobsen, Substeps::Auto) if self.state.solver.solved_strands => self.state.solver.strand_substeps,
            (Method::Jakobsen, Substeps::Auto) => self
                .state
                .solver
                .net_substeps
                .filter(|_| self.relaxes_nets())
                .unwrap_or(self.state.solver.sweep_substeps),
        }
    }

    /// Whether the next step relaxes coarser nets.
    pub(crate) fn relaxes_nets(&self) -> bool {
        self.may_relax_nets() && self.bodies.nets.is_useful()
    }

    /// Whether it does if there are any.
    pub(crate) fn may_relax_nets(&self) -> bool {
        let Settings { method, order, give, strands, .. } = self.state.settings;
        let applies = method == Method::Jakobsen && order == SweepOrder::Colour && give == 0.0;
        applies
            && strands != StrandSolver::Off
            && !self.state.solver.solved_strands
            && self.state.solver.net_substeps.is_some()
    }

    /// Whether what is heavy is held by tethers, and calmed where links are stretched.
    pub(crate) fn uses_attachments(&self) -> bool {
        let Settings { method, order, give, strands, .. } = self.state.settings;
        let applies = method == Method::Jakobsen && order == SweepOrder::Colour && give == 0.0;
        applies && strands != StrandSolver::Off
    }

    /// Whether the next step solves the strands as a whole.
    pub(crate) fn strands_are_solved(&self) -> bool {
        let Settings { method, order, give, strands, .. } = self.state.settings;
        let applies = method == Method::Jakobsen && order == SweepOrder::Colour && give == 0.0;
        let are_too_few = || self.state.solver.sweep_substeps < Self::AUTO_PER_DEPTH * self.derived.strands.depth();
        let is_useful =
            || self.derived.strands.is_useful(self.bodies.links.len(), &self.bodies.particles.position, are_too_few());
        // A weight on what is tied at both ends draws both sides of it taut; a long one is then flung about.
        let is_long = self.derived.strands.depth() > Self::LONG_TIED;
        let has_tied_weight = || {
            is_long && self.derived.attachments.heavy_particles().any(|heavy| self.derived.strands.is_anchored(heavy))
        };
        let of_use =
            applies && (self.derived.stale.strands || is_useful() && !has_tied_weight() && !self.strands_are_snagged());
        of_use
            && match strands {
                StrandSolver::Off => false,
                StrandSolver::On => true,
                StrandSolver::Auto => self.state.solver.solves_strands,
            }
    }

    /// Whether a strand lies on a shape that is tied at both ends, or on which something heavy hangs.
    ///
    /// Solved as a whole, the one would be drawn straight through the shape, as far as it is out of shape all at once: one that
    /// was pulled round a post came to nine times its length. And of the other friction holds less than it should: a rope half
    /// around a post, at 9/10 of what friction of 1 holds (the capstan equation), with 0.5 kg on points of 1 g, slipped by 10 m in a second.
    fn strands_are_snagged(&self) -> bool {
        /// Nearer than this, m, is on it.
        const NEAR: f32 = 0.01;
        let has_heavy = self.derived.attachments.has_heavy_particles();
        if self.state.colliders.shapes().is_empty() || !(has_heavy || self.derived.strands.has_anchors()) {
            return false;
        }
        let at = |id: ParticleId| self.bodies.particles.position[id.index()];
        let is_tied = |id: ParticleId| has_heavy || self.derived.strands.is_anchored(id);
        let mut tied = self.bodies.links.iter().filter(|link| is_tied(link.a) || is_tied(link.b));
        tied.any(|link| self.state.colliders.touch(at(link.a), at(link.b), NEAR))
    }

    /// Chooses how the scene is solved: small steps alone where they are enough, and else with its strands as a whole.
    pub(crate) fn choose(&mut self) {
        let passes = self.passes() as usize;
        let Self { derived: Derived { adjacency, strands, .. }, bodies: Bodies { links, particles, nets, .. }, .. } =
            self;
        let graph = ConstraintGraph { adjacency, links, particles };
        strands.rebuild(graph);
        self.derived.stale.strands = false;
        let ratio = long_range::max_mass_ratio(graph);
        let for_heavy = if ratio > 1.0 { (Self::AUTO_PER_RATIO * ratio.sqrt()) as u32 } else { 0 };
        let wanted = constraint_graph::max_depth(graph).saturating_mul(Self::AUTO_PER_DEPTH).max(for_heavy);
        let particle_contacts =
            if self.state.settings.rope_contact.is_some() { Self::DISC_COST * particles.len() } else { 0 };
        let swept = (passes * links.len()).max(1) + particle_contacts;
        let affordable = |cost: usize, budget: usize| u32::try_from(budget / cost.max(1)).unwrap_or(u32::MAX);
        let plain = affordable(swept, Self::AUTO_PROJECTIONS);
        let all_in_strands = strands.link_count() == links.len();
        // What hangs together as a web hardly lies in piles: its discs cost it far less than is reckoned. (All of a scene counts
        // as one: a pile beside a net has more substeps than alone.)
        let is_web = particle_contacts > 0 && !all_in_strands;
        let plain = if is_web { plain.max(affordable(swept, Self::WEB_PROJECTIONS).min(Self::MANY)) } else { plain };
        let deep = strands.depth() >= Self::DEEP;
        let of_use = deep && strands.is_useful(links.len(), &particles.position, wanted > plain);
        // Solid bodies and braces are only as stiff as the substeps are many: they get those, if they can be had.
        let all_firm = links.iter().all(constraint_graph::is_strand_link);
        // A few loops carry what hangs on them: many small steps hold them better, where there can be many.
        let closing = links.len() - strands.link_count();
        let has_few_loops = closing > 0 && 10 * closing <= links.len() && plain >= Self::MANY;
        // So they hold what is heavy, by its tethers.
        let has_weights = closing > 0 && ratio > 1.0 && plain >= for_heavy.min(Self::MANY);
        let (single, wide) = strands.particle_counts();
        let cost = swept + Self::SINGLE_COST * single + Self::WIDE_COST * wide;
        let (least, most) = Self::STRAND_RANGE;
        let enough = (60 + strands.depth() / 250).min(most);
        let can_be_had = affordable(cost, Self::STRAND_PROJECTIONS);
        self.state.solver.strand_substeps = enough.min(can_be_had).max(least);
        self.state.solver.solves_strands = of_use
            && can_be_had >= least
            && !has_few_loops
            && !has_weights
            && (all_in_strands || all_firm || wanted > plain);
        // Multigrid that sweeps alone do not hold, where most of the links are theirs.
        nets.find_grids(graph);
        let can_be_had = affordable(Self::NET_COST * swept, Self::NET_PROJECTIONS);
        let (least, most) = Self::NET_RANGE;
        let of_use = wanted > plain && can_be_had >= least && 2 * nets.link_count() > links.len();
        self.state.solver.net_substeps = of_use.then_some(can_be_had.min(most));
        let (least, most) = Self::AUTO_RANGE;
        let are_lone = are_lone(links.len(), particles.len());
        let least = match particle_contacts {
            0 => least,
            _ if are_lone => Self::LONE_DISC_SUBSTEPS,
            _ if particles.len() >= Self::MANY_DISCS => Self::MANY_DISC_SUBSTEPS,
            _ => Self::DISC_SUBSTEPS,
        };
        self.state.solver.sweep_substeps = wanted.min(plain).clamp(least, most);
    }

    /// Decides whether this step solves strands. What sweeps alone have let stretch would be pulled together in one substep,
    /// and shoot off: it is drawn in without speed first; and where it is tied at both ends, the sweeps go on until
    /// little is left of it.
    pub(crate) fn take_over_strands(&mut self) {
        let was_solving = self.state.solver.solved_strands;
        self.state.solver.solved_strands = self.strands_are_solved();
        if self.state.solver.solved_strands {
            self.derived.strands.exclude_taut_anchors(&self.bodies.particles.position);
        }
        if self.state.solver.solved_strands && !was_solving {
            let Self {
                bodies: Bodies { particles: Particles { position, inv_mass, .. }, .. },
                scratch: Scratch { corrections, .. },
                derived: Derived { strands, .. },
                ..
            } = self;
            let view = ParticleView { first: 0, position, corrections, inv_mass };
            self.state.solver.solved_strands = strands.can_take_over(&view);
            if self.state.solver.solved_strands {
                strands.shorten_overlong_links(position);
            }
        }
    }
}
