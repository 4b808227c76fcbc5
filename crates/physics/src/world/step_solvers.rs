//! The solvers of a step: which components it solves directly, and in how many substeps.
//!
//! Follows the table in `solver_table.rs`, as far as the present positions and fixed particles allow.

use glam::Vec2;

use crate::attachment::long_range;
use crate::containers::NONE;
use crate::geometry::HalfPlane;
use crate::particles::Particles;
use crate::settings::{Method, Settings, StrandSolver, Substeps, SweepOrder};
use crate::simd::ParticleView;
use crate::solver::direct::{DirectSolver, StrandGroup};
use crate::tuning::BESIDE;
use crate::world::solver_table::{bound_near_discs, least_substeps};
use crate::world::{Bodies, ComponentMarks, Derived, Scratch, SolverChoice, State, World};

impl World {
    /// Number of substeps in the next step.
    ///
    /// Under Jakobsen's method, [`Substeps::Auto`] depends on the scene. Additions and weights change the number; cuts
    /// and pins only decide between direct solves and sweeps. The spring method takes the fewest substeps
    /// that are no longer than [`Springs::max_substep`](crate::Springs::max_substep).
    #[must_use]
    pub fn substeps(&self) -> u32 {
        let Settings { method, substeps, step, springs, .. } = self.state.settings;
        match (method, substeps) {
            (Method::Springs, _) => (step / springs.max_substep).ceil().max(1.0) as u32,
            (Method::Jakobsen, Substeps::Count(count)) => count,
            (Method::Jakobsen, Substeps::Auto) => self.auto_substeps(),
        }
    }

    /// Whether the last step did fewer substeps than links and contacts need, since these would cost too much: motion is
    /// coarse.
    #[must_use]
    pub fn is_coarse(&self) -> bool {
        let Settings { method, substeps, .. } = self.state.settings;
        let is_automatic = (method, substeps) == (Method::Jakobsen, Substeps::Auto);
        // Nothing was chosen for an empty world, nor since something was added.
        let is_chosen = !self.bodies.particles.is_empty() && !self.state.solver.is_stale;
        is_automatic
            && is_chosen
            && self.auto_substeps() < self.chosen_substeps().max(least_substeps(&self.state, &self.bodies))
    }

    fn auto_substeps(&self) -> u32 {
        self.chosen_substeps().min(bound_near_discs(&self.derived))
    }

    fn chosen_substeps(&self) -> u32 {
        let (choice, direct_solver) = (&self.state.solver, &self.derived.direct_solver);
        let groups = &direct_solver.forest.groups;
        let solved: usize = direct_solver.direct_groups().map(|group| groups[group].links).sum();
        let are_all_exact = solved > 0 && solved == groups.iter().map(|strands| strands.links).sum::<usize>();
        choice.exact_substeps.filter(|_| are_all_exact).unwrap_or(choice.substeps)
    }

    /// Name of the solver that holds the links in the next step, for reports; where components differ, of the one that
    /// carries corrections farthest.
    #[must_use]
    pub fn solver_name(&self) -> &'static str {
        let Settings { method, order, .. } = self.state.settings;
        match (method, order) {
            (Method::Springs, _) => "springs",
            (Method::Jakobsen, _) if !self.state.solver.direct.is_empty() => "direct",
            (Method::Jakobsen, SweepOrder::Sequence) => "sweeps in sequence",
            (Method::Jakobsen, SweepOrder::Random) => "sweeps at random",
            (Method::Jakobsen, SweepOrder::Colour) => "sweeps",
        }
    }
}

impl Settings {
    /// Whether sweeps go through the links colour by colour.
    pub(crate) fn sweeps_by_colour(&self) -> bool {
        self.method == Method::Jakobsen && self.order == SweepOrder::Colour
    }

    /// Whether projections keep the angular momentum. The published methods do not.
    pub(crate) fn has_spin(&self) -> bool {
        self.sweeps_by_colour() && self.give == 0.0
    }

    /// Whether long-range attachments hold heavy particles. Direct solves need the same settings.
    pub(crate) fn uses_attachments(&self) -> bool {
        self.has_spin() && self.strands != StrandSolver::Off
    }
}

impl State {
    /// Whether the next step solves strands directly if components suit it.
    pub fn may_solve_directly(&self) -> bool {
        let is_wanted = self.settings.strands == StrandSolver::On || self.solver.exact_substeps.is_some();
        self.settings.uses_attachments() && is_wanted
    }
}

/// Decides which components this step solves directly.
///
/// The first direct solve would correct all stretch that sweeps left in one substep, and throw the strands. They are
/// shortened without speed first; anchored strands wait until sweeps have left little stretch.
pub(crate) fn begin_direct_solve(state: &mut State, bodies: &mut Bodies, derived: &mut Derived, scratch: &mut Scratch) {
    if !state.may_solve_directly() {
        state.solver.direct.clear();
        derived.direct_solver.clear_progress();
        return;
    }
    let Scratch { marks: ComponentMarks { excluded, heavy, .. }, corrections, .. } = scratch;
    derived.components.refill(excluded, false);
    derived.components.refill(heavy, false);
    let position = &bodies.particles.position;
    for (group, strands) in derived.direct_solver.forest.groups.iter().enumerate() {
        excluded[strands.component] = !should_solve_directly(&state.settings, position, derived, group);
    }
    mark_strands_on_obstacles(state, bodies, derived, heavy, excluded);
    take_over(&mut state.solver, &mut bodies.particles, &mut derived.direct_solver, corrections, excluded);
    if state.settings.rope_contact.is_none() {
        keep_energy(state, bodies, derived, excluded);
    }
}

