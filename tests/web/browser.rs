//! Chromium, driven by the WebDriver protocol (<https://www.w3.org/TR/webdriver2/>): requests of one line and answers in
//! JSON, over a local connection.

use std::{
    env,
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// The time limit of a request. Generous: software GL, on a busy machine. Only failures take so long.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// From one look at a condition to the next.
const POLL: Duration = Duration::from_millis(30);

/// The program that drives Chromium.
pub struct Driver {
    child: Mutex<Child>,
    port: u16,
    /// The browser that it drives.
    chrome: PathBuf,
    /// Browsers that no page is open in.
    idle: Mutex<Vec<Session>>,
}

/// Finds a program: the one that a variable names, or else the first of some names that runs. (Ubuntu's
/// `chromium-browser` is a script that only says where to get one.)
fn program(variable: &str, names: &[&str]) -> Result<PathBuf, String> {
    let runs = |path: &Path| {
        let run = Command::new(path).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        run.is_ok_and(|status| status.success())
    };
    if let Some(named) = env::var_os(variable).map(PathBuf::from) {
        return if runs(&named) {
            Ok(named)
        } else {
            Err(format!("{variable} is {}: that does not run", named.display()))
        };
    }
    let folders: Vec<_> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    // An absolute path: the driver searches elsewhere.
    let paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    paths.filter(|path| path.is_file()).find(|path| runs(path)).ok_or_else(|| {
        format!(
            "there is no {} (on Debian: apt-get install chromium chromium-driver; elsewhere install Google Chrome and \
             its driver, or set {variable})",
            names[0]
        )
    })
}

/// A port that nothing has, at this moment.
fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| error.to_string())?;
    listener.local_addr().map(|at| at.port()).map_err(|error| error.to_string())
}

impl Driver {
    /// Starts the driver if there are a browser and a driver; the error says what is missing.
    pub fn start() -> Result<Self, String> {
        let chrome = program("CHROME", &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])?;
        let driver = program("CHROMEDRIVER", &["chromedriver"])?;
        let port = free_port()?;
        let child = Command::new(driver)
            .arg(format!("--port={port}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("chromedriver cannot be started: {error}"))?;
        let driver = Self { child: Mutex::new(child), port, chrome, idle: Mutex::default() };
        wait("chromedriver", || Ok(driver.call("GET", "/status", &Value::Null).ok().map(drop)))?;
        Ok(driver)
    }

    /// Sends a request. Returns the answer's `value`, or its message as an error.
    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let failed = |error: std::io::Error| format!("{method} {path}: {error}");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(failed)?;
        stream.set_read_timeout(Some(2 * PATIENCE)).map_err(failed)?;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).map_err(failed)?;
        let mut answer = Vec::new();
        // Not to the end: the connection may stay open after the answer.
        let length = loop {
            let mut piece = [0; 1 << 14];
            let count = stream.read(&mut piece).map_err(failed)?;
            answer.extend_from_slice(&piece[..count]);
            let head = answer.windows(4).position(|four| four == b"\r\n\r\n");
            if let Some(head) = head {
                let text = String::from_utf8_lossy(&answer[..head]).to_ascii_lowercase();
                let length =
                    text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
                let whole = head + 4 + length.unwrap_or(0);
                if answer.len() >= whole {
                    break head + 4..whole;
                }
            }
            if count == 0 {
                return Err(format!("{method} {path}: the answer was cut off"));
            }
        };
        let answer: Value =
            serde_json::from_slice(&answer[length]).map_err(|error| format!("{method} {path}: {error}"))?;
        let value = answer["value"].clone();
        match value.get("error") {
            Some(error) => Err(format!("{path}: {error}: {}", value["message"].as_str().unwrap_or(""))),
            None => Ok(value),
        }
    }
}

impl Driver {
    /// Ends the driver and its browsers: a killed driver would leave them running.
    pub fn stop(&self) {
        let _ = self.call("GET", "/shutdown", &Value::Null);
        if let Ok(mut child) = self.child.lock() {
            let _ = child.wait();
        }
    }
}

/// The properties of a browser.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Size of the page in its own pixels.
    pub size: (u32, u32),
    /// Pixels of the screen to one of the page.
    pub density: f64,
    /// The browser has a touch screen.
    pub touch: bool,
}

/// A window on a desk.
pub const DESKTOP: Device = Device { size: (1280, 800), density: 1.0, touch: false };
/// A phone, upright.
pub const PORTRAIT: Device = Device { size: (390, 844), density: 2.0, touch: true };
/// A phone on its side.
pub const LANDSCAPE: Device = Device { size: (844, 390), density: 2.0, touch: true };

/// A browser that runs.
struct Session {
    id: String,
    _profile: tempfile::TempDir,
}

/// A new tab of a browser, without the data of earlier tests: a browser takes longer to start than most tests take.
pub struct Browser<'a> {
    driver: &'a Driver,
    /// Given back in the end.
    session: Option<Session>,
    /// A file of plain text on the page's server.
    elsewhere: String,
}

