//! The legends at the lower right: the colours of the tension view, and the numbers of a world and its ghost.
//!
//! | File | Holds |
//! |---|---|
//! | `comparison` | the numbers of a world and its ghost, in as many columns as have room |
//! | `scale` | the colours of the tension view over their numbers |

mod comparison;
mod scale;

use egui::{Align2, Area, Color32, Context, Frame, Id, LayerId, Margin, Order, Rect, RichText, Ui, vec2};

use self::comparison::{NAMES, columns, comparison, names};
use self::scale::{BAND, NUMBERS, band_width, scale};
use super::free_part::is_low;
use super::ghost_stats::WorldStats;
use crate::app::style::UiTheme;
use crate::view::{Legend, Style};

/// Width of the frame and the margin around the content, points.
const FRAME: f32 = 36.0;

/// Width of the tension's title beside its colours, with the gaps, points.
const TITLE: f32 = 90.0;

/// The content of the legends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Content<'a> {
    /// The colours of the tension view.
    pub tension: Option<&'a Legend>,
    /// The numbers of the world and of its ghost.
    pub ghost: Option<&'a [WorldStats; 2]>,
    /// Plots are shown, too.
    pub has_plots: bool,
}

/// Width of the legends in a free width, points. Beside plots they leave room for the plots.
pub fn width(free: f32, content: &Content) -> f32 {
    let width = |free| {
        let scale = content.tension.map_or(0.0, |_| band_width(free) + FRAME);
        let ghost = content.ghost.map_or(0.0, |stats| names(free, stats) + columns(free, stats) + FRAME);
        scale.max(ghost)
    };
    if content.has_plots && free - width(free) < PLOTS_WIDTH { width(free - PLOTS_WIDTH) } else { width(free) }
}

/// Whether the numbers of two worlds stand below the plots, because beside them there is no room for the worlds' names.
pub fn is_below(free: Rect, content: &Content) -> bool {
    let Some(stats) = content.ghost.filter(|_| content.has_plots && !is_low(free)) else { return false };
    names(if is_crowded(free.width(), content) { free.width() - PLOTS_WIDTH } else { free.width() }, stats) < NAMES
}

/// The place of the legends in the last frame, if they were shown, points.
pub fn place(context: &Context) -> Option<Rect> {
    let layer = LayerId::new(Order::Middle, Id::unique("legend"));
    context.memory(|memory| memory.area_rect(Id::unique("legend")).filter(|_| memory.areas().is_visible(&layer)))
}

/// Height of the legends with their margin when they were last shown, points.
pub fn height(context: &Context) -> f32 {
    context.memory(|memory| memory.area_rect(Id::unique("legend"))).map_or(0.0, |place| place.height() + 8.0)
}

/// Whether plots need a part of the width that the legends would take alone.
fn is_crowded(free: f32, content: &Content) -> bool {
    content.has_plots && width(free, content) < width(free, &Content { has_plots: false, ..*content })
}

/// Width that the legends leave to plots, points.
const PLOTS_WIDTH: f32 = 232.0;

/// Largest height of the legends, points.
const TALLEST: f32 = 136.0;

/// The part of the free rectangle for the legends: without the `tab` that unfolds the panel, if they could reach it.
pub fn room(free: Rect, tab: Option<Rect>) -> Rect {
    match tab.filter(|tab| tab.bottom() > free.bottom() - TALLEST) {
        Some(tab) => free.with_max_x(tab.left()),
        None => free,
    }
}

/// Shows the legends at the lower right of a free rectangle. In a low window without plots they stand in one row, to
/// hide less of the ground.
pub fn show(context: &Context, free: Rect, content: &Content, style: &Style) {
    if content.tension.is_none() && content.ghost.is_none() {
        return;
    }
    // Beside plots as wide as if less were free.
    let is_crowded = !is_below(free, content) && is_crowded(free.width(), content);
    let room = if is_crowded { free.width() - PLOTS_WIDTH } else { free.width() };
    let is_row = is_low(free) && !content.has_plots;
    let (margin, away) = if is_row { (Margin::symmetric(8, 3), -3.0) } else { (Margin::symmetric(10, 6), -8.0) };
    let theme = UiTheme::of(style.theme);
    // Opaque beside plots, which are opaque too.
    let fill = if content.has_plots { theme.solid } else { theme.glass };
    let legends = Legends { content, room, margin, fill, band: vec2(band_width(room), BAND.y), theme, style };
    let area = Area::new(Id::unique("legend")).constrain_to(free);
    area.anchor(Align2::RIGHT_BOTTOM, vec2(-8.0, away)).interactable(false).show(context, |ui| {
        if is_row {
            legends.in_a_row(ui);
        } else {
            legends.in_a_column(ui);
        }
    });
}

