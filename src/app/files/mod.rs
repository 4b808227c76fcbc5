//! The user's files: saving and opening by a dialog, files that are dropped on the window, and the session that is kept
//! whatever happens. Everything that takes longer than a frame is done beside the loop.

pub mod dialog;
mod safe;
mod shelf;
mod work;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

pub use dialog::{Dialog, Purpose};
pub use safe::Safe;
pub use shelf::{Entry, Shelf};

use work::{Done, Work};

use super::{Failure, game::Game, panel::Wish};
use crate::{
    sandbox::Command,
    scene::{self, FileError, NamedScene},
    timeline::{Document, Session, Timeline},
};

/// A file below this size, bytes, is opened before the window is shown.
const SMALL: u64 = 2 << 20;

/// What the app knows of files.
pub struct Files {
    pub(super) shelf: Shelf,
    pub(super) safe: Safe,
    pub(super) dialog: Option<Dialog>,
    work: Work,
    /// What is played again in the background, for the timeline to adopt.
    past: Option<Past>,
    /// The name under which the session was saved or opened last.
    name: Option<String>,
}

/// Something that is played again in the background; dropped, it stops.
struct Past(Arc<AtomicBool>);

impl Drop for Past {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Where a save goes, and what of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Save {
    /// All that was done, with the state at its end.
    Session(PathBuf),
    /// What is on the screen, as a scene.
    Scene(PathBuf),
}

impl Files {
    /// Finds the user's folder; looks for a session that was not closed, unless the run is `scripted`.
    #[must_use]
    pub fn open(scripted: bool) -> Self {
        let shelf = Shelf::open();
        let safe = if scripted { Safe::off() } else { Safe::open(shelf.folder()) };
        Self { shelf, safe, dialog: None, work: Work::default(), past: None, name: None }
    }

    /// The last session, if there is one that can be read at once.
    #[must_use]
    pub fn last_session(&self) -> Option<Document> {
        let path = self.safe.last()?;
        let small = std::fs::metadata(&path).ok()?.len() <= SMALL;
        // Whatever is wrong with it, the window opens: with the scene that a newcomer sees.
        small.then(|| Document::read(&path).ok()).flatten()
    }

    /// Whether something is being done that will have to be told of.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.work.is_busy() || self.past.is_some()
    }

    /// Plays what was before the end of a session, so that one can go back to it.
    pub fn read_past(&mut self, recording: crate::timeline::Recording) {
        let stop = Arc::new(AtomicBool::new(false));
        self.past = Some(Past(Arc::clone(&stop)));
        self.work.start("past", move || Done::Past(Timeline::played(&recording, &stop).map(Box::new)));
    }
}

impl Game {
    /// Opens the dialog, to save or to open; a gesture that is going on ends.
    pub(super) fn ask_for_file(&mut self, purpose: Purpose) {
        self.lose_focus();
        let name = self.files.name.clone().unwrap_or_else(|| self.sandbox().scene().scene.title.clone());
        self.files.dialog = Some(Dialog::new(purpose, &self.files.shelf, &self.files.safe, &name));
    }

    /// What the dialog, or the offer, was asked for.
    pub(super) fn fulfil_file(&mut self, wish: FileWish) {
        match wish {
            FileWish::Close => self.files.dialog = None,
            FileWish::Save(save) => {
                self.files.dialog = None;
                self.save(save);
            }
            FileWish::Open(path) => {
                self.files.dialog = None;
                self.open_file(path);
            }
            FileWish::BringBack => {
                if let Some(path) = self.files.safe.accept() {
                    self.open_file(path);
                }
            }
            FileWish::Discard => self.files.safe.discard(),
        }
    }

    fn save(&mut self, save: Save) {
        match save {
            Save::Session(path) => {
                self.files.name = stem(&path);
                let session = self.timeline.session();
                self.files.work.start("save", move || Done::Written(write_session(&session, &path), path));
            }
            Save::Scene(path) => {
                self.files.name = stem(&path);
                let scene = self.sandbox().export();
                self.files.work.start("save", move || {
                    let written = fitting(&path, scene::to_text(&scene, usize::MAX));
                    Done::Written(written, path)
                });
            }
        }
    }

