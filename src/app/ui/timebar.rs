//! The timeline bar: the last part of the session with its edits, and the way back to the build. Dragging shows any moment,
//! and so do keys while the bar has the keyboard; the wheel shows more of the session, or less.

use egui::{
    Context, Event, EventFilter, Id, Key, Modifiers, PointerButton, Rect, Response, Role, Sense, Shape, Stroke, Ui,
    Vec2, accesskit, pos2, vec2,
};

use super::legend;
use crate::app::actions::{Action, ActionButton, KEEP, LabelLength, Request, back_to_build_label, key_name};
use crate::app::style::{self, InputDevice, Tooltip as _, TouchTargets, UiTheme, accessibility};
use crate::app::widgets::{Chip, TEXT_SIZE, icons, mark, released_at, text_size};

/// The content of the bar; moments in steps since the start.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineState {
    /// The oldest moment that can be shown.
    pub oldest: u64,
    /// The newest moment.
    pub newest: u64,
    /// The moment that is shown.
    pub now: u64,
    /// Moments of the edits.
    pub edits: Vec<u64>,
    /// An edit can be undone.
    pub can_undo: bool,
    /// An edit can be redone.
    pub can_redo: bool,
    /// The moment at which time began to run after the last edit of the build; `None` while it has not.
    pub built: Option<u64>,
    /// The action that returns to the build.
    pub back: Action,
    /// Edits since then, which a way back to the build drops.
    pub later_edits: usize,
    /// Length of a step, s.
    pub step_seconds: f64,
}

/// Width of the buttons and of the margins, points.
fn buttons_width(sizes: TouchTargets) -> f32 {
    2.0 * (sizes.status_button + 6.0) + 20.0
}

/// Smallest and largest width with the buttons, points. With a mouse there is room for the way back to the build; for fingers
/// the strip of tools may have it.
pub fn width_range(sizes: TouchTargets, device: InputDevice) -> (f32, f32) {
    let back = if device == InputDevice::Mouse { BACK_WIDTH } else { 0.0 };
    (buttons_width(sizes) + 60.0 + back, buttons_width(sizes) + 420.0 + BACK_WIDTH)
}

impl TimelineState {
    /// Shows the bar and its buttons in a width, points, at the right end of a line; nothing if there is no room.
    ///
    /// The way back to the build has a room of its own, shown or not: the bar stays where it is while it is dragged, and the
    /// second of two clicks on undo meets it again.
    pub fn show(&self, ui: &mut Ui, width: f32, theme: &UiTheme, requests: &mut Vec<Request>) {
        ui.spacing_mut().item_spacing.x = 6.0;
        let sizes = TouchTargets::here(ui);
        let bar = width - buttons_width(sizes);
        if bar < 60.0 {
            return;
        }
        let [keep, back] = [ActionButton::KEEP_AS_BUILD, ActionButton::BACK_TO_BUILD.doing(self.back)];
        let room = |text: &str| text_size(ui.ctx(), text, TEXT_SIZE).x + 24.0;
        let lengths = [(LabelLength::Long, keep.words.label, 120.0), (LabelLength::Short, KEEP, 80.0)];
        let counts = lengths
            .map(|(length, keep, least)| (length, keep, room(&back_to_build_label(99, length)) + room(keep), least));
        let count = counts.into_iter().find(|(.., room, least)| bar - room >= *least);
        let has_back = bar - BACK_WIDTH >= 60.0;
        let taken = count.map_or(if has_back { BACK_WIDTH } else { 0.0 }, |(_, _, room, _)| room.max(BACK_WIDTH));
        // The layout goes from right to left.
        self.edit_button(ui, Action::Redo, theme, requests);
        self.bar(ui, bar - taken, theme, requests);
        self.edit_button(ui, Action::Undo, theme, requests);
        let mut button = |name: &str, text: &str, button: ActionButton| {
            if avoid_legend(Chip::new(name, text).show(ui, theme)).tooltip(button.tooltip()).clicked() {
                requests.push(Request::Action(button.action));
            }
        };
        if self.built.is_none() {
            return;
        }
        match count.filter(|_| self.later_edits > 0) {
            Some((length, label, ..)) => {
                button("time.keep", label, keep);
                button("time.back", &back_to_build_label(self.later_edits, length), back);
            }
            None if count.is_some() || has_back => {
                let label = match self.later_edits {
                    0 => back.words.label.to_owned(),
                    parts => back_to_build_label(parts, LabelLength::Short),
                };
                button("time.back", &label, back);
            }
            None => {}
        }
    }

