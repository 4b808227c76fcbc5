//! Motion of fixed particles: anchored ones with their shape, driven ones and moving pins at a velocity, and under published
//! methods held ones with their pointer.

use glam::Vec2;

use crate::collision::SweptShape;
use crate::geometry::HalfPlane;
use crate::kinematic::{Anchor, Drive};
use crate::particles::{ParticleId, Particles};
use crate::settings::Method;
use crate::simd::clamp_length;
use crate::world::State;
use crate::world::substep::Substep;

/// Moves the driven particle, moving pins, anchored particles and, under published methods, held ones, in a substep.
/// The ground and walls stop them. Shapes have moved already.
pub(crate) fn move_fixed_particles(
    state: &State,
    particles: &mut Particles,
    radius: &[f32],
    shapes: &[SweptShape],
    Substep { number, count, .. }: Substep,
) {
    if state.settings.is_published() {
        move_grabbed(state, particles, radius, (number + 1) as f32 / count as f32);
    }
    move_driven(state, particles, radius);
    move_pins(state, particles, radius);
    move_anchored(state, particles, shapes);
}

/// Moves held particles to where their pointers are at a time in the step, as a share of it (0 to 1).
fn move_grabbed(state: &State, particles: &mut Particles, radius: &[f32], time: f32) {
    let longest = state.settings.hand_speed * state.clock.substep;
    for grab in &state.grabs {
        let by = grab.pointer_at(time) - particles.position[grab.particle.index()];
        move_by(state, particles, radius, grab.particle, clamp_length(by, longest));
    }
}

fn move_driven(state: &State, particles: &mut Particles, radius: &[f32]) {
    let Some(Drive { particle, velocity }) = state.drive else { return };
    // A grab takes precedence, and unpinning ends the drive.
    if !state.is_grabbed(particle) && particles.pinned[particle.index()] {
        move_by(state, particles, radius, particle, velocity * state.clock.substep);
    }
}

/// Moves, at `pin_velocity`, the pins that neither a grab nor the drive moves.
fn move_pins(state: &State, particles: &mut Particles, radius: &[f32]) {
    if state.pin_velocity == Vec2::ZERO {
        return;
    }
    for id in (0..particles.len() as u32).map(ParticleId) {
        let follows_another = state.held_particles().any(|held| held == id) || state.anchors.of(id).is_some();
        if particles.pinned[id.index()] && !follows_another {
            move_by(state, particles, radius, id, state.pin_velocity * state.clock.substep);
        }
    }
}

/// Moves the anchored particles that neither a grab nor the drive moves, with their shapes.
fn move_anchored(state: &State, Particles { position, displacement, .. }: &mut Particles, shapes: &[SweptShape]) {
    for anchor @ Anchor { particle, shape, .. } in &state.anchors.0 {
        let Some(number) = state.colliders.place(*shape) else { continue };
        if state.held_particles().any(|held| held == *particle) || state.is_lifted(*particle) {
            continue;
        }
        // A shape at rest moves no particle, not even by rounding.
        let has_moved = shapes.get(number).is_some_and(|shape| shape.motor.is_some());
        let from = position[particle.index()];
        let to = if has_moved { anchor.position(state.colliders.shapes()[number].pose()) } else { from };
        position[particle.index()] = to;
        displacement[particle.index()] = to - from;
    }
}

/// Moves a fixed particle by a distance (m), or to the first plane on the way.
fn move_by(state: &State, particles: &mut Particles, radius: &[f32], particle: ParticleId, by: Vec2) {
    let Particles { position, displacement, .. } = particles;
    let from = position[particle.index()];
    let soft = state.settings.springs.ground.filter(|_| state.settings.method == Method::Springs);
    let soft = soft.map(|ground| HalfPlane { normal: Vec2::Y, offset: ground.height });
    let radius = radius.get(particle.index()).copied().unwrap_or(0.0);
    let grown = |plane: HalfPlane| HalfPlane { offset: plane.offset + radius, ..plane };
    let planes = state.colliders.planes().chain(soft).map(grown);
    let to = planes.fold(from + by, |to, plane| plane.stop(from, to));
    position[particle.index()] = to;
    displacement[particle.index()] = to - from;
}
