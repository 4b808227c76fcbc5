//! The clock that turns the time between frames into steps. The speed of play does not depend on the frame rate.

/// Longest frame that counts in full, s. After a longer one (the laptop slept, the window was dragged) play continues
/// where it was.
const MAX_FRAME_TIME: f64 = 0.1;

/// Most steps in a frame, at any speed of play. Further steps are dropped: they would make the next frame late as well.
const MAX_STEPS: u32 = 16;

/// Speeds of play, as multiples of real time.
const SPEEDS: [f64; 8] = [0.03125, 0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0];

/// Index of normal speed in [`SPEEDS`].
const NORMAL: usize = 5;

/// A clock that gives whole steps and keeps the remaining time.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedClock {
    /// Whether play is paused.
    pub paused: bool,
    speed: usize,
    /// Time not yet turned into steps, s.
    remainder: f64,
    /// Whether a single step is due while paused.
    step_once: bool,
}

impl FixedClock {
    /// A clock at normal speed.
    pub fn new(paused: bool) -> Self {
        Self { paused, speed: NORMAL, remainder: 0.0, step_once: false }
    }

    /// Number of steps of `step` seconds that are due in a frame of `frame` seconds.
    pub fn advance(&mut self, frame: f64, step: f64) -> u32 {
        if self.paused {
            return u32::from(std::mem::take(&mut self.step_once));
        }
        self.step_once = false;
        let frame = if frame.is_finite() { frame.clamp(0.0, MAX_FRAME_TIME) } else { 0.0 };
        self.remainder += frame * self.speed();
        let steps = (self.remainder / step).floor().min(MAX_STEPS.into());
        self.remainder = (self.remainder - steps * step).clamp(0.0, step);
        steps as u32
    }

    /// Blend factor of the picture: 0 shows the last step but one, 1 the last step.
    pub fn blend(&self, step: f64) -> f32 {
        if self.paused { 1.0 } else { (self.remainder / step).clamp(0.0, 1.0) as f32 }
    }

    /// Pauses and makes one step due.
    pub fn single_step(&mut self) {
        self.paused = true;
        self.step_once = true;
    }

    /// Speed of play, as a multiple of real time.
    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// Returns to normal speed.
    pub fn normal_speed(&mut self) {
        self.speed = NORMAL;
    }

    /// Halves the speed.
    pub fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Doubles the speed.
    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: f64 = 1.0 / 60.0;

    #[test]
    fn single_step_is_one_step() {
        let mut clock = FixedClock::new(false);
        clock.single_step();
        assert_eq!((clock.advance(STEP, STEP), clock.advance(STEP, STEP)), (1, 0));
    }
}