    /// Shows the button that undoes or redoes an edit.
    fn edit_button(&self, ui: &mut Ui, action: Action, theme: &UiTheme, requests: &mut Vec<Request>) {
        let is_undo = action == Action::Undo;
        let (name, is_enabled) = if is_undo { ("undo", self.can_undo) } else { ("redo", self.can_redo) };
        let sense = if is_enabled { Sense::click() } else { Sense::hover() };
        let response = allocate(ui, name, Vec2::splat(TouchTargets::here(ui).status_button), sense);
        let rect = response.rect;
        if is_enabled && response.hovered() {
            ui.painter().rect_filled(rect, 4.0, theme.hovered);
        }
        let colour = if is_enabled { theme.text } else { theme.line };
        let paint = if is_undo { icons::undo } else { icons::redo };
        paint(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(ICON)), colour);
        let tooltip = if is_undo {
            format!("Undo ({}; hold {} to rewind)", key_name(action), key_name(Action::Rewind))
        } else {
            ActionButton::REDO.tooltip()
        };
        if avoid_legend(response).tooltip(tooltip).clicked() {
            requests.push(Request::Action(action));
        }
    }

    fn bar(&self, ui: &mut Ui, width: f32, theme: &UiTheme, requests: &mut Vec<Request>) {
        let &Self { oldest, newest, now, ref edits, built, step_seconds, .. } = self;
        let response = allocate(ui, "bar", vec2(width, TouchTargets::here(ui).status_button), Sense::click_and_drag());
        self.tell_screen_readers(&response);
        let rect = response.rect;
        let line = Rect::from_center_size(rect.center(), vec2(width - 12.0, 4.0));
        let shown = self.shown(ui, &response, line.width());
        let x = |moment: u64| line.left() + line.width() * shown.share(moment);
        let painter = ui.painter();
        painter.rect_filled(line, 2.0, theme.raised);
        painter.rect_filled(line.with_max_x(x(now)), 2.0, theme.bright.gamma_multiply(0.6));
        let mut last = f32::NEG_INFINITY;
        for &edit in edits.iter().filter(|&&edit| shown.has(edit)) {
            // Marks stand at least 3 points apart.
            if x(edit) > last + 3.0 {
                last = x(edit);
                painter.vline(last, rect.center().y - 6.0..=rect.center().y + 6.0, (1.0, theme.dim));
            }
        }
        if let Some(built) = built.filter(|&built| shown.has(built)) {
            let (at, height) = (pos2(x(built), rect.center().y - 3.0), 5.0);
            let corners = vec![at, at + vec2(-4.0, -height), at + vec2(4.0, -height)];
            painter.vline(at.x, at.y..=rect.center().y + 6.0, (1.5, theme.bright));
            painter.add(Shape::convex_polygon(corners, theme.bright, Stroke::NONE));
        }
        let radius = if style::input_device(ui.ctx()) == InputDevice::Fingers { 9.0 } else { 5.0 };
        painter.circle_filled(pos2(x(now), rect.center().y), radius, theme.bright);
        let moment = |at: f32| shown.moment((at - line.left()) / line.width()).clamp(oldest, newest);
        let is_clicked = response.clicked_by(PointerButton::Primary);
        let drawn = response.interact_pointer_pos().filter(|_| response.dragged() || is_clicked);
        // A quick drag begins and ends within one frame.
        if let Some(at) = released_at(ui, &response).or(drawn) {
            requests.push(Request::Seek(moment(at.x)));
        } else if let Some(seconds) = accessibility::requested_number(ui, &response) {
            let moment = (seconds / step_seconds).round() as u64;
            requests.push(Request::Seek(moment.clamp(oldest, newest)));
        } else if response.has_focus() {
            self.take_keys(ui, &response, requests);
        }
        let under = response.hover_pos().map_or(now, |at| moment(at.x));
        let ago = (newest - under) as f64 * step_seconds;
        avoid_legend(response)
            .tooltip(format!("{ago:.1} s ago. Drag to any moment, and play from there; the mouse wheel zooms"));
    }

    /// The part of the session that a bar of this width, points, shows: the end of it, as long as the present is there.
    fn shown(&self, ui: &Ui, bar: &Response, width: f32) -> Shown {
        let Self { oldest, newest, now, step_seconds, .. } = *self;
        let [oldest, newest, now] = [oldest, newest, now].map(|moment| moment as f64);
        let longest = (newest - oldest).max(1.0);
        let usual = USUAL_SPAN.min(SECONDS_PER_POINT * f64::from(width));
        let (mut from, chosen): (f64, Option<f64>) =
            ui.data(|data| data.get_temp(id("shown"))).unwrap_or((oldest, None));
        let mut chosen = chosen;
        let mut span = (chosen.unwrap_or(usual) / step_seconds).min(longest);
        let notches =
            if bar.hovered() { ui.input(|input| input.smooth_scroll_delta.y) / POINTS_PER_NOTCH } else { 0.0 };
        if notches != 0.0 {
            let share = bar.hover_pos().map_or(1.0, |at| f64::from((at.x - bar.rect.left()) / bar.rect.width()));
            let zoomed =
                (span * f64::from(ZOOM_PER_NOTCH.powf(-notches))).clamp(longest.min(1.0 / step_seconds), longest);
            from += share * (span - zoomed);
            span = zoomed;
            chosen = Some(if zoomed < longest { zoomed * step_seconds } else { f64::INFINITY });
        }
        // A pointer that is held at an end of the bar goes on in time.
        let margin = EDGE_SHARE * span;
        from = if now >= newest { newest - span } else { from.clamp(now + margin - span, now - margin) };
        from = from.clamp(oldest, oldest + longest - span);
        ui.data_mut(|data| data.insert_temp(id("shown"), (from, chosen)));
        Shown { from, span }
    }

    /// The bar as a slider in seconds since the start.
    fn tell_screen_readers(&self, bar: &Response) {
        let seconds = |moment: u64| moment as f64 * self.step_seconds;
        accessibility::tell(bar, |node| {
            node.set_role(Role::Slider);
            node.set_label("Time");
            node.set_min_numeric_value(seconds(self.oldest));
            node.set_max_numeric_value(seconds(self.newest));
            node.set_numeric_value(seconds(self.now));
            node.add_action(accesskit::Action::SetValue);
        });
    }

    /// Moves in time by the keys of a frame; Enter and Space play from there.
    fn take_keys(&self, ui: &Ui, bar: &Response, requests: &mut Vec<Request>) {
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(bar.id, arrows));
        let pressed = |event: &Event| match *event {
            Event::Key { key, pressed: true, repeat, modifiers, .. } => Some((key, modifiers, repeat)),
            _ => None,
        };
        let keys: Vec<_> = ui.input(|input| input.events.iter().filter_map(pressed).collect());
        let is_held = keys.iter().any(|&(_, _, repeat)| repeat);
        let moment = keys.into_iter().fold(self.now, |moment, (key, modifiers, _)| self.moved(moment, key, modifiers));
        if moment != self.now {
            requests.push(Request::Seek(moment));
        } else if bar.clicked() && !is_held {
            requests.push(Request::Action(Action::Pause));
        }
    }

    /// The moment to which a key leads from a moment.
    fn moved(&self, from: u64, key: Key, modifiers: Modifiers) -> u64 {
        let second = (1.0 / self.step_seconds).round() as u64;
        let (before, after) = (self.edits.iter().rev(), self.edits.iter());
        let to = match key {
            _ if modifiers.command => from,
            Key::Home => self.oldest,
            Key::End => self.newest,
            Key::PageDown => from.saturating_sub(second),
            Key::PageUp => from + second,
            Key::ArrowLeft if modifiers.shift => before.copied().find(|&edit| edit < from).unwrap_or(self.oldest),
            Key::ArrowRight if modifiers.shift => after.copied().find(|&edit| edit > from).unwrap_or(self.newest),
            Key::ArrowLeft | Key::ArrowDown => from.saturating_sub(1),
            Key::ArrowRight | Key::ArrowUp => from + 1,
            _ => from,
        };
        to.clamp(self.oldest, self.newest)
    }
}

