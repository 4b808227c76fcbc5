//! What the page does for us: the functions of `web/plugin.js`, and the only foreign code that is called by ourselves.
//!
//! Text and bytes go out as a place and a length. What comes back waits in the page until it is asked for: a function
//! answers how long it is (-1 where there is nothing), and `ropewalk_take` puts it where there is room for it.
#![allow(
    unsafe_code,
    reason = "a browser is reached by foreign functions alone; each is given a slice that lives as long"
)]

use crate::host::store::Entries;

unsafe extern "C" {
    safe fn ropewalk_clock() -> f64;
    safe fn ropewalk_date() -> f64;
    safe fn ropewalk_density() -> f32;
    safe fn ropewalk_fingers() -> bool;
    safe fn ropewalk_keys() -> i32;
    safe fn ropewalk_fragment() -> i32;
    safe fn ropewalk_is_own() -> bool;
    safe fn ropewalk_given_name() -> i32;
    safe fn ropewalk_given_bytes() -> i32;
    safe fn ropewalk_choose();
    safe fn ropewalk_keyboard(wanted: bool);
    fn ropewalk_take(to: *mut u8, length: usize);
    fn ropewalk_get(name: *const u8, length: usize) -> i32;
    fn ropewalk_set(name: *const u8, length: usize, text: *const u8, text_length: usize) -> bool;
    fn ropewalk_remove(name: *const u8, length: usize);
    fn ropewalk_is_free(name: *const u8, length: usize) -> bool;
    fn ropewalk_download(name: *const u8, length: usize, bytes: *const u8, bytes_length: usize);
    fn ropewalk_share(text: *const u8, length: usize);
    fn ropewalk_complain(text: *const u8, length: usize);
    fn ropewalk_tell(text: *const u8, length: usize);
}

/// Milliseconds since the page was opened.
pub(super) fn clock() -> f64 {
    ropewalk_clock()
}

/// Milliseconds since 1970.
pub(super) fn date() -> f64 {
    ropewalk_date()
}

/// Pixels of the screen to one of the page. (What the window library says is what it was when the page was opened.)
#[must_use]
pub fn density(_said: f32) -> f32 {
    ropewalk_density()
}

/// Whether it is fingers that point, and nothing finer.
#[must_use]
pub fn fingers() -> bool {
    ropewalk_fingers()
}

/// What waits in the page, of this length.
fn take(length: i32) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    // SAFETY: the page writes so many bytes and no more.
    unsafe { ropewalk_take(bytes.as_mut_ptr(), bytes.len()) };
    Some(bytes)
}

fn take_text(length: i32) -> Option<String> {
    take(length).and_then(|bytes| String::from_utf8(bytes).ok())
}

/// What stands behind the `#` in the page's address.
#[must_use]
pub fn fragment() -> Option<String> {
    take_text(ropewalk_fragment()).filter(|fragment| !fragment.is_empty())
}

/// Whether that is a link which this page has given, and has kept its session behind.
#[must_use]
pub fn is_own() -> bool {
    ropewalk_is_own()
}

/// Puts this there, and the address into the clipboard.
pub fn share(fragment: &str) {
    // SAFETY: the page reads the text before this returns.
    unsafe { ropewalk_share(fragment.as_ptr(), fragment.len()) }
}

/// What became of a file that was given to the page.
#[derive(Clone, Debug)]
pub(super) enum Given {
    Bytes(Vec<u8>),
    /// It has more bytes than are read.
    TooLong,
    /// A folder, or nothing that the browser can read.
    Unreadable,
}

/// A file that was given to the page: its name, and what is in it.
pub(super) fn given() -> Option<(String, Given)> {
    const TOO_LONG: i32 = -2;
    let name = take_text(ropewalk_given_name())?;
    let given = match ropewalk_given_bytes() {
        TOO_LONG => Given::TooLong,
        length => take(length).map_or(Given::Unreadable, Given::Bytes),
    };
    Some((name, given))
}

/// Lets the user choose a file, which is given to the page then.
pub fn choose_file() {
    ropewalk_choose();
}

/// Shows or hides the keyboard of a device that has none of its own.
pub fn keyboard(wanted: bool) {
    ropewalk_keyboard(wanted);
}

/// Gives the user a file.
pub(super) fn download(name: &str, bytes: &[u8]) {
    // SAFETY: the page copies both before this returns.
    unsafe { ropewalk_download(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len()) }
}

/// Says something on the console.
pub fn complain(what: &str) {
    let line = format!("ropewalk: {what}");
    // SAFETY: the page reads the text before this returns.
    unsafe { ropewalk_complain(line.as_ptr(), line.len()) }
}

/// Answers what the page has asked.
pub fn tell(answer: &str) {
    // SAFETY: the page reads the text before this returns.
    unsafe { ropewalk_tell(answer.as_ptr(), answer.len()) }
}

/// Whether no other page holds a lock of this name.
pub(super) fn is_free(name: &str) -> bool {
    // SAFETY: the page reads the text before this returns.
    unsafe { ropewalk_is_free(name.as_ptr(), name.len()) }
}

/// The browser's local storage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local;

impl Entries for Local {
    fn get(&self, name: &str) -> Option<String> {
        // SAFETY: the page reads the text before this returns.
        take_text(unsafe { ropewalk_get(name.as_ptr(), name.len()) })
    }

    fn set(&self, name: &str, text: &str) -> bool {
        // SAFETY: the page reads both before this returns.
        unsafe { ropewalk_set(name.as_ptr(), name.len(), text.as_ptr(), text.len()) }
    }

    fn remove(&self, name: &str) {
        // SAFETY: the page reads the text before this returns.
        unsafe { ropewalk_remove(name.as_ptr(), name.len()) }
    }

    fn names(&self) -> Vec<String> {
        let all = take_text(ropewalk_keys()).unwrap_or_default();
        all.split('\n').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }
}
