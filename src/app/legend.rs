//! The legend of the stress view: what its colours stand for.

use egui_macroquad::egui::{
    self, Align2, Area, Color32, Context, Frame, Margin, Mesh, RichText, Sense, Ui, pos2, vec2,
};

use super::{
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

/// Shows it at the lower right of what status line and panel leave free.
pub fn show(context: &Context, legend: &Legend, skin: &Skin) {
    let free = context.available_rect();
    let size = vec2(band_width(free.width()), BAND.y);
    let area = Area::new("legend".into()).constrain_to(free);
    area.anchor(Align2::RIGHT_BOTTOM, vec2(-8.0, -8.0)).interactable(false).show(context, |ui| {
        let frame = Frame::NONE.fill(skin.glass).corner_radius(6.0).inner_margin(Margin::symmetric(10, 6));
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            let title = format!("{}, {}", legend.title, legend.unit);
            ui.label(RichText::new(title).size(12.0).color(skin.bright));
            band(ui, size, &legend.stops);
            let ends = [0.0, 0.5, 1.0].map(|share| digits(legend.value(share).into()));
            let (rect, _) = ui.allocate_exact_size(vec2(size.x, 12.0), Sense::hover());
            let font = egui::FontId::proportional(11.0);
            let places = [rect.left_top(), rect.center_top(), rect.right_top()];
            let aligned = [Align2::LEFT_TOP, Align2::CENTER_TOP, Align2::RIGHT_TOP];
            for ((text, place), align) in ends.into_iter().zip(places).zip(aligned) {
                ui.painter().text(place, align, text, font.clone(), skin.text);
            }
        });
    });
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
