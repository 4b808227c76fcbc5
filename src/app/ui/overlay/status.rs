//! The line at the lower edge.

use egui_macroquad::egui::{
    Align, Color32, Context, FontId, Frame, Label, Layout, Margin, Pos2, RichText, Sense, Shape, Stroke,
    TopBottomPanel, Ui, Vec2, text::LayoutJob, vec2,
};

use super::{TEXT, width};
use crate::app::{
    actions::{Action, Request},
    style::{self, InputDevice, Tooltip as _, TouchTargets, UiTheme},
    ui::timebar::{self, Time},
    widgets::mark,
};

/// What the status line says.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Title of the scene.
    pub scene: String,
    /// Name of the tool.
    pub tool: &'static str,
    /// What the obstacle does by itself that was touched last, or how hard a blower blows, with its name.
    pub does: Option<String>,
    /// m/s².
    pub gravity: glam::Vec2,
    /// Speed of play as a multiple of real time; `None` while it is paused.
    pub speed: Option<f64>,
    /// How many there are.
    pub particles: usize,
    /// How many hold.
    pub links: usize,
    /// Frames a second.
    pub rate: i32,
    /// Something that the user should know, in a few words: as an error where something is wrong.
    pub news: Option<Result<String, String>>,
}

/// Room between two parts of the line, points.
const GAP: f32 = 14.0;

/// The bar's share of the line under fingers.
const STEADY: f32 = 0.58;

/// A part of the status line.
struct Part {
    text: String,
    colour: Color32,
    /// What gives way where there is no room for all: the part with the greatest number.
    rank: u8,
    /// It has an arrow of gravity before it.
    arrow: bool,
}

impl Part {
    fn width(&self, ui: &Ui) -> f32 {
        let arrow = if self.arrow { ARROW } else { 0.0 };
        arrow + width(ui, &self.text, TEXT) + GAP
    }
}

/// The line at the lower edge; above it, where it has no room for the news, the news.
pub fn status_line(context: &Context, status: &Status, time: &Time, theme: &UiTheme, requests: &mut Vec<Request>) {
    let frame = Frame::NONE.fill(theme.solid).inner_margin(Margin::symmetric(10, 0));
    let line = TopBottomPanel::bottom("status")
        .exact_height(TouchTargets::of(style::input_device(context)).line)
        .frame(frame)
        .show_separator_line(false);
    let shown = line.show(context, |ui| ui.horizontal_centered(|ui| line_of(ui, status, time, theme, requests)).inner);
    if let (false, Some((news, colour))) = (shown.inner, news(status, theme)) {
        let panel = TopBottomPanel::bottom("news").frame(frame.inner_margin(Margin::symmetric(10, 3)));
        panel.show_separator_line(false).show(context, |ui| {
            // No higher than is read at a glance; a tooltip has all of it.
            let (font, room) = (FontId::proportional(TEXT), ui.available_width());
            let mut job = LayoutJob::simple(news.to_owned(), font, colour, room);
            job.wrap.max_rows = 3;
            ui.label(job).tooltip(news);
        });
    }
}

/// What the line says, as far as there is room: first the way to the help and the bar, then the rest by rank. Returns
/// whether the news are in it.
fn line_of(ui: &mut Ui, status: &Status, time: &Time, theme: &UiTheme, requests: &mut Vec<Request>) -> bool {
    ui.spacing_mut().item_spacing.x = GAP;
    let by = style::input_device(ui.ctx());
    let sizes = TouchTargets::here(ui);
    let help =
        Part { text: style::for_device("F1 help", by).into_owned(), colour: theme.bright, rank: 0, arrow: false };
    let help_width = if by == InputDevice::Fingers { help.width(ui).max(sizes.in_line + GAP) } else { help.width(ui) };
    let bar_room = ui.available_width() - help_width - GAP;
    let (least, most) = timebar::range(sizes);
    // Under fingers the bar and its buttons stay where they are, whatever else the line says: of two taps on one the second
    // is not to meet another.
    let steady = (by == InputDevice::Fingers && bar_room > least).then(|| (STEADY * bar_room).clamp(least, most));
    let taken = steady.unwrap_or(least);
    let mut parts = parts(status, by, theme);
    let mut left = keep(ui, &mut parts, bar_room - taken);
    let mut counts = counts(status, theme);
    left += keep(ui, &mut counts, bar_room - taken - left);
    // Else it grows into what is left of the line, whether there are news or not: a bar that is being dragged stays.
    let bar = steady.unwrap_or((bar_room - left).min(most));
    let room = bar_room - bar - counts.iter().map(|part| part.width(ui)).sum::<f32>();
    let said = news(status, theme).filter(|(news, _)| width(ui, news, TEXT) <= room);
    if let Some((news, _)) = said {
        keep(ui, &mut parts, room - width(ui, news, TEXT) - GAP);
    }
    // As one, however many there are: else the way to the help would be another one, as egui numbers them, when news come
    // while it is pressed.
    ui.scope(|ui| {
        for part in &parts {
            if part.arrow {
                gravity_arrow(ui, status.gravity, theme);
                // Its size stands close to it.
                ui.add_space(-8.0);
            }
            if !part.text.is_empty() {
                ui.label(RichText::new(&part.text).color(part.colour).size(TEXT));
            }
        }
        if let Some((news, colour)) = said {
            ui.label(RichText::new(news).color(colour).size(TEXT));
        }
    });
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let label = Label::new(RichText::new(&help.text).color(help.colour).size(TEXT)).sense(Sense::click());
        let way = match by {
            InputDevice::Mouse => ui.add(label),
            InputDevice::Fingers => ui.add_sized(vec2(help_width - GAP, sizes.in_line), label),
        };
        mark(ui, "status.help", way.rect);
        if way.clicked() {
            requests.push(Request::Do(Action::Help));
        }
        if by == InputDevice::Fingers {
            timebar::show(ui, bar, time, theme, requests);
            ui.spacing_mut().item_spacing.x = GAP;
        }
        for part in &counts {
            ui.label(RichText::new(&part.text).color(part.colour).size(TEXT));
        }
        if by == InputDevice::Mouse {
            timebar::show(ui, bar, time, theme, requests);
        }
    });
    said.is_some()
}

