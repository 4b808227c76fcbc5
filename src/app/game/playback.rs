//! The session that is played: its timeline, its clock, and the steps of each frame.

use std::time::Duration;

use super::start::Options;
use crate::app::actions::{Action, key_name};
use crate::app::ui::ghost_stats::GhostStats;
use crate::host::Instant;
use crate::sandbox::{FixedClock, Sandbox};
use crate::scene::BLANK;
use crate::timeline::{Divergence, ReplayProgress, Timeline};

/// Longest time that a frame spends on steps and on commands of a replay; a single one may take longer.
const MAX_STEPPING_TIME: Duration = Duration::from_millis(50);

/// The end of a replay.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only the page reports it"))]
pub struct ReplayEnd {
    /// Steps since the start.
    pub step: u64,
    /// Hash of the state after them.
    pub hash: u64,
}

/// The session that is played.
pub struct Playback {
    pub timeline: Timeline,
    pub clock: FixedClock,
    /// The rewind key is down.
    pub is_rewinding: bool,
    rewind_clock: FixedClock,
    /// The last frame showed the past: see [`Self::is_past`].
    was_past: bool,
    is_divergence_reported: bool,
    /// Commands of a replay that are due wait for the next frame.
    is_behind: bool,
    replay_end: Option<ReplayEnd>,
    /// Threads for large scenes.
    threads: usize,
    /// Step after which the window closes.
    last_step: Option<u64>,
}

/// Whether a session shows a build before its time runs: a blank page, or a design that was left so. Parts would fall before
/// they are joined.
fn is_to_build_on(timeline: &Timeline) -> bool {
    let sandbox = timeline.sandbox();
    let is_built = sandbox.scene().name == BLANK || timeline.is_edited() || sandbox.steps() > 0;
    sandbox.design().is_none() && is_built && !timeline.is_replaying()
}

impl Playback {
    /// Blend factor of the picture between the last two steps.
    pub fn blend(&self) -> f32 {
        self.clock.blend(self.sandbox().world().settings().step_seconds())
    }

    /// Playback of a timeline, with a memory limit for rewinding, MB.
    pub fn new(mut timeline: Timeline, options: &Options, memory: u32) -> Self {
        timeline.set_recorded(options.record.is_some());
        timeline.set_threads(options.threads);
        // A run that ends by itself has nobody who builds.
        let is_to_build_on = options.exit_after.is_none() && is_to_build_on(&timeline);
        let mut playback = Self {
            timeline,
            clock: FixedClock::new(options.paused || is_to_build_on),
            is_rewinding: false,
            rewind_clock: FixedClock::new(false),
            was_past: false,
            is_divergence_reported: false,
            is_behind: false,
            replay_end: None,
            threads: options.threads,
            last_step: options.exit_after,
        };
        playback.set_rewind_memory(memory);
        playback
    }

    /// The sandbox at the moment that is shown.
    pub fn sandbox(&self) -> &Sandbox {
        self.timeline.sandbox()
    }

    /// Continues with another timeline. A recording plays; a design that was left before time ran stands still.
    pub fn replace(&mut self, mut timeline: Timeline, memory: u32) {
        self.clock.paused &= !timeline.is_replaying();
        self.clock.paused |= is_to_build_on(&timeline) && self.last_step.is_none();
        timeline.set_recorded(self.timeline.is_recorded());
        self.timeline = timeline;
        self.timeline.set_threads(self.threads);
        self.set_rewind_memory(memory);
        self.is_divergence_reported = false;
    }

    /// Moves to a step; where that takes long, over several frames.
    pub fn seek(&mut self, step: u64) {
        self.timeline.start_seek(step);
        self.continue_jump();
    }

    /// Undoes the last edit, if the last undo or other jump is done; if it takes long, over several frames. Then time
    /// stands still, so that what is left can be looked at and changed.
    pub fn undo(&mut self) {
        self.clock.paused |= self.timeline.start_undo() && self.last_step.is_none();
        self.continue_jump();
    }

    /// Whether something was changed in a scene that can be opened again: a blank page has nothing to go back to.
    pub fn is_edited(&self) -> bool {
        self.timeline.is_edited() && self.sandbox().scene().name != BLANK
    }

    /// Number of edits that a way back to the build drops; `None` while no time has run since.
    pub fn later_edits(&self) -> Option<usize> {
        self.sandbox().design().map(|_| self.timeline.later_edits())
    }

