//! A setting that is a number: label, value, reset button, and a slider below.

use std::ops::RangeInclusive;

use egui_macroquad::egui::{Align, DragValue, Label, Layout, RichText, Slider, Ui};

use super::buttons::{TEXT_SIZE, reset_button};
use super::fields::Field;
use super::format::digits;
use super::place::{mark, with_id};
use super::slider::{SliderScale, released_at};
use crate::app::style::{Tooltip as _, UiTheme};
use crate::physics::Settings;

/// Tooltip of a disabled row.
pub const NO_EFFECT: &str = "No effect under the settings above";

/// The row of a number.
pub struct NumberRow<'a> {
    /// The number.
    pub field: &'a Field,
    /// The present settings.
    pub settings: &'a Settings,
    /// The scene's own settings.
    pub own: &'a Settings,
}

impl NumberRow<'_> {
    /// Shows the row. Returns the new value, if the user has changed it.
    pub fn show(&self, ui: &mut Ui, theme: &UiTheme) -> Option<f32> {
        let Field { name, factor, range, get, acts, .. } = self.field;
        let now = get(self.settings);
        let shown = f64::from(now) * factor;
        let ends = f64::from(range.0) * factor..=f64::from((range.1)(self.settings)) * factor;
        let mut new = None;
        with_id(ui, name, |ui| {
            ui.add_enabled_ui(acts(self.settings), |ui| {
                ui.horizontal(|ui| {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        ui.spacing_mut().item_spacing.x = 4.0;
                        let own = get(self.own);
                        if reset_button(ui, name, now != own, theme) {
                            new = Some(own);
                        }
                        new = self.value(ui, shown, ends.clone()).or(new);
                    });
                });
                new = self.slider(ui, shown, ends).or(new);
                ui.add_space(3.0);
            });
        });
        new.filter(|&new| new != now)
    }

    /// Shows the label and the value, from right to left. Returns a typed or dragged value.
    fn value(&self, ui: &mut Ui, shown: f64, ends: RangeInclusive<f64>) -> Option<f32> {
        let Field { name, label, unit, factor, whole, tooltip, .. } = self.field;
        let mut typed = shown;
        let suffix = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        let value = DragValue::new(&mut typed)
            .range(ends)
            .speed((shown.abs() * 0.01).max(if *whole { 0.1 } else { 0.001 }))
            .suffix(suffix)
            .custom_formatter(|value, _| digits(value));
        let response = ui.add(value).tooltip(*tooltip);
        mark(ui, &format!("{name}.value"), response.rect);
        // The label is truncated in a narrow panel.
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let label = ui.add(Label::new(RichText::new(*label).size(TEXT_SIZE)).truncate());
            label.tooltip(*tooltip).disabled_tooltip(NO_EFFECT);
        });
        // A field that loses the keyboard reports a change to the shown, rounded value.
        let is_changed = response.changed() && digits(typed) != digits(shown);
        is_changed.then_some((typed / factor) as f32)
    }

    /// Shows the slider. Returns a new value.
    fn slider(&self, ui: &mut Ui, shown: f64, ends: RangeInclusive<f64>) -> Option<f32> {
        let Field { name, factor, decades, whole, tooltip, .. } = self.field;
        let mut slid = shown;
        ui.spacing_mut().slider_width = ui.available_width();
        let scale = SliderScale { ends: ends.clone(), least: decades.map(|least| f64::from(least) * factor) };
        let mut slider = Slider::new(&mut slid, ends).show_value(false);
        if let Some(least) = scale.least {
            slider = slider.logarithmic(true).smallest_positive(least);
        }
        if *whole {
            slider = slider.integer();
        }
        let response = ui.add(slider).tooltip(*tooltip).disabled_tooltip(NO_EFFECT);
        mark(ui, name, response.rect);
        let released = released_at(ui, &response).map(|at| scale.value(ui, response.rect, at.x));
        let released = released.map(|value| if *whole { value.round() } else { value });
        (response.changed() || released.is_some()).then(|| (released.unwrap_or(slid) / factor) as f32)
    }
}
