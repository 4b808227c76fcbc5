//! Broad phase of contacts with wheels: what may meet one in a step, and what is near one in a substep.

use glam::Vec2;

use crate::collision::particle_contact::{Ball, max_shift};
use crate::collision::{BLOCK, Blocks, Section, Wheel, Wheels, list_blocks};
use crate::containers::Refill;
use crate::geometry::Aabb;
use crate::particles::{Components, ConstraintGraph, DistanceConstraint, Particles};

/// Distance from touching a wheel, and a corner, within which particles and links are listed, m.
const MARGIN: f32 = 0.1;
const MARGIN_OF_CORNERS: f32 = 0.01;

/// Distance beyond that, m, by which things may approach until they are listed anew: of wheels, and beside corners.
const SLACK: f32 = 0.1;
const SLACK_OF_CORNERS: f32 = 0.03;

/// Most components in a row that throw each other at wheels within one step.
const MAX_THROWS: usize = 3;

/// A wheel and a link near it, or a particle as both its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearPair {
    wheel: u32,
    pub ends: [u32; 2],
}

/// The particles and links near wheels. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct WheelBroadPhase {
    /// Whether each component has links with compliance; its greatest way in this step (m); and whether it may meet a wheel.
    is_elastic: Vec<bool>,
    ways: Vec<f32>,
    has_near: Vec<bool>,
    /// The particles and links that may meet a wheel or a corner.
    sections: Vec<Section>,
    /// Those of them that may meet a wheel in this step, in the same order, and bounds of each [`BLOCK`] of them, m.
    watched: Vec<Section>,
    blocks: Vec<Aabb>,
    /// Scratch: the blocks that some wheels in a row may reach.
    candidates: Vec<u32>,
    /// Pairs of a wheel and what is near it, by wheel, and whether each particle is in a pair.
    near: Vec<NearPair>,
    is_near: Vec<bool>,
    /// Distance from a disc at which each particle counts as touching it, m, for its own radius and that of the rim.
    reach: Vec<f32>,
    /// Distance by which pairs that are not listed may still approach, m.
    slack: f32,
    /// Greatest displacement in this substep that it has been reduced by, m.
    counted: f32,
}

/// The bounds of the ways of particles in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepReach {
    /// Length of the step, s.
    pub step: f32,
    /// Length of the substep of displacements, s; 0 before the first step.
    pub substep: f32,
    /// Gravity, m/s².
    pub gravity: f32,
    /// Greatest speed that hands give, m/s.
    pub hand_speed: f32,
    /// Greatest speed of all, m/s.
    pub max_speed: f32,
    /// Whether impacts and contacts may give any speed.
    pub may_collide: bool,
}

impl WheelBroadPhase {
    /// Finds what may meet wheels at all. Required when links have changed.
    pub fn rebuild(&mut self, wheels: &Wheels, graph: ConstraintGraph, components: &Components) {
        let Self { is_elastic, has_near, sections, watched, near, .. } = self;
        has_near.clear();
        sections.clear();
        watched.clear();
        near.clear();
        if wheels.list.is_empty() {
            return;
        }
        components.refill(is_elastic, false);
        for link in graph.links.iter().filter(|link| !link.is_rigid()) {
            is_elastic[components.number(link.a.0)] = true;
        }
        let of_link = |link: &DistanceConstraint| Section {
            ends: [link.a.0, link.b.0],
            length: link.rest_length,
            is_solid: wheels.is_bar(link),
        };
        let of_particle = |id: u32| Section { is_solid: wheels.is_corner(id), ..Section::of_particle(id) };
        let count = graph.particles.len();
        let all = (0..count as u32).map(of_particle).chain(graph.links.iter().map(of_link));
        // Wheels meet all that is long, corners what is solid.
        let is_met =
            |section: &Section| section.is_solid || wheels.round().any(|wheel| wheel.meets_links_of(section.length));
        sections.extend(all.filter(is_met));
        self.reserve(count, wheels.round().count());
    }

    /// Reserves memory for most scenes with these numbers of particles and wheels, so that no later step allocates.
    fn reserve(&mut self, particles: usize, wheels: usize) {
        let Self { sections, watched, blocks, candidates, near, is_near, .. } = self;
        let count = sections.len();
        watched.reserve(count);
        blocks.reserve(count.div_ceil(BLOCK));
        candidates.reserve(count.div_ceil(BLOCK));
        let solid = sections.iter().filter(|section| section.is_solid).count();
        near.reserve(count * wheels.min(4) + 4 * solid);
        is_near.refill(particles, false);
    }

