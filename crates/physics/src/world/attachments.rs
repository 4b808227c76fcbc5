//! Upkeep of the long-range attachments.

use crate::{
    attachment::{
        long_range::{MAX_ATTACHMENT_ERROR, MAX_LINK_STRETCH, MAX_SPAN_ERROR},
        span::Span,
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
        if !self.derived.attachments.has_heavy_particles() || !self.uses_attachments() {
            return;
        }
        let Self { derived: Derived { attachments, .. }, bodies: Bodies { particles, .. }, .. } = &*self;
        let is_drawn = |tether: &Link| {
            let way = particles.position[tether.a as usize] - particles.position[tether.b as usize];
            (way.x * way.x + way.y * way.y).sqrt() > (1.0 + MAX_ATTACHMENT_ERROR) * tether.rule.rest_length
        };
        let is_drawn_off = |(heavy, gate, _): &(u32, Span, [Range<usize>; 3])| {
            let place = |tie: ParticleId| particles.position[tie.index()].as_dvec2();
            let at = place(ParticleId(*heavy));
            let [(_, a), (_, b)] = gate.between;
            at.distance(gate.nearest(at, place)) > f64::from(gate.length + MAX_SPAN_ERROR * (gate.length + a.max(b)))
        };
        let is_drawn = attachments.links[..attachments.direct_count].iter().any(is_drawn)
            || attachments.spans.iter().any(is_drawn_off);
        if !is_drawn && self.stretch().max <= MAX_LINK_STRETCH {
            return;
        }
        let Self {
            scratch: Scratch { strain_fracture, .. },
            derived: Derived { attachments, .. },
            bodies: Bodies { particles, .. },
            ..
        } = self;
        strain_fracture.gentle.resize(particles.len(), false);
        attachments.heavy_particles().for_each(|heavy| strain_fracture.gentle[heavy.index()] = true);
    }
}