/// Longest part of the session that is shown at first, s.
const USUAL_SPAN: f64 = 60.0;

/// The same for each point of the bar, so that a moment can be aimed at.
const SECONDS_PER_POINT: f64 = 0.1;

/// Factor on the part that is shown, for a notch of the wheel, and the scroll of a notch, points.
const ZOOM_PER_NOTCH: f32 = 1.25;
const POINTS_PER_NOTCH: f32 = 40.0;

/// Share of the bar at its ends in which a moment of the past does not stay.
const EDGE_SHARE: f64 = 0.01;

/// Room for the way back to the build, points.
const BACK_WIDTH: f32 = 112.0;

/// The part of the session that the bar shows, in steps.
#[derive(Clone, Copy, Debug)]
struct Shown {
    from: f64,
    span: f64,
}

impl Shown {
    /// Whether it has a moment.
    fn has(self, moment: u64) -> bool {
        (self.from..=self.from + self.span).contains(&(moment as f64))
    }

    /// The share of the bar before a moment.
    fn share(self, moment: u64) -> f32 {
        ((moment as f64 - self.from) / self.span).clamp(0.0, 1.0) as f32
    }

    /// The moment at a share of the bar.
    fn moment(self, share: f32) -> u64 {
        (self.from + f64::from(share.clamp(0.0, 1.0)) * self.span).round().max(0.0) as u64
    }
}

