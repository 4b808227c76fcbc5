//! What is to be drawn, as plain data: no backend, no pixels. `view::paint` fills it, `app::render` and
//! `raster` read it.
//!
//! Lengths are metres, y is up. Draw order: the shadow of what throws one, then the layers in order; within one, in the
//! order of [`Layer`]'s fields.
//!
//! The shapes are laid out as the graphics card reads them (`repr(C)`, no padding): painting a link is writing it once,
//! and what is written is copied to the card as it stands.

use glam::Vec2;

/// An sRGB colour with straight (not premultiplied) alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
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

    /// `share` of the way from this colour (0) to another (1).
    #[must_use]
    pub fn mix(self, to: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let channel = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round() as u8;
        Self { r: channel(self.r, to.r), g: channel(self.g, to.g), b: channel(self.b, to.b), a: channel(self.a, to.a) }
    }
}

/// A straight line with round ends: a net's cord, a bar, a mark. One that is thinner than a pixel ends square, so that
/// links that meet do not add up to a dot.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Segment {
    /// One end, m.
    pub a: Vec2,
    /// The other end, m.
    pub b: Vec2,
    /// Half of the width, m.
    pub half_width: f32,
    /// Colour of the whole.
    pub colour: Colour,
}

/// A point that a rope goes through, on a smooth curve.
///
/// A rope that is drawn as n links is n + 3 of them: one before its start, which only bends it, then its n + 1 points, then one behind
/// its end. For each link the graphics card reads four in a row: the same bytes, four times.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RopePoint {
    /// Where it is, m.
    pub at: Vec2,
    /// Arc length at rest since the rope's start, m: the twist moves with the rope and not with the screen.
    pub along: f32,
    /// Half of the width, m.
    pub half_width: f32,
    /// Sum of [`RopePoint::STARTS`], [`RopePoint::ENDS`] and [`RopePoint::UNLIT`]: a number, for the card's sake.
    pub role: f32,
    /// Colour of the link that starts here.
    pub colour: Colour,
}

impl RopePoint {
    /// A link goes from here to the next point.
    pub const STARTS: f32 = 1.0;
    /// The rope's first or last point, with a round end.
    pub const ENDS: f32 = 2.0;
    /// The link that starts here is of one colour, without light or twist: where the colour has a meaning.
    pub const UNLIT: f32 = 4.0;
}

/// What a [`Dot`] looks like; the numbers are the shader's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotKind {
    /// One colour.
    Flat = 0,
    /// Lit from the upper left as a ball of brass; its form is its height to its width: below 1 it is squashed.
    Ball = 1,
    /// A circle's outline; its form is half of the line's width, m.
    Ring = 2,
    /// Opaque in the middle and fading to nothing at the edge: glows.
    Soft = 3,
}

/// Something round.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Dot {
    /// Centre, m.
    pub centre: Vec2,
    /// Radius, m; of a ring to the middle of the line.
    pub radius: f32,
    /// See [`DotKind`].
    pub form: f32,
    /// A [`DotKind`], as a number for the card's sake.
    pub kind: f32,
    /// Colour of the whole.
    pub colour: Colour,
}

impl Dot {
    /// A filled circle of one colour.
    #[must_use]
    pub const fn flat(centre: Vec2, radius: f32, colour: Colour) -> Self {
        Self { centre, radius, form: 1.0, kind: DotKind::Flat as u32 as f32, colour }
    }

    /// A ball; `form` is its height to its width.
    #[must_use]
    pub const fn ball(centre: Vec2, radius: f32, form: f32, colour: Colour) -> Self {
        Self { centre, radius, form, kind: DotKind::Ball as u32 as f32, colour }
    }

    /// A circle's outline.
    #[must_use]
    pub const fn ring(centre: Vec2, radius: f32, half_width: f32, colour: Colour) -> Self {
        Self { centre, radius, form: half_width, kind: DotKind::Ring as u32 as f32, colour }
    }

