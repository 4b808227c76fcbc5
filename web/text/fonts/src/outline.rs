//! Outlines of glyphs, unhinted.

use crate::GlyphId;
use crate::instance::{LocationRef, Size};

/// Takes an outline, y upwards.
pub trait OutlinePen {
    fn move_to(&mut self, x: f32, y: f32);
    fn line_to(&mut self, x: f32, y: f32);
    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32);
    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32);
    fn close(&mut self);
}

/// The outlines of a font.
#[derive(Clone)]
pub struct OutlineGlyphCollection<'a>(pub(crate) ttf_parser::Face<'a>);

/// The outline of a glyph.
pub struct OutlineGlyph<'a, 'b>(&'b ttf_parser::Face<'a>, GlyphId);

/// The glyph has no outline.
#[derive(Clone, Copy, Debug)]
pub struct DrawError;

/// How an outline is drawn.
pub struct DrawSettings(Size);

/// How outlines would be hinted, which they are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Mono,
    Smooth { mode: SmoothMode, symmetric_rendering: bool, preserve_linear_metrics: bool },
}

/// Directions in which outlines would be hinted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmoothMode {
    Normal,
    Light,
}

/// A size to hint for, of which there is none: nothing is hinted.
pub enum HintingInstance {}

impl<'a> OutlineGlyphCollection<'a> {
    pub fn get(&self, glyph: GlyphId) -> Option<OutlineGlyph<'a, '_>> {
        (glyph.to_u32() < self.0.number_of_glyphs().into()).then_some(OutlineGlyph(&self.0, glyph))
    }
}

impl OutlineGlyph<'_, '_> {
    /// Draws the outline. One without lines is an empty outline.
    pub fn draw(&self, settings: DrawSettings, pen: &mut impl OutlinePen) -> Result<(), DrawError> {
        let scale = settings.0.0.map_or(1.0, |size| size / f32::from(self.0.units_per_em()));
        self.0.outline_glyph(self.1.index(), &mut ScaledPen { pen, scale });
        Ok(())
    }
}

impl DrawSettings {
    pub fn unhinted<'a>(size: Size, _: impl Into<LocationRef<'a>>) -> Self {
        Self(size)
    }

    pub fn hinted(instance: &HintingInstance, _: bool) -> Self {
        match *instance {}
    }
}

impl Default for Target {
    fn default() -> Self {
        Self::Smooth { mode: SmoothMode::Normal, symmetric_rendering: true, preserve_linear_metrics: false }
    }
}

impl HintingInstance {
    pub fn new(_: &OutlineGlyphCollection, _: Size, _: LocationRef, _: Target) -> Result<Self, DrawError> {
        Err(DrawError)
    }

    pub fn reconfigure(
        &mut self,
        _: &OutlineGlyphCollection,
        _: Size,
        _: LocationRef,
        _: Target,
    ) -> Result<(), DrawError> {
        match *self {}
    }

    pub fn size(&self) -> Size {
        match *self {}
    }

    pub fn location(&self) -> LocationRef<'_> {
        match *self {}
    }

    pub fn target(&self) -> Target {
        match *self {}
    }
}

/// Scales an outline from font units.
struct ScaledPen<'a, P> {
    pen: &'a mut P,
    scale: f32,
}

impl<P: OutlinePen> ttf_parser::OutlineBuilder for ScaledPen<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen.move_to(self.scale * x, self.scale * y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pen.line_to(self.scale * x, self.scale * y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let scale = self.scale;
        self.pen.quad_to(scale * x1, scale * y1, scale * x, scale * y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let scale = self.scale;
        self.pen.curve_to(scale * x1, scale * y1, scale * x2, scale * y2, scale * x, scale * y);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}
