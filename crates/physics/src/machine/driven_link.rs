//! Driven links: winches, pistons, muscles and springs.
//!
//! A driven link is elastic, and its drive moves its rest length in each substep. The limit of its force is the greatest
//! stretch: a rest length that would lie further from the length of the link follows it. So a drive that is held stalls at
//! its force, one that is let runs on from there, and all that solves elastic links solves driven ones. The stretch at the
//! limit is small: [`GIVE`] of the length, unless the drive is a spring.

use serde::{Deserialize, Serialize};

use super::Control;
use crate::math::clamp_or;
use crate::particles::ParticleId;

/// Stretch of a driven link at the limit of its force, as a share of its length, where it has no stiffness of its own.
const GIVE: f32 = 0.01;

/// Least length of a driven link, m.
pub const MIN_DRIVEN_LENGTH: f32 = 0.01;

/// Greatest length of a driven link, m.
pub const MAX_DRIVEN_LENGTH: f32 = 100.0;

/// Range of the force of a drive, N.
pub const DRIVE_FORCE_RANGE: (f32, f32) = (0.01, 1e6);

/// Range of the stiffness of a spring, N/m.
pub const SPRING_STIFFNESS_RANGE: (f32, f32) = (0.1, 1e8);

/// Greatest speed of a stroke, m/s.
pub const MAX_STROKE_SPEED: f32 = 20.0;

/// Greatest amplitude of a muscle, as a share of its length.
pub const MAX_AMPLITUDE: f32 = 0.9;

/// Shortest wave of a muscle, s.
pub const MIN_PERIOD: f32 = 0.05;

/// Greatest damping of a spring in a substep, as a share of what would stop its ends.
const MAX_DAMPING: f32 = 0.5;

/// How a drive moves the rest length of its link.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Stroke {
    /// It does not: a spring.
    Still,
    /// To the longer length while it is driven forward, to the shorter one while back: a winch or a piston. Without keys it
    /// goes to and fro.
    Linear {
        /// Shortest length, m.
        min: f32,
        /// Longest length, m.
        max: f32,
        /// Speed, m/s.
        speed: f32,
    },
    /// In waves about its length, while it is driven: a muscle.
    Wave {
        /// Greatest change of the length, as a share of it.
        amplitude: f32,
        /// Time of a wave, s.
        period: f32,
        /// Part of a wave at the beginning, 0 to 1.
        phase: f32,
    },
}

/// What drives a link.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkDrive {
    /// How it moves the rest length.
    pub stroke: Stroke,
    /// Greatest force, N.
    pub force: f32,
    /// Stiffness of a spring, N/m; that of a link that hardly stretches if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f32>,
    /// Damping, N s/m.
    #[serde(default)]
    pub damping: f32,
    /// The keys that work it.
    #[serde(default)]
    pub control: Control,
}

/// A link with its drive. State.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrivenLink {
    /// Its ends, in rising order.
    pub ends: [ParticleId; 2],
    /// Its drive.
    pub drive: LinkDrive,
    /// Its length when it was made, m.
    pub length: f32,
    /// Its rest length now, m.
    pub rest_length: f32,
    /// Part of its wave that has passed, 0 to 1; of a stroke to and fro, whether it goes back (1).
    pub phase: f32,
    /// Whether a latching key has turned it on.
    pub is_on: bool,
}

impl LinkDrive {
    /// Its stiffness on a link of a length (m), N/m.
    #[must_use]
    pub fn stiffness_on(&self, length: f32) -> f32 {
        self.stiffness.unwrap_or(self.force / (GIVE * length))
    }

    /// The drive of a link that is scaled.
    pub(crate) fn scaled(self, by: f32) -> Self {
        let stroke = match self.stroke {
            Stroke::Linear { min, max, speed } => Stroke::Linear { min: min * by, max: max * by, speed },
            stroke => stroke,
        };
        Self { stroke, ..self }.clamped()
    }

    /// The drive with its numbers in their ranges.
    pub(crate) fn clamped(self) -> Self {
        let Self { stroke, force, stiffness, damping, control } = self;
        let stroke = match stroke {
            Stroke::Still => stroke,
            Stroke::Linear { min, max, speed } => {
                let min = clamp_or(min, MIN_DRIVEN_LENGTH, MAX_DRIVEN_LENGTH, MIN_DRIVEN_LENGTH);
                let max = clamp_or(max, min, MAX_DRIVEN_LENGTH, min);
                Stroke::Linear { min, max, speed: clamp_or(speed, 0.0, MAX_STROKE_SPEED, 0.0) }
            }
            Stroke::Wave { amplitude, period, phase } => Stroke::Wave {
                amplitude: clamp_or(amplitude, 0.0, MAX_AMPLITUDE, 0.0),
                period: clamp_or(period, MIN_PERIOD, f32::MAX, 1.0),
                phase: clamp_or(phase, 0.0, 1.0, 0.0),
            },
        };
        let within = |value: f32, (low, high): (f32, f32)| clamp_or(value, low, high, low);
        let force = within(force, DRIVE_FORCE_RANGE);
        let stiffness = stiffness.map(|stiffness| within(stiffness, SPRING_STIFFNESS_RANGE));
        Self { stroke, force, stiffness, damping: within(damping, (0.0, SPRING_STIFFNESS_RANGE.1)), control }
    }
}

