//! Upkeep of the long-range attachments.

use crate::{
    attachment::{
        long_range::{CATAPULT, OFF},
        span::Gate,
    },
    particles::storage::ParticleId,
    simd::Link,
    world::{
        World,
        data::{Bodies, Derived, Scratch},
    },
};
use std::ops::Range;

impl World {
    /// Where a link is stretched, lets links make what is heavy faster by next to nothing in this step.
    ///
    /// A hand draws out what a weight hangs on by some percent, and light links that are let go with that throw whatever
    /// there is: 20 kg in the middle of a straight rope went off at 20 m/s.
    pub(crate) fn calm_heavy(&mut self) {
        if !self.derived.tethers.any_is_heavy() || !self.may_tether() {
            return;
        }
        let Self { derived: Derived { tethers, .. }, bodies: Bodies { particles, .. }, .. } = &*self;
        let is_drawn = |tether: &Link| {
            let way = particles.position[tether.a as usize] - particles.position[tether.b as usize];
            (way.x * way.x + way.y * way.y).sqrt() > (1.0 + CATAPULT.1) * tether.law.rest_length
        };
        let is_drawn_off = |(heavy, gate, _): &(u32, Gate, [Range<usize>; 3])| {
            let place = |tie: ParticleId| particles.position[tie.index()].as_dvec2();
            let at = place(ParticleId(*heavy));
            let [(_, a), (_, b)] = gate.between;
            at.distance(gate.nearest(at, place)) > f64::from(gate.length + OFF * (gate.length + a.max(b)))
        };
        let is_drawn = tethers.tethers[..tethers.first].iter().any(is_drawn) || tethers.gates.iter().any(is_drawn_off);
        if !is_drawn && self.stretch().max <= CATAPULT.0 {
            return;
        }
        let Self {
            scratch: Scratch { strain_fracture, .. },
            derived: Derived { tethers, .. },
            bodies: Bodies { particles, .. },
            ..
        } = self;
        strain_fracture.gentle.resize(particles.len(), false);
        tethers.heavy().for_each(|heavy| strain_fracture.gentle[heavy.index()] = true);
    }
}
