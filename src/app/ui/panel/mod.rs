//! The panel at the right: tools, settings and scenes for the pointer. It shows a [`PanelState`] and returns requests.
//!
//! It has two tabs: the gallery, and the sections. A section is a file with a function, and a row of [`SECTIONS`].
//!
//! | File | Holds |
//! |---|---|
//! | `blower` | numbers of blowers |
//! | `compare` | the section Compare: the method of the ghost, and its settings |
//! | `direction` | directions in degrees, the same in all fields |
//! | `focus` | the keyboard in the panel |
//! | `gallery` | the tab Scenes: the gallery, with a picture of each scene |
//! | `gravity` | the section Gravity: a dial with an arrow to drag, and its numbers |
//! | `key_row` | the row of a key that works machines |
//! | `machine` | numbers and keys of machines |
//! | `material` | materials as buttons, and their numbers |
//! | `obstacle` | size, motion and surface of obstacles |
//! | `options` | the options of the active tool |
//! | `palette` | the tools as buttons |
//! | `selected` | the section Selected: numbers of the selected things, which can be changed |
//! | `settings` | the sections World, Advanced and Springs, and rows that change settings |
//! | `several` | numbers of several things |
//! | `surroundings` | rows of the ground and walls |
//! | `thumbnail` | a small picture of a scene, after it has been simulated for a moment |
//! | `tools` | the sections Tools and Play: actions of keys as buttons |
//! | `view` | the sections View and Plots, which change nothing in the simulation |
//! | `wind` | the section Wind: speed, direction, gusts, blowers |

mod blower;
mod compare;
mod direction;
mod focus;
mod gallery;
mod gravity;
mod key_row;
mod machine;
mod material;
mod obstacle;
mod options;
mod palette;
mod selected;
mod settings;
mod several;
mod surroundings;
mod thumbnail;
mod tools;
mod view;
mod wind;

use egui::{
    Align, Align2, Area, Context, CornerRadius, Frame, Id, Layout, Margin, Rect, RichText, ScrollArea, Sense, Ui,
    UiBuilder, Vec2, scroll_area::ScrollSource, vec2,
};

use self::focus::PanelFocus;
use self::gallery::Gallery;
pub use self::palette::{strip, strip_height};
use crate::app::actions::{Action, ActionButton, Charts, Request, SceneActions, key_name};
use crate::app::storage::{PanelPrefs, Section, Tab};
use crate::app::style::{self, Tooltip as _, TouchTargets, UiTheme};
use crate::app::widgets::{
    Chip, Icon, IconButton,
    focus::{rise_above_keyboard, scroll_to_focused},
    icons, mark, place, section_heading, text_size,
};
use crate::host::{IN_BROWSER, PROGRAM};
use crate::physics::{Described as _, Shape, Words};
use crate::sandbox::{Command, Facts, Sandbox};
use crate::tool::{Tool, ToolOptions};
use crate::view::Style;

/// Width of the panel if the window has room for it, points.
const WIDTH: f32 = 292.0;

/// Largest share of the window's width that the panel takes.
const MAX_SHARE: f32 = 0.6;

/// On a first run the panel is unfolded in windows of at least this width, points.
const ROOMY: f32 = 1_000.0;

/// Gap between two buttons of the panel's head, points.
const BUTTON_GAP: f32 = 4.0;

/// Number of buttons in the panel's head.
const BUTTONS: f32 = 5.0;

/// Size of the tab that unfolds the panel, points. A browser may be used by fingers.
const TAB: Vec2 = if IN_BROWSER { vec2(40.0, 72.0) } else { vec2(18.0, 56.0) };

/// A section of the panel.
pub struct SectionEntry {
    /// Identifies the section in the settings file.
    pub section: Section,
    /// Whether the section is shown.
    is_shown: fn(&PanelState) -> bool,
    /// Shows its content.
    show: fn(&mut Ui, &mut SectionContext),
}

const fn always(section: Section, show: fn(&mut Ui, &mut SectionContext)) -> SectionEntry {
    SectionEntry { section, is_shown: |_| true, show }
}

