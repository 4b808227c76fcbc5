//! The loop of a running window: events -> commands -> steps -> picture.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use egui_macroquad::egui::{Context, Event, Key, vec2};
use glam::Vec2;
use macroquad::{
    input::{is_quit_requested, prevent_quit},
    time::{get_fps, get_frame_time},
    window::{screen_dpi_scale, screen_height, screen_width},
};

use super::{
    Failure, Kept, Options,
    input::Input,
    keys::Keys,
    learnt::Learnt,
    legend,
    overlay::{self, Hint, Status},
    pace::KEEP_EVERY,
    panel::{Panel, Shown},
    plots::{History, Work},
    prefs::{Keeper, Prefs},
    render::{Backdrop, Renderer},
    screenshot::{self, Album},
    skin::Skin,
    timebar::Time,
    watch::Watch,
};
use crate::{
    sandbox::{Command, FixedClock, Sandbox},
    scene::Walls,
    timeline::Timeline,
    tool::{self, Tools},
    view::{Camera, Covered, Marks, Painter, Picture, Style, draw::DrawData},
};

/// How long a hint is seen, s; in the last of them it fades.
const HINT_SECONDS: f32 = 12.0;

/// How long news are shown, s.
const NEWS_SECONDS: f32 = 5.0;

/// A recording is written this often, so that a crash loses little.
const RECORD_EVERY: Duration = Duration::from_secs(10);

/// A notch of the wheel scrolls the panel and the help by this, points.
const NOTCH: f32 = 48.0;

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
    /// A picture of this frame is wanted.
    pub(super) shoot: bool,
    pub(super) album: Album,
    /// What came of the last one, and for how much longer to say so, s.
    pub(super) news: (String, f32),
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
    pub(super) history: History,
    pub(super) learnt: Learnt,
    /// Scale of the interface, beside that of the screen.
    pub(super) scale: f32,
    /// Seconds left of the hint.
    pub(super) hint: f32,
    /// The scene that the camera looks at.
    shown: String,
    /// How often particles were too fast, and for how much longer to say so, s.
    pub(super) held_back: (u64, f32),
    pub(super) record: Option<PathBuf>,
    recorded: Instant,
    /// The last attempt to write the recording failed.
    unwritten: bool,
    pub(super) exit_after: Option<u64>,
    pub(super) screenshot: Option<PathBuf>,
    pub(super) frame_began: Instant,
    /// Something else has the keyboard.
    pub(super) unfocused: bool,
    pub(super) watch: Watch,
    /// Frames since something happened.
    pub(super) idle: u32,
    /// egui wants another frame: something of it is moving.
    pub(super) interface_moves: bool,
    pub(super) keeper: Keeper,
    pub(super) prefs: Prefs,
    pub(super) prefs_kept: Instant,
    /// What the user should know of the settings file.
    pub(super) complaint: Option<String>,
    failure: Option<Failure>,
    divergence_told: bool,
}

