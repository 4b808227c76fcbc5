//! The stress view: how hard each link is pulled, as a colour.

use crate::{
    physics::{TensionGauge, World},
    view::{draw::Colour, greatest::greatest, palette::Palette},
};

/// What the stress view's colours mean, for the panel to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Legend {
    /// What is measured.
    pub title: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What the first colour stands for, in the unit.
    pub low: f32,
    /// What the last colour stands for, and everything above; 1, 2 or 5 times a power of ten.
    pub high: f32,
    /// Colours from low to high, at equal distances on the legend: see [`Legend::value`].
    pub stops: [Colour; 5],
}

impl Legend {
    /// What the colour at a share of the legend's length, 0 to 1, stands for. The colours go by the square root, for a
    /// few links bear most: by the value itself, all others would have the first colour.
    #[must_use]
    pub fn value(&self, share: f32) -> f32 {
        self.low + (self.high - self.low) * share * share
    }
}

/// Colours that the scale is made of.
const SHADES: usize = 128;
const LAST_SHADE: f32 = (SHADES - 1) as f32;

/// The peak falls to a 2.7th in so many seconds: a jerk does not leave the scale alone at once.
const FORGET_SECONDS: f32 = 1.5;
/// The colours follow the scale's end in so many seconds.
const FOLLOW_SECONDS: f32 = 0.25;
/// The scale shrinks when the peak is below so much of its end, and so has room on both sides.
const SHRINK: f32 = 0.32;
/// Least end of the scale, in the unit: what is below is nothing.
const LEAST: f32 = 0.01;

/// The tension of every link, and a scale that follows it without flicker.
#[derive(Clone, Debug)]
pub(super) struct Stress {
    gauge: TensionGauge,
    /// Which of the shades each link has, in the order of the world's constraints.
    places: Vec<u8>,
    /// The greatest tension of late, N.
    peak: f32,
    /// The scale's end.
    high: f32,
    /// The same, on its way there.
    shown: f32,
    shades: [Colour; SHADES],
}

impl Default for Stress {
    fn default() -> Self {
        let nothing = Colour::rgb(0, 0, 0);
        Self {
            gauge: TensionGauge::default(),
            places: Vec::new(),
            peak: 0.0,
            high: 0.0,
            shown: 0.0,
            shades: [nothing; SHADES],
        }
    }
}

impl Stress {
    /// Looks at the world as it is, `seconds` after the last time.
    pub fn measure(&mut self, world: &World, palette: &Palette, seconds: f32) {
        let most = greatest(self.gauge.read(world), 0.0);
        self.follow(most, seconds);
        let scale = self.scale();
        self.places.clear();
        self.places.extend(self.gauge.read(world).iter().map(|&tension| place(tension, scale)));
        self.shades = std::array::from_fn(|i| {
            let place = i as f32 * (palette.ramp.len() - 1) as f32 / (SHADES - 1) as f32;
            let below = (place as usize).min(palette.ramp.len() - 2);
            palette.ramp[below].mix(palette.ramp[below + 1], place - below as f32)
        });
    }

    fn follow(&mut self, greatest: f32, seconds: f32) {
        let greatest = greatest.clamp(0.0, 1e9);
        self.peak = greatest.max(self.peak * (1.0 - (seconds / FORGET_SECONDS).min(1.0)));
        let fitting = round_up(self.peak.max(LEAST));
        if self.high == 0.0 {
            (self.high, self.shown) = (fitting, fitting);
        } else if self.peak > self.high || self.peak < SHRINK * self.high {
            self.high = fitting;
        }
        self.shown += (self.high - self.shown) * (seconds / FOLLOW_SECONDS).clamp(0.0, 1.0);
    }

    /// Whether the scale is still on its way.
    pub fn is_moving(&self) -> bool {
        (self.shown - self.high).abs() > 0.01 * self.high
    }

    /// The links' colours, in the order of the world's constraints.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + '_ {
        self.places.iter().map(|&place| self.shades[usize::from(place) % SHADES])
    }

    /// 1 over the tension that has the last shade, 1/N.
    fn scale(&self) -> f32 {
        1.0 / self.shown.max(f32::MIN_POSITIVE)
    }

    pub fn legend(&self, palette: &Palette) -> Legend {
        Legend { title: "Tension", unit: "N", low: 0.0, high: self.high, stops: palette.ramp }
    }
}

/// Which of the shades a tension (N) has; what pushes is not pulled.
#[inline]
fn place(tension: f32, scale: f32) -> u8 {
    // Beside a number so large, the last bits are the whole number: one addition, for many links at once, where a cast is
    // asked about each.
    const WHOLE: f32 = 8_388_608.0;
    let place = ((tension.max(0.0) * scale).sqrt() * LAST_SHADE).min(LAST_SHADE);
    (place + WHOLE).to_bits() as u8
}

/// The next number from 1, 2, 5, 10, 20, ...
fn round_up(value: f32) -> f32 {
    let decade = 10.0_f32.powi(value.log10().floor() as i32);
    [1.0, 2.0, 5.0].map(|step| step * decade).into_iter().find(|&step| step >= value).unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_ends_at_round_numbers() {
        for (value, end) in [(0.013, 0.02), (0.9, 1.0), (1.1, 2.0), (2.0, 2.0), (31.0, 50.0), (51.0, 100.0)] {
            assert!((round_up(value) / end - 1.0).abs() < 1e-5, "{value}: {}", round_up(value));
        }
    }

    #[test]
    fn a_value_that_wavers_about_a_round_number_does_not_make_the_scale_flicker() {
        let mut stress = Stress::default();
        (0..100).for_each(|_| stress.follow(1.95, 0.016));
        let ends: Vec<f32> = (0..200)
            .map(|i| {
                stress.follow(if i % 20 < 10 { 2.05 } else { 1.9 }, 0.016);
                stress.high
            })
            .collect();
        let changes = ends.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(changes <= 1, "{changes}");
    }

    #[test]
    fn the_legend_says_what_the_colours_stand_for() {
        let palette = crate::view::Style::default().palette();
        let mut stress = Stress::default();
        stress.follow(10.0, 0.016);
        let legend = stress.legend(&palette);
        for (tension, value) in [(-3.0, 0.0), (0.0, 0.0), (2.5, 2.5), (10.0, 10.0), (900.0, 10.0), (f32::MAX, 10.0)] {
            let share = f32::from(place(tension, stress.scale())) / LAST_SHADE;
            assert!((legend.value(share) - value).abs() < 0.1, "{tension} N is at {share}");
        }
    }

    #[test]
    fn it_forgets_a_jerk() {
        let mut stress = Stress::default();
        stress.follow(400.0, 0.016);
        assert_eq!(stress.high, 500.0);
        (0..1_000).for_each(|_| stress.follow(0.9, 0.016));
        assert!(stress.high <= 2.0 && (stress.shown - stress.high).abs() < 0.01, "{} {}", stress.high, stress.shown);
    }
}
