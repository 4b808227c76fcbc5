//! The status line at the lower edge of the window.

use egui::{
    Align, Color32, FontId, Frame, Label, Layout, Margin, Panel, Pos2, Response, RichText, Sense, Shape, Stroke, Ui,
    Vec2, WidgetText, accesskit::Live, text::LayoutJob, vec2,
};

use super::TEXT;
use crate::app::{
    actions::{Action, ActionButton, Request, key_name},
    style::{self, InputDevice, Tooltip as _, TouchTargets, UiTheme, accessibility},
    ui::timebar::{self, TimelineState},
    widgets::{icons, mark, text_size},
};

/// The content of the status line.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Title of the scene.
    pub scene: String,
    /// Something of the scene was changed since it was opened.
    pub is_edited: bool,
    /// Name of the tool.
    pub tool: &'static str,
    /// Motion of the chosen obstacle, or speed of the chosen blower, with its name.
    pub selection: Option<String>,
    /// Gravity, m/s².
    pub gravity: glam::Vec2,
    /// Speed of play as a multiple of real time; `None` while it is paused.
    pub speed: Option<f64>,
    /// What the keys of machines do now, if there are some.
    pub machine_keys: Option<String>,
    /// Number of particles.
    pub particles: usize,
    /// Number of links that are not broken.
    pub links: usize,
    /// Frames per second.
    pub frame_rate: i32,
    /// A message to the user; an error where something failed.
    pub message: Option<Result<String, String>>,
    /// The timeline bar.
    pub timeline: TimelineState,
}

/// Gap between two parts of the line, points.
const GAP: f32 = 14.0;

/// The highest rank of the left parts that stay beside a message.
const ESSENTIAL: u8 = 1;

/// Fraction of the timeline bar in the line, for fingers.
const STEADY_SHARE: f32 = 0.58;

/// A part of the status line.
struct Part {
    text: String,
    colour: Color32,
    /// Parts of the highest ranks are left out if there is no room for all.
    rank: u8,
    /// Whether the arrow of gravity precedes the text.
    has_arrow: bool,
    /// Whether it is the name of the scene, which shows the scene's hint.
    is_scene: bool,
    /// Whether it tells of the keys of machines.
    is_machines: bool,
    /// Whether it is the button that opens the scene again.
    opens_again: bool,
}

impl Part {
    fn new(text: String, colour: Color32, rank: u8) -> Self {
        Self { text, colour, rank, has_arrow: false, is_scene: false, is_machines: false, opens_again: false }
    }

    fn width(&self, ui: &Ui) -> f32 {
        let arrow = if self.has_arrow || self.opens_again { ARROW } else { 0.0 };
        arrow + text_size(ui.ctx(), &self.text, TEXT).x + GAP
    }
}

/// Shows the status line at the lower edge. Returns whether it has room for the message, if there is one.
pub fn status_line(root: &mut Ui, status: &Status, theme: &UiTheme, requests: &mut Vec<Request>) -> bool {
    let frame = Frame::NONE.fill(theme.solid).inner_margin(Margin::symmetric(10, 0));
    let line = Panel::bottom("status")
        .exact_size(TouchTargets::here(root).status_line)
        .frame(frame)
        .show_separator_line(false);
    let shown = line.show(root, |ui| {
        let line = Line { status, theme, device: style::input_device(ui.ctx()), sizes: TouchTargets::here(ui) };
        ui.horizontal_centered(|ui| line.show(ui, requests)).inner
    });
    shown.inner
}

/// Shows the message for which the status line has no room, above all that the lower edge has: what is pressed there
/// stays in its place.
pub fn message_line(root: &mut Ui, status: &Status, theme: &UiTheme) {
    if let Some((message, colour)) = message(status, theme) {
        let frame = Frame::NONE.fill(theme.solid).inner_margin(Margin::symmetric(10, 3));
        let panel = Panel::bottom("message").frame(frame);
        panel.show_separator_line(false).show(root, |ui| {
            // A few rows; the tooltip has the whole text.
            let (font, room) = (FontId::proportional(TEXT), ui.available_width());
            let mut job = LayoutJob::simple(message.to_owned(), font, colour, room);
            job.wrap.max_rows = 3;
            message_label(ui, job).tooltip(message);
        });
    }
}

/// The status line with its surroundings.
struct Line<'a> {
    status: &'a Status,
    theme: &'a UiTheme,
    device: InputDevice,
    sizes: TouchTargets,
}