impl DrivenLink {
    /// A link of a length (m) with its drive at the beginning.
    pub(crate) fn new(ends: [ParticleId; 2], length: f32, drive: LinkDrive) -> Self {
        let phase = if let Stroke::Wave { phase, .. } = drive.stroke { phase } else { 0.0 };
        Self { ends, drive, length, rest_length: length, phase, is_on: false }
    }

    /// Whether its numbers are in their ranges, and its ends in their order.
    pub(crate) fn is_valid(&self) -> bool {
        let Self { ends, drive, length, rest_length, phase, is_on: _ } = self;
        let is_length = |length: f32| length > 0.0 && length.is_finite();
        ends[0] < ends[1]
            && drive.clamped() == *drive
            && is_length(*length)
            && is_length(*rest_length)
            && (0.0..=1.0).contains(phase)
    }

    /// Its compliance, m/N.
    #[must_use]
    pub fn compliance(&self) -> f32 {
        1.0 / self.drive.stiffness_on(self.length)
    }

    /// Moves the rest length by a substep (s), as the input asks, of a link of this length (m). A rope that is wound
    /// (`is_limp`) pushes nothing: the winch lets out what its load takes. Returns the work of the drive, J.
    pub(crate) fn advance(&mut self, input: f32, substep: f32, (length, is_limp): (f32, bool)) -> f32 {
        let before = self.rest_length;
        let wanted = match self.drive.stroke {
            Stroke::Still => self.length,
            Stroke::Linear { min, max, speed } => {
                let way = if self.drive.control.has_keys() { input } else { 1.0 - 2.0 * self.phase };
                let wanted = before + way * speed * substep;
                if wanted >= max || wanted <= min {
                    self.phase = f32::from(u8::from(wanted >= max));
                }
                wanted.clamp(min, max)
            }
            Stroke::Wave { amplitude, period, .. } => {
                let passed = self.phase + input * substep / period;
                self.phase = passed - passed.floor();
                self.length * (1.0 + amplitude * wave(self.phase))
            }
        };
        let stiffness = self.drive.stiffness_on(self.length);
        let give = self.drive.force / stiffness;
        let is_wound = is_limp && matches!(self.drive.stroke, Stroke::Linear { .. });
        let longest = if is_wound { length } else { length + give };
        // Not `clamp`, which panics where a length is no number.
        self.rest_length = wanted.min(longest).max(length - give).max(MIN_DRIVEN_LENGTH);
        let [stretched, stretched_before] = [self.rest_length, before].map(|rest| (length - rest) * (length - rest));
        0.5 * stiffness * (stretched - stretched_before)
    }

    /// The rest length with which the damping of a link that grows at a speed (m/s) acts in a substep (s), m. `weight` is the
    /// sum of its ends' inverse masses, 1/kg.
    pub(crate) fn damped_rest_length(&self, speed: f32, weight: f32, substep: f32) -> f32 {
        let damping = self.drive.damping.min(MAX_DAMPING / (weight * substep));
        self.rest_length - speed * damping / self.drive.stiffness_on(self.length)
    }

    /// Whether it moves its rest length, for an input.
    pub(crate) fn moves(&self, input: f32) -> bool {
        match self.drive.stroke {
            Stroke::Still => false,
            Stroke::Linear { .. } if !self.drive.control.has_keys() => true,
            _ => input != 0.0,
        }
    }

    /// The force of the drive on a link of a length (m), N: positive where it pulls.
    #[must_use]
    pub fn tension(&self, length: f32) -> f32 {
        (length - self.rest_length) * self.drive.stiffness_on(self.length)
    }
}

/// A wave of period 1 between -1 and 1: two parabolas, which the sine differs from by at most 0.06. The same bits on every
/// machine.
fn wave(phase: f32) -> f32 {
    if phase < 0.5 { 16.0 * phase * (0.5 - phase) } else { -16.0 * (phase - 0.5) * (1.0 - phase) }
}
