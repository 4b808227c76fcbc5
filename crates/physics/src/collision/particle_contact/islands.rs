//! Islands and sleep: islands at rest stop being simulated until something disturbs them.
//!
//! An island is a set of particles joined by links, up to pinned ones. It falls asleep as a whole once all its particles,
//! and all that touch it, are at rest. So a large pile freezes rope by rope. A sleeping particle has no inverse mass, like
//! a pinned one: nothing moves it, and the solvers skip it.
//!
//! A particle is at rest if it strays little in both halves of [`REST_TIME`].

use glam::Vec2;

use crate::collision::particle_contact::{BroadPhase, Pair, ParticleContacts};
use crate::particles::Particles;
use crate::settings::Settings;
use crate::tuning::{PRESSED, REST_SPEED};

/// Distance, as a fraction of a disc's radius, by which discs in contact may shift: a disc that has moved by less wakes
/// none that it touches, and discs within this distance count as touching.
const SHIFT: f32 = 0.2;

/// Time over which the velocity of a particle is measured, s.
const REST_TIME: f64 = 0.5;

/// Maximum speed at rest, m/s.
const SLEEPING_SPEED: f32 = REST_SPEED / 10.0;

/// The same in radii per second, for thin discs.
const MAX_RADII_PER_SECOND: f32 = 0.16;

/// The count of steps of a sleeping particle.
pub const ASLEEP: u16 = u16::MAX;

/// The count of steps of a particle that a command has changed since the last step.
pub(crate) const DISTURBED: u16 = 0;

/// Distance by which a disc of a radius (m) in contact may shift, m.
pub(crate) fn max_shift(radius: f32) -> f32 {
    SHIFT * radius
}

/// The steps in which rest is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RestClock {
    /// Steps in half the [`REST_TIME`].
    half: u16,
}

impl RestClock {
    pub fn new(settings: &Settings) -> Self {
        let steps = (0.5 * REST_TIME / settings.step_seconds()).ceil();
        Self { half: steps.clamp(1.0, f64::from(ASLEEP / 4)) as u16 }
    }

    /// Steps in a half of the time, between two measurements.
    pub fn half(self) -> u16 {
        self.half
    }

    /// Steps after which a particle that passed all measurements is at rest.
    pub fn whole(self) -> u16 {
        2 * self.half
    }
}

/// Greatest speed at rest of a particle with a radius (m) as a disc, m/s.
pub(crate) fn max_rest_speed(radius: f32) -> f32 {
    SLEEPING_SPEED.min(MAX_RADII_PER_SECOND * radius)
}

/// Where a particle was, to measure its rest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RestSample {
    /// Position at the last measurement, m.
    pub last: Vec2,
    /// Greatest distance from `last` since then, m.
    pub reach: f32,
}

impl RestSample {
    /// The sample of a particle that has been at a position (m).
    pub fn at(position: Vec2) -> Self {
        Self { last: position, reach: 0.0 }
    }
}

/// Rest of each particle. State, while particles collide.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SleepState {
    /// Position of each particle when it last shifted, m: see [`SHIFT`].
    pub shifted_at: Vec<Vec2>,
    /// Where each particle was.
    pub samples: Vec<RestSample>,
    /// Steps since each particle was disturbed, woken or not at rest; [`ASLEEP`] while it sleeps.
    pub steps: Vec<u16>,
}

/// Buffers of the search for islands; `woken` is handed on to `update_sleep`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    /// Marks of particles, and of islands at their roots.
    pub marks: Vec<bool>,
    /// Particles to wake in this step.
    pub woken: Vec<u32>,
}

impl Islands {
    /// Reserves the memory that a number of discs need at rest.
    pub fn reserve(&mut self, count: usize) {
        let Self { marks, woken } = self;
        marks.reserve(count);
        woken.reserve(4 * count);
    }
}

impl SleepState {
    /// Whether particles do not collide.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_asleep(&self, index: usize) -> bool {
        self.steps.get(index) == Some(&ASLEEP)
    }

    /// Number of sleeping particles.
    pub fn asleep_count(&self) -> usize {
        self.steps.iter().filter(|steps| **steps == ASLEEP).count()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds new particles, awake and disturbed.
    pub(crate) fn extend(&mut self, position: &[Vec2]) {
        let added = position.get(self.steps.len()..).unwrap_or_default();
        self.shifted_at.extend_from_slice(added);
        self.samples.extend(added.iter().copied().map(RestSample::at));
        self.steps.resize(position.len(), DISTURBED);
    }

    /// Whether a particle of a radius (m) has shifted from [`Self::shifted_at`].
    pub(crate) fn has_shifted(&self, index: usize, now: Vec2, radius: f32) -> bool {
        let (offset, limit) = (now - self.shifted_at[index], max_shift(radius));
        offset.x * offset.x + offset.y * offset.y > limit * limit
    }

    /// Sets the count of steps of a particle that is put to sleep or woken at a position (m).
    pub(crate) fn restart(&mut self, index: usize, at: Vec2, steps: u16) {
        self.shifted_at[index] = at;
        self.samples[index] = RestSample::at(at);
        self.steps[index] = steps;
    }

    /// Makes an awake particle wait for the whole time again.
    pub(crate) fn postpone(&mut self, index: usize) {
        self.steps[index] = self.steps[index].min(DISTURBED + 1);
    }

    /// Counts a step of an awake particle.
    pub fn count(&mut self, index: usize, now: Vec2, radius: f32) {
        if self.has_shifted(index, now, radius) {
            self.shifted_at[index] = now;
        }
        let RestSample { last, reach, .. } = &mut self.samples[index];
        *reach = reach.max((now - *last).length());
        self.steps[index] = (self.steps[index] + 1).min(ASLEEP - 1);
    }
}

impl ParticleContacts {
    /// Marks sleeping discs for waking that a moved disc touches or has left, or into which one that is not at rest is
    /// pressed: they do not yield before they are awake.
    pub(crate) fn wake_touched(&mut self, particles: &Particles, sleep: &SleepState, clock: RestClock) {
        let Self { broad_phase, islands, radius, common_radius, .. } = self;
        let BroadPhase { borders, found_at, .. } = broad_phase;
        borders.retain(|&Pair { a, b, reach }| {
            let (a, b) = (a as usize, b as usize);
            let near = reach + max_shift(radius[b]);
            let is_within = |a: Vec2, b: Vec2, near: f32| (b - a).length_squared() < near * near;
            let now = [particles.position[a], particles.position[b]];
            let has_shifted = sleep.has_shifted(a, now[0], radius[a].min(*common_radius));
            let is_pressed = sleep.steps[a] < clock.whole() && is_within(now[0], now[1], (1.0 - PRESSED) * reach);
            let is_touched = is_pressed
                || (has_shifted && (is_within(now[0], now[1], near) || is_within(found_at[a], found_at[b], near)));
            if is_touched {
                islands.woken.push(b as u32);
            }
            !is_touched
        });
    }
}
