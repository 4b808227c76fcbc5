//! A setting with a few values to choose from.

use egui_macroquad::egui::{Align, Layout, RichText, Ui, vec2};

use super::buttons::{Chip, TEXT_SIZE, reset_button};
use super::number_row::NO_EFFECT;
use crate::app::style::{Tooltip as _, UiTheme};

/// A value of a setting.
pub struct Choice<T> {
    /// The value.
    pub value: T,
    /// Name of its button, after the row's.
    pub name: &'static str,
    /// Text of its button.
    pub text: String,
    /// Its effect, and its drawback.
    pub tooltip: &'static str,
}

impl<T> Choice<T> {
    /// A choice whose button has the text of its name.
    pub fn new(value: T, name: &'static str, tooltip: &'static str) -> Self {
        Self { value, name, text: name.to_owned(), tooltip }
    }
}

/// A row of choices below a label.
pub struct ChoiceRow<'a, T> {
    /// Name of the row, for [`super::place`].
    pub name: &'a str,
    /// Its label.
    pub label: &'a str,
    /// The present value.
    pub value: T,
    /// The scene's own value.
    pub own: T,
    /// All choices.
    pub choices: &'a [Choice<T>],
}

impl<T: Copy + PartialEq> ChoiceRow<'_, T> {
    /// Shows the row. Returns the value that was chosen.
    pub fn show(self, ui: &mut Ui, theme: &UiTheme) -> Option<T> {
        let mut chosen = None;
        ui.horizontal(|ui| {
            ui.label(RichText::new(self.label).size(TEXT_SIZE));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if reset_button(ui, self.name, self.value != self.own, theme) {
                    chosen = Some(self.own);
                }
            });
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for Choice { value, name, text, tooltip } in self.choices {
                let name = format!("{}.{name}", self.name);
                let response = Chip { name: &name, text, is_chosen: *value == self.value }.show(ui, theme);
                if response.tooltip(*tooltip).disabled_tooltip(NO_EFFECT).clicked() {
                    chosen = Some(*value);
                }
            }
        });
        ui.add_space(4.0);
        chosen
    }
}
