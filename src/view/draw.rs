//! Draw data: shapes in world units, without backend or pixels. `view::paint` fills it, `app::renderer` and `raster`
//! read it.
//!
//! Lengths are metres, y is up. Draw order: the scenery, the tiers from back to front, the tools. In a tier: its
//! objects, the shadow of its cloth and ropes, then its other layers in order; in a layer, the order of its fields.
//!
//! The shapes have the layout that the GPU reads (`repr(C)`, no padding) and are copied to it without conversion.

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

    /// Interpolates from this colour (`share` 0) to another (`share` 1).
    #[must_use]
    pub fn mix(self, to: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let channel = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round() as u8;
        Self { r: channel(self.r, to.r), g: channel(self.g, to.g), b: channel(self.b, to.b), a: channel(self.a, to.a) }
    }
}

/// A straight line with round ends: a net's cord, a bar, a marker. A line thinner than a pixel ends square, so that
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
    /// Colour.
    pub colour: Colour,
}

/// A point on the smooth curve of a rope.
///
/// A rope of n links has n + 3 points: a control point before its start, its n + 1 points, and a control point after
/// its end. For each link the GPU reads four points in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RopePoint {
    /// Position, m.
    pub at: Vec2,
    /// Arc length at rest from the rope's start, m. The twist follows from it.
    pub along: f32,
    /// Half of the width, m.
    pub half_width: f32,
    /// Sum of [`RopePoint::STARTS`], [`RopePoint::ENDS`] and [`RopePoint::UNLIT`]; a float for the GPU.
    pub role: f32,
    /// Colour of the link that starts here.
    pub colour: Colour,
}

impl RopePoint {
    /// A link goes from here to the next point.
    pub const STARTS: f32 = 1.0;
    /// The rope's first or last point, with a round end.
    pub const ENDS: f32 = 2.0;
    /// The link that starts here has one colour, without light or twist, because its colour has a meaning.
    pub const UNLIT: f32 = 4.0;
}

/// A level of detail of ropes.
#[derive(Clone, Copy, Debug)]
pub struct RopeDetail {
    /// Straight pieces to a link.
    pub pieces: u16,
    /// Links up to this length look smooth, pixels.
    pub max_length: f32,
}

/// The levels of detail of ropes, by length.
pub const ROPE_DETAILS: [RopeDetail; 4] = [
    RopeDetail { pieces: 1, max_length: 5.0 },
    RopeDetail { pieces: 2, max_length: 12.0 },
    RopeDetail { pieces: 4, max_length: 50.0 },
    RopeDetail { pieces: 8, max_length: f32::INFINITY },
];

/// Kind of a [`Dot`]. The numbers are those of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotKind {
    /// A disc of one colour.
    Flat = 0,
    /// A ball lit from the upper left. Its form is the ratio of height to width; below 1 it is squashed.
    Ball = 1,
    /// A circle's outline. Its form is half of the line's width, m.
    Ring = 2,
    /// A glow, opaque in the middle and transparent at the edge.
    Soft = 3,
}

/// A round shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Dot {
    /// Centre, m.
    pub centre: Vec2,
    /// Radius, m; of a ring, to the middle of its line.
    pub radius: f32,
    /// See [`DotKind`].
    pub form: f32,
    /// A [`DotKind`]; a float for the GPU.
    pub kind: f32,
    /// Colour.
    pub colour: Colour,
}

impl Dot {
    /// A filled circle of one colour.
    #[must_use]
    pub const fn flat(centre: Vec2, radius: f32, colour: Colour) -> Self {
        Self { centre, radius, form: 1.0, kind: DotKind::Flat as u32 as f32, colour }
    }

    /// A ball. `form`: ratio of height to width.
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
    /// Colours of the corners, interpolated between them.
    pub colours: [Colour; 3],
}

/// A patch of woven cloth. [`Weave`] has its threads.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Patch {
    /// Corners in order, m. The weft runs from the first to the second, the warp from the first to the last.
    pub corners: [Vec2; 4],
    /// Light at the corners, 0 (in a fold) to 255. The lowest bit is [`Patch::EDGE`].
    pub light: [u8; 4],
    /// Its colours.
    pub colours: ClothColours,
}

/// Colours of cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ClothColours {
    /// In full light.
    pub lit: Colour,
    /// In a fold.
    pub fold: Colour,
}

impl Patch {
    /// The cloth ends at this corner, and its shadow fades there.
    pub const EDGE: u8 = 1;
}

/// Threads of all patches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weave {
    /// Threads along a patch's side; even, so that the pattern continues in the next patch.
    pub threads: f32,
    /// Length of a patch's side at rest, m.
    pub side: f32,
}

