//! Every control of the panel, worked by a real pointer. The same panel, worked without a window, makes the requests
//! that the session must have recorded.

use std::fs;
use std::path::Path;

use egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use ropewalk::app::actions::Request;
use ropewalk::app::storage::{PanelPrefs, Section};
use ropewalk::app::style::{UiTheme, lay_out, new_context};
use ropewalk::app::ui::panel::{Panel, PanelState};
use ropewalk::app::widgets::place;
use ropewalk::sandbox::{Command, Sandbox};
use tempfile::TempDir;

use super::Outcome;
use super::session::{STATUS_HEIGHT, Session};
use crate::support::{Button, Point};

/// A window that is high enough for each section.
const SIZE: (u16, u16) = (640, 800);

/// An action on a control.
#[derive(Clone, Copy, Debug)]
enum Do {
    /// Press it and let it go.
    Click(&'static str),
    /// Drag it from its middle to this fraction of its width.
    Slide(&'static str, f32),
}

/// The panel without a window.
struct Desk {
    context: Context,
    panel: Panel,
    sandbox: Sandbox,
}

impl Desk {
    fn new(sandbox: Sandbox, section: Section) -> Self {
        let prefs = PanelPrefs { open: Some(true), sections: [section].into(), ..PanelPrefs::default() };
        let mut desk = Self { context: new_context(), panel: Panel::new(prefs, SIZE.0.into()), sandbox };
        (0..3).for_each(|_| drop(desk.frame(Vec::new())));
        desk
    }

    /// Runs a frame with these events, carries out the requests, and returns the commands.
    fn frame(&mut self, events: Vec<Event>) -> Vec<Command> {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(SIZE.0.into(), SIZE.1.into())));
        let input = RawInput { screen_rect, events, ..RawInput::default() };
        let shown = PanelState { is_paused: true, ..PanelState::new(&self.sandbox) };
        let mut requests = Vec::new();
        lay_out(&self.context, input, |root| {
            UiTheme::of(shown.style.theme).apply(root.ctx(), shown.style.theme);
            self.panel.show(root, &shown, &mut requests);
        });
        let commands = requests.into_iter().filter_map(|request| match request {
            Request::Command(command) => Some(command),
            _ => None,
        });
        let commands: Vec<_> = commands.collect();
        commands.iter().for_each(|command| self.sandbox.apply(command));
        commands
    }

    /// From where to where an action goes.
    fn way(&self, action: Do) -> Result<(Point, Point), String> {
        let (Do::Click(name) | Do::Slide(name, _)) = action;
        let rect = place(&self.context, name).ok_or_else(|| format!("there is no {name} in the panel"))?;
        let middle = rect.center().round();
        if middle.y > f32::from(SIZE.1) - STATUS_HEIGHT {
            return Err(format!("{name} is out of sight, at {middle}"));
        }
        let to = match action {
            Do::Click(_) => middle,
            Do::Slide(_, share) => pos2((rect.left() + share * rect.width()).round(), middle.y),
        };
        Ok(((middle.x as i32, middle.y as i32), (to.x as i32, to.y as i32)))
    }

    /// The last command that comes of a drag.
    fn drag(&mut self, from: Point, to: Point) -> Option<Command> {
        let at = |(x, y): Point| pos2(x as f32, y as f32);
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let events = [Event::PointerMoved(at(from)), button(at(from), true), Event::PointerMoved(at(to))];
        let mut last = None;
        for event in events.into_iter().chain([button(at(to), false)]) {
            last = self.frame(vec![event]).pop().or(last);
        }
        // Controls that appeared or disappeared move the others.
        last = self.frame(Vec::new()).pop().or(last);
        drop(self.frame(Vec::new()));
        last
    }
}

/// Writes the settings of a window with one section of its panel open.
fn prepare(folder: &Path, section: Section) -> Result<(), String> {
    let text = format!(
        "(panel: (open: Some(true), sections: [{section:?}]), tutorial: (dragged: true, cut: true, pinned: true))"
    );
    let own = folder.join("ropewalk");
    fs::create_dir_all(&own).and_then(|()| fs::write(own.join("settings.ron"), text)).map_err(|error| error.to_string())
}

/// Works the controls of a section one after the other, and checks the effect of each.
fn work(scene: &str, section: Section, actions: &[Do]) -> Outcome {
    let folder = TempDir::new()?;
    prepare(folder.path(), section)?;
    let mut session = Session::open_with(folder.path(), scene, SIZE, &["--paused"])?;
    let mut desk = Desk::new(session.sandbox.clone(), section);
    let mut wanted = Vec::new();
    for &action in actions {
        let (from, to) = desk.way(action)?;
        let command = desk.drag(from, to).ok_or_else(|| format!("nothing comes of {action:?}"))?;
        wanted.push((action, command));
        session.app.drag(from, to, if from == to { 0 } else { 3 }, Button::Left)?;
    }
    let played = session.end()?;
    let mut recorded = played.commands();
    for (action, command) in wanted {
        let found = recorded.any(|other| *other == command);
        assert!(found, "a real pointer's {action:?} did not lead to {command:?}");
    }
    assert_eq!(played.sandbox.world().settings(), desk.sandbox.world().settings());
    assert_eq!(played.held(), [], "a control is no rope");
    assert_eq!(played.simulated()?["state_hash"], played.recording.end.1.to_string());
    Ok(())
}

/// The dial, its reset, and the controls of the section World.
pub fn pointer_sets_the_world() -> Outcome {
    use Do::{Click, Slide};
    work("welcome", Section::Gravity, &[Slide("gravity", 0.8), Click("gravity.reset"), Slide("gravity", -2.0)])?;
    let set = [
        Slide("drag", 0.63),
        Slide("restitution", 0.63),
        Slide("friction", 0.73),
        Slide("max_speed", 0.83),
        Slide("hand_speed", 0.23),
        Click("tear"),
        Slide("tear.stretch", 0.9),
        Click("rope_contact"),
        Slide("rope_contact.radius", 0.2),
    ];
    let back = ["drag", "restitution", "friction", "max_speed", "hand_speed", "tear.stretch", "rope_contact.radius"];
    let back = back.map(|name| Click(format!("{name}.reset").leak()));
    work("welcome", Section::World, &[&set[..], &back, &[Click("rope_contact"), Click("tear")]].concat())
}

/// The controls of the section View, which keep their values at the next start.
pub fn pointer_chooses_the_look() -> Outcome {
    let folder = TempDir::new()?;
    prepare(folder.path(), Section::View)?;
    let mut session = Session::open_with(folder.path(), "welcome", SIZE, &["--paused"])?;
    let desk = Desk::new(session.sandbox.clone(), Section::View);
    // The first one opens a section below; the last one moves all the others.
    let names = "Plots view.Tension theme.Light colours.Alpine shadows streaks background memory.64 scale.125";
    for name in names.split(' ') {
        let (at, _) = desk.way(Do::Click(name.to_owned().leak()))?;
        session.app.click(at.0, at.1, Button::Left)?;
    }
    let played = session.end()?;
    assert_eq!(played.commands().count(), 0, "a look is no change of what is played with");
    let kept = fs::read_to_string(folder.path().join("ropewalk").join("settings.ron"))?;
    let looks = ["view: Tension", "theme: Light", "colours: Alpine", "shadows: false", "streaks: false"];
    for wanted in looks.into_iter().chain(["background: true", "memory: 64", "scale: 1.25", "Plots,"]) {
        assert!(kept.contains(wanted), "{wanted} was chosen:\n{kept}");
    }
    Ok(())
}
