//! Filled cloth, lit by how it folds.

use glam::Vec2;

use super::Painter;
use crate::{
    physics::{Face, LinkKind, World},
    view::{
        draw::{DrawData, Patch, Weave},
        palette::Palette,
    },
};

/// Width of a thread, m: coarse, so that it is seen at the zoom in which a scene is shown.
const THREAD: f32 = 0.028;

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

        self.light.clear();
        self.light.resize(self.seen.len(), [0.0; 2]);
        let per_side = 1.0 / side;
        for face in world.faces() {
            let light = light(self.corners(face), per_side);
            for corner in face.corners {
                let [sum, count] = &mut self.light[corner.index()];
                *sum += light;
                *count += 1.0;
            }
        }
        for [sum, count] in &mut self.light {
            // To 0..255, with a half for rounding.
            *sum = *sum * 255.0 / count.max(1.0) + 0.5;
        }
        to.cloth.patches.extend(world.faces().map(|face| {
            let light = face.corners.map(|corner| self.light[corner.index()][0] as u8);
            Patch { corners: self.corners(face), light }
        }));
    }

    fn corners(&self, face: &Face) -> [Vec2; 4] {
        face.corners.map(|corner| self.seen[corner.index()])
    }
}

/// Light on a patch, 0 to 1. The world is flat, so its folds are read from what they do in the plane: threads that lean
/// face the light or turn from it, a patch that is narrower than it was woven stands on edge and is darker, and one that
/// is seen from behind is in its own shadow.
fn light([a, b, c, d]: [Vec2; 4], per_side: f32) -> f32 {
    let (across, down) = (0.5 * (b - a + c - d) * per_side, 0.5 * (d - a + c - b) * per_side);
    // Its area, below 0 from behind: from its front the patch turns clockwise.
    let facing = down.perp_dot(across).clamp(-1.0, 1.0);
    let lean = (0.65 * across.y + 0.35 * down.x).clamp(-0.6, 0.6);
    (0.40 + 0.30 * facing + 0.75 * lean).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fold_is_darker_and_the_back_is_darkest() {
        let patch = |width: f32| [Vec2::ZERO, Vec2::new(width, 0.0), Vec2::new(width, -1.0), Vec2::new(0.0, -1.0)];
        let [flat, narrow, back] = [1.0, 0.4, -1.0].map(|width| light(patch(width), 1.0));
        assert!(flat > narrow && narrow > back && back > 0.0, "{flat} {narrow} {back}");
    }
}