    /// Reads a file beside the loop; what is in it is opened when it is there.
    pub(super) fn open_file(&mut self, path: PathBuf) {
        self.say(format!("opening {}", path.display()));
        self.files.work.start("open", move || match Document::read(&path) {
            Err(error) => Done::Failed(error.to_string()),
            Ok(Document::Scene(scene)) => Done::Scene(scene),
            Ok(Document::Session(recording)) if recording.now.is_none() => Done::Recording(recording),
            Ok(Document::Session(recording)) => match Timeline::resume(&recording) {
                Ok(timeline) => Done::Session(Box::new(timeline), recording, path),
                Err(unfit) => Done::Failed(format!("{}: {unfit}", path.display())),
            },
        });
    }

    /// Files that were dropped on the window: the first of them is opened.
    pub(super) fn take_dropped(&mut self) {
        if let Some(path) = self.drops.take() {
            self.idle = 0;
            self.open_file(path);
        }
    }

    /// Takes in what was done beside the loop, and keeps the session from time to time.
    pub(super) fn see_to_files(&mut self) {
        self.take_dropped();
        while let Some(done) = self.files.work.done() {
            self.idle = 0;
            self.take_in(done);
        }
        if self.files.safe.is_due() {
            let Self { files, timeline, .. } = self;
            files.safe.keep(timeline);
        }
        if let Some(complaint) = self.files.safe.complaint() {
            eprintln!("ropewalk: {complaint}");
            self.complaint = Some(complaint);
        }
    }

    fn take_in(&mut self, done: Done) {
        match done {
            Done::Written(Ok(()), path) => self.say(format!("saved {}", path.display())),
            Done::Written(Err(error), _) => self.say(format!("not saved: {error}")),
            Done::Failed(error) => self.say(format!("not opened: {error}")),
            Done::Scene(scene) => {
                self.news.1 = 0.0;
                self.open_scene(*scene);
            }
            Done::Recording(recording) => match Timeline::replaying(*recording) {
                Ok(timeline) => self.replace(timeline, "recording"),
                Err(error) => self.say(format!("not opened: {error}")),
            },
            Done::Session(timeline, recording, path) => {
                self.files.name = stem(&path);
                self.replace(*timeline, "session");
                self.files.read_past(*recording);
            }
            Done::Past(None) if self.timeline.is_partly_unread() && self.files.past.is_some() => {
                self.files.past = None;
                self.say("what was before cannot be gone back to: it does not come to the same state".to_owned());
            }
            Done::Past(None) => {}
            Done::Past(Some(past)) => {
                self.files.past = None;
                self.timeline.adopt(*past);
            }
        }
    }

    /// Goes on with another session; this one is kept, as the last.
    fn replace(&mut self, timeline: Timeline, what: &str) {
        self.lose_focus();
        self.files.past = None;
        self.files.safe.put_away(&self.timeline);
        self.timeline = timeline;
        self.timeline.set_threads(self.threads);
        self.set_memory(self.memory);
        self.divergence_told = false;
        self.exhibit();
        let name = self.files.name.clone().filter(|_| what == "session").unwrap_or_else(|| what.to_owned());
        self.say(format!("opened {name}"));
    }

    /// Something for the status line, for a moment.
    pub(super) fn say(&mut self, news: String) {
        self.news = (news, super::interface::NEWS_SECONDS);
    }

    /// A scene that is not in the gallery.
    fn open_scene(&mut self, scene: NamedScene) {
        self.act([Command::Open(Box::new(scene))]);
    }

    /// Keeps the session for the next start.
    pub(super) fn keep_session(&mut self) -> Result<(), Failure> {
        self.files.past = None;
        self.files.work.finish();
        while let Some(done) = self.files.work.done() {
            if let Done::Written(Err(error), _) = done {
                eprintln!("ropewalk: {error}");
            }
        }
        self.files.safe.close(&self.timeline).map_err(Failure::File)
    }
}

/// What can be asked of the files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileWish {
    /// Nothing more.
    Close,
    /// To save.
    Save(Save),
    /// To open what is in a file.
    Open(PathBuf),
    /// The session that was not closed.
    BringBack,
    /// Not that one.
    Discard,
}

impl From<FileWish> for Wish {
    fn from(wish: FileWish) -> Self {
        Self::File(wish)
    }
}

/// A file's name without its ending.
fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}

/// Writes a session, with the state at its end.
fn write_session(session: &Session, path: &Path) -> Result<(), FileError> {
    fitting(path, session.with_state().to_text())
}

/// Writes what will be read again: not what is too long for that.
fn fitting(path: &Path, text: String) -> Result<(), FileError> {
    if text.len() as u64 > scene::MOST_BYTES {
        return Err(FileError::TooLong { path: path.to_owned() });
    }
    scene::write(path, text.as_bytes())
}
