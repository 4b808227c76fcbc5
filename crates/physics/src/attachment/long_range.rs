//! LongRangeAttachments: what is far heavier than the links that carry it is held within reach of what it hangs from.
//!
//! A sweep gives a heavy particle at the end of a light link the part of the correction that their masses leave it: a
//! thousandth. Its links stretch until a thousandth of their error is what it falls in a substep, and in a jerk far more. But
//! it cannot be farther from a pin than the links between are long; so before the links are swept, it is held to that: a
//! *maximum* distance (long-range attachments: Kim et al. 2012), with the true masses, along the shortest way. Whatever obeys
//! the links obeys the tethers (the triangle inequality), so they add no force that the links would not. The light particles
//! between then have two ends to go by, and a sweep does well with those.
//!
//! In a web there is more than that way to go by: what hangs between two pins hangs from the edge between them, and where a hand
//! draws a part of it out, from what is taut then. So it is held within reach of the *gates* ([`crate::attachment::span`]) between
//! what is fixed, too. A thousand times a point's mass in a curtain stretched that by 15 % under a hand.
//!
//! A plain rope that is too long for the sweeps, between two of these, gets *stations*: some of its own points, held within
//! reach of both of its ends. Drawn straight it leaves each of them hardly any place but its own, and what is between two of
//! them is short.
//!
//! Measured, a weight of 1 000 times a point's mass let fall by 1 m: see docs/algorithm.md.

use std::ops::Range;

use glam::{DVec2, Vec2};

use crate::{
    attachment::{geodesics::GeodesicSearch, span::Span},
    particles::{
        constraint_graph::ConstraintGraph,
        storage::{ParticleId, Particles},
    },
    simd::{Link, ParticleView, ProjectionRule},
};

/// So many times as heavy as one that it is linked to is heavy. The sweeps alone do well up to there.
const HEAVY: f32 = 32.0;

/// Heavy particles that are tethered at the most, and tethers of each: the shortest. Those to hands come on top.
const MOST: (usize, usize) = (64, 32);

/// Heavy particles that get gates, at the most.
const GATED: usize = 16;

/// Hands that are found however far away, and whose gates with all other ends are looked for, at the most.
const LED: usize = 2;

/// How often the tethers are gone through in a substep: a weight has several, and weights hang on weights.
const SWEEPS: usize = 4;

/// Links between two stations of a rope: so many a weight's 480 substeps of sweeps hold well. And the shortest rope that gets
/// any.
const STRIDE: usize = 32;
const LONG: usize = 2 * STRIDE;

/// What a link, and a tether, may be too long by, as a share of its length, before it is taken for a catapult: see
/// [`World::calm_heavy`]. A tether that is nearly across the way of its weight needs little to throw it.
pub(crate) const MAX_LINK_STRETCH: f64 = 0.001;
pub(crate) const MAX_ATTACHMENT_ERROR: f32 = 1e-5;

/// The same for a gate, as a share of the way by it to its farther tie: where it is hangs on the last digits if the way
/// between its ties is nearly straight.
pub(crate) const MAX_SPAN_ERROR: f32 = 1e-4;

/// All tethers of a world: derived from its links, masses and what is fixed.
#[derive(Clone, Debug, Default)]
pub(crate) struct LongRangeAttachments {
    /// Of what is heavy, then of the stations.
    pub links: Vec<Link>,
    /// The slots of the links that each goes along.
    ways: Vec<Range<usize>>,
    /// How many are of what is heavy.
    pub direct_count: usize,
    /// The gates that what is heavy hangs from, each with which, and with the slots of the links of its ways: to what hangs there,
    /// and to its ties.
    pub spans: Vec<(u32, Span, [Range<usize>; 3])>,
    /// By how much each gate has held back what hangs there, m: summed up over the substeps of a step. For the gauge alone.
    held_back: Vec<f32>,
    slots: Vec<u32>,
    /// Scratch: what hands, and keys, lead.
    led: Vec<u32>,
    heavy: Vec<u32>,
}

