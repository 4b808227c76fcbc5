//! The panel run by egui without a window: pointer events in, requests out.

mod accessibility;
mod compare;
mod focus;
mod layout;
mod selected;
mod settings;

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Button, Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Ui, Vec2, pos2, vec2};
use ropewalk::app::actions::{Action, Request};
use ropewalk::app::storage::{PanelPrefs, SCALE_CHOICES, Section, Tab};
use ropewalk::app::style::{UiTheme, lay_out, new_context};
use ropewalk::app::ui::panel::{Panel, PanelState, SECTIONS};
use ropewalk::app::widgets::{place, take_complaint};
use ropewalk::physics::{
    BallSurface, Form, Method, Settings, ShapeDef, SoftGround, StrandSolver, Substeps, SweepOrder, Things,
};
use ropewalk::sandbox::{Command, Facts, Inspection, Sandbox};
use ropewalk::scene;
use ropewalk::scene::Walls;
use ropewalk::tool::{Tool, ToolOption};
use ropewalk::view::{Style, Theme};

/// A panel, and all that it shows.
struct Desk {
    context: Context,
    panel: Panel,
    sandbox: Sandbox,
    selected: Option<Arc<Facts>>,
    tool: Tool,
    has_tool_names: bool,
    style: Style,
    /// Of the window, points.
    size: Vec2,
    /// The part of the window beside the panel, points.
    free: Rect,
}

fn all_sections() -> Vec<Section> {
    SECTIONS.iter().map(|entry| entry.section).collect()
}

impl Desk {
    /// A scene beside a panel with these sections open, in a window so high that nothing scrolls.
    fn new(scene: &str, sections: &[Section]) -> Self {
        Self::sized(scene, sections, vec2(1_280.0, 2_600.0))
    }

    fn sized(scene: &str, sections: &[Section], size: Vec2) -> Self {
        let sandbox = Sandbox::new(scene::named(scene).expect("a scene of the gallery")).expect("the scene builds");
        let tab = if sections.contains(&Section::Scenes) { Tab::Scenes } else { Tab::Build };
        let prefs = PanelPrefs { open: Some(true), tab, sections: sections.iter().copied().collect() };
        let panel = Panel::new(prefs, size.x);
        let (style, free) = (Style::default(), Rect::NOTHING);
        let mut desk = Self {
            context: new_context(),
            panel,
            sandbox,
            selected: None,
            tool: Tool::Grab,
            has_tool_names: true,
            style,
            size,
            free,
        };
        // Until the layout is settled and the pictures are painted.
        (0..10).for_each(|_| assert_eq!(desk.frame(Vec::new()), [], "nobody touched anything"));
        desk
    }

    /// A frame with these events.
    fn frame(&mut self, events: Vec<Event>) -> Vec<Request> {
        let (context, input, mut requests) = (self.context.clone(), self.input(events), Vec::new());
        lay_out(&context, input, |root| self.show(root, &mut requests));
        requests
    }

    fn input(&self, events: Vec<Event>) -> RawInput {
        RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)), events, ..RawInput::default() }
    }

    fn show(&mut self, root: &mut Ui, requests: &mut Vec<Request>) {
        let shown = PanelState {
            tool: self.tool,
            has_tool_names: self.has_tool_names,
            selected: self.selected.as_deref(),
            style: self.style,
            ..PanelState::new(&self.sandbox)
        };
        UiTheme::of(self.style.theme).apply(root.ctx(), self.style.theme);
        self.panel.show(root, &shown, requests);
        self.free = root.available_rect_before_wrap();
        // Fields of the rest of the interface, before and after which the panel's have their turn.
        for y in [300.0, 1_200.0] {
            root.put(Rect::from_center_size(pos2(40.0, y), vec2(60.0, 20.0)), Button::new("beside"));
        }
    }

    /// Applies the commands among requests, as the window does.
    fn obey(&mut self, requests: &[Request]) {
        for request in requests {
            if let Request::Command(command) = request {
                self.sandbox.apply(command);
            }
        }
    }

    fn rect(&self, name: &str) -> Rect {
        place(&self.context, name).unwrap_or_else(|| panic!("there is no {name} in the panel"))
    }

    /// Presses at one place and releases at another, a frame each. Returns all requests.
    fn drag(&mut self, from: Pos2, to: Pos2) -> Vec<Request> {
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let mut requests = Vec::new();
        let half = from + 0.5 * (to - from);
        let moves = [half, to].map(Event::PointerMoved);
        for event in [Event::PointerMoved(from), button(from, true)].into_iter().chain(moves).chain([button(to, false)])
        {
            let wished = self.frame(vec![event]);
            self.obey(&wished);
            requests.extend(wished);
        }
        let last = self.frame(Vec::new());
        self.obey(&last);
        requests.extend(last);
        requests
    }

    fn click(&mut self, name: &str) -> Vec<Request> {
        let at = self.rect(name).center();
        self.drag(at, at)
    }

    /// Drags the slider of this name to a share of its length.
    fn slide(&mut self, name: &str, share: f32) -> Settings {
        let rect = self.rect(name);
        let y = rect.center().y;
        self.drag(pos2(rect.center().x, y), pos2(rect.left() + share * rect.width(), y));
        *self.sandbox.world().settings()
    }

    /// The place of the widget that has the keyboard.
    fn focused(&self) -> Option<Rect> {
        let id = self.context.memory(|memory| memory.focused())?;
        self.context.read_response(id).map(|widget| widget.rect)
    }

    /// Presses a key. Returns the requests of the frame and of the next one.
    fn press(&mut self, key: Key, modifiers: Modifiers) -> Vec<Request> {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        let mut requests = self.frame(vec![event(true), event(false)]);
        requests.extend(self.frame(Vec::new()));
        self.obey(&requests);
        requests
    }

    /// Presses Tab until the widget of this name has the keyboard.
    fn tab_to(&mut self, name: &str) {
        for _ in 0..200 {
            if self.focused() == Some(self.rect(name)) {
                return;
            }
            self.press(Key::Tab, Modifiers::NONE);
        }
        panic!("Tab does not reach {name}");
    }

    /// Types into the field of this name, and Enter.
    fn fill_in(&mut self, name: &str, text: &str) -> Vec<Request> {
        self.click(name);
        let key = |key, modifiers| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        let mut requests = Vec::new();
        for event in [key(Key::A, Modifiers::COMMAND), Event::Text(text.to_owned()), key(Key::Enter, Modifiers::NONE)] {
            let wished = self.frame(vec![event]);
            self.obey(&wished);
            requests.extend(wished);
        }
        requests
    }
}
