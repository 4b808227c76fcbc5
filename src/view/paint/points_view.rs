//! The points view: thin links, every particle by its mass, pins with a ring, velocity arrows.

use std::ops::Range;

use glam::Vec2;

use super::particles::{ROW, has_discs, has_pins, rows, spacing};
use super::{Frame, Painter, primitives::line};
use crate::physics::{LinkKind, ParticleId};
use crate::view::draw::{Colour, Dot, DrawData, Layer, Triangle};
use crate::view::{camera::Camera, maximum::maximum};

/// Time in which a particle covers its velocity arrow, s.
const ARROW_SECONDS: f32 = 0.12;

/// Longest velocity arrow, logical pixels.
const MAX_ARROW_LENGTH: f32 = 56.0;

/// Shortest velocity arrow that is drawn, logical pixels.
const MIN_ARROW_LENGTH: f32 = 3.0;

/// Maximum number of arrows in a frame. In larger scenes only every second, third, ... particle has an arrow.
const MAX_ARROWS: usize = 700;

/// Minimum distance between the particles that have arrows, logical pixels.
const CLOSEST_ARROWS: f32 = 9.0;

/// Minimum ratio of a dot's radius to that of the heaviest particle.
const MIN_DOT: f32 = 0.55;

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    paint_links(painter, frame, to);
    // Dots and rings are smaller than the distance between particles.
    let spacing = spacing(frame.sandbox);
    let sizes = Sizes {
        dot: frame.camera.metres(4.0).min(0.36 * spacing).max(frame.camera.metres(0.7)),
        pin: frame.camera.metres(6.0).min(0.7 * spacing).max(frame.camera.metres(2.0)),
        heaviest: maximum(&frame.world.particles().mass, f32::MIN_POSITIVE),
    };
    for row in rows(painter.positions.len()) {
        paint_row(painter, row, sizes, frame, to);
    }
    paint_arrows(painter, spacing, frame, &mut to.tools);
}

fn paint_links(painter: &Painter, frame: &Frame, to: &mut DrawData) {
    let (half_width, colour) = (frame.camera.metres(0.6), frame.palette.materials.net.alpha(120));
    let links = frame.world.links().filter(|link| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop));
    let position = &painter.positions;
    for link in links {
        let segment = line(position[link.a.index()], position[link.b.index()], half_width, colour);
        to.tier(painter.ranks.of_particle(link.a)).ropes.segments.push(segment);
    }
}

/// Sizes in a frame.
#[derive(Clone, Copy)]
struct Sizes {
    /// Radius of the heaviest particle's dot, m.
    dot: f32,
    /// Radius of a pin's ring, m.
    pin: f32,
    /// Greatest mass, kg.
    heaviest: f32,
}

/// Paints a row of particles: dots with areas by their masses, rings of discs, pins.
fn paint_row(painter: &Painter, row: Range<usize>, sizes: Sizes, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, camera, palette, .. } = frame;
    let particles = world.particles();
    let (positions, mass) = (&painter.positions[row.clone()], &particles.mass[row.clone()]);
    let mut radii = [0.0; ROW];
    radii
        .iter_mut()
        .zip(mass)
        .for_each(|(radius, mass)| *radius = sizes.dot * (mass / sizes.heaviest).sqrt().max(MIN_DOT));
    let dots = positions.iter().zip(&radii).map(|(&centre, &radius)| Dot::flat(centre, radius, palette.markers.dot));
    if !has_discs(&row, world) && painter.ranks.is_flat() {
        to.things.ropes.dots.extend(dots);
    } else {
        for (index, dot) in row.clone().zip(dots) {
            let disc = painter.heavy_ropes.disc(index, world, camera);
            let ring = disc
                .map(|radius| Dot::ring(painter.positions[index], radius, camera.metres(1.0), palette.materials.iron));
            let rank = painter.ranks.of_particle(ParticleId(index as u32));
            to.tier(rank).ropes.dots.extend(ring.into_iter().chain([dot]));
        }
    }
    if has_pins(&row, world) {
        for index in row.filter(|&index| world.is_pinned(ParticleId(index as u32))) {
            let centre = painter.positions[index];
            to.tools.dots.push(Dot::flat(centre, 0.55 * sizes.pin, palette.markers.locked));
            to.tools.dots.push(Dot::ring(centre, sizes.pin, camera.metres(1.0), palette.markers.locked));
        }
    }
}

/// Paints the velocities of particles that are `spacing` (m) apart.
fn paint_arrows(painter: &Painter, spacing: f32, frame: &Frame, to: &mut Layer) {
    let &Frame { world, camera, palette, .. } = frame;
    let particles = painter.positions.len();
    let by_distance = (camera.metres(CLOSEST_ARROWS) / spacing.max(camera.metres(0.1))).ceil() as usize;
    let every = (particles / MAX_ARROWS).max(by_distance).max(1);
    // Room for all arrows, since all particles may start to move at once.
    let arrows = particles.div_ceil(every);
    to.triangles.reserve(arrows);
    to.segments.reserve(3 * arrows);
    let substep = world.substep_length();
    if substep > 0.0 {
        let moving = painter.positions.iter().zip(&world.particles().displacement);
        for (&centre, &displacement) in moving.step_by(every) {
            arrow(centre, displacement / substep, camera, palette.markers.arrow, to);
        }
    }
}

fn arrow(from: Vec2, velocity: Vec2, camera: &Camera, colour: Colour, to: &mut Layer) {
    let shaft = (velocity * ARROW_SECONDS).clamp_length_max(camera.metres(MAX_ARROW_LENGTH));
    let length = shaft.length();
    if length < camera.metres(MIN_ARROW_LENGTH) {
        return;
    }
    let (tip, half_width) = (from + shaft, camera.metres(0.7));
    let heading = shaft / length;
    let head = heading * camera.metres(5.0).min(0.5 * length);
    let side = 0.5 * head.perp();
    let [left, right] = [tip - head + side, tip - head - side];
    to.segments.push(line(from, tip - 0.6 * head, half_width, colour));
    to.triangles.push(Triangle { corners: [tip, left, right], colours: [colour; 3] });
    to.segments.extend([line(tip, left, half_width, colour), line(tip, right, half_width, colour)]);
}
