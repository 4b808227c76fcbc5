//! The loop of a running window: events -> commands -> steps -> picture.

use std::{path::PathBuf, time::Duration};

use glam::Vec2;
use macroquad::{
    input::{is_quit_requested, prevent_quit},
    window::{screen_dpi_scale, screen_height, screen_width},
};

use super::{
    documents::Files,
    draw_ui::COMPLAINT_SECONDS,
    frame_pacing::KEEP_EVERY,
    launch::{Begun, Kept, Options},
};
use crate::{
    app::{
        actions::SceneActions,
        capture::{self, Recorder, ScreenshotWriter},
        input::{Input, TouchGestures},
        platform::{Failure, FileDrop, WindowState},
        renderer::{Backdrop, Renderer},
        storage::{Prefs, PrefsFile, Tutorial},
        style::{InputDevice, shorten},
        ui::{
            ghost_stats::GhostStats,
            overlay::HintPlacement,
            panel::Panel,
            plots::{FramePhase, Measurements},
        },
    },
    host::{self, Instant},
    physics::Settings,
    sandbox::{Command, FixedClock, Ghost, Sandbox},
    scene::{Rival, Walls},
    timeline::Timeline,
    tool::{self, Tools},
    view::{Camera, Marks, Painter, Picture, Style, draw::DrawData},
};

/// How long a hint is seen, s; in the last of them it fades.
const HINT_SECONDS: f32 = 12.0;

/// A recording is written this often, so that a crash loses little.
const RECORD_EVERY: Duration = Duration::from_secs(10);

/// Steps of a world with a ghost take no longer than this in a frame, but for one.
const LONGEST_STEPPING: Duration = Duration::from_millis(50);

/// A running window.
pub struct Game {
    pub(super) timeline: Timeline,
    pub(super) clock: FixedClock,
    pub(super) tools: Tools,
    pub(super) keys: SceneActions,
    pub(super) input: Input,
    pub(super) camera: Camera,
    /// Where the pointer is, pixels.
    pub(super) pointer: Vec2,
    pub(super) panning: bool,
    /// A button or a finger was lifted in this frame: see [`Game::handle`].
    pub(super) lifted: bool,
    /// The settings and the ghost at the last press on the interface.
    pub(super) before_slider: (Settings, Option<Rival>),
    /// They hold again after this frame.
    pub(super) put_back: bool,
    /// A picture of this frame is wanted.
    pub(super) shoot: bool,
    pub(super) screenshots: ScreenshotWriter,
    /// Animations.
    pub(super) recorder: Recorder,
    /// What there is to say, as an error where something went wrong, and for how much longer, s.
    pub(super) news: (Result<String, String>, f32),
    /// The key that rewinds is down.
    pub(super) rewinding: bool,
    /// Turns the time for which it is into steps.
    rewind: FixedClock,
    /// The last frame showed the past: see [`Game::is_past`].
    past: bool,
    /// The camera through which the tools were last told where the pointer is.
    pointed: Camera,
    pub(super) painter: Painter,
    picture: DrawData,
    renderer: Renderer,
    pub(super) style: Style,
    pub(super) interface: bool,
    pub(super) help: bool,
    pub(super) panel: Panel,
    pub(super) measurements: Measurements,
    /// The world beside its ghost.
    pub(super) race: GhostStats,
    pub(super) learnt: Tutorial,
    /// Scale of the interface, beside that of the screen.
    pub(super) scale: f32,
    /// Seconds left of the hint.
    pub(super) hint: f32,
    /// Where it stands.
    pub(super) berth: HintPlacement,
    /// The scene that the camera looks at.
    shown: String,
    /// How often particles were too fast, and for how much longer to say so, s.
    pub(super) held_back: (u64, f32),
    pub(super) record: Option<PathBuf>,
    recorded: Instant,
    /// The last attempt to write the recording failed.
    pub(super) unwritten: bool,
    pub(super) exit_after: Option<u64>,
    pub(super) screenshot: Option<PathBuf>,
    pub(super) frame_began: Instant,
    /// Something else has the keyboard.
    pub(super) unfocused: bool,
    /// Ropes go on moving even then.
    pub(super) background: bool,
    /// Memory for going back in time, MB.
    pub(super) memory: u32,
    pub(super) watch: WindowState,
    /// Frames since something happened.
    pub(super) idle: u32,
    /// egui wants another frame: something of it is moving.
    pub(super) interface_moves: bool,
    /// What the interface's clock is at, s, once there was a frame.
    pub(super) interface_time: Option<f64>,
    pub(super) keeper: PrefsFile,
    pub(super) prefs: Prefs,
    pub(super) prefs_kept: Instant,
    /// What the user should know of the settings file.
    pub(super) complaint: Option<String>,
    /// For how much longer that is said, s.
    pub(super) complaining: f32,
    failure: Option<Failure>,
    pub(super) divergence_told: bool,
    pub(super) files: Files,
    pub(super) drops: FileDrop,
    pub(super) fingers: TouchGestures,
    /// What the last input came from.
    pub(super) by: InputDevice,
    /// Threads for large scenes.
    pub(super) threads: usize,
    /// At which step the last replay ended, and the state's hash there.
    pub(super) replayed: Option<(u64, u64)>,
}