/// Gives the keyboard to the bar, or takes it from the bar. Returns whether the bar has it now.
pub fn toggle_focus(context: &Context) -> bool {
    context.memory_mut(|memory| {
        let had_it = memory.has_focus(id("bar"));
        if had_it {
            memory.surrender_focus(id("bar"))
        } else {
            memory.request_focus(id("bar"))
        };
        !had_it
    })
}

fn id(name: &str) -> Id {
    Id::unique("session").with(name)
}

/// Side of an icon, points.
const ICON: f32 = 16.0;

/// Allocates a widget with an id of its own. egui numbers widgets without one in order, and would take the bar for
/// another widget when a message appears in the line during a drag.
fn allocate(ui: &mut Ui, name: &str, size: Vec2, sense: Sense) -> Response {
    let (_, rect) = ui.allocate_space(size);
    mark(ui, name, rect);
    ui.interact(rect, id(name), sense)
}

/// A response whose tooltip stands above the legend if it would cover the legend.
fn avoid_legend(mut response: Response) -> Response {
    let (rect, widest) = (response.rect, response.ctx.global_style().spacing.tooltip_width);
    let covered = |legend: &Rect| legend.left() < rect.left() + widest && legend.right() > rect.left();
    if let Some(legend) = legend::place(&response.ctx).filter(covered) {
        // As narrow as the widget: a tooltip stays while the pointer is in this rectangle.
        let above = pos2(rect.left(), legend.top().min(rect.top()));
        response.rect = Rect::from_min_max(above, rect.left_bottom());
        // The tooltip is placed beside the part that can be pressed.
        response.interact_rect = response.rect;
    }
    response
}

#[cfg(test)]
impl TimelineState {
    /// A session of 1000 steps at its step 900.
    pub fn example() -> Self {
        let (edits, can_undo, can_redo) = (Vec::new(), true, true);
        let (built, back, later_edits) = (None, Action::BackToBuild, 0);
        let (oldest, newest, now, step_seconds) = (0, 1_000, 900, 0.016);
        Self { oldest, newest, now, edits, can_undo, can_redo, built, back, later_edits, step_seconds }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Align, Layout, Panel, Pos2, RawInput};

