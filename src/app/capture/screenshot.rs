//! Pictures of the window as PNG files.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, channel},
};

use macroquad::texture::get_screen_data;

use crate::{
    host,
    scene::{self, FileError},
};

/// Most pictures of one scene that are looked through for a free name.
const MOST: u32 = 10_000;

/// What has been drawn, rows from the top, three bytes a pixel.
struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// Saves what has been drawn in this frame. Call it after everything is drawn, before the frame ends.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path) -> Result<(), FileError> {
    write(path, &look())
}

/// Pictures that are being written while play goes on.
#[derive(Debug, Default)]
pub struct ScreenshotWriter {
    pending: Vec<Receiver<Result<String, String>>>,
}

impl ScreenshotWriter {
    /// Saves what has been drawn in this frame into the user's folder for pictures, under a name that is not taken; the
    /// encoding takes longer than a frame, so it is done beside the loop.
    pub fn add(&mut self, scene: &str) {
        let (pixels, scene) = (look(), scene.to_owned());
        let (sender, receiver) = channel();
        self.pending.push(receiver);
        let work = move || {
            let outcome = free_path(&scene, "png").and_then(|path| match write(&path, &pixels) {
                Ok(()) => Ok(format!("saved {}", path.display())),
                Err(error) => Err(error.to_string()),
            });
            // Where the window is closed meanwhile there is nobody left to tell.
            let _ = sender.send(outcome.map_err(|error| format!("no picture: {error}")));
        };
        if let Err(error) = host::aside("picture", work) {
            // The sender is gone with the closure.
            self.pending.pop();
            let (sender, receiver) = channel();
            let _ = sender.send(Err(format!("no picture: {error}")));
            self.pending.push(receiver);
        }
    }

    /// What came of a picture that is done, if one is.
    pub fn news(&mut self) -> Option<Result<String, String>> {
        let (index, news) = self
            .pending
            .iter()
            .enumerate()
            .find_map(|(index, picture)| picture.try_recv().ok().map(|news| (index, news)))?;
        self.pending.remove(index);
        Some(news)
    }

    /// Whether pictures are still being written.
    pub fn is_busy(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Waits for those that are.
    pub fn finish(self) {
        self.pending.into_iter().for_each(|picture| drop(picture.recv()));
    }
}

/// A path in the user's folder for pictures (or what there is in its place) at which nothing is, for a file of this
/// kind.
pub fn free_path(scene: &str, extension: &str) -> Result<PathBuf, String> {
    let folder = host::pictures_folder().ok_or("the system names no folder for pictures")?;
    // A scene's name may be the path of its file.
    let stem = Path::new(scene).file_stem().and_then(|stem| stem.to_str()).unwrap_or("scene");
    let paths = (1..=MOST).map(|number| folder.join(format!("ropewalk-{stem}-{number}.{extension}")));
    let mut free = paths.filter(|path| !host::exists(path));
    free.next().ok_or_else(|| format!("{} is full of pictures of this scene", folder.display()))
}

fn look() -> Pixels {
    let image = get_screen_data();
    let (width, height) = (u32::from(image.width), u32::from(image.height));
    let row = 4 * usize::from(image.width);
    // OpenGL's rows begin below, and its alpha is whatever the last blend left.
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
