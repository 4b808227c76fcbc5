//! Screenshots: pictures of the window as PNG files.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, channel},
};

use macroquad::texture::get_screen_data;

use crate::host::text;
use crate::scene::FileError;
use crate::{host, scene};

/// Highest number in the name of a screenshot.
const MAX_NUMBER: u32 = 10_000;

/// The drawn pixels: rows from the top, three bytes a pixel.
struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// Saves a picture of this frame. Call it after everything is drawn, before the frame ends.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path) -> Result<(), FileError> {
    write(path, &read_pixels())
}

/// Writes screenshots in the background.
#[derive(Debug, Default)]
pub struct ScreenshotWriter {
    pending: Vec<Receiver<Result<String, String>>>,
}

impl ScreenshotWriter {
    /// Saves a picture of this frame in the user's folder for pictures, under a free name. Encoding takes longer than a frame
    /// and is done in the background.
    pub fn add(&mut self, scene: &str) {
        let (pixels, scene) = (read_pixels(), scene.to_owned());
        let (sender, receiver) = channel();
        self.pending.push(receiver);
        let job = move || {
            let outcome = free_path(&scene, "png").and_then(|path| match write(&path, &pixels) {
                Ok(()) => Ok(format!("saved {}", path.display())),
                Err(error) => Err(error.to_string()),
            });
            // Fails when the window is closed, where the outcome does not matter.
            let _ = sender.send(outcome.map_err(|error| format!("no picture: {error}")));
        };
        if let Err(error) = host::spawn("picture", job) {
            // The closure is dropped, and its sender with it.
            self.pending.pop();
            let (sender, receiver) = channel();
            let _ = sender.send(Err(format!("no picture: {error}")));
            self.pending.push(receiver);
        }
    }

    /// The outcome of the next screenshot that is done.
    pub fn next_outcome(&mut self) -> Option<Result<String, String>> {
        let (index, outcome) = self
            .pending
            .iter()
            .enumerate()
            .find_map(|(index, picture)| picture.try_recv().ok().map(|outcome| (index, outcome)))?;
        self.pending.remove(index);
        Some(outcome)
    }

    /// Whether screenshots are still being written.
    pub fn is_busy(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Waits for all screenshots.
    pub fn finish(self) {
        self.pending.into_iter().for_each(|picture| drop(picture.recv()));
    }
}

/// A free path in the user's folder for pictures, for a file of a scene with this extension.
///
/// # Errors
/// A sentence when there is no such folder, or no free name.
pub fn free_path(scene: &str, extension: &str) -> Result<PathBuf, String> {
    let folder = host::pictures_folder().ok_or("the system names no folder for pictures")?;
    let stem = text::file_name(scene);
    let paths = (1..=MAX_NUMBER).map(|number| folder.join(format!("ropewalk-{stem}-{number}.{extension}")));
    let mut free = paths.filter(|path| !host::exists(path));
    free.next().ok_or_else(|| format!("{} is full of pictures of this scene", folder.display()))
}

fn read_pixels() -> Pixels {
    let image = get_screen_data();
    let (width, height) = (u32::from(image.width), u32::from(image.height));
    let row = 4 * usize::from(image.width);
    // OpenGL's rows begin at the bottom, and the alpha channel is undefined.
    let flipped = image.bytes.chunks_exact(row).rev().flat_map(|row| row.chunks_exact(4));
    let rgb = flipped.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Pixels { width, height, rgb }
}

fn write(path: &Path, pixels: &Pixels) -> Result<(), FileError> {
    let failed =
        |error: png::EncodingError| FileError::Write { path: path.to_owned(), error: std::io::Error::other(error) };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels.rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    scene::write(path, &file)
}
