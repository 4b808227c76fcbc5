//! Hands of limited force: what a pointer does to the particle that it holds.
//!
//! A held particle stays an ordinary particle for integration, links and contacts. In each substep, after integration
//! and before links are solved, its hand moves it by a correction that counts as motion and is bounded by the hand's
//! force. With `h` the substep, `w` the inverse mass, `d` the displacement after integration:
//!
//! ```text
//! lead       = aim - displacement of the substep before       what links and contacts took back of the hand's own way
//! error      = pointer - (position before the substep + lead)
//! velocity   = pointer's velocity + direction of the error x min(error / CATCH_UP_TIME, sqrt(2 braking error)),
//!              at most `hand_speed`
//! correction = lead + velocity h - d, at most force h² w      and aim = d + correction
//! ```
//!
//! Without `lead` the hand and the links would take turns, and what is held would tremble by millimetres.

use std::ops::Range;

use glam::Vec2;

use crate::kinematic::Grab;
use crate::particles::ParticleId;
use crate::simd::{MovingParticles, clamp_length};

/// Time in which a hand catches up with its pointer, s.
const CATCH_UP_TIME: f32 = 1.0 / 120.0;

/// Number of steps in which a hand lets go of what it has strained.
const RELEASE_STEPS: f32 = 6.0;

/// Greatest return speed, m/s, of a strained particle during a release.
const RELEASE_SPEED: f32 = 0.3;

/// What a hand keeps from one substep to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Grip {
    /// Displacement of the last substep that the hand aimed at, m.
    pub aim: Vec2,
    /// Force of the hand in the last substep, N.
    pub push: Vec2,
}

/// A hand that is letting go of a particle. State.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Release {
    pub particle: ParticleId,
    /// Its push is the force against links and contacts at the release, N.
    pub grip: Grip,
    /// Share of the force that is left, 1 to 0.
    pub left: f32,
}

/// A hand in a step. Scratch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HandStep {
    /// Greatest force, N.
    force: f32,
    /// Acceleration at which it slows down before its pointer, m/s².
    braking: f32,
    /// Position before integration, m.
    from: Vec2,
    /// Displacement before integration, m.
    before: Vec2,
}

impl HandStep {
    /// A hand of a force, N, that slows down at `braking`, m/s².
    pub fn new(force: f32, braking: f32) -> Self {
        Self { force, braking, ..Self::default() }
    }
}

/// A held particle in a substep.
#[derive(Clone, Copy, Debug)]
struct HeldMotion {
    from: Vec2,
    before: Vec2,
    /// Displacement of this substep so far, m.
    displacement: Vec2,
    /// Displacement by a force of 1 N in a substep, m/N.
    mobility: f32,
}

/// The hands of a step.
#[derive(Debug)]
pub(crate) struct Hands<'a> {
    pub grabs: &'a mut [Grab],
    pub releases: &'a mut [Release],
    /// Those that hold, then those that let go; empty while hands move particles of inverse mass 0.
    pub steps: &'a mut [HandStep],
    pub timing: HandTiming,
}

/// The times and the greatest speed of hands in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandTiming {
    /// Length of a substep, s.
    pub substep: f32,
    /// Number of substeps in the step.
    pub substeps: u32,
    /// Greatest speed of a hand, m/s.
    pub max_speed: f32,
}

/// The motion of a pointer in a substep.
#[derive(Clone, Copy, Debug)]
struct PointerMotion {
    /// Position at its beginning, m.
    at: Vec2,
    /// m/s.
    velocity: Vec2,
}

