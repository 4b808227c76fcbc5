//! The rows of settings: numbers, and values to choose from.

use std::ops::RangeInclusive;

use egui::{Align, Label, Layout, RichText, Ui};

use super::buttons::{Chip, TEXT_SIZE, reset_button, wrapped};
use super::place::{mark, with_id};
use super::typing::{MIXED, NumberEdit, NumberField};
use super::{format::digits, slider::WideSlider};
use crate::app::style::{Tooltip as _, UiTheme};
use crate::physics::{Row, Words};

/// Tooltip of a disabled row.
pub const NO_EFFECT: &str = "No effect under the settings above";

/// The row of a number: label, value, reset button, and a slider below. Numbers are in the unit of the settings.
pub struct NumberRow<'a> {
    /// Name of its controls.
    pub name: &'a str,
    /// Its words, and how it shows the number.
    pub row: &'a Row,
    /// Smallest and largest number.
    pub ends: (f32, f32),
    /// The present number.
    pub now: f32,
    /// The scene's own number.
    pub own: f32,
    /// Whether the number has an effect.
    pub is_enabled: bool,
}

impl NumberRow<'_> {
    /// Shows the row. Returns the new number, if the user has changed it.
    pub fn show(&self, ui: &mut Ui, theme: &UiTheme) -> Option<f32> {
        self.show_several(ui, false, theme)
    }

    /// The same for a number of several things; `is_mixed` if they differ. Any number that is then chosen is new.
    pub fn show_several(&self, ui: &mut Ui, is_mixed: bool, theme: &UiTheme) -> Option<f32> {
        let Self { name, row, ends, now, own, is_enabled } = *self;
        let (now, own) = (Some(now), Some(own));
        OptionalRow { name, row, ends, slider: None, now, own, is_mixed, is_enabled }.show(ui, theme).flatten()
    }
}

/// The row of a number that may be left out, if its [`Row`] says so.
pub struct OptionalRow<'a> {
    /// Name of its controls.
    pub name: &'a str,
    /// Its words, and how it shows the number.
    pub row: &'a Row,
    /// Smallest and largest number.
    pub ends: (f32, f32),
    /// Ends of the slider, where it would be coarse with those of typed numbers.
    pub slider: Option<(f32, f32)>,
    /// The present number.
    pub now: Option<f32>,
    /// The scene's own number.
    pub own: Option<f32>,
    /// Whether it shows several numbers that differ. Then any chosen number is new.
    pub is_mixed: bool,
    /// Whether the number has an effect.
    pub is_enabled: bool,
}

impl OptionalRow<'_> {
    /// Shows the row. Returns the new number, if the user has changed it or left it out.
    pub fn show(&self, ui: &mut Ui, theme: &UiTheme) -> Option<Option<f32>> {
        let Self { name, row, ends, slider, now, own, is_mixed, is_enabled } = *self;
        let &Row { words, factor, decades, is_whole, lack, .. } = row;
        let scaled = |number: f32| f64::from(number) * factor;
        let lack_at = lack.and_then(|lack| lack.number).map(|number| number.clamp(ends.0, ends.1));
        let range = |(least, most)| scaled(least)..=scaled(most);
        let track = slider.unwrap_or(ends);
        let shown = scaled(now.or(lack_at).unwrap_or(track.0));
        let mut new = None;
        with_id(ui, name, |ui| {
            ui.add_enabled_ui(is_enabled, |ui| {
                ui.horizontal(|ui| {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        ui.spacing_mut().item_spacing.x = 4.0;
                        if reset_button(ui, name, now != own && !is_mixed, theme) {
                            new = Some(own);
                        }
                        new = self.value(ui, shown, range(ends)).or(new);
                    });
                });
                let slider = WideSlider {
                    name,
                    label: words.label,
                    ends: range(track),
                    least: decades.map(scaled),
                    is_whole,
                    tooltip: words.tooltip,
                };
                let chosen = slider.show(ui, shown).map(|number| (number / factor) as f32);
                new = chosen.map(|number| Some(number).filter(|_| lack_at != Some(number))).or(new);
                ui.add_space(3.0);
            });
        });
        new.filter(|&new| is_mixed || new != now)
    }

    /// Shows the label and the value, from right to left. Returns a typed or dragged value.
    fn value(&self, ui: &mut Ui, shown: f64, ends: RangeInclusive<f64>) -> Option<Option<f32>> {
        let &Row { words: Words { label, tooltip }, unit, factor, is_whole, lack, .. } = self.row;
        let lack = lack.map(|lack| lack.word);
        let instead = if self.is_mixed { Some(MIXED) } else { lack.filter(|_| self.now.is_none()) };
        let mut typed = shown;
        let speed = (shown.abs() * 0.01).max(if is_whole { 0.1 } else { 0.001 });
        let field = NumberField { label, unit, ends, speed, instead, lack };
        let NumberEdit { response, is_changed, is_left_out } = field.show(ui, &mut typed);
        let response = response.tooltip(tooltip);
        mark(ui, &format!("{}.value", self.name), response.rect);
        // The label is truncated in a narrow panel.
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let label = ui.add(Label::new(RichText::new(label).size(TEXT_SIZE)).truncate());
            label.tooltip(tooltip).disabled_tooltip(NO_EFFECT);
        });
        if is_left_out {
            return Some(None);
        }
        // A field that loses the keyboard reports a change to the shown, rounded value.
        let is_changed = is_changed && (instead.is_some() || digits(typed) != digits(shown));
        is_changed.then_some(Some((typed / factor) as f32))
    }
}

/// A value of a setting.
pub struct Choice<T> {
    /// The value.
    pub value: T,
    /// Name of its button, after the row's.
    pub name: String,
    /// Text of its button.
    pub text: String,
    /// Its effect, and its drawback.
    pub tooltip: &'static str,
}

impl<T> Choice<T> {
    /// A choice whose button has the text of its name.
    pub fn new(value: T, name: impl Into<String>, tooltip: &'static str) -> Self {
        let name = name.into();
        Self { value, text: name.clone(), name, tooltip }
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
    /// The scene's own value, if the scene has one.
    pub own: Option<T>,
    /// All choices.
    pub choices: &'a [Choice<T>],
}

impl<T: Copy + PartialEq> ChoiceRow<'_, T> {
    /// Shows the row. Returns the value that was chosen: where the scene has no value, another one than the present.
    pub fn show(self, ui: &mut Ui, theme: &UiTheme) -> Option<T> {
        let mut chosen = None;
        let label = RichText::new(self.label).size(TEXT_SIZE);
        if let Some(own) = self.own {
            ui.horizontal(|ui| {
                ui.label(label);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if reset_button(ui, self.name, self.value != own, theme) {
                        chosen = Some(own);
                    }
                });
            });
        } else {
            ui.label(label.color(theme.dim));
        }
        wrapped(ui, |ui| {
            for Choice { value, name, text, tooltip } in self.choices {
                let name = format!("{}.{name}", self.name);
                let response = Chip { name: &name, text, is_chosen: *value == self.value }.show(ui, theme);
                if response.tooltip(*tooltip).disabled_tooltip(NO_EFFECT).clicked() {
                    chosen = Some(*value);
                }
            }
        });
        ui.add_space(if self.own.is_some() { 4.0 } else { 3.0 });
        chosen.filter(|&chosen| self.own.is_some() || chosen != self.value)
    }
}
