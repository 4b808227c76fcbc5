//! Measurements of a world and of its ghost: times of their steps, and numbers to compare.

use std::time::Duration;

use crate::host::{Instant, text};
use crate::physics::World;
use crate::sandbox::Sandbox;
use crate::scene::{Technique, rivals};
use crate::view::{Style, draw::Colour};

/// Time between two updates of the numbers, s, so that they can be read.
const UPDATE_SECONDS: f32 = 0.25;

/// Weight of the last step in the running mean of their times.
const MEAN_WEIGHT: f64 = 0.1;

/// How long slow motion and the speed limit are reported after they last occurred, s.
const WARNING_SECONDS: f32 = 1.0;

/// Numbers of a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldStats {
    /// Name of its method.
    pub name: String,
    /// Largest stretch of a link, relative.
    pub stretch: f64,
    /// Kinetic and potential energy, J.
    pub energy: f64,
    /// Mean time of a step, ms.
    pub step_ms: f64,
    /// How often a particle was held to the speed limit.
    pub held_back: u64,
}

/// The colours of a world and of its ghost in the picture, used in plots and legends too. The world's lines are
/// thicker, for readers who cannot distinguish the colours.
pub fn world_colours(style: &Style) -> [Colour; 2] {
    let palette = style.palette();
    [palette.materials.rope, palette.markers.ghost]
}

/// Measurements of both worlds while there is a ghost.
#[derive(Debug, Default)]
pub struct GhostStats {
    /// Mean time of the world's steps, ms.
    world_step_ms: f64,
    /// Mean time of the ghost's steps, ms.
    ghost_step_ms: f64,
    /// Time of the ghost's steps in this frame.
    pub ghost_stepping: Duration,
    stats: Option<[WorldStats; 2]>,
    /// Time until the next update, s.
    update_in: f32,
    /// Time left to the report of slow motion, s.
    slow_seconds: f32,
    /// How often particles of the ghost were held to the speed limit.
    speed_limit_count: u64,
    /// Time left to the report of that, s.
    speed_limit_seconds: f32,
}

impl GhostStats {
    /// Begins a frame.
    pub fn begin_frame(&mut self) {
        self.ghost_stepping = Duration::ZERO;
    }

    /// Adds a step: when it began, when the world was done, and when the ghost was.
    pub fn add_step(&mut self, [began, halfway, done]: [Instant; 3]) {
        let (world, ghost) = (halfway.duration_since(began), done.duration_since(halfway));
        self.ghost_stepping += ghost;
        let mean = |mean: &mut f64, time: Duration| {
            let time = time.as_secs_f64() * 1_000.0;
            *mean = if *mean == 0.0 { time } else { *mean + MEAN_WEIGHT * (time - *mean) };
        };
        mean(&mut self.world_step_ms, world);
        mean(&mut self.ghost_step_ms, ghost);
    }

    /// Notes that a frame took fewer steps than real time asks for.
    pub fn fell_behind(&mut self) {
        self.slow_seconds = WARNING_SECONDS;
    }

    /// Measures both worlds, `seconds` after the last call.
    pub fn read(&mut self, sandbox: &Sandbox, seconds: f32) {
        let Some(ghost) = sandbox.ghost() else {
            *self = Self::default();
            return;
        };
        self.slow_seconds -= seconds;
        let count = ghost.world().clamped_speed_count();
        let left = self.speed_limit_seconds - seconds;
        self.speed_limit_seconds = if count > self.speed_limit_count { WARNING_SECONDS } else { left };
        self.speed_limit_count = count;
        self.update_in -= seconds;
        if self.update_in > 0.0 && self.stats.as_ref().is_some_and(|[_, other]| other.name == text::label(ghost.name()))
        {
            return;
        }
        self.update_in = UPDATE_SECONDS;
        let stats = |name: &str, world: &World, step_ms: f64| WorldStats {
            name: text::label(name),
            stretch: world.stretch().max,
            energy: world.energy().total(),
            step_ms,
            held_back: world.clamped_speed_count(),
        };
        let own = stats(method_name(sandbox.world()), sandbox.world(), self.world_step_ms);
        self.stats = Some([own, stats(ghost.name(), ghost.world(), self.ghost_step_ms)]);
    }

    /// The numbers of the world and of its ghost, if there is one.
    pub fn stats(&self) -> Option<&[WorldStats; 2]> {
        self.stats.as_ref()
    }

    /// A warning that the ghost is too slow for real time, or reaches the speed limit.
    pub fn warning(&self, sandbox: &Sandbox) -> Option<String> {
        let settings = sandbox.ghost()?.world().settings();
        if self.slow_seconds > 0.0 && self.ghost_step_ms > self.world_step_ms {
            Some(format!("slow motion: a step of the ghost takes {:.0} ms", self.ghost_step_ms))
        } else {
            (self.speed_limit_seconds > 0.0)
                .then(|| format!("the ghost is too fast: slowed to {} m/s", settings.max_speed))
        }
    }

    /// Whether a warning is about to disappear by itself.
    pub fn is_busy(&self) -> bool {
        self.slow_seconds > 0.0 || self.speed_limit_seconds > 0.0
    }
}

/// The name of a world's method, if it has one.
fn method_name(world: &World) -> &'static str {
    let own = Technique::of(world.settings());
    rivals().iter().find(|rival| rival.settings == own).map_or("This scene", |rival| rival.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;

    #[test]
    fn slow_ghost_causes_a_warning() {
        let sandbox =
            Sandbox::new(scene::named("solver-race").expect("a scene of the gallery")).expect("the scene builds");
        let (mut stats, now) = (GhostStats::default(), Instant::now());
        stats.add_step([now, now + Duration::from_millis(2), now + Duration::from_millis(50)]);
        stats.read(&sandbox, 0.016);
        assert_eq!(stats.warning(&sandbox), None);
        stats.fell_behind();
        assert_eq!(stats.warning(&sandbox).as_deref(), Some("slow motion: a step of the ghost takes 48 ms"));
        stats.read(&sandbox, 2.0);
        assert_eq!(stats.warning(&sandbox), None);
    }
}
