//! Debris of broken links: flying fibres, and flashes where links tore.

use glam::Vec2;

use super::{broken_links::BrokenLinks, frays, random, unit_vector};
use crate::physics::LinkKind;
use crate::view::draw::{Dot, DrawData, Segment};
use crate::view::{link_width::half_width, palette::Palette};

/// Maximum number of fibres. The oldest are dropped.
const MAX_FIBRES: usize = 500;

/// Maximum number of flashes. The oldest are dropped.
const MAX_FLASHES: usize = 40;

/// Duration of a flash, s.
const FLASH_SECONDS: f32 = 0.22;

/// Duration of the fading at the end of a fibre, s.
const FADE_SECONDS: f32 = 0.4;

/// Drag of a fibre, 1/s: it soon falls no faster than a feather.
const DRAG: f32 = 3.5;

/// Fraction of gravity that moves a fibre.
const GRAVITY: f32 = 0.35;

/// Number of fibres that fly off a broken link.
const fn fibres(kind: LinkKind) -> u32 {
    match kind {
        LinkKind::Rope => 7,
        LinkKind::Net | LinkKind::Lattice => 3,
        LinkKind::Cloth | LinkKind::Hem => 1,
        LinkKind::Beam | LinkKind::Rim | LinkKind::Brace | LinkKind::Stop => 0,
    }
}

/// Fibres and flashes.
#[derive(Clone, Debug, Default)]
pub(super) struct Debris {
    fibres: Vec<Fibre>,
    flashes: Vec<Flash>,
}

/// A flying fibre.
#[derive(Clone, Copy, Debug)]
struct Fibre {
    /// Position, m.
    at: Vec2,
    /// Velocity, m/s.
    velocity: Vec2,
    /// Half of its length as a vector, m.
    half: Vec2,
    /// Angular velocity, rad/s.
    spin: f32,
    /// Time until it disappears, s.
    seconds_left: f32,
    kind: LinkKind,
}

/// A flash where a link tore.
#[derive(Clone, Copy, Debug)]
struct Flash {
    /// Position, m.
    at: Vec2,
    /// Radius, m.
    size: f32,
    /// Time since the link tore, s.
    age: f32,
}

impl Debris {
    /// Whether anything flies or flashes.
    pub fn is_moving(&self) -> bool {
        !(self.fibres.is_empty() && self.flashes.is_empty())
    }

    /// Adds fibres for each broken link, and a flash if it tore. `positions`: particles in the picture, m.
    pub fn add(&mut self, broken: &BrokenLinks, positions: &[Vec2]) {
        let Self { fibres: flying, flashes } = self;
        for link in broken.broken.iter().filter(frays) {
            let (Some(&a), Some(&b)) = (positions.get(link.a.index()), positions.get(link.b.index())) else { continue };
            let (at, width) = (0.5 * (a + b), half_width(link.kind));
            if broken.has_torn {
                flashes.push(Flash { at, size: 5.0 * width + 0.04, age: 0.0 });
            }
            flying.extend((0..fibres(link.kind)).map(|i| {
                let random = |number| random(link.a, 100 + 8 * i + number);
                let direction = unit_vector(std::f32::consts::TAU * random(0));
                Fibre {
                    at: at + direction * width * random(1),
                    velocity: direction * (0.3 + 0.9 * random(2)) + Vec2::new(0.0, 0.5),
                    half: unit_vector(std::f32::consts::TAU * random(3)) * width * (0.5 + 0.9 * random(4)),
                    spin: 24.0 * (random(5) - 0.5),
                    seconds_left: 0.7 + 0.7 * random(6),
                    kind: link.kind,
                }
            }));
        }
        flying.drain(..flying.len().saturating_sub(MAX_FIBRES));
        flashes.drain(..flashes.len().saturating_sub(MAX_FLASHES));
    }

    /// Moves everything on by some time.
    pub fn advance(&mut self, gravity: Vec2, seconds: f32) {
        let slowdown = 1.0 / (1.0 + DRAG * seconds);
        self.fibres.retain_mut(|fibre| {
            fibre.velocity = (fibre.velocity + GRAVITY * gravity * seconds) * slowdown;
            fibre.at += fibre.velocity * seconds;
            fibre.half = unit_vector(fibre.spin * seconds).rotate(fibre.half);
            fibre.seconds_left -= seconds;
            fibre.seconds_left > 0.0
        });
        self.flashes.retain_mut(|flash| {
            flash.age += seconds;
            flash.age < FLASH_SECONDS
        });
    }

    pub fn paint(&self, palette: &Palette, to: &mut DrawData) {
        for &Fibre { at, half, seconds_left, kind, .. } in &self.fibres {
            let opacity = (255.0 * (seconds_left / FADE_SECONDS).clamp(0.0, 1.0)) as u8;
            let colour = palette.thread(kind).alpha(opacity);
            let bend = at + 0.3 * half.perp();
            for end in [at - half, at + half] {
                to.tools.segments.push(Segment { a: bend, b: end, half_width: 0.15 * half_width(kind), colour });
            }
        }
        for flash in &self.flashes {
            let share = flash.age / FLASH_SECONDS;
            let fresh = (1.0 - share) * (1.0 - share);
            let dot = |size: f32, alpha: f32| {
                Dot::soft(flash.at, size * flash.size, palette.markers.flash.alpha(alpha as u8))
            };
            to.tools.dots.extend([dot(1.0 + 2.0 * share, 150.0 * fresh), dot(0.6, 255.0 * fresh)]);
        }
    }
}
