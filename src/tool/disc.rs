//! Balls of iron: what is drawn as a disc is taken anywhere on it.

use super::PointerEvent;
use crate::{
    physics::{LinkKind, ParticleId, Particles},
    sandbox::{FARTHEST, Sandbox, ball_radius, is_ball},
};

/// The ball that is drawn under the pointer, or within `beside` (m) of it; of several the lightest: a heavy one may cover
/// it. Points of a rope that is heavy all along are none.
pub fn under(event: PointerEvent, beside: f32, sandbox: &Sandbox) -> Option<ParticleId> {
    let world = sandbox.world();
    let Particles { position, mass, .. } = world.particles();
    let inside = |id: ParticleId, radius: f32| {
        // Its middle is no farther from its point than that: most are not looked at.
        position[id.index()].distance(event.at) <= FARTHEST * radius + radius.max(beside)
            && sandbox.ball_at(id, radius).distance(event.at) <= radius.max(beside)
    };
    let is_sized = |id: ParticleId| world.balls().iter().any(|ball| ball.particle == id);
    let by_mass = |id: ParticleId| inside(id, ball_radius(mass[id.index()])) && !is_sized(id);
    let sized = world.balls().iter().filter(|ball| inside(ball.particle, ball.radius)).map(|ball| ball.particle);
    let hung = world.weights().iter().map(|weight| weight.particle).filter(|&id| by_mass(id));
    let heavy = (0..).zip(mass).filter(|(_, mass)| is_ball(**mass)).map(|(index, _)| ParticleId(index));
    let mut heavy: Vec<ParticleId> = heavy.filter(|&id| by_mass(id)).collect();
    if !heavy.is_empty() {
        for link in world.constraints().filter(|link| link.kind == LinkKind::Rope) {
            if mass[link.a.index()] == mass[link.b.index()] {
                heavy.retain(|&id| id != link.a && id != link.b);
            }
        }
    }
    let lighter = |a: &ParticleId, b: &ParticleId| mass[a.index()].total_cmp(&mass[b.index()]).then(a.cmp(b));
    sized.chain(hung).chain(heavy).min_by(lighter)
}

/// Whether a point lies within a ball that has a size of its own: there is no seeing it behind that.
pub fn hides(ball: ParticleId, point: ParticleId, sandbox: &Sandbox) -> bool {
    let at = sandbox.world().particles().position[point.index()];
    let sized = sandbox.world().balls().iter().find(|other| other.particle == ball);
    sized.is_some_and(|ball| sandbox.ball_at(ball.particle, ball.radius).distance(at) < ball.radius)
}
