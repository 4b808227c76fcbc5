//! The interface over the picture: status line, hint, help. It shows what it is given and decides nothing.

use egui_macroquad::egui::{
    Align, Align2, Area, Color32, Context, FontId, Frame, Grid, Key, Layout, Margin, Pos2, Rect, RichText, ScrollArea,
    Sense, Shape, Stroke, TopBottomPanel, Ui, Vec2, Window, pos2, style::ScrollStyle, text::LayoutJob, vec2,
};

use super::{
    controls::{CONTROLS, Control},
    panel::Wish,
    panel::icons,
    skin::Skin,
    timebar::{self, Time},
};

/// What the status line says.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Title of the scene.
    pub scene: String,
    /// Name of the tool, and what the obstacle does by itself that it has touched last.
    pub tool: String,
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

/// What to try, near the upper edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Its first words, larger.
    pub title: String,
    /// What it says.
    pub text: String,
    /// How visible both are, 0 to 1: they fade away.
    pub strength: f32,
    /// What a new user has still to try, and what is done; `None` once all of it is.
    pub lessons: Option<[(&'static str, bool); 3]>,
}

/// Height of the status line, points.
pub const STATUS_HEIGHT: f32 = 28.0;

/// Room between two parts of the line, points.
const GAP: f32 = 14.0;

/// Text size of the line, points.
const TEXT: f32 = 13.0;

/// A few words beside the pointer, `at` (points): how large what is being drawn is.
pub fn tag(context: &Context, at: Pos2, text: &str, skin: &Skin) {
    let area = Area::new("tag".into()).fixed_pos(at + vec2(16.0, 12.0)).constrain_to(context.available_rect());
    area.interactable(false).show(context, |ui| {
        Frame::NONE.fill(skin.glass).corner_radius(5.0).inner_margin(Margin::symmetric(7, 3)).show(ui, |ui| {
            ui.label(RichText::new(text).color(skin.bright).size(TEXT));
        });
    });
}

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
pub fn status_line(context: &Context, status: &Status, time: &Time, skin: &Skin, wishes: &mut Vec<Wish>) {
    let frame = Frame::NONE.fill(skin.solid).inner_margin(Margin::symmetric(10, 0));
    let line = TopBottomPanel::bottom("status").exact_height(STATUS_HEIGHT).frame(frame).show_separator_line(false);
    let shown = line.show(context, |ui| ui.horizontal_centered(|ui| line_of(ui, status, time, skin, wishes)).inner);
    if let (false, Some((news, colour))) = (shown.inner, news(status, skin)) {
        let panel = TopBottomPanel::bottom("news").frame(frame.inner_margin(Margin::symmetric(10, 3)));
        panel.show_separator_line(false).show(context, |ui| {
            // No higher than is read at a glance; a tooltip has all of it.
            let (font, room) = (FontId::proportional(TEXT), ui.available_width());
            let mut job = LayoutJob::simple(news.to_owned(), font, colour, room);
            job.wrap.max_rows = 3;
            ui.label(job).on_hover_text(news);
        });
    }
}

/// What the line says, as far as there is room: first the way to the help and the bar, then the rest by rank. Returns
/// whether the news are in it.
fn line_of(ui: &mut Ui, status: &Status, time: &Time, skin: &Skin, wishes: &mut Vec<Wish>) -> bool {
    ui.spacing_mut().item_spacing.x = GAP;
    let help = Part { text: "F1 help".to_owned(), colour: skin.bright, rank: 0, arrow: false };
    let bar_room = ui.available_width() - help.width(ui) - GAP;
    let mut parts = parts(status, skin);
    let mut left = keep(ui, &mut parts, bar_room - timebar::LEAST);
    let mut counts = counts(status, skin);
    // The bar grows into what is left of the line, whether there are news or not: a bar that is being dragged stays.
    left += keep(ui, &mut counts, bar_room - timebar::LEAST - left);
    let bar = (bar_room - left).min(timebar::MOST);
    let room = bar_room - bar - counts.iter().map(|part| part.width(ui)).sum::<f32>();
    let said = news(status, skin).filter(|(news, _)| width(ui, news, TEXT) <= room);
    if let Some((news, _)) = said {
        keep(ui, &mut parts, room - width(ui, news, TEXT) - GAP);
    }
    for part in &parts {
        if part.arrow {
            gravity_arrow(ui, status.gravity, skin);
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
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        for part in std::iter::once(&help).chain(&counts) {
            ui.label(RichText::new(&part.text).color(part.colour).size(TEXT));
        }
        timebar::show(ui, bar, time, skin, wishes);
    });
    said.is_some()
}

/// The news, in the colour of what is wrong only where something is.
fn news<'a>(status: &'a Status, skin: &Skin) -> Option<(&'a str, Color32)> {
    match status.news.as_ref()? {
        Ok(news) => Some((news, skin.bright)),
        Err(wrong) => Some((wrong, skin.warning)),
    }
}