impl Line<'_> {
    /// Shows help and timeline bar, then the other parts by rank as far as there is room. Returns whether the message
    /// is in the line.
    fn show(&self, ui: &mut Ui, requests: &mut Vec<Request>) -> bool {
        let Self { status, theme, device, sizes, .. } = *self;
        ui.spacing_mut().item_spacing.x = GAP;
        let is_touch = device == InputDevice::Fingers;
        let key = if is_touch { String::new() } else { key_name(Action::Help) + " " };
        let help = Part::new(format!("{key}help"), theme.bright, 0);
        let help_width = if is_touch { help.width(ui).max(sizes.status_button + GAP) } else { help.width(ui) };
        let bar_room = ui.available_width() - help_width - GAP;
        let (narrowest, widest) = timebar::width_range(sizes, device);
        // For fingers the bar and its buttons stay in their places, so that the second of two taps meets the same
        // button.
        let steady = (is_touch && bar_room > narrowest).then(|| (STEADY_SHARE * bar_room).clamp(narrowest, widest));
        let taken = steady.unwrap_or(narrowest);
        let mut parts = parts(status, device, theme);
        let mut used = keep_ranks(ui, &mut parts, bar_room - taken);
        let mut counts = counts(status, theme);
        used += keep_ranks(ui, &mut counts, bar_room - taken - used);
        // The bar fills the rest of the line, with or without a message, so that it stays while it is dragged.
        let bar = steady.unwrap_or((bar_room - used).min(widest));
        let room = bar_room - bar - counts.iter().map(|part| part.width(ui)).sum::<f32>();
        // Speed and tool stay beside a message: one that leaves no room for them stands above the line.
        let essential = parts.iter().filter(|part| part.rank <= ESSENTIAL).map(|part| part.width(ui)).sum::<f32>();
        let message = message(status, theme)
            .filter(|(message, _)| essential + text_size(ui.ctx(), message, TEXT).x + GAP <= room);
        if let Some((message, _)) = message {
            keep_ranks(ui, &mut parts, room - text_size(ui.ctx(), message, TEXT).x - GAP);
        }
        self.show_parts(ui, &parts, message, requests);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let label = Label::new(RichText::new(&help.text).color(help.colour).size(TEXT)).sense(Sense::click());
            let button = match device {
                InputDevice::Mouse => ui.add(label),
                InputDevice::Fingers => ui.add_sized(vec2(help_width - GAP, sizes.status_button), label),
            };
            mark(ui, "status.help", button.rect);
            if button.clicked() {
                requests.push(Request::Action(Action::Help));
            }
            if is_touch {
                status.timeline.show(ui, bar, theme, requests);
                ui.spacing_mut().item_spacing.x = GAP;
            }
            for part in &counts {
                ui.label(RichText::new(&part.text).color(part.colour).size(TEXT));
            }
            if !is_touch {
                status.timeline.show(ui, bar, theme, requests);
            }
        });
        message.is_some()
    }

    /// Shows the left parts and the message, in a scope of their own: egui numbers widgets in order, and the help would
    /// get another number when a message appears while it is pressed.
    fn show_parts(&self, ui: &mut Ui, parts: &[Part], message: Option<(&str, Color32)>, requests: &mut Vec<Request>) {
        ui.scope(|ui| {
            for part in parts {
                if part.has_arrow {
                    gravity_arrow(ui, self.status.gravity, self.theme);
                    // The size of gravity stands close to its arrow.
                    ui.add_space(-8.0);
                }
                if part.is_scene {
                    let text = RichText::new(&part.text).color(part.colour).size(TEXT);
                    let name = ui.add(Label::new(text).selectable(false).sense(Sense::click()));
                    mark(ui, "status.scene", name.rect);
                    if name.tooltip("Show the scene's hint again").clicked() {
                        requests.push(Request::ShowHint);
                    }
                } else if part.opens_again {
                    let button = ActionButton::OPEN_AGAIN;
                    let (rect, again) = ui.allocate_exact_size(Vec2::splat(ARROW), Sense::click());
                    icons::reset(ui.painter(), rect, if again.hovered() { self.theme.bright } else { self.theme.dim });
                    mark(ui, "status.again", rect);
                    accessibility::tell(&again, |node| node.set_label(button.words.label));
                    if again.tooltip(format!("{}: {}", button.words.label, button.tooltip())).clicked() {
                        requests.push(Request::Action(button.action));
                    }
                } else if !part.text.is_empty() {
                    let shown = ui.label(RichText::new(&part.text).color(part.colour).size(TEXT));
                    if part.is_machines {
                        mark(ui, "status.machines", shown.rect);
                        shown.tooltip("Keys of machines are the program's while time stands still");
                    }
                }
            }
            if let Some((message, colour)) = message {
                message_label(ui, RichText::new(message).color(colour).size(TEXT));
            }
        });
    }
}

