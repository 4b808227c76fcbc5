//! The session as a bar: where it is, what was done in it, and any moment of it under the pointer.

use egui_macroquad::egui::{Color32, Id, Painter, Rect, Response, Sense, Ui, Vec2, pos2, vec2};

use super::legend;
use crate::app::{
    actions::{Action, Request},
    style::{self, InputDevice, Tooltip as _, TouchTargets, UiTheme},
    widgets::{icons, let_go, mark},
};

/// What the bar shows; times in steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Time {
    /// The oldest and the newest moment that can be looked at.
    pub range: (u64, u64),
    /// The moment that is looked at.
    pub now: u64,
    /// When something was done.
    pub edits: Vec<u64>,
    /// Whether there is something to undo, and to redo.
    pub can: (bool, bool),
    /// Length of a step, s.
    pub step: f64,
}

/// What its buttons take, and the room on both sides, points.
fn beside(sizes: TouchTargets) -> f32 {
    2.0 * (sizes.in_line + 6.0) + 20.0
}

/// Its width with the buttons, at the least and at the most, points.
pub fn range(sizes: TouchTargets) -> (f32, f32) {
    (beside(sizes) + 60.0, beside(sizes) + 420.0)
}

/// Shows it at the right end of what is left of a line, so wide (points). Nothing where there is no room.
pub fn show(ui: &mut Ui, width: f32, time: &Time, theme: &UiTheme, requests: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.x = 6.0;
    let sizes = TouchTargets::here(ui);
    if width < range(sizes).0 {
        return;
    }
    let width = width - beside(sizes);
    // From right to left, as the line is laid.
    if button(ui, time.can.1, theme, ("redo", icons::redo), "Redo: Ctrl+Y or Ctrl+Shift+Z") {
        requests.push(Request::Do(Action::Redo));
    }
    bar(ui, width, time, theme, requests);
    if button(ui, time.can.0, theme, ("undo", icons::undo), "Undo: Ctrl+Z; hold Z to rewind") {
        requests.push(Request::Do(Action::Undo));
    }
}

/// Side of the picture on a button, points.
const ICON: f32 = 16.0;

/// Takes so much of the line (points) for what has this name. egui numbers what has none, one after the other, and what the
/// line says comes and goes: "looking back" does as soon as the bar is drawn, which then was another one, in nobody's hand.
fn take(ui: &mut Ui, name: &str, size: Vec2, sense: Sense) -> Response {
    let (_, rect) = ui.allocate_space(size);
    mark(ui, name, rect);
    ui.interact(rect, Id::new("session").with(name), sense)
}

/// Of the same, but its tip stands above the legend where it would cover that.
fn clear_of_legend(mut response: Response) -> Response {
    let (rect, widest) = (response.rect, response.ctx.style().spacing.tooltip_width);
    let covered = |legend: &Rect| legend.left() < rect.left() + widest && legend.right() > rect.left();
    if let Some(legend) = legend::place(&response.ctx).filter(covered) {
        // No wider than a line: while the pointer is in it, a tip stays.
        let above = pos2(rect.left(), legend.top().min(rect.top()));
        response.rect = Rect::from_min_max(above, rect.left_bottom());
    }
    response
}

type Icon = fn(&Painter, Rect, Color32);

fn button(ui: &mut Ui, enabled: bool, theme: &UiTheme, (name, icon): (&str, Icon), says: &str) -> bool {
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let response = take(ui, name, Vec2::splat(TouchTargets::here(ui).in_line), sense);
    let rect = response.rect;
    if enabled && response.hovered() {
        ui.painter().rect_filled(rect, 4.0, theme.hovered);
    }
    icon(
        ui.painter(),
        Rect::from_center_size(rect.center(), Vec2::splat(ICON)),
        if enabled { theme.text } else { theme.line },
    );
    clear_of_legend(response).tooltip(says).clicked()
}

