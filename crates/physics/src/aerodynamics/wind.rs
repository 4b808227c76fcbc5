//! The wind setting, the state of the air, and the air velocity at each particle.
//!
//! Drag by the wind acts only while there is wind. The drag of still air is a rate of its own:
//! [`Settings::drag`](crate::Settings).

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::aerodynamics::{Blowers, Drift, Gusts};
use crate::math::clamp_or;

/// Maximum wind speed along each axis, m/s: above any hurricane.
pub const MAX_WIND_SPEED: f32 = 100.0;

/// Maximum number of drag updates in a step. One would satisfy the eye, but would excite taut ropes at 60 Hz.
pub(crate) const MAX_WIND_UPDATES: u32 = 4;

/// Minimum number of substeps between drag updates. Where substeps are few, an update costs as much as a substep.
pub(crate) const MIN_UPDATE_SUBSTEPS: u32 = 2;

/// Wind as a setting.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wind {
    /// Mean velocity, m/s. Default zero, each component -100 to 100.
    pub velocity: Vec2,
    /// Turbulence intensity: the root mean square of the gusts as a fraction of the mean speed. Default 0, 0 to 2. Over
    /// open ground 0.15 to 0.3 is common; from 1 on the wind reverses now and then.
    pub gusts: f32,
    /// Size of a gust, m. Default 2, 0.2 to 50. Objects smaller than a gust move as a whole, larger ones ripple.
    pub gust_size: f32,
    /// Seed of the gusts.
    pub seed: u32,
    /// Drag constant of links: the force per metre, N/m, of a wind of 1 m/s normal to a link. Default 0.03 kg/m², 0 to
    /// 10. It is half the air's density (1.2 kg/m³) x drag coefficient (1.2 for a long cylinder, Hoerner 1965,
    /// "Fluid-Dynamic Drag", ch. 3) x width (0.042 m, a rope as drawn). For cloth the width is that of a mesh.
    pub catch: f32,
}

impl Default for Wind {
    fn default() -> Self {
        Self { velocity: Vec2::ZERO, gusts: 0.0, gust_size: 2.0, seed: 0, catch: 0.03 }
    }
}

impl Wind {
    /// Range of the size of gusts, m.
    pub const GUST_SIZE_RANGE: (f32, f32) = (0.2, 50.0);
    /// Maximum turbulence intensity.
    pub const MAX_GUSTS: f32 = 2.0;
    /// Maximum drag constant of a link, kg/m².
    pub const MAX_CATCH: f32 = 10.0;

    /// The same wind with every value inside its range.
    pub(crate) fn sanitised(self) -> Self {
        let Self { velocity, gusts, gust_size, seed, catch } = self;
        let default = Self::default();
        let along = |speed| clamp_or(speed, -MAX_WIND_SPEED, MAX_WIND_SPEED, 0.0);
        Self {
            velocity: Vec2::new(along(velocity.x), along(velocity.y)),
            gusts: clamp_or(gusts, 0.0, Self::MAX_GUSTS, default.gusts),
            gust_size: clamp_or(gust_size, Self::GUST_SIZE_RANGE.0, Self::GUST_SIZE_RANGE.1, default.gust_size),
            seed,
            catch: clamp_or(catch, 0.0, Self::MAX_CATCH, default.catch),
        }
    }

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
