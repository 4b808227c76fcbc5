//! Bars between two pins. The scissors do not cut them: a stroke is split into sweeps to the left and to the right of
//! each.

use glam::Vec2;

use crate::physics::ParticleId;
use crate::sandbox::Sandbox;

/// Gap between the scissors and a bar, m.
const GAP: f32 = 1e-3;

/// A disc that is moved in a straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Start of the centre, m.
    pub from: Vec2,
    /// End of the centre, m.
    pub to: Vec2,
    /// Radius of the disc, m.
    pub radius: f32,
}

/// A bar between two pins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinnedBar {
    /// One end, m.
    start: Vec2,
    /// Unit vector to the other end.
    along: Vec2,
    /// Length, m.
    length: f32,
}

impl PinnedBar {
    fn new(start: Vec2, end: Vec2) -> Self {
        let span = end - start;
        Self { start, along: span.normalize_or(Vec2::X), length: span.length() }
    }

    /// World -> bar coordinates, m: along the bar from its start, and to its left.
    fn to_local(self, at: Vec2) -> Vec2 {
        let offset = at - self.start;
        Vec2::new(self.along.dot(offset), self.along.perp_dot(offset))
    }

    /// Bar coordinates -> world, m.
    fn to_world(self, at: Vec2) -> Vec2 {
        self.start + self.along * at.x + self.along.perp() * at.y
    }

    /// Distance of a point from the bar, m.
    pub fn distance(self, at: Vec2) -> f32 {
        let Vec2 { x, y } = self.to_local(at);
        Vec2::new(x - x.clamp(0.0, self.length), y).length()
    }

    /// Splits a sweep into sweeps that do not touch the bar and together reach as far: beside it smaller discs on
    /// either side, elsewhere the whole disc.
    fn split(self, sweep: Sweep, to: &mut Vec<Sweep>) {
        let (from, end, radius) = (self.to_local(sweep.from), self.to_local(sweep.to), sweep.radius);
        let span = end - from;
        // Shares of the sweep at which it comes near to the bar, crosses it, or passes one of its ends.
        let reach = radius + GAP;
        let beside = [-reach, 0.0, reach].map(|y| (y - from.y) / span.y);
        let past = [-reach, self.length + reach].map(|x| (x - from.x) / span.x);
        let mut shares: Vec<f32> =
            beside.into_iter().chain(past).filter(|share| *share > 0.0 && *share < 1.0).collect();
        shares.sort_by(f32::total_cmp);
        let ends = shares.iter().copied().chain([1.0]);
        let mut share = 0.0;
        for next in ends {
            let (a, b) = (from + span * share, from + span * next);
            share = next;
            let Vec2 { x, y } = 0.5 * (a + b);
            if y.abs() >= reach || x < -reach || x > self.length + reach {
                to.push(Sweep { from: self.to_world(a), to: self.to_world(b), radius });
                continue;
            }
            for side in [1.0, -1.0] {
                let half = 0.5 * (radius + side * y).max(0.0);
                let centre = |at: Vec2| self.to_world(Vec2::new(at.x, side * (GAP + half)));
                to.push(Sweep { from: centre(a), to: centre(b), radius: half });
            }
        }
    }
}

/// All bars between two pins.
pub fn all(sandbox: &Sandbox) -> Vec<PinnedBar> {
    let (world, particles) = (sandbox.world(), sandbox.world().particles());
    let ends = world.links().filter(|link| link.kind.is_bar()).map(|link| [link.a, link.b]);
    let pinned = ends.filter(|ends| ends.iter().all(|&end| world.is_pinned(end)));
    let at = |end: ParticleId| particles.position[end.index()];
    pinned.map(|[a, b]| PinnedBar::new(at(a), at(b))).collect()
}

/// Splits a sweep so that no part touches any of the bars.
pub fn cut_around(sweep: Sweep, bars: &[PinnedBar]) -> Vec<Sweep> {
    let mut sweeps = vec![sweep];
    for bar in bars {
        let before = std::mem::take(&mut sweeps);
        before.into_iter().for_each(|sweep| bar.split(sweep, &mut sweeps));
    }
    sweeps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distance of a sweep from the bar from (0, 0) to (0, 4), m; negative if it touches the bar.
    fn gap(sweep: &Sweep) -> f32 {
        let places = (0..=200).map(|i| sweep.from.lerp(sweep.to, i as f32 / 200.0));
        places.map(|at| at.distance(Vec2::new(0.0, at.y.clamp(0.0, 4.0))) - sweep.radius).fold(f32::MAX, f32::min)
    }

    #[test]
    fn stroke_leaves_bar_and_cuts_beside_it() {
        let bar = [PinnedBar::new(Vec2::ZERO, Vec2::new(0.0, 4.0))];
        let strokes = [
            // Along it, on it, across it, oblique, a click, past its top, and past its foot.
            ((0.05, 3.0), (0.05, 1.0)),
            ((0.0, 3.0), (0.0, 1.0)),
            ((-1.0, 2.0), (1.0, 2.0)),
            ((-0.5, 0.5), (0.4, 3.0)),
            ((0.02, 2.0), (0.02, 2.0)),
            ((-0.3, 4.05), (0.3, 4.05)),
            ((0.3, -0.3), (-0.3, 0.2)),
        ];
        for (from, to) in strokes {
            let cut = Sweep { from: from.into(), to: to.into(), radius: 0.1 };
            let sweeps = cut_around(cut, &bar);
            assert!(sweeps.iter().all(|sweep| gap(sweep) > 0.0), "{cut:?}: {sweeps:?}");
            // Half a radius to either side of the stroke, except on the bar.
            for share in [0.0, 0.3, 0.5, 0.8, 1.0] {
                for beside in [-0.04, 0.04] {
                    let at = cut.from.lerp(cut.to, share) + Vec2::new(beside, 0.0);
                    let meets = |sweep: &Sweep| {
                        let nearest = (0..=200).map(|i| sweep.from.lerp(sweep.to, i as f32 / 200.0).distance(at));
                        nearest.fold(f32::MAX, f32::min) <= sweep.radius + 0.012
                    };
                    assert!(at.x.abs() < 0.012 || sweeps.iter().any(meets), "{cut:?} misses {at}: {sweeps:?}");
                }
            }
        }
    }
}