    use super::*;
    use crate::app::style::{lay_out, new_context};
    use crate::app::ui::ghost_stats::WorldStats;
    use crate::app::ui::legend::Content;
    use crate::view::Style;

    /// The same for a session; adds the requests of the user.
    fn show(
        context: &Context,
        time: &TimelineState,
        seconds: f64,
        events: Vec<Event>,
        requests: &mut Vec<Request>,
    ) -> Vec<(String, Rect)> {
        let style = Style::default();
        let (theme, stats) = (UiTheme::of(style.theme), [WorldStats::default(), WorldStats::default()]);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(988.0, 800.0)));
        let input = RawInput { screen_rect, events, time: Some(seconds), ..RawInput::default() };
        let shapes = lay_out(context, input, |root| {
            Panel::bottom("line").exact_size(28.0).show(root, |ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    time.show(ui, 500.0, &theme, requests);
                });
            });
            let content = Content { tension: None, ghost: Some(&stats), has_plots: false };
            legend::show(root.ctx(), root.available_rect_before_wrap(), &content, &style);
        });
        let text = |shape: &Shape| match shape {
            Shape::Text(text) => Some((text.galley.text().to_owned(), shape.visual_bounding_rect())),
            _ => None,
        };
        shapes.iter().filter_map(|clipped| text(&clipped.shape)).collect()
    }

    #[test]
    fn keys_move_in_time_while_the_bar_has_the_keyboard() {
        let context = new_context();
        let time = TimelineState { oldest: 100, edits: vec![150, 700, 900], ..TimelineState::example() };
        let press = |keys: &[(Key, Modifiers)]| {
            let event =
                |&(key, modifiers)| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
            let mut requests = Vec::new();
            show(&context, &time, 0.0, keys.iter().map(event).collect(), &mut requests);
            requests
        };
        let (none, shift) = (Modifiers::NONE, Modifiers::SHIFT);
        press(&[]);
        assert_eq!(press(&[(Key::Home, none)]), [], "the picture has the keyboard");
        assert!(toggle_focus(&context));
        press(&[]);
        press(&[]);
        let moments = [
            (vec![(Key::ArrowLeft, none)], 899),
            (vec![(Key::ArrowDown, none), (Key::ArrowDown, none)], 898),
            (vec![(Key::ArrowRight, none)], 901),
            (vec![(Key::Home, none)], 100),
            (vec![(Key::End, none)], 1_000),
            (vec![(Key::PageDown, none)], 837),
            (vec![(Key::PageUp, none), (Key::PageUp, none)], 1_000),
            (vec![(Key::ArrowLeft, shift)], 700),
            (vec![(Key::ArrowLeft, shift); 3], 100),
            (vec![(Key::ArrowRight, shift)], 1_000),
        ];
        for (keys, moment) in moments {
            assert_eq!(press(&keys), [Request::Seek(moment)], "{keys:?}");
        }
        assert_eq!(press(&[(Key::ArrowUp, Modifiers::COMMAND)]), [], "a key of the selection");
        assert_eq!(press(&[(Key::Enter, none)]), [Request::Action(Action::Pause)]);
        assert!(!toggle_focus(&context));
        press(&[]);
        assert_eq!(press(&[(Key::Home, none)]), []);
    }

    #[test]
    fn screen_reader_sets_the_time_in_seconds() {
        let (context, time, mut requests) = (new_context(), TimelineState::example(), Vec::new());
        show(&context, &time, 0.0, Vec::new(), &mut requests);
        let request = accesskit::ActionRequest {
            action: accesskit::Action::SetValue,
            target_tree: accesskit::TreeId::ROOT,
            target_node: id("bar").accesskit_id(),
            data: Some(accesskit::ActionData::NumericValue(4.8)),
        };
        show(&context, &time, 0.0, vec![Event::AccessKitActionRequest(request)], &mut requests);
        assert_eq!(requests, [Request::Seek(300)]);
    }
}
