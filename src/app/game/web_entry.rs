//! The window as a page of a browser. There is no command line: the address says what to open. The loop is the page's, so
//! that nothing is done after it; and what is to be done before the page goes, it asks for.
#![allow(
    unsafe_code,
    reason = "what the page calls has a name without mangling, and what it gives is a place and a length"
)]

use std::{
    cell::{Cell, RefCell},
    fmt::Write as _,
    rc::Rc,
};

use super::{
    game::{Game, window},
    launch::{Options, Start, run},
};
use crate::{
    app::widgets,
    host,
    timeline::{Document, Recording},
};

/// So many particles at most are told of.
const MOST_POINTS: usize = 5_000;

thread_local! {
    static GAME: RefCell<Option<Rc<RefCell<Option<Game>>>>> = const { RefCell::new(None) };
    /// It has left the page, and has to know when the user comes back to it.
    static LEFT: Cell<bool> = const { Cell::new(false) };
}

/// Opens what the page's address says.
pub fn open() {
    let start = carried().map(Start::Session);
    let link = |link| if host::is_own() { Start::OwnLink(link) } else { Start::Link(link) };
    let start = start.or_else(|| host::fragment().map(link)).unwrap_or(Start::LastSession);
    let options =
        Options { start, threads: 1, record: None, paused: false, size: None, exit_after: None, screenshot: None };
    if let Err(failure) = run(options) {
        host::complain(&format!("{failure:?}"));
    }
}

/// The session that the page was in the middle of when it had to be loaded anew.
fn carried() -> Option<Box<Recording>> {
    match Document::read(&host::fs::given()?) {
        Ok(Document::Session(recording)) if recording.now.is_some() => Some(recording),
        _ => None,
    }
}

/// Lets the page ask the game.
pub(super) fn hold(game: &Rc<RefCell<Option<Game>>>) {
    GAME.with_borrow_mut(|held| *held = Some(Rc::clone(game)));
}

fn ask<T>(what: impl FnOnce(&mut Game) -> T) -> Option<T> {
    let game = GAME.with_borrow(Clone::clone)?;
    // In the middle of a frame nothing can be asked.
    let mut game = game.try_borrow_mut().ok()?;
    game.as_mut().map(what)
}

/// The page goes, or may never be seen again: keeps what is kept. Returns whether it is there as the last session.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_leave() -> bool {
    ask(|game| {
        game.lose_focus();
        LEFT.set(true);
        game.leave_page()
    })
    .unwrap_or(false)
}

/// The version of `web/plugin.js` that this goes with; the loader compares them.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_crate_version() -> u32 {
    1
}

/// The user is back.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_return() {
    if LEFT.take() {
        ask(|game| game.files.autosave.come_back());
    }
}

/// The page is hidden: it may be ended without another word.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_hide() {
    ask(|game| {
        game.lose_focus();
        game.keep_now();
    });
}

/// Whether something is lost when the page goes.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_is_unkept() -> bool {
    ask(|game| {
        game.keep_now();
        game.files.autosave.is_failing()
    })
    .unwrap_or(false)
}

/// The session as text, for a page that is loaded anew.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_session() {
    host::tell(&ask(|game| game.session_text()).unwrap_or_default());
}

/// Tells the page what is played with, as JSON: for whoever drives it from outside, as the tests do.
#[unsafe(no_mangle)]
extern "C" fn ropewalk_state() {
    host::tell(&ask(|game| game.report()).unwrap_or_else(|| "null".to_owned()));
}

/// Tells the page where a control was drawn last, in its own pixels, as JSON: left, upper, width, height.
///
/// # Safety
/// `name` is the place of so many bytes that `allocate_vec_u8` gave.
#[unsafe(no_mangle)]
unsafe extern "C" fn ropewalk_place(name: *mut u8, length: usize) {
    // SAFETY: as promised; the bytes are ours from now on.
    let name = unsafe { Vec::from_raw_parts(name, length, length) };
    let mut answer = "null".to_owned();
    egui_macroquad::cfg(|context| {
        if let Some(rect) = widgets::place(context, &String::from_utf8_lossy(&name)) {
            let scale = context.pixels_per_point() / host::density(1.0);
            let [x, y, width, height] = [rect.min.x, rect.min.y, rect.width(), rect.height()].map(|side| side * scale);
            answer.clear();
            let _ = write!(answer, "[{x}, {y}, {width}, {height}]");
        }
    });
    host::tell(&answer);
}

