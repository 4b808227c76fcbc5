//! Pictures of the screen: read from the X server, compared, and written as PNG files.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, ImageFormat, ImageOrder, Rectangle, Visualtype};
use x11rb::rust_connection::RustConnection;

use super::Attempt;

/// A picture, three bytes a pixel, rows from the top.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green, blue of each pixel.
    pub rgb: Vec<u8>,
}

impl Image {
    /// The colour at a place. Panics outside the picture, and says which place was asked for.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        assert!(
            x < self.width && y < self.height,
            "no pixel at {x},{y}: the picture is {}x{}",
            self.width,
            self.height
        );
        let at = (y * self.width + x) * 3;
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// All pixels, row after row.
    pub fn pixels(&self) -> impl Iterator<Item = [u8; 3]> + '_ {
        self.rgb.chunks_exact(3).map(|p| [p[0], p[1], p[2]])
    }

    /// Number of pixels of a kind.
    pub fn count(&self, kind: impl Fn([u8; 3]) -> bool) -> usize {
        self.pixels().filter(|&pixel| kind(pixel)).count()
    }

    /// Whether some pixel differs from the first one.
    pub fn is_blank(&self) -> bool {
        let first = self.pixel(0, 0);
        self.count(|pixel| pixel != first) == 0
    }

    /// The part of the picture from `x`, `y` on, within its edges.
    pub fn crop(&self, x: usize, y: usize, width: usize, height: usize) -> Self {
        let right = (x + width).min(self.width);
        let bottom = (y + height).min(self.height);
        let (x, y) = (x.min(right), y.min(bottom));
        let rgb = (y..bottom)
            .flat_map(|row| &self.rgb[(row * self.width + x) * 3..(row * self.width + right) * 3])
            .copied()
            .collect();
        Self { width: right - x, height: bottom - y, rgb }
    }

    /// The fraction of pixels of which some channel differs by more than `threshold`; 1 for pictures of unequal size.
    pub fn difference(&self, other: &Self, threshold: u8) -> f64 {
        if (self.width, self.height) != (other.width, other.height) {
            return 1.0;
        }
        let differs = |(a, b): &([u8; 3], [u8; 3])| (0..3).any(|c| a[c].abs_diff(b[c]) > threshold);
        let count = self.pixels().zip(other.pixels()).filter(differs).count();
        count as f64 / (self.width * self.height).max(1) as f64
    }

    /// Writes the picture to a file, to look at after a failure.
    pub fn save_png(&self, path: &Path) -> Result<(), String> {
        let what = format!("cannot write {}", path.display());
        let file = File::create(path).attempt(&what)?;
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().attempt(&what)?;
        writer.write_image_data(&self.rgb).attempt(&what)?;
        writer.finish().attempt(&what)
    }
}

/// Reads a part of the screen. The part must lie inside it: the server refuses anything else.
pub(super) fn read_screen(connection: &RustConnection, screen: usize, part: Rectangle) -> Result<Image, String> {
    let what = "cannot read the screen's pixels";
    let setup = connection.setup();
    let screen = &setup.roots[screen];
    // The root's image includes all windows, as a user sees them.
    let reply = connection
        .get_image(ImageFormat::Z_PIXMAP, screen.root, part.x, part.y, part.width, part.height, u32::MAX)
        .attempt(what)?
        .reply()
        .attempt(what)?;
    let format = setup
        .pixmap_formats
        .iter()
        .find(|format| format.depth == reply.depth)
        .ok_or("the X server names no pixel format for its own depth")?;
    let visual = screen
        .allowed_depths
        .iter()
        .flat_map(|depth| &depth.visuals)
        .find(|visual| visual.visual_id == screen.root_visual)
        .ok_or("the X server does not describe its own visual")?;
    let bits = usize::from(format.bits_per_pixel);
    let pad = usize::from(format.scanline_pad);
    let layout = Layout {
        bytes_per_pixel: bits / 8,
        stride: (usize::from(part.width) * bits).div_ceil(pad) * pad / 8,
        order: setup.image_byte_order,
        visual: *visual,
    };
    Ok(layout.decode(&reply.data, part.width.into(), part.height.into()))
}

/// How the server lays out the pixels that it sends.
struct Layout {
    /// Bytes a pixel: 4 at depth 24.
    bytes_per_pixel: usize,
    /// Bytes from one row to the next.
    stride: usize,
    /// Order of the bytes of a pixel, as the server decides it.
    order: ImageOrder,
    /// Where the red, green and blue bits are.
    visual: Visualtype,
}

impl Layout {
    /// Bytes from the server to a picture.
    fn decode(&self, data: &[u8], width: usize, height: usize) -> Image {
        let masks = [self.visual.red_mask, self.visual.green_mask, self.visual.blue_mask];
        let mut rgb = Vec::with_capacity(width * height * 3);
        for row in data.chunks_exact(self.stride).take(height) {
            for bytes in row.chunks_exact(self.bytes_per_pixel).take(width) {
                let join = |value: u32, &byte: &u8| (value << 8) | u32::from(byte);
                let value = if self.order == ImageOrder::LSB_FIRST {
                    bytes.iter().rev().fold(0, join)
                } else {
                    bytes.iter().fold(0, join)
                };
                rgb.extend(masks.map(|mask| channel(value, mask)));
            }
        }
        Image { width, height, rgb }
    }
}

/// One colour channel of a pixel, scaled to 0-255 whatever its number of bits.
fn channel(value: u32, mask: u32) -> u8 {
    let shift = mask.trailing_zeros().min(31);
    let top = u64::from((mask >> shift).max(1));
    (u64::from((value & mask) >> shift) * 255 / top) as u8
}
