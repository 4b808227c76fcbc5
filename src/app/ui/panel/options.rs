//! The options of the active tool, and of no other.

use std::sync::LazyLock;

use egui::{RichText, Ui};

use super::key_row::KeyRow;
use super::{SectionContext, machine, material, obstacle};
use crate::app::actions::{Action, Request, input_of};
use crate::app::style::UiTheme;
use crate::app::widgets::{Choice, ChoiceRow, NumberRow, TEXT_SIZE};
use crate::physics::{Row, Words};
use crate::tool::{OptionField, SCISSORS_RANGE, Scissors, Tool, ToolOptions};

/// The row of the scissors' size. Its tooltip names keys, and is made once.
static SCISSORS: LazyLock<Row> = LazyLock::new(|| {
    let Words { label, tooltip } = Scissors::ROW.words;
    let tooltip = format!("{tooltip} ({})", input_of(Action::LargerScissors));
    Row { words: Words::new(label, tooltip.leak()), ..Scissors::ROW }
});

/// Shows the options of the active tool.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let state = cx.state;
    let info = state.tool.info();
    if info.draws_obstacles {
        obstacle::show(ui, cx);
    }
    if state.tool == Tool::Scissors {
        let ends = (*SCISSORS_RANGE.start(), *SCISSORS_RANGE.end());
        let (now, own) = (state.scissors_radius.round(), Scissors::FIRST_RADIUS);
        let row = NumberRow { name: "scissors", row: &SCISSORS, ends, now, own, is_enabled: true };
        if let Some(radius) = row.show(ui, &cx.theme) {
            cx.request(Request::ScissorsRadius(radius));
        }
    }
    // The section Selected has the same numbers, and needs the room.
    if state.selected.is_some_and(|facts| machine::is_among(state.tool, facts, state.sandbox.world())) {
        return;
    }
    for &option in info.options.iter().filter(|&&option| state.options.is_effective(option)) {
        let field = state.options.field(option);
        let own = ToolOptions::default().field(option).value;
        let name = format!("option.{option:?}");
        if field.is_key {
            let (label, tooltip, now) = (field.label, field.tip, state.options.key(option));
            let key = KeyRow { name: &name, label, tooltip, now, is_mixed: false }.show(ui, &cx.theme);
            if let Some(key) = key {
                cx.request(Request::ToolOption(option, key.map_or(0.0, |key| key as u32 as f32)));
            }
            continue;
        }
        if let Some(value) = value(ui, &name, field, own, &cx.theme) {
            cx.request(Request::ToolOption(option, value));
        }
    }
}

/// Shows an option. Returns another value that was chosen. `own`: its first value.
fn value(ui: &mut Ui, name: &str, field: OptionField, own: f32, theme: &UiTheme) -> Option<f32> {
    let OptionField { label, unit, tip, range, is_whole, words, value, .. } = field;
    let number = |word: &str| (0_u8..).map(f32::from).zip(words).find(|(_, other)| **other == word).map(|(n, _)| n);
    if field.is_material() {
        ui.label(RichText::new(label).size(TEXT_SIZE));
        return material::choose(ui, name, |word| number(word) == Some(value), theme).and_then(number);
    }
    if !words.is_empty() {
        let choices: Vec<_> =
            (0_u8..).map(f32::from).zip(words).map(|(number, &word)| Choice::new(number, word, tip)).collect();
        return ChoiceRow { name, label, value, own: Some(own), choices: &choices }.show(ui, theme);
    }
    // A wide range has a slider of decades.
    let decades = match range {
        (least, most) if least > 0.0 => (most > 50.0 * least).then_some(least),
        (least, most) => (least < 0.0 || most >= 1_000.0).then_some(0.01),
    };
    let row = Row { unit, is_whole, decades, ..Row::new(label, tip) };
    NumberRow { name, row: &row, ends: range, now: value, own, is_enabled: true }.show(ui, theme)
}
