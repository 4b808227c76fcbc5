//! Bends: the rest shapes of wires.

use glam::DVec2;

use crate::math::clamp_or;
use crate::particles::ParticleId;

/// Greatest tangent of half a turn at rest, that of a turn of 169 degrees.
pub(crate) const MAX_BEND: f32 = 10.0;

/// The turn of a wire at rest from one link to the next. Joints without a bend are straight at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bend {
    /// The particle between the two links.
    pub particle: ParticleId,
    /// Tangent of half the turn, along the wire from the neighbour with the lower id. Turns to the left are positive.
    pub half_turn: f32,
}

/// The bends of a world, sorted by particle.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bends(pub Vec<Bend>);

impl Bends {
    /// Tangent of half the turn of a particle at rest; 0 where it is straight.
    pub fn half_turn(&self, particle: u32) -> f32 {
        let found = self.0.binary_search_by_key(&particle, |bend| bend.particle.0);
        found.map_or(0.0, |index| self.0[index].half_turn)
    }

    /// Replaces the bends of some particles. Turns beyond the greatest are limited; a turn of 0 removes the bend.
    pub fn replace(&mut self, mut changed: Vec<Bend>) {
        sort(&mut changed);
        changed.dedup_by_key(|bend| bend.particle);
        let is_changed = |bend: &Bend| changed.binary_search_by_key(&bend.particle, |changed| changed.particle).is_ok();
        self.0.retain(|bend| !is_changed(bend));
        changed.iter_mut().for_each(|bend| bend.half_turn = clamp_or(bend.half_turn, -MAX_BEND, MAX_BEND, 0.0));
        self.0.extend(changed.into_iter().filter(|bend| bend.half_turn != 0.0));
        sort(&mut self.0);
    }
}

/// Brings bends into the order of their particles. Several of one particle keep their order.
fn sort(bends: &mut [Bend]) {
    bends.sort_by_key(|bend| bend.particle);
}

/// Tangent of half the turn from one link to the next, both longer than 0 m.
pub(crate) fn half_turn(before: DVec2, after: DVec2) -> f64 {
    let lengths = (before.length_squared() * after.length_squared()).sqrt();
    let (sine, cosine) = (before.perp_dot(after) / lengths, before.dot(after) / lengths);
    sine / (1.0 + cosine).max(1e-6)
}
