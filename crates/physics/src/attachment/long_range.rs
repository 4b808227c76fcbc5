//! Long-range attachments of heavy particles.
//!
//! A sweep gives a heavy particle at the end of a light link only a small share of the correction, as the ratio of
//! masses demands, so that the links above it stretch. Yet the particle cannot be farther from a pin than the links
//! between them are long. Before the links are swept, an attachment enforces that *maximum* distance along the shortest
//! path (Kim et al. 2012, "Long range attachments"), with the true masses. By the triangle inequality a configuration
//! that satisfies the links satisfies the attachments, so they add no force that the links would not. A sweep then
//! suffices for the light particles between, because both of their ends are in place.
//!
//! - In a web, particles also hang from [spans](crate::attachment::span): taut paths between two anchors.
//! - A plain rope too long for the sweeps gets *intermediate attachments*: of particles of its own to both of its ends.

use std::ops::Range;

use glam::{DVec2, Vec2};

use crate::attachment::{GeodesicSearch, PathEnd, Span};
use crate::particles::{Components, ConstraintGraph, ParticleId, Particles};
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

/// Maximum number of heavy particles with spans in a component.
const MAX_SPAN_PARTICLES: usize = 16;

/// Sweeps over the attachments in a substep. A heavy particle has several, and may hang from another heavy particle.
const SWEEPS: usize = 4;

/// Number of links between two intermediate attachments of a rope. Sweeps hold ropes of that length well.
const INTERMEDIATE_SPACING: usize = 32;

/// Minimum number of links in a rope with intermediate attachments.
const MIN_INTERMEDIATE_ROPE: usize = 2 * INTERMEDIATE_SPACING;

/// All long-range attachments of a world. Derived from links, masses and fixed particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attachments {
    /// Attachments as links that only pull: the direct ones of heavy particles, then the intermediate ones of ropes.
    links: Vec<Link>,
    /// The path of each attachment, as a range of `slots`.
    paths: Vec<Range<usize>>,
    /// Number of direct attachments.
    direct_count: usize,
    /// Whether direct solves hold the particles of each direct attachment without it.
    is_exact: Vec<bool>,
    spans: Vec<SpanAttachment>,
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

