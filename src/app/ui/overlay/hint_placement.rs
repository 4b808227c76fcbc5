//! The placement of the hint: at the edge where it hides less of the scene.

use egui::{Align2, Pos2, Rect, Vec2, vec2};

/// Maximum number of particles that are tested against the hint.
pub const MAX_SAMPLES: usize = 4_096;

/// Size of the hint before its first frame, points.
const DEFAULT_SIZE: Vec2 = vec2(420.0, 76.0);

/// Distance from the edge, points.
const MARGIN: f32 = 8.0;

/// Frames until the size of the hint is known.
const FIRST_FRAMES: u8 = 3;

/// An edge of the free part of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    /// The upper edge.
    #[default]
    Top,
    /// The lower edge.
    Bottom,
}

impl Edge {
    const fn other(self) -> Self {
        match self {
            Self::Top => Self::Bottom,
            Self::Bottom => Self::Top,
        }
    }

    /// The rectangle of a size, centred at this edge.
    fn rect(self, free: Rect, size: Vec2) -> Rect {
        let (align, away) = match self {
            Self::Top => (Align2::CENTER_TOP, MARGIN),
            Self::Bottom => (Align2::CENTER_BOTTOM, -MARGIN),
        };
        align.align_size_within_rect(size, free).translate(vec2(0.0, away))
    }
}

/// The placement of a scene's hint. The hint changes its edge once when particles move under it, and not again: nobody
/// can read a hint that moves back and forth.
#[derive(Clone, Copy, Debug)]
pub struct HintPlacement {
    edge: Edge,
    frames: u8,
    has_moved: bool,
    size: Vec2,
    free: Rect,
}

impl Default for HintPlacement {
    fn default() -> Self {
        Self { edge: Edge::default(), frames: 0, has_moved: false, size: DEFAULT_SIZE, free: Rect::NOTHING }
    }
}

impl HintPlacement {
    /// Chooses an edge of the `free` part of the window: `usual` if both hide the same number of particles. `visible`:
    /// positions of particles on the screen. All in points.
    pub fn choose(&mut self, free: Rect, usual: Edge, visible: impl Iterator<Item = Pos2> + Clone) -> Edge {
        if free != self.free {
            *self = Self { size: self.size, free, ..Self::default() };
        }
        let hidden = |edge: Edge| {
            let rect = edge.rect(free, self.size);
            visible.clone().filter(|&at| rect.contains(at)).count()
        };
        if self.frames < FIRST_FRAMES {
            self.frames += 1;
            self.edge = if hidden(usual.other()) < hidden(usual) { usual.other() } else { usual };
        } else if !self.has_moved && hidden(self.edge) > 0 && hidden(self.edge.other()) == 0 {
            (self.edge, self.has_moved) = (self.edge.other(), true);
        }
        self.edge
    }

    /// Height of the hint with its margin, points.
    pub fn height(&self) -> f32 {
        MARGIN + self.size.y
    }

    /// Sets the size at which the hint was shown, points.
    pub fn set_size(&mut self, size: Vec2) {
        self.size = size;
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    const FREE: Rect = Rect { min: Pos2::ZERO, max: pos2(800.0, 572.0) };

    fn edge(placement: &mut HintPlacement, visible: &[Pos2]) -> Edge {
        (0..5).map(|_| placement.choose(FREE, Edge::Top, visible.iter().copied())).last().expect("five frames")
    }

    #[test]
    fn hint_stands_where_it_hides_less() {
        let (top, bottom) = (pos2(400.0, 40.0), pos2(380.0, 530.0));
        assert_eq!(edge(&mut HintPlacement::default(), &[]), Edge::Top);
        assert_eq!(edge(&mut HintPlacement::default(), &[top]), Edge::Bottom);
        assert_eq!(edge(&mut HintPlacement::default(), &[top, bottom, bottom]), Edge::Top);
        assert_eq!(edge(&mut HintPlacement::default(), &[top, bottom]), Edge::Top, "as good as the other edge");
        assert_eq!(edge(&mut HintPlacement::default(), &[pos2(20.0, 40.0)]), Edge::Top, "beside the hint");
    }
}
