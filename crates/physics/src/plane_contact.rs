//! The response of a point to a surface that does not yield, and contacts of particles with half-planes: depenetration,
//! restitution and Coulomb friction. No contact adds energy.

use glam::Vec2;

use crate::geometry::{Colliders, HalfPlane};
use crate::particles::{OwnFriction, Particles};
use crate::simd::{self, CHUNK};
use crate::tuning::{PUT_DEPTH, RECOVERY_SPEED, REST_DEPTH, REST_SPEED};

/// Time constant, s, with which surfaces let out the last of what was put into them. Things lifted at a constant speed to the
/// surface would leave it at that speed.
const OUT_TIME: f32 = 0.05;

/// Penetration above rounding errors, m.
const MIN_INSIDE: f32 = 1e-4;

/// The constants of surfaces, and the substep in which they act.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub restitution: f32,
    /// Coefficient of Coulomb friction.
    pub friction: f32,
    /// Gravity x substep², m.
    pub fall: Vec2,
    /// Length of the substep, s.
    pub substep: f32,
    /// Whether the surface lets out slowly what is in it, because it was put there. Otherwise it lifts at once what other
    /// contacts press into it.
    pub lets_out_slowly: bool,
}

impl Surface {
    /// Greatest approach along a normal, m per substep, of a contact at rest, which has no restitution. Each contact adds
    /// twice the speed that gravity gives in a substep, so that particles at rest do not bounce at long substeps.
    pub fn rest_approach(&self, normal: Vec2) -> f32 {
        REST_SPEED * self.substep + 2.0 * (-self.fall.dot(normal)).max(0.0)
    }
}

/// The constants of surfaces, and the friction of particles that are of a material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surfaces<'a> {
    /// Constants of the settings.
    pub common: Surface,
    pub own: OwnFriction<'a>,
    /// Whether the disc of a wheel covers each particle, which then meets no surface; empty without wheels.
    pub covered: &'a [bool],
    /// Whether planes let out each particle slowly; empty where nothing was put into them.
    pub let_out_slowly: &'a [bool],
}

impl Surfaces<'_> {
    /// Those of the particles from this one on.
    pub fn starting_at(self, first: usize) -> Self {
        let [covered, let_out_slowly] =
            [self.covered, self.let_out_slowly].map(|list| list.get(first..).unwrap_or_default());
        Self { own: self.own.starting_at(first), covered, let_out_slowly, ..self }
    }

    /// Whether the disc of a wheel covers a particle.
    pub fn is_covered(self, particle: usize) -> bool {
        self.covered.get(particle).is_some_and(|is_covered| *is_covered)
    }

    /// The constants of a particle's contact with ground and walls.
    #[inline]
    pub fn of(self, particle: usize) -> Surface {
        let lets_out_slowly = self.let_out_slowly.get(particle).is_some_and(|is_slow| *is_slow);
        Surface { friction: self.own.on(particle, self.common.friction), lets_out_slowly, ..self.common }
    }
}

impl From<Surface> for Surfaces<'_> {
    fn from(common: Surface) -> Self {
        Self { common, own: OwnFriction::default(), covered: &[], let_out_slowly: &[] }
    }
}

/// Moves every free particle that penetrates a half-plane to its surface. `at` and `by` are positions and
/// displacements, m.
pub(crate) fn resolve(at: &mut [Vec2], by: &mut [Vec2], inv_mass: &[f32], colliders: &Colliders, surfaces: Surfaces) {
    for plane in colliders.planes() {
        for (index, ((position, displacement), &inv_mass)) in at.iter_mut().zip(&mut *by).zip(inv_mass).enumerate() {
            let depth = plane.offset - plane.normal.dot(*position);
            if depth > 0.0 && inv_mass != 0.0 && !surfaces.is_covered(index) {
                resolve_contact(position, displacement, plane, depth, surfaces.of(index));
            }
        }
    }
}

