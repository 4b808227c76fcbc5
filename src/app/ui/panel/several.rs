//! Numbers of several things: the number that they share, or "mixed"; a new one is given to all.

use egui::Ui;

use super::SectionContext;
use crate::app::style::UiTheme;
use crate::app::widgets::OptionalRow;
use crate::physics::Property;
use crate::sandbox::Command;

/// The row of a number that several things have.
#[derive(Clone, Copy)]
pub struct SharedRow<'a> {
    /// Name of its controls.
    pub name: &'a str,
    /// The entry of the number in its table.
    pub property: &'a Property,
}

impl SharedRow<'_> {
    /// Shows the numbers of things; without any, nothing. Returns the number for all that the user has chosen.
    pub fn show(self, ui: &mut Ui, numbers: impl IntoIterator<Item = f32>, theme: &UiTheme) -> Option<f32> {
        self.show_optional(ui, numbers.into_iter().map(Some), theme).flatten()
    }

    /// The same for numbers that may be left out.
    pub fn show_optional(
        self,
        ui: &mut Ui,
        numbers: impl IntoIterator<Item = Option<f32>>,
        theme: &UiTheme,
    ) -> Option<Option<f32>> {
        let Self { name, property: &Property { ref row, ends, .. } } = self;
        let (now, is_mixed) = common(numbers)?;
        OptionalRow { name, row, ends, slider: None, now, own: now, is_mixed, is_enabled: true }.show(ui, theme)
    }
}

/// The first of some values, and whether another one differs from it.
pub fn common<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Option<(T, bool)> {
    let mut values = values.into_iter();
    let first = values.next()?;
    let is_mixed = values.any(|value| value != first);
    Some((first, is_mixed))
}

/// Requests commands that set numbers of things, as one edit.
pub fn set_each(cx: &mut SectionContext, commands: impl IntoIterator<Item = Command>) {
    let mut commands: Vec<_> = commands.into_iter().collect();
    match commands.len() {
        0 => {}
        1 => commands.drain(..).for_each(|command| cx.command(command)),
        _ => cx.command(Command::Together(commands)),
    }
}
