//! The positions of all particles at all steps, as a CSV file.

use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::{raster::Spool, sandbox::Sandbox, scene::FileError};

/// A CSV file that is being written, a row for each particle and step.
pub(super) struct PositionTable {
    path: PathBuf,
    output: Output,
    /// Whether there are columns for a ghost, which exists at some time of the run.
    has_ghost: bool,
}

/// The output of a table.
enum Output {
    /// A file, which replaces an existing one after the last row.
    File(BufWriter<Spool>),
    /// A pipe or a device, written row by row.
    Stream(BufWriter<std::fs::File>),
}

impl Output {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::File(to) => to,
            Self::Stream(to) => to,
        }
    }
}

impl PositionTable {
    /// Creates the table and writes its header.
    pub(super) fn create(path: &Path, has_ghost: bool) -> Result<Self, FileError> {
        let failed = |error| FileError::Write { path: path.to_owned(), error };
        // A device such as `/dev/stdout` cannot be replaced by a file.
        let is_stream = ["/dev", "/proc"].into_iter().any(|system| path.starts_with(system))
            || std::fs::metadata(path).is_ok_and(|found| !(found.is_file() || found.is_dir()));
        let mut output = if is_stream {
            Output::Stream(BufWriter::new(std::fs::File::create(path).map_err(failed)?))
        } else {
            Output::File(BufWriter::new(Spool::create(path)?))
        };
        let columns = if has_ghost { ",ghost_x,ghost_y" } else { "" };
        writeln!(output.writer(), "step,time,particle,x,y{columns}").map_err(failed)?;
        Ok(Self { path: path.to_owned(), output, has_ghost })
    }

    /// Writes a row for each particle.
    pub(super) fn write_rows(&mut self, sandbox: &Sandbox) -> Result<(), FileError> {
        let (step, time) = (sandbox.steps(), sandbox.time());
        let ghost = sandbox.ghost().map(|ghost| &ghost.world().particles().position);
        for (particle, at) in sandbox.world().particles().position.iter().enumerate() {
            let to = self.output.writer();
            let written = write!(to, "{step},{time:.9},{particle},{},{}", at.x, at.y).and_then(|()| {
                match ghost.and_then(|ghost| ghost.get(particle)) {
                    Some(at) => writeln!(to, ",{},{}", at.x, at.y),
                    None => writeln!(to, "{}", if self.has_ghost { ",," } else { "" }),
                }
            });
            written.map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// Completes the file.
    pub(super) fn finish(mut self) -> Result<(), FileError> {
        self.output.writer().flush().map_err(|error| self.failed(error))?;
        match self.output {
            Output::File(to) => {
                let path = self.path;
                let failed = |error| FileError::Write { path, error };
                to.into_inner().map_err(|error| failed(error.into_error()))?.finish().map(drop)
            }
            Output::Stream(_) => Ok(()),
        }
    }

    fn failed(&self, error: std::io::Error) -> FileError {
        FileError::Write { path: self.path.clone(), error }
    }
}
