//! Steps of the air: blowers, gusts, and the drag on links.

use crate::{
    aerodynamics::{
        blower::{Blower, BlowerDef, BlowerId},
        drag::{self, DragParameters, LinkDrag},
        gust,
        wind::{Air, MAX_WIND_UPDATES, MIN_UPDATE_SUBSTEPS, ParticleAir},
    },
    math::{bounds::WORLD_EDGE, vector::unit},
    world::{
        World,
        data::{Bodies, Execution, Scratch, State},
    },
};
use glam::Vec2;

impl World {
    /// Whether any air moves.
    #[must_use]
    pub fn is_windy(&self) -> bool {
        self.state.settings.wind.velocity != Vec2::ZERO
            || self.state.air.blowers.list().iter().any(|blower| blower.def.speed > 0.0)
    }

    /// How fast the air moves somewhere (m), m/s; as it was so long `ago` (s), if the wind was then what it is now.
    #[must_use]
    pub fn air_at(&self, at: Vec2, ago: f32) -> Vec2 {
        let wind = &self.state.settings.wind;
        let drift = self.state.air.drift.earlier(wind.velocity * (ago / wind.gust_size));
        let gust = wind.gusts(drift).map_or(Vec2::ZERO, |gusts| gusts.at(at));
        let blown = |air: Vec2, blower: &Blower| air + blower.def.blow(at);
        self.state.air.blowers.list().iter().fold(wind.velocity + gust, blown)
    }

    /// The blowers, in the order of their ids.
    #[must_use]
    pub fn blowers(&self) -> &[Blower] {
        self.state.air.blowers.list()
    }

    /// The blower of this name, if it is there.
    #[must_use]
    pub fn blower(&self, id: BlowerId) -> Option<&Blower> {
        self.blowers().iter().find(|blower| blower.id == id)
    }

    /// Adds a blower. `None` where there are too many, or it is nowhere.
    pub fn add_blower(&mut self, def: BlowerDef) -> Option<BlowerId> {
        self.wake_all();
        if def.at.is_finite() { self.state.air.blowers.add(def) } else { None }
    }

    /// Puts a blower to `to` (m).
    pub fn move_blower(&mut self, id: BlowerId, to: Vec2) {
        if to.is_finite()
            && let Some(blower) = self.state.air.blowers.get_mut(id)
        {
            blower.def.at = to.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE));
        }
    }

    /// Turns a blower towards `to`, a vector of any length.
    pub fn turn_blower(&mut self, id: BlowerId, to: Vec2) {
        if to.is_finite()
            && to != Vec2::ZERO
            && let Some(blower) = self.state.air.blowers.get_mut(id)
        {
            blower.def.turn = unit(to);
        }
    }

    /// Makes a blower blow at `speed` (m/s), to be felt as far as `reach` (m). One that blows at 0 m/s is still there.
    pub fn set_jet(&mut self, id: BlowerId, (speed, reach): (f32, f32)) {
        self.wake_all();
        if let Some(blower) = self.state.air.blowers.get_mut(id) {
            blower.def.blow_at(speed, reach);
        }
    }

    /// Takes a blower away.
    pub fn remove_blower(&mut self, id: BlowerId) {
        self.state.air.blowers.remove(id);
    }

    /// Finds the air at each particle for a step of so many substeps, and moves its gusts on. Returns in how many substeps
    /// at once the wind takes hold: none where there is none.
    pub(crate) fn stir(&mut self, substeps: u32) -> Option<u32> {
        let wind = self.state.settings.wind;
        if !self.is_windy() {
            return None;
        }
        let Self {
            state: State { air: Air { drift, blowers }, .. },
            scratch: Scratch { particle_air: ParticleAir { air, met, kick }, .. },
            bodies: Bodies { particles, .. },
            ..
        } = self;
        [&mut *air, met, kick].into_iter().for_each(|list| list.resize(particles.len(), Vec2::ZERO));
        air.fill(wind.velocity);
        if let Some(gusts) = wind.gusts(*drift) {
            gust::add(&particles.position, air, gusts);
        }
        for blower in blowers.list() {
            blower.def.add(&particles.position, air);
        }
        drift.go_on(wind.velocity * (self.state.settings.step / wind.gust_size));
        (wind.catch > 0.0).then(|| substeps.div_ceil(MAX_WIND_UPDATES).max(MIN_UPDATE_SUBSTEPS))
    }

    /// What the air does to the links in so many substeps (of `substep` s): it changes velocities, and does so at once.
    ///
    /// Link after link, each as if it were alone: then the air takes from what moves against it at most all of that, and a
    /// link that is heavy on one side turns about it. Turned down: forces that act through all of the substeps, found at
    /// their beginning. They come too late for what swings faster than 30 times a second, and make it swing more.
    pub(crate) fn blow(&mut self, substeps: u32, substep: f32) {
        let half = 0.5 * self.state.settings.wind.catch * (substep * substeps as f32);
        let Self {
            scratch: Scratch { particle_air: ParticleAir { air, met, kick }, .. },
            bodies: Bodies { particles, colouring, .. },
            execution: Execution { lanes, .. },
            ..
        } = self;
        drag::meet(air, &particles.displacement, met, 1.0 / substep);
        kick.fill(Vec2::ZERO);
        let mut draught = LinkDrag { position: &particles.position, met, kick, inv_mass: &particles.inv_mass };
        for (batch, ordered) in colouring.by_colour() {
            draught.blow(batch, DragParameters { half, lanes: *lanes, ordered });
        }
        drag::push(&mut particles.displacement, kick, substep);
    }
}
