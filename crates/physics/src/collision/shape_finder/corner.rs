//! Swept tests of links against the corners of shapes in one substep.

use glam::Vec2;

use super::{SweptParticles, SweptShape};
use crate::collision::{Contact, Hit, Point, Side};
use crate::geometry::Aabb;
use crate::plane_contact::{Surface, Touch};

/// A link is not tested this close to its ends, as a fraction of its length: the particles there are.
const END_MARGIN: f32 = 1e-3;

impl SweptShape {
    /// The contacts of a link of a solid body with the shape's corners in this substep or the next.
    pub fn find_link_hits(
        &self,
        (particles, before): (&SweptParticles, &[Vec2]),
        ends: [u32; 2],
        surface: Surface,
    ) -> impl Iterator<Item = Hit> {
        let start = ends.map(|end| self.before.to_local(particles.start[end as usize]));
        let now = ends.map(|end| self.now.to_local(particles.position[end as usize]));
        let ahead = [0, 1].map(|end| now[end] + (now[end] - start[end]));
        let is_crossed = self.body.is_core_crossed(start);
        self.body.corners().filter(move |_| !is_crossed).filter_map(move |corner| {
            let from_corner = |at: [Vec2; 2]| at.map(|end| end - corner);
            let (fraction, touch) = self.detect_link(corner, from_corner(start), from_corner(ahead))?;
            let point = Point { ends, shares: [1.0 - fraction, fraction] };
            self.hit_at(touch, Side::Point(point), [point; 2], (particles, before), surface)
        })
    }

    /// Adds the contacts of a link at the shape's corners. Takes back its spin if it touches one.
    ///
    /// Returns whether the link crossed the core of the shape at the beginning of the substep. The shape was then
    /// placed on the link, and the caller should ignore the pair ([`crate::collision::ignored_pairs`]).
    pub fn find_link(
        &self,
        particles: &mut SweptParticles,
        ends: [u32; 2],
        surface: Surface,
        contacts: &mut Vec<Contact>,
    ) -> bool {
        let indices = ends.map(|end| end as usize);
        if particles.inv_mass[indices[0]] + particles.inv_mass[indices[1]] == 0.0 {
            return false;
        }
        let before = indices.map(|end| self.before.to_local(particles.start[end]));
        if self.body.is_core_crossed(before) {
            return true;
        }
        let surface = self.own_surface(surface, (particles.friction, indices));
        let now = indices.map(|end| self.now.to_local(particles.position[end]));
        for corner in self.body.corners() {
            let from_corner = |ends: [Vec2; 2]| ends.map(|end| end - corner);
            let found = self.detect_link(corner, from_corner(before), from_corner(now));
            let Some((fraction, touch)) = found else { continue };
            indices.into_iter().for_each(|end| particles.drop_spin(end));
            let point = Point { ends, shares: [1.0 - fraction, fraction] };
            contacts.push(self.contact(touch, Side::Point(point), point.of(particles.position), surface));
        }
        false
    }

    /// Detects the contact of a link with the disc about a corner, and the contact point on the link, 0 at the first
    /// end to 1 at the second. The ends are relative to the corner, before and after the substep.
    fn detect_link(&self, corner: Vec2, before: [Vec2; 2], now: [Vec2; 2]) -> Option<(f32, Touch)> {
        let radius = self.body.radius;
        let (fraction, normal, depth) = sweep_link(radius, before, now)?;
        if !self.is_outward(corner, normal) {
            return None;
        }
        let was = before[0] + (before[1] - before[0]) * fraction;
        let contact = self.contact_at(corner + normal * radius, normal, radius - normal.dot(was), depth);
        Some((fraction, contact))
    }

    /// Whether a normal leads out of the shape at a corner. A link that lies across the shape is left alone, not pushed
    /// through the rest of it.
    fn is_outward(&self, corner: Vec2, normal: Vec2) -> bool {
        const LEAST_OUTWARD: f32 = -0.05;
        let Vec2 { x, y } = self.body.half;
        (x == 0.0 || normal.x * corner.x >= LEAST_OUTWARD * x) && (y == 0.0 || normal.y * corner.y >= LEAST_OUTWARD * y)
    }
}

/// Finds where a link meets a disc about the origin, of this radius (m), between its ends: the point on the link, 0 at the
/// first end to 1 at the second, the normal out of the disc, and the depth after the substep (m).
pub(crate) fn sweep_link(radius: f32, before: [Vec2; 2], now: [Vec2; 2]) -> Option<(f32, Vec2, f32)> {
    let Aabb { min, max } = Aabb::of(before[0], before[1]).union(Aabb::of(now[0], now[1]));
    if min.max_element() > radius || max.min_element() < -radius {
        return None;
    }
    let along = now[1] - now[0];
    let squared = along.dot(along);
    if squared <= 1e-20 {
        return None;
    }
    let across = along.perp() / squared.sqrt();
    let (fraction, normal) = match crossing_point(before, now) {
        // The link was on the side to which the origin lay: to the left where this is positive.
        Some(fraction) if before[0].perp_dot(before[1]) > 0.0 => (fraction, -across),
        Some(fraction) => (fraction, across),
        None => {
            let fraction = -now[0].dot(along) / squared;
            let side = if across.dot(now[0]) < 0.0 { -1.0 } else { 1.0 };
            (fraction, across * side)
        }
    };
    let depth = radius - normal.dot(now[0]);
    ((END_MARGIN..=1.0 - END_MARGIN).contains(&fraction) && depth > 0.0).then_some((fraction, normal, depth))
}

/// The point of a link, from 0 to 1, at which it first crosses the origin on its way; `None` if it does not.
///
/// The origin and the ends are collinear at the roots of `constant + linear t + square t²`.
fn crossing_point(before: [Vec2; 2], now: [Vec2; 2]) -> Option<f32> {
    let path = [now[0] - before[0], now[1] - before[1]];
    let constant = before[0].perp_dot(before[1]);
    let linear = before[0].perp_dot(path[1]) + path[0].perp_dot(before[1]);
    let square = path[0].perp_dot(path[1]);
    let discriminant = linear * linear - 4.0 * constant * square;
    if constant == 0.0 || discriminant < 0.0 {
        return None;
    }
    // The stable form of the quadratic formula.
    let sum = -0.5 * (linear + discriminant.sqrt().copysign(linear));
    let (one, other) = (sum / square, constant / sum);
    let times = if one < other { [one, other] } else { [other, one] };
    times.into_iter().filter(|time| *time > 0.0 && *time <= 1.0).find_map(|time| {
        let [a, b] = [before[0] + path[0] * time, before[1] + path[1] * time];
        let along = b - a;
        let fraction = -a.dot(along) / along.dot(along);
        (0.0..=1.0).contains(&fraction).then_some(fraction)
    })
}
