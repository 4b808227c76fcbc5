//! The numbers among the settings: unit, range, what goes wrong at its ends, and where each is kept.

use glam::Vec2;

use crate::physics::{FASTEST_WIND, GRAVITY, Method, Order, Settings, SoftGround, Substeps, Wind};

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
    get: |settings| match settings.substeps {
        Substeps::Auto => 1.0,
        Substeps::Count(count) => count as f32,
    },
    set: |settings, value| settings.substeps = Substeps::Count(value as u32),
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

fn blows(settings: &Settings) -> bool {
    settings.wind.velocity != Vec2::ZERO
}

fn gusts(settings: &Settings) -> bool {
    blows(settings) && settings.wind.gusts > 0.0
}

/// Where the wind goes, degrees: 0 is to the right, 90 up.
fn bearing(velocity: Vec2) -> f32 {
    if velocity == Vec2::ZERO { 0.0 } else { velocity.y.atan2(velocity.x).to_degrees() }
}

/// A wind of some speed, m/s, to a side, degrees as [`bearing`] has them.
fn bound(speed: f32, degrees: f32) -> Vec2 {
    // Quarter turns exactly, as those of gravity.
    let way = match degrees.rem_euclid(360.0) {
        0.0 => Vec2::X,
        90.0 => Vec2::Y,
        180.0 => Vec2::NEG_X,
        270.0 => Vec2::NEG_Y,
        turned => Vec2::from_angle(turned.to_radians()),
    };
    way * speed
}