impl<'a> Browser<'a> {
    /// Opens a browser for the pages at `home`; its downloads go into `downloads`.
    pub fn open(driver: &'a Driver, device: Device, home: &str, downloads: &Path) -> Result<Self, String> {
        let take = || driver.idle.lock().ok()?.pop();
        let session = take().map_or_else(|| Self::start(driver), Ok)?;
        let elsewhere = format!("{home}gl.js");
        let browser = Self { driver, session: Some(session), elsewhere };
        browser.replace_tab()?;
        browser.resize(device)?;
        browser.leave()?;
        let all = json!({ "origin": home.trim_end_matches('/'), "storageTypes": "all" });
        browser.devtools("Storage.clearDataForOrigin", all)?;
        browser.console()?;
        let allow = json!({ "behavior": "allow", "downloadPath": downloads });
        browser.devtools("Browser.setDownloadBehavior", allow)?;
        // Its window is the one in front, whatever others there are on this machine.
        browser.devtools("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))?;
        Ok(browser)
    }

    fn start(driver: &Driver) -> Result<Session, String> {
        let profile = tempfile::tempdir().map_err(|error| error.to_string())?;
        let args = [
            "--headless",
            "--no-sandbox",
            "--use-gl=angle",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            &format!("--user-data-dir={}", profile.path().display()),
        ];
        let options = json!({
            "args": args,
            "binary": driver.chrome,
            // Otherwise the browser would ask about a page that downloads several files.
            "prefs": { "profile.default_content_setting_values.automatic_downloads": 1 },
        });
        let body = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
            "unhandledPromptBehavior": "accept",
            // Scripts may wait for frames of a large scene.
            "timeouts": { "script": PATIENCE.as_millis() as u64 },
        } } });
        let answer = driver.call("POST", "/session", &body)?;
        let id = answer["sessionId"].as_str().ok_or("there is no session")?.to_owned();
        Ok(Session { id, _profile: profile })
    }

    /// Closes the tab and continues in a new one: a tab keeps fingers, sizes and scripts beyond the page.
    fn replace_tab(&self) -> Result<(), String> {
        let opened = self.call("POST", "/window/new", &json!({ "type": "tab" }))?;
        self.call("DELETE", "/window", &Value::Null)?;
        self.call("POST", "/window", &json!({ "handle": opened["handle"] })).map(drop)
    }

    /// Makes the calls that draw do nothing, in pages that are opened from now on: without a graphics card they take
    /// most of a page's time.
    pub fn skip_drawing(&self) -> Result<(), String> {
        let source = "for (const name of ['drawArrays', 'drawElements', 'drawElementsInstanced', 'clear']) \
                      WebGL2RenderingContext.prototype[name] = () => {};";
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).map(drop)
    }

    fn id(&self) -> &str {
        self.session.as_ref().map_or("", |session| &session.id)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        self.driver.call(method, &format!("/session/{}{path}", self.id()), body)
    }

    /// A command of the browser's own protocol.
    pub fn devtools(&self, command: &str, params: Value) -> Result<Value, String> {
        self.call("POST", "/goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// Resizes the page, as a phone that is rotated.
    pub fn resize(&self, device: Device) -> Result<(), String> {
        let Device { size: (width, height), density, touch } = device;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": density, "mobile": touch });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)?;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch, "maxTouchPoints": 5 }))?;
        Ok(())
    }

    /// Goes to an address.
    pub fn go(&self, address: &str) -> Result<(), String> {
        self.call("POST", "/url", &json!({ "url": address })).map(drop)
    }

    /// Leaves the page and waits until it has ended: it saves its session at the end, perhaps in another process than
    /// the next page's, which must not look for it earlier. It frees its lock last.
    pub fn leave(&self) -> Result<(), String> {
        self.go(&self.elsewhere)?;
        wait("the end of the page", || {
            let held = self.run_async("return (await navigator.locks.query()).held.length")?;
            Ok((held == 0).then_some(()))
        })
    }

    /// Loads the page again, as a user does.
    pub fn reload(&self) -> Result<(), String> {
        self.call("POST", "/refresh", &json!({})).map(drop)
    }

    /// Runs a function's body in the page, and returns its result.
    pub fn run(&self, body: &str) -> Result<Value, String> {
        self.call("POST", "/execute/sync", &json!({ "script": body, "args": [] }))
    }

    /// Runs a script until its promise is fulfilled.
    pub fn run_async(&self, body: &str) -> Result<Value, String> {
        let script =
            format!("const done = arguments[0]; (async () => {{ {body} }})().then(done, (e) => done('' + e));");
        self.call("POST", "/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// Pointer and key actions, as the protocol defines them.
    pub fn act(&self, actions: Value) -> Result<(), String> {
        self.call("POST", "/actions", &json!({ "actions": actions })).map(drop)
    }

    /// The console's messages since the last call: level and text.
    pub fn console(&self) -> Result<Vec<String>, String> {
        let log = self.call("POST", "/se/log", &json!({ "type": "browser" }))?;
        let lines = log.as_array().into_iter().flatten();
        Ok(lines.map(|line| format!("{} {}", line["level"], line["message"])).collect())
    }

    /// A picture of the page: a PNG file.
    pub fn picture(&self) -> Result<Vec<u8>, String> {
        let picture = self.call("GET", "/screenshot", &Value::Null)?;
        base64(picture.as_str().unwrap_or(""))
    }
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        // No finger and no key stays down for the next page.
        let _ = self.call("DELETE", "/actions", &Value::Null);
        // Leaves the page, which saves its session and frees its locks. A browser that does not leave is not used
        // again.
        if self.leave().is_err() {
            let _ = self.call("DELETE", "", &Value::Null);
        } else if let (Some(session), Ok(mut idle)) = (self.session.take(), self.driver.idle.lock()) {
            idle.push(session);
        }
    }
}

/// Bytes from base 64 with `+`, `/` and padding.
fn base64(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for character in text.bytes().filter(|character| *character != b'=') {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err("this is not base 64".to_owned()),
        };
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

/// Polls until `ready` gives a value.
pub fn wait<T>(what: &str, mut ready: impl FnMut() -> Result<Option<T>, String>) -> Result<T, String> {
    let began = Instant::now();
    loop {
        if let Some(value) = ready()? {
            return Ok(value);
        }
        if began.elapsed() > PATIENCE {
            return Err(format!("waited {} s for {what}", PATIENCE.as_secs()));
        }
        std::thread::sleep(POLL);
    }
}
