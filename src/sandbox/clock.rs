//! Turns the time between frames into steps, so that the speed of play does not depend on the frame rate.

/// Longest frame that is believed, s: after a longer one (a laptop that slept, a window that was dragged) play goes on
/// from where it was.
const LONGEST_FRAME: f64 = 0.1;

/// Most steps in a frame, at any speed of play. What is beyond is dropped: catching up would make the next frame late
/// too.
const MOST_STEPS: u32 = 16;

/// Speeds of play, as multiples of real time.
const SPEEDS: [f64; 8] = [0.03125, 0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0];

/// Where normal speed stands in [`SPEEDS`].
const NORMAL: usize = 5;

/// A clock that gives whole steps and keeps what is left over.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedClock {
    /// Play stands still.
    pub paused: bool,
    speed: usize,
    /// Time not yet turned into steps, s.
    left: f64,
    /// One step was asked for while paused.
    single: bool,
}

impl FixedClock {
    /// A clock at normal speed.
    #[must_use]
    pub fn new(paused: bool) -> Self {
        Self { paused, speed: NORMAL, left: 0.0, single: false }
    }

    /// How many steps of `step` seconds a frame of `frame` seconds brings.
    pub fn advance(&mut self, frame: f64, step: f64) -> u32 {
        if self.paused {
            // The picture stays between the steps where it was; a single step moves it on by one.
            return u32::from(std::mem::take(&mut self.single));
        }
        self.single = false;
        let frame = if frame.is_finite() { frame.clamp(0.0, LONGEST_FRAME) } else { 0.0 };
        self.left += frame * self.speed();
        let steps = (self.left / step).floor().min(MOST_STEPS.into());
        self.left = (self.left - steps * step).clamp(0.0, step);
        steps as u32
    }

    /// How far the picture is from the last step but one (0) to the last (1).
    #[must_use]
    pub fn blend(&self, step: f64) -> f32 {
        if self.paused { 1.0 } else { (self.left / step).clamp(0.0, 1.0) as f32 }
    }

    /// Asks for one step; pauses if play was on.
    pub fn single_step(&mut self) {
        self.paused = true;
        self.single = true;
    }

    /// Play at a multiple of real time.
    #[must_use]
    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// Normal speed again.
    pub fn normal_speed(&mut self) {
        self.speed = NORMAL;
    }

    /// Half as fast.
    pub fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Twice as fast.
    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: f64 = 1.0 / 60.0;

    fn steps(frames: usize, frame: f64) -> u32 {
        let mut clock = FixedClock::new(false);
        (0..frames).map(|_| clock.advance(frame, STEP)).sum()
    }

    #[test]
    fn ten_seconds_are_the_same_at_every_frame_rate() {
        for rate in [24, 30, 60, 75, 144, 240, 1_000] {
            let played = steps(10 * rate, 1.0 / rate as f64);
            assert!((599..=600).contains(&played), "{played} steps at {rate} frames a second");
        }
    }

    #[test]
    fn absurd_frames_do_not_run_away() {
        let mut clock = FixedClock::new(false);
        for frame in [1e9, -5.0, f64::NAN, f64::INFINITY, 0.1] {
            assert!(clock.advance(frame, 1e-4) <= MOST_STEPS);
        }
        assert!(clock.advance(0.0, STEP) <= 1, "what was beyond is dropped");
    }

    #[test]
    fn a_single_step_is_one_step() {
        let mut clock = FixedClock::new(false);
        clock.single_step();
        assert_eq!((clock.advance(STEP, STEP), clock.advance(STEP, STEP)), (1, 0));
    }

    #[test]
    fn speeds_end_somewhere() {
        let mut clock = FixedClock::new(false);
        (0..20).for_each(|_| clock.faster());
        assert_eq!(clock.speed(), 4.0);
        (0..20).for_each(|_| clock.slower());
        assert_eq!(clock.speed(), 0.03125);
    }
}
