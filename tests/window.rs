//! The program in a window: started, driven with a pointer and keys, photographed, and closed.
//!
//! Each test has a screen of its own (`support`). Without an X server the tests report themselves as ignored, with the
//! reason; where `CI` is "true" they fail. Tests over 2 s are marked as ignored and run in release by `.ci/run`.
//!
//! The program records each session (`--record`), and the tests replay it: pictures show what a user sees, recordings show
//! the state. No test waits for a fixed time: each waits until a condition holds.

mod support;
mod window {
    pub mod controls;
    pub mod cutting;
    pub mod files;
    pub mod flags;
    pub mod gallery;
    pub mod hands;
    pub mod keys;
    pub mod manners;
    pub mod panel;
    pub mod session;
    pub mod time;

    /// What a test gives back: `?` turns the support's sentences into a failure.
    pub type Outcome = Result<(), libtest_mimic::Failed>;
}

use std::process::ExitCode;
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use support::screen_available;
use window::{Outcome, controls, cutting, files, flags, gallery, hands, keys, manners, panel, time};

/// A test: its name and its function.
type Test = (&'static str, fn() -> Outcome);

/// Names each test after its function.
macro_rules! tests {
    ($($module:ident::$name:ident,)*) => { &[$((stringify!($name), $module::$name)),*] };
}

/// Tests on a screen that `cargo test` runs.
const QUICK: &[Test] =
    tests![gallery::opens_paints_and_closes, hands::a_right_click_pins_and_unpins, flags::exit_after_ends_at_its_step,];

/// Tests on a screen that take more than 2 s.
const LONG: &[Test] = tests![
    gallery::page_down_shows_every_scene,
    gallery::every_scene_runs_from_its_name,
    gallery::resizing_keeps_the_scene_in_view,
    gallery::the_playgrounds_walls_follow_the_window,
    gallery::the_playgrounds_walls_are_the_windows_after_a_rewind,
    hands::a_dragged_point_follows_the_pointer,
    hands::a_ring_shows_what_a_press_would_take,
    hands::a_blower_is_drawn_moved_and_removed,
    hands::a_right_click_during_a_grab_pins_there,
    hands::a_violent_drag_of_the_net_breaks_nothing,
    hands::a_violent_drag_of_the_curtain_breaks_nothing,
    hands::a_violent_drag_anywhere_breaks_nothing,
    hands::a_drag_survives_leaving_the_window,
    hands::a_drag_that_ends_outside_has_ended_on_return,
    hands::losing_the_focus_ends_a_drag,
    cutting::one_fast_flick_cuts_every_link_under_it,
    cutting::cutting_while_everything_moves,
    cutting::the_scissors_have_a_size,
    keys::gravity_goes_where_the_keys_say,
    keys::the_curtain_hangs_where_gravity_points,
    keys::gravity_lab_adds_gravity_sideways,
    keys::the_held_end_moves_while_its_key_is_down,
    keys::time_stands_still_steps_and_changes_its_pace,
    keys::reset_and_random_anchors,
    keys::ropes_and_nets_are_drawn,
    keys::escape_cancels_and_never_quits,
    keys::help_covers_what_is_under_it,
    keys::the_view_moves_and_comes_back,
    manners::a_paused_window_sleeps,
    manners::a_sleeping_window_comes_back_into_view,
    manners::a_window_without_the_keyboard_sleeps,
    manners::the_window_is_as_it_was_left,
    manners::damaged_settings_are_set_aside,
    files::a_saved_session_is_gone_on_with,
    files::the_next_start_goes_on_where_the_last_ended,
    files::a_killed_session_is_offered,
    files::a_dropped_file_is_opened,
    time::everything_is_undone_and_redone,
    time::time_runs_backwards_while_z_is_held,
    time::a_picture_is_taken,
    time::an_animation_is_recorded,
    time::an_animation_is_saved_when_the_window_is_closed,
    time::an_animation_without_a_folder_is_no_end,
    panel::the_panels_buttons_work,
    panel::a_slider_is_recorded_and_replays,
    panel::a_slider_survives_leaving_the_window,
    panel::escape_puts_a_slider_back,
    panel::the_dial_and_the_gallery_work,
    panel::the_wheel_scrolls_the_panel,
    panel::typing_is_not_playing,
    panel::the_first_run_hint_goes_away,
    controls::a_pointer_sets_the_world,
    controls::a_pointer_sets_the_wind,
    controls::a_pointer_sets_the_solver,
    controls::a_pointer_chooses_a_ghost,
    controls::escape_puts_a_slider_of_the_ghost_back,
    controls::a_pointer_chooses_the_look,
    flags::the_screenshot_is_what_the_window_shows,
    flags::a_replay_comes_to_the_same_state,
];

/// Tests without a screen.
const WITHOUT_SCREEN: &[Test] = tests![flags::without_a_display_it_says_so,];

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

/// Runs a test where there is a screen.
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
