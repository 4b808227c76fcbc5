//! Serves the page on this machine (`web/serve`), with the standard library alone, since plain rustc compiles it. The tests
//! use it as well.

use std::{
    fs::{self, File},
    io::{self, BufRead as _, BufReader, ErrorKind, Read, Result, Write},
    net::{Shutdown, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

/// The usual port.
#[allow(dead_code, reason = "the tests take a free port")]
const PORT: u16 = 8080;

/// The limits of a client.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Number of requests that are answered at a time; the others wait.
    pub connections: usize,
    /// Size of a request's head, bytes.
    pub head: u64,
    /// Time in which a client must send the head of its request.
    pub head_time: Duration,
    /// Time in which a client must receive the answer.
    pub answer_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        // A browser opens six connections, and some more that it may never use.
        Self {
            connections: 32,
            head: 1 << 14,
            head_time: Duration::from_secs(10),
            answer_time: Duration::from_secs(60),
        }
    }
}

/// Answers requests for the files of a folder until the process ends.
pub fn serve(listener: &TcpListener, folder: &Path, limits: Limits) {
    let work = || {
        loop {
            match listener.accept() {
                // An error means that the browser closed the connection, or was too slow.
                Ok((stream, _)) => drop(answer(&stream, folder, &limits)),
                // No descriptor is left: one is freed when another request ends.
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        }
    };
    thread::scope(|scope| {
        // Where no more threads can be had, fewer requests are answered at a time, and none is lost.
        let started = |_: &usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
        let _threads = (1..limits.connections).take_while(started).count();
        work();
    });
}

/// A connection whose reads and writes end at a deadline.
struct Timed<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Timed<'a> {
    fn new(stream: &'a TcpStream, time: Duration) -> Self {
        Self { stream, deadline: Instant::now() + time }
    }

    fn left(&self) -> Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, buffer: &[u8]) -> Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Answers one request.
fn answer(stream: &TcpStream, folder: &Path, limits: &Limits) -> Result<()> {
    let line = read_request_line(Timed::new(stream, limits.head_time), limits.head)?;
    let mut client = Timed::new(stream, limits.answer_time);
    let mut words = line.split_ascii_whitespace();
    let found = match (words.next(), words.next(), words.next()) {
        (None, ..) => Err("431 Request Header Fields Too Large"),
        (Some("GET" | "HEAD"), Some(target), Some(version)) if version.starts_with("HTTP/1.") => {
            open(folder, target).ok_or("404 Not Found")
        }
        (Some(_), Some(_), Some(version)) if version.starts_with("HTTP/1.") => Err("405 Method Not Allowed"),
        _ => Err("400 Bad Request"),
    };
    let (status, kind, length) = match &found {
        Ok((_, kind, length)) => ("200 OK", *kind, *length),
        Err(status) => (*status, "text/plain", status.len() as u64),
    };
    write!(
        client,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nAllow: GET, HEAD\r\n\
         Cache-Control: no-cache\r\nConnection: close\r\n\r\n"
    )?;
    if !line.starts_with("HEAD ") {
        let _copied = match found {
            Ok((file, ..)) => io::copy(&mut file.take(length), &mut client)?,
            Err(status) => io::copy(&mut status.as_bytes(), &mut client)?,
        };
    }
    // Data that is left unread would make the system discard the end of the answer.
    stream.shutdown(Shutdown::Write)?;
    let rest = Timed::new(stream, Duration::from_secs(1).min(limits.head_time));
    io::copy(&mut rest.take(1 << 20), &mut io::sink()).map(drop)
}

/// Reads the head of a request and returns its first line; an empty one if the head is longer than `most` bytes.
fn read_request_line(client: Timed, most: u64) -> Result<String> {
    let mut reader = BufReader::new(client).take(most);
    let mut first = Vec::new();
    let mut line = Vec::new();
    while !matches!(&line[..], b"\n" | b"\r\n") {
        line.clear();
        match reader.read_until(b'\n', &mut line)? {
            0 if reader.limit() == 0 => return Ok(String::new()),
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            _ if first.is_empty() => first.clone_from(&line),
            _ => {}
        }
    }
    Ok(String::from_utf8_lossy(&first).into_owned())
}

/// Opens the file that a request asks for. Returns it with its media type and its length, bytes.
///
/// The page has no folders, and its names have nothing that an address would encode: any other name is refused before the
/// file system sees it. A name that is not a regular file's (a link, a device) is not opened.
fn open(folder: &Path, target: &str) -> Option<(File, &'static str, u64)> {
    let name = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let name = if name.is_empty() { "index.html" } else { name };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    if name.starts_with('.') || !name.chars().all(is_plain) {
        return None;
    }
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let path = folder.join(name);
    if !fs::symlink_metadata(&path).ok()?.is_file() {
        return None;
    }
    let file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    Some((file, kind, length))
}

/// Which folder to serve at which port.
#[allow(dead_code, reason = "the tests have their own")]
fn arguments() -> std::result::Result<(PathBuf, u16), String> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().unwrap_or_else(|| "web/dist".to_owned()));
    let port = match args.next() {
        Some(port) => port.parse().map_err(|_| format!("\"{port}\" is no port: give a number from 1 to 65535"))?,
        None => PORT,
    };
    Ok((folder, port))
}

#[allow(dead_code, reason = "the tests have a main function of their own")]
#[allow(clippy::print_stdout, reason = "it says where it serves")]
#[allow(clippy::print_stderr, reason = "it says why it does not")]
fn main() -> ExitCode {
    let bound = arguments().and_then(|(folder, port)| {
        let said = |error: io::Error| match error.kind() {
            ErrorKind::AddrInUse => {
                format!("something else is served at port {port}: give another one, as in web/serve 8081")
            }
            _ => format!("port {port} cannot be had: {error}"),
        };
        let listener = TcpListener::bind(("127.0.0.1", port)).map_err(said)?;
        let at = listener.local_addr().map_err(said)?;
        Ok((listener, folder, at.port()))
    });
    match bound {
        Ok((listener, folder, port)) => {
            println!("http://localhost:{port}/ serves {} until Ctrl+C", folder.display());
            serve(&listener, &folder, Limits::default());
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("web/serve: {sentence}");
            ExitCode::from(2)
        }
    }
}