impl Hands<'_> {
    /// Records the held ones of some particles, which are `ids`, before integration.
    pub fn record(&mut self, particles: &MovingParticles, ids: &Range<usize>) {
        let held = self.grabs.iter().map(|grab| grab.particle);
        let all = held.chain(self.releases.iter().map(|release| release.particle));
        for (step, particle) in self.steps.iter_mut().zip(all).filter(|(_, particle)| ids.contains(&particle.index())) {
            let at = particle.index() - ids.start;
            (step.from, step.before) = (particles.position[at], particles.displacement[at]);
        }
    }

    /// Adds the corrections of the held ones of some particles, which are `ids`, in the substep of this number.
    pub fn pull(&mut self, particles: &mut MovingParticles, ids: &Range<usize>, number: u32) {
        let Self { grabs, releases, steps, timing } = self;
        let HandTiming { substep, substeps, .. } = *timing;
        let [start, end] = [number, number + 1].map(|number| number as f32 / substeps as f32);
        let mut steps = steps.iter();
        for (grab, step) in grabs.iter_mut().zip(&mut steps) {
            if let Some((at, motion)) = held_motion(particles, ids, (grab.particle, step), substep) {
                let [from, to] = [start, end].map(|time| grab.pointer_at(time));
                let pointer = PointerMotion { at: from, velocity: (to - from) / substep };
                particles.corrections[at] += grab.grip.pull(motion, step, pointer, *timing);
            }
        }
        for (release, step) in releases.iter_mut().zip(steps) {
            if let Some((at, motion)) = held_motion(particles, ids, (release.particle, step), substep) {
                particles.corrections[at] += release.pull(motion, step, end - start, substep);
            }
        }
    }
}

/// The place among some particles, which are `ids`, of one that a hand moves in this step, and its motion.
fn held_motion(
    MovingParticles { displacement, inv_mass, .. }: &MovingParticles,
    ids: &Range<usize>,
    (particle, &HandStep { from, before, .. }): (ParticleId, &HandStep),
    substep: f32,
) -> Option<(usize, HeldMotion)> {
    let at = ids.contains(&particle.index()).then(|| particle.index() - ids.start)?;
    let mobility = substep * substep * inv_mass[at];
    (mobility > 0.0).then(|| (at, HeldMotion { from, before, displacement: displacement[at], mobility }))
}

impl Grip {
    /// What links and contacts took back of the hand's way in the last substep, for a held particle of this displacement, m.
    pub fn lead(&self, displacement: Vec2) -> Vec2 {
        self.aim - displacement
    }

    /// The correction of the held particle in a substep, m.
    fn pull(
        &mut self,
        motion: HeldMotion,
        hand: &HandStep,
        PointerMotion { at: pointer, velocity }: PointerMotion,
        HandTiming { substep, max_speed, .. }: HandTiming,
    ) -> Vec2 {
        let HeldMotion { from, before, displacement, mobility } = motion;
        let lead = self.lead(before);
        let error = pointer - (from + lead);
        let distance = error.length();
        let catch_up = (distance / CATCH_UP_TIME).min((2.0 * hand.braking * distance).sqrt());
        let toward = if distance > 0.0 { error * (catch_up / distance) } else { Vec2::ZERO };
        let velocity = clamp_length(velocity + toward, max_speed);
        let correction = clamp_length(lead + velocity * substep - displacement, mobility * hand.force);
        *self = Self { aim: displacement + correction, push: correction / mobility };
        correction
    }

    /// The same grip in substeps of another length, for a particle of this displacement (m): see
    /// `rescale_displacements`.
    pub fn rescale(&mut self, displacement: Vec2, ratio: f32, offset: Vec2) {
        self.aim = displacement * ratio + offset + self.lead(displacement) * (ratio * ratio);
    }
}

impl Release {
    /// The correction of a particle that is let go, m: along the last push alone, against its return.
    fn pull(&mut self, motion: HeldMotion, hand: &HandStep, share: f32, substep: f32) -> Vec2 {
        let HeldMotion { before, displacement, mobility, .. } = motion;
        let along = self.grip.push.normalize_or_zero();
        let lead = self.grip.lead(before).dot(along).max(0.0);
        let wanted = lead - RELEASE_SPEED * substep - displacement.dot(along);
        let correction = along * wanted.min(mobility * hand.force * self.left).max(0.0);
        self.grip.aim = displacement + correction;
        self.left = (self.left - share / RELEASE_STEPS).max(0.0);
        correction
    }
}
