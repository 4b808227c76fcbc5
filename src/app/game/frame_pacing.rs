//! How fast the loop goes round: as fast as the screen while something moves, seldom while nothing is seen to, and not at
//! all while nothing changes until something comes from outside. And what is kept meanwhile.

use std::time::Duration;

use macroquad::miniquad::window::schedule_update;

use super::{
    draw_ui::COMPLAINT_SECONDS,
    game::{Game, window},
};
use crate::{
    app::{input::LAST_FRAMES, storage::Prefs},
    host::{self, Instant},
};

/// Shortest frame. Vertical sync is a hint that some drivers ignore; no screen shows more than this.
const SHORTEST_FRAME: Duration = Duration::from_millis(4);

/// The same while something else has the keyboard (where ropes go on moving then, they leave the machine to others) or
/// nothing in the picture moves.
const SHORTEST_CALM_FRAME: Duration = Duration::from_millis(33);

/// A frame counts as no longer than this: what the window slept for is not taken off the time that a hint is seen.
const LONGEST_FRAME: Duration = Duration::from_secs(1);

/// How long the loop rests where it cannot block and there is nothing to do, or nothing to be seen.
const NAP: Duration = Duration::from_millis(100);

/// Whether the loop blocks while there is nothing to do.
pub const BLOCKS: bool = cfg!(any(target_os = "linux", target_arch = "wasm32"));

/// After so many steps in which nothing has moved at all, nothing will until somebody does something.
const STILL: u32 = 60;

/// What moves by less than this in a step, pixels, is not seen to.
const SEEN: f32 = 0.02;

/// Preferences are written this long after they have changed, so that a slider is not a hundred files.
pub const KEEP_EVERY: Duration = Duration::from_secs(2);

impl Game {
    /// Gives the processor back for what is left of the shortest frame. Returns how long ago the last one began, s.
    ///
    /// macroquad tells that by the wall clock, which is set now and then: set back by an hour, a hint stood for an hour.
    pub(super) fn rest(&mut self) -> f32 {
        let shortest = match () {
            () if self.watch.is_hidden() || (self.is_idle() && !BLOCKS) => NAP,
            () if self.unfocused || self.is_calm() => SHORTEST_CALM_FRAME,
            () => SHORTEST_FRAME,
        };
        host::sleep(shortest.saturating_sub(self.frame_began.elapsed()));
        let last = std::mem::replace(&mut self.frame_began, Instant::now());
        self.frame_began.duration_since(last).min(LONGEST_FRAME).as_secs_f32()
    }

    /// Whether nothing has come from outside for a moment and nothing is seen to move.
    fn is_calm(&self) -> bool {
        let still = || self.sandbox().is_still(SEEN * self.camera.metres(1.0));
        self.idle > LAST_FRAMES
            && !(self.interface_moves || self.rewinding || self.painter.is_moving())
            && !self.tools.is_moving()
            && (self.clock.paused || still())
    }

    /// Asks for another frame, unless it would be the same as this one.
    pub(super) fn wake(&mut self) {
        let idle = self.is_idle();
        if idle {
            // Asleep nobody looks at the clock.
            self.files.autosave.keep(&self.timeline);
        }
        self.watch.sleeps(idle);
        if !idle {
            schedule_update();
        }
    }

    /// Whether nobody looks: the window cannot be seen, or something else has the keyboard and the user has not said that
    /// ropes go on moving then.
    fn is_left(&self) -> bool {
        self.watch.is_hidden() || (self.unfocused && !self.background)
    }

    /// Whether nothing changes until something comes from outside.
    fn is_idle(&self) -> bool {
        let still = self.clock.paused || self.timeline.sandbox().still_steps() >= STILL;
        let asked_for = self.exit_after.is_some() || self.screenshot.is_some() || self.timeline.is_replaying();
        let moves = self.interface_moves
            || self.rewinding
            || self.tools.is_moving()
            || self.painter.is_moving()
            || self.screenshots.is_busy()
            || self.files.is_busy()
            || self.recorder.is_busy()
            || self.news.1 > 0.0
            // Before it fades the hint stands still: it waits with the rest.
            || (self.interface && self.hint > 0.0 && self.hint < 1.0)
            || self.held_back.1 > 0.0
            || self.race.is_busy();
        (still || self.is_left()) && !(asked_for || moves) && self.idle > LAST_FRAMES
    }

    /// Keeps what is kept from run to run, when it has not been for so long.
    pub(super) fn keep(&mut self, every: Duration) {
        if self.prefs_kept.elapsed() < every {
            return;
        }
        self.prefs_kept = Instant::now();
        // The next run begins in a window, as large as this one is when it does not fill the screen.
        let size = if self.watch.is_full_screen() { self.prefs.window } else { window().as_uvec2().into() };
        let Self { style, scale, panel, learnt, background, memory, .. } = self;
        self.prefs = Prefs {
            window: size,
            style: *style,
            scale: *scale,
            panel: panel.prefs().clone(),
            learnt: *learnt,
            background: *background,
            memory: *memory,
        };
        if let Some(complaint) = self.keeper.keep(&self.prefs) {
            host::complain(&complaint);
            self.complaint = Some(complaint);
            self.complaining = COMPLAINT_SECONDS;
        }
    }
}
