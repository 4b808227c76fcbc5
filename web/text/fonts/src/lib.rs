//! The part of `skrifa` that egui needs, in the place of that crate (`[patch.crates-io]`).
//!
//! `skrifa` reads fonts of all kinds, and hints outlines by the instructions of a font or without them. The interface's
//! font has outlines and widths alone. A page would load the rest each time.

pub mod instance;
pub mod outline;
pub mod string;

pub use font_types::Tag;

use std::fmt;

use instance::{Axes, LocationRef, Size};

/// The number of a glyph in its font.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlyphId(u32);

impl GlyphId {
    pub const NOTDEF: Self = Self(0);

    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    pub const fn to_u32(self) -> u32 {
        self.0
    }

    fn index(self) -> ttf_parser::GlyphId {
        ttf_parser::GlyphId(u16::try_from(self.0).unwrap_or_default())
    }
}

/// A font.
#[derive(Clone)]
pub struct FontRef<'a>(ttf_parser::Face<'a>);

/// The bytes are no font.
#[derive(Clone, Debug)]
pub struct ReadError(ttf_parser::FaceParsingError);

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl std::error::Error for ReadError {}

impl<'a> FontRef<'a> {
    pub fn from_index(bytes: &'a [u8], index: u32) -> Result<Self, ReadError> {
        ttf_parser::Face::parse(bytes, index).map(Self).map_err(ReadError)
    }
}

/// The parts of a font.
pub trait MetadataProvider<'a> {
    fn charmap(&self) -> charmap::Charmap<'a>;
    fn outline_glyphs(&self) -> outline::OutlineGlyphCollection<'a>;
    fn metrics(&self, size: Size, location: LocationRef) -> metrics::Metrics;
    fn glyph_metrics<'b>(&self, size: Size, location: impl Into<LocationRef<'b>>) -> metrics::GlyphMetrics<'a>;
    fn axes(&self) -> Axes;
    fn localized_strings(&self, id: string::StringId) -> string::LocalizedStrings;
}

impl<'a> MetadataProvider<'a> for FontRef<'a> {
    fn charmap(&self) -> charmap::Charmap<'a> {
        charmap::Charmap(self.0.clone())
    }

    fn outline_glyphs(&self) -> outline::OutlineGlyphCollection<'a> {
        outline::OutlineGlyphCollection(self.0.clone())
    }

    fn metrics(&self, _: Size, _: LocationRef) -> metrics::Metrics {
        metrics::Metrics {
            units_per_em: self.0.units_per_em(),
            ascent: self.0.ascender().into(),
            descent: self.0.descender().into(),
            leading: self.0.line_gap().into(),
        }
    }

    fn glyph_metrics<'b>(&self, _: Size, _: impl Into<LocationRef<'b>>) -> metrics::GlyphMetrics<'a> {
        metrics::GlyphMetrics(self.0.clone())
    }

    fn axes(&self) -> Axes {
        Axes
    }

    fn localized_strings(&self, _: string::StringId) -> string::LocalizedStrings {
        string::LocalizedStrings
    }
}

pub mod charmap {
    //! The glyphs of characters.

    use super::GlyphId;

    /// The glyphs of all characters.
    #[derive(Clone)]
    pub struct Charmap<'a>(pub(crate) ttf_parser::Face<'a>);

    impl Charmap<'_> {
        pub fn map(&self, character: impl Into<u32>) -> Option<GlyphId> {
            let glyph = self.0.glyph_index(char::from_u32(character.into())?)?;
            Some(GlyphId::new(glyph.0.into()))
        }

        /// All characters with their glyphs.
        pub fn mappings(&self) -> impl Iterator<Item = (u32, GlyphId)> + '_ {
            let mut characters = Vec::new();
            for table in self.0.tables().cmap.iter().flat_map(|table| table.subtables) {
                if table.is_unicode() {
                    table.codepoints(|character| characters.push(character));
                }
            }
            characters.sort_unstable();
            characters.dedup();
            characters.into_iter().filter_map(|character| Some((character, self.map(character)?)))
        }
    }
}

pub mod metrics {
    //! Sizes of a font and its glyphs, font units: egui asks for no others.

    use super::GlyphId;

    /// Heights of lines.
    #[derive(Clone, Copy, Debug)]
    pub struct Metrics {
        pub units_per_em: u16,
        pub ascent: f32,
        pub descent: f32,
        pub leading: f32,
    }

    /// Widths of glyphs.
    pub struct GlyphMetrics<'a>(pub(crate) ttf_parser::Face<'a>);

    impl GlyphMetrics<'_> {
        pub fn advance_width(&self, glyph: GlyphId) -> Option<f32> {
            self.0.glyph_hor_advance(glyph.index()).map(f32::from)
        }
    }
}
