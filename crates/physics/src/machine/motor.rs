//! Motors: a torque between what turns about an axle and what carries it.
//!
//! In each substep a motor gives the two the difference of turning speed that they lack, by an impulse within its torque.
//! What they carry makes them slower than asked by what the motor gives in a substep, too little to be seen.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::Control;
use crate::math::clamp_or;
use crate::particles::{ParticleId, Particles};

/// Greatest turning speed of a motor, rad/s.
pub const MAX_MOTOR_SPEED: f32 = 200.0;

/// Range of the torque of a motor, N m.
pub const TORQUE_RANGE: (f32, f32) = (1e-3, 1e5);

/// What a motor does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotorDrive {
    /// Turning speed of what turns relative to what carries it, rad/s, counter-clockwise.
    pub speed: f32,
    /// Greatest torque, N m.
    pub torque: f32,
    /// Whether it holds while no key drives it. Otherwise it turns freely then.
    #[serde(default)]
    pub brakes: bool,
    /// Whether it never turns against its speed.
    #[serde(default)]
    pub one_way: bool,
    /// The keys that work it.
    #[serde(default)]
    pub control: Control,
}

/// A motor. State.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motor {
    /// The particle about which the two turn.
    pub axle: ParticleId,
    /// A particle of what turns, and one of what carries it.
    pub arms: [ParticleId; 2],
    /// What it does.
    pub drive: MotorDrive,
    /// Whether a latching key has turned it on.
    pub is_on: bool,
}

/// Particles that turn about an axle as one.
#[derive(Clone, Copy)]
pub(crate) struct Turning<'a> {
    pub axle: u32,
    pub members: &'a [u32],
}

impl MotorDrive {
    /// The drive with its numbers in their ranges.
    pub(crate) fn clamped(self) -> Self {
        let speed = clamp_or(self.speed, -MAX_MOTOR_SPEED, MAX_MOTOR_SPEED, 0.0);
        Self { speed, torque: clamp_or(self.torque, TORQUE_RANGE.0, TORQUE_RANGE.1, TORQUE_RANGE.0), ..self }
    }

    /// The turning speeds (rad/s) between which the motor gives no torque, for an input of its keys.
    fn wanted(&self, input: f32) -> (f32, f32) {
        let speed = self.speed * input;
        let (low, high) =
            if input == 0.0 && !self.brakes { (f32::NEG_INFINITY, f32::INFINITY) } else { (speed, speed) };
        match self.one_way {
            true if self.speed > 0.0 => (low.max(0.0), high.max(0.0)),
            true if self.speed < 0.0 => (low.min(0.0), high.min(0.0)),
            _ => (low, high),
        }
    }

    /// The impulse of torque (kg m², times radians per substep) that the motor gives in a substep (s), from the turning speed
    /// in radians per substep and what an impulse adds to it.
    pub(crate) fn impulse(&self, input: f32, turn: f32, yielding: f32, substep: f32) -> f32 {
        let (low, high) = self.wanted(input);
        let lacking = (low * substep - turn).max(0.0) + (high * substep - turn).min(0.0);
        let most = self.torque * substep * substep;
        if yielding > 0.0 { (lacking / yielding).min(most).max(-most) } else { 0.0 }
    }
}

impl Turning<'_> {
    fn levers<'a>(&'a self, particles: &'a Particles) -> impl Iterator<Item = (usize, Vec2, f32)> {
        let axle = particles.position[self.axle as usize];
        self.members.iter().map(move |&member| {
            let member = member as usize;
            (member, particles.position[member] - axle, particles.mass[member])
        })
    }

    /// Whether a pin or a hand keeps it from turning.
    fn is_fixed(&self, particles: &Particles) -> bool {
        self.members.iter().any(|&member| particles.inv_mass[member as usize] == 0.0)
    }

    /// What an impulse of torque adds to its turning speed, 1/(kg m²).
    pub fn yielding(&self, particles: &Particles) -> f32 {
        let inertia: f32 = self.levers(particles).map(|(_, lever, mass)| mass * lever.length_squared()).sum();
        if inertia > 0.0 && !self.is_fixed(particles) { 1.0 / inertia } else { 0.0 }
    }

    /// Its turning speed about the axle, radians per substep.
    pub fn turn(&self, particles: &Particles) -> f32 {
        let axle = particles.displacement[self.axle as usize];
        let (mut moment, mut inertia) = (0.0, 0.0);
        for (member, lever, mass) in self.levers(particles) {
            moment += mass * lever.perp_dot(particles.displacement[member] - axle);
            inertia += mass * lever.length_squared();
        }
        if inertia > 0.0 { moment / inertia } else { 0.0 }
    }

    /// Turns it by an impulse of torque. Returns the linear impulse that its members took, which the axle gives.
    pub fn push(&self, impulse: f32, particles: &mut Particles) -> Vec2 {
        let by = impulse * self.yielding(particles);
        let mut taken = Vec2::ZERO;
        let axle = particles.position[self.axle as usize];
        for &member in if by == 0.0 { &[] } else { self.members } {
            let index = member as usize;
            let change = (particles.position[index] - axle).perp() * by;
            particles.displacement[index] += change;
            taken += change * particles.mass[index];
        }
        taken
    }
}
