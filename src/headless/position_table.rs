//! The positions of all particles at all steps, as a CSV file.

use std::{
    io::{BufWriter, Write as _},
    path::Path,
};

use crate::{raster::Spool, sandbox::Sandbox, scene::FileError};

/// A CSV file that is being written, a row for each particle and step. A file replaces an existing one after the last
/// row; a pipe or a device is written row by row.
pub(super) struct PositionTable {
    to: BufWriter<Spool>,
    /// Whether there are columns for a ghost, which exists at some time of the run.
    has_ghost: bool,
}

impl PositionTable {
    /// Creates the table and writes its header.
    pub(super) fn create(path: &Path, has_ghost: bool) -> Result<Self, FileError> {
        let mut table = Self { to: BufWriter::new(Spool::create(path)?), has_ghost };
        let columns = if has_ghost { ",ghost_x,ghost_y" } else { "" };
        writeln!(table.to, "step,time,particle,x,y{columns}").map_err(|error| table.failed(error))?;
        Ok(table)
    }

    /// Writes a row for each particle.
    pub(super) fn write_rows(&mut self, sandbox: &Sandbox) -> Result<(), FileError> {
        let (step, time) = (sandbox.steps(), sandbox.time());
        let ghost = sandbox.ghost().map(|ghost| &ghost.world().particles().position);
        for (particle, at) in sandbox.world().particles().position.iter().enumerate() {
            let to = &mut self.to;
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
        self.to.flush().map_err(|error| self.failed(error))?;
        let spool = self.to.into_inner().map_err(|error| {
            let (error, to) = error.into_parts();
            to.get_ref().failed(error)
        })?;
        spool.finish().map(drop)
    }

    fn failed(&self, error: std::io::Error) -> FileError {
        self.to.get_ref().failed(error)
    }
}
