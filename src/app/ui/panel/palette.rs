//! The tools as buttons: a palette in groups, and a strip of the first tools for narrow windows.

use egui::{Align2, FontId, Frame, Margin, Panel, Sense, Ui, Vec2, vec2};

use super::PanelState;
use super::tools::pause_button;
use crate::app::actions::{Action, ActionButton, Request, back_to_build};
use crate::app::style::{TouchTargets, UiTheme};
use crate::app::widgets::{Icon, IconButton, icons};
use crate::tool::{Tool, ToolGroup, ToolInfo};

/// Gap between two buttons, points.
const GAP: f32 = 4.0;

/// Width of the titles of groups, points.
const TITLE: f32 = 44.0;

/// Width of a palette of pictures alone that has titles, points.
const TITLED: f32 = 250.0;

/// Least size of a button with a name, points.
const NAMED: Vec2 = vec2(49.0, 34.0);

/// Margin above and below the strip, points.
const MARGIN: f32 = 4.0;

/// The keys of the tools in the strip.
const STRIP_KEYS: [char; 5] = ['1', '2', '3', '4', '5'];

/// Widest window with a strip, points.
const NARROW: f32 = 500.0;

/// Shows all tools in groups. Returns the tool that was clicked.
pub fn palette(ui: &mut Ui, state: &PanelState, theme: &UiTheme) -> Option<Tool> {
    let mut clicked = None;
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    let (side, panel) = (TouchTargets::here(ui).button, ui.max_rect().width());
    let has_names = state.has_tool_names;
    let title = if !has_names && panel >= TITLED { TITLE } else { 0.0 };
    let width = panel - title + GAP;
    let least = if has_names { side.max(NAMED.x) } else { side };
    let columns = ((width / (least + GAP)) as usize).max(2);
    let named = vec2((width / columns as f32 - GAP).floor(), side.max(NAMED.y));
    for group in ToolGroup::ALL {
        ui.horizontal_top(|ui| {
            if title > 0.0 {
                let (place, _) = ui.allocate_exact_size(vec2(title - GAP, side), Sense::hover());
                let font = FontId::proportional(12.0);
                ui.painter().text(place.left_center(), Align2::LEFT_CENTER, group.title(), font, theme.dim);
            }
            let tools: Vec<Tool> = group.tools().collect();
            ui.vertical(|ui| {
                for row in even_rows(&tools, columns) {
                    ui.horizontal(|ui| {
                        for &tool in row {
                            let button = button("tool", tool, state.tool);
                            let caption = has_names.then_some((tool.info().name, named));
                            let button = IconButton { caption, ..button };
                            clicked = button.show(ui, theme).then_some(tool).or(clicked);
                        }
                    });
                }
            });
        });
    }
    clicked
}

/// Divides tools into as few rows of at most `columns` as possible, of about the same length: no button stands alone in
/// the last one.
fn even_rows(tools: &[Tool], columns: usize) -> impl Iterator<Item = &[Tool]> {
    let rows = tools.len().div_ceil(columns);
    let start = move |row: usize| (row * tools.len()).div_ceil(rows);
    (0..rows).map(move |row| &tools[start(row)..start(row + 1)])
}

/// The button of a tool, named after `place` and the tool.
fn button(place: &str, tool: Tool, active: Tool) -> IconButton<'static> {
    let info @ ToolInfo { name, key, tip, needs_shift, .. } = tool.info();
    let tooltip = format!("{name} ({}): {tip}", info.key_name());
    IconButton {
        is_chosen: tool == active,
        key: Some((key, needs_shift)),
        ..IconButton::new(format!("{place}.{name}"), icons::tool(tool), tooltip)
    }
}

/// Height of the strip of tools, points; 0 in windows that have none: it is for phones held upright.
pub fn strip_height(window: Vec2, targets: TouchTargets) -> f32 {
    if window.x <= NARROW && window.y > window.x { targets.button + 2.0 * MARGIN } else { 0.0 }
}

/// Shows the strip of the first tools at the lower edge of narrow windows, with buttons for the panel and, where there is
/// room, for the pause and, while time has run, for the way back to the build.
pub fn strip(root: &mut Ui, state: &PanelState, theme: &UiTheme, requests: &mut Vec<Request>) {
    let height = strip_height(root.ctx().content_rect().size(), TouchTargets::here(root));
    if height == 0.0 {
        return;
    }
    let frame = Frame::NONE.fill(theme.solid).inner_margin(Margin::same(MARGIN as i8));
    let strip = Panel::bottom("tools").exact_size(height).frame(frame).show_separator_line(false);
    strip.show(root, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let tool = |key: char| Tool::ALL.into_iter().find(|tool| tool.info().key == key);
            for tool in STRIP_KEYS.into_iter().filter_map(tool) {
                if button("strip", tool, state.tool).show(ui, theme) {
                    requests.push(Request::Action(Action::Choose(tool)));
                }
            }
            let (icon, pause) = pause_button(state.is_paused);
            let back = back_to_build(state.sandbox.scene().scene.keys);
            let later = state.later_edits.filter(|parts| *parts > 0).map(|parts| format!("drops {parts}"));
            for (name, icon, button) in [
                ("strip.more", icons::more as Icon, ActionButton::ALL_TOOLS),
                ("strip.pause", icon, pause),
                ("strip.back", icons::reset, ActionButton::BACK_TO_BUILD.doing(back)),
            ] {
                let has_room = name == "strip.more" || ui.available_width() >= TouchTargets::here(ui).button;
                let is_wanted = name != "strip.back" || state.later_edits.is_some();
                let size = Vec2::splat(TouchTargets::here(ui).button);
                let caption = later.as_deref().filter(|_| name == "strip.back").map(|text| (text, size));
                let shown = IconButton { caption, ..IconButton::new(name, icon, button.tooltip()) };
                if has_room && is_wanted && shown.show(ui, theme) {
                    requests.push(Request::Action(button.action));
                }
            }
        });
    });
}
