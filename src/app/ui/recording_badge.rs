//! That an animation is being recorded: a red dot and the time.

use egui_macroquad::egui::{Align2, Area, Color32, Context, Frame, Margin, Order, RichText, Sense, Vec2, vec2};

use crate::app::{
    capture::{Progress, RATE},
    style::UiTheme,
};

/// The dot, in both themes.
const RED: Color32 = Color32::from_rgb(232, 52, 44);

/// So many frames behind, a second, is not worth telling.
const BEHIND: usize = RATE as usize;

/// Shows it in the upper left corner.
pub fn show(context: &Context, progress: Progress, theme: &UiTheme) {
    let Progress { recorded, waiting } = progress;
    // Over the hint, where there is no room beside it.
    let area = Area::new("animation".into()).order(Order::Foreground).interactable(false);
    area.anchor(Align2::LEFT_TOP, vec2(8.0, 8.0)).show(context, |ui| {
        let frame = Frame::NONE.fill(theme.glass).corner_radius(8.0).inner_margin(Margin::symmetric(10, 4));
        frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 7.0;
                if let Some(recorded) = recorded {
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(11.0), Sense::hover());
                    ui.painter().circle_filled(rect.center(), 5.0, RED);
                    ui.label(RichText::new(clock(recorded.as_secs())).color(theme.text).size(13.0));
                }
                if recorded.is_none() || waiting > BEHIND {
                    let frames = if waiting == 1 { "frame" } else { "frames" };
                    let text = format!("{waiting} {frames} to write");
                    ui.label(RichText::new(text).color(theme.dim).size(13.0));
                }
            });
        });
    });
}

/// Minutes and seconds.
fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_two_digits() {
        assert_eq!([0, 9, 59, 60].map(clock), ["0:00", "0:09", "0:59", "1:00"]);
    }
}
