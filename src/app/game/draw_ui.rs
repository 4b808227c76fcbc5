//! The interface of a running window: what it is told, and what comes back from it.

use egui_macroquad::egui::{Context, Event, Id, Key, PointerState, Pos2, Rect, pos2, vec2};
use macroquad::{
    input::{MouseButton, is_mouse_button_down},
    time::get_fps,
    window::screen_dpi_scale,
};

use super::game::{Game, window};
use crate::{
    app::{
        capture::free_path,
        style::{self, TouchTargets, UiTheme},
        ui::{
            dialog, legend,
            overlay::{self, Edge, Hint, SAMPLES, Status},
            panel::PanelState,
            recording_badge,
            timebar::Time,
        },
        widgets::digits,
    },
    host,
    sandbox::Sandbox,
    tool::Tool,
    view::{Camera, Covered},
};

/// A notch of the wheel scrolls the panel and the help by this, points.
const NOTCH: f32 = 48.0;

/// Whoever holds a button for longer than this, s, has thought better of it.
const LONGEST_CLICK: f64 = 5.0;

/// How long is said what is wrong with the files that are kept between runs, s: long enough to be read twice, and not for as
/// long as the window is open, for it takes a part of it and the place of all other news.
pub(super) const COMPLAINT_SECONDS: f32 = 30.0;

/// How long news are shown, s.
pub(super) const NEWS_SECONDS: f32 = 5.0;

impl Game {
    pub(super) fn interface(&mut self, seconds: f32) {
        self.hint = (self.hint - seconds).max(0.0);
        self.complaining = (self.complaining - seconds).max(0.0);
        self.watch_speed(seconds);
        let mut moves = false;
        let (status, hint, theme) = (self.status(), self.hint(), UiTheme::of(self.style.theme));
        let (visible, mut help) = (self.interface, self.help);
        let offers = self.files.autosave.has_offer();
        let shown = PanelState {
            sandbox: self.timeline.sandbox(),
            tool: self.tools.active(),
            shape: self.tools.chosen_shape(self.timeline.sandbox()),
            slides: self.tools.slides(),
            scissors: self.tools.scissors_radius(),
            paused: self.clock.paused,
            speed: self.clock.speed(),
            style: self.style,
            scale: self.scale,
            charts: self.measurements.charts,
            background: self.background,
            memory: self.memory,
        };
        let legend = self.painter.legend();
        let blow = self.tools.drawn_blower().map(|blower| (self.pointer, format!("{:.1} m/s", blower.speed)));
        let time = self.time();
        let scales = self.scales();
        let animation = self.recorder.progress(self.frame_began);
        let (mut requests, by) = (Vec::new(), self.by);
        let (mut typed, mut berth, camera) = (self.input.typed(), self.berth, self.camera);
        let (was, mut now) = (self.interface_time, None);
        egui_macroquad::ui(|context| {
            let (kept, wall) = keep_time(context, was, seconds);
            now = Some(kept);
            let typing = context.wants_keyboard_input();
            style::set_input_device(context, by);
            prepare(context, shown.scale, std::mem::take(&mut typed));
            go_on_dragging(context, is_mouse_button_down(MouseButton::Left));
            theme.apply(context, shown.style.theme);
            TouchTargets::of(by).apply(context);
            if visible {
                overlay::status_line(context, &status, &time, &theme, &mut requests);
                self.panel.show(context, &shown, &mut requests);
                let said = legend::Said { scale: legend.as_ref(), race: self.race.figures() };
                let free = context.available_rect();
                let room = legend::room(free, self.panel.tab(context));
                // At the lower edge legends and plots stand; a low window has no other.
                let free_below = legend.is_none() && self.race.figures().is_none() && !shown.charts.any();
                let low = overlay::is_low(free);
                let hint = hint.as_ref().filter(|_| !help && !offers && (free_below || !low));
                let (field, beside) = for_plots(context, free, room, &said, shown.charts.any());
                // Plots are smaller where a hint is above them; where they would be too small, there is none.
                let below_hint = field.with_min_y(field.top() + berth.height());
                let hint = hint.filter(|_| !self.measurements.fill(below_hint.size()));
                self.measurements.show(context, if hint.is_some() { below_hint } else { field }, &shown.style, beside);
                legend::show(context, room, &said, shown.charts.any(), &shown.style);
                if let Some((at, radius, words)) = &scales {
                    overlay::scales(context, (*at, *radius), words, &theme);
                }
                if offers {
                    dialog::offer(context, &theme, &mut requests);
                }
                if let Some(hint) = hint {
                    let usual = if low { Edge::Bottom } else { Edge::Top };
                    let seen = places(shown.sandbox, camera, context.pixels_per_point());
                    let side = if free_below { berth.choose(free, usual, seen) } else { Edge::Top };
                    overlay::hint(context, hint, side, &theme).inspect(|&size| berth.was(size));
                }
            }
            if let Some((at, speed)) = &blow {
                let at = *at / context.pixels_per_point();
                overlay::tag(context, pos2(at.x, at.y), speed, &theme);
            }
            if let Some(dialog) = &mut self.files.dialog {
                dialog.show(context, &theme, &mut requests);
            }
            if help {
                help = overlay::help(context, &theme);
            }
            if let Some(progress) = animation {
                recording_badge::show(context, progress, &theme);
            }
            // Tab hides the interface; it does not also go from button to button, which would then have the keys.
            if !typing && context.input(|input| input.key_pressed(Key::Tab)) {
                context.memory_mut(|memory| memory.focused().inspect(|&id| memory.surrender_focus(id)));
            }
            moves = context.has_requested_repaint();
            host::keyboard(context.wants_keyboard_input());
            if self.fingers.have_left() {
                // Where the last finger was, nothing points any more: no button is lit, and no tip stays open.
                context.input_mut(|input| input.pointer = PointerState::default());
            }
            context.input_mut(|input| input.time = wall);
        });
        self.interface_moves = moves;
        self.interface_time = now;
        self.berth = berth;
        self.help = help;
        egui_macroquad::draw();
        requests.into_iter().for_each(|request| self.fulfil(request));
        self.put_slider_back();
    }

