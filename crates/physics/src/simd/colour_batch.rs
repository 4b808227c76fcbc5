//! The links of one colour, in the forms that SIMD kernels read: runs of links with one rule at evenly spaced indices,
//! and a list of all other links.
//!
//! Links of one colour share no particle, so the order and form of their projection do not affect the result.

use std::ops::Range;

use crate::containers::Refill;
use crate::simd::{self, Lanes, Link, LinkList, LinkRun, ParticleView, ProjectionRule};

/// Minimum number of links in a run. The links of shorter runs are faster in the list.
const MIN_RUN: u32 = 8;

/// The links of one colour. The lower end `a` identifies a link, because no other link of the colour ends there.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColourBatch {
    /// Runs sorted by their first `a`. No other link's `a` lies between the first and the last of a run.
    pub runs: Vec<LinkRun>,
    pub list: LinkArrays,
    /// Number of links.
    count: usize,
    /// Whether removals have left marked links or short runs.
    has_removals: bool,
    /// Greatest difference between the indices of a link's ends, at the last rebuild.
    pub span: usize,
}

impl ColourBatch {
    /// Reserves memory for a number of links in any form, so that no rebuild with fewer allocates.
    pub fn reserve(&mut self, count: usize) {
        self.runs.reserve((count / MIN_RUN as usize).saturating_sub(self.runs.len()));
        self.list.reserve(count);
    }

    /// Replaces all links by `links`, which may be in any order.
    pub fn rebuild(&mut self, links: &mut [Link]) {
        links.sort_unstable_by_key(|link| link.a);
        self.count = links.len();
        self.span = links.iter().map(|link| (link.b - link.a) as usize).max().unwrap_or(0);
        self.runs.clear();
        self.list.resize(0);
        let mut rest = &*links;
        while let Some(run) = longest_run(rest) {
            let (members, others) = rest.split_at(run.count as usize);
            // The stiffness of links with compliance differs.
            if run.count >= MIN_RUN && run.rule.compliance == 0.0 {
                self.runs.push(run);
            } else {
                members.iter().for_each(|&link| self.list.push(link));
            }
            rest = others;
        }
    }

    /// Replaces all links by `links`, keeping their order; they may share particles.
    pub fn rebuild_in_order(&mut self, links: &[Link]) {
        self.count = links.len();
        self.list.resize(0);
        links.iter().for_each(|&link| self.list.push(link));
    }

    /// Removes the link whose lower end is `a`. Requires [`ColourBatch::flush_removals`] before the next sweep.
    pub fn remove(&mut self, a: u32) {
        self.has_removals = true;
        self.count -= 1;
        let before = self.runs.partition_point(|run| run.a <= a);
        match before.checked_sub(1).filter(|&index| self.runs[index].link(self.runs[index].count - 1).a >= a) {
            Some(index) => self.remove_from_run(index, a),
            None => self.list.mark_removed(a),
        }
    }

    /// Removes the link whose lower end is `a` from a run, which may split it in two.
    fn remove_from_run(&mut self, index: usize, a: u32) {
        let run = self.runs[index];
        let number = (a - run.a) / run.stride;
        let (before, after) = (run.part(0, number), run.part(number + 1, run.count));
        match (before.count, after.count) {
            (0, 0) => {
                self.runs.remove(index);
            }
            (0, _) => self.runs[index] = after,
            (_, 0) => self.runs[index] = before,
            _ => {
                self.runs[index] = before;
                self.runs.insert(index + 1, after);
            }
        }
    }

    /// Drops removed links and moves short runs to the list, after [`ColourBatch::remove`].
    pub fn flush_removals(&mut self, scratch: &mut Vec<Link>) {
        if std::mem::take(&mut self.has_removals) {
            scratch.refill_with(self.runs.iter().filter(|run| run.count < MIN_RUN).flat_map(|run| run.links()));
            self.runs.retain(|run| run.count >= MIN_RUN);
            self.list.drop_removed();
            self.list.merge(scratch);
        }
    }

