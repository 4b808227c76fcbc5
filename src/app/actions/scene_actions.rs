//! What the keys mean in a scene: actions -> commands. Gravity, anchors, and the held end of `nehe-40`.

use glam::Vec2;

use super::controls::{Action, Direction};
use crate::{
    physics::GRAVITY,
    sandbox::{Command, Sandbox},
    scene::{KeyScheme, Rival, rivals},
};

/// Speed of a held end that keys move, m/s.
const HELD_END_SPEED: f32 = 3.0;

/// State of the keys between frames.
#[derive(Clone, Debug, Default)]
pub struct SceneActions {
    /// Sides to which a held end is being moved.
    towards: Vec<Direction>,
    /// Gravity before it was turned off, m/s².
    before_off: Option<Vec2>,
    /// What was compared with before that was ended.
    rival: Option<Rival>,
}

impl SceneActions {
    /// What an action does to the sandbox; `None` where it is none of ours.
    pub fn command(&mut self, action: Action, sandbox: &Sandbox) -> Option<Command> {
        let scheme = sandbox.scene().scene.keys;
        let gravity = sandbox.world().settings().gravity;
        match (action, scheme) {
            (Action::Arrow(side) | Action::HeldEnd(side), KeyScheme::HeldEnd) => {
                if !self.towards.contains(&side) {
                    self.towards.push(side);
                }
                Some(self.drive())
            }
            (Action::Arrow(side), KeyScheme::GravityLab) => Some(Command::SetGravity(match side {
                Direction::Left => Vec2::new(-GRAVITY, gravity.y),
                Direction::Right => Vec2::new(GRAVITY, gravity.y),
                Direction::Up => Vec2::new(0.0, gravity.y),
                Direction::Down => sandbox.scene().scene.settings.gravity,
            })),
            (Action::Arrow(side), KeyScheme::Standard) => Some(Command::SetGravity(turned(side, sandbox))),
            (Action::ReverseGravity, _) => Some(Command::SetGravity(-gravity)),
            (Action::GravityOff, _) => Some(Command::SetGravity(self.switched(gravity, sandbox))),
            (Action::Compare, _) => Some(Command::SetGhost(self.compared(sandbox).map(Box::new))),
            (Action::Reset, KeyScheme::GravityLab)
            | (Action::RandomAnchors, KeyScheme::Standard | KeyScheme::HeldEnd) => Some(Command::PinAtRandom),
            (Action::RandomAnchors, KeyScheme::GravityLab) | (Action::Reset, _) => Some(Command::Reset),
            _ => None,
        }
    }

    /// A key of an action came up.
    pub fn released(&mut self, action: Action) -> Option<Command> {
        let (Action::Arrow(side) | Action::HeldEnd(side)) = action else { return None };
        let held = self.towards.len();
        self.towards.retain(|&other| other != side);
        (self.towards.len() < held).then(|| self.drive())
    }

    /// All keys came up, or nobody knows whether they did.
    pub fn release_all(&mut self) -> Option<Command> {
        let held = !self.towards.is_empty();
        self.towards.clear();
        held.then(|| self.drive())
    }

    fn drive(&self) -> Command {
        let towards = self.towards.iter().map(|side| side.unit_vector()).sum::<Vec2>();
        Command::DriveHeldEnd(towards * HELD_END_SPEED)
    }

    /// Nothing where there is a ghost; where there is none, what there was before, or what the scene says, or the first that
    /// is not too slow here.
    fn compared(&mut self, sandbox: &Sandbox) -> Option<Rival> {
        if let Some(ghost) = sandbox.ghost() {
            self.rival = Some(ghost.rival());
            return None;
        }
        let wanted = self.rival.take().or_else(|| sandbox.scene().scene.ghost.clone());
        wanted.iter().chain(rivals()).find(|rival| sandbox.can_afford(rival.settings)).cloned()
    }

