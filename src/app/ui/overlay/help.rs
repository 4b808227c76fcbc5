//! The help: all controls, grouped by what one wants to do, over the picture.

use std::{borrow::Cow, sync::Arc};

use egui::{
    Align2, Area, Color32, Context, FontId, Frame, Galley, Id, Key, Label, Rangef, Rect, RichText, ScrollArea, Sense,
    Ui, UiBuilder, Vec2,
    scroll_area::{ScrollBarVisibility, ScrollSource},
    style::ScrollStyle,
    vec2,
};

use super::{free, hint::NARROW};
use crate::app::actions::{CONTROLS, Control, TOUCH_CONTROLS, as_printed};
use crate::app::style::{self, InputDevice, TouchTargets, UiTheme};
use crate::app::widgets::{close_button, text_size};

/// Distance of the help from the edges, and of its content from its own edges, points.
const MARGIN: f32 = 8.0;
const PADDING: f32 = 10.0;

/// Least width and height of the table, points.
const LEAST: f32 = 80.0;

/// Least height of the title, points.
const TITLE: f32 = 20.0;

/// Width of the scroll bar, points.
const BAR: f32 = 16.0;

/// Gap between two columns, points.
const GAP: f32 = 16.0;

/// Gap before a group of controls, points.
const GROUP_GAP: f32 = 4.0;

/// From this width of the table on, the headings of groups have a column of their own, points.
const WIDE: f32 = 500.0;

/// Font sizes with gaps between rows, points: the first with which the whole table is visible, or else the first.
const SIZES: [(f32, f32); 4] = [(13.0, 4.0), (13.0, 1.0), (12.0, 0.0), (11.0, 0.0)];

/// Shows the help. Returns whether it stays open.
pub fn help(root: &Ui, theme: &UiTheme) -> bool {
    // Beside the panel if there is room for a line, else over it.
    let (context, beside) = (root.ctx(), free(root));
    let free = if beside.width() < 2.0 * NARROW { context.content_rect() } else { beside };
    let title = TouchTargets::here(root).small_button.max(TITLE);
    let around = vec2(0.0, title) + Vec2::splat(2.0 * PADDING);
    let room = (free.shrink(MARGIN).size() - around).max(Vec2::splat(LEAST));
    let tables = SIZES.map(|size| Table::new(context, room.x - BAR, size, theme));
    let [first, ..] = &tables;
    let table = tables.iter().find(|table| table.size.y <= room.y).unwrap_or(first);
    let is_cut = table.size.y > room.y;
    let bar = if is_cut { BAR } else { 0.0 };
    let size = vec2(table.size.x + bar, table.size.y.min(room.y)).ceil() + around;
    let place = Align2::CENTER_CENTER.align_size_within_rect(size, free);
    let place = Rect::from_min_size(place.min.round(), size);
    let area = Area::new(Id::unique("help")).fixed_pos(place.min).constrain(false).fade_in(false);
    let shown = area.show(context, |ui| {
        if ui.is_sizing_pass() {
            // The area knows its size now: laid out again, it is visible in this very frame.
            context.request_discard("the help has its size");
        }
        ui.allocate_rect(place, Sense::hover());
        ui.painter().add(Frame::window(&context.global_style()).fill(theme.solid).paint(place));
        let content = place.shrink(PADDING);
        let (head, list) = content.split_top_bottom_at_y(content.top() + title);
        let is_closed = ui.scope_builder(UiBuilder::new().max_rect(head), |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new("Controls").color(theme.bright).size(15.0));
                let button = Rect::from_min_max(head.right_top() - vec2(title, 0.0), head.right_bottom());
                ui.scope_builder(UiBuilder::new().max_rect(button), |ui| {
                    close_button(ui, "help.close", "Close the controls", theme)
                })
                .inner
            })
            .inner
        });
        ui.scope_builder(UiBuilder::new().max_rect(list), |ui| {
            // A visible scroll bar: a row that is cut off does not show that more follow.
            ui.spacing_mut().scroll =
                ScrollStyle { foreground_color: true, fade: ui.spacing().scroll.fade, ..ScrollStyle::solid() };
            // Whether it is needed is known: egui would find out, and move it in, in later frames.
            let bar = if is_cut { ScrollBarVisibility::AlwaysVisible } else { ScrollBarVisibility::AlwaysHidden };
            let area = ScrollArea::vertical().scroll_source(ScrollSource::ALL).scroll_bar_visibility(bar);
            area.auto_shrink(false).show(ui, |ui| table.show(ui, theme));
        });
        is_closed.inner
    });
    !shown.inner && !context.input(|input| input.key_pressed(Key::Enter))
}

/// The controls, laid out: all places follow from a width, and no frame before is needed.
struct Table {
    /// Texts, with their places in the table, points.
    texts: Vec<(Vec2, Arc<Galley>)>,
    /// Every second row, points.
    stripes: Vec<Rangef>,
    /// Points.
    size: Vec2,
}

