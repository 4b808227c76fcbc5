//! 200 things selected, moved, copied, pasted, duplicated, mirrored, deleted, undone and redone: the work of the frame
//! in which each happens, beside the 16.7 ms that a frame lasts. A frame is a step, the reading of the numbers in the
//! panel, the hit tests, the picture and the panel, all but the graphics card's part.
//!
//! `cargo bench --bench selection`; with `-- --test` (or `--quick`) one short round. Every moment is repeated, and the
//! least time counts; of all moments of a kind the table has the median and the longest. It has them in milliseconds of
//! this machine, and the longest in those of the fixed one (`docs/benchmarks.md`) as well.

#![allow(clippy::print_stdout, reason = "it prints what it measures")]

use std::time::{Duration, Instant};

use egui::{Pos2, RawInput, Rect, vec2};
use glam::Vec2;
use ropewalk::app::storage::{PanelPrefs, Section};
use ropewalk::app::style::{UiTheme, lay_out, new_context};
use ropewalk::app::ui::panel::{Panel, PanelState};
use ropewalk::headless::bench::{Plain, Workload};
use ropewalk::physics::{Aabb, Clip, ParticleId, Similarity, Things};
use ropewalk::sandbox::{Command, Inspection, Sandbox};
use ropewalk::scene::{self, NamedScene};
use ropewalk::timeline::Timeline;
use ropewalk::tool::{Action, Button, PointerEvent, Tool, Tools, turn_handle};
use ropewalk::view::draw::DrawData;
use ropewalk::view::{Camera, Painter, Picture, SelectionBox, Style, ToolMarkers};

/// The time of a frame, ms.
const FRAME: f64 = 1_000.0 / 60.0;

/// Size of the window, points.
const WINDOW: Vec2 = Vec2::new(1_280.0, 800.0);

/// A part at each place of a grid.
fn rows(of: impl Fn(usize, f32, f32) -> String) -> String {
    (0..200).map(|number| of(number, 0.7 * (number % 20) as f32 - 7.0, 0.7 * (number / 20) as f32 - 2.0)).collect()
}

/// 200 ropes of 20 links that hang by one end.
fn ropes() -> String {
    rows(|_, x, y| {
        format!("Rope(from: At({x}, {y}), to: At({}, {y}), particles: 21, length: 0.6, pins: First),", x + 0.55)
    })
}

/// Ropes, boxes, wheels, balls, nets, obstacles and planks.
fn mixture() -> String {
    rows(|number, x, y| match number % 10 {
        0 | 1 => format!("Plank(from: At({x}, {y}), to: At({}, {y})),", x + 0.5),
        2 | 3 => format!("Box(at: ({x}, {y}), width: 0.4, height: 0.3),"),
        4 => format!("Wheel(at: ({x}, {y}), radius: 0.2, spokes: 10, grips: true),"),
        5 => format!("Ball(at: ({x}, {y}), radius: 0.12, mass: 1),"),
        6 => format!("Net((at: ({x}, {y}), columns: 10, rows: 10, spacing: 0.06, pins: TopRow)),"),
        7 => format!("Circle(at: ({x}, {y}), radius: 0.15),"),
        8 => format!("Block(at: ({x}, {y}), width: 0.4, height: 0.1, angle: 0.3),"),
        _ => format!("Rope(from: At({x}, {y}), to: At({}, {y}), particles: 21, length: 0.6, pins: First),", x + 0.55),
    })
}

/// A session with its tools, its picture and its panel.
struct Desk {
    session: Timeline,
    tools: Tools,
    inspection: Inspection,
    camera: Camera,
    painter: Painter,
    data: DrawData,
    context: egui::Context,
    panel: Panel,
    /// The times of the frames so far, by what was done in them.
    times: Vec<(&'static str, Duration)>,
}

impl Desk {
    fn new(build: &str) -> Self {
        let text = format!(
            "(version: 1, title: \"t\", hint: \"\", view: (min: (-8.0, -4.0), max: (8.0, 6.0)), ground: -3.5,
             settings: (drag: 0.25, friction: 0.6, restitution: 0.25), build: [{build}])"
        );
        let scene = scene::parse("bench", &text).expect("a valid scene");
        let sandbox = Sandbox::new(NamedScene { name: "bench".to_owned(), scene }).expect("the scene builds");
        let sections = [Section::Tools, Section::Selected, Section::Play, Section::Gravity].into_iter().collect();
        let prefs = PanelPrefs { open: Some(true), sections, ..PanelPrefs::default() };
        let mut desk = Self {
            camera: Camera::new(sandbox.scene().scene.view, WINDOW, 0.0),
            session: Timeline::new(sandbox, false),
            tools: Tools::default(),
            inspection: Inspection::default(),
            painter: Painter::default(),
            data: DrawData::default(),
            context: new_context(),
            panel: Panel::new(prefs, WINDOW.x),
            times: Vec::new(),
        };
        desk.act(|desk, commands| desk.tools.choose(Tool::Select, commands));
        desk
    }

