//! Gestures of fingers.
//!
//! The first finger is the tool, as the left button is. With the grab tool each further finger on a particle drags that
//! particle too, and two fingers on nothing pan and zoom; with another tool any two fingers pan and zoom. While a
//! finger holds a weight, a blower or an obstacle, a second finger is the wheel. A double tap is a right click. A finger
//! that rests selects, with tools whose presses can be taken back.

use std::time::Duration;

use glam::Vec2;
use macroquad::miniquad::TouchPhase;

use super::events::FRAMES_AFTER_EVENT;
use crate::{host::Instant, physics::ParticleId};

/// Reach of a finger, as a multiple of the mouse's: a finger covers the place that it points at.
pub const FINGER_REACH: f32 = 1.6;

/// Longest tap.
const TAP: Duration = Duration::from_millis(500);

/// Shortest long touch.
const LONG_TOUCH: Duration = Duration::from_millis(550);

/// Longest time between the taps of a double tap.
const BETWEEN_TAPS: Duration = Duration::from_millis(400);

/// Frames within which a touch is a tap, however long they take: events wait for the end of a frame, so no finger is
/// quick enough where frames are slow. After an event the main loop draws at least this number of frames before it
/// blocks, so that blocked time is never counted as one frame.
const TAP_FRAMES: u32 = 3;

/// Frames within which two taps are a double tap, however long they take.
const DOUBLE_TAP_FRAMES: u32 = 5;

const _: () = assert!(DOUBLE_TAP_FRAMES <= FRAMES_AFTER_EVENT + 1 && TAP_FRAMES <= FRAMES_AFTER_EVENT + 1);

/// Longest distance between the taps of a double tap; a finger that moves by half of it does not tap. Logical pixels.
const TAP_DISTANCE: f32 = 30.0;

/// Two fingers whose distance changes by this factor turn the wheel by a notch.
const NOTCH_FACTOR: f32 = 1.2;

/// Maximum number of fingers that are followed.
const MAX_FINGERS: usize = 10;

/// An event of a finger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The kind of the event.
    pub phase: TouchPhase,
    /// Identifies the finger.
    pub id: u64,
    /// Place, physical pixels.
    pub at: Vec2,
}

/// The moment of an event.
#[derive(Clone, Copy, Debug)]
struct Moment {
    time: Instant,
    /// Number of the frame, wrapping.
    frame: u32,
}

impl Moment {
    /// Whether `before` is recent, by the clock or in frames.
    fn is_soon_after(self, before: Self, time: Duration, frames: u32) -> bool {
        self.time.duration_since(before.time) < time || self.frame.wrapping_sub(before.frame) <= frames
    }
}

/// The surroundings of a finger, and the abilities of the tool.
#[derive(Clone, Copy, Debug)]
pub struct TouchContext {
    /// The place belongs to the interface.
    pub is_on_ui: bool,
    /// The particle in reach.
    pub particle: Option<ParticleId>,
    /// The tool grabs particles.
    pub is_grab_tool: bool,
    /// An obstacle or a blower is there, which the grab tool moves.
    pub is_on_object: bool,
    /// A double tap means something to the tool.
    pub has_double_tap: bool,
    /// A long touch selects.
    pub has_long_touch: bool,
    /// The tool holds something that the wheel changes.
    pub has_wheel: bool,
    /// Physical pixels per logical pixel.
    pub density: f32,
}

/// The effect of a gesture; places are physical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TouchAction {
    /// Press the left button.
    Press(Vec2),
    /// Move the pointer.
    Move(Vec2),
    /// Release the left button.
    Release(Vec2),
    /// Cancel the gesture of the tool.
    Cancel,
    /// Grab a particle in addition to that of the tool.
    Grab { grab: u32, particle: ParticleId, at: Vec2 },
    /// Move an additional grab.
    MoveGrab { grab: u32, to: Vec2 },
    /// Release an additional grab.
    ReleaseGrab { grab: u32 },
    /// Move the picture.
    Pan(Vec2),
    /// Scale the picture about a place.
    Zoom { at: Vec2, factor: f32 },
    /// Turn the wheel at a place.
    Wheel { at: Vec2, notches: f32 },
    /// Click with the right button.
    DoubleTap(Vec2),
    /// Select the thing at a place, in place of the gesture of the tool.
    LongTouch(Vec2),
}

/// The role of a finger.
#[derive(Clone, Copy, Debug, PartialEq)]
enum FingerRole {
    /// The interface's, or none.
    None,
    /// The tool.
    Tool,
    /// A grab in addition to the tool's.
    Grab(u32),
    /// On nothing; with a second such finger both move the picture.
    Free,
    /// One of two that move the picture.
    Picture,
    /// The wheel of the object that the tool holds.
    Wheel,
}

