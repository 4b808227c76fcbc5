//! Particles and links against shapes, in one substep: swept from where they were to where they are, as the shape sees
//! them, so that nothing passes through however fast it, or the shape, moves.
//!
//! A particle meets the whole surface. A link meets a shape's corners, with the discs about them: whatever else of a link
//! could touch a convex shape is one of its ends.

use glam::Vec2;

use super::{
    contact::{REST_SPEED, Surface, reflected},
    shape::{Pose, Rounded, Shape, rotated},
};

/// What rests on a shape stays so deep in it, m. At none at all, rounding would have it in contact in every other substep
/// alone, and what friction shall hold creeps in the others.
const DEPTH: f32 = 2e-5;

/// How fast, m/s, what lies inside a shape comes out of it: a shape that was put onto a rope does not tear it.
const ESCAPE: f32 = 1.0;

/// Nearer than this, m, a particle is on the surface already.
const NEAR: f32 = 1e-6;

/// A link is not touched so near to its ends, as a share of its length: there its particle is.
const END: f32 = 1e-3;

/// Least share of its ends' inverse masses that resists at a link's contact. A push close beside an end that is fixed would
/// throw the other end.
const LEVER: f32 = 0.1;

/// A shape in a substep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    body: Rounded,
    before: Pose,
    now: Pose,
    /// What it takes up in the whole substep, m: lowest and highest corner.
    pub bounds: (Vec2, Vec2),
}

/// Where something touches an obstacle.
#[derive(Clone, Copy, Debug)]
struct Touch {
    /// Unit vector out of it.
    normal: Vec2,
    /// How deep it was inside at the beginning of the substep, m; negative outside.
    before: f32,
    /// How deep it is now, m.
    depth: f32,
    /// How far the surface has moved there in the substep, m.
    carried: Vec2,
}

/// What a contact does to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Answer {
    /// To its position, m.
    shift: Vec2,
    /// To its displacement, m.
    change: Vec2,
}

/// What contacts read and change, as slices of equal length.
#[derive(Debug)]
pub(super) struct Bodies<'a> {
    /// Where all particles were at the beginning of the substep, m.
    pub start: &'a [Vec2],
    pub position: &'a mut [Vec2],
    pub displacement: &'a mut [Vec2],
    pub inv_mass: &'a [f32],
}

impl Obstacle {
    /// A shape that was as `before` at the beginning of the substep.
    pub fn new(before: &Shape, shape: &Shape) -> Self {
        let body = shape.def.form.rounded();
        let (before, now) = (before.pose(), shape.pose());
        // The box around a turned box: each axis takes its share of both sides.
        let size = |pose: Pose| {
            let (along, up) = (pose.turn.abs(), pose.turn.perp().abs());
            along * body.half.x + up * body.half.y + body.radius
        };
        let (one, other) = (size(before), size(now));
        let bounds = ((before.at - one).min(now.at - other), (before.at + one).max(now.at + other));
        Self { body, before, now, bounds }
    }

    /// The same, and everything about it by so much (m).
    pub fn thicker(mut self, by: f32) -> Self {
        self.body.radius += by;
        self.bounds = (self.bounds.0 - by, self.bounds.1 + by);
        self
    }

    /// Puts a particle that has come into it back onto its surface.
    pub fn stop_particle(&self, bodies: &mut Bodies, index: usize, surface: Surface) {
        if bodies.inv_mass[index] == 0.0 {
            return;
        }
        let (from, to) = (self.before.inward(bodies.start[index]), self.now.inward(bodies.position[index]));
        let Some(answer) = self.meet(from, to).and_then(|touch| answer(bodies.displacement[index], touch, surface))
        else {
            return;
        };
        bodies.position[index] += answer.shift;
        bodies.displacement[index] += answer.change;
    }

    /// Where a point touches that goes `from` one place `to` another, as the shape sees them.
    fn meet(&self, from: Vec2, to: Vec2) -> Option<Touch> {
        let body = self.body;
        let (normal, distance) = body.surface(from);
        if distance <= NEAR {
            let depth = -distance - (to - from).dot(normal);
            return (depth > 0.0).then(|| self.touch(normal, (-distance, depth), from));
        }
        if let Some((share, normal)) = body.entry(from, to) {
            let at = from + (to - from) * share;
            return Some(self.touch(normal, ((at - from).dot(normal), (at - to).dot(normal)), at));
        }
        // Rounding alone keeps what is inside from having come in.
        let (normal, distance) = body.surface(to);
        (distance < 0.0).then(|| self.touch(normal, (-NEAR, -distance), to))
    }

    /// A touch at a point, as the shape sees it.
    fn touch(&self, normal: Vec2, (before, depth): (f32, f32), at: Vec2) -> Touch {
        let carried = self.now.outward(at) - self.before.outward(at);
        Touch { normal: rotated(normal, self.now.turn), before, depth, carried }
    }

    /// Puts a link that has come into the disc about a corner, or has gone across it, back beside it.
    pub fn stop_link(&self, bodies: &mut Bodies, (a, b): (usize, usize), surface: Surface) {
        let free = (bodies.inv_mass[a], bodies.inv_mass[b]);
        if free.0 + free.1 == 0.0 {
            return;
        }
        for corner in self.body.corners() {
            let before = [a, b].map(|end| self.before.inward(bodies.start[end]) - corner);
            let now = [a, b].map(|end| self.now.inward(bodies.position[end]) - corner);
            let Some((share, touch)) = self.cross(corner, before, now) else { continue };
            let shares = (1.0 - share, share);
            let moved = bodies.displacement[a] * shares.0 + bodies.displacement[b] * shares.1;
            let Some(Answer { shift, change }) = answer(moved, touch, surface) else { continue };
            let weight = shares.0 * shares.0 * free.0 + shares.1 * shares.1 * free.1;
            let weight = weight.max(LEVER * (free.0 + free.1));
            for (end, scale) in [(a, shares.0 * free.0 / weight), (b, shares.1 * free.1 / weight)] {
                bodies.position[end] += shift * scale;
                bodies.displacement[end] += change * scale;
            }
        }
    }

