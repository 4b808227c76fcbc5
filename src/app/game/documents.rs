//! Saving and opening: what the file dialog, dropped files and finished jobs do.

use std::path::{Path, PathBuf};

use super::files::PAST_IS_LOST;
use super::game::Game;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::actions::{Action, SelectionAction, key_name};
use crate::app::actions::{FileRequest, SaveKind};
use crate::app::platform::{Answer, FileChooser, Question};
use crate::app::storage::{
    JobResult, Library, OpenedSession, read_session, set_interrupted_aside, write_save, write_session,
};
use crate::app::ui::dialog::{Dialog, Purpose};
use crate::physics::Things;
use crate::sandbox::Command;
use crate::scene::{BLANK, NamedScene, SceneDef, blank_page};
use crate::timeline::{Document, Recording, Timeline};
use crate::{host, scene};

impl Game {
    /// Phase: opens dropped files, takes in the results of jobs, and keeps the session from time to time.
    pub(super) fn poll_files(&mut self) {
        if let Some(path) = self.files.next_drop() {
            self.pacing.idle_frames = 0;
            self.open_file(path);
        }
        self.take_chosen_file();
        if let Some(result) = self.files.play_slice() {
            self.take_result(result);
        }
        self.files.open_deferred();
        while let Some(result) = self.files.jobs.next_result() {
            self.pacing.idle_frames = 0;
            self.take_result(result);
        }
        if self.files.autosave.is_due(&self.playback.timeline) {
            self.files.autosave.keep(&self.playback.timeline);
        }
        if let Some(news) = self.files.autosave.take_news() {
            news.as_ref().map_or_else(|wrong| host::log(wrong), |good| host::log(good));
            self.messages.notify(news);
        }
    }

    /// Opens the file dialog, and ends a gesture.
    pub(super) fn ask_for_file(&mut self, purpose: Purpose) {
        self.end_gestures();
        let title = &self.sandbox().scene().scene.title;
        let name = self.files.name.clone().unwrap_or_else(|| self.files.library.free_name(title));
        self.files.dialog = Some(Dialog::new(purpose, &self.files.library, &self.files.autosave, &name));
    }

    /// Carries out a request of the file dialog, or of the offer to restore a session.
    pub(super) fn perform_file_request(&mut self, request: FileRequest) {
        match request {
            FileRequest::Close => self.files.dialog = None,
            FileRequest::Save(kind, path) => {
                self.files.dialog = None;
                self.save(kind, path);
            }
            FileRequest::Open(path) => {
                self.files.dialog = None;
                self.open_file(path);
            }
            FileRequest::OpenLink(link) => {
                self.files.dialog = None;
                self.open_link(link);
            }
            FileRequest::Browse => self.browse(),
            FileRequest::Restore => {
                if let Some(path) = self.files.autosave.accept_offer() {
                    self.messages.say(format!("opening {}", path.display()));
                    let read = move || JobResult::Interrupted(read_session(&path).map(Box::new), path);
                    self.files.jobs.start("open", read);
                }
            }
            FileRequest::Discard => self.files.autosave.decline_offer(),
            FileRequest::CopyLink => {
                self.files.dialog = None;
                self.copy_link();
            }
            #[cfg(target_arch = "wasm32")]
            FileRequest::ChooseFile => {
                self.files.dialog = None;
                host::choose_file();
            }
        }
    }

    /// Copies a link to the session; in a browser, the page's address shows it as well.
    fn copy_link(&mut self) {
        let link = match self.playback.timeline.session().recording().to_link() {
            Ok(link) => link,
            Err(error) => return self.messages.warn(format!("no link: {error}")),
        };
        let characters = link.len();
        let copied = format!("link copied: {characters} characters with the whole session");
        #[cfg(target_arch = "wasm32")]
        host::share_link(&link);
        #[cfg(not(target_arch = "wasm32"))]
        let copied = match self.prefs.current.page() {
            Some(page) => {
                self.egui.clipboard().copy(format!("{page}#{link}"));
                copied
            }
            None => {
                self.egui.clipboard().copy(link);
                let key = key_name(Action::Selection(SelectionAction::Paste));
                format!("{copied}; {key} or \"ropewalk LINK\" opens it (for an address set page in settings.ron)")
            }
        };
        self.messages.say(copied);
    }

