//! The placement of the hint: where it hides nothing of the scene.

use egui::{Align2, Pos2, Rect, Vec2};

use crate::physics::Aabb;

/// Maximum number of particles, and of links, that are tested against the hint.
pub const MAX_SAMPLES: usize = 4_096;

/// Distance from the edge, points.
const MARGIN: f32 = 8.0;

/// All places, from the top: but for the middle of the right edge, which belongs to the panel's tab.
const ALL: [Align2; 7] = [
    Align2::CENTER_TOP,
    Align2::CENTER_BOTTOM,
    Align2::LEFT_TOP,
    Align2::RIGHT_TOP,
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_BOTTOM,
    Align2::LEFT_CENTER,
];

/// All places, from the bottom.
const BOTTOM_FIRST: [Align2; 7] = [
    Align2::CENTER_BOTTOM,
    Align2::CENTER_TOP,
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_BOTTOM,
    Align2::LEFT_TOP,
    Align2::RIGHT_TOP,
    Align2::LEFT_CENTER,
];

/// The upper places.
const TOP: [Align2; 3] = [Align2::CENTER_TOP, Align2::LEFT_TOP, Align2::RIGHT_TOP];

/// Places at the edges and in the corners of the free part, in the order in which they are preferred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintPlaces {
    /// All, from the top.
    #[default]
    All,
    /// All, from the bottom: a low window has no room above the scene.
    BottomFirst,
    /// The upper ones: plots and legends have the others.
    Top,
}

impl HintPlaces {
    const fn list(self) -> &'static [Align2] {
        match self {
            Self::All => &ALL,
            Self::BottomFirst => &BOTTOM_FIRST,
            Self::Top => &TOP,
        }
    }
}

/// A place of the hint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedHint {
    align: Align2,
    /// The hint is folded to its title.
    pub is_folded: bool,
    /// The place, points.
    pub rect: Rect,
}

/// The placement of a scene's hint. When things move under it, it changes its place once, after that it folds, and leaves
/// when they move under it again: nobody can read a hint that moves back and forth. Another view begins anew.
#[derive(Clone, Copy, Debug, Default)]
pub struct HintPlacement {
    free: Option<Rect>,
    /// The part of the world in the window, m.
    view: Option<Aabb>,
    places: HintPlaces,
    /// Sizes of the hint, whole and folded, points.
    sizes: [Vec2; 2],
    placed: Option<PlacedHint>,
    has_moved: bool,
    has_left: bool,
}

impl HintPlacement {
    /// Chooses a place in the `free` part of the window for a hint of these sizes, whole and folded: the first one at which
    /// it hides none of the points of `things`. `None` once there is none. All in points, but for the view, m.
    pub fn choose(
        &mut self,
        free: Rect,
        places: HintPlaces,
        sizes: [Vec2; 2],
        (view, things): (Aabb, &[Pos2]),
    ) -> Option<PlacedHint> {
        let is_same_part = (self.free, self.view, self.places) == (Some(free), Some(view), places);
        // A hint whose text has faded stays where it is, if it can.
        let last = self.placed.filter(|_| is_same_part).map(|placed| placed.align);
        if !is_same_part || sizes != self.sizes {
            *self = Self { free: Some(free), view: Some(view), places, sizes, ..Self::default() };
        }
        let is_free = |placed: &PlacedHint| !things.iter().any(|&at| placed.rect.contains(at));
        if self.has_left || self.placed.as_ref().is_some_and(is_free) {
            return self.placed.filter(|_| !self.has_left);
        }
        let place = |align: Align2, is_folded: bool| {
            let rect = align.align_size_within_rect(sizes[usize::from(is_folded)], free.shrink(MARGIN));
            PlacedHint { align, is_folded, rect }
        };
        let folds: &[bool] = match self.placed {
            Some(placed) if placed.is_folded && self.has_moved => &[],
            _ if self.has_moved => &[true],
            _ => &[false, true],
        };
        let aligns = || last.into_iter().chain(places.list().iter().copied());
        let mut all = folds.iter().flat_map(|&is_folded| aligns().map(move |align| place(align, is_folded)));
        self.has_moved |= self.placed.is_some();
        self.placed = all.find(is_free);
        self.has_left = self.placed.is_none();
        self.placed
    }
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    const FREE: Rect = Rect { min: Pos2::ZERO, max: pos2(800.0, 572.0) };
    const VIEW: Aabb = Aabb { min: glam::Vec2::ZERO, max: glam::Vec2::ONE };
    const SIZES: [Vec2; 2] = [vec2(420.0, 76.0), vec2(160.0, 30.0)];

    fn choose(placement: &mut HintPlacement, things: &[Pos2]) -> Option<(Align2, bool)> {
        let placed = placement.choose(FREE, HintPlaces::All, SIZES, (VIEW, things))?;
        Some((placed.align, placed.is_folded))
    }

    #[test]
    fn hint_stands_where_it_hides_nothing() {
        let (top, bottom, corner) = (pos2(400.0, 40.0), pos2(400.0, 530.0), pos2(200.0, 40.0));
        for (things, place) in [
            (&[][..], Align2::CENTER_TOP),
            (&[pos2(20.0, 40.0)], Align2::CENTER_TOP),
            (&[top], Align2::CENTER_BOTTOM),
            (&[corner, bottom], Align2::RIGHT_TOP),
        ] {
            assert_eq!(choose(&mut HintPlacement::default(), things), Some((place, false)), "{things:?}");
        }
        // A scene that fills the window, but for the middle of the upper edge.
        let filled: Vec<_> =
            (0..80).flat_map(|x| (0..58).map(move |y| pos2(10.0 * x as f32, 10.0 * y as f32))).collect();
        let free: Vec<_> = filled.iter().copied().filter(|at| at.y > 45.0 || (at.x - 400.0).abs() > 90.0).collect();
        assert_eq!(
            choose(&mut HintPlacement::default(), &free),
            Some((Align2::CENTER_TOP, true)),
            "its title has room"
        );
        assert_eq!(choose(&mut HintPlacement::default(), &filled), None, "nothing of it has room");
    }

    #[test]
    fn hint_moves_once_then_folds_then_leaves() {
        let mut placement = HintPlacement::default();
        let (above, below) = (Some((Align2::CENTER_TOP, false)), Some((Align2::CENTER_BOTTOM, false)));
        assert_eq!(choose(&mut placement, &[]), above);
        assert_eq!(choose(&mut placement, &[pos2(400.0, 40.0)]), below);
        assert_eq!(choose(&mut placement, &[]), below, "it stays");
        assert_eq!(choose(&mut placement, &[pos2(250.0, 540.0)]), Some((Align2::CENTER_BOTTOM, true)), "it folds");
        let everywhere: Vec<_> = (0..800).flat_map(|x| [pos2(x as f32, 20.0), pos2(x as f32, 550.0)]).collect();
        assert_eq!(choose(&mut placement, &everywhere), None);
        assert_eq!(choose(&mut placement, &[]), None, "it does not come back");
    }
}