    /// Where a link touches that goes from `before` to `now`; both ends as seen from the corner. With it comes which
    /// point of the link that is, from 0 to 1.
    fn cross(&self, corner: Vec2, before: [Vec2; 2], now: [Vec2; 2]) -> Option<(f32, Touch)> {
        let radius = self.body.radius;
        let all = [before[0], before[1], now[0], now[1]];
        let (low, high) = all.iter().fold((all[0], all[0]), |(low, high), &at| (low.min(at), high.max(at)));
        if low.max_element() > radius || high.min_element() < -radius {
            return None;
        }
        let along = now[1] - now[0];
        let squared = along.dot(along);
        if squared <= 1e-20 {
            return None;
        }
        let way_across = along.perp() / squared.sqrt();
        let (share, normal) = match crossing(before, now) {
            // The side on which it was: to the left of it is the corner where this is positive.
            Some(share) if before[0].perp_dot(before[1]) > 0.0 => (share, -way_across),
            Some(share) => (share, way_across),
            None => {
                let share = -now[0].dot(along) / squared;
                let side = if way_across.dot(now[0]) < 0.0 { -1.0 } else { 1.0 };
                (share, way_across * side)
            }
        };
        if !(END..=1.0 - END).contains(&share) || !self.is_outward(corner, normal) {
            return None;
        }
        let depth = radius - normal.dot(now[0]);
        if depth <= 0.0 {
            return None;
        }
        let was = before[0] + (before[1] - before[0]) * share;
        Some((share, self.touch(normal, (radius - normal.dot(was), depth), corner + normal * radius)))
    }

    /// Whether a way leads out of the shape at a corner: what crosses the shape already is let be, rather than pushed
    /// through the rest of it.
    fn is_outward(&self, corner: Vec2, normal: Vec2) -> bool {
        const TILT: f32 = -0.05;
        let Vec2 { x, y } = self.body.half;
        (x == 0.0 || normal.x * corner.x >= TILT * x) && (y == 0.0 || normal.y * corner.y >= TILT * y)
    }
}

/// Where on a link, from 0 to 1, the origin lies when the link goes across it first, on its way from `before` to `now`.
fn crossing(before: [Vec2; 2], now: [Vec2; 2]) -> Option<f32> {
    let way = [now[0] - before[0], now[1] - before[1]];
    // The origin and the ends are in line where this is 0: constant + linear t + square t².
    let constant = before[0].perp_dot(before[1]);
    let linear = before[0].perp_dot(way[1]) + way[0].perp_dot(before[1]);
    let square = way[0].perp_dot(way[1]);
    let root = linear * linear - 4.0 * constant * square;
    if constant == 0.0 || root < 0.0 {
        return None;
    }
    let sum = -0.5 * (linear + root.sqrt().copysign(linear));
    let (one, other) = (sum / square, constant / sum);
    let times = if one < other { [one, other] } else { [other, one] };
    times.into_iter().filter(|time| *time > 0.0 && *time <= 1.0).find_map(|time| {
        let [a, b] = [before[0] + way[0] * time, before[1] + way[1] * time];
        let along = b - a;
        let share = -a.dot(along) / along.dot(along);
        (0.0..=1.0).contains(&share).then_some(share)
    })
}

/// What a contact does to a point that has `moved` so far in the substep: out of the shape, bounce, friction. As seen from the surface, its
/// speed never grows.
fn answer(moved: Vec2, touch: Touch, surface: Surface) -> Option<Answer> {
    let Touch { normal, before, depth, carried } = touch;
    let Surface { restitution, friction, fall, substep } = surface;
    if depth <= 0.0 {
        return None;
    }
    // What came from outside is let in a little, what lay on the surface stays as deep as it was, and what is deep inside
    // comes out by and by.
    let keep = if before < 0.0 {
        0.5 * DEPTH
    } else if before <= DEPTH {
        before
    } else {
        let risen = before - ESCAPE * substep;
        if risen < DEPTH { DEPTH } else { risen }
    };
    let lift = if depth > keep { depth - keep } else { 0.0 };
    let relative = moved - carried;
    let inward = -relative.dot(normal);
    let sideways = relative + normal * inward;
    let pull = -fall.dot(normal);
    // What lay there already and is pressed in by its links does not bounce: it would hop for ever, the higher the harder.
    let outward = if before < 0.0 && inward > REST_SPEED * substep + 2.0 * pull.max(0.0) {
        restitution * reflected(inward, lift, pull)
    } else if inward < 0.0 {
        -inward
    } else {
        0.0
    };
    let most = friction * (inward + outward).max(0.0);
    let along = (sideways.x * sideways.x + sideways.y * sideways.y).sqrt();
    let slowed = if along <= most { Vec2::ZERO } else { sideways * (1.0 - most / along) };
    let answer = Answer { shift: normal * lift + (slowed - sideways), change: slowed + normal * outward - relative };
    (answer.shift.is_finite() && answer.change.is_finite()).then_some(answer)
}
