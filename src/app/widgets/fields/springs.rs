//! The numbers of the spring method and of its soft ground.

use super::{Field, PLAIN};
use crate::physics::{Settings, SoftGround};

/// The numbers of the section Springs.
pub const SPRINGS: &[Field] = &[
    Field {
        name: "springs.stiffness",
        label: "Stiffness",
        unit: "N/m",
        range: (0.0, |_| 1e6),
        decades: Some(1.0),
        tooltip: "Force per extension. 0: nothing holds. Stable while 2 √(stiffness / mass) times the substep is below 2; beyond, ropes \
              explode.",
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
        tooltip: "Force against the stretching speed of a spring. 0: it rings for ever. Too much for the substep: it explodes.",
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
        tooltip: "Force against the speed of each mass. 0: empty space. Too much for the substep: it explodes.",
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
        tooltip: "0.01 ms: exact, and slow. Above 2 ms springs with the usual constants explode.",
        get: |settings| settings.springs.max_substep,
        set: |settings, value| settings.springs.max_substep = value,
        ..PLAIN
    },
];

/// Soft ground where a scene sets none: that of `nehe-40`.
pub const DEFAULT_GROUND: SoftGround = SoftGround { height: -1.5, repulsion: 100.0, friction: 0.2, absorption: 2.0 };

fn ground(settings: &Settings) -> SoftGround {
    settings.springs.ground.unwrap_or(DEFAULT_GROUND)
}

fn set_ground(settings: &mut Settings, change: impl FnOnce(&mut SoftGround)) {
    let mut ground = ground(settings);
    change(&mut ground);
    settings.springs.ground = Some(ground);
}

/// The numbers of the soft ground.
pub const GROUND: &[Field] = &[
    Field {
        name: "springs.ground.height",
        label: "Height",
        unit: "m",
        range: (-1e4, |_| 1e4),
        decades: Some(0.01),
        tooltip: "Height of the surface. The slider spans the whole world: type a number.",
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
        tooltip: "Upward force per depth. Too small: ropes sink in. Too large: they explode.",
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
        tooltip: "Force against the speed along the ground. 0: ice. Too much for the substep: it explodes.",
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
        tooltip: "Force against the speed into the ground. 0: ropes bounce. Too much for the substep: they explode.",
        get: |settings| ground(settings).absorption,
        set: |settings, value| set_ground(settings, |ground| ground.absorption = value),
        ..PLAIN
    },
];
