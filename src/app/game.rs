//! The loop of a running window: events -> commands -> steps -> picture.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use glam::Vec2;
use macroquad::{
    input::{is_quit_requested, prevent_quit},
    time::{get_fps, get_frame_time},
    window::{screen_dpi_scale, screen_height, screen_width},
};

use super::{
    Failure, Options,
    input::Input,
    keys::Keys,
    overlay::{self, Hint, Status},
    render::{Backdrop, Renderer},
    screenshot,
};
use crate::{
    sandbox::{Command, FixedClock, Sandbox},
    scene::Walls,
    timeline::Timeline,
    tool::{self, Tools},
    view::{Camera, Marks, Painter, Picture, Style, draw::DrawData},
};

/// How long a hint is seen, s; in the last of them it fades.
const HINT_SECONDS: f32 = 12.0;

/// A recording is written this often, so that a crash loses little.
const RECORD_EVERY: Duration = Duration::from_secs(10);

/// Shortest frame. Vertical sync is a hint that some drivers ignore; no screen shows more than this.
const SHORTEST_FRAME: Duration = Duration::from_millis(4);

/// A running window.
pub struct Game {
    pub(super) timeline: Timeline,
    pub(super) clock: FixedClock,
    pub(super) tools: Tools,
    pub(super) keys: Keys,
    input: Input,
    pub(super) camera: Camera,
    /// Where the pointer is, pixels.
    pub(super) pointer: Vec2,
    pub(super) panning: bool,
    /// The camera through which the tools were last told where the pointer is.
    pointed: Camera,
    painter: Painter,
    picture: DrawData,
    renderer: Renderer,
    pub(super) style: Style,
    pub(super) interface: bool,
    pub(super) help: bool,
    /// Seconds left of the hint.
    hint: f32,
    /// The scene that the camera looks at.
    shown: String,
    /// How often particles were too fast, and for how much longer to say so, s.
    held_back: (u64, f32),
    record: Option<PathBuf>,
    recorded: Instant,
    /// The last attempt to write the recording failed.
    unwritten: bool,
    exit_after: Option<u64>,
    screenshot: Option<PathBuf>,
    frame_began: Instant,
    divergence_told: bool,
}

impl Game {
    /// Everything ready for the first frame.
    pub fn new(timeline: Timeline, options: &Options) -> Result<Self, Failure> {
        prevent_quit();
        let sandbox = timeline.sandbox();
        let camera = Camera::new(sandbox.scene().scene.view, window(), covered(true));
        let renderer = Renderer::new().map_err(Failure::Ours)?;
        Ok(Self {
            clock: FixedClock::new(options.paused),
            tools: Tools::default(),
            keys: Keys::default(),
            input: Input::new(),
            camera,
            pointer: Vec2::ZERO,
            panning: false,
            pointed: camera,
            painter: Painter::default(),
            picture: DrawData::default(),
            renderer,
            style: Style::default(),
            interface: true,
            help: false,
            hint: HINT_SECONDS,
            shown: String::new(),
            held_back: (0, 0.0),
            record: options.record.clone(),
            recorded: Instant::now(),
            unwritten: false,
            exit_after: options.exit_after,
            screenshot: options.screenshot.clone(),
            frame_began: Instant::now(),
            divergence_told: false,
            timeline,
        })
    }

    /// One frame. Returns whether there is another.
    pub fn frame(&mut self) -> Result<bool, Failure> {
        self.rest();
        let seconds = get_frame_time();
        self.look();
        for event in self.input.take() {
            self.handle(event);
        }
        self.follow_scene();
        self.follow_camera();
        self.advance(seconds);
        self.draw(seconds);
        self.interface(seconds);
        let over = self.exit_after.is_some_and(|steps| self.timeline.sandbox().steps() >= steps);
        let leaving = is_quit_requested() || over;
        if leaving && let Some(path) = &self.screenshot {
            screenshot::save(path).map_err(|error| Failure::File(error.to_string()))?;
        }
        self.write_recording(leaving)?;
        Ok(!leaving)
    }

    /// Gives the processor back for what is left of the shortest frame.
    fn rest(&mut self) {
        std::thread::sleep(SHORTEST_FRAME.saturating_sub(self.frame_began.elapsed()));
        self.frame_began = Instant::now();
    }

    pub(super) fn sandbox(&self) -> &Sandbox {
        self.timeline.sandbox()
    }

    /// Follows the window's size.
    fn look(&mut self) {
        let before = self.camera;
        self.camera.density = screen_dpi_scale();
        self.camera.resize(window(), covered(self.interface));
        if self.camera != before {
            self.move_walls();
        }
    }

