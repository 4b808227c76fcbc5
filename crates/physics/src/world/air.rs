//! The air in a step: its velocity at each particle, and its drag on links.

use glam::Vec2;

use crate::aerodynamics::{Air, Blower, DragView, MAX_WIND_UPDATES, MIN_UPDATE_SUBSTEPS, ParticleAir, drag, gust};
use crate::particles::Particles;
use crate::settings::Settings;
use crate::simd::Lanes;
use crate::world::{Bodies, State, World};

impl State {
    /// Whether wind or a blower moves the air.
    pub fn is_windy(&self) -> bool {
        let Self { settings, air, .. } = self;
        settings.wind.velocity != Vec2::ZERO || air.blowers.list.iter().any(|blower| blower.def.speed > 0.0)
    }
}

impl World {
    /// Whether wind or a blower moves the air.
    #[must_use]
    pub fn is_windy(&self) -> bool {
        self.state.is_windy()
    }

    /// Velocity of the air at a position (m), m/s, `ago` seconds before now under the present wind.
    #[must_use]
    pub fn air_velocity_at(&self, at: Vec2, ago: f32) -> Vec2 {
        let wind = &self.state.settings.wind;
        let drift = self.state.air.drift.earlier(wind.velocity * (ago / wind.gust_size));
        let gust = wind.gusts(drift).map_or(Vec2::ZERO, |gusts| gusts.velocity(at));
        let add_jet = |air: Vec2, blower: &Blower| air + blower.def.velocity(at);
        self.state.air.blowers.list.iter().fold(wind.velocity + gust, add_jet)
    }
}

/// Samples the air at each particle for this step, and moves the gusts on. Returns the number of substeps between two
/// applications of drag; `None` if the air is still or has no drag.
pub(crate) fn advance_air(state: &mut State, position: &[Vec2], air: &mut ParticleAir, substeps: u32) -> Option<u32> {
    if !state.is_windy() {
        return None;
    }
    let (Settings { wind, step, .. }, Air { drift, blowers }) = (state.settings, &mut state.air);
    let ParticleAir { velocity: air, relative, change } = air;
    [&mut *air, relative, change].into_iter().for_each(|list| list.resize(position.len(), Vec2::ZERO));
    air.fill(wind.velocity);
    if let Some(gusts) = wind.gusts(*drift) {
        gust::add_velocities(position, air, gusts);
    }
    for blower in &blowers.list {
        blower.def.add_velocities(position, air);
    }
    drift.advance(wind.velocity * (step / wind.gust_size));
    (wind.catch > 0.0).then(|| substeps.div_ceil(MAX_WIND_UPDATES).max(MIN_UPDATE_SUBSTEPS))
}

/// Applies the wind's drag on links to velocities, for this many substeps at once.
///
/// Each link is treated by itself, implicitly: drag takes at most all of its relative motion, and turns a link whose
/// ends differ in mass.
pub(crate) fn apply_wind(state: &State, bodies: &mut Bodies, air: &mut ParticleAir, lanes: Lanes, substeps: u32) {
    let substep = state.clock.substep;
    let half_drag = 0.5 * state.settings.wind.catch * (substep * substeps as f32);
    let Particles { position, displacement, inv_mass, .. } = &mut bodies.particles;
    let ParticleAir { velocity: air, relative, change } = air;
    drag::find_relative_wind(air, displacement, relative, 1.0 / substep);
    change.fill(Vec2::ZERO);
    let mut view = DragView { position, relative_wind: relative, velocity_change: change, inv_mass };
    for (batch, is_ordered) in bodies.colouring.by_colour() {
        view.apply(batch, half_drag, lanes, is_ordered);
    }
    drag::add_velocity_changes(displacement, change, substep);
}
