//! The numbers among the settings: each with unit, range, tooltip, and its place in [`Settings`].

mod solver;
mod springs;
mod wind;
mod world;

pub use solver::{SOLVER, SUBSTEPS, can_solve_strands};
pub use springs::{DEFAULT_GROUND, GROUND, SPRINGS};
pub use wind::WIND;
pub use world::{CONTACT, DEFAULT_RADIUS, DEFAULT_TEAR, DIAL_RIM, TEAR, WORLD};

use crate::physics::Settings;

/// A number of the settings, with a slider in the panel.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Path in [`Settings`]; also the name of the control.
    pub name: &'static str,
    /// Label in the panel.
    pub label: &'static str,
    /// Unit in the panel.
    pub unit: &'static str,
    /// The number in the panel is that of the settings times this.
    pub factor: f64,
    /// Smallest and largest value, in the unit of the settings. The largest may depend on other settings.
    pub range: (f32, fn(&Settings) -> f32),
    /// On a logarithmic slider, the smallest value above zero, in the unit of the settings.
    pub decades: Option<f32>,
    /// Whole numbers only.
    pub whole: bool,
    /// The effect of the number, and of its extremes.
    pub tooltip: &'static str,
    /// Reads the number.
    pub get: fn(&Settings) -> f32,
    /// Changes the number.
    pub set: fn(&mut Settings, f32),
    /// Whether the number has an effect under these settings.
    pub acts: fn(&Settings) -> bool,
}

/// The defaults of a field.
const PLAIN: Field = Field {
    name: "",
    label: "",
    unit: "",
    factor: 1.0,
    range: (0.0, |_| 1.0),
    decades: None,
    whole: false,
    tooltip: "",
    get: |_| 0.0,
    set: |_, _| {},
    acts: |_| true,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Substeps;

    fn all() -> impl Iterator<Item = &'static Field> {
        [&SUBSTEPS, &TEAR, &CONTACT].into_iter().chain(SOLVER).chain(WORLD).chain(SPRINGS).chain(GROUND)
    }

    /// Settings under which every field exists.
    fn full(substeps: Substeps) -> Settings {
        let mut settings = Settings { substeps, ..Settings::default() };
        settings.springs.ground = Some(DEFAULT_GROUND);
        settings.tear = Some(DEFAULT_TEAR);
        settings.rope_contact = Some(DEFAULT_RADIUS);
        settings
    }

    #[test]
    fn sliders_end_at_the_limits_of_the_physics() {
        for substeps in [Substeps::Auto, Substeps::Count(1), Substeps::Count(7), Substeps::Count(1_000)] {
            for field in all() {
                let beyond = |value: f32| {
                    let mut settings = full(substeps);
                    (field.set)(&mut settings, value);
                    (field.get)(&settings.sanitised())
                };
                let high = (field.range.1)(&full(substeps));
                assert_eq!(beyond(1e9), high, "{}: upper end with {substeps:?}", field.name);
                assert_eq!(beyond(-1e9), field.range.0, "{}: lower end with {substeps:?}", field.name);
            }
        }
    }

    #[test]
    fn field_changes_only_itself() {
        for field in all() {
            let mut settings = full(Substeps::Count(20));
            let others: Vec<f32> = all().map(|other| (other.get)(&settings)).collect();
            let half = 0.5 * (field.range.0 + (field.range.1)(&settings)).max(2.0);
            let wanted = if field.whole { half.round() } else { half };
            (field.set)(&mut settings, wanted);
            for (other, before) in all().zip(others) {
                let expected = if other.name == field.name { wanted } else { before };
                assert_eq!((other.get)(&settings), expected, "{} after {}", other.name, field.name);
            }
        }
    }
}