/// As [`resolve`], for particles with radii (m).
pub(crate) fn resolve_discs(particles: &mut Particles, radii: &[f32], colliders: &Colliders, surfaces: Surfaces) {
    let Particles { position, displacement, inv_mass, .. } = particles;
    for plane in colliders.planes() {
        let states = position.chunks_mut(CHUNK).zip(displacement.chunks_mut(CHUNK));
        let discs = states.zip(inv_mass.chunks(CHUNK).zip(radii.chunks(CHUNK)));
        // Most chunks are far from all planes.
        for (first, ((position, displacement), (inv_mass, radii))) in (0..)
            .step_by(CHUNK)
            .zip(discs)
            .filter(|(_, ((position, _), (_, radii)))| simd::any_penetrating(position, radii, plane))
        {
            let states = position.iter_mut().zip(displacement);
            for (index, (((position, displacement), &inv_mass), &radius)) in
                (first..).zip(states.zip(inv_mass).zip(radii))
            {
                let depth = plane.offset + radius - plane.normal.dot(*position);
                if depth > 0.0 && inv_mass != 0.0 && !surfaces.is_covered(index) {
                    resolve_contact(position, displacement, plane, depth, surfaces.of(index));
                }
            }
        }
    }
}

/// Calls `visit` with each free particle that is inside a half-plane before a step. It was put there, or what it is linked
/// to was: other substeps end outside. Particles without a radius (m) are points.
pub(crate) fn find_inside(
    Particles { position, inv_mass, .. }: &Particles,
    radii: &[f32],
    colliders: &Colliders,
    covered: &[bool],
    mut visit: impl FnMut(usize),
) {
    let largest = radii.iter().fold(0.0f32, |largest, radius| largest.max(*radius));
    let is_free = |index: usize| inv_mass[index] != 0.0 && !covered.get(index).is_some_and(|is_covered| *is_covered);
    for HalfPlane { normal, offset } in colliders.planes() {
        // Without a branch, so that the loop vectorises. In most steps no particle is near.
        let limit = offset + largest - MIN_INSIDE;
        if position.iter().fold(false, |any, at| any | (normal.dot(*at) < limit)) {
            let limit = |index: usize| offset + radii.get(index).copied().unwrap_or(0.0) - MIN_INSIDE;
            let is_inside = |index: &usize| is_free(*index) && normal.dot(position[*index]) < limit(*index);
            (0..position.len()).filter(is_inside).for_each(&mut visit);
        }
    }
}

/// Whether a disc was put into a half-plane: it was inside at the beginning of the substep.
pub(crate) fn is_put_inside(particles: &Particles, index: usize, radius: f32, plane: HalfPlane) -> bool {
    let start = particles.position[index] - particles.displacement[index];
    plane.offset + radius - plane.normal.dot(start) > REST_DEPTH
}

/// As [`resolve`], for one disc and one half-plane.
pub(crate) fn resolve_disc(particles: &mut Particles, index: usize, radius: f32, plane: HalfPlane, surface: Surface) {
    let Particles { position, displacement, inv_mass, .. } = particles;
    let depth = plane.offset + radius - plane.normal.dot(position[index]);
    if depth > 0.0 && inv_mass[index] != 0.0 {
        resolve_contact(&mut position[index], &mut displacement[index], plane, depth, surface);
    }
}

/// Resolves the contact of a particle at a penetration depth (m).
fn resolve_contact(position: &mut Vec2, displacement: &mut Vec2, plane: HalfPlane, depth: f32, surface: Surface) {
    let depth_before = depth + displacement.dot(plane.normal);
    let touch = Touch { normal: plane.normal, depth_before, depth, surface_motion: Vec2::ZERO };
    if let Some(correction) = respond(*displacement, touch, surface) {
        *position += correction.position;
        *displacement += correction.displacement;
    }
}

/// Where a point touches a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// Contact normal: a unit vector out of the surface.
    pub normal: Vec2,
    /// Penetration at the beginning of the substep, m; negative outside.
    pub depth_before: f32,
    /// Penetration now, m.
    pub depth: f32,
    /// Motion of the surface at the contact in the substep, m.
    pub surface_motion: Vec2,
}

/// The correction of a point by a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Correction {
    /// Correction of its position, m.
    pub position: Vec2,
    /// Correction of its displacement, m.
    pub displacement: Vec2,
}

impl Touch {
    /// Coefficient of friction of the contact. A deep penetration has none: friction would stretch a rope that leaves.
    pub fn friction(&self, friction: f32) -> f32 {
        if self.depth_before > PUT_DEPTH { 0.0 } else { friction }
    }
}

