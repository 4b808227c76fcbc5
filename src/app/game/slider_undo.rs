//! Escape during the drag of a slider restores the value before the drag.

use egui::Context;

use crate::physics::Settings;
use crate::sandbox::{Command, Ghost, Sandbox};
use crate::scene::Rival;

/// The values that sliders change, at the last press on the interface.
pub struct SliderUndo {
    settings: Settings,
    rival: Option<Rival>,
    /// The values should be restored after this frame.
    is_due: bool,
}

impl SliderUndo {
    /// The values of a sandbox.
    pub fn new(sandbox: &Sandbox) -> Self {
        Self { settings: *sandbox.world().settings(), rival: sandbox.ghost().map(Ghost::rival), is_due: false }
    }

    /// Remembers the values at a press.
    pub fn remember(&mut self, sandbox: &Sandbox) {
        *self = Self { is_due: self.is_due, ..Self::new(sandbox) };
    }

    /// Schedules [`SliderUndo::restore`] if a widget is being dragged, which egui releases at Escape. Returns whether
    /// one is.
    pub fn cancel_drag(&mut self, context: &Context) -> bool {
        self.is_due = context.dragged_id().is_some();
        self.is_due
    }

    /// The commands that restore the values. Call it after the interface's frame, in which the slider still follows the
    /// pointer.
    pub fn restore(&mut self, sandbox: &Sandbox) -> Vec<Command> {
        if !std::mem::take(&mut self.is_due) {
            return Vec::new();
        }
        let now = Self::new(sandbox);
        let settings = (self.settings != now.settings).then(|| Command::SetSettings(Box::new(self.settings)));
        let ghost = (self.rival != now.rival).then(|| Command::SetGhost(self.rival.clone().map(Box::new)));
        settings.into_iter().chain(ghost).collect()
    }
}
