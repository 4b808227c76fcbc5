//! What is found in the ground or in a wall when a step begins comes out of it as a whole.
//!
//! Each substep ends with nothing in any of them. So what is there at the beginning of a step was put there since: a wall was
//! moved, or the discs became larger than what they lay on leaves room for, as where rope contact is switched on. Contacts
//! would put out each particle by itself, without speed; but the links and braces of what it is a part of turn that into motion
//! within the same substep. A box that lay on the ground flew up by 1.9 m when its corners became discs of 20 mm.
//! What a hand put down in the ground's reach and let go comes out so, too.

use glam::Vec2;

use super::{sets, world::World};

/// Less than this, m, is rounding.
const LEAST: f32 = 1e-4;

/// What is deeper than this, m, did not come there so: moved so far, it could get past something else.
const MOST: f32 = 0.1;

impl World {
    /// Moves all that is tied together, without speed, out of each plane that a part of it is in. What is pinned or held stays.
    pub(super) fn emerge(&mut self) {
        let largest = self.discs.radius.iter().fold(0.0f32, |largest, radius| largest.max(*radius));
        let mut first = Vec::new();
        for plane in self.colliders.planes() {
            let (inv_mass, radii) = (&self.particles.inv_mass, &self.discs.radius);
            let depth = |index: usize, at: Vec2| {
                let radius = radii.get(index).copied().unwrap_or(0.0);
                if inv_mass[index] == 0.0 { 0.0 } else { plane.offset + radius - plane.normal.dot(at) }
            };
            let position = &mut self.particles.position;
            // No choice within, so that many are looked at at once: mostly nothing is so near.
            let near = plane.offset + largest - LEAST;
            let is_none_near = !position.iter().fold(false, |any, at| any | (plane.normal.dot(*at) < near));
            if is_none_near || position.iter().enumerate().all(|(index, &at)| depth(index, at) <= LEAST) {
                continue;
            }
            if first.is_empty() {
                first.extend(0..position.len() as u32);
                self.links.iter().for_each(|link| sets::join(&mut first, link.a.0, link.b.0));
                (0..first.len()).for_each(|index| first[index] = first[first[index] as usize]);
            }
            let mut deepest = vec![0.0f32; position.len()];
            for (index, &at) in position.iter().enumerate() {
                let whole = first[index] as usize;
                deepest[whole] = deepest[whole].max(depth(index, at));
            }
            for (index, at) in position.iter_mut().enumerate() {
                let by = deepest[first[index] as usize];
                if by > LEAST && by <= MOST && inv_mass[index] != 0.0 {
                    *at += plane.normal * by;
                }
            }
        }
    }
}
