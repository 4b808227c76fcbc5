//! Pins and weights, and the particles that a scene shows. Heavy particles, and those with a weight, are balls of iron.

use std::ops::Range;

use glam::Vec2;

use super::{Frame, Painter};
use crate::physics::{LinkKind, ParticleId, Revision, World};
use crate::sandbox::{Sandbox, ball_centre, ball_radius, is_ball};
use crate::view::draw::{Dot, DrawData};
use crate::view::{camera::Camera, style::View};

/// Particles of a row. A row is tested as a whole for pins and balls.
pub const ROW: usize = 64;

/// Particles of ropes and solid bodies that are heavy all over. They are drawn as the rope or the body, not as balls,
/// which would hide it.
#[derive(Clone, Debug, Default)]
pub struct HeavyRopes {
    /// One flag per particle; empty if there are none.
    is_rope: Vec<bool>,
    /// The particles whose mass may be that of a material, likewise: a bar of steel is no weight.
    is_of_material: Vec<bool>,
    /// The links from which those were found.
    revision: Option<Revision>,
}

impl HeavyRopes {
    /// Finds the heavy ropes and bodies of a world.
    pub fn find(&mut self, world: &World) {
        self.find_heavy_materials(world);
        let Self { is_rope, is_of_material, .. } = self;
        is_rope.clone_from(is_of_material);
        let mass = &world.particles().mass;
        // Particles of a rope are neighbours in the list. In most scenes no two neighbours have the same heavy mass.
        if !mass.windows(2).fold(false, |any, pair| any | are_heavy_rope(pair[0], pair[1])) {
            return;
        }
        is_rope.resize(mass.len(), false);
        // With severed links: the cut ends of such a rope are no balls either.
        for link in world.links_with_removed().filter(|link| link.kind == LinkKind::Rope || link.kind.is_bar()) {
            let (a, b) = (link.a.index(), link.b.index());
            if are_heavy_rope(mass[a], mass[b]) {
                (is_rope[a], is_rope[b]) = (true, true);
            }
        }
    }

    /// Marks the particles of links of a material, unless the links are the same as before.
    fn find_heavy_materials(&mut self, world: &World) {
        let revision = world.revision();
        if self.revision.as_ref() == Some(&revision) {
            return;
        }
        self.revision = Some(revision);
        self.is_of_material.clear();
        if world.materials().is_empty() {
            return;
        }
        self.is_of_material.resize(world.particles().len(), false);
        for link in world.links_with_removed() {
            if world.material_of(link).is_some_and(|material| material.mass_per_metre.is_some()) {
                (self.is_of_material[link.a.index()], self.is_of_material[link.b.index()]) = (true, true);
            }
        }
    }

    /// Whether a particle is drawn as a ball because of its mass.
    pub fn is_ball_by_mass(&self, index: usize, world: &World) -> bool {
        let is_heavy =
            || is_ball(world.particles().mass[index]) && !self.is_rope.get(index).is_some_and(|&is_rope| is_rope);
        world.weight(ParticleId(index as u32)).is_some() || is_heavy()
    }

    /// Radius of a particle's ball, m: its own, or one that follows from the mass.
    pub fn ball(&self, index: usize, world: &World, camera: &Camera) -> Option<f32> {
        let own = world.balls().iter().find(|ball| ball.particle.index() == index).map(|ball| ball.radius);
        own.or_else(|| self.is_ball_by_mass(index, world).then(|| weight_radius(world.particles().mass[index], camera)))
    }

    /// All particles that are drawn as balls, with their radii, m.
    pub fn balls<'a>(&'a self, world: &'a World, camera: &'a Camera) -> impl Iterator<Item = (usize, f32)> + 'a {
        let rows = rows(world.particles().len()).filter(|row| has_balls(row, world));
        rows.flatten().filter_map(|index| Some((index, self.ball(index, world, camera)?)))
    }
}

