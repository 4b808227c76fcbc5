//! What is to be drawn, as plain data: no backend, no pixels. `view::paint` fills it, `app::render` and (later) a
//! software raster read it.
//!
//! Lengths are metres, y is up. Draw order: the layers in order; within one, triangles, then segments, discs and rings.

use glam::Vec2;

/// An sRGB colour with straight (not premultiplied) alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
    /// Opacity, 0 (nothing) to 255 (solid).
    pub a: u8,
}

impl Colour {
    /// A solid colour.
    #[must_use]
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    /// The same colour at another opacity.
    #[must_use]
    pub const fn alpha(self, a: u8) -> Self {
        Self { a, ..self }
    }
}

/// How a shape's inside is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// One colour.
    Flat,
    /// Lit from the upper left as something round: a rope's cylinder (with its twist), a pin's brass ball.
    Round,
    /// Opaque in the middle and fading to nothing at the edge: shadows and glows.
    Soft,
}

/// A line with round ends (a capsule).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// One end, metres.
    pub a: Vec2,
    /// The other end, metres.
    pub b: Vec2,
    /// Half of the width, metres.
    pub half_width: f32,
    /// Arc length along the rope at `a`, metres at rest: the twist of a round rope moves with it and not with the screen.
    pub along: f32,
    /// Colour of the whole.
    pub colour: Colour,
    /// Fill.
    pub finish: Finish,
}

/// A filled circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Centre, metres.
    pub centre: Vec2,
    /// Radius, metres.
    pub radius: f32,
    /// Colour of the whole.
    pub colour: Colour,
    /// Fill.
    pub finish: Finish,
}

/// A circle's outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Centre, metres.
    pub centre: Vec2,
    /// Radius to the middle of the line, metres.
    pub radius: f32,
    /// Half of the line's width, metres.
    pub half_width: f32,
    /// Colour of the line.
    pub colour: Colour,
}

/// A filled triangle with a colour at each corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Corners, metres.
    pub corners: [Vec2; 3],
    /// Their colours, blended between.
    pub colours: [Colour; 3],
}

/// Shapes that are drawn together, in this order of kinds.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Drawn first.
    pub triangles: Vec<Triangle>,
    /// Over the triangles.
    pub segments: Vec<Segment>,
    /// Over the segments.
    pub discs: Vec<Disc>,
    /// Over the discs.
    pub rings: Vec<Ring>,
}

impl Layer {
    /// Empties the layer and keeps its memory.
    pub fn clear(&mut self) {
        let Self { triangles, segments, discs, rings } = self;
        triangles.clear();
        segments.clear();
        discs.clear();
        rings.clear();
    }
}

/// One frame's picture.
#[derive(Clone, Debug, Default)]
pub struct DrawData {
    /// Backdrop, ground and walls.
    pub scenery: Layer,
    /// Soft shadows of what hangs in front of the backdrop.
    pub shadows: Layer,
    /// Filled cloth.
    pub cloth: Layer,
    /// Ropes, nets, pins and weights.
    pub ropes: Layer,
    /// The hand, the hover ring, the scissors: never part of the world.
    pub tools: Layer,
}

impl DrawData {
    /// The layers from back to front.
    #[must_use]
    pub const fn layers(&self) -> [&Layer; 5] {
        let Self { scenery, shadows, cloth, ropes, tools } = self;
        [scenery, shadows, cloth, ropes, tools]
    }

    /// Empties every layer and keeps the memory, so that a warm frame allocates nothing.
    pub fn clear(&mut self) {
        let Self { scenery, shadows, cloth, ropes, tools } = self;
        for layer in [scenery, shadows, cloth, ropes, tools] {
            layer.clear();
        }
    }
}