/// The news, in the colour of what is wrong only where something is.
fn news<'a>(status: &'a Status, theme: &UiTheme) -> Option<(&'a str, Color32)> {
    match status.news.as_ref()? {
        Ok(news) => Some((news, theme.bright)),
        Err(wrong) => Some((wrong, theme.warning)),
    }
}

/// From left to right.
fn parts(status: &Status, by: InputDevice, theme: &UiTheme) -> Vec<Part> {
    // Fingers have the panel folded away, where there is little room: nothing else says which tool they are.
    let (scene, tool, gravity) = if by == InputDevice::Fingers { (2, 1, 3) } else { (2, 3, 1) };
    // What the tool's obstacle does stands in the panel as well.
    let does = status.does.as_deref().filter(|_| by == InputDevice::Mouse);
    let name = does.unwrap_or(status.tool).to_owned();
    let part = |text: String, colour, rank| Part { text, colour, rank, arrow: false };
    let (speed, colour) = match status.speed {
        Some(speed) => (format!("{speed}×"), theme.text),
        None => ("paused".to_owned(), theme.bright),
    };
    let size = format!("{:.2} m/s²", status.gravity.length());
    vec![
        part(status.scene.clone(), theme.bright, scene),
        part(name, theme.text, tool),
        Part { arrow: true, ..part(String::new(), theme.text, gravity) },
        part(size, theme.text, 4),
        part(speed, colour, 0),
    ]
}

/// From right to left.
fn counts(status: &Status, theme: &UiTheme) -> Vec<Part> {
    let texts = [
        frames(status.rate),
        format!("{} links", grouped(status.links)),
        format!("{} particles", grouped(status.particles)),
    ];
    let part = |(rank, text)| Part { text, colour: theme.dim, rank, arrow: false };
    (0..).zip(texts).map(part).collect()
}

/// How many frames there are in a second: where one takes longer than that, they are not none.
fn frames(rate: i32) -> String {
    if rate < 1 { " <1 fps".to_owned() } else { format!("{rate:>3} fps") }
}

/// Leaves as many as there is room for, those of the lowest ranks. Returns what they take, points.
fn keep(ui: &Ui, parts: &mut Vec<Part>, room: f32) -> f32 {
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

/// Width of gravity's arrow, points.
const ARROW: f32 = 16.0;

/// An arrow that points where things fall.
fn gravity_arrow(ui: &mut Ui, gravity: glam::Vec2, theme: &UiTheme) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(ARROW), Sense::hover());
    let painter = ui.painter();
    let size = gravity.length();
    if size > 0.0 {
        // The screen's y points down.
        let way = vec2(gravity.x, -gravity.y) / size;
        let side = vec2(-way.y, way.x);
        let (tail, tip) = (rect.center() - way * 7.0, rect.center() + way * 7.0);
        painter.line_segment([tail, tip - way * 3.0], Stroke::new(1.8, theme.bright));
        let head: Vec<Pos2> = vec![tip, tip - way * 6.0 + side * 3.6, tip - way * 6.0 - side * 3.6];
        painter.add(Shape::convex_polygon(head, theme.bright, Stroke::NONE));
    } else {
        painter.circle_stroke(rect.center(), 4.0, Stroke::new(1.5, theme.dim));
    }
}

