//! Ropewalk's page in a browser.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Stage;
use super::browser::{Browser, DESKTOP, Device, wait};

/// The key Ctrl, as the protocol names it.
const CTRL: &str = "\u{e009}";

/// The page, its browser, and its folder for downloads.
pub struct Page<'a> {
    pub browser: Browser<'a>,
    home: String,
    downloads: tempfile::TempDir,
}

/// A place in the page, in its own pixels.
pub type Place = (f64, f64);

/// A gesture of a finger or a mouse: down, moves to places, up.
pub struct Stroke {
    pub places: Vec<Place>,
    /// Buttons, as the protocol numbers them: 0 left, 1 middle, 2 right.
    pub button: u8,
}

impl<'a> Page<'a> {
    /// Opens the page in a tab of its own, with this behind the address's `#`, for a test that looks at no picture: it
    /// is drawn only where `ROPEWALK_PICTURES` keeps the pictures.
    pub fn open(stage: &'a Stage, device: Device, fragment: &str) -> Result<Self, String> {
        let page = Self::new(stage, device)?;
        if std::env::var_os("ROPEWALK_PICTURES").is_none() {
            page.browser.skip_drawing()?;
        }
        page.go(fragment)?;
        Ok(page)
    }

    /// The same for a test that looks at pictures.
    pub fn open_drawn(stage: &'a Stage, device: Device, fragment: &str) -> Result<Self, String> {
        let page = Self::new(stage, device)?;
        page.go(fragment)?;
        Ok(page)
    }

    /// The same for the first visit of a user whose system asks for this: features of media and their values.
    pub fn open_asking(stage: &'a Stage, media: &[(&str, &str)]) -> Result<Self, String> {
        let page = Self::new(stage, DESKTOP)?;
        page.ask(media)?;
        page.go("")?;
        Ok(page)
    }