impl Table {
    /// All controls in a width, with a font size and a gap between rows, points.
    fn new(context: &Context, width: f32, (size, gap): (f32, f32), theme: &UiTheme) -> Self {
        let controls = if style::input_device(context) == InputDevice::Fingers { TOUCH_CONTROLS } else { &CONTROLS };
        let widest = |text: fn(&Control) -> Cow<'_, str>| {
            let widths = controls.iter().map(|control| text_size(context, &text(control), size).x.ceil());
            widths.fold(0.0, f32::max)
        };
        let lay_out = |text: &str, colour: Color32, width: f32| {
            context.fonts_mut(|fonts| fonts.layout(text.to_owned(), FontId::proportional(size), colour, width))
        };
        let has_column = width >= WIDE;
        let inputs = if has_column { widest(|control| control.aim.title().into()) + GAP } else { 0.0 };
        let input_width = widest(|control| as_printed(control.input)).min(0.42 * (width - inputs));
        let effects = inputs + input_width + GAP;
        let mut table = Self { texts: Vec::new(), stripes: Vec::new(), size: Vec2::ZERO };
        let (mut y, mut group) = (0.0, None);
        for (number, Control { aim, input, effect, .. }) in controls.iter().enumerate() {
            if group.replace(*aim) != Some(*aim) {
                let title = lay_out(aim.title(), theme.dim, width);
                y += if number > 0 { GROUP_GAP } else { 0.0 };
                let height = title.size().y + gap;
                table.texts.push((vec2(0.0, y), title));
                y += if has_column { 0.0 } else { height };
            }
            let input = lay_out(&as_printed(input), theme.bright, input_width);
            let effect = lay_out(&style::keep_numbers_together(effect), theme.text, (width - effects).max(80.0));
            let height = input.size().y.max(effect.size().y);
            if number % 2 == 1 {
                table.stripes.push(Rangef::new(y - 0.5 * gap, y + height + 0.5 * gap));
            }
            table.size.x = table.size.x.max(effects + effect.size().x);
            table.texts.extend([(vec2(inputs, y), input), (vec2(effects, y), effect)]);
            y += height + gap;
        }
        table.size.y = y;
        table
    }

    fn show(&self, ui: &mut Ui, theme: &UiTheme) {
        let (place, _) = ui.allocate_exact_size(self.size, Sense::hover());
        for stripe in &self.stripes {
            let row = Rect::from_x_y_ranges(place.x_range(), stripe.min + place.top()..=stripe.max + place.top());
            ui.painter().rect_filled(row, 2.0, theme.raised.gamma_multiply(0.5));
        }
        for (at, text) in &self.texts {
            let place = Rect::from_min_size(place.min + *at, text.size());
            ui.put(place, Label::new(Arc::clone(text)).selectable(false));
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, RawInput, Shape, epaint::ClippedShape};

    use super::*;
    use crate::app::style::{lay_out, new_context};
    use crate::view::Theme;

    /// A text with its clip rectangle and its place.
    type Text = (String, Rect, Rect);

    /// The texts of the help in a frame in a window of a size, points.
    fn frame(context: &Context, size: Vec2) -> Vec<Text> {
        let input = RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)), ..RawInput::default() };
        let shapes = lay_out(context, input, |root| assert!(help(root, &UiTheme::of(Theme::Dark))));
        let text = |clipped: &ClippedShape| match &clipped.shape {
            Shape::Text(text) => {
                Some((text.galley.text().to_owned(), clipped.clip_rect, clipped.shape.visual_bounding_rect()))
            }
            _ => None,
        };
        shapes.iter().filter_map(text).collect()
    }

    #[test]
    fn whole_help_is_visible_at_800_by_600() {
        for size in [
            vec2(800.0, 600.0 - TouchTargets::of(InputDevice::Mouse).status_line),
            vec2(960.0, 740.0),
            vec2(1_920.0, 1_080.0),
        ] {
            let texts = frame(&new_context(), size);
            assert!(texts.len() > 2 * CONTROLS.len(), "{} texts", texts.len());
            for (text, seen, place) in texts {
                assert!(seen.expand(1.0).contains_rect(place), "{size}: {text:?} at {place} is cut off by {seen}");
            }
        }
    }

    #[test]
    fn help_is_drawn_in_one_frame_without_overprinting() {
        for size in [vec2(800.0, 572.0), vec2(640.0, 452.0), vec2(390.0, 800.0), vec2(300.0, 300.0)] {
            let context = new_context();
            let first = frame(&context, size);
            assert!(first.len() > 10, "{size}: {} texts", first.len());
            for (index, (text, _, place)) in first.iter().enumerate() {
                for (other, _, other_place) in &first[index + 1..] {
                    let overlap = place.shrink(1.0).intersect(other_place.shrink(1.0));
                    assert!(!overlap.is_positive(), "{size}: {text:?} over {other:?}");
                }
            }
            let second = frame(&context, size);
            assert_eq!(first, second, "{size}: the second frame differs");
        }
    }
}
