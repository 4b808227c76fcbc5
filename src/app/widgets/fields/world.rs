//! The numbers of the world: drag, ground and walls, speeds, tearing, contacts.

use super::{Field, PLAIN};
use crate::physics::{GRAVITY, Settings};

/// The numbers of the section World.
pub const WORLD: &[Field] = &[
    Field {
        name: "drag",
        label: "Air drag",
        unit: "1/s",
        range: (0.0, |_| 1_000.0),
        decades: Some(0.01),
        tooltip: "0: swings for ever. 0.3: comes to rest. Springs ignore it.",
        get: |settings| settings.drag,
        set: |settings, value| settings.drag = value,
        ..PLAIN
    },
    Field {
        name: "restitution",
        label: "Bounce",
        tooltip: "Share of speed kept at a bounce off ground, walls and shapes that have none of their own. 0: things stay \
                  where they land. 1: they bounce for ever.",
        get: |settings| settings.restitution,
        set: |settings, value| settings.restitution = value,
        ..PLAIN
    },
    Field {
        name: "friction",
        label: "Friction",
        range: (0.0, |_| 10.0),
        decades: Some(0.01),
        tooltip: "Friction force per normal force at ground, walls and shapes that have none of their own. 0: ice. 1: rubber \
                  on stone. 10: contacts stick.",
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
        tooltip: "Faster particles are held to this. 1 m/s: everything sinks as in water. 10 000 m/s: settings that explode \
                  do.",
        get: |settings| settings.max_speed,
        set: |settings, value| settings.max_speed = value,
        ..PLAIN
    },
    Field {
        name: "hand_speed",
        label: "Grab speed",
        unit: "m/s",
        range: (0.1, |_| 1_000.0),
        decades: Some(0.1),
        tooltip: "Fastest motion of a grabbed point. 0.1 m/s: it lags far behind the pointer. From 30 m/s on violent pulls \
                  stretch ropes.",
        get: |settings| settings.hand_speed,
        set: |settings, value| settings.hand_speed = value,
        ..PLAIN
    },
];

/// Stretch at which links tear where a scene sets none, relative.
pub const DEFAULT_TEAR: f32 = 0.6;

/// The stretch at which links tear.
pub const TEAR: Field = Field {
    name: "tear.stretch",
    label: "Tears at a stretch of",
    unit: "%",
    factor: 100.0,
    range: (Settings::MIN_TEAR, |_| Settings::MAX_TEAR),
    decades: Some(Settings::MIN_TEAR),
    tooltip: "A link that is stretched more breaks. 5 %: paper. 1 000 %: rubber that hardly ever tears. A weight of 1 000 times \
              its point's mass counts as 100 %.",
    get: |settings| settings.tear.unwrap_or(DEFAULT_TEAR),
    set: |settings, value| settings.tear = Some(value),
    ..PLAIN
};

/// Radius of ropes in contacts where a scene sets none, m: as thick as they are drawn.
pub const DEFAULT_RADIUS: f32 = 0.02;

/// The radius of ropes in contacts with each other.
pub const CONTACT: Field = Field {
    name: "rope_contact.radius",
    label: "Radius of ropes",
    unit: "mm",
    factor: 1_000.0,
    range: (Settings::MIN_ROPE_RADIUS, |_| Settings::MAX_ROPE_RADIUS),
    decades: Some(Settings::MIN_ROPE_RADIUS),
    tooltip: "Each point is a disc of this size, or as large as its shortest link. Links longer than four radii let ropes slip \
              through. Thin ropes in high piles need more substeps.",
    get: |settings| settings.rope_contact.unwrap_or(DEFAULT_RADIUS),
    set: |settings, value| settings.rope_contact = Some(value),
    ..PLAIN
};

/// Gravity at the dial's rim, m/s². The number beside the dial goes up to [`Settings::MAX_GRAVITY`].
pub const DIAL_RIM: f32 = 2.0 * GRAVITY;
