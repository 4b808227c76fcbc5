//! The part of `harfrust` that egui needs, in the place of that crate (`[patch.crates-io]`).
//!
//! `harfrust` shapes all scripts by the tables of a font, and the interface's font has none of these tables: each
//! character is a glyph of its own width. A page would load the shaper each time.

use std::ops::BitOrAssign;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _, Tag};

/// Nothing: the font has no tables for shaping.
pub struct ShaperData;

/// A font, and what to shape with it.
pub struct Shaper<'a>(FontRef<'a>);

/// Nothing: the font has no variations.
pub struct ShaperInstance;

/// A coordinate of a variation.
pub struct Variation {
    pub tag: Tag,
    pub value: f32,
}

/// Nothing: no option has an effect.
pub struct ShapeOptions;

/// Where a text begins and ends, which has no effect.
#[derive(Clone, Copy)]
pub struct BufferFlags;

/// A text to shape.
#[derive(Default)]
pub struct UnicodeBuffer {
    text: String,
    glyphs: GlyphBuffer,
}

/// The glyphs of a text.
#[derive(Default)]
pub struct GlyphBuffer {
    infos: Vec<GlyphInfo>,
    positions: Vec<GlyphPosition>,
}

/// A glyph, and the place of its character in the text, bytes.
pub struct GlyphInfo {
    pub glyph_id: u32,
    pub cluster: u32,
}

/// Width and place of a glyph, font units.
pub struct GlyphPosition {
    pub x_advance: i32,
    pub x_offset: i32,
    pub y_offset: i32,
}

impl ShaperData {
    pub fn new(_: &FontRef) -> Self {
        Self
    }

    pub fn shaper<'a>(&self, font: &FontRef<'a>) -> Shaper<'a> {
        Shaper(font.clone())
    }
}

impl ShaperInstance {
    pub fn from_variations(_: &FontRef, _: Vec<Variation>) -> Self {
        Self
    }
}

impl Shaper<'_> {
    pub fn instance(self, _: Option<&ShaperInstance>) -> Self {
        self
    }

    pub fn build(self) -> Self {
        self
    }

    /// The glyphs of a text in its order.
    pub fn shape(&self, UnicodeBuffer { text, mut glyphs }: UnicodeBuffer, _: ShapeOptions) -> GlyphBuffer {
        let (charmap, metrics) = (self.0.charmap(), self.0.glyph_metrics(Size::unscaled(), LocationRef::default()));
        for (cluster, character) in text.char_indices() {
            let glyph = charmap.map(character).unwrap_or_default();
            let x_advance = metrics.advance_width(glyph).unwrap_or_default() as i32;
            glyphs.infos.push(GlyphInfo { glyph_id: glyph.to_u32(), cluster: cluster as u32 });
            glyphs.positions.push(GlyphPosition { x_advance, x_offset: 0, y_offset: 0 });
        }
        glyphs
    }
}

impl ShapeOptions {
    #[expect(clippy::new_without_default, reason = "the interface of the crate in whose place this is")]
    pub fn new() -> Self {
        Self
    }
}

impl BufferFlags {
    pub const BEGINNING_OF_TEXT: Self = Self;
    pub const END_OF_TEXT: Self = Self;

    pub fn empty() -> Self {
        Self
    }
}

impl BitOrAssign for BufferFlags {
    fn bitor_assign(&mut self, _: Self) {}
}

impl UnicodeBuffer {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn set_flags(&mut self, _: BufferFlags) {}

    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub fn guess_segment_properties(&mut self) {}
}

impl GlyphBuffer {
    pub fn glyph_infos(&self) -> &[GlyphInfo] {
        &self.infos
    }

    pub fn glyph_positions(&self) -> &[GlyphPosition] {
        &self.positions
    }

    /// An empty text, which uses the memory of this one.
    pub fn clear(mut self) -> UnicodeBuffer {
        self.infos.clear();
        self.positions.clear();
        UnicodeBuffer { text: String::new(), glyphs: self }
    }
}
