//! Conversion between a snapshot and its text form.

use std::sync::Arc;

use glam::Vec2;

use crate::collision::particle_contact::{ASLEEP, Ball, BallSurface, RestSample, SleepState};
use crate::collision::{IgnoredPair, IgnoredPairs};
use crate::containers::SlotList;
use crate::geometry::ShapeId;
use crate::kinematic::{Anchor, Anchors, Drive, Grab, Grip, Release};
use crate::math::SplitMix64;
use crate::particles::{Bend, Bends, ClothFace, DistanceConstraint, Links, Materials, ParticleId, Weight};
use crate::state::text::bodies::Bodies;
use crate::state::text::{Text, bodies};
use crate::state::{Snapshot, StepState, Topology};
use crate::world::{Clock, Counters, State, revision::Revision};

impl Text {
    pub fn of(Snapshot { topology, step_state }: &Snapshot) -> Self {
        // Without `..`, so that a new field does not compile until it is written, here or in `bodies_of`.
        let State {
            settings,
            colliders,
            air,
            random: SplitMix64 { state: random },
            pin_velocity,
            clock: Clock { steps, substep },
            solver,
            counters: Counters { cut_links, torn_links, clamped_speeds },
            weights: _,
            grabs: _,
            releases: _,
            drive: _,
            lifted: _,
            balls: _,
            sleep: _,
            ignored: _,
            unseen: _,
            anchors: _,
            materials,
            bends: _,
            machines,
            tags,
        } = &step_state.state;
        Self {
            steps: *steps,
            settings: *settings,
            colliders: colliders.clone(),
            substep: *substep,
            solver: solver.clone(),
            pin_velocity: *pin_velocity,
            random: *random,
            air: air.clone(),
            materials: (*materials.0).clone(),
            machines: machines.clone(),
            tags: tags.clone(),
            cut: *cut_links,
            torn: *torn_links,
            held_back: *clamped_speeds,
            bodies: bodies_of(topology, step_state),
        }
    }

    pub fn snapshot(self) -> Snapshot {
        let bodies = self.bodies;
        let topology = bodies.topology();
        let grab = |&(id, particle, pins, ref path, aim, push): &bodies::GrabEntry| Grab {
            id,
            particle: ParticleId(particle),
            pins,
            path: path.iter().copied().collect(),
            grip: Grip { aim, push },
        };
        let release = |&(particle, aim, push, left): &bodies::ReleaseEntry| Release {
            particle: ParticleId(particle),
            grip: Grip { aim, push },
            left,
        };
        let weight = |&(particle, mass): &bodies::WeightEntry| Weight {
            particle: ParticleId(particle),
            mass,
            bare_mass: topology.mass[particle as usize],
        };
        let anchor = |&(particle, shape, local): &bodies::AnchorEntry| Anchor {
            particle: ParticleId(particle),
            shape: ShapeId(shape),
            local,
        };
        let bend = |&(particle, half_turn): &bodies::BendEntry| Bend { particle: ParticleId(particle), half_turn };
        let state = State {
            settings: self.settings,
            colliders: self.colliders,
            air: self.air,
            random: SplitMix64 { state: self.random },
            pin_velocity: self.pin_velocity,
            clock: Clock { steps: self.steps, substep: self.substep },
            solver: self.solver,
            counters: Counters { cut_links: self.cut, torn_links: self.torn, clamped_speeds: self.held_back },
            weights: bodies.weights.iter().map(weight).collect(),
            grabs: bodies.hands.iter().map(grab).collect(),
            releases: bodies.releases.iter().map(release).collect(),
            drive: bodies.drive.map(|(particle, velocity)| Drive { particle: ParticleId(particle), velocity }),
            lifted: bodies.lifted.iter().copied().map(ParticleId).collect(),
            balls: bodies.balls.iter().map(|&(id, radius)| ball(id, radius, &bodies)).collect(),
            sleep: bodies.sleep(),
            ignored: IgnoredPairs(
                bodies.ignored.iter().map(|&(particle, partner)| IgnoredPair { particle, partner }).collect(),
            ),
            unseen: bodies.unseen.iter().copied().map(ParticleId).collect(),
            anchors: Anchors(bodies.anchors.iter().map(anchor).collect()),
            materials: Materials(Arc::new(self.materials)),
            bends: Bends(bodies.bends.iter().map(bend).collect()),
            machines: self.machines,
            tags: self.tags,
        };
        let step_state = StepState {
            state,
            position: bodies.particles.iter().map(|&(x, y, ..)| Vec2::new(x, y)).collect(),
            displacement: bodies.particles.iter().map(|&(_, _, x, y, _)| Vec2::new(x, y)).collect(),
            pinned: bodies.pinned,
        };
        Snapshot { topology: topology.into(), step_state: step_state.into() }
    }
}