    /// Applies the commands that follow from something.
    fn act(&mut self, act: impl FnOnce(&mut Self, &mut Vec<Command>)) {
        let mut commands = Vec::new();
        act(self, &mut commands);
        commands.into_iter().for_each(|command| self.session.apply(command));
    }

    fn point(&mut self, at: Vec2, action: Action) {
        let event = PointerEvent { action, at, pixel: self.camera.metres(1.0), finger: false };
        self.act(|desk, commands| desk.tools.handle(event, desk.session.sandbox(), commands));
    }

    fn select(&mut self, things: Things) {
        self.tools.select(things, self.session.sandbox());
    }

    /// Does something, and then all else that is done in a frame.
    fn time(&mut self, name: &'static str, act: impl FnOnce(&mut Self)) {
        let began = Instant::now();
        act(self);
        self.frame();
        self.times.push((name, began.elapsed()));
    }

    /// A number of frames in which nothing is done.
    fn wait(&mut self, name: &'static str, frames: usize) {
        (0..frames).for_each(|_| self.time(name, |_| ()));
    }

    fn frame(&mut self) {
        self.session.step();
        let sandbox = self.session.sandbox();
        self.inspection.watch(self.tools.selection(), sandbox);
        let pixel = self.camera.metres(1.0);
        self.tools.refresh(sandbox, pixel, 0.016);
        let selection = self.tools.selection();
        let selection_box = self.tools.selection_box(sandbox, pixel);
        let markers = ToolMarkers {
            selected: Some(selection),
            selection_box: selection_box
                .map(|corners| SelectionBox { corners, turn_handle: turn_handle(&corners, pixel) }),
            ..ToolMarkers::default()
        };
        let (camera, style) = (&self.camera, &Style::default());
        let picture = Picture { sandbox, blend: 0.5, camera, markers: &markers, style, seconds: 0.016 };
        self.painter.paint(picture, &mut self.data);
        // The window reads them ten times a second.
        let selected = self.inspection.read(selection, sandbox, true);
        let state = PanelState {
            tool: self.tools.active(),
            selected: selected.as_deref(),
            options: self.tools.options(),
            ..PanelState::new(sandbox)
        };
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(WINDOW.x, WINDOW.y)));
        let input = RawInput { screen_rect, ..RawInput::default() };
        let (panel, mut requests) = (&mut self.panel, Vec::new());
        let shapes = lay_out(&self.context, input, |root| {
            UiTheme::of(style.theme).apply(root.ctx(), style.theme);
            panel.show(root, &state, &mut requests);
        });
        drop(self.context.tessellate(shapes, 1.0));
    }

    /// Adds things and selects them, as a paste does.
    fn insert(&mut self, clip: Clip) {
        let world = self.session.sandbox().world();
        let (before, first) = (world.all_things(), world.particles().len() as u32);
        self.session.sandbox().check_room(&clip).expect("there is room");
        self.session.apply(Command::Insert(Box::new(clip)));
        let world = self.session.sandbox().world();
        let added = Things::of_particles((first..world.particles().len() as u32).map(ParticleId));
        self.select(Things { particles: added.particles, ..world.all_things().without(&before) });
    }

    fn clip(&self) -> Clip {
        self.session.sandbox().world().clip(self.tools.selection())
    }

    /// Undoes the last edit and does it again, if `is_kept`.
    fn undo(&mut self, undo: &'static str, redo: &'static str) {
        self.wait("frame, 200 selected", 3);
        self.time(undo, |desk| assert!(desk.session.undo(), "{undo}"));
        self.wait("frame after an undo", 3);
        self.time(redo, |desk| assert!(desk.session.redo(), "{redo}"));
        self.wait("frame after a redo", 3);
    }

    /// All that is measured. `phase`: steps of play before it, on which it depends how far the last keyframe is.
    fn script(&mut self, phase: usize) {
        self.wait("frame, nothing selected", 60 + phase);
        self.time("select all", |desk| desk.select(desk.session.sandbox().world().all_things()));
        self.wait("frame, 200 selected", 30);
        let at = self.session.sandbox().world().particles().position[30];
        self.time("press on one of them", |desk| {
            desk.point(at, Action::Move);
            desk.point(at, Action::Press(Button::Left));
        });
        for frame in 1..=20 {
            let to = at + 0.02 * Vec2::new(frame as f32, 0.3 * frame as f32);
            self.time("move", |desk| desk.point(to, Action::Move));
        }
        self.time("put down", |desk| desk.point(at + Vec2::new(0.4, 0.12), Action::Release(Button::Left)));
        self.undo("undo of the move", "redo of the move");
        let mut text = String::new();
        self.time("copy as text", |desk| text = scene::clip_to_text(&desk.clip()).expect("it is small"));
        self.time("paste", |desk| {
            let clip = scene::clip_from_text(&text).expect("a copy reads");
            desk.insert(clip.transformed(&Similarity::translation(Vec2::new(15.0, 0.0))));
        });
        self.undo("undo of the paste", "redo of the paste");
        self.session.undo();
        self.select(self.session.sandbox().world().all_things());
        self.wait("frame, 200 selected", 10);
        self.time("duplicate", |desk| {
            desk.insert(desk.clip().transformed(&Similarity::translation(Vec2::new(15.0, 0.0))));
        });
        self.undo("undo of the duplicate", "redo of the duplicate");
        self.session.undo();
        self.select(self.session.sandbox().world().all_things());
        self.wait("frame, 200 selected", 10);
        self.time("mirror", |desk| {
            let Aabb { min, max } = desk.clip().bounds().expect("something is selected");
            let by = Similarity { about: min.midpoint(max), is_mirrored: true, ..Similarity::default() };
            desk.session.apply(Command::Transform { things: desk.tools.selection().clone(), by, last: true });
        });
        self.undo("undo of the mirror", "redo of the mirror");
        self.time("delete", |desk| {
            let things = desk.tools.selection().clone();
            desk.session.apply(Command::Remove { things });
            desk.select(Things::default());
        });
        self.undo("undo of the delete", "redo of the delete");
    }
}

