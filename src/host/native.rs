//! The operating system as host.

use std::{
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

pub use std::fs;
pub use std::time::{Instant, SystemTime};

use super::text::{MAX_MESSAGE, printable};

/// The user's folder for saved files, if the platform has one.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "ropewalk").map(|folders| folders.data_dir().to_owned())
}

/// The user's folder for settings, if the platform has one.
#[must_use]
pub fn settings_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "ropewalk").map(|folders| folders.config_dir().to_owned())
}

/// The user's home folder, if the platform has one.
#[must_use]
pub fn home_folder() -> Option<PathBuf> {
    directories::UserDirs::new().map(|folders| folders.home_dir().to_owned())
}

/// The user's folder for pictures, or else the home folder.
#[must_use]
pub fn pictures_folder() -> Option<PathBuf> {
    let folders = directories::UserDirs::new()?;
    let pictures = folders.picture_dir().filter(|folder| folder.is_dir());
    Some(pictures.unwrap_or(folders.home_dir()).to_owned())
}

/// Whether a path exists.
#[must_use]
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether a path is that of a file.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The bytes of a file; `None` if it is longer than `max`. Never waits for a writer.
///
/// # Errors
/// When it cannot be read, or is not a file: a device may never end, and a pipe without a writer never begins.
pub fn read_up_to(path: &Path, max: u64) -> io::Result<Option<Vec<u8>>> {
    // Opening some devices has effects.
    refuse_stream(&fs::metadata(path)?)?;
    let mut options = fs::File::options();
    // The path may become a pipe meanwhile.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    let file = options.read(true).open(path)?;
    let about = file.metadata()?;
    refuse_stream(&about)?;
    if about.len() > max { Ok(None) } else { take_up_to(file, max) }
}

fn refuse_stream(about: &fs::Metadata) -> io::Result<()> {
    if about.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else if about.is_file() {
        Ok(())
    } else {
        Err(io::Error::other("it is a pipe or a device, not a file"))
    }
}

/// The bytes of standard input to its end; `None` if there are more than `max`.
///
/// # Errors
/// When it cannot be read.
pub fn read_stdin_up_to(max: u64) -> io::Result<Option<Vec<u8>>> {
    take_up_to(io::stdin().lock(), max)
}

/// Reads to the end: a file may grow meanwhile, and some files of the system report no size.
fn take_up_to(from: impl io::Read, max: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    io::Read::take(from, max.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= max).then_some(bytes))
}

/// Waits for this time.
pub fn sleep(time: std::time::Duration) {
    std::thread::sleep(time);
}

/// Runs `work` on a thread of its own.
///
/// # Errors
/// When the system cannot make a thread; `work` does not run then.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Gives this thread the lowest priority. If the system does not allow that, frames of the window may be late.
pub fn lower_priority() {
    let _ = thread_priority::set_current_thread_priority(thread_priority::ThreadPriority::Min);
}

/// Offers the user a copy of a saved file, in a browser. Does nothing here: the file is where the user saved it.
pub fn offer_copy(_path: &Path, _bytes: &[u8]) {}

/// Physical pixels of the screen per logical pixel: the value that the window system reports.
#[must_use]
pub fn pixel_density(reported: f32) -> f32 {
    reported
}

/// Whether the only pointing device is a touch screen.
#[must_use]
pub fn is_touch_only() -> bool {
    false
}

/// Whether the user wants less motion. Systems tell it in ways that no library here reads.
#[must_use]
pub fn prefers_less_motion() -> bool {
    false
}

/// Whether the user wants more contrast. Systems tell it in ways that no library here reads.
#[must_use]
pub fn prefers_more_contrast() -> bool {
    false
}

/// Whether the user wants a light background. Systems tell it in ways that no library here reads.
#[must_use]
pub fn prefers_light() -> bool {
    false
}

/// Shows or hides the on-screen keyboard of the browser; there is none here.
pub fn show_keyboard(_is_shown: bool) {}

/// Writes a message to stderr as one printable line, if that can be written: a full disk or a closed pipe there is no
/// reason to end.
pub fn log(message: &str) {
    let _ = writeln!(io::stderr(), "ropewalk: {}", printable(message, MAX_MESSAGE));
}

/// Writes a text to stdout, now.
///
/// # Errors
/// When stdout cannot be written, or nobody reads it any more ([`io::ErrorKind::BrokenPipe`]).
pub fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
}

/// Ends the process with code 0 as soon as the program that reads stdout has gone, also while nothing is written. For a
/// run whose whole result goes there.
#[cfg(unix)]
pub fn end_with_reader() {
    use rustix::event::{PollFd, PollFlags, poll};

    let watch = || {
        let stdout = io::stdout();
        // Without events that are asked for, a poll returns only when the other end is closed, or cannot be watched.
        let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
        let mut polled = poll(&mut ends, None);
        while polled == Err(rustix::io::Errno::INTR) {
            polled = poll(&mut ends, None);
        }
        if polled.is_ok() && ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            std::process::exit(0);
        }
    };
    // Without a thread, the next write ends the run.
    let _ = spawn("reader", watch);
}

/// The same where a system cannot watch a pipe: the next write ends the run.
#[cfg(not(unix))]
pub fn end_with_reader() {}
