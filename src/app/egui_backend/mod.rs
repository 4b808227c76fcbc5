//! The backend of egui: window events in; meshes, textures, clipboard and cursor out.
//!
//! Input methods (IME) are missing, since miniquad reports none: each character arrives by itself.
//!
//! | File | Holds |
//! |---|---|
//! | `input` | events of the window to those of egui |
//! | `finger` | the first finger as egui's pointer: taps, drags, swipes that scroll |
//! | `keys` | names of keys, and modifiers |
//! | `painter` | meshes and textures to the graphics card |
//! | `cursor` | shapes of the mouse cursor |

mod cursor;
mod finger;
mod input;
mod keys;
mod painter;

use std::time::Duration;

use egui::{Context, CursorIcon, FullOutput, OutputCommand, Ui, ViewportId};
use glam::Vec2;

use crate::app::{
    input::Event,
    platform::{Clipboard, ScreenReader},
    style,
};
use crate::host::Instant;
use input::{InputTranslator, into_passes};
use painter::Painter;

/// Longest press that counts as a click, s. egui's own limit is shorter than a slow frame.
const MAX_CLICK_TIME: f64 = 5.0;

/// egui in the window. Owns its context, and what it has on the graphics card.
pub struct EguiBackend {
    context: Context,
    input: InputTranslator,
    painter: Painter,
    /// Start of egui's clock, which never goes back.
    began: Instant,
    cursor: CursorIcon,
    is_animating: bool,
    is_text_edited: bool,
    clipboard: Clipboard,
    screen_reader: ScreenReader,
}

impl EguiBackend {
    /// egui in a window that has just opened.
    ///
    /// # Errors
    /// When the driver cannot compile a shader, with its message.
    pub fn new() -> Result<Self, String> {
        let context = style::new_context();
        context.options_mut(|options| options.zoom_with_keyboard = false);
        Ok(Self {
            context,
            input: InputTranslator::default(),
            painter: Painter::new()?,
            began: Instant::now(),
            cursor: CursorIcon::Default,
            is_animating: false,
            is_text_edited: false,
            clipboard: Clipboard::default(),
            screen_reader: ScreenReader::start(),
        })
    }

    /// The context, for questions between two frames.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Whether egui asked for another frame, because something of it moves.
    pub fn is_animating(&self) -> bool {
        self.is_animating || self.input.is_busy()
    }

    /// Whether a text field had the keyboard in the last frame.
    pub fn is_text_edited(&self) -> bool {
        self.is_text_edited
    }

    /// The clipboard.
    pub fn clipboard(&mut self) -> &mut Clipboard {
        &mut self.clipboard
    }

    /// Hands an event to the next frame.
    pub fn push(&mut self, event: Event) {
        self.input.push(event);
    }

    /// Lays out and paints a frame in a window of a size, physical pixels. egui may lay it out several
    /// times.
    pub fn frame(&mut self, size: Vec2, pixels_per_point: f32, mut show: impl FnMut(&mut Ui)) {
        // X11 may have to wait for another program, so nobody asks it in vain.
        let is_pasting = self.context.text_edit_focused();
        let clipboard = || if is_pasting { self.clipboard.text().ok().flatten() } else { None };
        let time = self.began.elapsed().as_secs_f64();
        let mut input = self.input.take(&self.context, size, pixels_per_point, time, clipboard);
        let has_focus = input.focused;
        if self.screen_reader.is_active() {
            self.context.enable_accesskit();
        } else {
            self.context.disable_accesskit();
        }
        let requests = self.screen_reader.take_requests();
        input.events.extend(requests.into_iter().map(egui::Event::AccessKitActionRequest));
        let mut output = FullOutput::default();
        for pass in into_passes(input) {
            output.append(self.context.run_ui(pass, |root| {
                // The tooltip of a long touch sets it to zero, so that the touch is no click.
                root.ctx().options_mut(|options| options.input_options.max_click_duration = MAX_CLICK_TIME);
                show(root);
            }));
        }
        let FullOutput { platform_output, mut textures_delta, shapes, pixels_per_point, viewport_output } = output;
        self.is_animating =
            viewport_output.get(&ViewportId::ROOT).is_some_and(|root| root.repaint_delay < Duration::MAX);
        self.is_text_edited = platform_output.ime.is_some();
        for command in platform_output.commands {
            if let OutputCommand::CopyText(text) = command {
                self.clipboard.copy(text);
            }
        }
        self.clipboard.flush();
        if let Some(tree) = platform_output.accesskit_update {
            self.screen_reader.show(tree, has_focus);
        }
        if std::mem::replace(&mut self.cursor, platform_output.cursor_icon) != self.cursor {
            cursor::show(self.cursor);
        }
        let meshes = self.context.tessellate(shapes, pixels_per_point);
        self.painter.paint(size, pixels_per_point, &meshes, &textures_delta);
        textures_delta.clear();
    }
}
