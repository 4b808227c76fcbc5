//! The effect of each action and of each request.

use super::{game::Game, handle_event::NOTCH_FACTOR};
use crate::app::actions::{Action, Request};
use crate::app::style::for_device;
use crate::app::ui::dialog::Purpose;
use crate::physics::Things;
use crate::sandbox::Command;
use crate::scene;
use crate::scene::{BLANK, NamedScene};
use crate::tool::{Tool, ToolInfo};

impl Game {
    /// Performs an action of a key or of its button.
    pub(super) fn perform(&mut self, action: Action) {
        if let Some(command) = self.input.scene_actions.command(action, self.playback.sandbox()) {
            return self.act_on_scene(command);
        }
        let prefs = &mut self.prefs.current;
        match action {
            Action::Choose(tool) => self.choose(tool),
            Action::SmallerScissors => self.input.tools.scale_scissors(1.0 / NOTCH_FACTOR),
            Action::LargerScissors => self.input.tools.scale_scissors(NOTCH_FACTOR),
            Action::Pause => self.playback.clock.paused = !self.playback.clock.paused,
            Action::SingleStep => self.playback.clock.single_step(),
            Action::Slower => self.playback.clock.slower(),
            Action::Faster => self.playback.clock.faster(),
            Action::Fit => self.fit(),
            Action::LookAtLost => self.look_at_lost(),
            Action::Interface => self.ui.toggle_visible(),
            Action::Panel => {
                self.ui.panel.toggle();
                // A button that is folded away would keep the keyboard for another frame.
                self.ui.panel.drop_focus(self.egui.context());
            }
            Action::PanelFocus => self.toggle_panel_focus(),
            Action::TimeBarFocus => self.toggle_time_bar_focus(),
            Action::NextView => prefs.style = prefs.style.next_view(),
            Action::Theme => prefs.style = prefs.style.next_theme(),
            Action::Plot(chart) => self.ui.measurements.charts.toggle(chart),
            Action::Plots => self.ui.measurements.charts.toggle_all(),
            Action::Scene(by) => self.open_gallery_scene(scene::neighbour(&self.sandbox().scene().name, by)),
            Action::BlankPage => self.open_blank_page(),
            Action::FullScreen => self.pacing.window.toggle_full_screen(),
            Action::Help => self.ui.is_help_open = !self.ui.is_help_open,
            Action::Undo | Action::Redo => self.undo_or_redo(action),
            Action::Rewind => {
                self.end_gestures();
                self.playback.is_rewinding = true;
            }
            Action::Screenshot => self.captures.is_screenshot_due = true,
            Action::Save => self.ask_for_file(Purpose::Save),
            Action::Open => self.ask_for_file(Purpose::Open),
            Action::Animation => {
                let (now, sandbox) = (self.pacing.frame_began, self.playback.sandbox());
                self.captures.toggle_animation(now, sandbox, &self.view.camera);
            }
            Action::Selection(action) => self.act_on_selection(action),
            Action::Cursor(action) => self.act_on_cursor(action),
            Action::Escape => self.escape(),
            // Each is a command of the scene, or has no meaning in this one.
            Action::BackToBuild
            | Action::KeepAsBuild
            | Action::OpenAgain
            | Action::RandomAnchors
            | Action::ReverseGravity
            | Action::Arrow(_)
            | Action::Compare
            | Action::HeldEnd(_)
            | Action::GravityOff => {}
        }
    }

    /// Applies a command of the scene.
    fn act_on_scene(&mut self, command: Command) {
        if matches!(command, Command::BackToBuild | Command::Reset) {
            // Gestures and keys that are down belong to the state before.
            self.end_gestures();
            self.view.painter.forget();
        }
        // The design stands still, to be adjusted.
        self.playback.clock.paused |= command == Command::BackToBuild && !self.playback.has_last_step();
        let returns = command == Command::BackToBuild;
        self.act([command]);
        if returns {
            self.find_build();
        }
    }