/// The legends with their sizes and colours.
struct Legends<'a> {
    content: &'a Content<'a>,
    /// Free width, points.
    room: f32,
    margin: Margin,
    fill: Color32,
    /// Size of the band of colours, points.
    band: egui::Vec2,
    theme: UiTheme,
    style: &'a Style,
}

impl Legends<'_> {
    fn frame(&self, fill: Color32) -> Frame {
        Frame::NONE.corner_radius(6.0).inner_margin(self.margin).fill(fill)
    }

    fn title(&self) -> RichText {
        RichText::new("Tension, N").size(12.0).color(self.theme.bright)
    }

    /// Both legends beside each other in one frame.
    fn in_a_row(&self, ui: &mut Ui) {
        self.frame(self.fill).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(10.0, 3.0);
            ui.horizontal(|ui| {
                let taken = self.content.tension.map_or(0.0, |_| self.band.x + TITLE);
                self.content.ghost.inspect(|stats| comparison(ui, stats, self.room - taken, self.style));
                if let Some(legend) = self.content.tension {
                    ui.label(self.title());
                    let spare = ui.min_rect().height() - self.band.y - NUMBERS;
                    ui.vertical(|ui| {
                        // Level with its title, in the middle of the numbers beside it.
                        ui.add_space((0.5 * spare).max(0.0));
                        scale(ui, legend, self.band, &self.theme);
                    });
                }
            });
        });
    }

    /// The numbers above the colours, each in a frame.
    fn in_a_column(&self, ui: &mut Ui) {
        let ghost = self.content.ghost.map(|stats| {
            self.frame(self.fill).show(ui, |ui| comparison(ui, stats, self.room, self.style)).response.rect
        });
        if let Some(legend) = self.content.tension {
            // Aligned at the right.
            let width = self.band.x + f32::from(self.margin.left + self.margin.right);
            let indent = ghost.map_or(0.0, |ghost| (ghost.width() - width).max(0.0));
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
                ui.add_space(indent);
                self.frame(self.theme.glass).show(ui, |ui| {
                    ui.vertical(|ui| {
                        ui.label(self.title());
                        scale(ui, legend, self.band, &self.theme);
                    });
                });
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::comparison::COLUMN;
    use super::*;
    use crate::app::style::{lay_out, new_context};

    fn stats() -> [WorldStats; 2] {
        ["Ropewalk's own", "Jakobsen in sequence"]
            .map(|name| WorldStats { name: name.to_owned(), ..WorldStats::default() })
    }

    /// Size of the legends in a window, points.
    fn size_in(window: egui::Vec2, content: &Content) -> egui::Vec2 {
        place_in(window, None, content).size()
    }

    /// Place of the legends beside the panel's tab, points.
    fn place_in(window: egui::Vec2, tab: Option<Rect>, content: &Content) -> Rect {
        let context = new_context();
        for _ in 0..3 {
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, window);
            let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
            let free = room(rect, tab);
            lay_out(&context, input, |root| show(root.ctx(), free, content, &Style::default()));
        }
        context.memory(|memory| memory.area_rect(Id::unique("legend"))).expect("the widget is shown")
    }

    fn legend() -> Legend {
        Legend { high: 100.0, stops: Style::default().palette().markers.ramp }
    }

    #[test]
    fn comparison_fits_in_any_width() {
        let (scale, stats) = (legend(), stats());
        for tension in [None, Some(&scale)] {
            let content = Content { tension, ghost: Some(&stats), has_plots: false };
            for free in [160.0, 240.0, 400.0, 640.0, 988.0, 1_628.0] {
                let size = size_in(vec2(free, 600.0), &content);
                assert!(size.x <= width(free, &content) && size.x <= (0.52_f32 * free).max(272.0), "{free}: {size}");
                assert!(size.x <= free - 16.0, "{free}: {size}");
            }
        }
    }

    #[test]
    fn names_of_two_worlds_stay_beside_or_below_plots() {
        let (scale, stats) = (legend(), stats());
        for tension in [None, Some(&scale)] {
            let content = Content { tension, ghost: Some(&stats), has_plots: true };
            // Beside the panel in a window of 700 x 500; without it; of 800 x 600; of 1280 x 800.
            for (wide, high) in [(408.0, 472.0), (700.0, 472.0), (508.0, 572.0), (800.0, 572.0), (988.0, 772.0)] {
                let free = Rect::from_min_size(egui::Pos2::ZERO, vec2(wide, high));
                let below = is_below(free, &content);
                assert_eq!(below, wide < 600.0, "{wide}");
                let size = size_in(vec2(wide, high), &content);
                let beside = if below { 0.0 } else { PLOTS_WIDTH };
                assert!(size.x >= NAMES + COLUMN && size.x + beside <= wide, "{wide}: {size}");
            }
        }
    }
}
