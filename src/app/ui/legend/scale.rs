//! The colours of the tension view over their numbers.

use egui::{self, Align2, Color32, Mesh, Sense, Ui, pos2, vec2};

use super::FRAME;
use crate::app::style::{self, UiTheme};
use crate::app::widgets::digits;
use crate::view::{Legend, draw::Colour};

/// Largest size of the band of colours, points.
pub(super) const BAND: egui::Vec2 = vec2(150.0, 10.0);

/// Smallest width of the band, that of its numbers, points.
const NARROWEST: f32 = 72.0;

/// Width of the band in a free width, points.
pub(super) fn band_width(free: f32) -> f32 {
    (0.25 * free).clamp(NARROWEST, BAND.x).min(free - FRAME).max(40.0)
}

/// Height of the numbers below the colours with the gap, points.
pub(super) const NUMBERS: f32 = 14.0;

/// The band of colours over its numbers.
pub(super) fn scale(ui: &mut Ui, legend: &Legend, size: egui::Vec2, theme: &UiTheme) {
    ui.spacing_mut().item_spacing.y = 2.0;
    band(ui, size, &legend.stops);
    let ends = [0.0, 0.5, 1.0].map(|share| digits(legend.value(share).into()));
    let (rect, _) = ui.allocate_exact_size(vec2(size.x, NUMBERS - 2.0), Sense::hover());
    let font = egui::FontId::proportional(11.0);
    let places = [rect.left_top(), rect.center_top(), rect.right_top()];
    let aligned = [Align2::LEFT_TOP, Align2::CENTER_TOP, Align2::RIGHT_TOP];
    for ((text, place), align) in ends.into_iter().zip(places).zip(aligned) {
        ui.painter().text(place, align, text, font.clone(), theme.text);
    }
}

/// A band of colours with a gradient between them.
fn band(ui: &mut Ui, size: egui::Vec2, stops: &[Colour]) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut mesh = Mesh::default();
    for (index, &stop) in stops.iter().enumerate() {
        let share = index as f32 / (stops.len() - 1).max(1) as f32;
        let x = rect.left() + share * rect.width();
        let colour: Color32 = style::egui_colour(stop);
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
