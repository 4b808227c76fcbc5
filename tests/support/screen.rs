//! A virtual screen: an Xvfb that starts and ends with its test.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use tempfile::TempDir;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt, InputFocus, Rectangle, Window};
use x11rb::protocol::xtest;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{CURRENT_TIME, NONE};

use super::app::Capture;
use super::image::read_screen;
use super::keys::Keyboard;
use super::{App, Attempt, Image, PATIENCE, wait_for};

/// The colour of the empty screen, which no program uses. miniquad's window has no background of its own: where this
/// colour shows inside the window, there has been no frame yet.
pub(super) const UNPAINTED: [u8; 3] = [0xfe, 0x01, 0xfd];

/// The libraries that miniquad opens at run time, with their Debian packages. Each is looked for by its versioned name.
const LIBRARIES: [(&str, &str); 4] = [
    ("libX11.so.6", "libx11-6"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libGL.so.1", "libgl1"),
];

/// Number of attempts to start a server: another process may take its display number at the same moment.
const ATTEMPTS: usize = 5;

/// Longest time for which a test waits for its server to end.
const FAREWELL: Duration = Duration::from_secs(3);

/// The shell script that runs the server, and ends it when its own standard input ends. So the server, and with it the
/// programs in it, end even when the test itself is killed (a time limit, Ctrl-C) and drops nothing; and they end by a
/// signal that lets the server clean up. The script does not hold the server's pipes open.
const KEEPER: &str = r#"Xvfb "$@" & trap '' HUP INT TERM; exec >&- 2>&-; read -r line; kill $!; wait"#;

/// A screen with nothing on it but the test's programs. It ends when it and its [`App`]s are dropped.
pub struct Screen {
    /// Shared with the programs, so that a screen outlives them in whatever order they are dropped.
    server: Arc<Server>,
    /// The programs' folder for settings, empty at first.
    settings: Arc<TempDir>,
}

/// An X server and our connection to it.
pub(super) struct Server {
    /// Our connection.
    pub connection: RustConnection,
    /// The index of the screen in the connection's setup.
    pub number: usize,
    /// The window that all others are in.
    pub root: Window,
    /// The keys of its keyboard.
    pub keyboard: Keyboard,
    /// The value of `DISPLAY` for programs.
    display: String,
    /// Dropping it ends the server.
    process: Mutex<Option<Xvfb>>,
}

/// The process that keeps the server. Dropping it ends the server.
struct Xvfb(Child);

impl Drop for Xvfb {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // A failure here would hide the test's own failure.
        let _ = wait_for("Xvfb to end", FAREWELL, || self.0.try_wait().attempt("cannot ask for its state"));
    }
}

impl Screen {
    /// Starts a server on any free display.
    pub fn start(width: u16, height: u16) -> Result<Self, String> {
        let mut reason = String::new();
        for _ in 0..ATTEMPTS {
            match Server::start(width, height) {
                Ok(server) => {
                    let settings = TempDir::new().attempt("no folder for settings")?;
                    return Ok(Self { server: Arc::new(server), settings: Arc::new(settings) });
                }
                Err(error) => reason = error,
            }
        }
        Err(reason)
    }

    /// Runs a program here, and waits until its window is mapped and its first frame is painted.
    pub fn launch(&self, binary: &Path, args: &[&str]) -> Result<App, String> {
        let mut command = Command::new(binary);
        command.args(args);
        self.launch_command(command)
    }

    /// The same, for a command that has a working folder or an environment of its own.
    pub fn launch_command(&self, mut command: Command) -> Result<App, String> {
        // Not the user's own settings, and not the session of another test.
        if !command.get_envs().any(|(name, _)| name == "XDG_CONFIG_HOME") {
            command.env("XDG_CONFIG_HOME", self.settings.path());
        }
        if !command.get_envs().any(|(name, _)| name == "XDG_DATA_HOME") {
            let data = TempDir::with_prefix_in("data", self.settings.path()).attempt("no folder for data")?;
            // It is removed with the settings' folder.
            command.env("XDG_DATA_HOME", data.keep());
        }
        command.env("DISPLAY", &self.server.display).env_remove("WAYLAND_DISPLAY").env("LIBGL_ALWAYS_SOFTWARE", "1");
        App::start(Arc::clone(&self.server), Arc::clone(&self.settings), command)
    }

    /// The value of `DISPLAY` for programs.
    pub fn display(&self) -> &str {
        &self.server.display
    }

