//! A running window: its parts, and the phases of a frame.

use std::time::Duration;

use macroquad::input::is_quit_requested;

use super::captures::Captures;
use super::files::Files;
use super::frame_pacing::FramePacing;
use super::input_state::InputState;
use super::messages::Messages;
use super::playback::Playback;
use super::preferences::{Preferences, WRITE_DELAY};
use super::run_output::RunOutput;
use super::scene_view::{SceneView, window_size};
use super::start::{Begun, Launch, Options};
use super::ui_state::UiState;
use crate::app::egui_backend::EguiBackend;
use crate::app::input::KeyPresses;
use crate::app::platform::{Failure, ending};
use crate::app::ui::plots::FramePhase;
use crate::host::Instant;
use crate::sandbox::{Command, Sandbox};
use crate::scene::Walls;
use crate::{host, tool};

/// A running window. Each part owns its state; the methods that need several parts are here.
pub struct Game {
    pub(super) playback: Playback,
    pub(super) input: InputState,
    pub(super) view: SceneView,
    pub(super) ui: UiState,
    pub(super) egui: EguiBackend,
    pub(super) captures: Captures,
    pub(super) messages: Messages,
    pub(super) pacing: FramePacing,
    pub(super) prefs: Preferences,
    pub(super) files: Files,
    pub(super) output: RunOutput,
}

impl Game {
    /// A game that is ready for its first frame.
    ///
    /// # Errors
    /// When the graphics driver cannot draw the shapes.
    pub fn new(options: &Options, launch: Launch) -> Result<Self, Failure> {
        let Launch { prefs_file, prefs, complaint, mut files, begun: Begun { timeline, past, .. } } = launch;
        files.take_drops();
        if let Some(past) = past {
            files.read_past(past);
        }
        let playback = Playback::new(timeline, options, prefs.memory);
        let view = SceneView::new(playback.sandbox()).map_err(Failure::Ours)?;
        Ok(Self {
            input: InputState::new(view.camera, prefs.tools),
            ui: UiState::new(&prefs),
            egui: EguiBackend::new().map_err(Failure::Ours)?,
            captures: Captures::default(),
            messages: Messages::new(complaint),
            pacing: FramePacing::new(),
            prefs: Preferences::new(prefs_file, prefs),
            output: RunOutput::new(options),
            playback,
            view,
            files,
        })
    }

    /// Runs one frame. Returns whether another one follows.
    pub fn frame(&mut self) -> bool {
        let seconds = self.wait_for_frame();
        self.follow_window();
        self.handle_events();
        self.follow_scene();
        self.advance_cursor(seconds);
        self.follow_camera();
        self.advance(seconds);
        self.follow_selection();
        self.draw_scene(seconds);
        self.measure(seconds);
        self.draw_ui(seconds);
        self.capture(seconds);
        let is_leaving = is_quit_requested() || self.playback.is_over() || ending::is_requested();
        if is_leaving {
            // The screenshot may go to a pipe from which nobody reads.
            self.files.autosave.keep(&self.playback.timeline);
            self.output.save_screenshot();
        }
        self.save_prefs(WRITE_DELAY);
        self.poll_files();
        self.output.save_recording_if_due(&self.playback.timeline);
        self.request_next_frame();
        !is_leaving
    }

    /// Writes everything that the next run needs, after the window was closed. The session first and what may go to a
    /// pipe last: if nobody reads from it, writing does not end.
    ///
    /// # Errors
    /// When the recording, the session, an animation or the last screenshot could not be written.
    pub fn leave(mut self) -> Result<(), Failure> {
        let session = self.files.keep_last(&self.playback.timeline);
        self.save_prefs(Duration::ZERO);
        let animations = self.captures.finish(self.pacing.frame_began);
        let recording = self.output.save_recording(&self.playback.timeline);
        self.files.finish_jobs();
        self.output.failure.map_or(recording.and(session).and(animations), Err)
    }

    /// Phase: writes settings that have changed, unless that was last done less than `delay` ago.
    pub(super) fn save_prefs(&mut self, delay: Duration) {
        let (window, panel) = (&self.pacing.window, self.ui.panel.prefs());
        let complaint = self.prefs.write_after(delay, |prefs| {
            // The next run starts with the size of the window, and never in full screen.
            if !window.is_full_screen() {
                prefs.window = window_size().as_uvec2().into();
            }
            prefs.panel = panel.clone();
        });
        if let Some(complaint) = complaint {
            host::log(&complaint);
            self.messages.complain(complaint);
        }
    }