/// From left to right.
fn parts(status: &Status, skin: &Skin) -> Vec<Part> {
    let part = |text: String, colour, rank| Part { text, colour, rank, arrow: false };
    let (speed, colour) = match status.speed {
        Some(speed) => (format!("{speed}×"), skin.text),
        None => ("paused".to_owned(), skin.bright),
    };
    let size = format!("{:.2} m/s²", status.gravity.length());
    vec![
        part(status.scene.clone(), skin.bright, 2),
        part(status.tool.clone(), skin.text, 3),
        Part { arrow: true, ..part(String::new(), skin.text, 1) },
        part(size, skin.text, 4),
        part(speed, colour, 0),
    ]
}

/// From right to left.
fn counts(status: &Status, skin: &Skin) -> Vec<Part> {
    let rate = format!("{:>3} fps", status.rate);
    let texts = [rate, format!("{} links", grouped(status.links)), format!("{} particles", grouped(status.particles))];
    let part = |(rank, text)| Part { text, colour: skin.dim, rank, arrow: false };
    (0..).zip(texts).map(part).collect()
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

/// Of a text in one line, points.
fn width(ui: &Ui, text: &str, size: f32) -> f32 {
    let font = FontId::proportional(size);
    ui.fonts(|fonts| fonts.layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x)
}

/// Width of gravity's arrow, points.
const ARROW: f32 = 16.0;

/// An arrow that points where things fall.
fn gravity_arrow(ui: &mut Ui, gravity: glam::Vec2, skin: &Skin) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(ARROW), Sense::hover());
    let painter = ui.painter();
    let size = gravity.length();
    if size > 0.0 {
        // The screen's y points down.
        let way = vec2(gravity.x, -gravity.y) / size;
        let side = vec2(-way.y, way.x);
        let (tail, tip) = (rect.center() - way * 7.0, rect.center() + way * 7.0);
        painter.line_segment([tail, tip - way * 3.0], Stroke::new(1.8, skin.bright));
        let head: Vec<Pos2> = vec![tip, tip - way * 6.0 + side * 3.6, tip - way * 6.0 - side * 3.6];
        painter.add(Shape::convex_polygon(head, skin.bright, Stroke::NONE));
    } else {
        painter.circle_stroke(rect.center(), 4.0, Stroke::new(1.5, skin.dim));
    }
}