/// Shows a message, which screen readers read when it appears.
fn message_label(ui: &mut Ui, text: impl Into<WidgetText>) -> Response {
    let shown = ui.label(text);
    accessibility::tell(&shown, |node| node.set_live(Live::Polite));
    shown
}

/// The message, in the colour of errors if it is one.
fn message<'a>(status: &'a Status, theme: &UiTheme) -> Option<(&'a str, Color32)> {
    match status.message.as_ref()? {
        Ok(message) => Some((message, theme.bright)),
        Err(error) => Some((error, theme.warning)),
    }
}

/// The left parts, from left to right.
fn parts(status: &Status, device: InputDevice, theme: &UiTheme) -> Vec<Part> {
    // The panel also shows the motion of the chosen obstacle.
    let selection = status.selection.as_deref().filter(|_| device == InputDevice::Mouse);
    let name = selection.unwrap_or(status.tool).to_owned();
    let (speed, colour) = match status.speed {
        Some(speed) => (format!("{speed}×"), theme.text),
        None => ("paused".to_owned(), theme.bright),
    };
    let size = format!("{:.2} m/s²", status.gravity.length());
    let mut parts = vec![
        Part { is_scene: true, ..Part::new(status.scene.clone(), theme.bright, 2) },
        // With the panel folded away only the status line shows the tool.
        Part::new(name, theme.text, ESSENTIAL),
        Part { has_arrow: true, ..Part::new(String::new(), theme.text, 4) },
        Part::new(size, theme.text, 5),
        Part::new(speed, colour, 0),
    ];
    parts.extend(status.machine_keys.clone().map(|keys| Part { is_machines: true, ..Part::new(keys, theme.text, 3) }));
    if status.is_edited {
        parts.insert(1, Part { opens_again: true, ..Part::new(String::new(), theme.dim, 2) });
    }
    parts
}

/// The right parts, from right to left.
fn counts(status: &Status, theme: &UiTheme) -> Vec<Part> {
    let texts = [
        frame_rate(status.frame_rate),
        counted(status.links, "link", "links"),
        counted(status.particles, "point", "points"),
    ];
    (0..).zip(texts).map(|(rank, text)| Part::new(text, theme.dim, rank)).collect()
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { several })
}

/// The frame rate in words. A rate of 0 means that a frame takes longer than a second.
fn frame_rate(rate: i32) -> String {
    if rate < 1 { " <1 fps".to_owned() } else { format!("{rate:>3} fps") }
}

/// Keeps the parts of the lowest ranks that have room. Returns their width, points.
fn keep_ranks(ui: &Ui, parts: &mut Vec<Part>, room: f32) -> f32 {
    let mut widths: Vec<(u8, f32)> = parts.iter().map(|part| (part.rank, part.width(ui))).collect();
    widths.sort_by_key(|&(rank, _)| rank);
    let (mut taken, mut kept) = (0.0, 0);
    for (rank, width) in widths {
        if taken + width > room {
            break;
        }
        (taken, kept) = (taken + width, rank + 1);
    }
    parts.retain(|part| part.rank < kept);
    taken
}

/// Width of the arrow of gravity, points.
const ARROW: f32 = 16.0;

/// An arrow in the direction of gravity; a circle without gravity.
fn gravity_arrow(ui: &mut Ui, gravity: glam::Vec2, theme: &UiTheme) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(ARROW), Sense::hover());
    let painter = ui.painter();
    let size = gravity.length();
    if size > 0.0 {
        // The y axis of the screen points down.
        let direction = vec2(gravity.x, -gravity.y) / size;
        let side = vec2(-direction.y, direction.x);
        let (tail, tip) = (rect.center() - direction * 7.0, rect.center() + direction * 7.0);
        painter.line_segment([tail, tip - direction * 3.0], Stroke::new(1.8, theme.bright));
        let head: Vec<Pos2> = vec![tip, tip - direction * 6.0 + side * 3.6, tip - direction * 6.0 - side * 3.6];
        painter.add(Shape::convex_polygon(head, theme.bright, Stroke::NONE));
    } else {
        painter.circle_stroke(rect.center(), 4.0, Stroke::new(1.5, theme.dim));
    }
}

