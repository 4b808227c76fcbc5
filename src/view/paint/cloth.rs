//! Filled cloth, lit by how it folds.

use glam::Vec2;

use super::Painter;
use crate::{
    physics::{DistanceConstraint, LinkKind, ParticleId, World},
    view::{
        draw::{DrawData, Patch, Weave},
        palette::Palette,
    },
};

/// Width of a thread, m: coarse, so that it is seen at the zoom in which a scene is shown.
const THREAD: f32 = 0.028;

/// The filled cloth at a particle, in one number, so that a patch is added to it at once: the light of the patches there
/// (16 bits, the sum and later the mean), how many there are (8 bits), and how many of them show their front (7 bits). The
/// last bit is [`Cover::TURNS`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cover(u32);

impl Cover {
    /// The outline of the cloth, or a line along which it turns over, goes through here. Known once it is averaged.
    const TURNS: u32 = 1 << 31;

    fn patch(light: u8, front: bool) -> Self {
        Self(u32::from(light) | 1 << 16 | u32::from(front) << 24)
    }

    #[inline]
    fn add(&mut self, patch: Self) {
        // No particle has more than 255 patches: no grid gives it more than 4.
        self.0 = self.0.wrapping_add(patch.0);
    }

    /// From the sum of the light to its mean, with [`Patch::EDGE`] in it.
    #[inline]
    fn average(&mut self) {
        let patches = self.0 >> 16 & 0xFF;
        // 65 536 over the number of patches, rounded up: a division is the dearest part of all this. Choices and no
        // table, so that it is done for several particles at once.
        let share = if patches >= 4 { 16_384 } else { 65_536 };
        let share = if patches == 3 { 21_846 } else { share };
        let share = if patches == 2 { 32_768 } else { share };
        let edge = if patches < 4 { u32::from(Patch::EDGE) } else { 0 };
        let light = ((self.0 & 0xFFFF).wrapping_mul(share) >> 16) & !u32::from(Patch::EDGE);
        // Four that all show the same side.
        let same = (self.0 >> 16 == 0x0004) | (self.0 >> 16 == 0x0404);
        self.0 = if same { 0 } else { Self::TURNS } | light | edge;
    }

    #[inline]
    fn light(self) -> u8 {
        self.0 as u8
    }

    /// Whether the cloth's outline, or a line along which it turns over, goes through both.
    #[inline]
    fn turn(self, other: Self) -> bool {
        self.0 & other.0 & Self::TURNS != 0
    }
}

impl Painter {
    /// The patches, each corner with the light of the patches around it.
    pub(super) fn cloth(&mut self, world: &World, palette: &Palette, to: &mut DrawData) {
        self.cover.clear();
        self.cover.resize(self.seen.len(), Cover::default());
        if world.face_count() == 0 {
            self.cover.fill(Cover(Cover::TURNS));
            return;
        }
        let side = world.constraints().find(|link| link.kind == LinkKind::Cloth).map_or(0.1, |link| link.rest_length);
        // Even, so that the pattern goes on in the next patch.
        let threads = 2.0 * (0.5 * side / THREAD).round().max(1.0);
        to.weave = Some(Weave { cloth: palette.cloth, fold: palette.fold, threads, side });

        let per_side = 1.0 / side;
        let Self { seen, cover, .. } = self;
        let patches = &mut to.cloth.patches;
        patches.reserve(world.face_count());
        for face in world.faces() {
            let corners = face.corners.map(|corner| seen[corner.index()]);
            let (light, facing) = light(corners, per_side);
            let patch = Cover::patch(light, facing > 0.0);
            for corner in face.corners {
                cover[corner.index()].add(patch);
            }
            patches.push(Patch { corners, light: [0; 4] });
        }
        cover.iter_mut().for_each(Cover::average);
        for (patch, face) in patches.iter_mut().zip(world.faces()) {
            patch.light = face.corners.map(|corner| cover[corner.index()].light());
        }
    }

    /// Whether a thread lies on the cloth's outline or where it turns over: there it makes smooth what would be the steps
    /// of its patches. Elsewhere nothing is to be seen of it.
    #[inline]
    pub(super) fn is_outline(&self, link: &DistanceConstraint) -> bool {
        self.cover[link.a.index()].turn(self.cover[link.b.index()])
    }

    /// The light on a thread, 0 to 1: that on the cloth beside it.
    pub(super) fn thread_light(&self, link: &DistanceConstraint) -> f32 {
        let light = |particle: ParticleId| f32::from(self.cover[particle.index()].light());
        (light(link.a) + light(link.b)) / 510.0
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
            let edge = if lights.len() < 4 { Patch::EDGE } else { 0 };
            assert_eq!(cover.light(), mean as u8 & !Patch::EDGE | edge, "{lights:?}");
        }
    }

    #[test]
    fn the_cloth_turns_at_its_edge_and_where_front_and_back_meet() {
        for (fronts, turning) in [(&[true; 4][..], false), (&[false; 4], false), (&[true; 2], true)] {
            let mut cover = Cover::default();
            fronts.iter().for_each(|&front| cover.add(Cover::patch(255, front)));
            cover.average();
            assert_eq!(cover.turn(cover), turning, "{fronts:?}");
        }
        let mut cover = Cover::default();
        [true, true, false, false].iter().for_each(|&front| cover.add(Cover::patch(9, front)));
        cover.average();
        assert!(cover.turn(cover));
        let mut none = Cover::default();
        none.average();
        assert!(none.turn(none), "threads without a patch are seen");
    }

    #[test]
    fn a_fold_is_darker_and_the_back_is_darkest() {
        let patch = |width: f32| [Vec2::ZERO, Vec2::new(width, 0.0), Vec2::new(width, -1.0), Vec2::new(0.0, -1.0)];
        let [flat, narrow, back] = [1.0, 0.4, -1.0].map(|width| light(patch(width), 1.0).0);
        assert!(flat > narrow && narrow > back && back > 0, "{flat} {narrow} {back}");
    }
}