/// Whether to solve a group of strands directly: those that suit it, while none is taut.
fn should_solve_directly(settings: &Settings, position: &[Vec2], derived: &Derived, group: usize) -> bool {
    let Derived { direct_solver, exact, .. } = derived;
    (exact[group] || (settings.strands == StrandSolver::On && direct_solver.carries_the_load(group)))
        && !direct_solver.forest.is_taut(group, position)
}

/// Marks the components of which an anchored strand, or any strand beside a heavy particle, lies on a shape or a wheel.
///
/// A direct solve would pull an anchored strand straight through the shape. It would also weaken the friction of a rope
/// on the shape that holds a heavy particle (capstan equation). Components that are marked already are skipped.
fn mark_strands_on_obstacles(
    state: &State,
    Bodies { particles, links, .. }: &Bodies,
    derived: &Derived,
    has_heavy: &mut [bool],
    is_excluded: &mut [bool],
) {
    /// Distance from an obstacle, m, at which a link lies on it where sweeps hold the component: a rope that swings
    /// against a shape would switch at each swing.
    const BESIDE_SWEPT: f32 = 0.1;
    let Derived { direct_solver, attachments, components, .. } = derived;
    let obstacles = derived.obstacles(&state.colliders, particles);
    if obstacles.is_empty() {
        return;
    }
    attachments.heavy.iter().for_each(|&heavy| has_heavy[components.number(heavy)] = true);
    for link in links.iter() {
        let component = components.number(link.a.0);
        let is_at_risk =
            || has_heavy[component] || direct_solver.is_anchored(link.a) || direct_solver.is_anchored(link.b);
        if !is_excluded[component] && is_at_risk() {
            let was_direct = [link.a.0, link.b.0].into_iter().any(|end| state.solver.was_direct(end));
            let margin = if was_direct { BESIDE } else { BESIDE_SWEPT };
            is_excluded[component] = obstacles.touch([link.a.0, link.b.0], margin);
        }
    }
}

/// Lets direct solves take over the components that are not excluded.
fn take_over(
    choice: &mut SolverChoice,
    Particles { position, inv_mass, .. }: &mut Particles,
    direct_solver: &mut DirectSolver,
    corrections: &mut [Vec2],
    is_excluded: &[bool],
) {
    for group in 0..direct_solver.forest.groups.len() {
        let StrandGroup { component, ref order, .. } = direct_solver.forest.groups[group];
        let was_direct = direct_solver.forest.order[order.clone()].first().is_some_and(|&free| choice.was_direct(free));
        let mut is_direct = !is_excluded[component];
        if is_direct && !was_direct {
            let view =
                ParticleView { first: 0, position, corrections, displacement: &mut [], inv_mass, has_spin: false };
            is_direct = direct_solver.can_take_over(group, &view);
            if is_direct {
                direct_solver.shorten_overlong_links(group, position);
            }
        }
        direct_solver.set_direct(group, is_direct);
    }
    direct_solver.list_direct(&mut choice.direct);
}

/// Lets the direct solves of this step keep the energy of components that touch nothing and that no hand holds: both
/// take energy by links, too. Nor do they where wires bend, which store energy, or beside a very heavy particle, of
/// whose energy that of a rope is too small a share. `is_excluded` is scratch.
fn keep_energy(state: &State, bodies: &Bodies, derived: &mut Derived, is_excluded: &mut [bool]) {
    /// Distance from an obstacle, m, at which a component touches it.
    const BESIDE_SWINGING: f32 = 0.05;
    is_excluded.fill(false);
    let components = &derived.components;
    let graph = bodies.graph(&derived.adjacency);
    let heavy = derived.attachments.heavy.iter().copied();
    let heavy = heavy.filter(|&particle| !long_range::is_held_exactly(graph, particle));
    let released = state.releases.iter().map(|release| release.particle);
    let held = state.held_particles().chain(released).map(|held| held.0).chain(heavy);
    let held = held.chain(derived.bending.particles());
    held.for_each(|particle| is_excluded[components.number(particle)] = true);
    for group in 0..derived.direct_solver.forest.groups.len() {
        let (forest, position) = (&derived.direct_solver.forest, &bodies.particles.position);
        let StrandGroup { component, order, .. } = &forest.groups[group];
        if is_excluded[*component] || !derived.direct_solver.is_direct(*component) {
            continue;
        }
        let obstacles = derived.obstacles(&state.colliders, &bodies.particles);
        let touches = |&particle: &u32| {
            let (at, parent) = (position[particle as usize], forest.parent[particle as usize]);
            let radius = derived.particle_contacts.radius.get(particle as usize).copied().unwrap_or(0.0);
            let above = if parent == NONE { particle } else { parent };
            let is_near = |plane: HalfPlane| plane.normal.dot(at) < plane.offset + (BESIDE_SWINGING + radius);
            state.colliders.planes().any(is_near)
                || (!obstacles.is_empty() && obstacles.touch([particle, above], BESIDE_SWINGING))
        };
        if !forest.order[order.clone()].iter().any(touches) {
            derived.direct_solver.keep_energy(group);
        }
    }
}
