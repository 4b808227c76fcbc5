//! Names, descriptions and states of widgets for screen readers. Nobody asks for them in a browser.

use egui::{
    Response, Ui,
    accesskit::{Action, ActionData, Node, Role, Toggled},
};

/// Sets the words of a screen reader for a widget. Does nothing while none runs.
pub fn tell(widget: &Response, set: impl FnOnce(&mut Node)) {
    if !cfg!(target_arch = "wasm32") {
        widget.ctx.accesskit_node_builder(widget.id, set);
    }
}

/// Makes a painted widget a button with a name.
pub fn set_button(widget: &Response, name: &str) {
    tell(widget, |node| {
        node.set_role(Role::Button);
        node.set_label(name);
    });
}

/// Gives a widget a name, which is read before its value.
pub fn set_name(widget: &Response, name: &str) {
    tell(widget, |node| node.set_label(name));
}

/// Tells whether a button is the chosen one of its row.
pub fn set_chosen(widget: &Response, is_chosen: bool) {
    tell(widget, |node| node.set_toggled(Toggled::from(is_chosen)));
}

/// Makes a tooltip the name of a widget that has none, such as an icon, or else its description.
pub fn describe(widget: &Response, tooltip: &str) {
    tell(widget, |node| {
        if node.role() == Role::Unknown {
            node.set_role(Role::Button);
        }
        let is_named = node.label().is_some() || node.role() == Role::Label;
        if is_named { node.set_description(tooltip) } else { node.set_label(tooltip) }
    });
}

/// The number that a user of a screen reader has set in this frame.
pub fn requested_number(ui: &Ui, widget: &Response) -> Option<f64> {
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    ui.input(|input| {
        let number = |data: &Option<ActionData>| match *data {
            Some(ActionData::NumericValue(number)) => Some(number),
            _ => None,
        };
        input.accesskit_action_requests(widget.id, Action::SetValue).filter_map(|request| number(&request.data)).last()
    })
}
