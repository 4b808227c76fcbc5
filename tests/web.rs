//! The page (`web/build`) in headless Chromium: opened, driven with a mouse, keys and fingers, photographed, shared,
//! reopened.
//!
//! Without Chromium, or without a page built from the present sources, the tests report themselves as ignored, with the
//! reason; where `CI` is "true" they fail. Tests over 2 s are marked as ignored and run in release by `.ci/run`.
//! `CHROME` and `CHROMEDRIVER` name other programs than the usual ones. `ROPEWALK_PICTURES=FOLDER` keeps the pictures;
//! without it, only the tests that look at pictures draw their pages.
//!
//! No test waits for a fixed time: each waits until a condition holds.

#![allow(clippy::disallowed_methods, reason = "tests read and write small files of their own")]

mod script;
#[path = "../web/serve.rs"]
mod serve;
mod web {
    pub mod bits;
    pub mod browser;
    pub mod keeping;
    pub mod page;
    pub mod playing;
    pub mod preferring;
    pub mod serving;
    pub mod sharing;
    pub mod touching;

    /// The result of a test: `?` turns sentences into a failure.
    pub type Outcome = Result<(), libtest_mimic::Failed>;

    /// The browser's driver and the server, shared by the tests.
    pub struct Stage {
        pub driver: browser::Driver,
        /// The page's address.
        pub home: String,
    }
}

use std::{
    net::TcpListener,
    path::PathBuf,
    process::{Command, ExitCode},
    sync::OnceLock,
};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use web::{Outcome, Stage, bits, browser, keeping, playing, preferring, serving, sharing, touching};

/// A test: its name and its function.
type Test = (&'static str, fn(&Stage) -> Outcome);

/// Names each test after its function.
macro_rules! tests {
    ($($module:ident::$name:ident,)*) => { &[$((stringify!($name), $module::$name)),*] };
}

/// Tests that `cargo test` runs.
const QUICK: &[Test] = tests![
    playing::page_loads_from_one_origin_without_errors,
    serving::taken_port_gets_a_sentence,
    serving::missing_program_is_reported,
];

/// Tests that take more than 2 s.
const LONG: &[Test] = tests![
    bits::golden_hashes_hold_in_the_browser,
    playing::mouse_drags_cuts_pins_and_undoes,
    playing::panel_and_keys_work,
    playing::animation_and_picture_are_downloads,
    preferring::system_preferences_hold_until_the_user_chooses,
    sharing::copied_link_reaches_the_same_state,
    sharing::bad_links_get_a_sentence,
    serving::page_opens_without_its_server,
    keeping::saved_file_opens_again,
    keeping::bad_files_get_a_sentence,
    keeping::session_survives_a_reload,
    keeping::full_local_storage_loses_nothing,
    keeping::lost_graphics_context_is_restored,
    keeping::hidden_page_continues,
    touching::fingers_drag_a_particle_each,
    touching::two_fingers_on_nothing_pan_and_zoom,
    touching::double_tap_pins,
    touching::phone_rotation_keeps_the_scene,
    touching::name_is_typed_on_a_touch_keyboard,
    touching::buttons_are_large_and_stay_in_place,
    touching::long_touch_selects_and_the_bar_acts,
    touching::swipe_over_controls_scrolls_and_changes_nothing,
];

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Every browser draws in software, on all cores.
    arguments.test_threads.get_or_insert(1);
    let trial = |&(name, test): &Test| Trial::ignorable_test(name, move || run(test));
    let long = LONG.iter().map(|test| trial(test).with_ignored_flag(true));
    let conclusion = libtest_mimic::run(&arguments, QUICK.iter().map(trial).chain(long).collect());
    // A static is never dropped: without this, chromedriver would keep running.
    if let Some(Ok(stage)) = STAGE.get() {
        stage.driver.stop();
    }
    conclusion.exit_code()
}

static STAGE: OnceLock<Result<Stage, String>> = OnceLock::new();

/// Runs a test if there is a browser.
fn run(test: fn(&Stage) -> Outcome) -> Result<Completion, Failed> {
    match STAGE.get_or_init(prepare) {
        Ok(stage) => test(stage).map(|()| Completion::Completed),
        Err(reason) if std::env::var("CI").is_ok_and(|ci| ci == "true") => {
            Err(format!("there is no page to test: {reason}").into())
        }
        Err(reason) => Ok(Completion::ignored_with(reason)),
    }
}

/// Checks that the page was built from the present sources; the error says why it was not.
fn is_fresh() -> Result<(), String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let check = Command::new("web/build").arg("--check").current_dir(root).output();
    let check = check.map_err(|error| format!("web/build --check cannot be run: {error}"))?;
    let said = String::from_utf8_lossy(&check.stderr);
    if check.status.success() { Ok(()) } else { Err(said.trim().to_owned()) }
}

/// Serves the page and starts the browser's driver.
fn prepare() -> Result<Stage, String> {
    is_fresh()?;
    let home = serve_folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("web/dist"))?;
    Ok(Stage { driver: browser::Driver::start()?, home })
}

/// Serves a folder until the tests end. Returns its address.
fn serve_folder(folder: PathBuf) -> Result<String, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| error.to_string())?;
    let port = listener.local_addr().map_err(|error| error.to_string())?.port();
    std::thread::spawn(move || serve::serve(&listener, &folder, serve::Limits::default()));
    Ok(format!("http://localhost:{port}/"))
}
