//! Pins and balls, and the particles that a scene shows. What is filled is a ball of the world; other heavy particles, and
//! those with a weight, are hollow.

use std::ops::Range;

use super::{Frame, Painter};
use crate::physics::{LinkKind, ParticleId, Revision, World};
use crate::sandbox::{Sandbox, disc_radius, is_heavy};
use crate::view::draw::{Dot, DrawData};
use crate::view::{camera::Camera, style::View};

/// Particles of a row. A row is tested as a whole for pins and discs.
pub const ROW: usize = 64;

/// Half width of the line around a hollow disc, logical pixels.
const HOLLOW: f32 = 1.25;

/// Particles of ropes and solid bodies that are heavy all over. They are drawn as the rope or the body, not as discs,
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
        // With severed links: the cut ends of such a rope are no discs either.
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

    /// Radius of the disc as which a particle is drawn, m, with a least size on the screen.
    pub fn disc(&self, index: usize, world: &World, camera: &Camera) -> Option<f32> {
        let id = ParticleId(index as u32);
        let is_heavy =
            || is_heavy(world.particles().mass[index]) && !self.is_rope.get(index).is_some_and(|&is_rope| is_rope);
        let is_disc = world.ball(id).is_some() || world.weight(id).is_some() || is_heavy();
        is_disc.then(|| disc_radius(id, world).max(camera.metres(4.0)))
    }

    /// All particles that are drawn as discs, with their radii, m.
    pub fn discs<'a>(&'a self, world: &'a World, camera: &'a Camera) -> impl Iterator<Item = (usize, f32)> + 'a {
        let rows = rows(world.particles().len()).filter(|row| has_discs(row, world));
        rows.flatten().filter_map(|index| Some((index, self.disc(index, world, camera)?)))
    }
}

impl Painter {
    /// Paints pins, weights, and all particles if the scene shows them; not free particles over the colours of the
    /// tension view.
    pub(super) fn pins_and_weights(&self, frame: &Frame, to: &mut DrawData) {
        let world = frame.world;
        let shows_particles = frame.sandbox.scene().scene.show_points;
        for row in rows(self.positions.len()) {
            if shows_particles || has_pins(&row, world) || has_discs(&row, world) {
                self.pins_and_weights_of_row(row, shows_particles, frame, to);
            }
        }
    }

    fn pins_and_weights_of_row(&self, row: Range<usize>, shows_particles: bool, frame: &Frame, to: &mut DrawData) {
        let &Frame { sandbox, world, camera, style, palette, .. } = frame;
        let pin = camera.metres(5.0).max(0.032).min((0.7 * spacing(sandbox)).max(camera.metres(2.5)));
        let particle = camera.metres(3.5).max(0.026);
        for index in row {
            let dots = &mut to.tier(self.ranks.of_particle(ParticleId(index as u32))).ropes.dots;
            let (centre, id) = (self.positions[index], ParticleId(index as u32));
            let pinned = world.is_pinned(id);
            if let Some(radius) = self.heavy_ropes.disc(index, world, camera) {
                let (iron, is_solid) = (palette.materials.iron, world.ball(id).is_some());
                let hollow = || Dot::ring(centre, radius, camera.metres(HOLLOW), iron);
                dots.push(if is_solid { Dot::ball(centre, radius, 1.0, iron) } else { hollow() });
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
}

/// The indices of a number of particles, in rows.
pub fn rows(particles: usize) -> impl Iterator<Item = Range<usize>> {
    (0..particles).step_by(ROW).map(move |first| first..(first + ROW).min(particles))
}

/// Whether a row may have a particle that is drawn as a disc.
pub fn has_discs(row: &Range<usize>, world: &World) -> bool {
    let is_heavy = world.particles().mass[row.clone()].iter().fold(false, |any, &mass| any | is_heavy(mass));
    let first = world.weights().partition_point(|weight| weight.particle.index() < row.start);
    let has_weight = world.weights().get(first).is_some_and(|weight| weight.particle.index() < row.end);
    let first = world.balls().partition_point(|ball| ball.particle.index() < row.start);
    is_heavy || has_weight || world.balls().get(first).is_some_and(|ball| ball.particle.index() < row.end)
}

/// Whether two linked particles of these masses (kg) belong to a heavy rope. A weight differs from the rope it hangs
/// on. Without a branch, so that the test is vectorised.
fn are_heavy_rope(a: f32, b: f32) -> bool {
    (a == b) & is_heavy(a)
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