impl Game {
    /// Puts a link to the session into the clipboard, and into the page's address.
    pub(super) fn copy_link(&mut self) {
        match self.timeline.session().recording().to_link() {
            Ok(link) => {
                host::share(&link);
                self.say(format!("the link is copied: {} letters with all that was done", link.len()));
            }
            Err(error) => self.warn(format!("no link: {error}")),
        }
    }

    /// Keeps what is kept from run to run, without waiting for its time.
    fn keep_now(&mut self) {
        self.keep(std::time::Duration::ZERO);
        self.files.autosave.keep(&self.timeline);
        if let Some(news) = self.files.autosave.news() {
            self.tell(news);
        }
    }

    /// As a window is closed, but for a page that may be come back to. Returns whether there was something to keep, and it
    /// is kept.
    fn leave_page(&mut self) -> bool {
        // First where it is kept while it is played: if there is no room for it as the last session, it is still there.
        self.keep_now();
        let closed = self.files.autosave.close(&self.timeline);
        if let Err(error) = &closed {
            host::complain(error);
        }
        closed.is_ok() && !self.timeline.is_untouched()
    }

    fn session_text(&self) -> String {
        self.timeline.session().with_state().to_text()
    }

    /// What is played with, as JSON.
    fn report(&self) -> String {
        let sandbox = self.timeline.sandbox();
        let world = sandbox.world();
        let density = host::density(1.0);
        // In the page's pixels.
        let place = |&at: &glam::Vec2| (self.camera.to_screen(at) / density).to_array();
        let points: Vec<_> = world.particles().position.iter().take(MOST_POINTS).map(place).collect();
        let shapes = world.colliders().shapes().iter().map(|shape| shape.pose());
        let shapes: Vec<_> = shapes.map(|pose| [pose.at.x, pose.at.y, pose.turn.x, pose.turn.y]).collect();
        let pinned: Vec<_> = world.particles().pinned.iter().take(MOST_POINTS).collect();
        let replayed = self.replayed.map_or("null".to_owned(), |(step, hash)| format!("[{step}, \"{hash:016x}\"]"));
        let stepping =
            self.measurements.stepping().map_or("null".to_owned(), |time| (1e3 * time.as_secs_f64()).to_string());
        let fields = [
            ("scene", quoted(&sandbox.scene().name)),
            ("step", sandbox.steps().to_string()),
            ("hash", format!("\"{:016x}\"", world.state_hash())),
            ("links", world.link_count().to_string()),
            ("shapes", format!("{shapes:?}")),
            ("cut", world.cut_links().to_string()),
            ("pinned", format!("{pinned:?}")),
            ("hands", world.grabs().len().to_string()),
            ("fingers", format!("{:?}", self.fingers.roles().collect::<Vec<_>>())),
            ("edits", self.timeline.edits().count().to_string()),
            ("replaying", self.timeline.is_replaying().to_string()),
            ("replayed", replayed),
            ("unread", self.timeline.lacks_past().to_string()),
            ("stepping", stepping),
            ("paused", self.clock.paused.to_string()),
            ("tool", quoted(self.tools.active().name())),
            ("slides", self.tools.slides().to_string()),
            ("news", quoted(self.news.0.as_ref().unwrap_or_else(|wrong| wrong))),
            ("complaint", self.complaint.as_deref().map_or("null".to_owned(), quoted)),
            ("window", format!("{:?}", window().to_array())),
            ("metre", (1.0 / self.camera.metres(1.0)).to_string()),
            ("points", format!("{points:?}")),
        ];
        let fields = fields.map(|(name, value)| format!("\"{name}\": {value}"));
        format!("{{{}}}", fields.join(", "))
    }
}

/// A text as JSON has it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter.is_control() => drop(write!(quoted, "\\u{:04x}", u32::from(letter))),
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
