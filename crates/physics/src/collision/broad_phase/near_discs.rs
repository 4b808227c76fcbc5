//! Particles and links near wheels and corners, in a substep; and the components that may come near one in a step.

use glam::Vec2;

use super::{Blocks, SEARCH_MARGIN, Section};
use crate::collision::particle_contact::{Ball, max_shift};
use crate::collision::{BodyDisc, BodyDiscs};
use crate::containers::Refill;
use crate::particles::{Components, ConstraintGraph, DistanceConstraint, Particles};

/// Most components in a row that throw each other at discs within one step.
const MAX_THROWS: usize = 3;

/// A disc and a link near it, or a particle as both its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearPair {
    disc: u32,
    pub ends: [u32; 2],
}

/// The particles and links near discs. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearDiscs {
    /// Whether each component has links with compliance; its greatest way in this step (m); and whether it may meet a disc.
    is_elastic: Vec<bool>,
    ways: Vec<f32>,
    has_near: Vec<bool>,
    /// The particles and links that may meet a disc.
    sections: Vec<Section>,
    /// Those of them that may meet a disc in this step, in the same order.
    watched: Vec<Section>,
    blocks: Blocks,
    /// Pairs of a disc and what is near it, by disc.
    near: Vec<NearPair>,
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

impl NearDiscs {
    /// Finds what may meet discs at all. Required when links have changed.
    pub fn rebuild(&mut self, discs: &BodyDiscs, graph: ConstraintGraph, components: &Components) {
        let Self { is_elastic, has_near, sections, watched, near, .. } = self;
        has_near.clear();
        sections.clear();
        watched.clear();
        near.clear();
        if discs.list.is_empty() {
            return;
        }
        components.refill(is_elastic, false);
        for link in graph.links.iter().filter(|link| !link.is_rigid()) {
            is_elastic[components.number(link.a.0)] = true;
        }
        let of_link = |link: &DistanceConstraint| Section {
            ends: [link.a.0, link.b.0],
            length: link.rest_length,
            is_solid: discs.is_bar(link),
            slot: u32::MAX,
        };
        let of_particle = |id: u32| Section { is_solid: discs.is_corner(id), ..Section::of_particle(id) };
        let count = graph.particles.len();
        let all = (0..count as u32).map(of_particle).chain(graph.links.iter().map(of_link));
        // Wheels meet all that is long, corners what is solid.
        let is_met =
            |section: &Section| section.is_solid || discs.wheels().any(|disc| disc.meets_links_of(section.length));
        sections.extend(all.filter(is_met));
        self.reserve(discs.wheels().count());
    }

    /// Reserves memory for most scenes with a number of discs, so that no later step allocates.
    fn reserve(&mut self, discs: usize) {
        let Self { sections, watched, blocks, near, .. } = self;
        let count = sections.len();
        watched.reserve(count);
        blocks.reserve(count);
        let solid = sections.iter().filter(|section| section.is_solid).count();
        near.reserve(count * discs.min(4) + 4 * solid);
    }

    /// Finds what may meet discs in a step: components of which something may come to one, by twice their speed, by gravity
    /// or by a hand, or else, where something may throw them within the step, by the greatest speed. Those may throw each
    /// other.
    pub fn begin_step(&mut self, discs: &BodyDiscs, particles: &Particles, components: &Components, reach: StepReach) {
        self.find_ways(&particles.displacement, components, reach);
        components.refill(&mut self.has_near, false);
        for _ in 0..=MAX_THROWS {
            if !(self.mark_near(discs, &particles.position, components) && self.share_ways()) {
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
            *way = if may_collide || *is_elastic { led.max(max_speed * step) } else { led } + SEARCH_MARGIN;
        }
    }

    /// Gives all components that may meet discs the greatest way among them: what is hit goes as far as what hits it.
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

    /// Marks the components that may meet discs by their ways. Returns whether there are more of them than before.
    fn mark_near(&mut self, discs: &BodyDiscs, position: &[Vec2], components: &Components) -> bool {
        let Self { ways, has_near, sections, watched, blocks, reach: of_touch, .. } = self;
        let way = |particle: u32| ways[components.number(particle)];
        let reach = |section: Section| way(section.ends[0]) + reach_of(section, of_touch);
        let of_disc = |disc: &BodyDisc| disc.radius + way(disc.hub);
        watched.refill_with(sections.iter().copied());
        blocks.obstacles.refill_with(discs.bounds(position, of_disc));
        let mut has_more = false;
        let bounds = |section: Section| section.bounds(position).dilated(reach(section));
        blocks.for_each_near(watched, bounds, |number, _, section| {
            let disc = &discs.list[number];
            let hub = position[disc.hub as usize];
            let both = [section.ends[0], disc.hub].map(|particle| components.number(particle));
            if both.iter().all(|&component| has_near[component]) {
                return;
            }
            if discs.meets_section(number, section) && section.is_within(of_disc(disc) + reach(section), hub, position)
            {
                for component in both {
                    has_more |= !std::mem::replace(&mut has_near[component], true);
                }
            }
        });
        has_more
    }

    /// The components that may have contacts with discs in this step.
    pub fn components(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.has_near).filter(|(_, has_near)| **has_near).map(|(component, _)| component)
    }

