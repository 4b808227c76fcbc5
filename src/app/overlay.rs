//! The interface over the picture: status line, hint, help. It shows what it is given and decides nothing.

use egui_macroquad::egui::{
    Align, Align2, Area, Color32, Context, FontId, Frame, Grid, Key, Layout, Margin, Pos2, Rect, RichText, ScrollArea,
    Sense, Shape, Stroke, TopBottomPanel, Ui, Vec2, Window, pos2, vec2,
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
    /// Name of the tool.
    pub tool: &'static str,
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
    /// Something that the user should know, in a few words.
    pub warning: Option<String>,
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

/// The line at the lower edge.
pub fn status_line(context: &Context, status: &Status, time: &Time, skin: &Skin, wishes: &mut Vec<Wish>) {
    let frame = Frame::NONE.fill(skin.solid).inner_margin(Margin::symmetric(10, 0));
    TopBottomPanel::bottom("status").exact_height(STATUS_HEIGHT).frame(frame).show_separator_line(false).show(
        context,
        |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().item_spacing.x = 14.0;
                let text = |text: String, colour| RichText::new(text).color(colour).size(13.0);
                ui.label(text(status.scene.clone(), skin.bright).strong());
                ui.label(text(status.tool.to_owned(), skin.text));
                gravity_arrow(ui, status.gravity, skin);
                ui.label(match status.speed {
                    Some(speed) => text(format!("{speed}×"), skin.text),
                    None => text("paused".to_owned(), skin.bright),
                });
                if let Some(warning) = &status.warning {
                    ui.label(text(warning.clone(), skin.warning));
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let counts = [
                        format!("{} links", grouped(status.links)),
                        format!("{} particles", grouped(status.particles)),
                    ];
                    ui.label(text("F1 help".to_owned(), skin.bright));
                    for count in [format!("{:>3} fps", status.rate)].into_iter().chain(counts) {
                        // In a narrow window the less important ones give way.
                        if ui.available_width() > 300.0 {
                            ui.label(text(count, skin.dim));
                        }
                    }
                    timebar::show(ui, time, skin, wishes);
                });
            });
        },
    );
}

/// An arrow that points where things fall, and how hard, in m/s².
fn gravity_arrow(ui: &mut Ui, gravity: glam::Vec2, skin: &Skin) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
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
    ui.add_space(-8.0);
    ui.label(RichText::new(format!("{size:.2} m/s²")).color(skin.text).size(13.0));
}

/// What to try in this scene, in the middle of the free part's upper edge; below it what a new user has still to try.
pub fn hint(context: &Context, hint: &Hint, skin: &Skin) {
    let free = context.available_rect();
    if free.width() < NARROW {
        return;
    }
    let area = Area::new("hint".into()).constrain_to(free).anchor(Align2::CENTER_TOP, vec2(0.0, 8.0));
    area.interactable(false).show(context, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let widest = free.width() - 60.0;
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
        let measured = |ui: &Ui, text: &str, size| {
            let font = FontId::proportional(size);
            ui.fonts(|fonts| fonts.layout_no_wrap(text.to_owned(), font, skin.text).size().x) + 2.0
        };
        if hint.strength > 0.0 {
            // As wide as its text, and no wider than the window.
            let width = measured(ui, &hint.title, 16.0).max(measured(ui, &hint.text, 13.0));
            let fade = |colour: Color32| colour.gamma_multiply(hint.strength);
            card(ui, hint.strength, width, &mut |ui| {
                ui.vertical_centered(|ui| {
                    ui.label(RichText::new(&hint.title).color(fade(skin.bright)).size(16.0).strong());
                    ui.label(RichText::new(&hint.text).color(fade(skin.text)).size(13.0));
                });
            });
        }
        if let Some(lessons) = &hint.lessons {
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

/// Width of a lesson beside its text, points.
const LESSON: f32 = 36.0;

/// Beside a panel that leaves less than this, points, there is no hint: it would hide all of the scene.
const NARROW: f32 = 240.0;

/// A box, ticked or not, and what it stands for.
fn lesson(ui: &mut Ui, text: &str, done: bool, skin: &Skin) {
    let ink = if done { skin.dim } else { skin.text };
    let galley = ui.fonts(|fonts| fonts.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), ink));
    let (rect, _) = ui.allocate_exact_size(vec2(galley.size().x + LESSON, 17.0), Sense::hover());
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
    Window::new(RichText::new("Controls").color(skin.bright))
        .open(&mut open)
        .frame(style.inner_margin(Margin::same(14)))
        .constrain_to(free)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .collapsible(false)
        .resizable(false)
        .default_size(free.size())
        .show(context, |ui| {
            let (tallest, widest) = (free.height() - 120.0, free.width() - 60.0);
            ScrollArea::both().max_height(tallest).max_width(widest).show(ui, |ui| table(ui, widest, skin));
        });
    open && !context.input(|input| input.key_pressed(Key::Enter))
}

fn table(ui: &mut Ui, width: f32, skin: &Skin) {
    // What a key does is wrapped where there is no room for it in a line; what the key is, is short.
    let column = (width - 180.0).max(160.0);
    let grid = Grid::new("controls").num_columns(2).max_col_width(column);
    grid.striped(true).spacing(vec2(24.0, 5.0)).show(ui, |ui| {
        for Control { input, does, .. } in CONTROLS {
            ui.label(RichText::new(*input).color(skin.bright).size(13.0));
            ui.label(RichText::new(*does).color(skin.text).size(13.0));
            ui.end_row();
        }
    });
}

/// 1234567 -> 1 234 567.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{2009}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1\u{2009}000", "1\u{2009}234\u{2009}567"]);
    }
}
