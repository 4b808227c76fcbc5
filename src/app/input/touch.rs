//! TouchGestures. One is the tool, as the left button is. With the grab tool each further finger that comes down on a point drags
//! that; two that come down on nothing (or on anything, with another tool) move and zoom the picture. Two taps on a
//! point pin it. A second finger beside one that has a weight, a blower or an obstacle in hand is the wheel.

use std::time::Duration;

use glam::Vec2;
use macroquad::miniquad::TouchPhase;

use super::events::LAST_FRAMES;
use crate::{host::Instant, physics::ParticleId};

/// A finger takes hold so many times as far as a mouse does: it covers what it points at.
pub const WIDER: f32 = 1.6;

/// A finger that is lifted within this time was a tap.
const TAP: Duration = Duration::from_millis(500);

/// Two taps within this time are a double tap.
const BETWEEN_TAPS: Duration = Duration::from_millis(400);

/// What takes no more frames than these is a tap, or a double tap, however long they are: events wait for a frame to end, and
/// where frames are slow no finger is quick enough by the clock alone. After an event the loop goes round as often before
/// it blocks: time in which nothing is drawn is never taken for a frame.
const TAP_FRAMES: u32 = 3;
const BETWEEN_TAPS_FRAMES: u32 = 5;
const _: () = assert!(BETWEEN_TAPS_FRAMES <= LAST_FRAMES + 1 && TAP_FRAMES <= LAST_FRAMES + 1);

/// And so far from each other at most; a finger that moves further than half of it is no tap. Logical pixels.
const NEAR: f32 = 30.0;

/// Two fingers that are drawn so many times as far from each other, or as near, turn the wheel by a notch.
const NOTCH: f32 = 1.2;

/// TouchGestures that are followed: a hand's.
const MOST: usize = 10;

/// What happened to a finger; the place in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    pub phase: TouchPhase,
    /// Which finger.
    pub id: u64,
    pub at: Vec2,
}

/// When an event is handled.
#[derive(Clone, Copy, Debug)]
struct Moment {
    time: Instant,
    /// Counted up, and around.
    frame: u32,
}

impl Moment {
    /// Whether another one was no longer ago than this, by the clock or in frames.
    fn is_soon_after(self, before: Self, time: Duration, frames: u32) -> bool {
        self.time.duration_since(before.time) < time || self.frame.wrapping_sub(before.frame) <= frames
    }
}

/// What is where a finger is.
#[derive(Clone, Copy, Debug)]
pub struct TouchContext {
    /// The interface.
    pub interface: bool,
    /// The point that it would take.
    pub point: Option<ParticleId>,
    /// The tool takes points.
    pub grabs: bool,
    /// Two taps mean something to the tool.
    pub taps: bool,
    /// It has something in hand that the wheel changes.
    pub turns: bool,
    /// Physical pixels to a logical one.
    pub density: f32,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TouchAction {
    /// As with the left button of a mouse.
    Press(Vec2),
    Move(Vec2),
    Release(Vec2),
    /// The tool's gesture was none.
    Cancel,
    /// Hands beside the tool's.
    Hold(u32, ParticleId, Vec2),
    Lead(u32, Vec2),
    LetGo(u32),
    /// The picture moves and grows about a place.
    Pan(Vec2),
    Zoom(Vec2, f32),
    /// So many notches of the wheel, at a place.
    Turn(Vec2, f32),
    /// Two taps.
    Pin(Vec2),
}

/// What a finger is for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum FingerRole {
    /// The interface's, or nobody's.
    None,
    /// The tool.
    Tool,
    /// A hand beside it.
    Hand(u32),
    /// On nothing; a second such makes two for the picture.
    Free,
    /// One of two.
    Picture,
    /// The wheel of what the tool has in hand.
    Wheel,
}

#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    role: FingerRole,
    at: Vec2,
    from: Vec2,
    since: Moment,
}

/// The fingers that are down.
#[derive(Debug, Default)]
pub struct TouchGestures {
    down: Vec<Finger>,
    /// The last tap.
    tap: Option<(Moment, Vec2)>,
    /// The last finger was lifted.
    left: bool,
    /// How far the wheel's finger was from the tool's at the last notch, pixels.
    spread: f32,
    /// The frame that is being made.
    frame: u32,
}

impl TouchGestures {
    /// A frame begins.
    pub fn next_frame(&mut self) {
        self.frame = self.frame.wrapping_add(1);
    }

    /// Whether the last finger was lifted since this was asked, and none has come down since: where frames are slow, the next
    /// one does in the same frame.
    pub fn have_left(&mut self) -> bool {
        std::mem::take(&mut self.left) && self.down.is_empty()
    }

