//! Which solver a component of links gets, and in how many substeps a step is done.
//!
//! | Links of a component | Solver | Substeps |
//! |---|---|---|
//! | strands alone, which close no loops, from a depth of [`MIN_STRAND_DEPTH`] links | exact | [`EXACT`] |
//! | the same, of a material that stretches or tears: sweeps leave errors of tension | exact | [`EXACT`] |
//! | exact strands of thousands of links, whose waves are faster than a substep | exact | one for each [`LINKS_PER_EXACT`] |
//! | strands alone with rope contact or very heavy weights, from [`MIN_DEEP`] links, which sweeps hold badly | exact | [`EXACT`] |
//! | strands side by side from [`MIN_NET_DEPTH`] links, in a net without weights that hangs along a side | exact, then sweeps | [`SWEPT`] |
//! | all others, and those of which one step would cost more than the budget | sweeps | [`SWEPT`] |
//! | the same, of a material that stretches or tears, under a weight: errors of tension grow with the mass ratio and with the square of the substep; exact ones, too, which an obstacle may leave to sweeps | sweeps | [`PER_ROOT_RATIO`] for each root of the ratio, at most [`Settings::MAX_AUTO_SUBSTEPS`] |
//! | no links | none | [`SWEPT`] without rope contact; with it, the fewest that contacts need |
//!
//! The world takes the greatest number of substeps that a component asks for, fewer while all of them cost more than
//! [`BUDGET`], but at least as many as contacts and exact strands need, unless these cost more than [`BOUND`]. All of this is
//! chosen when something was added, never by the clock, so a scene moves identically on every machine; cuts, pins and
//! obstacles only switch between the two solvers. Near wheels and corners of boxes, each step has fewer substeps if
//! what is near them costs more than [`BOUND`].

use crate::attachment::long_range;
use crate::collision::particle_contact::are_mostly_unlinked;
use crate::settings::Settings;
use crate::solver::direct::DirectSolver;
use crate::world::waking::set_inv_mass_of_sleeping;
use crate::world::{Bodies, ComponentMarks, Derived, State};

/// Projections of links that a step may do, some 4 ms on one core.
const BUDGET: usize = 4_000_000;
/// The same where the fewest substeps that a scene needs cost more: it is solved in fewer, however coarsely things move
/// then. One substep remains.
const BOUND: usize = 10 * BUDGET;
/// Substeps in which sweeps hold links. With 60, a doll stretches by 2 % on its ropes; with 20, by 8 %.
const SWEPT: u32 = 100;
/// Substeps of sweeps for each root of the mass ratio, where tension counts.
const PER_ROOT_RATIO: f32 = 16.0;
/// Substeps of exact strands alone.
const EXACT: u32 = 60;
/// Links of depth for which exact strands need one substep: the fastest wave across a hanging rope turns by some
/// depth x √(gravity / length) a second. From 2 rad a substep, at 60 links for one, swings of 4 m gain energy.
const LINKS_PER_EXACT: u32 = 50;
/// Fewest substeps of exact strands: with fewer, Newton's method does not converge.
const MIN_EXACT: u32 = 12;
/// Fewest substeps: fewer show as stretch.
const MIN_SWEPT: u32 = 8;
/// The same with rope contact. With half as many, piled ropes overlap five times as deep.
const MIN_CONTACT: u32 = 16;
/// The same with contacts of [`MANY_PARTICLES`]. With 7 substeps, some particles rest inside others.
const MIN_MANY_CONTACTS: u32 = 9;
const MANY_PARTICLES: usize = 4_000;

/// Cost of the exact solve of a particle by itself and in a row of a net, of the contacts of a particle, and of a link or
/// particle near a wheel or a corner of a box, projections.
const EXACT_COST: usize = 7;
const ROW_COST: usize = 3;
const CONTACT_COST: usize = 200;
const NEAR_COST: usize = 400;
/// Particles among which the search around a ball costs a projection.
const PARTICLES_PER_BALL_COST: usize = 4;

/// Depth of strands, in links, from which an exact solve is better than sweeps. Swept, a rope of 1 m with 20 links loses
/// 15 % of the energy of a swing in 20 s, with a weight of 1 kg at its end nearly all.
const MIN_STRAND_DEPTH: u32 = 2;
/// The same where an exact solve keeps no energy. Sweeps hold a fourth of a link of depth in each substep.
const MIN_DEEP: u32 = SWEPT / 4;
/// The same where links close loops. Swept, a net of 100 x 100 rests at 0.13 %, one of 200 x 200 at 10 %.
const MIN_NET_DEPTH: u32 = 100;

/// Chooses the number of substeps of the scene, as if all particles were awake.
pub(crate) fn choose_solver(state: &mut State, bodies: &mut Bodies, derived: &mut Derived, marks: &mut ComponentMarks) {
    set_inv_mass_of_sleeping(state, &mut bodies.particles, |mass| 1.0 / mass);
    rebuild_strands(state, bodies, derived, marks);
    let exact = exact_groups(derived).map(|group| exact_cost(&derived.direct_solver, group));
    let (cost, least) = (swept_cost(state, bodies) + exact.sum::<usize>(), least_substeps(state, bodies));
    let (affordable, most) = (most_substeps(BUDGET, cost), most_substeps(BOUND, cost));
    let chosen = |wanted: u32, least: u32| affordable.min(wanted).max(least).min(most);
    let exact_substeps = exact_substeps(derived).map(|wanted| chosen(wanted, least.max(MIN_EXACT)));
    let substeps = chosen(swept_substeps(state, bodies, marks), least).max(exact_substeps.unwrap_or(0));
    set_inv_mass_of_sleeping(state, &mut bodies.particles, |_| 0.0);
    if state.sleep.asleep_count() > 0 {
        derived.stale.mark_constraints();
    }
    let choice = &mut state.solver;
    (choice.substeps, choice.exact_substeps, choice.is_stale) = (substeps, exact_substeps, false);
}