    /// Whether nothing may meet a disc in this step.
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

    /// Lists what is near discs anew, and all that may come near in some substeps ahead: commands may have moved
    /// anything.
    pub fn list_near(&mut self, discs: &BodyDiscs, particles: &Particles, substeps: f32) {
        self.find_near(discs, particles, substeps);
        // The preparation of the step may move particles, too.
        self.slack = 0.0;
    }

    /// Number of pairs of a disc and what is near it.
    pub fn near_count(&self) -> usize {
        self.near.len()
    }

    /// The discs near which something is listed, each with these pairs.
    pub fn near(&self) -> impl Iterator<Item = (usize, &[NearPair])> {
        self.near.chunk_by(|a, b| a.disc == b.disc).map(|pairs| (pairs[0].disc as usize, pairs))
    }

    /// Whether a link or one of its ends lies on a wheel, at most `margin` (m) away from its edge.
    pub fn touch(&self, discs: &BodyDiscs, [a, b]: [u32; 2], position: &[Vec2], margin: f32) -> bool {
        let length = position[a as usize].distance(position[b as usize]);
        let link = Section { ends: [a, b], length, ..Section::of_particle(a) };
        let sections = [Section::of_particle(a), Section::of_particle(b), link];
        let touch = |section: &Section, disc: usize| {
            discs.touches(disc, section.ends, position, margin) && discs.meets_section(disc, *section)
        };
        !self.is_idle() && (0..discs.wheels().count()).any(|disc| sections.iter().any(|section| touch(section, disc)))
    }

    /// Greatest displacement of what may be in a contact, m.
    fn fastest(&self, discs: &BodyDiscs, particles: &Particles) -> f32 {
        // Links come after particles, which their ends are among.
        let ends = self.watched.iter().take_while(|section| section.is_particle()).map(|section| section.ends[0]);
        let squared = ends
            .chain(discs.list.iter().map(|disc| disc.hub))
            .map(|particle| particles.displacement[particle as usize].length_squared());
        squared.fold(0.0, f32::max).sqrt()
    }

    /// Lists what is near each disc, if others may have come near since the list was made. May be called again in a
    /// substep, once displacements have changed.
    pub fn update_near(&mut self, discs: &BodyDiscs, particles: &Particles) {
        let fastest = self.fastest(discs, particles);
        self.slack -= 2.0 * (fastest - self.counted).max(0.0);
        self.counted = self.counted.max(fastest);
        if self.slack > 0.0 {
            return;
        }
        self.slack = SEARCH_MARGIN;
        self.find_near(discs, particles, 1.0);
    }

    /// Counts displacements anew: of the next substep, or of this one once an impact has changed them.
    pub fn reset_counted(&mut self) {
        self.counted = 0.0;
    }

    /// Lists what is near each disc, where everything moves on for some substeps.
    fn find_near(&mut self, discs: &BodyDiscs, Particles { position, displacement, .. }: &Particles, substeps: f32) {
        let Self { watched, blocks, near, reach: of_touch, .. } = self;
        near.clear();
        let way = |particle: u32| substeps * displacement[particle as usize].length();
        let reach = |section: Section| {
            let [a, b] = section.ends.map(way);
            reach_of(section, of_touch) + a.max(b)
        };
        // Those that are listed are near, and others may approach by the margin.
        let of_disc = |disc: &BodyDisc| disc.radius + 2.0 * SEARCH_MARGIN + way(disc.hub);
        blocks.obstacles.refill_with(discs.bounds(position, of_disc));
        let bounds = |section: Section| section.bounds(position).dilated(reach(section));
        blocks.for_each_near(watched, bounds, |number, _, section| {
            let disc = &discs.list[number];
            let hub = position[disc.hub as usize];
            if discs.meets_section(number, section) && section.is_within(of_disc(disc) + reach(section), hub, position)
            {
                near.push(NearPair { disc: number as u32, ends: section.ends });
            }
        });
    }
}

/// Distance from a disc at which a section touches it, of that of each particle, m.
fn reach_of(section: Section, of_particle: &[f32]) -> f32 {
    let [a, b] = section.ends.map(|end| of_particle[end as usize]);
    a.max(b)
}
