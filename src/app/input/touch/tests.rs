//! Fingers, as the effects that follow from them.

use super::*;

const A: Vec2 = Vec2::new(100.0, 100.0);
const B: Vec2 = Vec2::new(300.0, 100.0);

const NOWHERE: TouchContext = TouchContext {
    is_on_ui: false,
    particle: None,
    is_grab_tool: false,
    is_on_object: false,
    has_double_tap: false,
    has_long_touch: true,
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
        let context = TouchContext { particle, is_grab_tool, has_double_tap: true, has_wheel, density: 1.0, ..NOWHERE };
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
    assert_eq!(test.fingers.long_touch(test.now), None, "it has just come down");
    test.touch(Moved, 1, A + Vec2::X, Some(1));
    assert_eq!(test.fingers.long_touch(test.now + later), Some(TouchAction::LongTouch(A + Vec2::X)));
    assert_eq!(test.fingers.long_touch(test.now + 2 * later), None);
    let mut test = Test::new(true);
    test.touch(Started, 1, A, Some(1));
    test.touch(Moved, 1, B, Some(1));
    assert_eq!(test.fingers.long_touch(test.now + later), None, "it drags");
    test.touch(Moved, 1, A, Some(1));
    assert_eq!(test.fingers.long_touch(test.now + later), None, "a drag that has come back is none");
    assert_eq!(test.touch(Ended, 1, A, Some(1)), [TouchAction::Release(A)]);
    test.touch(Started, 1, A, Some(1));
    assert_eq!(test.touch(Ended, 1, A, Some(1)), [TouchAction::Release(A)], "nor is it the first of two taps");
    let mut test = Test::new(true);
    test.touch(Started, 1, A, Some(1));
    test.touch(Started, 2, B, Some(2));
    assert_eq!(test.fingers.long_touch(test.now + later), None, "two fingers drag");
    test.touch(Ended, 2, B, Some(2));
    assert_eq!(test.fingers.long_touch(test.now + later), None, "the first of them still does");
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
