//! The bar of actions on the selection, for fingers and the mouse.

use egui::{Align2, Area, Frame, Id, Margin, Ui, vec2};

use super::free;
use crate::app::actions::{Action, ActionButton, Request, SelectionAction};
use crate::app::style::{Tooltip as _, UiTheme};
use crate::app::ui::free_part::BAR;
use crate::app::widgets::{Chip, wrapped};

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
    /// What is selected is kept in view.
    pub is_following: bool,
}

/// Shows the bar; adds the requests of the user.
pub fn selection_bar(root: &Ui, bar: SelectionBar, theme: &UiTheme, requests: &mut Vec<Request>) {
    let SelectionBar { has_selection, has_copy, is_adding, is_following } = bar;
    let buttons = [
        (ActionButton::DELETE, has_selection),
        (ActionButton::CUT, has_selection),
        (ActionButton::COPY, has_selection),
        (ActionButton::PASTE, has_copy),
        (ActionButton::DUPLICATE, has_selection),
        (ActionButton::MIRROR, has_selection),
        (ActionButton::FRONT, has_selection),
        (ActionButton::BACK, has_selection),
        (ActionButton::FOLLOW, has_selection),
        (ActionButton::ADD, has_selection),
        (ActionButton::SELECT_ALL, true),
        (ActionButton::DONE, true),
    ];
    let free = free(root);
    let place = free.center_bottom() - vec2(0.0, FROM_EDGE);
    let area = Area::new(Id::unique(BAR)).fixed_pos(place).pivot(Align2::CENTER_BOTTOM);
    area.constrain_to(free).show(root.ctx(), |ui| {
        let frame = Frame::NONE.fill(theme.glass).corner_radius(8.0).inner_margin(Margin::symmetric(8, 6));
        frame.show(ui, |ui| {
            ui.set_max_width(free.width() - 32.0);
            wrapped(ui, |ui| {
                for (button, is_enabled) in buttons {
                    let text = button.words.label;
                    let is_chosen = match button.action {
                        Action::Selection(SelectionAction::Adding) => is_adding,
                        Action::Selection(SelectionAction::Follow) => is_following,
                        _ => false,
                    };
                    let chip = Chip { is_chosen, ..Chip::new(text, text) }.show_if(ui, is_enabled, theme);
                    if chip.tooltip(button.tooltip()).clicked() {
                        requests.push(Request::Action(button.action));
                    }
                }
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, PointerButton, Pos2, RawInput, Rect};

    use super::*;
    use crate::app::style::{lay_out, new_context};
    use crate::app::widgets::place;
    use crate::view::Theme;

    #[test]
    fn follow_is_one_click_away_for_a_selection_on_a_phone() {
        let (context, theme, mut requests) = (new_context(), UiTheme::of(Theme::Dark), Vec::new());
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(390.0, 700.0));
        let bar = SelectionBar { has_selection: true, has_copy: false, is_adding: false, is_following: false };
        let mut frame = |events| {
            let input = RawInput { screen_rect: Some(screen), events, ..RawInput::default() };
            lay_out(&context, input, |root| selection_bar(root, bar, &theme, &mut requests));
        };
        (0..3).for_each(|_| frame(Vec::new()));
        let chip = place(&context, "Follow").expect("it is offered");
        assert!(screen.contains_rect(chip), "{chip} is cut off");
        let button = |pressed| Event::PointerButton {
            pos: chip.center(),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        for event in [Event::PointerMoved(chip.center()), button(true), button(false)] {
            frame(vec![event]);
        }
        assert_eq!(requests, [Request::Action(Action::Selection(SelectionAction::Follow))]);
    }
}
