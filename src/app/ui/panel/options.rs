//! The options of the active tool, and of no other.

use egui::{RichText, Ui};

use super::{SectionContext, material, obstacle};
use crate::app::actions::Request;
use crate::app::style::UiTheme;
use crate::app::widgets::{Choice, ChoiceRow, NumberRow, TEXT_SIZE};
use crate::physics::Row;
use crate::tool::{OptionField, SCISSORS_RANGE, Tool, ToolOption, ToolOptions};

/// The row of the scissors' size.
const SCISSORS: Row = Row::new("Size", "Radius of the scissors ([ and ], or Ctrl with the wheel)")
    .whole()
    .decades(*SCISSORS_RANGE.start())
    .or_unit("px");

/// Radius of the scissors at first, logical pixels.
const USUAL_RADIUS: f32 = 12.0;

/// Shows the options of the active tool.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let state = cx.state;
    let info = state.tool.info();
    if info.draws_obstacles {
        obstacle::show(ui, cx);
    }
    if state.tool == Tool::Scissors {
        let ends = (*SCISSORS_RANGE.start(), *SCISSORS_RANGE.end());
        let now = state.scissors_radius.round();
        let row = NumberRow { name: "scissors", row: &SCISSORS, ends, now, own: USUAL_RADIUS, is_enabled: true };
        if let Some(radius) = row.show(ui, &cx.theme) {
            cx.request(Request::ScissorsRadius(radius));
        }
    }
    for &option in info.options {
        let field = state.options.field(option);
        let own = ToolOptions::default().field(option).value;
        let name = format!("option.{option:?}");
        if let Some(value) = value(ui, &name, field, own, &cx.theme) {
            cx.request(Request::ToolOption(option, value));
        }
    }
}

/// Shows an option. Returns another value that was chosen. `own`: its first value.
fn value(ui: &mut Ui, name: &str, field: OptionField, own: f32, theme: &UiTheme) -> Option<f32> {
    let OptionField { option, label, unit, tip, range, is_whole, words, value } = field;
    let number = |word: &str| (0_u8..).map(f32::from).zip(words).find(|(_, other)| **other == word).map(|(n, _)| n);
    if option == ToolOption::Material {
        ui.label(RichText::new(label).size(TEXT_SIZE));
        return material::choose(ui, name, |word| number(word) == Some(value), theme).and_then(number);
    }
    if !words.is_empty() {
        let choices: Vec<_> =
            (0_u8..).map(f32::from).zip(words).map(|(number, &word)| Choice::new(number, word, tip)).collect();
        return ChoiceRow { name, label, value, own: Some(own), choices: &choices }.show(ui, theme);
    }
    // A wide range has a slider of decades.
    let is_wide = range.0 > 0.0 && range.1 > 50.0 * range.0;
    let decades = is_wide.then_some(range.0);
    let row = Row { unit, is_whole, decades, ..Row::new(label, tip) };
    NumberRow { name, row: &row, ends: range, now: value, own, is_enabled: true }.show(ui, theme)
}
