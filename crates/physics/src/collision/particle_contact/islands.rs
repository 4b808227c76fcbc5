//! Sleep: what lies still for a while stays exactly where it is, and costs next to nothing.
//!
//! Pieces fall asleep whole: what is joined by links, up to what is pinned; and only while what touches them lies still as
//! well. So a large pile freezes rope by rope, and what is still slipping somewhere does not keep all of it awake. What is
//! asleep has no inverse mass, as what is pinned: nothing moves it, links and strands leave it alone.
//!
//! It wakes when a hand, a cut or a pin changes its piece, when anything is added, when settings, walls or shapes change,
//! and when something touches it, or has stopped touching it, that has moved farther than what lies still may.

use glam::Vec2;

use crate::{collision::particle_contact::contact_solver::DEEP, particles::storage::Particles, settings::Settings};

/// How far, as a share of a disc's radius, something may move within [`QUIET`] and still fall asleep. See also [`CREEP`].
const STILL: f32 = 0.2;

/// For how long everything has to lie still before it falls asleep, s.
pub(crate) const QUIET: f64 = 0.5;

/// What touches others, which are not joined to it, may creep: each time that it has moved too far it loses so much, s, of the
/// time that it counts as lying still, and not all of it. So what goes [`STILL`] in more time than this falls asleep in the end.
/// Friction holds what it held in this substep, links pull a little more in one than in the next: a pile that was flung about
/// slid down itself by some mm/s for half a minute. Nothing creeps that is faster than twice that, and nothing while something
/// is led: what lies on it goes along as slowly.
pub(crate) const CREEP: f64 = 0.25;

/// What overlaps by more than this share of both radii falls asleep together: where one of two gives way no more, the other
/// is pressed deeper into it, and wakes it again.
pub(crate) const TIGHT: f32 = 0.5 * DEEP;

/// What has been pressed into something wakes all that touches it after every so many steps in which it has lain still, and
/// after so many it may sleep nevertheless: it is wedged, and would never come out.
pub(crate) const AGAIN: u16 = 64;
pub(crate) const PATIENCE: u16 = 4 * AGAIN;

/// How often, in steps, it is looked at what could fall asleep.
pub(crate) const LOOK: u64 = 8;

/// The count of what is asleep.
pub const ASLEEP: u16 = u16::MAX;

/// How far a disc of a `radius` may move and be still, m.
pub(crate) fn threshold(radius: f32) -> f32 {
    STILL * radius
}

/// How many steps there are in a time (s), at the most as many as are counted.
pub(crate) fn steps_in(time: f64, settings: &Settings) -> u16 {
    (time / settings.step_seconds()).ceil().min(f64::from(ASLEEP - 1)) as u16
}

/// Who has lain still for how long. State, for as long as discs are on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SleepState {
    /// Where each particle was when it last had moved too far, m.
    pub anchor: Vec<Vec2>,
    /// For how many steps it has been there, and before that if it creeps; [`ASLEEP`].
    pub steps: Vec<u16>,
}

impl SleepState {
    /// Whether there is nothing to remember.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_asleep(&self, index: usize) -> bool {
        self.steps.get(index) == Some(&ASLEEP)
    }

    /// How many are asleep.
    pub fn asleep(&self) -> usize {
        self.steps.iter().filter(|steps| **steps == ASLEEP).count()
    }

    /// Whether all are that could be.
    pub(crate) fn are_asleep(&self, particles: &Particles) -> bool {
        self.steps.iter().zip(&particles.pinned).all(|(steps, pinned)| *steps == ASLEEP || *pinned)
    }

    pub(crate) fn clear(&mut self) {
        self.anchor.clear();
        self.steps.clear();
    }

    /// Takes in what is new.
    pub(crate) fn extend(&mut self, position: &[Vec2]) {
        self.anchor.extend_from_slice(position.get(self.anchor.len()..).unwrap_or_default());
        self.steps.resize(position.len(), 0);
    }

    /// Whether something that is awake has moved farther than what lies still may.
    pub(crate) fn has_moved(&self, index: usize, now: Vec2, radius: f32) -> bool {
        let (way, most) = (now - self.anchor[index], threshold(radius));
        way.x * way.x + way.y * way.y > most * most
    }

    /// Counts one more step of something that is awake; so many are `left` once it has moved too far.
    pub fn count(&mut self, index: usize, now: Vec2, radius: f32, left: u16) {
        if self.has_moved(index, now, radius) {
            (self.anchor[index], self.steps[index]) = (now, left);
        } else {
            self.steps[index] = (self.steps[index] + 1).min(ASLEEP - 1);
        }
    }
}
