//! A font without glyphs, in the place of `fontdue` (`[patch.crates-io]`).
//!
//! macroquad loads a font of its own when it starts, for its own text and its own interface. Nothing here draws either:
//! all text is egui's. Without this a page would load a reader of fonts, a rasterizer and that font.

use std::ops::Deref;

/// A font without glyphs.
pub struct Font;

/// The settings that macroquad gives.
#[derive(Default)]
pub struct FontSettings;

/// The size of a glyph, pixels.
pub struct Metrics {
    /// Offset to the left edge.
    pub xmin: i32,
    /// Offset to the lower edge.
    pub ymin: i32,
    /// Width of its picture.
    pub width: usize,
    /// Height of its picture.
    pub height: usize,
    /// Distance to the next glyph.
    pub advance_width: f32,
}

/// The sizes of a line, pixels.
pub struct LineMetrics {
    /// Height above the baseline.
    pub ascent: f32,
    /// Height below the baseline, negative.
    pub descent: f32,
    /// Distance to the next line.
    pub new_line_size: f32,
}

impl Font {
    /// A font; its data are not read.
    ///
    /// # Errors
    ///
    /// None.
    pub fn from_bytes<Data: Deref<Target = [u8]>>(_data: Data, _settings: FontSettings) -> Result<Self, &'static str> {
        Ok(Self)
    }

    /// The size of a glyph, and its picture: nothing.
    #[must_use]
    pub fn rasterize(&self, _character: char, _pixels: f32) -> (Metrics, Vec<u8>) {
        (Metrics { xmin: 0, ymin: 0, width: 0, height: 0, advance_width: 0.0 }, Vec::new())
    }

    /// The sizes of a line of a height.
    #[must_use]
    pub fn horizontal_line_metrics(&self, pixels: f32) -> Option<LineMetrics> {
        Some(LineMetrics { ascent: pixels, descent: 0.0, new_line_size: pixels })
    }

    /// The kerning of two characters: none.
    #[must_use]
    pub fn horizontal_kern(&self, _left: char, _right: char, _pixels: f32) -> Option<f32> {
        None
    }
}
