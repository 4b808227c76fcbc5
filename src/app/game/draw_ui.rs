//! The phase that draws the interface: plain data in, requests out.

use egui::{Context, Pos2, pos2};
use macroquad::time::get_fps;

use super::game::Game;
use super::input_state::InputState;
use super::overview;
use super::playback::Playback;
use super::scene_view::window_size;
use super::ui_state::{UiContent, WeightLabel, pixels_per_point};
use crate::app::actions::{Charts, back_to_build};
use crate::app::storage::{Autosave, Prefs};
use crate::app::style;
use crate::app::style::{InputDevice, TouchTargets, UiTheme, for_device, set_motion};
use crate::app::ui::dialog::Offer;
use crate::app::ui::overlay::{Disc, Hint, Status};
use crate::app::ui::panel::PanelState;
use crate::app::ui::timebar::TimelineState;
use crate::app::ui::{overlay, recording_badge};
use crate::app::widgets::{digits, focus, take_complaint, turns_per_second};
use crate::host;
use crate::host::text;
use crate::scene;
use crate::tool::{Preview, Tool};
use crate::view::Style;

impl Game {
    /// Phase: draws the interface, and carries out the requests of the user.
    pub(super) fn draw_ui(&mut self, seconds: f32) {
        self.ui.fade_hint(seconds);
        self.messages.update(&self.playback.timeline, seconds);
        let (status, hint, weight) = (self.status(), self.hint(), self.weight_label());
        let readout = self.readout();
        let (bar, lost) = (self.selection_bar(), self.lost_place());
        // While a field of the interface has the keyboard, its ring is the only one.
        let shows_cursor = self.input.cursor.is_shown() && !self.interface_has_keyboard();
        let Self { playback, input, view, ui, egui, captures, pacing, prefs, files, output, .. } = self;
        let style = prefs.current.style;
        let selected = ui.inspect(input.tools.selection(), playback.sandbox());
        let content = UiContent {
            theme: UiTheme::of(style.theme),
            status,
            hint,
            weight,
            selection: bar,
            lost,
            legend: view.painter.legend(),
            camera: view.camera,
            offer: offer(&files.autosave),
            panel: PanelState {
                selected: selected.as_deref(),
                ..panel_state(playback, input, &prefs.current, ui.measurements.charts)
            },
        };
        let theme = &content.theme;
        let progress = captures.recorder.progress(pacing.frame_began);
        let has_picture_due = captures.is_screenshot_due || output.wants_screenshot();
        let mut requests = Vec::new();
        egui.frame(window_size(), pixels_per_point(prefs.current.scale), |root| {
            let context = &root.ctx().clone();
            apply_style(context, &style, theme, input.device);
            ui.free = root.max_rect();
            if ui.is_visible {
                ui.show(root, &content, &mut requests);
            } else if ui.tells_of_hiding() && !has_picture_due {
                overlay::hidden_label(root, theme);
            }
            let pointer = input.pointer / context.pixels_per_point();
            if let Some(readout) = &readout {
                overlay::pointer_label(root, pos2(pointer.x, pointer.y), readout, theme);
            }
            if shows_cursor {
                overlay::keyboard_cursor(context, pos2(pointer.x, pointer.y), input.tools.is_busy(), theme);
            }
            if let Some(dialog) = &mut files.dialog {
                dialog.show(context, theme, &mut requests);
            }
            ui.is_help_open = ui.is_help_open && overlay::help(root, theme);
            if let Some(progress) = progress {
                recording_badge::show(context, progress, theme);
            }
            focus::show_ring(context, theme);
        });
        host::show_keyboard(egui.is_text_edited());
        if let Some(complaint) = take_complaint(egui.context()) {
            self.messages.warn(complaint);
        }
        requests.into_iter().for_each(|request| self.perform_request(request));
        self.restore_sliders();
    }

    /// The number beside the pointer, while something is drawn or changed.
    fn readout(&self) -> Option<String> {
        match self.input.tools.preview() {
            Some(Preview::Blower(blower)) => Some(format!("{:.1} m/s", blower.speed)),
            _ => self.input.tools.part().map(|part| part.readout.clone()).or_else(|| self.input.tools.readout()),
        }
    }

