//! The numbers among the settings: each with unit, range, tooltip, and its place in [`Settings`].

use glam::Vec2;

use Access::{Computed, Place};

use crate::physics::{GRAVITY, MAX_WIND_SPEED, Method, Settings, SoftGround, Substeps, SweepOrder, Wind};

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
    pub is_whole: bool,
    /// The effect of the number, and of its extremes.
    pub tooltip: &'static str,
    /// Whether the number has an effect under these settings.
    pub acts: fn(&Settings) -> bool,
    access: Access,
}

/// Reads and changes a number of the settings.
#[derive(Clone, Copy, Debug)]
enum Access {
    /// The number has a place in the settings. An optional setting that is off has its default.
    Place(fn(&mut Settings) -> &mut f32),
    /// The number is computed from the settings.
    Computed { get: fn(&Settings) -> f32, set: fn(&mut Settings, f32) },
}

impl Field {
    /// A number from 0 to 1 on a linear slider.
    const fn new(name: &'static str, label: &'static str, unit: &'static str, access: Access) -> Self {
        let (range, tooltip) = ((0.0, (|_| 1.0) as fn(&Settings) -> f32), "");
        Self { name, label, unit, factor: 1.0, range, decades: None, is_whole: false, tooltip, acts: |_| true, access }
    }

    const fn factor(self, factor: f64) -> Self {
        Self { factor, ..self }
    }

    const fn range(self, least: f32, max: fn(&Settings) -> f32) -> Self {
        Self { range: (least, max), ..self }
    }

    /// A logarithmic slider.
    const fn decades(self, least: f32) -> Self {
        Self { decades: Some(least), ..self }
    }

    /// Whole numbers on a logarithmic slider.
    const fn whole(self) -> Self {
        Self { is_whole: true, decades: Some(1.0), ..self }
    }

    const fn tooltip(self, tooltip: &'static str) -> Self {
        Self { tooltip, ..self }
    }

    const fn acts(self, acts: fn(&Settings) -> bool) -> Self {
        Self { acts, ..self }
    }

    /// The number in some settings.
    pub fn get(&self, settings: &Settings) -> f32 {
        match self.access {
            Place(place) => *place(&mut settings.clone()),
            Computed { get, .. } => get(settings),
        }
    }

    /// Changes the number.
    pub fn set(&self, settings: &mut Settings, value: f32) {
        match self.access {
            Place(place) => *place(settings) = value,
            Computed { set, .. } => set(settings, value),
        }
    }
}

/// Maximum number of substeps that `Auto` chooses.
const MAX_AUTO_SUBSTEPS: u32 = 480;

fn is_jakobsen(settings: &Settings) -> bool {
    settings.method == Method::Jakobsen
}

fn max_sweeps(settings: &Settings) -> f32 {
    let substeps = match settings.substeps {
        Substeps::Auto => MAX_AUTO_SUBSTEPS,
        Substeps::Count(count) => count.clamp(1, Settings::MAX_SUBSTEPS),
    };
    (Settings::MAX_SWEEPS / substeps).max(1) as f32
}

/// Whether the solver can solve strands as a whole under these settings.
pub fn can_solve_strands(settings: &Settings) -> bool {
    is_jakobsen(settings) && settings.order == SweepOrder::Colour && settings.give == 0.0
}

/// The number of substeps, if it is fixed.
pub const SUBSTEPS: Field = Field::new(
    "substeps.Count",
    "Number of substeps",
    "",
    Computed {
        // 0 stands for `Auto`: the reset button returns to it, the slider cannot.
        get: |settings| match settings.substeps {
            Substeps::Auto => 0.0,
            Substeps::Count(count) => count as f32,
        },
        set: |settings, value| {
            settings.substeps = if value == 0.0 { Substeps::Auto } else { Substeps::Count(value as u32) };
        },
    },
)
.range(1.0, |_| Settings::MAX_SUBSTEPS as f32)
.whole()
.tooltip("Twice as many: a quarter of the stretch, at twice the cost")
.acts(is_jakobsen);

/// The numbers of Jakobsen's method.
pub const SWEEPS: &[Field] = &[
    Field::new(
        "sweeps",
        "Sweeps per substep",
        "",
        Computed { get: |settings| settings.sweeps as f32, set: |settings, value| settings.sweeps = value as u32 },
    )
    .range(1.0, max_sweeps)
    .whole()
    .tooltip("More sweeps stretch less, cost more, and lose more energy")
    .acts(is_jakobsen),
    Field::new("give", "Give", "%", Place(|settings| &mut settings.give))
        .factor(100.0)
        .tooltip("Error that a sweep leaves. 0 %: a steel cable; 50 %: rubber")
        .acts(is_jakobsen),
];

