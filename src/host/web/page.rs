//! The functions of the page, in `web/plugin.js`: the only foreign functions that this crate calls itself.
//!
//! Text and bytes are passed as a pointer and a length. A result waits in the page: the function returns its length (-1
//! if there is none), and `ropewalk_take` copies it to a buffer.
#![allow(unsafe_code, reason = "only foreign functions reach a browser; each gets a slice that outlives the call")]

use crate::host::store::Entries;

unsafe extern "C" {
    safe fn ropewalk_clock() -> f64;
    safe fn ropewalk_date() -> f64;
    safe fn ropewalk_density() -> f32;
    safe fn ropewalk_fingers() -> bool;
    safe fn ropewalk_less_motion() -> bool;
    safe fn ropewalk_more_contrast() -> bool;
    safe fn ropewalk_light() -> bool;
    safe fn ropewalk_keys() -> i32;
    safe fn ropewalk_fragment() -> i32;
    safe fn ropewalk_is_own() -> bool;
    safe fn ropewalk_scene() -> i32;
    safe fn ropewalk_layout() -> i32;
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
    fn ropewalk_copy(text: *const u8, length: usize);
    fn ropewalk_complain(text: *const u8, length: usize);
    fn ropewalk_tell(text: *const u8, length: usize);
}

/// Time since the page was opened, ms.
pub(super) fn clock() -> f64 {
    ropewalk_clock()
}

/// Time since 1970, ms.
pub(super) fn date() -> f64 {
    ropewalk_date()
}

/// Physical pixels of the screen for each pixel of the page. The window library tells only the number at the start.
#[must_use]
pub fn pixel_density(_said: f32) -> f32 {
    ropewalk_density()
}

/// Whether the only pointing device is a touch screen.
#[must_use]
pub fn is_touch_only() -> bool {
    ropewalk_fingers()
}

/// Whether the user wants less motion.
#[must_use]
pub fn prefers_less_motion() -> bool {
    ropewalk_less_motion()
}

/// Whether the user wants more contrast.
#[must_use]
pub fn prefers_more_contrast() -> bool {
    ropewalk_more_contrast()
}

/// Whether the user wants a light background. A browser whose user has chosen nothing says so, too.
#[must_use]
pub fn prefers_light() -> bool {
    ropewalk_light()
}

/// Takes the waiting result of this length.
fn take(length: i32) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    // SAFETY: the page writes exactly this number of bytes.
    unsafe { ropewalk_take(bytes.as_mut_ptr(), bytes.len()) };
    Some(bytes)
}

fn take_text(length: i32) -> Option<String> {
    take(length).and_then(|bytes| String::from_utf8(bytes).ok())
}

/// The fragment of the page's address, after the `#`.
#[must_use]
pub fn fragment() -> Option<String> {
    take_text(ropewalk_fragment()).filter(|fragment| !fragment.is_empty())
}

/// Whether the fragment is a link that this page has made and whose session it has kept.
#[must_use]
pub fn is_own_link() -> bool {
    ropewalk_is_own()
}

/// Takes the name of a scene out of the page's address, from `?scene=NAME`.
#[must_use]
pub fn take_scene_name() -> Option<String> {
    take_text(ropewalk_scene())
}

/// The keyboard's layout, where the browser tells it: pairs of characters, of which the first is that of a key on a US
/// keyboard, and the second what the user's key at its place prints.
#[must_use]
pub fn keyboard_layout() -> Option<String> {
    take_text(ropewalk_layout())
}

/// Sets the fragment, and copies the address to the clipboard.
pub fn share_link(fragment: &str) {
    // SAFETY: the page reads the text before this returns.
    unsafe { ropewalk_share(fragment.as_ptr(), fragment.len()) }
}

/// Copies a text to the clipboard.
pub fn copy(text: &str) {
    // SAFETY: the page reads the text before this returns.
    unsafe { ropewalk_copy(text.as_ptr(), text.len()) }
}

/// A file that was given to the page, as far as it was read.
#[derive(Clone, Debug)]
pub(super) enum Given {
    Bytes(Vec<u8>),
    /// The file is longer than the limit.
    TooLong,
    /// The name is that of a folder, or the browser cannot read the file.
    Unreadable,
}

/// Takes a file that was given to the page: its name and content.
pub(super) fn given() -> Option<(String, Given)> {
    const TOO_LONG: i32 = -2;
    let name = take_text(ropewalk_given_name())?;
    let given = match ropewalk_given_bytes() {
        TOO_LONG => Given::TooLong,
        length => take(length).map_or(Given::Unreadable, Given::Bytes),
    };
    Some((name, given))
}

/// Lets the user choose a file, which is then given to the page.
pub fn choose_file() {
    ropewalk_choose();
}

/// Shows or hides the on-screen keyboard.
pub fn show_keyboard(wanted: bool) {
    ropewalk_keyboard(wanted);
}

/// Gives the user a file as a download.
pub(super) fn download(name: &str, bytes: &[u8]) {
    // SAFETY: the page copies both before this returns.
    unsafe { ropewalk_download(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len()) }
}

/// Writes a message to the console.
pub fn log(what: &str) {
    let line = format!("ropewalk: {what}");
    // SAFETY: the page reads the text before this returns.
    unsafe { ropewalk_complain(line.as_ptr(), line.len()) }
}

/// Answers a question of the page.
pub fn answer_page(answer: &str) {
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
