//! The interface between two frames, and what a frame of it shows.

use std::sync::Arc;

use egui::{Context, Pos2, Rect, Ui, pos2, vec2};
use glam::Vec2;
use macroquad::window::{screen_dpi_scale, screen_width};

use super::{scene_view::window_size, slider_undo::SliderUndo};
use crate::app::actions::Request;
use crate::app::storage::{Prefs, Section};
use crate::app::style::{InputDevice, TouchTargets, UiTheme};
use crate::app::ui::dialog::Offer;
use crate::app::ui::ghost_stats::GhostStats;
use crate::app::ui::overlay::{
    Disc, Hint, HintCards, HintPlacement, HintPlaces, MAX_SAMPLES, PlacedHint, SelectionBar, Status,
};
use crate::app::ui::panel::{self, Panel, PanelState};
use crate::app::ui::plots::Measurements;
use crate::app::ui::{dialog, free_part, legend, overlay};
use crate::host::{self, Instant};
use crate::physics::{ShapeDef, Things};
use crate::sandbox::{Facts, Inspection, Sandbox};
use crate::view::{Camera, Covered, Legend};

/// How long a hint is shown, s; it fades in the last second.
const HINT_SECONDS: f32 = 12.0;

/// How long a hidden interface tells how to bring it back, s.
const HIDDEN_SECONDS: f32 = 4.0;

/// Time between two readings of the selected things, s: faster figures cannot be read.
const READING_PERIOD: f32 = 0.1;

/// The interface between two frames.
pub struct UiState {
    pub is_visible: bool,
    pub is_help_open: bool,
    pub panel: Panel,
    pub measurements: Measurements,
    pub ghost_stats: GhostStats,
    pub inspection: Inspection,
    /// The time of its last reading.
    inspected: Option<Instant>,
    /// Time left to the hint, s.
    hint_seconds: f32,
    /// Time left to the word about the hidden interface, s.
    hidden_seconds: f32,
    hint_placement: HintPlacement,
    pub slider_undo: SliderUndo,
    /// The part of the window that status line and panel leave free, points.
    pub free: Rect,
}

/// Plain data that a frame of the interface shows over the scene.
pub struct UiContent<'a> {
    pub theme: UiTheme,
    pub status: Status,
    pub panel: PanelState<'a>,
    pub hint: Option<Hint>,
    pub weight: Option<WeightLabel>,
    /// The bar of the selection.
    pub selection: Option<SelectionBar>,
    /// The place of a lost thing, points.
    pub lost: Option<Pos2>,
    /// The colours of the tension view.
    pub legend: Option<Legend>,
    pub camera: Camera,
    /// A session that was not closed.
    pub offer: Option<Offer>,
}

/// The label of a weight that is held or under the pointer.
pub struct WeightLabel {
    /// The weight as it is drawn, points.
    pub disc: Disc,
    pub text: String,
}

impl UiState {
    /// The interface of a window that has just opened.
    pub fn new(prefs: &Prefs) -> Self {
        Self {
            is_visible: true,
            is_help_open: false,
            panel: Panel::new(prefs.panel.clone(), screen_width() / prefs.scale),
            measurements: Measurements::default(),
            ghost_stats: GhostStats::default(),
            inspection: Inspection::default(),
            inspected: None,
            hint_seconds: HINT_SECONDS,
            hidden_seconds: 0.0,
            hint_placement: HintPlacement::default(),
            slider_undo: SliderUndo::default(),
            free: Rect::EVERYTHING,
        }
    }

    /// Numbers of the selected things; `None` if there are none.
    pub fn inspect(&mut self, selection: &Things, sandbox: &Sandbox) -> Option<Arc<Facts>> {
        if self.shows_selected() {
            let is_due = self.inspected.is_none_or(|at| at.elapsed().as_secs_f32() > READING_PERIOD);
            if is_due {
                self.inspected = Some(Instant::now());
            }
            return self.inspection.read(selection, sandbox, is_due);
        }
        // The heading of the folded section needs no numbers, and those of before will be old when it unfolds.
        self.inspection = Inspection::default();
        (!selection.is_empty()).then(Default::default)
    }