    /// Sets what the user's system asks pages for.
    pub fn ask(&self, media: &[(&str, &str)]) -> Result<(), String> {
        let features: Vec<_> = media.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.browser.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).map(drop)
    }

    fn new(Stage { driver, home }: &'a Stage, device: Device) -> Result<Self, String> {
        let downloads = tempfile::tempdir().map_err(|error| error.to_string())?;
        let browser = Browser::open(driver, device, home, downloads.path())?;
        Ok(Self { browser, home: home.clone(), downloads })
    }

    /// Loads the page (again).
    pub fn go(&self, fragment: &str) -> Result<(), String> {
        // From another page: a mere change of the fragment would not load the page again.
        self.browser.leave()?;
        let hash = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
        self.browser.go(&format!("{}{hash}", self.home))?;
        self.ready()
    }

    /// Waits until the game runs.
    pub fn ready(&self) -> Result<(), String> {
        wait("the page", || {
            let there = self.browser.run(
                "return !!(window.ropewalk && ropewalk.state() && \
                (ropewalk.place('help') || ropewalk.place('unfold')))",
            );
            let here = self.browser.run("return document.getElementById('said')?.textContent || ''");
            match (there, here) {
                (Ok(Value::Bool(true)), _) => Ok(Some(())),
                (_, Ok(Value::String(said))) if said.contains("fault") || said.contains("needs") => Err(said),
                _ => Ok(None),
            }
        })
        .map_err(|error| format!("{error}; console: {:?}", self.browser.console()))
    }

    /// The sandbox on the page.
    pub fn state(&self) -> Result<Value, String> {
        wait("the state", || {
            let state = self.browser.run("return ropewalk.state()")?;
            Ok((!state.is_null()).then_some(state))
        })
    }

    /// Waits until something is so in the state.
    pub fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Result<Value, String> {
        let mut last = Value::Null;
        let found = wait(what, || {
            last = self.state()?;
            Ok(is_so(&last).then(|| last.clone()))
        });
        found.map_err(|error| {
            if let Some(state) = last.as_object_mut() {
                state.remove("points");
                state.remove("pinned");
            }
            format!("{error}: {last}; console: {:?}", self.browser.console())
        })
    }

    /// Lets frames go by.
    pub fn frames(&self, count: u32) -> Result<(), String> {
        let body = format!("for (let i = 0; i < {count}; i++) await new Promise(requestAnimationFrame); return null;");
        self.browser.run_async(&body).map(drop)
    }

    /// The middle of a control.
    pub fn control(&self, name: &str) -> Result<Place, String> {
        let mut last = Value::Null;
        // A dialog is laid out in its first frames.
        let place = wait(&format!("the control \"{name}\""), || {
            let place = self.browser.run(&format!("return ropewalk.place({})", json!(name)))?;
            self.frames(3)?;
            let rests = !place.is_null() && place == last;
            last = place;
            Ok(rests.then(|| last.clone()))
        })?;
        let side = |i: usize| place[i].as_f64().unwrap_or(f64::NAN);
        Ok((side(0) + side(2) / 2.0, side(1) + side(3) / 2.0))
    }

    /// The middle of a control of the panel, which the wheel scrolls into view.
    pub fn scrolled_to(&self, name: &str) -> Result<Place, String> {
        let (width, height) = DESKTOP.size;
        let middle = (f64::from(width) - 150.0, f64::from(height) / 2.0);
        self.browser.act(json!([{ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" },
            "actions": [step(middle, 0)] }]))?;
        for _ in 0..20 {
            let at = self.control(name)?;
            if at.1 < f64::from(height) - 80.0 {
                return Ok(at);
            }
            let scroll =
                json!({ "type": "scroll", "x": middle.0 as i32, "y": middle.1 as i32, "deltaX": 0, "deltaY": 200 });
            self.browser.act(json!([{ "type": "wheel", "id": "wheel", "actions": [scroll] }]))?;
            self.frames(5)?;
        }
        Err(format!("{name} does not scroll into view"))
    }

    /// Where a particle is.
    pub fn point(&self, index: usize) -> Result<Place, String> {
        place(&self.state()?, index)
    }

    /// Clicks or taps, after frames that show the target under the pointer. The press is short at any frame time.
    pub fn click(&self, at: Place, touch: bool) -> Result<(), String> {
        let kind = if touch { "touch" } else { "mouse" };
        let button = |kind: &str| json!({ "type": kind, "button": 0 });
        let pause = json!({ "type": "pause", "duration": 30 });
        for actions in [json!([step(at, 0)]), json!([button("pointerDown"), pause, button("pointerUp")])] {
            self.browser.act(json!([{ "type": "pointer", "id": kind, "parameters": { "pointerType": kind },
                "actions": actions }]))?;
            self.frames(2)?;
        }
        self.frames(2)
    }

    /// A stroke of the mouse.
    pub fn mouse(&self, stroke: &Stroke) -> Result<(), String> {
        let mut actions = vec![step(stroke.places[0], 0), json!({ "type": "pause", "duration": 40 })];
        actions.push(json!({ "type": "pointerDown", "button": stroke.button }));
        actions.extend(stroke.places[1..].iter().map(|&at| step(at, 30)));
        actions.push(json!({ "type": "pause", "duration": 40 }));
        actions.push(json!({ "type": "pointerUp", "button": stroke.button }));
        self.browser.act(json!([{ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" },
            "actions": actions }]))?;
        self.frames(3)
    }

    /// Strokes of several fingers at once, through equally many places each.
    pub fn fingers(&self, strokes: &[Stroke]) -> Result<(), String> {
        let fingers = strokes.iter().enumerate().map(|(id, stroke)| {
            let mut actions = vec![step(stroke.places[0], 0), json!({ "type": "pointerDown", "button": 0 })];
            actions.push(json!({ "type": "pause", "duration": 60 }));
            actions.extend(stroke.places[1..].iter().map(|&at| step(at, 30)));
            actions.push(json!({ "type": "pause", "duration": 60 }));
            actions.push(json!({ "type": "pointerUp", "button": 0 }));
            json!({ "type": "pointer", "id": format!("finger {id}"), "parameters": { "pointerType": "touch" },
                "actions": actions })
        });
        self.browser.act(fingers.collect())?;
        self.frames(3)
    }

    /// Two taps of a finger, one soon after the other: the browser's own gesture. The driver's fingers wait after each
    /// event until the page has seen it, and on a slow machine are no quicker than its frames.
    pub fn double_tap(&self, (x, y): Place) -> Result<(), String> {
        let taps = json!({ "x": x, "y": y, "duration": 50, "tapCount": 2, "gestureSourceType": "touch" });
        self.browser.devtools("Input.synthesizeTapGesture", taps)?;
        self.frames(3)
    }

    /// Presses a key, with Ctrl or without.
    pub fn key(&self, key: &str, ctrl: bool) -> Result<(), String> {
        if ctrl { self.chord(&[CTRL, key], 50) } else { self.chord(&[key], 50) }
    }

    /// Presses keys one after the other, holds them all for a time, ms, and releases them.
    pub fn chord(&self, keys: &[&str], duration: u32) -> Result<(), String> {
        let press = |key: &&str| json!({ "type": "keyDown", "value": key });
        let release = |key: &&str| json!({ "type": "keyUp", "value": key });
        let held = json!({ "type": "pause", "duration": duration });
        let actions: Vec<_> = keys.iter().map(press).chain([held]).chain(keys.iter().rev().map(release)).collect();
        self.browser.act(json!([{ "type": "key", "id": "keys", "actions": actions }]))?;
        self.frames(3)
    }

    /// A downloaded file, once it is whole.
    pub fn download(&self, ending: &str) -> Result<PathBuf, String> {
        wait(&format!("a download that ends in {ending}"), || {
            let files = std::fs::read_dir(self.downloads.path()).map_err(|error| error.to_string())?;
            let mut paths = files.flatten().map(|file| file.path());
            Ok(paths.find(|path| path.extension().is_some_and(|found| found == ending)))
        })
    }

    /// Saves a picture where `ROPEWALK_PICTURES` says, and returns it.
    pub fn picture(&self, name: &str) -> Result<Picture, String> {
        let png = self.browser.picture()?;
        if let Some(folder) = std::env::var_os("ROPEWALK_PICTURES") {
            let path = Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(&path, &png).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Picture::read(&png)
    }

    /// Asserts that the console has only messages that begin with the program's name.
    pub fn is_quiet(&self) -> Result<(), String> {
        // The console's message of a browser without a graphics card, for each screenshot.
        let browsers = |line: &String| line.contains("GPU stall due to ReadPixels");
        let ours = |line: &String| line.contains("\"ropewalk: ");
        let others: Vec<_> =
            self.browser.console()?.into_iter().filter(|line| !ours(line) && !browsers(line)).collect();
        if others.is_empty() { Ok(()) } else { Err(format!("the console is not ours alone: {others:#?}")) }
    }
}

fn step((x, y): Place, duration: u32) -> Value {
    json!({ "type": "pointerMove", "x": x.round(), "y": y.round(), "duration": duration, "origin": "viewport" })
}

/// Where a particle is in a state.
pub fn place(state: &Value, index: usize) -> Result<Place, String> {
    let at = &state["points"][index];
    at[0].as_f64().zip(at[1].as_f64()).ok_or(format!("there is no particle {index}"))
}

/// A picture's pixels, three or four bytes each.
pub struct Picture {
    pub size: (u32, u32),
    bytes: Vec<u8>,
    channels: usize,
}

impl Picture {
    fn read(png: &[u8]) -> Result<Self, String> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().map_err(|error| error.to_string())?;
        let mut bytes = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
        Ok(Self { size: (info.width, info.height), bytes, channels: info.color_type.samples() })
    }

    /// Number of different colours in it.
    pub fn colours(&self) -> usize {
        let colours: std::collections::BTreeSet<_> = self.bytes.chunks_exact(self.channels).map(|p| &p[..3]).collect();
        colours.len()
    }
}
