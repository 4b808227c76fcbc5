//! The hands and the tools' marks.

use glam::Vec2;

use super::{Painter, half_width, line, outline, rectangle};
use crate::{
    physics::{Aabb, LinkKind, ParticleId, World},
    view::{
        camera::Camera,
        draw::{Colour, Dot, Layer, RopePoint},
        marks::Marks,
        palette::Palette,
    },
};

/// Half the width of the ring around what is pointed at or held, logical pixels.
const RING: f32 = 1.25;

impl Painter {
    /// What each hand holds, and the line from it to the pointer.
    pub(super) fn hands(&self, world: &World, camera: &Camera, palette: &Palette, to: &mut Layer) {
        for hand in world.grabs() {
            let (at, pointer) = (self.seen[hand.particle.index()], hand.pointer());
            to.segments.push(line(at, pointer, camera.metres(1.25), palette.hand.alpha(170)));
            to.dots.push(Dot::flat(pointer, camera.metres(3.0), palette.hand));
            self.ring(hand.particle, world, (camera, palette.hand), to);
        }
    }

    /// A ring around a point, or around the ball that is there.
    fn ring(&self, particle: ParticleId, world: &World, (camera, colour): (&Camera, Colour), to: &mut Layer) {
        if let Some((centre, radius)) = self.around(particle, world, camera) {
            to.dots.push(Dot::ring(centre, radius, camera.metres(RING), colour));
        }
    }

    /// Where the ring around a point, or around the ball that is there, has its middle, and its radius, m.
    fn around(&self, particle: ParticleId, world: &World, camera: &Camera) -> Option<(Vec2, f32)> {
        let &point = self.seen.get(particle.index())?;
        let least = camera.metres(11.0);
        Some(match self.chains.ball(particle.index(), world, camera) {
            Some(ball) => {
                let middle = self.middle(&self.seen, particle.index(), ball, world);
                (middle, least.max(ball + camera.metres(3.0)))
            }
            None => (point, least),
        })
    }

    /// The disc, its middle and radius, m, in which everything lies that is drawn of a weight, with the ring around it.
    #[must_use]
    pub fn extent(&self, particle: ParticleId, world: &World, camera: &Camera) -> Option<(Vec2, f32)> {
        self.around(particle, world, camera).map(|(centre, radius)| (centre, radius + camera.metres(RING)))
    }

    pub(super) fn marks(&self, marks: &Marks, world: &World, (camera, palette): (&Camera, &Palette), to: &mut Layer) {
        let Marks {
            hover,
            scissors,
            cutting,
            trail,
            rope,
            net,
            shape: _,
            chosen: _,
            path: _,
            drawn: _,
            blower: _,
            blow: _,
        } = marks;
        if let Some(hover) = hover {
            self.ring(*hover, world, (camera, palette.hand.alpha(210)), to);
        }
        if let Some((centre, radius)) = *scissors {
            sweep(trail, radius, palette, to);
            // As a line without length, for what is under the blades.
            let disc = palette.blade.alpha(if *cutting { 80 } else { 30 });
            to.segments.push(line(centre, centre, radius, disc));
            to.dots.push(Dot::ring(centre, radius, camera.metres(1.0), palette.blade));
            scissors_at(centre, self.effects.opening(), camera, palette, to);
        }
        if let Some((from, to_)) = *rope {
            to.segments.push(line(from, to_, half_width(LinkKind::Rope), palette.rope.alpha(150)));
        }
        if let Some((from, corner)) = *net {
            let (min, max) = (from.min(corner), from.max(corner));
            to.triangles.extend(rectangle(min, max, [palette.net.alpha(26); 2]));
            outline(Aabb { min, max }, camera.metres(1.0), palette.net.alpha(200), to);
        }
    }
}

/// Where the scissors went: narrower and fainter the longer ago. As a rope, so that it has no seams.
fn sweep(trail: &[(Vec2, f32)], radius: f32, palette: &Palette, to: &mut Layer) {
    let last = trail.len().saturating_sub(1);
    let point = |(i, &(at, fresh)): (usize, &(Vec2, f32))| RopePoint {
        at,
        along: 0.0,
        half_width: radius * (0.3 + 0.7 * fresh),
        role: RopePoint::UNLIT
            + if i < last { RopePoint::STARTS } else { 0.0 }
            + if i == 0 { RopePoint::ENDS } else { 0.0 },
        colour: palette.blade.alpha((90.0 * fresh) as u8),
    };
    if last > 0 {
        let outside = |i: usize, next: usize| {
            let (at, next) = (trail[i].0, trail[next].0);
            RopePoint { role: 0.0, ..point((last, &(2.0 * at - next, 1.0))) }
        };
        to.ropes.push(outside(0, 1));
        to.ropes.extend(trail.iter().enumerate().map(point));
        to.ropes.push(outside(last, last - 1));
    }
}

/// A pair of scissors whose blades cross in the middle of the disc: two blades, two grips. `opening` is half of the
/// angle between the blades, as the tangent. Its size is the pointer's, not the disc's.
fn scissors_at(centre: Vec2, opening: f32, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let unit = camera.metres(1.0);
    // Up and to the left, as pointers point.
    let way = Vec2::new(-0.6, 0.8);
    let pivot = centre - way * 7.0 * unit;
    for side in [-1.0, 1.0] {
        let blade = (way + way.perp() * side * opening).normalize();
        let (tip, handle) = (pivot + blade * 17.0 * unit, pivot - blade * 8.0 * unit);
        let grip = handle - blade * 4.5 * unit - way.perp() * side * 2.5 * unit;
        // A dark line under the blade, so that it is seen on every ground.
        to.segments.push(line(handle, tip, 1.9 * unit, palette.shadow.alpha(150)));
        to.segments.push(line(handle, tip, 1.15 * unit, palette.iron.mix(palette.dot, 0.6)));
        to.dots.push(Dot::ring(grip, 4.2 * unit, 1.9 * unit, palette.shadow.alpha(150)));
        to.dots.push(Dot::ring(grip, 4.2 * unit, 1.3 * unit, palette.blade));
    }
    to.dots.push(Dot::flat(pivot, 1.6 * unit, palette.blade));
}
