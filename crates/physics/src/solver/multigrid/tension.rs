//! The tensions of a net's links under the corrections of a V-cycle.
//!
//! A coarse link acts on the particles of its two nodes, as if all fine links between them carried a part of its
//! impulse. So the impulses of a level's links pass on to the links of the finer level, down to the net: along rows and
//! columns with the weights of the nodes, and to a fixed particle along its row and its column. What these shares leave
//! over, because the fine links have other directions, linear sweeps of the net distribute.

use glam::Vec2;

use crate::containers::Refill;
use crate::particles::ConstraintGraph;
use crate::simd::{Link, ParticleView};
use crate::solver::multigrid::{GridNet, GridShape, Level, NodeState, NodeWeights};

/// Linear sweeps that distribute what the shares of coarse links leave over: of all links, and of those near each fixed
/// particle, in links.
const SWEEPS: usize = 2;
const NEAR_SWEEPS: usize = 8;
const NEAR: u32 = 16;

/// The slot of a missing link.
const NONE: u32 = u32::MAX;

/// Impulses x time (kg m) of the links of a level, by their first node: to the next node of the row, and of the column.
#[derive(Clone, Debug, Default)]
struct LevelImpulses {
    columns: usize,
    across: Vec<f32>,
    down: Vec<f32>,
}

impl LevelImpulses {
    fn reset(&mut self, nodes: usize, columns: usize) {
        self.columns = columns;
        self.across.refill(nodes, 0.0);
        self.down.refill(nodes, 0.0);
    }

    /// Adds an impulse to all links between two nodes of a row or column.
    fn add(&mut self, (a, b): (usize, usize), impulse: f32) {
        let (a, b) = (a.min(b), a.max(b));
        if a / self.columns == b / self.columns {
            self.across[a..b].iter_mut().for_each(|sum| *sum += impulse);
        } else {
            (a..b).step_by(self.columns).for_each(|node| self.down[node] += impulse);
        }
    }
}

/// Computes tensions. Keeps its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct CycleTension {
    nodes: Vec<NodeState>,
    /// Impulses of the links of the net, and of each level.
    levels: Vec<LevelImpulses>,
    /// Slots of the links of the net, as in [`LevelImpulses`].
    slots: [Vec<u32>; 2],
    /// Corrections of the net's particles that no impulse accounts for yet, m.
    rest: Vec<Vec2>,
    /// Scratch: impulses along each coarse row or column.
    lines: Vec<f32>,
}

impl CycleTension {
    /// Runs a V-cycle of a net, and adds its impulses x time (kg m) to those of the links, by slot. `project` projects a
    /// link and returns its impulse.
    pub fn run(
        &mut self,
        net: &GridNet,
        (view, graph): (&mut ParticleView, ConstraintGraph),
        impulse: &mut [f32],
        project: impl Fn(&mut ParticleView, Link) -> f32,
    ) {
        let here = net.particles();
        let columns = net.shape.columns as usize;
        self.levels.resize_with(net.levels.len() + 1, LevelImpulses::default);
        self.levels[0].reset(here.len(), columns);
        for (level, impulses) in net.levels.iter().zip(&mut self.levels[1..]) {
            impulses.reset(level.inv_mass.len(), level.columns.len());
        }
        self.rest.refill_with(view.corrections[here.clone()].iter().map(|correction| -*correction));
        let levels = &mut self.levels;
        net.correct_by_levels(&mut self.nodes, view, &mut |number, batch, view| {
            for link in batch.links() {
                let taken = project(view, link);
                levels[number].add((link.a as usize, link.b as usize), taken);
            }
        });
        self.rest.iter_mut().zip(&view.corrections[here.clone()]).for_each(|(rest, now)| *rest += *now);
        for number in (0..net.levels.len()).rev() {
            self.pass_on(&net.levels[number], number);
        }
        self.find_slots(net.shape, graph);
        self.distribute_rest(net.shape, view, graph);
        let first = here.start;
        let finest = &mut self.levels[0];
        net.sweep_near_fixed(view, &mut |batch, view| {
            for link in batch.links() {
                let taken = project(view, link);
                finest.add((link.a as usize - first, link.b as usize - first), taken);
            }
        });
        for (slots, impulses) in self.slots.iter().zip([&self.levels[0].across, &self.levels[0].down]) {
            let present = slots.iter().zip(impulses).filter(|(slot, _)| **slot != NONE);
            present.for_each(|(&slot, taken)| impulse[slot as usize] += taken);
        }
    }

