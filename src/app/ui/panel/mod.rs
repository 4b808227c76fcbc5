//! The panel at the right: every setting, tool and scene, for the pointer. It is shown plain data and says what was
//! wished; it decides nothing about the physics.

mod compare;
mod gallery;
mod gravity;
mod look;
mod obstacle;
mod settings;
mod thumbnail;
mod tools;

use egui_macroquad::egui::{
    Align, Align2, Area, Context, FontId, Frame, Layout, Margin, Rect, RichText, ScrollArea, Sense, SidePanel, Ui,
    Vec2, vec2,
};

use crate::{
    app::{
        actions::{Action, Charts, Request},
        storage::{PanelPrefs, Section},
        style::{Tooltip as _, TouchTargets, UiTheme},
        widgets::{self, icons, mark, place},
    },
    host::IN_BROWSER,
    physics::Shape,
    sandbox::Sandbox,
    tool::Tool,
    view::Style,
};

/// Width of the panel, points, where the window has room for it.
const WIDTH: f32 = 292.0;

/// The largest share of the window that it takes.
const LARGEST_SHARE: f32 = 0.6;

/// On a first run the panel is open in windows of at least this width, points.
const ROOMY: f32 = 1_000.0;

/// The heading of a section.
const fn title_of(section: Section) -> &'static str {
    match section {
        Section::Tools => "Tools",
        Section::Play => "Play",
        Section::Scenes => "Scenes",
        Section::Gravity => "Gravity",
        Section::Solver => "Solver",
        Section::World => "World",
        Section::Springs => "Springs",
        Section::Wind => "Wind",
        Section::Compare => "Compare",
        Section::View => "View",
        Section::Plots => "Plots",
    }
}

/// What the panel shows.
#[derive(Clone, Copy, Debug)]
pub struct PanelState<'a> {
    /// What is played with.
    pub sandbox: &'a Sandbox,
    /// The tool of the left button.
    pub tool: Tool,
    /// The obstacle that was touched last.
    pub shape: Option<&'a Shape>,
    /// The next drag on an obstacle says where it slides.
    pub slides: bool,
    /// Radius of the scissors, logical pixels.
    pub scissors: f32,
    /// Play stands still.
    pub paused: bool,
    /// Speed of play, as a multiple of real time.
    pub speed: f64,
    /// Theme, colours, view.
    pub style: Style,
    /// Scale of the interface.
    pub scale: f32,
    /// Which plots are shown.
    pub charts: Charts,
    /// Ropes go on moving while another window has the keyboard.
    pub background: bool,
    /// Memory for going back in time, MB.
    pub memory: u32,
}

/// The panel's own state.
pub struct Panel {
    prefs: PanelPrefs,
    open: bool,
    gallery: gallery::Gallery,
}

/// What a section is drawn with.
struct SectionContext<'a> {
    state: &'a PanelState<'a>,
    theme: UiTheme,
    requests: &'a mut Vec<Request>,
}

impl SectionContext<'_> {
    fn request(&mut self, request: Request) {
        self.requests.push(request);
    }
}

impl Panel {
    /// One as it was left, in a window of this width, points.
    #[must_use]
    pub fn new(prefs: PanelPrefs, window: f32) -> Self {
        let open = prefs.open.unwrap_or(window >= ROOMY);
        Self { prefs, open, gallery: gallery::Gallery::default() }
    }

    /// What is to be kept.
    #[must_use]
    pub fn prefs(&self) -> &PanelPrefs {
        &self.prefs
    }

