//! The offer to restore a session that was not closed, or the word that it is damaged.

use egui::{Align2, Area, Frame, Id, Margin, RichText, Ui, vec2};

use super::button;
use crate::app::actions::{FileRequest, Request};
use crate::app::style::UiTheme;

/// A session that was not closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It can be restored.
    Whole,
    /// It was set aside under this name.
    Damaged(String),
}

/// Shows the offer to restore a session that was not closed, at the upper edge.
pub fn offer(root: &Ui, offer: &Offer, theme: &UiTheme, requests: &mut Vec<Request>) {
    let (context, free) = (root.ctx(), root.available_rect_before_wrap());
    let area = Area::new(Id::unique("offer"))
        .constrain_to(free)
        .anchor(Align2::CENTER_TOP, vec2(free.center().x - context.content_rect().center().x, 8.0));
    area.show(context, |ui| {
        Frame::NONE.fill(theme.solid).corner_radius(6).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_max_width(free.width() - 40.0);
            ui.horizontal_wrapped(|ui| {
                let text = match offer {
                    Offer::Whole => "The last session was not closed.",
                    Offer::Damaged(_) => "The last session was not closed, and is damaged.",
                };
                ui.label(RichText::new(text).color(theme.bright));
                if let Offer::Damaged(name) = offer {
                    if button(ui, "discard", "Close", &format!("It is \"{name}\" in the list of files")) {
                        requests.push(Request::File(FileRequest::Discard));
                    }
                    return;
                }
                if button(ui, "restore", "Restore it", "Its state at most some seconds before it ended") {
                    requests.push(Request::File(FileRequest::Restore));
                }
                if button(ui, "discard", "Discard", "It stays in the list of files until newer ones replace it") {
                    requests.push(Request::File(FileRequest::Discard));
                }
            });
        });
    });
}