    /// Zero where there is gravity; where there is none, what there was before.
    fn switched(&mut self, gravity: Vec2, sandbox: &Sandbox) -> Vec2 {
        if gravity == Vec2::ZERO {
            self.before_off.take().unwrap_or(sandbox.scene().scene.settings.gravity)
        } else {
            self.before_off = Some(gravity);
            Vec2::ZERO
        }
    }
}

/// Gravity of the present size (the scene's where it is off) to a side; down is the scene's own again.
fn turned(side: Direction, sandbox: &Sandbox) -> Vec2 {
    let own = sandbox.scene().scene.settings.gravity;
    let now = sandbox.world().settings().gravity;
    let size = if now == Vec2::ZERO { own.length() } else { now.length() };
    if side == Direction::Down { own } else { side.unit_vector() * size }
}

impl Direction {
    fn unit_vector(self) -> Vec2 {
        match self {
            Self::Left => Vec2::NEG_X,
            Self::Right => Vec2::X,
            Self::Up => Vec2::Y,
            Self::Down => Vec2::NEG_Y,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;

    /// Presses these keys in a scene and returns the gravity after each.
    fn gravities(name: &str, actions: &[Action]) -> Vec<Vec2> {
        let mut sandbox = Sandbox::new(scene::named(name).expect("it is in the gallery")).expect("it builds");
        let mut keys = SceneActions::default();
        let mut press = |&action: &Action| {
            if let Some(command) = keys.command(action, &sandbox) {
                sandbox.apply(&command);
            }
            sandbox.world().settings().gravity
        };
        actions.iter().map(&mut press).collect()
    }

    #[test]
    fn arrows_turn_gravity_and_down_restores_it() {
        let sides = [Direction::Left, Direction::Up, Direction::Right, Direction::Down].map(Action::Arrow);
        let g = GRAVITY;
        assert_eq!(
            gravities("welcome", &sides),
            [Vec2::new(-g, 0.0), Vec2::new(0.0, g), Vec2::new(g, 0.0), Vec2::new(0.0, -g)]
        );
    }

    #[test]
    fn gravity_lab_has_its_authors_keys() {
        let keys = [
            Action::Arrow(Direction::Left),
            Action::ReverseGravity,
            Action::Arrow(Direction::Right),
            Action::Arrow(Direction::Up),
        ];
        let g = GRAVITY;
        assert_eq!(
            gravities("gravity-lab", &keys),
            [Vec2::new(-g, -g), Vec2::new(g, g), Vec2::new(g, g), Vec2::new(0.0, g)]
        );
        let sandbox = Sandbox::new(scene::named("gravity-lab").expect("it is in the gallery")).expect("it builds");
        assert_eq!(SceneActions::default().command(Action::Reset, &sandbox), Some(Command::PinAtRandom));
    }

    #[test]
    fn gravity_goes_off_and_on() {
        let keys = [Action::Arrow(Direction::Left), Action::GravityOff, Action::GravityOff];
        assert_eq!(gravities("welcome", &keys)[1..], [Vec2::ZERO, Vec2::new(-GRAVITY, 0.0)]);
    }

    #[test]
    fn the_held_end_moves_while_its_keys_are_down() {
        let sandbox = Sandbox::new(scene::named("nehe-40").expect("it is in the gallery")).expect("it builds");
        let mut keys = SceneActions::default();
        let left = keys.command(Action::Arrow(Direction::Left), &sandbox);
        assert_eq!(left, Some(Command::DriveHeldEnd(Vec2::new(-3.0, 0.0))));
        let both = keys.command(Action::HeldEnd(Direction::Up), &sandbox);
        assert_eq!(both, Some(Command::DriveHeldEnd(Vec2::new(-3.0, 3.0))));
        assert_eq!(keys.released(Action::Arrow(Direction::Left)), Some(Command::DriveHeldEnd(Vec2::new(0.0, 3.0))));
        assert_eq!(keys.release_all(), Some(Command::DriveHeldEnd(Vec2::ZERO)));
        assert_eq!(keys.release_all(), None);
    }
}
