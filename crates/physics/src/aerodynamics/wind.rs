//! The gusts of a wind, the state of the air, and the air velocity at each particle.
//!
//! Drag by the wind acts only while there is wind. The drag of still air is a rate of its own:
//! [`Settings::drag`](crate::Settings).

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::aerodynamics::{Blowers, Drift, Gusts};
use crate::settings::Wind;

/// Maximum number of drag updates in a step. One would satisfy the eye, but would excite taut ropes at 60 Hz.
pub(crate) const MAX_WIND_UPDATES: u32 = 4;

/// Minimum number of substeps between drag updates. Where substeps are few, an update costs as much as a substep.
pub(crate) const MIN_UPDATE_SUBSTEPS: u32 = 2;

impl Wind {
    /// The field of gusts at a drift; `None` without gusts.
    pub(crate) fn gusts(&self, drift: Drift) -> Option<Gusts> {
        let Self { velocity, gusts, gust_size, seed, catch: _ } = *self;
        let speed = (velocity.x * velocity.x + velocity.y * velocity.y).sqrt();
        (gusts > 0.0 && speed > 0.0).then_some(Gusts { seed, size: gust_size, speed: gusts * speed, drift })
    }
}

/// The state of the air, besides the settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Air {
    /// Drift of the gusts.
    pub drift: Drift,
    pub blowers: Blowers,
}

impl Air {
    /// Whether there has never been wind with gusts or a blower.
    pub fn is_untouched(&self) -> bool {
        let Self { drift, blowers } = self;
        *drift == Drift::default() && blowers.next == 0
    }

    /// Whether every value is inside its range.
    pub fn is_valid(&self) -> bool {
        let Self { drift, blowers } = self;
        drift.is_valid() && blowers.is_valid()
    }
}

/// The air at each particle. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParticleAir {
    /// Velocity of the air, m/s.
    pub velocity: Vec<Vec2>,
    /// Velocity of the air relative to the particle, m/s.
    pub relative: Vec<Vec2>,
    /// Velocity that drag has added to the particle, m/s.
    pub change: Vec<Vec2>,
}
