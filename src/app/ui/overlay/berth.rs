//! Where the hint stands: at the upper edge or at the lower one, wherever it hides less of the scene.

use egui_macroquad::egui::{Align2, Pos2, Rect, Vec2, vec2};

/// Points of the scene that are looked at: more would say no more.
pub const SAMPLES: usize = 4_096;

/// Of the hint, points, before it was seen.
const USUAL: Vec2 = vec2(420.0, 76.0);

/// From the edge, points.
const AWAY: f32 = 8.0;

/// Frames until its size is known.
const FIRST: u8 = 3;

/// An edge of the part of the window that is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    /// The upper one.
    #[default]
    Top,
    /// The lower one.
    Bottom,
}

impl Edge {
    const fn other(self) -> Self {
        match self {
            Self::Top => Self::Bottom,
            Self::Bottom => Self::Top,
        }
    }

    /// A thing of this size in the middle of this edge.
    fn place(self, free: Rect, size: Vec2) -> Rect {
        let (align, away) = match self {
            Self::Top => (Align2::CENTER_TOP, AWAY),
            Self::Bottom => (Align2::CENTER_BOTTOM, -AWAY),
        };
        align.align_size_within_rect(size, free).translate(vec2(0.0, away))
    }
}

/// Where the hint of a scene stands. What moves may come under it: then it goes to the other side, once, for what goes to and
/// fro is not read.
#[derive(Clone, Copy, Debug)]
pub struct HintPlacement {
    side: Edge,
    frames: u8,
    moved: bool,
    size: Vec2,
    free: Rect,
}

impl Default for HintPlacement {
    fn default() -> Self {
        Self { side: Edge::default(), frames: 0, moved: false, size: USUAL, free: Rect::NOTHING }
    }
}

impl HintPlacement {
    /// The side for a hint in a `free` part of the window, `usual` where both are as good; the scene is seen at these places
    /// (all in points).
    pub fn choose(&mut self, free: Rect, usual: Edge, seen: impl Iterator<Item = Pos2> + Clone) -> Edge {
        if free != self.free {
            *self = Self { size: self.size, free, ..Self::default() };
        }
        let hidden = |side: Edge| {
            let place = side.place(free, self.size);
            seen.clone().filter(|&at| place.contains(at)).count()
        };
        if self.frames < FIRST {
            self.frames += 1;
            self.side = if hidden(usual.other()) < hidden(usual) { usual.other() } else { usual };
        } else if !self.moved && hidden(self.side) > 0 && hidden(self.side.other()) == 0 {
            (self.side, self.moved) = (self.side.other(), true);
        }
        self.side
    }

    /// How much of the height it takes at its edge, points.
    #[must_use]
    pub fn height(&self) -> f32 {
        AWAY + self.size.y
    }

    /// It was shown so large, points.
    pub fn was(&mut self, size: Vec2) {
        self.size = size;
    }
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::pos2;

    use super::*;

    const FREE: Rect = Rect { min: Pos2::ZERO, max: pos2(800.0, 572.0) };

    fn side(berth: &mut HintPlacement, seen: &[Pos2]) -> Edge {
        (0..5).map(|_| berth.choose(FREE, Edge::Top, seen.iter().copied())).last().expect("five frames")
    }

    #[test]
    fn it_stands_where_it_hides_less() {
        let (top, bottom) = (pos2(400.0, 40.0), pos2(380.0, 530.0));
        assert_eq!(side(&mut HintPlacement::default(), &[]), Edge::Top);
        assert_eq!(side(&mut HintPlacement::default(), &[top]), Edge::Bottom);
        assert_eq!(side(&mut HintPlacement::default(), &[top, bottom, bottom]), Edge::Top);
        assert_eq!(side(&mut HintPlacement::default(), &[top, bottom]), Edge::Top, "as good as the other");
        assert_eq!(side(&mut HintPlacement::default(), &[pos2(20.0, 40.0)]), Edge::Top, "beside it");
    }

    #[test]
    fn it_makes_way_for_what_comes_under_it_once() {
        let (mut berth, top, bottom) = (HintPlacement::default(), pos2(400.0, 40.0), pos2(400.0, 540.0));
        assert_eq!(side(&mut berth, &[top]), Edge::Bottom);
        assert_eq!(side(&mut berth, &[bottom]), Edge::Top);
        assert_eq!(side(&mut berth, &[top]), Edge::Top, "not to and fro");
    }
}
