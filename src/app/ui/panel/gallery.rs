//! The tab Scenes: the gallery, with a picture of each scene.

use std::iter;

use egui::{
    self, Color32, CornerRadius, FontId, Label, Painter, Rect, Response, RichText, Sense, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, pos2, style::ScrollAnimation, text::LayoutJob, vec2,
};

use super::{SectionContext, thumbnail::Thumbnail};
use crate::{
    app::{
        actions::Request,
        style::{Tooltip as _, accessibility},
        widgets::{icons, mark},
    },
    scene::{self, BLANK, Group},
    view::Style,
};

/// Height of a picture as a fraction of its width.
const ASPECT: f32 = 0.625;

/// Least width of the gallery with two columns of cards, points.
const TWO_COLUMNS: f32 = 220.0;

/// Gap between two cards, points.
const GAP: f32 = 6.0;

/// Frame around the picture of a card, points.
const FRAME: f32 = 3.0;

/// Height of the title of a card, points.
const TITLE: f32 = 20.0;

/// Smallest font size of a title, points.
const MIN_FONT_SIZE: f32 = 11.0;

/// Normal font size of a title, points.
const FONT_SIZE: f32 = 13.0;

/// Heading of the blank page: that of the gallery's first group, before which it stands.
const BLANK_GROUP: &str = scene::GROUPS[0].title;

/// Font size of the heading of a group, points.
const HEADING_SIZE: f32 = 12.0;

/// A scene in the gallery.
struct Entry {
    /// Heading of its group.
    group: &'static str,
    name: &'static str,
    title: String,
    hint: String,
    /// Content of the picture; `None` until it is built, see [`Gallery`].
    thumbnail: Option<Thumbnail>,
    picture: Option<Picture>,
}

/// A painted picture.
struct Picture {
    texture: TextureHandle,
    style: Style,
    /// Width and height, pixels.
    size: [usize; 2],
}

/// The scenes with their titles. The picture of one scene is built per frame, so that the panel opens at once.
#[derive(Default)]
pub struct Gallery {
    entries: Vec<Entry>,
    /// Number of pictures built so far.
    built: usize,
    /// The scene that was open in the last frame.
    open_scene: String,
    /// Scroll to the card of the open scene in the next frame.
    reveals: bool,
}

/// The tab Scenes.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let mut gallery = std::mem::take(cx.gallery);
    gallery.show(ui, cx);
    *cx.gallery = gallery;
}

impl Gallery {
    /// Scrolls to the card of the open scene.
    pub fn reveal(&mut self) {
        self.reveals = true;
    }

    /// Shows the scenes in rows, and scrolls to a newly opened scene.
    fn show(&mut self, ui: &mut Ui, cx: &mut SectionContext) {
        let open_scene = &cx.state.sandbox.scene().name;
        if *open_scene != self.open_scene {
            self.open_scene.clone_from(open_scene);
            self.reveals = true;
        }
        let reveal = std::mem::take(&mut self.reveals);
        if self.entries.is_empty() {
            let grouped = |group: &'static Group| group.names().map(|name| (group.title, name));
            let all = iter::once((BLANK_GROUP, BLANK)).chain(scene::GROUPS.iter().flat_map(grouped));
            self.entries.extend(all.map(|(group, name)| Entry::new(group, name)));
        }
        if let Some(entry) = self.entries.get_mut(self.built) {
            entry.thumbnail = Thumbnail::of(entry.name);
            self.built += 1;
            ui.ctx().request_repaint();
        }
        let columns = if ui.available_width() < TWO_COLUMNS { 1 } else { 2 };
        let width = ((ui.available_width() - GAP * (columns - 1) as f32) / columns as f32).floor();
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for group in self.entries.chunk_by_mut(|one, next| one.group == next.group) {
            let heading = RichText::new(group[0].group).size(HEADING_SIZE).color(cx.theme.dim);
            ui.add(Label::new(heading).selectable(false));
            for row in group.chunks_mut(columns) {
                ui.horizontal(|ui| {
                    for entry in row {
                        let card = card(ui, cx, entry, width);
                        if reveal && entry.name == self.open_scene {
                            // As little as needed to show the whole card.
                            ui.scroll_to_rect_animation(card.rect.expand(GAP), None, ScrollAnimation::none());
                        }
                        if card.clicked() {
                            cx.request(Request::OpenScene(entry.name));
                        }
                    }
                });
            }
        }
    }
}

