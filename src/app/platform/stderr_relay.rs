//! A stderr that can always be written.
//!
//! `eprintln!` panics where stderr is a full disk, a closed pipe or a terminal that is gone, and the libraries of the
//! window use it, also inside callbacks from C where a panic ends the process. So while the window is open, stderr is a
//! pipe, and a thread copies it to the real one as far as that is possible.

#[cfg(unix)]
use std::{
    fs::File,
    io::{PipeReader, Read as _, Result, Write as _},
    os::fd::{AsFd as _, OwnedFd},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

/// Longest wait for the rest of the pipe to be copied: a terminal may be stopped, and a reader may have stalled.
#[cfg(unix)]
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Replaces stderr until it is dropped.
#[derive(Debug)]
pub struct StderrRelay {
    #[cfg(unix)]
    real: OwnedFd,
    /// Reports that the pipe is copied to its end.
    #[cfg(unix)]
    copied: Receiver<()>,
}

#[cfg(not(unix))]
impl StderrRelay {
    /// Does nothing: without a console, writing to stderr succeeds.
    pub fn start() -> Option<Self> {
        None
    }
}

#[cfg(unix)]
impl StderrRelay {
    /// Begins to relay; `None` if the system has no pipe or no thread to give.
    pub fn start() -> Option<Self> {
        Self::try_start().ok()
    }

    fn try_start() -> Result<Self> {
        let real = std::io::stderr().as_fd().try_clone_to_owned()?;
        let target = File::from(real.try_clone()?);
        let (reader, writer) = std::io::pipe()?;
        let (sender, copied) = channel();
        std::thread::Builder::new().name("stderr".to_owned()).spawn(move || {
            copy(reader, target);
            // Fails when nobody waits any more.
            let _ = sender.send(());
        })?;
        rustix::stdio::dup2_stderr(&writer)?;
        Ok(Self { real, copied })
    }
}

#[cfg(unix)]
impl Drop for StderrRelay {
    /// Restores the real stderr, after everything in the pipe was copied as far as that is possible.
    fn drop(&mut self) {
        if rustix::stdio::dup2_stderr(&self.real).is_ok() {
            let _ = self.copied.recv_timeout(MAX_WAIT);
        }
    }
}

/// Copies to the end of the pipe. What cannot be written is lost.
#[cfg(unix)]
fn copy(mut reader: PipeReader, mut target: File) {
    let mut buffer = [0; 4_096];
    while let Ok(count @ 1..) = reader.read(&mut buffer) {
        let _ = target.write_all(&buffer[..count]);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn stalled_stderr_does_not_hold_up_the_end() {
        let real = std::io::stderr().as_fd().try_clone_to_owned().expect("there is a stderr");
        let (_copier, copied) = channel();
        let began = std::time::Instant::now();
        drop(StderrRelay { real, copied });
        assert!(began.elapsed() < 10 * MAX_WAIT);
    }
}