/// All sections of the tab Build, from top to bottom: those that are needed most first.
pub const SECTIONS: &[SectionEntry] = &[
    always(Section::Tools, tools::tools),
    SectionEntry { is_shown: |state| state.selected.is_some(), ..always(Section::Selected, selected::show) },
    always(Section::Play, tools::play),
    always(Section::Gravity, gravity::show),
    always(Section::Wind, wind::show),
    always(Section::World, settings::world),
    always(Section::View, view::view),
    always(Section::Plots, view::plots),
    always(Section::Compare, compare::show),
    always(Section::Solver, settings::solver),
    SectionEntry { is_shown: settings::has_springs, ..always(Section::Springs, settings::springs) },
];

/// The state that the panel shows.
#[derive(Clone, Copy, Debug)]
pub struct PanelState<'a> {
    /// The sandbox.
    pub sandbox: &'a Sandbox,
    /// Gravity that comes back when it is switched on, m/s².
    pub resting_gravity: glam::Vec2,
    /// Tool of the left button.
    pub tool: Tool,
    /// Numbers of the selected things.
    pub selected: Option<&'a Facts>,
    /// The obstacle that was touched last.
    pub obstacle: Option<&'a Shape>,
    /// The next drag on an obstacle sets its slide.
    pub is_slide_armed: bool,
    /// Radius of the scissors, logical pixels.
    pub scissors_radius: f32,
    /// The options of all tools.
    pub options: ToolOptions,
    /// Play is paused.
    pub is_paused: bool,
    /// Edits since time has run, which a way back to the build drops; `None` if none has.
    pub later_edits: Option<usize>,
    /// Something of the scene was changed since it was opened.
    pub is_edited: bool,
    /// Speed of play, as a multiple of real time.
    pub speed: f64,
    /// Theme, colours and view.
    pub style: Style,
    /// Scale of the interface.
    pub ui_scale: f32,
    /// The plots that are shown.
    pub charts: Charts,
    /// The buttons of tools have names.
    pub has_tool_names: bool,
    /// The simulation continues while another window has the keyboard.
    pub runs_in_background: bool,
    /// Memory limit for rewinding, MB.
    pub rewind_memory: u32,
}

impl<'a> PanelState<'a> {
    /// The state of a first run: nothing is selected, and nothing was changed.
    pub fn new(sandbox: &'a Sandbox) -> Self {
        Self {
            sandbox,
            resting_gravity: SceneActions::default().resting_gravity(sandbox),
            tool: Tool::default(),
            selected: None,
            obstacle: None,
            is_slide_armed: false,
            scissors_radius: 12.0,
            options: ToolOptions::default(),
            is_paused: false,
            later_edits: None,
            is_edited: false,
            speed: 1.0,
            style: Style::default(),
            ui_scale: 1.0,
            charts: Charts::default(),
            has_tool_names: true,
            runs_in_background: false,
            rewind_memory: 256,
        }
    }
}

/// The panel between two frames.
pub struct Panel {
    prefs: PanelPrefs,
    is_open: bool,
    gallery: Gallery,
    focus: PanelFocus,
}

/// The surroundings of a section.
struct SectionContext<'a> {
    state: &'a PanelState<'a>,
    theme: UiTheme,
    gallery: &'a mut Gallery,
    requests: &'a mut Vec<Request>,
}

impl SectionContext<'_> {
    fn request(&mut self, request: Request) {
        self.requests.push(request);
    }

    fn action(&mut self, action: Action) {
        self.request(Request::Action(action));
    }

    fn command(&mut self, command: Command) {
        self.request(Request::Command(command));
    }

    /// Shows a button with an icon that does what a key does.
    fn icon_button(&mut self, ui: &mut Ui, name: &str, icon: Icon, button: ActionButton) {
        if IconButton::new(name, icon, button.tooltip()).show(ui, &self.theme) {
            self.action(button.action);
        }
    }

    /// Shows a button with a text that does what a key does.
    fn text_button(&mut self, ui: &mut Ui, name: &str, button: ActionButton) {
        self.text_button_if(ui, name, button, true);
    }

    /// The same, enabled or not.
    fn text_button_if(&mut self, ui: &mut Ui, name: &str, button: ActionButton, is_enabled: bool) {
        let chip = Chip::new(name, button.words.label).show_if(ui, is_enabled, &self.theme);
        if chip.tooltip(button.tooltip()).clicked() {
            self.action(button.action);
        }
    }
}