    /// Carries out a request of the interface.
    pub(super) fn perform_request(&mut self, request: Request) {
        let prefs = &mut self.prefs.current;
        match request {
            Request::Action(action) => self.perform(action),
            Request::Command(command) => {
                self.ui.slider_undo.note(&command, self.playback.sandbox());
                self.act([command]);
            }
            Request::RestingGravity(gravity) => self.input.scene_actions.set_resting_gravity(gravity),
            Request::Style(style) => prefs.set_style(style),
            Request::UiScale(scale) => prefs.scale = scale,
            Request::ShowHint => self.ui.show_hint(),
            Request::NormalSpeed => self.playback.clock.normal_speed(),
            Request::ArmSlide(is_armed) => self.input.tools.set_slides(is_armed),
            Request::ScissorsRadius(radius) => self.input.tools.set_scissors_radius(radius),
            Request::ToolOption(option, value) => {
                self.input.tools.set_option(option, value);
                prefs.tools = self.input.tools.options();
            }
            Request::OpenScene(BLANK) => self.open_blank_page(),
            Request::OpenScene(name) => self.open_gallery_scene(scene::named(name)),
            Request::File(request) => self.perform_file_request(request),
            Request::ToolNames(are_shown) => prefs.tool_names = are_shown,
            Request::CloseTutorial => prefs.tutorial.closed = true,
            Request::RunInBackground(runs) => prefs.background = runs,
            Request::RewindMemory(memory) => {
                prefs.memory = memory;
                self.playback.set_rewind_memory(memory);
            }
            Request::Charts(charts) => self.ui.measurements.charts = charts,
            Request::Seek(step) => {
                if !self.playback.timeline.is_looking_back() {
                    self.end_gestures();
                }
                // The chosen moment stays, to be looked at.
                self.playback.clock.paused = true;
                self.playback.seek(step);
                self.view.painter.forget();
            }
        }
    }

    /// Undoes or redoes an edit; a gesture that is going on is undone with the rest.
    fn undo_or_redo(&mut self, action: Action) {
        self.end_gestures();
        if action == Action::Undo && !self.playback.timeline.can_undo() {
            if let Some(percent) = self.files.past_percent() {
                self.messages.say(format!("undo in a moment: {percent} % of the session's past is read"));
            } else if self.sandbox().design().is_some() {
                // A design from before the session cannot be visited, but returned to.
                self.act_on_scene(Command::BackToBuild);
            }
        } else if action == Action::Undo {
            self.playback.undo();
        } else {
            self.playback.redo();
        }
        self.view.painter.forget();
        self.move_walls();
    }

    pub(super) fn choose(&mut self, tool: Tool) {
        let mut commands = Vec::new();
        self.input.tools.choose(tool, &mut commands);
        self.act(commands);
        if tool == Tool::Grab {
            self.messages.clear_news();
        } else {
            let ToolInfo { name, tip, .. } = tool.info();
            self.messages.say(for_device(&format!("{name}: {tip}"), self.input.device).into_owned());
        }
    }

    /// Closes or cancels one thing: the dialog, the help, a slider's drag, a gesture, the keyboard's cursor, a replay or
    /// jump, the selection; at last it
    /// chooses the grab tool.
    fn escape(&mut self) {
        if self.files.dialog.take().is_some() {
            return;
        }
        if self.ui.is_help_open {
            self.ui.is_help_open = false;
        } else if self.ui.slider_undo.cancel_drag(self.egui.context()) {
            // Its values return after the interface's frame.
        } else if self.input.tools.is_busy() {
            let mut commands = Vec::new();
            self.input.tools.cancel(&mut commands);
            self.act(commands);
        } else if self.input.cursor.is_shown() {
            self.hide_cursor();
        } else if self.playback.stop() {
            self.messages.say(format!("stopped at step {}", self.sandbox().steps()));
        } else if self.input.tools.selection().is_empty() {
            self.choose(Tool::Grab);
        } else {
            self.select(Things::default());
        }
    }

    fn open_gallery_scene(&mut self, scene: Option<NamedScene>) {
        if let Some(scene) = scene {
            let mut commands = Vec::new();
            self.input.tools.cancel(&mut commands);
            commands.extend(self.input.scene_actions.release_all());
            commands.extend(self.input.machine_keys.release_all());
            commands.push(Command::Open(Box::new(scene)));
            // A blank page has been paused to build on; other scenes move.
            self.playback.clock.paused &= self.sandbox().scene().name != BLANK;
            self.act(commands);
        }
    }
}