/// What to try in this scene, in the middle of the free part's upper edge; below it what a new user has still to try.
///
/// In a low window it would hide the scene, which hangs from above: there it stands at the lower edge, if that is free,
/// without its title and one thing after the other; in a narrow one only what has still to be tried.
pub fn hint(context: &Context, hint: &Hint, free_below: bool, skin: &Skin) {
    let free = context.available_rect();
    let (low, narrow) = (is_low(free), free.width() < NARROW);
    if free.width() < NARROWEST || (low && !free_below) {
        return;
    }
    let (place, away) = if low { (Align2::CENTER_BOTTOM, -6.0) } else { (Align2::CENTER_TOP, 8.0) };
    let area = Area::new("hint".into()).constrain_to(free).anchor(place, vec2(0.0, away));
    area.interactable(false).show(context, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let widest = if low { free.width() - 40.0 } else { free.width() - 60.0 };
        let card = |ui: &mut Ui, strength: f32, width: f32, content: &mut dyn FnMut(&mut Ui)| {
            let frame = Frame::NONE.fill(skin.glass.gamma_multiply(strength)).corner_radius(8.0);
            // Centred: the cards have widths of their own.
            ui.vertical_centered(|ui| {
                frame.inner_margin(Margin::symmetric(14, 5)).show(ui, |ui| {
                    ui.set_width(width.min(widest));
                    ui.spacing_mut().item_spacing.y = 1.0;
                    content(ui);
                });
            });
        };
        let text = unbroken(&hint.text);
        let measured = |ui: &Ui, text: &str, size| width(ui, text, size) + 2.0;
        if hint.strength > 0.0 && !narrow {
            // As wide as its text, and no wider than the window.
            let title = if low { 0.0 } else { measured(ui, &hint.title, 16.0) };
            let width = title.max(measured(ui, &text, 13.0));
            let fade = |colour: Color32| colour.gamma_multiply(hint.strength);
            card(ui, hint.strength, width, &mut |ui| {
                ui.vertical_centered(|ui| {
                    if !low {
                        ui.label(RichText::new(&hint.title).color(fade(skin.bright)).size(16.0).strong());
                    }
                    ui.label(RichText::new(&text).color(fade(skin.text)).size(13.0));
                });
            });
        }
        let alone = low && !narrow && hint.strength > 0.0;
        if let Some(lessons) = hint.lessons.as_ref().filter(|_| !alone) {
            let width_of = |lessons: &[(&str, bool)]| -> f32 {
                lessons.iter().map(|(text, _)| measured(ui, text, 12.0) + LESSON).sum()
            };
            // All in one line, or else the next one alone.
            let next = lessons.iter().position(|(_, done)| !done).unwrap_or(0);
            let seen = if width_of(lessons) <= widest { &lessons[..] } else { &lessons[next..=next] };
            let width = width_of(seen);
            card(ui, 1.0, width, &mut |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    for &(text, done) in seen {
                        lesson(ui, text, done, skin);
                    }
                });
            });
        }
    });
}

/// What a weight weighs, beside it.
pub fn scales(context: &Context, at: Pos2, words: &str, skin: &Skin) {
    let area = Area::new("scales".into()).constrain_to(context.available_rect()).fixed_pos(at + vec2(18.0, 14.0));
    area.interactable(false).show(context, |ui| {
        Frame::NONE.fill(skin.glass).corner_radius(6.0).inner_margin(Margin::symmetric(8, 3)).show(ui, |ui| {
            let job = LayoutJob::simple(words.to_owned(), FontId::proportional(TEXT), skin.bright, f32::INFINITY);
            ui.label(job);
        });
    });
}

/// Width of a lesson beside its text, points.
const LESSON: f32 = 36.0;

/// Beside a panel that leaves less than this, points, the help is over the panel, and no room for a scene's own hint.
const NARROW: f32 = 240.0;
/// Beside one that leaves less than this there is no hint: it would hide all of the scene.
const NARROWEST: f32 = 100.0;
/// A free part of less height is a low one, points.
const LOW: f32 = 380.0;
/// So is a wide one of less height than this: a scene is fitted into its height, and reaches up to where the hint would be.
const WIDE_LOW: f32 = 540.0;
/// Height of a wide one as a share of its width, at the most.
const WIDE: f32 = 0.6;

/// Whether a free part has no room above and below the scene.
#[must_use]
pub fn is_low(free: Rect) -> bool {
    free.height() < LOW || (free.height() < WIDE_LOW && free.height() < WIDE * free.width())
}