/// By how much the heaviest particle, at the least [`HEAVY`] times as heavy as one that it is linked to, is heavier than
/// that; 1 where there is none.
pub(crate) fn max_mass_ratio(graph: ConstraintGraph) -> f32 {
    heavy(graph).map(|(_, ratio)| ratio).fold(1.0, f32::max)
}

/// The heavy particles, and by how much each is heavier than the lightest that it is linked to.
pub(crate) fn heavy(graph: ConstraintGraph<'_>) -> impl Iterator<Item = (u32, f32)> + '_ {
    let Particles { mass, .. } = graph.particles;
    let lightest = mass.iter().copied().fold(f32::INFINITY, f32::min);
    let may_be = (0..).zip(mass).filter(move |(_, mass)| **mass >= HEAVY * lightest);
    may_be.filter_map(move |(index, own)| {
        // What is pinned is heavy enough, whatever its mass: the crane's point that a rope of heavy points hangs from.
        let free = graph.neighbours(index).filter(|neighbour| !graph.particles.pinned[neighbour.particle as usize]);
        let others = free.map(|neighbour| mass[neighbour.particle as usize]);
        let ratio = own / others.fold(f32::INFINITY, f32::min);
        (ratio >= HEAVY).then_some((index, ratio))
    })
}

impl LongRangeAttachments {
    /// Finds what is heavy, and the ways from there to what is fixed or heavy too. Needed when links, masses, pins or hands
    /// have changed, or what is asleep. What is `led` is found however far away.
    pub fn rebuild(
        &mut self,
        graph: ConstraintGraph,
        geodesic_search: &mut GeodesicSearch,
        led: impl Iterator<Item = ParticleId>,
    ) {
        let Self { links, ways, direct_count, spans, held_back, slots, heavy: found, led: hands } = self;
        hands.clear();
        for ParticleId(led) in led {
            if hands.len() < LED && graph.is_fixed(led) && !hands.contains(&led) {
                hands.push(led);
            }
        }
        links.clear();
        ways.clear();
        spans.clear();
        slots.clear();
        found.clear();
        found.extend(heavy(graph).map(|(index, _)| index).filter(|&index| !graph.is_fixed(index)).take(MOST.0));
        for (number, &from) in found.iter().enumerate() {
            geodesic_search.search_rigid(graph, from, found, (MOST.1, hands));
            for &(ParticleId(to), length) in &geodesic_search.ends {
                // Between two heavy ones there is a way from either.
                if to < from && found.binary_search(&to).is_ok() {
                    continue;
                }
                let start = slots.len();
                geodesic_search.append_path(graph, ParticleId(to), slots);
                ways.push(start..slots.len());
                links.push(tether(from, to, length));
            }
            if number < GATED {
                geodesic_search.find_spans(graph, hands);
                let start = slots.len();
                slots.extend_from_slice(&geodesic_search.slots);
                let found = geodesic_search.spans.iter().zip(&geodesic_search.span_paths);
                spans.extend(
                    found.map(|(gate, ways)| (from, *gate, ways.clone().map(|way| start + way.start..start + way.end))),
                );
            }
        }
        held_back.clear();
        held_back.resize(spans.len(), 0.0);
        *direct_count = links.len();
        (0..*direct_count).for_each(|index| self.add_stations(graph, index));
    }

    /// Adds the stations of a tether, where it goes along a plain rope that is long enough.
    fn add_stations(&mut self, graph: ConstraintGraph, index: usize) {
        let (Link { a: from, b: to, .. }, way) = (self.links[index], self.ways[index].clone());
        let count = way.len();
        if count < LONG || !self.is_plain(graph, (from, to), way.clone()) {
            return;
        }
        let (mut at, mut before) = (to, 0.0);
        let whole: f32 = self.slots[way.clone()].iter().map(|&slot| length(graph, slot)).sum();
        for (passed, slot) in way.clone().enumerate() {
            if passed > 0 && passed % STRIDE == 0 && count - passed >= STRIDE / 2 {
                for (end, reach, links) in [(to, before, way.start..slot), (from, whole - before, slot..way.end)] {
                    self.links.push(tether(at, end, reach));
                    self.ways.push(links);
                }
            }
            (at, before) = (other_end(graph, self.slots[slot], at), before + length(graph, self.slots[slot]));
        }
    }

    /// Whether a way leads all along from its end `to` and nothing else is tied to what is between.
    fn is_plain(&self, graph: ConstraintGraph, (from, to): (u32, u32), way: Range<usize>) -> bool {
        let mut at = to;
        self.slots[way].iter().all(|&slot| {
            at = other_end(graph, slot, at);
            at == from || graph.neighbours(at).nth(2).is_none()
        }) && at == from
    }

    /// What is heavy and free.
    pub fn heavy_particles(&self) -> impl Iterator<Item = ParticleId> + '_ {
        self.heavy.iter().copied().map(ParticleId)
    }

    /// Whether there is anything heavy.
    pub fn has_heavy_particles(&self) -> bool {
        !self.heavy.is_empty()
    }

    /// Which particle is so many-th of what is heavy.
    pub fn heavy_particle(&self, number: usize) -> u32 {
        self.heavy[number]
    }

    /// And which of these a particle is.
    pub fn heavy_index(&self, particle: u32) -> Option<usize> {
        self.heavy.binary_search(&particle).ok()
    }

    /// How far something heavy may be from the nearest that holds it or hangs on it, m; infinity where nothing does.
    pub fn shortest_reach(&self, particle: u32) -> f32 {
        let own = self.links[..self.direct_count].iter().filter(|tether| tether.a == particle || tether.b == particle);
        own.map(|tether| tether.rule.rest_length).fold(f32::INFINITY, f32::min)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// Holds what is heavy within its reach. What was out of it before this substep, by whose `displacement` (m) all has moved,
    /// comes back by `recoil` (m) at the most.
    ///
    /// A hand had drawn the hub of a web 6 mm out of its reach, with a weight of 1 kg in it: brought back at once, as motion, it
    /// threw the spider a metre high.
    ///
    /// `with_stations`: where strands are solved as a whole, ropes need none.
    pub fn enforce(&mut self, view: &mut ParticleView, displacement: &[Vec2], (recoil, with_stations): (f32, bool)) {
        let was =
            |view: &ParticleView, particle: u32| view.position[particle as usize] - displacement[particle as usize];
        let hold_gate = |view: &mut ParticleView, heavy: u32, gate: &Span| {
            let (way, distance) = way_to(view, heavy, gate);
            let limit = f64::from(gate.length);
            if distance <= limit || view.inv_mass[heavy as usize] == 0.0 {
                return 0.0;
            }
            let from = was(view, heavy).as_dvec2();
            let before = from.distance(gate.nearest(from, |tie| was(view, tie.0).as_dvec2())) - f64::from(recoil);
            let limit = if before > limit { before } else { limit };
            let by = (way * (1.0 - limit / distance).max(0.0)).as_vec2();
            view.corrections[heavy as usize] += by;
            by.length()
        };
        let hold = |view: &mut ParticleView, tether: &Link| {
            let was = |particle: u32| was(view, particle);
            let way = was(tether.b) - was(tether.a);
            let before = (way.x * way.x + way.y * way.y).sqrt() - recoil;
            let ProjectionRule { rest_length, .. } = tether.rule;
            let rule =
                ProjectionRule { rest_length: if before > rest_length { before } else { rest_length }, ..tether.rule };
            view.project_one(Link { rule, ..*tether }, 1.0);
        };
        let (heavy, stations) = self.links.split_at(self.direct_count);
        // Once: gone through as often as the tethers they held no better, and 16 weights in a curtain took half as long again.
        for ((heavy, gate, _), held_back) in self.spans.iter().zip(&mut self.held_back) {
            *held_back += hold_gate(view, *heavy, gate);
        }
        for _ in 0..SWEEPS {
            heavy.iter().for_each(|tether| hold(view, tether));
        }
        if with_stations {
            stations.iter().for_each(|tether| hold(view, tether));
        }
    }

    /// A step begins: gates have held back nothing in it.
    pub fn begin_step(&mut self) {
        self.held_back.fill(0.0);
    }

    /// The same, by `project`, which returns the impulse x time that it took (kg m): that is added to those of all links along
    /// the way, in `impulse`, by slot. Of gates it is what they took in the last step, a mean over its `substeps`.
    pub fn accumulate_impulses(
        &self,
        impulse: &mut [f32],
        view: &mut ParticleView,
        (project, substeps): (impl Fn(&mut ParticleView, Link) -> f32, f32),
    ) {
        for (gate, held_back) in self.spans.iter().zip(&self.held_back) {
            self.pull_gate(impulse, view, (gate, held_back / substeps));
        }
        let mut pull = |index: usize| {
            let taken = project(view, self.links[index]);
            self.slots[self.ways[index].clone()].iter().for_each(|&slot| impulse[slot as usize] += taken);
        };
        for _ in 0..SWEEPS {
            (0..self.direct_count).for_each(&mut pull);
        }
        (self.direct_count..self.links.len()).for_each(pull);
    }

    /// The same for a gate, which holds back what hangs there `by` so much (m): that pulls at it, and it at its ties.
    fn pull_gate(
        &self,
        impulse: &mut [f32],
        view: &mut ParticleView,
        ((heavy, gate, [below, ways @ ..]), by): (&(u32, Span, [Range<usize>; 3]), f32),
    ) {
        let inv_mass = view.inv_mass[*heavy as usize];
        if by == 0.0 || inv_mass == 0.0 {
            return;
        }
        let (way, distance) = way_to(view, *heavy, gate);
        let along = -way / distance.max(f64::MIN_POSITIVE);
        let shares = gate.shares(place(view, *heavy) + way, along, |tie| place(view, tie.0));
        // The tethers are not to hold it back again.
        view.corrections[*heavy as usize] -= (along * f64::from(by)).as_vec2();
        for (way, share) in [(below, 1.0), (&ways[0], shares[0] as f32), (&ways[1], shares[1] as f32)] {
            self.slots[way.clone()].iter().for_each(|&slot| impulse[slot as usize] += share * by / inv_mass);
        }
    }
}

/// Where a particle is by now, m.
pub(crate) fn place(view: &ParticleView, particle: u32) -> DVec2 {
    view.position[particle as usize].as_dvec2() + view.corrections[particle as usize].as_dvec2()
}

/// The way from something heavy to its gate, and how long it is, m.
fn way_to(view: &ParticleView, heavy: u32, gate: &Span) -> (DVec2, f64) {
    let at = place(view, heavy);
    let way = gate.nearest(at, |tie| place(view, tie.0)) - at;
    (way, way.length())
}

/// What lets `b` be so far from `a`, m, and no farther.
pub(crate) fn tether(a: u32, b: u32, length: f32) -> Link {
    Link { a, b, rule: ProjectionRule { rest_length: length, stiffness: 1.0, min_error: 0.0 } }
}

/// Length of a link at rest, m.
pub(crate) fn length(graph: ConstraintGraph, slot: u32) -> f32 {
    graph.links.get(slot as usize).map_or(0.0, |link| link.rest_length)
}

/// The end of a link that is not this one.
pub(crate) fn other_end(graph: ConstraintGraph, slot: u32, end: u32) -> u32 {
    let ends = graph.links.get(slot as usize).map_or([end; 2], |link| [link.a.0, link.b.0]);
    if ends[0] == end { ends[1] } else { ends[0] }
}