    /// Follows the sandbox to another scene, whoever opened it.
    fn follow_scene(&mut self) {
        if self.shown != self.sandbox().scene().name {
            self.shown = self.sandbox().scene().name.clone();
            self.camera.look_at(self.sandbox().scene().scene.view);
            self.hint = HINT_SECONDS;
            self.move_walls();
        }
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
        if self.sandbox().scene().scene.walls == Walls::Window && !self.timeline.is_replaying() {
            self.timeline.apply(Command::SetRoom(self.camera.walls()));
        }
    }

    /// As many steps as the time asks for, and none beyond the last one wanted.
    fn advance(&mut self, seconds: f32) {
        let step = self.sandbox().world().settings().step_seconds();
        let wanted = self.clock.advance(seconds.into(), step);
        let left = self.exit_after.map_or(u64::MAX, |last| last.saturating_sub(self.sandbox().steps()));
        let replaying = self.timeline.is_replaying();
        for _ in 0..u64::from(wanted).min(left) {
            self.timeline.step();
        }
        if replaying && !self.timeline.is_replaying() {
            self.move_walls();
        }
        if let Some(divergence) = self.timeline.divergence().filter(|_| !self.divergence_told) {
            self.divergence_told = true;
            eprintln!("ropewalk: the replay differs from the recording at step {}", divergence.step);
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
    }

    fn interface(&mut self, seconds: f32) {
        self.hint -= seconds;
        self.watch_speed(seconds);
        let (status, hint) = (self.status(), self.hint());
        let (shown, mut help) = (self.interface, self.help);
        egui_macroquad::ui(|context| {
            context.set_pixels_per_point(screen_dpi_scale());
            // The binding divides the wheel by 90, as if a notch were 120; X11 gives 1.
            // It also turns the wheel sideways while it believes Shift to be down; X11 tells of Shift's release late.
            let notches = context.input(|input| input.raw_scroll_delta.x + input.raw_scroll_delta.y);
            let lines = if notches == 0.0 { 0.0 } else { notches.signum() };
            context.input_mut(|input| input.smooth_scroll_delta.y += 40.0 * lines);
            if shown {
                overlay::status_line(context, &status);
                if let Some(hint) = hint.as_ref().filter(|_| !help) {
                    overlay::hint(context, hint);
                }
            }
            if help {
                help = overlay::help(context);
            }
        });
        self.help = help;
        egui_macroquad::draw();
    }

    /// Notices when particles had to be held back.
    fn watch_speed(&mut self, seconds: f32) {
        let now = self.sandbox().world().held_back();
        let (before, left) = self.held_back;
        self.held_back = (now, if now > before { 1.0 } else { left - seconds });
    }

    fn status(&self) -> Status {
        let sandbox = self.sandbox();
        let world = sandbox.world();
        let unwritten = self.unwritten.then(|| "the recording cannot be written".to_owned());
        let replay = || self.timeline.is_replaying().then(|| "replay".to_owned());
        let fast = || (self.held_back.1 > 0.0).then(|| format!("held to {} m/s", world.settings().max_speed));
        Status {
            scene: sandbox.scene().scene.title.clone(),
            tool: self.tools.active().name(),
            gravity: world.settings().gravity,
            speed: (!self.clock.paused).then_some(self.clock.speed()),
            particles: world.particles().len(),
            links: world.link_count(),
            rate: get_fps(),
            warning: unwritten.or_else(replay).or_else(fast),
        }
    }

    fn hint(&self) -> Option<Hint> {
        let scene = &self.sandbox().scene().scene;
        let strength = self.hint.clamp(0.0, 1.0);
        (strength > 0.0).then(|| Hint { title: scene.title.clone(), text: scene.hint.clone(), strength })
    }

    fn write_recording(&mut self, leaving: bool) -> Result<(), Failure> {
        let Some(path) = self.record.clone() else { return Ok(()) };
        if !leaving && self.recorded.elapsed() < RECORD_EVERY {
            return Ok(());
        }
        self.recorded = Instant::now();
        let written = self.timeline.recording().write(&path).map_err(|error| Failure::File(error.to_string()));
        // While playing, say so and try again later: the session is still here, and the disk may have room then.
        self.unwritten = written.is_err();
        if leaving { written } else { Ok(()) }
    }
}

/// Size of the window, physical pixels.
fn window() -> Vec2 {
    Vec2::new(screen_width(), screen_height()) * screen_dpi_scale()
}

/// What the status line covers, physical pixels.
fn covered(interface: bool) -> f32 {
    if interface { overlay::STATUS_HEIGHT * screen_dpi_scale() } else { 0.0 }
}
