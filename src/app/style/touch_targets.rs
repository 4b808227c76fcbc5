//! Sizes of widgets that are pressed: small ones for a pointer, large ones for a finger.

use egui::{Context, Ui, Vec2, vec2};

use super::wording::{InputDevice, input_device};

/// Sizes, points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchTargets {
    /// Side of a button with an icon.
    pub button: f32,
    /// Side of a small button beside another widget.
    pub small_button: f32,
    /// Height of a section's heading.
    pub heading: f32,
    /// Height of a row in a list of files.
    pub list_row: f32,
    /// Height of the status line.
    pub status_line: f32,
    /// Height of the timeline bar and of the buttons in the status line.
    pub status_button: f32,
    /// Smallest height of text buttons, fields and sliders.
    pub field: f32,
    /// Padding of text buttons.
    pub padding: Vec2,
    /// Side of a checkbox, and of the button that closes a window.
    pub checkbox: f32,
}

impl TouchTargets {
    const POINTER: Self = Self {
        button: 28.0,
        small_button: 18.0,
        heading: 24.0,
        list_row: 26.0,
        status_line: 28.0,
        status_button: 22.0,
        field: 18.0,
        padding: vec2(4.0, 1.0),
        checkbox: 14.0,
    };

    /// No side of a button is below 40: fingers miss smaller ones. The mark of a checkbox is smaller than its row, as is the
    /// cross that closes a window.
    const FINGER: Self = Self {
        button: 40.0,
        small_button: 40.0,
        heading: 40.0,
        list_row: 40.0,
        status_line: 44.0,
        status_button: 40.0,
        field: 40.0,
        padding: vec2(8.0, 4.0),
        checkbox: 22.0,
    };

    /// The sizes for a device.
    pub const fn of(device: InputDevice) -> Self {
        match device {
            InputDevice::Mouse => Self::POINTER,
            InputDevice::Fingers => Self::FINGER,
        }
    }

    /// The sizes for the device in use.
    pub fn here(ui: &Ui) -> Self {
        Self::of(input_device(ui.ctx()))
    }

    /// Gives egui's own widgets these sizes.
    pub fn apply(self, context: &Context) {
        context.all_styles_mut(|style| {
            style.spacing.interact_size = vec2(40.0, self.field);
            style.spacing.button_padding = self.padding;
            style.spacing.icon_width = self.checkbox;
            style.spacing.icon_width_inner = self.checkbox * 4.0 / 7.0;
        });
    }
}
