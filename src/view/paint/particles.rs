//! Pins and weights; in the points view every particle, its mass and its velocity.

use std::ops::Range;

use glam::Vec2;

use super::{Painter, Picture, line};
use crate::{
    physics::{LinkKind, ParticleId, World},
    sandbox::{Sandbox, ball_centre},
    sandbox::{ball_radius, is_ball},
    view::{
        camera::Camera,
        draw::{Colour, Dot, DrawData, Layer, Triangle},
        greatest::greatest,
        style::View,
    },
};

/// Particles that are asked at once whether there is something to show.
const ROW: usize = 64;

/// A velocity arrow's length, s: as far as the particle goes in that time.
const ARROW_SECONDS: f32 = 0.12;
/// A velocity arrow's greatest length, logical pixels.
const LONGEST_ARROW: f32 = 56.0;
/// Shortest arrow that is drawn, logical pixels.
const SHORTEST_ARROW: f32 = 3.0;
/// Most arrows: in larger scenes every second, third, ... particle has one.
const MOST_ARROWS: usize = 700;
/// So it is where particles stand closer than this, logical pixels: arrow on arrow, nothing could be told apart.
const CLOSEST_ARROWS: f32 = 9.0;

/// The points of ropes that are heavy all along: they are what such a rope is made of, and no balls on it, which would hide
/// it. Empty where there is no such rope.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains(Vec<bool>);

impl Chains {
    /// Finds them in a world.
    pub fn find(&mut self, world: &World) {
        let mass = &world.particles().mass;
        self.0.clear();
        // A rope's points stand in a row: most scenes have no two of such a mass, and their links are not looked through.
        if !mass.windows(2).fold(false, |any, pair| any | is_chain(pair[0], pair[1])) {
            return;
        }
        self.0.resize(mass.len(), false);
        // With what was cut: the ends of such a rope are no balls either.
        for link in world.links_with_removed().filter(|link| link.kind == LinkKind::Rope) {
            let (a, b) = (link.a.index(), link.b.index());
            if is_chain(mass[a], mass[b]) {
                (self.0[a], self.0[b]) = (true, true);
            }
        }
    }

    /// Whether a particle is seen as a weight.
    fn is_weight(&self, index: usize, world: &World) -> bool {
        let stands_out = || is_ball(world.particles().mass[index]) && !self.0.get(index).is_some_and(|&chain| chain);
        world.weight(ParticleId(index as u32)).is_some() || stands_out()
    }

    /// Radius of the ball of iron that a particle is seen as, m: its own, or one by its mass.
    pub fn ball(&self, index: usize, world: &World, camera: &Camera) -> Option<f32> {
        let own = world.balls().iter().find(|ball| ball.particle.index() == index).map(|ball| ball.radius);
        own.or_else(|| self.is_weight(index, world).then(|| weight(world.particles().mass[index], camera)))
    }

    /// All balls of iron that are seen in a world: which particles, and their radii, m.
    pub fn balls<'a>(&'a self, world: &'a World, camera: &'a Camera) -> impl Iterator<Item = (usize, f32)> + 'a {
        let rows = rows(world.particles().len()).filter(|row| is_heavy(row, world));
        rows.flatten().filter_map(|index| Some((index, self.ball(index, world, camera)?)))
    }
}

impl Painter {
    /// Pins, weights, and points where the scene shows them; free points not over the stress view's colours, which they
    /// would hide.
    pub(super) fn pins_and_weights(&self, picture: Picture, to: &mut DrawData) {
        let shown = picture.sandbox.scene().scene.show_points;
        let world = picture.sandbox.world();
        for row in rows(self.seen.len()) {
            if shown || is_pinned(&row, world) || is_heavy(&row, world) {
                self.row(row, shown, picture, to);
            }
        }
        let iron = picture.style.palette().iron;
        for ball in world.balls() {
            let middle = self.middle(&self.seen, ball.particle.index(), ball.radius, world);
            to.ropes.dots.push(Dot::ball(middle, ball.radius, 1.0, iron));
        }
    }

    /// Where the ball of a particle, of `radius` (m), has its middle in the picture, m: on what it lies on.
    pub(super) fn middle(&self, seen: &[Vec2], index: usize, radius: f32, world: &World) -> Vec2 {
        ball_centre(seen[index], radius, world.colliders().planes(), self.shapes.iter().copied())
    }

    fn row(&self, row: Range<usize>, shown: bool, picture: Picture, to: &mut DrawData) {
        let Picture { sandbox, camera, style, .. } = picture;
        let palette = &style.palette();
        let (world, particles) = (sandbox.world(), sandbox.world().particles());
        let pin = camera.metres(5.0).max(0.032).min((0.7 * spacing(sandbox)).max(camera.metres(2.5)));
        let point = camera.metres(3.5).max(0.026);
        for index in row {
            let (centre, mass, pinned) = (self.seen[index], particles.mass[index], particles.pinned[index]);
            let is_ball = || world.balls().iter().any(|ball| ball.particle.index() == index);
            if self.chains.is_weight(index, world) && !is_ball() {
                let radius = weight(mass, camera);
                let middle = self.middle(&self.seen, index, radius, world);
                to.ropes.dots.push(Dot::ball(middle, radius, 1.0, palette.iron));
            }
            let form = if pinned { self.effects.squash(index) } else { 1.0 };
            if shown && (pinned || style.view != View::Stress) {
                let colour = if pinned { palette.locked } else { palette.point };
                to.ropes.dots.push(Dot::ball(centre, point, form, colour));
            } else if pinned {
                to.ropes.dots.push(Dot::ball(centre, pin, form, palette.pin));
            }
        }
    }

