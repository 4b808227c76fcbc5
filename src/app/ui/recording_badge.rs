//! The badge of a running recording: a red dot and its time.

use egui::{Align2, Area, Color32, Context, Frame, Id, Margin, Order, RichText, Sense, Vec2, vec2};

use crate::app::capture::{FRAME_RATE, Progress};
use crate::app::style::UiTheme;

/// Colour of the dot in both themes.
const DOT: Color32 = Color32::from_rgb(232, 52, 44);

/// Waiting frames that are not worth showing: those of a second.
const NORMAL_BACKLOG: usize = FRAME_RATE as usize;

/// Shows the badge in the upper left corner.
pub fn show(context: &Context, progress: Progress, theme: &UiTheme) {
    let Progress { recorded, frames_waiting: waiting } = progress;
    // Above the hint, where they overlap.
    let area = Area::new(Id::unique("animation")).order(Order::Foreground).interactable(false);
    area.anchor(Align2::LEFT_TOP, vec2(8.0, 8.0)).show(context, |ui| {
        let frame = Frame::NONE.fill(theme.glass).corner_radius(8.0).inner_margin(Margin::symmetric(10, 4));
        frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 7.0;
                if let Some(recorded) = recorded {
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(11.0), Sense::hover());
                    ui.painter().circle_filled(rect.center(), 5.0, DOT);
                    ui.label(RichText::new(minutes(recorded.as_secs())).color(theme.text).size(13.0));
                }
                if recorded.is_none() || waiting > NORMAL_BACKLOG {
                    let frames = if waiting == 1 { "frame" } else { "frames" };
                    let text = format!("{waiting} {frames} to write");
                    ui.label(RichText::new(text).color(theme.dim).size(13.0));
                }
            });
        });
    });
}

/// A time in minutes and seconds.
fn minutes(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
