//! Headings, buttons and checkboxes.

use std::borrow::Cow;

use egui::{
    Align2, Button, Color32, CornerRadius, FontId, Painter, Rect, Response, RichText, Sense, Shape, Stroke, StrokeKind,
    Ui, Vec2, pos2, vec2,
};

use super::{
    icons,
    place::{mark, text_size},
};
use crate::app::actions::as_printed;
use crate::app::style::{InputDevice, Tooltip as _, TouchTargets, UiTheme, accessibility, for_device, input_device};

/// Size of the panel's text, points.
pub const TEXT_SIZE: f32 = 13.0;

/// Size of the text below an icon, points.
const CAPTION: f32 = 11.0;

/// Shows a small secondary text, in the wording of the device in use.
pub fn note(ui: &mut Ui, text: &str, theme: &UiTheme) {
    ui.label(RichText::new(for_device(text, input_device(ui.ctx()))).size(12.0).color(theme.dim));
}

/// Shows small widgets beside each other, in as many lines as they need.
pub fn wrapped<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        content(ui)
    });
    shown.inner
}

/// Shows the heading of a section. Returns whether it was clicked.
pub fn section_heading(ui: &mut Ui, name: &str, is_open: bool, theme: &UiTheme) -> bool {
    let size = vec2(ui.available_width(), TouchTargets::here(ui).heading);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    mark(ui, name, rect);
    accessibility::set_button(&response, name);
    accessibility::tell(&response, |node| node.set_expanded(is_open));
    let colour = if response.hovered() { theme.bright } else { theme.text };
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.top(), Stroke::new(1.0, theme.line));
    let middle = pos2(rect.left() + 6.0, rect.center().y);
    let arrow = [vec2(-2.5, -4.0), vec2(-2.5, 4.0), vec2(3.5, 0.0)];
    let turn = |at: Vec2| if is_open { vec2(-at.y, at.x) } else { at };
    let corners = arrow.map(|at| middle + turn(at)).to_vec();
    painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
    let place = pos2(rect.left() + 18.0, rect.center().y);
    painter.text(place, Align2::LEFT_CENTER, name, FontId::proportional(14.0), colour);
    response.clicked()
}

/// Paints an icon into a square, in a colour.
pub type PaintIcon = dyn Fn(&Painter, Rect, Color32);

/// An icon that is always the same.
pub type Icon = fn(&Painter, Rect, Color32);

/// A button with a painted icon: a square, unless it has a caption.
pub struct IconButton<'a> {
    /// Name for [`super::place`].
    pub name: Cow<'a, str>,
    /// Icon.
    pub icon: Box<PaintIcon>,
    /// Effect and key of the button.
    pub tooltip: String,
    /// The button is the chosen one of its row.
    pub is_chosen: bool,
    /// Key to show in the corner, and whether it counts with Shift, which an arrow stands for.
    pub key: Option<(char, bool)>,
    /// Text below the icon, and the size of the whole button, points.
    pub caption: Option<(&'a str, Vec2)>,
}

impl<'a> IconButton<'a> {
    /// A button that is not chosen and shows neither key nor caption.
    pub fn new(
        name: impl Into<Cow<'a, str>>,
        icon: impl Fn(&Painter, Rect, Color32) + 'static,
        tooltip: impl Into<String>,
    ) -> Self {
        let (name, icon, tooltip) = (name.into(), Box::new(icon), tooltip.into());
        Self { name, icon, tooltip, is_chosen: false, key: None, caption: None }
    }

    /// Shows the button. Returns whether it was clicked.
    pub fn show(self, ui: &mut Ui, theme: &UiTheme) -> bool {
        let size = self.caption.map_or(Vec2::splat(TouchTargets::here(ui).button), |(_, size)| size);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        mark(ui, &self.name, rect);
        let (fill, ink) = match (self.is_chosen, response.is_pointer_button_down_on() || response.hovered()) {
            (true, _) => (theme.bright, theme.solid),
            (false, true) => (theme.hovered, theme.text),
            (false, false) => (theme.raised, theme.text),
        };
        ui.painter().rect(rect, CornerRadius::same(5), fill, theme.outline(), StrokeKind::Inside);
        let key = self.key.filter(|_| input_device(ui.ctx()) == InputDevice::Mouse);
        let picture = if let Some((text, _)) = self.caption {
            // A long name in small letters is better than the beginning of one.
            let font_size = CAPTION * ((rect.width() - 4.0) / text_size(ui.ctx(), text, CAPTION).x).min(1.0);
            let bottom = rect.center_bottom() - vec2(0.0, 2.0);
            ui.painter().text(bottom, Align2::CENTER_BOTTOM, text, FontId::proportional(font_size), ink);
            let side = rect.height() - CAPTION - 3.0;
            // Away from a key with an arrow.
            let aside = if key.is_some_and(|(_, needs_shift)| needs_shift) { 7.0 } else { 0.0 };
            Rect::from_center_size(rect.center_top() + vec2(-aside, 0.5 * side), Vec2::splat(0.75 * side))
        } else {
            // Away from the corner of the key.
            let shift = match key {
                None => Vec2::ZERO,
                Some((_, needs_shift)) => {
                    if needs_shift {
                        vec2(-4.0, 4.0)
                    } else {
                        vec2(-2.0, 1.0)
                    }
                }
            };
            rect.shrink(rect.width() * 3.0 / 14.0).translate(shift)
        };
        (self.icon)(ui.painter(), picture, ink);
        if let Some((key, needs_shift)) = key {
            let corner = rect.right_top() + vec2(-3.0, 1.0);
            let name = as_printed(&key.to_string()).into_owned();
            let letter = ui.painter().text(corner, Align2::RIGHT_TOP, name, FontId::proportional(10.0), ink);
            if needs_shift {
                icons::shift(ui.painter(), pos2(letter.left() - 4.0, letter.center().y), ink);
            }
        }
        accessibility::set_chosen(&response, self.is_chosen);
        response.tooltip(self.tooltip).clicked()
    }
}

