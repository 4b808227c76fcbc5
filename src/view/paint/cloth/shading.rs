//! Shading of filled cloth at its particles: the mean light of the patches around each.

use glam::Vec2;

use crate::view::draw::Patch;

/// Shading at a particle, packed so that a patch is added by one addition. From the lowest bit: light of the patches
/// (16 bits, the sum and later the mean), number of patches (8 bits), number of patches that show their front (7 bits),
/// and [`Shading::OUTLINE`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shading(pub u32);

impl Shading {
    /// Flag: the cloth's outline, or a line along which it turns over, passes here. Set by [`Shading::average`].
    pub const OUTLINE: u32 = 1 << 31;

    /// Shading of one patch, from its light, 0 to 255, and the side that it shows.
    #[inline]
    pub fn patch(light: u32, front: bool) -> Self {
        Self(light | 1 << 16 | u32::from(front) << 24)
    }

    /// Adds a patch.
    #[inline]
    pub fn add(&mut self, patch: Self) {
        // No overflow into other fields: a particle of a grid has at most 4 patches.
        self.0 = self.0.wrapping_add(patch.0);
    }

    /// Turns the sum of the light into its mean, with [`Patch::EDGE`] as the lowest bit.
    #[inline]
    pub fn average(&mut self) {
        let patches = self.0 >> 16 & 0xFF;
        // 65 536 divided by the number of patches, rounded up. Selections instead of a table let the compiler vectorise
        // the loop.
        let share = if patches >= 4 { 16_384 } else { 65_536 };
        let share = if patches == 3 { 21_846 } else { share };
        let share = if patches == 2 { 32_768 } else { share };
        let edge = if patches < 4 { u32::from(Patch::EDGE) } else { 0 };
        let light = ((self.0 & 0xFFFF).wrapping_mul(share) >> 16) & !u32::from(Patch::EDGE);
        let is_inside = (self.0 >> 16 == 0x0004) | (self.0 >> 16 == 0x0404);
        self.0 = if is_inside { 0 } else { Self::OUTLINE } | light | edge;
    }

    /// The mean light, 0 to 255.
    #[inline]
    pub fn light(self) -> u8 {
        self.0 as u8
    }

    /// Whether the cloth's outline, or a line along which it turns over, passes through both particles.
    #[inline]
    pub fn shares_outline(self, other: Self) -> bool {
        self.0 & other.0 & Self::OUTLINE != 0
    }
}

/// Shading of a patch. The world is flat, so folds are derived from the shape of the patch in the plane: leaning
/// threads face the light or turn away from it, a patch narrower than at rest stands on edge and is darker, and one
/// that shows its back is in its own shadow. `per_side`: inverse of a side's length at rest, 1/m.
#[inline]
pub(super) fn patch_shading([a, b, c, d]: [Vec2; 4], per_side: f32) -> Shading {
    let (across, down) = (0.5 * per_side * (b - a + c - d), 0.5 * per_side * (d - a + c - b));
    // Seen from its front, the corners of a patch are in clockwise order.
    let facing = down.perp_dot(across).clamp(-1.0, 1.0);
    let lean = (0.65 * across.y + 0.35 * down.x).clamp(-0.6, 0.6);
    let light = (102.5 + 76.0 * facing + 191.0 * lean).clamp(0.0, 255.0);
    // 2^23: added to it, a number is rounded to its last bits. Unlike a saturating cast, the addition is vectorised.
    const ROUND: f32 = 8_388_608.0;
    Shading::patch((light + ROUND).to_bits() & 0xFF, facing > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fold_is_darker_and_back_is_darkest() {
        let patch = |width: f32| [Vec2::ZERO, Vec2::new(width, 0.0), Vec2::new(width, -1.0), Vec2::new(0.0, -1.0)];
        let [flat, narrow, back] = [1.0, 0.4, -1.0].map(|width| patch_shading(patch(width), 1.0).light());
        assert!(flat > narrow && narrow > back && back > 0, "{flat} {narrow} {back}");
    }
}
