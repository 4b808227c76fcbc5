//! A picture of the window as a PNG file.

use std::path::Path;

use macroquad::texture::get_screen_data;

use crate::scene::{self, FileError};

/// Saves what has been drawn in this frame. Call it after everything is drawn, before the frame ends.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path) -> Result<(), FileError> {
    let image = get_screen_data();
    let (width, height) = (u32::from(image.width), u32::from(image.height));
    let row = 4 * usize::from(image.width);
    // OpenGL's rows begin below, and its alpha is whatever the last blend left.
    let flipped = image.bytes.chunks_exact(row).rev().flat_map(|row| row.chunks_exact(4));
    let pixels: Vec<u8> = flipped.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let failed =
        |error: png::EncodingError| FileError::Write { path: path.to_owned(), error: std::io::Error::other(error) };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    scene::write(path, &file)
}