/// The attachment of a heavy particle to a span.
#[derive(Clone, Debug)]
struct SpanAttachment {
    /// The heavy particle.
    particle: u32,
    span: Span,
    /// The paths from the span to the particle and to both anchors, as ranges of slots.
    paths: [Range<usize>; 3],
    /// Sum of the corrections in this step, m; read only by tension measurements.
    correction: f32,
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
        heavy_count.fill(0);
        for number in 0..self.heavy.len() {
            let count = &mut self.heavy_count[components.number(self.heavy[number])];
            *count += 1;
            let has_spans = *count as usize <= MAX_SPAN_PARTICLES;
            self.attach(all, search, number, has_spans);
        }
        self.direct_count = self.links.len();
        (0..self.direct_count).for_each(|index| self.add_intermediate_attachments(graph, index));
    }

    fn clear(&mut self) {
        self.links.clear();
        self.is_exact.clear();
        self.paths.clear();
        self.spans.clear();
        self.slots.clear();
        self.heavy.clear();
    }

    /// Adds the direct attachments of a heavy particle, and its spans.
    fn attach(&mut self, all: ComponentGraph, search: &mut GeodesicSearch, number: usize, has_spans: bool) {
        let ComponentGraph { graph, .. } = all;
        let Self { links, paths, spans, slots, heavy, is_exact, .. } = self;
        let from = heavy[number];
        search.search_rigid(graph, from, heavy, MAX_ATTACHMENTS);
        for &PathEnd { particle: ParticleId(to), distance } in &search.ends {
            // A path between two heavy particles is found twice, from both of its ends.
            if to < from && heavy.binary_search(&to).is_ok() {
                continue;
            }
            let start = slots.len();
            search.append_path(graph, ParticleId(to), slots);
            paths.push(start..slots.len());
            links.push(max_distance_link(from, to, distance));
            is_exact.push([from, to].into_iter().all(|particle| is_held_exactly(graph, particle)));
        }
        if has_spans {
            search.find_spans(graph);
            let start = slots.len();
            slots.extend_from_slice(&search.slots);
            spans.extend(search.spans.iter().zip(&search.span_paths).map(|(&span, paths)| SpanAttachment {
                particle: from,
                span,
                paths: paths.clone().map(|path| start + path.start..start + path.end),
                correction: 0.0,
            }));
        }
    }

    /// Adds intermediate attachments beside a direct one that follows a long plain rope.
    fn add_intermediate_attachments(&mut self, graph: ConstraintGraph, index: usize) {
        let (Link { a: from, b: to, .. }, path) = (self.links[index], self.paths[index].clone());
        let count = path.len();
        if count < MIN_INTERMEDIATE_ROPE || !self.is_plain_rope(graph, (from, to), path.clone()) {
            return;
        }
        let (mut at, mut before) = (to, 0.0);
        let total_length: f32 = self.slots[path.clone()].iter().map(|&slot| rest_length(graph, slot)).sum();
        for (passed, slot) in path.clone().enumerate() {
            if passed > 0 && passed % INTERMEDIATE_SPACING == 0 && count - passed >= INTERMEDIATE_SPACING / 2 {
                let after = total_length - before;
                for (end, reach, links) in [(to, before, path.start..slot), (from, after, slot..path.end)] {
                    self.links.push(max_distance_link(at, end, reach));
                    self.paths.push(links);
                }
            }
            let link = self.slots[slot];
            (at, before) = (other_end(graph, link, at), before + rest_length(graph, link));
        }
    }

    /// Whether a path is a rope without branches from its end `to` to `from`.
    fn is_plain_rope(&self, graph: ConstraintGraph, (from, to): (u32, u32), path: Range<usize>) -> bool {
        let mut at = to;
        self.slots[path].iter().all(|&slot| {
            at = other_end(graph, slot, at);
            at == from || graph.neighbours(at).nth(2).is_none()
        }) && at == from
    }

    /// The heavy free particles, in rising order.
    pub fn heavy_particles(&self) -> impl Iterator<Item = ParticleId> + '_ {
        self.heavy.iter().copied().map(ParticleId)
    }

    /// A particle of each attachment.
    pub fn particles(&self) -> impl Iterator<Item = u32> + '_ {
        self.links.iter().map(|link| link.a).chain(self.spans.iter().map(|span| span.particle))
    }

    /// Resets the sums of corrections, at the beginning of a step.
    pub fn begin_step(&mut self) {
        self.spans.iter_mut().for_each(|attached| attached.correction = 0.0);
    }

    /// Moves heavy particles back to within their reach.
    ///
    /// `displacement` (m) is the motion of this substep. Particles that were beyond their reach before it return by
    /// `recoil` (m) at most; without it, an overstretched rope would throw them. Ropes that are solved directly
    /// (`is_direct`, by particle) need no intermediate attachments, and direct ones only for very heavy particles. Returns
    /// the number of projections.
    pub fn enforce(&mut self, view: &mut ParticleView, recoil: f32, is_direct: impl Fn(u32) -> bool) -> u64 {
        let mut projections = self.spans.len() as u64;
        let mut enforce = |view: &mut ParticleView, link: &Link| {
            projections += 1;
            let delta = position_before(view, link.b) - position_before(view, link.a);
            let before = (delta.x * delta.x + delta.y * delta.y).sqrt() - recoil;
            let ProjectionRule { rest_length, .. } = link.rule;
            let rest_length = if before > rest_length { before } else { rest_length };
            view.project_one(Link { rule: ProjectionRule { rest_length, ..link.rule }, ..*link }, 1.0);
        };
        // Without spin: positions before this substep follow from the displacements.
        let has_spin = std::mem::take(&mut view.has_spin);
        let (direct, intermediate) = self.links.split_at(self.direct_count);
        for attached in &mut self.spans {
            attached.correction += enforce_span(view, attached, recoil);
        }
        for _ in 0..SWEEPS {
            let needed =
                direct.iter().zip(&self.is_exact).filter(|(link, is_exact)| !(**is_exact && is_direct(link.a)));
            needed.for_each(|(link, _)| enforce(view, link));
        }
        intermediate.iter().filter(|link| !is_direct(link.a)).for_each(|link| enforce(view, link));
        view.has_spin = has_spin;
        projections
    }

    /// Enforces the attachments of particles that are `included`, and adds their impulses x time (kg m) to `impulse`, by
    /// slot, for all links on their paths.
    ///
    /// `project` projects a link and returns its impulse x time. Spans contribute the mean over the `substeps` of the
    /// last step.
    pub fn accumulate_impulses(
        &self,
        impulse: &mut [f32],
        view: &mut ParticleView,
        substeps: f32,
        is_included: impl Fn(u32) -> bool,
        project: impl Fn(&mut ParticleView, Link) -> f32,
    ) {
        for attached in self.spans.iter().filter(|attached| is_included(attached.particle)) {
            self.add_span_impulse(impulse, view, attached, attached.correction / substeps);
        }
        let mut accumulate = |index: usize| {
            if !is_included(self.links[index].a) {
                return;
            }
            let taken = project(view, self.links[index]);
            self.slots[self.paths[index].clone()].iter().for_each(|&slot| impulse[slot as usize] += taken);
        };
        for _ in 0..SWEEPS {
            (0..self.direct_count).for_each(&mut accumulate);
        }
        (self.direct_count..self.links.len()).for_each(accumulate);
    }

    /// Adds the impulse x time of a span that corrects its particle by `correction` (m) to the links on its paths.
    fn add_span_impulse(&self, impulse: &mut [f32], view: &mut ParticleView, of: &SpanAttachment, correction: f32) {
        let SpanAttachment { particle, span, paths: [below, to_anchors @ ..], .. } = of;
        let inv_mass = view.inv_mass[*particle as usize];
        if correction == 0.0 || inv_mass == 0.0 {
            return;
        }
        let (delta, distance) = vector_to_span(view, *particle, span);
        let along = -delta / distance.max(f64::MIN_POSITIVE);
        let shares = span
            .shares(corrected_position(view, *particle) + delta, along, |anchor| corrected_position(view, anchor.0));
        // Applied here, so that the direct attachments do not correct it again.
        view.corrections[*particle as usize] -= (along * f64::from(correction)).as_vec2();
        for (path, share) in [(below, 1.0), (&to_anchors[0], shares[0] as f32), (&to_anchors[1], shares[1] as f32)] {
            let slots = self.slots[path.clone()].iter();
            slots.for_each(|&slot| impulse[slot as usize] += share * correction / inv_mass);
        }
    }
}