    /// Every particle by its mass, pins with a ring, and where they go.
    pub(super) fn points(&self, picture: Picture, to: &mut DrawData) {
        let Picture { sandbox, camera, style, .. } = picture;
        let palette = &style.palette();
        let world = sandbox.world();
        let particles = world.particles();
        // Where they stand closer than dots are wide, they are smaller.
        let spacing = spacing(sandbox);
        let largest = camera.metres(4.0).min(0.36 * spacing).max(camera.metres(0.7));
        let pin = camera.metres(6.0).min(0.7 * spacing).max(camera.metres(2.0));
        let heaviest = greatest(&particles.mass, f32::MIN_POSITIVE);
        let mut radii = [0.0; ROW];
        for row in rows(self.seen.len()) {
            let (seen, mass) = (&self.seen[row.clone()], &particles.mass[row.clone()]);
            // By area, and the lightest still to be seen.
            radii
                .iter_mut()
                .zip(mass)
                .for_each(|(radius, mass)| *radius = largest * (mass / heaviest).sqrt().max(0.55));
            let dots = seen.iter().zip(&radii).map(|(&centre, &radius)| Dot::flat(centre, radius, palette.dot));
            if !is_heavy(&row, world) {
                to.ropes.dots.extend(dots);
            } else {
                for (index, dot) in row.clone().zip(dots) {
                    let iron = self.chains.ball(index, world, camera);
                    let ring = iron.map(|radius| {
                        let middle = self.middle(&self.seen, index, radius, world);
                        Dot::ring(middle, radius, camera.metres(1.0), palette.iron)
                    });
                    to.ropes.dots.extend(ring.into_iter().chain([dot]));
                }
            }
            if is_pinned(&row, world) {
                for index in row.filter(|&index| particles.pinned[index]) {
                    to.tools.dots.push(Dot::flat(self.seen[index], 0.55 * pin, palette.locked));
                    to.tools.dots.push(Dot::ring(self.seen[index], pin, camera.metres(1.0), palette.locked));
                }
            }
        }
        self.arrows(picture, spacing, &mut to.tools);
    }

    /// Where particles go that stand so far apart, m.
    fn arrows(&self, picture: Picture, spacing: f32, to: &mut Layer) {
        let Picture { sandbox, camera, style, .. } = picture;
        let sparse = (camera.metres(CLOSEST_ARROWS) / spacing.max(camera.metres(0.1))).ceil() as usize;
        let every = (self.seen.len() / MOST_ARROWS).max(sparse).max(1);
        // Everything may start to move at once.
        let arrows = self.seen.len().div_ceil(every);
        to.triangles.reserve(arrows);
        to.segments.reserve(3 * arrows);
        let (substep, colour) = (sandbox.world().substep_length(), style.palette().arrow);
        if substep > 0.0 {
            let moving = self.seen.iter().zip(&sandbox.world().particles().displacement);
            for (&centre, &displacement) in moving.step_by(every) {
                arrow(centre, displacement / substep, camera, colour, to);
            }
        }
    }
}

/// The particles in rows, of which each is asked at once whether there is something to show: most have nothing.
fn rows(particles: usize) -> impl Iterator<Item = Range<usize>> {
    (0..particles).step_by(ROW).map(move |first| first..(first + ROW).min(particles))
}

/// Whether any of these particles is pinned.
fn is_pinned(row: &Range<usize>, world: &World) -> bool {
    world.particles().pinned[row.clone()].iter().fold(false, |any, &pinned| any | pinned)
}

/// Whether any of these particles may be seen as a ball of iron.
fn is_heavy(row: &Range<usize>, world: &World) -> bool {
    let heavy = world.particles().mass[row.clone()].iter().fold(false, |any, &mass| any | is_ball(mass));
    let first = world.weights().partition_point(|weight| weight.particle.index() < row.start);
    let hangs = world.weights().get(first).is_some_and(|weight| weight.particle.index() < row.end);
    heavy || hangs || world.balls().iter().any(|ball| row.contains(&ball.particle.index()))
}

/// How close the particles of a scene stand, m, going by one of its links.
fn spacing(sandbox: &Sandbox) -> f32 {
    sandbox.world().links().next().map_or(1.0, |link| link.rest_length)
}

/// Radius of a weight, m: however light, it is to be seen.
fn weight(mass: f32, camera: &Camera) -> f32 {
    ball_radius(mass).max(camera.metres(4.0))
}

/// Whether points of these masses (kg) that a rope joins are its own: those of a weight and of what it hangs on differ.
fn is_chain(a: f32, b: f32) -> bool {
    // No choice between the two, so that many are asked at once.
    (a == b) & is_ball(a)
}

fn arrow(from: Vec2, velocity: Vec2, camera: &Camera, colour: Colour, to: &mut Layer) {
    let way = (velocity * ARROW_SECONDS).clamp_length_max(camera.metres(LONGEST_ARROW));
    let length = way.length();
    if length < camera.metres(SHORTEST_ARROW) {
        return;
    }
    let (tip, width) = (from + way, camera.metres(0.7));
    let heading = way / length;
    let back = heading * camera.metres(5.0).min(0.5 * length);
    let side = 0.5 * back.perp();
    let [left, right] = [tip - back + side, tip - back - side];
    to.segments.push(line(from, tip - 0.6 * back, width, colour));
    to.triangles.push(Triangle { corners: [tip, left, right], colours: [colour; 3] });
    to.segments.extend([line(tip, left, width, colour), line(tip, right, width, colour)]);
}
