//! The section Scenes: the gallery, with pictures drawn from the scenes themselves.

use egui_macroquad::egui::{
    self, CornerRadius, FontId, Rect, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, pos2, vec2,
};

use super::{Draw, Wish, rows, thumbnail::Sketch};
use crate::{scene, view::Style};

/// Size of a picture, points.
const PICTURE: egui::Vec2 = vec2(97.0, 61.0);

/// A scene in the gallery.
struct Entry {
    name: &'static str,
    title: String,
    hint: String,
    sketch: Option<Sketch>,
    /// The picture, what it was painted for, and in how many pixels.
    picture: Option<(TextureHandle, Style, [usize; 2])>,
}

/// The scenes that were looked at so far. One is built a frame, so that the panel opens at once.
#[derive(Default)]
pub struct Gallery {
    entries: Vec<Entry>,
}

impl Gallery {
    /// The scenes, one below the other.
    pub fn show(&mut self, ui: &mut Ui, draw: &mut Draw) {
        let now = draw.shown.sandbox.scene().name.as_str();
        if let Some(name) = scene::names().nth(self.entries.len()) {
            self.entries.push(Entry::new(name));
            ui.ctx().request_repaint();
        }
        for (index, name) in scene::names().enumerate() {
            let entry = self.entries.get_mut(index);
            if card(ui, draw, name, entry, name == now) {
                draw.wish(Wish::Open(name));
            }
        }
    }
}

impl Entry {
    fn new(name: &'static str) -> Self {
        let scene = scene::named(name).map(|named| named.scene);
        let (title, hint) = scene.map_or_else(Default::default, |scene| (scene.title, scene.hint));
        Self { name, title, hint, sketch: Sketch::of(name), picture: None }
    }

    /// The picture for this look and so many pixels.
    fn picture(&mut self, ui: &Ui, style: Style) -> Option<egui::TextureId> {
        let pixels = PICTURE * ui.ctx().pixels_per_point();
        let size = [pixels.x.round() as usize, pixels.y.round() as usize];
        let fits = self.picture.as_ref().is_some_and(|(_, painted, has)| {
            (painted.theme, painted.colours, *has) == (style.theme, style.colours, size)
        });
        if !fits {
            let image = self.sketch.as_ref()?.paint(size, &style);
            let texture = ui.ctx().load_texture(self.name, image, TextureOptions::LINEAR);
            self.picture = Some((texture, style, size));
        }
        self.picture.as_ref().map(|(texture, ..)| texture.id())
    }
}

/// A scene's picture, title and line. Returns whether it was clicked.
fn card(ui: &mut Ui, draw: &Draw, name: &str, entry: Option<&mut Entry>, here: bool) -> bool {
    let skin = draw.skin;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), PICTURE.y + 6.0), Sense::click());
    rows::mark(ui, &format!("scene.{name}"), rect);
    if !ui.is_rect_visible(rect) {
        return false;
    }
    let painter = ui.painter_at(rect);
    let line = if here { Stroke::new(1.5, skin.bright) } else { Stroke::NONE };
    let fill = if response.hovered() { skin.hovered } else { skin.raised };
    painter.rect(rect.shrink(1.0), CornerRadius::same(5), fill, line, StrokeKind::Inside);
    let picture = Rect::from_min_size(rect.min + vec2(3.0, 3.0), PICTURE);
    let (mut title, mut hint) = (name.to_owned(), String::new());
    if let Some(entry) = entry {
        (title, hint) = (entry.title.clone(), entry.hint.clone());
        if let Some(texture) = entry.picture(ui, draw.shown.style) {
            // A picture of whole pixels, on whole pixels.
            let density = ui.ctx().pixels_per_point();
            let corner = pos2((picture.min.x * density).round() / density, (picture.min.y * density).round() / density);
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture, Rect::from_min_size(corner, PICTURE), uv, egui::Color32::WHITE);
        }
    }
    let left = picture.right() + 8.0;
    let ink = if here { skin.bright } else { skin.text };
    let width = rect.right() - 6.0 - left;
    let text = |text: &str, size, colour, rows, top| {
        let mut job = egui::text::LayoutJob::simple(text.to_owned(), FontId::proportional(size), colour, width);
        // What is too long ends in dots; the tooltip has all of it.
        (job.wrap.max_rows, job.wrap.break_anywhere) = (rows, rows == 1);
        painter.galley(pos2(left, rect.top() + top), ui.fonts(|fonts| fonts.layout_job(job)), colour);
    };
    text(&title, 14.0, ink, 1, 4.0);
    text(&hint, 11.0, skin.dim, 3, 22.0);
    let tip = if here { format!("{title}: {hint} (open; R begins anew)") } else { format!("{title}: {hint}") };
    response.on_hover_text(tip).clicked()
}