/// The length of a step.
pub const STEP: Field = Field::new("step", "Step", "ms", Place(|settings| &mut settings.step))
    .factor(1_000.0)
    .range(1e-4, |_| 0.1)
    .decades(1e-4)
    .tooltip("Simulated time per step. Shorter steps are exact, and slow");

/// The numbers of the section Springs.
pub const SPRINGS: &[Field] = &[
    Field::new("springs.stiffness", "Stiffness", "N/m", Place(|settings| &mut settings.springs.stiffness))
        .range(0.0, |_| 1e6)
        .decades(1.0)
        .tooltip("Force per extension. Too stiff for the substep: explodes"),
    Field::new(
        "springs.inner_friction",
        "Inner friction",
        "N s/m",
        Place(|settings| &mut settings.springs.inner_friction),
    )
    .range(0.0, |_| 1e3)
    .decades(0.001)
    .tooltip("Damps stretching. 0: rings for ever; too much: explodes"),
    Field::new("springs.air_friction", "Air friction", "N s/m", Place(|settings| &mut settings.springs.air_friction))
        .range(0.0, |_| 1e3)
        .decades(0.001)
        .tooltip("Slows every particle. 0: empty space; too much: explodes"),
    Field::new("springs.max_substep", "Longest substep", "ms", Place(|settings| &mut settings.springs.max_substep))
        .factor(1_000.0)
        .range(1e-5, |_| 0.1)
        .decades(1e-5)
        .tooltip("0.01 ms: exact, and slow. Above 2 ms most springs explode"),
];

/// Soft ground if a scene sets none: that of `nehe-40`.
pub const DEFAULT_GROUND: SoftGround = SoftGround { height: -1.5, repulsion: 100.0, friction: 0.2, absorption: 2.0 };

fn ground(settings: &mut Settings) -> &mut SoftGround {
    settings.springs.ground.get_or_insert(DEFAULT_GROUND)
}

/// The numbers of the soft ground.
pub const GROUND: &[Field] = &[
    Field::new("springs.ground.height", "Height", "m", Place(|settings| &mut ground(settings).height))
        .range(-1e4, |_| 1e4)
        .decades(0.01)
        .tooltip("Height of the surface. Type a number for an exact one"),
    Field::new("springs.ground.repulsion", "Repulsion", "N/m", Place(|settings| &mut ground(settings).repulsion))
        .range(0.0, |_| 1e5)
        .decades(0.1)
        .tooltip("Upward force per depth. Too small: ropes sink in"),
    Field::new("springs.ground.friction", "Friction", "N s/m", Place(|settings| &mut ground(settings).friction))
        .range(0.0, |_| 1e3)
        .decades(0.001)
        .tooltip("Slows motion along the ground. 0: ice; too much: explodes"),
    Field::new("springs.ground.absorption", "Absorption", "N s/m", Place(|settings| &mut ground(settings).absorption))
        .range(0.0, |_| 1e3)
        .decades(0.001)
        .tooltip("Slows motion into the ground. 0: bounces; too much: explodes"),
];

fn has_wind(settings: &Settings) -> bool {
    settings.wind.velocity != Vec2::ZERO
}

/// Direction of the wind, degrees: 0 to the right, 90 up.
fn bearing(velocity: Vec2) -> f32 {
    if velocity == Vec2::ZERO { 0.0 } else { velocity.y.atan2(velocity.x).to_degrees() }
}

/// The velocity of a wind with a speed, m/s, and a [`bearing`].
fn velocity(speed: f32, degrees: f32) -> Vec2 {
    // Quarter turns are exact.
    let direction = match degrees.rem_euclid(360.0) {
        0.0 => Vec2::X,
        90.0 => Vec2::Y,
        180.0 => Vec2::NEG_X,
        270.0 => Vec2::NEG_Y,
        turned => Vec2::from_angle(turned.to_radians()),
    };
    direction * speed
}

/// The numbers of the section Wind.
pub const WIND: &[Field] = &[
    Field::new(
        "wind.velocity",
        "Wind",
        "m/s",
        Computed {
            get: |settings| settings.wind.velocity.length(),
            set: |settings, value| settings.wind.velocity = velocity(value, bearing(settings.wind.velocity)),
        },
    )
    .range(0.0, |_| MAX_WIND_SPEED)
    .decades(0.5)
    .tooltip("Speed of the air. 3: a breeze; 10: flags fly; 30: a storm"),
    Field::new(
        "wind.bearing",
        "Blows towards",
        "°",
        Computed {
            get: |settings| bearing(settings.wind.velocity),
            set: |settings, value| settings.wind.velocity = velocity(settings.wind.velocity.length(), value),
        },
    )
    .range(-180.0, |_| 180.0)
    .tooltip("0° to the right, 90° up, 180° to the left, -90° down")
    .acts(has_wind),
    Field::new("wind.gusts", "Gusts", "%", Place(|settings| &mut settings.wind.gusts))
        .factor(100.0)
        .range(0.0, |_| Wind::MAX_GUSTS)
        .tooltip("Variation of the speed. 0 %: a fan; 20 %: an open field")
        .acts(has_wind),
    Field::new("wind.gust_size", "Size of gusts", "m", Place(|settings| &mut settings.wind.gust_size))
        .range(Wind::GUST_SIZE_RANGE.0, |_| Wind::GUST_SIZE_RANGE.1)
        .decades(Wind::GUST_SIZE_RANGE.0)
        .tooltip("Cloth larger than a gust ripples; smaller cloth sways")
        .acts(|settings| has_wind(settings) && settings.wind.gusts > 0.0),
    Field::new("wind.catch", "Catch", "kg/m²", Place(|settings| &mut settings.wind.catch))
        .range(0.0, |_| Wind::MAX_CATCH)
        .decades(0.001)
        .tooltip("How much wind a link catches. 0.03: a rope; 0.3: a sail"),
];

