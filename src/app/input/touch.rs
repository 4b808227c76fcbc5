//! Gestures of fingers.
//!
//! The first finger is the tool, as the left button is. With the grab tool each further finger on a particle drags that
//! particle too, and two fingers on nothing pan and zoom; with another tool any two fingers pan and zoom. While a
//! finger holds a weight, a blower or an obstacle, a second finger is the wheel. A double tap is a right click.

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
    /// The wheel of what the tool holds.
    Wheel,
}

#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    role: FingerRole,
    at: Vec2,
    from: Vec2,
    since: Moment,
    /// Its long touch was reported.
    was_long: bool,
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
            (TouchPhase::Moved, Some(index)) => self.move_to(index, touch.at),
            (TouchPhase::Ended, Some(index)) => {
                let mut actions = self.move_to(index, touch.at);
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

    /// The long touch that this frame completes: of a single finger that has stayed where it came down.
    pub fn long_touch(&mut self, density: f32, time: Instant) -> Option<TouchAction> {
        let now = Moment { time, frame: self.frame };
        let [finger] = &mut self.down[..] else { return None };
        let has_stayed = finger.at.distance(finger.from) < 0.5 * TAP_DISTANCE * density;
        let is_long = !now.is_soon_after(finger.since, LONG_TOUCH, TAP_FRAMES);
        (finger.role == FingerRole::Tool && !finger.was_long && has_stayed && is_long).then(|| {
            finger.was_long = true;
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
            None if context.is_grab_tool && !(context.is_on_object && tool.is_none()) => {
                match self.find_role(FingerRole::Free) {
                    Some(other) => {
                        self.down[other].role = FingerRole::Picture;
                        (FingerRole::Picture, None)
                    }
                    None => (FingerRole::Free, None),
                }
            }
            _ if context.has_wheel && tool.is_some() && self.find_role(FingerRole::Wheel).is_none() => {
                self.spread = tool.map_or(1.0, |tool| self.down[tool].at.distance(at).max(1.0));
                (FingerRole::Wheel, None)
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
        self.down.push(Finger { id, role, at, from: at, since: now, was_long: false });
        action.into_iter().collect()
    }

    fn move_to(&mut self, index: usize, to: Vec2) -> Vec<TouchAction> {
        let Finger { role, at: from, .. } = self.down[index];
        self.down[index].at = to;
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
        let Finger { role, at, from, since, .. } = self.down[index];
        let mut actions: Vec<TouchAction> = self.lift(index).into_iter().collect();
        let near = TAP_DISTANCE * context.density;
        let is_tap = matches!(role, FingerRole::Tool | FingerRole::Free)
            && self.find_role(FingerRole::Wheel).is_none()
            && at.distance(from) < 0.5 * near
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
mod tests {
    use super::*;

    const A: Vec2 = Vec2::new(100.0, 100.0);
    const B: Vec2 = Vec2::new(300.0, 100.0);

    const NOWHERE: TouchContext = TouchContext {
        is_on_ui: false,
        particle: None,
        is_grab_tool: false,
        is_on_object: false,
        has_double_tap: false,
        has_wheel: false,
        density: 1.0,
    };

    struct Test {
        fingers: TouchGestures,
        now: Instant,
        is_grab_tool: bool,
        has_wheel: bool,
    }

    impl Test {
        fn new(is_grab_tool: bool) -> Self {
            Self { fingers: TouchGestures::default(), now: Instant::now(), is_grab_tool, has_wheel: false }
        }

        fn touch(&mut self, phase: TouchPhase, id: u64, at: Vec2, particle: Option<u32>) -> Vec<TouchAction> {
            let particle = particle.map(ParticleId);
            let (is_grab_tool, has_wheel) = (self.is_grab_tool, self.has_wheel);
            let context =
                TouchContext { particle, is_grab_tool, has_double_tap: true, has_wheel, density: 1.0, ..NOWHERE };
            self.now += Duration::from_millis(50);
            for _ in 0..=DOUBLE_TAP_FRAMES {
                self.fingers.next_frame();
            }
            self.fingers.take(Touch { phase, id, at }, context, self.now)
        }
    }

    use TouchPhase::{Cancelled, Ended, Moved, Started};

    #[test]
    fn each_finger_on_a_particle_has_a_hand() {
        let mut test = Test::new(true);
        assert_eq!(test.touch(Started, 7, A, Some(1)), [TouchAction::Press(A)]);
        assert_eq!(test.touch(Started, 8, B, Some(2)), [TouchAction::Grab { grab: 1, particle: ParticleId(2), at: B }]);
        assert_eq!(test.touch(Started, 9, B, Some(3)), [TouchAction::Grab { grab: 2, particle: ParticleId(3), at: B }]);
        assert_eq!(test.touch(Moved, 8, A, None), [TouchAction::MoveGrab { grab: 1, to: A }]);
        assert_eq!(test.touch(Ended, 8, A, None), [TouchAction::ReleaseGrab { grab: 1 }]);
        assert_eq!(
            test.touch(Started, 5, B, Some(2)),
            [TouchAction::Grab { grab: 1, particle: ParticleId(2), at: B }],
            "the first free id"
        );
        assert_eq!(test.touch(Cancelled, 7, A, None), [TouchAction::Cancel]);
        assert_eq!(test.touch(Moved, 7, B, None), [], "it was cancelled");
    }

    #[test]
    fn two_fingers_on_nothing_pan_and_zoom() {
        let mut test = Test::new(true);
        assert_eq!(test.touch(Started, 1, A, None), []);
        assert_eq!(test.touch(Started, 2, B, None), []);
        let wider = B + Vec2::new(200.0, 0.0);
        let actions = test.touch(Moved, 2, wider, None);
        assert_eq!(
            actions,
            [TouchAction::Pan(Vec2::new(100.0, 0.0)), TouchAction::Zoom { at: Vec2::new(300.0, 100.0), factor: 2.0 }]
        );
        assert_eq!(test.touch(Ended, 2, wider, None), []);
        assert_eq!(test.touch(Moved, 1, B, None), [], "the finger that is left has no role");
    }

    #[test]
    fn second_finger_turns_a_stroke_into_a_pan() {
        let mut test = Test::new(false);
        assert_eq!(test.touch(Started, 1, A, Some(1)), [TouchAction::Press(A)]);
        assert_eq!(test.touch(Started, 2, B, Some(2)), [TouchAction::Cancel]);
        assert_eq!(test.touch(Moved, 1, A + Vec2::Y, None).len(), 2);
        assert_eq!(test.touch(Started, 3, B, None), []);
    }

    #[test]
    fn second_finger_turns_the_wheel_of_a_held_shape() {
        let mut test = Test::new(false);
        assert_eq!(test.touch(Started, 1, A, Some(1)), [TouchAction::Press(A)]);
        test.has_wheel = true;
        assert_eq!(test.touch(Started, 2, B, None), []);
        assert_eq!(test.touch(Moved, 2, A.lerp(B, 1.1), None), [], "less than a notch");
        assert_eq!(
            test.touch(Moved, 2, A.lerp(B, 1.5), None),
            [TouchAction::Wheel { at: A, notches: 1.0 }, TouchAction::Wheel { at: A, notches: 1.0 }]
        );
        assert_eq!(test.touch(Moved, 2, A.lerp(B, 1.1), None), [TouchAction::Wheel { at: A, notches: -1.0 }]);
        assert_eq!(test.touch(Ended, 2, A.lerp(B, 1.1), None), []);
        assert_eq!(test.touch(Moved, 1, B, None), [TouchAction::Move(B)], "the first finger still moves it");
    }

    #[test]
    fn finger_can_return_in_the_frame_that_lifts_the_last() {
        let mut test = Test::new(false);
        test.touch(Started, 1, A, None);
        test.touch(Ended, 1, A, None);
        test.touch(Started, 1, A, None);
        test.touch(Ended, 1, A, None);
        test.touch(Started, 1, B, None);
        assert_eq!(test.touch(Moved, 1, A, None), [TouchAction::Move(A)]);
        assert_eq!(test.touch(Ended, 1, A, None), [TouchAction::Release(A)]);
    }

    #[test]
    fn two_quick_taps_are_a_double_tap() {
        let mut test = Test::new(true);
        let mut tap = |pause: u64| {
            test.now += Duration::from_millis(pause);
            test.touch(Started, 1, A, Some(1));
            test.touch(Ended, 1, A + Vec2::X, Some(1)).contains(&TouchAction::DoubleTap(A + Vec2::X))
        };
        assert_eq!([tap(0), tap(100)], [false, true]);
        assert_eq!([tap(100), tap(2_000)], [false, false], "a third tap begins another double tap");
        let mut test = Test::new(true);
        test.touch(Started, 1, A, Some(1));
        test.touch(Ended, 1, A, Some(1));
        test.touch(Started, 1, B, Some(1));
        let away = test.touch(Ended, 1, B, Some(1));
        assert_eq!(away, [TouchAction::Release(B)], "too far apart");
    }

    #[test]
    fn finger_that_rests_selects_once() {
        let (mut test, later) = (Test::new(true), Duration::from_secs(1));
        test.touch(Started, 1, A, Some(1));
        assert_eq!(test.fingers.long_touch(1.0, test.now), None, "it has just come down");
        test.touch(Moved, 1, A + Vec2::X, Some(1));
        assert_eq!(test.fingers.long_touch(1.0, test.now + later), Some(TouchAction::LongTouch(A + Vec2::X)));
        assert_eq!(test.fingers.long_touch(1.0, test.now + 2 * later), None);
        let mut test = Test::new(true);
        test.touch(Started, 1, A, Some(1));
        test.touch(Moved, 1, B, Some(1));
        assert_eq!(test.fingers.long_touch(1.0, test.now + later), None, "it drags");
        let mut test = Test::new(true);
        test.touch(Started, 1, A, Some(1));
        test.touch(Started, 2, B, Some(2));
        assert_eq!(test.fingers.long_touch(1.0, test.now + later), None, "two fingers drag");
    }

    #[test]
    fn two_taps_are_a_double_tap_where_frames_are_slow() {
        // Each event waits for the end of a slow frame.
        let tap_twice = |frames: u32| {
            let mut fingers = TouchGestures::default();
            let mut now = Instant::now();
            let mut actions = Vec::new();
            for phase in [Started, Ended, Started, Ended] {
                for _ in 0..frames {
                    fingers.next_frame();
                    now += Duration::from_millis(700);
                }
                let context = TouchContext { is_grab_tool: true, has_double_tap: true, ..NOWHERE };
                actions = fingers.take(Touch { phase, id: 1, at: A }, context, now);
            }
            actions.contains(&TouchAction::DoubleTap(A))
        };
        assert_eq!([1, 2, 3, 4].map(tap_twice), [true, true, false, false], "frames per event");
    }
}