    /// Takes back the last undo, as [`Self::undo`] undoes an edit.
    pub fn redo(&mut self) {
        self.timeline.start_redo();
        self.continue_jump();
    }

    fn continue_jump(&mut self) {
        let began = Instant::now();
        self.timeline.continue_jump(|| began.elapsed() > MAX_STEPPING_TIME);
    }

    /// Whether work waits for the next frame: commands of a replay, or a jump to another step.
    pub fn is_working(&self) -> bool {
        self.is_behind || self.timeline.jump_target().is_some()
    }

    /// Limits the memory for rewinding, MB of 2^20 bytes.
    pub fn set_rewind_memory(&mut self, memory: u32) {
        self.timeline.set_budget((memory as usize) << 20);
    }

    /// Whether the shown state was recorded earlier: during a replay or a look back.
    pub fn is_past(&self) -> bool {
        self.timeline.is_replaying() || self.timeline.is_looking_back()
    }

    /// The progress of a replay or a jump, for the status line; `None` if none is going on.
    pub fn progress(&self) -> Option<String> {
        let stop = format!("({}: stop)", key_name(Action::Escape));
        if let Some(target) = self.timeline.jump_target() {
            return Some(format!("going to step {target}, at {} {stop}", self.sandbox().steps()));
        }
        let ReplayProgress { commands, all_commands, step, all_steps } = self.timeline.replay_progress()?;
        Some(if self.is_behind {
            format!("replay: command {commands} of {all_commands} {stop}")
        } else {
            format!("replay: step {step} of {all_steps} {stop}")
        })
    }

    /// Stops a replay or a jump where it is. Returns whether there was one.
    pub fn stop(&mut self) -> bool {
        let was_replaying = self.timeline.is_replaying();
        self.timeline.stop_replay();
        self.is_behind = false;
        self.timeline.stop_jump() || was_replaying
    }

    /// Whether this is the first frame after the last one that showed the past. Ask once a frame.
    pub fn has_left_past(&mut self) -> bool {
        let is_past = self.is_past();
        std::mem::replace(&mut self.was_past, is_past) && !is_past
    }

    /// The step and the hash at which the last replay ended.
    #[cfg(target_arch = "wasm32")]
    pub fn replay_end(&self) -> Option<ReplayEnd> {
        self.replay_end
    }

    /// Whether the step is done after which the window closes.
    pub fn is_over(&self) -> bool {
        self.last_step.is_some_and(|last| self.sandbox().steps() >= last)
    }

    /// Whether the window closes by itself after some step.
    pub fn has_last_step(&self) -> bool {
        self.last_step.is_some()
    }

    /// Takes the steps that `seconds` of play ask for, or rewinds by them. `watch` sees the sandbox after each step.
    /// Returns the first difference between a replay and its recording, once.
    pub fn advance(
        &mut self,
        seconds: f32,
        stats: &mut GhostStats,
        watch: &mut dyn FnMut(&Sandbox),
    ) -> Option<Divergence> {
        let step = self.sandbox().world().settings().step_seconds();
        stats.begin_frame();
        if self.timeline.jump_target().is_some() {
            self.continue_jump();
            return None;
        }
        if self.is_rewinding {
            let back = self.rewind_clock.advance(seconds.into(), step).into();
            self.seek(self.sandbox().steps().saturating_sub(back));
            return None;
        }
        let due = self.clock.advance(seconds.into(), step);
        let left = self.last_step.map_or(u64::MAX, |last| last.saturating_sub(self.sandbox().steps()));
        self.take_steps(u64::from(due).min(left), stats, watch);
        let divergence = self.timeline.divergence().filter(|_| !self.is_divergence_reported);
        self.is_divergence_reported |= divergence.is_some();
        divergence
    }

    /// Takes the steps that are due, with the commands of a replay between them. A scene, a ghost or many commands may
    /// be slow: what is left after [`MAX_STEPPING_TIME`] is dropped, as the clock drops it, or done in the next frame.
    fn take_steps(&mut self, due: u64, stats: &mut GhostStats, watch: &mut dyn FnMut(&Sandbox)) {
        let began = Instant::now();
        let has_work = due > 0 || (self.is_behind && !self.clock.paused);
        self.is_behind = has_work && !self.apply_due_commands(began);
        for done in 0..due {
            if self.is_behind {
                return;
            }
            let has_ghost = self.sandbox().ghost().is_some();
            if done > 0 && began.elapsed() > MAX_STEPPING_TIME {
                if has_ghost {
                    stats.fell_behind();
                }
                return;
            }
            let (mut laps, mut lap) = ([began; 3], 0..3);
            self.timeline.step_timed(|| {
                if let Some(lap) = lap.next() {
                    laps[lap] = Instant::now();
                }
            });
            watch(self.sandbox());
            if has_ghost {
                stats.add_step(laps);
            }
            self.is_behind = !self.apply_due_commands(began);
        }
    }