/// The wind.
pub const WIND: &[Field] = &[
    Field {
        name: "wind.velocity",
        label: "Wind",
        unit: "m/s",
        range: (0.0, |_| FASTEST_WIND),
        decades: Some(0.5),
        tip: "How fast the air moves everywhere. 0: calm, at no cost. 3 m/s: a breeze. 10: flags fly. 30: a storm. 100: \
              everything flies straight out.",
        get: |settings| settings.wind.velocity.length(),
        set: |settings, value| settings.wind.velocity = bound(value, bearing(settings.wind.velocity)),
        ..PLAIN
    },
    Field {
        name: "wind.bearing",
        label: "Blows towards",
        unit: "°",
        range: (-180.0, |_| 180.0),
        tip: "0° to the right, 90° up, 180° to the left, -90° down.",
        get: |settings| bearing(settings.wind.velocity),
        set: |settings, value| settings.wind.velocity = bound(settings.wind.velocity.length(), value),
        acts: blows,
        ..PLAIN
    },
    Field {
        name: "wind.gusts",
        label: "Gusts",
        unit: "%",
        factor: 100.0,
        range: (0.0, |_| Wind::WILDEST),
        tip: "How much faster and slower than the wind its gusts are. 0 %: as from a fan. 20 %: over a field. From 100 % on \
              the air turns round now and then.",
        get: |settings| settings.wind.gusts,
        set: |settings, value| settings.wind.gusts = value,
        acts: blows,
        ..PLAIN
    },
    Field {
        name: "wind.gust_size",
        label: "Size of gusts",
        unit: "m",
        range: (Wind::SIZES.0, |_| Wind::SIZES.1),
        decades: Some(Wind::SIZES.0),
        tip: "Cloth that is larger than a gust ripples; what is smaller sways as a whole. 0.2 m: a flutter. 50 m: the wind \
              rises and falls for everything at once.",
        get: |settings| settings.wind.gust_size,
        set: |settings, value| settings.wind.gust_size = value,
        acts: gusts,
        ..PLAIN
    },
    Field {
        name: "wind.catch",
        label: "Catch",
        unit: "kg/m²",
        range: (0.0, |_| Wind::WIDEST),
        decades: Some(0.001),
        tip: "How much wind a link catches: the force on a metre of it, in newtons, in a wind of 1 m/s from the side. 0: \
              none. 0.03: a rope as thick as it is drawn. 0.3: a sail. 10: nothing moves but with the air.",
        get: |settings| settings.wind.catch,
        set: |settings, value| settings.wind.catch = value,
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
    range: (Settings::TEAR_RANGE.0, |_| Settings::TEAR_RANGE.1),
    decades: Some(Settings::TEAR_RANGE.0),
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
    range: (Settings::CONTACT_RANGE.0, |_| Settings::CONTACT_RANGE.1),
    decades: Some(Settings::CONTACT_RANGE.0),
    tip: "Each point is a disc of this size, or as large as the shortest link at it. Ropes whose links are longer than \
          four radii slip through each other. Thin ones in high piles need more substeps.",
    get: |settings| settings.rope_contact.unwrap_or(USUAL_RADIUS),
    set: |settings, value| settings.rope_contact = Some(value),
    ..PLAIN
};

/// The constants of the spring method.
pub const SPRINGS: &[Field] = &[
    Field {
        name: "springs.stiffness",
        label: "Stiffness",
        unit: "N/m",
        range: (0.0, |_| 1e6),
        decades: Some(1.0),
        tip: "A spring's force per extension. 0: nothing holds. Too stiff for its substep, a rope explodes: stable while \
              2 √(stiffness / mass) times the substep is below 2.",
        get: |settings| settings.springs.stiffness,
        set: |settings, value| settings.springs.stiffness = value,
        ..PLAIN
    },
    Field {
        name: "springs.inner_friction",
        label: "Inner friction",
        unit: "N s/m",
        range: (0.0, |_| 1e3),
        decades: Some(0.001),
        tip: "Force against the speed at which a spring's ends part. 0: it rings for ever. Too much for the substep: it \
              explodes.",
        get: |settings| settings.springs.inner_friction,
        set: |settings, value| settings.springs.inner_friction = value,
        ..PLAIN
    },
    Field {
        name: "springs.air_friction",
        label: "Air friction",
        unit: "N s/m",
        range: (0.0, |_| 1e3),
        decades: Some(0.001),
        tip: "Force against the speed of every mass. 0: empty space. Too much for the substep: it explodes.",
        get: |settings| settings.springs.air_friction,
        set: |settings, value| settings.springs.air_friction = value,
        ..PLAIN
    },
    Field {
        name: "springs.max_substep",
        label: "Longest substep",
        unit: "ms",
        factor: 1_000.0,
        range: (1e-5, |_| 0.1),
        decades: Some(1e-5),
        tip: "0.01 ms: exact, and slow. Above 2 ms, with the usual constants, springs explode: that is what the method is \
              known for.",
        get: |settings| settings.springs.max_substep,
        set: |settings, value| settings.springs.max_substep = value,
        ..PLAIN
    },
];

/// The soft ground that appears where a scene has none: that of `nehe-40`.
pub const USUAL_GROUND: SoftGround = SoftGround { height: -1.5, repulsion: 100.0, friction: 0.2, absorption: 2.0 };

fn ground(settings: &Settings) -> SoftGround {
    settings.springs.ground.unwrap_or(USUAL_GROUND)
}

fn set_ground(settings: &mut Settings, change: impl FnOnce(&mut SoftGround)) {
    let mut ground = ground(settings);
    change(&mut ground);
    settings.springs.ground = Some(ground);
}

/// The soft ground of the spring method.
pub const GROUND: &[Field] = &[
    Field {
        name: "springs.ground.height",
        label: "Height",
        unit: "m",
        range: (-1e4, |_| 1e4),
        decades: Some(0.01),
        tip: "Where its surface is. The range is that of the whole world: type a number.",
        get: |settings| ground(settings).height,
        set: |settings, value| set_ground(settings, |ground| ground.height = value),
        ..PLAIN
    },
    Field {
        name: "springs.ground.repulsion",
        label: "Repulsion",
        unit: "N/m",
        range: (0.0, |_| 1e5),
        decades: Some(0.1),
        tip: "Upward force per depth. Too small: ropes sink in. Too large: they explode.",
        get: |settings| ground(settings).repulsion,
        set: |settings, value| set_ground(settings, |ground| ground.repulsion = value),
        ..PLAIN
    },
    Field {
        name: "springs.ground.friction",
        label: "Friction",
        unit: "N s/m",
        range: (0.0, |_| 1e3),
        decades: Some(0.001),
        tip: "Force against the speed along the ground. 0: ice. Too much for the substep: it explodes.",
        get: |settings| ground(settings).friction,
        set: |settings, value| set_ground(settings, |ground| ground.friction = value),
        ..PLAIN
    },
    Field {
        name: "springs.ground.absorption",
        label: "Absorption",
        unit: "N s/m",
        range: (0.0, |_| 1e3),
        decades: Some(0.001),
        tip: "Force against the speed into the ground. 0: ropes bounce. Too much for the substep: they explode.",
        get: |settings| ground(settings).absorption,
        set: |settings, value| set_ground(settings, |ground| ground.absorption = value),
        ..PLAIN
    },
];

/// The dial's rim, m/s²; the number beside it goes on to [`Settings::MAX_GRAVITY`].
pub const DIAL_RIM: f32 = 2.0 * GRAVITY;

/// Whether strands can be solved as a whole under these settings at all.
#[must_use]
pub fn strands_apply(settings: &Settings) -> bool {
    jakobsen(settings) && settings.order == Order::Colour && settings.give == 0.0
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
