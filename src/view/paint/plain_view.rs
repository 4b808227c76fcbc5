//! The plain view: links as their material, filled cloth, shadows, pins and weights.

use glam::Vec2;

use super::{Frame, Painter, links::outline_half_width};
use crate::view::draw::{DrawData, Shadow};

/// Most links of a scene with shadows, which cost as much as the links.
const MOST_SHADOWED: usize = 20_000;

/// Offset of a shadow, m.
const SHADOW_OFFSET: Vec2 = Vec2::new(0.035, -0.055);

/// Ratio of a shadow's width to that of its shape.
const SHADOW_SWELL: f32 = 1.25;

/// Length added to half of a shadow's width, m.
const SHADOW_BLUR: f32 = 0.012;

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let Frame { world, style, palette, .. } = frame;
    if style.shadows && world.link_count() <= MOST_SHADOWED {
        to.shadow = Some(Shadow {
            offset: SHADOW_OFFSET,
            swell: SHADOW_SWELL,
            blur: SHADOW_BLUR,
            colour: palette.scenery.shadow,
        });
    }
    if style.filled {
        painter.filled_cloth_and_links(frame, to);
    } else {
        painter.links(world.links(), None, frame, to);
    }
    painter.pins_and_weights(frame, to);
}

impl Painter {
    /// Paints all links, and filled cloth over its threads.
    fn filled_cloth_and_links(&mut self, frame: &Frame, to: &mut DrawData) {
        let &Frame { world, camera, palette, .. } = frame;
        if world.face_count() == 0 {
            self.cloth.uncover(self.positions.len());
            return self.links(world.links(), Some(&self.cloth), frame, to);
        }
        self.cloth.paint(world, &self.positions, outline_half_width(camera), palette, to);
        self.links(self.cloth.open_links().iter(), Some(&self.cloth), frame, to);
    }
}