    /// Passes the impulses of a level (and its number, from 0) on to the finer level.
    fn pass_on(&mut self, level: &Level, number: usize) {
        let (finer, these) = self.levels.split_at_mut(number + 1);
        let (finer, coarse) = (&mut finer[number], &mut these[0]);
        route_to_fixed(level, coarse, finer);
        let [rows, columns] = &level.transfer.restriction;
        let (width, coarser_width) = (columns.len(), level.columns.len());
        // Along the columns: the impulses of each coarse column between finer rows.
        let lines = &mut self.lines;
        lines.refill(rows.len() * coarser_width, 0.0);
        for column in 0..coarser_width {
            let down = |row: usize| coarse.down[row * coarser_width + column];
            spread(rows, down, |row, impulse| lines[row * coarser_width + column] = impulse);
        }
        for row in 0..rows.len() {
            let line = &lines[row * coarser_width..(row + 1) * coarser_width];
            for (at, weights) in columns.iter().enumerate() {
                finer.down[row * width + at] += interpolated(weights, line);
            }
        }
        // Along the rows.
        let coarser_height = level.rows.len();
        lines.refill(columns.len() * coarser_height, 0.0);
        for row in 0..coarser_height {
            let across = |column: usize| coarse.across[row * coarser_width + column];
            spread(columns, across, |column, impulse| lines[column * coarser_height + row] = impulse);
        }
        for column in 0..columns.len() {
            let line = &lines[column * coarser_height..(column + 1) * coarser_height];
            for (at, weights) in rows.iter().enumerate() {
                finer.across[at * width + column] += interpolated(weights, line);
            }
        }
    }

    /// Finds the slots of the links of a net.
    fn find_slots(&mut self, shape: GridShape, graph: ConstraintGraph) {
        let GridShape { first, columns, .. } = shape;
        let all = first..first + shape.particles();
        let slot = |from: u32, to: u32| {
            let between = graph.rigid_strand_neighbours(from).find(|neighbour| neighbour.particle == to);
            between.map_or(NONE, |neighbour| neighbour.slot)
        };
        let is_last = |at: u32| (at - first) % columns + 1 == columns;
        self.slots[0].refill_with(all.clone().map(|at| if is_last(at) { NONE } else { slot(at, at + 1) }));
        // Below the last row may be a part of the cloth that is no regular net, at the same distance.
        let is_lowest = |at: u32| at + columns >= all.end;
        self.slots[1].refill_with(all.clone().map(|at| if is_lowest(at) { NONE } else { slot(at, at + columns) }));
    }

    /// Sweeps over the links of the net, until their impulses account for the corrections.
    fn distribute_rest(&mut self, shape: GridShape, view: &ParticleView, graph: ConstraintGraph) {
        let Self { levels, slots, rest, .. } = self;
        let GridShape { first, rows, columns } = shape;
        let steps = [1, columns as usize];
        let offset = first as usize;
        let direction = |at: usize, other: usize| {
            let [at, other] = [at + offset, other + offset];
            let delta = view.position[other] - view.position[at] + (view.corrections[other] - view.corrections[at]);
            delta.normalize_or_zero()
        };
        let LevelImpulses { across, down, .. } = &mut levels[0];
        let impulses = [across, down];
        let apply = |rest: &mut [Vec2], (at, other): (usize, usize), along: Vec2, impulse: f32| {
            rest[at] -= along * (impulse * view.inv_mass[at + offset]);
            rest[other] += along * (impulse * view.inv_mass[other + offset]);
        };
        for (axis, step) in steps.into_iter().enumerate() {
            for at in (0..slots[axis].len()).filter(|&at| slots[axis][at] != NONE) {
                apply(rest, (at, at + step), direction(at, at + step), impulses[axis][at]);
            }
        }
        let mut project = |at: usize| {
            for (axis, step) in steps.into_iter().enumerate().filter(|(axis, _)| slots[*axis][at] != NONE) {
                let weight = view.inv_mass[at + offset] + view.inv_mass[at + step + offset];
                if weight > 0.0 {
                    let along = direction(at, at + step);
                    // Cords only pull.
                    let impulse = ((rest[at] - rest[at + step]).dot(along) / weight).max(-impulses[axis][at]);
                    impulses[axis][at] += impulse;
                    apply(rest, (at, at + step), along, impulse);
                }
            }
        };
        let fixed = (first..first + shape.particles()).filter(|&particle| graph.is_fixed(particle));
        for (row, column) in fixed.map(|particle| shape.row_and_column(particle)) {
            let near = |at: u32, count: u32| at.saturating_sub(NEAR) as usize..((at + NEAR).min(count)) as usize;
            let (rows, near_columns) = (near(row, rows), near(column, columns));
            for number in 0..NEAR_SWEEPS {
                let all = rows.clone().flat_map(|row| near_columns.clone().map(move |at| row * columns as usize + at));
                if number % 2 == 0 { all.for_each(&mut project) } else { all.rev().for_each(&mut project) }
            }
        }
        for number in 0..SWEEPS {
            let all = 0..shape.particles() as usize;
            if number % 2 == 0 { all.for_each(&mut project) } else { all.rev().for_each(&mut project) }
        }
    }
}

