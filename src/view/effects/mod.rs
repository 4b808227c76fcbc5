//! What moves in the picture alone: the frayed ends and flying fibres of what was cut, a flash where it tore, pins that
//! squash when they are set, scissors that open and close. It is read off the world from frame to frame and never goes
//! back into it.

mod breaks;
mod fray;

use glam::Vec2;

use super::{camera::Camera, draw::DrawData, marks::Marks, palette::Palette, style::View};
use crate::physics::{ParticleId, World};

use breaks::Breaks;
use fray::{Fibre, Flash, Stub};

/// How long a pin squashes, s.
const SQUASH_SECONDS: f32 = 0.6;

/// Tangent of half of the angle between open blades, and how much of it they close in a snip.
const OPEN: f32 = 0.46;
/// Snips a second while the scissors cut.
const SNIPS: f32 = 4.0;

/// More steps than a frame has: the world has come from another moment.
const MOST_STEPS: u64 = 32;

/// All of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    breaks: Breaks,
    stubs: Vec<Stub>,
    fibres: Vec<Fibre>,
    flashes: Vec<Flash>,
    /// Which particles were pinned in the last frame.
    pinned: Vec<bool>,
    /// Pins that were just set, and since when, s.
    squashed: Vec<(u32, f32)>,
    /// How far the scissors are through a snip, 0 to 1.
    snip: f32,
    /// The world's steps in the last frame.
    steps: u64,
}

impl Effects {
    /// Follows the world to this frame, `seconds` after the last one. `seen`: where its particles are in the picture, m.
    pub fn follow(&mut self, world: &World, seen: &[Vec2], marks: &Marks, seconds: f32) {
        let seconds = seconds.clamp(0.0, 0.1);
        // A reset, another scene, or another moment: what there is now was not cut here.
        let travelled = world.step_count() < self.steps || world.step_count() > self.steps + MOST_STEPS;
        if travelled || self.breaks.is_undone(world) {
            *self = Self { snip: self.snip, ..Self::default() };
        }
        self.steps = world.step_count();
        let Self { breaks, stubs, fibres, flashes, .. } = self;
        breaks.follow(world);
        fray::age(fibres, flashes, world.settings().gravity, seconds);
        if !breaks.broken().is_empty() {
            fray::fray(stubs, breaks.broken(), world, seen);
            fray::scatter(fibres, flashes, breaks, seen);
            fray::limit(stubs, fibres, flashes);
        }
        self.follow_pins(&world.particles().pinned, seconds);
        let next = self.snip + SNIPS * seconds;
        // A snip that has begun is brought to its end.
        self.snip = if marks.cutting || (self.snip > 0.0 && next < 1.0) { next.fract() } else { 0.0 };
    }

    fn follow_pins(&mut self, now: &[bool], seconds: f32) {
        self.squashed.retain_mut(|(_, age)| {
            *age += seconds;
            *age < SQUASH_SECONDS
        });
        if self.pinned == now {
            return;
        }
        if self.pinned.len() == now.len() {
            let set = self.pinned.iter().zip(now).enumerate().filter(|(_, (before, now))| **now && !**before);
            self.squashed.extend(set.map(|(index, _)| (index as u32, 0.0)));
        }
        self.pinned.clear();
        self.pinned.extend_from_slice(now);
    }

    /// Whether the next frame would be another one, though nothing else moved.
    pub fn are_moving(&self) -> bool {
        let Self { fibres, flashes, squashed, snip, .. } = self;
        !(fibres.is_empty() && flashes.is_empty() && squashed.is_empty()) || *snip > 0.0
    }

    /// A pin's height to its width: below 1 just after it was set, then it swings back.
    pub fn squash(&self, particle: usize) -> f32 {
        let Some(&(_, age)) = self.squashed.iter().find(|(id, _)| *id as usize == particle) else { return 1.0 };
        1.0 - 0.45 * libm::expf(-8.0 * age) * libm::cosf(26.0 * age)
    }

    /// Tangent of half of the angle between the scissors' blades.
    pub fn opening(&self) -> f32 {
        OPEN * (0.55 + 0.45 * libm::cosf(std::f32::consts::TAU * self.snip))
    }

    /// Adds what is to be seen of it.
    pub fn paint(&self, seen: &[Vec2], camera: &Camera, palette: &Palette, view: View, to: &mut DrawData) {
        if view == View::Points {
            return;
        }
        // Where colour has a meaning, frayed ends have none.
        for stub in self.stubs.iter().filter(|_| view == View::Plain) {
            stub.paint(seen, camera, palette, to);
        }
        for fibre in &self.fibres {
            fibre.paint(palette, to);
        }
        for flash in &self.flashes {
            flash.paint(palette, to);
        }
    }
}

/// A number from 0 to 1 that depends on what it is for alone: the same fibres in every run.
fn chance(particle: ParticleId, number: u32) -> f32 {
    let mut bits = particle.0.wrapping_mul(0x9E37_79B9) ^ number.wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    (bits ^ (bits >> 15)) as f32 / u32::MAX as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_that_was_just_set_squashes_and_comes_back() {
        let mut effects = Effects::default();
        effects.follow_pins(&[true, false], 0.0);
        assert_eq!((effects.squash(0), effects.squash(1)), (1.0, 1.0), "what a scene pins is not news");
        effects.follow_pins(&[true, true], 0.01);
        assert!(effects.squash(1) < 0.7);
        (0..100).for_each(|_| effects.follow_pins(&[true, true], 0.01));
        assert_eq!(effects.squash(1), 1.0);
    }

    #[test]
    fn scissors_close_and_open_while_they_cut_and_end_open() {
        let (world, mut effects) = (World::new(Default::default(), Default::default(), 0), Effects::default());
        let mut marks = Marks { cutting: true, ..Marks::default() };
        let angles: Vec<f32> = (0..60)
            .map(|_| {
                effects.follow(&world, &[], &marks, 0.016);
                effects.opening()
            })
            .collect();
        let (least, most) = angles.iter().fold((9.0, 0.0), |(least, most), &x| (x.min(least), x.max(most)));
        assert!(least < 0.1 && most > 0.4, "{least} to {most}");
        marks.cutting = false;
        (0..60).for_each(|_| effects.follow(&world, &[], &marks, 0.016));
        assert_eq!(effects.opening(), OPEN);
    }
}
