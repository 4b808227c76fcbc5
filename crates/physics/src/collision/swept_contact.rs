//! Particles and links against shapes, in one substep: swept from where they were to where they are, as the shape sees
//! them, so that nothing passes through however fast it, or the shape, moves.
//!
//! A particle meets the whole surface. A link meets a shape's corners, with the discs about them: whatever else of a link
//! could touch a convex shape is one of its ends.

use glam::Vec2;

use crate::{
    collision::{
        corner_friction::{Hold, Holds},
        depenetration::Exit,
    },
    geometry::{
        moving_shape::{Pose, Shape, ShapeDef},
        rounded_box::RoundedBox,
    },
    math::vector::rotated,
    plane_contact::{ContactParameters, REST_SPEED, reflected},
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

/// A shape in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle {
    body: RoundedBox,
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
struct Contact {
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

/// What contacts read and change, as slices of equal length.
#[derive(Debug)]
pub(crate) struct Bodies<'a> {
    /// Where all particles were at the beginning of the substep, m.
    pub start: &'a [Vec2],
    pub position: &'a mut [Vec2],
    pub displacement: &'a mut [Vec2],
    pub inv_mass: &'a [f32],
}

impl Contact {
    /// Coulomb's coefficient there. What a shape was put onto slips out of it: a rope that stuck to the inside of a post of
    /// friction 1 while it was pushed out was drawn out by 20 %, and went off with 5 kJ.
    fn friction(&self, surface: ContactParameters) -> f32 {
        if self.before > DEEP { 0.0 } else { surface.friction }
    }
}

impl Obstacle {
    /// A shape that was as `before` at the beginning of the substep.
    pub fn new(before: &Shape, shape: &Shape) -> Self {
        let body = shape.def.form.rounded_box();
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
    fn own(&self, surface: ContactParameters) -> ContactParameters {
        let ContactParameters { friction, restitution, .. } = surface;
        ContactParameters {
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
    /// One that is linked with others in it comes out as those do: see [`crate::collision::depenetration`].
    pub fn stop_particle(&self, bodies: &mut Bodies, (index, exit): (usize, Exit), surface: ContactParameters) -> bool {
        if bodies.inv_mass[index] == 0.0 {
            return false;
        }
        let (from, to) = (self.before.to_local(bodies.start[index]), self.now.to_local(bodies.position[index]));
        let own = self.own(surface);
        let (touch, surface) = match exit {
            Exit::Along { way, pace } => (self.leave(from, to, (way, pace)), own),
            Exit::Slipping => (self.meet(from, to), ContactParameters { friction: 0.0, ..own }),
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
        let at = self.before.to_local(at);
        let RoundedBox { half, radius } = self.body;
        at.abs().cmplt(half + radius).all() && self.body.surface(at).1 < -(DEEP + self.skin)
    }

    /// Where a place is as it sees it at the beginning of the substep, m.
    pub fn sees(&self, at: Vec2) -> Vec2 {
        self.before.to_local(at)
    }

    /// Its surface.
    pub fn body(&self) -> RoundedBox {
        self.body
    }

    /// Where a point touches that goes `from` one place `to` another, as the shape sees them.
    fn meet(&self, from: Vec2, to: Vec2) -> Option<Contact> {
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
    fn leave(&self, from: Vec2, to: Vec2, (way, pace): (Vec2, f32)) -> Option<Contact> {
        let before = self.body.exit(from, way);
        let depth = before - (to - from).dot(way);
        let is_in = depth > 0.0 && self.body.surface(to).1 < 0.0;
        is_in.then(|| Contact { pace, ..self.touch(way, (before, depth), from) })
    }

    /// A touch at a point, as the shape sees it.
    fn touch(&self, normal: Vec2, (before, depth): (f32, f32), at: Vec2) -> Contact {
        let carried = self.now.to_world(at) - self.before.to_world(at);
        Contact { normal: rotated(normal, self.now.turn), before, depth, carried, pace: 1.0 }
    }

    /// Puts a link that has come into the disc about a corner, or has gone across it, back beside it. One that is long for
    /// the disc is added to `holds`.
    ///
    /// Returns whether it goes through the middle of a wall or block: that was put there, for nothing comes there by
    /// itself. Such a link hangs before the shape ([`crate::collision::ignored_pairs`]), and so does one of which an end `hangs`.
    pub fn stop_link(
        &self,
        bodies: &mut Bodies,
        (a, b): (usize, usize),
        (surface, hangs): (ContactParameters, bool),
        holds: &mut Holds,
    ) -> bool {
        let free = (bodies.inv_mass[a], bodies.inv_mass[b]);
        if free.0 + free.1 == 0.0 {
            return false;
        }
        let surface = self.own(surface);
        let before = [a, b].map(|end| self.before.to_local(bodies.start[end]));
        if self.body.is_crossed(before) {
            return true;
        }
        if hangs {
            return false;
        }
        let mut now = [a, b].map(|end| self.now.to_local(bodies.position[end]));
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
            now = [a, b].map(|end| self.now.to_local(bodies.position[end]));
            let Contact { normal, carried, .. } = touch;
            let point = bodies.position[a] * shares.0 + bodies.position[b] * shares.1;
            holds.add(Hold {
                ends: [a, b],
                disc: self.now.to_world(corner),
                shares,
                levers,
                normal,
                carried,
                floor: normal.dot(point),
                outward: (moved + change - carried).dot(normal),
                friction: touch.friction(surface),
                pressed: change.dot(normal),
                lifted: shift.dot(normal),
                dragged: shift.dot(normal.perp()),
            });
        }
        false
    }

    /// Takes a link back to where it was, as the shape sees it, if it has gone across the middle of a corner's disc. (What lies
    /// on a sharp corner goes across that by a hair in every other substep.)
    ///
    /// Returns whether it had: what its ends are tied to may then have gone across itself.
    ///
    /// Links that share particles undo of each other what a contact did: where substeps are few, a rope that fell onto a
    /// thin post at 50 m/s was drawn through it.
    pub fn take_back(&self, bodies: &mut Bodies, ends: [usize; 2]) -> bool {
        let radius = self.body.radius;
        let before = ends.map(|end| self.before.to_local(bodies.start[end]));
        let now = ends.map(|end| self.now.to_local(bodies.position[end]));
        let all = [before[0], before[1], now[0], now[1]];
        let (low, high) = all.iter().fold((all[0], all[0]), |(low, high), &at| (low.min(at), high.max(at)));
        let is_across = self.body.corners().any(|corner| {
            let from = |ends: [Vec2; 2]| ends.map(|end| end - corner);
            let may_touch = (corner - low).min_element() > -radius && (high - corner).min_element() > -radius;
            may_touch && crossing(from(before), from(now)).is_some() && radius + beside(from(now)) > DEEP
        });
        if !is_across {
            return false;
        }
        for (end, before) in ends.into_iter().zip(before).filter(|(end, _)| bodies.inv_mass[*end] != 0.0) {
            let to = self.now.to_world(before);
            bodies.displacement[end] = to - bodies.start[end];
            bodies.position[end] = to;
        }
        true
    }

    /// Where a link touches that goes from `before` to `now`; both ends as seen from the corner. With it comes which
    /// point of the link that is, from 0 to 1.
    fn cross(&self, corner: Vec2, before: [Vec2; 2], now: [Vec2; 2]) -> Option<(f32, Contact)> {
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

/// How far from a link's line the origin is, m.
fn beside([a, b]: [Vec2; 2]) -> f32 {
    let along = b - a;
    let squared = along.dot(along);
    if squared > 1e-20 { a.perp_dot(b).abs() / squared.sqrt() } else { 0.0 }
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
fn answer(moved: Vec2, touch: Contact, surface: ContactParameters) -> Option<Answer> {
    let Contact { normal, before, depth, carried, pace } = touch;
    let ContactParameters { restitution, fall, substep, .. } = surface;
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
