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
    thread::JoinHandle,
};

/// Replaces stderr until it is dropped.
#[derive(Debug)]
pub struct StderrRelay {
    #[cfg(unix)]
    real: OwnedFd,
    #[cfg(unix)]
    copier: Option<JoinHandle<()>>,
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
        let copier = std::thread::Builder::new().name("stderr".to_owned()).spawn(move || copy(reader, target))?;
        rustix::stdio::dup2_stderr(&writer)?;
        Ok(Self { real, copier: Some(copier) })
    }
}

#[cfg(unix)]
impl Drop for StderrRelay {
    /// Restores the real stderr, after everything in the pipe was copied.
    fn drop(&mut self) {
        if rustix::stdio::dup2_stderr(&self.real).is_ok()
            && let Some(copier) = self.copier.take()
        {
            let _ = copier.join();
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