    /// Finds what may meet wheels in a step: components of which something may come to one, by twice their speed, by gravity
    /// or by a hand, or else, where something may throw them within the step, by the greatest speed. Those may throw each
    /// other.
    pub fn begin_step(&mut self, wheels: &Wheels, particles: &Particles, components: &Components, reach: StepReach) {
        self.find_ways(&particles.displacement, components, reach);
        components.refill(&mut self.has_near, false);
        for _ in 0..=MAX_THROWS {
            if !(self.mark_near(wheels, &particles.position, components) && self.share_ways()) {
                break;
            }
        }
        let Self { has_near, watched, .. } = self;
        watched.retain(|section| has_near[components.number(section.ends[0])]);
    }

    /// Finds the greatest way of each component in a step.
    fn find_ways(&mut self, displacement: &[Vec2], components: &Components, reach: StepReach) {
        let Self { is_elastic, ways, .. } = self;
        let StepReach { step, substep, gravity, hand_speed, max_speed, may_collide } = reach;
        components.refill(ways, 0.0);
        for (&number, displacement) in components.numbers().iter().zip(displacement) {
            let fastest = &mut ways[number as usize];
            *fastest = fastest.max(displacement.length_squared());
        }
        let steps = if substep > 0.0 { step / substep } else { 0.0 };
        for (way, is_elastic) in ways.iter_mut().zip(&*is_elastic) {
            let led = 2.0 * way.sqrt() * steps + (gravity * step + hand_speed) * step;
            *way = if may_collide || *is_elastic { led.max(max_speed * step) } else { led } + MARGIN;
        }
    }

    /// Gives all components that may meet wheels the greatest way among them: what is hit goes as far as what hits it.
    /// Returns whether any way has grown.
    fn share_ways(&mut self) -> bool {
        let Self { ways, has_near, .. } = self;
        let near = |(way, has_near): (&f32, &bool)| if *has_near { *way } else { 0.0 };
        let farthest = ways.iter().zip(&*has_near).map(near).fold(0.0, f32::max);
        let mut have_grown = false;
        for (way, _) in ways.iter_mut().zip(&*has_near).filter(|(_, has_near)| **has_near) {
            have_grown |= *way < farthest;
            *way = farthest;
        }
        have_grown
    }

    /// Marks the components that may meet wheels by their ways. Returns whether there are more of them than before.
    fn mark_near(&mut self, wheels: &Wheels, position: &[Vec2], components: &Components) -> bool {
        let Self { ways, has_near, sections, watched, blocks, candidates, reach: of_touch, .. } = self;
        let way = |particle: u32| ways[components.number(particle)];
        let reach = |section: Section| way(section.ends[0]) + section.reach(of_touch);
        watched.refill_with(sections.iter().copied());
        list_blocks(blocks, watched, |section| section.bounds(position).dilated(reach(section)));
        let mut has_more = false;
        let of_wheel = |wheel: &Wheel| wheel.radius + way(wheel.hub);
        let blocks = Blocks { bounds: blocks, sections: watched };
        blocks.for_each_near(wheels, candidates, (position, of_wheel), |number, section| {
            let wheel = &wheels.list[number];
            let hub = position[wheel.hub as usize];
            let both = [section.ends[0], wheel.hub].map(|particle| components.number(particle));
            if both.iter().all(|&component| has_near[component]) {
                return;
            }
            if section.meets(wheels, number) && section.is_within(of_wheel(wheel) + reach(section), hub, position) {
                for component in both {
                    has_more |= !std::mem::replace(&mut has_near[component], true);
                }
            }
        });
        has_more
    }