    pub(super) fn sandbox(&self) -> &Sandbox {
        self.playback.sandbox()
    }

    /// Phase: follows the window's size.
    fn follow_window(&mut self) {
        let before = self.view.camera;
        let covered = self.ui.covered(self.prefs.current.scale, self.input.device);
        self.view.fit_window(covered);
        // A past state has the walls of its own time, which may be those of another window.
        if self.playback.has_left_past() || self.view.camera != before {
            self.move_walls();
        }
    }

    /// Phase: handles the events since the last frame, in order.
    fn handle_events(&mut self) {
        let events = self.input.begin_frame();
        self.pacing.count_events(events.len());
        let (began, mut presses) = (Instant::now(), KeyPresses::default());
        for event in events {
            self.follow_focus(&event);
            if !self.is_tab_for_game(&event) {
                self.egui.push(event);
            }
            if presses.admit(&event, began.elapsed()) {
                self.handle(event);
            }
        }
        self.follow_long_touch();
    }

    /// Phase: shows the scene that a command of this frame has opened.
    fn follow_scene(&mut self) {
        if self.view.is_elsewhere(self.sandbox()) {
            self.show_scene();
        }
    }

    /// Phase: moves a resting pointer in the world when the camera has moved.
    fn follow_camera(&mut self) {
        if self.view.camera != self.input.tool_camera {
            self.input.tool_camera = self.view.camera;
            self.point(tool::Action::Move);
        }
    }

    /// Phase: steps the simulation, or rewinds it.
    fn advance(&mut self, seconds: f32) {
        let began = self.ui.measurements.clock();
        let (is_inspected, selection) = (self.ui.shows_selected(), self.input.tools.selection());
        let UiState { inspection, ghost_stats, .. } = &mut self.ui;
        let mut watch = |sandbox: &Sandbox| {
            if is_inspected {
                inspection.watch(selection, sandbox);
            }
        };
        if !self.pacing.window.is_hidden()
            && let Some(divergence) = self.playback.advance(seconds, ghost_stats, &mut watch)
        {
            host::log(&format!("the replay differs from the recording {divergence}"));
            self.messages.warn(format!("the replay differs from step {} on, {}", divergence.step, divergence.part));
        }
        let ghost = self.ui.ghost_stats.ghost_stepping;
        self.ui.measurements.record_since(FramePhase::Stepping, began, ghost);
        self.ui.measurements.record(FramePhase::GhostStepping, ghost);
    }

    /// Phase: draws the scene, and hands its draw data to a running animation.
    fn draw_scene(&mut self, seconds: f32) {
        let began = self.ui.measurements.clock();
        let style = self.prefs.current.style;
        self.view.draw(&self.playback, &mut self.input.tools, &style, seconds);
        self.captures.recorder.take_frame(self.pacing.frame_began, &mut self.view.draw_data, &self.view.camera, &style);
        self.ui.measurements.record_since(FramePhase::Drawing, began, Duration::ZERO);
    }

    /// Phase: takes the samples of plots and of the ghost's numbers, and notes gravity for its switch.
    fn measure(&mut self, seconds: f32) {
        let sandbox = self.playback.sandbox();
        self.input.scene_actions.note_gravity(sandbox.world().settings().gravity);
        self.ui.measurements.measure(sandbox, seconds);
        self.ui.ghost_stats.read(sandbox, seconds);
    }

    /// Phase: takes a requested picture, and reports finished ones.
    fn capture(&mut self, seconds: f32) {
        let news = self.captures.poll(self.playback.sandbox());
        self.messages.fade_news(seconds);
        if let Some(news) = news {
            self.messages.set_news(news);
        }
    }

    /// Shows the scene in the sandbox from its own camera position, with its hint.
    pub(super) fn show_scene(&mut self) {
        self.view.show(self.playback.sandbox());
        self.input.cursor.stop_following();
        self.ui.show_hint();
        self.move_walls();
    }

    /// Puts walls that are the window's to its edges.
    pub(super) fn move_walls(&mut self) {
        let edges = self.view.camera.walls();
        let sandbox = self.sandbox();
        let are_elsewhere = sandbox.walls() == Walls::Window && sandbox.world().colliders().room != Some(edges);
        if are_elsewhere && !self.playback.is_past() {
            self.playback.timeline.apply(Command::SetRoom(edges));
        }
    }
}