/// 1234567 -> 1 234 567.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{2009}")
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::{Event, Modifiers, PointerButton, RawInput, Rect};

    use super::*;
    use crate::{app::widgets::place, view::Theme};

    fn status(news: Option<Result<String, String>>) -> Status {
        Status {
            scene: "Welcome".to_owned(),
            tool: "Grab",
            does: None,
            gravity: glam::Vec2::new(0.0, -9.81),
            speed: Some(1.0),
            particles: 1_000,
            links: 2_000,
            rate: 60,
            news,
        }
    }

    /// A frame in a window so wide, points, in which this happens. Returns what is wished.
    fn frame(context: &Context, status: &Status, width: f32, events: Vec<Event>) -> Vec<Request> {
        let (theme, mut requests) = (UiTheme::of(Theme::Light), Vec::new());
        let time = Time { range: (0, 1_000), now: 900, edits: Vec::new(), can: (true, true), step: 0.016 };
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(width, 600.0)));
        let input = RawInput { screen_rect, events, ..RawInput::default() };
        let _ = context.run(input, |context| status_line(context, status, &time, &theme, &mut requests));
        requests
    }

    fn button(pos: Pos2, pressed: bool) -> Event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    #[test]
    fn a_bar_that_is_drawn_stays_in_hand_when_the_line_says_something_new() {
        let (context, live) = (Context::default(), status(None));
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
        // Now it says that it looks back.
        sought(&back, Vec::new());
        let second = sought(&back, vec![Event::PointerMoved(at(0.4))]);
        assert!(second.is_some_and(|step| (350..450).contains(&step)), "{second:?}");
        let last = sought(&back, vec![Event::PointerMoved(at(0.2)), button(at(0.2), false)]);
        assert!(last.is_some_and(|step| (150..250).contains(&step)), "let go in the frame of the last move: {last:?}");
    }

    #[test]
    fn a_bar_that_is_drawn_within_one_frame_is_drawn() {
        let (context, status) = (Context::default(), status(None));
        frame(&context, &status, 1_280.0, Vec::new());
        let bar = place(&context, "bar").expect("a window so wide has room for the bar");
        let at = |share: f32| bar.lerp_inside(vec2(share, 0.5));
        frame(&context, &status, 1_280.0, vec![Event::PointerMoved(at(0.9))]);
        // Past its left end, and of two strokes in a frame it is the last that counts.
        let left = bar.left_center() - vec2(60.0, 0.0);
        let stroke = |from, to| [button(from, true), Event::PointerMoved(to), button(to, false)];
        let sought = |events: Vec<Event>| match *frame(&context, &status, 1_280.0, events) {
            [Request::Seek(step)] => Some(step),
            _ => None,
        };
        let step = sought(stroke(at(0.9), at(0.5)).to_vec());
        assert!(step.is_some_and(|step| (450..550).contains(&step)), "{step:?}");
        assert_eq!(sought(stroke(at(0.9), left).to_vec()), Some(0));
        assert_eq!(sought([stroke(at(0.9), at(0.2)), stroke(at(0.5), left)].concat()), Some(0));
        assert_eq!(sought(stroke(left, at(0.5)).to_vec()), None, "it began beside it");
    }

    #[test]
    fn what_is_pressed_is_let_go_when_the_line_says_something_new() {
        let (says_nothing, says) = (status(None), status(Some(Err("held to 100 m/s".to_owned()))));
        for name in ["undo", "redo", "status.help"] {
            let context = Context::default();
            frame(&context, &says_nothing, 1_280.0, Vec::new());
            let at = place(&context, name).expect("all have room").center();
            frame(&context, &says_nothing, 1_280.0, vec![Event::PointerMoved(at)]);
            frame(&context, &says_nothing, 1_280.0, vec![button(at, true)]);
            frame(&context, &says, 1_280.0, Vec::new());
            let requests = frame(&context, &says, 1_280.0, vec![button(at, false)]);
            assert!(matches!(*requests, [Request::Do(_)]), "{name}: {}", requests.len());
        }
    }

    #[test]
    fn only_what_is_wrong_is_said_in_the_colour_of_warnings() {
        let theme = UiTheme::of(Theme::Light);
        let said_in = |news: &Result<String, String>, width| {
            let context = Context::default();
            let status = status(Some(news.clone()));
            let time = Time { range: (0, 9), now: 9, edits: Vec::new(), can: (false, false), step: 0.016 };
            let rect = Rect::from_min_size(Pos2::ZERO, vec2(width, 600.0));
            let input = || RawInput { screen_rect: Some(rect), ..RawInput::default() };
            let draw = || context.run(input(), |context| status_line(context, &status, &time, &theme, &mut Vec::new()));
            drop(draw());
            let words = news.as_ref().unwrap_or_else(|wrong| wrong);
            let colours = draw().shapes.into_iter().filter_map(|clipped| match clipped.shape {
                Shape::Text(text) if text.galley.text() == words => Some(text.galley.job.sections[0].format.color),
                _ => None,
            });
            colours.collect::<Vec<_>>()
        };
        // In the line, and above it.
        for width in [1_900.0, 300.0] {
            assert_eq!(said_in(&Ok("saved /home/me/lantern.ron".to_owned()), width), [theme.bright]);
            assert_eq!(said_in(&Err("not saved: no room on the disk".to_owned()), width), [theme.warning]);
        }
    }

    #[test]
    fn where_a_frame_takes_longer_than_a_second_there_are_frames_nevertheless() {
        assert_eq!([0, 1, 60].map(frames), [" <1 fps", "  1 fps", " 60 fps"]);
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1\u{2009}000", "1\u{2009}234\u{2009}567"]);
    }
}
