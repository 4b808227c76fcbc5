//! How long the steps of a world and of its ghost take, and the numbers that stand beside each other.

use std::time::Duration;

use crate::host::Instant;

use crate::{
    physics::World,
    sandbox::Sandbox,
    scene::{Technique, rivals},
    view::{Style, draw::Colour},
};

/// The numbers change so often, s: they are to be read.
const READ_SECONDS: f32 = 0.25;

/// What a step takes is a mean over some so many of them.
const MEAN: f64 = 0.1;

/// How long slow motion is told of after the last frame of it, s.
const TELL_SECONDS: f32 = 1.0;

/// The numbers of a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldStats {
    /// What is in it, or how it is moved.
    pub name: String,
    /// Stretch of the most stretched link, as a share of its length.
    pub stretch: f64,
    /// Kinetic and potential, J.
    pub energy: f64,
    /// A step takes so long, ms.
    pub step: f64,
    /// How often something was held to the speed limit.
    pub held_back: u64,
}

/// The colours of a world and of its ghost beside each other, wherever they are told apart: those that they have in the
/// picture. The world is drawn thicker, for who does not tell the two colours apart.
#[must_use]
pub fn colours(style: &Style) -> [Colour; 2] {
    let palette = style.palette();
    [palette.rope, palette.ghost]
}

/// Measures both worlds while there is a ghost.
#[derive(Debug, Default)]
pub struct GhostStats {
    /// Means over the last steps, ms: of the world, and of the ghost.
    steps: (f64, f64),
    /// What the ghost took in this frame.
    pub haunting: Duration,
    figures: Option<[WorldStats; 2]>,
    /// Until they are read again, s.
    fresh: f32,
    /// For how much longer to say that the ghost makes it slow, s.
    slow: f32,
    /// How often the ghost was held to the speed limit, and for how much longer to say so, s.
    held_back: (u64, f32),
}

impl GhostStats {
    /// A frame begins.
    pub fn begin(&mut self) {
        self.haunting = Duration::ZERO;
    }

    /// A step was done: when it began, when the world was done, and when the ghost was.
    pub fn stepped(&mut self, [began, halfway, done]: [Instant; 3]) {
        let (world, ghost) = (halfway.duration_since(began), done.duration_since(halfway));
        self.haunting += ghost;
        let mean = |mean: &mut f64, time: Duration| {
            let time = time.as_secs_f64() * 1_000.0;
            *mean = if *mean == 0.0 { time } else { *mean + MEAN * (time - *mean) };
        };
        mean(&mut self.steps.0, world);
        mean(&mut self.steps.1, ghost);
    }

    /// Fewer steps were done in a frame than it asked for.
    pub fn fell_behind(&mut self) {
        self.slow = TELL_SECONDS;
    }

    /// Reads the worlds, `seconds` after the last time.
    pub fn read(&mut self, sandbox: &Sandbox, seconds: f32) {
        let Some(ghost) = sandbox.ghost() else {
            *self = Self::default();
            return;
        };
        self.slow -= seconds;
        let (before, left) = self.held_back;
        let now = ghost.world().held_back();
        self.held_back = (now, if now > before { TELL_SECONDS } else { left - seconds });
        self.fresh -= seconds;
        if self.fresh > 0.0 && self.figures.as_ref().is_some_and(|[_, other]| other.name == ghost.name()) {
            return;
        }
        self.fresh = READ_SECONDS;
        let figures = |name: &str, world: &World, step: f64| WorldStats {
            name: name.to_owned(),
            stretch: world.stretch().max,
            energy: world.energy().total(),
            step,
            held_back: world.held_back(),
        };
        let own = figures(name_of(sandbox.world()), sandbox.world(), self.steps.0);
        self.figures = Some([own, figures(ghost.name(), ghost.world(), self.steps.1)]);
    }

    /// The numbers of the world and of the ghost, where there is one.
    #[must_use]
    pub fn figures(&self) -> Option<&[WorldStats; 2]> {
        self.figures.as_ref()
    }

    /// Whether the ghost is too slow for play to keep up, or breaks the speed limit: in a few words.
    #[must_use]
    pub fn warning(&self, sandbox: &Sandbox) -> Option<String> {
        let settings = sandbox.ghost()?.world().settings();
        if self.slow > 0.0 && self.steps.1 > self.steps.0 {
            Some(format!("slow motion: a step of the ghost takes {:.0} ms", self.steps.1))
        } else {
            (self.held_back.1 > 0.0).then(|| format!("ghost held to {} m/s", settings.max_speed))
        }
    }

    /// Whether something that it says is about to change though nothing moves.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.slow > 0.0 || self.held_back.1 > 0.0
    }
}

/// What the technique of a world is called, where it has a name.
fn name_of(world: &World) -> &'static str {
    let own = Technique::of(world.settings());
    rivals().iter().find(|rival| rival.settings == own).map_or("This scene", |rival| rival.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sandbox::Command, scene};

    #[test]
    fn both_worlds_have_their_numbers_and_one_alone_has_none() {
        let mut sandbox = Sandbox::new(scene::named("solver-race").expect("it is there")).expect("it builds");
        let mut race = GhostStats::default();
        let now = Instant::now();
        (0..60).for_each(|_| sandbox.step());
        race.stepped([now, now + Duration::from_millis(2), now + Duration::from_millis(7)]);
        race.read(&sandbox, 0.016);
        let [own, ghost] = race.figures().expect("there is a ghost");
        assert_eq!((own.name.as_str(), ghost.name.as_str()), ("Ropewalk's own", "Jakobsen in sequence"));
        assert_eq!((own.step, ghost.step), (2.0, 5.0));
        assert!(own.stretch < 0.001 && ghost.stretch > 0.2, "{} {}", own.stretch, ghost.stretch);
        sandbox.apply(&Command::SetGhost(None));
        race.read(&sandbox, 0.016);
        assert_eq!(race.figures(), None);
    }

    #[test]
    fn a_ghost_that_is_too_slow_is_told_of() {
        let sandbox = Sandbox::new(scene::named("solver-race").expect("it is there")).expect("it builds");
        let (mut race, now) = (GhostStats::default(), Instant::now());
        race.stepped([now, now + Duration::from_millis(2), now + Duration::from_millis(50)]);
        race.read(&sandbox, 0.016);
        assert_eq!(race.warning(&sandbox), None);
        race.fell_behind();
        assert_eq!(race.warning(&sandbox).as_deref(), Some("slow motion: a step of the ghost takes 48 ms"));
        race.read(&sandbox, 2.0);
        assert_eq!(race.warning(&sandbox), None);
    }
}
