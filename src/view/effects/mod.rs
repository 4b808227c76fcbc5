//! Effects: motion of the picture alone. Frayed ends, debris and flashes where links broke, pins that squash, scissors
//! that open and close. Derived from the world from frame to frame, never fed back into it.
//!
//! | File | Holds |
//! |---|---|
//! | `broken_links` | the links that broke since the last frame, found by comparison |
//! | `debris` | debris of broken links: flying fibres, and flashes where links tore |
//! | `frayed_ends` | frayed ends: tufts of fibres at the ends of broken links |

mod broken_links;
mod debris;
mod frayed_ends;

use glam::Vec2;

use super::{camera::Camera, draw::DrawData, palette::Palette, style::View, tool_markers::ToolMarkers};
use crate::physics::{DistanceConstraint, LinkKind, ParticleId, World};

use broken_links::BrokenLinks;
use debris::Debris;
use frayed_ends::FrayedEnds;

/// Duration of a pin's squash, s.
const SQUASH_SECONDS: f32 = 0.6;

/// Tangent of half of the angle between open blades.
const OPEN: f32 = 0.46;

/// Snips of the cutting scissors, 1/s.
const SNIPS: f32 = 4.0;

/// Maximum number of steps of a frame. After more, the world has come from another moment.
const MAX_STEPS: u64 = 32;

/// Longest time between two frames that effects follow, s.
const MAX_FRAME_TIME: f32 = 0.1;

/// All effects.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    broken_links: BrokenLinks,
    frayed_ends: FrayedEnds,
    debris: Debris,
    /// Which particles were pinned in the last frame.
    pinned: Vec<bool>,
    squashes: Vec<Squash>,
    /// Phase of the snip of the scissors, 0 to 1.
    snip: f32,
    /// Steps of the world in the last frame.
    steps: u64,
    /// Number of particles in the last frame.
    particles: usize,
}

/// A pin that was just set.
#[derive(Clone, Copy, Debug)]
struct Squash {
    particle: usize,
    /// Time since then, s.
    age: f32,
}

impl Effects {
    /// Updates the effects to this frame, `seconds` after the last one. `positions`: positions of the particles in the
    /// picture, m.
    pub fn follow(&mut self, world: &World, positions: &[Vec2], markers: &ToolMarkers, seconds: f32) {
        let seconds = seconds.clamp(0.0, MAX_FRAME_TIME);
        // After a reset, in another scene or at another moment, links that are missing were not cut.
        let has_jumped = world.step_count() < self.steps || world.step_count() > self.steps + MAX_STEPS;
        // Where particles were removed, others have their ids.
        let are_renumbered = world.particles().len() < self.particles;
        if has_jumped || are_renumbered || self.broken_links.is_undone(world) {
            *self = Self { snip: self.snip, ..Self::default() };
        }
        (self.steps, self.particles) = (world.step_count(), world.particles().len());
        self.broken_links.follow(world);
        self.debris.advance(world.settings().gravity, seconds);
        if !self.broken_links.broken.is_empty() {
            self.frayed_ends.add(&self.broken_links.broken, world, positions);
            self.debris.add(&self.broken_links, positions);
        }
        self.follow_pins(&world.particles().pinned, seconds);
        let next = self.snip + SNIPS * seconds;
        // A snip ends although the stroke has ended.
        let is_snipping =
            markers.scissors.is_some_and(|scissors| scissors.is_cutting) || (self.snip > 0.0 && next < 1.0);
        self.snip = if is_snipping { next.fract() } else { 0.0 };
    }

    fn follow_pins(&mut self, now: &[bool], seconds: f32) {
        self.squashes.retain_mut(|squash| {
            squash.age += seconds;
            squash.age < SQUASH_SECONDS
        });
        if self.pinned == now {
            return;
        }
        if self.pinned.len() == now.len() {
            let set = self.pinned.iter().zip(now).enumerate().filter(|(_, (before, now))| **now && !**before);
            self.squashes.extend(set.map(|(particle, _)| Squash { particle, age: 0.0 }));
        }
        self.pinned.clear();
        self.pinned.extend_from_slice(now);
    }

    /// Drops everything that moves. Frayed ends stay.
    pub fn stop(&mut self) {
        (self.debris, self.snip) = (Debris::default(), 0.0);
        self.squashes.clear();
    }

    /// Whether the next frame differs from this one although nothing else moves.
    pub fn is_moving(&self) -> bool {
        self.debris.is_moving() || !self.squashes.is_empty() || self.snip > 0.0
    }

    /// Ratio of a pin's height to its width: below 1 just after it was set, then oscillating back to 1.
    pub fn squash(&self, particle: usize) -> f32 {
        let Some(Squash { age, .. }) = self.squashes.iter().find(|squash| squash.particle == particle) else {
            return 1.0;
        };
        1.0 - 0.45 * libm::expf(-8.0 * age) * libm::cosf(26.0 * age)
    }

    /// Tangent of half of the angle between the scissors' blades.
    pub fn opening(&self) -> f32 {
        OPEN * (0.55 + 0.45 * libm::cosf(std::f32::consts::TAU * self.snip))
    }

    /// Paints frayed ends, debris and flashes. Frayed ends only where colours are those of the material.
    pub fn paint(&self, positions: &[Vec2], camera: &Camera, palette: &Palette, view: View, to: &mut DrawData) {
        if view == View::Points {
            return;
        }
        if view == View::Plain {
            self.frayed_ends.paint(positions, camera, palette, to);
        }
        self.debris.paint(palette, to);
    }
}

/// Whether a link frays when it breaks. Bars and braces break clean.
fn frays(link: &&DistanceConstraint) -> bool {
    !matches!(link.kind, LinkKind::Beam | LinkKind::Rim | LinkKind::Brace | LinkKind::Stop)
}

/// Unit vector at an angle, rad. By `libm`, so that a picture has the same bits on every machine.
fn unit_vector(angle: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(angle);
    Vec2::new(cos, sin)
}

/// A pseudorandom number from 0 to 1, the same in every run.
fn random(particle: ParticleId, number: u32) -> f32 {
    let mut bits = particle.0.wrapping_mul(0x9E37_79B9) ^ number.wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    (bits ^ (bits >> 15)) as f32 / u32::MAX as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::tool_markers::ScissorsMarker;

    #[test]
    fn scissors_snip_while_cutting_and_end_open() {
        let (world, mut effects) = (World::new(Default::default(), Default::default(), 0), Effects::default());
        let scissors = Some(ScissorsMarker { is_cutting: true, ..ScissorsMarker::default() });
        let mut markers = ToolMarkers { scissors, ..ToolMarkers::default() };
        let angles: Vec<f32> = (0..60)
            .map(|_| {
                effects.follow(&world, &[], &markers, 0.016);
                effects.opening()
            })
            .collect();
        let (min, max) = angles.iter().fold((9.0, 0.0), |(min, max), &x| (x.min(min), x.max(max)));
        assert!(min < 0.1 && max > 0.4, "{min} to {max}");
        markers.scissors = None;
        (0..60).for_each(|_| effects.follow(&world, &[], &markers, 0.016));
        assert_eq!(effects.opening(), OPEN);
    }
}
