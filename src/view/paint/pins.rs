//! Pins and weights, and the particles that a scene shows.

use std::ops::Range;

use super::balls::{has_balls, rows, weight_radius};
use super::{Frame, Painter};
use crate::physics::World;
use crate::sandbox::Sandbox;
use crate::view::draw::{Dot, DrawData};
use crate::view::style::View;

impl Painter {
    /// Paints pins, weights, and all particles where the scene shows them; not free particles over the colours of the
    /// tension view.
    pub(super) fn pins_and_weights(&self, frame: &Frame, to: &mut DrawData) {
        let world = frame.world;
        let shows_particles = frame.sandbox.scene().scene.show_points;
        for row in rows(self.positions.len()) {
            if shows_particles || has_pins(&row, world) || has_balls(&row, world) {
                self.pins_and_weights_of_row(row, shows_particles, frame, to);
            }
        }
        for ball in world.balls() {
            let centre = self.ball_centre(self.positions[ball.particle.index()], ball.radius, world);
            to.ropes.dots.push(Dot::ball(centre, ball.radius, 1.0, frame.palette.materials.iron));
        }
    }

    fn pins_and_weights_of_row(&self, row: Range<usize>, shows_particles: bool, frame: &Frame, to: &mut DrawData) {
        let &Frame { sandbox, world, camera, style, palette, .. } = frame;
        let particles = world.particles();
        let pin = camera.metres(5.0).max(0.032).min((0.7 * spacing(sandbox)).max(camera.metres(2.5)));
        let particle = camera.metres(3.5).max(0.026);
        for index in row {
            let (centre, mass, pinned) = (self.positions[index], particles.mass[index], particles.pinned[index]);
            let is_sized = || world.balls().iter().any(|ball| ball.particle.index() == index);
            if self.heavy_ropes.is_ball_by_mass(index, world) && !is_sized() {
                let radius = weight_radius(mass, camera);
                let centre = self.ball_centre(centre, radius, world);
                to.ropes.dots.push(Dot::ball(centre, radius, 1.0, palette.materials.iron));
            }
            let form = if pinned { self.effects.squash(index) } else { 1.0 };
            if shows_particles && (pinned || style.view != View::Tension) {
                let colour = if pinned { palette.markers.locked } else { palette.markers.point };
                to.ropes.dots.push(Dot::ball(centre, particle, form, colour));
            } else if pinned {
                to.ropes.dots.push(Dot::ball(centre, pin, form, palette.materials.pin));
            }
        }
    }
}

/// Whether any particle of a row is pinned.
pub fn has_pins(row: &Range<usize>, world: &World) -> bool {
    world.particles().pinned[row.clone()].iter().fold(false, |any, &pinned| any | pinned)
}

/// Distance between the particles of a scene, m: the rest length of its first link.
pub fn spacing(sandbox: &Sandbox) -> f32 {
    sandbox.world().links().next().map_or(1.0, |link| link.rest_length)
}
