//! The bar of actions for what is selected, for fingers and the mouse.

use egui::{Align2, Area, Frame, Id, Margin, Ui, vec2};

use super::free;
use crate::app::actions::{Action, Request, SelectionAction};
use crate::app::style::{Tooltip as _, UiTheme};
use crate::app::ui::free_part::BAR;
use crate::app::widgets::{Chip, wrapped};
use crate::sandbox::StackEnd;

/// Distance from the lower edge, points.
const FROM_EDGE: f32 = 10.0;

/// Actions that the bar offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectionBar {
    /// Something is selected.
    pub has_selection: bool,
    /// Something is copied.
    pub has_copy: bool,
    /// Clicks add to the selection.
    pub is_adding: bool,
}

/// Shows the bar; adds the requests of the user.
pub fn selection_bar(root: &Ui, bar: SelectionBar, theme: &UiTheme, requests: &mut Vec<Request>) {
    let SelectionBar { has_selection, has_copy, is_adding } = bar;
    let buttons = [
        ("Delete", "Removes what is selected (Del)", SelectionAction::Delete, has_selection),
        ("Cut", "Copies what is selected and removes it (Ctrl+X)", SelectionAction::Cut, has_selection),
        ("Copy", "Copies what is selected (Ctrl+C)", SelectionAction::Copy, has_selection),
        ("Paste", "Adds what is copied (Ctrl+V)", SelectionAction::Paste, has_copy),
        ("Duplicate", "A second one beside it (Shift+D)", SelectionAction::Duplicate, has_selection),
        ("Mirror", "Exchanges left and right (Y)", SelectionAction::Mirror, has_selection),
        ("Front", "In front of all others (Ctrl+Up)", SelectionAction::Restack(StackEnd::Front), has_selection),
        ("Back", "Behind all others (Ctrl+Down)", SelectionAction::Restack(StackEnd::Back), has_selection),
        ("Add", "A click adds a thing, or takes it out again", SelectionAction::Adding, has_selection),
        ("All", "Selects everything (Ctrl+A)", SelectionAction::All, true),
        ("Done", "Ends the selection (Esc)", SelectionAction::End, true),
    ];
    let free = free(root);
    let place = free.center_bottom() - vec2(0.0, FROM_EDGE);
    let area = Area::new(Id::unique(BAR)).fixed_pos(place).pivot(Align2::CENTER_BOTTOM);
    area.constrain_to(free).show(root.ctx(), |ui| {
        let frame = Frame::NONE.fill(theme.glass).corner_radius(8.0).inner_margin(Margin::symmetric(8, 6));
        frame.show(ui, |ui| {
            ui.set_max_width(free.width() - 32.0);
            wrapped(ui, |ui| {
                for (text, tip, action, is_enabled) in buttons {
                    let is_chosen = is_adding && action == SelectionAction::Adding;
                    let chip = Chip { is_chosen, ..Chip::new(text, text) }.show_if(ui, is_enabled, theme);
                    if chip.tooltip(tip).clicked() {
                        requests.push(Request::Action(Action::Selection(action)));
                    }
                }
            });
        });
    });
}