impl Panel {
    /// A panel with its settings, in a window of a width, points.
    pub fn new(prefs: PanelPrefs, window_width: f32) -> Self {
        let is_open = prefs.open.unwrap_or(window_width >= ROOMY);
        Self { prefs, is_open, gallery: Gallery::default(), focus: PanelFocus::default() }
    }

    /// The settings to keep.
    pub fn prefs(&self) -> &PanelPrefs {
        &self.prefs
    }

    /// Folds or unfolds the panel.
    pub fn toggle(&mut self) {
        self.is_open = !self.is_open;
        self.prefs.open = Some(self.is_open);
    }

    /// Width of the panel in a window of a width, both in points; 0 while it is folded.
    pub fn width(&self, window_width: f32) -> f32 {
        // Whole points: an edge within a pixel would be blurred.
        if self.is_open { WIDTH.min(MAX_SHARE * window_width).floor() } else { 0.0 }
    }

    /// Whether a section is unfolded in the panel.
    pub fn is_open(&self, section: Section) -> bool {
        self.is_open && self.prefs.tab == Tab::Build && self.prefs.sections.contains(&section)
    }

    /// Place of the tab that unfolds the panel, points; `None` while it is unfolded.
    pub fn tab(&self, context: &Context) -> Option<Rect> {
        place(context, "unfold").filter(|_| !self.is_open)
    }

    /// Shows the panel, or the tab that unfolds it; adds the requests of the user.
    pub fn show(&mut self, root: &mut Ui, state: &PanelState, requests: &mut Vec<Request>) {
        let theme = UiTheme::of(state.style.theme);
        if !self.is_open {
            style::set_panel(root.ctx(), None);
            if tab(root.ctx(), &theme) {
                requests.push(Request::Action(Action::Panel));
            }
            return;
        }
        let Self { prefs, gallery, focus: keyboard, .. } = self;
        let frame = Frame::NONE.fill(theme.solid).inner_margin(Margin { left: 10, right: 4, top: 6, bottom: 0 });
        let width = WIDTH.min(MAX_SHARE * root.ctx().content_rect().width()).floor();
        egui::Panel::right("panel").exact_size(width).resizable(false).show_separator_line(false).frame(frame).show(
            root,
            |ui| {
                let mut cx = SectionContext { state, theme, gallery, requests };
                let place = ui.max_rect();
                style::set_panel(ui.ctx(), Some((ui.layer_id(), place)));
                keyboard.begin(ui, place);
                head(ui, &mut cx);
                tabs(ui, prefs, &mut cx);
                keyboard.give(ui);
                let list = ScrollArea::vertical().id_salt(prefs.tab).auto_shrink(false);
                list.scroll_source(ScrollSource::ALL).show(ui, |ui| {
                    // Room for the scroll bar, which covers its content.
                    ui.set_width(ui.available_width() - 10.0);
                    match prefs.tab {
                        Tab::Build => {
                            for entry in SECTIONS.iter().filter(|entry| (entry.is_shown)(state)) {
                                entry.show(ui, prefs, &mut cx);
                            }
                        }
                        Tab::Scenes => gallery::show(ui, &mut cx),
                    }
                    ui.add_space(8.0);
                    scroll_to_focused(ui);
                    rise_above_keyboard(ui);
                });
                keyboard.end(ui, place);
            },
        );
    }
}