impl Painter {
    /// Paints pins, weights, and all particles if the scene shows them; not free particles over the colours of the
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
            let centre = self.ball_centre(self.positions[ball.particle.index()], ball.radius, Vec2::ZERO, world);
            let dots = &mut to.tier(self.ranks.of_particle(ball.particle)).ropes.dots;
            dots.push(Dot::ball(centre, ball.radius, 1.0, frame.palette.materials.iron));
        }
    }

    fn pins_and_weights_of_row(&self, row: Range<usize>, shows_particles: bool, frame: &Frame, to: &mut DrawData) {
        let &Frame { sandbox, world, camera, style, palette, .. } = frame;
        let particles = world.particles();
        let pin = camera.metres(5.0).max(0.032).min((0.7 * spacing(sandbox)).max(camera.metres(2.5)));
        let particle = camera.metres(3.5).max(0.026);
        for index in row {
            let dots = &mut to.tier(self.ranks.of_particle(ParticleId(index as u32))).ropes.dots;
            let (centre, mass, pinned) =
                (self.positions[index], particles.mass[index], world.is_pinned(ParticleId(index as u32)));
            let is_sized = || world.balls().iter().any(|ball| ball.particle.index() == index);
            if self.heavy_ropes.is_ball_by_mass(index, world) && !is_sized() {
                let radius = weight_radius(mass, camera);
                let centre = self.ball_centre(centre, radius, self.hang(index, world), world);
                dots.push(Dot::ball(centre, radius, 1.0, palette.materials.iron));
            }
            let form = if pinned { self.effects.squash(index) } else { 1.0 };
            if shows_particles && (pinned || style.view != View::Tension) {
                let colour = if pinned { palette.markers.locked } else { palette.markers.point };
                dots.push(Dot::ball(centre, particle, form, colour));
            } else if pinned {
                dots.push(Dot::ball(centre, pin, form, palette.materials.pin));
            }
        }
    }

    /// From a particle to the centre of its ball, in radii, where nothing is in the way.
    pub(super) fn hang(&self, particle: usize, world: &World) -> Vec2 {
        self.hangs.of(particle, world.settings().gravity)
    }

    /// Centre of a particle's ball in the picture, m: `hang` radii from the particle, and beside everything that the
    /// particle lies on.
    pub(super) fn ball_centre(&self, particle: Vec2, radius: f32, hang: Vec2, world: &World) -> Vec2 {
        ball_centre(particle, radius, hang, world.colliders().planes(), self.shapes.iter().copied())
    }
}

/// The indices of a number of particles, in rows.
pub fn rows(particles: usize) -> impl Iterator<Item = Range<usize>> {
    (0..particles).step_by(ROW).map(move |first| first..(first + ROW).min(particles))
}

/// Whether a row may have a particle that is drawn as a ball.
pub fn has_balls(row: &Range<usize>, world: &World) -> bool {
    let is_heavy = world.particles().mass[row.clone()].iter().fold(false, |any, &mass| any | is_ball(mass));
    let first = world.weights().partition_point(|weight| weight.particle.index() < row.start);
    let has_weight = world.weights().get(first).is_some_and(|weight| weight.particle.index() < row.end);
    is_heavy || has_weight || world.balls().iter().any(|ball| row.contains(&ball.particle.index()))
}

/// Radius of a weight, m, with a least size on the screen.
pub fn weight_radius(mass: f32, camera: &Camera) -> f32 {
    ball_radius(mass).max(camera.metres(4.0))
}

/// Whether two linked particles of these masses (kg) belong to a heavy rope. A weight differs from the rope it hangs
/// on. Without a branch, so that the test is vectorised.
fn are_heavy_rope(a: f32, b: f32) -> bool {
    (a == b) & is_ball(a)
}

/// Whether any particle of a row is pinned.
pub fn has_pins(row: &Range<usize>, world: &World) -> bool {
    let is_held_pin = world.grabs().iter().any(|grab| grab.pins && row.contains(&grab.particle.index()));
    world.particles().pinned[row.clone()].iter().fold(is_held_pin, |any, &pinned| any | pinned)
}

/// Distance between the particles of a scene, m: the rest length of its first link.
pub fn spacing(sandbox: &Sandbox) -> f32 {
    sandbox.world().links().next().map_or(1.0, |link| link.rest_length)
}