    /// Returns what a slider or a field has changed, if Escape was pressed meanwhile.
    fn restore_sliders(&mut self) {
        let commands = self.ui.slider_undo.restore(&mut self.input.tools);
        self.prefs.current.tools = self.input.tools.options();
        self.act(commands);
        self.ui.slider_undo.follow_focus(self.egui.context(), &self.input.tools);
    }

    fn status(&self) -> Status {
        let sandbox = self.sandbox();
        let world = sandbox.world();
        Status {
            scene: text::label(self.scene_title()),
            is_edited: self.playback.is_edited(),
            tool: self.input.tools.active().info().name,
            selection: self.selection(),
            gravity: world.settings().gravity,
            speed: (!self.playback.clock.paused).then_some(self.playback.clock.speed()),
            machine_keys: self.machine_hint(),
            particles: world.particles().len(),
            links: world.link_count(),
            frame_rate: get_fps(),
            message: self.message(),
            timeline: self.timeline_state(),
        }
    }

    /// The message of the status line: the first that there is, by importance.
    fn message(&self) -> Option<Result<String, String>> {
        let sandbox = self.sandbox();
        let (timeline, settings) = (&self.playback.timeline, sandbox.world().settings());
        if self.output.is_recording_failing {
            return Some(Err("the recording cannot be written".to_owned()));
        }
        let behind = (timeline.range().1 - sandbox.steps()) as f64 * settings.step_seconds();
        let back = || timeline.is_looking_back().then(|| Ok(format!("looking back by {behind:.1} s")));
        let progress = || Some(Ok(for_device(&self.playback.progress()?, self.input.device).into_owned()));
        if self.playback.is_working() {
            return progress();
        }
        let is_limited = self.messages.is_speed_limited();
        let limited = || is_limited.then(|| Err(format!("too fast: slowed to {} m/s", settings.max_speed)));
        let coarse = || {
            let sentence = "too much touches here to move well: take some of it away";
            sandbox.world().is_coarse().then(|| Err(sentence.to_owned()))
        };
        let plots = || {
            let why = self.ui.plots_refusal(self.prefs.current.scale)?;
            Some(Err(for_device(why, self.input.device).into_owned()))
        };
        let past = || {
            let percent = self.files.past_percent().filter(|_| self.files.is_past_slow())?;
            Some(Ok(format!("reading the session's past, for undo: {percent} %")))
        };
        // Nothing is lost while nothing was done.
        let failure = self.files.autosave.failure().filter(|_| !timeline.is_untouched());
        let unsaved = || failure.map(|why| Err(text::printable(why, text::MAX_MESSAGE)));
        self.messages
            .shown_news()
            .or_else(back)
            .or_else(|| self.messages.shown_complaint())
            .or_else(progress)
            .or_else(past)
            .or_else(unsaved)
            .or_else(limited)
            .or_else(coarse)
            .or_else(|| self.ui.ghost_stats.warning(sandbox).map(Err))
            .or_else(plots)
            .or_else(|| self.cursor_hint().map(Ok))
    }

    /// The motion of the chosen obstacle or blower: "Circle: turns 3.14 rad/s (0.50 turns/s), slides 0.5 m/s", "Blower:
    /// 12 m/s".
    fn selection(&self) -> Option<String> {
        let sandbox = self.sandbox();
        if let Some(blower) = self.input.tools.shown_blower(sandbox) {
            return Some(format!("Blower: {} m/s", digits(f64::from(blower.def.speed))));
        }
        let shape = self.input.tools.chosen_shape(sandbox)?;
        let properties = shape.def.properties();
        let spin = properties.spin;
        let turns = || format!("turns {} rad/s ({})", digits(spin.into()), turns_per_second(spin));
        let turns = (spin != 0.0).then(turns);
        let slide = properties.slide.filter(|slide| slide.speed != 0.0);
        let slides = slide.map(|slide| format!("slides {} m/s", digits(slide.speed.into())));
        let motions: Vec<String> = turns.into_iter().chain(slides).collect();
        (!motions.is_empty()).then(|| format!("{}: {}", Tool::of(shape.def.form).info().name, motions.join(", ")))
    }

