//! The program under test: its process, its window, and its output.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, CreateWindowAux, EventMask, InputFocus,
    MapState, Rectangle, SELECTION_REQUEST_EVENT, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::{COPY_DEPTH_FROM_PARENT, COPY_FROM_PARENT, CURRENT_TIME, NONE};

use super::screen::{Server, UNPAINTED};
use super::{Attempt, Image, PATIENCE, wait_for};

/// Longest time for which a killed program's pipes may stay open (a child of its own would keep them).
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A program on a [`super::Screen`]. Dropping this kills it.
pub struct App {
    /// The screen that it runs in.
    pub(super) server: Arc<Server>,
    /// Never read: its folder for settings.
    _settings: Arc<TempDir>,
    /// Its main window.
    pub(super) window: Window,
    /// A hidden window of the test, which receives the program's answers.
    mailbox: Window,
    /// The number of the last question.
    question: u32,
    /// Its process.
    child: Child,
    /// Its standard output.
    stdout: Capture,
    /// Its standard error.
    stderr: Capture,
}

/// How a program ended.
#[derive(Debug)]
pub struct Exit {
    /// Its exit code, or the signal that ended it.
    pub status: ExitStatus,
    /// All that it printed.
    pub stdout: String,
    /// All that it complained about.
    pub stderr: String,
}

impl Drop for App {
    fn drop(&mut self) {
        self.kill();
    }
}

impl App {
    /// Starts a program and waits for its first frame.
    pub(super) fn start(server: Arc<Server>, settings: Arc<TempDir>, mut command: Command) -> Result<Self, String> {
        let what = format!("cannot start {}", command.get_program().display());
        let others = server.windows()?;
        let mailbox = server.create_mailbox()?;
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().attempt(&what)?;
        let stdout = Capture::of(child.stdout.take());
        let stderr = Capture::of(child.stderr.take());
        let mut app = Self { server, _settings: settings, window: NONE, mailbox, question: 0, child, stdout, stderr };
        app.window = app.wait("the program's window", |app| {
            let mut windows = app.server.windows()?.into_iter();
            Ok(windows.find(|window| !others.contains(window)))
        })?;
        // A window manager would give the keyboard to a new window. There is none here, so without this the keys would
        // go to whatever window the pointer is in.
        app.focus(true)?;
        app.wait_painted()?;
        app.settle()?;
        Ok(app)
    }

    /// Polls a condition. When it fails, or when the program ends meanwhile, the error says what the program printed.
    pub fn wait<T>(
        &mut self,
        what: &str,
        ready: impl FnMut(&mut Self) -> Result<Option<T>, String>,
    ) -> Result<T, String> {
        self.wait_within(PATIENCE, what, ready)
    }

    /// The same with a time limit of its own.
    pub fn wait_within<T>(
        &mut self,
        limit: Duration,
        what: &str,
        mut ready: impl FnMut(&mut Self) -> Result<Option<T>, String>,
    ) -> Result<T, String> {
        let result = wait_for(what, limit, || match ready(self)? {
            None if self.ended()?.is_some() => Err(format!("it was still to show {what}")),
            answer => Ok(answer),
        });
        result.map_err(|error| self.explain(&error))
    }

    /// The program's exit code, if it has ended.
    fn ended(&mut self) -> Result<Option<ExitStatus>, String> {
        self.child.try_wait().attempt("cannot ask for the program's state")
    }

    /// Adds to an error how the program ended. A missing window often means a panic, which says more.
    pub(super) fn explain(&mut self, error: &str) -> String {
        // The window disappears a moment before the process.
        match wait_for("the end", LAST_WORDS, || self.ended()) {
            Ok(status) => {
                self.stdout.finish();
                self.stderr.finish();
                format!("the program ended ({status}); {error}\n{}", self.output())
            }
            Err(_) => format!("{error}\n{}", self.output()),
        }
    }

    /// Waits until the window is painted all over.
    pub fn wait_painted(&mut self) -> Result<(), String> {
        self.wait("a frame in the whole window", |app| {
            let unpainted = app.look()?.count(|pixel| pixel == UNPAINTED);
            Ok((unpainted == 0).then_some(()))
        })
    }

    /// Waits until the program has read all events that were sent so far. The events read in one frame are one frame's
    /// input, so this spreads input over frames of any length.
    ///
    /// There is no hook for it in the program: it is asked for the clipboard, in a form that it does not have. miniquad
    /// answers that (with a refusal) from its event loop, in turn with the other events, and sends the answer with the
    /// frame or before it.
    pub fn wait_read(&mut self) -> Result<(), String> {
        self.question += 1;
        let question = self.question;
        let request = SelectionRequestEvent {
            response_type: SELECTION_REQUEST_EVENT,
            sequence: 0,
            time: question, // comes back with the answer
            owner: self.window,
            requestor: self.mailbox,
            selection: AtomEnum::PRIMARY.into(),
            target: AtomEnum::INTEGER.into(),
            property: AtomEnum::CUT_BUFFE_R0.into(),
        };
        self.server.send(self.window, request).map_err(|error| self.explain(&error))?;
        self.wait("an answer from the program", |app| {
            let connection = &app.server.connection;
            while let Some(event) = connection.poll_for_event().attempt("no X server")? {
                match event {
                    Event::SelectionNotify(answer) if answer.time == question => {
                        return Ok(Some(()));
                    }
                    // Requests are sent without waiting for each reply; a refusal is reported here.
                    Event::Error(error) => return Err(format!("the X server refused: {error:?}")),
                    _ => {}
                }
            }
            Ok(None)
        })
    }