    /// Begins an animation, or ends it.
    pub(super) fn animate(&mut self) {
        let Self { recorder, timeline, camera, frame_began, .. } = self;
        let scene = timeline.sandbox().scene().name.clone();
        recorder.toggle(*frame_began, move || free_path(&scene, "gif"), camera);
    }

    /// Takes the picture that was asked for, and says what came of it.
    pub(super) fn take_pictures(&mut self, seconds: f32) {
        if std::mem::take(&mut self.shoot) {
            self.screenshots.add(&self.timeline.sandbox().scene().name);
        }
        self.news.1 = (self.news.1 - seconds).max(0.0);
        if let Some(news) = self.screenshots.news().or_else(|| self.recorder.news()) {
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
        let unwritten = self.unwritten.then(|| Err("the recording cannot be written".to_owned()));
        let news = || (self.news.1 > 0.0).then(|| self.news.0.clone());
        let behind = (self.timeline.range().1 - sandbox.steps()) as f64 * world.settings().step_seconds();
        let back = || self.timeline.is_looking_back().then(|| Ok(format!("looking back by {behind:.1} s")));
        let replay = || self.timeline.is_replaying().then(|| Ok("replay".to_owned()));
        let fast = || (self.held_back.1 > 0.0).then(|| Err(format!("held to {} m/s", world.settings().max_speed)));
        Status {
            scene: sandbox.scene().scene.title.clone(),
            tool: self.tools.active().name(),
            does: self.what_it_does(),
            gravity: world.settings().gravity,
            speed: (!self.clock.paused).then_some(self.clock.speed()),
            particles: world.particles().len(),
            links: world.link_count(),
            rate: get_fps(),
            news: unwritten
                .or_else(news)
                .or_else(back)
                .or_else(|| self.complaint.clone().filter(|_| self.complaining > 0.0).map(Err))
                .or_else(replay)
                .or_else(fast)
                .or_else(|| self.race.warning(sandbox).map(Err))
                .or_else(|| self.plots_refused().map(|why| Err(style::for_device(why, self.by).into_owned()))),
        }
    }

    /// Why plots that were asked for are not seen.
    fn plots_refused(&self) -> Option<&'static str> {
        let points = window().x / (host::density(screen_dpi_scale()) * self.scale);
        let panel = self.panel.width(points);
        self.measurements.refusal(points - panel, panel > 0.0)
    }

    /// "Circle: turns 1.5 rad/s, slides 0.5 m/s", "Blower: 12 m/s".
    fn what_it_does(&self) -> Option<String> {
        let sandbox = self.timeline.sandbox();
        if let Some(blower) = self.tools.shown_blower(sandbox) {
            return Some(format!("Blower: {} m/s", digits(f64::from(blower.def.speed))));
        }
        let shape = self.tools.chosen_shape(sandbox)?;
        let manner = shape.def.properties();
        let speed = |does: &str, speed: f32, unit: &str| {
            (speed != 0.0).then(|| format!("{does} {} {unit}", digits(f64::from(speed))))
        };
        let turns = speed("turns", manner.spin, "rad/s");
        let slides = manner.slide.and_then(|slide| speed("slides", slide.speed, "m/s"));
        let does: Vec<String> = turns.into_iter().chain(slides).collect();
        (!does.is_empty()).then(|| format!("{}: {}", Tool::of(shape.def.form).name(), does.join(", ")))
    }

    fn hint(&self) -> Option<Hint> {
        let scene = &self.sandbox().scene().scene;
        let strength = self.hint.clamp(0.0, 1.0);
        let lessons = (!self.learnt.all()).then(|| self.learnt.lessons());
        let seen = strength > 0.0 || lessons.is_some();
        seen.then(|| Hint { title: scene.title.clone(), text: scene.hint.clone(), strength, lessons })
    }

