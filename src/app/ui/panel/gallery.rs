//! The section Scenes: the gallery, with pictures drawn from the scenes themselves.

use egui_macroquad::egui::{
    self, CornerRadius, FontId, Rect, Response, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, pos2,
    style::ScrollAnimation, vec2,
};

use super::{SectionContext, thumbnail::Thumbnail};
use crate::{
    app::{actions::Request, style::Tooltip as _, widgets},
    scene,
    view::Style,
};

/// Height of a picture to its width.
const SHAPE: f32 = 0.625;

/// From this width on, points, two cards stand side by side.
const TWO: f32 = 220.0;

/// Between cards, and around the picture in one; height of its title, points.
const GAP: f32 = 6.0;
const FRAME: f32 = 3.0;
const TITLE: f32 = 20.0;
/// Smallest and usual size of its letters, points.
const LETTERS: (f32, f32) = (11.0, 13.0);

/// A scene in the gallery.
struct Entry {
    name: &'static str,
    title: String,
    hint: String,
    /// What the picture is painted from, once it was made: see [`Gallery`].
    thumbnail: Option<Thumbnail>,
    /// The picture, what it was painted for, and in how many pixels.
    picture: Option<(TextureHandle, Style, [usize; 2])>,
}

/// The scenes, with their titles from the first frame on. One is built a frame, so that the panel opens at once.
#[derive(Default)]
pub struct Gallery {
    entries: Vec<Entry>,
    /// So many were built, the first ones.
    built: usize,
    /// The scene that was open in the last frame.
    here: String,
    /// The card of the scene that is open is to be scrolled to.
    reveal: bool,
}

impl Gallery {
    /// The list is opened: it shows where one is.
    pub fn reveal(&mut self) {
        self.reveal = true;
    }

    /// The scenes, in rows. Where the list is what is looked at, it follows to the scene that is open, whoever opened it; else
    /// the panel stays where it is, and the tools in sight.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut SectionContext) {
        let here = &cx.state.sandbox.scene().name;
        if *here != self.here {
            self.here.clone_from(here);
            self.reveal |= ui.cursor().top() < ui.clip_rect().center().y;
        }
        let reveal = std::mem::take(&mut self.reveal);
        if self.entries.is_empty() {
            self.entries.extend(scene::names().map(Entry::new));
        }
        if let Some(entry) = self.entries.get_mut(self.built) {
            entry.thumbnail = Thumbnail::of(entry.name);
            self.built += 1;
            ui.ctx().request_repaint();
        }
        let columns = if ui.available_width() < TWO { 1 } else { 2 };
        let width = ((ui.available_width() - GAP * (columns - 1) as f32) / columns as f32).floor();
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for row in self.entries.chunks_mut(columns) {
            ui.horizontal(|ui| {
                for entry in row {
                    let card = card(ui, cx, entry, width);
                    if reveal && entry.name == self.here {
                        // Only as far as it takes to see all of it.
                        ui.scroll_to_rect_animation(card.rect.expand(GAP), None, ScrollAnimation::none());
                    }
                    if card.clicked() {
                        cx.request(Request::Open(entry.name));
                    }
                }
            });
        }
    }
}

impl Entry {
    fn new(name: &'static str) -> Self {
        let scene = scene::named(name).map(|named| named.scene);
        let (title, hint) = scene.map_or_else(Default::default, |scene| (scene.title, scene.hint));
        Self { name, title, hint, thumbnail: None, picture: None }
    }

    /// The picture for this look, of so many points.
    fn picture(&mut self, ui: &Ui, style: Style, points: egui::Vec2) -> Option<egui::TextureId> {
        let pixels = points * ui.ctx().pixels_per_point();
        let size = [pixels.x.round() as usize, pixels.y.round() as usize];
        let fits = self.picture.as_ref().is_some_and(|(_, painted, has)| {
            (painted.theme, painted.colours, *has) == (style.theme, style.colours, size)
        });
        if !fits {
            let image = self.thumbnail.as_ref()?.paint(size, &style);
            let texture = ui.ctx().load_texture(self.name, image, TextureOptions::LINEAR);
            self.picture = Some((texture, style, size));
        }
        self.picture.as_ref().map(|(texture, ..)| texture.id())
    }
}

/// A scene's picture above its title, so wide (points).
fn card(ui: &mut Ui, cx: &SectionContext, entry: &mut Entry, width: f32) -> Response {
    let (theme, here) = (cx.theme, cx.state.sandbox.scene().name == entry.name);
    let size = vec2(width - 2.0 * FRAME, (SHAPE * (width - 2.0 * FRAME)).floor());
    let (rect, response) = ui.allocate_exact_size(vec2(width, size.y + FRAME + TITLE), Sense::click());
    widgets::mark(ui, &format!("scene.{}", entry.name), rect);
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter_at(rect);
    let line = if here { Stroke::new(1.5, theme.bright) } else { Stroke::NONE };
    let fill = if response.hovered() { theme.hovered } else { theme.raised };
    painter.rect(rect, CornerRadius::same(5), fill, line, StrokeKind::Inside);
    let picture = Rect::from_min_size(rect.min + vec2(FRAME, FRAME), size);
    if let Some(texture) = entry.picture(ui, cx.state.style, size) {
        // A picture of whole pixels, on whole pixels.
        let density = ui.ctx().pixels_per_point();
        let corner = pos2((picture.min.x * density).round() / density, (picture.min.y * density).round() / density);
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture, Rect::from_min_size(corner, size), uv, egui::Color32::WHITE);
    }
    let Entry { title, hint, .. } = entry;
    let ink = if here { theme.bright } else { theme.text };
    // What is long is a little smaller; what is too long even so ends in dots, and the tooltip has all of it.
    let room = size.x - 4.0;
    let font = |size| FontId::proportional(size);
    let wanted = ui.fonts(|fonts| fonts.layout_no_wrap(title.clone(), font(LETTERS.1), ink).size().x);
    // Letters of another size stand on other pixels: some room to spare.
    let letters = if wanted > room { (0.95 * LETTERS.1 * room / wanted).max(LETTERS.0) } else { LETTERS.1 };
    let mut job = egui::text::LayoutJob::simple(title.clone(), font(letters), ink, room);
    (job.wrap.max_rows, job.wrap.break_anywhere) = (1, true);
    let galley = ui.fonts(|fonts| fonts.layout_job(job));
    let top = picture.bottom() + 0.5 * (rect.bottom() - picture.bottom() - galley.size().y);
    painter.galley(pos2(picture.left() + 2.0, top), galley, ink);
    let tip = if here { format!("{title}: {hint} (open; R begins anew)") } else { format!("{title}: {hint}") };
    response.tooltip(tip)
}