/// Milliseconds of this machine in one of the fixed machine: 47 000 projections of the reference.
fn machine(rounds: usize) -> f64 {
    let world = Workload::named("rope-1000").expect("a workload of this name").hanging();
    let mut plain = Plain::of(&world);
    let time = |_| {
        let began = Instant::now();
        plain.step(47);
        began.elapsed()
    };
    milliseconds((0..rounds).map(time).min().unwrap_or_default())
}

fn milliseconds(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

/// The least times of the moments of a script.
fn least(build: &str, phase: usize, repeats: usize) -> Vec<(&'static str, Duration)> {
    let run = |_| {
        let mut desk = Desk::new(build);
        desk.script(phase);
        desk.times
    };
    let both = |one: Vec<_>, other: Vec<_>| {
        one.into_iter()
            .zip(other)
            .map(|((name, time), (_, again)): (_, (_, Duration))| (name, again.min(time)))
            .collect()
    };
    (0..repeats).map(run).reduce(both).unwrap_or_default()
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--test" || argument == "--quick");
    let (phases, repeats) = if quick { (1, 1) } else { (5, 5) };
    for (name, build) in [("200 ropes of 20 links", ropes()), ("a mixture of 200 things", mixture())] {
        let times: Vec<_> = (0..phases).flat_map(|phase| least(&build, 13 * phase, repeats)).collect();
        let unit = machine(20 * repeats);
        println!("{name}: median and longest, ms; longest, ms of the fixed machine ({unit:.2} ms here)");
        let mut names: Vec<&str> = Vec::new();
        times.iter().for_each(|(name, _)| {
            if !names.contains(name) {
                names.push(name)
            }
        });
        for name in names {
            let mut of: Vec<f64> =
                times.iter().filter(|time| time.0 == name).map(|time| milliseconds(time.1)).collect();
            of.sort_by(f64::total_cmp);
            let (median, longest) = (of[of.len() / 2], of[of.len() - 1]);
            let over = if longest / unit > FRAME { "  longer than a frame" } else { "" };
            println!("  {name:<24} {median:6.2} {longest:6.2} {:6.2}{over}", longest / unit);
        }
    }
}