    /// A glow.
    #[must_use]
    pub const fn soft(centre: Vec2, radius: f32, colour: Colour) -> Self {
        Self { centre, radius, form: 1.0, kind: DotKind::Soft as u32 as f32, colour }
    }
}

/// A filled triangle with a colour at each corner.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Triangle {
    /// Corners, m.
    pub corners: [Vec2; 3],
    /// Their colours, blended between.
    pub colours: [Colour; 3],
}

/// A patch of woven cloth. What it is woven of is [`Weave`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Patch {
    /// Corners in order around it, m. The weft runs from the first to the second, the warp from the first to the last.
    pub corners: [Vec2; 4],
    /// Light at the corners, 0 (in a fold) to 255; its lowest bit is [`Patch::EDGE`].
    pub light: [u8; 4],
}

impl Patch {
    /// The cloth ends at this corner: there its shadow fades away.
    pub const EDGE: u8 = 1;
}

/// What all patches are woven of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weave {
    /// Cloth in full light.
    pub cloth: Colour,
    /// Cloth in a fold.
    pub fold: Colour,
    /// Threads along a patch's side: even, so that over and under go on in the next one.
    pub threads: f32,
    /// Length of a patch's side at rest, m.
    pub side: f32,
}

/// The soft shadow that ropes and cloth throw on what is behind them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// How far from what throws it, m.
    pub offset: Vec2,
    /// Its width, as a multiple of what throws it.
    pub swell: f32,
    /// What is added to half of its width, m.
    pub blur: f32,
    /// Its colour in the middle.
    pub colour: Colour,
}

/// Shapes that are drawn together, in this order of kinds.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Drawn first.
    pub triangles: Vec<Triangle>,
    /// Over the triangles.
    pub patches: Vec<Patch>,
    /// Over the patches.
    pub segments: Vec<Segment>,
    /// Over the segments.
    pub ropes: Vec<RopePoint>,
    /// Over the ropes.
    pub dots: Vec<Dot>,
}

impl Layer {
    /// Empties the layer and keeps its memory.
    pub fn clear(&mut self) {
        let Self { triangles, patches, segments, ropes, dots } = self;
        triangles.clear();
        patches.clear();
        segments.clear();
        ropes.clear();
        dots.clear();
    }
}

/// One frame's picture.
#[derive(Clone, Debug, Default)]
pub struct DrawData {
    /// Backdrop, ground and walls.
    pub scenery: Layer,
    /// The threads behind a filled cloth: they soften its edge.
    pub threads: Layer,
    /// Filled cloth and its hem. It throws a shadow.
    pub cloth: Layer,
    /// The ghost: before filled cloth, which would hide it.
    pub ghost: Layer,
    /// Ropes, nets, pins and weights. They throw shadows.
    pub ropes: Layer,
    /// The hand, the hover ring, the scissors: never part of the world.
    pub tools: Layer,
    /// The shadow behind cloth and ropes, if there is one.
    pub shadow: Option<Shadow>,
    /// What the patches are woven of.
    pub weave: Option<Weave>,
}

impl DrawData {
    /// The layers from back to front.
    #[must_use]
    pub const fn layers(&self) -> [&Layer; 6] {
        let Self { scenery, threads, cloth, ghost, ropes, tools, shadow: _, weave: _ } = self;
        [scenery, threads, cloth, ghost, ropes, tools]
    }

    /// Empties every layer and keeps the memory, so that a warm frame allocates nothing.
    pub fn clear(&mut self) {
        let Self { scenery, threads, cloth, ghost, ropes, tools, shadow, weave } = self;
        for layer in [scenery, threads, cloth, ghost, ropes, tools] {
            layer.clear();
        }
        (*shadow, *weave) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_24_bytes() {
        assert_eq!([size_of::<Segment>(), size_of::<RopePoint>(), size_of::<Dot>()], [24; 3]);
        assert_eq!([size_of::<Triangle>(), size_of::<Patch>()], [36; 2]);
    }
}
