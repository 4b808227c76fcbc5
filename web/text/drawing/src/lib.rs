//! The part of `vello_cpu` that egui needs to draw a glyph, in the place of that crate (`[patch.crates-io]`).
//!
//! `vello_cpu` is a whole renderer with gradients, blending, filters and two pipelines, which egui fills white outlines
//! with. A page would load all of it each time, and every build compiles it.

pub use {color, kurbo};

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use color::{OpaqueColor, Srgb};
use kurbo::{Affine, BezPath, PathEl};

/// Coverage of a glyph.
pub struct RenderContext {
    coverage: Rasterizer,
    transform: Affine,
}

/// A picture of a size, RGBA with premultiplied alpha.
pub struct Pixmap(Vec<u8>);

/// Nothing: outlines need no caches.
pub struct Resources;

impl RenderContext {
    /// Nothing drawn yet, in a size, pixels.
    pub fn new(width: u16, height: u16) -> Self {
        Self { coverage: Rasterizer::new(width.into(), height.into()), transform: Affine::IDENTITY }
    }

    /// Sets the place of what is drawn next.
    pub fn set_transform(&mut self, transform: Affine) {
        self.transform = transform;
    }

    /// Sets the colour, of which there is only white.
    pub fn set_paint(&mut self, _: OpaqueColor<Srgb>) {}

    /// Fills an outline.
    pub fn fill_path(&mut self, path: &BezPath) {
        let at = |at: kurbo::Point| point(at.x as f32, at.y as f32);
        let (mut first, mut last) = (Point::default(), Point::default());
        for element in (self.transform * path).elements() {
            let to = match *element {
                PathEl::MoveTo(to) => {
                    first = at(to);
                    first
                }
                PathEl::LineTo(to) => {
                    self.coverage.draw_line(last, at(to));
                    at(to)
                }
                PathEl::QuadTo(by, to) => {
                    self.coverage.draw_quad(last, at(by), at(to));
                    at(to)
                }
                PathEl::CurveTo(from, by, to) => {
                    self.coverage.draw_cubic(last, at(from), at(by), at(to));
                    at(to)
                }
                PathEl::ClosePath => {
                    self.coverage.draw_line(last, first);
                    first
                }
            };
            last = to;
        }
    }

    /// Copies what was drawn into a picture of the same size.
    pub fn render(&self, picture: &mut Pixmap, _: &mut Resources) {
        let mut pixels = picture.0.chunks_exact_mut(4);
        self.coverage.for_each_pixel(|_, coverage| {
            if let Some(pixel) = pixels.next() {
                pixel.fill((255.0 * coverage.clamp(0.0, 1.0)).round() as u8);
            }
        });
    }
}

impl Pixmap {
    /// A transparent picture of a size, pixels.
    pub fn new(width: u16, height: u16) -> Self {
        Self(vec![0; 4 * usize::from(width) * usize::from(height)])
    }

    /// Its bytes.
    pub fn data_as_u8_slice(&self) -> &[u8] {
        &self.0
    }
}

impl Resources {
    /// Nothing.
    #[expect(clippy::new_without_default, reason = "the interface of the crate in whose place this is")]
    pub fn new() -> Self {
        Self
    }
}
