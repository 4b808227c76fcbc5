//! Particles and links against shapes, in one substep: swept from where they were to where they are, as the shape sees
//! them, so that nothing passes through however fast it, or the shape, moves.
//!
//! A particle meets the whole surface. A link meets a shape's corners, with the discs about them: whatever else of a link
//! could touch a convex shape is one of its ends.

use glam::Vec2;

use super::{
    aside::Exit,
    contact::{REST_SPEED, Surface, reflected},
    rounded::Rounded,
    shape::{Pose, Shape, ShapeDef, rotated},
};

/// What rests on a shape stays so deep in it, m. At none at all, rounding would have it in contact in every other substep
/// alone, and what friction shall hold creeps in the others.
const DEPTH: f32 = 2e-5;

/// How fast, m/s, what lies inside a shape comes out of it: a shape that was put onto a rope does not tear it.
const ESCAPE: f32 = 1.0;

/// What is deeper in a shape than this at the beginning of a substep, m, did not come there by itself: the shape was put
/// onto it. The rim of a web that is pushed out from less deep goes aside; from deeper, it is torn off what is inside.
const DEEP: f32 = 2e-3;

/// Nearer than this, m, a particle is on the surface already.
const NEAR: f32 = 1e-6;

/// A link is not touched so near to its ends, as a share of its length: there its particle is.
const END: f32 = 1e-3;

/// Least share of its ends' inverse masses that resists at a link's contact. A push close beside an end that is fixed would
/// throw the other end.
const LEVER: f32 = 0.1;

/// A link is long for a corner's disc if it is longer than so many of its radii.
const LONG: f32 = 0.2;

/// How often links that lie on corners are brought into line with each other in a substep.
const SETTLING: usize = 8;

/// A shape in a substep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    body: Rounded,
    before: Pose,
    now: Pose,
    /// Of its surface, where it is not as everywhere.
    friction: Option<f32>,
    restitution: Option<f32>,
    /// How much of it is the thickness of what it meets, m.
    skin: f32,
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
    /// At which share of [`ESCAPE`] it comes out.
    pace: f32,
}

/// What a contact does to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Answer {
    /// To its position, m.
    shift: Vec2,
    /// To its displacement, m.
    change: Vec2,
}

/// A link that lies on a corner's disc and is long for it, while all of these are brought into line with each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    ends: [usize; 2],
    /// The middle of the disc, m.
    disc: Vec2,
    /// How much of the point that touches is each end.
    shares: (f32, f32),
    /// By how much each end moves where that point is to move by 1.
    levers: (f32, f32),
    normal: Vec2,
    /// How far the surface has moved there in the substep, m.
    carried: Vec2,
    /// How far along the normal the point may not go below, m.
    floor: f32,
    /// How far it is to move along the normal in the substep as seen from the surface, m.
    outward: f32,
    /// How far it was moved along the normal so far, m: its displacement, and its place.
    pressed: f32,
    lifted: f32,
    /// How far friction has moved it so far, counter-clockwise round the shape, m.
    dragged: f32,
    /// Coulomb's coefficient.
    friction: f32,
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

