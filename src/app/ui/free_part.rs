//! The free part of the window: that beside the panel and the bars.

use egui::{Context, Id, LayerId, Order, Rect};

/// Below this height a free part is low, points.
const LOW: f32 = 380.0;
/// Below this height a wide free part is low, points: the scene there fills the height and leaves no room for the hint.
const WIDE_LOW: f32 = 540.0;
/// A free part is wide if its height is a smaller share of its width.
const WIDE: f32 = 0.6;

/// The part of a free part for plots, legends and the hint, points: above the bar of the selection, if that is shown. The
/// bar is pressed, and as wide and high as its buttons need: the others share the rest. Its height is that of the last
/// frame.
pub fn above_bar(context: &Context, free: Rect, has_bar: bool) -> Rect {
    let layer = LayerId::new(Order::Middle, Id::unique(BAR));
    let bar = context.memory(|memory| memory.area_rect(layer.id).filter(|_| memory.areas().is_visible(&layer)));
    let bottom = bar.filter(|_| has_bar).map_or(free.bottom(), |bar| bar.top());
    free.with_max_y(bottom.clamp(free.top(), free.bottom()))
}

/// Name of the area of the selection's bar.
pub const BAR: &str = "selection bar";

/// Whether a free part of the window has no room above and below the scene.
pub fn is_low(free: Rect) -> bool {
    free.height() < LOW || (free.height() < WIDE_LOW && free.height() < WIDE * free.width())
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, RawInput, vec2};

    use super::*;
    use crate::app::actions::Chart;
    use crate::app::style::{UiTheme, lay_out, new_context};
    use crate::app::ui::ghost_stats::WorldStats;
    use crate::app::ui::overlay::{self, SelectionBar};
    use crate::app::ui::{legend, plots::Measurements};
    use crate::view::{Legend, Style};

    #[test]
    fn plots_and_legends_leave_the_bar_of_the_selection_free() {
        let style = Style::default();
        let tension = Legend { high: 100.0, stops: style.palette().markers.ramp };
        let ghost = ["Ropewalk's own", "Jakobsen in sequence"]
            .map(|name| WorldStats { name: name.to_owned(), ..WorldStats::default() });
        let mut measurements = Measurements::default();
        Chart::ALL.into_iter().for_each(|chart| measurements.charts.toggle(chart));
        // Beside the panel in a window of 800 x 600; without it; of 1280 x 800; a small one.
        for size in [vec2(508.0, 572.0), vec2(800.0, 572.0), vec2(988.0, 772.0), vec2(700.0, 372.0)] {
            for has_plots in [true, false] {
                let context = new_context();
                let content = legend::Content { tension: Some(&tension), ghost: Some(&ghost), has_plots };
                for _ in 0..4 {
                    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, size));
                    lay_out(&context, RawInput { screen_rect, ..RawInput::default() }, |root| {
                        let free = above_bar(root.ctx(), root.max_rect(), true);
                        if has_plots {
                            let taken = legend::width(free.width(), &content);
                            measurements.show(root.ctx(), free, &style, taken);
                        }
                        legend::show(root.ctx(), free, &content, &style);
                        let bar =
                            SelectionBar { has_selection: true, has_copy: true, is_adding: true, is_following: true };
                        overlay::selection_bar(root, bar, &UiTheme::of(style.theme), &mut Vec::new());
                    });
                }
                let place = |name| context.memory(|memory| memory.area_rect(Id::unique(name)));
                let bar = place(BAR).expect("the bar is shown");
                for name in ["legend", "plots"].into_iter().take(1 + usize::from(has_plots)) {
                    let other = place(name).expect("it is shown");
                    assert!(!other.intersects(bar), "{size}: {name} {other} over the bar {bar}");
                }
            }
        }
    }
}
