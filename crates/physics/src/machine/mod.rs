//! Machines: links whose rest length a drive moves, motors that turn what is on an axle, and the keys that work both.
//!
//! Every drive has a limited force, and stalls: it moves on where it is let.
//!
//! | File | Holds |
//! |---|---|
//! | `control` | keys: which are held, and what they ask of a drive |
//! | `driven_link` | winches, pistons, muscles and springs: the rest length of a link in each substep |
//! | `motor` | motors: torque between what turns and what carries it |
//! | `properties` | the numbers of drives in words |

use serde::{Deserialize, Serialize};

use crate::particles::ParticleId;

mod control;
mod driven_link;
mod motor;
mod properties;

pub use self::{control::*, driven_link::*, motor::*};

/// All machines of a world. State.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Machines {
    /// Driven links, sorted by their ends.
    pub driven: Vec<DrivenLink>,
    /// Motors, sorted by their axles: one on each.
    pub motors: Vec<Motor>,
    pub held: HeldKeys,
    /// Work of all drives so far, J.
    pub work: f64,
}

impl Machines {
    /// Whether there are none, and never were.
    pub fn is_untouched(&self) -> bool {
        *self == Self::default()
    }

    /// Whether all numbers are in their ranges, and all lists in their order.
    pub fn is_valid(&self) -> bool {
        let Self { driven, motors, held: HeldKeys(held), work } = self;
        driven.is_sorted_by(|one, other| one.ends < other.ends)
            && driven.iter().all(DrivenLink::is_valid)
            && motors.is_sorted_by(|one, other| one.axle < other.axle)
            && motors.iter().all(|motor| motor.drive.clamped() == motor.drive)
            && held.is_sorted_by(|one, other| one < other)
            && work.is_finite()
    }

    /// The highest particle of which a machine is a part.
    pub fn highest_particle(&self) -> Option<ParticleId> {
        let arms = self.motors.iter().flat_map(|motor| [motor.axle, motor.arms[0], motor.arms[1]]);
        self.driven.iter().flat_map(|link| link.ends).chain(arms).max()
    }

    /// The particles that drives move now.
    pub fn driven_particles(&self) -> impl Iterator<Item = ParticleId> + '_ {
        let links = self.driven.iter().filter(|link| link.moves(link.drive.control.input(link.is_on, &self.held)));
        let motors = self
            .motors
            .iter()
            .filter(|motor| motor.drive.speed != 0.0 && motor.drive.control.input(motor.is_on, &self.held) != 0.0);
        links.flat_map(|link| link.ends).chain(motors.flat_map(|motor| [motor.axle, motor.arms[0], motor.arms[1]]))
    }

    /// Presses or releases a key. A press turns what latches on it on or off. Returns whether that changes anything.
    pub fn hold(&mut self, key: char, is_held: bool) -> bool {
        if !self.held.set(key, is_held) {
            return false;
        }
        let latches = |control: &Control| is_held && control.latches && control.forward == Some(key);
        for link in self.driven.iter_mut().filter(|link| latches(&link.drive.control)) {
            link.is_on = !link.is_on;
        }
        for motor in self.motors.iter_mut().filter(|motor| latches(&motor.drive.control)) {
            motor.is_on = !motor.is_on;
        }
        true
    }
}
