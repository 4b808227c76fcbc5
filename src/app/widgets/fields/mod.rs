//! The numbers among the settings: unit, range, what goes wrong at its ends, and where each is kept.

mod springs;
mod wind;

pub use springs::{GROUND, SPRINGS, USUAL_GROUND};
pub use wind::WIND;

use crate::physics::{GRAVITY, Method, Settings, Substeps, SweepOrder};

/// A number of the settings that a slider moves.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Where it is in [`Settings`]; also the control's id.
    pub name: &'static str,
    /// What the panel calls it.
    pub label: &'static str,
    /// The unit shown.
    pub unit: &'static str,
    /// So many of the unit shown are one of the unit kept.
    pub factor: f64,
    /// Smallest and largest value, in the unit kept; the largest may depend on other settings.
    pub range: (f32, fn(&Settings) -> f32),
    /// Where it spans decades: the smallest value apart from zero, in the unit kept, at which the slider begins.
    pub decades: Option<f32>,
    /// Whole numbers only.
    pub whole: bool,
    /// What it is, and what goes wrong at each end.
    pub tip: &'static str,
    /// Reads it.
    pub get: fn(&Settings) -> f32,
    /// Changes it.
    pub set: fn(&mut Settings, f32),
    /// Whether it has any effect under these settings.
    pub acts: fn(&Settings) -> bool,
}

const fn always(_: &Settings) -> bool {
    true
}

fn jakobsen(settings: &Settings) -> bool {
    settings.method == Method::Jakobsen
}

/// `Auto` makes no more than this.
const MOST_AUTO_SUBSTEPS: u32 = 480;

fn most_sweeps(settings: &Settings) -> f32 {
    let substeps = match settings.substeps {
        Substeps::Auto => MOST_AUTO_SUBSTEPS,
        Substeps::Count(count) => count.clamp(1, Settings::MAX_SUBSTEPS),
    };
    (Settings::MAX_SWEEPS / substeps).max(1) as f32
}

/// What a field is where nothing else is said of it.
const PLAIN: Field = Field {
    name: "",
    label: "",
    unit: "",
    factor: 1.0,
    range: (0.0, |_| 1.0),
    decades: None,
    whole: false,
    tip: "",
    get: |_| 0.0,
    set: |_, _| {},
    acts: always,
};

/// How many substeps, where the number is set by hand.
pub const SUBSTEPS: Field = Field {
    name: "substeps.Count",
    label: "Number of substeps",
    range: (1.0, |_| Settings::MAX_SUBSTEPS as f32),
    decades: Some(1.0),
    whole: true,
    tip: "Into how many parts a step is split. Twice as many cost twice as much and stretch a quarter as much. 1: long \
          ropes are rubber. Beyond 800: slow, and rounding begins to show as energy.",
    // No slider goes to 0: it stands for a scene that chooses them itself, to which the reset goes back.
    get: |settings| match settings.substeps {
        Substeps::Auto => 0.0,
        Substeps::Count(count) => count as f32,
    },
    set: |settings, value| {
        settings.substeps = if value == 0.0 { Substeps::Auto } else { Substeps::Count(value as u32) };
    },
    acts: jakobsen,
    ..PLAIN
};

/// How the solver works.
pub const SOLVER: &[Field] = &[
    Field {
        name: "sweeps",
        label: "Sweeps in a substep",
        range: (1.0, most_sweeps),
        decades: Some(1.0),
        whole: true,
        tip: "How often a substep visits every link. 1 is best with many substeps. More hold better, cost as much each, \
              and take energy out. A step has ten thousand at the most: beyond, it would look as if the program hung.",
        get: |settings| settings.sweeps as f32,
        set: |settings, value| settings.sweeps = value as u32,
        acts: jakobsen,
        ..PLAIN
    },
    Field {
        name: "give",
        label: "Give",
        unit: "%",
        factor: 100.0,
        tip: "The share of its error that a sweep leaves to a link. 0 %: a steel cable. 50 %: rubber. 100 %: nothing \
              holds, and everything falls apart into drops. Above 0 % strands are not solved as a whole.",
        get: |settings| settings.give,
        set: |settings, value| settings.give = value,
        acts: jakobsen,
        ..PLAIN
    },
    Field {
        name: "step",
        label: "Step",
        unit: "ms",
        factor: 1_000.0,
        range: (1e-4, |_| 0.1),
        decades: Some(1e-4),
        tip: "Length of a step of simulated time. 16.67 ms keeps up with most screens. 0.1 ms: exact, but so much work \
              that play falls behind. 100 ms: cheap; ropes stretch and fast things jump.",
        get: |settings| settings.step,
        set: |settings, value| settings.step = value,
        ..PLAIN
    },
];