    /// Shows the hint of another scene from its start.
    pub fn show_hint(&mut self) {
        self.hint_seconds = HINT_SECONDS;
        self.hint_placement = HintPlacement::default();
    }

    /// Hides or shows the interface.
    pub fn toggle_visible(&mut self) {
        self.is_visible = !self.is_visible;
        self.hidden_seconds = HIDDEN_SECONDS;
    }

    /// Whether the section Selected is unfolded.
    pub fn shows_selected(&self) -> bool {
        self.is_visible && self.panel.is_open(Section::Selected)
    }

    /// Whether to tell how to bring back the hidden interface.
    pub fn tells_of_hiding(&self) -> bool {
        !self.is_visible && self.hidden_seconds > 0.0
    }

    /// Tells no more how to bring back the interface: the user has gone on.
    pub fn end_word_of_hiding(&mut self) {
        self.hidden_seconds = 0.0;
    }

    /// Shortens the time that is left to the hint and to the word about the hidden interface.
    pub fn fade_hint(&mut self, seconds: f32) {
        self.hidden_seconds = (self.hidden_seconds - seconds).max(0.0);
        self.hint_seconds = (self.hint_seconds - seconds).max(0.0);
    }

    /// Opacity of the hint, 0 to 1.
    pub fn hint_opacity(&self) -> f32 {
        self.hint_seconds.clamp(0.0, 1.0)
    }

    /// Whether the hint is changing, or the word about the hidden interface is about to go. Before the hint fades it
    /// stands still, and waits while the main loop is blocked.
    pub fn is_hint_fading(&self) -> bool {
        (self.is_visible && self.hint_seconds > 0.0 && self.hint_seconds < 1.0) || self.tells_of_hiding()
    }

    /// The edges of the window that the interface covers, physical pixels.
    pub fn covered(&self, scale: f32, device: InputDevice) -> Covered {
        if !self.is_visible {
            return Covered::default();
        }
        let density = pixels_per_point(scale);
        let (window, targets) = (window_size() / density, TouchTargets::of(device));
        let bottom = targets.status_line + panel::strip_height(vec2(window.x, window.y), targets);
        Covered { right: self.panel.width(window.x) * density, bottom: bottom * density }
    }

    /// Why plots that are switched on are not shown, if so.
    pub fn plots_refusal(&self, scale: f32) -> Option<&'static str> {
        let width = window_size().x / pixels_per_point(scale);
        let panel = self.panel.width(width);
        self.measurements.refusal(width - panel, panel > 0.0)
    }

    /// Shows status line, panel, plots, legends and hint; adds the requests of the user.
    pub fn show(&mut self, ui: &mut Ui, content: &UiContent, requests: &mut Vec<Request>) {
        let UiContent { theme, status, panel, legend, .. } = content;
        let has_message = overlay::status_line(ui, status, theme, requests);
        panel::strip(ui, panel, theme, requests);
        if !has_message {
            overlay::message_line(ui, status, theme);
        }
        self.panel.show(ui, panel, requests);
        self.free = ui.available_rect_before_wrap();
        let has_plots = panel.charts.any();
        let legends = legend::Content { tension: legend.as_ref(), ghost: self.ghost_stats.stats(), has_plots };
        let context = &ui.ctx().clone();
        let bar = content.selection.filter(|_| content.offer.is_none());
        let free = free_part::above_bar(context, self.free, bar.is_some());
        let room = legend::room(free, self.panel.tab(context));
        let plots = plot_area(context, free, room, &legends);
        // Legends and plots take the lower edge, and a low window has no room for the hint at the upper one.
        let is_low = free_part::is_low(free);
        let is_bottom_free = legend.is_none() && legends.ghost.is_none() && !has_plots;
        let may_show = !self.is_help_open && content.offer.is_none() && (is_bottom_free || !is_low);
        let places = match (is_bottom_free, is_low) {
            (false, _) => HintPlaces::Top,
            (true, true) => HintPlaces::BottomFirst,
            (true, false) => HintPlaces::All,
        };
        let hint = content.hint.as_ref().filter(|_| may_show);
        let placement = &mut self.hint_placement;
        let hint = hint.and_then(|hint| place_hint(placement, context, hint, (free, places), content));
        // Plots shrink below a hint; where they would be too small, the hint is left out.
        let below = |placed: &PlacedHint| {
            let top = placed.rect.bottom().max(plots.area.top());
            plots.area.with_min_y(top.min(plots.area.bottom()))
        };
        let hint = hint.filter(|(_, placed)| !self.measurements.fill(below(placed).size()));
        let plot_field = hint.as_ref().filter(|_| has_plots).map_or(plots.area, |(_, placed)| below(placed));
        self.measurements.show(context, plot_field, &panel.style, plots.taken_width);
        legend::show(context, room, &legends, &panel.style);
        if let Some(WeightLabel { disc, text }) = &content.weight {
            overlay::weight_label(ui, *disc, text, theme);
        }
        if let Some(lost) = content.lost.filter(|_| content.offer.is_none()) {
            overlay::lost_arrow(ui, free, lost, theme, requests);
        }
        if let Some(bar) = bar {
            overlay::selection_bar(ui, bar, theme, requests);
        }
        if let Some(offer) = &content.offer {
            dialog::offer(ui, offer, theme, requests);
        }
        if let Some((cards, placed)) = hint
            && cards.show(context, placed.rect, theme)
        {
            requests.push(Request::CloseTutorial);
        }
    }
}

