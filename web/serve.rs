//! Serves the page on this machine (`web/serve`), with the standard library alone. The page's tests use it as well.

use std::{
    fs,
    io::{BufRead as _, BufReader, ErrorKind, Read as _, Result, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The usual port.
#[allow(dead_code, reason = "the tests take a free port")]
const PORT: u16 = 8080;

/// Answers requests for the files of a folder until the process ends.
pub fn serve(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        // An error means that the browser closed the connection.
        std::thread::spawn(move || answer(stream, &folder));
    }
}

fn answer(mut stream: TcpStream, folder: &Path) -> Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?).take(1 << 16);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut head = String::new();
    while reader.read_line(&mut head)? > 2 {
        head.clear();
    }
    let path = line.split(' ').nth(1).unwrap_or("/");
    let name = path.split(['?', '#']).next().unwrap_or("/").trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    // The page has no folders.
    let plain = !name.contains(['/', '\\', ':']) && !name.starts_with('.');
    let (status, body) = match fs::read(folder.join(name)) {
        Ok(body) if plain => ("200 OK", body),
        _ => ("404 Not Found", b"there is no such file\n".to_vec()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
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
        let said = |error: std::io::Error| match error.kind() {
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
            serve(&listener, &folder);
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("web/serve: {sentence}");
            ExitCode::from(2)
        }
    }
}
