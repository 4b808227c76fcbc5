//! Frayed ends: tufts of fibres at the ends of broken links.

use glam::Vec2;

use super::{frays, random, unit_vector};
use crate::physics::{DistanceConstraint, LinkKind, ParticleId, World};
use crate::view::draw::{DrawData, Segment};
use crate::view::{camera::Camera, link_width::half_width, palette::Palette};

/// Maximum number of frayed ends. The oldest are dropped.
const MAX_ENDS: usize = 1_500;

/// Fibres of a tuft.
const FIBRES: u32 = 7;

/// Minimum half width of a tuft that is drawn, logical pixels.
const FINEST_TUFT: f32 = 0.35;

/// Minimum half width of a tuft, m: wider than the threads of cloth, beside whose patches it would not be visible.
const MIN_HALF_WIDTH: f32 = 0.013;

/// All frayed ends.
#[derive(Clone, Debug, Default)]
pub(super) struct FrayedEnds(Vec<FrayedEnd>);

/// A tuft at a particle. It rotates with one of the remaining links there.
#[derive(Clone, Copy, Debug)]
struct FrayedEnd {
    particle: ParticleId,
    /// Other end of that link.
    neighbour: Option<ParticleId>,
    /// Direction as a unit complex number: relative to the link, or in the world without one.
    turn: Vec2,
    kind: LinkKind,
}

impl FrayedEnd {
    /// Direction in the picture, a unit vector.
    fn direction(&self, positions: &[Vec2]) -> Vec2 {
        let along = self.neighbour.and_then(|neighbour| direction(positions, self.particle, neighbour));
        along.map_or(self.turn, |along| self.turn.rotate(along))
    }

    fn paint(&self, positions: &[Vec2], camera: &Camera, palette: &Palette, to: &mut DrawData) {
        let width = half_width(self.kind).max(MIN_HALF_WIDTH);
        let (Some(&root), true) = (positions.get(self.particle.index()), width >= camera.metres(FINEST_TUFT)) else {
            return;
        };
        let (along, colour) = (self.direction(positions), palette.thread(self.kind));
        for i in 0..FIBRES {
            let random = |number| random(self.particle, 8 * i + number);
            let across = (i as f32 + 0.5) / FIBRES as f32 * 2.0 - 1.0;
            let from = root + along.perp() * (0.75 * across * width);
            let splay = unit_vector(across * 0.55 + (random(0) - 0.5) * 0.5).rotate(along);
            let middle = from + splay * width * (1.3 + 0.8 * random(1));
            let curl = unit_vector((random(2) - 0.5) * 1.7).rotate(splay);
            let tip = middle + curl * width * (0.7 + 1.3 * random(3));
            let colour = colour.mix(palette.scenery.shadow.alpha(255), 0.34 * random(4));
            for (a, b, share) in [(from, middle, 0.17), (middle, tip, 0.12)] {
                // In the layer of threads, which throws no shadow: those of the fibres would merge into a blot.
                to.things.threads.segments.push(Segment { a, b, half_width: share * width, colour });
            }
        }
    }
}

impl FrayedEnds {
    /// Adds tufts at both ends of each broken link. Drops those at particles without a link.
    pub fn add(&mut self, broken: &[DistanceConstraint], world: &World, positions: &[Vec2]) {
        let is_broken = |a, b| broken.iter().any(|link| (link.a, link.b) == (a, b) || (link.a, link.b) == (b, a));
        let mut loose: Vec<FrayedEnd> = Vec::new();
        // Tufts whose link broke need another one.
        self.0.retain(|end| {
            let stays = end.neighbour.is_some_and(|neighbour| !is_broken(end.particle, neighbour));
            if !stays {
                loose.push(FrayedEnd { turn: end.direction(positions), neighbour: None, ..*end });
            }
            stays
        });
        let ends =
            broken.iter().filter(frays).flat_map(|link| [(link.a, link.b, link.kind), (link.b, link.a, link.kind)]);
        loose.extend(ends.filter_map(|(particle, other, kind)| {
            let turn = direction(positions, particle, other)?;
            Some(FrayedEnd { particle, neighbour: None, turn, kind })
        }));
        attach(&mut loose, world, positions);
        self.0.extend(loose.into_iter().filter(|end| end.neighbour.is_some()));
        self.0.drain(..self.0.len().saturating_sub(MAX_ENDS));
    }

    pub fn paint(&self, positions: &[Vec2], camera: &Camera, palette: &Palette, to: &mut DrawData) {
        for end in &self.0 {
            end.paint(positions, camera, palette, to);
        }
    }
}

/// Unit vector from one particle to another, unless they coincide.
fn direction(positions: &[Vec2], from: ParticleId, to: ParticleId) -> Option<Vec2> {
    (*positions.get(to.index())? - *positions.get(from.index())?).try_normalize()
}

/// Attaches each tuft to the link at its particle that it continues best.
fn attach(ends: &mut [FrayedEnd], world: &World, positions: &[Vec2]) {
    ends.sort_by_key(|end| end.particle);
    let mut best: Vec<f32> = vec![f32::INFINITY; ends.len()];
    for link in world.links() {
        for (particle, other) in [(link.a, link.b), (link.b, link.a)] {
            let first = ends.partition_point(|end| end.particle < particle);
            let here = ends[first..].iter_mut().zip(&mut best[first..]).take_while(|(end, _)| end.particle == particle);
            for (end, best) in here {
                let cosine = direction(positions, particle, other).map_or(f32::INFINITY, |along| along.dot(end.turn));
                if cosine < *best {
                    (*best, end.neighbour) = (cosine, Some(other));
                }
            }
        }
    }
    for end in ends {
        if let Some(along) = end.neighbour.and_then(|neighbour| direction(positions, end.particle, neighbour)) {
            end.turn = Vec2::new(along.x, -along.y).rotate(end.turn);
        }
    }
}
