//! Grabs: a ring around each held particle, and a line from it to the pointer.

use glam::Vec2;

use super::{Frame, Painter, primitives::line};
use crate::physics::{ParticleId, World};
use crate::view::camera::Camera;
use crate::view::draw::{Colour, Dot, DrawData, Layer};

/// Half width of a ring's line, logical pixels.
const RING: f32 = 1.25;

/// Minimum radius of a ring, logical pixels.
const MIN_RING: f32 = 11.0;

/// A disc in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Centre, m.
    pub centre: Vec2,
    /// Radius, m.
    pub radius: f32,
}

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, camera, palette, .. } = frame;
    for grab in world.grabs() {
        let (at, pointer) = (painter.positions[grab.particle.index()], grab.pointer());
        to.tools.segments.push(line(at, pointer, camera.metres(1.25), palette.markers.grab.alpha(170)));
        to.tools.dots.push(Dot::flat(pointer, camera.metres(3.0), palette.markers.grab));
        painter.ring(grab.particle, palette.markers.grab, frame, &mut to.tools);
    }
}

impl Painter {
    /// Paints a ring around a particle or its ball.
    pub(super) fn ring(&self, particle: ParticleId, colour: Colour, frame: &Frame, to: &mut Layer) {
        if let Some(Disc { centre, radius }) = self.disc_within_ring(particle, frame.world, frame.camera) {
            to.dots.push(Dot::ring(centre, radius, frame.camera.metres(RING * frame.palette.relief.outline), colour));
        }
    }

    /// The disc within the ring around a particle or its ball.
    fn disc_within_ring(&self, particle: ParticleId, world: &World, camera: &Camera) -> Option<Disc> {
        let &position = self.positions.get(particle.index())?;
        let min = camera.metres(MIN_RING);
        let disc = self.heavy_ropes.disc(particle.index(), world, camera);
        let radius = disc.map_or(min, |radius| min.max(radius + camera.metres(3.0)));
        Some(Disc { centre: position, radius })
    }

    /// The disc that a particle, its ball and its ring cover in the picture.
    #[must_use]
    pub fn extent(&self, particle: ParticleId, world: &World, camera: &Camera) -> Option<Disc> {
        let Disc { centre, radius } = self.disc_within_ring(particle, world, camera)?;
        Some(Disc { centre, radius: radius + camera.metres(RING) })
    }
}