impl Game {
    /// Everything ready for the first frame.
    pub fn new(options: Options, kept: Kept) -> Result<Self, Failure> {
        let Kept { keeper, prefs, complaint, mut files, begun: Begun { mut timeline, past, .. } } = kept;
        timeline.set_recorded(options.record.is_some());
        timeline.set_threads(options.threads);
        timeline.set_budget(bytes(prefs.memory));
        if let Some(past) = past {
            files.read_past(past);
        }
        if options.screenshot.is_some() {
            // There has to be a last frame, to be saved.
            prevent_quit();
        }
        let sandbox = timeline.sandbox();
        let camera = Camera::new(sandbox.scene().scene.view, window(), 0.0);
        let renderer = Renderer::new().map_err(Failure::Ours)?;
        Ok(Self {
            clock: FixedClock::new(options.paused),
            tools: Tools::default(),
            keys: SceneActions::default(),
            input: Input::new(),
            camera,
            pointer: Vec2::ZERO,
            panning: false,
            lifted: false,
            before_slider: (*sandbox.world().settings(), sandbox.ghost().map(Ghost::rival)),
            put_back: false,
            shoot: false,
            screenshots: ScreenshotWriter::default(),
            recorder: Recorder::default(),
            news: (Ok(String::new()), 0.0),
            rewinding: false,
            rewind: FixedClock::new(false),
            past: false,
            pointed: camera,
            painter: Painter::default(),
            picture: DrawData::default(),
            renderer,
            style: prefs.style,
            interface: true,
            help: false,
            panel: Panel::new(prefs.panel.clone(), screen_width() / prefs.scale),
            measurements: Measurements::default(),
            race: GhostStats::default(),
            learnt: prefs.learnt,
            scale: prefs.scale,
            hint: HINT_SECONDS,
            berth: HintPlacement::default(),
            shown: String::new(),
            held_back: (0, 0.0),
            record: options.record.clone(),
            recorded: Instant::now(),
            unwritten: false,
            exit_after: options.exit_after,
            screenshot: options.screenshot.clone(),
            frame_began: Instant::now(),
            unfocused: false,
            background: prefs.background,
            memory: prefs.memory,
            watch: WindowState::start(),
            idle: 0,
            interface_moves: false,
            interface_time: None,
            keeper,
            prefs,
            prefs_kept: Instant::now(),
            complaint: complaint.map(shorten),
            complaining: COMPLAINT_SECONDS,
            failure: None,
            divergence_told: false,
            threads: options.threads,
            replayed: None,
            files,
            drops: FileDrop::start(),
            fingers: TouchGestures::default(),
            by: if host::fingers() { InputDevice::Fingers } else { InputDevice::Mouse },
            timeline,
        })
    }

