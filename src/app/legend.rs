//! The legend of the stress view: what its colours stand for.

use egui_macroquad::egui::{
    self, Align2, Area, Color32, Context, Frame, Margin, Mesh, RichText, Sense, Ui, pos2, vec2,
};

use super::{
    overlay::is_low,
    panel::digits,
    skin::{self, Skin},
};
use crate::view::{Legend, draw::Colour};

/// Size of the band of colours, points; it is narrower where there is no room for it, down to what its numbers take.
const BAND: egui::Vec2 = vec2(150.0, 10.0);
const NARROWEST: f32 = 72.0;

/// What is around the band, points: its frame, and the room beside that.
const AROUND: f32 = 36.0;

/// Width of the band where so much is free, both points.
fn band_width(free: f32) -> f32 {
    (0.25 * free).clamp(NARROWEST, BAND.x).min(free - AROUND).max(40.0)
}

/// What the legend takes of a free width, both points.
#[must_use]
pub fn width(free: f32) -> f32 {
    band_width(free) + AROUND
}

/// Shows it at the lower right of what status line and panel leave free. In a low window, where it would hide what stands on
/// the ground, its title is beside the colours and not above them; not where `plots` need the width.
pub fn show(context: &Context, legend: &Legend, plots: bool, skin: &Skin) {
    let free = context.available_rect();
    let size = vec2(band_width(free.width()), BAND.y);
    let flat = is_low(free) && !plots;
    let (margin, away) = if flat { (Margin::symmetric(8, 3), -3.0) } else { (Margin::symmetric(10, 6), -8.0) };
    let area = Area::new("legend".into()).constrain_to(free);
    area.anchor(Align2::RIGHT_BOTTOM, vec2(-8.0, away)).interactable(false).show(context, |ui| {
        let frame = Frame::NONE.fill(skin.glass).corner_radius(6.0).inner_margin(margin);
        frame.show(ui, |ui| {
            let title = RichText::new(format!("{}, {}", legend.title, legend.unit)).size(12.0).color(skin.bright);
            ui.spacing_mut().item_spacing = vec2(10.0, 3.0);
            if flat {
                ui.horizontal(|ui| {
                    ui.label(title);
                    ui.vertical(|ui| scale(ui, legend, size, skin));
                });
            } else {
                ui.label(title);
                scale(ui, legend, size, skin);
            }
        });
    });
}

/// The band of colours over its numbers.
fn scale(ui: &mut Ui, legend: &Legend, size: egui::Vec2, skin: &Skin) {
    ui.spacing_mut().item_spacing.y = 2.0;
    band(ui, size, &legend.stops);
    let ends = [0.0, 0.5, 1.0].map(|share| digits(legend.value(share).into()));
    let (rect, _) = ui.allocate_exact_size(vec2(size.x, 12.0), Sense::hover());
    let font = egui::FontId::proportional(11.0);
    let places = [rect.left_top(), rect.center_top(), rect.right_top()];
    let aligned = [Align2::LEFT_TOP, Align2::CENTER_TOP, Align2::RIGHT_TOP];
    for ((text, place), align) in ends.into_iter().zip(places).zip(aligned) {
        ui.painter().text(place, align, text, font.clone(), skin.text);
    }
}

/// The colours, one running into the next.
fn band(ui: &mut Ui, size: egui::Vec2, stops: &[Colour]) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut mesh = Mesh::default();
    for (index, &stop) in stops.iter().enumerate() {
        let share = index as f32 / (stops.len() - 1).max(1) as f32;
        let x = rect.left() + share * rect.width();
        let colour: Color32 = skin::colour(stop);
        mesh.colored_vertex(pos2(x, rect.top()), colour);
        mesh.colored_vertex(pos2(x, rect.bottom()), colour);
        if index > 0 {
            let corner = 2 * index as u32;
            mesh.add_triangle(corner - 2, corner - 1, corner);
            mesh.add_triangle(corner - 1, corner, corner + 1);
        }
    }
    ui.painter().add(mesh);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Style, Theme};

    /// Size of the legend in a window, points.
    fn size_in(window: egui::Vec2, plots: bool) -> egui::Vec2 {
        let stops = Style::default().palette().ramp;
        let legend = Legend { title: "Tension", unit: "N", low: 0.0, high: 100.0, stops };
        let context = Context::default();
        for _ in 0..3 {
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, window);
            let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
            let _ = context.run(input, |context| show(context, &legend, plots, &Skin::of(Theme::Dark)));
        }
        context.memory(|memory| memory.area_rect("legend")).expect("it is shown").size()
    }

    #[test]
    fn a_low_window_has_a_low_legend() {
        let low = size_in(vec2(400.0, 272.0), false);
        assert!(low.y <= 32.0 && low.x <= 0.6 * 400.0, "{low}");
        let high = size_in(vec2(1_280.0, 772.0), false);
        assert!(high.y > 50.0, "{high}");
        let beside_plots = size_in(vec2(400.0, 272.0), true);
        assert!(beside_plots.x <= width(400.0), "{beside_plots}");
    }
}
