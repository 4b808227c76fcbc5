//! The program in a window: started, driven with a pointer and keys, photographed, and closed.
//!
//! Each test has a screen of its own (`support`). Without an X server the tests report themselves as ignored, with the
//! reason; where `CI` is "true" they fail. Tests over 2 s are marked as ignored and run in release by `.ci/run`.
//!
//! The program records each session (`--record`), and the tests replay it: pictures show what a user sees, recordings
//! show the state. No test waits for a fixed time: each waits until a condition holds.

#![allow(clippy::disallowed_methods, reason = "tests read and write small files of their own")]

mod support;
mod window {
    pub mod building;
    pub mod controls;
    pub mod cutting;
    pub mod files;
    pub mod flags;
    pub mod gallery;
    pub mod grabs;
    pub mod idle;
    pub mod keys;
    pub mod panel;
    pub mod session;
    pub mod time;

    /// The result of a test: `?` turns the support's sentences into a failure.
    pub type Outcome = Result<(), libtest_mimic::Failed>;
}

use std::process::ExitCode;
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use support::screen_available;
use window::{Outcome, building, controls, cutting, files, flags, gallery, grabs, idle, keys, panel, time};

/// A test: its name and its function.
type Test = (&'static str, fn() -> Outcome);

/// Names each test after its function.
macro_rules! tests {
    ($($module:ident::$name:ident,)*) => { &[$((stringify!($name), $module::$name)),*] };
}

/// Tests on a screen that `cargo test` runs.
const QUICK: &[Test] = tests![
    gallery::playground_walls_follow_the_window,
    grabs::dragged_particle_follows_the_pointer,
    grabs::ring_marks_the_particle_that_a_press_grabs_or_pins,
    grabs::drag_ends_with_a_release_outside_or_a_lost_focus,
    cutting::scissors_have_a_size,
    keys::keys_go_back_and_pin_at_random,
    keys::tools_draw_ropes_and_nets,
    keys::space_with_a_drag_pans_and_a_tap_continues,
    idle::idle_window_sleeps_and_wakes,
    files::next_start_resumes_the_last_session,
    files::dropped_file_is_opened,
    files::blank_page_keeps_the_session_before,
    time::picture_is_saved,
    flags::exit_after_ends_at_its_step,
];

/// Tests on a screen that take more than 2 s.
const LONG: &[Test] = tests![
    gallery::page_down_shows_every_scene,
    gallery::resize_keeps_the_scene_in_view,
    grabs::violent_drag_anywhere_breaks_nothing,
    grabs::drag_survives_leaving_the_window,
    cutting::fast_flick_cuts_every_link_under_it,
    building::wheel_with_a_rope_round_it_is_built,
    keys::keys_turn_gravity,
    keys::held_end_moves_while_its_key_is_down,
    keys::bound_keys_work_machines_while_time_runs,
    keys::keys_pause_step_and_change_speed,
    keys::escape_cancels_and_never_quits,
    keys::keyboard_alone_takes_cuts_and_undoes,
    keys::help_takes_presses_on_it,
    keys::view_pans_zooms_and_resets,
    keys::shortcuts_are_found_in_any_layout,
    idle::window_reopens_as_it_was_closed,
    files::saved_session_resumes,
    files::killed_session_is_offered,
    files::signals_keep_the_session,
    time::keys_undo_and_redo_every_edit,
    time::held_z_rewinds,
    time::animation_is_recorded,
    time::animation_is_saved_when_the_window_closes,
    panel::panel_buttons_work,
    panel::slider_is_recorded_and_replays,
    panel::escape_resets_a_slider,
    panel::wheel_scrolls_the_panel,
    panel::typing_triggers_no_keys,
    panel::first_run_hint_disappears,
    controls::pointer_sets_the_world,
    controls::pointer_chooses_the_look,
    flags::replay_in_a_window_reaches_the_same_state,
];

/// Tests without a screen.
const WITHOUT_SCREEN: &[Test] = tests![flags::missing_display_is_reported,];

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Every program draws in software, on all cores: two at a time would miss deadlines.
    arguments.test_threads.get_or_insert(1);
    let trial = |&(name, test): &Test| Trial::ignorable_test(name, move || run(test));
    let without = WITHOUT_SCREEN.iter().map(|&(name, test)| Trial::test(name, test));
    let quick = QUICK.iter().map(trial);
    let long = LONG.iter().map(|test| trial(test).with_ignored_flag(true));
    libtest_mimic::run(&arguments, quick.chain(long).chain(without).collect()).exit_code()
}

/// Runs a test if there is a screen.
fn run(test: fn() -> Outcome) -> Result<Completion, Failed> {
    static SCREEN: OnceLock<Result<(), String>> = OnceLock::new();
    match SCREEN.get_or_init(screen_available) {
        Ok(()) => test().map(|()| Completion::Completed),
        Err(reason) if std::env::var("CI").is_ok_and(|ci| ci == "true") => {
            Err(format!("there is no screen to test in: {reason}").into())
        }
        Err(reason) => Ok(Completion::ignored_with(reason)),
    }
}