    /// Waits until all events sent so far are visible: read in one frame, and the next frame begun.
    pub fn settle(&mut self) -> Result<(), String> {
        self.wait_read()?;
        // The first answer may leave the program before it has computed and painted the frame; so may the second, when
        // the program slept. The third cannot.
        self.wait_read()?;
        self.wait_read()
    }

    /// A picture of the window, with everything that was sent so far in it. Of a window that sticks out of the screen,
    /// the part inside it.
    pub fn screenshot(&mut self) -> Result<Image, String> {
        self.settle()?;
        self.look().map_err(|error| self.explain(&error))
    }

    /// A picture of the window at this moment, without waiting for the program.
    fn look(&self) -> Result<Image, String> {
        let what = "the window is gone";
        let connection = &self.server.connection;
        let size = connection.get_geometry(self.window).attempt(what)?;
        let size = size.reply().attempt(what)?;
        let (x, y) = self.origin()?;
        let (screen_width, screen_height) = self.server.size();
        let inside = |from: i16, length: u16, limit: u16| {
            let start = i32::from(from).clamp(0, limit.into());
            let end = (i32::from(from) + i32::from(length)).clamp(start, limit.into());
            (start as i16, (end - start) as u16)
        };
        let (x, width) = inside(x, size.width, screen_width);
        let (y, height) = inside(y, size.height, screen_height);
        if width == 0 || height == 0 {
            return Err("the window is outside the screen".into());
        }
        self.server.read(Rectangle { x, y, width, height })
    }

    /// Where the window's top left pixel is on the screen.
    pub(super) fn origin(&self) -> Result<(i16, i16), String> {
        let what = "the window is gone";
        let connection = &self.server.connection;
        let place = connection
            .translate_coordinates(self.window, self.server.root, 0, 0)
            .attempt(what)?
            .reply()
            .attempt(what)?;
        Ok((place.dst_x, place.dst_y))
    }

    /// The window.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Its size, pixels.
    pub fn size(&self) -> Result<(u16, u16), String> {
        let what = "the window is gone";
        let geometry = self.server.connection.get_geometry(self.window);
        let geometry = geometry.attempt(what)?.reply().attempt(what)?;
        Ok((geometry.width, geometry.height))
    }

    /// Resizes the window, as a user who pulls at its corner, and waits until it is painted all over.
    pub fn resize(&mut self, width: u16, height: u16) -> Result<(), String> {
        let size = ConfigureWindowAux::new().width(u32::from(width)).height(u32::from(height));
        self.configure(size)?;
        // Mesa looks at the window's size when a frame begins: the first one may still have the old size.
        self.settle()?;
        self.settle()?;
        self.wait_painted()
    }

    /// Moves the window on the screen.
    pub fn move_window(&mut self, x: i32, y: i32) -> Result<(), String> {
        self.configure(ConfigureWindowAux::new().x(x).y(y))?;
        self.settle()
    }

    /// Changes the window's place or size.
    fn configure(&self, change: ConfigureWindowAux) -> Result<(), String> {
        let connection = &self.server.connection;
        let cookie = connection.configure_window(self.window, &change);
        let what = "cannot change the window";
        cookie.attempt(what)?.check().attempt(what)
    }

    /// Unmaps the window, as when it is minimised, or maps it again.
    pub fn show(&mut self, shown: bool) -> Result<(), String> {
        let (connection, what) = (&self.server.connection, "cannot show or hide the window");
        let cookie = if shown { connection.map_window(self.window) } else { connection.unmap_window(self.window) };
        cookie.attempt(what)?.check().attempt(what)
    }

    /// Gives the keyboard focus to the window, or takes it away.
    pub fn focus(&mut self, focused: bool) -> Result<(), String> {
        let window = if focused { self.window } else { NONE };
        self.server.turn_keyboard(window)
    }

    /// Asks the program to end, as a window manager's close button does. It may refuse.
    pub fn close(&mut self) -> Result<(), String> {
        let protocols = self.server.atom(b"WM_PROTOCOLS")?;
        let delete = self.server.atom(b"WM_DELETE_WINDOW")?;
        let data = [delete, CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, self.window, protocols, data);
        self.server.send(self.window, message)
    }