/// Particles, links and all that names them.
fn bodies_of(topology: &Topology, StepState { state, position, displacement, pinned }: &StepState) -> Bodies {
    let Topology { revision: _, links, colours, highest_colour, faces, mass } = topology;
    let State { grabs, releases, drive, weights, balls, sleep, ignored, unseen, anchors, lifted, bends, .. } = state;
    let IgnoredPairs(ignored) = ignored;
    let (SleepState { shifted_at, samples, steps }, Anchors(anchors), Bends(bends)) = (sleep, anchors, bends);
    Bodies {
        particles: position.iter().zip(displacement).zip(mass).map(particle_entry).collect(),
        pinned: pinned.clone(),
        highest_colour: *highest_colour,
        links: links.enumerate().map(|(slot, link)| link_entry(link, colours[slot])).collect(),
        compliances: list_given(links, |link| link.compliance),
        faces: faces.iter().map(|ClothFace { corners }| corners.map(|corner| corner.0)).collect(),
        hands: grabs.iter().map(grab_entry).collect(),
        drive: drive.map(|Drive { particle, velocity }| (particle.0, velocity)),
        weights: weights.iter().map(|&Weight { particle, mass, bare_mass: _ }| (particle.0, mass)).collect(),
        balls: balls.iter().map(ball_entry).collect(),
        ball_surfaces: balls.iter().filter_map(surface_entry).collect(),
        rests: shifted_at.iter().zip(steps).map(|(at, &steps)| (at.x, at.y, steps)).collect(),
        samples: samples.iter().map(rest_entry).collect(),
        ignored: ignored.iter().map(|pair| (pair.particle, pair.partner)).collect(),
        unseen: unseen.iter().map(|particle| particle.0).collect(),
        anchors: anchors.iter().map(|&Anchor { particle, shape, local }| (particle.0, shape.0, local)).collect(),
        lifted: lifted.iter().map(|particle| particle.0).collect(),
        releases: releases.iter().map(release_entry).collect(),
        made_of: list_given(links, |link| link.material),
        bends: bends.iter().map(|&Bend { particle, half_turn }| (particle.0, half_turn)).collect(),
    }
}

/// The number of each link that has another value than the default, and the value.
fn list_given<T: Default + PartialEq>(links: &Links, of: impl Fn(&DistanceConstraint) -> T) -> Vec<(u32, T)> {
    (0..).zip(links.iter()).map(|(k, link)| (k, of(link))).filter(|(_, value)| *value != T::default()).collect()
}

fn ball_entry(&Ball { particle, radius, surface: _, follows_weight }: &Ball) -> bodies::BallEntry {
    (particle.0, (!follows_weight).then_some(radius))
}

/// The entry of a ball with a surface of its own.
fn surface_entry(&Ball { particle, surface, .. }: &Ball) -> Option<bodies::BallSurfaceEntry> {
    let BallSurface { friction, restitution } = surface;
    (surface != BallSurface::default()).then_some((particle.0, friction, restitution))
}

/// A ball with its surface.
fn ball(id: u32, radius: Option<f32>, Bodies { ball_surfaces, weights, .. }: &Bodies) -> Ball {
    let own = ball_surfaces.iter().find(|surface| surface.0 == id);
    let surface = own.map(|&(_, friction, restitution)| BallSurface { friction, restitution });
    let of_weight = || weights.iter().find(|weight| weight.0 == id).map_or(0.0, |&(_, mass)| Weight::radius(mass));
    Ball {
        particle: ParticleId(id),
        radius: radius.unwrap_or_else(of_weight),
        surface: surface.unwrap_or_default(),
        follows_weight: radius.is_none(),
    }
}

fn particle_entry(((at, by), mass): ((&Vec2, &Vec2), &f32)) -> bodies::Particle {
    (at.x, at.y, by.x, by.y, *mass)
}

fn link_entry(link: &DistanceConstraint, colour: u8) -> bodies::Link {
    let &DistanceConstraint { a, b, rest_length, stiffness, compliance: _, kind, material: _ } = link;
    (a.0, b.0, rest_length, stiffness, kind, colour)
}

fn grab_entry(Grab { id, particle, pins, path, grip: Grip { aim, push } }: &Grab) -> bodies::GrabEntry {
    (*id, particle.0, *pins, path.iter().copied().collect(), *aim, *push)
}

fn release_entry(Release { particle, grip: Grip { aim, push }, left }: &Release) -> bodies::ReleaseEntry {
    (particle.0, *aim, *push, *left)
}

fn rest_entry(&RestSample { last, reach }: &RestSample) -> bodies::RestEntry {
    (last.x, last.y, reach)
}

impl Bodies {
    /// The state of sleep. Without samples rest is measured anew.
    fn sleep(&self) -> SleepState {
        let rests = self.rests.iter();
        let mut sleep = SleepState {
            shifted_at: rests.clone().map(|&(x, y, _)| Vec2::new(x, y)).collect(),
            samples: rests.clone().map(|&(x, y, _)| RestSample::at(Vec2::new(x, y))).collect(),
            steps: rests.map(|&(.., steps)| steps).collect(),
        };
        if self.samples.is_empty() {
            sleep.steps.iter_mut().filter(|steps| **steps != ASLEEP).for_each(|steps| *steps = 1);
        } else {
            let sample = |&(x, y, reach): &bodies::RestEntry| RestSample { last: Vec2::new(x, y), reach };
            sleep.samples = self.samples.iter().map(sample).collect();
        }
        sleep
    }

    fn topology(&self) -> Topology {
        let (mut links, mut faces) = (Links::default(), SlotList::default());
        let mut compliances = self.compliances.iter().peekable();
        let mut made_of = self.made_of.iter().peekable();
        (0..).zip(&self.links).for_each(|(k, &(a, b, rest_length, stiffness, kind, _))| {
            let compliance = compliances.next_if(|(of, _)| *of == k).map_or(0.0, |(_, compliance)| *compliance);
            let material = made_of.next_if(|(of, _)| *of == k).map_or(0, |(_, material)| *material);
            links.push(DistanceConstraint {
                a: ParticleId(a),
                b: ParticleId(b),
                rest_length,
                stiffness,
                compliance,
                kind,
                material,
            });
        });
        self.faces.iter().for_each(|corners| faces.push(ClothFace { corners: corners.map(ParticleId) }));
        Topology {
            revision: Revision::new(&Arc::default(), &links, &faces),
            links,
            colours: self.links.iter().map(|link| link.5).collect(),
            highest_colour: self.highest_colour,
            faces,
            mass: self.particles.iter().map(|particle| particle.4).collect(),
        }
    }
}
