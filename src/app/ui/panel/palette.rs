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

/// Width of a palette that has titles, points.
const TITLED: f32 = 250.0;

/// Margin above and below the strip, points.
const MARGIN: f32 = 4.0;

/// The keys of the tools in the strip.
const STRIP_KEYS: [char; 5] = ['1', '2', '3', '4', '5'];

/// Widest window with a strip, points.
const NARROW: f32 = 500.0;

/// Shows all tools in groups. Returns the tool that was clicked.
pub fn palette(ui: &mut Ui, active: Tool, theme: &UiTheme) -> Option<Tool> {
    let mut clicked = None;
    let has_titles = ui.available_width() >= TITLED;
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    let mut group = |ui: &mut Ui, group: ToolGroup| {
        for tool in group.tools() {
            clicked = button(ui, "tool", tool, active, theme).or(clicked);
        }
    };
    if has_titles {
        for each in ToolGroup::ALL.into_iter().filter(|each| each.tools().next().is_some()) {
            ui.horizontal_top(|ui| {
                let size = vec2(TITLE - GAP, TouchTargets::here(ui).button);
                let (title, _) = ui.allocate_exact_size(size, Sense::hover());
                let font = FontId::proportional(12.0);
                ui.painter().text(title.left_center(), Align2::LEFT_CENTER, each.title(), font, theme.dim);
                ui.horizontal_wrapped(|ui| group(ui, each));
            });
        }
    } else {
        ui.horizontal_wrapped(|ui| ToolGroup::ALL.into_iter().for_each(|each| group(ui, each)));
    }
    clicked
}

/// Shows the button of a tool, named after `place` and the tool. Returns the tool if it was clicked.
fn button(ui: &mut Ui, place: &str, tool: Tool, active: Tool, theme: &UiTheme) -> Option<Tool> {
    let info @ ToolInfo { name, key, tip, needs_shift, .. } = tool.info();
    let button = IconButton {
        name: &format!("{place}.{name}"),
        icon: Box::new(icons::tool(tool)),
        tooltip: format!("{name} ({}): {tip}", info.key_name()),
        is_chosen: tool == active,
        key: Some((key, needs_shift)),
    };
    button.show(ui, theme).then_some(tool)
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
                if let Some(tool) = button(ui, "strip", tool, state.tool, theme) {
                    requests.push(Request::Action(Action::Choose(tool)));
                }
            }
            let (icon, pause) = pause_button(state.is_paused);
            let back = back_to_build(state.sandbox.scene().scene.keys);
            for (name, icon, button) in [
                ("strip.more", icons::more as Icon, ActionButton::ALL_TOOLS),
                ("strip.pause", icon, pause),
                ("strip.back", icons::reset, ActionButton::BACK_TO_BUILD.doing(back)),
            ] {
                let has_room = name == "strip.more" || ui.available_width() >= TouchTargets::here(ui).button;
                let is_wanted = name != "strip.back" || state.later_edits.is_some();
                if has_room && is_wanted && IconButton::new(name, icon, button.tooltip()).show(ui, theme) {
                    requests.push(Request::Action(button.action));
                }
            }
        });
    });
}