/// Moves a heavy particle back to within reach of its span. Returns the length of the correction, m.
fn enforce_span(view: &mut ParticleView, attached: &SpanAttachment, recoil: f32) -> f32 {
    let SpanAttachment { particle, span, .. } = attached;
    let (delta, distance) = vector_to_span(view, *particle, span);
    let limit = f64::from(span.length);
    if distance <= limit || view.inv_mass[*particle as usize] == 0.0 {
        return 0.0;
    }
    let from = position_before(view, *particle).as_dvec2();
    let nearest = span.nearest(from, |anchor| position_before(view, anchor.0).as_dvec2());
    let before = from.distance(nearest) - f64::from(recoil);
    let limit = if before > limit { before } else { limit };
    let correction = (delta * (1.0 - limit / distance).max(0.0)).as_vec2();
    view.corrections[*particle as usize] += correction;
    correction.length()
}

/// The position of a particle before this substep, m.
fn position_before(view: &ParticleView, particle: u32) -> Vec2 {
    view.position[particle as usize] - view.displacement[particle as usize]
}

/// The position of a particle with the corrections so far, m.
fn corrected_position(view: &ParticleView, particle: u32) -> DVec2 {
    view.position[particle as usize].as_dvec2() + view.corrections[particle as usize].as_dvec2()
}

/// The vector from a heavy particle to its span, and its length, m.
fn vector_to_span(view: &ParticleView, particle: u32, span: &Span) -> (DVec2, f64) {
    let at = corrected_position(view, particle);
    let delta = span.nearest(at, |anchor| corrected_position(view, anchor.0)) - at;
    (delta, delta.length())
}

/// A link that keeps two particles within `max_distance` (m).
fn max_distance_link(a: u32, b: u32, max_distance: f32) -> Link {
    Link { a, b, rule: ProjectionRule { rest_length: max_distance, stiffness: 1.0, compliance: 0.0, min_error: 0.0 } }
}

/// Rest length of a link, m.
fn rest_length(graph: ConstraintGraph, slot: u32) -> f32 {
    graph.links.get(slot as usize).map_or(0.0, |link| link.rest_length)
}

/// The end of a link that is not `end`.
pub(crate) fn other_end(graph: ConstraintGraph, slot: u32, end: u32) -> u32 {
    let ends = graph.links.get(slot as usize).map_or([end; 2], |link| [link.a.0, link.b.0]);
    if ends[0] == end { ends[1] } else { ends[0] }
}
