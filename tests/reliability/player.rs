//! A window with folders of its own, whose edits are noted with their times.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::{Duration, Instant};

use ropewalk::sandbox::Command;
use ropewalk::timeline::{Recording, Stamped};
use tempfile::TempDir;

use crate::session::ropewalk;
use crate::support::{App, Attempt, Exit, PATIENCE, Screen};

/// Time between two edits.
const PAUSE: Duration = Duration::from_millis(300);

/// Prints a line for `docs/reliability.md`.
#[allow(clippy::print_stdout, reason = "`.ci/campaign` reads it")]
pub fn figure(sentence: &str) {
    println!("figure: {sentence}");
}

/// Random numbers (SplitMix64): the same for the same `SEED`.
pub struct Random(u64);

impl Random {
    /// Another sequence for each purpose.
    pub fn new(purpose: u64) -> Self {
        let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1u64);
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ purpose)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` up to but not including `high`.
    pub fn within(&mut self, low: i32, high: i32) -> i32 {
        low + (self.next() % (high - low) as u64) as i32
    }

    pub fn duration(&mut self, low: Duration, high: Duration) -> Duration {
        low + (high - low).mul_f64(self.next() as f64 / u64::MAX as f64)
    }
}

/// The folders of one user: home, working folder and temporary files, all empty at first.
pub struct User(TempDir);

impl User {
    pub fn new() -> Result<Self, String> {
        let folder = TempDir::new().attempt("no folder")?;
        for name in ["home", "work", "tmp"] {
            fs::create_dir(folder.path().join(name)).attempt("no folder")?;
        }
        Ok(Self(folder))
    }

    /// The folder of all.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// A folder or file, by its path from the folder of all.
    pub fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    /// The program's folder for data.
    pub fn data(&self) -> PathBuf {
        self.path("home/.local/share/ropewalk")
    }

    /// The program for this user, run by another program if `runner` names one with its arguments.
    pub fn command(&self, runner: &[&str], flags: &[&str]) -> Process {
        let words = runner.iter().map(OsString::from).chain([OsString::from(ropewalk())]);
        let mut words = words.chain(flags.iter().map(OsString::from));
        let mut command = Process::new(words.next().unwrap_or_default());
        command.args(words).current_dir(self.path("work"));
        command.env("HOME", self.path("home")).env("TMPDIR", self.path("tmp"));
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_PICTURES_DIR"] {
            command.env_remove(name);
        }
        // Its cache of shaders is not the program's.
        command.env("MESA_SHADER_CACHE_DISABLE", "true");
        command
    }

    /// Opens a window for this user.
    pub fn open(&self, screen: &Screen, flags: &[&str]) -> Result<Player, String> {
        self.open_by(&[], screen, flags)
    }

    /// The same through another program.
    pub fn open_by(&self, runner: &[&str], screen: &Screen, flags: &[&str]) -> Result<Player, String> {
        let flags = [&["--size", "640x480"], flags].concat();
        Ok(Player { app: screen.launch_command(self.command(runner, &flags))?, edits: Vec::new() })
    }

    /// The sessions of the autosave, with their names. A file that cannot be read is an error.
    pub fn sessions(&self) -> Result<Vec<(String, Recording)>, String> {
        let files = fs::read_dir(self.data()).into_iter().flatten().flatten().map(|file| file.path());
        let sessions = files.filter(|path| path.extension().is_some_and(|extension| extension == "ron"));
        let read = sessions.map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, Recording::read(&path).map_err(|error| error.to_string())?))
        });
        read.collect()
    }

    /// The greatest number of noted edits in a session of the autosave.
    pub fn kept_edits(&self) -> Result<usize, String> {
        Ok(self.sessions()?.iter().map(|(_, session)| count_edits(session)).max().unwrap_or(0))
    }

    /// The files of the program's folder for data that are neither sessions nor locks.
    pub fn leftovers(&self) -> Vec<String> {
        let files = fs::read_dir(self.data()).into_iter().flatten().flatten();
        let names =
            files.filter(|file| file.path().is_file()).map(|file| file.file_name().to_string_lossy().into_owned());
        names.filter(|name| !name.ends_with(".ron") && !name.ends_with(".lock")).collect()
    }
}

/// Number of the edits of [`Player::edit`] in a session.
pub fn count_edits(session: &Recording) -> usize {
    session.commands.iter().filter(|Stamped(_, command)| matches!(command, Command::SetGravity(_))).count()
}

/// A window and the edits made in it.
pub struct Player {
    pub app: App,
    /// When each edit began.
    pub edits: Vec<Instant>,
}

impl Player {
    /// One edit: gravity is reversed.
    pub fn edit(&mut self) -> Result<(), String> {
        self.edits.push(Instant::now());
        self.app.key("g")
    }

    /// Saves a picture and an animation, and the session under a name.
    pub fn save_everything(&mut self) -> Result<(), String> {
        self.app.key("F2")?;
        self.app.key("F5")?;
        self.play(Duration::from_secs(1))?;
        self.app.key("F5")?;
        self.app.chord(&["Control_L", "s"])?;
        self.app.key("q")?;
        self.app.key("Return")
    }

    /// Edits now and then for some time.
    pub fn play(&mut self, time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        while Instant::now() < end {
            self.edit()?;
            std::thread::sleep(PAUSE.min(end.saturating_duration_since(Instant::now())));
        }
        Ok(())
    }

    /// The play up to `end` that is lost when only the first `kept` edits are kept.
    pub fn lost(&self, kept: usize, end: Instant) -> Duration {
        self.edits.get(kept).map_or(Duration::ZERO, |&edit| end.duration_since(edit))
    }

    /// Closes the window.
    pub fn close(mut self) -> Result<Exit, String> {
        self.app.close()?;
        self.app.wait_exit(PATIENCE)
    }
}

/// Fails unless the program ended by itself and without a fault of its own.
pub fn expect_success(exit: &Exit) -> Result<(), String> {
    let is_well = exit.status.success() && !exit.stderr.contains("panicked");
    is_well.then_some(()).ok_or_else(|| format!("it ended with {}:\n{}", exit.status, exit.stderr))
}
