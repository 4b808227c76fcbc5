//! Hit test of balls: a particle that is drawn as a ball is taken anywhere on its disc.

use super::PointerEvent;
use crate::physics::{LinkKind, ParticleId, Particles};
use crate::sandbox::{MAX_BALL_OFFSET, Sandbox, ball_radius, is_ball};

/// The ball that is drawn under the pointer, or within `margin` (m) of its centre. The lightest of several, because a
/// heavy one may cover it. Particles of a rope or a body that is heavy all over are no balls.
pub fn ball_under(event: PointerEvent, margin: f32, sandbox: &Sandbox) -> Option<ParticleId> {
    let world = sandbox.world();
    let Particles { position, mass, .. } = world.particles();
    let is_inside = |id: ParticleId, radius: f32| {
        // Cheap test first: a ball's centre is at most this far from its particle.
        position[id.index()].distance(event.at) <= MAX_BALL_OFFSET * radius + radius.max(margin)
            && sandbox.ball_centre(id, radius).distance(event.at) <= radius.max(margin)
    };
    let is_sized = |id: ParticleId| world.balls().iter().any(|ball| ball.particle == id);
    let is_inside_by_mass = |id: ParticleId| is_inside(id, ball_radius(mass[id.index()])) && !is_sized(id);
    let sized = world.balls().iter().filter(|ball| is_inside(ball.particle, ball.radius)).map(|ball| ball.particle);
    let hung = world.weights().iter().map(|weight| weight.particle).filter(|&id| is_inside_by_mass(id));
    let heavy = (0..).zip(mass).filter(|(_, mass)| is_ball(**mass)).map(|(index, _)| ParticleId(index));
    let mut heavy: Vec<ParticleId> = heavy.filter(|&id| is_inside_by_mass(id)).collect();
    if !heavy.is_empty() {
        for link in world.links().filter(|link| matches!(link.kind, LinkKind::Rope | LinkKind::Beam)) {
            if mass[link.a.index()] == mass[link.b.index()] {
                heavy.retain(|&id| id != link.a && id != link.b);
            }
        }
    }
    let by_mass = |a: &ParticleId, b: &ParticleId| mass[a.index()].total_cmp(&mass[b.index()]).then(a.cmp(b));
    sized.chain(hung).chain(heavy).min_by(by_mass)
}

/// Whether a particle lies within a ball that has a radius of its own, which hides it.
pub fn hides(ball: ParticleId, particle: ParticleId, sandbox: &Sandbox) -> bool {
    let at = sandbox.world().particles().position[particle.index()];
    let sized = sandbox.world().balls().iter().find(|other| other.particle == ball);
    sized.is_some_and(|ball| sandbox.ball_centre(ball.particle, ball.radius).distance(at) < ball.radius)
}