    /// One frame. Returns whether there is another.
    pub fn frame(&mut self) -> bool {
        let seconds = self.rest();
        self.look();
        let events = self.input.take();
        self.fingers.next_frame();
        self.lifted = false;
        self.idle = if events.is_empty() { self.idle.saturating_add(1) } else { 0 };
        for event in events {
            self.handle(event);
        }
        self.follow_scene();
        self.follow_camera();
        let began = self.measurements.clock();
        if !self.watch.is_hidden() {
            self.advance(seconds);
        }
        self.measurements.done(FramePhase::Stepping, began, self.race.haunting);
        self.measurements.took(FramePhase::GhostStepping, self.race.haunting);
        let began = self.measurements.clock();
        self.draw(seconds);
        self.measurements.done(FramePhase::Drawing, began, Duration::ZERO);
        self.measurements.measure(self.timeline.sandbox(), seconds);
        self.race.read(self.timeline.sandbox(), seconds);
        self.interface(seconds);
        self.take_pictures(seconds);
        let over = self.exit_after.is_some_and(|steps| self.timeline.sandbox().steps() >= steps);
        let leaving = is_quit_requested() || over;
        if leaving && let Some(path) = &self.screenshot {
            self.failure = capture::save(path).map_err(|error| Failure::File(error.to_string())).err();
        }
        self.keep(KEEP_EVERY);
        self.see_to_files();
        if self.recorded.elapsed() >= RECORD_EVERY {
            // While playing, say so and try again later: the session is still here, and the disk may have room then.
            self.unwritten = self.write_recording().is_err();
        }
        self.wake();
        !leaving
    }

    /// The window is closed: writes what is to be written.
    pub fn leave(mut self) -> Result<(), Failure> {
        self.keep(Duration::ZERO);
        let written = self.write_recording();
        let kept = self.keep_session();
        self.screenshots.finish();
        let animated = tell(self.recorder.finish(self.frame_began));
        self.failure.map_or(written.and(kept).and(animated), Err)
    }

    pub(super) fn sandbox(&self) -> &Sandbox {
        self.timeline.sandbox()
    }

    /// Follows the window's size.
    fn look(&mut self) {
        let before = self.camera;
        self.camera.density = host::density(screen_dpi_scale());
        self.camera.resize(window(), self.covered());
        let past = self.is_past();
        let was_past = std::mem::replace(&mut self.past, past);
        // Whoever goes on from a moment of the past has its walls, which may be those of another window.
        if self.camera != before || (was_past && !past) {
            self.move_walls();
        }
    }

    /// Whether what is shown has happened already, and is looked at as it was.
    fn is_past(&self) -> bool {
        self.timeline.is_replaying() || self.timeline.is_looking_back()
    }

    /// Follows the sandbox to another scene, whoever opened it.
    fn follow_scene(&mut self) {
        if self.shown != self.sandbox().scene().name {
            self.exhibit();
        }
    }

    /// Lets going back in time take so much memory, MB.
    pub(super) fn set_memory(&mut self, memory: u32) {
        self.memory = memory;
        self.timeline.set_budget(bytes(memory));
    }

    /// Shows what is in the sandbox as something new.
    pub(super) fn exhibit(&mut self) {
        self.shown = self.sandbox().scene().name.clone();
        self.camera.look_at(self.sandbox().scene().scene.view);
        self.hint = HINT_SECONDS;
        self.berth = HintPlacement::default();
        self.painter.forget();
        self.move_walls();
    }

    /// What is under a pointer that rests changes with the camera.
    fn follow_camera(&mut self) {
        if self.camera != self.pointed {
            self.pointed = self.camera;
            self.point(tool::Action::Move);
        }
    }

    /// Puts the walls of a scene whose walls are the window's to the window's edges.
    pub(super) fn move_walls(&mut self) {
        if self.sandbox().scene().scene.walls == Walls::Window && !self.is_past() {
            self.timeline.apply(Command::SetRoom(self.camera.walls()));
        }
    }