/// Finds the strands, and the groups of them that suit an exact solve.
pub(crate) fn rebuild_strands(state: &State, bodies: &Bodies, derived: &mut Derived, marks: &mut ComponentMarks) {
    let Derived { adjacency, components, direct_solver, exact, stale, .. } = derived;
    let (graph, has_contact) = (bodies.graph(adjacency), state.settings.rope_contact.is_some());
    direct_solver.rebuild(graph, components);
    stale.direct_solver = false;
    let ComponentMarks { needs_tension, mass_ratio, .. } = marks;
    components.refill(needs_tension, false);
    let pinned = &bodies.particles.pinned;
    let solved = bodies.links.iter().filter(|link| !(pinned[link.a.index()] && pinned[link.b.index()]));
    for link in solved.filter(|link| link.compliance > 0.0 || state.strength(link).is_some()) {
        needs_tension[components.number(link.a.0)] = true;
    }
    components.refill(mass_ratio, 1.0);
    for (particle, ratio) in long_range::heavy_particles(graph) {
        let greatest = &mut mass_ratio[components.number(particle)];
        *greatest = greatest.max(ratio);
    }
    exact.clear();
    exact.reserve(direct_solver.forest.groups.capacity());
    for (group, strands) in direct_solver.forest.groups.iter().enumerate() {
        let (loops, ratio) = (strands.links - direct_solver.link_count(group), mass_ratio[strands.component]);
        let least_depth = match needs_tension[strands.component] {
            // Sweeps hold a few loops, and attachments hold weights in nets, better than an exact solve of a part.
            _ if loops > 0 && (10 * loops <= strands.links || ratio > 1.0) => u32::MAX,
            _ if loops > 0 => MIN_NET_DEPTH,
            true => 1,
            false if has_contact || ratio > long_range::EXACT_MASS_RATIO => MIN_DEEP,
            false => MIN_STRAND_DEPTH,
        };
        exact.push(strands.depth >= least_depth && direct_solver.carries_the_load(group));
    }
    for (group, is_exact) in exact.iter_mut().enumerate() {
        *is_exact &= exact_cost(direct_solver, group) * MIN_EXACT as usize <= BUDGET;
    }
}

/// The groups of strands that suit an exact solve.
fn exact_groups(derived: &Derived) -> impl Iterator<Item = usize> + '_ {
    (0..derived.exact.len()).filter(|&group| derived.exact[group])
}

/// Most substeps in the next step, by what is near discs now.
pub(crate) fn bound_near_discs(derived: &Derived) -> u32 {
    most_substeps(BOUND, NEAR_COST * derived.body_contacts.broad_phase.near_count())
}

/// Substeps that exact strands ask for, if there are any.
fn exact_substeps(derived: &Derived) -> Option<u32> {
    let depths = exact_groups(derived).map(|group| derived.direct_solver.forest.groups[group].depth);
    depths.max().map(|depth| EXACT.max(depth / LINKS_PER_EXACT))
}

/// Substeps that sweeps ask for, and points and balls alone.
fn swept_substeps(state: &State, bodies: &Bodies, marks: &ComponentMarks) -> u32 {
    let ComponentMarks { needs_tension, mass_ratio, .. } = marks;
    let under_weights = needs_tension.iter().zip(mass_ratio).filter(|(needs, ratio)| **needs && **ratio > 1.0);
    let wanted = under_weights.map(|(_, ratio)| (PER_ROOT_RATIO * ratio.sqrt()) as u32);
    let contact_alone = bodies.links.len() == 0 && state.settings.rope_contact.is_some();
    wanted.fold(if contact_alone { 0 } else { SWEPT }, u32::max).min(Settings::MAX_AUTO_SUBSTEPS)
}

/// Cost of the exact solve of a group in a substep, projections.
fn exact_cost(direct_solver: &DirectSolver, group: usize) -> usize {
    let in_rows = direct_solver.schedule.group(group).batched;
    EXACT_COST * (direct_solver.forest.groups[group].order.len() - in_rows) + ROW_COST * in_rows
}

/// Cost of sweeps and contacts in a substep, projections.
fn swept_cost(state: &State, bodies: &Bodies) -> usize {
    let (settings, particles) = (&state.settings, bodies.particles.len());
    let of_contacts = match settings.rope_contact {
        Some(_) => CONTACT_COST * particles,
        None => state.balls.len() * particles / PARTICLES_PER_BALL_COST,
    };
    settings.sweeps as usize * (bodies.links.len() + bodies.colouring.symmetric.links) + of_contacts
}

/// Fewest substeps.
pub(crate) fn least_substeps(state: &State, bodies: &Bodies) -> u32 {
    let (links, particles) = (bodies.links.len(), bodies.particles.len());
    match state.settings.rope_contact {
        None => MIN_SWEPT,
        Some(_) if are_mostly_unlinked(links, particles) => MIN_SWEPT,
        Some(_) if particles >= MANY_PARTICLES => MIN_MANY_CONTACTS,
        Some(_) => MIN_CONTACT,
    }
}

/// Most substeps whose work, each of this cost, is within a budget: at least one.
fn most_substeps(budget: usize, cost: usize) -> u32 {
    u32::try_from(budget / cost.max(1)).unwrap_or(u32::MAX).max(1)
}
