//! The keyboard's cursor: while it is shown, keys move the pointer over the picture and press its buttons.
//!
//! Tools see events of a pointer and need no code for keys.

use glam::Vec2;

use crate::app::actions::Direction;
use crate::physics::ParticleId;

/// Distance of one press of an arrow, logical pixels.
const STEP: f32 = 2.0;

/// Time after which a held arrow moves the cursor on, s.
const HOLD_DELAY: f32 = 0.25;

/// Speed of a held arrow at first, logical pixels/s.
const START_SPEED: f32 = 80.0;

/// Acceleration of a held arrow, logical pixels/s².
const ACCELERATION: f32 = 600.0;

/// Greatest speed of a held arrow, logical pixels/s.
const MAX_SPEED: f32 = 900.0;

/// Longest time of a frame that counts, s: a slow frame must not turn a press into a long way.
const MAX_FRAME_TIME: f32 = 0.1;

/// Movement by which the mouse takes over, logical pixels. A mouse at rest may tremble.
const MOUSE_RANGE: f32 = 12.0;

/// Least distance to another point, logical pixels: nearer ones are one place on the screen.
const MIN_JUMP: f32 = 2.0;

/// The keyboard's cursor. Its place is that of the pointer.
#[derive(Clone, Debug, Default)]
pub struct KeyboardCursor {
    is_shown: bool,
    /// The arrows that are down.
    arrows: Vec<Direction>,
    /// Time since the last of them went down, s.
    held_seconds: f32,
    /// The particle that the cursor follows, and the number of particles then: another number renames them.
    followed: Option<(ParticleId, usize)>,
    /// Where the mouse was when it first moved, physical pixels.
    mouse: Option<Vec2>,
}

impl KeyboardCursor {
    /// Whether the cursor is shown.
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Shows the cursor.
    pub fn show(&mut self) {
        *self = Self { is_shown: true, ..Self::default() };
    }

    /// Hides the cursor; the arrows have their usual meaning again.
    pub fn hide(&mut self) {
        *self = Self::default();
    }

    /// Notes that an arrow went down. Returns its first step, logical pixels.
    pub fn hold(&mut self, arrow: Direction) -> Vec2 {
        if !self.arrows.contains(&arrow) {
            self.arrows.push(arrow);
        }
        self.held_seconds = 0.0;
        on_screen(arrow) * STEP
    }

    /// Notes that an arrow came up.
    pub fn release(&mut self, arrow: Direction) {
        self.arrows.retain(|&other| other != arrow);
    }

    /// Notes that no arrow is down.
    pub fn release_all(&mut self) {
        self.arrows.clear();
    }

    /// Whether an arrow is down.
    pub fn is_moving(&self) -> bool {
        !self.arrows.is_empty()
    }

    /// The movement by held arrows in a frame of `seconds`, logical pixels.
    pub fn advance(&mut self, seconds: f32) -> Vec2 {
        let seconds = seconds.clamp(0.0, MAX_FRAME_TIME);
        self.held_seconds += seconds;
        let held = self.held_seconds - HOLD_DELAY;
        if held <= 0.0 {
            return Vec2::ZERO;
        }
        let speed = (START_SPEED + ACCELERATION * held).min(MAX_SPEED);
        self.arrows.iter().map(|&arrow| on_screen(arrow)).sum::<Vec2>() * speed * seconds
    }

    /// Follows a particle of a number of particles, wherever it moves.
    pub fn follow(&mut self, particle: Option<ParticleId>, count: usize) {
        self.followed = particle.map(|particle| (particle, count));
    }

    /// Stays where it is.
    pub fn stop_following(&mut self) {
        self.followed = None;
    }

    /// The particle that the cursor follows, among a number of particles.
    pub fn followed(&self, count: usize) -> Option<ParticleId> {
        self.followed.filter(|&(_, then)| then == count).map(|(particle, _)| particle)
    }

    /// Notes a movement of the mouse to a place, physical pixels. Returns whether the mouse takes over. `density`:
    /// pixels per logical pixel.
    pub fn yields_to_mouse(&mut self, to: Vec2, density: f32) -> bool {
        self.mouse.get_or_insert(to).distance(to) > MOUSE_RANGE * density
    }
}

/// The unit vector of a direction on the screen, where y points down.
fn on_screen(direction: Direction) -> Vec2 {
    direction.unit_vector() * Vec2::new(1.0, -1.0)
}

/// A place that the cursor can jump to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JumpTarget {
    /// Position, m.
    pub at: Vec2,
    /// The particle there, if it is one.
    pub particle: Option<ParticleId>,
}

/// The next target from a position (m) in a direction: near, and at most 45 degrees aside. `pixel`: size of a logical
/// pixel, m.
pub fn next_towards(
    from: Vec2,
    direction: Direction,
    pixel: f32,
    targets: impl Iterator<Item = JumpTarget>,
) -> Option<JumpTarget> {
    let axis = direction.unit_vector();
    let distance = |target: JumpTarget| {
        let (along, aside) = ((target.at - from).dot(axis), (target.at - from).perp_dot(axis).abs());
        // A target straight ahead counts as nearer than its distance.
        (along >= MIN_JUMP * pixel && aside <= along).then_some((along + 2.0 * aside, target))
    };
    targets.filter_map(distance).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, target)| target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tap_of_an_arrow_is_one_step_also_in_slow_frames() {
        for seconds in [0.004, 0.016, 0.5] {
            let mut cursor = KeyboardCursor::default();
            assert_eq!(cursor.hold(Direction::Down), Vec2::new(0.0, STEP));
            assert_eq!(cursor.advance(seconds), Vec2::ZERO);
            cursor.release(Direction::Down);
            assert_eq!((cursor.advance(seconds), cursor.is_moving()), (Vec2::ZERO, false));
        }
    }

    #[test]
    fn trembling_mouse_does_not_take_over() {
        let mut cursor = KeyboardCursor::default();
        let mut moves = [100.0, 101.0, 99.0, 108.0, 113.0].map(|x| cursor.yields_to_mouse(Vec2::new(x, 50.0), 1.0));
        assert!(moves[4]);
        moves[4] = false;
        assert_eq!(moves, [false; 5]);
    }

    #[test]
    fn jump_goes_to_the_next_point_in_its_direction() {
        let places = [(1.0, 0.0), (2.0, 0.0), (0.9, 0.8), (0.0, 3.0), (-0.001, 0.0), (0.4, 2.0)];
        let targets = || places.into_iter().map(|(x, y)| JumpTarget { at: Vec2::new(x, y), particle: None });
        let next = |from: Vec2, direction| next_towards(from, direction, 0.01, targets()).map(|target| target.at);
        assert_eq!(next(Vec2::ZERO, Direction::Right), Some(Vec2::new(1.0, 0.0)));
        assert_eq!(next(Vec2::X, Direction::Right), Some(Vec2::new(2.0, 0.0)));
        assert_eq!(next(Vec2::ZERO, Direction::Up), Some(Vec2::new(0.4, 2.0)), "0.9, 0.8 is more aside");
        assert_eq!(next(Vec2::ZERO, Direction::Left), None, "0.1 pixels away is the same place");
        assert_eq!(next(Vec2::new(2.0, 0.0), Direction::Left), Some(Vec2::new(1.0, 0.0)));
        assert_eq!(next(Vec2::ZERO, Direction::Down), None);
    }
}