    /// As many steps as the time asks for, and none beyond the last one wanted.
    fn advance(&mut self, seconds: f32) {
        let step = self.sandbox().world().settings().step_seconds();
        self.race.begin();
        if self.rewinding {
            let back = self.rewind.advance(seconds.into(), step).into();
            self.timeline.seek(self.sandbox().steps().saturating_sub(back));
            return;
        }
        let wanted = self.clock.advance(seconds.into(), step);
        let left = self.exit_after.map_or(u64::MAX, |last| last.saturating_sub(self.sandbox().steps()));
        self.take_steps(u64::from(wanted).min(left));
        if let Some(divergence) = self.timeline.divergence().filter(|_| !self.divergence_told) {
            self.divergence_told = true;
            host::complain(&format!("the replay differs from the recording {divergence}"));
            self.warn(format!("the replay differs from step {} on, {}", divergence.step, divergence.part));
        }
    }

    /// So many steps. With a ghost, whose method may be a slow one, fewer where they would leave the window standing still:
    /// what is beyond is dropped, as the clock does.
    fn take_steps(&mut self, wanted: u64) {
        let began = Instant::now();
        for done in 0..wanted {
            let replaying = self.timeline.is_replaying();
            if self.sandbox().ghost().is_none() {
                self.timeline.step();
                self.see_replay(replaying);
                continue;
            }
            if done > 0 && began.elapsed() > LONGEST_STEPPING {
                self.race.fell_behind();
                return;
            }
            let (mut laps, mut lap) = ([began; 3], 0..3);
            self.timeline.step_timed(|| {
                if let Some(lap) = lap.next() {
                    laps[lap] = Instant::now();
                }
            });
            self.race.stepped(laps);
            self.see_replay(replaying);
        }
    }

    /// Takes down the state at which a replay has come to its end, if it was `replaying` before the step.
    fn see_replay(&mut self, replaying: bool) {
        if replaying && !self.timeline.is_replaying() {
            self.replayed = Some((self.sandbox().steps(), self.sandbox().state_hash()));
        }
    }

    fn draw(&mut self, seconds: f32) {
        let pixel = self.camera.metres(1.0);
        self.tools.refresh(self.timeline.sandbox(), pixel, seconds);
        let marks = Marks {
            hover: self.tools.hover(),
            scissors: self.tools.scissors(pixel),
            cutting: self.tools.is_cutting(),
            trail: self.tools.trail().to_vec(),
            rope: self.tools.drawn_rope(),
            net: self.tools.drawn_net(),
            shape: self.tools.hovered_shape(self.timeline.sandbox(), pixel),
            chosen: self.tools.chosen_shape(self.timeline.sandbox()).map(|shape| shape.id),
            path: self.tools.drawn_path(),
            drawn: self.tools.drawn_shape(),
            blower: self.tools.hovered_blower(self.timeline.sandbox(), pixel),
            blow: self.tools.drawn_blower(),
        };
        let sandbox = self.timeline.sandbox();
        let picture = Picture {
            sandbox,
            blend: self.clock.blend(sandbox.world().settings().step_seconds()),
            camera: &self.camera,
            marks: &marks,
            style: &self.style,
            seconds,
        };
        self.painter.paint(picture, &mut self.picture);
        let palette = self.style.palette();
        let backdrop = Backdrop { top: palette.sky, bottom: palette.horizon };
        self.renderer.draw(&self.picture, &self.camera, backdrop);
        // After it is drawn: an animation keeps the lists themselves.
        self.recorder.see(self.frame_began, &mut self.picture, &self.camera, &self.style);
    }

    fn write_recording(&mut self) -> Result<(), Failure> {
        let Some(path) = self.record.clone() else { return Ok(()) };
        self.recorded = Instant::now();
        self.timeline.recording().write(&path).map_err(|error| Failure::File(error.to_string()))
    }
}

/// Says what came of animations that were not done when the window was closed.
fn tell(outcomes: Vec<Result<String, String>>) -> Result<(), Failure> {
    let mut told = Ok(());
    for outcome in outcomes {
        match outcome {
            Ok(words) => host::complain(&words),
            Err(words) => told = told.and(Err(Failure::File(words))),
        }
    }
    told
}

/// Megabytes (of 2^20) in bytes.
fn bytes(memory: u32) -> usize {
    (memory as usize) << 20
}

/// Size of the window, physical pixels.
pub(super) fn window() -> Vec2 {
    Vec2::new(screen_width(), screen_height()) * screen_dpi_scale()
}
