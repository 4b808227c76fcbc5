//! Frayed ends, flying fibres, flashes.

use glam::Vec2;

use super::{breaks::Breaks, chance};
use crate::{
    physics::{DistanceConstraint, LinkKind, ParticleId, World},
    view::{
        camera::Camera,
        draw::{Colour, Dot, DrawData, Segment},
        paint::half_width,
        palette::Palette,
    },
};

/// Most of each; the oldest go first.
const MOST_STUBS: usize = 1_500;
const MOST_FIBRES: usize = 500;
const MOST_FLASHES: usize = 40;

/// Fibres of a frayed end.
const TUFT: u32 = 7;
/// Fibres that fly off at a cut.
const fn shreds(kind: LinkKind) -> u32 {
    match kind {
        LinkKind::Rope => 7,
        LinkKind::Net | LinkKind::Lattice => 3,
        LinkKind::Cloth | LinkKind::Hem => 1,
        LinkKind::Beam | LinkKind::Brace | LinkKind::Stop => 0,
    }
}
/// A frayed end that is thinner on the screen, logical pixels, is not drawn.
const FINEST_TUFT: f32 = 0.35;
/// Half of the width, m, as which the threads of a cloth fray: finer ones would be lost beside the steps of its patches.
const FINEST_FRAY: f32 = 0.013;
/// A flash's length, s.
const FLASH_SECONDS: f32 = 0.22;

/// A tuft at the end of what was cut. It stays with its particle and turns with what is left there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stub {
    particle: ParticleId,
    /// The other end of a link that is left at the particle.
    neighbour: Option<ParticleId>,
    /// Where the tuft points, as a unit complex number: against the neighbour's direction, or in the world without one.
    turn: Vec2,
    kind: LinkKind,
}

impl Stub {
    fn direction(&self, seen: &[Vec2]) -> Vec2 {
        match self.neighbour {
            Some(neighbour) => to(seen, self.particle, neighbour).map_or(self.turn, |way| self.turn.rotate(way)),
            None => self.turn,
        }
    }

    pub fn paint(&self, seen: &[Vec2], camera: &Camera, palette: &Palette, data: &mut DrawData) {
        let width = half_width(self.kind).max(FINEST_FRAY);
        let (Some(&root), true) = (seen.get(self.particle.index()), width >= camera.metres(FINEST_TUFT)) else {
            return;
        };
        let (way, colour) = (self.direction(seen), colour(self.kind, palette));
        for i in 0..TUFT {
            let odds = |number| chance(self.particle, 8 * i + number);
            let across = (i as f32 + 0.5) / TUFT as f32 * 2.0 - 1.0;
            let from = root + way.perp() * (0.75 * across * width);
            let splay = towards(across * 0.55 + (odds(0) - 0.5) * 0.5).rotate(way);
            let middle = from + splay * width * (1.3 + 0.8 * odds(1));
            // Each curls its own way.
            let tip = middle + towards((odds(2) - 0.5) * 1.7).rotate(splay) * width * (0.7 + 1.3 * odds(3));
            let colour = colour.mix(palette.shadow.alpha(255), 0.34 * odds(4));
            for (a, b, share) in [(from, middle, 0.17), (middle, tip, 0.12)] {
                // Where nothing throws a shadow: seven fibres' shadows would be a blot.
                data.threads.segments.push(Segment { a, b, half_width: share * width, colour });
            }
        }
    }
}

/// A shred that was cut off, in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fibre {
    at: Vec2,
    /// m/s.
    velocity: Vec2,
    /// Half of it, m.
    half: Vec2,
    /// Turns, rad/s.
    spin: f32,
    /// s.
    left: f32,
    kind: LinkKind,
}

impl Fibre {
    pub fn paint(&self, palette: &Palette, data: &mut DrawData) {
        let &Self { at, half, left, kind, .. } = self;
        let colour = colour(kind, palette).alpha((255.0 * (left / 0.4).clamp(0.0, 1.0)) as u8);
        let bend = at + 0.3 * half.perp();
        for end in [at - half, at + half] {
            data.tools.segments.push(Segment { a: bend, b: end, half_width: 0.15 * half_width(kind), colour });
        }
    }
}

/// Where something tore.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flash {
    at: Vec2,
    /// m.
    size: f32,
    /// Since it tore, s.
    age: f32,
}

impl Flash {
    pub fn paint(&self, palette: &Palette, data: &mut DrawData) {
        let share = self.age / FLASH_SECONDS;
        let fresh = (1.0 - share) * (1.0 - share);
        let dot = |size: f32, alpha: f32| Dot::soft(self.at, size * self.size, palette.flash.alpha(alpha as u8));
        data.tools.dots.extend([dot(1.0 + 2.0 * share, 150.0 * fresh), dot(0.6, 255.0 * fresh)]);
    }
}

/// Unit vector from one particle to another, if they are apart.
fn to(seen: &[Vec2], from: ParticleId, to: ParticleId) -> Option<Vec2> {
    (*seen.get(to.index())? - *seen.get(from.index())?).try_normalize()
}

fn colour(kind: LinkKind, palette: &Palette) -> Colour {
    if matches!(kind, LinkKind::Cloth | LinkKind::Hem) { palette.cloth } else { palette.link(kind) }
}

