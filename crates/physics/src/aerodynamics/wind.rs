//! The wind: air that moves, all of it alike, in gusts, and before blowers; and what it does to links.
//!
//! There is air while there is wind: the drag of still air on its own is [`Settings::drag`](crate::Settings), a rate.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::{
    aerodynamics::{
        blower::Blowers,
        gust::{Drift, Gusts},
    },
    math::bounds::clamp_or,
};

/// Fastest wind along each axis, m/s: faster than any hurricane.
pub const MAX_WIND_SPEED: f32 = 100.0;

/// How often in a step the wind takes hold, at the most, and in how many substeps together at the least. Once would do for
/// what the eye sees; a taut rope would be struck sixty times a second, and hum. Where substeps are few they are dear.
pub(crate) const MAX_WIND_UPDATES: u32 = 4;
pub(crate) const MIN_UPDATE_SUBSTEPS: u32 = 2;

/// Wind as a setting.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wind {
    /// How the air moves on the whole, m/s. Default none, each component -100 to 100.
    pub velocity: Vec2,
    /// How much faster and slower gusts are than that, as a share of its speed (their root mean square: the turbulence
    /// intensity of wind engineering). Default 0, 0 to 2. Over open ground it is 0.15 to 0.3; from 1 on the wind turns round.
    pub gusts: f32,
    /// Size of a gust, m. Default 2, 0.2 to 50. What is smaller than a gust is moved as a whole, what is larger ripples.
    pub gust_size: f32,
    /// Where the gusts begin: another seed, other gusts.
    pub seed: u32,
    /// How much wind a link catches: the force on each metre of it, N/m, when air meets it square at 1 m/s. Default 0.03
    /// kg/m², 0 to 10. It is half of the air's density (1.2 kg/m³) x drag coefficient (1.2 for a long cylinder, Hoerner
    /// 1965, "Fluid-Dynamic Drag", ch. 3) x width (0.042 m, a rope as it is drawn). For cloth, the width is that of a mesh.
    pub catch: f32,
}

impl Default for Wind {
    fn default() -> Self {
        Self { velocity: Vec2::ZERO, gusts: 0.0, gust_size: 2.0, seed: 0, catch: 0.03 }
    }
}

impl Wind {
    /// Smallest and greatest gusts, m.
    pub const GUST_SIZE_RANGE: (f32, f32) = (0.2, 50.0);
    /// The strongest gusts, as a share of the wind's speed.
    pub const MAX_GUSTS: f32 = 2.0;
    /// The most wind that a link catches, kg/m².
    pub const MAX_CATCH: f32 = 10.0;

    /// The same with every value inside its range.
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

    /// The gusts that it comes in, where it does.
    pub(crate) fn gusts(&self, drift: Drift) -> Option<Gusts> {
        let Self { velocity, gusts, gust_size, seed, catch: _ } = *self;
        let speed = (velocity.x * velocity.x + velocity.y * velocity.y).sqrt();
        (gusts > 0.0 && speed > 0.0).then_some(Gusts { seed, size: gust_size, speed: gusts * speed, drift })
    }
}

/// What there is of the air besides the settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Air {
    /// How far the gusts have come.
    pub drift: Drift,
    /// What blows here and there.
    pub blowers: Blowers,
}

impl Air {
    /// Whether there was never any.
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

/// Scratch: the air at each particle.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParticleAir {
    /// How fast it moves, m/s.
    pub air: Vec<Vec2>,
    /// The same, as the particle meets it.
    pub met: Vec<Vec2>,
    /// What it has added to each particle's velocity, m/s.
    pub kick: Vec<Vec2>,
}
