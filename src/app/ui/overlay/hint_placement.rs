//! The placement of the hint: where it hides nothing of the scene, or least.

use egui::{Align2, Pos2, Rect, Vec2};

/// Maximum number of particles that are tested against the hint.
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

/// The placement of a scene's hint. When things move under it, it changes its place once, and after that folds: nobody can
/// read a hint that moves back and forth.
#[derive(Clone, Copy, Debug, Default)]
pub struct HintPlacement {
    free: Option<Rect>,
    places: HintPlaces,
    /// Sizes of the hint, whole and folded, points.
    sizes: [Vec2; 2],
    placed: Option<PlacedHint>,
    has_moved: bool,
}

impl HintPlacement {
    /// Chooses a place in the `free` part of the window for a hint of these sizes, whole and folded: the first one at which
    /// it hides the fewest of the points of `things`. All in points.
    pub fn choose(&mut self, free: Rect, places: HintPlaces, sizes: [Vec2; 2], things: &[Pos2]) -> PlacedHint {
        let is_same_part = (self.free, self.places) == (Some(free), places);
        // A hint whose text has faded stays where it is, if it can.
        let last = self.placed.filter(|_| is_same_part).map(|placed| placed.align);
        if !is_same_part || sizes != self.sizes {
            *self = Self { free: Some(free), places, sizes, ..Self::default() };
        }
        let hidden = |placed: &PlacedHint| things.iter().filter(|&&at| placed.rect.contains(at)).count();
        let place = |align: Align2, is_folded: bool| {
            let rect = align.align_size_within_rect(sizes[usize::from(is_folded)], free.shrink(MARGIN));
            PlacedHint { align, is_folded, rect }
        };
        let folds: &[bool] = if self.has_moved { &[true] } else { &[false, true] };
        let aligns = || last.into_iter().chain(places.list().iter().copied());
        let all = folds.iter().flat_map(|&is_folded| aligns().map(move |align| place(align, is_folded)));
        let now = self.placed.unwrap_or_else(|| place(last.unwrap_or(places.list()[0]), false));
        let may_change = self.placed.is_none() || !(self.has_moved && now.is_folded);
        let best = if may_change && hidden(&now) > 0 { all.min_by_key(hidden).unwrap_or(now) } else { now };
        if self.placed.is_none() {
            self.placed = Some(best);
        } else if best != now && hidden(&best) == 0 {
            (self.placed, self.has_moved) = (Some(best), true);
        }
        self.placed.unwrap_or(now)
    }
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    const FREE: Rect = Rect { min: Pos2::ZERO, max: pos2(800.0, 572.0) };
    const SIZES: [Vec2; 2] = [vec2(420.0, 76.0), vec2(160.0, 30.0)];

    fn choose(placement: &mut HintPlacement, things: &[Pos2]) -> (Align2, bool) {
        let placed = placement.choose(FREE, HintPlaces::All, SIZES, things);
        (placed.align, placed.is_folded)
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
            assert_eq!(choose(&mut HintPlacement::default(), things), (place, false), "{things:?}");
        }
        // A scene that fills the window, but for the middle of the upper edge.
        let filled: Vec<_> =
            (0..80).flat_map(|x| (0..58).map(move |y| pos2(10.0 * x as f32, 10.0 * y as f32))).collect();
        let free: Vec<_> = filled.into_iter().filter(|at| at.y > 45.0 || (at.x - 400.0).abs() > 90.0).collect();
        assert_eq!(choose(&mut HintPlacement::default(), &free), (Align2::CENTER_TOP, true), "only its title has room");
    }

    #[test]
    fn hint_moves_once_and_then_folds() {
        let mut placement = HintPlacement::default();
        assert_eq!(choose(&mut placement, &[]), (Align2::CENTER_TOP, false));
        assert_eq!(choose(&mut placement, &[pos2(400.0, 40.0)]), (Align2::CENTER_BOTTOM, false));
        assert_eq!(choose(&mut placement, &[]), (Align2::CENTER_BOTTOM, false), "it stays");
        let (_, is_folded) = choose(&mut placement, &[pos2(400.0, 540.0)]);
        assert!(is_folded);
    }
}
