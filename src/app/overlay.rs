//! The interface over the picture: status line, hint, help. It shows what it is given and decides nothing.

use egui_macroquad::egui::{
    Align, Align2, Color32, Context, FontId, Frame, Grid, Key, Layout, Margin, Pos2, RichText, ScrollArea, Sense,
    Shape, Stroke, TopBottomPanel, Ui, Vec2, Window, vec2,
};

use super::controls::{CONTROLS, Control};

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

/// A line that fades away.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Its first words, larger.
    pub title: String,
    /// What it says.
    pub text: String,
    /// How visible it is, 0 to 1.
    pub strength: f32,
}

const TEXT: Color32 = Color32::from_rgb(222, 228, 236);
const DIM: Color32 = Color32::from_rgb(150, 160, 174);
const BRIGHT: Color32 = Color32::from_rgb(255, 214, 130);
const GLASS: Color32 = Color32::from_rgba_premultiplied(16, 20, 28, 220);

/// Height of the status line, points.
pub const STATUS_HEIGHT: f32 = 28.0;

/// The line at the lower edge.
pub fn status_line(context: &Context, status: &Status) {
    let frame = Frame::NONE.fill(GLASS).inner_margin(Margin::symmetric(10, 0));
    TopBottomPanel::bottom("status").exact_height(STATUS_HEIGHT).frame(frame).show_separator_line(false).show(
        context,
        |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().item_spacing.x = 14.0;
                let text = |text: String, colour| RichText::new(text).color(colour).size(13.0);
                ui.label(text(status.scene.clone(), BRIGHT).strong());
                ui.label(text(status.tool.to_owned(), TEXT));
                gravity_arrow(ui, status.gravity);
                ui.label(match status.speed {
                    Some(speed) => text(format!("{speed}×"), TEXT),
                    None => text("paused".to_owned(), BRIGHT),
                });
                if let Some(warning) = &status.warning {
                    ui.label(text(warning.clone(), Color32::from_rgb(255, 140, 110)));
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let counts = [
                        format!("{} links", grouped(status.links)),
                        format!("{} particles", grouped(status.particles)),
                    ];
                    ui.label(text("F1 help".to_owned(), BRIGHT));
                    for count in [format!("{:>3} fps", status.rate)].into_iter().chain(counts) {
                        // In a narrow window the less important ones give way.
                        if ui.available_width() > 110.0 {
                            ui.label(text(count, DIM));
                        }
                    }
                });
            });
        },
    );
}

/// An arrow that points where things fall, and how hard, in m/s².
fn gravity_arrow(ui: &mut Ui, gravity: glam::Vec2) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    let painter = ui.painter();
    let size = gravity.length();
    if size > 0.0 {
        // The screen's y points down.
        let way = vec2(gravity.x, -gravity.y) / size;
        let side = vec2(-way.y, way.x);
        let (tail, tip) = (rect.center() - way * 7.0, rect.center() + way * 7.0);
        painter.line_segment([tail, tip - way * 3.0], Stroke::new(1.8, BRIGHT));
        let head: Vec<Pos2> = vec![tip, tip - way * 6.0 + side * 3.6, tip - way * 6.0 - side * 3.6];
        painter.add(Shape::convex_polygon(head, BRIGHT, Stroke::NONE));
    } else {
        painter.circle_stroke(rect.center(), 4.0, Stroke::new(1.5, DIM));
    }
    ui.add_space(-8.0);
    ui.label(RichText::new(format!("{size:.2} m/s²")).color(TEXT).size(13.0));
}

/// What to try in this scene, near the upper edge.
pub fn hint(context: &Context, hint: &Hint) {
    let fade = |colour: Color32| colour.gamma_multiply(hint.strength);
    let area = egui_macroquad::egui::Area::new("hint".into()).anchor(Align2::CENTER_TOP, vec2(0.0, 10.0));
    // As wide as its text, and no wider than the window.
    let width = |text: &str, size| {
        let font = FontId::proportional(size);
        context.fonts(|fonts| fonts.layout_no_wrap(text.to_owned(), font, TEXT).size().x)
    };
    let widest = width(&hint.title, 16.0).max(width(&hint.text, 13.0)) + 2.0;
    let widest = widest.min(context.screen_rect().width() - 60.0);
    area.interactable(false).show(context, |ui| {
        Frame::NONE.fill(fade(GLASS)).corner_radius(8.0).inner_margin(Margin::symmetric(14, 7)).show(ui, |ui| {
            ui.set_width(widest);
            ui.vertical_centered(|ui| {
                ui.label(RichText::new(&hint.title).color(fade(BRIGHT)).size(16.0).strong());
                ui.label(RichText::new(&hint.text).color(fade(TEXT)).size(13.0));
            });
        });
    });
}

/// All controls. Returns whether it stays open.
pub fn help(context: &Context) -> bool {
    let mut open = true;
    let tallest = context.screen_rect().height() - 150.0;
    let widest = context.screen_rect().width() - 60.0;
    let style = Frame::window(&context.style()).fill(Color32::from_rgba_premultiplied(20, 25, 34, 244));
    Window::new(RichText::new("Controls").color(BRIGHT))
        .open(&mut open)
        .frame(style.inner_margin(Margin::same(14)))
        .anchor(Align2::CENTER_CENTER, Vec2::new(0.0, -0.5 * STATUS_HEIGHT))
        .collapsible(false)
        .resizable(false)
        .show(context, |ui| {
            ScrollArea::both().max_height(tallest).max_width(widest).show(ui, table);
        });
    open && !context.input(|input| input.key_pressed(Key::Enter))
}

fn table(ui: &mut Ui) {
    Grid::new("controls").num_columns(2).striped(true).spacing(vec2(24.0, 5.0)).show(ui, |ui| {
        for Control { input, does, .. } in CONTROLS {
            ui.label(RichText::new(*input).color(BRIGHT).size(13.0));
            ui.label(RichText::new(*does).color(TEXT).size(13.0));
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
