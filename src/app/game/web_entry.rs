//! The window as a page of a browser. The page's address says what to open, and `web/plugin.js` calls the functions
//! here.
#![allow(unsafe_code, reason = "functions for JavaScript have unmangled names, and take a pointer and a length")]

use std::{
    cell::{Cell, RefCell},
    fmt::Write as _,
    rc::Rc,
    time::Duration,
};

use super::game::Game;
use super::launch::run;
use super::start::{Options, Start};
use crate::app::widgets;
use crate::host;
use crate::timeline::{Document, Recording};

thread_local! {
    static GAME: RefCell<Option<Rc<RefCell<Option<Game>>>>> = const { RefCell::new(None) };
    /// The page was left: the game has to know when the user returns to it.
    static IS_LEFT: Cell<bool> = const { Cell::new(false) };
}

/// Opens the session that the page's address names.
pub fn open() {
    let start = reloaded_session().map(Start::Session);
    let link = |link| if host::is_own_link() { Start::OwnLink(link) } else { Start::Link(link) };
    let start = start.or_else(|| host::fragment().map(link));
    let start = start.or_else(|| host::take_scene_name().map(Start::SceneName)).unwrap_or(Start::LastSession);
    let options =
        Options { start, threads: 1, record: None, paused: false, size: None, exit_after: None, screenshot: None };
    if let Err(failure) = run(options) {
        host::log(&format!("{failure:?}"));
    }
}

/// The session that the page handed over when it had to be reloaded.
fn reloaded_session() -> Option<Box<Recording>> {
    match Document::read(&host::fs::given()?) {
        Ok(Document::Session(recording)) if recording.now.is_some() => Some(recording),
        _ => None,
    }
}

/// Gives the functions of the page access to the game.
pub(super) fn attach(game: &Rc<RefCell<Option<Game>>>) {
    GAME.with_borrow_mut(|held| *held = Some(Rc::clone(game)));
}

/// Calls a function with the game; `None` in the middle of a frame, or before the first one.
fn with_game<T>(call: impl FnOnce(&mut Game) -> T) -> Option<T> {
    let game = GAME.with_borrow(Clone::clone)?;
    let mut game = game.try_borrow_mut().ok()?;
    game.as_mut().map(call)
}

/// The page is about to close: saves everything. Returns whether the session is kept as the last one.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_leave() -> bool {
    with_game(|game| {
        game.end_gestures();
        IS_LEFT.set(true);
        game.leave_page()
    })
    .unwrap_or(false)
}

/// Version of `web/plugin.js` that this program needs; the loader compares them.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_crate_version() -> u32 {
    1
}

/// The user has returned to the page.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_return() {
    if IS_LEFT.take() {
        with_game(|game| game.files.autosave.reopen());
    }
}

/// The page is hidden: the browser may end it without notice.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_hide() {
    with_game(|game| {
        game.end_gestures();
        game.save_now();
    });
}

/// Whether something would be lost if the page were closed now.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_is_unkept() -> bool {
    with_game(|game| {
        game.save_now();
        game.files.autosave.failure().is_some()
    })
    .unwrap_or(false)
}

/// Gives the page the session as text, for a reload.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_session() {
    let text = with_game(|game| game.playback.timeline.session().with_state().to_text());
    host::answer_page(&text.unwrap_or_default());
}

/// Gives the page the state as JSON, for programs that drive it from outside, such as the tests.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_state() {
    host::answer_page(&with_game(|game| game.report()).unwrap_or_else(|| "null".to_owned()));
}

/// Gives the page the place where a control was drawn last, in the page's pixels, as JSON: left, top, width, height.
///
/// # Safety
/// `name` points to `length` bytes from `allocate_vec_u8`.
#[unsafe(no_mangle)]
unsafe extern "C" fn ropewalk_place(name: *mut u8, length: usize) {
    // SAFETY: as promised by the caller, who gives the bytes away.
    let name = unsafe { Vec::from_raw_parts(name, length, length) };
    let mut answer = "null".to_owned();
    with_game(|game| {
        let context = game.egui.context();
        if let Some(rect) = widgets::place(context, &String::from_utf8_lossy(&name)) {
            let scale = context.pixels_per_point() / host::pixel_density(1.0);
            let [x, y, width, height] = [rect.min.x, rect.min.y, rect.width(), rect.height()].map(|side| side * scale);
            answer.clear();
            let _ = write!(answer, "[{x}, {y}, {width}, {height}]");
        }
    });
    host::answer_page(&answer);
}

impl Game {
    /// Saves settings and session at once.
    fn save_now(&mut self) {
        self.save_prefs(Duration::ZERO);
        self.files.autosave.keep(&self.playback.timeline);
        if let Some(news) = self.files.autosave.take_news() {
            self.messages.notify(news);
        }
    }

    /// Saves everything as when a window is closed, for a page that may be returned to. Returns whether there was a
    /// session to keep, and it is kept.
    fn leave_page(&mut self) -> bool {
        // The autosave first: it remains if there is no room for the last session.
        self.save_now();
        let closed = self.files.autosave.close(&self.playback.timeline);
        if let Err(error) = &closed {
            host::log(error);
        }
        closed.is_ok() && !self.playback.timeline.is_untouched()
    }
}
