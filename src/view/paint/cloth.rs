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

/// The filled cloth at a particle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cover {
    /// Sum over the patches there, 0 to 255 each.
    light: u16,
    /// How many there are.
    patches: u8,
    /// How many of them lie flat.
    flat: u8,
}

impl Cover {
    /// The light on the cloth there, 0 to 255.
    #[inline]
    fn mean(self) -> u8 {
        (f32::from(self.light) / f32::from(self.patches)) as u8
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
            let flat = u8::from(facing > FOLDED);
            for corner in face.corners {
                let cover = &mut self.cover[corner.index()];
                cover.light = cover.light.saturating_add(light.into());
                cover.patches = cover.patches.saturating_add(1);
                cover.flat = cover.flat.saturating_add(flat);
            }
        }
        to.cloth.patches.extend(world.faces().map(|face| {
            let [a, b, c, d] = face.corners.map(|corner| self.cover[corner.index()].mean());
            Patch { corners: self.corners(face), light: [a, b, c, d] }
        }));
    }

    /// Whether nothing is to be seen of a thread: the patches on both sides of it lie flat. Where one is missing, or folds
    /// over, the thread softens the edge.
    #[inline]
    pub(super) fn is_covered(&self, link: &DistanceConstraint) -> bool {
        let flat = |particle: ParticleId| self.cover[particle.index()].flat;
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
    fn a_fold_is_darker_and_the_back_is_darkest() {
        let patch = |width: f32| [Vec2::ZERO, Vec2::new(width, 0.0), Vec2::new(width, -1.0), Vec2::new(0.0, -1.0)];
        let [flat, narrow, back] = [1.0, 0.4, -1.0].map(|width| light(patch(width), 1.0).0);
        assert!(flat > narrow && narrow > back && back > 0, "{flat} {narrow} {back}");
    }
}