    fn hint(&self) -> Option<Hint> {
        let scene = &self.sandbox().scene().scene;
        let opacity = self.ui.hint_opacity();
        let opacity = if self.prefs.current.style.less_motion { opacity.ceil() } else { opacity };
        let tutorial = self.prefs.current.tutorial;
        let has_lessons = self.sandbox().scene().name == scene::FIRST && !tutorial.is_over();
        let lessons = has_lessons.then(|| tutorial.lessons());
        let is_shown = opacity > 0.0 || lessons.is_some();
        is_shown.then(|| Hint {
            title: text::label(self.scene_title()),
            text: text::printable(&scene.hint, text::MAX_MESSAGE),
            opacity,
            lessons,
        })
    }

    fn weight_label(&self) -> Option<WeightLabel> {
        let camera = &self.view.camera;
        let (particle, text) = self.input.tools.weight_label(self.sandbox(), camera.metres(1.0))?;
        let extent = self.view.painter.extent(particle, self.sandbox().world(), camera)?;
        let points = 1.0 / pixels_per_point(self.prefs.current.scale);
        let at = camera.to_screen(extent.centre) * points;
        let disc = Disc { centre: pos2(at.x, at.y), radius: extent.radius * camera.pixels_per_metre * points };
        Some(WeightLabel { disc, text })
    }

    /// The place of a lost thing in the window, points.
    fn lost_place(&self) -> Option<Pos2> {
        let lost = overview::lost_particle(self.sandbox(), self.view.camera.visible())?;
        let at = self.view.camera.to_screen(self.sandbox().world().particles().position[lost.index()]);
        Some(pos2(at.x, at.y) / pixels_per_point(self.prefs.current.scale))
    }

    fn timeline_state(&self) -> TimelineState {
        let timeline = &self.playback.timeline;
        let (oldest, newest) = timeline.range();
        TimelineState {
            oldest,
            newest,
            // A key that is pressed during a jump moves on from the jump's end.
            now: timeline.jump_target().unwrap_or_else(|| self.sandbox().steps()),
            edits: timeline.edits().collect(),
            can_undo: timeline.can_undo(),
            can_redo: timeline.can_redo(),
            later_edits: self.playback.later_edits().unwrap_or(0),
            back: back_to_build(self.sandbox().scene().scene.keys),
            built: timeline.sandbox().design().map(|design| design.step.unwrap_or(0)),
            step_seconds: self.sandbox().world().settings().step_seconds(),
        }
    }
}

/// The sessions that were not closed.
fn offer(autosave: &Autosave) -> Option<Offer> {
    let (can_restore, damaged) = (autosave.has_offer(), autosave.damaged_offer().map(str::to_owned));
    (can_restore || damaged.is_some()).then_some(Offer { can_restore, damaged })
}

fn panel_state<'a>(playback: &'a Playback, input: &'a InputState, prefs: &Prefs, charts: Charts) -> PanelState<'a> {
    let tools = &input.tools;
    PanelState {
        sandbox: playback.sandbox(),
        tool: tools.active(),
        selected: None,
        resting_gravity: input.scene_actions.resting_gravity(playback.sandbox()),
        obstacle: tools.chosen_shape(playback.sandbox()),
        is_slide_armed: tools.slides(),
        scissors_radius: tools.scissors_radius(),
        options: tools.options(),
        is_paused: playback.clock.paused,
        later_edits: playback.later_edits(),
        is_edited: playback.is_edited(),
        speed: playback.clock.speed(),
        style: prefs.style,
        ui_scale: prefs.scale,
        charts,
        has_tool_names: prefs.tool_names,
        runs_in_background: prefs.background,
        rewind_memory: prefs.memory,
    }
}

/// Applies the user's style and the sizes for the device to egui.
fn apply_style(context: &Context, style: &Style, theme: &UiTheme, device: InputDevice) {
    style::set_input_device(context, device);
    theme.apply(context, style.theme);
    set_motion(context, style.less_motion);
    TouchTargets::of(device).apply(context);
}
