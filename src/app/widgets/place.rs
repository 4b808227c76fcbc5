//! Places, ids and sizes of widgets that do not depend on the widgets before them.

use egui::{Color32, Context, FontId, Id, Rect, Ui, UiBuilder, Vec2};

fn id(name: &str) -> Id {
    Id::unique(("panel", name))
}

/// Remembers the place of a control: see [`place`].
pub fn mark(ui: &Ui, name: &str, rect: Rect) {
    ui.ctx().data_mut(|data| data.insert_temp(id(name), rect));
}

/// The place where a control was drawn last, points; for programs that drive the interface, such as the tests.
pub fn place(context: &Context, name: &str) -> Option<Rect> {
    context.data(|data| data.get_temp(id(name)))
}

/// Shows widgets whose ids follow from a name. egui numbers widgets in order, and a dragged slider would be released
/// when a row above it appears.
pub fn with_id<R>(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui) -> R) -> R {
    let builder =
        UiBuilder::new().layer_id(ui.layer_id()).max_rect(ui.available_rect_before_wrap()).layout(*ui.layout());
    let builder = builder.style(ui.style().clone());
    let builder = if ui.is_enabled() { builder } else { builder.disabled() };
    let mut own = Ui::new(ui.ctx().clone(), Id::unique("widgets of").with(name), builder);
    own.set_clip_rect(ui.clip_rect());
    let shown = content(&mut own);
    ui.advance_cursor_after_rect(own.min_rect());
    shown
}

/// Size of a text in one line with a font size, points.
pub fn text_size(context: &Context, text: &str, font_size: f32) -> Vec2 {
    let font = FontId::proportional(font_size);
    context.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font, Color32::WHITE).size())
}
