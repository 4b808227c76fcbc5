//! The interface over the picture: status line, hint, help. It shows what it is given and decides nothing.

mod berth;
mod help;
mod hint;
mod status;

pub use berth::{Edge, HintPlacement, SAMPLES};
pub use help::help;
pub use hint::{Hint, hint, is_low};
pub use status::{Status, status_line};

use egui_macroquad::egui::{
    Align2, Area, Color32, Context, FontId, Frame, Label, Margin, Pos2, Rect, RichText, Ui, Vec2, vec2,
};

use crate::app::style::UiTheme;

/// Text size of the line, points.
const TEXT: f32 = 13.0;

/// Between a weight and what it weighs, points.
const FROM_DISC: f32 = 7.0;

/// Where from a weight's middle that is: of length 1.
const ASLANT: Vec2 = vec2(0.8, 0.6);

/// A few words beside the pointer, `at` (points): how large what is being drawn is.
pub fn tag(context: &Context, at: Pos2, text: &str, theme: &UiTheme) {
    let area = Area::new("tag".into()).fixed_pos(at + vec2(16.0, 12.0)).constrain_to(context.available_rect());
    area.interactable(false).show(context, |ui| {
        Frame::NONE.fill(theme.glass).corner_radius(5.0).inner_margin(Margin::symmetric(7, 3)).show(ui, |ui| {
            in_one_line(ui, text, theme);
        });
    });
}

/// What a weight weighs, beside the disc as which it is seen (middle and radius, points).
pub fn scales(context: &Context, disc: (Pos2, f32), words: &str, theme: &UiTheme) {
    const MARGIN: Margin = Margin::symmetric(8, 3);
    let text = context
        .fonts(|fonts| fonts.layout_no_wrap(words.to_owned(), FontId::proportional(TEXT), Color32::WHITE).size());
    let free = context.available_rect();
    let place = beside(disc, text + MARGIN.sum(), free);
    let area = Area::new("scales".into()).constrain_to(free).fixed_pos(place.min);
    area.interactable(false).show(context, |ui| {
        Frame::NONE.fill(theme.glass).corner_radius(6.0).inner_margin(MARGIN).show(ui, |ui| {
            in_one_line(ui, words, theme);
        });
    });
}

/// A place for something of this size beside a disc (middle and radius, points), in what is free of the window: to its lower
/// right, or where there is room. Over the disc it is only where that leaves no room at all.
fn beside((at, radius): (Pos2, f32), size: Vec2, free: Rect) -> Rect {
    // From the middle to the nearest corner, which is what comes nearest to the disc.
    let away = (radius + FROM_DISC) * ASLANT;
    let centre = away + 0.5 * size;
    let aslant = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let mut places = aslant.into_iter().map(|(x, y)| Rect::from_center_size(at + centre * vec2(x, y), size));
    places.find(|place| free.contains_rect(*place)).unwrap_or_else(|| {
        // Of all the places in a rectangle one of its corners is the farthest from a point.
        let corners = [Align2::RIGHT_BOTTOM, Align2::RIGHT_TOP, Align2::LEFT_BOTTOM, Align2::LEFT_TOP];
        let places = corners.map(|corner| corner.align_size_within_rect(size, free));
        let far = |place: &Rect| place.distance_sq_to_pos(at);
        places.into_iter().fold(places[0], |best, place| if far(&place) > far(&best) { place } else { best })
    })
}

/// An area is laid out in the room that it took in the frame before: a text that gets longer would be wrapped in that.
fn in_one_line(ui: &mut Ui, text: &str, theme: &UiTheme) {
    ui.add(Label::new(RichText::new(text).color(theme.bright).size(TEXT)).extend());
}

/// Of a text in one line, points.
fn width(ui: &Ui, text: &str, size: f32) -> f32 {
    let font = FontId::proportional(size);
    ui.fonts(|fonts| fonts.layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x)
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::{RawInput, Shape};

    use super::*;
    use crate::view::Theme;

    #[test]
    fn what_a_weight_weighs_stays_in_one_line_as_it_gets_longer() {
        let (context, theme) = (Context::default(), UiTheme::of(Theme::Light));
        let show: [fn(&Context, &str, &UiTheme); 2] = [
            |context, words, theme| scales(context, (Pos2::new(300.0, 300.0), 20.0), words, theme),
            |context, words, theme| tag(context, Pos2::new(300.0, 300.0), words, theme),
        ];
        for show in show {
            for (frame, words) in ["1 g", "1 g", "20 kg   1000 : 1", "20 kg   1000 : 1"].into_iter().enumerate() {
                let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0)));
                let input = RawInput { screen_rect, ..RawInput::default() };
                let shapes = context.run(input, |context| show(context, words, &theme)).shapes;
                let rows = shapes.iter().filter_map(|clipped| match &clipped.shape {
                    Shape::Text(text) => Some(text.galley.rows.len()),
                    _ => None,
                });
                // In its first frame an area is measured and not yet seen.
                let expected: &[usize] = if frame == 0 { &[] } else { &[1] };
                assert_eq!(rows.collect::<Vec<_>>(), expected, "{words}");
            }
        }
    }

    #[test]
    fn what_a_weight_weighs_is_not_written_over_the_weight() {
        let theme = UiTheme::of(Theme::Dark);
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        // A light one, one of a tonne, and what is left of the window beside one that is zoomed in upon; in the middle, at
        // the edges, and past them.
        for (radius, x, y) in [12.0, 60.0, 300.0, 430.0, 2_000.0].into_iter().flat_map(|radius| {
            let places = [-300.0, 5.0, 400.0, 795.0, 1_100.0];
            places.into_iter().flat_map(move |x| [-200.0, 3.0, 300.0, 598.0, 800.0].map(|y| (radius, x, y)))
        }) {
            let (context, at) = (Context::default(), Pos2::new(x, y));
            let mut seen = None;
            for _ in 0..2 {
                let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
                let shapes =
                    context.run(input, |context| scales(context, (at, radius), "20 kg   1000 : 1", &theme)).shapes;
                seen = shapes.iter().find_map(|clipped| match &clipped.shape {
                    Shape::Rect(frame) => Some(frame.rect),
                    _ => None,
                });
            }
            let seen = seen.expect("it is said");
            let whole = screen.expand(0.6).contains_rect(seen);
            assert!(whole, "{seen:?} is cut off beside a disc of {radius} at {at:?}");
            // Where there is room for it anywhere, there is in a corner.
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
