//! The user's files: saving and opening by a dialog, files that are dropped on the window, and the session that is kept
//! whatever happens. Everything that takes longer than a frame is done beside the loop.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use super::{draw_ui::NEWS_SECONDS, game::Game};
use crate::{
    app::{
        actions::{FileRequest, Save},
        platform::Failure,
        storage::{Autosave, BackgroundJobs, JobResult, Library, saved, write_kept, write_session},
        style::shorten,
        ui::dialog::{Dialog, Purpose},
    },
    host::{self, Instant},
    sandbox::Command,
    scene::{self, NamedScene},
    timeline::{self, Document, Recording, Timeline},
};

/// A file below this size, bytes, is opened before the window is shown.
const SMALL: u64 = 2 << 20;

/// What the app knows of files.
pub struct Files {
    pub(super) library: Library,
    pub(super) autosave: Autosave,
    pub(super) dialog: Option<Dialog>,
    work: BackgroundJobs,
    /// What is played again in the background, for the timeline to adopt.
    past: Option<Past>,
    /// How many times that has been begun.
    pasts: u64,
    /// The same where there is no thread for it: some of it in each frame.
    slices: Option<timeline::PastReplay>,
    /// To be opened once the window is there.
    later: Option<PathBuf>,
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

impl Files {
    /// Finds the user's folder; looks for a session that was not closed, unless the run is `scripted`.
    #[must_use]
    pub fn open(scripted: bool) -> Self {
        let library = Library::open();
        let autosave = if scripted { Autosave::off() } else { Autosave::open(library.folder()) };
        Self {
            library,
            autosave,
            dialog: None,
            work: BackgroundJobs::default(),
            past: None,
            pasts: 0,
            slices: None,
            later: None,
            name: None,
        }
    }

    /// The last session, if there is one that can be read at once; a large one is opened when the window is there. Whatever
    /// is wrong with it, the window opens: with the scene that a newcomer sees, and a sentence.
    ///
    /// # Errors
    /// With a sentence where it cannot be read; it is out of the way then.
    pub fn last_session(&mut self) -> Result<Option<Box<Recording>>, String> {
        let Some(path) = self.autosave.last() else { return Ok(None) };
        if host::fs::metadata(&path).is_ok_and(|about| about.len() > SMALL) {
            self.autosave.go_on();
            self.later = Some(path);
            return Ok(None);
        }
        let wrong = match Document::read(&path) {
            Ok(Document::Session(recording)) if recording.now.is_some() => {
                self.autosave.go_on();
                return Ok(Some(recording));
            }
            Ok(_) => format!("{} is not a session", path.display()),
            Err(error) => error.to_string(),
        };
        let aside =
            self.autosave.set_last_aside().map_or(String::new(), |aside| format!(" (it is {} now)", aside.display()));
        Err(format!("the last session is not there: {wrong}{aside}"))
    }

    /// Whether something is being done that will have to be told of. (A past that is played again is not: it can wait for
    /// whoever comes back.)
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.slices.is_some() || self.work.is_busy() || self.autosave.is_writing() || self.later.is_some()
    }

    /// Plays what was before the end of a session, so that one can go back to it.
    pub fn read_past(&mut self, recording: Recording) {
        let stop = Arc::new(AtomicBool::new(false));
        self.past = Some(Past(Arc::clone(&stop)));
        self.pasts += 1;
        let number = self.pasts;
        if host::IN_BROWSER {
            self.slices = timeline::PastReplay::new(&recording);
            return;
        }
        self.work.start_long("past", move || {
            JobResult::Past(number, Timeline::replay_past(&recording, &stop).map(Box::new))
        });
    }
}

/// How much of a frame may go into playing again what was before.
const SLICE: Duration = Duration::from_millis(6);

impl Game {
    /// Plays some of what was before again.
    fn play_slice(&mut self) {
        let Some(past) = &mut self.files.slices else { return };
        let began = Instant::now();
        while began.elapsed() < SLICE {
            if !past.step() {
                let past = self.files.slices.take().and_then(timeline::PastReplay::finish);
                return self.take_in(JobResult::Past(self.files.pasts, past.map(Box::new)));
            }
        }
    }

    /// Opens the dialog, to save or to open; a gesture that is going on ends.
    pub(super) fn ask_for_file(&mut self, purpose: Purpose) {
        self.lose_focus();
        let title = &self.sandbox().scene().scene.title;
        let name = self.files.name.clone().unwrap_or_else(|| self.files.library.free_name(title));
        self.files.dialog = Some(Dialog::new(purpose, &self.files.library, &self.files.autosave, &name));
    }

    /// What the dialog, or the offer, was asked for.
    pub(super) fn fulfil_file(&mut self, request: FileRequest) {
        match request {
            FileRequest::Close => self.files.dialog = None,
            FileRequest::Save(save) => {
                self.files.dialog = None;
                self.save(save);
            }
            FileRequest::Open(path) => {
                self.files.dialog = None;
                self.open_file(path);
            }
            FileRequest::BringBack => {
                if let Some(path) = self.files.autosave.accept() {
                    self.open_file(path);
                }
            }
            FileRequest::Discard => self.files.autosave.discard(),
            #[cfg(target_arch = "wasm32")]
            FileRequest::CopyLink => {
                self.files.dialog = None;
                self.copy_link();
            }
            #[cfg(target_arch = "wasm32")]
            FileRequest::Choose => {
                self.files.dialog = None;
                host::choose_file();
            }
        }
    }

