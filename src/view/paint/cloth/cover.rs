//! What the filled cloth looks like at its particles: the mean of the patches around each.

use glam::Vec2;

use crate::view::draw::Patch;

/// The filled cloth at a particle, in one number, so that a patch is added to it at once: the light of the patches there
/// (16 bits, the sum and later the mean), how many there are (8 bits), and how many of them show their front (7 bits). The
/// last bit is [`Cover::TURNS`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cover(pub u32);

impl Cover {
    /// The outline of the cloth, or a line along which it turns over, goes through here. Known once it is averaged.
    pub const TURNS: u32 = 1 << 31;

    /// A patch with its light.
    #[inline]
    pub fn patch(light: u32, front: bool) -> Self {
        Self(light | 1 << 16 | u32::from(front) << 24)
    }

    /// Adds a patch.
    #[inline]
    pub fn add(&mut self, patch: Self) {
        // No particle has more than 255 patches: no grid gives it more than 4.
        self.0 = self.0.wrapping_add(patch.0);
    }

    /// From the sum of the light to its mean, with [`Patch::EDGE`] in it.
    #[inline]
    pub fn average(&mut self) {
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

    /// The mean light, 0 to 255.
    #[inline]
    pub fn light(self) -> u8 {
        self.0 as u8
    }

    /// Whether the cloth's outline, or a line along which it turns over, goes through both.
    #[inline]
    pub fn turn(self, other: Self) -> bool {
        self.0 & other.0 & Self::TURNS != 0
    }
}

/// The light on a patch, 0 to 255, and which side of it is seen. The world is flat, so its folds are read from what they do
/// in the plane: threads that lean face the light or turn from it, a patch that is narrower than it was woven stands on
/// edge and is darker, and one that is seen from behind is in its own shadow. `per_side`: 1 over the length of a side at
/// rest, 1/m.
#[inline]
pub(super) fn light([a, b, c, d]: [Vec2; 4], per_side: f32) -> Cover {
    let (across, down) = (0.5 * per_side * (b - a + c - d), 0.5 * per_side * (d - a + c - b));
    // From its front the patch turns clockwise.
    let facing = down.perp_dot(across).clamp(-1.0, 1.0);
    let lean = (0.65 * across.y + 0.35 * down.x).clamp(-0.6, 0.6);
    let light = (102.5 + 76.0 * facing + 191.0 * lean).clamp(0.0, 255.0);
    // Beside a number so large, the last bits are the whole number: one addition, for many patches at once, where a cast
    // is asked about each.
    const WHOLE: f32 = 8_388_608.0;
    Cover::patch((light + WHOLE).to_bits() & 0xFF, facing > 0.0)
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
            let mean = lights.iter().sum::<u32>() / lights.len() as u32;
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
        let [flat, narrow, back] = [1.0, 0.4, -1.0].map(|width| light(patch(width), 1.0).light());
        assert!(flat > narrow && narrow > back && back > 0, "{flat} {narrow} {back}");
    }

    #[test]
    fn the_light_stays_within_its_bits_however_a_patch_is_torn_about() {
        for far in [-1e7, -3.0, 3.0, 1e7] {
            for corner in 0..4 {
                let mut corners = [Vec2::ZERO, Vec2::X, Vec2::new(1.0, -1.0), Vec2::NEG_Y];
                corners[corner] = Vec2::new(far, 0.3 * far);
                let Cover(cover) = light(corners, 1.0);
                assert!(cover >> 16 == 0x0001 || cover >> 16 == 0x0101, "{cover:x}");
                assert!(cover & 0xFFFF <= 255);
            }
        }
    }
}