    /// The links that are in no run, sorted by their lower end unless they were given in order.
    pub fn list(&self) -> LinkList<'_> {
        self.list.as_list()
    }

    /// The runs that reach into `ids`, and the links of the list, by their lower ends.
    fn within(&self, ids: &Range<usize>) -> (&[LinkRun], LinkList<'_>) {
        let (from, to) = (ids.start as u32, ids.end as u32);
        let first = self.runs.partition_point(|run| run.link(run.count - 1).a < from);
        let last = first + self.runs[first..].partition_point(|run| run.a < to);
        let index = |id| self.list.a.partition_point(|&a| a < id);
        (&self.runs[first..last], self.list().part(index(from), index(to)))
    }

    /// Number of links.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Number of links whose lower end is in `ids`.
    pub fn len_within(&self, ids: &Range<usize>) -> usize {
        let (runs, list) = self.within(ids);
        let of_run = |run: &LinkRun| number_of(run, ids.end as u32) - number_of(run, ids.start as u32);
        runs.iter().map(of_run).sum::<u32>() as usize + list.len()
    }

    /// Greatest difference between the indices of a link's ends, of the links whose lower end is in `ids`. It includes
    /// all runs that reach into them.
    pub fn span_within(&self, ids: &Range<usize>) -> usize {
        let (runs, list) = self.within(ids);
        let of_list = list.a.iter().zip(list.b).map(|(a, b)| b - a);
        runs.iter().map(|run| run.b - run.a).chain(of_list).max().unwrap_or(0) as usize
    }

    /// All links: those of the runs, then those of the list.
    pub fn links(&self) -> impl DoubleEndedIterator<Item = Link> {
        let list = self.list();
        let listed = (0..list.len()).map(move |k| list.link(k));
        self.runs.iter().flat_map(|run| run.links()).chain(listed)
    }

    /// Projects the links whose lower end is in `ids`, with a `share` (0 to 1) of their stiffness.
    pub fn sweep_range(&self, view: &mut ParticleView, ids: Range<usize>, share: f32) {
        let (from, to) = (ids.start as u32, ids.end as u32);
        let (runs, list) = self.within(&ids);
        if let [first, inner @ .., last] = runs {
            simd::project_runs(view, &[first.part(number_of(first, from), first.count)], share);
            simd::project_runs(view, inner, share);
            simd::project_runs(view, &[last.part(0, number_of(last, to))], share);
        } else {
            let parts = runs.iter().map(|run| run.part(number_of(run, from), number_of(run, to)));
            parts.for_each(|run| simd::project_runs(view, &[run], share));
        }
        simd::project_list(view, list, share);
    }

    /// Projects all links, with a `share` (0 to 1) of their stiffness.
    pub fn sweep(&self, view: &mut ParticleView, share: f32, lanes: Lanes) {
        match lanes {
            Lanes::Wide => {
                // Empty calls would cost a tenth of a sweep of 100 links.
                if !self.runs.is_empty() {
                    simd::project_runs(view, &self.runs, share);
                }
                if self.list().len() > 0 {
                    simd::project_list(view, self.list(), share);
                }
            }
            Lanes::Scalar => self.links().for_each(|link| view.project_one(link, share)),
        }
    }
}

/// Number of the first link of a run whose lower end is `id` or higher; the number of its links if there is none.
fn number_of(run: &LinkRun, id: u32) -> u32 {
    id.saturating_sub(run.a).div_ceil(run.stride).min(run.count)
}

/// The longest run at the start of sorted links; `None` if there are no links.
fn longest_run(links: &[Link]) -> Option<LinkRun> {
    let &Link { a, b, rule } = links.first()?;
    let run = |stride| {
        let run = LinkRun { a, b, count: 0, stride, rule };
        let alike = (0..).zip(links).take_while(|&(k, &link)| link == run.link(k));
        LinkRun { count: alike.count() as u32, ..run }
    };
    Some(if b == a + 1 { run(2) } else { run(1) })
}

/// Links in arrays, the storage of a [`LinkList`].
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkArrays {
    a: Vec<u32>,
    b: Vec<u32>,
    rest_length: Vec<f32>,
    stiffness: Vec<f32>,
    compliance: Vec<f32>,
    min_error: Vec<f32>,
    inv_mass: (Vec<f32>, Vec<f32>),
}

