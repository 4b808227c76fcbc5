//! How large things are that are pressed: for a pointer, which meets a place, or for a finger, which covers one.

use egui_macroquad::egui::{Context, Ui, vec2};

use super::wording::{self, InputDevice};

/// TouchTargets, points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchTargets {
    /// Side of a button with an icon.
    pub button: f32,
    /// Side of one that is seldom needed and stands in a row with something else.
    pub small: f32,
    /// Height of a section's heading.
    pub heading: f32,
    /// Height of a row in a list of files.
    pub row: f32,
    /// Height of the line at the lower edge.
    pub line: f32,
    /// Height of the bar and of the buttons in that line.
    pub in_line: f32,
    /// Smallest height of text buttons, fields and sliders.
    pub field: f32,
    /// Padding of text buttons, horizontal and vertical.
    pub around: (f32, f32),
    /// Side of a box to tick, and of the cross that closes a window.
    pub tick: f32,
}

impl TouchTargets {
    const POINTER: Self = Self {
        button: 28.0,
        small: 18.0,
        heading: 24.0,
        row: 26.0,
        line: 28.0,
        in_line: 22.0,
        field: 18.0,
        around: (4.0, 1.0),
        tick: 14.0,
    };

    /// No side is below 32: what is smaller is missed.
    const FINGER: Self = Self {
        button: 40.0,
        small: 32.0,
        heading: 36.0,
        row: 40.0,
        line: 44.0,
        in_line: 36.0,
        field: 32.0,
        around: (8.0, 4.0),
        tick: 22.0,
    };

    /// For whom the interface is used by.
    #[must_use]
    pub const fn of(by: InputDevice) -> Self {
        match by {
            InputDevice::Mouse => Self::POINTER,
            InputDevice::Fingers => Self::FINGER,
        }
    }

    /// For whom this is drawn.
    #[must_use]
    pub fn here(ui: &Ui) -> Self {
        Self::of(wording::input_device(ui.ctx()))
    }

    /// Gives egui's own widgets these sizes.
    pub fn apply(self, context: &Context) {
        context.all_styles_mut(|style| {
            style.spacing.interact_size = vec2(40.0, self.field);
            style.spacing.button_padding = vec2(self.around.0, self.around.1);
            style.spacing.icon_width = self.tick;
            style.spacing.icon_width_inner = self.tick * 4.0 / 7.0;
        });
    }
}