    /// Folds the panel away, or unfolds it.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.prefs.open = Some(self.open);
    }

    /// How much of a window of this width it covers, both in points.
    #[must_use]
    pub fn width(&self, window: f32) -> f32 {
        // Whole points: a panel that ends within a pixel has a blurred edge.
        if self.open { WIDTH.min(LARGEST_SHARE * window).floor() } else { 0.0 }
    }

    /// Where the tab is by which it is unfolded, points; `None` while it is unfolded.
    #[must_use]
    pub fn tab(&self, context: &Context) -> Option<Rect> {
        place(context, "unfold").filter(|_| !self.open)
    }

    /// Shows the panel, or the handle by which it is unfolded; adds what was wished.
    pub fn show(&mut self, context: &Context, shown: &PanelState, requests: &mut Vec<Request>) {
        let theme = UiTheme::of(shown.style.theme);
        if !self.open {
            if handle(context, &theme) {
                requests.push(Request::Do(Action::Panel));
            }
            return;
        }
        let frame = Frame::NONE.fill(theme.solid).inner_margin(Margin { left: 10, right: 4, top: 6, bottom: 0 });
        let width = self.width(context.screen_rect().width());
        SidePanel::right("panel").exact_width(width).resizable(false).show_separator_line(false).frame(frame).show(
            context,
            |ui| {
                let mut cx = SectionContext { state: shown, theme, requests };
                title(ui, &mut cx);
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    // Room for the scroll bar, which lies over what it scrolls.
                    ui.set_width(ui.available_width() - 10.0);
                    for section in Section::ALL {
                        self.section(ui, section, &mut cx);
                    }
                    ui.add_space(8.0);
                });
            },
        );
    }

    fn section(&mut self, ui: &mut Ui, section: Section, cx: &mut SectionContext) {
        if section == Section::Springs && !settings::has_springs(cx.state) {
            return;
        }
        let open = self.prefs.sections.contains(&section);
        if widgets::heading(ui, title_of(section), open, &cx.theme) {
            if open {
                self.prefs.sections.remove(&section)
            } else {
                self.prefs.sections.insert(section)
            };
            if section == Section::Scenes {
                self.gallery.reveal();
            }
        }
        if !open {
            return;
        }
        // Every section counts its widgets by itself: one that opens does not rename those below it.
        ui.push_id(title_of(section), |ui| match section {
            Section::Tools => tools::tools(ui, cx),
            Section::Play => tools::play(ui, cx),
            Section::Gravity => gravity::show(ui, cx),
            Section::Solver => settings::solver(ui, cx),
            Section::World => settings::world(ui, cx),
            Section::Springs => settings::springs(ui, cx),
            Section::Wind => settings::wind(ui, cx),
            Section::Compare => compare::show(ui, cx),
            Section::View => look::view(ui, cx),
            Section::Plots => look::plots(ui, cx),
            Section::Scenes => self.gallery.show(ui, cx),
        });
        ui.add_space(6.0);
    }
}

/// Between two buttons of the panel's head, points.
const BETWEEN: f32 = 4.0;

/// The panel's head: its name, help, and the button that folds it away.
fn title(ui: &mut Ui, cx: &mut SectionContext) {
    let theme = cx.theme;
    ui.horizontal(|ui| {
        let button = TouchTargets::here(ui).button;
        ui.set_height(button);
        // In a narrow panel the buttons are more use than the name.
        let name = RichText::new("Ropewalk").size(16.0).color(theme.bright).strong();
        let font = FontId::proportional(16.0);
        let wide = ui.fonts(|fonts| fonts.layout_no_wrap("Ropewalk".to_owned(), font, theme.bright).size().x);
        if wide + 8.0 <= ui.available_width() - 4.0 * (button + BETWEEN) {
            let place = ui.label(name).rect;
            mark(ui, "name", place);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = BETWEEN;
            let mut button = |name, icon, tip: &str, action| {
                let button = widgets::IconButton { name, icon, tip: tip.to_owned(), chosen: false, key: None };
                if button.show(ui, &theme) {
                    cx.request(Request::Do(action));
                }
            };
            button("fold", icons::fold, "Fold the panel away (H)", Action::Panel);
            button("help", icons::help, "All controls (F1)", Action::Help);
            button("open", icons::open, "Open a file (Ctrl+O)", Action::Open);
            button("save", icons::save, "Save (Ctrl+S)", Action::Save);
        });
    });
    ui.add_space(4.0);
}

/// Size of the tab by which the panel is unfolded, points; in a browser it may be a finger that has to meet it.
const HANDLE: Vec2 = if IN_BROWSER { vec2(32.0, 72.0) } else { vec2(18.0, 56.0) };

/// The tab at the window's edge that unfolds the panel. Returns whether it was clicked.
fn handle(context: &Context, theme: &UiTheme) -> bool {
    // In an upright window a scene fills the width, in the middle of the height: below it the tab covers nothing.
    let size = context.screen_rect().size();
    let below = if size.y > size.x { 0.25 * size.y } else { 0.0 };
    let area = Area::new("panel handle".into()).anchor(Align2::RIGHT_CENTER, vec2(0.0, below));
    let shown = area.show(context, |ui| {
        let (rect, response) = ui.allocate_exact_size(HANDLE, Sense::click());
        widgets::mark(ui, "unfold", rect);
        let fill = if response.hovered() { theme.hovered } else { theme.glass };
        let corners = egui_macroquad::egui::CornerRadius { nw: 6, sw: 6, ne: 0, se: 0 };
        ui.painter().rect_filled(rect, corners, fill);
        icons::unfold(ui.painter(), Rect::from_center_size(rect.center(), vec2(12.0, 14.0)), theme.text);
        response.tooltip("Settings, tools and scenes (H)").clicked()
    });
    shown.inner
}
