//! The state of the game as JSON, for programs that drive the page.

use std::fmt::Write as _;

use super::{game::Game, scene_view::window_size};
use crate::host;

/// Most particles in a report.
const MAX_POINTS: usize = 5_000;

impl Game {
    /// The state as JSON; places in the page's pixels, shapes in metres.
    pub(super) fn report(&self) -> String {
        let fields: Vec<String> =
            [self.world_fields(), self.session_fields(), self.window_fields()].into_iter().flatten().collect();
        format!("{{{}}}", fields.join(", "))
    }

    fn world_fields(&self) -> Vec<String> {
        let sandbox = self.sandbox();
        let world = sandbox.world();
        let density = host::pixel_density(1.0);
        let place = |&at: &glam::Vec2| (self.view.camera.to_screen(at) / density).to_array();
        let points: Vec<_> = world.particles().position.iter().take(MAX_POINTS).map(place).collect();
        let shapes = world.colliders().shapes().iter().map(|shape| shape.pose());
        let shapes: Vec<_> = shapes.map(|pose| [pose.at.x, pose.at.y, pose.turn.x, pose.turn.y]).collect();
        let pinned: Vec<_> = world.particles().pinned.iter().take(MAX_POINTS).collect();
        vec![
            field("scene", quoted(&sandbox.scene().name)),
            field("step", sandbox.steps()),
            field("hash", format!("\"{:016x}\"", world.state_hash())),
            field("links", world.link_count()),
            field("shapes", format!("{shapes:?}")),
            field("cut", world.cut_link_count()),
            field("pinned", format!("{pinned:?}")),
            field("grabs", world.grabs().len()),
            field("points", format!("{points:?}")),
        ]
    }

    fn session_fields(&self) -> Vec<String> {
        let timeline = &self.playback.timeline;
        let replayed = self.playback.replay_end().map(|end| format!("[{}, \"{:016x}\"]", end.step, end.hash));
        vec![
            field("edits", timeline.edits().count()),
            field("replaying", timeline.is_replaying()),
            field("replayed", or_null(replayed)),
            field("unread", timeline.lacks_past()),
            field("paused", self.playback.clock.paused),
        ]
    }

    fn window_fields(&self) -> Vec<String> {
        let fingers: Vec<_> = self.input.touch.roles().collect();
        vec![
            field("fingers", format!("{fingers:?}")),
            field("theme", format!("\"{:?}\"", self.prefs.current.style.theme)),
            field("less_motion", self.prefs.current.style.less_motion),
            field("tool", quoted(self.input.tools.active().info().name)),
            field("slides", self.input.tools.slides()),
            field("news", quoted(self.messages.last_news())),
            field("complaint", or_null(self.messages.last_complaint().map(quoted))),
            field("window", format!("{:?}", window_size().to_array())),
            field("metre", 1.0 / self.view.camera.metres(1.0)),
        ]
    }
}

fn field(name: &str, value: impl std::fmt::Display) -> String {
    format!("\"{name}\": {value}")
}

fn or_null(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}

/// A text in quotes, escaped for JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if character.is_control() => drop(write!(quoted, "\\u{:04x}", u32::from(character))),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
