//! A solid body that is found in the ground or in a wall when a step begins comes out of it as a whole.
//!
//! Each substep ends with nothing in any of them, where there is room. So what is there at the beginning of a step was put there
//! since: a wall was moved, or the discs became larger than what they lay on leaves room for, as where rope contact is switched
//! on. Contacts would put out each particle by itself, without speed; but the bars and braces of what it is a part of turn that into
//! motion within the same substep. A box that lay on the ground flew up by 1.9 m when its corners became discs of 20 mm. Ropes and
//! cloth are left to contacts: they bend, and moved as a whole they would come into what lies on them. A body does so too, but is
//! thrown otherwise.

use crate::{
    containers::union_find,
    geometry::colliders::HalfPlane,
    particles::{
        distance_constraint::{DistanceConstraint, LinkKind},
        storage::Particles,
    },
    world::World,
};

/// Less than this, m, is rounding.
const LEAST: f32 = 1e-4;

/// What is deeper than this, m, and its disc's radius, did not come there so: moved so far, it could get past something else.
const MOST: f32 = 0.1;

/// How deep a body is in a plane, m: with its discs, and without.
#[derive(Clone, Copy, Debug, Default)]
struct Depth {
    disc: f32,
    point: f32,
    /// A part of it is pinned, held or asleep: moved as a whole, it would be torn from that, and is left to contacts.
    is_fixed: bool,
}

impl World {
    /// Moves solid bodies, without speed, out of each plane that a part of them is in.
    pub(crate) fn emerge(&mut self) {
        if !self.derived.adjacency.has_beams {
            return;
        }
        let mut bodies = None;
        for plane in self.state.colliders.planes() {
            if self.is_any_in(plane) {
                let bodies = bodies.get_or_insert_with(|| self.bodies());
                self.lift(bodies, plane);
            }
        }
    }

    /// How deep in a plane a free particle is, m, with its disc; less than nothing outside.
    fn depth(&self, index: usize, plane: HalfPlane) -> f32 {
        let Particles { position, inv_mass, .. } = &self.bodies.particles;
        let radius = self.derived.particle_contacts.radius.get(index).copied().unwrap_or(0.0);
        if inv_mass[index] == 0.0 {
            f32::NEG_INFINITY
        } else {
            plane.offset + radius - plane.normal.dot(position[index])
        }
    }

    /// Whether any free particle is in a plane.
    fn is_any_in(&self, plane: HalfPlane) -> bool {
        let Particles { position, .. } = &self.bodies.particles;
        let largest = self.derived.particle_contacts.radius.iter().fold(0.0f32, |largest, radius| largest.max(*radius));
        let near = plane.offset + largest - LEAST;
        // No choice within, so that many are looked at at once: mostly nothing is so near.
        let is_near = position.iter().fold(false, |any, at| any | (plane.normal.dot(*at) < near));
        is_near && (0..position.len()).any(|index| self.depth(index, plane) > LEAST)
    }

    /// For each particle the first of the solid body that it is a part of, or none. Cloth has braces too, but no bars, and they
    /// give.
    fn bodies(&self) -> Vec<Option<u32>> {
        let mut first: Vec<u32> = (0..self.bodies.particles.len() as u32).collect();
        let is_stiff = |link: &DistanceConstraint| {
            link.stiffness >= 1.0 && matches!(link.kind, LinkKind::Beam | LinkKind::Brace | LinkKind::Stop)
        };
        for link in self.bodies.links.iter().filter(|link| is_stiff(link)) {
            union_find::union(&mut first, link.a.0, link.b.0);
        }
        let mut has_bars = vec![false; first.len()];
        for link in self.bodies.links.iter().filter(|link| link.kind == LinkKind::Beam) {
            has_bars[union_find::find_root(&mut first, link.a.0) as usize] = true;
        }
        let whole = |index| Some(union_find::find_root(&mut first, index)).filter(|first| has_bars[*first as usize]);
        (0..has_bars.len() as u32).map(whole).collect()
    }

    /// Moves bodies out of a plane.
    fn lift(&mut self, bodies: &[Option<u32>], plane: HalfPlane) {
        let mut depths = vec![Depth::default(); bodies.len()];
        for (index, body) in bodies.iter().enumerate() {
            if let Some(body) = *body {
                let (disc, whole) = (self.depth(index, plane), &mut depths[body as usize]);
                let radius = self.derived.particle_contacts.radius.get(index).copied().unwrap_or(0.0);
                whole.is_fixed |= self.bodies.particles.inv_mass[index] == 0.0;
                if disc > whole.disc {
                    *whole = Depth { disc, point: disc - radius, ..*whole };
                }
            }
        }
        for (at, body) in self.bodies.particles.position.iter_mut().zip(bodies) {
            let Depth { disc, point, is_fixed } = body.map(|body| depths[body as usize]).unwrap_or_default();
            if disc > LEAST && point <= MOST && !is_fixed {
                *at += plane.normal * disc;
            }
        }
    }
}