impl Weave {
    /// Threads along a patch's side at a scale. Near cloth has two or four times as many: coarse ones would look like
    /// tiles.
    #[must_use]
    pub fn threads_at(&self, pixels_per_metre: f32) -> f32 {
        /// Widest thread, pixels.
        const WIDEST: f32 = 11.0;
        let side = self.side * pixels_per_metre;
        let finer = if side > WIDEST * self.threads { 2.0 } else { 1.0 };
        let finer = if side > 2.0 * WIDEST * self.threads { 4.0 } else { finer };
        finer * self.threads
    }
}

/// The soft shadow that ropes and cloth throw on the shapes behind them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// Offset from the shape that throws it, m.
    pub offset: Vec2,
    /// Ratio of its width to that of the shape.
    pub swell: f32,
    /// Length added to half of its width, m.
    pub blur: f32,
    /// Colour in the middle.
    pub colour: Colour,
}

/// Shapes that are drawn together, kind by kind.
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

/// Things that lie at one place of the stack, kind by kind.
#[derive(Clone, Debug, Default)]
pub struct Tier {
    /// Obstacles and blowers.
    pub objects: Layer,
    /// Threads behind filled cloth, which soften its edge.
    pub threads: Layer,
    /// Filled cloth and its hem, with a shadow.
    pub cloth: Layer,
    /// The ghost, in front of filled cloth, which would hide it.
    pub ghost: Layer,
    /// Ropes, nets, pins and weights, with shadows.
    pub ropes: Layer,
}

impl Tier {
    fn layers(&self) -> [&Layer; 5] {
        let Self { objects, threads, cloth, ghost, ropes } = self;
        [objects, threads, cloth, ghost, ropes]
    }

    fn clear(&mut self) {
        let Self { objects, threads, cloth, ghost, ropes } = self;
        [objects, threads, cloth, ghost, ropes].into_iter().for_each(Layer::clear);
    }
}

/// The cap of a key that works a machine. Its shapes are among those of the tools.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyCap {
    /// The key.
    pub key: char,
    /// Its middle, m.
    pub at: Vec2,
    /// Half of its side, m.
    pub half: f32,
    /// It is held, or what it turns on is on.
    pub is_pressed: bool,
}

impl KeyCap {
    /// The key of the cap that is nearest to a place, m, if that is on it or within a reach (m) beside it.
    #[must_use]
    pub fn at(caps: &[Self], place: Vec2, reach: f32) -> Option<char> {
        let away = |cap: &Self| (place - cap.at).abs().max_element();
        let reached = caps.iter().filter(|cap| away(cap) <= cap.half + reach);
        reached.min_by(|one, other| away(one).total_cmp(&away(other))).map(|cap| cap.key)
    }
}

/// Picture of one frame.
#[derive(Clone, Debug, Default)]
pub struct DrawData {
    /// Backdrop, ground and walls, and the streaks of wind.
    pub scenery: Layer,
    /// Things that were sent to the back, the hindmost last.
    pub behind: Vec<Tier>,
    /// Things that nobody brought to the front or the back.
    pub things: Tier,
    /// Things that were brought to the front, the foremost last.
    pub in_front: Vec<Tier>,
    /// Markers of grabs and tools.
    pub tools: Layer,
    /// Caps of the keys that work machines, for the pointer that presses them.
    pub key_caps: Vec<KeyCap>,
    /// Shadow behind cloth and ropes, of each tier on the shapes behind it.
    pub shadow: Option<Shadow>,
    /// Threads of the patches.
    pub weave: Option<Weave>,
}

impl DrawData {
    /// The tiers from back to front.
    pub fn tiers(&self) -> impl Iterator<Item = &Tier> {
        self.behind.iter().rev().chain([&self.things]).chain(&self.in_front)
    }

    /// The tier of a rank: 0 for most things, positive in front of them, negative behind.
    #[inline]
    pub fn tier(&mut self, rank: i16) -> &mut Tier {
        let place = usize::from(rank.unsigned_abs());
        let tiers = match rank {
            0 => return &mut self.things,
            1.. => &mut self.in_front,
            _ => &mut self.behind,
        };
        if tiers.len() < place {
            tiers.resize_with(place, Tier::default);
        }
        &mut tiers[place - 1]
    }

    /// The layers from back to front.
    pub fn layers(&self) -> impl Iterator<Item = &Layer> {
        [&self.scenery].into_iter().chain(self.tiers().flat_map(Tier::layers)).chain([&self.tools])
    }

    /// Empties all layers and keeps their memory, so that later frames do not allocate.
    pub fn clear(&mut self) {
        let Self { scenery, behind, things, in_front, tools, key_caps, shadow, weave } = self;
        [scenery, tools].into_iter().for_each(Layer::clear);
        things.clear();
        behind.iter_mut().chain(in_front).for_each(Tier::clear);
        key_caps.clear();
        (*shadow, *weave) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_the_sizes_that_shaders_expect() {
        assert_eq!([size_of::<Segment>(), size_of::<RopePoint>(), size_of::<Dot>()], [24; 3]);
        assert_eq!([size_of::<Triangle>(), size_of::<Patch>()], [36, 44]);
    }
}