impl LinkArrays {
    fn as_list(&self) -> LinkList<'_> {
        let Self { a, b, rest_length, stiffness, compliance, min_error, inv_mass } = self;
        LinkList { a, b, rest_length, stiffness, compliance, min_error, inv_mass: (&inv_mass.0, &inv_mass.1) }
    }

    fn push(&mut self, link: Link) {
        let Link { a, b, rule: ProjectionRule { rest_length, stiffness, compliance, min_error } } = link;
        self.a.push(a);
        self.b.push(b);
        self.rest_length.push(rest_length);
        self.stiffness.push(stiffness);
        self.compliance.push(compliance);
        self.min_error.push(min_error);
        self.inv_mass.0.push(0.0);
        self.inv_mass.1.push(0.0);
    }

    fn set(&mut self, k: usize, link: Link) {
        let Link { a, b, rule: ProjectionRule { rest_length, stiffness, compliance, min_error } } = link;
        (self.a[k], self.b[k]) = (a, b);
        (self.rest_length[k], self.stiffness[k], self.min_error[k]) = (rest_length, stiffness, min_error);
        self.compliance[k] = compliance;
    }

    /// Reserves memory for a number of links in all.
    fn reserve(&mut self, count: usize) {
        let more = count.saturating_sub(self.a.len());
        let Self { a, b, rest_length, stiffness, compliance, min_error, inv_mass } = self;
        [a, b].into_iter().for_each(|ends| ends.reserve(more));
        let numbers = [rest_length, stiffness, compliance, min_error, &mut inv_mass.0, &mut inv_mass.1];
        numbers.into_iter().for_each(|numbers| numbers.reserve(more));
    }

    fn resize(&mut self, count: usize) {
        let Self { a, b, rest_length, stiffness, compliance, min_error, inv_mass } = self;
        let numbers = [rest_length, stiffness, compliance, min_error, &mut inv_mass.0, &mut inv_mass.1];
        [a, b].into_iter().for_each(|ends| ends.resize(count, 0));
        numbers.into_iter().for_each(|numbers| numbers.resize(count, 0.0));
    }

    /// Copies the inverse masses of all particles (1/kg). Required before a step's first sweep.
    pub fn load_inv_mass(&mut self, inv_mass: &[f32]) {
        let ends = self.a.iter().zip(&mut self.inv_mass.0).chain(self.b.iter().zip(&mut self.inv_mass.1));
        ends.for_each(|(&end, of_link)| *of_link = inv_mass[end as usize]);
    }

    /// Sets the `stiffness` of links with compliance.
    pub fn set_stiffness(&mut self, stiffness: impl Fn(Link) -> f32) {
        for k in 0..self.a.len() {
            if self.compliance[k] > 0.0 {
                self.stiffness[k] = stiffness(self.as_list().link(k));
            }
        }
    }

    /// Sets the rest length (m) of the link between two ends. They are sorted by the lower end, unless they were given in order.
    pub fn set_rest_length(&mut self, [a, b]: [u32; 2], is_sorted: bool, rest_length: f32) {
        let from = if is_sorted { self.a.partition_point(|&other| other < a) } else { 0 };
        if let Some(k) = (from..self.a.len()).find(|&k| (self.a[k], self.b[k]) == (a, b)) {
            self.rest_length[k] = rest_length;
        }
    }

    /// Marks a link as removed. It keeps its index until [`LinkArrays::drop_removed`].
    fn mark_removed(&mut self, a: u32) {
        if let Ok(index) = self.a.binary_search(&a) {
            self.b[index] = a;
        }
    }

    fn drop_removed(&mut self) {
        let mut kept = 0;
        for k in 0..self.a.len() {
            let link = self.as_list().link(k);
            if link.a != link.b {
                self.set(kept, link);
                kept += 1;
            }
        }
        self.resize(kept);
    }

    /// Merges sorted links into the sorted list.
    fn merge(&mut self, links: &[Link]) {
        let mut from = self.a.len();
        let mut to = from + links.len();
        self.resize(to);
        for &link in links.iter().rev() {
            while from > 0 && self.a[from - 1] > link.a {
                (from, to) = (from - 1, to - 1);
                self.set(to, self.as_list().link(from));
            }
            to -= 1;
            self.set(to, link);
        }
    }
}