    /// Applies the commands of a replay before the next step, as many as the frame has time for. Returns whether all
    /// are applied.
    fn apply_due_commands(&mut self, began: Instant) -> bool {
        let was_replaying = self.timeline.is_replaying();
        while self.timeline.apply_due_command() {
            if began.elapsed() > MAX_STEPPING_TIME {
                return false;
            }
        }
        if was_replaying && !self.timeline.is_replaying() {
            self.replay_end = Some(ReplayEnd { step: self.sandbox().steps(), hash: self.sandbox().state_hash() });
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::start::Start;
    use super::*;
    use crate::sandbox::Command;
    use crate::scene;

    fn timeline() -> Timeline {
        let scene = scene::named("first-rope").expect("a scene of the gallery");
        let mut timeline = Timeline::new(Sandbox::new(scene).expect("the scene builds"), false);
        timeline.set_most_commands(10);
        timeline
    }

    /// Options of a window that resumes the last session.
    fn options() -> Options {
        Options {
            start: Start::LastSession,
            threads: 1,
            record: None,
            paused: false,
            size: None,
            exit_after: None,
            screenshot: None,
        }
    }

    #[test]
    fn recorded_session_that_is_opened_forgets_no_command() {
        let options = Options { record: Some("session.ron".into()), paused: true, ..options() };
        let mut playback = Playback::new(timeline(), &options, 64);
        playback.replace(timeline(), 64);
        for _ in 0..30 {
            playback.timeline.apply(Command::PinAtRandom);
            (0..60).for_each(|_| playback.timeline.step());
        }
        assert_eq!(playback.timeline.recording().commands.len(), 30);
    }

    #[test]
    fn empty_page_starts_paused_unless_the_window_closes_by_itself() {
        let begins_paused = |name, exit_after| {
            let sandbox = Sandbox::new(scene::named(name).expect("a scene")).expect("the scene builds");
            let options = Options { exit_after, ..options() };
            Playback::new(Timeline::new(sandbox, false), &options, 64).clock.paused
        };
        assert!(begins_paused("blank", None));
        assert!(!begins_paused("welcome", None));
        assert!(!begins_paused("blank", Some(10)));
    }

    fn blank_page() -> Timeline {
        let page = Sandbox::new(scene::named("blank").expect("a page")).expect("it builds");
        Timeline::new(page, false)
    }

    #[test]
    fn build_that_is_opened_again_stands_still_until_its_time_has_run() {
        let recipe = scene::from_text("rope", "Rope(from: At(0, 0), to: At(1, 0), particles: 11)").expect("a recipe");
        let mut session = blank_page();
        session.apply(Command::Build(Box::new(recipe)));
        let opens_paused = |session: &Timeline| {
            let kept = || Timeline::resume(&session.session().with_state()).expect("it opens");
            let mut playback = Playback::new(kept(), &options(), 64);
            let began_paused = std::mem::take(&mut playback.clock.paused);
            playback.replace(kept(), 64);
            assert_eq!(playback.clock.paused, began_paused, "in a window that runs");
            began_paused
        };
        assert!(opens_paused(&session));
        session.step();
        assert!(!opens_paused(&session));
        session.apply(Command::BackToBuild);
        assert!(opens_paused(&session));
    }

    #[test]
    fn what_is_undone_stands_still() {
        let mut playback = Playback::new(blank_page(), &options(), 64);
        for rope in ["from: At(0, 0), to: At(1, 0)", "from: At(1, 0), to: At(2, 0)"] {
            let recipe = format!("Rope({rope}, particles: 11)");
            let recipe = scene::from_text("rope", &recipe).expect("a recipe");
            playback.timeline.apply(Command::Build(Box::new(recipe)));
            playback.timeline.step();
        }
        playback.clock.paused = false;
        playback.undo();
        while playback.timeline.jump_target().is_some() {
            playback.continue_jump();
        }
        assert!(playback.clock.paused);
        assert_eq!(playback.sandbox().world().particles().len(), 11, "of the first rope");
    }
}
