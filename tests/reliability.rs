//! Survival of sessions: kills, signals, a display that dies, full and read-only disks, many windows, and ten
//! minutes of random input. It takes minutes and gives figures, so `.ci/campaign` runs it and `cargo test` does not.
//!
//! `SEED=7` chooses other moments and other input. A line that begins with `figure: ` is for `docs/reliability.md`.
#![allow(clippy::disallowed_methods, reason = "tests read and write small files of their own")]

#[path = "window/session.rs"]
#[allow(dead_code, reason = "it belongs to the window tests, which use all of it")]
mod session;
mod support;
mod reliability {
    pub mod disks;
    pub mod input;
    pub mod kills;
    pub mod player;
    pub mod windows;

    /// The result of a test; a test that cannot be made here says why.
    pub type Outcome = Result<libtest_mimic::Completion, libtest_mimic::Failed>;
}

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use reliability::{disks, input, kills, windows};

/// Names each test after its module and its function.
macro_rules! tests {
    ($($module:ident::$name:ident,)*) => {
        vec![$(Trial::ignorable_test(concat!(stringify!($module), "::", stringify!($name)), $module::$name)),*]
    };
}

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Every program draws in software, on all cores.
    arguments.test_threads.get_or_insert(1);
    let tests = tests![
        kills::kill_loses_at_most_10_s,
        kills::first_edit_is_kept_within_2_s,
        kills::signal_keeps_all_of_the_session,
        kills::dying_display_loses_at_most_10_s,
        disks::full_disk_leaves_the_last_session,
        disks::read_only_home_ends_nothing,
        disks::missing_home_ends_nothing,
        disks::output_that_cannot_be_written_ends_nothing,
        disks::stalled_recording_leaves_the_session,
        windows::two_windows_keep_both_sessions,
        windows::seventeenth_window_overwrites_nothing,
        windows::stopped_window_continues_where_it_was,
        input::files_are_written_in_own_folders_only,
        input::ten_minutes_of_random_input_replay,
    ];
    libtest_mimic::run(&arguments, tests).exit_code()
}
