//! Hit tests: a ball, which is taken anywhere on its disc, and whole things under the pointer or in a frame.

use glam::Vec2;

use super::{PointerEvent, Target, blower, obstacle};
use crate::physics::{Aabb, DistanceConstraint, LinkKind, ParticleId, Particles, Shape, Things, World};
use crate::sandbox::{Sandbox, disc_radius, discs, is_heavy};

/// Distance from a link at which the pointer is on it, pixels.
const LINK_REACH: f32 = 7.0;

/// The disc that is drawn under the pointer, or within `margin` (m) of its centre. The lightest of several, because a
/// heavy one may cover it. Particles of a rope or a body that is heavy all over are no discs.
pub fn ball_under(event: PointerEvent, margin: f32, sandbox: &Sandbox) -> Option<ParticleId> {
    let world = sandbox.world();
    let Particles { position, mass, .. } = world.particles();
    let is_inside = |id: ParticleId, radius: f32| position[id.index()].distance(event.at) <= radius.max(margin);
    let marked = discs(world).filter(|&(id, radius)| is_inside(id, radius)).map(|(id, _)| id);
    let heavy = (0..).map(ParticleId).zip(mass).filter(|(_, mass)| is_heavy(**mass)).map(|(id, _)| id);
    let mut heavy: Vec<ParticleId> = heavy.filter(|&id| is_inside(id, disc_radius(id, world))).collect();
    if !heavy.is_empty() {
        for link in world.links().filter(|link| link.kind == LinkKind::Rope || link.kind.is_bar()) {
            if mass[link.a.index()] == mass[link.b.index()] {
                heavy.retain(|&id| id != link.a && id != link.b);
            }
        }
    }
    let by_mass = |a: &ParticleId, b: &ParticleId| mass[a.index()].total_cmp(&mass[b.index()]).then(a.cmp(b));
    marked.chain(heavy).min_by(by_mass)
}

/// Whether a ball hides a particle, which lies within it.
pub fn hides(ball: ParticleId, particle: ParticleId, sandbox: &Sandbox) -> bool {
    let (world, position) = (sandbox.world(), &sandbox.world().particles().position);
    let distance = position[ball.index()].distance(position[particle.index()]);
    world.ball(ball).is_some_and(|ball| distance < ball.radius)
}

/// The topmost whole thing under the pointer.
pub fn thing_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Things> {
    let near = || Some(Things::of_particles([event.nearest(sandbox)?]));
    topmost(objects_under(event, sandbox), event, sandbox)
        .or_else(near)
        .map(|part| if part.particles.is_empty() { part } else { sandbox.world().whole_things(&part) })
}

/// The obstacle or the blower that is the thing under the pointer. Links are looked at only where there is one.
pub fn object_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Target> {
    let objects = objects_under(event, sandbox);
    if objects.iter().all(Option::is_none) {
        return None;
    }
    let Things { shapes, blowers, .. } = topmost(objects, event, sandbox)?;
    shapes.first().copied().map(Target::Obstacle).or(blowers.first().copied().map(Target::Blower))
}

/// The blower and the obstacle under the pointer.
fn objects_under(event: PointerEvent, sandbox: &Sandbox) -> [Option<Things>; 2] {
    [blower::body_under(event, sandbox), obstacle::body_under(event, sandbox)]
        .map(|hit| hit.map(|hit| hit.object.target.things()))
}

/// The topmost of some objects and of the particles, links and faces under the pointer, of which it is one particle.
fn topmost(objects: [Option<Things>; 2], event: PointerEvent, sandbox: &Sandbox) -> Option<Things> {
    let world = sandbox.world();
    let particle =
        ball_under(event, 0.0, sandbox).or_else(|| link_under(event, world)).or_else(|| face_under(event.at, world));
    let particle = particle.map(|particle| Things::of_particles([particle]));
    // Of one layer the first, since the last of the greatest is taken.
    objects.into_iter().chain([particle]).flatten().max_by_key(|part| world.tags().of(part).max())
}

/// A particle of the nearest link or lone particle that the pointer is on.
fn link_under(event: PointerEvent, world: &World) -> Option<ParticleId> {
    let reach = event.margin(LINK_REACH);
    let distance = |link: &DistanceConstraint| distance(event.at, [link.a, link.b], world);
    let nearest = world.links().map(|link| (link.a, distance(link))).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest
        .filter(|(_, distance)| *distance <= reach)
        .map(|(particle, _)| particle)
        .or_else(|| world.nearest_particle(event.at, reach))
}

/// The ends of the nearest driven link that the pointer is on.
pub fn driven_link_under(event: PointerEvent, world: &World) -> Option<[ParticleId; 2]> {
    let near = world.driven_links().iter().map(|link| (link.ends, distance(event.at, link.ends, world)));
    let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.filter(|(_, distance)| *distance <= event.margin(LINK_REACH)).map(|(ends, _)| ends)
}

/// Distance of a point (m) from the line between two particles, m.
fn distance(at: Vec2, ends: [ParticleId; 2], world: &World) -> f32 {
    let [a, b] = ends.map(|end| world.particles().position[end.index()]);
    let along = b - a;
    let share = ((at - a).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
    (a + along * share).distance(at)
}

/// A particle of the cloth face around a point (m).
fn face_under(at: Vec2, world: &World) -> Option<ParticleId> {
    let position = &world.particles().position;
    let is_inside = |corners: [ParticleId; 4]| {
        let corners = corners.map(|corner| position[corner.index()]);
        // An odd number of edges crosses the ray to the right.
        let crosses = |(a, b): (Vec2, Vec2)| {
            (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        let [a, b, c, d] = corners;
        [(a, b), (b, c), (c, d), (d, a)].into_iter().filter(|&edge| crosses(edge)).count() % 2 == 1
    };
    world.faces().find(|face| is_inside(face.corners)).map(|face| face.corners[0])
}

/// The whole things of which any part lies in an area (m): a particle, any of an obstacle, the centre of a blower.
pub fn things_within(area: Aabb, sandbox: &Sandbox) -> Things {
    let world = sandbox.world();
    let is_inside = |at: Vec2| at.cmpge(area.min).all() && at.cmple(area.max).all();
    let particles = (0..).map(ParticleId).zip(&world.particles().position);
    let framed = particles.filter(|(_, at)| is_inside(**at)).map(|(particle, _)| particle);
    let shapes = world.colliders().shapes().iter().filter(|shape| reaches_into(shape, area));
    let blowers = world.blowers().iter().filter(|blower| is_inside(blower.def.at));
    world.whole_things(&Things {
        shapes: shapes.map(|shape| shape.id).collect(),
        blowers: blowers.map(|blower| blower.id).collect(),
        ..Things::of_particles(framed)
    })
}

/// Whether any of a shape lies in an area (m). Both are convex, so that a point that is projected
/// onto them alternately reaches both, or stops.
fn reaches_into(shape: &Shape, area: Aabb) -> bool {
    const MOST_TURNS: usize = 32;
    let pose = shape.pose();
    let mut at = pose.at.clamp(area.min, area.max);
    for _ in 0..MOST_TURNS {
        let local = pose.to_local(at);
        let separation = shape.def.form.separation(local);
        if separation.distance <= 0.0 {
            return true;
        }
        let next = pose.to_world(local - separation.normal * separation.distance).clamp(area.min, area.max);
        if next == at {
            return false;
        }
        at = next;
    }
    false
}