#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    role: FingerRole,
    at: Vec2,
    from: Vec2,
    since: Moment,
    /// It has moved farther than a tap may.
    has_moved: bool,
    /// It may still become a long touch.
    may_be_long: bool,
}

/// A tap.
#[derive(Clone, Copy, Debug)]
struct Tap {
    when: Moment,
    at: Vec2,
}

/// The fingers that are down.
#[derive(Debug, Default)]
pub struct TouchGestures {
    down: Vec<Finger>,
    last_tap: Option<Tap>,
    /// Distance between the tool's finger and the wheel's at the last notch, pixels.
    spread: f32,
    /// Number of the frame, wrapping.
    frame: u32,
}

impl TouchGestures {
    /// Begins a frame.
    pub fn next_frame(&mut self) {
        self.frame = self.frame.wrapping_add(1);
    }

    /// The role of each finger that is down, in a word.
    #[cfg(target_arch = "wasm32")]
    pub fn roles(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.down.iter().map(|finger| match finger.role {
            FingerRole::None => "none",
            FingerRole::Tool => "tool",
            FingerRole::Grab(_) => "grab",
            FingerRole::Free => "free",
            FingerRole::Picture => "picture",
            FingerRole::Wheel => "wheel",
        })
    }

    /// Handles an event. Returns its effects in order.
    pub fn take(&mut self, touch: Touch, context: TouchContext, time: Instant) -> Vec<TouchAction> {
        let now = Moment { time, frame: self.frame };
        let index = self.down.iter().position(|finger| finger.id == touch.id);
        match (touch.phase, index) {
            (TouchPhase::Started, None) if self.down.len() < MAX_FINGERS => self.start(touch, context, now),
            (TouchPhase::Moved, Some(index)) => self.move_to(index, touch.at, context.density),
            (TouchPhase::Ended, Some(index)) => {
                let mut actions = self.move_to(index, touch.at, context.density);
                actions.extend(self.end(index, context, now));
                actions
            }
            (TouchPhase::Cancelled, Some(index)) => {
                self.last_tap = None;
                let cancel = |action| if let TouchAction::Release(_) = action { TouchAction::Cancel } else { action };
                self.lift(index).map(cancel).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The long touch that this frame completes: of a single finger that has always stayed where it came down.
    pub fn long_touch(&mut self, time: Instant) -> Option<TouchAction> {
        let now = Moment { time, frame: self.frame };
        let [finger] = &mut self.down[..] else { return None };
        let is_long = !now.is_soon_after(finger.since, LONG_TOUCH, TAP_FRAMES);
        (finger.role == FingerRole::Tool && finger.may_be_long && !finger.has_moved && is_long).then(|| {
            finger.may_be_long = false;
            TouchAction::LongTouch(finger.at)
        })
    }

    /// Ends the part of a finger whose long touch has selected something.
    pub fn drop_tool(&mut self) {
        self.down.iter_mut().for_each(|finger| finger.role = FingerRole::None);
    }

    /// Releases the grabs beside the tool's, and returns their ids. The fingers that are still down lose their roles.
    pub fn release_grabs(&mut self) -> Vec<u32> {
        let roles = self.down.iter_mut().map(|finger| std::mem::replace(&mut finger.role, FingerRole::None));
        roles.filter_map(|role| if let FingerRole::Grab(grab) = role { Some(grab) } else { None }).collect()
    }

    fn find_role(&self, role: FingerRole) -> Option<usize> {
        self.down.iter().position(|finger| finger.role == role)
    }

    /// Assigns a role to a finger that comes down.
    fn start(&mut self, Touch { id, at, .. }: Touch, context: TouchContext, now: Moment) -> Vec<TouchAction> {
        let tool = self.find_role(FingerRole::Tool);
        let (role, action) = match context.particle {
            _ if context.is_on_ui => (FingerRole::None, None),
            Some(particle) if context.is_grab_tool && tool.is_some() => {
                let is_taken = |grab: &u32| self.find_role(FingerRole::Grab(*grab)).is_some();
                let grab = (1..).find(|grab| !is_taken(grab)).unwrap_or(u32::MAX);
                (FingerRole::Grab(grab), Some(TouchAction::Grab { grab, particle, at }))
            }
            _ if context.has_wheel && tool.is_some() && self.find_role(FingerRole::Wheel).is_none() => {
                self.spread = tool.map_or(1.0, |tool| self.down[tool].at.distance(at).max(1.0));
                (FingerRole::Wheel, None)
            }
            None if context.is_grab_tool && !(context.is_on_object && tool.is_none()) => {
                match self.find_role(FingerRole::Free) {
                    Some(other) => {
                        self.down[other].role = FingerRole::Picture;
                        (FingerRole::Picture, None)
                    }
                    None => (FingerRole::Free, None),
                }
            }
            // A third finger beside two that move the picture.
            _ if !context.is_grab_tool && self.find_role(FingerRole::Picture).is_some() => (FingerRole::None, None),
            _ => match tool {
                Some(other) => {
                    self.down[other].role = FingerRole::Picture;
                    (FingerRole::Picture, Some(TouchAction::Cancel))
                }
                None => (FingerRole::Tool, Some(TouchAction::Press(at))),
            },
        };
        // A second finger ends the wait of the first.
        self.down.iter_mut().for_each(|other| other.may_be_long = false);
        let may_be_long = context.has_long_touch && self.down.is_empty();
        self.down.push(Finger { id, role, at, from: at, since: now, has_moved: false, may_be_long });
        action.into_iter().collect()
    }

    fn move_to(&mut self, index: usize, to: Vec2, density: f32) -> Vec<TouchAction> {
        let finger = &mut self.down[index];
        let Finger { role, at: from, .. } = *finger;
        finger.at = to;
        finger.has_moved |= to.distance(finger.from) >= 0.5 * TAP_DISTANCE * density;
        match role {
            _ if from == to => Vec::new(),
            FingerRole::Tool => std::iter::once(TouchAction::Move(to)).chain(self.turn_wheel()).collect(),
            FingerRole::Wheel => self.turn_wheel(),
            FingerRole::Grab(grab) => vec![TouchAction::MoveGrab { grab, to }],
            FingerRole::Picture => {
                let mut others = self.down.iter().enumerate().filter(|(i, finger)| *i != index && finger.role == role);
                let Some((_, other)) = others.next() else { return Vec::new() };
                let middle = |at: Vec2| 0.5 * (at + other.at);
                // Two fingers at the same place have no distance.
                let distance = |at: Vec2| at.distance(other.at).max(1.0);
                let factor = distance(to) / distance(from);
                vec![TouchAction::Pan(middle(to) - middle(from)), TouchAction::Zoom { at: middle(to), factor }]
            }
            FingerRole::None | FingerRole::Free => Vec::new(),
        }
    }

    /// The notches of the wheel by which the distance of two fingers has changed.
    fn turn_wheel(&mut self) -> Vec<TouchAction> {
        let (Some(tool), Some(wheel)) = (self.find_role(FingerRole::Tool), self.find_role(FingerRole::Wheel)) else {
            return Vec::new();
        };
        let at = self.down[tool].at;
        let distance = at.distance(self.down[wheel].at).max(1.0);
        let mut actions = Vec::new();
        while distance >= NOTCH_FACTOR * self.spread {
            self.spread *= NOTCH_FACTOR;
            actions.push(TouchAction::Wheel { at, notches: 1.0 });
        }
        while distance * NOTCH_FACTOR <= self.spread {
            self.spread /= NOTCH_FACTOR;
            actions.push(TouchAction::Wheel { at, notches: -1.0 });
        }
        actions
    }

    /// Lifts a finger, and finds taps and double taps.
    fn end(&mut self, index: usize, context: TouchContext, now: Moment) -> Vec<TouchAction> {
        let Finger { role, at, since, has_moved, .. } = self.down[index];
        let mut actions: Vec<TouchAction> = self.lift(index).into_iter().collect();
        let near = TAP_DISTANCE * context.density;
        let is_tap = matches!(role, FingerRole::Tool | FingerRole::Free)
            && self.find_role(FingerRole::Wheel).is_none()
            && !has_moved
            && now.is_soon_after(since, TAP, TAP_FRAMES)
            && context.has_double_tap;
        let last_tap = self.last_tap.take();
        if is_tap {
            let is_double = last_tap.is_some_and(|tap| {
                now.is_soon_after(tap.when, BETWEEN_TAPS + TAP, DOUBLE_TAP_FRAMES) && tap.at.distance(at) < near
            });
            if is_double {
                actions.push(TouchAction::DoubleTap(at));
            } else {
                self.last_tap = Some(Tap { when: now, at });
            }
        }
        actions
    }

    /// Removes a finger.
    fn lift(&mut self, index: usize) -> Option<TouchAction> {
        let Finger { role, at, .. } = self.down.remove(index);
        match role {
            FingerRole::Tool => Some(TouchAction::Release(at)),
            FingerRole::Grab(grab) => Some(TouchAction::ReleaseGrab { grab }),
            FingerRole::Picture => {
                // The other finger loses its role: the user means to lift both, and not to grab with it.
                if let Some(other) = self.find_role(FingerRole::Picture) {
                    self.down[other].role = FingerRole::None;
                }
                None
            }
            FingerRole::None | FingerRole::Free | FingerRole::Wheel => None,
        }
    }
}

#[cfg(test)]
mod tests;
