//! The offer to restore a session that was not closed, or the word that it is damaged.

use egui::{Align2, Area, Frame, Id, Margin, RichText, Ui, vec2};

use super::button;
use crate::app::actions::{FileRequest, Request};
use crate::app::style::UiTheme;

/// Sessions that were not closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// One can be restored.
    pub can_restore: bool,
    /// One is damaged, and was set aside under this name.
    pub damaged: Option<String>,
}

impl Offer {
    fn text(&self) -> String {
        match &self.damaged {
            None => "The last session was not closed.".to_owned(),
            Some(_) if !self.can_restore => "The last session was not closed, and is damaged.".to_owned(),
            Some(name) => {
                format!("A session was not closed. Another one is damaged: it is \"{name}\" in the list of files.")
            }
        }
    }
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
                ui.label(RichText::new(offer.text()).color(theme.bright));
                if let Some(name) = offer.damaged.as_ref().filter(|_| !offer.can_restore) {
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