/// A button with a text.
pub struct Chip<'a> {
    /// Name for [`super::place`].
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The button is the chosen one of its row.
    pub is_chosen: bool,
}

impl<'a> Chip<'a> {
    /// A button that is not chosen.
    pub const fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, text, is_chosen: false }
    }

    /// Shows the button.
    pub fn show(self, ui: &mut Ui, theme: &UiTheme) -> Response {
        self.show_if(ui, true, theme)
    }

    /// Shows the button, enabled or not.
    pub fn show_if(self, ui: &mut Ui, is_enabled: bool, theme: &UiTheme) -> Response {
        self.add(ui, theme, |ui, button| ui.add_enabled(is_enabled, button))
    }

    /// Shows the button in a size, points.
    pub fn show_sized(self, ui: &mut Ui, size: Vec2, theme: &UiTheme) -> Response {
        self.add(ui, theme, |ui, button| ui.add_sized(size, button))
    }

    fn add(self, ui: &mut Ui, theme: &UiTheme, add: impl FnOnce(&mut Ui, Button) -> Response) -> Response {
        let ink = if self.is_chosen { theme.solid } else { theme.text };
        let fill = if self.is_chosen { theme.bright } else { theme.raised };
        let button = Button::new(RichText::new(self.text).size(TEXT_SIZE).color(ink)).fill(fill).corner_radius(5);
        let button = button.min_size(Vec2::splat(TouchTargets::here(ui).field));
        let response = add(ui, button);
        accessibility::set_chosen(&response, self.is_chosen);
        mark(ui, self.name, response.rect);
        response
    }
}

/// A checkbox with a visible outline.
pub struct Checkbox<'a> {
    /// Name for [`super::place`].
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Its tooltip.
    pub tooltip: &'a str,
}

impl Checkbox<'_> {
    /// Shows the checkbox. Returns whether it was clicked.
    pub fn show(self, ui: &mut Ui, is_on: &mut bool, theme: &UiTheme) -> bool {
        let response = ui.scope(|ui| {
            ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::new(1.0, theme.dim);
            ui.checkbox(is_on, RichText::new(self.text).size(TEXT_SIZE))
        });
        let response = response.inner.tooltip(self.tooltip);
        mark(ui, self.name, response.rect);
        response.changed()
    }
}

/// Shows the small button that restores the scene's own value, disabled if the value is the scene's. Returns whether it
/// was clicked.
pub fn reset_button(ui: &mut Ui, name: &str, differs: bool, theme: &UiTheme) -> bool {
    let sense = if differs { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(TouchTargets::here(ui).small_button), sense);
    mark(ui, &format!("{name}.reset"), rect);
    let colour = match (differs, response.hovered()) {
        (false, _) => theme.line,
        (true, false) => theme.text,
        (true, true) => theme.bright,
    };
    icons::reset(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(0.5 * rect.width() + 3.0)), colour);
    let tooltip = if differs {
        "Back to the value that the scene starts with"
    } else {
        "This is the value that the scene starts with"
    };
    response.tooltip(tooltip).clicked()
}

/// Shows the small button that closes what it stands on. Returns whether it was clicked.
pub fn close_button(ui: &mut Ui, name: &str, tooltip: &str, theme: &UiTheme) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(TouchTargets::here(ui).small_button), Sense::click());
    mark(ui, name, rect);
    let colour = if response.hovered() { theme.bright } else { theme.text };
    icons::cross(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(10.0)), colour);
    response.tooltip(tooltip).clicked()
}