/// Bars and braces break clean.
fn frays(link: &&DistanceConstraint) -> bool {
    !matches!(link.kind, LinkKind::Beam | LinkKind::Brace | LinkKind::Stop)
}

/// Tufts at both ends of what broke, and of `stubs` those that are at a particle with a link left.
pub(super) fn fray(stubs: &mut Vec<Stub>, broken: &[DistanceConstraint], world: &World, seen: &[Vec2]) {
    let is_broken = |a, b| broken.iter().any(|link| (link.a, link.b) == (a, b) || (link.a, link.b) == (b, a));
    let mut loose: Vec<Stub> = Vec::new();
    // What turned with a link that broke has to find another one.
    stubs.retain(|stub| {
        let stays = stub.neighbour.is_some_and(|neighbour| !is_broken(stub.particle, neighbour));
        if !stays {
            loose.push(Stub { turn: stub.direction(seen), neighbour: None, ..*stub });
        }
        stays
    });
    let ends = broken.iter().filter(frays).flat_map(|link| [(link.a, link.b, link.kind), (link.b, link.a, link.kind)]);
    loose.extend(ends.filter_map(|(particle, other, kind)| {
        let turn = to(seen, particle, other)?;
        Some(Stub { particle, neighbour: None, turn, kind })
    }));
    tie(&mut loose, world, seen);
    stubs.extend(loose.into_iter().filter(|stub| stub.neighbour.is_some()));
}

/// Lets each turn with one of the links that are left at its particle: the one that it continues best.
fn tie(stubs: &mut [Stub], world: &World, seen: &[Vec2]) {
    stubs.sort_by_key(|stub| stub.particle);
    let mut best: Vec<f32> = vec![f32::INFINITY; stubs.len()];
    for link in world.links() {
        for (end, other) in [(link.a, link.b), (link.b, link.a)] {
            let first = stubs.partition_point(|stub| stub.particle < end);
            let here = stubs[first..].iter_mut().zip(&mut best[first..]).take_while(|(stub, _)| stub.particle == end);
            for (stub, best) in here {
                let along = to(seen, end, other).map_or(f32::INFINITY, |way| way.dot(stub.turn));
                if along < *best {
                    (*best, stub.neighbour) = (along, Some(other));
                }
            }
        }
    }
    for stub in stubs {
        if let Some(way) = stub.neighbour.and_then(|neighbour| to(seen, stub.particle, neighbour)) {
            stub.turn = Vec2::new(way.x, -way.y).rotate(stub.turn);
        }
    }
}

/// One metre that way, rad. With `libm`, so that a picture has the same bits on every machine.
fn towards(angle: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(angle);
    Vec2::new(cos, sin)
}

/// Shreds, and flashes where something tore.
pub(super) fn scatter(fibres: &mut Vec<Fibre>, flashes: &mut Vec<Flash>, breaks: &Breaks, seen: &[Vec2]) {
    for link in breaks.broken().iter().filter(frays) {
        let (Some(&a), Some(&b)) = (seen.get(link.a.index()), seen.get(link.b.index())) else { continue };
        let (at, width) = (0.5 * (a + b), half_width(link.kind));
        if breaks.are_torn() {
            flashes.push(Flash { at, size: 5.0 * width + 0.04, age: 0.0 });
        }
        fibres.extend((0..shreds(link.kind)).map(|i| {
            let odds = |number| chance(link.a, 100 + 8 * i + number);
            let way = towards(std::f32::consts::TAU * odds(0));
            Fibre {
                at: at + way * width * odds(1),
                velocity: way * (0.3 + 0.9 * odds(2)) + Vec2::new(0.0, 0.5),
                half: towards(std::f32::consts::TAU * odds(3)) * width * (0.5 + 0.9 * odds(4)),
                spin: 24.0 * (odds(5) - 0.5),
                left: 0.7 + 0.7 * odds(6),
                kind: link.kind,
            }
        }));
    }
}

/// Moves everything on. Shreds are light: they soon fall no faster than a feather.
pub(super) fn age(fibres: &mut Vec<Fibre>, flashes: &mut Vec<Flash>, gravity: Vec2, seconds: f32) {
    let slow = 1.0 / (1.0 + 3.5 * seconds);
    fibres.retain_mut(|fibre| {
        fibre.velocity = (fibre.velocity + 0.35 * gravity * seconds) * slow;
        fibre.at += fibre.velocity * seconds;
        fibre.half = towards(fibre.spin * seconds).rotate(fibre.half);
        fibre.left -= seconds;
        fibre.left > 0.0
    });
    flashes.retain_mut(|flash| {
        flash.age += seconds;
        flash.age < FLASH_SECONDS
    });
}

/// Forgets the oldest where there are too many.
pub(super) fn limit(stubs: &mut Vec<Stub>, fibres: &mut Vec<Fibre>, flashes: &mut Vec<Flash>) {
    stubs.drain(..stubs.len().saturating_sub(MOST_STUBS));
    fibres.drain(..fibres.len().saturating_sub(MOST_FIBRES));
    flashes.drain(..flashes.len().saturating_sub(MOST_FLASHES));
}
