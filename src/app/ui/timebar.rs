//! The timeline bar: the session with its edits. Dragging shows any moment of it, and so do keys while it has the keyboard.

use egui::{
    Context, Event, EventFilter, Id, Key, Modifiers, PointerButton, Rect, Response, Role, Sense, Ui, Vec2, accesskit,
    pos2, vec2,
};

use super::legend;
use crate::app::actions::{Action, ActionButton, Request, key_name};
use crate::app::style::{self, InputDevice, Tooltip as _, TouchTargets, UiTheme, accessibility};
use crate::app::widgets::{icons, mark, released_at};

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
    /// Length of a step, s.
    pub step_seconds: f64,
}

/// Width of the buttons and of the margins, points.
fn buttons_width(sizes: TouchTargets) -> f32 {
    2.0 * (sizes.status_button + 6.0) + 20.0
}

/// Smallest and largest width with the buttons, points.
pub fn width_range(sizes: TouchTargets) -> (f32, f32) {
    (buttons_width(sizes) + 60.0, buttons_width(sizes) + 420.0)
}

impl TimelineState {
    /// Shows the bar and its buttons in a width, points, at the right end of a line; nothing if there is no room.
    pub fn show(&self, ui: &mut Ui, width: f32, theme: &UiTheme, requests: &mut Vec<Request>) {
        ui.spacing_mut().item_spacing.x = 6.0;
        let sizes = TouchTargets::here(ui);
        if width < width_range(sizes).0 {
            return;
        }
        let width = width - buttons_width(sizes);
        // The layout goes from right to left.
        self.edit_button(ui, Action::Redo, theme, requests);
        self.bar(ui, width, theme, requests);
        self.edit_button(ui, Action::Undo, theme, requests);
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
        let &Self { oldest, newest, now, ref edits, step_seconds, .. } = self;
        let response = allocate(ui, "bar", vec2(width, TouchTargets::here(ui).status_button), Sense::click_and_drag());
        self.tell_screen_readers(&response);
        let rect = response.rect;
        let line = Rect::from_center_size(rect.center(), vec2(width - 12.0, 4.0));
        let length = (newest - oldest).max(1) as f32;
        let x = |moment: u64| line.left() + line.width() * (moment.saturating_sub(oldest) as f32 / length).min(1.0);
        let painter = ui.painter();
        painter.rect_filled(line, 2.0, theme.raised);
        painter.rect_filled(line.with_max_x(x(now)), 2.0, theme.bright.gamma_multiply(0.6));
        let mut last = f32::NEG_INFINITY;
        for &edit in edits {
            // Marks stand at least 3 points apart.
            if x(edit) > last + 3.0 {
                last = x(edit);
                painter.vline(last, rect.center().y - 6.0..=rect.center().y + 6.0, (1.0, theme.dim));
            }
        }
        let radius = if style::input_device(ui.ctx()) == InputDevice::Fingers { 9.0 } else { 5.0 };
        painter.circle_filled(pos2(x(now), rect.center().y), radius, theme.bright);
        let moment = |at: f32| oldest + (((at - line.left()) / line.width()).clamp(0.0, 1.0) * length).round() as u64;
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
        avoid_legend(response).tooltip(format!("{ago:.1} s ago. Drag to any moment, and play from there"));
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
        Self { oldest: 0, newest: 1_000, now: 900, edits, can_undo, can_redo, step_seconds: 0.016 }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Align, Layout, Panel, Pos2, RawInput, Shape};

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
