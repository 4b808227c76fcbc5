//! The options of the active tool, and of no other.

use egui::Ui;

use super::{SectionContext, obstacle};
use crate::app::actions::Request;
use crate::app::widgets::NumberRow;
use crate::physics::{Row, Words};
use crate::tool::{OptionField, SCISSORS_RANGE, Tool, ToolOptions};

/// The row of the scissors' size.
const SCISSORS: Row = Row {
    unit: "px",
    is_whole: true,
    decades: Some(*SCISSORS_RANGE.start()),
    ..Row::new("Size", "Radius of the scissors ([ and ], or Ctrl with the wheel)")
};

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
        let OptionField { label, unit, tip, range, is_whole, value, .. } = state.options.field(option);
        // A wide range has a slider of decades.
        let is_wide = range.0 > 0.0 && range.1 > 50.0 * range.0;
        let decades = is_wide.then_some(range.0);
        let row = Row { words: Words { label, tooltip: tip }, unit, is_whole, decades, ..Row::new(label, tip) };
        let (name, own) = (format!("option.{option:?}"), ToolOptions::default().field(option).value);
        let row = NumberRow { name: &name, row: &row, ends: range, now: value, own, is_enabled: true };
        if let Some(value) = row.show(ui, &cx.theme) {
            cx.request(Request::ToolOption(option, value));
        }
    }
}