    /// The components that may have contacts with wheels in this step.
    pub fn components(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.has_near).filter(|(_, has_near)| **has_near).map(|(component, _)| component)
    }

    /// Whether nothing may meet a wheel in this step.
    pub fn is_idle(&self) -> bool {
        self.watched.is_empty()
    }

    /// Sets how far from a disc particles touch it. Those of a rim are as thick as ropes (`thickness`, m).
    pub fn set_reach(&mut self, particles: usize, thickness: f32, balls: &[Ball]) {
        let reach = |radius: f32| thickness + radius + max_shift(radius);
        self.reach.refill(particles, reach(thickness));
        for ball in balls {
            self.reach[ball.particle.index()] = reach(ball.radius.max(thickness));
        }
    }

    /// Lists what is near wheels anew, and all that may come near in some substeps ahead: commands may have moved
    /// anything.
    pub fn list_near(&mut self, wheels: &Wheels, particles: &Particles, substeps: f32) {
        self.find_near(wheels, particles, substeps);
        // The preparation of the step may move particles, too.
        self.slack = 0.0;
    }

    /// Number of pairs of a wheel and what is near it.
    pub fn near_count(&self) -> usize {
        self.near.len()
    }

    /// The wheels near which something is listed, each with these pairs.
    pub fn near(&self) -> impl Iterator<Item = (usize, &[NearPair])> {
        self.near.chunk_by(|a, b| a.wheel == b.wheel).map(|pairs| (pairs[0].wheel as usize, pairs))
    }

    /// Whether a link or one of its ends lies on a wheel, at most `margin` (m, up to [`MARGIN`] from touching) away from its
    /// edge.
    pub fn touch(&self, wheels: &Wheels, [a, b]: [u32; 2], position: &[Vec2], margin: f32) -> bool {
        let length = position[a as usize].distance(position[b as usize]);
        let link = Section { ends: [a, b], length, is_solid: false };
        let sections = [Section::of_particle(a), Section::of_particle(b), link];
        let touch = |section: &Section, wheel: usize| {
            section.meets(wheels, wheel) && wheels.touches(wheel, section.ends, position, margin)
        };
        !self.is_idle()
            && [a, b].iter().any(|&end| self.is_near[end as usize])
            && (0..wheels.round().count()).any(|wheel| sections.iter().any(|section| touch(section, wheel)))
    }

    /// Greatest displacement of what may be in a contact, m.
    fn fastest(&self, wheels: &Wheels, particles: &Particles) -> f32 {
        // Links come after particles, which their ends are among.
        let ends = self.watched.iter().take_while(|section| section.is_particle()).map(|section| section.ends[0]);
        let squared = ends
            .chain(wheels.list.iter().map(|wheel| wheel.hub))
            .map(|particle| particles.displacement[particle as usize].length_squared());
        squared.fold(0.0, f32::max).sqrt()
    }

    /// Lists what is near each wheel, if others may have come near since the list was made. May be called again in a
    /// substep, once displacements have changed.
    pub fn update_near(&mut self, wheels: &Wheels, particles: &Particles) {
        let fastest = self.fastest(wheels, particles);
        self.slack -= 2.0 * (fastest - self.counted).max(0.0);
        self.counted = self.counted.max(fastest);
        if self.slack > 0.0 {
            return;
        }
        self.slack = slack(wheels);
        self.find_near(wheels, particles, 1.0);
    }

    /// Counts displacements anew: of the next substep, or of this one once an impact has changed them.
    pub fn reset_counted(&mut self) {
        self.counted = 0.0;
    }

    /// Lists what is near each wheel, where everything moves on for some substeps.
    fn find_near(&mut self, wheels: &Wheels, Particles { position, displacement, .. }: &Particles, substeps: f32) {
        let Self { watched, blocks, candidates, near, is_near, reach: of_touch, .. } = self;
        near.drain(..).for_each(|pair| pair.ends.iter().for_each(|&end| is_near[end as usize] = false));
        let way = |particle: u32| substeps * displacement[particle as usize].length();
        let reach = |section: Section| {
            let [a, b] = section.ends.map(way);
            section.reach(of_touch) + a.max(b)
        };
        list_blocks(blocks, watched, |section| section.bounds(position).dilated(reach(section)));
        let of_wheel = |wheel: &Wheel| {
            wheel.radius + if wheel.is_corner { MARGIN_OF_CORNERS } else { MARGIN } + slack(wheels) + way(wheel.hub)
        };
        let blocks = Blocks { bounds: blocks, sections: watched };
        blocks.for_each_near(wheels, candidates, (position, of_wheel), |number, section| {
            let wheel = &wheels.list[number];
            let hub = position[wheel.hub as usize];
            if section.meets(wheels, number) && section.is_within(of_wheel(wheel) + reach(section), hub, position) {
                near.push(NearPair { wheel: number as u32, ends: section.ends });
                section.ends.iter().for_each(|&end| is_near[end as usize] = true);
            }
        });
    }
}

/// Distance by which things may approach until they are listed anew, m.
fn slack(wheels: &Wheels) -> f32 {
    if wheels.list.last().is_some_and(|last| last.is_corner) { SLACK_OF_CORNERS } else { SLACK }
}