/// A number with its digits in groups of three.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{2009}")
}

#[cfg(test)]
mod tests {
    use egui::{Context, Event, Modifiers, PointerButton, RawInput, Rect};

    use super::*;
    use crate::app::style::{lay_out, new_context};
    use crate::{app::widgets::place, view::Theme};

    fn status(message: Option<Result<String, String>>) -> Status {
        Status {
            scene: "Welcome".to_owned(),
            is_edited: false,
            tool: "Grab",
            selection: None,
            gravity: glam::Vec2::new(0.0, -9.81),
            speed: Some(1.0),
            machine_keys: None,
            particles: 1_000,
            links: 2_000,
            frame_rate: 60,
            message,
            timeline: TimelineState::example(),
        }
    }

    /// Shows the line, and a message that has no room in it.
    fn show(root: &mut Ui, status: &Status, theme: &UiTheme, requests: &mut Vec<Request>) {
        if !status_line(root, status, theme, requests) {
            message_line(root, status, theme);
        }
    }

    /// Runs a frame with events, in a window of a width, points. Returns the requests.
    fn frame(context: &Context, status: &Status, width: f32, events: Vec<Event>) -> Vec<Request> {
        let (theme, mut requests) = (UiTheme::of(Theme::Light), Vec::new());
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(width, 600.0)));
        let input = RawInput { screen_rect, events, ..RawInput::default() };
        lay_out(context, input, |root| show(root, status, &theme, &mut requests));
        requests
    }

    fn button(pos: Pos2, pressed: bool) -> Event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    #[test]
    fn dragged_bar_stays_grabbed_when_a_message_appears() {
        let (context, live) = (new_context(), status(None));
        let back = Status { speed: None, ..status(Some(Ok("looking back by 1.6 s".to_owned()))) };
        frame(&context, &live, 1_280.0, Vec::new());
        let bar = place(&context, "bar").expect("a window so wide has room for the bar");
        let at = |share: f32| bar.lerp_inside(vec2(share, 0.5));
        let sought = |status: &Status, events| match *frame(&context, status, 1_280.0, events) {
            [Request::Seek(step)] => Some(step),
            _ => None,
        };
        sought(&live, vec![Event::PointerMoved(at(0.9))]);
        sought(&live, vec![button(at(0.9), true)]);
        let first = sought(&live, vec![Event::PointerMoved(at(0.6))]);
        assert!(first.is_some_and(|step| (550..650).contains(&step)), "{first:?}");
        // A message appears.
        sought(&back, Vec::new());
        let second = sought(&back, vec![Event::PointerMoved(at(0.4))]);
        assert!(second.is_some_and(|step| (350..450).contains(&step)), "{second:?}");
        let last = sought(&back, vec![Event::PointerMoved(at(0.2)), button(at(0.2), false)]);
        assert!(
            last.is_some_and(|step| (150..250).contains(&step)),
            "released in the frame of the last move: {last:?}"
        );
    }

    #[test]
    fn keys_of_machines_are_told_beside_the_timeline() {
        let context = new_context();
        let status = Status { machine_keys: Some("keys O L work machines".to_owned()), ..status(None) };
        for _ in 0..2 {
            frame(&context, &status, 1_280.0, Vec::new());
        }
        assert!(place(&context, "status.machines").is_some());
        // Gravity is left out before them, and they before the scene's name.
        let narrow = new_context();
        frame(&narrow, &status, 420.0, Vec::new());
        assert!(place(&narrow, "status.machines").is_none());
    }

    #[test]
    fn pressed_button_clicks_though_a_message_appears() {
        let (without, with) = (status(None), status(Some(Err("held to 100 m/s".to_owned()))));
        for name in ["undo", "redo", "status.help"] {
            let context = new_context();
            frame(&context, &without, 1_280.0, Vec::new());
            let at = place(&context, name).expect("there is room").center();
            frame(&context, &without, 1_280.0, vec![Event::PointerMoved(at)]);
            frame(&context, &without, 1_280.0, vec![button(at, true)]);
            frame(&context, &with, 1_280.0, Vec::new());
            let requests = frame(&context, &with, 1_280.0, vec![button(at, false)]);
            assert!(matches!(*requests, [Request::Action(_)]), "{name}: {}", requests.len());
        }
    }
}