/// What surrounds ropes, and what moves them.
pub const WORLD: &[Field] = &[
    Field {
        name: "drag",
        label: "Air drag",
        unit: "1/s",
        range: (0.0, |_| 1_000.0),
        decades: Some(0.01),
        tip: "The rate at which everything loses its speed to the air. 0: swings for ever. 0.3: lively, and comes to \
              rest. 10: honey. 1 000: nothing falls.",
        get: |settings| settings.drag,
        set: |settings, value| settings.drag = value,
        ..PLAIN
    },
    Field {
        name: "restitution",
        label: "Bounce",
        tip: "The share of its speed with which a thing comes back from ground and walls. 0: it stays where it lands. \
              1: it bounces for ever.",
        get: |settings| settings.restitution,
        set: |settings, value| settings.restitution = value,
        ..PLAIN
    },
    Field {
        name: "friction",
        label: "Friction",
        range: (0.0, |_| 10.0),
        decades: Some(0.01),
        tip: "Sideways force per pressing force at ground and walls. 0: ice. 1: rubber on stone. 10: what touches, \
              sticks.",
        get: |settings| settings.friction,
        set: |settings, value| settings.friction = value,
        ..PLAIN
    },
    Field {
        name: "max_speed",
        label: "Speed limit",
        unit: "m/s",
        range: (1.0, |_| 10_000.0),
        decades: Some(1.0),
        tip: "What would be faster is held to this. 1 m/s: everything sinks as in water. 10 000 m/s: nothing is held, and \
              settings that explode do.",
        get: |settings| settings.max_speed,
        set: |settings, value| settings.max_speed = value,
        ..PLAIN
    },
    Field {
        name: "hand_speed",
        label: "Hand's speed",
        unit: "m/s",
        range: (0.1, |_| 1_000.0),
        decades: Some(0.1),
        tip: "How fast the hand leads what it holds. 0.1 m/s: it lags far behind the pointer. From 30 m/s on a violent \
              pull stretches ropes.",
        get: |settings| settings.hand_speed,
        set: |settings, value| settings.hand_speed = value,
        ..PLAIN
    },
];

/// The stretch at which links tear where a scene names none, as a share of their length.
pub const USUAL_TEAR: f32 = 0.6;

/// Tearing, where it is on.
pub const TEAR: Field = Field {
    name: "tear.stretch",
    label: "Tears at a stretch of",
    unit: "%",
    factor: 100.0,
    range: (Settings::MIN_TEAR, |_| Settings::MAX_TEAR),
    decades: Some(Settings::MIN_TEAR),
    tip: "A link that is drawn so much longer than it is at rest breaks. 5 %: paper; where substeps are few, things tear \
          by their own weight. 1 000 %: rubber that hardly ever tears. A weight of 1 000 times its point's mass counts as \
          100 %.",
    get: |settings| settings.tear.unwrap_or(USUAL_TEAR),
    set: |settings, value| settings.tear = Some(value),
    ..PLAIN
};

/// The radius of ropes where ropes meet each other and a scene names none, m: as thick as they look.
pub const USUAL_RADIUS: f32 = 0.02;

/// Rope against rope, where it is on.
pub const CONTACT: Field = Field {
    name: "rope_contact.radius",
    label: "Radius of ropes",
    unit: "mm",
    factor: 1_000.0,
    range: (Settings::MIN_ROPE_RADIUS, |_| Settings::MAX_ROPE_RADIUS),
    decades: Some(Settings::MIN_ROPE_RADIUS),
    tip: "Each point is a disc of this size, or as large as the shortest link at it. Ropes whose links are longer than \
          four radii slip through each other. Thin ones in high piles need more substeps.",
    get: |settings| settings.rope_contact.unwrap_or(USUAL_RADIUS),
    set: |settings, value| settings.rope_contact = Some(value),
    ..PLAIN
};

/// The dial's rim, m/s²; the number beside it goes on to [`Settings::MAX_GRAVITY`].
pub const DIAL_RIM: f32 = 2.0 * GRAVITY;

/// Whether strands can be solved as a whole under these settings at all.
#[must_use]
pub fn strands_apply(settings: &Settings) -> bool {
    jakobsen(settings) && settings.order == SweepOrder::Colour && settings.give == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = &'static Field> {
        [&SUBSTEPS, &TEAR, &CONTACT].into_iter().chain(SOLVER).chain(WORLD).chain(SPRINGS).chain(GROUND)
    }

    /// Settings under which every field has its place.
    fn full(substeps: Substeps) -> Settings {
        let mut settings = Settings { substeps, ..Settings::default() };
        settings.springs.ground = Some(USUAL_GROUND);
        settings.tear = Some(USUAL_TEAR);
        settings.rope_contact = Some(USUAL_RADIUS);
        settings
    }

    #[test]
    fn sliders_end_where_the_physics_does() {
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
    fn a_field_changes_itself_alone() {
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
