//! When the next frame is drawn: at the screen's rate while something moves, seldom while nothing is seen to move, and
//! only at an event while nothing changes.

use std::time::Duration;

use macroquad::miniquad::window::schedule_update;

use super::game::Game;
use crate::{
    app::{input::FRAMES_AFTER_EVENT, platform::WindowState},
    host::{self, Instant},
};

/// Shortest frame. Some drivers ignore vertical sync, and no screen shows more frames than this.
const MIN_FRAME_TIME: Duration = Duration::from_millis(4);

/// Shortest frame while the window has no focus or nothing in the picture moves.
const MIN_CALM_FRAME_TIME: Duration = Duration::from_millis(33);

/// Longest time that a frame counts, so that the time for which the main loop was blocked does not hide a hint.
const MAX_FRAME_TIME: Duration = Duration::from_secs(1);

/// Shortest frame where the main loop cannot block and nothing changes, or the window is hidden.
const NAP: Duration = Duration::from_millis(100);

/// Whether the main loop blocks while nothing changes.
pub const BLOCKS: bool = cfg!(any(target_os = "linux", target_arch = "wasm32"));

/// Number of steps without motion after which nothing moves until the user acts.
const STILL_STEPS: u32 = 60;

/// Motion of less than this per step is invisible, pixels.
const VISIBLE_MOTION: f32 = 0.02;

/// When frames are drawn.
pub struct FramePacing {
    pub frame_began: Instant,
    /// The window has the keyboard.
    pub has_focus: bool,
    /// Frames since the last event.
    pub idle_frames: u32,
    pub window: WindowState,
}

impl FramePacing {
    /// Pacing of the window, which must be open.
    pub fn new() -> Self {
        Self { frame_began: Instant::now(), has_focus: true, idle_frames: 0, window: WindowState::start() }
    }

    /// Counts the frames since the last event.
    pub fn count_events(&mut self, events: usize) {
        self.idle_frames = if events == 0 { self.idle_frames.saturating_add(1) } else { 0 };
    }

    /// Whether the last event was long enough ago for its consequences to be drawn.
    fn is_quiet(&self) -> bool {
        self.idle_frames > FRAMES_AFTER_EVENT
    }
}

impl Game {
    /// Phase: waits for the rest of the shortest frame. Returns the time since the last frame began, s.
    pub(super) fn wait_for_frame(&mut self) -> f32 {
        let shortest = match () {
            () if self.pacing.window.is_hidden() || (self.is_idle() && !BLOCKS) => NAP,
            () if !self.pacing.has_focus || self.is_calm() => MIN_CALM_FRAME_TIME,
            () => MIN_FRAME_TIME,
        };
        host::sleep(shortest.saturating_sub(self.pacing.frame_began.elapsed()));
        let last = std::mem::replace(&mut self.pacing.frame_began, Instant::now());
        self.pacing.frame_began.duration_since(last).min(MAX_FRAME_TIME).as_secs_f32()
    }

    /// Phase: asks for another frame, unless it would equal this one.
    pub(super) fn request_next_frame(&mut self) {
        let is_idle = self.is_idle();
        if is_idle {
            // A blocked loop does not check the autosave's clock.
            self.files.autosave.keep(&self.playback.timeline);
        }
        self.pacing.window.set_idle(is_idle);
        if !is_idle {
            schedule_update();
        }
    }

    /// Whether the interface, a tool or an effect is moving, or time is rewound.
    fn is_animating(&self) -> bool {
        self.egui.is_animating()
            || self.playback.is_rewinding
            || self.view.painter.is_moving()
            || self.input.tools.is_moving()
            || self.input.cursor.is_moving()
    }

    /// Whether no event has come for a moment and nothing is seen to move.
    fn is_calm(&self) -> bool {
        let is_still = || self.sandbox().is_still(VISIBLE_MOTION * self.view.camera.metres(1.0));
        self.pacing.is_quiet() && !self.is_animating() && (self.playback.clock.paused || is_still())
    }

    /// Whether the user looks elsewhere: the window is hidden, or it has no focus and does not run in the background.
    fn is_left(&self) -> bool {
        self.pacing.window.is_hidden() || (!self.pacing.has_focus && !self.prefs.current.background)
    }

    /// Whether nothing changes until the next event.
    fn is_idle(&self) -> bool {
        let is_at_rest = || self.sandbox().still_steps() >= STILL_STEPS && !self.messages.awaits_goal();
        let is_still = self.playback.clock.paused || is_at_rest();
        let must_run = self.playback.has_last_step()
            || self.output.wants_screenshot()
            || self.playback.timeline.is_replaying()
            || self.playback.is_working();
        let is_busy = self.is_animating()
            || self.captures.is_busy()
            || self.files.is_busy()
            || self.messages.is_fading()
            || self.ui.is_hint_fading()
            || self.ui.ghost_stats.is_busy();
        (is_still || self.is_left()) && !(must_run || is_busy) && self.pacing.is_quiet()
    }
}
