//! Screenshots: pictures of the window as PNG files.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
};

use macroquad::texture::get_screen_data;

use crate::host::text;
use crate::scene::FileError;
use crate::{host, scene};

/// Highest number in the name of a screenshot.
const MAX_NUMBER: u32 = 10_000;

/// The drawn pixels: rows from the top, three bytes per pixel.
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

/// The outcome of a screenshot: a sentence about the written file, or about the failure.
type Outcome = Result<String, String>;

/// Writes screenshots in the background.
#[derive(Debug)]
pub struct ScreenshotWriter {
    sender: Sender<Outcome>,
    outcomes: Receiver<Outcome>,
    /// Number of screenshots without an outcome.
    pending: usize,
}

impl Default for ScreenshotWriter {
    fn default() -> Self {
        let (sender, outcomes) = channel();
        Self { sender, outcomes, pending: 0 }
    }
}

impl ScreenshotWriter {
    /// Saves a picture of this frame in the user's folder for pictures, under an unused name. Encoding takes longer
    /// than a frame and is done in the background.
    pub fn add(&mut self, scene: &str) {
        let (pixels, scene, sender) = (read_pixels(), scene.to_owned(), self.sender.clone());
        self.pending += 1;
        let job = move || {
            let outcome = free_path(&scene, "png").and_then(|path| match write(&path, &pixels) {
                Ok(()) => Ok(format!("saved {}", path.display())),
                Err(error) => Err(error.to_string()),
            });
            // Fails when the window is closed, where the outcome does not matter.
            let _ = sender.send(outcome.map_err(|error| format!("no picture: {error}")));
        };
        if let Err(error) = host::spawn("picture", job) {
            let _ = self.sender.send(Err(format!("no picture: {error}")));
        }
    }

    /// The outcome of the next screenshot that is done.
    pub fn next_outcome(&mut self) -> Option<Outcome> {
        let outcome = self.outcomes.try_recv().ok()?;
        self.pending -= 1;
        Some(outcome)
    }

    /// Whether screenshots are still being written.
    pub fn is_busy(&self) -> bool {
        self.pending > 0
    }

    /// Waits for all screenshots.
    pub fn finish(self) {
        let Self { sender, outcomes, .. } = self;
        // The channel then ends with the last screenshot.
        drop(sender);
        outcomes.into_iter().for_each(drop);
    }
}

/// An unused path in the user's folder for pictures, for a file of a scene with this extension.
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
