//! The arrow to a thing that is too far away to be shown.

use egui::{Align2, Area, Id, Painter, Pos2, Rect, Ui, Vec2};

use crate::app::actions::{ActionButton, Request};
use crate::app::style::{TouchTargets, UiTheme};
use crate::app::widgets::{IconButton, icons};

/// Distance of the arrow from the edge, points.
const FROM_EDGE: f32 = 8.0;

/// Shows an arrow at the edge of the free part of the window towards a place outside it, points. A click looks there.
pub fn lost_arrow(root: &Ui, free: Rect, lost: Pos2, theme: &UiTheme, requests: &mut Vec<Request>) {
    let half = 0.5 * TouchTargets::here(root).button;
    let direction = (lost - free.center()).normalized();
    let place =
        free.center() + direction * distance_to_edge(free.size() * 0.5 - Vec2::splat(half + FROM_EDGE), direction);
    let button = ActionButton::LOOK_AT_LOST;
    let area = Area::new(Id::unique("lost arrow")).fixed_pos(place).pivot(Align2::CENTER_CENTER);
    area.constrain_to(free).show(root.ctx(), |ui| {
        let icon = move |painter: &Painter, square, ink| icons::arrowhead(painter, square, direction, ink);
        if IconButton::new("lost", icon, button.tooltip()).show(ui, theme) {
            requests.push(Request::Action(button.action));
        }
    });
}

/// Distance of the edge of a rectangle from its middle in a direction. `half`: half its size.
fn distance_to_edge(half: Vec2, direction: Vec2) -> f32 {
    // Towards a side that is parallel to the direction, the edge is never met.
    let Vec2 { x, y } = half.max(Vec2::ZERO) / direction.abs().max(Vec2::splat(1e-6));
    x.min(y)
}

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, PointerButton, RawInput, pos2, vec2};

    use super::*;
    use crate::app::actions::Action;
    use crate::app::style::{lay_out, new_context};
    use crate::app::widgets::place;
    use crate::view::Theme;

    #[test]
    fn arrow_stands_at_the_edge_towards_the_lost_thing_and_looks_there() {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(390.0, 600.0));
        for (lost, nearest) in [
            (pos2(195.0, 9_000.0), screen.center_bottom()),
            (pos2(-9_000.0, 300.0), screen.left_center()),
            (pos2(1e6, -1e6), pos2(390.0, 105.0)),
        ] {
            let (context, theme, mut requests) = (new_context(), UiTheme::of(Theme::Dark), Vec::new());
            let mut frame = |events| {
                let input = RawInput { screen_rect: Some(screen), events, ..RawInput::default() };
                lay_out(&context, input, |root| lost_arrow(root, screen, lost, &theme, &mut requests));
                place(&context, "lost").expect("it is shown")
            };
            (0..2).for_each(|_| _ = frame(Vec::new()));
            let seen = frame(Vec::new());
            assert!(screen.contains_rect(seen), "{seen} is cut off");
            assert!(seen.center().distance(nearest) < 60.0, "the arrow to {lost} stands at {seen}");
            let button = |pressed| Event::PointerButton {
                pos: seen.center(),
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            for event in [Event::PointerMoved(seen.center()), button(true), button(false)] {
                frame(vec![event]);
            }
            assert_eq!(requests, [Request::Action(Action::LookAtLost)]);
        }
    }
}