fn bar(ui: &mut Ui, width: f32, time: &Time, theme: &UiTheme, requests: &mut Vec<Request>) {
    let &Time { range: (oldest, newest), now, ref edits, step, .. } = time;
    let response = take(ui, "bar", vec2(width, TouchTargets::here(ui).in_line - 2.0), Sense::click_and_drag());
    let rect = response.rect;
    let line = Rect::from_center_size(rect.center(), vec2(width - 12.0, 4.0));
    let length = (newest - oldest).max(1) as f32;
    let x = |moment: u64| line.left() + line.width() * (moment.saturating_sub(oldest) as f32 / length).min(1.0);
    let painter = ui.painter();
    painter.rect_filled(line, 2.0, theme.raised);
    painter.rect_filled(Rect::from_min_max(line.min, pos2(x(now), line.max.y)), 2.0, theme.bright.gamma_multiply(0.6));
    let mut last = f32::NEG_INFINITY;
    for &edit in edits {
        // No closer than can be told apart.
        if x(edit) > last + 3.0 {
            last = x(edit);
            painter.vline(last, rect.center().y - 6.0..=rect.center().y + 6.0, (1.0, theme.dim));
        }
    }
    let radius = if style::input_device(ui.ctx()) == InputDevice::Fingers { 9.0 } else { 5.0 };
    painter.circle_filled(pos2(x(now), rect.center().y), radius, theme.bright);
    let moment = |at: f32| oldest + (((at - line.left()) / line.width()).clamp(0.0, 1.0) * length).round() as u64;
    let drawn = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked());
    // A hand that is quick presses, moves and lets go within one frame.
    if let Some(at) = let_go(ui, &response).or(drawn) {
        requests.push(Request::Seek(moment(at.x)));
    }
    let under = response.hover_pos().map_or(now, |at| moment(at.x));
    let ago = (newest - under) as f64 * step;
    clear_of_legend(response).tooltip(format!("{ago:.1} s ago: drag to any moment; act, or play, to go on from there"));
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::{Align, Context, Event, Layout, Pos2, RawInput, Shape, TopBottomPanel};

    use super::*;
    use crate::{
        app::{
            ui::{ghost_stats::WorldStats, legend::Said},
            widgets::place,
        },
        view::Style,
    };

    /// A line with the bar in a window, and the numbers of two worlds above it, at a time (s). Returns each text that is
    /// seen, and where.
    fn frame(context: &Context, seconds: f64, events: Vec<Event>) -> Vec<(String, Rect)> {
        let style = Style::default();
        let (theme, figures) = (UiTheme::of(style.theme), [WorldStats::default(), WorldStats::default()]);
        let time = Time { range: (0, 1_000), now: 900, edits: Vec::new(), can: (true, true), step: 0.016 };
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(988.0, 800.0)));
        let input = RawInput { screen_rect, events, time: Some(seconds), ..RawInput::default() };
        let output = context.run(input, |context| {
            TopBottomPanel::bottom("line").exact_height(28.0).show(context, |ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    show(ui, 500.0, &time, &theme, &mut Vec::new());
                });
            });
            let said = Said { scale: None, race: Some(&figures) };
            legend::show(context, context.available_rect(), &said, false, &style);
        });
        let text = |shape: &Shape| match shape {
            Shape::Text(text) => Some((text.galley.text().to_owned(), shape.visual_bounding_rect())),
            _ => None,
        };
        output.shapes.iter().filter_map(|clipped| text(&clipped.shape)).collect()
    }

    #[test]
    fn no_tip_covers_the_numbers_of_two_worlds() {
        for (name, says) in [("undo", "Undo"), ("bar", "drag to any moment"), ("redo", "Redo")] {
            let context = Context::default();
            frame(&context, 0.0, Vec::new());
            let at = place(&context, name).expect("it has room").center();
            frame(&context, 0.1, vec![Event::PointerMoved(at)]);
            // A tip waits for a hand that rests, and is laid out in a frame of its own.
            (2..5).for_each(|time| drop(frame(&context, time.into(), Vec::new())));
            let texts = frame(&context, 5.0, Vec::new());
            let (_, tip) = texts.iter().find(|(text, _)| text.contains(says)).expect("the tip is seen");
            let legend = legend::place(&context).expect("it is shown");
            assert!(!tip.intersects(legend), "{name}: the tip at {tip} covers what is at {legend}");
        }
    }
}