/// Routes the impulses of coarse links at fixed nodes to the fixed particles: half first along the columns and then the
/// row of the fixed particle, half first along the rows. Removes them from the coarse level.
fn route_to_fixed(level: &Level, coarse: &mut LevelImpulses, finer: &mut LevelImpulses) {
    let [rows, columns] = &level.transfer.restriction;
    let (width, coarser_width, coarser_height) = (columns.len(), level.columns.len(), level.rows.len());
    // The node that has all of a finer row's or column's weight there.
    let place = |weights: &[NodeWeights], node: usize| {
        let is_at = |of: &NodeWeights| of.lower == node && (of.upper_weight == 0.0 || of.upper == node);
        weights.iter().position(is_at)
    };
    for fixed in level.fixed.iter().map(|fixed| fixed.node) {
        let (row, column) = (fixed / coarser_width, fixed % coarser_width);
        let Some((to_row, to_column)) = place(rows, row).zip(place(columns, column)) else { continue };
        let others = [
            (row > 0).then(|| (row - 1, column)),
            (row + 1 < coarser_height).then(|| (row + 1, column)),
            (column > 0).then(|| (row, column - 1)),
            (column + 1 < coarser_width).then(|| (row, column + 1)),
        ];
        for other in others.into_iter().flatten() {
            let link = (row.min(other.0)) * coarser_width + column.min(other.1);
            let of_link = if other.0 == row { &mut coarse.across } else { &mut coarse.down };
            let impulse = std::mem::take(&mut of_link[link]);
            if impulse == 0.0 {
                continue;
            }
            for (at_row, row_weight) in support(rows, other.0) {
                for (at_column, column_weight) in support(columns, other.1) {
                    let share = 0.5 * impulse * row_weight * column_weight;
                    let node = |row: usize, column: usize| row * width + column;
                    for corner in [node(to_row, at_column), node(at_row, to_column)] {
                        finer.add((node(at_row, at_column), corner), share);
                        finer.add((corner, node(to_row, to_column)), share);
                    }
                }
            }
        }
    }
}

/// The finer rows or columns with a weight in a node, and these weights.
fn support(weights: &[NodeWeights], node: usize) -> impl Iterator<Item = (usize, f32)> + Clone {
    weights.iter().enumerate().filter_map(move |(at, of)| {
        let lower = if of.lower == node { of.lower_weight } else { 0.0 };
        let upper = if of.upper == node { of.upper_weight } else { 0.0 };
        (lower + upper > 0.0).then_some((at, lower + upper))
    })
}

/// Spreads the impulses of the links in a coarse line over the finer links of that line. `coarse` is the impulse of the
/// link after each node.
fn spread(weights: &[NodeWeights], coarse: impl Fn(usize) -> f32, mut set: impl FnMut(usize, f32)) {
    // The pull of a node's links on it.
    let pull = |node: usize| coarse(node) - if node > 0 { coarse(node - 1) } else { 0.0 };
    let mut sum = 0.0;
    for (at, of) in weights.iter().enumerate() {
        sum += of.lower_weight * pull(of.lower) + of.upper_weight * pull(of.upper);
        if at + 1 < weights.len() {
            set(at, sum);
        }
    }
}

/// The sum of the values of two nodes, by the weights of a finer row or column.
fn interpolated(weights: &NodeWeights, line: &[f32]) -> f32 {
    line[weights.lower] * weights.lower_weight + line[weights.upper] * weights.upper_weight
}