    /// What each finger that is down is for, in a word.
    #[cfg(target_arch = "wasm32")]
    pub fn roles(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.down.iter().map(|finger| match finger.role {
            FingerRole::None => "none",
            FingerRole::Tool => "tool",
            FingerRole::Hand(_) => "hand",
            FingerRole::Free => "free",
            FingerRole::Picture => "picture",
            FingerRole::Wheel => "wheel",
        })
    }

    /// Takes an event in.
    pub fn take(&mut self, touch: Touch, around: TouchContext, time: Instant) -> Vec<TouchAction> {
        let now = Moment { time, frame: self.frame };
        let index = self.down.iter().position(|finger| finger.id == touch.id);
        match (touch.phase, index) {
            (TouchPhase::Started, None) if self.down.len() < MOST => self.start(touch, around, now),
            (TouchPhase::Moved, Some(index)) => self.moved(index, touch.at),
            (TouchPhase::Ended, Some(index)) => {
                let mut deeds = self.moved(index, touch.at);
                deeds.extend(self.end(index, around, now));
                deeds
            }
            (TouchPhase::Cancelled, Some(index)) => {
                self.tap = None;
                self.lift(index)
                    .into_iter()
                    .map(|deed| if let TouchAction::Release(_) = deed { TouchAction::Cancel } else { deed })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Frees the hands beside the tool's, and returns them; the fingers that are still down are for nothing.
    pub fn release_hands(&mut self) -> Vec<u32> {
        let roles = self.down.iter_mut().map(|finger| std::mem::replace(&mut finger.role, FingerRole::None));
        roles.filter_map(|role| if let FingerRole::Hand(hand) = role { Some(hand) } else { None }).collect()
    }

    fn with(&self, role: FingerRole) -> Option<usize> {
        self.down.iter().position(|finger| finger.role == role)
    }

    fn start(&mut self, Touch { id, at, .. }: Touch, around: TouchContext, now: Moment) -> Vec<TouchAction> {
        let tool = self.with(FingerRole::Tool);
        let (role, deed) = match around.point {
            _ if around.interface => (FingerRole::None, None),
            Some(point) if around.grabs && tool.is_some() => {
                let taken = |hand: &u32| self.down.iter().any(|finger| finger.role == FingerRole::Hand(*hand));
                let hand = (1..).find(|hand| !taken(hand)).unwrap_or(u32::MAX);
                (FingerRole::Hand(hand), Some(TouchAction::Hold(hand, point, at)))
            }
            None if around.grabs => match self.with(FingerRole::Free) {
                Some(other) => {
                    self.down[other].role = FingerRole::Picture;
                    (FingerRole::Picture, None)
                }
                None => (FingerRole::Free, None),
            },
            _ if around.turns && tool.is_some() && self.with(FingerRole::Wheel).is_none() => {
                self.spread = tool.map_or(1.0, |tool| self.down[tool].at.distance(at).max(1.0));
                (FingerRole::Wheel, None)
            }
            // Another tool's finger, and a second: the two were meant for the picture.
            _ if !around.grabs && self.with(FingerRole::Picture).is_some() => (FingerRole::None, None),
            _ => match tool {
                Some(other) => {
                    self.down[other].role = FingerRole::Picture;
                    (FingerRole::Picture, Some(TouchAction::Cancel))
                }
                None => (FingerRole::Tool, Some(TouchAction::Press(at))),
            },
        };
        self.down.push(Finger { id, role, at, from: at, since: now });
        deed.into_iter().collect()
    }

    fn moved(&mut self, index: usize, to: Vec2) -> Vec<TouchAction> {
        let Finger { role, at: from, .. } = self.down[index];
        self.down[index].at = to;
        match role {
            _ if from == to => Vec::new(),
            FingerRole::Tool => std::iter::once(TouchAction::Move(to)).chain(self.turned()).collect(),
            FingerRole::Wheel => self.turned(),
            FingerRole::Hand(hand) => vec![TouchAction::Lead(hand, to)],
            FingerRole::Picture => {
                let mut others = self.down.iter().enumerate().filter(|(i, finger)| *i != index && finger.role == role);
                let Some((_, other)) = others.next() else { return Vec::new() };
                let middle = |at: Vec2| 0.5 * (at + other.at);
                // TouchGestures that lie on each other have no distance.
                let distance = |at: Vec2| at.distance(other.at).max(1.0);
                vec![
                    TouchAction::Pan(middle(to) - middle(from)),
                    TouchAction::Zoom(middle(to), distance(to) / distance(from)),
                ]
            }
            FingerRole::None | FingerRole::Free => Vec::new(),
        }
    }

    /// The notches by which two fingers have turned the wheel since the last.
    fn turned(&mut self) -> Vec<TouchAction> {
        let (Some(tool), Some(wheel)) = (self.with(FingerRole::Tool), self.with(FingerRole::Wheel)) else {
            return Vec::new();
        };
        let at = self.down[tool].at;
        let apart = at.distance(self.down[wheel].at).max(1.0);
        let mut deeds = Vec::new();
        while apart >= NOTCH * self.spread {
            self.spread *= NOTCH;
            deeds.push(TouchAction::Turn(at, 1.0));
        }
        while apart * NOTCH <= self.spread {
            self.spread /= NOTCH;
            deeds.push(TouchAction::Turn(at, -1.0));
        }
        deeds
    }

    fn end(&mut self, index: usize, around: TouchContext, now: Moment) -> Vec<TouchAction> {
        let Finger { role, at, from, since, .. } = self.down[index];
        let mut deeds = self.lift(index);
        let near = NEAR * around.density;
        // Whoever turns the wheel does not tap.
        let wheel = self.with(FingerRole::Wheel).is_some();
        let tapped = matches!(role, FingerRole::Tool | FingerRole::Free)
            && !wheel
            && at.distance(from) < 0.5 * near
            && now.is_soon_after(since, TAP, TAP_FRAMES)
            && around.taps;
        let before = self.tap.take();
        if tapped {
            let again = before.is_some_and(|(when, place)| {
                now.is_soon_after(when, BETWEEN_TAPS + TAP, BETWEEN_TAPS_FRAMES) && place.distance(at) < near
            });
            if again {
                deeds.push(TouchAction::Pin(at));
            } else {
                self.tap = Some((now, at));
            }
        }
        deeds
    }

    /// A finger is gone.
    fn lift(&mut self, index: usize) -> Vec<TouchAction> {
        let Finger { role, at, .. } = self.down.remove(index);
        self.left = self.down.is_empty();
        match role {
            FingerRole::Tool => vec![TouchAction::Release(at)],
            FingerRole::Hand(hand) => vec![TouchAction::LetGo(hand)],
            FingerRole::Picture => {
                // What is left of two is for nothing: it would take a point while it is lifted.
                if let Some(other) = self.with(FingerRole::Picture) {
                    self.down[other].role = FingerRole::None;
                }
                Vec::new()
            }
            FingerRole::None | FingerRole::Free | FingerRole::Wheel => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Vec2 = Vec2::new(100.0, 100.0);
    const B: Vec2 = Vec2::new(300.0, 100.0);

    struct Test {
        fingers: TouchGestures,
        now: Instant,
        grabs: bool,
        turns: bool,
    }

    impl Test {
        fn new(grabs: bool) -> Self {
            Self { fingers: TouchGestures::default(), now: Instant::now(), grabs, turns: false }
        }

        fn touch(&mut self, phase: TouchPhase, id: u64, at: Vec2, point: Option<u32>) -> Vec<TouchAction> {
            let point = point.map(ParticleId);
            let (grabs, turns) = (self.grabs, self.turns);
            let around = TouchContext { interface: false, point, grabs, taps: true, turns, density: 1.0 };
            self.now += Duration::from_millis(50);
            for _ in 0..=BETWEEN_TAPS_FRAMES {
                self.fingers.next_frame();
            }
            self.fingers.take(Touch { phase, id, at }, around, self.now)
        }
    }

    use TouchPhase::{Cancelled, Ended, Moved, Started};

    #[test]
    fn fingers_on_points_have_a_hand_each() {
        let mut test = Test::new(true);
        assert_eq!(test.touch(Started, 7, A, Some(1)), [TouchAction::Press(A)]);
        assert_eq!(test.touch(Started, 8, B, Some(2)), [TouchAction::Hold(1, ParticleId(2), B)]);
        assert_eq!(test.touch(Started, 9, B, Some(3)), [TouchAction::Hold(2, ParticleId(3), B)]);
        assert_eq!(test.touch(Moved, 8, A, None), [TouchAction::Lead(1, A)]);
        assert_eq!(test.touch(Ended, 8, A, None), [TouchAction::LetGo(1)]);
        assert_eq!(
            test.touch(Started, 5, B, Some(2)),
            [TouchAction::Hold(1, ParticleId(2), B)],
            "its hand is free again"
        );
        assert_eq!(test.touch(Cancelled, 7, A, None), [TouchAction::Cancel]);
        assert_eq!(test.touch(Moved, 7, B, None), [], "it is gone");
    }

    #[test]
    fn two_fingers_on_nothing_move_the_picture() {
        let mut test = Test::new(true);
        assert_eq!(test.touch(Started, 1, A, None), []);
        assert_eq!(test.touch(Started, 2, B, None), []);
        let wider = B + Vec2::new(200.0, 0.0);
        let deeds = test.touch(Moved, 2, wider, None);
        assert_eq!(deeds, [TouchAction::Pan(Vec2::new(100.0, 0.0)), TouchAction::Zoom(Vec2::new(300.0, 100.0), 2.0)]);
        assert_eq!(test.touch(Ended, 2, wider, None), []);
        assert_eq!(test.touch(Moved, 1, B, None), [], "one is left, for nothing");
    }

    #[test]
    fn a_second_finger_makes_a_stroke_the_pictures() {
        let mut test = Test::new(false);
        assert_eq!(test.touch(Started, 1, A, Some(1)), [TouchAction::Press(A)]);
        assert_eq!(test.touch(Started, 2, B, Some(2)), [TouchAction::Cancel]);
        assert_eq!(test.touch(Moved, 1, A + Vec2::Y, None).len(), 2);
        assert_eq!(test.touch(Started, 3, B, None), []);
    }

    #[test]
    fn a_second_finger_turns_what_the_first_has_in_hand() {
        let mut test = Test::new(false);
        assert_eq!(test.touch(Started, 1, A, Some(1)), [TouchAction::Press(A)]);
        test.turns = true;
        assert_eq!(test.touch(Started, 2, B, None), []);
        assert_eq!(test.touch(Moved, 2, A.lerp(B, 1.1), None), [], "less than a notch");
        assert_eq!(test.touch(Moved, 2, A.lerp(B, 1.5), None), [TouchAction::Turn(A, 1.0), TouchAction::Turn(A, 1.0)]);
        assert_eq!(test.touch(Moved, 2, A.lerp(B, 1.1), None), [TouchAction::Turn(A, -1.0)]);
        assert_eq!(test.touch(Ended, 2, A.lerp(B, 1.1), None), []);
        assert_eq!(test.touch(Moved, 1, B, None), [TouchAction::Move(B)], "the first goes on with it");
    }

    #[test]
    fn a_finger_that_comes_down_in_the_frame_in_which_the_last_one_left_is_there() {
        let mut test = Test::new(false);
        test.touch(Started, 1, A, None);
        test.touch(Ended, 1, A, None);
        assert!(test.fingers.have_left());
        test.touch(Started, 1, A, None);
        test.touch(Ended, 1, A, None);
        test.touch(Started, 1, B, None);
        assert!(!test.fingers.have_left(), "else the interface would take it for lifted");
        assert_eq!(test.touch(Moved, 1, A, None), [TouchAction::Move(A)]);
        test.touch(Ended, 1, A, None);
        assert!(test.fingers.have_left());
    }

    #[test]
    fn two_taps_pin_and_two_slow_ones_do_not() {
        let mut test = Test::new(true);
        let mut tap = |pause: u64| {
            test.now += Duration::from_millis(pause);
            test.touch(Started, 1, A, Some(1));
            test.touch(Ended, 1, A + Vec2::X, Some(1)).contains(&TouchAction::Pin(A + Vec2::X))
        };
        assert_eq!([tap(0), tap(100)], [false, true]);
        assert_eq!([tap(100), tap(2_000)], [false, false], "a third is a first again");
        let mut test = Test::new(true);
        test.touch(Started, 1, A, Some(1));
        test.touch(Ended, 1, A, Some(1));
        test.touch(Started, 1, B, Some(1));
        let away = test.touch(Ended, 1, B, Some(1));
        assert_eq!(away, [TouchAction::Release(B)], "another place");
    }

    #[test]
    fn two_taps_pin_where_frames_are_slow() {
        // Each event waits for its frame, as long as these take.
        let tap_twice = |frames: u32| {
            let mut fingers = TouchGestures::default();
            let mut now = Instant::now();
            let mut deeds = Vec::new();
            for phase in [Started, Ended, Started, Ended] {
                for _ in 0..frames {
                    fingers.next_frame();
                    now += Duration::from_millis(700);
                }
                let around =
                    TouchContext { interface: false, point: None, grabs: true, taps: true, turns: false, density: 1.0 };
                deeds = fingers.take(Touch { phase, id: 1, at: A }, around, now);
            }
            deeds.contains(&TouchAction::Pin(A))
        };
        assert_eq!([1, 2, 3, 4].map(tap_twice), [true, true, false, false], "so many frames an event");
    }
}