/// Computes the correction of a point by its displacement and contact. The speed relative to the surface never grows.
pub(crate) fn respond(displacement: Vec2, touch: Touch, surface: Surface) -> Option<Correction> {
    let Touch { normal, depth_before, depth, surface_motion } = touch;
    if depth <= 0.0 {
        return None;
    }
    let relative = displacement - surface_motion;
    let approach = -relative.dot(normal);
    let tangential = relative + normal * approach;
    let lift = if surface.lets_out_slowly {
        // Particles that links pull back from deep stay: lifts against them would move them in and out ever faster.
        let is_held = depth_before > PUT_DEPTH && approach > surface.rest_approach(normal);
        let recovery = |depth| if is_held { 0.0 } else { let_out(depth, surface.substep) };
        (depth - remaining_depth(depth_before, recovery)).max(0.0)
    } else {
        depth
    };
    let rebound = bounce(approach, lift, -depth_before, (normal, surface.restitution), surface).max(-approach);
    // Coulomb: the tangential impulse is at most friction x the normal impulse. Position and displacement change alike,
    // or a rope that its links drag over the ground would creep without speed.
    let max_friction = touch.friction(surface.friction) * (approach + rebound).max(0.0);
    let speed = (tangential.x * tangential.x + tangential.y * tangential.y).sqrt();
    let slowed = if speed <= max_friction { Vec2::ZERO } else { tangential * (1.0 - max_friction / speed) };
    let (position, displacement) = (normal * lift + (slowed - tangential), slowed + normal * rebound - relative);
    (position.is_finite() && displacement.is_finite()).then_some(Correction { position, displacement })
}

/// Part of a depth (m) that is let out in a substep (s), m.
fn let_out(depth: f32, substep: f32) -> f32 {
    RECOVERY_SPEED.min(depth / OUT_TIME) * substep
}

/// Penetration that a contact leaves, m: small after an impact, unchanged at rest, less by a recovery if it was deep.
pub(crate) fn remaining_depth(depth_before: f32, recovery: impl Fn(f32) -> f32) -> f32 {
    if depth_before < 0.0 {
        0.5 * REST_DEPTH
    } else if depth_before <= REST_DEPTH {
        depth_before
    } else {
        let recovered = depth_before - recovery(depth_before);
        if recovered < REST_DEPTH { REST_DEPTH } else { recovered }
    }
}

/// Speed of separation after a contact that began at a separation (m), m per substep. A resting point that its links press
/// into the surface has no restitution, or it would never come to rest.
pub(crate) fn bounce(
    approach: f32,
    lift: f32,
    separation: f32,
    (normal, restitution): (Vec2, f32),
    surface: Surface,
) -> f32 {
    if separation > 0.0 && approach > surface.rest_approach(normal) {
        restitution * reflected(approach, lift, -surface.fall.dot(normal))
    } else {
        0.0
    }
}

/// The outward displacement after a lossless bounce of a particle that moved inwards by `approach` (m per substep) and
/// is lifted by `depth` (m) against a pull into the surface of `pull` (m per substep²).
///
/// The work of lifting the particle is taken from its speed. In a constant field the leapfrog scheme conserves
/// `v(n-1/2) v(n+1/2) / 2 + g x(n)` exactly. Equating this before and after, with `v(n+1/2) = v(n-1/2) - g h`, gives a
/// quadratic equation in the outward speed; this is its root.
fn reflected(approach: f32, depth: f32, pull: f32) -> f32 {
    let twice_energy = approach * approach + approach * pull - 2.0 * pull * depth;
    let root = (pull * pull + 4.0 * twice_energy.max(0.0)).sqrt();
    // Under a pull away from the surface (a ceiling) the two terms nearly cancel. The clamp bounds the rounding error.
    (0.5 * (pull + root)).clamp(0.0, approach + pull.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lossless_ball_never_rises_above_its_start() {
        let fall = Vec2::new(0.0, -9.81 / (60.0 * 60.0));
        let ground = Colliders::new(Some(0.0), None);
        let mut particles = Particles::default();
        particles.push(Vec2::new(0.0, 1.0), -fall / 2.0, 1.0, false);
        let surface = Surface { restitution: 1.0, friction: 0.0, fall, substep: 1.0 / 60.0, lets_out_slowly: false };
        for step in 0..60_000 {
            particles.displacement[0] += fall;
            let moved = particles.displacement[0];
            particles.position[0] += moved;
            let Particles { position, displacement, inv_mass, .. } = &mut particles;
            resolve(position, displacement, inv_mass, &ground, surface.into());
            assert!(position[0].y <= 1.0005, "step {step}: {}", position[0].y);
        }
    }
}