/// A box, ticked or not, and what it stands for.
fn lesson(ui: &mut Ui, text: &str, done: bool, skin: &Skin) {
    let ink = if done { skin.dim } else { skin.text };
    // In lines, where the card is narrower than its text.
    let room = ui.available_width() - LESSON + 2.0;
    let galley = ui.fonts(|fonts| fonts.layout(text.to_owned(), FontId::proportional(12.0), ink, room));
    let height = galley.size().y.max(17.0);
    let (rect, _) = ui.allocate_exact_size(vec2(galley.size().x + LESSON, height), Sense::hover());
    let tick = Rect::from_center_size(pos2(rect.left() + 15.0, rect.center().y), Vec2::splat(11.0));
    let line = if done { skin.bright } else { skin.dim };
    ui.painter().rect_stroke(tick, 2.0, Stroke::new(1.0, line), egui_macroquad::egui::StrokeKind::Inside);
    if done {
        icons::tick(ui.painter(), tick.shrink(1.5), skin.bright);
    }
    ui.painter().galley(pos2(tick.right() + 6.0, rect.center().y - 0.5 * galley.size().y), galley, ink);
}

/// All controls. Returns whether it stays open.
pub fn help(context: &Context, skin: &Skin) -> bool {
    let mut open = true;
    // Beside the panel where there is room for a line of it, else over it.
    let beside = context.available_rect();
    let free = if beside.width() < 2.0 * NARROW { context.screen_rect() } else { beside };
    let style = Frame::window(&context.style()).fill(skin.solid);
    // A low window has as much of the table as it can.
    let roomy = free.height() >= ROOMY;
    let (margin, around, gap) = if roomy { (14, 120.0, 5.0) } else { (8, 76.0, 1.0) };
    Window::new(RichText::new("Controls").color(skin.bright))
        .open(&mut open)
        .frame(style.inner_margin(Margin::same(margin)))
        .constrain_to(free)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .collapsible(false)
        .resizable(false)
        .default_size(free.size())
        .show(context, |ui| {
            let (tallest, widest) = (free.height() - around, free.width() - 60.0);
            // A bar that is seen, for a row that is cut off alone does not say that there are more.
            ui.spacing_mut().scroll = ScrollStyle { foreground_color: true, ..ScrollStyle::solid() };
            let size = if roomy { 13.0 } else { 12.0 };
            ScrollArea::both()
                .max_height(tallest)
                .max_width(widest)
                .show(ui, |ui| table(ui, widest, (gap, size), skin));
        });
    open && !context.input(|input| input.key_pressed(Key::Enter))
}

/// A window of this height, points, has room for the whole table, and for some around it.
const ROOMY: f32 = 700.0;

/// All controls in a width, with a gap between two rows and letters of a size, all in points.
fn table(ui: &mut Ui, width: f32, (gap, size): (f32, f32), skin: &Skin) {
    // What a key does is wrapped where there is no room for it in a line; what the key is, is short.
    let column = (width - 180.0).max(0.5 * (width - 24.0) - 12.0);
    // No higher than the letters: what is not pressed needs no room for a pointer.
    let grid = Grid::new("controls").num_columns(2).max_col_width(column).min_row_height(size + 2.0);
    grid.striped(true).spacing(vec2(24.0, gap)).show(ui, |ui| {
        for Control { input, does, .. } in CONTROLS {
            ui.label(RichText::new(*input).color(skin.bright).size(size));
            ui.label(RichText::new(unbroken(does)).color(skin.text).size(size));
            ui.end_row();
        }
    });
}

/// A number stays on the line of what it counts.
fn unbroken(text: &str) -> String {
    let mut last = ' ';
    let joined = |letter| {
        let before = std::mem::replace(&mut last, letter);
        if letter == ' ' && before.is_ascii_digit() { '\u{a0}' } else { letter }
    };
    text.chars().map(joined).collect()
}

