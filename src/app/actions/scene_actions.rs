//! Actions -> commands of a scene: gravity, the way back to the build, random pins, the ghost, and the held end of `nehe-40`.

use glam::Vec2;

use super::action::{Action, Direction};
use crate::physics::GRAVITY;
use crate::sandbox::{Command, Sandbox};
use crate::scene::{KeyScheme, Rival, rivals};

/// Speed of a held end that is moved by keys, m/s.
const HELD_END_SPEED: f32 = 3.0;

/// The state of keys between two actions.
#[derive(Clone, Debug, Default)]
pub struct SceneActions {
    /// Directions in which the held end is being moved.
    directions: Vec<Direction>,
    /// The last gravity that there was, or the one that was chosen for when there is some again, m/s².
    last_gravity: Option<Vec2>,
    /// The rival of the last comparison.
    last_rival: Option<Rival>,
}

impl SceneActions {
    /// The command of an action; `None` if the action is no command of the scene.
    pub fn command(&mut self, action: Action, sandbox: &Sandbox) -> Option<Command> {
        let scheme = sandbox.scene().scene.keys;
        let gravity = sandbox.world().settings().gravity;
        match (action, scheme) {
            (Action::Arrow(direction) | Action::HeldEnd(direction), KeyScheme::HeldEnd) => {
                if !self.directions.contains(&direction) {
                    self.directions.push(direction);
                }
                Some(self.drive())
            }
            (Action::Arrow(direction), KeyScheme::GravityLab) => Some(Command::SetGravity(match direction {
                Direction::Left => Vec2::new(-GRAVITY, gravity.y),
                Direction::Right => Vec2::new(GRAVITY, gravity.y),
                Direction::Up => Vec2::new(0.0, gravity.y),
                Direction::Down => sandbox.scene().scene.settings.gravity,
            })),
            (Action::Arrow(direction), KeyScheme::Standard) => {
                Some(Command::SetGravity(turned_gravity(direction, sandbox)))
            }
            (Action::ReverseGravity, _) => Some(Command::SetGravity(-gravity)),
            (Action::GravityOff, _) => Some(Command::SetGravity(self.switched_gravity(gravity, sandbox))),
            (Action::Compare, _) => Some(Command::SetGhost(self.next_rival(sandbox).map(Box::new))),
            (Action::BackToBuild, KeyScheme::GravityLab)
            | (Action::RandomAnchors, KeyScheme::Standard | KeyScheme::HeldEnd) => Some(Command::PinAtRandom),
            (Action::RandomAnchors, KeyScheme::GravityLab) | (Action::BackToBuild, _) => {
                sandbox.design().map(|_| Command::BackToBuild)
            }
            (Action::KeepAsBuild, _) => sandbox.design().map(|_| Command::KeepAsBuild),
            (Action::OpenAgain, _) => Some(Command::Reset),
            _ => None,
        }
    }

    /// The command of an action whose key came up.
    pub fn released(&mut self, action: Action) -> Option<Command> {
        let (Action::Arrow(direction) | Action::HeldEnd(direction)) = action else { return None };
        let held = self.directions.len();
        self.directions.retain(|&other| other != direction);
        (self.directions.len() < held).then(|| self.drive())
    }

    /// The command that stops the held end, as if all keys came up.
    pub fn release_all(&mut self) -> Option<Command> {
        let held = !self.directions.is_empty();
        self.directions.clear();
        held.then(|| self.drive())
    }

    fn drive(&self) -> Command {
        let sum = self.directions.iter().map(|direction| direction.unit_vector()).sum::<Vec2>();
        Command::DriveHeldEnd(sum * HELD_END_SPEED)
    }

    /// The rival of the next ghost: the last one, the scene's, or the first that is fast enough. `None` ends a
    /// comparison.
    fn next_rival(&mut self, sandbox: &Sandbox) -> Option<Rival> {
        if let Some(ghost) = sandbox.ghost() {
            self.last_rival = Some(ghost.rival());
            return None;
        }
        let wanted = self.last_rival.take().or_else(|| sandbox.scene().scene.ghost.clone());
        wanted.iter().chain(rivals()).find(|rival| sandbox.can_afford(rival.settings)).cloned()
    }

    /// Notes the present gravity, for when there is none. Called once a frame.
    pub fn note_gravity(&mut self, gravity: Vec2) {
        if gravity != Vec2::ZERO {
            self.last_gravity = Some(gravity);
        }
    }

    /// Chooses the gravity that comes back when it is switched on, m/s².
    pub fn set_resting_gravity(&mut self, gravity: Vec2) {
        self.last_gravity = Some(gravity);
    }

    /// The gravity that comes back when it is switched on, m/s²: never zero.
    #[must_use]
    pub fn resting_gravity(&self, sandbox: &Sandbox) -> Vec2 {
        let own = Some(sandbox.scene().scene.settings.gravity).filter(|&own| own != Vec2::ZERO);
        self.last_gravity.or(own).unwrap_or(Vec2::NEG_Y * GRAVITY)
    }

    /// Zero if there is gravity; else the gravity before it was switched off.
    fn switched_gravity(&mut self, gravity: Vec2, sandbox: &Sandbox) -> Vec2 {
        self.note_gravity(gravity);
        if gravity == Vec2::ZERO { self.resting_gravity(sandbox) } else { Vec2::ZERO }
    }
}

/// The action that returns to what was built: in gravity-lab its key is that of random pins, and vice versa.
#[must_use]
pub fn back_to_build(scheme: KeyScheme) -> Action {
    if scheme == KeyScheme::GravityLab { Action::RandomAnchors } else { Action::BackToBuild }
}

/// Gravity of the present size in a direction. If it is off, of the scene's size; down is the scene's own gravity.
fn turned_gravity(direction: Direction, sandbox: &Sandbox) -> Vec2 {
    let own = sandbox.scene().scene.settings.gravity;
    let now = sandbox.world().settings().gravity;
    let size = if now == Vec2::ZERO { own.length() } else { now.length() };
    if direction == Direction::Down { own } else { direction.unit_vector() * size }
}

impl Direction {
    /// The unit vector of the direction; y points up.
    pub fn unit_vector(self) -> Vec2 {
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

    /// Performs actions in a scene. Returns the gravity after each.
    fn gravities(name: &str, actions: &[Action]) -> Vec<Vec2> {
        let mut sandbox = Sandbox::new(scene::named(name).expect("a scene of the gallery")).expect("the scene builds");
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
    fn switched_gravity_has_the_direction_that_was_chosen_at_zero() {
        let mut sandbox = Sandbox::new(scene::named("first-rope").expect("a scene")).expect("the scene builds");
        let mut keys = SceneActions::default();
        sandbox.apply(&Command::SetGravity(Vec2::ZERO));
        keys.set_resting_gravity(Vec2::X * 3.0);
        assert_eq!(keys.command(Action::GravityOff, &sandbox), Some(Command::SetGravity(Vec2::X * 3.0)));
    }

    #[test]
    fn gravity_lab_has_the_keys_of_its_author() {
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
        let sandbox =
            Sandbox::new(scene::named("gravity-lab").expect("a scene of the gallery")).expect("the scene builds");
        assert_eq!(SceneActions::default().command(Action::BackToBuild, &sandbox), Some(Command::PinAtRandom));
    }
}