/// Physical pixels to a point of the interface at a scale.
pub fn pixels_per_point(scale: f32) -> f32 {
    host::pixel_density(screen_dpi_scale()) * scale
}

/// The part of the window for plots.
struct PlotArea {
    area: Rect,
    /// The part of its width that the legend or the panel's tab takes, points.
    taken_width: f32,
}

fn plot_area(context: &Context, free: Rect, room: Rect, legends: &legend::Content) -> PlotArea {
    if legend::is_below(room, legends) {
        // The legend's height in the last frame.
        let area = free.with_max_y(free.bottom() - legend::height(context));
        return PlotArea { area, taken_width: 0.0 };
    }
    let taken_width = free.right() - room.right() + legend::width(room.width(), legends);
    PlotArea { area: free, taken_width }
}

/// The cards of a hint, and their place in the free part of the window. `None` where there is no room.
fn place_hint(
    placement: &mut HintPlacement,
    context: &Context,
    hint: &Hint,
    (free, places): (Rect, HintPlaces),
    content: &UiContent,
) -> Option<(HintCards, PlacedHint)> {
    let cards = [false, true].map(|is_folded| HintCards::new(context, hint, free, is_folded, &content.theme));
    let sizes = cards.each_ref().map(HintCards::size);
    if sizes[0].y == 0.0 {
        return None;
    }
    let things = sample_things(content.panel.sandbox, content.camera, context.pixels_per_point());
    let placed = placement.choose(free, places, sizes, (content.camera.visible(), &things))?;
    let [whole, folded] = cards;
    Some((if placed.is_folded { folded } else { whole }, placed))
}

/// Points of obstacles and of some of the links and particles in the window, points of `density` pixels.
fn sample_things(sandbox: &Sandbox, camera: Camera, density: f32) -> Vec<Pos2> {
    let world = sandbox.world();
    let all = &world.particles().position;
    let some = |count: usize| count.div_ceil(MAX_SAMPLES).max(1);
    let particles = all.iter().step_by(some(all.len())).copied();
    let links = world.links().step_by(some(world.link_count()));
    let links = links.map(|link| all[link.a.index()].midpoint(all[link.b.index()]));
    let shapes = world.colliders().shapes().iter().flat_map(|shape| {
        let pose = shape.pose();
        let half = ShapeDef { at: Vec2::ZERO, turn: Vec2::X, ..shape.def }.bounds().max;
        let grid = (-4..=4).flat_map(|x| (-4..=4).map(move |y| Vec2::new(x as f32, y as f32) / 4.0));
        grid.map(move |share| pose.to_world(half * share))
    });
    let discs = world.discs();
    let edges = discs
        .iter()
        .flat_map(|&(at, radius)| [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(move |way| at + radius * way));
    let on_screen = |at| {
        let at = camera.to_screen(at) / density;
        pos2(at.x, at.y)
    };
    particles.chain(links).chain(shapes).chain(edges).map(on_screen).collect()
}
