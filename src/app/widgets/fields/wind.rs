//! The numbers of the wind.

use glam::Vec2;

use super::{Field, PLAIN};
use crate::physics::{MAX_WIND_SPEED, Settings, Wind};

fn has_wind(settings: &Settings) -> bool {
    settings.wind.velocity != Vec2::ZERO
}

fn has_gusts(settings: &Settings) -> bool {
    has_wind(settings) && settings.wind.gusts > 0.0
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
    Field {
        name: "wind.velocity",
        label: "Wind",
        unit: "m/s",
        range: (0.0, |_| MAX_WIND_SPEED),
        decades: Some(0.5),
        tooltip: "Speed of the air everywhere. 0: calm. 3 m/s: a breeze. 10: flags fly. 30: a storm. 100: everything flies straight out.",
        get: |settings| settings.wind.velocity.length(),
        set: |settings, value| settings.wind.velocity = velocity(value, bearing(settings.wind.velocity)),
        ..PLAIN
    },
    Field {
        name: "wind.bearing",
        label: "Blows towards",
        unit: "°",
        range: (-180.0, |_| 180.0),
        tooltip: "0° to the right, 90° up, 180° to the left, -90° down.",
        get: |settings| bearing(settings.wind.velocity),
        set: |settings, value| settings.wind.velocity = velocity(settings.wind.velocity.length(), value),
        acts: has_wind,
        ..PLAIN
    },
    Field {
        name: "wind.gusts",
        label: "Gusts",
        unit: "%",
        factor: 100.0,
        range: (0.0, |_| Wind::MAX_GUSTS),
        tooltip: "Variation of the wind's speed. 0 %: a fan. 20 %: an open field. From 100 % on the air turns round now and then.",
        get: |settings| settings.wind.gusts,
        set: |settings, value| settings.wind.gusts = value,
        acts: has_wind,
        ..PLAIN
    },
    Field {
        name: "wind.gust_size",
        label: "Size of gusts",
        unit: "m",
        range: (Wind::GUST_SIZE_RANGE.0, |_| Wind::GUST_SIZE_RANGE.1),
        decades: Some(Wind::GUST_SIZE_RANGE.0),
        tooltip: "Cloth larger than a gust ripples, smaller cloth sways as a whole. 0.2 m: a flutter. 50 m: the wind changes everywhere \
              at once.",
        get: |settings| settings.wind.gust_size,
        set: |settings, value| settings.wind.gust_size = value,
        acts: has_gusts,
        ..PLAIN
    },
    Field {
        name: "wind.catch",
        label: "Catch",
        unit: "kg/m²",
        range: (0.0, |_| Wind::MAX_CATCH),
        decades: Some(0.001),
        tooltip: "Force of a wind of 1 m/s on a metre of a link, N. 0: none. 0.03: a rope as drawn. 0.3: a sail. 10: everything moves with \
              the air.",
        get: |settings| settings.wind.catch,
        set: |settings, value| settings.wind.catch = value,
        ..PLAIN
    },
];