    fn save(&mut self, save: Save) {
        match save {
            Save::Session(path) => {
                self.files.name = stem(&path);
                let session = self.timeline.session();
                self.files.work.start("save", move || JobResult::Written(write_session(&session, &path), path));
            }
            Save::Scene(path) => {
                self.files.name = stem(&path);
                let scene = self.sandbox().export();
                self.files.work.start("save", move || {
                    let written = saved(&path, scene::to_text(&scene, usize::MAX));
                    JobResult::Written(written, path)
                });
            }
        }
    }

    /// Reads a file beside the loop; what is in it is opened when it is there.
    pub(super) fn open_file(&mut self, path: PathBuf) {
        if host::exists(&path) && !host::is_file(&path) {
            // A pipe would be waited for, and nobody could say that it is not wanted any more.
            self.warn(format!("not opened: {} is not a file", path.display()));
            return;
        }
        self.say(format!("opening {}", path.display()));
        self.files.work.start("open", move || match Document::read(&path) {
            Err(error) => JobResult::Failed(error.to_string()),
            Ok(Document::Scene(scene)) => JobResult::Scene(scene),
            Ok(Document::Session(recording)) if recording.now.is_none() => JobResult::Recording(recording),
            Ok(Document::Session(recording)) => match Timeline::resume(&recording) {
                Ok(timeline) => JobResult::Session(Box::new(timeline), recording, path),
                Err(unfit) => JobResult::Failed(format!("{}: {unfit}", path.display())),
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
        self.play_slice();
        if let Some(path) = self.files.later.take() {
            self.open_file(path);
        }
        while let Some(done) = self.files.work.done() {
            self.idle = 0;
            self.take_in(done);
        }
        if self.files.autosave.is_due() {
            let Self { files, timeline, .. } = self;
            files.autosave.keep(timeline);
        }
        if let Some(news) = self.files.autosave.news() {
            news.as_ref().map_or_else(|wrong| host::complain(wrong), |good| host::complain(good));
            self.tell(news);
        }
    }

    fn take_in(&mut self, done: JobResult) {
        match done {
            JobResult::Written(Ok(()), path) => self.say(format!("saved {}", path.display())),
            JobResult::Written(Err(error), _) => self.warn(format!("not saved: {error}")),
            JobResult::Nothing => {}
            JobResult::NotKept(error) => self.warn(format!("what was played before is not kept: {error}")),
            JobResult::Failed(error) => self.warn(format!("not opened: {error}")),
            JobResult::Scene(scene) => {
                self.news.1 = 0.0;
                self.open_scene(*scene);
            }
            JobResult::Recording(recording) => match Timeline::replaying(*recording) {
                Ok(timeline) => self.replace(timeline, "recording"),
                Err(error) => self.warn(format!("not opened: {error}")),
            },
            JobResult::Session(timeline, recording, path) => {
                self.replace(*timeline, "session");
                // What is kept by itself has no name that the user gave it.
                self.files.name = stem(&path).filter(|_| !self.files.library.is_kept(&path));
                self.timeline.release_all();
                self.files.read_past(*recording);
                // Whatever happens from now on, it is not lost again.
                self.files.autosave.keep(&self.timeline);
            }
            JobResult::Past(number, past) if number == self.files.pasts => {
                self.files.past = None;
                if !past.is_some_and(|past| self.timeline.attach_past(*past)) && self.timeline.lacks_past() {
                    self.warn("what was before cannot be gone back to: it does not come to the same state".to_owned());
                }
            }
            // Of a session that is not there any more.
            JobResult::Past(..) => {}
        }
    }

    /// Goes on with another session; this one is kept, as the last.
    fn replace(&mut self, timeline: Timeline, what: &str) {
        self.lose_focus();
        (self.files.past, self.files.slices) = (None, None);
        self.put_aside();
        self.timeline = timeline;
        self.files.name = None;
        self.timeline.set_threads(self.threads);
        self.set_memory(self.memory);
        self.divergence_told = false;
        self.exhibit();
        self.say(format!("the {what} is open"));
    }

    /// Puts the session aside that another takes the place of: it is in the list of files then.
    fn put_aside(&mut self) {
        if self.timeline.is_untouched() {
            return;
        }
        if let Some(path) = self.files.autosave.place_aside() {
            let session = self.timeline.session();
            self.files.work.start("put aside", move || match write_kept(&session, &path) {
                Ok(()) => JobResult::Nothing,
                Err(error) => JobResult::NotKept(error),
            });
        }
    }

    /// Something for the status line, for a moment.
    pub(super) fn say(&mut self, news: String) {
        self.tell(Ok(news));
    }

    /// The same where something went wrong.
    pub(super) fn warn(&mut self, wrong: String) {
        self.tell(Err(wrong));
    }

    pub(super) fn tell(&mut self, news: Result<String, String>) {
        let news = news.map(shorten).map_err(shorten);
        self.news = (news, NEWS_SECONDS);
    }

    /// A scene that is not in the gallery.
    fn open_scene(&mut self, scene: NamedScene) {
        self.lose_focus();
        self.act([Command::Open(Box::new(scene))]);
        // Another file may have the same name.
        self.exhibit();
    }

    /// Keeps the session for the next start.
    pub(super) fn keep_session(&mut self) -> Result<(), Failure> {
        self.files.past = None;
        self.files.work.finish();
        while let Some(done) = self.files.work.done() {
            if let JobResult::Written(Err(error), _) = done {
                host::complain(&error.to_string());
            }
        }
        self.files.autosave.close(&self.timeline).map_err(Failure::File)
    }
}

/// A file's name without its ending.
fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}
