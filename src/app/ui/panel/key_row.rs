//! The row of a key that works machines: its field takes one character.

use egui::text::{CCursor, CCursorRange};
use egui::{Align, Align2, Label, Layout, Margin, Response, RichText, TextEdit, Ui, text_edit::TextEditState};

use crate::app::actions::{cap_of, is_bindable, lower_case};
use crate::app::style::{Tooltip as _, UiTheme, accessibility};
use crate::app::widgets::{MIXED, TEXT_SIZE, complain, mark, with_id};

/// Width of the field, points.
const WIDTH: f32 = 52.0;

/// The row of a key.
pub struct KeyRow<'a> {
    /// Name of its field.
    pub name: &'a str,
    /// Its label.
    pub label: &'a str,
    /// Its effect.
    pub tooltip: &'a str,
    /// The present key.
    pub now: Option<char>,
    /// Whether it shows the keys of several things that differ.
    pub is_mixed: bool,
}

impl KeyRow<'_> {
    /// Shows the row. Returns the new key, or none, if the user has typed one or emptied the field.
    pub fn show(&self, ui: &mut Ui, theme: &UiTheme) -> Option<Option<char>> {
        let Self { name, label, tooltip, now, is_mixed } = *self;
        let shown = now.filter(|_| !is_mixed).map(|key| cap_of(key).to_string()).unwrap_or_default();
        let mut text = shown.clone();
        let mut is_changed = false;
        with_id(ui, name, |ui| {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let hint = if is_mixed { MIXED } else { "none" };
                    let edit = TextEdit::singleline(&mut text).hint_text(hint).desired_width(WIDTH);
                    let edit = edit.align(Align2::CENTER_CENTER).margin(Margin::symmetric(4, 2));
                    let field = ui.add(edit.text_color(theme.bright));
                    mark(ui, name, field.rect);
                    accessibility::set_name(&field, label);
                    if field.gained_focus() {
                        select_all(ui, &field, text.chars().count());
                    }
                    is_changed = field.changed();
                    if is_changed {
                        // The next key of the user is none for this field.
                        field.surrender_focus();
                    }
                    field.tooltip(tooltip);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(Label::new(RichText::new(label).size(TEXT_SIZE)).truncate()).tooltip(tooltip);
                    });
                });
            });
            ui.add_space(3.0);
        });
        if !is_changed {
            return None;
        }
        let Some(typed) = typed(&text, &shown) else { return text.is_empty().then_some(None) };
        let key = Some(lower_case(typed)).filter(|&key| is_bindable(key));
        if key.is_none() {
            complain(ui.ctx(), format!("{label}: this key works no machines; letters, digits and signs do"));
        }
        key.map(Some)
    }
}

/// The character of an edited text that was not there before.
fn typed(text: &str, before: &str) -> Option<char> {
    let new = text.replacen(before, "", usize::from(!before.is_empty()));
    if new.is_empty() { text.chars().next() } else { new.chars().last() }
}

fn select_all(ui: &Ui, field: &Response, length: usize) {
    let mut state = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(length))));
    state.store(ui.ctx(), field.id);
}