/// 1234567 -> 1 234 567.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{2009}")
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::{RawInput, epaint::ClippedShape};

    use super::*;
    use crate::view::Theme;

    /// What the help draws in a window of this size, points.
    fn help_in(size: Vec2) -> Vec<ClippedShape> {
        let context = Context::default();
        let input = || RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)), ..RawInput::default() };
        let draw = || context.run(input(), |context| assert!(help(context, &Skin::of(Theme::Dark)))).shapes;
        // A window knows its size, and a scroll area what it scrolls, from the frames before.
        (0..4).for_each(|_| drop(draw()));
        draw()
    }

    /// Texts among shapes, with what is seen of each and where it is.
    fn texts(shapes: &[ClippedShape]) -> Vec<(String, Rect, Rect)> {
        let text = |clipped: &ClippedShape| match &clipped.shape {
            Shape::Text(text) => {
                Some((text.galley.text().to_owned(), clipped.clip_rect, clipped.shape.visual_bounding_rect()))
            }
            _ => None,
        };
        shapes.iter().filter_map(text).collect()
    }

    #[test]
    fn the_whole_help_is_seen_at_800_by_600() {
        for size in [vec2(800.0, 600.0 - STATUS_HEIGHT), vec2(960.0, 740.0), vec2(1_920.0, 1_080.0)] {
            let texts = texts(&help_in(size));
            assert!(texts.len() > 2 * CONTROLS.len(), "{} texts", texts.len());
            for (text, seen, place) in texts {
                assert!(seen.expand(1.0).contains_rect(place), "{size}: {text:?} at {place} is cut off by {seen}");
            }
        }
    }

    #[test]
    fn no_line_of_the_help_is_cut_off_sideways() {
        for size in [vec2(400.0, 272.0), vec2(640.0, 372.0), vec2(320.0, 240.0)] {
            for (text, seen, place) in texts(&help_in(size)) {
                assert!(place.left() >= seen.left() - 1.0 && place.right() <= seen.right() + 1.0, "{size}: {text:?}");
            }
        }
    }

    #[test]
    fn a_window_is_low_where_a_scene_fills_its_height() {
        let low = |width, height| is_low(Rect::from_min_size(Pos2::ZERO, vec2(width, height)));
        assert!(low(400.0, 272.0) && low(640.0, 372.0) && low(960.0, 512.0));
        assert!(!low(800.0, 572.0) && !low(640.0, 452.0) && !low(988.0, 772.0));
    }

    #[test]
    fn only_what_is_wrong_is_said_in_the_colour_of_warnings() {
        let skin = Skin::of(Theme::Light);
        let said_in = |news: &Result<String, String>, width| {
            let context = Context::default();
            let status = Status {
                scene: "Welcome".to_owned(),
                tool: "Grab".to_owned(),
                gravity: glam::Vec2::new(0.0, -9.81),
                speed: Some(1.0),
                particles: 1_000,
                links: 2_000,
                rate: 60,
                news: Some(news.clone()),
            };
            let time = Time { range: (0, 9), now: 9, edits: Vec::new(), can: (false, false), step: 0.016 };
            let rect = Rect::from_min_size(Pos2::ZERO, vec2(width, 600.0));
            let input = || RawInput { screen_rect: Some(rect), ..RawInput::default() };
            let draw = || context.run(input(), |context| status_line(context, &status, &time, &skin, &mut Vec::new()));
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
            assert_eq!(said_in(&Ok("saved /home/me/lantern.ron".to_owned()), width), [skin.bright]);
            assert_eq!(said_in(&Err("not saved: no room on the disk".to_owned()), width), [skin.warning]);
        }
    }

    #[test]
    fn a_number_stays_on_the_line_of_its_unit() {
        assert_eq!(unbroken("the held end at 3 m/s; 50 sweeps"), "the held end at 3\u{a0}m/s; 50\u{a0}sweeps");
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1\u{2009}000", "1\u{2009}234\u{2009}567"]);
    }
}
