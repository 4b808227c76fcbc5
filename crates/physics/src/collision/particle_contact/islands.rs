//! Islands and sleep: islands at rest stop being simulated until something touches them.
//!
//! An island is a set of particles joined by links, up to fixed ones, and by tight contacts. It sleeps as a whole, once
//! all its particles and all that touch them are at rest. So a large pile freezes rope by rope. A sleeping particle has
//! no inverse mass, like a pinned one: nothing moves it, and the solvers skip it.
//!
//! An island wakes when a grab, a cut or a pin changes it, when anything is added, when settings, walls or shapes
//! change, and when a particle that has moved touches it or leaves it.

use glam::Vec2;

use crate::collision::particle_contact::{BroadPhase, DEEP, Pair, ParticleContacts};
use crate::particles::Particles;
use crate::settings::Settings;

/// Distance, as a fraction of a disc's radius, within which a particle is at rest for [`REST_TIME`]. See also
/// [`CREEP_TIME`].
const REST_DISTANCE: f32 = 0.2;

/// Time at rest before an island falls asleep, s.
pub(crate) const REST_TIME: f64 = 0.5;

/// Time at rest, s, that a creeping particle in contact loses each time it has moved by the rest distance. Other
/// particles lose all of it.
///
/// So a particle that creeps by less than the rest distance per this time falls asleep. Piles creep, because friction
/// holds only from substep to substep. Particles faster than twice that do not count as creeping, and none do while
/// pointers, keys, pins or shapes move something.
pub(crate) const CREEP_TIME: f64 = 0.25;

/// Contacts deeper than this fraction of their reach join islands: if one of the two slept, it would yield no more, and
/// the other would press into it and wake it again.
pub(crate) const JOIN_DEPTH: f32 = 0.5 * DEEP;

/// Steps at rest after which a particle in a deep contact wakes all that touches it, each time.
pub(crate) const WAKE_INTERVAL: u16 = 64;

/// Steps at rest after which a particle in a deep contact counts as wedged and may sleep.
pub(crate) const WEDGED_STEPS: u16 = 4 * WAKE_INTERVAL;

/// Steps between searches for islands that fall asleep.
pub(crate) const SLEEP_INTERVAL: u64 = 8;

/// The count of steps of a sleeping particle.
pub const ASLEEP: u16 = u16::MAX;

/// Distance within which a disc of a radius (m) is at rest, m.
pub(crate) fn rest_distance(radius: f32) -> f32 {
    REST_DISTANCE * radius
}

/// Number of steps in a time (s), at most the largest count.
pub(crate) fn steps_in(time: f64, settings: &Settings) -> u16 {
    (time / settings.step_seconds()).ceil().min(f64::from(ASLEEP - 1)) as u16
}

/// Time at rest of each particle. State, while particles collide.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SleepState {
    /// Place of each particle when it last moved by the rest distance, m.
    pub anchor: Vec<Vec2>,
    /// Steps at rest since then, and before that if it creeps; [`ASLEEP`] while it sleeps.
    pub steps: Vec<u16>,
}

/// Buffers of the search for islands. Scratch, except `woken`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    /// Root of each particle's island: disjoint sets.
    pub root: Vec<u32>,
    /// Marks of particles, and of islands at their roots.
    pub marks: Vec<bool>,
    /// Particles to wake at the end of the step.
    pub woken: Vec<u32>,
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
        self.anchor.clear();
        self.steps.clear();
    }

    /// Adds new particles, awake.
    pub(crate) fn extend(&mut self, position: &[Vec2]) {
        self.anchor.extend_from_slice(position.get(self.anchor.len()..).unwrap_or_default());
        self.steps.resize(position.len(), 0);
    }

    /// Whether a particle of a radius (m) has left the rest distance around its anchor.
    pub(crate) fn has_moved(&self, index: usize, now: Vec2, radius: f32) -> bool {
        let (offset, limit) = (now - self.anchor[index], rest_distance(radius));
        offset.x * offset.x + offset.y * offset.y > limit * limit
    }

    /// Counts a step of an awake particle. A particle that has moved keeps `remaining` steps.
    pub fn count(&mut self, index: usize, now: Vec2, radius: f32, remaining: u16) {
        if self.has_moved(index, now, radius) {
            (self.anchor[index], self.steps[index]) = (now, remaining);
        } else {
            self.steps[index] = (self.steps[index] + 1).min(ASLEEP - 1);
        }
    }
}

impl ParticleContacts {
    /// Marks sleeping discs for waking that a moved disc touches or has left.
    pub(crate) fn wake_touched(&mut self, particles: &Particles, sleep: &SleepState) {
        let Self { broad_phase, islands, radius, common_radius, deep, .. } = self;
        let BroadPhase { borders, found_at, .. } = broad_phase;
        deep.sort_unstable();
        borders.retain(|&Pair { a, b, reach }| {
            let (a, b) = (a as usize, b as usize);
            // A disc deep inside a sleeping one cannot leave it, so it wakes the other; at each interval it wakes all
            // that it touches. A wedged disc wakes nothing, or two of them would wake each other for ever.
            let may_wake = sleep.steps[a] < WEDGED_STEPS;
            let near = if sleep.steps[a].is_multiple_of(WAKE_INTERVAL) { reach } else { (1.0 - JOIN_DEPTH) * reach };
            let squared = (particles.position[b] - particles.position[a]).length_squared();
            if may_wake && squared < near * near && deep.binary_search(&(a as u32)).is_ok() {
                islands.woken.push(b as u32);
                return false;
            }
            if !sleep.has_moved(a, particles.position[a], radius[a].min(*common_radius)) {
                return true;
            }
            let near = reach + rest_distance(radius[b]);
            let touch = |a: Vec2, b: Vec2| (b - a).length_squared() < near * near;
            let is_touched = touch(particles.position[a], particles.position[b]) || touch(found_at[a], found_at[b]);
            if is_touched {
                islands.woken.push(b as u32);
            }
            !is_touched
        });
    }
}