impl SectionEntry {
    /// Shows the heading, and the content if the section is open.
    fn show(&self, ui: &mut Ui, prefs: &mut PanelPrefs, cx: &mut SectionContext) {
        let is_open = prefs.sections.contains(&self.section);
        let title = self.section.title();
        if section_heading(ui, title, is_open, &cx.theme) {
            if is_open {
                prefs.sections.remove(&self.section)
            } else {
                prefs.sections.insert(self.section)
            };
        }
        if is_open {
            // Ids of its own, so that an opened section does not change those of the sections below.
            ui.push_id(title, |ui| (self.show)(ui, cx));
            ui.add_space(6.0);
        }
    }
}

/// Shows the panel's head: the program's name and five buttons.
fn head(ui: &mut Ui, cx: &mut SectionContext) {
    let theme = cx.theme;
    ui.horizontal(|ui| {
        let button = TouchTargets::here(ui).button;
        let width = BUTTONS * button + (BUTTONS - 1.0) * BUTTON_GAP;
        ui.set_height(button);
        let row = ui.max_rect();
        let row = row.with_min_x(row.right() - width);
        // A narrow panel has the buttons alone.
        let name = RichText::new(PROGRAM).size(16.0).color(theme.bright).strong();
        if text_size(ui.ctx(), PROGRAM, 16.0).x + 8.0 <= ui.available_width() - width - BUTTON_GAP {
            let shown = ui.label(name);
            mark(ui, "name", shown.rect);
        }
        // Tab goes from left to right.
        let buttons = UiBuilder::new().max_rect(row).layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(buttons, |ui| {
            ui.spacing_mut().item_spacing.x = BUTTON_GAP;
            cx.icon_button(ui, "blank", icons::blank, ActionButton::BLANK);
            cx.icon_button(ui, "save", icons::save, ActionButton::SAVE);
            cx.icon_button(ui, "open", icons::open, ActionButton::OPEN);
            cx.icon_button(ui, "help", icons::help, ActionButton::HELP);
            cx.icon_button(ui, "fold", icons::fold, ActionButton::FOLD);
        });
    });
    ui.add_space(4.0);
}

/// Shows the tabs of the panel.
fn tabs(ui: &mut Ui, prefs: &mut PanelPrefs, cx: &mut SectionContext) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = BUTTON_GAP;
        // As wide as the content below, beside the scroll bar.
        let width = (0.5 * (ui.available_width() - 10.0 - BUTTON_GAP)).floor();
        for &tab in Tab::VALUES {
            let Words { label: text, tooltip } = tab.words();
            let tooltip = match tab {
                Tab::Build => tooltip.to_owned(),
                Tab::Scenes => format!("{tooltip} ({}, {})", key_name(Action::Scene(-1)), key_name(Action::Scene(1))),
            };
            let size = vec2(width, TouchTargets::here(ui).heading);
            let chip = Chip { name: text, text, is_chosen: prefs.tab == tab };
            if chip.show_sized(ui, size, &cx.theme).tooltip(tooltip).clicked() && prefs.tab != tab {
                prefs.tab = tab;
                cx.gallery.reveal();
            }
        }
    });
    ui.add_space(4.0);
}

/// Shows the tab at the window's edge that unfolds the panel. Returns whether it was clicked.
fn tab(context: &Context, theme: &UiTheme) -> bool {
    // In a tall window the scene is in the middle of the height: the tab stands below it.
    let size = context.content_rect().size();
    let below = if size.y > size.x { 0.25 * size.y } else { 0.0 };
    let area = Area::new(Id::unique("unfold")).anchor(Align2::RIGHT_CENTER, vec2(0.0, below));
    let shown = area.show(context, |ui| {
        let (rect, response) = ui.allocate_exact_size(TAB, Sense::click());
        mark(ui, "unfold", rect);
        let fill = if response.hovered() { theme.hovered } else { theme.glass };
        ui.painter().rect_filled(rect, CornerRadius { nw: 6, sw: 6, ne: 0, se: 0 }, fill);
        icons::unfold(ui.painter(), Rect::from_center_size(rect.center(), vec2(12.0, 14.0)), theme.text);
        response.tooltip(ActionButton::UNFOLD.tooltip()).clicked()
    });
    shown.inner
}