    /// What the weight in hand or under the pointer weighs, where its middle is to be seen and how far it reaches, points.
    fn scales(&self) -> Option<(Pos2, f32, String)> {
        let (particle, words) = self.tools.weight_label(self.sandbox(), self.camera.metres(1.0))?;
        let (at, radius) = self.painter.extent(particle, self.sandbox().world(), &self.camera)?;
        let points = 1.0 / (host::density(screen_dpi_scale()) * self.scale);
        let at = self.camera.to_screen(at) * points;
        Some((pos2(at.x, at.y), radius * self.camera.pixels_per_metre * points, words))
    }

    fn time(&self) -> Time {
        Time {
            range: self.timeline.range(),
            now: self.sandbox().steps(),
            edits: self.timeline.edits().collect(),
            can: (self.timeline.can_undo(), self.timeline.can_redo()),
            step: self.sandbox().world().settings().step_seconds(),
        }
    }

    /// What the status line and the panel cover, physical pixels.
    pub(super) fn covered(&self) -> Covered {
        if !self.interface {
            return Covered::default();
        }
        let density = host::density(screen_dpi_scale()) * self.scale;
        Covered {
            right: self.panel.width(window().x / density) * density,
            bottom: TouchTargets::of(self.by).line * density,
        }
    }
}

/// The part of the window that plots may take, and how much of its width something beside them takes, points: the legend, or
/// the panel's tab.
fn for_plots(context: &Context, free: Rect, room: Rect, said: &legend::Said, plots: bool) -> (Rect, f32) {
    if legend::is_below(room, said, plots) {
        // As high as it was in the frame before.
        let height = legend::height(context);
        return (free.with_max_y(free.bottom() - height), 0.0);
    }
    (free, free.right() - room.right() + legend::width(room.width(), said, plots))
}

/// Where some of the particles are in the window, points, of so many pixels each.
fn places(sandbox: &Sandbox, camera: Camera, density: f32) -> impl Iterator<Item = Pos2> + Clone {
    let all = &sandbox.world().particles().position;
    let some = all.iter().step_by(all.len().div_ceil(SAMPLES).max(1));
    some.map(move |&at| {
        let at = camera.to_screen(at) / density;
        pos2(at.x, at.y)
    })
}

/// Keeps a slider in hand that was drawn out of the window and back: when the pointer comes back macroquad tells of a release,
/// though the button `is_down`, and egui believes it.
fn go_on_dragging(context: &Context, is_down: bool) {
    let known = Id::new("dragged");
    let (believed, escape) = context.input(|input| (input.pointer.primary_down(), input.key_pressed(Key::Escape)));
    if believed || !is_down || escape {
        let dragged = context.dragged_id().filter(|_| believed);
        context.data_mut(|data| data.insert_temp(known, dragged));
    } else if let Some(id) = context.data(|data| data.get_temp::<Option<Id>>(known)).flatten() {
        context.set_dragged_id(id);
    }
}

/// Puts egui's clock right, s: it `was` at this in the last frame, so many `seconds` ago. Returns what it is at now, and what the
/// wall clock is at, which it has to be given back after the frame: it takes the times of input from that.
///
/// The binding tells it the wall clock's time, and that is set now and then: after it was set back by an hour, hint and panel
/// were unseen for an hour, since what is new fades in.
fn keep_time(context: &Context, was: Option<f64>, seconds: f32) -> (f64, f64) {
    context.input_mut(|input| {
        let wall = input.time;
        // What the loop slept for has passed here, too.
        input.time = was.map_or(wall, |was| wall.max(was + f64::from(seconds)));
        (input.time, wall)
    })
}

/// What egui has to be told in each frame.
fn prepare(context: &Context, scale: f32, typed: Vec<char>) {
    context.set_pixels_per_point(host::density(screen_dpi_scale()) * scale);
    // Ctrl with + and - would scale the interface behind our back.
    context.options_mut(|options| options.zoom_with_keyboard = false);
    // A button that is held for a while is pressed all the same: where frames take long, each is.
    context.options_mut(|options| options.input_options.max_click_duration = LONGEST_CLICK);
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

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::RawInput;

    use super::*;

    #[test]
    fn the_interface_grows_older_while_the_wall_clock_is_set_back_and_forth() {
        let (context, mut was) = (Context::default(), None);
        let mut seen = Vec::new();
        // Set back by an hour; then the loop sleeps for two, and the last frame counts as one second.
        for (clock, seconds) in [(5_000.0, 0.1), (5_000.1, 0.1), (1_400.2, 0.1), (1_400.3, 0.1), (8_600.3, 1.0)] {
            let _ = context.run(RawInput { time: Some(clock), ..Default::default() }, |context| {
                let (time, wall) = keep_time(context, was, seconds);
                assert_eq!((context.input(|input| input.time), wall), (time, clock));
                seen.push((time - 5_000.0) as f32);
                was = Some(time);
                context.input_mut(|input| input.time = wall);
            });
        }
        let wanted = [0.0, 0.1, 0.2, 0.3, 3_600.3];
        assert!(seen.iter().zip(wanted).all(|(time, wanted)| (time - wanted).abs() < 1e-3), "{seen:?}");
    }
}
