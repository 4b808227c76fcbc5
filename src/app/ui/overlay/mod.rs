//! The interface over the picture: status line, hint, help, labels.
//!
//! | File | Holds |
//! |---|---|
//! | `help` | the help: all controls, in a window over the picture |
//! | `hint` | the cards of a scene: its hint, and the steps of the tutorial |
//! | `hint_placement` | the placement of the hint: where it hides nothing of the scene |
//! | `lost_arrow` | the arrow to a thing that is too far away to be shown |
//! | `selection_bar` | the bar of actions on the selection |
//! | `status` | the status line at the lower edge of the window |

mod help;
mod hint;
mod hint_placement;
mod lost_arrow;
mod selection_bar;
mod status;

pub use help::help;
pub use hint::{Hint, HintCards};
pub use hint_placement::{HintPlacement, HintPlaces, MAX_SAMPLES, PlacedHint};
pub use lost_arrow::lost_arrow;
pub use selection_bar::{SelectionBar, selection_bar};
pub use status::{Status, message_line, status_line};

use egui::{Align2, Area, Context, Frame, Id, Label, LayerId, Margin, Order, Pos2, Rect, RichText, Ui, Vec2, vec2};

use crate::app::actions::{Action, key_name};
use crate::app::{style::UiTheme, widgets::text_size};

/// Text size of the status line, points.
const TEXT: f32 = 13.0;

/// Distance between a weight and its label, points.
const FROM_DISC: f32 = 7.0;

/// Direction from a weight's centre to its label.
const ASLANT: Vec2 = vec2(0.8, 0.6);

/// A disc, points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its centre.
    pub centre: Pos2,
    /// Its radius.
    pub radius: f32,
}

/// A label beside the pointer, `at` in points: the size of a shape that is being drawn.
pub fn pointer_label(root: &Ui, at: Pos2, text: &str, theme: &UiTheme) {
    let frame = Frame::NONE.fill(theme.glass).corner_radius(5.0).inner_margin(Margin::symmetric(7, 3));
    label(root, Area::new(Id::unique("pointer label")).fixed_pos(at + vec2(16.0, 12.0)), frame, text, theme);
}

/// The ring of the keyboard's cursor, `at` in points: two colours, so that it is seen on every background. While it
/// holds something, it is smaller.
pub fn keyboard_cursor(context: &Context, at: Pos2, is_holding: bool, theme: &UiTheme) {
    let painter = context.layer_painter(LayerId::new(Order::Middle, Id::unique("keyboard cursor")));
    let radius = if is_holding { 9.0 } else { 14.0 };
    for (width, colour) in [(6.0, theme.solid), (2.5, theme.bright)] {
        painter.circle_stroke(at, radius, (width, colour));
        painter.circle_filled(at, 0.6 * width, colour);
    }
}

/// Tells, at the lower edge, how to bring back the hidden interface.
pub fn hidden_label(root: &Ui, theme: &UiTheme) {
    let frame = Frame::NONE.fill(theme.glass).corner_radius(6.0).inner_margin(Margin::symmetric(10, 4));
    let area = Area::new(Id::unique("hidden label")).anchor(Align2::CENTER_BOTTOM, vec2(0.0, -12.0));
    let text = format!("Interface hidden: {} brings it back", key_name(Action::Interface));
    label(root, area, frame, &text, theme);
}

/// The label of a weight, beside the disc as which it is drawn, while that is in the picture.
pub fn weight_label(root: &Ui, disc: Disc, text: &str, theme: &UiTheme) {
    if free(root).distance_to_pos(disc.centre) > disc.radius {
        return;
    }
    let frame = Frame::NONE.fill(theme.glass).corner_radius(6.0).inner_margin(Margin::symmetric(8, 3));
    let place = beside(disc, text_size(root.ctx(), text, TEXT) + frame.inner_margin.sum(), free(root));
    label(root, Area::new(Id::unique("weight label")).fixed_pos(place.min), frame, text, theme);
}