impl Game {
    /// Everything ready for the first frame.
    pub fn new(timeline: Timeline, options: &Options, kept: Kept) -> Result<Self, Failure> {
        let Kept { keeper, prefs, complaint } = kept;
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
            keys: Keys::default(),
            input: Input::new(),
            camera,
            pointer: Vec2::ZERO,
            panning: false,
            shoot: false,
            album: Album::default(),
            news: (String::new(), 0.0),
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
            history: History::default(),
            learnt: prefs.learnt,
            scale: prefs.scale,
            hint: HINT_SECONDS,
            shown: String::new(),
            held_back: (0, 0.0),
            record: options.record.clone(),
            recorded: Instant::now(),
            unwritten: false,
            exit_after: options.exit_after,
            screenshot: options.screenshot.clone(),
            frame_began: Instant::now(),
            unfocused: false,
            watch: Watch::start(),
            idle: 0,
            interface_moves: false,
            keeper,
            prefs,
            prefs_kept: Instant::now(),
            complaint,
            failure: None,
            divergence_told: false,
            timeline,
        })
    }

    /// One frame. Returns whether there is another.
    pub fn frame(&mut self) -> bool {
        self.rest();
        let seconds = get_frame_time();
        self.look();
        let events = self.input.take();
        self.idle = if events.is_empty() { self.idle.saturating_add(1) } else { 0 };
        for event in events {
            self.handle(event);
        }
        self.follow_scene();
        self.follow_camera();
        let began = self.history.clock();
        if !self.watch.is_hidden() {
            self.advance(seconds);
        }
        self.history.done(Work::Stepping, began);
        let began = self.history.clock();
        self.draw(seconds);
        self.history.done(Work::Drawing, began);
        self.history.measure(self.timeline.sandbox().world(), seconds);
        self.interface(seconds);
        self.take_pictures(seconds);
        let over = self.exit_after.is_some_and(|steps| self.timeline.sandbox().steps() >= steps);
        let leaving = is_quit_requested() || over;
        if leaving && let Some(path) = &self.screenshot {
            self.failure = screenshot::save(path).map_err(|error| Failure::File(error.to_string())).err();
        }
        self.keep(KEEP_EVERY);
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
        self.album.finish();
        self.failure.map_or(written, Err)
    }

    pub(super) fn sandbox(&self) -> &Sandbox {
        self.timeline.sandbox()
    }

    /// Follows the window's size.
    fn look(&mut self) {
        let before = self.camera;
        self.camera.density = screen_dpi_scale();
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
            self.shown = self.sandbox().scene().name.clone();
            self.camera.look_at(self.sandbox().scene().scene.view);
            self.hint = HINT_SECONDS;
            self.painter.forget();
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
        if self.sandbox().scene().scene.walls == Walls::Window && !self.is_past() {
            self.timeline.apply(Command::SetRoom(self.camera.walls()));
        }
    }

    /// As many steps as the time asks for, and none beyond the last one wanted.
    fn advance(&mut self, seconds: f32) {
        let step = self.sandbox().world().settings().step_seconds();
        if self.rewinding {
            let back = self.rewind.advance(seconds.into(), step).into();
            self.timeline.seek(self.sandbox().steps().saturating_sub(back));
            return;
        }
        let wanted = self.clock.advance(seconds.into(), step);
        let left = self.exit_after.map_or(u64::MAX, |last| last.saturating_sub(self.sandbox().steps()));
        for _ in 0..u64::from(wanted).min(left) {
            self.timeline.step();
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
        self.hint = (self.hint - seconds).max(0.0);
        self.watch_speed(seconds);
        let mut moves = false;
        let (status, hint, skin) = (self.status(), self.hint(), Skin::of(self.style.theme));
        let (visible, mut help) = (self.interface, self.help);
        let shown = Shown {
            sandbox: self.timeline.sandbox(),
            tool: self.tools.active(),
            scissors: self.tools.scissors_radius(),
            paused: self.clock.paused,
            speed: self.clock.speed(),
            style: self.style,
            scale: self.scale,
            charts: self.history.charts,
        };
        let legend = self.painter.legend();
        let time = self.time();
        let mut wishes = Vec::new();
        let mut typed = self.input.typed();
        egui_macroquad::ui(|context| {
            let typing = context.wants_keyboard_input();
            prepare(context, shown.scale, std::mem::take(&mut typed));
            skin.apply(context, shown.style.theme);
            if visible {
                overlay::status_line(context, &status, &time, &skin, &mut wishes);
                self.panel.show(context, &shown, &mut wishes);
                self.history.show(context, shown.style.theme);
                if let Some(legend) = &legend {
                    legend::show(context, legend, &skin);
                }
                let covered = help || self.history.fill(context.available_rect().height());
                if let Some(hint) = hint.as_ref().filter(|_| !covered) {
                    overlay::hint(context, hint, &skin);
                }
            }
            if help {
                help = overlay::help(context, &skin);
            }
            // Tab hides the interface; it does not also go from button to button, which would then have the keys.
            if !typing && context.input(|input| input.key_pressed(Key::Tab)) {
                context.memory_mut(|memory| memory.focused().inspect(|&id| memory.surrender_focus(id)));
            }
            moves = context.has_requested_repaint();
        });
        self.interface_moves = moves;
        self.help = help;
        egui_macroquad::draw();
        wishes.into_iter().for_each(|wish| self.fulfil(wish));
    }

    /// Takes the picture that was asked for, and says what came of it.
    fn take_pictures(&mut self, seconds: f32) {
        if std::mem::take(&mut self.shoot) {
            self.album.add(&self.timeline.sandbox().scene().name);
        }
        self.news.1 = (self.news.1 - seconds).max(0.0);
        if let Some(news) = self.album.news() {
            self.news = (news, NEWS_SECONDS);
        }
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
        let news = || (self.news.1 > 0.0).then(|| self.news.0.clone());
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
            warning: unwritten.or_else(news).or_else(|| self.complaint.clone()).or_else(replay).or_else(fast),
        }
    }

    fn hint(&self) -> Option<Hint> {
        let scene = &self.sandbox().scene().scene;
        let strength = self.hint.clamp(0.0, 1.0);
        let lessons = (!self.learnt.all()).then(|| self.learnt.lessons());
        let seen = strength > 0.0 || lessons.is_some();
        seen.then(|| Hint { title: scene.title.clone(), text: scene.hint.clone(), strength, lessons })
    }

    fn time(&self) -> Time {
        Time {
            range: self.timeline.range(),
            now: self.sandbox().steps(),
            edits: self.timeline.edits().collect(),
            can: self.timeline.can_undo_redo(),
            step: self.sandbox().world().settings().step_seconds(),
        }
    }

    /// What the status line and the panel cover, physical pixels.
    fn covered(&self) -> Covered {
        if !self.interface {
            return Covered::default();
        }
        let density = screen_dpi_scale() * self.scale;
        Covered { right: self.panel.width(window().x / density) * density, bottom: overlay::STATUS_HEIGHT * density }
    }

    fn write_recording(&mut self) -> Result<(), Failure> {
        let Some(path) = self.record.clone() else { return Ok(()) };
        self.recorded = Instant::now();
        self.timeline.recording().write(&path).map_err(|error| Failure::File(error.to_string()))
    }
}

