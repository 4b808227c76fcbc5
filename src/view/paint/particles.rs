//! Pins and weights; in the points view every particle, its mass and its velocity.

use std::ops::Range;

use glam::Vec2;

use super::{Painter, Picture, line};
use crate::{
    physics::{LinkKind, ParticleId, Weight, World},
    sandbox::Sandbox,
    view::{
        camera::Camera,
        draw::{Colour, Dot, DrawData, Layer, Triangle},
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

impl Painter {
    /// Finds the points of ropes that are heavy all along: they are what such a rope is made of, and no balls on it, which
    /// would hide it.
    pub(super) fn find_chains(&mut self, world: &World) {
        let mass = &world.particles().mass;
        self.chains.clear();
        // A rope's points stand in a row: most scenes have no two of such a mass, and their links are not looked through.
        if !mass.windows(2).fold(false, |any, pair| any | is_chain(pair[0], pair[1])) {
            return;
        }
        self.chains.resize(mass.len(), false);
        for link in world.constraints().filter(|link| link.kind == LinkKind::Rope) {
            let (a, b) = (link.a.index(), link.b.index());
            if is_chain(mass[a], mass[b]) {
                (self.chains[a], self.chains[b]) = (true, true);
            }
        }
    }

    /// Whether a particle of this mass (kg) is seen as a weight.
    fn is_weight(&self, index: usize, mass: f32, world: &World) -> bool {
        let stands_out = Weight::is_ball(mass) && !self.chains.get(index).is_some_and(|&chain| chain);
        stands_out || world.weight(ParticleId(index as u32)).is_some()
    }

    /// Pins, weights, and points where the scene shows them; free points not over the stress view's colours, which they
    /// would hide.
    pub(super) fn pins_and_weights(&self, picture: Picture, to: &mut DrawData) {
        let shown = picture.sandbox.scene().scene.show_points;
        let particles = picture.sandbox.world().particles();
        for first in (0..self.seen.len()).step_by(ROW) {
            let row = first..(first + ROW).min(self.seen.len());
            // Most rows have nothing to show, which is soon asked of all at once.
            let heavy = particles.mass[row.clone()].iter().fold(false, |any, &mass| any | Weight::is_ball(mass));
            let pinned = particles.pinned[row.clone()].iter().fold(false, |any, &pinned| any | pinned);
            if heavy || pinned || shown || hangs_in(&row, picture.sandbox) {
                self.row(row, shown, picture, to);
            }
        }
        let iron = picture.style.palette().iron;
        for ball in picture.sandbox.world().balls() {
            to.ropes.dots.push(Dot::ball(self.seen[ball.particle.index()], ball.radius, 1.0, iron));
        }
    }

    fn row(&self, row: Range<usize>, shown: bool, picture: Picture, to: &mut DrawData) {
        let Picture { sandbox, camera, style, .. } = picture;
        let palette = &style.palette();
        let (particles, balls) = (sandbox.world().particles(), sandbox.world().balls());
        let pin = camera.metres(5.0).max(0.032).min((0.7 * spacing(sandbox)).max(camera.metres(2.5)));
        let point = camera.metres(3.5).max(0.026);
        for index in row {
            let (centre, mass, pinned) = (self.seen[index], particles.mass[index], particles.pinned[index]);
            let is_ball = || balls.iter().any(|ball| ball.particle.index() == index);
            if self.is_weight(index, mass, sandbox.world()) && !is_ball() {
                to.ropes.dots.push(Dot::ball(centre, weight(mass, camera), 1.0, palette.iron));
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
        let heaviest = particles.mass.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let substep = world.substep_length();
        let sparse = (camera.metres(CLOSEST_ARROWS) / spacing.max(camera.metres(0.1))).ceil() as usize;
        let every = (self.seen.len() / MOST_ARROWS).max(sparse).max(1);
        // Everything may start to move at once.
        let arrows = self.seen.len().div_ceil(every);
        to.tools.triangles.reserve(arrows);
        to.tools.segments.reserve(3 * arrows);
        for (index, &centre) in self.seen.iter().enumerate() {
            // By area, and the lightest still to be seen.
            let mass = particles.mass[index];
            let radius = largest * (mass / heaviest).sqrt().max(0.55);
            let ball = world.balls().iter().find(|ball| ball.particle.index() == index);
            if self.is_weight(index, mass, world) || ball.is_some() {
                let radius = ball.map_or(weight(mass, camera), |ball| ball.radius);
                to.ropes.dots.push(Dot::ring(centre, radius, camera.metres(1.0), palette.iron));
            }
            if particles.pinned[index] {
                to.tools.dots.push(Dot::flat(centre, 0.55 * pin, palette.locked));
                to.tools.dots.push(Dot::ring(centre, pin, camera.metres(1.0), palette.locked));
            }
            to.ropes.dots.push(Dot::flat(centre, radius, palette.dot));
            if index % every == 0 && substep > 0.0 {
                let velocity = particles.displacement[index] / substep;
                arrow(centre, velocity, camera, palette.arrow, &mut to.tools);
            }
        }
    }
}

/// How close the particles of a scene stand, m, going by one of its links.
fn spacing(sandbox: &Sandbox) -> f32 {
    sandbox.world().constraints().next().map_or(1.0, |link| link.rest_length)
}

/// Radius of a weight, m: however light, it is to be seen.
pub(super) fn weight(mass: f32, camera: &Camera) -> f32 {
    Weight::radius(mass).max(camera.metres(4.0))
}

/// Whether any weight hangs on these particles.
fn hangs_in(row: &Range<usize>, sandbox: &Sandbox) -> bool {
    let weights = sandbox.world().weights();
    let first = weights.partition_point(|weight| weight.particle.index() < row.start);
    weights.get(first).is_some_and(|weight| weight.particle.index() < row.end)
}

/// Whether points of these masses (kg) that a rope joins are its own: those of a weight and of what it hangs on differ.
fn is_chain(a: f32, b: f32) -> bool {
    a == b && Weight::is_ball(a)
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
