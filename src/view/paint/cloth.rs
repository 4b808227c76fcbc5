//! Filled cloth, lit by how it folds.

use glam::Vec2;

use super::Painter;
use crate::{
    physics::{DistanceConstraint, Face, LinkKind, ParticleId, World},
    view::{
        draw::{DrawData, Patch, Weave},
        palette::Palette,
    },
};

/// Width of a thread, m: coarse, so that it is seen at the zoom in which a scene is shown.
const THREAD: f32 = 0.028;

/// A patch with less of its area to be seen, of 1, is folding over.
const FOLDED: f32 = 0.45;

/// The filled cloth at a particle, in one number, so that a patch is added to it at once: the light of the patches there
/// (16 bits, the sum and later the mean), how many there are and how many of them lie flat (8 bits each).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cover(u32);

impl Cover {
    fn patch(light: u8, flat: bool) -> Self {
        Self(u32::from(light) | 1 << 16 | u32::from(flat) << 24)
    }

    #[inline]
    fn add(&mut self, patch: Self) {
        // No particle has more than 255 patches: no grid gives it more than 4.
        self.0 = self.0.wrapping_add(patch.0);
    }

    /// From the sum of the light to its mean.
    #[inline]
    fn average(&mut self) {
        // 65 536 over the number of patches, rounded up: a division is the dearest part of all this.
        const SHARE: [u32; 5] = [0, 65_536, 32_768, 21_846, 16_384];
        let share = SHARE[(self.0 >> 16 & 0xFF).min(4) as usize];
        self.0 = self.0 & 0xFFFF_0000 | ((self.0 & 0xFFFF) * share) >> 16;
    }

    fn light(self) -> u8 {
        self.0 as u8
    }

    fn flat(self) -> u32 {
        self.0 >> 24
    }
}

impl Painter {
    /// The patches, each corner with the light of the patches around it.
    pub(super) fn cloth(&mut self, world: &World, palette: &Palette, to: &mut DrawData) {
        if world.face_count() == 0 {
            return;
        }
        let side = world.constraints().find(|link| link.kind == LinkKind::Cloth).map_or(0.1, |link| link.rest_length);
        // Even, so that the pattern goes on in the next patch.
        let threads = 2.0 * (0.5 * side / THREAD).round().max(1.0);
        to.weave = Some(Weave { cloth: palette.cloth, fold: palette.fold, threads, side });

        let per_side = 1.0 / side;
        self.cover.clear();
        self.cover.resize(self.seen.len(), Cover::default());
        for face in world.faces() {
            let (light, facing) = light(self.corners(face), per_side);
            let patch = Cover::patch(light, facing > FOLDED);
            for corner in face.corners {
                self.cover[corner.index()].add(patch);
            }
        }
        self.cover.iter_mut().for_each(Cover::average);
        to.cloth.patches.extend(world.faces().map(|face| {
            let light = face.corners.map(|corner| self.cover[corner.index()].light());
            Patch { corners: self.corners(face), light }
        }));
    }

    /// Whether nothing is to be seen of a thread: the patches on both sides of it lie flat. Where one is missing, or folds
    /// over, the thread softens the edge.
    #[inline]
    pub(super) fn is_covered(&self, link: &DistanceConstraint) -> bool {
        let flat = |particle: ParticleId| self.cover[particle.index()].flat();
        // A thread from the hem inwards has one end at which only two patches meet.
        flat(link.a).max(flat(link.b)) == 4 && flat(link.a).min(flat(link.b)) >= 2
    }

    #[inline]
    fn corners(&self, face: &Face) -> [Vec2; 4] {
        let [a, b, c, d] = face.corners;
        [self.seen[a.index()], self.seen[b.index()], self.seen[c.index()], self.seen[d.index()]]
    }
}

/// Light on a patch, 0 to 255, and its area to what it was woven with, below 0 from behind. The world is flat, so its
/// folds are read from what they do in the plane: threads that lean face the light or turn from it, a patch that is
/// narrower than it was woven stands on edge and is darker, and one that is seen from behind is in its own shadow.
/// `per_side`: 1 over the length of a side at rest, 1/m.
#[inline]
fn light([a, b, c, d]: [Vec2; 4], per_side: f32) -> (u8, f32) {
    let (across, down) = (0.5 * per_side * (b - a + c - d), 0.5 * per_side * (d - a + c - b));
    // From its front the patch turns clockwise.
    let facing = down.perp_dot(across).clamp(-1.0, 1.0);
    let lean = (0.65 * across.y + 0.35 * down.x).clamp(-0.6, 0.6);
    // The cast holds it to 0..255.
    ((102.5 + 76.0 * facing + 191.0 * lean) as u8, facing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_light_at_a_corner_is_the_mean_of_its_patches() {
        for lights in [&[255][..], &[10, 20], &[255, 255, 255], &[0, 100, 200, 100]] {
            let mut cover = Cover::default();
            lights.iter().for_each(|&light| cover.add(Cover::patch(light, true)));
            cover.average();
            let mean = lights.iter().map(|&light| u32::from(light)).sum::<u32>() / lights.len() as u32;
            assert_eq!((u32::from(cover.light()), cover.flat()), (mean, lights.len() as u32), "{lights:?}");
        }
    }

    #[test]
    fn a_fold_is_darker_and_the_back_is_darkest() {
        let patch = |width: f32| [Vec2::ZERO, Vec2::new(width, 0.0), Vec2::new(width, -1.0), Vec2::new(0.0, -1.0)];
        let [flat, narrow, back] = [1.0, 0.4, -1.0].map(|width| light(patch(width), 1.0).0);
        assert!(flat > narrow && narrow > back && back > 0, "{flat} {narrow} {back}");
    }
}