impl Entry {
    fn new(group: &'static str, name: &'static str) -> Self {
        let scene = scene::named(name).map(|named| named.scene);
        let (title, hint) = scene.map_or_else(Default::default, |scene| (scene.title, scene.hint));
        Self { group, name, title, hint, thumbnail: None, picture: None }
    }

    /// The picture in a style, of a size in points.
    fn picture(&mut self, ui: &Ui, style: Style, points: egui::Vec2) -> Option<egui::TextureId> {
        let pixels = points * ui.ctx().pixels_per_point();
        let size = [pixels.x.round() as usize, pixels.y.round() as usize];
        let fits = self.picture.as_ref().is_some_and(|picture| {
            (picture.style.theme, picture.style.colours, picture.size) == (style.theme, style.colours, size)
        });
        if !fits {
            let image = self.thumbnail.as_ref()?.paint(size, &style);
            let texture = ui.ctx().load_texture(self.name, image, TextureOptions::LINEAR);
            self.picture = Some(Picture { texture, style, size });
        }
        self.picture.as_ref().map(|picture| picture.texture.id())
    }
}

/// Shows a scene's picture above its title, in a width, points.
fn card(ui: &mut Ui, cx: &SectionContext, entry: &mut Entry, width: f32) -> Response {
    let (theme, is_open) = (cx.theme, cx.state.sandbox.scene().name == entry.name);
    let size = vec2(width - 2.0 * FRAME, (ASPECT * (width - 2.0 * FRAME)).floor());
    let (rect, response) = ui.allocate_exact_size(vec2(width, size.y + FRAME + TITLE), Sense::click());
    mark(ui, &format!("scene.{}", entry.name), rect);
    accessibility::set_button(&response, &entry.title);
    accessibility::set_chosen(&response, is_open);
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter_at(rect);
    let line = if is_open { Stroke::new(1.5, theme.bright) } else { theme.outline() };
    let fill = if response.hovered() { theme.hovered } else { theme.raised };
    painter.rect(rect, CornerRadius::same(5), fill, line, StrokeKind::Inside);
    let picture = Rect::from_min_size(rect.min + vec2(FRAME, FRAME), size);
    if let Some(texture) = entry.picture(ui, cx.state.style, size) {
        // Aligned to whole pixels.
        let density = ui.ctx().pixels_per_point();
        let corner = pos2((picture.min.x * density).round() / density, (picture.min.y * density).round() / density);
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture, Rect::from_min_size(corner, size), uv, Color32::WHITE);
    }
    if entry.name == BLANK {
        icons::faster(&painter, Rect::from_center_size(picture.center(), vec2(18.0, 18.0)), theme.text);
    }
    let ink = if is_open { theme.bright } else { theme.text };
    let below = Rect::from_min_max(picture.left_bottom(), pos2(picture.right(), rect.bottom()));
    paint_title(&painter, below, &entry.title, ink);
    response.tooltip(format!("{}: {}", entry.title, entry.hint))
}

/// Paints a title into a rectangle. A long title gets a smaller font, and is then truncated.
fn paint_title(painter: &Painter, rect: Rect, title: &str, ink: Color32) {
    let room = rect.width() - 4.0;
    let font = |size| FontId::proportional(size);
    let wanted = painter.layout_no_wrap(title.to_owned(), font(FONT_SIZE), ink).size().x;
    // With some room for rounding to pixels.
    let size = if wanted > room { (0.95 * FONT_SIZE * room / wanted).max(MIN_FONT_SIZE) } else { FONT_SIZE };
    let mut job = LayoutJob::simple(title.to_owned(), font(size), ink, room);
    (job.wrap.max_rows, job.wrap.break_anywhere) = (1, true);
    let galley = painter.layout_job(job);
    let top = rect.top() + 0.5 * (rect.height() - galley.size().y);
    painter.galley(pos2(rect.left() + 2.0, top), galley, ink);
}