    /// Opens the desktop's own dialog, unless one is open.
    fn browse(&mut self) {
        let Some(dialog) = self.files.dialog.as_ref().filter(|_| self.files.chooser.is_none()) else { return };
        let (place, typed) = dialog.place_and_name();
        let name = (dialog.purpose() == Purpose::Save).then(|| Library::file_name(typed).unwrap_or_default());
        let folder = place.map(Path::to_owned).or_else(host::home_folder);
        self.files.chooser = Some(FileChooser::start(Question { save_as: name, folder }));
    }

    /// Takes the answer of the desktop's own dialog.
    pub(super) fn take_chosen_file(&mut self) {
        let Some(chooser) = &self.files.chooser else { return };
        let (saves, Some(answer)) = (chooser.saves(), chooser.poll()) else { return };
        self.files.chooser = None;
        self.pacing.idle_frames = 0;
        // An answer that comes after our dialog was closed, or to the question of another one, is for nobody.
        let Some(dialog) = self.files.dialog.as_mut().filter(|dialog| dialog.takes(&answer, saves)) else { return };
        match answer {
            Answer::Chosen(path) if dialog.purpose() == Purpose::Save => dialog.set_path(&path),
            Answer::Chosen(path) => self.perform_file_request(FileRequest::Open(path)),
            Answer::NoDialog => dialog.do_without_chooser(),
            Answer::Cancelled => {}
        }
    }

    fn save(&mut self, kind: SaveKind, path: PathBuf) {
        self.files.name = stem(&path);
        let scene = match kind {
            SaveKind::Build => self.sandbox().export_design(),
            SaveKind::Now => self.sandbox().export(),
            SaveKind::Session => {
                let session = self.playback.timeline.session();
                self.files.jobs.start("save", move || JobResult::Written(write_session(&session, &path), path));
                return;
            }
        };
        let scene = SceneDef { title: self.scene_title().to_owned(), ..scene };
        self.files.jobs.start("save", move || {
            let written = write_save(&path, &scene::to_text(&scene, usize::MAX));
            JobResult::Written(written, path)
        });
    }

    /// Reads a file in the background; its content is opened when the job is done.
    pub(super) fn open_file(&mut self, path: PathBuf) {
        if host::exists(&path) && !host::is_file(&path) {
            // Reading a pipe would block for ever.
            self.messages.warn(format!("not opened: {} is not a file", path.display()));
            return;
        }
        self.messages.say(format!("opening {}", path.display()));
        self.files.jobs.start("open", move || match Document::read(&path) {
            Err(error) => JobResult::OpenFailed(error.to_string()),
            Ok(Document::Scene(scene)) => JobResult::Scene(scene),
            Ok(Document::Session(recording)) if recording.now.is_none() => JobResult::Recording(recording),
            Ok(Document::Session(recording)) => match Timeline::resume(&recording) {
                Ok(timeline) => JobResult::Session(Box::new(OpenedSession { timeline, recording: *recording }), path),
                Err(unfit) => JobResult::OpenFailed(format!("{}: {unfit}", path.display())),
            },
        });
    }

    /// Reads a link in the background; its session is replayed when that is done.
    pub(super) fn open_link(&mut self, link: String) {
        self.messages.say("opening the link".to_owned());
        self.files.jobs.start("open", move || match Recording::from_link(&link) {
            Ok(recording) => JobResult::Recording(Box::new(recording)),
            Err(error) => JobResult::OpenFailed(error.to_string()),
        });
    }

