//! The server of the page (`web/serve`): which names it opens, and clients that are slow, silent or many.

#[path = "../../web/serve.rs"]
mod server;

use std::{
    fs::{self, File},
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use server::Limits;
use tempfile::TempDir;

/// A folder in a folder: files outside the served one are beside it.
struct Served {
    outside: TempDir,
    address: SocketAddr,
}

/// Limits that a test can wait for.
const SHORT: Limits = Limits {
    connections: 2,
    head: 1 << 10,
    head_time: Duration::from_millis(300),
    answer_time: Duration::from_millis(300),
};

impl Served {
    fn start(limits: Limits) -> Self {
        let outside = tempfile::tempdir().expect("a folder");
        let folder = outside.path().join("served");
        fs::create_dir_all(folder.join("below")).expect("a folder");
        for (name, text) in [
            ("secret.txt", "secret"),
            ("served/index.html", "<p>page</p>"),
            ("served/.hidden", "secret"),
            ("served/below/file.txt", "secret"),
        ] {
            fs::write(outside.path().join(name), text).expect("it is written");
        }
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let address = listener.local_addr().expect("an address");
        // It serves until the tests end.
        thread::spawn(move || server::serve(&listener, &folder, limits));
        Self { outside, address }
    }

    fn folder(&self) -> std::path::PathBuf {
        self.outside.path().join("served")
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out");
        stream
    }

    /// Sends these bytes and returns the whole answer; none if the connection was closed before it.
    fn ask(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut answer = Vec::new();
        let _closed = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, target: &str) -> String {
        self.ask(&format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }
}

#[test]
fn page_is_served_with_its_type_and_length() {
    let served = Served::start(Limits::default());
    for target in ["/", "/index.html", "/?x=../y", "/index.html?v=1#link"] {
        let answer = served.get(target);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"), "{answer}");
        assert!(answer.contains("\r\nContent-Length: 11\r\n") && answer.ends_with("\r\n\r\n<p>page</p>"), "{answer}");
    }
    let head = served.ask("HEAD / HTTP/1.1\r\n\r\n");
    assert!(head.contains("\r\nContent-Length: 11\r\n") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn other_requests_get_a_status_of_their_own() {
    let served = Served::start(SHORT);
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(2_000));
    let lines = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(400));
    for (request, status) in [
        ("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", "405"),
        ("DELETE /index.html HTTP/1.1\r\n\r\n", "405"),
        ("GET /\r\n\r\n", "400"),
        ("\u{1}\u{2}\r\n\r\n", "400"),
        (&long, "431"),
        (&lines, "431"),
    ] {
        let answer = served.ask(request);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request:?}: {answer:?}");
    }
}

#[test]
fn names_outside_the_folder_are_not_found() {
    let served = Served::start(Limits::default());
    let secret = served.outside.path().join("secret.txt");
    let absolute = secret.to_str().expect("plain");
    for target in [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/below/../../secret.txt",
        "/..\\secret.txt",
        "/.hidden",
        "/%2ehidden",
        "/.",
        "/..",
        "/below",
        "/below/file.txt",
        "//etc/passwd",
        "/index.html%00",
        "index.html",
        "http://localhost/index.html",
        "/nobody.txt",
        absolute,
        &format!("/{absolute}"),
    ] {
        let answer = served.get(target);
        assert!(answer.starts_with("HTTP/1.1 404 ") && !answer.contains("secret"), "{target}: {answer}");
    }
}

#[cfg(unix)]
#[test]
fn links_and_devices_are_not_opened() {
    let served = Served::start(Limits::default());
    let links = [("link.txt", served.outside.path().join("secret.txt")), ("zero.bin", "/dev/zero".into())];
    for (name, target) in &links {
        std::os::unix::fs::symlink(target, served.folder().join(name)).expect("a link");
    }
    let pipe = served.folder().join("pipe.bin");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    for target in ["/link.txt", "/zero.bin", "/pipe.bin"] {
        let answer = served.get(target);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{target}: {answer}");
    }
}

#[test]
fn large_file_is_not_read_before_it_is_sent() {
    let served = Served::start(Limits::default());
    let file = File::create(served.folder().join("large.wasm")).expect("it is made");
    // Blocks that were never written take no room on the disk.
    file.set_len(1 << 40).expect("a terabyte of nothing");
    let mut stream = served.connect();
    stream.write_all(b"GET /large.wasm HTTP/1.1\r\n\r\n").expect("it is sent");
    let mut first = [0; 1 << 16];
    stream.read_exact(&mut first).expect("the beginning comes at once");
    let first = String::from_utf8_lossy(&first);
    assert!(first.contains("Content-Length: 1099511627776") && first.contains("application/wasm"));
}

#[test]
fn silent_and_slow_clients_hold_up_no_other() {
    let served = Served::start(SHORT);
    File::create(served.folder().join("large.bin")).and_then(|file| file.set_len(1 << 30)).expect("it is made");
    // Some say nothing, some send a byte now and then, and some never read.
    let silent: Vec<TcpStream> = (0..4).map(|_| served.connect()).collect();
    let slow = served.connect();
    let dripping = thread::spawn(move || {
        let began = Instant::now();
        while (&slow).write_all(b"G").is_ok() && began.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(20));
        }
        began.elapsed()
    });
    let deaf: Vec<TcpStream> = (0..4).map(|_| served.connect()).collect();
    for mut client in &deaf {
        client.write_all(b"GET /large.bin HTTP/1.1\r\n\r\n").expect("it is sent");
    }
    let answer = served.get("/");
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    let dripped = dripping.join().expect("it ends");
    assert!(dripped < Duration::from_secs(10), "a request of {dripped:?} was not ended");
    drop((silent, deaf));
}