/// The part of the window that status line and panel leave free, points.
fn free(root: &Ui) -> Rect {
    root.available_rect_before_wrap()
}

/// A text in a frame that is never wrapped. An area has the width of the last frame, and would wrap a text that gets
/// longer.
fn label(root: &Ui, area: Area, frame: Frame, text: &str, theme: &UiTheme) {
    area.constrain_to(free(root)).interactable(false).show(root.ctx(), |ui| {
        let text = RichText::new(text).color(theme.bright).size(TEXT);
        frame.show(ui, |ui| ui.add(Label::new(text).extend()));
    });
}

/// A place of a size beside a disc, in the `free` part of the window: to the lower right, or where there is room. It
/// covers the disc only where there is no room beside it.
fn beside(Disc { centre: at, radius }: Disc, size: Vec2, free: Rect) -> Rect {
    // From the centre of the disc to the nearest corner of the place.
    let away = (radius + FROM_DISC) * ASLANT;
    let centre = away + 0.5 * size;
    let aslant = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let mut places = aslant.into_iter().map(|(x, y)| Rect::from_center_size(at + centre * vec2(x, y), size));
    places.find(|place| free.contains_rect(*place)).unwrap_or_else(|| {
        // The farthest place from a point is in a corner.
        let corners = [Align2::RIGHT_BOTTOM, Align2::RIGHT_TOP, Align2::LEFT_BOTTOM, Align2::LEFT_TOP];
        let places = corners.map(|corner| corner.align_size_within_rect(size, free));
        let far = |place: &Rect| place.distance_sq_to_pos(at);
        places.into_iter().fold(places[0], |best, place| if far(&place) > far(&best) { place } else { best })
    })
}

#[cfg(test)]
mod tests {
    use egui::{RawInput, Shape};

    use super::*;
    use crate::app::style::{lay_out, new_context};
    use crate::view::Theme;

    fn disc(x: f32, y: f32, radius: f32) -> Disc {
        Disc { centre: Pos2::new(x, y), radius }
    }

    #[test]
    fn weight_label_stands_beside_the_weight_and_leaves_with_it() {
        let theme = UiTheme::of(Theme::Dark);
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        // Weights of all sizes, up to the whole window; in the middle, at the edges, and outside.
        for (radius, x, y) in [12.0, 300.0, 2_000.0].into_iter().flat_map(|radius| {
            let places = [-300.0, 5.0, 400.0, 795.0];
            places.into_iter().flat_map(move |x| [3.0, 300.0, 800.0].map(|y| (radius, x, y)))
        }) {
            let (context, at) = (new_context(), Pos2::new(x, y));
            let mut seen = None;
            for _ in 0..2 {
                let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
                let shapes =
                    lay_out(&context, input, |root| weight_label(root, disc(x, y, radius), "20 kg: 1000 ×", &theme));
                seen = shapes.iter().find_map(|clipped| match &clipped.shape {
                    Shape::Rect(frame) => Some(frame.rect),
                    _ => None,
                });
            }
            if screen.distance_to_pos(at) > radius {
                assert_eq!(seen, None, "the label of a weight that is out of the picture");
                continue;
            }
            let seen = seen.expect("the widget is shown");
            let whole = screen.expand(0.6).contains_rect(seen);
            assert!(whole, "{seen:?} is cut off beside a disc of {radius} at {at:?}");
            // If there is room anywhere, there is room in a corner.
            let corners = [screen.left_top(), screen.right_top(), screen.left_bottom(), screen.right_bottom()];
            let room = corners.into_iter().any(|corner| {
                let inwards = seen.size() * Vec2::new((400.0 - corner.x).signum(), (300.0 - corner.y).signum());
                Rect::from_two_pos(corner, corner + inwards).distance_to_pos(at) > radius + 1.0
            });
            let away = seen.distance_to_pos(at);
            assert!(!room || away >= radius - 0.6, "{away} from the middle of a disc of {radius} at {at:?}");
        }
    }
}