    pub(super) fn take_result(&mut self, result: JobResult) {
        match result {
            JobResult::Written(Ok(()), path) => self.messages.say(format!("saved {}", path.display())),
            JobResult::Written(Err(error), _) => self.messages.warn(format!("not saved: {error}")),
            JobResult::OpenFailed(error) => self.messages.warn(format!("not opened: {error}")),
            JobResult::Scene(scene) => {
                self.messages.clear_news();
                self.open_scene(*scene);
            }
            JobResult::Recording(recording) => match Timeline::replaying(*recording) {
                Ok(timeline) => self.replace_session(timeline, "recording"),
                Err(error) => self.messages.warn(format!("not opened: {error}")),
            },
            JobResult::Session(session, path) => {
                self.continue_session(*session);
                // A file of the autosave has no name that the user gave it.
                self.files.name = stem(&path).filter(|_| !self.files.library.is_autosave(&path));
            }
            JobResult::LastSession(Ok(session)) => {
                self.files.continue_last(&session.timeline);
                self.continue_session(*session);
            }
            JobResult::LastSession(Err(fault)) => self.complain(self.files.autosave.set_last_aside(&fault)),
            JobResult::Interrupted(Ok(session), _) => self.continue_session(*session),
            JobResult::Interrupted(Err(fault), path) => self.complain(set_interrupted_aside(&path, &fault)),
            JobResult::Past { number, timeline: past } => {
                let session = &mut self.playback.timeline;
                if !self.files.end_past(number) {
                    return;
                }
                if past.is_some_and(|past| session.attach_past(*past)) {
                    if self.files.is_past_slow() {
                        let news = "undo and rewind reach back to the session's start now";
                        self.messages.notify(Ok(news.to_owned()));
                    }
                } else if session.lacks_past() {
                    self.messages.complain(PAST_IS_LOST.to_owned());
                }
            }
        }
    }

    /// Says that a kept session does not open, in place of the word that it is being opened.
    fn complain(&mut self, complaint: String) {
        host::log(&complaint);
        self.messages.clear_news();
        self.messages.complain(complaint);
    }

    /// Continues a session at its end, while its past is replayed.
    fn continue_session(&mut self, OpenedSession { timeline, recording }: OpenedSession) {
        self.replace_session(timeline, "session");
        if self.playback.timeline.lacks_past() {
            self.files.read_past(recording);
        } else {
            self.messages.complain(PAST_IS_LOST.to_owned());
        }
        self.playback.timeline.release_all();
        self.files.autosave.keep(&self.playback.timeline);
    }

    /// Replaces the session; the present one is kept among the earlier sessions.
    fn replace_session(&mut self, timeline: Timeline, kind: &str) {
        self.end_gestures();
        self.files.stop_past();
        self.files.autosave.set_aside(&self.playback.timeline);
        self.playback.replace(timeline, self.prefs.current.memory);
        self.files.name = None;
        self.select(Things::default());
        self.show_scene();
        self.messages.say(format!("the {kind} is open"));
    }

    /// Opens a blank page, paused to build on. The session up to here is kept among the earlier sessions, and is one undo
    /// away.
    pub(super) fn open_blank_page(&mut self) {
        let Some(named) = blank_page() else { return };
        let world = self.sandbox().world();
        let has_things =
            !world.particles().is_empty() || !world.colliders().shapes().is_empty() || !world.blowers().is_empty();
        if has_things {
            self.files.autosave.set_aside(&self.playback.timeline);
        }
        self.files.name = None;
        self.open_scene(named);
        // Parts would fall before they are joined.
        self.playback.clock.paused = true;
    }

    /// Title of the scene; that of a blank page is the name under which it was saved or opened.
    pub(super) fn scene_title(&self) -> &str {
        let NamedScene { name, scene } = self.sandbox().scene();
        let saved = self.files.name.as_deref().filter(|_| name == BLANK);
        saved.unwrap_or(&scene.title)
    }

    /// Opens a scene that is not in the gallery.
    fn open_scene(&mut self, scene: NamedScene) {
        self.end_gestures();
        self.act([Command::Open(Box::new(scene))]);
        // Shown even if the scene before it has the same name.
        self.show_scene();
    }
}

/// A file's name without its extension; `None` if text cannot hold it: another name would be another file.
fn stem(path: &Path) -> Option<String> {
    path.file_stem()?.to_str().map(str::to_owned)
}