impl Touch {
    /// Coulomb's coefficient there. What a shape was put onto slips out of it: a rope that stuck to the inside of a post of
    /// friction 1 while it was pushed out was drawn out by 20 %, and went off with 5 kJ.
    fn friction(&self, surface: Surface) -> f32 {
        if self.before > DEEP { 0.0 } else { surface.friction }
    }
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
        let ShapeDef { friction, restitution, .. } = shape.def;
        Self { body, before, now, friction, restitution, skin: 0.0, bounds }
    }

    /// Its own surface.
    fn own(&self, surface: Surface) -> Surface {
        let Surface { friction, restitution, .. } = surface;
        Surface {
            friction: self.friction.unwrap_or(friction),
            restitution: self.restitution.unwrap_or(restitution),
            ..surface
        }
    }

    /// The same, and everything about it by so much (m).
    pub fn thicker(mut self, by: f32) -> Self {
        self.body.radius += by;
        self.skin += by;
        self.bounds = (self.bounds.0 - by, self.bounds.1 + by);
        self
    }

    /// Puts a particle that has come into it back onto its surface. Returns whether that has moved it.
    ///
    /// One that is linked with others in it comes out as those do: see [`super::aside`].
    pub fn stop_particle(&self, bodies: &mut Bodies, (index, exit): (usize, Exit), surface: Surface) -> bool {
        if bodies.inv_mass[index] == 0.0 {
            return false;
        }
        let (from, to) = (self.before.inward(bodies.start[index]), self.now.inward(bodies.position[index]));
        let own = self.own(surface);
        let (touch, surface) = match exit {
            Exit::Along { way, pace } => (self.leave(from, to, (way, pace)), own),
            Exit::Slipping => (self.meet(from, to), Surface { friction: 0.0, ..own }),
            Exit::Nearest => (self.meet(from, to), own),
        };
        let Some(answer) = touch.and_then(|touch| answer(bodies.displacement[index], touch, surface)) else {
            return false;
        };
        bodies.position[index] += answer.shift;
        bodies.displacement[index] += answer.change;
        answer.shift != Vec2::ZERO
    }

    /// Whether what is there at the beginning of the substep is so deep inside that it cannot have come there by itself.
    pub fn is_deep(&self, at: Vec2) -> bool {
        let at = self.before.inward(at);
        let Rounded { half, radius } = self.body;
        at.abs().cmplt(half + radius).all() && self.body.surface(at).1 < -(DEEP + self.skin)
    }

    /// Where a place is as it sees it at the beginning of the substep, m.
    pub fn sees(&self, at: Vec2) -> Vec2 {
        self.before.inward(at)
    }

    /// Its surface.
    pub fn body(&self) -> Rounded {
        self.body
    }

    /// Where a point touches that goes `from` one place `to` another, as the shape sees them.
    fn meet(&self, from: Vec2, to: Vec2) -> Option<Touch> {
        let body = self.body;
        let (normal, distance) = body.surface(from);
        if distance <= NEAR {
            let depth = -distance - (to - from).dot(normal);
            return (depth > 0.0).then(|| self.touch(normal, (-distance, depth), from));
        }
        let way = to - from;
        if distance > 1.001 * (way.x.abs() + way.y.abs()) {
            return None;
        }
        if let Some((share, normal)) = body.entry(from, to) {
            let at = from + (to - from) * share;
            return Some(self.touch(normal, ((at - from).dot(normal), (at - to).dot(normal)), at));
        }
        // Rounding alone keeps what is inside from having come in.
        let (normal, distance) = body.surface(to);
        (distance < 0.0).then(|| self.touch(normal, (-NEAR, -distance), to))
    }

    /// The same for one that is deep inside, and goes out along a way.
    fn leave(&self, from: Vec2, to: Vec2, (way, pace): (Vec2, f32)) -> Option<Touch> {
        let before = self.body.exit(from, way);
        let depth = before - (to - from).dot(way);
        let is_in = depth > 0.0 && self.body.surface(to).1 < 0.0;
        is_in.then(|| Touch { pace, ..self.touch(way, (before, depth), from) })
    }

    /// A touch at a point, as the shape sees it.
    fn touch(&self, normal: Vec2, (before, depth): (f32, f32), at: Vec2) -> Touch {
        let carried = self.now.outward(at) - self.before.outward(at);
        Touch { normal: rotated(normal, self.now.turn), before, depth, carried, pace: 1.0 }
    }

    /// Puts a link that has come into the disc about a corner, or has gone across it, back beside it. One that is long for
    /// the disc is added to `holds`.
    ///
    /// Returns whether it goes through the middle of a wall or block: that was put there, for nothing comes there by
    /// itself. Such a link hangs before the shape ([`super::hang`]), and so does one of which an end `hangs`.
    pub fn stop_link(
        &self,
        bodies: &mut Bodies,
        (a, b): (usize, usize),
        (surface, hangs): (Surface, bool),
        holds: &mut Vec<Hold>,
    ) -> bool {
        let free = (bodies.inv_mass[a], bodies.inv_mass[b]);
        if free.0 + free.1 == 0.0 {
            return false;
        }
        let surface = self.own(surface);
        let before = [a, b].map(|end| self.before.inward(bodies.start[end]));
        if self.body.is_crossed(before) {
            return true;
        }
        if hangs {
            return false;
        }
        let mut now = [a, b].map(|end| self.now.inward(bodies.position[end]));
        for corner in self.body.corners() {
            let from = |ends: [Vec2; 2]| ends.map(|end| end - corner);
            let Some((share, touch)) = self.cross(corner, from(before), from(now)) else { continue };
            let shares = (1.0 - share, share);
            let moved = bodies.displacement[a] * shares.0 + bodies.displacement[b] * shares.1;
            let Some(Answer { shift, change }) = answer(moved, touch, surface) else { continue };
            let weight = shares.0 * shares.0 * free.0 + shares.1 * shares.1 * free.1;
            let weight = weight.max(LEVER * (free.0 + free.1));
            let levers = (shares.0 * free.0 / weight, shares.1 * free.1 / weight);
            for (end, scale) in [(a, levers.0), (b, levers.1)] {
                bodies.position[end] += shift * scale;
                bodies.displacement[end] += change * scale;
            }
            now = [a, b].map(|end| self.now.inward(bodies.position[end]));
            if (now[1] - now[0]).length() > LONG * self.body.radius {
                let Touch { normal, carried, .. } = touch;
                let point = bodies.position[a] * shares.0 + bodies.position[b] * shares.1;
                holds.push(Hold {
                    ends: [a, b],
                    disc: self.now.outward(corner),
                    shares,
                    levers,
                    normal,
                    carried,
                    floor: normal.dot(point),
                    outward: (moved + change - carried).dot(normal),
                    pressed: change.dot(normal),
                    lifted: shift.dot(normal),
                    dragged: shift.dot(normal.perp()),
                    friction: touch.friction(surface),
                });
            }
        }
        false
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

/// Brings links that lie on corners into line with each other: each moves what the next one holds. Friction that was
/// worked out once for each let a rope creep over a post, by as much as the second of two links undid of the first.
pub(super) fn settle(bodies: &mut Bodies, holds: &mut [Hold]) {
    if holds.len() < 2 {
        return;
    }
    let bends = |one: &Hold, other: &Hold| {
        let joined = one.disc == other.disc && one.ends.iter().any(|end| other.ends.contains(end));
        joined.then(|| one.friction * (bend(one.friction, one.normal, other.normal) - 1.0))
    };
    let mut before = None;
    for i in 0..holds.len() {
        // The next link still has the friction of the surface.
        let after = holds.get(i + 1).and_then(|next| bends(next, &holds[i]));
        // Beyond the first and the last link that touch, the rope bends once more as it leaves the disc.
        let more = match (before, after) {
            (Some(one), Some(other)) => 0.5 * (one + other),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => 0.0,
        };
        holds[i].friction += more;
        before = after;
    }
    for round in 0..SETTLING {
        if round % 2 == 0 {
            holds.iter_mut().rev().for_each(|hold| hold.settle(bodies));
        } else {
            holds.iter_mut().for_each(|hold| hold.settle(bodies));
        }
    }
}

/// How much more friction is where a rope bends by the angle between two normals, than where the links before and behind
/// the bend lie: what lies on the arc is pressed harder than they are. It makes up for it that
/// the pulls on both sides of the bend are as e^(friction x angle) to 1.
fn bend(friction: f32, one: Vec2, other: Vec2) -> f32 {
    const MOST: f32 = 0.85;
    let sine = one.perp_dot(other).abs().min(MOST);
    if one.dot(other) < 0.0 || sine < 1e-3 || friction <= 0.0 {
        return 1.0;
    }
    // asin and sinh, to a thousandth: of at most 1 rad.
    let square = sine * sine;
    let angle = sine * (1.0 + square * (1.0 / 6.0 + square * (0.075 + square * 0.0446)));
    let x = friction * angle;
    let sinh = x * (1.0 + x * x * (1.0 / 6.0 + x * x / 120.0));
    sinh / (friction * sine)
}

impl Hold {
    /// Moves it along the normal and across, as far as contact and friction can.
    fn settle(&mut self, bodies: &mut Bodies) {
        let [a, b] = self.ends;
        let between = |values: &[Vec2]| values[a] * self.shares.0 + values[b] * self.shares.1;
        let (point, relative) = (between(bodies.position), between(bodies.displacement) - self.carried);
        let grown = |sum: f32, by: f32| if sum + by > 0.0 { sum + by } else { 0.0 };
        let pressed = grown(self.pressed, self.outward - relative.dot(self.normal));
        let lifted = grown(self.lifted, self.floor - point.dot(self.normal));
        let most = self.friction * pressed;
        let across = self.normal.perp();
        // Not `clamp`: it panics where a bound is not a number, and what is pressed without bound makes one.
        let wanted = self.dragged - relative.dot(across);
        let dragged = if wanted > most {
            most
        } else if wanted < -most {
            -most
        } else {
            wanted
        };
        let drag = across * (dragged - self.dragged);
        let shift = self.normal * (lifted - self.lifted) + drag;
        let change = self.normal * (pressed - self.pressed) + drag;
        if !(shift.is_finite() && change.is_finite()) {
            return;
        }
        (self.pressed, self.lifted, self.dragged) = (pressed, lifted, dragged);
        for (end, scale) in [(a, self.levers.0), (b, self.levers.1)] {
            bodies.position[end] += shift * scale;
            bodies.displacement[end] += change * scale;
        }
    }
}

/// What a contact does to a point that has `moved` so far in the substep: out of the shape, bounce, friction. As seen from the surface, its
/// speed never grows.
fn answer(moved: Vec2, touch: Touch, surface: Surface) -> Option<Answer> {
    let Touch { normal, before, depth, carried, pace } = touch;
    let Surface { restitution, fall, substep, .. } = surface;
    if depth <= 0.0 {
        return None;
    }
    let friction = touch.friction(surface);
    // What came from outside is let in a little, what lay on the surface stays as deep as it was, and what is deep inside
    // comes out by and by.
    let keep = if before < 0.0 {
        0.5 * DEPTH
    } else if before <= DEPTH {
        before
    } else {
        let risen = before - pace * ESCAPE * substep;
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
