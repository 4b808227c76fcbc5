//! The wheel: changes the weight, the obstacle or the blower under the pointer.

use glam::Vec2;

use super::{PointerEvent, Target, Tools, blower, obstacle, weight};
use crate::sandbox::{Command, Sandbox};

/// Time after a notch during which further notches change the same object, s, although it moves away from the pointer.
const LOCK_SECONDS: f32 = 0.7;

/// Movement of the pointer that ends the lock, pixels.
const LOCK_RANGE: f32 = 8.0;

/// The same for a weight, which has no other end of its lock: the wheel changes the weight that was touched last.
const WEIGHT_LOCK_RANGE: f32 = 30.0;

/// The object that the wheel changed, or the weight that was touched last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lock {
    pub target: Target,
    /// Position of the pointer at the first notch or the last touch, m.
    at: Vec2,
    /// Time until the lock ends, s.
    seconds_left: f32,
}

impl Lock {
    /// The lock after some time, unless it has ended.
    pub fn after(self, seconds: f32) -> Option<Self> {
        if self.is_on_weight() {
            return Some(self);
        }
        let seconds_left = self.seconds_left - seconds;
        (seconds_left > 0.0).then_some(Self { seconds_left, ..self })
    }

    /// Whether a weight is locked: only the pointer ends that.
    pub fn is_on_weight(self) -> bool {
        self.target.particle().is_some()
    }

    /// Movement of the pointer that ends the lock, pixels.
    fn range(self) -> f32 {
        if self.is_on_weight() { WEIGHT_LOCK_RANGE } else { LOCK_RANGE }
    }
}

impl Tools {
    /// Turns the wheel by a notch up (`notches` > 0) or down. `None` if no tool uses it: nothing to change is under
    /// the pointer.
    pub fn wheel(&mut self, event: PointerEvent, notches: f32, sandbox: &Sandbox) -> Option<Command> {
        let target = self.wheel_target(event, sandbox)?;
        let state = &mut self.state;
        let command = match target {
            Target::Particle(particle) => weight::turn_wheel(particle, notches, state, sandbox)?,
            Target::Obstacle(shape) => obstacle::turn_wheel(shape, notches, state, sandbox)?,
            Target::Blower(blower) => blower::turn_wheel(blower, notches, event.finger, state, sandbox)?,
        };
        // From the first notch on: many small movements of the pointer add up to a large one.
        let lock = self.wheel_lock.filter(|lock| lock.target == target && self.locked(event).is_some());
        let at = lock.map_or(event.at, |lock| lock.at);
        self.wheel_lock = Some(Lock { target, at, seconds_left: LOCK_SECONDS });
        Some(command)
    }

    /// Locks the wheel to a weight or ball that is held.
    pub(super) fn lock_to_held_weight(&mut self, event: PointerEvent, sandbox: &Sandbox) {
        let held = self.held().filter(|held| held.particle().is_some_and(|id| weight::is_weight(id, sandbox)));
        if let Some(target) = held {
            self.wheel_lock = Some(Lock { target, at: event.at, seconds_left: LOCK_SECONDS });
        }
    }

    /// Whether the wheel changes the held object.
    pub fn has_wheel(&self) -> bool {
        self.gesture.as_ref().is_some_and(|gesture| gesture.has_wheel())
    }

    /// The object that the wheel is locked to, unless the pointer has moved away.
    pub(super) fn locked(&self, event: PointerEvent) -> Option<Target> {
        let is_near = |lock: &Lock| lock.at.distance(event.at) <= lock.range() * event.pixel;
        self.wheel_lock.filter(is_near).map(|lock| lock.target)
    }

    /// The object that the wheel would change.
    pub(super) fn wheel_target(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Target> {
        self.active.behaviour().wheel_target(event, self, sandbox)
    }

    /// The object of the current gesture.
    pub(super) fn held(&self) -> Option<Target> {
        self.gesture.as_ref()?.held()
    }
}