/// The numbers of the section World.
pub const WORLD: &[Field] = &[
    Field::new("drag", "Air drag", "1/s", Place(|settings| &mut settings.drag))
        .range(0.0, |_| 1_000.0)
        .decades(0.01)
        .tooltip("0: swings for ever; 0.3: comes to rest. Springs ignore it"),
    Field::new("restitution", "Bounce", "", Place(|settings| &mut settings.restitution))
        .tooltip("Share of speed kept at a bounce. 1: bounces for ever"),
    Field::new("friction", "Friction", "", Place(|settings| &mut settings.friction))
        .range(0.0, |_| 10.0)
        .decades(0.01)
        .tooltip("Friction of surfaces. 0: ice; 1: rubber; 10: sticks"),
    Field::new("max_speed", "Speed limit", "m/s", Place(|settings| &mut settings.max_speed))
        .range(1.0, |_| 10_000.0)
        .decades(1.0)
        .tooltip("Holds faster particles to this speed"),
    Field::new("hand_speed", "Grab speed", "m/s", Place(|settings| &mut settings.hand_speed))
        .range(0.1, |_| 1_000.0)
        .decades(0.1)
        .tooltip("Fastest grab. 0.1 m/s: lags behind; over 30: stretches ropes"),
];

/// Stretch at which links tear if a scene sets none, relative.
pub const DEFAULT_TEAR: f32 = 0.6;

/// The stretch at which links tear.
pub const TEAR: Field = Field::new(
    "tear.stretch",
    "Tears at a stretch of",
    "%",
    Place(|settings| settings.tear.get_or_insert(DEFAULT_TEAR)),
)
.factor(100.0)
.range(Settings::MIN_TEAR, |_| Settings::MAX_TEAR)
.decades(Settings::MIN_TEAR)
.tooltip("A link that stretches more breaks. 5 %: paper");

/// Radius of ropes in contacts if a scene sets none, m: as thick as they are drawn.
pub const DEFAULT_RADIUS: f32 = 0.02;

/// The radius of ropes in contacts with each other.
pub const CONTACT: Field = Field::new(
    "rope_contact.radius",
    "Radius of ropes",
    "mm",
    Place(|settings| settings.rope_contact.get_or_insert(DEFAULT_RADIUS)),
)
.factor(1_000.0)
.range(Settings::MIN_ROPE_RADIUS, |_| Settings::MAX_ROPE_RADIUS)
.decades(Settings::MIN_ROPE_RADIUS)
.tooltip("Ropes slip through where links are longer than four radii");

/// Gravity at the dial's rim, m/s². The number beside the dial goes up to [`Settings::MAX_GRAVITY`].
pub const DIAL_RIM: f32 = 2.0 * GRAVITY;

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = &'static Field> {
        let single = [&SUBSTEPS, &STEP, &TEAR, &CONTACT];
        single.into_iter().chain(SWEEPS).chain(WORLD).chain(SPRINGS).chain(GROUND)
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
                    field.set(&mut settings, value);
                    field.get(&settings.sanitised())
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
            let others: Vec<f32> = all().map(|other| other.get(&settings)).collect();
            let half = 0.5 * (field.range.0 + (field.range.1)(&settings)).max(2.0);
            let wanted = if field.is_whole { half.round() } else { half };
            field.set(&mut settings, wanted);
            for (other, before) in all().zip(others) {
                let expected = if other.name == field.name { wanted } else { before };
                assert_eq!(other.get(&settings), expected, "{} after {}", other.name, field.name);
            }
        }
    }

    #[test]
    fn optional_numbers_that_are_off_have_their_defaults() {
        let off = Settings::default();
        assert_eq!([TEAR.get(&off), CONTACT.get(&off)], [DEFAULT_TEAR, DEFAULT_RADIUS]);
        assert_eq!(GROUND[0].get(&off), DEFAULT_GROUND.height);
    }
}
