//! The wind: air that moves, all of it alike, in gusts, and before blowers; and what it does to links.
//!
//! There is air while there is wind: the drag of still air on its own is [`Settings::drag`](super::Settings), a rate.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    blower::{Blower, BlowerDef, BlowerId, Blowers},
    drag::{self, Draught, Stroke},
    gust::{self, Drift, Gusts},
    integrate::WORLD_EDGE,
    settings::within,
    shape::unit,
    world::World,
};

/// Fastest wind along each axis, m/s: faster than any hurricane.
pub const FASTEST_WIND: f32 = 100.0;

/// How often in a step the wind takes hold, at the most, and in how many substeps together at the least. Once would do for
/// what the eye sees; a taut rope would be struck sixty times a second, and hum. Where substeps are few they are dear.
const BREATHS: (u32, u32) = (4, 2);

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
    pub const SIZES: (f32, f32) = (0.2, 50.0);
    /// The strongest gusts, as a share of the wind's speed.
    pub const WILDEST: f32 = 2.0;
    /// The most wind that a link catches, kg/m².
    pub const WIDEST: f32 = 10.0;

    /// The same with every value inside its range.
    pub(super) fn sanitised(self) -> Self {
        let Self { velocity, gusts, gust_size, seed, catch } = self;
        let default = Self::default();
        let along = |speed| within(speed, -FASTEST_WIND, FASTEST_WIND, 0.0);
        Self {
            velocity: Vec2::new(along(velocity.x), along(velocity.y)),
            gusts: within(gusts, 0.0, Self::WILDEST, default.gusts),
            gust_size: within(gust_size, Self::SIZES.0, Self::SIZES.1, default.gust_size),
            seed,
            catch: within(catch, 0.0, Self::WIDEST, default.catch),
        }
    }

    /// The gusts that it comes in, where it does.
    fn gusts(&self, drift: Drift) -> Option<Gusts> {
        let Self { velocity, gusts, gust_size, seed, catch: _ } = *self;
        let speed = (velocity.x * velocity.x + velocity.y * velocity.y).sqrt();
        (gusts > 0.0 && speed > 0.0).then_some(Gusts { seed, size: gust_size, speed: gusts * speed, drift })
    }
}

/// What there is of the air besides the settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Air {
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
pub(super) struct Breeze {
    /// How fast it moves, m/s.
    air: Vec<Vec2>,
    /// The same, as the particle meets it.
    met: Vec<Vec2>,
    /// What it has added to each particle's velocity, m/s.
    kick: Vec<Vec2>,
}

impl World {
    /// Whether any air moves.
    #[must_use]
    pub fn is_windy(&self) -> bool {
        self.settings.wind.velocity != Vec2::ZERO || self.air.blowers.list().iter().any(|blower| blower.def.speed > 0.0)
    }

    /// How fast the air moves somewhere (m), m/s; as it was so long `ago` (s), if the wind was then what it is now.
    #[must_use]
    pub fn air_at(&self, at: Vec2, ago: f32) -> Vec2 {
        let wind = &self.settings.wind;
        let drift = self.air.drift.earlier(wind.velocity * (ago / wind.gust_size));
        let gust = wind.gusts(drift).map_or(Vec2::ZERO, |gusts| gusts.at(at));
        let blown = |air: Vec2, blower: &Blower| air + blower.def.blow(at);
        self.air.blowers.list().iter().fold(wind.velocity + gust, blown)
    }

    /// The blowers, in the order of their ids.
    #[must_use]
    pub fn blowers(&self) -> &[Blower] {
        self.air.blowers.list()
    }

    /// The blower of this name, if it is there.
    #[must_use]
    pub fn blower(&self, id: BlowerId) -> Option<&Blower> {
        self.blowers().iter().find(|blower| blower.id == id)
    }

    /// Adds a blower. `None` where there are too many, or it is nowhere.
    pub fn add_blower(&mut self, def: BlowerDef) -> Option<BlowerId> {
        self.wake_all();
        if def.at.is_finite() { self.air.blowers.add(def) } else { None }
    }

    /// Puts a blower to `to` (m).
    pub fn move_blower(&mut self, id: BlowerId, to: Vec2) {
        if to.is_finite()
            && let Some(blower) = self.air.blowers.get_mut(id)
        {
            blower.def.at = to.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE));
        }
    }

    /// Turns a blower towards `to`, a vector of any length.
    pub fn turn_blower(&mut self, id: BlowerId, to: Vec2) {
        if to.is_finite()
            && to != Vec2::ZERO
            && let Some(blower) = self.air.blowers.get_mut(id)
        {
            blower.def.turn = unit(to);
        }
    }

    /// Makes a blower blow at `speed` (m/s), to be felt as far as `reach` (m). One that blows at 0 m/s is still there.
    pub fn set_jet(&mut self, id: BlowerId, (speed, reach): (f32, f32)) {
        self.wake_all();
        if let Some(blower) = self.air.blowers.get_mut(id) {
            blower.def.blow_at(speed, reach);
        }
    }

    /// Takes a blower away.
    pub fn remove_blower(&mut self, id: BlowerId) {
        self.air.blowers.remove(id);
    }

    /// Finds the air at each particle for a step of so many substeps, and moves its gusts on. Returns in how many substeps
    /// at once the wind takes hold: none where there is none.
    pub(super) fn stir(&mut self, substeps: u32) -> Option<u32> {
        let wind = self.settings.wind;
        if !self.is_windy() {
            return None;
        }
        let Self { air: Air { drift, blowers }, breeze: Breeze { air, met, kick }, particles, .. } = self;
        [&mut *air, met, kick].into_iter().for_each(|list| list.resize(particles.len(), Vec2::ZERO));
        air.fill(wind.velocity);
        if let Some(gusts) = wind.gusts(*drift) {
            gust::add(&particles.position, air, gusts);
        }
        for blower in blowers.list() {
            blower.def.add(&particles.position, air);
        }
        drift.go_on(wind.velocity * (self.settings.step / wind.gust_size));
        (wind.catch > 0.0).then(|| substeps.div_ceil(BREATHS.0).max(BREATHS.1))
    }

    /// What the air does to the links in so many substeps (of `substep` s): it changes velocities, and does so at once.
    ///
    /// Link after link, each as if it were alone: then the air takes from what moves against it at most all of that, and a
    /// link that is heavy on one side turns about it. Turned down: forces that act through all of the substeps, found at
    /// their beginning. They come too late for what swings faster than 30 times a second, and make it swing more.
    pub(super) fn blow(&mut self, substeps: u32, substep: f32) {
        let half = 0.5 * self.settings.wind.catch * (substep * substeps as f32);
        let Self { breeze: Breeze { air, met, kick }, particles, batches, lanes, .. } = self;
        drag::meet(air, &particles.displacement, met, 1.0 / substep);
        kick.fill(Vec2::ZERO);
        let mut draught = Draught { position: &particles.position, met, kick, inv_mass: &particles.inv_mass };
        for (batch, ordered) in batches.by_colour() {
            draught.blow(batch, Stroke { half, lanes: *lanes, ordered });
        }
        drag::push(&mut particles.displacement, kick, substep);
    }
}