    /// Ends the server, as when a user's session breaks down, whatever programs are in it.
    pub fn end(&self) {
        drop(self.server.process.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// A picture of the whole screen as it is at this moment. [`App::screenshot`] waits for the program first.
    pub fn screenshot(&self) -> Result<Image, String> {
        let (width, height) = self.server.size();
        self.server.read(Rectangle { x: 0, y: 0, width, height })
    }
}

impl Server {
    /// One attempt to start a server and to connect to it.
    fn start(width: u16, height: u16) -> Result<Self, String> {
        let mut child = Command::new("sh")
            .args(["-c", KEEPER, "Xvfb"])
            // The display number comes on standard output: a pipe that needs no descriptor to be handed over.
            .args(["-displayfd", "1", "-nolisten", "tcp"])
            .args(["-screen", "0", &format!("{width}x{height}x24")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .attempt("cannot start Xvfb")?;
        let complaints = Capture::of(child.stderr.take());
        let output = child.stdout.take();
        let process = Xvfb(child);
        let Some(number) = output.and_then(first_line) else {
            drop(process); // its last words are complete only now
            return Err(format!("Xvfb did not start: {}", complaints.finish().trim()));
        };
        let display = format!(":{number}");
        let (connection, number) =
            RustConnection::connect(Some(&display)).attempt(&format!("cannot connect to Xvfb at {display}"))?;
        let root = connection.setup().roots[number].root;
        let keyboard = Keyboard::read(&connection)?;
        if !has_extension(&connection, xtest::X11_EXTENSION_NAME)? {
            return Err("this Xvfb has no XTEST extension, so there is no pointer to move".into());
        }
        let server = Self { connection, number, root, keyboard, display, process: Mutex::new(Some(process)) };
        server.paint_root()?;
        server.turn_keyboard(NONE)?;
        Ok(server)
    }

    /// Gives the empty screen its colour.
    fn paint_root(&self) -> Result<(), String> {
        let what = "cannot paint the empty screen";
        let [red, green, blue] = UNPAINTED;
        let pixel = u32::from_be_bytes([0, red, green, blue]);
        let aux = ChangeWindowAttributesAux::new().background_pixel(pixel);
        self.connection.change_window_attributes(self.root, &aux).attempt(what)?;
        self.connection.clear_area(false, self.root, 0, 0, 0, 0).attempt(what)?;
        self.sync()
    }

    /// Gives the keyboard focus to one window, or to none. At first the window under the pointer has it; a program
    /// would then begin with a loss of focus.
    pub fn turn_keyboard(&self, window: Window) -> Result<(), String> {
        let what = "cannot turn the keyboard to the window";
        self.connection
            .set_input_focus(InputFocus::POINTER_ROOT, window, CURRENT_TIME)
            .attempt(what)?
            .check()
            .attempt(what)
    }

    /// Gives the keyboard a layout of these names (`us`, `dvorak`). [`Self::keyboard`] stays that of the start, a US
    /// one: its names are places from then on.
    pub fn set_layout(&self, layout: &str, variant: &str) -> Result<(), String> {
        let what = "cannot set the keyboard's layout";
        let arguments = ["-display", &self.display, "-layout", layout, "-variant", variant];
        let output = Command::new("setxkbmap").args(arguments).output().attempt(what)?;
        let complaints = String::from_utf8_lossy(&output.stderr);
        if output.status.success() { Ok(()) } else { Err(format!("{what}: {}", complaints.trim())) }
    }

    /// Waits until the server has handled all requests.
    pub fn sync(&self) -> Result<(), String> {
        self.connection.sync().attempt("the X server went away")
    }

    /// The size of the screen.
    pub fn size(&self) -> (u16, u16) {
        let screen = &self.connection.setup().roots[self.number];
        (screen.width_in_pixels, screen.height_in_pixels)
    }

    /// A picture of a part of the screen.
    pub fn read(&self, part: Rectangle) -> Result<Image, String> {
        read_screen(&self.connection, self.number, part)
    }
}

/// The first line that a process prints, unless it ends or takes too long. The pipe stays open until the process ends.
fn first_line(output: ChildStdout) -> Option<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    receiver.recv_timeout(PATIENCE).ok()
}

/// Whether the server has an extension.
fn has_extension(connection: &RustConnection, name: &'static str) -> Result<bool, String> {
    let found = connection.extension_information(name);
    Ok(found.attempt("the X server went away")?.is_some())
}

/// Whether the window tests can run here; if not, what is missing and where it comes from.
pub fn screen_available() -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Err("the window tests drive an X server, which they start on Linux only".into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    if !std::env::split_paths(&path).any(|folder| folder.join("Xvfb").is_file()) {
        return Err("there is no Xvfb in PATH (apt-get install xvfb)".into());
    }
    let loadable = loadable_libraries();
    for (library, package) in LIBRARIES {
        if !loadable.as_ref().is_none_or(|all| all.contains(library)) {
            return Err(format!("{library} is not installed (apt-get install {package})"));
        }
    }
    let screen = Screen::start(64, 64)?;
    if !has_extension(&screen.server.connection, "GLX")? {
        return Err("Xvfb has no GLX (apt-get install libgl1-mesa-dri)".into());
    }
    Ok(())
}

/// The dynamic linker's list of libraries. `None` without `ldconfig`: then the program's own start shows. Opening a
/// library to test for it would need unsafe code.
fn loadable_libraries() -> Option<String> {
    let output = ["ldconfig", "/sbin/ldconfig"].iter().find_map(|ldconfig| {
        let output = Command::new(ldconfig).arg("-p").output().ok()?;
        output.status.success().then_some(output.stdout)
    })?;
    let mut text = String::from_utf8_lossy(&output).into_owned();
    for folder in std::env::split_paths(&std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default()) {
        for file in folder.read_dir().into_iter().flatten().flatten() {
            text += &file.file_name().to_string_lossy();
        }
    }
    Some(text)
}