/// Size of the window, physical pixels.
pub(super) fn window() -> Vec2 {
    Vec2::new(screen_width(), screen_height()) * screen_dpi_scale()
}

/// What egui has to be told in each frame.
fn prepare(context: &Context, scale: f32, typed: Vec<char>) {
    context.set_pixels_per_point(screen_dpi_scale() * scale);
    // Ctrl with + and - would scale the interface behind our back.
    context.options_mut(|options| options.zoom_with_keyboard = false);
    // The binding divides the wheel by 90, as if a notch were 120; X11 gives 1.
    // It also turns the wheel sideways while it believes Shift to be down; X11 tells of Shift's release late.
    let notches = context.input(|input| input.raw_scroll_delta.x + input.raw_scroll_delta.y);
    let lines = if notches == 0.0 { 0.0 } else { notches.signum() };
    // What the binding makes of it is left out: fractions of a pixel, that blur what is scrolled.
    context.input_mut(|input| input.smooth_scroll_delta = vec2(0.0, NOTCH * lines));
    // It loses letters, too: see `Input::typed`.
    context.input_mut(|input| {
        let is_text = |event: &Event| matches!(event, Event::Text(_));
        if input.events.iter().filter(|event| is_text(event)).count() < typed.len() {
            let keys = input.events.drain(..).filter(|event| !is_text(event)).collect::<Vec<_>>();
            input.events.extend(typed.into_iter().map(|letter| Event::Text(letter.to_string())).chain(keys));
        }
    });
}
