//! Poles: bars between two pins, as fixed as the ground. The scissors go past them on both sides and cut what is there.

use glam::Vec2;

use crate::{physics::LinkKind, sandbox::Sandbox};

/// How far the scissors stay away from a pole, m.
const AWAY: f32 = 1e-3;

/// A disc that is moved in a straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// From here, m.
    pub from: Vec2,
    /// To here, m.
    pub to: Vec2,
    /// Radius of the disc, m.
    pub radius: f32,
}

/// A pole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pole {
    foot: Vec2,
    /// Unit vector to its other end, and how far that is, m.
    along: Vec2,
    length: f32,
}

impl Pole {
    fn new(foot: Vec2, top: Vec2) -> Self {
        let way = top - foot;
        Self { foot, along: way.normalize_or(Vec2::X), length: way.length() }
    }

    /// A place along the pole from its foot, and beside it to its left, m.
    fn inward(self, at: Vec2) -> Vec2 {
        let way = at - self.foot;
        Vec2::new(self.along.dot(way), self.along.perp_dot(way))
    }

    /// How far it is from a place, m.
    pub fn distance(self, at: Vec2) -> f32 {
        let Vec2 { x, y } = self.inward(at);
        Vec2::new(x - x.clamp(0.0, self.length), y).length()
    }

    fn outward(self, at: Vec2) -> Vec2 {
        self.foot + self.along * at.x + self.along.perp() * at.y
    }

    /// What is left of a cut that is not to touch this pole: discs to its left and to its right, that go as far as the whole
    /// one.
    fn spare(self, cut: Piece, to: &mut Vec<Piece>) {
        let (from, end, radius) = (self.inward(cut.from), self.inward(cut.to), cut.radius);
        let way = end - from;
        // Where it comes near to the pole, and where it crosses it.
        let reach = radius + AWAY;
        let beside = [-reach, 0.0, reach].map(|place| (place - from.y) / way.y);
        let past = [-reach, self.length + reach].map(|place| (place - from.x) / way.x);
        let mut shares: Vec<f32> =
            beside.into_iter().chain(past).filter(|share| *share > 0.0 && *share < 1.0).collect();
        shares.sort_by(f32::total_cmp);
        let ends = shares.iter().copied().chain([1.0]);
        let mut share = 0.0;
        for next in ends {
            let (a, b) = (from + way * share, from + way * next);
            share = next;
            let Vec2 { x, y } = 0.5 * (a + b);
            if y.abs() >= reach || x < -reach || x > self.length + reach {
                to.push(Piece { from: self.outward(a), to: self.outward(b), radius });
                continue;
            }
            for side in [1.0, -1.0] {
                let half = 0.5 * (radius + side * y).max(0.0);
                let place = |at: Vec2| self.outward(Vec2::new(at.x, side * (AWAY + half)));
                to.push(Piece { from: place(a), to: place(b), radius: half });
            }
        }
    }
}

/// The poles that there are.
pub fn all(sandbox: &Sandbox) -> Vec<Pole> {
    let particles = sandbox.world().particles();
    let beams = sandbox.world().constraints().filter(|link| link.kind == LinkKind::Beam);
    let fixed =
        beams.map(|link| [link.a.index(), link.b.index()]).filter(|ends| ends.iter().all(|&end| particles.pinned[end]));
    fixed.map(|ends| ends.map(|end| particles.position[end])).map(|[foot, top]| Pole::new(foot, top)).collect()
}

/// A cut as pieces that leave all poles.
pub fn around(cut: Piece, poles: &[Pole]) -> Vec<Piece> {
    let mut pieces = vec![cut];
    for pole in poles {
        let before = std::mem::take(&mut pieces);
        before.into_iter().for_each(|piece| pole.spare(piece, &mut pieces));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far a piece stays away from the pole from (0, 0) to (0, 4), m; below 0 it touches it.
    fn gap(piece: &Piece) -> f32 {
        let places = (0..=200).map(|i| piece.from.lerp(piece.to, i as f32 / 200.0));
        places.map(|at| at.distance(Vec2::new(0.0, at.y.clamp(0.0, 4.0))) - piece.radius).fold(f32::MAX, f32::min)
    }

    #[test]
    fn no_stroke_touches_a_pole_and_what_is_beside_it_is_cut() {
        let pole = [Pole::new(Vec2::ZERO, Vec2::new(0.0, 4.0))];
        let strokes = [
            // Along it, on it, across it, aslant, a click, past its top, and past its foot.
            ((0.05, 3.0), (0.05, 1.0)),
            ((0.0, 3.0), (0.0, 1.0)),
            ((-1.0, 2.0), (1.0, 2.0)),
            ((-0.5, 0.5), (0.4, 3.0)),
            ((0.02, 2.0), (0.02, 2.0)),
            ((-0.3, 4.05), (0.3, 4.05)),
            ((0.3, -0.3), (-0.3, 0.2)),
        ];
        for (from, to) in strokes {
            let cut = Piece { from: from.into(), to: to.into(), radius: 0.1 };
            let pieces = around(cut, &pole);
            assert!(pieces.iter().all(|piece| gap(piece) > 0.0), "{cut:?}: {pieces:?}");
            // The middle of the stroke and half a radius to either side of it, but where the pole is.
            for share in [0.0, 0.3, 0.5, 0.8, 1.0] {
                for beside in [-0.04, 0.04] {
                    let at = cut.from.lerp(cut.to, share) + Vec2::new(beside, 0.0);
                    let meets = |piece: &Piece| {
                        let nearest = (0..=200).map(|i| piece.from.lerp(piece.to, i as f32 / 200.0).distance(at));
                        nearest.fold(f32::MAX, f32::min) <= piece.radius + 0.012
                    };
                    assert!(at.x.abs() < 0.012 || pieces.iter().any(meets), "{cut:?} misses {at}: {pieces:?}");
                }
            }
        }
    }

    #[test]
    fn a_stroke_far_from_every_pole_is_one_piece() {
        let pole = [Pole::new(Vec2::ZERO, Vec2::new(0.0, 4.0))];
        let cut = Piece { from: Vec2::new(1.0, 0.0), to: Vec2::new(1.5, 3.0), radius: 0.1 };
        assert_eq!(around(cut, &pole).len(), 1);
        assert_eq!(around(cut, &[]), [cut]);
    }
}