    /// Waits until the program has ended by itself.
    pub fn wait_exit(&mut self, within: Duration) -> Result<Exit, String> {
        let exited =
            wait_for("the program to end", within, || self.child.try_wait().attempt("cannot ask for its state"));
        let status = exited.map_err(|error| format!("{error}\n{}", self.output()))?;
        Ok(Exit { status, stdout: self.stdout.finish(), stderr: self.stderr.finish() })
    }

    /// Sends the program a signal, such as `TERM`.
    pub fn signal(&self, name: &str) -> Result<(), String> {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        sent.attempt("cannot run `kill`").map(drop)
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the program at once. Nothing happens if it has ended.
    pub fn kill(&mut self) {
        // Both calls fail only for a process that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The standard output so far. A line comes through a pipe: poll for it with [`App::wait`].
    pub fn stdout(&self) -> String {
        self.stdout.text()
    }

    /// The standard error so far.
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// Both, for an error message.
    fn output(&self) -> String {
        format!("--- its standard output:\n{}--- its standard error:\n{}---", self.stdout(), self.stderr())
    }

    /// The processor time that the program has used so far, in all its threads. Linux only, at its usual 100 ticks a
    /// second; the difference of two calls shows whether an idle program is really idle.
    pub fn cpu_time(&self) -> Result<Duration, String> {
        let path = format!("/proc/{}/stat", self.id());
        let stat = std::fs::read_to_string(&path).attempt(&path)?;
        // proc(5): the second field is the name in brackets, which may hold spaces; utime and stime are 14 and 15.
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let ticks: u64 = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Ok(Duration::from_millis(ticks * 10))
    }
}

impl Server {
    /// The programs' windows: those that are shown and that know the window managers' protocols. A program's helper
    /// windows are neither.
    fn windows(&self) -> Result<Vec<Window>, String> {
        let what = "cannot look for windows";
        let protocols = self.atom(b"WM_PROTOCOLS")?;
        let tree = self.connection.query_tree(self.root).attempt(what)?;
        let mut found = Vec::new();
        let mut left = tree.reply().attempt(what)?.children;
        while let Some(window) = left.pop() {
            // The window may disappear between two requests. That is a valid answer.
            let state = self.connection.get_window_attributes(window);
            let Ok(state) = state.attempt(what)?.reply() else {
                continue;
            };
            let listed = self.connection.list_properties(window).attempt(what)?;
            let listed = listed.reply().is_ok_and(|all| all.atoms.contains(&protocols));
            if listed && state.map_state == MapState::VIEWABLE {
                found.push(window);
            } else if let Ok(tree) = self.connection.query_tree(window).attempt(what)?.reply() {
                left.extend(tree.children);
            }
        }
        Ok(found)
    }

    /// The number of a name.
    fn atom(&self, name: &[u8]) -> Result<Atom, String> {
        let what = "cannot ask for an atom";
        let cookie = self.connection.intern_atom(false, name).attempt(what)?;
        Ok(cookie.reply().attempt(what)?.atom)
    }

    /// A window for answers.
    fn create_mailbox(&self) -> Result<Window, String> {
        let what = "cannot create a window";
        let id = self.connection.generate_id().attempt(what)?;
        self.connection
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                id,
                self.root,
                0,
                0,
                1,
                1,
                0,
                WindowClass::INPUT_ONLY,
                COPY_FROM_PARENT,
                &CreateWindowAux::new(),
            )
            .attempt(what)?
            .check()
            .attempt(what)?;
        Ok(id)
    }

    /// Sends an event to the program that made a window.
    fn send(&self, window: Window, event: impl Into<[u8; 32]>) -> Result<(), String> {
        let what = "cannot send to the window";
        self.connection.send_event(false, window, EventMask::NO_EVENT, event).attempt(what)?.check().attempt(what)
    }
}

/// A process's output, read as it comes, so that the process never waits for the test.
pub(super) struct Capture {
    /// The bytes so far.
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Ends when the pipe does.
    reader: Option<JoinHandle<()>>,
}

impl Capture {
    /// Begins to read. `None` is an empty pipe.
    pub fn of<R: Read + Send + 'static>(pipe: Option<R>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&bytes);
        let reader = pipe.map(|mut pipe| {
            std::thread::spawn(move || {
                let mut chunk = [0; 4096];
                while let Ok(length @ 1..) = pipe.read(&mut chunk) {
                    let mut bytes = sink.lock().unwrap_or_else(PoisonError::into_inner);
                    bytes.extend_from_slice(&chunk[..length]);
                }
            })
        });
        Self { bytes, reader }
    }

    /// The output so far.
    pub fn text(&self) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The whole output, once the process has ended.
    pub fn finish(&self) -> String {
        // After the deadline, the output so far counts.
        let _ = wait_for("the end of a pipe", LAST_WORDS, || {
            let ended = self.reader.as_ref().is_none_or(JoinHandle::is_finished);
            Ok(ended.then_some(()))
        });
        self.text()
    }
}
